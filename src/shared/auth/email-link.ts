import { notify } from '@/shared/ui/notify'
import { authErrorNotice } from './auth-error-notice'

/* Neither message reveals whether an account exists. */
export const recoveryLinkSent =
  'If there is an account for this address, a link to set a new password is on its way.'
export const confirmationLinkSent =
  'If this address still needs to be confirmed, a new confirmation link is on its way.'

/** Sends a link by email, and shows the outcome. */
export async function sendLink(send: () => Promise<void>, sent: string): Promise<void> {
  try {
    await send()
    notify({ title: 'Please check your email', description: sent, tone: 'info' })
  } catch (error) {
    notify(authErrorNotice('The link could not be sent:', error))
  }
}
