import { MutationObserver } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import fc from 'fast-check'
import { createClient } from '@supabase/supabase-js'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { queryClient } from '@/app/query-client'
import { resources } from '@/app/resources'
import { csvLines, type CsvValue } from '@/shared/lib/csv'
import { allRows, type SelectRows } from '@/engine/core/all-rows'
import { type Field, type ImportForm, type Resource, type Row } from '@/engine/core/define-resource'
import { ownColumns } from '@/engine/import/columns'
import { importForm } from '@/engine/import/import-form'
import { checkFile } from '@/engine/import/check-file'
import { rowChecker, type Checked, type Values } from '@/engine/import/check-rows'
import { EarlierImports } from '@/engine/import/earlier-imports'
import { importRows, importStateQuery, undoImport } from '@/engine/import/import-queries'
import { planFor } from '@/engine/import/plan'
import { readCsv } from '@/engine/import/read-csv'
import { localKeys, localPassword } from '../../supabase/embedded/config'
import { randomCell } from '../random-tables'
import { backend, button, draw, notices, service, setUpScreens, someone } from './screen'
import { signedIn } from './signed-in'
import { newAddress } from '../embedded/support'

setUpScreens({ trustProxy: true })

afterEach(() => queryClient.clear())

type Importable = [Resource, ImportForm]
const importable = resources.flatMap((resource): Importable[] => {
  const form = importForm(resource)
  return form ? [[resource, form]] : []
})

const signal = new AbortController().signal
const bytes = (text: string) => new TextEncoder().encode(text)

const texts: Record<Field['kind'], fc.Arbitrary<string>> = {
  text: randomCell,
  textarea: randomCell,
  tel: fc.oneof(randomCell, fc.constantFrom('+231 77 555 0101', '0077 5550199')),
  email: fc.constantFrom('', 'ada@example.org', " Grace.O'Neil+1@example.org ", 'josé@example.org'),
  date: fc
    .date({
      min: new Date('2020-01-01'),
      max: new Date(Date.now() - 86_400_000),
      noInvalidDate: true,
    })
    .map((date) => date.toISOString().slice(0, 10)),
  // Small ones often: a field may refuse large ones.
  number: fc.oneof(fc.nat(60), fc.integer({ min: 1, max: 1_000_000 })).map(String),
  select: fc.constant(''),
}

/** Texts of which a form takes only some */
const words: Readonly<Record<string, readonly string[]>> = {
  method: ['', 'check', 'mobile_money'],
  tribute: ['', 'honor', 'memory'],
}

/** The values that the form of a resource stores. */
function randomValues(form: ImportForm): fc.Arbitrary<Values> {
  const { schema, fields } = form
  const own = ownColumns(form)
  const shape = schema.shape as Record<
    string,
    { safeParse: (text: string) => { success: boolean } }
  >
  const stored = Object.entries(fields).filter(([key]) => key in shape)
  const record = Object.fromEntries(
    stored.map(([key, field]) => {
      const part = shape[key]!
      const text =
        key === 'created_at'
          ? texts.date.map((day) => `${day}T05:30:00.123456+00:00`)
          : key === 'payment_id'
            ? fc.oneof(
                fc.constant(''),
                fc.uuid().map((id) => `pi_${id.replaceAll('-', '')}`),
              )
            : key === 'refunded'
              ? fc.constant('0')
              : key === form.linked?.field || !own.includes(key)
                ? fc.constant('')
                : key in words
                  ? fc.constantFrom(...words[key]!)
                  : field.kind === 'select'
                    ? fc.constantFrom(...field.options)
                    : texts[field.kind]
      return [key, text.filter((value) => part.safeParse(value).success)]
    }),
  )
  return fc
    .record(record)
    .filter((typed) => schema.safeParse(typed).success)
    .map((typed) => paired(schema.parse(typed)))
    .map((values) =>
      Object.fromEntries(Object.entries(values).filter(([key]) => own.includes(key))),
    )
}

