import { matchPath, useLocation } from 'react-router-dom'
import { paths } from '@/shared/config/paths'
import { ConfirmAction } from '../components/confirm-action'
import { ConsentPage } from './consent-page'
import { StatusPage } from './status-page'

/**
 * The pages behind email links, in one file, because the first script of every page names each
 * file.
 */
export function MailLinkPage() {
  const { pathname } = useLocation()
  if (matchPath(paths.confirmSubscription, pathname)) return <ConfirmSubscriptionPage />
  if (matchPath(paths.consent, pathname)) return <ConsentPage />
  return matchPath(paths.unsubscribe, pathname) ? <UnsubscribePage /> : <StatusPage />
}

function ConfirmSubscriptionPage() {
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

function UnsubscribePage() {
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
