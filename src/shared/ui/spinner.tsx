import { cn } from '@/shared/lib/cn'

export interface SpinnerProps {
  /** What is being waited for; always announced, and seen unless `labelHidden`. */
  label?: string | undefined
  labelHidden?: boolean | undefined
  className?: string | undefined
}

export function Spinner({ label = 'Loading...', labelHidden = false, className }: SpinnerProps) {
  return (
    <div role="status" className={cn('ui-spinner', className)}>
      <span className="ui-spinner-ring" aria-hidden="true" />
      <span className={labelHidden ? 'sr-only' : undefined}>{label}</span>
    </div>
  )
}
