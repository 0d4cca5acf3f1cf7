import { useState, type ComponentProps } from 'react'
import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { cn } from '@/shared/lib/cn'
import { Input } from '@/shared/ui/input'

/** A password with a button that shows it. `className` goes to the frame around both. */
export function PasswordInput({
  className,
  disabled,
  ...props
}: Omit<ComponentProps<'input'>, 'type'>) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye

  return (
    <div className={cn('relative', className)}>
      <Input
        autoCapitalize="none"
        spellCheck={false}
        {...props}
        disabled={disabled}
        type={shown ? 'text' : 'password'}
        // Hides Edge's own button, which would be a second eye.
        className="pe-13 [&::-ms-reveal]:hidden"
      />
      {/* The name stays the same: `aria-pressed` already says whether the password shows. */}
      <button
        type="button"
        aria-label="Show password"
        aria-pressed={shown}
        title={shown ? 'Hide password' : 'Show password'}
        disabled={disabled}
        className="absolute inset-y-0 end-0 grid w-11 place-items-center rounded-control text-ink-soft hover:text-forest-700 focus-visible:-outline-offset-4 focus-visible:shadow-none svg:size-5"
        onClick={() => setShown((now) => !now)}
      >
        <Icon aria-hidden="true" />
      </button>
    </div>
  )
}
