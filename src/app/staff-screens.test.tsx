import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, Outlet } from 'react-router-dom'
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { AuthContext, type Auth } from '@/shared/auth/auth-context'
import { authOf } from '@/shared/auth/auth-of'
import { roleLabel, roles, type Role } from '@/shared/auth/roles'
import { App } from './app'

// The routes, guards, layout and dashboards are the real ones; what lies around them is not.
const current = vi.hoisted(() => ({ auth: null as Auth | null, isBroken: false }))
vi.mock('./account-area', () => ({
  AccountArea: () => (
    <AuthContext value={current.auth}>
      <Outlet />
    </AuthContext>
  ),
}))
vi.mock('./public-layout', () => ({ PublicLayout: () => <Outlet /> }))
vi.mock('@/features/site/pages/home-page', () => ({ HomePage: () => <h1>Home</h1> }))
vi.mock('@/features/demo/demo-users-page', () => ({ DemoUsersPage: () => <h1>Demo Users</h1> }))
vi.mock('@/features/submissions/review/submissions-page', () => ({
  SubmissionsPage: () => {
    if (current.isBroken) throw new Error('boom')
    return <h1>Form Submissions</h1>
  },
}))

interface Seen {
  cards: readonly string[]
  ticks: readonly string[]
  /** Which of the guarded addresses are linked, and open. */
  areas: readonly string[]
  account: 'staff' | 'supporter'
}

const fundraising = ['Total Donations', 'Donation Management']
const programming = ['Active Programs', 'Program Management']
const fundraisingTicks = ['View Financials', 'Manage Donations']

const nothing: Seen = { cards: [], ticks: [], areas: [], account: 'supporter' }
const both: Seen = {
  cards: [...fundraising, ...programming],
  ticks: [...fundraisingTicks, 'Manage Programs'],
  areas: [],
  account: 'staff',
}
const programs: Seen = {
  cards: programming,
  ticks: ['Manage Programs'],
  areas: [],
  account: 'staff',
}

const expected: Record<Role, Seen> = {
  admin: {
    cards: [...fundraising, ...programming, 'Form Submissions', 'CRM', 'Demo Users'],
    ticks: [...fundraisingTicks, 'Manage Users', 'Manage Programs'],
    areas: ['/form-submissions', '/crm', '/demo-users'],
    account: 'staff',
  },
  director: both,
  development_manager: both,
  staff: programs,
  mentor: programs,
  accounting: { cards: fundraising, ticks: fundraisingTicks, areas: [], account: 'staff' },
  program_manager: { ...nothing, account: 'staff' },
  fundraiser: { ...nothing, account: 'staff' },
  mentee: nothing,
  student: nothing,
  donor: nothing,
  supporter: nothing,
  user: nothing,
}

const allTicks = ['View Financials', 'Manage Users', 'Manage Programs', 'Manage Donations']

/** Opens an address and waits for the page that it ends on. */
async function open(address: string, auth: Auth): Promise<string> {
  current.auth = auth
  render(
    <MemoryRouter initialEntries={[address]}>
      <App />
    </MemoryRouter>,
  )
  const heading = await screen.findByRole('heading', { level: 1 }, { timeout: 10_000 })
  return heading.textContent ?? ''
}

const hrefs = (links: HTMLElement[]) => links.map((link) => link.getAttribute('href'))

beforeAll(async () => {
  // Loaded beforehand, so that no test waits for a chunk.
  await Promise.all([
    import('./protected-route'),
    import('@/features/portal/account-page'),
    import('@/features/portal/login-page'),
    import('@/features/portal/staff-layout'),
    import('@/features/portal/staff-dashboard-page'),
  ])
}, 60_000)

