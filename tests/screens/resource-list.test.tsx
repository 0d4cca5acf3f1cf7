/// <reference types="vite/client" />
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import Papa from 'papaparse'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi, type Mock } from 'vitest'
import { donations } from '@/features/crm/giving/gifts/donations'
import { mentors } from '@/features/crm/people/records/mentors'
import type { Auth } from '@/shared/auth/auth-context'
import type { Resource, Row } from '@/engine/core/define-resource'
import { ResourceList } from '@/engine/resource-list'
import { backend, draw, notices, onAPhone, service, setUpScreens, someone, type } from './screen'
import { authOf } from '../auth-of'

setUpScreens({ trustProxy: true })

const ROWS = 28
const number = (n: number) => String(n).padStart(2, '0')
const person = (n: number) => ({
  first_name: `First ${number(n)}`,
  last_name: `Last ${number((n * 7) % ROWS)}`,
  email: `person.${number(n)}@example.org`,
  expertise: `Skill ${n % 4}`,
  bio: `About ${number(n)}`,
  status: n % 3 === 0 ? ('inactive' as const) : ('active' as const),
  created_at: `2026-01-${number(n + 1)}T12:00:00.123456Z`,
})

/** Failing requests, by method and address. */
let faulty: RegExp | undefined
let scrolledIntoView: Mock<() => void>

beforeEach(async () => {
  faulty = undefined
  scrolledIntoView = vi.fn()
  Element.prototype.scrollIntoView = scrolledIntoView
  const network = globalThis.fetch
  vi.stubGlobal('fetch', (input: string, init: RequestInit = {}) =>
    faulty?.test(`${init.method ?? 'GET'} ${decodeURIComponent(input)}`)
      ? Promise.reject(new TypeError('Failed to fetch'))
      : network(input, init),
  )
  await run('delete from public.mentors')
  await service
    .from('mentors')
    .insert(Array.from({ length: ROWS }, (_, n) => person(n)))
    .throwOnError()
})
afterEach(() => {
  cleanup()
  const errors = faulty ? [] : vi.mocked(console.error).mock.calls
  expect(errors).toEqual([])
})

it('lists rows newest first, page by page, with their number', async () => {
  const user = open()
  await shows(await stored((query) => query.limit(25)))
  expect(await screen.findByText('28 mentors')).toHaveRole('status')
  await user.click(screen.getByRole('button', { name: 'Next' }))
  await shows(await stored((query) => query.range(25, 49)))
  expect(address).toBe('?tab=x&page=2')
  expect(scrolledIntoView).toHaveBeenCalledOnce()
  // At the end of the list the button keeps the focus and does no more.
  expect(screen.getByRole('button', { name: 'Next' })).toHaveFocus()
  await user.keyboard('{Enter}')
  expect(address).toBe('?tab=x&page=2')
})

it('shows the last page for a page beyond it', async () => {
  open('?tab=x&page=400')
  await shows(await stored((query) => query.range(25, 49)))
  expect(address).toBe('?tab=x&page=2')
})

it('sorts by a column, then in the opposite order', async () => {
  const user = open()
  const [button] = await screen.findAllByText('Name', { selector: 'th button' })
  for (const direction of ['ascending', 'descending']) {
    await user.click(button!)
    expect(button!.closest('th')).toHaveAttribute('aria-sort', direction)
    await shows(await stored((query) => query.limit(25), 'last_name', direction === 'ascending'))
  }
})

it('searches during typing, and Back leaves the search', async () => {
  const user = open()
  await user.type(searchBox(), 'person.07')
  await waitFor(() => expect(searched).toBe('person.07'))
  expect(address).toBe('?tab=x')
  await shows(await stored((query) => query.eq('first_name', 'First 07')))
  await user.click(await screen.findByRole('button', { name: 'Elsewhere' }))
  await waitFor(() => expect(searchBox()).toHaveValue('Last'))
  await user.click(screen.getByRole('button', { name: 'Back' }))
  await waitFor(() => expect(searchBox()).toHaveValue('person.07'))
})

