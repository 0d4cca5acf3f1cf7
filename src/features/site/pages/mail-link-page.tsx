import { matchPath, useLocation } from 'react-router-dom'
import { paths } from '@/shared/config/paths'
import { ConfirmSubscriptionPage } from './confirm-subscription-page'
import { StatusPage } from './status-page'
import { UnsubscribePage } from './unsubscribe-page'

/** The pages to which mails lead, in one file: the first script of every page names each. */
export function MailLinkPage() {
  const { pathname } = useLocation()
  if (matchPath(paths.confirmSubscription, pathname)) return <ConfirmSubscriptionPage />
  return matchPath(paths.unsubscribe, pathname) ? <UnsubscribePage /> : <StatusPage />
}
