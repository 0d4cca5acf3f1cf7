import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import Heart from 'lucide-react/icons/heart'
import { useState, type ComponentProps } from 'react'
import { MemoryRouter, useLocation, type Location } from 'react-router-dom'
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { AuthContext } from '@/shared/auth/auth-context'
import { SidePanel } from '@/shared/account-ui/side-panel'
import type { PeopleResults } from './command-palette'
import { StaffLayout, StaffLook } from './staff-layout'
import meanings from '../../../docs/glossary.md?terms'
import { authOf } from '../../../tests/auth-of'

const section = (slug: string, label: string) => ({ slug, label, Icon: Heart })
const sections = {
  crm: [
    section('dashboard', 'Figures'),
    {
      ...section('mentors', 'Mentors'),
      add: { label: 'Add Mentor', requiredRights: ['program_manager'] as const },
    },
    { ...section('donors', 'Donors'), requiredRights: ['can_manage_donations'] as const },
  ],
}

function Page() {
  const { pathname, search, state } = useLocation() as Location<object | null>
  const [isOpen, setIsOpen] = useState(true)
  return (
    <>
      <h1>Page</h1>
      <output aria-label="Address">
        {pathname}
        {search}
        {state && JSON.stringify(state)}
      </output>
      {isOpen && (
        <SidePanel title="Ada" onClose={() => setIsOpen(false)}>
          Details
        </SidePanel>
      )}
    </>
  )
}

const people = {
  requiredRights: ['program_manager'] as const,
  Results: ({ onFind }: ComponentProps<PeopleResults['Results']>) => (
    <button onClick={() => onFind({ person: ' kit@example.org' })}>Kit</button>
  ),
  Panel: ({ person, onClose }: { person: string; onClose: () => void }) => (
    <button onClick={onClose}>Close {person}</button>
  ),
}

function open(
  address: string,
  withPeople = false,
  role: Parameters<typeof authOf>[0] = 'program_manager',
) {
  const auth = authOf(role, { profile: { fullName: 'Ada Winters', email: null } })
  render(
    <MemoryRouter initialEntries={[address]}>
      <AuthContext value={auth}>
        <StaffLook>
          <StaffLayout
            sections={sections}
            counts={{ staffDashboard: () => <b>7</b> }}
            {...(withPeople && { people })}
          >
            <Page />
          </StaffLayout>
        </StaffLook>
      </AuthContext>
    </MemoryRouter>,
  )
  return userEvent.setup()
}

const here = () => screen.getByLabelText('Address').textContent
const rail = () => within(screen.getByRole('navigation', { name: 'Staff' }))

beforeAll(async () => {
  // Loaded beforehand, so that no test waits for a chunk.
  await import('./command-palette')
}, 60_000)

it('shows the areas of a page as tabs there, and as links elsewhere', async () => {
  const user = open('/admin-dashboard')
  expect(rail().getByRole('link', { name: 'Home 7' })).toHaveAttribute('aria-current', 'page')
  expect(rail().queryByRole('tab')).toBeNull()
  expect(rail().queryByText('Donors')).toBeNull()
  await user.click(rail().getByRole('link', { name: 'Mentors' }))
  expect(here()).toBe('/crm?tab=mentors')
  expect(rail().getByRole('tab', { selected: true })).toHaveTextContent('Mentors')

  rail().getByRole('tab', { name: 'Mentors' }).focus()
  await user.keyboard('{ArrowDown}')
  expect(here()).toBe('/crm?tab=dashboard')
  expect(rail().getByRole('tab', { name: 'Figures', selected: true })).toHaveFocus()
  await user.keyboard('{End}')
  expect(here()).toBe('/crm?tab=mentors')
})

it('folds to icons that keep their names, and remembers it', async () => {
  const user = open('/crm')
  await user.click(rail().getByRole('button', { name: 'Show icons only', pressed: false }))
  expect(rail().getByRole('tab', { name: 'Mentors' })).toHaveAttribute('title', 'Mentors')
  cleanup()
  open('/crm')
  expect(rail().getByRole('button', { name: 'Show icons only', pressed: true })).toBeVisible()
})

function standInForLayout() {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
  Element.prototype.scrollIntoView = () => {}
  onTestFinished(() => void Reflect.deleteProperty(Element.prototype, 'scrollIntoView'))
}