describe.each(roles)('%s', (role) => {
  const seen = expected[role]
  const guarded = (page: string, address: string) => (seen.areas.includes(address) ? page : 'Home')

  it('sees the cards, ticks and links of the role on /admin-dashboard', async () => {
    const profile = { fullName: 'Ada Winters', email: 'ada@example.org' }
    expect(await open('/admin-dashboard', authOf(role, { profile }))).toBe('Admin Dashboard')
    const main = within(screen.getByRole('main'))
    expect(main.getByText('Welcome, Ada Winters')).toBeVisible()
    expect(main.getByText(roleLabel(role))).toBeVisible()

    const cards = main.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
    expect(cards.toSorted()).toEqual([...seen.cards, 'Your Permissions'].toSorted())

    const panel = main.getByRole('region', { name: 'Your Permissions' })
    const told = within(panel)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
    expect(told).toEqual(
      allTicks.map((label) => `${label}: ${seen.ticks.includes(label) ? 'yes' : 'no'}`),
    )

    expect(new Set(hrefs(main.queryAllByRole('link')))).toEqual(new Set(seen.areas))
    const [menu] = screen.getAllByRole('navigation', { name: 'Staff' })
    expect(hrefs(within(menu!).getAllByRole('link'))).toEqual([
      '/admin-dashboard',
      ...seen.areas,
      '/admin',
    ])
    expect(within(menu!).getByRole('button', { name: 'Sign Out' })).toBeVisible()
  })

  it('sees figures on /admin-dashboard only as samples', async () => {
    await open('/admin-dashboard', authOf(role))
    for (const title of ['Total Donations', 'Active Programs']) {
      const card = screen.queryByRole('region', { name: title })
      if (card) expect(card).toHaveTextContent('Sample figure')
    }
  })

  it('is sent by each guard where they belong', async () => {
    for (const [page, address] of [
      ['Demo Users', '/demo-users'],
      ['Form Submissions', '/form-submissions'],
    ] as const) {
      expect(await open(address, authOf(role))).toBe(guarded(page, address))
      cleanup()
    }
  })

  it('sees the right home on /admin', async () => {
    expect(await open('/admin', authOf(role))).toBe(`Welcome, ${role}@example.org`)
    expect(screen.getByText(roleLabel(role))).toBeVisible()
    const isStaff = seen.account === 'staff'
    expect(screen.queryAllByText('$23,450')).toHaveLength(isStaff ? 1 : 0)
    expect(hrefs(screen.getAllByRole('link')).includes('/admin-dashboard')).toBe(isStaff)
    expect(hrefs(screen.getAllByRole('link')).includes('/get-involved/donate')).toBe(!isStaff)
  })
})

it.each(['/admin', '/admin-dashboard', '/demo-users', '/form-submissions'])(
  'a visitor of %s is asked to sign in',
  async (address) => {
    expect(await open(address, authOf('user', { user: null }))).toBe('Supporter Portal')
  },
)

describe('a named permission', () => {
  it('opens the CRM, and nothing else, to whoever holds one', async () => {
    const permissions = new Set(['can_manage_mentors'] as const)
    await open('/admin-dashboard', authOf('supporter', { permissions }))
    expect(hrefs(within(screen.getByRole('main')).getAllByRole('link'))).toEqual(['/crm'])
  })

  it('shows the CRM on the home of somebody who is no staff', async () => {
    const permissions = new Set(['can_manage_mentors'] as const)
    await open('/admin', authOf('supporter', { permissions }))
    expect(hrefs(screen.getAllByRole('link'))).toContain('/crm')
  })

  it.each([
    ['Donation Management', 'can_manage_donations'],
    ['Program Management', 'can_manage_programs'],
  ] as const)(
    '%s leads to the CRM with %s, and says without it what is missing',
    async (title, permission) => {
      await open('/admin-dashboard', authOf('director', { permissions: new Set([permission]) }))
      const card = screen.getByRole('region', { name: title })
      expect(within(card).getByRole('link')).toHaveAttribute('href', '/crm')
      cleanup()

      await open('/admin-dashboard', authOf('director'))
      const closed = screen.getByRole('region', { name: title })
      expect(within(closed).queryByRole('link')).toBeNull()
      expect(closed).toHaveTextContent('An administrator can grant it.')
    },
  )
})

it('a screen that breaks leaves the menu, and with it the way to the others', async () => {
  current.isBroken = true
  onTestFinished(() => {
    current.isBroken = false
  })
  expect(await open('/form-submissions', authOf('admin'))).toBe('This page could not be shown')
  expect(console.error).toHaveBeenCalled()
  vi.mocked(console.error).mockClear()
  const [menu] = screen.getAllByRole('navigation', { name: 'Staff' })
  await userEvent.click(within(menu!).getByRole('link', { name: 'Dashboard' }))
  expect(await screen.findByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
})

it('greets by e-mail where there is no name', async () => {
  await open('/admin-dashboard', authOf('donor', { profile: { fullName: null, email: null } }))
  expect(screen.getByText('Welcome, donor@example.org')).toBeVisible()
})
