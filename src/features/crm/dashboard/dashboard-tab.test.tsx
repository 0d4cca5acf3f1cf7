import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { AuthContext } from '@/shared/auth/auth-context'
import { authOf } from '@/shared/auth/auth-of'
import { dashboardStatsQuery } from './dashboard-queries'
import { DashboardTab } from './dashboard-tab'

type Stats = Awaited<ReturnType<NonNullable<typeof dashboardStatsQuery.queryFn>>>

const hidden: Stats = {
  mentor_count: null,
  mentee_count: null,
  donation_total: null,
  active_course_count: null,
  campaign_count: null,
  average_grade: null,
  grade_count: null,
}

function open(stats: Partial<Stats>) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  client.setQueryData(dashboardStatsQuery.queryKey, { ...hidden, ...stats })
  render(
    <QueryClientProvider client={client}>
      <AuthContext value={authOf('staff')}>
        <DashboardTab />
      </AuthContext>
    </QueryClientProvider>,
  )
}

it('is nothing but a word to who may see no figure', () => {
  open({})
  expect(screen.getByRole('heading', { name: 'No figures for you here' })).toBeVisible()
})

it('shows the figures that somebody may see, and no other', () => {
  open({ mentor_count: 1_204, campaign_count: 3 })
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Mentors1,204',
    'Email Campaigns3',
  ])
  expect(screen.queryByRole('progressbar')).toBeNull()
})

it('says when there is nothing yet', () => {
  open({ donation_total: 0, average_grade: 0, grade_count: 0 })
  expect(screen.getByText('0.0% of the goal')).toBeVisible()
  expect(screen.getByText('$50,000 remaining')).toBeVisible()
  expect(screen.getByText('No grades counted yet')).toBeVisible()
})

it('says when the goal is exceeded, and of how many grades the average is', () => {
  open({ donation_total: 61_250, average_grade: 87.34, grade_count: 1 })
  expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuetext', '122.5%')
  expect(screen.getByText('Goal reached, and $11,250 beyond it')).toBeVisible()
  expect(screen.getByText('87.3%').nextSibling).toHaveTextContent('1 grade counted')
})
