import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'
import { leaders } from '../content/team'
import { AcademyPage } from './academy-page'
import { EarlyChildhoodPage } from './early-childhood-page'
import { ProgramsPage } from './programs-page'
import { TeamPage } from './team-page'

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
})

function open(page: ReactNode) {
  render(<MemoryRouter>{page}</MemoryRouter>)
}

const addresses = (links: HTMLElement[]) => links.map((link) => link.getAttribute('href'))

test('four programs lead to their pages, and to the application for each', () => {
  open(<ProgramsPage />)

  expect(addresses(screen.getAllByRole('link', { name: /^Learn More/ }))).toEqual([
    '/programs/early-childhood',
    '/programs/parent-engagement',
    '/programs/community-partnerships',
    '/programs/teacher-training',
  ])
  expect(addresses(screen.getAllByRole('link', { name: /^Join Program/ }))).toEqual([
    '/get-involved/join-programs?program=early-childhood#apply',
    '/get-involved/join-programs?program=parent-engagement#apply',
    '/get-involved/join-programs?program=community-partnerships#apply',
    '/get-involved/join-programs?program=teacher-training#apply',
  ])
})

test('early childhood shows its limits and links to all three ways to help', () => {
  open(<EarlyChildhoodPage registration={() => null} />)

  const places = screen.getByRole('region', { name: '35 spots remaining' })
  expect(places.querySelector('[data-filled="85"]')).toBeInTheDocument()
  expect(places).toHaveTextContent('85 of 120 places are taken.')
  expect(screen.getByText('children per class').nextSibling).toHaveTextContent('At most 15')
  expect(screen.getByText('years old').nextSibling).toHaveTextContent('3-6')
  expect(screen.getByText('35 spots remaining')).toBeVisible()
  expect(within(places).getByRole('link', { name: 'Apply for a place' })).toHaveAttribute(
    'href',
    '/get-involved/join-programs?program=early-childhood#apply',
  )
  // Like its card at the academy, and like every program's page
  expect(within(places).getByRole('button', { name: 'Register Now' })).toBeVisible()
  const closing = screen.getByRole('region', { name: /Three ways/ })
  expect(addresses(within(closing).getAllByRole('link'))).toEqual([
    '/get-involved/join-programs?program=early-childhood#apply',
    '/get-involved/donate',
    '/get-involved/volunteer',
  ])
})

test('every leader has a mail link, and a LinkedIn link only with a profile', () => {
  vi.spyOn(leaders[4]!, 'linkedin', 'get').mockReturnValue('https://network.example/anjali')
  open(<TeamPage />)

  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Our Team')
  const contacts = addresses(screen.getAllByRole('link', { name: /^Contact/ }))
  expect(contacts).toHaveLength(6)
  expect(contacts.filter((address) => !address?.startsWith('mailto:'))).toEqual([])

  expect(addresses(screen.getAllByRole('link', { name: /^LinkedIn profile of/ }))).toEqual([
    'https://network.example/anjali',
  ])
})

test('the academy has all three panels in its document and shows the chosen one', async () => {
  open(<AcademyPage registration={() => null} />)

  const panels = screen.getAllByRole('tabpanel', { hidden: true })
  expect(panels).toHaveLength(3)
  expect(within(panels[1]!).getAllByRole('link', { name: /^Contact/, hidden: true })).toHaveLength(
    4,
  )
  expect(
    within(panels[1]!)
      .getAllByRole('list', { name: 'Achievements', hidden: true })
      .map((list) => list.children.length),
  ).toEqual([3, 3, 3, 3])
  expect(within(panels[2]!).getByText('150/250')).toBeInTheDocument()

  await userEvent.click(screen.getByRole('tab', { name: 'Programs' }))
  expect(screen.getByRole('tabpanel', { name: 'Programs' })).toHaveAttribute('data-state', 'active')
  expect(panels[0]).toHaveAttribute('data-state', 'inactive')
})