it('opens no search that Escape or another page cancelled before its code loaded', async () => {
  standInForLayout()
  open('/crm')
  const ask = () => fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  ask()
  expect(fireEvent.keyDown(document.body, { key: 'Escape' })).toBe(false)
  ask()
  fireEvent.click(rail().getByRole('link', { name: 'Home 7' }))
  expect(here()).toBe('/admin-dashboard')
  await act(() => import('./command-palette'))
  expect(screen.queryByRole('dialog')).toBeNull()
  ask()
  expect(await screen.findByRole('dialog', { name: 'Search' })).toBeVisible()
})

it('opens a found person over the page, and returns to it', async () => {
  standInForLayout()
  const user = open('/crm?tab=mentors&open=1', true)
  await user.keyboard('{Meta>}k{/Meta}')
  await user.click(await screen.findByText('Kit'))
  expect(here()).toMatch(/^\/crm\?tab=mentors&open=1&person=kit%40example\.org/)
  await user.click(screen.getByText('Close kit@example.org'))
  expect(here()).toBe('/crm?tab=mentors&open=1')

  cleanup()
  open('/crm?person=kit@example.org', true)
  await user.click(screen.getByText('Close kit@example.org'))
  expect(here()).toBe('/crm')
})

it('leads with a few keys to a page, or to its add dialog', async () => {
  standInForLayout()
  const user = open('/admin-dashboard')
  await user.keyboard('{Control>}k{/Control}')
  const search = await screen.findByRole('combobox', { name: 'Search' })
  await user.type(search, 'donor')
  expect(screen.getByText('No matches')).toBeVisible()
  await user.clear(search)
  await user.type(search, 'add ment{Enter}')
  expect(here()).toBe('/crm?tab=mentors{"add":true}')
  expect(screen.queryByRole('combobox', { name: 'Search' })).toBeNull()
})

it('finds a page that no menu names, for those who may enter it', async () => {
  standInForLayout()
  const user = open('/admin-dashboard', false, 'admin')
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox', { name: 'Search' }), 'enter gi{Enter}')
  expect(here()).toBe('/enter-gifts')

  cleanup()
  open('/admin-dashboard')
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox', { name: 'Search' }), 'enter gi')
  expect(screen.getByText('No matches')).toBeVisible()
})

it('finds a word of the screens with its meaning, and leads to the first one', async () => {
  standInForLayout()
  const user = open('/admin-dashboard')
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox', { name: 'Search' }), 'due da')
  const words = within(screen.getByRole('group', { name: 'Words' }))
  expect(words.getByRole('option')).toHaveTextContent(`due date${meanings['due date']}`)
  await user.keyboard('{Enter}')
  expect(here()).toBe('/admin-dashboard')
})

it('tells the queue’s tab for programs from the list of the CRM, also among the recent pages', async () => {
  standInForLayout()
  sessionStorage.clear()
  open('/form-submissions?tab=programs', false, 'admin')
  cleanup()
  const user = open('/admin-dashboard', false, 'admin')
  await user.keyboard('{Control>}k{/Control}')
  const recent = within(await screen.findByRole('group', { name: 'Recent' }))
  expect(recent.getByRole('option')).toHaveTextContent('Program applicationsForm Submissions')
})

it('lists recently opened pages first', async () => {
  standInForLayout()
  sessionStorage.clear()
  open('/crm?tab=mentors')
  cleanup()
  const user = open('/admin-dashboard')
  await user.keyboard('{Control>}k{/Control}')
  await screen.findByRole('combobox', { name: 'Search' })
  const recent = within(screen.getByRole('group', { name: 'Recent' }))
  expect(recent.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'MentorsCRM',
  ])
})

it('is light or dark as chosen, on this and later visits of the browser', async () => {
  const user = open('/crm')
  const { dataset } = document.documentElement
  expect(dataset).toMatchObject({ staff: '', theme: 'light' })
  await user.click(screen.getByRole('button', { name: 'Account of Ada Winters' }))
  await user.click(await screen.findByRole('menuitemradio', { name: 'Dark' }))
  expect(dataset.theme).toBe('dark')
  expect(localStorage.getItem('appearance')).toBe('dark')
})

it('has room for a panel, which Escape closes', async () => {
  const user = open('/crm')
  expect(screen.getByRole('complementary', { name: 'Ada' })).toHaveTextContent('Details')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull())
})
