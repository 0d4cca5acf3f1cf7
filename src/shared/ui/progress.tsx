import { cn } from '@/shared/lib/cn'

export interface ProgressProps {
  /** What progresses, for those who do not see the bar. */
  label: string
  /** 0 to 100 */
  percent: number
  className?: string | undefined
}

/** A bar without words; put the figures beside it. */
export function Progress({ label, percent, className }: ProgressProps) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      className={cn(
        'h-3 overflow-hidden rounded-full border border-line-strong bg-paper-raised',
        className,
      )}
    >
      <div className="h-full bg-forest-600" style={{ width: `${percent}%` }} />
    </div>
  )
}
