import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { supabase } from '@/shared/supabase/client'
import { ask, selectQuery, type RpcRow } from '@/shared/supabase/ask'

type DashboardStats = RpcRow<'dashboard_stats', keyof RpcRow<'dashboard_stats'>>

/** The figures of the dashboard; null where the caller may not see one. */
export const dashboardStatsQuery = selectQuery<DashboardStats>(
  ['dashboard', 'stats'],
  () => supabase.rpc('dashboard_stats').single(),
  { meta: { failure: { title: 'Failed to load dashboard figures' } } },
)

/** Twelve months, oldest first; none without can_manage_donations. */
export const donationsByMonthQuery = queryOptions({
  queryKey: ['dashboard', 'donations-by-month'],
  queryFn: ({ signal }) => ask(supabase.rpc('donations_by_month'), signal),
  meta: { failure: { title: 'Failed to load donations per month' } },
})

/** Twelve weeks, oldest first; none without can_review_submissions. */
export const submissionsByWeekQuery = queryOptions({
  queryKey: ['dashboard', 'submissions-by-week'],
  queryFn: ({ signal }) => ask(supabase.rpc('submissions_by_week'), signal),
  meta: { failure: { title: 'Failed to load submissions per week' } },
})

/**
 * The additions of a period and of the same number of days before it, limited to the tables that
 * the caller may read.
 */
export const periodFiguresQuery = (days: number) =>
  queryOptions({
    queryKey: ['dashboard', 'period', days],
    queryFn: ({ signal }) => ask(supabase.rpc('period_figures', { days }), signal),
    placeholderData: keepPreviousData,
    meta: { failure: { title: 'Failed to load the figures of the period' } },
  })

/** The medians are null without an answer. */
type Promises = RpcRow<'promises_kept', 'median_hours' | 'median_hours_before'>

/** How many answers came on time, for each kind; none without can_review_submissions. */
export const promisesKeptQuery = (days: number) =>
  queryOptions({
    queryKey: ['dashboard', 'promises', days],
    queryFn: ({ signal }): Promise<Promises[]> =>
      ask(supabase.rpc('promises_kept', { days }), signal),
    placeholderData: keepPreviousData,
    meta: { failure: { title: 'Failed to load kept promises' } },
  })
