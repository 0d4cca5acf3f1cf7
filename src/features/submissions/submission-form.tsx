import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, type UseMutationOptions } from '@tanstack/react-query'
import {
  useEffect,
  useRef,
  useState,
  type FormEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
} from 'react'
import {
  useForm,
  type FieldValues,
  type Path,
  type PathValue,
  type UseFormReturn,
} from 'react-hook-form'
import type { z } from 'zod'
import { useHydrated } from '@/shared/lib/use-hydrated'
import { useFormDraft } from '@/shared/lib/use-form-draft'
import { Alert } from '@/shared/ui/alert'
import { Button, type ButtonVariant } from '@/shared/ui/button'
import { PrivacyLink } from '@/shared/ui/legal-links'
import { notify } from '@/shared/ui/notify'
import { consentNotice } from './consent'
import { Honeypot } from './honeypot'
import { Received, type Receipt } from './received'
import { sendAdvice } from './send-failure'
import { useWayBack } from './use-way-back'

/** Nobody fills in a form faster. What is submitted earlier is delayed until then. */
const MIN_FILL_MS = 2_000

interface Submission {
  email: string | null
}

interface SubmissionFormProps<Typed extends FieldValues, Row extends Submission> {
  /** Name of the form for assistive technology */
  label: string
  schema: z.ZodType<Row, Typed>
  submission: UseMutationOptions<void, Error, Row>
  submitLabel: string
  submitVariant?: ButtonVariant
  draftName: string
  /** Fields that no draft keeps */
  sensitive?: readonly Path<Typed>[]
  /** Asked once before a row is sent that it applies to. */
  question?: { applies: (row: Row) => boolean; title: string; text: string; anyway: string }
  /** What takes the form's place once the row is stored, or a line beside the emptied form. */
  afterwards: ((row: Row) => Receipt) | ReactElement | string
  children: (form: UseFormReturn<Typed, unknown, Row>) => ReactNode
}

/** Validation, draft, honeypot and sending of every public form. */
export function SubmissionForm<Typed extends FieldValues, Row extends Submission>({
  label,
  schema,
  submission,
  submitLabel,
  submitVariant = 'accent',
  draftName,
  sensitive,
  question,
  afterwards,
  children,
}: SubmissionFormProps<Typed, Row>) {
  // Without default values, so that hydration keeps what was typed into the prerendered form.
  const form = useForm<Typed, unknown, Row>({ resolver: zodResolver(schema) })
  const isHydrated = useHydrated()
  const { discard } = useFormDraft(form, draftName, sensitive)
  const [formRef, wayBack] = useWayBack()
  // A callback given to `mutate` would not run after the visitor has left the page.
  const { mutateAsync, error, variables } = useMutation({
    ...submission,
    meta: {
      ...submission.meta,
      failure: (error) => ({ ...told(submission, error), ...wayBack() }),
    },
    onSuccess: discard,
  })
  const [stored, setStored] = useState<Row>()
  const [isAsked, setAsked] = useState(false)
  const { isSubmitting } = form.formState
  const honeypot = useRef<HTMLInputElement>(null)
  const [isCaught, setCaught] = useState(false)
  const shownAt = useRef(0)
  useEffect(() => {
    shownAt.current = performance.now()
  }, [])

  /** @returns whether it was stored */
  async function send(row: Row): Promise<boolean> {
    const isFilled = Boolean(honeypot.current?.value)
    setCaught(isFilled)
    if (isFilled) {
      honeypot.current!.value = ''
      return false
    }
    const delay = shownAt.current + MIN_FILL_MS - performance.now()
    if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay))
    return mutateAsync(row).then(
      () => true,
      // The mutation's `meta` has the toast.
      () => false,
    )
  }

  async function submit(event: FormEvent) {
    let sent: Row | undefined
    await form.handleSubmit(
      async (row) => {
        setAsked(question?.applies(row) ?? false)
        if (question?.applies(row) && !isAsked) return
        setStored(undefined)
        if (await send(row)) sent = row
      },
      (errors) => {
        if ('consent' in errors) notify(consentNotice)
      },
    )(event)
    if (!sent) return
    form.reset()
    setStored(sent)
    setAsked(false)
  }

  const advice =
    error &&
    !isSubmitting &&
    !isCaught &&
    sendAdvice(error, { isOnline: navigator.onLine, hasEmail: Boolean(variables.email) })

  if (stored && typeof afterwards === 'function') {
    return <Received receipt={afterwards(stored)} onAgain={() => setStored(undefined)} />
  }
  return (
    <form
      ref={formRef}
      noValidate
      className="grid gap-6"
      aria-label={label}
      onInput={() => setStored(undefined)}
      onSubmit={(event) => void submit(event)}
    >
      <Honeypot ref={honeypot} />
      {children(form)}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <Button
          type="submit"
          variant={submitVariant}
          size="lg"
          disabled={!isHydrated}
          loading={isSubmitting}
          data-waiting={!isHydrated || undefined}
        >
          {isSubmitting ? 'Submitting...' : submitLabel}
        </Button>
        <ClearButton form={form} disabled={!isHydrated || isSubmitting} onClear={discard} />
      </div>
      {isAsked && question && (
        <Alert tone="info" role="alert" title={question.title}>
          <p>{question.text}</p>
          <Button type="submit" variant="outline" size="sm" className="mt-3" loading={isSubmitting}>
            {question.anyway}
          </Button>
        </Alert>
      )}
      {stored && (
        <Alert tone="success" role="status">
          {afterwards as ReactElement | string}
        </Alert>
      )}
      <p className="text-sm text-ink-soft">
        What happens with what you send: <PrivacyLink />
      </p>
      {isCaught && (
        <Alert tone="warning" role="alert" title="Please press the button once more.">
          This was not sent yet: a field that only robots see had been filled in, perhaps by your
          browser. It is empty again, and what you typed is kept.
        </Alert>
      )}
      {advice && (
        <Alert tone="warning" role="status">
          {advice}
        </Alert>
      )}
    </form>
  )
}

function told<Row>({ meta }: UseMutationOptions<void, Error, Row>, error: Error) {
  const { failure = { title: 'Error' } } = meta ?? {}
  return typeof failure === 'function' ? failure(error) : failure
}

const UNDO_MS = 10_000

/** Empties the form, for whoever shares the computer, and takes that back for a moment. */
function ClearButton<Typed extends FieldValues, Row>({
  form,
  disabled,
  onClear,
}: {
  form: UseFormReturn<Typed, unknown, Row>
  disabled: boolean
  onClear: () => void
}) {
  const [cleared, setCleared] = useState<Typed>()
  const { subscribe } = form

  useEffect(() => {
    if (!cleared) return
    const forget = () => setCleared(undefined)
    const timer = setTimeout(forget, UNDO_MS)
    // What is typed from here on must not be replaced by what was there.
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

  function press({ detail }: MouseEvent) {
    // The second press of a double click would take the first one back.
    if (detail > 1) return
    if (cleared) undo(cleared)
    else clear()
  }

  return (
    <>
      <Button variant="ghost" disabled={disabled} onClick={press}>
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
