import { screen, waitFor, within } from '@testing-library/react'
import Papa from 'papaparse'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { mentees } from '@/features/crm/people/records/mentees'
import { ResourceList } from '@/engine/resource-list'
import { backend, button, draw, field, notices, service, setUpScreens, someone } from './screen'

setUpScreens({ trustProxy: true })

const mother = { parent_name: 'Rita Flomo', parent_phone: '+231 88 555 0203' }
let id: string

const query = async <Row,>(sql: string, given: unknown[] = []) =>
  backend.exclusive(async (pg) => (await pg.query<Row>(sql, given)).rows)
const openings = async () =>
  (await query(`select from public.change_log where action = 'opened' and record_id = $1`, [id]))
    .length

beforeEach(async () => {
  await query(`delete from public.change_log where action in ('opened', 'exported')`)
  await query('delete from public.mentees where last_name = $1', ['Flomo'])
  id = crypto.randomUUID()
  await service
    .from('mentees')
    .insert({ id, first_name: 'Lucky', last_name: 'Flomo', school_name: 'Hill School', ...mother })
    .throwOnError()
})

const list = (search = '') => draw(<ResourceList resource={mentees} />, `/crm?tab=mentees${search}`)

describe('the panel of a mentee', () => {
  it('shows protected fields after a click, which stands beside the record', async () => {
    const user = someone()
    list(`&open=${id}`)
    const part = await screen.findByRole('region', { name: 'Protected fields' })
    expect(document.body).not.toHaveTextContent(/Hill School|Rita/)
    expect(await openings()).toBe(0)

    await user.click(await button('Show protected fields'))
    const shown = await within(part).findByRole('status')
    for (const value of ['Hill School', ...Object.values(mother)]) {
      expect(shown).toHaveTextContent(value)
    }
    expect(await openings()).toBe(1)

    await user.click(within(part).getByText('Opened by'))
    const [opening, ...others] = await within(part).findAllByRole('listitem')
    expect(opening).toHaveTextContent('Grace Tolbert')
    expect(others).toEqual([])
  })

  it('shows nothing where the opening is not recorded', async () => {
    const user = someone()
    list(`&open=${id}`)
    const network = globalThis.fetch
    vi.stubGlobal('fetch', (input: string, init: RequestInit) =>
      input.includes('record_openings')
        ? Promise.reject(new TypeError('Failed to fetch'))
        : network(input, init),
    )
    await user.click(await button('Show protected fields'))
    await waitFor(() => expect(notices.at(-1)).toMatchObject({ title: 'Error' }))
    expect(await button('Show protected fields')).toBeEnabled()
    expect(document.body).not.toHaveTextContent(/Hill School|Rita/)
  })
})

describe('the editor of a mentee', () => {
  const edit = async (user: ReturnType<typeof someone>) => {
    list()
    await screen.findByRole('table')
    await user.click((await screen.findAllByRole('button', { name: 'Edit Lucky Flomo' }))[0]!)
    await waitFor(() => expect(field('Last name')).toHaveValue('Flomo'))
  }
  const stored = async () =>
    (
      await query('select last_name, school_name, parent_phone from public.mentees where id = $1', [
        id,
      ])
    )[0]

  it('opens them first, and keeps what was typed before', async () => {
    const user = someone()
    await edit(user)
    expect(screen.queryByLabelText(/^School/)).toBeNull()
    await user.clear(field('Last name'))
    await user.type(field('Last name'), 'Kollie')
    await user.click(await button('Show protected fields'))
    await waitFor(() => expect(field('School')).toHaveValue('Hill School'))
    expect(field('Last name')).toHaveValue('Kollie')
    await user.clear(field('School'))
    await user.type(field('School'), 'Dale School')
    await user.click(await button('Save Changes'))
    await waitFor(() =>
      expect(notices.at(-1)).toMatchObject({ title: 'Mentee updated successfully' }),
    )
    expect(await stored()).toEqual({
      last_name: 'Kollie',
      school_name: 'Dale School',
      parent_phone: mother.parent_phone,
    })
    expect(await openings()).toBe(1)
    expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('Rita')
  })

  it('saves the other fields without an opening', async () => {
    const user = someone()
    await edit(user)
    await user.clear(field('Last name'))
    await user.type(field('Last name'), 'Kollie')
    await user.click(await button('Save Changes'))
    await waitFor(() => expect(notices.at(-1)).toMatchObject({ tone: 'success' }))
    expect(await stored()).toMatchObject({ last_name: 'Kollie', school_name: 'Hill School' })
    expect(await openings()).toBe(0)
  })

  it('shows when a colleague has changed one of them', async () => {
    const user = someone()
    await edit(user)
    await user.click(await button('Show protected fields'))
    await waitFor(() => expect(field('School')).toHaveValue('Hill School'))
    await query('update public.mentees set school_name = $1 where id = $2', ['Theirs', id])
    await user.clear(field('School'))
    await user.type(field('School'), 'Mine')
    await user.click(await button('Save Changes'))
    expect(await screen.findByRole('alert')).toHaveTextContent('School: Theirs')
    expect(await stored()).toMatchObject({ school_name: 'Theirs' })
    await user.click(await button('Use theirs: School'))
    expect(field('School')).toHaveValue('Theirs')
  })
})

