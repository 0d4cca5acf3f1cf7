import { useQuery } from '@tanstack/react-query'
import { Loading } from '@/shared/account-ui/loading'
import { lazyPart } from '@/shared/account-ui/lazy-part'
import { PageHeader } from '@/shared/account-ui/page-header'
import { Delivery } from './delivery'
import { statusQuery } from './mail-queries'

const MailSettings = lazyPart(() => import('./mail-settings'))
const TestMail = lazyPart(() => import('./test-mail'))
const FailedMails = lazyPart(() => import('./failed-mails'))
const BlockedAddresses = lazyPart(() => import('./blocked-addresses'))

/** For admins: delivery, failed emails, blocked addresses and settings. */
export function MailPage() {
  const status = useQuery(statusQuery)
  return (
    <>
      <PageHeader title="Mail" text="Outgoing mail, failures and settings." />
      {status.data ? (
        <div className="grid gap-4">
          <Delivery status={status.data} readAt={status.dataUpdatedAt} />
          <div className="grid items-start gap-4 lg:grid-cols-2">
            <MailSettings status={status.data} />
            <TestMail />
          </div>
          <FailedMails />
          <BlockedAddresses />
        </div>
      ) : (
        <Loading
          query={status}
          what="The mail status"
          className="my-8"
          label="Loading the mail status..."
        />
      )}
    </>
  )
}
