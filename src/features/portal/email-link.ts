/* Neither tells whether there is an account: nobody learns from us who has one. */
export const recoveryLinkSent =
  'If there is an account for this address, a link to set a new password is on its way.'
export const confirmationLinkSent =
  'If this address still needs to be confirmed, a new confirmation link is on its way.'
