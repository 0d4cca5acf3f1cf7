/**
 * Whether an address is where a link of an e-mail has led without signing anybody in: used before, too
 * old, or broken on its way. A session that was accepted is gone from the fragment by then.
 */
export function emailLinkFailed(hash: string | undefined): boolean {
  return /[#&](error_code|error|access_token)=/.test(hash ?? '')
}

/* Neither tells whether there is an account: nobody learns from us who has one. */
export const recoveryLinkSent =
  'If there is an account for this address, a link to set a new password is on its way.'
export const confirmationLinkSent =
  'If this address waits to be confirmed, a new confirmation link is on its way.'
