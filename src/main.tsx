import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { App } from './app/app'
import { paths } from './shared/config/paths'
import './app/styles.css'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element with the id "root"')

// Links in e-mails lead to the site's origin, with the new session in the fragment.
const { pathname, hash } = window.location
const fromEmail = pathname === paths.home && /[#&](access_token|error_code)=/.test(hash)
if (fromEmail) {
  window.history.replaceState(null, '', paths.account + hash)
  root.replaceChildren()
}

const app = (
  <StrictMode>
    <BrowserRouter>
      <App />
    </BrowserRouter>
  </StrictMode>
)

// A prerendered page brings its content; the screens behind sign-in arrive empty.
if (root.firstElementChild) hydrateRoot(root, app)
else createRoot(root).render(app)
