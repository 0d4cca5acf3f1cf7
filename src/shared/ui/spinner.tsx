import { cn } from '@/shared/lib/cn'

export interface SpinnerProps {
  label?: string | undefined
  className?: string | undefined
}

export function Spinner({ label = 'Loading...', className }: SpinnerProps) {
  return (
    <div role="status" className={cn('flex w-fit items-center gap-2.5', className)}>
      <SpinnerRing />
      <span>{label}</span>
    </div>
  )
}

export function SpinnerRing() {
  return (
    <span
      aria-hidden="true"
      className="size-[1.25em] flex-none animate-turn rounded-full border-[0.15em] border-current/25 border-t-current"
    />
  )
}
