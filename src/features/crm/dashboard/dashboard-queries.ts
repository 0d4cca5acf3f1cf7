import { queryOptions } from '@tanstack/react-query'
import { supabase } from '@/shared/supabase/client'
import type { Database } from '@/shared/supabase/database.types'

type Functions = Database['public']['Functions']

/** The generated types do not know that a function's columns can be null. */
type DashboardStats = {
  [Figure in keyof Functions['dashboard_stats']['Returns'][number]]: number | null
}

/** The figures of the dashboard; null for what the caller may not see. */
export const dashboardStatsQuery = queryOptions({
  queryKey: ['dashboard', 'stats'],
  queryFn: async ({ signal }): Promise<DashboardStats> => {
    const { data } = await supabase
      .rpc('dashboard_stats')
      .abortSignal(signal)
      .single()
      .throwOnError()
    return data
  },
  meta: { failure: { title: 'Failed to load dashboard figures' } },
})

/** Twelve months, oldest first; none without can_manage_donations. */
export const donationsByMonthQuery = queryOptions({
  queryKey: ['dashboard', 'donations-by-month'],
  queryFn: async ({ signal }) => {
    const { data } = await supabase.rpc('donations_by_month').abortSignal(signal).throwOnError()
    return data
  },
  meta: { failure: { title: 'Failed to load donations per month' } },
})

/** Twelve weeks, oldest first; none for who is no admin. */
export const submissionsByWeekQuery = queryOptions({
  queryKey: ['dashboard', 'submissions-by-week'],
  queryFn: async ({ signal }) => {
    const { data } = await supabase.rpc('submissions_by_week').abortSignal(signal).throwOnError()
    return data
  },
  meta: { failure: { title: 'Failed to load submissions per week' } },
})
