import type { ComponentProps } from 'react'
import { cn } from '@/shared/lib/cn'

export type CheckboxProps = Omit<ComponentProps<'input'>, 'type'>

/** A native checkbox: it works before the scripts do. For one with a label, see `CheckboxField`. */
export function Checkbox({ className, ...props }: CheckboxProps) {
  return <input {...props} type="checkbox" className={cn('ui-checkbox', className)} />
}
