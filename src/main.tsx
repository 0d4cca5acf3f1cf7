import './app/boot/watch-faults'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { App } from './app/app'
import { canHydrate } from './app/boot/can-hydrate'
import { takeMailLink } from './shared/auth/mail-link'
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

// What a boundary caught reaches `watch-faults.ts`, too.
const options = { onCaughtError: reportError }

// A prerendered page brings its content; the screens behind sign-in arrive empty.
if (root.firstElementChild) {
  keepPrerendered()
  hydrateRoot(root, app, options)
} else createRoot(root, options).render(app)

if (import.meta.env.DEV) {
  const { startDevelopmentOpening } = await import('./app/boot/opening/development-opening')
  startDevelopmentOpening()
}
