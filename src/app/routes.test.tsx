import { cleanup, render, screen, within, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { AuthContext, type Auth } from '@/shared/auth/auth-context'
import { permissionNames } from '@/shared/auth/permissions'
import { roleLabel, roles, type Role } from '@/shared/auth/roles'
import { App } from './app'
import { authOf } from '../../tests/auth-of'

// Routes, guards, layouts and dashboards are the real ones; the session and the other pages are not.
const current = vi.hoisted(() => ({ auth: null as Auth | null, isBroken: false }))
vi.mock('@/shared/auth/auth-provider', () => ({
  AuthProvider: ({ children }: { children: React.ReactNode }) => (
    <AuthContext value={current.auth}>{children}</AuthContext>
  ),
}))
vi.mock('@/features/site/pages/home-page', () => ({ HomePage: () => <h1>Home</h1> }))
vi.mock('./crm-page', () => ({ CrmPage: () => <h1>CRM Dashboard</h1> }))
vi.mock('@/features/crm/accounts/demo-users-page', () => ({
  DemoUsersPage: () => <h1>Demo Users</h1>,
}))
vi.mock('@/features/crm/change-log/change-log-page', () => ({
  ChangeLogPage: () => <h1>Change Log</h1>,
}))
vi.mock('@/features/crm/mail/mail-page', () => ({ MailPage: () => <h1>Mail</h1> }))
vi.mock('@/features/crm/demo/demo-dashboard-page', () => ({
  DemoDashboardPage: () => <h1>Admin Dashboard</h1>,
}))
vi.mock('./submissions-page', () => ({
  Submissions: () => {
    if (current.isBroken) throw new Error('boom')
    return <h1>Form Submissions</h1>
  },
}))

// Requests of the pages stay pending for the whole test.
beforeEach(() => {
  vi.stubGlobal('fetch', () => new Promise(() => {}))
})

const fundraising = {
  cards: ['Total Donations', 'Donation Management'],
  ticks: ['View Financials', 'Manage Donations'],
}
const programs = {
  cards: ['Active Programs', 'Program Management'],
  ticks: ['Manage Programs'],
}
const both = {
  cards: [...fundraising.cards, ...programs.cards],
  ticks: [...fundraising.ticks, ...programs.ticks],
}
const none = { cards: [], ticks: [] }

interface Seen {
  /** On /admin-dashboard, besides those of the routes that the user may enter. */
  cards: readonly string[]
  ticks: readonly string[]
  /** The guarded routes that let in. */
  routes?: readonly string[]
  home: 'staff' | 'supporter'
}

const everyRoute = [
  '/form-submissions',
  '/tasks',
  '/crm',
  '/clearances',
  '/journal',
  '/demo-users',
  '/change-log',
  '/mail',
  '/retention',
  '/faults',
]
const ofRole: Record<Role, Seen> = {
  admin: {
    cards: both.cards,
    ticks: [...both.ticks, 'Manage Users'],
    routes: everyRoute,
    home: 'staff',
  },
  director: { ...both, routes: ['/tasks'], home: 'staff' },
  development_manager: { ...both, routes: ['/tasks'], home: 'staff' },
  staff: { ...programs, routes: ['/tasks'], home: 'staff' },
  mentor: { ...programs, home: 'supporter' },
  accounting: { ...fundraising, routes: ['/tasks'], home: 'staff' },
  program_manager: {
    ...none,
    ticks: ['Manage Programs'],
    routes: ['/tasks', '/crm'],
    home: 'staff',
  },
  fundraiser: { ...none, routes: ['/tasks'], home: 'staff' },
  mentee: { ...none, home: 'supporter' },
  student: { ...none, home: 'supporter' },
  donor: { ...none, home: 'supporter' },
  supporter: { ...none, home: 'supporter' },
  user: { ...none, home: 'supporter' },
}

const pageOf: Record<string, string> = {
  '/form-submissions': 'Form Submissions',
  '/tasks': 'Tasks',
  '/crm': 'CRM Dashboard',
  '/clearances': 'Clearances',
  '/journal': 'Journal',
  '/demo-users': 'Demo Users',
  '/change-log': 'Change Log',
  '/mail': 'Mail',
  '/retention': 'Retention',
  '/faults': 'Faults',
}

/** Opens an address and waits for the page that it ends on. */
async function open(address: string, auth: Auth): Promise<string> {
  cleanup()
  current.auth = auth
  render(
    <MemoryRouter initialEntries={[address]}>
      <App />
    </MemoryRouter>,
  )
  const heading = await screen.findByRole('heading', { level: 1 })
  return heading.textContent ?? ''
}

const main = () => within(screen.getByRole('main'))
const linksIn = (part: Pick<typeof screen, 'queryAllByRole'>) =>
  part.queryAllByRole('link').map((link) => link.getAttribute('href'))
const menu = () => within(screen.getByRole('navigation', { name: 'Staff' }))
/** The routes in the menu, without the lists of the CRM. */
const linksInMenu = () =>
  linksIn(menu()).filter((address) => address !== '/' && !address?.includes('?'))

/** Asserts that menu, cards and guards agree on the routes that a user may enter. */
async function expectRoutes(auth: Auth, entered: readonly string[]) {
  await open('/admin-dashboard', auth)
  const reports = entered.includes('/tasks') ? ['/report-a-concern'] : []
  expect(linksInMenu()).toEqual(['/admin-dashboard', ...entered, '/admin-account', ...reports])
  expect(await open('/report-a-concern', auth)).toBe(
    reports.length > 0 ? 'Report a concern' : 'Home',
  )
  expect(await open('/concerns', auth)).toBe(reports.length > 0 ? 'Concerns' : 'Home')
  await open('/admin-dashboard', auth)
  const ways = linksIn(main()).map((address) => address?.replace(/\?.*/, ''))
  expect(new Set(ways)).toEqual(new Set(entered))
  for (const address of everyRoute) {
    const refusedTo = address === '/crm' ? `Welcome, ${auth.user?.email}` : 'Home'
    const seen = entered.includes(address) ? pageOf[address] : refusedTo
    expect(await open(address, auth)).toBe(seen)
  }
}

beforeAll(async () => {
  // Loaded beforehand, so that no test waits for a chunk.
  await Promise.all([
    import('./account-area'),
    import('@/features/portal/sign-in/login-page'),
    import('./account-page'),
    import('./staff/staff-dashboard-page'),
  ])
}, 60_000)

describe.each(roles)('%s', (role) => {
  const { cards, ticks, routes = [], home } = ofRole[role]

  it('enters the routes of the role, and is sent away from the others', () =>
    expectRoutes(authOf(role), routes))

  it('sees the cards, ticks and figures of the role on /admin-dashboard', async () => {
    const profile = { fullName: 'Ada Winters', email: 'ada@example.org' }
    expect(await open('/admin-dashboard', authOf(role, { profile }))).toBe('Admin Dashboard')
    expect(main().getByText('Welcome, Ada Winters')).toBeVisible()
    expect(main().getByText(roleLabel(role))).toBeVisible()
    const ofRoutes = routes.map((address) => (address === '/crm' ? 'CRM' : pageOf[address]!))
    expect(
      main()
        .getAllByRole('heading', { level: 2 })
        .filter((heading) => !heading.closest('[aria-label="Figures"]'))
        .map(({ textContent }) => textContent)
        .toSorted(),
    ).toEqual([...cards, ...ofRoutes, 'Your Permissions'].toSorted())

    const panel = within(main().getByRole('region', { name: 'Your Permissions' }))
    expect(panel.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
      ['View Financials', 'Manage Users', 'Manage Programs', 'Manage Donations'].map(
        (label) => `${label}: ${ticks.includes(label) ? 'yes' : 'no'}`,
      ),
    )
    for (const title of ['Total Donations', 'Active Programs']) {
      const card = main().queryByRole('region', { name: title })
      const isTheirs =
        role === 'admin' || (role === 'program_manager' && title === 'Active Programs')
      if (card && !isTheirs)
        expect(card).toHaveTextContent('You don’t have permission for this yet')
    }
    expect(main().queryByRole('region', { name: 'Figures' }) !== null).toBe(role === 'admin')
  })

  it('sees the right home on /admin', async () => {
    expect(await open('/admin', authOf(role))).toBe(`Welcome, ${role}@example.org`)
    expect(main().getByText(roleLabel(role))).toBeVisible()
    const isStaff = home === 'staff'
    expect(linksIn(main()).includes('/admin-dashboard')).toBe(isStaff)
    expect(linksIn(main()).includes('/get-involved/donate')).toBe(!isStaff)
    expect(await open('/demo-dashboard', authOf(role))).toBe(isStaff ? 'Admin Dashboard' : 'Home')
  })
})

it.each(permissionNames)(
  '%s opens tasks and the CRM, the queue, clearances and the journal to those who work there, and nothing else',
  (permission) => {
    const queue = permission === 'can_review_submissions' ? ['/form-submissions'] : []
    const isOfBooks = permission === 'can_view_financials' || permission === 'can_manage_donations'
    const journal = isOfBooks ? ['/journal'] : []
    const isOfPrograms =
      permission === 'can_manage_programs' || permission === 'can_verify_clearances'
    const clearances = isOfPrograms ? ['/clearances'] : []
    return expectRoutes(authOf('supporter', { permissions: new Set([permission]) }), [
      ...queue,
      '/tasks',
      '/crm',
      ...clearances,
      ...journal,
    ])
  },
)

it('shows the CRM on the home of a holder of a permission who is not staff', async () => {
  const permissions = new Set(['can_manage_mentors'] as const)
  await open('/admin', authOf('supporter', { permissions }))
  expect(linksIn(main())).toContain('/crm')
})

it.each([
  '/admin',
  '/admin-dashboard',
  '/crm',
  '/demo-users',
  '/form-submissions',
  '/gift-receipt?year=2026',
  '/handed-over?of=ada@example.org',
  '/mentor',
])('a visitor of %s is asked to sign in', async (address) => {
  expect(await open(address, authOf('user', { user: null }))).toBe('Supporter Portal')
})

it.each([
  ['Donation Management', 'can_manage_donations'],
  ['Program Management', 'can_manage_programs'],
] as const)(
  '%s leads to the CRM with %s, and names the missing permission without it',
  async (title, permission) => {
    await open('/admin-dashboard', authOf('director', { permissions: new Set([permission]) }))
    const card = screen.getByRole('region', { name: title })
    expect(within(card).getByRole('link')).toHaveAttribute('href', '/crm')

    await open('/admin-dashboard', authOf('director'))
    const closed = screen.getByRole('region', { name: title })
    expect(within(closed).queryByRole('link')).toBeNull()
    expect(closed).toHaveTextContent('An administrator can grant it.')
  },
)

it('ticks Manage Programs for whoever may manage programs, whatever the role', async () => {
  const permissions = new Set(['can_manage_programs', 'can_manage_donations'] as const)
  await open('/admin-dashboard', authOf('fundraiser', { permissions }))
  const panel = within(main().getByRole('region', { name: 'Your Permissions' }))
  expect(panel.getByText('Manage Programs')).toHaveTextContent('Manage Programs: yes')
  expect(panel.getByText('Manage Donations')).toHaveTextContent('Manage Donations: no')
})

it('keeps the menu beside a broken screen', async () => {
  current.isBroken = true
  onTestFinished(() => {
    current.isBroken = false
  })
  expect(await open('/form-submissions', authOf('admin'))).toBe('This page could not be shown')
  expect(console.error).toHaveBeenCalled()
  vi.mocked(console.error).mockClear()
  await userEvent.click(menu().getAllByRole('link', { name: 'Home' })[0]!)
  const heading = await screen.findByRole('heading', { name: 'Admin Dashboard' })
  await waitFor(() => expect(heading).toHaveFocus())
})

it('greets by email when there is no name', async () => {
  await open('/admin-dashboard', authOf('donor', { profile: { fullName: null, email: null } }))
  expect(screen.getByText('Welcome, donor@example.org')).toBeVisible()
})
