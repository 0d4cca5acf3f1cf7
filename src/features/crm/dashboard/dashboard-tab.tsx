import { useQuery } from '@tanstack/react-query'
import BookOpen from 'lucide-react/icons/book-open'
import ChartNoAxesColumn from 'lucide-react/icons/chart-no-axes-column'
import GraduationCap from 'lucide-react/icons/graduation-cap'
import HandCoins from 'lucide-react/icons/hand-coins'
import HeartHandshake from 'lucide-react/icons/heart-handshake'
import Mail from 'lucide-react/icons/mail'
import Users from 'lucide-react/icons/users'
import type { ReactNode } from 'react'
import { useAuth } from '@/shared/auth/auth-context'
import { formatDollars } from '@/shared/lib/format-dollars'
import { lazyComponent } from '@/shared/lib/lazy-component'
import { Loading } from '@/shared/account-ui/loading'
import { EmptyState } from '@/shared/account-ui/empty-state'
import { PartBoundary } from '@/shared/account-ui/part-boundary'
import { dashboardStatsQuery } from './dashboard-queries'
import { formatCount, formatPercent } from './figures'
import { FundraisingPanel } from './fundraising-panel'
import { Period } from './period'

const DonationsChart = lazyComponent(async () => (await import('./charts')).DonationsChart)
const SubmissionsChart = lazyComponent(async () => (await import('./charts')).SubmissionsChart)

export function DashboardTab() {
  const { can } = useAuth()
  const mayReview = can('can_review_submissions')
  const stats = useQuery(dashboardStatsQuery)

  if (!stats.data)
    return <Loading query={stats} what="The figures" label="Loading figures..." className="my-16" />
  const { data } = stats
  if (!mayReview && Object.values(data).every((figure) => figure === null)) {
    return (
      <EmptyState
        as="h2"
        icon={<ChartNoAxesColumn />}
        title="No figures you can see"
        text="This page shows figures on mentors, mentees, donations, courses, campaigns and grades to the staff who manage them. An administrator can give you more permissions."
      />
    )
  }
  return (
    <div className="grid gap-8">
      <section aria-label="Figures">
        <ul className="grid grid-cols-2 gap-4 empty:hidden max-sm:gap-2 lg:grid-cols-3">
          <Figure icon={<HeartHandshake />} label="Mentors" value={data.mentor_count} />
          <Figure icon={<Users />} label="Mentees" value={data.mentee_count} />
          <Figure
            icon={<HandCoins />}
            label="Total Donations"
            value={data.donation_total}
            format={formatDollars}
          />
          <Figure icon={<BookOpen />} label="Active Courses" value={data.active_course_count} />
          <Figure icon={<Mail />} label="Email Campaigns" value={data.campaign_count} />
          <Figure
            icon={<GraduationCap />}
            label="Average Grade"
            value={data.average_grade}
            format={formatPercent}
            note={gradeNote(data.grade_count)}
          />
        </ul>
      </section>
      <Period mayReview={mayReview} />
      {data.donation_total !== null && <FundraisingPanel total={data.donation_total} />}
      <PartBoundary failure="The charts could not be loaded.">
        <div className="grid items-start gap-8 lg:grid-cols-2 lg:[&>:only-child]:col-span-2">
          {can('can_manage_donations') && <DonationsChart />}
          {mayReview && <SubmissionsChart />}
        </div>
      </PartBoundary>
    </div>
  )
}

interface FigureProps {
  icon: ReactNode
  label: string
  /** Null where the caller may not see it */
  value: number | null
  format?: (value: number) => string
  note?: string | undefined
}

function Figure({ icon, label, value, format = formatCount, note }: FigureProps) {
  if (value === null) return null
  return (
    <li className="flex min-w-0 items-start gap-4 rounded-card border border-line bg-paper-raised p-5 shadow-card max-sm:p-3">
      <span
        aria-hidden="true"
        className="grid size-12 flex-none place-items-center max-sm:hidden rounded-full bg-forest-100 text-forest-700 [&>svg]:size-6"
      >
        {icon}
      </span>
      <div className="min-w-0">
        <h2 className="font-sans text-base font-semibold text-ink-soft">{label}</h2>
        <p className="font-display text-heading break-words text-forest-900">{format(value)}</p>
        {note && <p className="text-sm text-ink-soft">{note}</p>}
      </div>
    </li>
  )
}

function gradeNote(gradeCount: number | null): string | undefined {
  if (gradeCount === null) return undefined
  if (gradeCount === 0) return 'No grades counted yet'
  return gradeCount === 1 ? '1 grade counted' : `${formatCount(gradeCount)} grades counted`
}
