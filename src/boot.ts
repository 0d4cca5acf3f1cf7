import { replayClicks } from './app/boot/replay-clicks'
import { showTabOfAddress } from './app/boot/early-tabs'
import { startOpening } from './app/boot/opening/opening'

/*
 * The first script of a prerendered page. It is small and a part of the HTML, so that whatever can be
 * seen answers; the app's entry comes after that paint, or at the first interaction.
 */
const { entry = '' } = document.currentScript!.dataset
const { page = '' } = document.documentElement.dataset
const { pathname, search, hash } = location
const interactions = ['pointerdown', 'touchstart', 'keydown', 'focusin']

function startAfterPaint() {
  // A frame is drawn some time before it is seen; this is called when it is.
  new PerformanceObserver(startApp).observe({ type: 'paint', buffered: true })
  setTimeout(startApp, 2000)
}

function startApp() {
  for (const interaction of interactions) removeEventListener(interaction, startApp, true)
  removeEventListener('online', startApp)
  // The app hydrates a whole page.
  if (document.readyState === 'loading') return addEventListener('DOMContentLoaded', startApp)
  if (document.querySelector(`[src="${entry}"]`)) return
  for (const told of document.querySelectorAll('[data-waiting] + [role=alert]')) told.remove()
  const script = document.createElement('script')
  script.type = 'module'
  script.src = entry
  script.onerror = () => {
    forgetPress()
    script.remove()
    tellForms()
    addEventListener('online', startApp)
    // A moment later, so that no event of the failed interaction counts.
    setTimeout(waitForInteraction, 3000)
  }
  document.head.append(script)
}

/** Beside each button that waits for the scripts. `startApp` takes it away before it tries again. */
function tellForms() {
  for (const button of document.querySelectorAll('[data-waiting]')) {
    button.insertAdjacentHTML(
      'afterend',
      '<p role="alert" class="w-full font-semibold text-danger">Part of this page could not be loaded, so this cannot be sent yet. Please check your connection. We try again as soon as it is back. What you typed is still here.</p>',
    )
  }
}

function waitForInteraction() {
  for (const interaction of interactions) {
    addEventListener(interaction, startApp, { capture: true, passive: true })
  }
}

const forgetPress = replayClicks()
waitForInteraction()
// No address of ours has capitals: a host that tells them apart found nothing.
if (page.endsWith('404') && /[A-Z]/.test(pathname)) {
  location.replace(pathname.toLowerCase() + search + hash)
}
// The link of an email: its token is to leave the address at once.
else if (hash.includes('=')) startApp()
else {
  addEventListener('load', startAfterPaint)
  showTabOfAddress()
  startOpening(page === '/')
}