it('counts many matches of a large table up to 1,000, and fewer exactly', async () => {
  await run(`insert into public.mentors (first_name, last_name, email, status)
    select 'First', 'Of many', 'many.' || n || '@example.org', 'active' from generate_series(1, 973) n`)
  const network = globalThis.fetch
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const isCountOfAll = init.method === 'HEAD' && !input.includes('search_text')
    const answer = await network(input, init)
    return isCountOfAll ? new Response(null, { headers: { 'content-range': '*/100001' } }) : answer
  })
  const user = open()
  expect(await screen.findByText('100,001 mentors')).toHaveRole('status')
  // No index finds two letters.
  await user.type(searchBox(), 'fi')
  expect(await screen.findByText('1,000+ mentors')).toHaveRole('status')
  await user.click(screen.getByRole('button', { name: 'Next' }))
  expect(await screen.findByText('Page 2')).toBeVisible()
  await waitFor(() => expect(screen.getAllByRole('rowheader')).toHaveLength(25))

  await run(`delete from public.mentors where email = 'many.1@example.org'`)
  await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'active')
  expect(await screen.findByText('990 mentors')).toHaveRole('status')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), '')
  await user.type(searchBox(), '{Backspace}{Backspace}st')
  expect(await screen.findByText('1,000 mentors')).toHaveRole('status')
  expect(screen.getByText('Page 1 of 40')).toBeVisible()
})

it('keeps the input when something else of the list changes', async () => {
  const user = open('?tab=x&page=2')
  await user.type(searchBox(), 'person.0')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'inactive')
  expect(searchBox()).toHaveValue('person.0')
  await waitFor(() => expect(address).toBe('?tab=x&status=inactive'))
  expect(searched).toBe('person.0')
  await shows(await stored((query) => query.like('email', 'person.0%').eq('status', 'inactive')))
})

