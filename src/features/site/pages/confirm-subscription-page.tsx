import { ConfirmAction } from '../components/confirm-action'

export function ConfirmSubscriptionPage() {
  return (
    <ConfirmAction
      title="Confirm your subscription"
      lead="News of the academy and our programs, by email."
      description="Confirm your address for our newsletter with one click. Every issue has a link to unsubscribe."
      rpc="confirm_subscription"
      hint="It works for seven days. After that, subscribe again to get a new one."
      question="Click to confirm. The newsletter will come to the address we sent the link to, and every issue has a link to unsubscribe."
      label="Confirm my subscription"
      done={{
        title: 'You are subscribed',
        text: 'The next newsletter will come to your inbox.',
      }}
    />
  )
}
