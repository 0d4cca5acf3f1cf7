/// <reference types="vite/client" />
import { MutationObserver } from '@tanstack/react-query'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { queryClient } from '@/app/query-client'
import { crmLists } from '@/app/crm-lists'
import { resources } from '@/app/resources'
import { fold } from '@/shared/lib/fold'
import { officeDay } from '@/shared/lib/office-day'
import { allRows, selectRows } from '@/engine/core/all-rows'
import { isEditable, type Field, type Resource, type Row } from '@/engine/core/define-resource'
import { readListState } from '@/engine/core/list-state'
import {
  countQuery,
  matching,
  pageQuery,
  rowsPerPage,
  rowQuery,
} from '@/engine/core/resource-queries'
import { kindNames, kinds } from '@/shared/submissions/kinds'
import { receivedKinds } from '@/shared/data/received-kinds'
import { addRow } from '@/engine/core/row-changes'
import { schemaParts } from '@/engine/core/schema-parts'
import { searchArgument, searchedWords } from '@/engine/core/search-filter'
import { toViewState } from '@/engine/views/view-state'
import { admin, adminId, backend, service, setUpBackend } from './screen'

setUpBackend({ trustProxy: true })

afterEach(() => queryClient.clear())

const listAt = (resource: Resource, { q, ...address }: Record<string, string>) =>
  readListState(resource, {
    search: new URLSearchParams(address).toString(),
    state: { search: q },
  })

/** The rows of one page of the list at an address, where `q` stands for the search. */
function page(resource: Resource, address: Record<string, string> = {}) {
  return queryClient.fetchQuery(pageQuery(resource, listAt(resource, address)))
}

async function count(resource: Resource, address: Record<string, string> = {}) {
  return queryClient.fetchQuery(countQuery(resource, listAt(resource, address)))
}

const ids = (rows: readonly Row[]) => rows.map(({ id }) => id)

/** All rows of the table, or of the list's part of it, past every policy. */
async function stored(
  { table, columns, baseFilter = {}, enteredAt }: Resource,
  sort = '-created_at',
  equalDaysBy: string | undefined = enteredAt,
) {
  // A gift in an open batch is in no list.
  const listed = { ...baseFilter, ...(table === 'donations' && { is_posted: true }) }
  const key = sort.replace('-', '')
  const order = { ascending: !sort.startsWith('-') }
  const emptyIsLeast = columns.some((column) => column.key === key && column.emptyIsLeast)
  const sorted = service
    .from(table)
    .select('*')
    .match(listed)
    .order(key, { ...order, nullsFirst: emptyIsLeast ? order.ascending : !order.ascending })
  const { data } = await (
    equalDaysBy && key === 'created_at'
      ? sorted.order(equalDaysBy, { ...order, nullsFirst: order.ascending })
      : sorted
  )
    .order('id', order)
    .throwOnError()
  return data as unknown as Row[]
}

/** Log entries never change, and a queue row follows its submission. */
const isWrittenByTriggers = ({ table }: Resource) => ['change_log', 'submissions'].includes(table)

async function change({ table }: Resource, id: string, values: object) {
  await service
    .from(table)
    .update(values as never)
    .eq('id', id)
    .throwOnError()
}

