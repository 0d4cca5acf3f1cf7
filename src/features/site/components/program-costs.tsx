import { cn } from '@/shared/lib/cn'
import { formatDollars } from '@/shared/lib/format-dollars'
import type { Program } from '../content/program'
import { funding } from '../content/program-costs'
import { formatShare, shareSubsidized } from '../lib/program-figures'

const parts = {
  subsidized: 'bg-clay-500 forced-color-adjust-none forced-colors:bg-[Highlight]',
  rest: 'bg-marigold-400 forced-color-adjust-none forced-colors:bg-[CanvasText]',
}

/** The cost of a program and the share of it that is subsidized. */
export function ProgramCosts({ cost }: { cost: Program['cost'] }) {
  const subsidized = formatShare(shareSubsidized(cost))
  const rows = [
    { label: 'Total cost, with every place taken', value: cost.total },
    { label: 'Subsidized', value: cost.subsidized, swatch: parts.subsidized },
    {
      label: 'Paid by participants',
      value: cost.total - cost.subsidized,
      swatch: parts.rest,
    },
    { label: 'Cost per participant', value: cost.perParticipant },
    { label: 'Participant pays', value: cost.participantPays },
  ]
  return (
    <div className="grid items-center gap-x-20 gap-y-10 lg:grid-cols-[2fr_3fr]">
      <div>
        <h2 id="costs">Costs</h2>
        <p className="mt-6 flex flex-wrap items-baseline gap-x-3">
          <span className="font-display text-heading text-clay-600">{subsidized}</span>
          <span className="text-lg font-semibold text-clay-700">subsidized</span>
        </p>
        <p className="mt-3 max-w-[44ch] text-lg text-ink-soft">
          Participants don’t pay this part of the cost: {funding} pay for it.
        </p>
      </div>
      <div>
        <div
          aria-hidden="true"
          data-bar
          className="flex h-12 gap-1 overflow-hidden rounded-control bg-paper-raised"
        >
          <div className={parts.subsidized} style={{ width: subsidized }} />
          <div className={cn('flex-1', parts.rest)} />
        </div>
        <dl className="mt-4 divide-y divide-line">
          {rows.map(({ label, value, swatch }) => (
            <div key={label} className="flex items-baseline justify-between gap-6 py-3">
              <dt className="flex items-center gap-3">
                {swatch && (
                  <span aria-hidden="true" className={cn('size-3.5 shrink-0 rounded', swatch)} />
                )}
                {label}
              </dt>
              <dd className="text-lg font-semibold whitespace-nowrap tabular-nums">
                {formatDollars(value)}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </div>
  )
}
