import { formatMonth } from '@/shared/lib/format-date'
import { formatDollars } from '@/shared/lib/format-dollars'
import { officeDay } from '@/shared/lib/office-day'
import type { ImportForm, ImportTarget } from '../core/define-resource'
import { joinParts, rowChecker, type Checked, type ReadyRow, type SkippedRow } from './check-rows'
import { storedAlike } from './import-queries'
import type { Plan } from './plan'
import type { CsvTable } from './read-csv'
import type { Refund } from './refunds'
import { unsureDonors } from './unsure-donors'

/** How long the check may block the page */
const SLICE_MS = 8

interface Options {
  resource: Pick<ImportTarget, 'table' | 'duplicateKeys' | 'protected'>
  form: ImportForm
  file: CsvTable
  plan: Plan
  signal: AbortSignal
  onProgress: (share: number) => void
}

/**
 * Checks all rows by the schema, against each other and against stored rows. The schema is part
 * of the app, so this runs on the main thread and yields every few milliseconds.
 *
 * @param options.onProgress receives the share that is done, from 0 to 1
 */
export async function checkFile({
  resource,
  form,
  file,
  plan,
  signal,
  onProgress,
}: Options): Promise<Checked> {
  const { duplicateKeys = [] } = resource
  const { headerRow, header, known = [] } = file
  const { checked, check, refunds } = rowChecker({
    form,
    plan,
    duplicateKeys,
    columns: header.length,
    headerRow,
    known,
  })
  let began = performance.now()
  for (const [index, cells] of file.rows.entries()) {
    check(cells, index)
    if (performance.now() - began > SLICE_MS) {
      onProgress((index / file.rows.length) * (duplicateKeys.length > 0 ? 0.5 : 1))
      await new Promise((resolve) => setTimeout(resolve))
      signal.throwIfAborted()
      began = performance.now()
    }
  }
  joinParts(form, checked)
  const stored = await storedAlike(resource, checked.ready, signal, (share) =>
    onProgress(0.5 + share / 2),
  )
  const isStored = (_: unknown, at: number) => stored.has(at)
  const rows = {
    ready: checked.ready.filter((row, at) => !isStored(row, at)),
    duplicates: [
      ...checked.duplicates,
      ...checked.ready.filter(isStored).map((row) => ({ ...row, reason: 'Already stored' })),
    ].toSorted((one, other) => one.row - other.row),
  }
  const months = await form.closed?.load(signal)
  const open = withRefunds(withoutClosed({ ...checked, ...rows }, form, months), refunds)
  const unsure = form.asksWho ? await unsureDonors([...open.ready, ...open.duplicates], signal) : []
  return { ...open, unsure }
}

/** Refuses the rows of closed months, with the name of the month. */
function withoutClosed(
  checked: Checked,
  { closed, fields }: ImportForm,
  months: readonly string[] = [],
): Checked {
  if (!closed || months.length === 0) return checked
  const { field } = closed
  const refused = new Map<number, SkippedRow>()
  function refuse({ row, cells, values }: ReadyRow, ...known: string[]) {
    const day = dayIn(String(values[field]))
    if (!months.includes(`${day.slice(0, 7)}-01`)) return
    const label = fields[field]!.label
    const reason = `${label}: ${formatMonth(day)} is closed. Choose a day in an open month, or ask an admin to reopen it`
    refused.set(row, { row, cells, reasons: [...known, reason] })
  }
  for (const row of checked.ready) refuse(row)
  for (const row of checked.duplicates) refuse(row, row.reason)
  const isOpen = ({ row }: { row: number }) => !refused.has(row)
  return {
    ...checked,
    ready: checked.ready.filter(isOpen),
    duplicates: checked.duplicates.filter(isOpen),
    hints: checked.hints.filter(isOpen),
    refused: [...checked.refused, ...refused.values()].toSorted(
      (one, other) => one.row - other.row,
    ),
  }
}

/** Takes the refunds off the gifts with their payments; those without a gift are told. */
function withRefunds(checked: Checked, refunds: readonly Refund[]): Checked {
  if (refunds.length === 0) return checked
  const gifts = new Map<string, ReadyRow[]>()
  for (const gift of [...checked.ready, ...checked.duplicates]) {
    const { reference, payment_id, matched_gift_id } = gift.values
    if (matched_gift_id) continue
    for (const id of new Set([reference, payment_id])) {
      if (typeof id === 'string') gifts.set(id, [...(gifts.get(id) ?? []), gift])
    }
  }
  const returned = new Map<string, number>()
  const hints = [...checked.hints]
  const leftOut = [...checked.leftOut]
  for (const { row, cells, of, amount } of refunds) {
    const [gift, ...others] = gifts.get(of) ?? []
    if (!gift || others.length > 0) {
      const reason = `This refunds the payment ${of}, which is ${gift ? 'several rows' : 'not among these gifts'}. Enter the refund at its gift`
      leftOut.push({ row, cells, reasons: [reason] })
      continue
    }
    const dollars = Math.round(amount * Number(gift.values.rate ?? 1) * 100) / 100
    returned.set(gift.id, (returned.get(gift.id) ?? 0) + dollars)
    const isKnown = 'reason' in gift
    leftOut.push({
      ...{ row, cells },
      reasons: [
        isKnown
          ? `This refunds row ${gift.row}, which is a duplicate. Check that the stored gift has this refund`
          : `This is the refund of row ${gift.row}`,
      ],
    })
    if (!isKnown) {
      hints.push({ row: gift.row, text: `${formatDollars(dollars)} was refunded in row ${row}` })
    }
  }
  const less = <Row extends ReadyRow>(gift: Row): Row => {
    const { amount, refunded } = gift.values
    const sum = Math.round((returned.get(gift.id) ?? 0) * 100) / 100
    // The gift's own row may say it too.
    const most = Math.min(Number(amount), Math.max(sum, Number(refunded ?? 0)))
    return sum > 0 ? { ...gift, values: { ...gift.values, refunded: most } } : gift
  }
  return {
    ...checked,
    ...{ hints, leftOut },
    ready: checked.ready.map(less),
    duplicates: checked.duplicates.map(less),
  }
}

/** The office's day of a moment, or of an office day as `midnight` writes it. */
const dayIn = (value: string) =>
  /^\d{4}-\d\d-\d\dT/.test(value) ? officeDay(value) : value.slice(0, 10)
