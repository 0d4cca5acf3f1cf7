import { MutationObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { queryClient } from '@/app/query-client'
import { resources } from '@/app/resources'
import type { ImportTarget } from '@/engine/core/define-resource'
import { checkFile } from '@/engine/import/check-file'
import { choiceKey } from '@/engine/import/contradictions'
import { ownColumns } from '@/engine/import/columns'
import { importForm } from '@/engine/import/import-form'
import { importRows, importStateQuery, undoImport } from '@/engine/import/import-queries'
import { openQuestions, planFor } from '@/engine/import/plan'
import { readCsv } from '@/engine/import/read-csv'
import { importedPledges } from '@/features/crm/giving/pledges/imported-pledges'
import { movingIn, years } from '../moving-in'
import { admin, backend, setUpScreens } from './screen'

/* A foundation moves in: its files are imported, labels and receipts printed, and all taken back. */

setUpScreens({ trustProxy: true })

const signal = new AbortController().signal
const donations: ImportTarget = resources.find(({ slug }) => slug === 'donors')!

/** Imports a file with the answers that staff would give: new funds are added, days begin with the month. */
async function bring(resource: ImportTarget, name: string, text: string) {
  const form = importForm(resource)!
  const table = readCsv(new TextEncoder().encode(text), ownColumns(form))
  const known = await form.linked!.load(signal)
  const file = { ...table, known }
  const guessed = planFor(file, form)
  const choices = Object.fromEntries(
    guessed.contradictions.flatMap((one) =>
      one.values
        .filter(({ proposed }) => proposed === undefined)
        .map(({ value }) => [choiceKey(one, value), 'add' as const]),
    ),
  )
  const plan = planFor(file, form, guessed.mapping, { ...guessed, choices })
  expect(openQuestions(form, plan)).toEqual([])
  const checked = await checkFile({ resource, form, file, plan, signal, onProgress: () => {} })
  expect(checked.refused).toEqual([])
  expect(checked.duplicates).toEqual([])
  const id = crypto.randomUUID()
  const outcome = await new MutationObserver(queryClient, importRows(resource)).mutate({
    file: { id, name, rows: checked.ready, isAttested: true },
    signal,
    onProgress: () => {},
  })
  expect(outcome).toEqual({ kind: 'stored', rows: checked.ready.length })
  return { id, leftOut: checked.leftOut.map(({ reasons }) => reasons.join()) }
}

async function takeBack({ table }: ImportTarget, id: string) {
  const { untouched } = await queryClient.fetchQuery(importStateQuery(table, id))
  return new MutationObserver(queryClient, undoImport(table)).mutate({
    id,
    confirmed: { untouched },
  })
}

/** The number of rows and a sum of each table's content, except the log and receipts that went out. */
const everything = () =>
  backend.exclusive(async (pg) => {
    const { rows: tables } = await pg.query<{ name: string }>(
      `select format('%I.%I', nspname, relname) as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where nspname in ('public', 'private') and relkind = 'r' and relname !~ '^change_log|issued_receipts|rate' order by 1`,
    )
    const state: Record<string, unknown> = {}
    for (const { name } of tables) {
      const { rows } = await pg.query(
        `select count(*)::int as number, sum(('x' || substr(md5(stored::text), 1, 8))::bit(32)::bigint)::text as content from ${name} as stored`,
      )
      state[name] = rows[0]
    }
    return state
  })

async function movesIn(count: number) {
  const { gifts, pledges, onPaper, given, promised, pledgeCount } = movingIn(count)
  await backend.exclusive((pg) =>
    pg.exec('update private.receipt_wording set confirmed_at = now() where true'),
  )
  const before = await everything()

  const ofGifts = await bring(donations, 'gifts.csv', gifts)
  expect(ofGifts.leftOut).toEqual(['This is a total'])
  const ofPledges = await bring(importedPledges, 'pledges.csv', pledges)

  const stored = await backend.exclusive(async (pg) => {
    const { rows } = await pg.query(
      `select
        (select count(distinct person_id)::int from public.donations join private.imported_rows on row_id = id) as donors,
        (select round(sum(amount) * 100)::int from public.donations join private.imported_rows on row_id = id) as given,
        (select count(*)::int from public.gift_pledges join private.imported_rows on row_id = id) as pledges,
        (select round(sum(amount) * 100)::int from public.gift_pledges join private.imported_rows on row_id = id) as promised,
        (select round(sum(part.amount) * 100)::int from public.pledge_installments part join private.imported_rows on row_id = pledge_id) as due`,
    )
    return rows[0]
  })
  expect(stored).toEqual({
    ...{ donors: count, given, pledges: pledgeCount, promised, due: promised },
  })

  const ids = await backend.exclusive(async (pg) => {
    const { rows } = await pg.query<{ id: string }>(
      'select distinct person_id as id from public.donations join private.imported_rows on row_id = donations.id',
    )
    return rows.map(({ id }) => id)
  })
  const listed = (await admin
    .rpc('letters', { list: 'donors', ids })
    .throwOnError()) as unknown as {
    data: {
      letters: { name: string; street: string; city: string; postal_code: string }[]
    }
  }
  const { letters } = listed.data
  expect(letters).toHaveLength(count)
  const wrong = letters.filter(
    ({ name, street, city, postal_code }) =>
      !name || !street || !city || !/^\d{5}$/.test(postal_code),
  )
  expect(wrong).toEqual([])
  const codes = letters.map(({ postal_code }) => postal_code)
  expect(codes).toEqual(codes.toSorted())

  const printed: string[] = []
  for (;;) {
    const pile = crypto.randomUUID()
    const run = { of_year: years[0], new_pile: pile }
    const issued = (await admin.rpc('print_receipts', run).throwOnError()) as { data: number }
    if (issued.data === 0) break
    const answer = (await admin
      .rpc('receipt_pile', { of_pile: pile })
      .throwOnError()) as unknown as {
      data: { name: string; total: number }[]
    }
    const receipts = answer.data
    expect(receipts.every(({ total }) => total > 0)).toBe(true)
    printed.push(...receipts.map(({ name }) => name))
  }
  expect(printed.filter((name) => onPaper.includes(name)).toSorted()).toEqual(onPaper.toSorted())

  const pledgesBack = await takeBack(importedPledges, ofPledges.id)
  expect(pledgesBack).toEqual({ removed: pledgeCount, kept: 0 })
  const giftsBack = await takeBack(donations, ofGifts.id)
  expect(giftsBack).toEqual({ removed: count * years.length, kept: 0 })
  return { before, after: await everything() }
}

it('a file of 60 donors with pledges and five years of gifts is imported, printed and taken back whole', async () => {
  const { before, after } = await movesIn(60)
  expect(after).toEqual(before)
})

it('so is one of 2,000 donors and 10,000 gifts', { tags: 'long' }, async () => {
  const { before, after } = await movesIn(2000)
  expect(after).toEqual(before)
})
