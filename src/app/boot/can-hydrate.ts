import { matchPath } from 'react-router-dom'
import { paths } from '@/shared/config/paths'

/**
 * Whether the served HTML is the address's own page, so that the app can hydrate it. A page served
 * under another spelling of its address, like `/index.html`, is replaced.
 */
export function canHydrate(): boolean {
  const { page } = document.documentElement.dataset
  const { pathname, search, hash } = window.location
  if (!page) return false
  // Some hosts serve a single page for every unknown address, including unknown programs.
  if (page.endsWith('404')) return isProgram(page) === isProgram(pathname)
  if (page !== pathname) window.history.replaceState(null, '', page + search + hash)
  return true
}

function isProgram(address: string): boolean {
  return matchPath(paths.program, address) !== null
}
