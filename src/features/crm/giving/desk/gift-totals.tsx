import { formatDollars } from '@/shared/lib/format-dollars'
import { isForeign, isInKind, plain, type EnteredGift, type TypedGift } from '../gifts/gift-fields'
import { GridCell } from './gift-grid'
import type { GiftRow } from './gift-rows'
import { countChecks } from './split-lines'

interface GiftTotalsProps {
  stored: readonly EnteredGift[]
  rows: readonly GiftRow[]
}

/** Number and sum of the gifts above it. They stay in view, unless a row is open: they would cover its buttons. */
export function GiftTotals({ stored, rows }: GiftTotalsProps) {
  const counted = stored.filter(({ voided_at }) => voided_at === null)
  const saved = sum(counted.map(({ amount }) => amount ?? 0))
  const open = sum(rows.map(({ typed }) => dollarsOf(typed)))
  const typed = rows.map(({ id, typed: { split_id } }) => ({ id, split_id }))
  const number = countChecks([...counted, ...typed])
  return (
    <div
      role="rowgroup"
      aria-label="Totals"
      className="sticky bottom-0 z-10 group-has-[[data-row=open]]/gifts:static"
    >
      <div
        role="row"
        className="flex flex-wrap gap-x-4 border-t border-line-strong bg-paper-sunken px-2 py-2 tabular-nums @4xl:grid @4xl:grid-cols-[minmax(0,1fr)_auto]"
      >
        <GridCell className="font-semibold">
          {number} {number === 1 ? 'gift' : 'gifts'} listed: {formatDollars((saved + open) / 100)}
        </GridCell>
        <GridCell className={rows.length > 0 ? 'text-ink-soft' : 'sr-only'}>
          {rows.length > 0
            ? `${countChecks(typed)} not saved yet: ${formatDollars(open / 100)}`
            : 'All saved'}
        </GridCell>
      </div>
    </div>
  )
}

/** In cents */
const sum = (dollars: readonly number[]) =>
  dollars.reduce((cents, one) => cents + Math.round(one * 100), 0)

function dollarsOf(typed: TypedGift): number {
  if (isInKind(typed)) return 0
  const amount = Number(plain(typed.amount.trim())) || 0
  return isForeign(typed) ? amount * (Number(typed.rate) || 0) : amount
}
