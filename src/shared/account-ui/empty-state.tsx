import type { ReactNode } from 'react'
import { cn } from '@/shared/lib/cn'

interface EmptyStateProps {
  title: string
  /** The level that the page's outline asks for. */
  as?: 'h1' | 'h2' | 'h3' | 'h4' | 'p' | undefined
  icon?: ReactNode
  /** Why there is nothing, or what to do next. */
  text?: ReactNode
  action?: ReactNode
  className?: string | undefined
}

export function EmptyState({
  title,
  as: Title = 'p',
  icon,
  text,
  action,
  className,
}: EmptyStateProps) {
  return (
    <div
      className={cn(
        'flex flex-col items-center gap-2 rounded-card border border-dashed border-line-strong px-5 py-10 text-center',
        className,
      )}
    >
      {icon != null && (
        <div
          className="mb-2 grid size-14 place-items-center rounded-full bg-forest-100 text-forest-700 svg:size-6.5"
          aria-hidden="true"
        >
          {icon}
        </div>
      )}
      <Title className="font-display text-subheading text-forest-900">{title}</Title>
      {text != null && <p className="max-w-measure text-ink-soft">{text}</p>}
      {action != null && <div className="mt-3">{action}</div>}
    </div>
  )
}
