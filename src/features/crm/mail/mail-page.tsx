import { useQuery } from '@tanstack/react-query'
import { Loading } from '@/shared/account-ui/loading'
import { PageHeader } from '@/shared/account-ui/page-header'
import { Delivery } from './delivery'
import { FailedMails } from './failed-mails'
import { MailSettings } from './mail-settings'
import { statusQuery } from './mail-queries'
import { BlockedAddresses } from './blocked-addresses'
import { TestMail } from './test-mail'

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
