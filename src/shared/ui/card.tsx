import type { ComponentProps } from 'react'
import { cn } from '@/shared/lib/cn'

export interface CardProps extends ComponentProps<'div'> {
  as?: 'div' | 'article' | 'section' | 'li' | undefined
}

/** A raised surface. A picture given as its first child reaches to the edges. */
export function Card({ as = 'div', className, ...props }: CardProps) {
  // The four elements take the same props; only the type of `ref` would tell them apart.
  const Tag = as as 'div'
  return <Tag {...props} className={cn('ui-card', className)} />
}

export function CardHeader({ className, ...props }: ComponentProps<'div'>) {
  return <div {...props} className={cn('ui-card-part ui-card-header', className)} />
}

export interface CardTitleProps extends ComponentProps<'h3'> {
  /** The level that the page's outline asks for; the look stays the same. */
  as?: 'h2' | 'h3' | 'h4' | undefined
}

export function CardTitle({ as: Tag = 'h3', className, ...props }: CardTitleProps) {
  return <Tag {...props} className={cn('ui-card-title', className)} />
}

export function CardContent({ className, ...props }: ComponentProps<'div'>) {
  return <div {...props} className={cn('ui-card-part', className)} />
}

/** Actions at the lower edge, aligned across the cards of a row. */
export function CardFooter({ className, ...props }: ComponentProps<'div'>) {
  return <div {...props} className={cn('ui-card-part ui-card-footer', className)} />
}
