import { organisation } from '@/shared/data/organisation'
import { ConfirmAction } from '../components/confirm-action'

export function UnsubscribePage() {
  return (
    <ConfirmAction
      title="Unsubscribe"
      lead="No more news from us to your mailbox."
      description="End the newsletter and our campaigns for your address, with one press and without signing in."
      rpc="unsubscribe"
      question={`This ends the newsletter of ${organisation.name} and all our campaigns for the address to which the email came. What you send us yourself is still answered.`}
      label="Unsubscribe"
      done={{
        title: 'You are unsubscribed',
        text: 'No newsletter and no campaign goes to your address any more. You can subscribe again at any time.',
      }}
    />
  )
}
