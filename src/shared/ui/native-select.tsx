import type { ComponentProps } from 'react'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { cn } from '@/shared/lib/cn'

export type NativeSelectProps = ComponentProps<'select'>

/** The browser's own select. `className` goes to its frame, so that a width holds for both. */
export function NativeSelect({ className, children, ...props }: NativeSelectProps) {
  return (
    <div className={cn('ui-select', className)}>
      <select {...props} className="ui-control">
        {children}
      </select>
      <ChevronDown aria-hidden="true" />
    </div>
  )
}
