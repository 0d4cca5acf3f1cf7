import { cn } from '@/shared/lib/cn'
import { isolated } from '@/shared/lib/isolated'
import { labelOf, standingInWords, type Standing } from './clearance-queries'

const signs = { met: '✓', missing: '○', expired: '⚠' } as const

/** "○ References: missing". The words say what the sign says. */
export function StandingMark({ standing, className }: { standing: Standing; className?: string }) {
  const { state } = standing
  return (
    <span
      className={cn(
        'block wrap-anywhere',
        state === 'met' ? 'text-ink-soft' : 'text-danger-ink',
        className,
      )}
    >
      <span aria-hidden="true">{signs[state]} </span>
      {isolated(labelOf(standing))}: {standingInWords(standing)}
    </span>
  )
}
