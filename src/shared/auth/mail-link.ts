import { paths } from '@/shared/config/paths'

/* Apart from `linked-session.ts`, because every page loads it. */

/** An email link's content that is not handled yet. */
export const mailLink: { fragment: URLSearchParams | undefined } = { fragment: undefined }

/**
 * Sends an email link to its page, also from the root of the site, where the auth service redirects
 * when it does not know the requested address. Takes a session out of the address, so that the
 * browser's history holds no tokens; an email's token stays for that page. Call it before anything
 * else reads the address.
 * @returns whether there was a link; the address is then its page's
 */
export function takeMailLink(): boolean {
  const { pathname, hash } = window.location
  const fragment = new URLSearchParams(hash.slice(1))
  const isForPassword =
    pathname === paths.resetPassword || /^(recovery|invite)$/.test(fragment.get('type') ?? '')
  if (fragment.has('token_hash')) {
    const page = isForPassword ? paths.resetPassword : paths.login
    window.history.replaceState(null, '', page + hash)
    return true
  }
  if (!fragment.has('access_token') && !fragment.has('error')) return false
  mailLink.fragment = fragment
  window.history.replaceState(null, '', isForPassword ? paths.resetPassword : paths.account)
  return true
}
