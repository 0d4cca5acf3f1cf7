import { paths } from '@/shared/config/paths'

/* Apart from `linked-session.ts`, because every page loads it. */

/** What the link of an email brought and nobody has dealt with yet. */
export const mailLink: { fragment: URLSearchParams | undefined } = { fragment: undefined }

/**
 * Takes the fragment that the link of an email brought out of the address, so that no list of visited
 * pages holds a token. To be called before anything else reads the address.
 *
 * @returns whether there was one; the address is then that of the page for it
 */
export function takeMailLink(): boolean {
  const { pathname, hash } = window.location
  if (!/[#&](access_token|error)=/.test(hash)) return false
  mailLink.fragment = new URLSearchParams(hash.slice(1))
  const path = pathname === paths.resetPassword ? pathname : paths.account
  window.history.replaceState(null, '', path)
  return true
}
