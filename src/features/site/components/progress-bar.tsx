import { useId } from 'react'
import type { FigureId } from '../content/figures'
import { FigureLink } from './figure-link'

interface ProgressBarProps {
  figure: FigureId
  label: string
  percent: number
}

/** Progress from 0 to 100. */
export function ProgressBar({ figure, label, percent }: ProgressBarProps) {
  const id = useId()
  return (
    <div>
      <p className="flex items-baseline justify-between gap-4">
        <span id={id} className="font-semibold">
          {label}
        </span>
        <span className="shrink-0 font-display text-subheading text-forest-700">
          <FigureLink id={figure}>{percent}%</FigureLink>
        </span>
      </p>
      <progress aria-labelledby={id} value={percent} max={100} className="ui-progress mt-3" />
    </div>
  )
}
