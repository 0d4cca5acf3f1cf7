import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { useAuth } from '@/shared/auth/auth-context'
import { paths } from '@/shared/config/paths'
import { cn } from '@/shared/lib/cn'
import { resourceKey } from '@/shared/resource/resource-queries'
import { supabase } from '@/shared/supabase/client'
import { LoadFailure } from '@/shared/ui/load-failure'

const countsQuery = queryOptions({
  queryKey: [...resourceKey('submissions'), 'counts'],
  queryFn: async ({ signal }) => {
    const { data } = await supabase.rpc('submission_counts').abortSignal(signal).throwOnError()
    return data
  },
  meta: { failure: { title: 'Error', description: 'Failed to fetch submissions' } },
})

const views = [
  { view: 'overdue', label: 'Overdue', urgent: 'text-danger' },
  { view: 'due_today', label: 'Due today', urgent: 'text-warning-ink' },
  { view: 'waiting', label: 'Waiting' },
  { view: 'unassigned', label: 'Unassigned' },
  { view: 'mine', label: 'Mine' },
] as const

/** What waits in the queue, each with the way there; nothing for who may not review. */
export function WaitingPanel() {
  const { can } = useAuth()
  return can('can_review_submissions') ? <Waiting /> : null
}

function Waiting() {
  const counts = useQuery(countsQuery)
  if (counts.isError) return <LoadFailure title="The counts could not be loaded." query={counts} />
  return (
    <section aria-label="Submissions">
      <ul className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line sm:grid-cols-5">
        {views.map(({ view, label, ...look }) => {
          const count = counts.data?.reduce((sum, row) => sum + row[view], 0)
          return (
            <li key={view} className="bg-paper-raised first:max-sm:col-span-2">
              <Link
                to={`${paths.submissions}?view=${view}`}
                className="block h-full px-4 py-3 text-ink no-underline hover:bg-forest-50 focus-visible:-outline-offset-2"
              >
                <span className="block text-sm text-ink-soft">{label}</span>{' '}
                <span
                  className={cn(
                    'block min-h-[1lh] text-heading font-semibold tabular-nums',
                    'urgent' in look && count ? look.urgent : undefined,
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