/** What was given in exchange has a value, and none above the gift; a tribute has a name. */
function paired(values: Values): Values {
  const { amount, exchange, exchange_value } = values
  const isWrong = !exchange || !exchange_value || Number(exchange_value) > Number(amount)
  const isNamed = Boolean(values.tribute && values.tribute_name)
  return {
    ...values,
    ...('exchange' in values && isWrong && { exchange: null, exchange_value: null }),
    ...('tribute' in values && !isNamed && { tribute: null, tribute_name: null }),
  }
}

/** The rows of a file as they would be imported. */
function read([resource, form]: Importable, file: Uint8Array): Checked {
  const table = readCsv(file, ownColumns(form))
  const { header, rows, headerRow } = table
  const plan = planFor(table, form)
  const options = { form, plan, duplicateKeys: [], columns: header.length, headerRow }
  const { check, checked } = rowChecker(options)
  rows.forEach(check)
  expect(checked.refused, resource.slug).toEqual([])
  return checked
}

const asExported = (rows: readonly object[]) => {
  const names = Object.keys(rows[0]!)
  return csvLines([
    names,
    ...rows.map((row) => names.map((name) => (row as Record<string, CsvValue>)[name])),
  ])
}

async function stored({ table }: Resource): Promise<Row[]> {
  const rows: Row[] = []
  // Past the grants, with protected fields.
  const select: SelectRows = (columns) =>
    service.from(table as 'mentors').select(columns) as unknown as ReturnType<SelectRows>
  for await (const batch of allRows(select, signal)) {
    rows.push(...batch)
  }
  return rows
}

async function store(resource: Resource, rows: Checked['ready'], id = crypto.randomUUID()) {
  const file = { id, name: 'rows.csv', rows, isAttested: true }
  const outcome = await new MutationObserver(queryClient, importRows(resource)).mutate({
    file,
    signal,
    onProgress: () => {},
  })
  return { id, outcome }
}

/** Like the dialog, with the numbers that it shows. */
async function confirmUndo({ table }: Resource, id: string, withChanged = false) {
  const shown = await queryClient.fetchQuery(importStateQuery(table, id))
  const { untouched, changed, along } = shown
  const confirmed = { untouched, ...(withChanged && { changed, ...along }) }
  return new MutationObserver(queryClient, undoImport(table)).mutate({ id, confirmed })
}

/** The log since a moment, without author and time. */
async function logged(kind: string): Promise<string[]> {
  const { data } = await service
    .from('change_log')
    .select('action, record_name, changes')
    .eq('record_kind', kind)
    .in('action', ['added', 'imported', 'undone', 'removed'])
    .order('id')
    .throwOnError()
  return data.map(({ action, record_name, changes }) =>
    [action, record_name, JSON.stringify(changes)].join(' '),
  )
}

