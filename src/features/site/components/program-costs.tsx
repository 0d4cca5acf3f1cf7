import { cn } from '@/shared/lib/cn'
import { formatDollars } from '@/shared/lib/format-dollars'
import { spentLastYear } from '../content/accounts'
import type { ProgramFacts } from '../content/program'
import { formatShare, shareSubsidized } from '../lib/program-figures'
import { UnitChart } from './unit-chart'

const parts = {
  subsidized: 'bg-clay-500 forced-color-adjust-none forced-colors:bg-[Highlight]',
  rest: 'bg-marigold-400 forced-color-adjust-none forced-colors:bg-[CanvasText]',
}

const SQUARES = 200

/** The cost of a program and its subsidized share. */
export function ProgramCosts({ program }: { program: ProgramFacts }) {
  const { cost } = program
  const subsidized = formatShare(shareSubsidized(cost))
  const given = Math.round(shareSubsidized(cost) * SQUARES)
  const rows = [
    { label: 'Full budget, every place taken', value: cost.total },
    { label: 'Subsidized', value: cost.subsidized, swatch: parts.subsidized },
    {
      label: 'Paid by participants',
      value: cost.total - cost.subsidized,
      swatch: parts.rest,
    },
  ]
  return (
    <div className="grid gap-x-10 gap-y-5 md:grid-cols-2">
      <div>
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
          <h2 id="costs">Costs</h2>
          <p className="flex items-baseline gap-x-3">
            <span className="font-display text-heading text-clay-600">{subsidized}</span>
            <span className="text-lg font-semibold text-clay-700">subsidized</span>
          </p>
        </div>
        <p className="mt-2 max-w-[44ch] text-ink-soft max-sm:text-sm sm:text-lg">
          Participants don’t pay this part of the cost: {cost.funding} pay for it.
        </p>
        <dl className="mt-2 divide-y divide-line sm:mt-6">
          {rows.map(({ label, value, swatch }) => (
            <div
              key={label}
              className="flex items-baseline justify-between gap-x-6 py-2 max-xs:flex-wrap sm:py-2.5"
            >
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
        <p className="mt-2 max-w-[44ch] text-sm text-ink-soft">{spentLastYear(program)}</p>
      </div>
      <figure className="self-center" data-bar>
        <UnitChart
          unit="square"
          total={SQUARES}
          filled={given}
          columns={25}
          label={`${given} of ${SQUARES} squares: subsidized. ${SQUARES - given}: paid by participants.`}
        />
      </figure>
    </div>
  )
}
