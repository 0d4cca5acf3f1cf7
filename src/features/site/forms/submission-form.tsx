import {
  useEffect,
  useRef,
  useState,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
} from 'react'
import type { FieldErrors, FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { discardDraft, readDraft, writeDraft } from '@/shared/forms/draft-storage'
import { sentNote } from '@/shared/forms/has-draft'
import { useHydrated } from '@/shared/lib/use-hydrated'
import { Alert } from '@/shared/ui/alert'
import { Button, type ButtonVariant } from '@/shared/ui/button'
import { FormFields, type Fields } from '@/shared/ui/form'
import { PrivacyLink } from '@/shared/ui/legal-links'
import { notify } from '@/shared/ui/notify'
import { consentNotice } from './consent'
import { Received, type Receipt } from './received'
import { useSubmission, type Sent, type SubmissionOptions } from './use-submission'

interface SubmissionFormProps<Typed extends FieldValues, Row extends Sent> extends Omit<
  SubmissionOptions<Typed, Row>,
  'defaultValues'
> {
  /** Name of the form for assistive technology */
  label: string
  submitLabel: string
  submitVariant?: ButtonVariant
  /** Shown once, before a row it applies to is sent. */
  question?: {
    applies: (row: Row) => boolean
    title: string
    text: string
    /** The field that answers it, and the label of its link */
    field: Path<Typed>
    answer: string
    anyway: string
  }
  onInvalid?: (errors: FieldErrors<Typed>) => void
  /**
   * Replaces the form once the row is stored, or is a line beside the emptied form. `sent` says in this tab
   * what that was, without a person's data.
   */
  afterwards: ((row: Row) => Receipt & { sent: string }) | ReactElement | string
  children: (
    ...fields: [...Parameters<Fields<Typed>>, form: UseFormReturn<Typed, unknown, Row>]
  ) => ReactNode
}

/** Says what this tab has already sent when the form comes back, so that nobody sends it twice. */
interface Earlier extends Record<string, unknown> {
  sent: string
  at: number
}

const clock = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' })

/** Every public form that is part of a page. */
export function SubmissionForm<Typed extends FieldValues, Row extends Sent>({
  label,
  submitLabel,
  submitVariant = 'primary',
  question,
  onInvalid = askForConsent,
  afterwards,
  children,
  ...options
}: SubmissionFormProps<Typed, Row>) {
  const { form, formRef, honeypot, trouble, submit, discard } = useSubmission(options)
  const isHydrated = useHydrated()
  const [stored, setStored] = useState<Row>()
  const [isAsked, setAsked] = useState(false)
  const note = sentNote(options.draftName)
  const [earlier, setEarlier] = useState(() => readDraft(note) as Partial<Earlier>)
  const { isSubmitting } = form.formState
  const waiting = isHydrated ? undefined : true
  const button = useRef<HTMLButtonElement>(null)

  // `app/boot/replay-clicks.ts` has kept an earlier press.
  useEffect(() => {
    const pressed = button.current?.form?.querySelector<HTMLElement>('[aria-busy]')
    if (!isHydrated || !pressed) return
    pressed.removeAttribute('aria-busy')
    pressed.click()
  }, [isHydrated])

  function forget() {
    discard()
    discardDraft(note)
    setEarlier({})
  }

  function mayGo(row: Row): boolean {
    setAsked(question?.applies(row) ?? false)
    if (question?.applies(row) && !isAsked) return false
    setStored(undefined)
    return true
  }

  if (stored && typeof afterwards === 'function') {
    return (
      <Received row={stored} receipt={afterwards(stored)} onAgain={() => setStored(undefined)} />
    )
  }
  return (
    <form
      ref={formRef}
      noValidate
      // A browser without our scripts does not send it either: that would put the answers into the
      // address.
      method="dialog"
      className="grid gap-5 sm:gap-6"
      aria-label={label}
      onInput={() => setStored(undefined)}
      onSubmit={(event) =>
        void submit(event, {
          mayGo,
          onInvalid,
          onStored: (row) => {
            setStored(row)
            setAsked(false)
            if (typeof afterwards !== 'function') return
            setEarlier({})
            writeDraft(note, { sent: afterwards(row).sent, at: Date.now() } satisfies Earlier)
          },
        })
      }
    >
      {honeypot}
      {isHydrated && earlier.at && (
        <Alert
          tone="success"
          role="status"
          title={`Sent at ${clock.format(earlier.at)}: ${earlier.sent}`}
        >
          It has arrived. Send this form only if you want to send another one.
        </Alert>
      )}
      <FormFields form={form}>{(Field, Tick) => children(Field, Tick, form)}</FormFields>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button
          ref={button}
          type="submit"
          variant={submitVariant}
          size="lg"
          loading={isSubmitting}
          data-waiting={waiting}
        >
          {!waiting ? (
            isSubmitting ? (
              'Submitting...'
            ) : (
              submitLabel
            )
          ) : (
            <>
              {/* A press that begins on an element replaced by hydration would be no click. */}
              <span className="pointer-events-none in-aria-busy:hidden">{submitLabel}</span>
              <span className="pointer-events-none hidden in-aria-busy:inline">Loading…</span>
            </>
          )}
        </Button>
        <ClearButton form={form} disabled={isSubmitting} waiting={waiting} onClear={forget} />
      </div>
      {isAsked && question && (
        <Alert tone="info" role="alert" title={question.title}>
          <p>{question.text}</p>
          <p className="mt-3 flex flex-wrap gap-3">
            <Button size="sm" onClick={() => form.setFocus(question.field)}>
              {question.answer}
            </Button>
            <Button type="submit" variant="outline" size="sm" loading={isSubmitting}>
              {question.anyway}
            </Button>
          </p>
        </Alert>
      )}
      {stored && (
        <Alert tone="success" role="status">
          {afterwards as ReactElement | string}
        </Alert>
      )}
      <p className="text-sm text-ink-soft">
        How we use what you send:{' '}
        <span className="xs:whitespace-nowrap">
          <PrivacyLink />
        </span>
      </p>
      {trouble}
    </form>
  )
}

/** The message says as much as the fields do. */
function askForConsent(errors: object) {
  if (!('consent' in errors)) return
  const others = Object.keys(errors).length - 1
  const rest = `And please look at ${others === 1 ? '1 more field' : `${others} more fields`}.`
  const { description } = consentNotice
  notify(others === 0 ? consentNotice : { ...consentNotice, description: `${description} ${rest}` })
}

const UNDO_MS = 10_000

/** Empties the form on a shared computer; the user can undo this for a moment. */
function ClearButton<Typed extends FieldValues, Row>({
  form,
  disabled,
  waiting,
  onClear,
}: {
  form: UseFormReturn<Typed, unknown, Row>
  disabled: boolean
  waiting: true | undefined
  onClear: () => void
}) {
  const [cleared, setCleared] = useState<Typed>()
  const { subscribe } = form

  useEffect(() => {
    if (!cleared) return
    const forget = () => setCleared(undefined)
    const timer = setTimeout(forget, UNDO_MS)
    // Text typed from here on must not be replaced by the earlier text.
    const stop = subscribe({ formState: { values: true }, callback: forget })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [cleared, subscribe])

  function clear() {
    setCleared(structuredClone(form.getValues()))
    form.reset()
    onClear()
  }

  function undo(values: Typed) {
    for (const [field, value] of Object.entries(values)) {
      form.setValue(field as Path<Typed>, value as PathValue<Typed, Path<Typed>>)
    }
    setCleared(undefined)
  }

  function clearOrUndo({ detail }: MouseEvent) {
    // Otherwise the second click of a double click would undo the first.
    if (detail > 1) return
    if (cleared) undo(cleared)
    else clear()
  }

  return (
    <>
      <Button
        variant="ghost"
        className="-ms-5"
        disabled={disabled}
        data-waiting={waiting}
        onClick={clearOrUndo}
      >
        {cleared ? 'Undo' : 'Clear this form'}
      </Button>
      {cleared && (
        <span role="status" className="text-sm text-ink-soft">
          The form is empty again.
        </span>
      )}
    </>
  )
}

export function RequiredNote() {
  return (
    <p className="text-sm text-ink-soft">
      Fields marked with <span className="text-clay-600">*</span> are required.
    </p>
  )
}
