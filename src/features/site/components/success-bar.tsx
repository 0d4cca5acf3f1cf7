import { useId } from 'react'
import type { Program } from '../content/programs'
import { success } from '../lib/program-figures'

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
<<<<<<< HEAD
          <span className="font-display text-xl text-forest-800">{current}</span> / {target} target
=======
          <span className="font-display text-subheading text-forest-800">{current}</span> / {target}
>>>>>>> 92405e6 (One scale of type; a short footer and one gutter on phones; the current page is underlined; forced colors and paper)
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
