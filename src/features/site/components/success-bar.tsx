import { useId } from 'react'
import type { Program } from '../content/program-schema'
import { formatShare, success } from '../lib/program-figures'

/** How far one success metric has come towards its target. */
export function SuccessBar({ metric }: { metric: Program['successMetrics'][number] }) {
  const id = useId()
  const { share, current, target } = success(metric)
  return (
    <div>
      <p className="flex items-baseline justify-between gap-6">
        <span id={id} className="font-semibold">
          {metric.metric}
        </span>
        <span className="shrink-0 text-ink-soft">
          <span className="font-display text-xl text-forest-800">{current}</span> / {target}
        </span>
      </p>
      <div
        role="progressbar"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
        aria-valuetext={`${current} of ${target}`}
        className="mt-2 h-2.5 overflow-hidden rounded-full bg-paper-deep"
      >
        <div className="h-full rounded-full bg-forest-600" style={{ width: formatShare(share) }} />
      </div>
    </div>
  )
}