describe.each(importable)('$tab ($table)', (...[resource, form]) => {
  it('gives back what was exported, whatever was typed', () => {
    fc.assert(
      fc.property(fc.array(randomValues(form), { minLength: 1, maxLength: 5 }), (rows) => {
        const exported = rows.map((row) => ({ id: crypto.randomUUID(), ...row, status_since: '' }))
        const { ready } = read([resource, form], bytes(asExported(exported)))
        const own = ownColumns(form)
        const kept = ready.map(({ values }) =>
          Object.fromEntries(Object.entries(values).filter(([key]) => own.includes(key))),
        )
        expect(kept).toEqual(rows)
      }),
      { numRuns: 100 },
    )
  })

  it('stores a file once, recognizes its rows, and leaves none after an undo', async () => {
    const before = await stored(resource)
    const first = resource.duplicateKeys?.[0] ?? []
    const isAlike = (row: object, other: object) =>
      first.every((key) => String(row[key as never]) === String(other[key as never]))
    const rows = fc
      .sample(randomValues(form), 40)
      // PGlite mistakes it for a byte order mark.
      .filter((row) => !Object.values(row).some((value) => String(value).startsWith('\ufeff')))
      .filter(
        (row, at, all) =>
          at === all.findIndex((one) => isAlike(one, row)) &&
          // By chance one may already exist.
          !(resource.isUnique && before.some((one) => isAlike(one, row))),
      )
    const { ready } = read([resource, form], bytes(asExported(rows)))
    const log = await logged(resource.table)
    const { id, outcome } = await store(resource, ready)
    expect(outcome).toEqual({ kind: 'stored', rows: rows.length })
    // The answer was lost.
    expect((await store(resource, ready, id)).outcome).toEqual(outcome)
    const after = await stored(resource)
    expect(after).toHaveLength(before.length + rows.length)
    expect(await logged(resource.table)).toEqual([
      ...log,
      expect.stringMatching(`^imported rows.csv .*"rows": ?${rows.length}`),
    ])

    const added = after.filter((row) => !before.some((one) => one.id === row.id))
    const file = readCsv(bytes(asExported(added)), ownColumns(form))
    const plan = planFor(file, form)
    const again = await checkFile({ resource, form, file, plan, signal, onProgress: () => {} })
    expect(again.refused).toEqual([])
    const isTold = added.filter((row) =>
      resource.duplicateKeys?.some(([key]) => row[key!] !== null),
    )
    expect(again.duplicates).toHaveLength(isTold.length)
    const copy = await store(resource, again.duplicates)
    // A payment has one gift.
    const kept = Object.keys(form.fields).filter((key) => key !== 'payment_id')
    const bare = (all: readonly Row[]) =>
      all.map((row) => JSON.stringify(kept.map((key) => row[key]))).toSorted()
    const twice = await stored(resource)
    if (!resource.isUnique && copy.outcome.kind === 'stored') {
      const copied = twice.filter((row) => !after.some((one) => one.id === row.id))
      expect(bare(copied)).toEqual(bare(isTold))
    } else expect(twice).toEqual(after)

    await confirmUndo(resource, copy.id).catch(() => {})
    expect(await confirmUndo(resource, id)).toEqual({ removed: rows.length, kept: 0 })
    expect(await stored(resource)).toEqual(before)
    const traces = await backend.exclusive(
      async (pg) => (await pg.query('select from private.imported_rows')).rows,
    )
    expect(traces).toEqual([])
    expect(await logged(resource.table)).toContainEqual(
      expect.stringMatching(`^undone rows.csv .*"rows": ?${rows.length}`),
    )
  })
})

it('takes gifts as a spreadsheet writes them, each with its day', async () => {
  const donors = resources.find(({ slug }) => slug === 'donors')!
  const text = 'Name;Gift;Frequency;Date\r\nGrace Church;"$1,250.00";Monthly;7/4/2025\r\n'
  const { ready } = read([donors, importForm(donors)!], bytes(text))
  const { id } = await store(donors, ready)
  const [gift] = (await stored(donors)).filter((row) => row.id === ready[0]!.id)
  expect(gift).toMatchObject({
    donor_name: 'Grace Church',
    amount: 1250,
    donation_type: 'monthly',
    created_at: '2025-07-04T05:00:00+00:00',
  })
  expect(await confirmUndo(donors, id)).toEqual({ removed: 1, kept: 0 })
})

