import {
  Suspense,
  useRef,
  useState,
  type ComponentType,
  type MouseEvent,
  type RefObject,
} from 'react'
import { organisation } from '@/shared/data/organisation'
import { mailLink } from '@/shared/lib/contact-links'
import { ErrorBoundary } from '@/shared/lib/error-boundary'
import { Spinner } from '@/shared/ui/spinner'
import { markRegistered } from '../lib/registered'

export interface RegisteredProgram {
  id: string
  title: string
  isFull: boolean
  /** Price, place and term */
  facts?: readonly string[]
}

/** The dialog, of another feature */
export type RegistrationDialog = ComponentType<{
  program: RegisteredProgram
  open: boolean
  onOpenChange: (open: boolean) => void
  onClosed: () => void
  onStored: () => void
  typed: RefObject<Typed>
}>

/**
 * The typed values, including those that no draft may keep. They last as long as the page and are
 * shared by all programs on it.
 */
export type Typed = Readonly<Record<string, unknown>>

export type OnRegister = (program: RegisteredProgram, event: MouseEvent<HTMLElement>) => void

interface Registration {
  program: RegisteredProgram
  isOpen: boolean
  /** Gets the focus back when the dialog closes. */
  opener: HTMLElement
}

const message =
  'fixed inset-x-4 bottom-4 z-40 mx-auto max-w-md rounded-control bg-paper-raised px-5 py-3 shadow-lift'

/**
 * The registration dialog of a page. Render `dialog` once, and call `register` from the buttons that
 * open it. The first call downloads its code.
 */
export function useRegistration(Dialog: RegistrationDialog) {
  const [registration, setRegistration] = useState<Registration | null>(null)
  const typed = useRef<Typed>({})

  const register: OnRegister = (program, event) =>
    setRegistration({ program, isOpen: true, opener: event.currentTarget })

  /** A request for one program must not close the dialog of the next. */
  const setOpen = (isOpen: boolean) =>
    setRegistration((now) =>
      now?.program.id === registration?.program.id ? now && { ...now, isOpen } : now,
    )

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
          key={registration.program.id}
          program={registration.program}
          open={registration.isOpen}
          onOpenChange={setOpen}
          onClosed={() => registration.opener.focus()}
          onStored={() => markRegistered(registration.program.id)}
          typed={typed}
        />
      </Suspense>
    </ErrorBoundary>
  )

  return { register, dialog }
}
