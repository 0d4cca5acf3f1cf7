import { QueryClient } from '@tanstack/react-query'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { expect, it } from 'vitest'
import type { PermissionName } from '@/shared/auth/permissions'
import { authOf } from '../../../../tests/auth-of'
import { draw } from '../../../../tests/draw'
import { SubmissionsChart } from './charts'
import {
  dashboardStatsQuery,
  periodFiguresQuery,
  promisesKeptQuery,
  submissionsByWeekQuery,
} from './dashboard-queries'
import { DashboardTab } from './dashboard-tab'
import { HomeFigures } from './home-figures'

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

type Figures = Awaited<ReturnType<NonNullable<ReturnType<typeof periodFiguresQuery>['queryFn']>>>

function open(
  stats: Partial<Stats>,
  figures: Record<number, Figures> = {},
  permissions: PermissionName[] = [],
  Figures: ComponentType = DashboardTab,
) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  for (const days of [30, 90, 365]) {
    client.setQueryData(periodFiguresQuery(days).queryKey, figures[days] ?? [])
    client.setQueryData(promisesKeptQuery(days).queryKey, [
      {
        kind: 'volunteer',
        due: 8,
        kept: 6,
        median_hours: 63,
        due_before: 0,
        kept_before: 0,
        median_hours_before: null,
      },
    ])
  }
  client.setQueryData(dashboardStatsQuery.queryKey, { ...hidden, ...stats })
  draw(<Figures />, { auth: authOf('staff', { permissions: new Set(permissions) }), client })
}

it('shows only a note without access to any figure', () => {
  open({})
  expect(screen.getByRole('heading', { name: 'No figures you can see' })).toBeVisible()
})

it('shows exactly the figures that the user may see', () => {
  open({ mentor_count: 1_204, campaign_count: 3 })
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Mentors1,204',
    'Email Campaigns3',
  ])
  expect(screen.queryByRole('progressbar')).toBeNull()
})

it('says when there are no figures yet', () => {
  open({ donation_total: 0, average_grade: 0, grade_count: 0 })
  expect(screen.getByText('0.0% of the goal')).toBeVisible()
  expect(screen.getByText('$50,000 remaining')).toBeVisible()
  expect(screen.getByText('No grades counted yet')).toBeVisible()
})

it('says when the goal is exceeded, and how many grades the average counts', () => {
  open({ donation_total: 61_250, average_grade: 87.34, grade_count: 1 })
  expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuetext', '122.5%')
  expect(screen.getByText('Goal exceeded by $11,250')).toBeVisible()
  expect(screen.getByText('87.3%').nextSibling).toHaveTextContent('1 grade counted')
})

it('compares a period with the one before, and the period can be chosen', async () => {
  open(
    { mentor_count: 12 },
    {
      30: [{ figure: 'mentors', this_period: 3, period_before: 2 }],
      365: [
        { figure: 'mentors', this_period: 12, period_before: 0 },
        { figure: 'donated', this_period: 90.5, period_before: 181 },
      ],
    },
  )
  const figures = () =>
    within(screen.getByRole('region', { name: /compared with the period before/ }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
  expect(figures()).toEqual(['New mentors3up from 2'])
  await userEvent.selectOptions(screen.getByLabelText('Period'), 'Last 12 months')
  expect(figures()).toEqual(['New mentors12up from 0', 'Donated$90.50−50% from $181'])
})

it('shows kept promises to reviewers only', () => {
  const figures = { 30: [{ figure: 'submissions', this_period: 9, period_before: 9 }] }
  open({}, figures, ['can_review_submissions'])
  expect(screen.getByRole('row', { name: 'Volunteer 6 of 8 (75%) 2.6 days' })).toBeVisible()
  cleanup()
  open({ mentor_count: 1 }, figures)
  expect(screen.queryByRole('table')).toBeNull()
})

it('shows the user’s figures of the period on the staff home, and the goal to fundraisers', () => {
  const figures = { 30: [{ figure: 'donated', this_period: 90, period_before: 60 }] }
  open({ donation_total: 12_500 }, figures, ['can_manage_donations'], HomeFigures)
  expect(screen.getByText('+50% from $60')).toBeVisible()
  expect(screen.getByText('25.0% of the goal')).toBeVisible()
  cleanup()
  open({}, {}, ['can_manage_programs'], HomeFigures)
  expect(screen.queryByRole('region')).toBeNull()
})

it('stacks a week’s submissions on the axis, with its figures beside them and in the table', () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  client.setQueryData(submissionsByWeekQuery.queryKey, [
    { week: '2026-11-02', volunteer_count: 4, program_count: 3, partnership_count: 1 },
    { week: '2026-11-09', volunteer_count: 0, program_count: 2, partnership_count: 2 },
  ])
  draw(<SubmissionsChart />, { auth: authOf('staff'), client })
  const bars = [...document.querySelectorAll('rect')].map(
    (bar) => `${bar.getAttribute('y')} ${bar.getAttribute('height')}`,
  )
  expect(bars).toEqual(['50% 50%', '12.5% 37.5%', '0% 12.5%', '100% 0%', '75% 25%', '50% 25%'])
  expect(screen.getByText('Volunteers: 4').parentElement).toHaveTextContent(
    'Nov 2, 2026Volunteers: 4Programs: 3Partnerships: 1',
  )
  expect(screen.getByRole('row', { name: 'Nov 9, 2026 0 2 2', hidden: true })).toBeInTheDocument()
})
