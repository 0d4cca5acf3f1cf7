import { useId } from 'react'
import type { ProgramFacts } from '../content/program'
import { success } from '../lib/program-figures'

/** A program's goal and its progress. */
export function SuccessBars({ program }: { program: ProgramFacts }) {
  return (
    <div className="mt-4 grid gap-5 sm:mt-6 sm:gap-7">
      {program.successMetrics.map((metric) => (
        <SuccessBar key={metric.metric} metric={metric} />
      ))}
    </div>
  )
}

/** A success metric's progress toward its goal, which is the end of the bar. */
function SuccessBar({ metric }: { metric: ProgramFacts['successMetrics'][number] }) {
  const id = useId()
  const { share, current, target } = success(metric)
  return (
    <div>
      <p className="flex items-baseline justify-between gap-x-3 max-xs:flex-wrap max-sm:text-sm sm:gap-x-6">
        <span id={id} className="font-semibold">
          {metric.metric}
        </span>
        <span className="shrink-0 whitespace-nowrap text-ink-soft">
          <span className="font-display text-subheading text-forest-800">{current}</span> · goal{' '}
          {target}
        </span>
      </p>
      {/* The mark at its end is the goal. */}
      <div className="mt-1 border-e-2 border-current py-1 print:hidden">
        <progress
          aria-labelledby={id}
          aria-valuetext={`${current} of ${target}`}
          value={share}
          className="ui-progress"
        />
      </div>
    </div>
  )
}
