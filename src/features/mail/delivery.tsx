import { formatDateTime } from '@/shared/lib/format-date'
import { cn } from '@/shared/lib/cn'
import { Alert } from '@/shared/ui/alert'
import type { MailStatus } from './mail-queries'

/** A worker comes every minute while something waits; this late it is not coming. */
const LATE_MS = 5 * 60_000

/**
 * Whether a worker comes for mail, and how much waits, went out and failed.
 *
 * @param props.readAt when that was read, in milliseconds since 1970
 */
export function Delivery({ status, readAt }: { status: MailStatus; readAt: number }) {
  const { waiting, sent_today, failed_today, suppressed_addresses } = status
  const figures = [
    { name: 'Waiting', value: waiting },
    { name: 'Sent in 24 hours', value: sent_today },
    { name: 'Failed in 24 hours', value: failed_today, urgent: 'text-danger' },
    { name: 'Suppressed addresses', value: suppressed_addresses },
  ]
  return (
    <section aria-label="Delivery" className="grid gap-3">
      <Worker {...status} readAt={readAt} />
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line sm:grid-cols-4">
        {figures.map(({ name, value, urgent }) => (
          <div key={name} className="bg-paper-raised px-4 py-3">
            <dt className="text-sm text-ink-soft">{name}</dt>
            <dd
              className={cn(
                'text-heading font-semibold tabular-nums',
                value > 0 ? urgent : undefined,
              )}
            >
              {value.toLocaleString('en-US')}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Worker(status: MailStatus & { readAt: number }) {
  const { transport, last_run_at, oldest_waiting, readAt } = status
  if (!last_run_at) {
    return (
      <Alert tone="warning" title="The delivery worker has never run.">
        <p>
          Nothing is lost in the meantime, but an email that waits for a day fails. Deploy the
          function <code>deliver-mail</code>, set its secrets and its schedule: section 3, Mail, of{' '}
          <code>docs/deployment.md</code> has each step.
        </p>
      </Alert>
    )
  }
  const isLate =
    readAt - Date.parse(last_run_at) > LATE_MS &&
    readAt - Date.parse(oldest_waiting ?? '') > LATE_MS
  return (
    <>
      {isLate && (
        <Alert
          tone="warning"
          title={`The delivery worker has not run since ${formatDateTime(last_run_at)}.`}
        >
          Emails are waiting for it. The last step of section 3, Mail, of{' '}
          <code>docs/deployment.md</code> says where to look.
        </Alert>
      )}
      <p className="text-ink-soft">
        Sent through <strong className="text-ink">{transport}</strong>. The worker last ran on{' '}
        <time dateTime={last_run_at}>{formatDateTime(last_run_at)}</time>
        {oldest_waiting && (
          <>
            ; the oldest waiting email was written on{' '}
            <time dateTime={oldest_waiting}>{formatDateTime(oldest_waiting)}</time>
          </>
        )}
        .
      </p>
    </>
  )
}
