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
        <span className="font-display text-2xl text-forest-700">{percent}%</span>
      </p>
      <div
        role="progressbar"
        aria-labelledby={id}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        className="mt-3 h-3 overflow-hidden rounded-full border border-line-strong bg-paper-raised"
      >
        <div className="h-full bg-forest-600" style={{ width: `${percent}%` }} />
      </div>
    </div>
  )
}
