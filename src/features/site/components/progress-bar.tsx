import { useId } from 'react'

/** How much of something is done, 0 to 100. */
export function ProgressBar({ label, percent }: { label: string; percent: number }) {
  const id = useId()
  return (
    <div>
      <p className="flex items-baseline justify-between gap-4">
        <span id={id} className="font-semibold">
          {label}
        </span>
        <span className="font-display text-subheading text-forest-700">{percent}%</span>
      </p>
      <progress aria-labelledby={id} value={percent} max={100} className="ui-progress mt-3" />
    </div>
  )
}