it('shows when nothing is found, and shows all again', async () => {
  const user = open()
  await user.type(searchBox(), '\0nowhere%')
  expect(await screen.findByText('No mentors found')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Show all mentors' }))
  await shows(await stored((query) => query.limit(25)))
  expect(searchBox()).toHaveValue('')
})

it('shows when there is nothing yet', async () => {
  await run('delete from public.mentors')
  open()
  expect(await screen.findByText('No mentors yet')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Export to CSV' })).toBeDisabled()
})

it('exports all matching rows, with the columns of the table', async () => {
  const files = catchFiles()
  const user = open('?status=active')
  await exportNow(user)
  await waitFor(() => expect(titles()).toContain('Export Successful'))
  expect(notices.at(-1)?.description).toMatch(/^mentors_\d{4}-\d\d-\d\d\.csv has been downloaded$/)
  const lines = Papa.parse<Record<string, string>>(await files[0]!.text(), {
    header: true,
    skipEmptyLines: true,
  }).data
  const rows = await stored((query) => query.eq('status', 'active'))
  expect(lines.map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
  const { search_text: _, telephones: __, person_id: ___, told: ____, ...columns } = rows[0]!
  expect(Object.keys(lines[0]!).sort()).toEqual(Object.keys(columns).sort())
})

it.each<[string, (user: UserEvent) => Promise<void>]>([
  ['is cancelled', (user) => user.click(screen.getByRole('button', { name: 'Cancel' }))],
  ['is cancelled by leaving the list', async () => Promise.resolve(cleanup())],
])('an export that %s downloads nothing', async (_how, leave) => {
  const files = catchFiles()
  const user = open()
  let answer = () => {}
  await exportNow(user, () => {
    const network = globalThis.fetch
    vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
      await new Promise<void>((resolve) => (answer = resolve))
      init.signal?.throwIfAborted()
      return network(input, init)
    })
  })
  await screen.findByRole('group', { name: 'Export' })
  await leave(user)
  answer()
  await waitFor(() => expect(titles()).toEqual(['Export cancelled']))
  expect(files).toEqual([])
})

it('shows that a list cannot be read, and reads it at the next try', async () => {
  faulty = /mentors/
  const user = open()
  const alert = await screen.findByRole('alert')
  expect(titles()).toContain('Failed to load mentors')
  faulty = /^$/
  await user.click(within(alert).getByRole('button', { name: 'Try again' }))
  await shows(await stored((query) => query.limit(25)))
})

it(
  'says how many words a search may have, and keeps the typed ones',
  { tags: 'long' },
  async () => {
    const user = open()
    const words = 'abcdefghijklmnopqrstu'.split('').join(' ')
    await user.type(searchBox(), words)
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('A search has up to 20 words and 2,000 letters.')
    expect(searchBox()).toHaveValue(words)
    vi.mocked(console.error).mockClear()
  },
)

it(
  'shows that the number cannot be read, and still pages and exports',
  { tags: 'long' },
  async () => {
    faulty = /^HEAD /
    const files = catchFiles()
    const user = open()
    await shows(await stored((query) => query.limit(25)))
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('The number of mentors could not be loaded.')
    await exportNow(user)
    await waitFor(() => expect(files).toHaveLength(1))
    await user.click(screen.getByRole('button', { name: 'Next' }))
    await shows(await stored((query) => query.range(25, 49)))
    expect(screen.getByText('Page 2')).toBeVisible()
    faulty = /^$/
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Page 2 of 2')).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
  },
)

it('shows that the number is missing also where a page is empty', { tags: 'long' }, async () => {
  faulty = /^HEAD /
  open('?page=9')
  expect(await screen.findByRole('alert')).toBeVisible()
  expect(screen.queryByText('Loading mentors...')).toBeNull()
})

it('offers no changes to those without the right', async () => {
  open('', authOf('supporter'))
  await screen.findByRole('table')
  expect(screen.queryByLabelText(/^(Edit|Deactivate|Reactivate) /)).toBeNull()
})

it('offers no changes where the resource is only read', async () => {
  open('', authOf('admin'), donations)
  await screen.findByRole('table')
  expect(screen.queryByRole('button', { name: /^(Add|Edit) / })).toBeNull()
})

it('marks each required field that is empty, and sends nothing', async () => {
  const user = open()
  await user.click(await screen.findByText('Add Mentor'))
  await user.click(submitButton())
  await waitFor(() =>
    expect(field('First name')).toHaveAccessibleDescription(/Please fill in a first or last name/),
  )
  expect(await stored((query) => query)).toHaveLength(ROWS)
  expect(notices).toEqual([])
})

it(
  'adds a person of the same name after a failed try, and leaves the other as it was',
  { tags: 'long' },
  async () => {
    const [other] = await stored((query) => query.limit(1))
    const user = open()
    await screen.findByRole('table')
    await user.click(screen.getByText('Add Mentor'))
    await type(user, {
      'First name': other!.first_name as string,
      'Last name': other!.last_name as string,
      Bio: 'Someone else',
    })
    await user.click(submitButton())
    await screen.findByText('This mentor may already exist.')
    faulty = /^POST .*mentors/
    await user.click(screen.getByText('Add anyway'))
    expect(await screen.findByText('Failed to add mentor')).toBeVisible()
    faulty = /^$/
    await user.click(screen.getByText('Add anyway'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const { first_name: name } = other as { first_name: string } & Row
    const rows = await stored((query) => query.eq('first_name', name))
    expect(rows.map(({ bio }) => bio)).toEqual(['Someone else', other!.bio])
    expect(await screen.findByText('29 mentors')).toHaveRole('status')
  },
)

it('edits what is stored now, saves what was changed, and leaves the rest', async () => {
  const user = open()
  await user.click((await screen.findAllByLabelText(/^Edit /))[0]!)
  const [old] = await stored((query) => query.limit(1))
  await waitFor(() => expect(field('First name')).toHaveValue(old!.first_name as string))
  // A colleague changes another field.
  await service.from('mentors').update({ bio: 'A colleague' }).eq('id', old!.id).throwOnError()
  await user.clear(field('First name'))
  await type(user, { 'First name': 'Changed' })
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(titles()).toEqual(['Mentor updated successfully'])
  expect(await stored((query) => query.eq('id', old!.id))).toEqual([
    {
      ...old,
      first_name: 'Changed',
      bio: 'A colleague',
      search_text: expect.any(String) as string,
    },
  ])
  await user.click(await screen.findByRole('button', { name: /^Edit Changed/ }))
  await waitFor(() => expect(field('Bio')).toHaveValue('A colleague'))
})

it('keeps what is typed while the answer is under way, in a new row and in a stored one', async () => {
  const network = globalThis.fetch
  let answer = () => {}
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const response = await network(input, init)
    const isWrite = /POST|PATCH/.test(init.method ?? '') && input.includes('/rest/v1/mentors')
    if (isWrite && response.ok) {
      await new Promise<void>((resolve) => (answer = resolve))
    }
    return response
  })
  const bio = async () => (await stored((query) => query.eq('first_name', 'Typed')))[0]?.bio
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'Add Mentor' }))
  await type(user, { 'First name': 'Typed', 'Last name': 'On', Bio: 'one' })
  await user.click(submitButton())
  for (const [before, typed] of [
    ['one', ' two'],
    ['one two', ' three'],
  ]) {
    await waitFor(async () => expect(await bio()).toBe(before))
    await user.type(field('Bio'), typed!)
    answer()
    expect(await screen.findByText('Saved, except your latest typing.')).toBeVisible()
    expect(field('Bio')).toHaveValue(`${before}${typed}`)
    await user.click(submitButton())
  }
  await waitFor(async () => expect(await bio()).toBe('one two three'))
  answer()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  // An existing row with this id is changed instead of added.
  vi.mocked(console.error).mockClear()
})

