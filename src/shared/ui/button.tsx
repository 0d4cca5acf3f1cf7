import type { ComponentProps } from 'react'
import { cn } from '@/shared/lib/cn'

export type ButtonVariant = 'primary' | 'accent' | 'outline' | 'ghost' | 'danger' | 'link'
export type ButtonSize = 'sm' | 'md' | 'lg' | 'icon'

interface ButtonLook {
  /** `accent` (marigold) is for the one action of a screen that matters most. */
  variant?: ButtonVariant | undefined
  /** `icon` is a square for a single icon; give the button an `aria-label`. */
  size?: ButtonSize | undefined
}

/** The look of a button for what is not one: `<Link className={buttonClass({ size: 'lg' })}>`. */
export function buttonClass({
  variant = 'primary',
  size = 'md',
  className,
}: ButtonLook & { className?: string | undefined } = {}): string {
  return cn('ui-button', `ui-button-${variant}`, size !== 'md' && `ui-button-${size}`, className)
}

export interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  /** Shows a spinner, marks the button busy and takes no further press. */
  loading?: boolean | undefined
}

/** A button. Its `type` is `button` unless given: a form's own says `type="submit"`. */
export function Button({
  variant,
  size,
  loading = false,
  disabled,
  type = 'button',
  className,
  children,
  ...props
}: ButtonProps) {
  return (
    <button
      {...props}
      type={type}
      disabled={disabled || loading}
      aria-busy={loading || undefined}
      className={buttonClass({ variant, size, className })}
    >
      {loading && <span className="ui-spinner-ring" aria-hidden="true" />}
      {loading && size === 'icon' ? null : children}
    </button>
  )
}