it('covers every declaration', () => {
  const sources = import.meta.glob<string>('../../src/**/*.{ts,tsx}', {
    query: '?raw',
    import: 'default',
    eager: true,
  })
  const declaring = Object.entries(sources).flatMap(([file, source]) =>
    file.includes('.test.')
      ? []
      : [...source.matchAll(/^(?:export const \w+ =|  return) defineResource\(/gm)].map(() => file),
  )
  const queue = resources.filter(({ table }) => table === 'submissions')
  // One call makes the lists of the queue.
  expect(resources.length - queue.length).toBe(declaring.length - 1)
})

const withoutGenerated = ({
  search_text: _,
  telephones: _numbers,
  person_id: _person,
  told: _told,
  is_picked: _isPicked,
  booked_day: _bookedDay,
  proved_at: _provedAt,
  ...row
}: Row): Row => row

describe.each(resources)('$tab ($table)', (resource) => {
  const sortable = resource.columns.flatMap(({ key, sortable }) => (sortable ? [key] : []))

  it('reads the columns that it names, in its order, and their number', async () => {
    const rows = await page(resource)
    const expected = await stored(resource, resource.defaultSort)
    expect(expected.length, 'seed.sql has rows of it').toBeGreaterThan(1)
    expect(ids(rows)).toEqual(ids(expected).slice(0, rowsPerPage(resource)))
    const columns = ['id', 'created_at', ...resource.select].toSorted()
    for (const row of rows) expect(Object.keys(row).toSorted()).toEqual(columns)
    expect(await count(resource)).toBe(expected.length)
  })

  it.each(sortable.flatMap((key) => [key, `-${key}`]))('sorts by %s', async (sort) => {
    expect(ids(await page(resource, { sort }))).toEqual(
      ids(await stored(resource, sort)).slice(0, rowsPerPage(resource)),
    )
  })

  it('finds a row by each text that it is called by, without accents, taken literally', async () => {
    const [row] = (await stored(resource)) as [Row]
    const searched = Object.keys(row).filter(
      (key) =>
        key !== 'search_text' &&
        typeof row[key] === 'string' &&
        String(row.search_text).includes(fold(row[key])),
    )
    expect(searched).not.toEqual([])
    for (const key of searched.filter((one) => !(one in (resource.filters ?? {})))) {
      if (isWrittenByTriggers(resource)) {
        expect(ids(await page(resource, { q: row[key] as string })), key).toContain(row.id)
        continue
      }
      await change(resource, row.id, { [key]: 'Núñez O’Łak, "b" (c) 50%_\\d* e.g.' })
      for (const q of ['* , "B" (C) 0%_\\D', "nunez o'lak", 'NÚÑEZ O’ŁAK']) {
        expect(ids(await page(resource, { q })), `${key}: ${q}`).toEqual([row.id])
        expect(await count(resource, { q })).toBe(1)
      }
      await change(resource, row.id, { [key]: row[key] })
    }
  })

  it.each(
    Object.entries(resource.filters ?? {}).flatMap(([key, values]) =>
      values.map((value) => [key, value]),
    ),
  )('narrows list and export down to %s %s', async (key, value) => {
    // A file continues after the last row that it has: it goes by the id.
    const expected = (await stored(resource, '-created_at', 'id')).filter(
      (row) => row[key] === value,
    )
    const list = listAt(resource, { [key]: value })
    const rows = await page(resource, { [key]: value, sort: '-created_at' })
    expect(new Set(ids(rows))).toEqual(new Set(ids(expected).slice(0, rowsPerPage(resource))))
    expect(await count(resource, { [key]: value })).toBe(expected.length)
    const exported: Row[] = []
    const signal = new AbortController().signal
    const select = await matching(queryClient, resource, list)
    for await (const batch of allRows(select, signal, resource.exported?.join())) {
      exported.push(...batch.map(withoutGenerated))
    }
    expect(exported).toEqual(
      expected.map((row) =>
        Object.fromEntries(
          Object.entries(withoutGenerated(row)).filter(
            ([column]) => !resource.protected?.includes(column),
          ),
        ),
      ),
    )
  })

  it.each(resource.ranges ?? [])('narrows down to numbers from one %s to another', async (key) => {
    const rows = await stored(resource)
    const numbers = rows.map((row) => row[key] as number | null)
    const some = numbers.find((number) => number !== null)!
    const address = { [`${key}_from`]: String(some), [`${key}_to`]: String(some + 0.5) }
    const expected = rows.filter(
      (_, at) => numbers[at] !== null && numbers[at]! >= some && numbers[at]! <= some + 0.5,
    )
    expect(expected.length).toBeLessThan(rows.length)
    expect(ids(await page(resource, address))).toEqual(
      ids(expected).slice(0, rowsPerPage(resource)),
    )
  })

  it('is counted by the database as by the app, with each filter and in each view', async () => {
    const rows = await stored(resource)
    const day = officeDay(rows[0]!.created_at)
    const open = rows.find((row) => row.status === 'new' && 'assignee_id' in row)
    if (open) await change(resource, open.id, { assignee_id: adminId })
    const options: Record<string, readonly string[]> = {
      ...resource.filters,
      ...Object.fromEntries(
        (resource.foreignKeyFilters ?? []).map((key) => [key, ['none', adminId]]),
      ),
      ...(resource.views && { view: Object.keys(resource.views) }),
      ...(resource.days && { from: [day], to: [day] }),
      ...Object.fromEntries(
        (resource.ranges ?? []).flatMap((key) => [
          [`${key}_from`, ['50']],
          [`${key}_to`, ['100.5']],
        ]),
      ),
    }
    const lists = [
      {},
      ...Object.entries(options).flatMap(([key, values]) =>
        values.map((value) => ({ [key]: value })),
      ),
      Object.fromEntries(Object.entries(options).map(([key, [value = '']]) => [key, value])),
    ].map((address) => listAt(resource, address))
    for (const list of lists) {
      const state = JSON.stringify(toViewState(resource, list))
      const sql = 'select private.count_view($1, $2, $3, null)::int as total'
      const counted = await backend.exclusive((pg) =>
        pg.query(sql, [resource.table, state, adminId]),
      )
      expect(counted.rows, state).toEqual([
        { total: await queryClient.fetchQuery(countQuery(resource, list)) },
      ])
    }
  })

  it('is written to if its rows have an email address, and a campaign reaches a view of it', async () => {
    const [row] = (await stored(resource)) as [Row]
    const hasEmail = Object.keys(row).some((key) => /(^|_)email$/.test(key))
    // A child gets no campaign: its parents are an audience.
    expect(resource.isAddressed ?? false).toBe(hasEmail && resource.table !== 'mentees')
    if (!resource.isAddressed) return
    const view = {
      id: crypto.randomUUID(),
      owner_id: adminId,
      table_name: resource.table,
      list: '/',
      name: 'Written to',
      state: toViewState(resource, listAt(resource, {})),
    }
    await service.from('saved_views').insert(view).throwOnError()
    const audience = `view:${view.id}`
    const { data } = await admin.rpc('campaign_audience', { audience }).single().throwOnError()
    expect((data as { recipients: number }).recipients).toBeGreaterThan(0)
    await service.from('saved_views').delete().eq('id', view.id).throwOnError()
  })

  if (!isEditable(resource)) return

  it('reads a row for its editor as its form has it', async () => {
    const [row] = (await stored(resource)) as [Row]
    const read = await queryClient.fetchQuery(rowQuery(resource, row.id))
    const columns = Object.keys(resource.fields).filter((key) => !resource.protected?.includes(key))
    expect(read).toEqual(Object.fromEntries(['id', ...columns].map((key) => [key, row[key]])))
  })

  if (!resource.label.add) return

  it('stores a new row with every field, and only once after several tries', async () => {
    const before = await stored(resource)
    const typed = Object.fromEntries(
      Object.entries(resource.fields).map(([key, field]) => [
        key,
        key === 'weekdays' ? 'Mon, Wed' : valueFor(field),
      ]),
    )
    const id = crypto.randomUUID()
    const add = new MutationObserver(queryClient, addRow(resource, id))
    const values = resource.schema(schemaParts).parse(typed)
    await add.mutate(values)
    await add.mutate(values)
    // More was typed before the next try.
    const [first] = Object.entries(resource.fields).flatMap(([key, { kind }]) =>
      kind === 'text' ? [key] : [],
    ) as [string]
    await add.mutate({ ...values, [first]: 'Changed' })
    const added = (await stored(resource)).filter((row) => !ids(before).includes(row.id))
    expect(added).toEqual([expect.objectContaining({ ...values, id, [first]: 'Changed' })])

    const another = new MutationObserver(queryClient, addRow(resource, crypto.randomUUID()))
    if (resource.isUnique) {
      await expect(another.mutate(values)).rejects.toMatchObject({ code: '23505' })
      expect(await stored(resource)).toHaveLength(before.length + 1)
      return
    }
    // A namesake is another person.
    await another.mutate(values)
    const after = await stored(resource)
    expect(after).toHaveLength(before.length + 2)
    expect(after.find((row) => row.id === id)).toEqual(added[0])
  })
})

/** The titles of `loadFailed`, `added` and `addFailed`; `Error` where the message is the backend's own. */
it.each([
  ['users', 'Failed to load users'],
  ['programs', 'Error', 'Program created successfully', 'Error'],
  ['mentors', 'Failed to load mentors', 'Mentor added successfully', 'Failed to add mentor'],
  ['mentees', 'Failed to load mentees', 'Mentee added successfully', 'Failed to add mentee'],
  ['trainers', 'Error', 'Trainer added successfully', 'Error'],
  ['donors', 'Failed to load donations'],
  ['courses', 'Failed to load courses', 'Course added successfully', 'Failed to add course'],
  [
    'campaigns',
    'Failed to load campaigns',
    'Campaign created successfully',
    'Failed to create campaign',
  ],
])('%s names its outcome in its own words', (slug, ...titles) => {
  const { loadFailed, added, addFailed } = crmLists.find((one) => one.slug === slug)!.toasts
  const refusal = Object.assign(new Error('As said'), { code: '42501' })
  const toasts = [loadFailed, added, addFailed].slice(0, titles.length)
  expect(toasts.map((toast) => (typeof toast === 'function' ? toast(refusal) : toast))).toEqual(
    titles.map((title) => (title === 'Error' ? { title, description: 'As said' } : { title })),
  )
})

it('finds the same by the function as by filters: the rows with each word in them', async () => {
  const mentors = crmLists.find(({ slug }) => slug === 'mentors')!
  const odd = ["O’Łak-Núñez d'Arcy", '50%_\\d* (c)', 'a,b "x" {y}', '[z]|^$ ?', '日本語 Ω', 'İ ı ſ']
  const people = odd.map((name) => ({
    first_name: name,
    last_name: 'Odd',
    phone: '(077) 555-0199',
  }))
  await service.from('mentors').insert(people).throwOnError()
  const rows = await stored(mentors)
  const parts = fc.oneof(
    fc
      .tuple(fc.constantFrom(...rows), fc.nat(60), fc.integer({ min: 1, max: 12 }))
      .map(([row, from, length]) => String(row.search_text).slice(from, from + length)),
    fc.string({ unit: 'grapheme-ascii', maxLength: 3 }),
    fc.constantFrom('077 555-0199', '+1 77 5550199', 'NÚÑEZ', '*', '\\', "'", 'in.', 'not.is.'),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(parts, { minLength: 1, maxLength: 3 }), async (typed) => {
      const search = typed.join(' ')
      const words = searchedWords(search)
      fc.pre(words.length > 0)
      const expected = rows.filter(({ search_text }) =>
        words.every((ways) => ways.some((way) => String(search_text).includes(way))),
      )
      for (const isFew of [true, false]) {
        queryClient.setQueryData(
          [
            'finds-few',
            'mentors',
            'is_selective',
            { kind: 'mentors', search: searchArgument(words) },
          ],
          isFew,
        )
        const select = await matching(queryClient, mentors, { search, filters: {} })
        const order = { ascending: false }
        const { data } = await select('id').order('created_at', order).order('id', order)
        expect(ids(data as Row[]), `${search}, few: ${isFew}`).toEqual(ids(expected))
        const { count } = await select('id', { count: 'exact', head: true })
        expect(count).toBe(expected.length)
      }
    }),
    { numRuns: 30 },
  )
})

