import type { ComponentProps } from 'react'
import { cn } from '@/shared/lib/cn'

export type TextareaProps = ComponentProps<'textarea'>

/** Starts at `rows` lines and grows with its text where the browser supports it. */
export function Textarea({ rows = 3, className, ...props }: TextareaProps) {
  return <textarea {...props} rows={rows} className={cn('ui-control', className)} />
}
