import { ConfirmAction } from '../components/confirm-action'

export function ConfirmSubscriptionPage() {
  return (
    <ConfirmAction
      title="Confirm your subscription"
      lead="News of the academy and our programs, by email."
      description="Confirm your address for our newsletter with one press. Every issue has a link that ends it."
      rpc="confirm_subscription"
      hint="It works for seven days. After that, subscribe again and you get a new one."
      question="One press, and the newsletter comes to the address to which we sent the link. Every issue has another link that ends it."
      label="Confirm my subscription"
      done={{
        title: 'You are subscribed',
        text: 'The next newsletter comes to your address.',
      }}
    />
  )
}
