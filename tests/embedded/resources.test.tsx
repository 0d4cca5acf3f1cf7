/// <reference types="vite/client" />
import './dom'
import '@testing-library/jest-dom/vitest'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import Papa from 'papaparse'
import { useEffect } from 'react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '@/app/query-client'
import { resources } from '@/features/crm/resources/resources'
import { AuthContext, type Auth } from '@/shared/auth/auth-context'
import {
  isEditable,
  type EditableResource,
  type Field,
  type Resource,
  type Row,
} from '@/shared/resource/define-resource'
import { ResourceScreen } from '@/shared/resource/resource-screen'
import type { TablesInsert } from '@/shared/supabase/database.types'
import { receiveNotices, type Notice } from '@/shared/ui/notify'
import { serveBackend, type ServedBackend } from '../../supabase/embedded/server'
import { asService, rowCount, signIn, type Client } from './support'

const signedIn = vi.hoisted((): { client?: unknown } => ({}))
vi.mock('@/shared/supabase/client', () => ({
  get supabase() {
    return signedIn.client
  },
}))

// Role queries on whole tables take their time in jsdom.
configure({ asyncUtilTimeout: 10_000 })
vi.setConfig({ testTimeout: 60_000 })

const ROWS = 28
const number = (n: number) => String(n).padStart(2, '0')
const person = (n: number) => ({
  first_name: `First ${number(n)}`,
  last_name: `Last ${number((n * 7) % ROWS)}`,
  email: `person.${number(n)}@example.org`,
  phone: n % 5 === 0 ? null : `+1 512 555 01${number(n)}`,
  status: n % 3 === 0 ? ('inactive' as const) : ('active' as const),
})

interface Messages {
  /** Absent where the message is the backend's own. */
  loadFailed?: string
  added?: string
  addFailed?: string
}

/** What people are told, word for word; every resource needs them. */
const messages: Record<string, Messages> = {
  mentors: {
    loadFailed: 'Failed to load mentors',
    added: 'Mentor added successfully',
    addFailed: 'Failed to add mentor',
  },
  mentees: {
    loadFailed: 'Failed to load mentees',
    added: 'Mentee added successfully',
    addFailed: 'Failed to add mentee',
  },
  trainers: { added: 'Trainer added successfully' },
  donations: { loadFailed: 'Failed to load donations' },
  courses: {
    loadFailed: 'Failed to load courses',
    added: 'Course added successfully',
    addFailed: 'Failed to add course',
  },
  email_campaigns: {
    loadFailed: 'Failed to load campaigns',
    added: 'Campaign created successfully',
    addFailed: 'Failed to create campaign',
  },
}

/** The nth row of each table; every resource needs one. */
const samples: Record<string, (n: number) => object> = {
  mentors: (n): TablesInsert<'mentors'> => ({ ...person(n), expertise: `Skill ${n % 4}` }),
  mentees: (n): TablesInsert<'mentees'> => ({
    ...person(n),
    grade_level: `Grade ${n % 6}`,
    school_name: `School ${n % 4}`,
    parent_name: `Parent ${number(n)}`,
    parent_email: `parent.${number(n)}@example.org`,
  }),
  trainers: (n): TablesInsert<'trainers'> => ({ ...person(n), specialization: `Craft ${n % 4}` }),
  donations: (n): TablesInsert<'donations'> => ({
    donor_name: `Donor ${number(n)}`,
    donor_email: `donor.${number(n)}@example.org`,
    amount: ((n * 7) % ROWS) + 0.5,
    donation_type: n % 3 === 0 ? 'monthly' : 'one-time',
    campaign: n % 2 === 0 ? null : `Campaign ${n % 5}`,
  }),
  courses: (n): TablesInsert<'courses'> => ({
    title: `Course ${number(n)}`,
    description: `About ${number(n)}`,
    category: `Category ${n % 4}`,
    start_date: `2026-03-${number((n % 28) + 1)}`,
    capacity: n % 4 === 0 ? null : n,
    status: n % 3 === 0 ? 'planned' : 'active',
  }),
  email_campaigns: (n): TablesInsert<'email_campaigns'> => ({
    name: `Letter ${number(n)}`,
    subject: `Subject ${number((n * 7) % ROWS)}`,
    content: `Content ${number(n)}`,
    sent_count: n % 3 === 0 ? n : 0,
    status: n % 3 === 0 ? 'sent' : 'draft',
  }),
}

