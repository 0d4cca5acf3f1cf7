import type { ComponentProps } from 'react'
import { cn } from '@/shared/lib/cn'

export type CheckboxProps = Omit<ComponentProps<'input'>, 'type'>

const look = [
  'peer inline-grid size-6 flex-none appearance-none place-content-center rounded-md border-[1.5px] border-line-strong bg-paper-raised transition-[background-color,border-color] duration-120',
  'before:size-3.5 before:scale-0 before:bg-paper-raised before:transition-transform before:duration-120 before:[clip-path:polygon(9%_52%,20%_40%,39%_59%,80%_14%,92%_25%,40%_82%)]',
  'checked:border-forest-700 checked:bg-forest-700 checked:before:scale-110',
  'enabled:hover:border-forest-700 aria-invalid:border-2 aria-invalid:border-danger',
  'disabled:cursor-not-allowed disabled:border-line-strong disabled:bg-paper-deep disabled:before:bg-ink-soft',
  'forced-colors:appearance-auto forced-colors:before:content-none',
].join(' ')

/** A native checkbox: it works before the scripts do. For one with a label, see `CheckboxField`. */
export function Checkbox({ className, ...props }: CheckboxProps) {
  return <input {...props} type="checkbox" className={cn(look, className)} />
}
