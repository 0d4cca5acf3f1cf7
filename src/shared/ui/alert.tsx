import type { ComponentProps } from 'react'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import Info from 'lucide-react/icons/info'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { cn } from '@/shared/lib/cn'

const frame = 'flex gap-3 rounded-control border px-4 py-3.5 svg:h-7 svg:w-5 svg:flex-none'

const tones = {
  info: { Icon: Info, look: 'border-info-line bg-info-soft text-info-ink' },
  success: { Icon: CircleCheck, look: 'border-success-line bg-success-soft text-success-ink' },
  warning: { Icon: TriangleAlert, look: 'border-warning-line bg-warning-soft text-warning-ink' },
  danger: { Icon: CircleAlert, look: 'border-danger-line bg-danger-soft text-danger-ink' },
} as const

export type AlertTone = keyof typeof tones

interface AlertProps extends Omit<ComponentProps<'div'>, 'title'> {
  tone?: AlertTone | undefined
  title?: string | undefined
}

/**
 * A notice in the page. Screen readers do not announce it; give one that appears in response to
 * something `role="alert"` or `role="status"`.
 */
export function Alert({ tone = 'info', title, className, children, ...props }: AlertProps) {
  const { Icon, look } = tones[tone]
  return (
    <div {...props} className={cn(frame, look, className)}>
      <Icon aria-hidden="true" />
      <div className="min-w-0 flex-1">
        {title && <p className="font-semibold">{title}</p>}
        {children}
      </div>
    </div>
  )
}
