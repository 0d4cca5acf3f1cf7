import type { ComponentProps } from 'react'
import { organisation } from '@/shared/data/organisation'
import { cn } from '@/shared/lib/cn'

/**
 * The mark: the pages of an open book rise like the first two leaves of a seedling, and kindle a
 * flame. The leaves take the text color around them; the flame stays marigold on any ground.
 */
export function LogoMark(props: ComponentProps<'svg'>) {
  return (
    <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true" {...props}>
      <path
        className="fill-marigold-400 stroke-marigold-600"
        strokeWidth=".75"
        d="M16.6 1.2c.4 3.9 5.6 6.1 5.6 11.7a6.2 6.2 0 0 1-12.4 0c0-2.8 1.3-4.7 2.9-6.4.2 1.6.9 2.6 1.9 3-.5-3.2.3-6.1 2-8.3Z"
      />
      <path
        fill="currentColor"
        d="M15.3 27.6C14.7 21 9.9 16.5 1.5 15.9c-.2 7.3 4.9 11.7 13.8 11.7ZM16.7 27.6C17.3 21 22.1 16.5 30.5 15.9c.2 7.3-4.9 11.7-13.8 11.7Z"
      />
      <path
        fill="none"
        stroke="currentColor"
        strokeLinecap="round"
        strokeWidth="1.6"
        d="M4.2 27.6c2.9 1.9 7.2 2.6 11.8 2.6s8.9-.7 11.8-2.6"
      />
    </svg>
  )
}

const sizes = {
  sm: { mark: 28, gap: 'gap-2', name: 'text-lg leading-5', tagline: 'hidden' },
  md: {
    mark: 40,
    gap: 'gap-2.5',
    name: 'text-[min(1.625rem,12vw)]/7',
    tagline: 'text-xs leading-4',
  },
} as const

interface LogoProps extends Omit<ComponentProps<'span'>, 'children'> {
  /** `sm` leaves the tagline out. */
  size?: keyof typeof sizes | undefined
}

/** Mark and wordmark, in the text color around them. The words are text: a link needs no other name. */
export function Logo({ size = 'md', className, ...props }: LogoProps) {
  const look = sizes[size]
  return (
    <span {...props} className={cn('inline-flex items-center svg:flex-none', look.gap, className)}>
      <LogoMark width={look.mark} height={look.mark} />
      <span className="flex flex-col">
        <span className={cn('font-display', look.name)}>{organisation.name}</span>
        {size !== 'sm' && (
          <span className={cn('font-semibold', look.tagline)}>{organisation.kind}</span>
        )}
      </span>
    </span>
  )
}
