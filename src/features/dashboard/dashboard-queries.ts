import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { supabase } from '@/shared/supabase/client'
import type { Database } from '@/shared/supabase/database.types'
import { ask } from '@/shared/supabase/ask'

type Functions = Database['public']['Functions']

/** The generated types do not know that a function's columns can be null. */
type DashboardStats = {
  [Figure in keyof Functions['dashboard_stats']['Returns'][number]]: number | null
}

/** The figures of the dashboard; null for what the caller may not see. */
export const dashboardStatsQuery = queryOptions({
  queryKey: ['dashboard', 'stats'],
  queryFn: ({ signal }): Promise<DashboardStats> =>
    ask(supabase.rpc('dashboard_stats').single(), signal),
  meta: { failure: { title: 'Failed to load dashboard figures' } },
})

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

/** The generated types do not know that there may be no answer to take the median of. */
type Promises = Omit<
  Functions['promises_kept']['Returns'][number],
  'median_hours' | 'median_hours_before'
> & { median_hours: number | null; median_hours_before: number | null }

/** How promises were kept, for each kind; none without can_review_submissions. */
export const promisesKeptQuery = (days: number) =>
  queryOptions({
    queryKey: ['dashboard', 'promises', days],
    queryFn: ({ signal }): Promise<Promises[]> =>
      ask(supabase.rpc('promises_kept', { days }), signal),
    placeholderData: keepPreviousData,
    meta: { failure: { title: 'Failed to load kept promises' } },
  })
