import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { Loading } from '@/shared/account-ui/loading'
import { PageHeader } from '@/shared/account-ui/page-header'
import { Panel } from '@/shared/account-ui/panel'
import { useAuth } from '@/shared/auth/auth-context'
import { paths } from '@/shared/config/paths'
import { formatDateTime } from '@/shared/lib/format-date'
import { Alert } from '@/shared/ui/alert'
import { Badge } from '@/shared/ui/badge'
import { ownConcernsQuery, recipientsQuery, type OwnConcern } from './concern-queries'
import { ReportPanel } from './report-panel'
import { WhomToCall } from './whom-to-call'

/** For staff: reports a concern about a child, and shows which of the caller's own a lead has seen. */
export function ReportConcernPage() {
  const { user, can } = useAuth()
  const recipients = useQuery(recipientsQuery)
  const own = useQuery(ownConcernsQuery)
  const isLead = recipients.data?.some(({ id }) => id === user?.id)
  return (
    <>
      <PageHeader title="Report a concern" text="About a child’s safety. Only the leads read it." />
      {(isLead || can('admin')) && (
        <p className="mb-4">
          <Link to={paths.concerns}>{isLead ? 'Reported concerns' : 'Safeguarding leads'}</Link>
        </p>
      )}
      <div className="grid items-start gap-4 xl:grid-cols-[2fr_1fr]">
        <ReportPanel />
        <Panel title="Your concerns">
          {own.data ? (
            <OwnConcerns concerns={own.data} />
          ) : (
            <Loading query={own} what="Your concerns" label="Loading your concerns..." />
          )}
        </Panel>
      </div>
    </>
  )
}

function OwnConcerns({ concerns }: { concerns: readonly OwnConcern[] }) {
  if (concerns.length === 0) return <p className="text-ink-soft">You reported none.</p>
  return (
    <ul className="grid gap-3">
      {concerns.map(({ reference, reported_at, acknowledged_at, is_unread }) => (
        <li key={reference}>
          <span className="font-semibold">{reference}</span>{' '}
          <Badge tone={acknowledged_at ? 'quiet' : 'yellow'}>
            {acknowledged_at ? 'Acknowledged' : 'Reported'}
          </Badge>
          <span className="block text-sm text-ink-soft">
            Reported <time dateTime={reported_at}>{formatDateTime(reported_at)}</time>
            {acknowledged_at && (
              <>
                , acknowledged{' '}
                <time dateTime={acknowledged_at}>{formatDateTime(acknowledged_at)}</time>
              </>
            )}
          </span>
          {is_unread && (
            <Alert tone="warning" title="No lead can read it now. Please call." className="mt-2">
              <WhomToCall />
            </Alert>
          )}
        </li>
      ))}
    </ul>
  )
}