let backend: ServedBackend
let service: Client
let admin: Client
let notices: Notice[]
let stopReceiving: () => void

beforeAll(async () => {
  backend = await serveBackend({ trustProxy: true })
  service = asService(backend)
  admin = await signIn(backend, 'admin')
}, 120_000)
afterAll(() => backend?.stop())

beforeEach(() => {
  signedIn.client = admin
  notices = []
  stopReceiving = receiveNotices((notice) => notices.push(notice))
  vi.spyOn(console, 'error').mockImplementation(() => {})
  localStorage.clear()
})
afterEach(() => {
  cleanup()
  stopReceiving()
  queryClient.clear()
  expect(vi.mocked(console.error).mock.calls).toEqual([])
  vi.restoreAllMocks()
})

describe.each(resources)('$tab', (resource) => {
  beforeEach(() => fill(resource))

  it('lists what is newest first, page by page, with their number', async () => {
    const user = open(resource)
    await shows(resource, await stored(resource, (query) => query.limit(25)))
    expect(await screen.findByText(`${ROWS} ${resource.label.many}`)).toHaveRole('status')
    await user.click(screen.getByRole('button', { name: 'Next' }))
    await shows(resource, await stored(resource, (query) => query.range(25, 49)))
    expect(address).toBe('?tab=x&page=2')
  })

  it('leads from a page beyond the last to the last', async () => {
    open(resource, '?tab=x&page=400')
    await shows(resource, await stored(resource, (query) => query.range(25, 49)))
    expect(address).toBe('?tab=x&page=2')
  })

  it('sorts by every column that offers it, both ways', async () => {
    localStorage.setItem(`hidden-columns:${resource.slug}`, '[]')
    const user = open(resource)
    for (const { key, header } of resource.columns.filter(({ sortable }) => sortable)) {
      for (const direction of ['ascending', 'descending']) {
        // The first column with this text is the header; roles of a whole table are slow to find.
        const [button] = await screen.findAllByText(header, { selector: 'th button' })
        await user.click(button!)
        const ascending = button!.closest('th')!.getAttribute('aria-sort') === 'ascending'
        if (key !== 'created_at') expect(ascending, key).toBe(direction === 'ascending')
        const rows = await stored(resource, (query) => query.limit(25), key, ascending)
        await shows(resource, rows)
      }
    }
  })

  it('finds a row by each column that it searches, whatever is typed', async () => {
    const text = 'A, "b" (c) 50%_\\d* e.g.'
    for (const key of resource.search) {
      const [{ [key]: before }] = (await stored(resource, (query) => query.limit(1))) as [Row]
      const row = await changeOne(resource, { [key]: text })
      const search = '* , "B" (C) 0%_\\D'
      open(resource, `?${new URLSearchParams({ q: search }).toString()}`)
      await shows(resource, [row])
      cleanup()
      await changeOne(resource, { [key]: before }, row.id)
    }
  })

  it('searches while somebody types, without an entry in the history', async () => {
    const [row] = await stored(resource, (query) => query.limit(1))
    const search = resource.title(row!)
    const user = open(resource)
    await user.type(await screen.findByLabelText(`Search ${resource.label.many}`), search)
    await waitFor(() => expect(new URLSearchParams(address).get('q')).toBe(search))
    await shows(resource, [row!])
    expect(screen.getByLabelText(`Search ${resource.label.many}`)).toHaveValue(search)
  })

  it('says when nothing is found, and shows all again', async () => {
    const user = open(resource, '?q=%00nowhere%25')
    expect(await screen.findByText(`No ${resource.label.many} found`)).toBeVisible()
    await user.click(screen.getByRole('button', { name: `Show all ${resource.label.many}` }))
    await shows(resource, await stored(resource, (query) => query.limit(25)))
    expect(screen.getByRole('searchbox')).toHaveValue('')
  })

  it('says when there is nothing yet', async () => {
    await empty(resource)
    open(resource)
    expect(await screen.findByText(`No ${resource.label.many} yet`)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Export to CSV' })).toBeDisabled()
  })

  it('narrows down by every filter', async () => {
    for (const [key, options] of Object.entries(resource.filters ?? {})) {
      for (const option of options) {
        const rows = await stored(resource, (query) => query.eq(key, option).limit(25))
        const user = open(resource)
        await screen.findByRole('table')
        await user.selectOptions(screen.getAllByRole('combobox')[0]!, option)
        if (rows.length > 0) await shows(resource, rows)
        else expect(await screen.findByText(`No ${resource.label.many} found`)).toBeVisible()
        expect(address).toBe(`?tab=x&${key}=${option}`)
        cleanup()
      }
    }
  })

  it('hides and shows columns, and remembers it', async () => {
    const { header } = resource.columns.at(-1)!
    const hidden = resource.hiddenAtFirst?.includes(resource.columns.at(-1)!.key) ?? false
    const user = open(resource)
    await screen.findByRole('table')
    const column = () => screen.queryByRole('columnheader', { name: new RegExp(`^${header}`) })
    expect(column() === null).toBe(hidden)
    await user.click(screen.getByRole('button', { name: 'Columns' }))
    await user.click(await screen.findByRole('menuitemcheckbox', { name: header }))
    await user.keyboard('{Escape}')
    expect(column() === null).toBe(!hidden)
    cleanup()
    open(resource)
    await screen.findByRole('table')
    expect(column() === null).toBe(!hidden)
  })

  it('exports all that matches, in the columns of the table', async () => {
    const [key, [option] = ['']] = Object.entries(resource.filters ?? {})[0]!
    const rows = await stored(resource, (query) => query.eq(key, option!))
    const files: Blob[] = []
    URL.createObjectURL = vi.fn((file: Blob) => `blob:${files.push(file)}`)
    URL.revokeObjectURL = vi.fn()
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    const user = open(resource, `?${key}=${option}`)
    await screen.findByRole('table')
    const button = screen.getByRole('button', { name: 'Export to CSV' })
    await waitFor(() => expect(button).toBeEnabled())
    await user.click(button)
    await waitFor(() => expect(titles()).toContain('Export Successful'))
    expect(notices.at(-1)?.description).toMatch(
      new RegExp(`^${resource.table}_\\d{4}-\\d\\d-\\d\\d\\.csv has been downloaded$`),
    )
    const lines = Papa.parse<Record<string, string>>(await files[0]!.text(), {
      header: true,
      skipEmptyLines: true,
    }).data
    expect(lines.map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
    expect(Object.keys(lines[0]!).sort()).toEqual(Object.keys(rows[0]!).sort())
  })

  it("tells the failure in the specification's words, and tries again", async () => {
    await run(`revoke select on public.${resource.table} from authenticated`)
    try {
      const user = open(resource)
      const alert = await screen.findByRole('alert')
      const title = messages[resource.table]!.loadFailed
      const description = `permission denied for table ${resource.table}`
      expect(notices).toEqual([
        { tone: 'error', ...(title ? { title } : { title: 'Error', description }) },
      ])
      await run(`grant select on public.${resource.table} to authenticated`)
      await user.click(within(alert).getByRole('button', { name: 'Try again' }))
      await shows(resource, await stored(resource, (query) => query.limit(25)))
    } finally {
      await run(`grant select on public.${resource.table} to authenticated`)
      vi.mocked(console.error).mockClear()
    }
  })

  it('offers no changes to those without the permission', async () => {
    open(resource, '', { can: () => false })
    await screen.findByRole('table')
    expect(screen.queryByRole('button', { name: resource.label.add })).toBeNull()
    expect(screen.queryByLabelText(/^(Edit|Deactivate|Reactivate) /)).toBeNull()
  })

  if (!isEditable(resource)) {
    it('is only read', async () => {
      open(resource)
      await screen.findByRole('table')
      expect(screen.queryByRole('button', { name: resource.label.add })).toBeNull()
      expect(screen.queryByLabelText(/^Edit /)).toBeNull()
    })
    return
  }

  it('adds a row with every field', async () => {
    const user = open(resource)
    await user.click(await screen.findByText(resource.label.add))
    const typed = await fillIn(user, resource)
    await user.click(submitButton(resource))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(titles()).toEqual([messages[resource.table]!.added])
    await waitFor(() =>
      expect(screen.getByRole('status')).toHaveTextContent(`${ROWS + 1} ${resource.label.many}`),
    )
    const [newest] = await stored(resource, (query) => query.limit(1))
    expect(newest).toMatchObject(resource.schema.parse(typed))
    expect(newest).toMatchObject({
      status:
        { email_campaigns: 'draft', courses: 'cancelled' }[resource.table as string] ?? 'active',
    })
  })

  it('says at each field what is missing, and sends nothing', async () => {
    const user = open(resource)
    await user.click(await screen.findByText(resource.label.add))
    const dialog = await screen.findByRole('dialog')
    await user.click(submitButton(resource))
    const required = within(dialog)
      .getAllByRole('textbox')
      .filter((box) => box.getAttribute('aria-required') === 'true')
    expect(required.length).toBeGreaterThan(0)
    for (const box of required) {
      await waitFor(() => expect(box).toHaveAccessibleDescription(/Please fill this in/))
    }
    expect(await count(resource)).toBe(ROWS)
    expect(notices).toEqual([])
  })

  it('edits what was changed and leaves the rest', async () => {
    const user = open(resource)
    await user.click((await screen.findAllByLabelText(/^Edit /))[0]!)
    const box = (await screen.findAllByRole('textbox'))[0]!
    const before = (box as HTMLInputElement).value
    const [key] = Object.keys(resource.fields)
    const [old] = await stored(resource, (query) => query.eq(key!, before))
    // Meanwhile somebody else changes another field.
    const other = Object.keys(resource.fields).at(-1)!
    await changeOne(resource, { [other]: 'by@another.example' }, old!.id)
    await user.clear(box)
    await user.type(box, 'Changed')
    await user.click(screen.getByRole('button', { name: 'Save Changes' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(titles()).toEqual([resource.toasts.updated])
    const [row] = await stored(resource, (query) => query.eq('id', old!.id))
    expect(row).toEqual({ ...old, [key!]: 'Changed', [other]: 'by@another.example' })
    expect(
      await screen.findByRole('button', { name: /^Edit .*Changed|^Edit Changed/ }),
    ).toBeVisible()
  })

  it('keeps all that was typed when the database refuses, and says at which field', async () => {
    const [key, { label }] = Object.entries(resource.fields)[0]!
    const constraint = `${resource.table}_${key}_refused`
    await run(
      `alter table public.${resource.table} add constraint ${constraint} check (${key} <> 'Refused')`,
    )
    try {
      const user = open(resource)
      await user.click(await screen.findByText(resource.label.add))
      await fillIn(user, resource)
      const box = screen.getByRole('textbox', { name: new RegExp(`^${label}`) })
      await user.clear(box)
      await user.type(box, 'Refused')
      await user.click(submitButton(resource))
      await waitFor(() => expect(box).toHaveAccessibleDescription(/This value cannot be stored/))
      expect(box).toHaveValue('Refused')
      expect(await count(resource)).toBe(ROWS)
      const title = messages[resource.table]!.addFailed
      const description = expect.stringContaining(constraint) as string
      expect(notices).toEqual([
        { tone: 'error', ...(title ? { title } : { title: 'Error', description }) },
      ])
      vi.mocked(console.error).mockClear()
      await user.clear(box)
      await user.type(box, 'Accepted')
      await user.click(submitButton(resource))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      expect(await count(resource)).toBe(ROWS + 1)
    } finally {
      await run(`alter table public.${resource.table} drop constraint ${constraint}`)
    }
  })

  it('asks before it drops what was typed', async () => {
    const user = open(resource)
    await user.click(await screen.findByText(resource.label.add))
    const box = (await screen.findAllByRole('textbox'))[0]!
    await user.type(box, 'Half')
    await user.keyboard('{Escape}')
    await user.click(await screen.findByRole('button', { name: 'Keep Editing' }))
    expect(box).toHaveValue('Half')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await user.click(await screen.findByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await count(resource)).toBe(ROWS)
  })
})

function open(resource: Resource, search = '?tab=x', auth: Partial<Auth> = { can: () => true }) {
  queryClient.clear()
  render(
    <MemoryRouter initialEntries={[`/crm${search}`]}>
      <QueryClientProvider client={queryClient}>
        <AuthContext value={auth as Auth}>
          <ResourceScreen resource={resource} />
          <Address />
        </AuthContext>
      </QueryClientProvider>
    </MemoryRouter>,
  )
  return userEvent.setup({ delay: null, pointerEventsCheck: 0 })
}

let address = ''

function Address() {
  const { search } = useLocation()
  useEffect(() => {
    address = search
  }, [search])
  return null
}

const titles = () => notices.map(({ title }) => title)

/** The rows of the list are these, in this order, and no longer those of the list before. */
async function shows(resource: Resource, rows: readonly Row[]) {
  await waitFor(() => {
    const table = screen.getByRole('table')
    expect(table).toHaveAttribute('aria-busy', 'false')
    const headers = [...table.querySelectorAll('[role="rowheader"]')]
    expect(headers.map((header) => header.textContent)).toEqual(rows.map(resource.title))
  })
}

type Query = ReturnType<typeof select>
const select = ({ table }: Resource) => service.from(table).select('*')

async function stored(
  resource: Resource,
  narrow: (query: Query) => Query,
  key = 'created_at',
  ascending = false,
) {
  const ordered = select(resource).order(key, { ascending }).order('id', { ascending })
  const { data } = await narrow(ordered).throwOnError()
  return data as unknown as Row[]
}

async function count({ table }: Resource) {
  return rowCount(backend, `public.${table}`)
}

async function run(sql: string) {
  await backend.exclusive((pg) => pg.exec(sql))
}

async function empty({ table }: Resource) {
  await run(`delete from public.${table}`)
}

async function fill(resource: Resource) {
  const sample = samples[resource.table]
  if (!sample) throw new Error(`${resource.tab} needs a sample row`)
  await empty(resource)
  const rows = Array.from({ length: ROWS }, (_, index) => ({
    ...sample(index),
    created_at: `2026-01-${number(index + 1)}T12:00:00.123456Z`,
  }))
  await service.from(resource.table).insert(rows).throwOnError()
}

async function changeOne(resource: Resource, values: object, id?: string) {
  const [row] = await stored(resource, (query) => (id ? query.eq('id', id) : query).limit(1))
  const { data } = await service
    .from(resource.table)
    .update(values as never)
    .eq('id', row!.id)
    .select('*')
    .throwOnError()
  return data[0] as unknown as Row
}

function submitButton({ label }: Resource) {
  return within(screen.getByRole('dialog')).getByRole('button', { name: label.add })
}

async function fillIn(user: ReturnType<typeof userEvent.setup>, { fields }: EditableResource) {
  const dialog = within(await screen.findByRole('dialog'))
  const typed: Record<string, string> = {}
  for (const [key, field] of Object.entries(fields)) {
    const control = dialog.getByLabelText(new RegExp(`^${field.label}`))
    typed[key] = valueFor(field)
    if (field.kind === 'select') await user.selectOptions(control, typed[key])
    else await user.type(control, typed[key])
  }
  return typed
}

function valueFor(field: Field): string {
  if (field.kind === 'select') return field.options.at(-1)!
  return {
    text: 'Some text, "quoted"',
    textarea: 'Several words',
    email: 'new@example.org',
    tel: '+231 77 555 0999',
    date: '2026-05-01',
    number: '12',
  }[field.kind]
}
