import type { ReactNode } from 'react'
import { paths } from '@/shared/config/paths'
import { Button, buttonClass, type ButtonProps } from '@/shared/ui/button'
import { useIsRegistered } from '../lib/registered'
import type { OnRegister, RegisteredProgram } from './use-registration'

interface RegisterButtonProps extends Pick<ButtonProps, 'variant' | 'size' | 'className'> {
  program: RegisteredProgram
  onRegister: OnRegister
  children: ReactNode
}

/** Opens the registration. Without scripts it links to the written application. */
export function RegisterButton({
  program,
  onRegister,
  className = '',
  children,
  ...look
}: RegisterButtonProps) {
  const isRegistered = useIsRegistered(program.id)
  return (
    <>
      <Button
        {...look}
        className={`noscript:hidden ${className}`}
        onClick={(event) => onRegister(program, event)}
      >
        {isRegistered ? (
          <>
            Register another person <span className="sr-only">for {program.title}</span>
          </>
        ) : (
          children
        )}
      </Button>
      <noscript className="noscript:contents">
        <a href={`${paths.joinPrograms}#apply`} className={buttonClass({ ...look, className })}>
          {children}
        </a>
      </noscript>
    </>
  )
}