it.each(kindNames)('reads of each %s what is granted', async (kind) => {
  const { table, columns, one, protectedFields = {} } = kinds[kind]
  await admin.from(table).select(columns.join()).limit(1).throwOnError()
  const { data } = await service.from(table).select('*').limit(1).throwOnError()
  const [row] = data as object[]
  const known = [...columns, ...Object.keys(protectedFields)]
  if (row) expect(known.toSorted()).toEqual(Object.keys(row).toSorted())
  for (const column of Object.keys(protectedFields)) {
    const { error } = await admin.from(table).select(column).limit(1)
    expect(error?.code, column).toBe('42501')
  }
  expect(receivedKinds[kind]!.what).toBe(one)
})
it('exports rows of one moment, more than one answer holds, each once', async () => {
  const crowd = Array.from({ length: 1_001 }, (_, index) => ({
    first_name: 'Mentor',
    last_name: `No. ${index}`,
  }))
  await service.from('mentors').insert(crowd).throwOnError()
  const exported = new Set<unknown>()
  let rows = 0
  const signal = new AbortController().signal
  const select = (columns: string) => selectRows('mentors', columns).eq('first_name', 'Mentor')
  for await (const batch of allRows(select, signal)) {
    for (const { last_name } of batch) exported.add(last_name)
    rows += batch.length
  }
  expect(exported.size).toBe(1_001)
  expect(rows).toBe(1_001)
})

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

it('reads a page far from both ends by its ids, in order', async () => {
  const mentors = resources.find(({ table }) => table === 'mentors')!
  await backend.exclusive((pg) =>
    pg.exec(`alter table public.mentors disable trigger user;
      insert into public.mentors (first_name, last_name, person_id)
      select 'Far', n, (select id from private.people order by id limit 1) from generate_series(1, 3000) n`),
  )
  const { rows } = await backend.exclusive((pg) =>
    pg.query<{ id: string }>(
      'select id from public.mentors order by last_name desc, id desc limit 25 offset 1200',
    ),
  )
  expect(ids(await page(mentors, { sort: '-last_name', page: '49' }))).toEqual(ids(rows as Row[]))
})
