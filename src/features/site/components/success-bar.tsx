import { useId } from 'react'
import type { Program } from '../content/program'
import { success } from '../lib/program-figures'

/** How far one success metric has come towards its target. */
export function SuccessBar({ metric }: { metric: Program['successMetrics'][number] }) {
  const id = useId()
  const { share, current, target } = success(metric)
  return (
    <div>
      <p className="flex items-baseline justify-between gap-3 max-sm:text-sm sm:gap-6">
        <span id={id} className="font-semibold">
          {metric.metric}
        </span>
        <span className="shrink-0 whitespace-nowrap text-ink-soft">
          <span className="font-display text-subheading text-forest-800">{current}</span> / {target}{' '}
          target
        </span>
      </p>
      <progress
        aria-labelledby={id}
        aria-valuetext={`${current} of ${target}`}
        value={share}
        className="ui-progress mt-2"
      />
    </div>
  )
}