describe('a field that a colleague changed first', () => {
  async function overtake() {
    const user = open()
    await user.click((await screen.findAllByLabelText(/^Edit /))[0]!)
    const [old] = (await stored((query) => query.limit(1))) as [Row]
    await waitFor(() => expect(field('First name')).toHaveValue(old.first_name as string))
    const theirs = { bio: 'Theirs. '.repeat(50), expertise: 'Theirs' }
    await service.from('mentors').update(theirs).eq('id', old.id).throwOnError()
    await user.clear(field('Bio'))
    await user.clear(field('Expertise'))
    await type(user, { Bio: 'Mine', Expertise: 'Mine' })
    await user.click(screen.getByRole('button', { name: 'Save Changes' }))
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Someone else changed this while you were editing.')
    expect(alert).toHaveTextContent('Expertise: Theirs')
    expect(field('Bio')).toHaveValue('Mine')
    const now = async () => (await stored((query) => query.eq('id', old.id)))[0]
    expect(await now()).toMatchObject(theirs)
    return { user, now, theirs }
  }

  it('is replaced by saving again, unless the colleague’s value is chosen', async () => {
    const { user, now, theirs } = await overtake()
    await user.click(screen.getByRole('button', { name: 'Use theirs: Bio' }))
    expect(field('Bio')).toHaveValue(theirs.bio)
    await user.click(screen.getByRole('button', { name: 'Save Changes' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await now()).toMatchObject({ bio: theirs.bio, expertise: 'Mine' })
  })

  it('is shown again when the colleague changes it once more', { tags: 'long' }, async () => {
    const { user, now } = await overtake()
    const later = { bio: 'Theirs once more. '.repeat(50) }
    await service
      .from('mentors')
      .update(later)
      .eq('id', (await now())!.id)
      .throwOnError()
    await user.click(screen.getByRole('button', { name: 'Save Changes' }))
    await waitFor(() =>
      expect(screen.getByRole('alert')).toHaveTextContent('Bio: Theirs once more.'),
    )
    expect(await now()).toMatchObject(later)
  })
})

it('deactivates a person with a click, keeps the focus, and undoes it', async () => {
  const user = open()
  const [row] = (await stored((query) => query.eq('status', 'active').limit(1))) as [Row]
  const name = mentors.title(row)
  const menu = await screen.findByRole('button', { name: `More actions for ${name}` })
  await user.click(menu)
  await user.click(await screen.findByRole('menuitem', { name: `Deactivate ${name}` }))
  await waitFor(() => expect(titles()).toEqual([`${name} is inactive now`]))
  expect(menu).toHaveFocus()
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('menuitem', { name: `Reactivate ${name}` })).toBeVisible()
  const statusNow = async () => (await stored((query) => query.eq('id', row.id)))[0]?.status
  expect(await statusNow()).toBe('inactive')
  notices[0]!.action!.onClick()
  await waitFor(() => expect(titles()).toContain(`${name} is active now`))
  expect(await statusNow()).toBe('active')
})

it('shows after a failed change what is stored by now', async () => {
  const user = open()
  const [row] = (await stored((query) => query.eq('status', 'active').limit(1))) as [Row]
  const name = mentors.title(row)
  await user.click(await screen.findByRole('button', { name: `More actions for ${name}` }))
  await service.from('mentors').update({ first_name: 'Renamed' }).eq('id', row.id).throwOnError()
  faulty = /^PATCH .*mentors/
  await user.click(await screen.findByRole('menuitem', { name: `Deactivate ${name}` }))
  await waitFor(() => expect(titles()).toEqual(['Failed to update mentor']))
  expect(
    await screen.findByRole('rowheader', { name: `Renamed ${row.last_name as string}` }),
  ).toBeVisible()
  vi.mocked(console.error).mockClear()
})

it('opens a row beside the list, which Escape closes and Back opens again', async () => {
  const user = open()
  const [first, second] = (await stored((query) => query.limit(2))) as [Row, Row]
  const titleOf = (row: Row) => screen.getByRole('button', { name: mentors.title(row) })
  const panel = (row: Row) => screen.findByRole('complementary', { name: mentors.title(row) })
  await screen.findByRole('table')
  await user.click(screen.getAllByRole('cell', { name: first.expertise as string })[0]!)
  expect(await panel(first)).toHaveTextContent(first.bio as string)
  expect(await within(await panel(first)).findByText(/^Added by/)).toBeVisible()
  expect(address).toBe(`?tab=x&open=${first.id}`)

  titleOf(second).focus()
  await user.keyboard('{Enter}')
  const heading = within(await panel(second)).getByRole('heading', { level: 2 })
  expect(heading).toHaveFocus()
  await user.click(within(await panel(second)).getByRole('button', { name: /^Edit / }))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('complementary')).toBeNull()
  expect(titleOf(second)).toHaveFocus()
  expect(address).toBe('?tab=x')
  await user.click(screen.getByRole('button', { name: 'Back' }))
  expect(await panel(second)).toBeVisible()
})

