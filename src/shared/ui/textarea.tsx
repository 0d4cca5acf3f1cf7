import type { ComponentProps } from 'react'
import { cn } from '@/shared/lib/cn'
import { controlClass } from './input'

// `field-sizing` ignores `rows`.
const heights: Record<number, string> = { 2: 'min-h-17', 3: 'min-h-23', 4: 'min-h-29' }
const look = 'field-sizing-content max-h-96 resize-y'

/** Starts at `rows` lines and grows with its text where the browser supports it. */
export function Textarea({ rows = 3, ...props }: ComponentProps<'textarea'>) {
  return (
    <textarea dir="auto" {...props} rows={rows} className={cn(controlClass, look, heights[rows])} />
  )
}
