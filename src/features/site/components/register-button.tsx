import type { MouseEvent, ReactNode } from 'react'
import { paths } from '@/shared/config/paths'
import { Button, buttonClass, type ButtonProps } from '@/shared/ui/button'

interface RegisterButtonProps extends Pick<
  ButtonProps,
  'variant' | 'size' | 'className' | 'disabled'
> {
  programTitle: string
  onRegister: (programTitle: string, event: MouseEvent<HTMLElement>) => void
  children: ReactNode
}

/** Opens the registration. Without scripts it is a link to where one applies in writing. */
export function RegisterButton({
  programTitle,
  onRegister,
  className = '',
  children,
  ...look
}: RegisterButtonProps) {
  return (
    <>
      <Button
        {...look}
        className={`noscript:hidden ${className}`}
        onClick={(event) => onRegister(programTitle, event)}
      >
        {children}
      </Button>
      {!look.disabled && (
        <noscript className="noscript:contents">
          <a href={`${paths.joinPrograms}#apply`} className={buttonClass({ ...look, className })}>
            {children}
          </a>
        </noscript>
      )}
    </>
  )
}
