import './app/boot/watch-faults'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { App, OtherPages } from './app/app'
import { canHydrate } from './app/boot/can-hydrate'
import { takeMailLink } from './shared/auth/mail-link'
import { announceSteps } from './shared/lib/before-step'
import { keepPrerendered } from './shared/lib/lazy-component'
import './app/styles.css'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element with the id "root"')

// A prerendered page is not the one that the link of an email leads to.
if (takeMailLink() || !canHydrate()) root.replaceChildren()

const app = (
  <StrictMode>
    <BrowserRouter>
      <App />
    </BrowserRouter>
  </StrictMode>
)

announceSteps()

// What a boundary caught reaches `watch-faults.ts`, too.
const options = { onCaughtError: reportError }

const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

// A prerendered page brings its content; the screens behind sign-in arrive empty.
if (root.firstElementChild) {
  keepPrerendered()
  hydrateRoot(root, app, options)
} else {
  const draw = () => createRoot(root, options).render(app)
  // A spinner that React has drawn stays for 300 ms; scripts that the browser has kept come sooner.
  const isScreen = !document.documentElement.dataset.page
  if (isScreen) void Promise.race([OtherPages.load(), pause(100)]).then(draw, draw)
  else draw()
}

if (import.meta.env.DEV) {
  const { startDevelopmentOpening } = await import('./app/boot/opening/development-opening')
  startDevelopmentOpening()
}
