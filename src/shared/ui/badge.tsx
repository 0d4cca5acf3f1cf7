import type { ComponentProps } from 'react'
import { cn } from '@/shared/lib/cn'

const frame =
  'inline-flex max-w-full items-center gap-1 rounded-xl border border-current/18 px-2.5 py-0.25 text-xs font-semibold wrap-break-word in-[table]:whitespace-nowrap svg:size-3.5 svg:flex-none'

const tones = {
  /** A state that needs no attention. */
  quiet: 'border-line bg-transparent text-ink-soft',
  neutral: 'bg-paper-sunken text-ink',
  forest: 'bg-badge text-badge-ink',
  marigold: 'bg-marigold-400 text-on-marigold',
  clay: 'bg-clay-600 text-paper-raised',
  grey: 'bg-tone-grey-soft text-tone-grey-ink',
  blue: 'bg-tone-blue-soft text-tone-blue-ink',
  sky: 'bg-tone-sky-soft text-tone-sky-ink',
  teal: 'bg-tone-teal-soft text-tone-teal-ink',
  green: 'bg-tone-green-soft text-tone-green-ink',
  olive: 'bg-tone-olive-soft text-tone-olive-ink',
  yellow: 'bg-tone-yellow-soft text-tone-yellow-ink',
  orange: 'bg-tone-orange-soft text-tone-orange-ink',
  red: 'bg-tone-red-soft text-tone-red-ink',
  pink: 'bg-tone-pink-soft text-tone-pink-ink',
  purple: 'bg-tone-purple-soft text-tone-purple-ink',
  indigo: 'bg-tone-indigo-soft text-tone-indigo-ink',
} as const

export type BadgeTone = keyof typeof tones

interface BadgeProps extends ComponentProps<'span'> {
  tone?: BadgeTone | undefined
}

/** A short label. Its color only repeats its text. */
export function Badge({ tone = 'neutral', className, ...props }: BadgeProps) {
  return <span {...props} className={cn(frame, tones[tone], className)} />
}
