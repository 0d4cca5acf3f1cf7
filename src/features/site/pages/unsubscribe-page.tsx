import { ConfirmAction } from '../components/confirm-action'

export function UnsubscribePage() {
  return (
    <ConfirmAction
      title="Unsubscribe"
      lead="No more news from us in your inbox."
      description="Stop our newsletters and campaigns to your address with one click, without signing in."
      rpc="unsubscribe"
      question={'You’ll get no more newsletters or campaigns. We’ll still answer what you send.'}
      label="Unsubscribe"
      done={{
        title: 'You are unsubscribed',
        text: 'You’ll get no more newsletters or campaigns. You can subscribe again at any time.',
      }}
    />
  )
}
