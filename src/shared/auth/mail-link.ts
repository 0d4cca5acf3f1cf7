import type { EmailOtpType } from '@supabase/supabase-js'
import { paths } from '@/shared/config/paths'

/* Apart from `linked-session.ts`, because every page loads it. */

/** The content of an email link that is not handled yet. */
export const mailLink: { fragment: URLSearchParams | undefined } = { fragment: undefined }

/** The token of a mail. It is used up when it is verified, which takes a click. */
export interface MailToken {
  token_hash: string
  type: EmailOtpType
}

/** @param hash of an address */
export function mailTokenIn(hash: string): MailToken | undefined {
  const fragment = new URLSearchParams(hash.slice(1))
  const token_hash = fragment.get('token_hash')
  // The service refuses a type that it does not know.
  return token_hash ? { token_hash, type: fragment.get('type') as EmailOtpType } : undefined
}

/**
 * Leads the link of an email to the page for it, also from the root of the site, where the auth
 * service redirects when it does not know the requested address. Takes a session out of the
 * address, so that no list of visited pages holds its tokens; the token of a mail stays for that
 * page. To be called before anything else reads the address.
 *
 * @returns whether there was one; the address is then that of the page for it
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