describe('the dialog that undoes an import', () => {
  const mentees = resources.find(({ slug }) => slug === 'mentees')!
  const named = (...names: string[]) =>
    names.map((first_name, at) => ({
      row: at + 2,
      cells: [],
      id: crypto.randomUUID(),
      values: { first_name, last_name: 'Dialog' },
    }))
  const assign = (mentee: string, programs: readonly number[]) =>
    backend.exclusive((pg) =>
      pg.query(
        `insert into public.program_mentees (program_id, mentee_id)
        select id, $1 from (select id, row_number() over (order by name) as place from public.programs) as listed
        where place = any ($2)`,
        [mentee, programs],
      ),
    )
  const left = async () =>
    (await stored(mentees))
      .filter((row) => row.last_name === 'Dialog')
      .map((row) => row.first_name)
      .toSorted()

  it('counts what would be removed, and asks again when there is more by now', async () => {
    const rows = named('Assigned', 'Enrolled', 'Same')
    await store(mentees, rows)
    await assign(rows[0]!.id, [1, 2])
    await backend.exclusive((pg) =>
      pg.query(
        `insert into public.enrolments (course_id, mentee_id, state)
        select id, $1, 'withdrawn' from public.courses limit 1`,
        [rows[1]!.id],
      ),
    )
    draw(<EarlierImports resource={mentees} />)
    const user = someone()
    await user.click(await button('Undo import of rows.csv'))
    const dialog = await screen.findByRole('dialog', { name: 'Undo import of “rows.csv”?' })
    expect(await button('Remove 1 mentee')).toBeEnabled()
    expect(dialog).toHaveTextContent('1 mentee is unchanged and will be removed.')
    expect(dialog).toHaveTextContent(
      '1 mentee was changed, or is used elsewhere, and will be kept.',
    )
    expect(dialog).toHaveTextContent(
      '1 mentee will be kept in any case, because you can’t remove what depends on it.',
    )
    const box = 'Remove this one too, and 2 program assignments with it'
    await user.click(screen.getByRole('checkbox', { name: box }))

    await assign(rows[0]!.id, [3])
    await user.click(await button('Remove 2 mentees'))
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Nothing was undone.')
    expect(alert).toHaveTextContent('would now remove more than you confirmed')
    expect(await left()).toEqual(['Assigned', 'Enrolled', 'Same'])

    await user.click(await screen.findByRole('checkbox', { name: box.replace('2', '3') }))
    const control = await button('Remove 2 mentees')
    await waitFor(() => expect(control).toBeEnabled())
    await user.click(control)
    await waitFor(() =>
      expect(notices).toContainEqual(expect.objectContaining({ title: '2 mentees removed' })),
    )
    expect(notices.at(-1)).toMatchObject({ description: '1 was kept.' })
    expect(await left()).toEqual(['Enrolled'])
  })

  it('is offered for 30 days, and the list shows until when', async () => {
    const { id } = await store(mentees, named('Aged'))
    draw(<EarlierImports resource={mentees} />)
    expect(await screen.findAllByText(/^Can be undone until/)).not.toEqual([])
    const buttons = screen.getAllByRole('button', { name: 'Undo import of rows.csv' })
    await backend.exclusive((pg) =>
      pg.query(
        "update private.imports set created_at = '2026-01-31T12:00:00Z', file_name = 'old.csv' where id = $1",
        [id],
      ),
    )
    await queryClient.invalidateQueries()
    expect(await screen.findByText('old.csv')).toBeVisible()
    expect(screen.getByText(/^Could be undone until/)).toHaveTextContent(
      'Could be undone until Mar 2, 2026',
    )
    expect(screen.getAllByRole('button')).toHaveLength(buttons.length - 1)
    await expect(confirmUndo(mentees, id)).rejects.toThrow('An import can be undone for 30 days.')
    expect(await left()).toContain('Aged')
  })
})

