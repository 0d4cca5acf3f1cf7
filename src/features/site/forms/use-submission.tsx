import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, type UseMutationOptions } from '@tanstack/react-query'
import {
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type FormEvent,
  type ReactNode,
} from 'react'
import {
  useForm,
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
} from 'react-hook-form'
import type { z } from 'zod'
import { useFormDraft } from '@/shared/forms/use-form-draft'
import { Alert } from '@/shared/ui/alert'
import { Honeypot } from './honeypot'
import { sendAdvice } from './send-failure'
import { useCaptchaPass } from './use-captcha-pass'
import { useReturnLink } from './use-return-link'

/** People take longer to fill in a form. A faster submission is delayed until then. */
const MIN_FILL_MS = 2_000

export interface Sent {
  email: string | null
}

export interface SubmissionOptions<Typed extends FieldValues, Row extends Sent> {
  schema: z.ZodType<Row, Typed>
  submission: UseMutationOptions<void, Error, Row>
  draftName: string
  /** Fields that no draft keeps */
  sensitive?: readonly Path<Typed>[] | undefined
  /** For fields that do not begin empty. A form without them keeps input typed before hydration. */
  defaultValues?: DefaultValues<Typed>
}

interface Outcome<Typed extends FieldValues, Row extends Sent> {
  /** Called before a row is sent; false cancels that. */
  mayGo?: (row: Row) => boolean
  onInvalid: (errors: FieldErrors<Typed>) => void
  onStored: (row: Row) => void
}

/** Validation, draft, honeypot, captcha and sending of every public form. */
export function useSubmission<Typed extends FieldValues, Row extends Sent>({
  schema,
  submission,
  draftName,
  sensitive,
  defaultValues,
}: SubmissionOptions<Typed, Row>) {
  const form = useForm<Typed, unknown, Row>({
    resolver: zodResolver(schema),
    ...(defaultValues && { defaultValues }),
  })
  const { discard } = useFormDraft(form, draftName, sensitive)
  const [formRef, returnLink] = useReturnLink()
  const { widget, withPass } = useCaptchaPass()
  // A callback given to `mutate` would not run after the visitor has left the page.
  const { mutateAsync, error, variables } = useMutation({
    ...submission,
    mutationFn: withPass(submission.mutationFn!),
    meta: {
      ...submission.meta,
      failure: (error) => ({ ...failureNotice(submission, error), ...returnLink() }),
    },
    onSuccess: discard,
  })
  const { isSubmitting } = form.formState
  const honeypotField = useRef<HTMLInputElement>(null)
  const [isCaught, setCaught] = useState(false)
  const shownAt = useRef(0)
  useEffect(() => {
    shownAt.current = performance.now()
  }, [])

  /** @returns whether it was stored */
  async function send(row: Row): Promise<boolean> {
    const isFilled = Boolean(honeypotField.current?.value)
    setCaught(isFilled)
    if (isFilled) {
      honeypotField.current!.value = ''
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

  async function submit(event: FormEvent, { mayGo, onInvalid, onStored }: Outcome<Typed, Row>) {
    let sent: Row | undefined
    await form.handleSubmit(async (row) => {
      if (mayGo?.(row) === false) return
      if (await send(row)) sent = row
    }, explain(onInvalid))(event)
    if (!sent) return
    form.reset()
    onStored(sent)
  }

  const trouble: ReactNode = (
    <>
      {widget}
      {isCaught && (
        <Alert tone="warning" role="alert" title="Please click the button again.">
          This hasn’t been sent yet. A hidden field that catches robots was filled in, perhaps by
          your browser. We’ve emptied it, and what you typed is still here.
        </Alert>
      )}
      {error && !isSubmitting && !isCaught && (
        <SendAdvice error={error} hasEmail={Boolean(variables.email)} />
      )}
    </>
  )

  return { form, formRef, honeypot: <Honeypot ref={honeypotField} />, trouble, submit, discard }
}

const bringIntoView = (alert: HTMLElement | null) => alert?.scrollIntoView?.({ block: 'nearest' })

/** Stays until the next attempt. */
function SendAdvice({ error, hasEmail }: { error: Error; hasEmail: boolean }) {
  const [wasOnline] = useState(() => navigator.onLine)
  const isOnline = useSyncExternalStore(onLine, () => navigator.onLine)
  const advice = sendAdvice(error, { wasOnline, isOnline, hasEmail })
  if (advice === undefined) return null
  return (
    <Alert ref={bringIntoView} tone="warning" role="status" className="scroll-my-24">
      {advice}
    </Alert>
  )
}

function onLine(listener: () => void) {
  const events = ['online', 'offline']
  for (const event of events) window.addEventListener(event, listener)
  return () => {
    for (const event of events) window.removeEventListener(event, listener)
  }
}

/**
 * Shows the errors once the first wrong field has the focus, so that the message does not cover it.
 */
const explain =
  <Typed extends FieldValues>(say: (errors: FieldErrors<Typed>) => void) =>
  (errors: FieldErrors<Typed>) =>
    void setTimeout(() => {
      document.activeElement?.scrollIntoView?.({ block: 'center', behavior: 'instant' })
      say(errors)
    })

function failureNotice<Row>({ meta }: UseMutationOptions<void, Error, Row>, error: Error) {
  const { failure = { title: 'Error' } } = meta ?? {}
  return typeof failure === 'function' ? failure(error) : failure
}
