import type { ComponentProps } from 'react'
import { cn } from '@/shared/lib/cn'

export type InputProps = ComponentProps<'input'>

export function Input({ type = 'text', className, ...props }: InputProps) {
  return <input {...props} type={type} className={cn('ui-control', className)} />
}
