import type { ComponentProps } from 'react'
import { cn } from '@/shared/lib/cn'
import { SpinnerRing } from './spinner'

export type ButtonVariant = 'primary' | 'accent' | 'outline' | 'ghost' | 'danger' | 'link'
type ButtonSize = 'sm' | 'md' | 'lg' | 'icon'

interface ButtonLook {
  /** `accent` (marigold) is for a screen's most important action. */
  variant?: ButtonVariant | undefined
  /** `icon` is a square for a single icon; give the button an `aria-label`. `link` has one size. */
  size?: ButtonSize | undefined
}

const frame =
  'inline-flex max-w-full items-center justify-center border font-semibold base:border-transparent transition-[background-color,border-color,color] in-[table]:whitespace-nowrap print:hidden svg:flex-none off:cursor-not-allowed off:aria-busy:cursor-progress'

const sizes: Record<ButtonSize, string> = {
  sm: 'min-h-control-sm gap-1.5 rounded-control px-control-x-sm py-control-y-sm text-center text-sm svg:size-[1.125em] pointer-coarse:min-h-11',
  md: 'min-h-control gap-2 rounded-control px-control-x py-control-y text-center text-base/6 svg:size-[1.125em]',
  lg: 'min-h-13 gap-2 rounded-control px-7 py-3 text-center text-lg/6.5 svg:size-[1.125em]',
  icon: 'min-h-control w-control rounded-control text-base/6 svg:size-5',
}
const linkSize = 'min-h-7 gap-2 rounded text-start text-base/6 svg:size-[1.125em]'

// A disabled button stays readable (AA): it announces what will be possible.
const filled = 'off:border-transparent off:bg-paper-deep off:text-ink-soft'
const bare = 'off:bg-transparent off:text-(--surface-muted) off:no-underline'
const tinted = 'hover:bg-forest-500/12 active:bg-forest-500/20'

const variants: Record<ButtonVariant, string> = {
  primary: `bg-(--surface-action) text-(--surface-on-action) hover:bg-(--surface-action-hover) active:bg-(--surface-action-active) ${filled}`,
  accent: `bg-marigold-400 text-on-marigold hover:bg-marigold-300 active:bg-marigold-500 ${filled}`,
  outline: `border-(--surface-edge) text-(--surface-action) ${tinted} ${filled}`,
  ghost: `text-(--surface-action) ${tinted} ${bare}`,
  danger: `bg-danger text-on-danger hover:bg-danger-ink active:bg-danger-ink ${filled}`,
  link: `text-(--surface-action) underline decoration-1 underline-offset-[0.25em] hover:text-(--surface-heading) hover:decoration-2 ${bare}`,
}

/** The look of a button for other elements: `<Link className={buttonClass({ size: 'lg' })}>`. */
export function buttonClass({
  variant = 'primary',
  size = 'md',
  className,
}: ButtonLook & { className?: string | undefined } = {}): string {
  return cn(frame, variant === 'link' ? linkSize : sizes[size], variants[variant], className)
}

export interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  /** Shows a spinner, marks the button busy and takes no further click. */
  loading?: boolean | undefined
}

/** A button. Its `type` is `button` by default; a form's own needs `type="submit"`. */
export function Button({
  variant,
  size,
  loading = false,
  disabled,
  title,
  type = 'button',
  className,
  children,
  ...props
}: ButtonProps) {
  return (
    <button
      {...props}
      type={type}
      // A pointer shows what an icon does.
      title={title ?? (size === 'icon' ? props['aria-label'] : undefined)}
      disabled={disabled || loading}
      aria-busy={loading || undefined}
      className={buttonClass({ variant, size, className })}
    >
      {loading && <SpinnerRing />}
      {loading && size === 'icon' ? null : children}
    </button>
  )
}