it('does not open a row for a click on what is in it, and shows when there is none', async () => {
  const user = open()
  const [link] = await screen.findAllByRole('link', { name: /^person/ })
  link!.addEventListener('click', (event) => event.preventDefault())
  await user.click(link!)
  await user.click(screen.getAllByRole('button', { name: /^More actions/ })[0]!)
  expect(await screen.findByRole('menu')).toBeVisible()
  expect(screen.queryByRole('complementary')).toBeNull()
  cleanup()
  open(`?open=${crypto.randomUUID()}`)
  const panel = within(await screen.findByRole('complementary'))
  expect(
    await panel.findByText('It was removed, or you no longer have access to it.'),
  ).toBeVisible()
})

it('filters and sorts on a phone in one sheet', async () => {
  onAPhone()
  const user = open()
  await shows(await stored((query) => query.limit(25)))
  await user.click(screen.getByRole('button', { name: 'Filters' }))
  const sheet = within(screen.getByRole('dialog', { name: 'Filters' }))
  await user.selectOptions(sheet.getByRole('combobox', { name: 'Status' }), 'inactive')
  await user.selectOptions(sheet.getByRole('combobox', { name: 'Sort by' }), 'Name, ascending')
  await user.click(sheet.getByRole('button', { name: 'Show' }))
  expect(address).toBe('?tab=x&status=inactive&sort=last_name')
  await shows(await stored((query) => query.eq('status', 'inactive'), 'last_name', true))
  expect(screen.getByRole('button', { name: 'Filters (1)' })).toHaveFocus()
})

it('opens a row on a phone with a click anywhere, as the row has no links', async () => {
  onAPhone()
  const user = open()
  const [first] = (await stored((query) => query.limit(1))) as [Row]
  const table = within(await screen.findByRole('table'))
  const email = (await table.findAllByText(first.email as string))[0]!
  expect(table.queryAllByRole('link')).toEqual([])
  await user.click(email)
  const panel = await screen.findByRole('dialog', { name: mentors.title(first) })
  expect(address).toBe(`?tab=x&open=${first.id}`)
  expect(within(panel).getByRole('link', { name: first.email as string })).toBeVisible()
})

