import { useQuery } from '@tanstack/react-query'
import { useAuth } from '@/shared/auth/auth-context'
import { lazyComponent } from '@/shared/lib/lazy-component'
import { LoadFailure } from '@/shared/account-ui/load-failure'
import { PartBoundary } from '@/shared/account-ui/part-boundary'
import { dashboardStatsQuery } from './dashboard-queries'
import { FundraisingPanel } from './fundraising-panel'
import { Period } from './period'

const SubmissionsChart = lazyComponent(async () => (await import('./charts')).SubmissionsChart)

export function HomeFigures() {
  const { can } = useAuth()
  const mayReview = can('can_review_submissions')
  const mayManagePeople = can('can_manage_mentors') || can('can_manage_mentees')
  if (!mayReview && !mayManagePeople && !can('can_manage_donations')) return null
  return (
    <section aria-label="Figures" className="grid gap-8">
      <Period mayReview={mayReview} />
      <div className="grid items-start gap-4 empty:hidden lg:grid-cols-2 lg:[&>:only-child]:col-span-2">
        {can('can_manage_donations') && <Fundraising />}
        {mayReview && (
          <PartBoundary failure="The chart could not be loaded.">
            <SubmissionsChart />
          </PartBoundary>
        )}
      </div>
    </section>
  )
}

function Fundraising() {
  const stats = useQuery(dashboardStatsQuery)
  if (stats.isError) return <LoadFailure title="The figures could not be loaded." query={stats} />
  const total = stats.data?.donation_total
  return typeof total === 'number' && <FundraisingPanel total={total} />
}
