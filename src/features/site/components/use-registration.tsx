import { lazy, Suspense, useState, type MouseEvent } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { organisation } from '@/shared/data/organisation'
import { mailLink } from '@/shared/lib/contact-links'
import { Spinner } from '@/shared/ui/spinner'

const RegistrationDialog = lazy(async () => ({
  default: (await import('./registration-dialog')).RegistrationDialog,
}))

interface Registration {
  programTitle: string
  /** Gets the focus back when the dialog closes. */
  opener: HTMLElement
}

const message =
  'fixed inset-x-4 bottom-4 z-40 mx-auto max-w-md rounded-control bg-paper-raised px-5 py-3 shadow-lift'

/**
 * The registration dialog of a page. Render `dialog` once, and call `register` from the buttons that
 * open it. Its code is downloaded with the first call.
 */
export function useRegistration() {
  const [registration, setRegistration] = useState<Registration | null>(null)
  const [open, setOpen] = useState(false)

  function register(programTitle: string, event: MouseEvent<HTMLElement>) {
    setRegistration({ programTitle, opener: event.currentTarget })
    setOpen(true)
  }

  const dialog = registration && (
    <ErrorBoundary
      fallback={
        <p role="alert" className={message}>
          The form could not be loaded. Please reload the page, or{' '}
          <a href={mailLink(organisation.email, `Registration: ${registration.programTitle}`)}>
            write to us
          </a>
          .
        </p>
      }
    >
      <Suspense fallback={<Spinner label="Opening the form..." className={message} />}>
        <RegistrationDialog
          programTitle={registration.programTitle}
          open={open}
          onOpenChange={setOpen}
          onClosed={() => registration.opener.focus()}
        />
      </Suspense>
    </ErrorBoundary>
  )

  return { register, dialog }
}
