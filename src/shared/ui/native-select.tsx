import type { ComponentProps, KeyboardEvent } from 'react'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { cn } from '@/shared/lib/cn'
import { controlClass } from './input'

export interface NativeSelectProps extends ComponentProps<'select'> {
  /**
   * A change takes effect at once, so keys open the list instead of stepping through its values.
   */
  savesAtOnce?: boolean
}

/** The browser's own select. `className` goes to its frame, so that a width applies to both. */
export function NativeSelect({ className, children, savesAtOnce, ...props }: NativeSelectProps) {
  return (
    <div className={cn('relative', className)}>
      <select
        onKeyDown={savesAtOnce ? openOnKey : undefined}
        {...props}
        className={cn(controlClass, 'appearance-none pe-10 text-ellipsis')}
      >
        {children}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 end-3 h-full w-5 text-ink-soft"
      />
    </div>
  )
}

/** While the list is open the browser handles its keys. */
function openOnKey(event: KeyboardEvent<HTMLSelectElement>) {
  const { key, currentTarget, ctrlKey, metaKey, altKey } = event
  if (ctrlKey || metaKey || altKey || !('showPicker' in currentTarget)) return
  const changesValue = /^(Arrow|Home|End|Page)/.test(key) || (key.length === 1 && key !== ' ')
  if (!changesValue) return
  event.preventDefault()
  currentTarget.showPicker()
}
