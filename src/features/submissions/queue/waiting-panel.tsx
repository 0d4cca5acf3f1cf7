import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { useAuth } from '@/shared/auth/auth-context'
import { paths } from '@/shared/config/paths'
import { cn } from '@/shared/lib/cn'
import { LoadFailure } from '@/shared/account-ui/load-failure'
import { useLiveSubmissions } from './live-submissions'
import { viewLabel, type ViewName } from '@/features/submissions/common/queues'
import { countsQuery } from '@/features/submissions/common/submission-queries'

const views: readonly { view: ViewName; urgent?: string }[] = [
  { view: 'overdue', urgent: 'text-danger' },
  { view: 'due_today', urgent: 'text-warning-ink' },
  { view: 'waiting' },
  { view: 'put_off' },
  { view: 'unassigned' },
  { view: 'mine' },
]

/** The waiting work of the queue, each item with a link; nothing without the right to review. */
export function WaitingPanel() {
  const { can } = useAuth()
  return can('can_review_submissions') ? <Waiting /> : null
}

function Waiting() {
  useLiveSubmissions()
  const counts = useQuery(countsQuery)
  if (counts.isError) return <LoadFailure title="The counts could not be loaded." query={counts} />
  return (
    <section aria-label="Submissions">
      <ul className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line sm:grid-cols-6">
        {views.map(({ view, urgent }) => {
          const count = counts.data?.of(undefined, view)
          return (
            <li key={view} className="bg-paper-raised">
              <Link
                to={`${paths.submissions}?tab=all&view=${view}`}
                className="block h-full px-4 py-3 text-ink no-underline hover:bg-forest-50 focus-visible:-outline-offset-2"
              >
                <span className="block text-sm text-ink-soft">{viewLabel(view)}</span>{' '}
                <span
                  className={cn(
                    'block min-h-[1lh] text-heading font-semibold tabular-nums',
                    count ? urgent : undefined,
                  )}
                >
                  {count?.toLocaleString('en-US')}
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
