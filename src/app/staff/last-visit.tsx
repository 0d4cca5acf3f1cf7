import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { useAuth } from '@/shared/auth/auth-context'
import { paths } from '@/shared/config/paths'
import { formatDateTime } from '@/shared/lib/format-date'
import { ask, askCount } from '@/shared/supabase/ask'
import { supabase } from '@/shared/supabase/client'

/** The changes of others since the account's last visit; null on the first visit. */
export const sinceLastVisitQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['since-last-visit', accountId],
    queryFn: async ({ signal }) => {
      const since = (await ask(supabase.rpc('record_visit'), signal)) as string | null
      if (!since) return null
      const counted = { count: 'exact', head: true } as const
      const [submissions, changes] = await Promise.all([
        askCount(
          supabase.from('submissions').select('id', counted).gt('created_at', since),
          signal,
        ),
        askCount(
          supabase
            .from('change_log')
            .select('id', counted)
            .gt('created_at', since)
            .or(`actor_id.is.null,actor_id.neq.${accountId}`),
          signal,
        ),
      ])
      return { since, submissions, changes }
    },
    staleTime: 60_000,
    meta: {},
  })

/** A line about what happened since; nothing while it loads or fails. */
export function LastVisit() {
  const { user, isAdmin } = useAuth()
  const { data } = useQuery({ ...sinceLastVisitQuery(user?.id ?? ''), enabled: user !== null })
  if (!data) return null
  const { since, submissions, changes } = data
  const changed = `${counted(changes, 'change')} by others`
  return (
    <p className="text-ink-soft">
      Since your last visit on <time dateTime={since}>{formatDateTime(since)}</time>:{' '}
      {submissions > 0 && (
        <Link to={`${paths.submissions}?sort=-created_at`}>
          {counted(submissions, 'new submission')}
        </Link>
      )}
      {submissions > 0 && changes > 0 && ' and '}
      {changes > 0 && (isAdmin ? <Link to={paths.changeLog}>{changed}</Link> : changed)}
      {submissions + changes === 0 && 'nothing new'}.
    </p>
  )
}

const counted = (count: number, what: string) =>
  `${count.toLocaleString('en-US')} ${what}${count === 1 ? '' : 's'}`
