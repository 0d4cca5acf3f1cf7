import { formatDollars } from '@/shared/lib/format-dollars'
import { lazyComponent } from '@/shared/lib/lazy-component'
import { Panel } from '@/shared/account-ui/panel'
import { PartBoundary } from '@/shared/account-ui/part-boundary'
import { formatPercent, FUNDRAISING_GOAL, fundraisingProgress } from './figures'

const GoalChart = lazyComponent(async () => (await import('./charts')).GoalChart)

/** @param total dollars donated so far */
export function FundraisingPanel({ total }: { total: number }) {
  const { percent, remaining, beyond } = fundraisingProgress(total)
  return (
    <Panel title="Fundraising Progress">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-display text-heading text-forest-800">{formatDollars(total)}</span>
        <span className="text-ink-soft">of {formatDollars(FUNDRAISING_GOAL)}</span>
      </p>
      <progress
        aria-label="Fundraising Progress"
        aria-valuetext={formatPercent(percent)}
        value={Math.min(percent, 100)}
        max={100}
        className="ui-progress mt-3"
      />
      <p className="mt-3 flex flex-wrap justify-between gap-x-4">
        <span className="font-semibold">{formatPercent(percent)} of the goal</span>
        <span className="text-ink-soft">
          {remaining > 0
            ? `${formatDollars(remaining)} remaining`
            : beyond > 0
              ? `Goal exceeded by ${formatDollars(beyond)}`
              : 'Goal reached'}
        </span>
      </p>
      <PartBoundary failure="The chart could not be loaded.">
        <GoalChart total={total} />
      </PartBoundary>
    </Panel>
  )
}
