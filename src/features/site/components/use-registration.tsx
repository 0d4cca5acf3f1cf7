import { Suspense, useState, type ComponentType, type MouseEvent } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { organisation } from '@/shared/data/organisation'
import { mailLink } from '@/shared/lib/contact-links'
import { Spinner } from '@/shared/ui/spinner'

export interface RegisteredProgram {
  id: string
  title: string
  isFull: boolean
}

/** The dialog, of another feature */
export type RegistrationDialog = ComponentType<{
  program: RegisteredProgram
  open: boolean
  onOpenChange: (open: boolean) => void
  onClosed: () => void
}>

export type OnRegister = (program: RegisteredProgram, event: MouseEvent<HTMLElement>) => void

interface Registration {
  program: RegisteredProgram
  /** Gets the focus back when the dialog closes. */
  opener: HTMLElement
}

const message =
  'fixed inset-x-4 bottom-4 z-40 mx-auto max-w-md rounded-control bg-paper-raised px-5 py-3 shadow-lift'

/**
 * The registration dialog of a page. Render `dialog` once, and call `register` from the buttons that
 * open it. Its code is downloaded with the first call. What was typed stays for another program.
 */
export function useRegistration(Dialog: RegistrationDialog) {
  const [registration, setRegistration] = useState<Registration | null>(null)
  const [open, setOpen] = useState(false)

  const register: OnRegister = (program, event) => {
    setRegistration({ program, opener: event.currentTarget })
    setOpen(true)
  }

  const dialog = registration && (
    <ErrorBoundary
      fallback={
        <p role="alert" className={message}>
          The form could not be loaded. Please reload the page, or{' '}
          <a href={mailLink(organisation.email, `Registration: ${registration.program.title}`)}>
            write to us
          </a>
          .
        </p>
      }
    >
      <Suspense fallback={<Spinner label="Opening the form..." className={message} />}>
        <Dialog
          program={registration.program}
          open={open}
          onOpenChange={setOpen}
          onClosed={() => registration.opener.focus()}
        />
      </Suspense>
    </ErrorBoundary>
  )

  return { register, dialog }
}
