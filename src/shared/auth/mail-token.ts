import type { EmailOtpType } from '@supabase/supabase-js'

/** An email's token. Verifying it uses it up, which takes a click. */
export interface MailToken {
  token_hash: string
  type: EmailOtpType
  /** Of an invitation: the address it went to, which may ask for another link */
  to?: string
}

/** @param hash of an address */
export function mailTokenIn(hash: string): MailToken | undefined {
  const fragment = new URLSearchParams(hash.slice(1))
  const token_hash = fragment.get('token_hash')
  if (!token_hash) return undefined
  const to = fragment.get('to')
  // The service refuses a type that it does not know.
  return { token_hash, type: fragment.get('type') as EmailOtpType, ...(to && { to }) }
}