it('imports and exports on a phone from a menu', async () => {
  onAPhone()
  const files = catchFiles()
  const user = open('?status=active')
  await shows(await stored((query) => query.eq('status', 'active').limit(25)))
  await user.click(screen.getByRole('button', { name: 'Filters (1)' }))
  const sheet = within(screen.getByRole('dialog', { name: 'Filters' }))
  expect(sheet.queryByRole('button', { name: /Import|Export/ })).toBeNull()
  await user.click(sheet.getByRole('button', { name: 'Show' }))

  const choose = async (name: string) => {
    await user.click(screen.getByRole('button', { name: 'More actions for mentors' }))
    await user.click(await screen.findByRole('menuitem', { name }))
  }
  await choose('Export to CSV')
  await waitFor(() => expect(titles()).toContain('Export Successful'))
  expect(files).toHaveLength(1)
  await choose('Import')
  expect(await screen.findByRole('dialog', { name: 'Import mentors' })).toBeVisible()
})

it('keeps all that was typed when the database refuses, and shows at which field', async () => {
  const constraint = 'mentors_first_name_refused'
  await run(
    `alter table public.mentors add constraint ${constraint} check (first_name <> 'Refused')`,
  )
  try {
    const user = open()
    await user.click(await screen.findByText('Add Mentor'))
    await type(user, { 'First name': 'Refused', 'Last name': 'Byron' })
    await user.click(submitButton())
    await waitFor(() =>
      expect(field('First name')).toHaveAccessibleDescription(/This value cannot be stored/),
    )
    expect(field('Last name')).toHaveValue('Byron')
    expect(await stored((query) => query)).toHaveLength(ROWS)
    expect(screen.getByRole('alert')).toHaveTextContent('Failed to add mentor')
    vi.mocked(console.error).mockClear()
  } finally {
    await run(`alter table public.mentors drop constraint ${constraint}`)
  }
})

it('forgets what was typed once it is discarded', async () => {
  const user = open()
  await user.click(await screen.findByText('Add Mentor'))
  await type(user, { Bio: 'Half' })
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByText('Add Mentor'))
  expect(field('Bio')).toHaveValue('')
  expect(screen.queryByText(/restored your text/)).toBeNull()
})

function open(search = '?tab=x', auth?: Auth, resource: Resource = mentors) {
  draw(
    <>
      <ResourceList resource={resource} />
      <Address />
    </>,
    `/crm${search}`,
    auth,
  )
  return someone()
}

let address = ''
let searched: string | undefined

function Address() {
  const { search, state } = useLocation() as { search: string; state: { search?: string } | null }
  const navigate = useNavigate()
  useEffect(() => {
    address = search
    searched = state?.search
  }, [search, state])
  return (
    <>
      <button onClick={() => void navigate('?tab=x', { state: { search: 'Last' } })}>
        Elsewhere
      </button>
      <button onClick={() => void navigate(-1)}>Back</button>
    </>
  )
}

const titles = () => notices.map(({ title }) => title)
const searchBox = () => screen.getByRole('searchbox', { name: 'Search mentors' })
const field = (label: string) =>
  within(screen.getByRole('dialog')).getByLabelText(new RegExp(`^${label}`))
const submitButton = () =>
  within(screen.getByRole('dialog')).getByRole('button', { name: 'Add Mentor' })

/** The file that the browser downloads. */
function catchFiles(): Blob[] {
  const files: Blob[] = []
  URL.createObjectURL = vi.fn((file: Blob) => `blob:${files.push(file)}`)
  URL.revokeObjectURL = vi.fn()
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  return files
}

/** @param prepare runs once the list is there */
async function exportNow(user: UserEvent, prepare = () => {}) {
  await screen.findByRole('table')
  const button = screen.getByRole('button', { name: 'Export to CSV' })
  await waitFor(() => expect(button).toBeEnabled())
  prepare()
  await user.click(button)
}

/** The rows of the list are these, in this order, and no longer those of the list before. */
async function shows(rows: readonly Row[]) {
  await waitFor(() => {
    const table = screen.getByRole('table')
    expect(table).toHaveAttribute('aria-busy', 'false')
    const headers = [...table.querySelectorAll('[role="rowheader"]')]
    expect(headers.map((header) => header.textContent)).toEqual(rows.map(mentors.title))
  })
}

const select = () => service.from('mentors').select('*')

async function stored(
  narrow: (query: ReturnType<typeof select>) => ReturnType<typeof select>,
  key = 'created_at',
  ascending = false,
) {
  const { data } = await narrow(
    select().order(key, { ascending }).order('id', { ascending }),
  ).throwOnError()
  return data as unknown as Row[]
}

async function run(sql: string) {
  await backend.exclusive((pg) => pg.exec(sql))
}
