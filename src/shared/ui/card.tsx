import type { ComponentProps } from 'react'
import { cn } from '@/shared/lib/cn'

const frame =
  'on-paper min-w-0 flex-col gap-4 rounded-card border border-line base:flex base:bg-paper-raised base:shadow-card [&>img:first-child]:base:rounded-t-[calc(theme(borderRadius.card)-1px)]'

const part = 'px-card first:pt-card last:pb-card'

interface CardProps extends ComponentProps<'div'> {
  as?: 'div' | 'article' | 'section' | 'li' | undefined
}

/** A raised surface. A picture given as its first child reaches to the edges. */
export function Card({ as = 'div', className, ...props }: CardProps) {
  // The four elements take the same props; only the type of `ref` would tell them apart.
  const Tag = as as 'div'
  return <Tag {...props} className={cn(frame, className)} />
}

export function CardHeader({ className, ...props }: ComponentProps<'div'>) {
  return <div {...props} className={cn(part, 'flex flex-col gap-2', className)} />
}

interface CardTitleProps extends ComponentProps<'h3'> {
  /** The level that the page's outline asks for; the look stays the same. */
  as?: 'h2' | 'h3' | 'h4' | undefined
}

export function CardTitle({ as: Tag = 'h3', className, ...props }: CardTitleProps) {
  return <Tag {...props} className={cn('base:text-subheading', className)} />
}

export function CardContent({ className, ...props }: ComponentProps<'div'>) {
  return <div {...props} className={cn(part, className)} />
}

/** Actions at the lower edge, aligned across the cards of a row. */
export function CardFooter({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div {...props} className={cn(part, 'mt-auto flex flex-wrap items-center gap-3', className)} />
  )
}
