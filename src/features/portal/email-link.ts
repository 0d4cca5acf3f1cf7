/* Neither message reveals whether an account exists. */
export const recoveryLinkSent =
  'If there is an account for this address, a link to set a new password is on its way.'
export const confirmationLinkSent =
  'If this address still needs to be confirmed, a new confirmation link is on its way.'
