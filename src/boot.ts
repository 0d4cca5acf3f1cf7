import { replayClicks } from './app/boot/replay-clicks'
import { retryLater, waitForIntent } from './app/boot/failed-script'
import { showTabOfAddress } from './app/boot/early-tabs'
import { startOpening } from './app/boot/opening/opening'

/*
 * The first script of a prerendered page. It is small and part of the HTML, so that everything
 * visible responds; the app starts after that paint, or at the first interaction.
 */
const { entry = '' } = document.currentScript!.dataset
const { page = '' } = document.documentElement.dataset
const { pathname, search, hash } = location

function startAfterPaint() {
  // A frame is drawn some time before it is seen; this is called when it is.
  new PerformanceObserver(startApp).observe({ type: 'paint', buffered: true })
  setTimeout(startApp, 2000)
}

function startApp() {
  stopWaiting()
  // The app hydrates a whole page.
  if (document.readyState === 'loading') return addEventListener('DOMContentLoaded', startApp)
  if (document.querySelector(`[src="${entry}"]`)) return
  const script = document.createElement('script')
  script.type = 'module'
  script.src = entry
  script.onerror = () => {
    forgetPress()
    retryLater(() => {
      script.remove()
      startApp()
    })
  }
  document.head.append(script)
}

const forgetPress = replayClicks()
const stopWaiting = waitForIntent(startApp)
addEventListener('missing', ({ detail: retry }: CustomEvent<() => void>) => retryLater(retry))
// Our addresses have no capitals: a host that distinguishes them found nothing.
if (page.endsWith('404') && /[A-Z]/.test(pathname)) {
  location.replace(pathname.toLowerCase() + search + hash)
}
// The link of an email: its token is to leave the address at once.
else if (hash.includes('=')) {
  document.documentElement.dataset.token = ''
  startApp()
} else {
  addEventListener('load', startAfterPaint)
  showTabOfAddress()
  startOpening(page === '/')
}
