import type { ComponentProps } from 'react'
import { cn } from '@/shared/lib/cn'

/** A quiet placeholder of the size its classes give. Say that something loads beside it. */
export function Skeleton({ className, ...props }: ComponentProps<'span'>) {
  return (
    <span
      {...props}
      aria-hidden="true"
      className={cn('block min-h-4 animate-breathe rounded bg-paper-deep', className)}
    />
  )
}
