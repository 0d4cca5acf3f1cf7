import type { ComponentProps } from 'react'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { cn } from '@/shared/lib/cn'
import { controlClass } from './input'

export type NativeSelectProps = ComponentProps<'select'>

/** The browser's own select. `className` goes to its frame, so that a width holds for both. */
export function NativeSelect({ className, children, ...props }: NativeSelectProps) {
  return (
    <div className={cn('relative', className)}>
      <select {...props} className={cn(controlClass, 'appearance-none pe-10 text-ellipsis')}>
        {children}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 end-3 h-full w-5 text-ink-soft"
      />
    </div>
  )
}
