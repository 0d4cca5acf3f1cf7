import { formatDollars } from '@/shared/lib/format-dollars'
import { lazyComponent } from '@/shared/lib/lazy-component'
import { Card, CardContent, CardHeader, CardTitle } from '@/shared/ui/card'
import { PartBoundary } from '@/shared/ui/part-boundary'
import { formatPercent, FUNDRAISING_GOAL, fundraisingProgress } from './figures'

const GoalChart = lazyComponent(async () => (await import('./charts')).GoalChart)

/** @param total dollars donated so far */
export function FundraisingPanel({ total }: { total: number }) {
  const { percent, remaining, beyond } = fundraisingProgress(total)
  return (
    <Card as="section" aria-labelledby="fundraising-progress">
      <CardHeader>
        <CardTitle as="h2" id="fundraising-progress">
          Fundraising Progress
        </CardTitle>
      </CardHeader>
      <CardContent>
        <p className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="font-display text-heading text-forest-800">{formatDollars(total)}</span>
          <span className="text-ink-soft">of {formatDollars(FUNDRAISING_GOAL)}</span>
        </p>
        <progress
          aria-labelledby="fundraising-progress"
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
      </CardContent>
    </Card>
  )
}
