import type { ComponentProps } from 'react'
import { cn } from '@/shared/lib/cn'

/** The look of every control for text or a choice. */
export const controlClass = [
  'block w-full min-w-0 rounded-control border border-line-strong bg-paper-raised px-3.5 py-control-y text-base/6 text-ink transition-[border-color] placeholder:text-ink-muted base:min-h-control',
  'hover:border-ink-soft focus-visible:border-forest-700 focus-visible:outline-offset-1 [&:read-only:not(select)]:bg-paper-sunken',
  'disabled:cursor-not-allowed disabled:border-line disabled:bg-paper-sunken disabled:text-ink-soft disabled:opacity-100',
  'aria-invalid:border-danger aria-invalid:bg-linear-to-r aria-invalid:from-danger aria-invalid:to-danger aria-invalid:bg-size-[4px_100%] aria-invalid:bg-no-repeat',
].join(' ')

export function Input({ type = 'text', className, ...props }: ComponentProps<'input'>) {
  return (
    <input
      dir={type === 'text' ? 'auto' : undefined}
      {...props}
      type={type}
      className={cn(controlClass, className)}
    />
  )
}
