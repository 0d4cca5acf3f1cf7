import type { ReactNode } from 'react'
import { formatDateTime } from '@/shared/lib/format-date'
import { cn } from '@/shared/lib/cn'
import { Alert } from '@/shared/ui/alert'
import type { MailStatus } from './mail-queries'

/** While email waits, a worker runs every minute; after this long it has stopped. */
const LATE_MS = 5 * 60_000

/**
 * Whether email goes out, and how many are waiting, sent and failed.
 *
 * @param props.readAt when the status was read, in milliseconds since 1970
 */
export function Delivery({ status, readAt }: { status: MailStatus; readAt: number }) {
  const { waiting, sent_today, failed_today, suppressed_addresses } = status
  const figures = [
    { name: 'Waiting', value: waiting },
    { name: 'Sent in 24 hours', value: sent_today },
    { name: 'Failed in 24 hours', value: failed_today, urgent: 'text-danger' },
    { name: 'Blocked addresses', value: suppressed_addresses },
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

function ForTheOperator({ children }: { children: ReactNode }) {
  return (
    <details className="mt-2">
      <summary className="w-fit">For the person who runs the site</summary>
      <p className="mt-1">{children}</p>
    </details>
  )
}

function Worker(status: MailStatus & { readAt: number }) {
  const { transport, last_run_at, oldest_waiting, readAt } = status
  if (!last_run_at) {
    return (
      <Alert tone="warning" title="Mail is not set up yet.">
        <p>Nothing goes out. An email that waits longer than a day fails.</p>
        <ForTheOperator>
          Deploy the function <code>deliver-mail</code>, set its secrets and the clock that starts
          it: section 3, Mail, of <code>docs/deployment.md</code> has each step.
        </ForTheOperator>
      </Alert>
    )
  }
  const isLate =
    readAt - Date.parse(last_run_at) > LATE_MS &&
    readAt - Date.parse(oldest_waiting ?? '') > LATE_MS
  return (
    <>
      {isLate && (
        <Alert tone="warning" title="Email has stopped going out.">
          <p>
            The last check was <time dateTime={last_run_at}>{formatDateTime(last_run_at)}</time>.
          </p>
          <ForTheOperator>
            The function <code>deliver-mail</code> has not run. The last step of section 3, Mail, of
            <code>docs/deployment.md</code> tells you where to look.
          </ForTheOperator>
        </Alert>
      )}
      <p className="text-ink-soft">
        Sent through <strong className="text-ink">{transport}</strong>, last checked{' '}
        <time dateTime={last_run_at}>{formatDateTime(last_run_at)}</time>.
        {oldest_waiting && (
          <>
            {' '}
            The oldest email has been waiting since{' '}
            <time dateTime={oldest_waiting}>{formatDateTime(oldest_waiting)}</time>.
          </>
        )}
      </p>
    </>
  )
}