describe('on a bad line, or with rows that are refused', () => {
  const mentors = resources.find(({ slug }) => slug === 'mentors')!
  // Two batches.
  const rows = Array.from({ length: 510 }, (_, at) => ({
    row: at + 2,
    cells: [],
    id: crypto.randomUUID(),
    values: { first_name: `Row ${at}`, last_name: 'Person' },
  }))
  /** How many answers to batches get lost from now on. */
  let lost = 0
  let before: Row[]
  let client: typeof signedIn.client

  const signIn = async (email: string) => {
    const flaky = createClient(backend.url, localKeys.publishable, {
      auth: { persistSession: false, autoRefreshToken: false },
      global: {
        headers: { 'cf-connecting-ip': newAddress() },
        fetch: async (...request) => {
          const answer = await fetch(...request)
          if (!answer.url.includes('import_rows') || (lost -= 1) < 0) return answer
          throw new TypeError('The answer was lost.')
        },
      },
      realtime: { transport: class {} as never },
    })
    const account = { email, password: localPassword }
    expect((await flaky.auth.signInWithPassword(account)).error).toBeNull()
    signedIn.client = client = flaky
  }
  beforeEach(() => {
    signedIn.client = client
  })
  beforeAll(async () => {
    await signIn('admin@kindlewell.test')
    before = await stored(mentors)
  })

  it('sends a batch again after a lost answer, and stores nothing twice', async () => {
    lost = 1
    const { id, outcome } = await store(mentors, rows)
    expect(outcome).toEqual({ kind: 'stored', rows: rows.length })
    expect(await stored(mentors)).toHaveLength(before.length + rows.length)
    await confirmUndo(mentors, id)
    expect(await stored(mentors)).toEqual(before)
  })

  it(
    'continues an interrupted import later, and undoes it as a whole',
    { tags: 'long' },
    async () => {
      lost = 3
      const { id, outcome } = await store(mentors, rows)
      expect(outcome).toEqual({ kind: 'interrupted' })
      lost = 0
      expect((await store(mentors, rows, id)).outcome).toEqual({
        kind: 'stored',
        rows: rows.length,
      })
      expect(await confirmUndo(mentors, id)).toEqual({ removed: rows.length, kept: 0 })
      expect(await stored(mentors)).toEqual(before)
    },
  )

  it('leaves nothing after a refusal in the middle, and shows why', async () => {
    lost = 0
    const bad = rows.with(-1, { ...rows.at(-1)!, values: { first_name: '', last_name: 'Person' } })
    expect((await store(mentors, bad)).outcome).toEqual({
      kind: 'nothing',
      reason: 'First name: This value cannot be stored',
    })
    expect(await stored(mentors)).toEqual(before)
  })

  it('leaves nothing when it is cancelled', async () => {
    const controller = new AbortController()
    const outcome = await new MutationObserver(queryClient, importRows(mentors)).mutate({
      file: { id: crypto.randomUUID(), name: 'rows.csv', rows, isAttested: false },
      signal: controller.signal,
      onProgress: () => controller.abort(),
    })
    expect(outcome).toEqual({ kind: 'nothing' })
    expect(await stored(mentors)).toEqual(before)
  })

  it('keeps a row that a colleague changed, and removes it on request', async () => {
    const controller = new AbortController()
    const id = crypto.randomUUID()
    const changed = rows[7]!.id
    const outcome = await new MutationObserver(queryClient, importRows(mentors)).mutate({
      file: { id, name: 'rows.csv', rows, isAttested: false },
      signal: controller.signal,
      onProgress: () => {
        void service.from('mentors').update({ bio: 'Met in May' }).eq('id', changed).then()
        controller.abort()
      },
    })
    expect(outcome).toEqual({ kind: 'partiallyReverted', rows: 1 })
    const ids = new Set(before.map((row) => row.id))
    const left = (await stored(mentors)).filter((row) => !ids.has(row.id))
    expect(left.map((row) => row.id)).toEqual([changed])
    expect(await confirmUndo(mentors, id, true)).toEqual({ removed: 1, kept: 0 })
    expect(await stored(mentors)).toEqual(before)
  })

  it('leaves an import to an admin when the right ends, and tells the user', async () => {
    await signIn('mentors@kindlewell.test')
    const id = crypto.randomUUID()
    const outcome = await new MutationObserver(queryClient, importRows(mentors)).mutate({
      file: { id, name: 'rows.csv', rows, isAttested: false },
      signal,
      onProgress: () =>
        void backend.exclusive((pg) => pg.exec('delete from public.user_permissions')),
    })
    expect(outcome).toEqual({ kind: 'interrupted', reason: 'You may not import into this list.' })
    await signIn('admin@kindlewell.test')
    expect(await confirmUndo(mentors, id)).toEqual({ removed: 500, kept: 0 })
    expect(await stored(mentors)).toEqual(before)
  })
})