describe('an export of mentees', () => {
  const files: Blob[] = []
  beforeEach(() => {
    files.length = 0
    URL.createObjectURL = vi.fn((file: Blob) => `blob:${files.push(file)}`)
    URL.revokeObjectURL = vi.fn()
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  })
  const lines = async () =>
    Papa.parse<Record<string, string>>(await files[0]!.text(), {
      header: true,
      skipEmptyLines: true,
    }).data
  const exports = () =>
    query<{ changes: object }>(`select changes from public.change_log where action = 'exported'`)
  const start = async (user: ReturnType<typeof someone>) => {
    list('&status=active')
    const control = await button('Export to CSV')
    await waitFor(() => expect(control).toBeEnabled())
    await user.click(control)
  }

  it('leaves protected fields out', async () => {
    const user = someone()
    await start(user)
    await user.click(await button('Export'))
    await waitFor(() => expect(notices.at(-1)).toMatchObject({ title: 'Export Successful' }))
    expect(Object.keys((await lines())[0]!)).toEqual([
      ...['id', 'first_name', 'last_name', 'email', 'status', 'created_at'],
    ])
    expect(await exports()).toEqual([
      { changes: { status: 'active', rows: (await lines()).length } },
    ])
  })

  it('has them for a reason, which the log keeps', async () => {
    const user = someone()
    await start(user)
    await user.click(screen.getByRole('checkbox', { name: 'Include protected fields' }))
    await user.type(field('Reason'), 'Too short')
    await user.click(await button('Export'))
    expect(await screen.findByText('Please write at least 10 characters.')).toBeVisible()
    expect(await exports()).toEqual([])

    await user.type(field('Reason'), ' before, not now')
    await user.click(await button('Export'))
    await waitFor(() => expect(notices.at(-1)).toMatchObject({ title: 'Export Successful' }))
    const written = await lines()
    expect(written.find((row) => row.id === id)).toMatchObject({
      school_name: 'Hill School',
      ...mother,
    })
    expect(await exports()).toEqual([
      {
        changes: {
          status: 'active',
          rows: written.length,
          reason: 'Too short before, not now',
        },
      },
    ])
  })

  it('writes no file where the log is not reached', async () => {
    const user = someone()
    await start(user)
    await user.click(screen.getByRole('checkbox', { name: 'Include protected fields' }))
    await user.type(field('Reason'), 'For the annual report')
    const network = globalThis.fetch
    const asked: string[] = []
    vi.stubGlobal('fetch', (input: string, init: RequestInit) => {
      asked.push(input)
      return input.includes('log_export')
        ? Promise.reject(new TypeError('Failed to fetch'))
        : network(input, init)
    })
    await user.click(await button('Export'))
    await waitFor(() => expect(notices.at(-1)).toMatchObject({ tone: 'error' }))
    expect(files).toEqual([])
    expect(asked.some((address) => address.includes('protected_values'))).toBe(false)
  })
})
