import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, type UseMutationOptions } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { useForm, type FieldValues, type UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { useHydrated } from '@/shared/lib/use-hydrated'
import { discardDraft } from '@/shared/lib/draft-storage'
import { Alert } from '@/shared/ui/alert'
import { Button, type ButtonVariant } from '@/shared/ui/button'
import { notify } from '@/shared/ui/notify'
import { consentNotice } from './consent'
import { sendAdvice } from './send-failure'
import { Trap } from './trap'
import { useDraft } from './use-draft'

/** Nobody fills in a form in less. What is sent earlier waits for the rest of it. */
const MIN_SECONDS = 2

interface SubmissionFormProps<Typed extends FieldValues, Row> {
  /** Name of the form for assistive technology */
  label: string
  schema: z.ZodType<Row, Typed>
  submission: UseMutationOptions<void, Error, Row>
  submitLabel: string
  submitVariant?: ButtonVariant
  /** The name of its draft */
  draft: string
  children: (form: UseFormReturn<Typed, unknown, Row>) => ReactNode
}

/** What every form of a visitor does with its fields. It is emptied once they have been stored. */
export function SubmissionForm<Typed extends FieldValues, Row>({
  label,
  schema,
  submission,
  submitLabel,
  submitVariant = 'accent',
  draft,
  children,
}: SubmissionFormProps<Typed, Row>) {
  // No default values: the fields keep what was typed into the prerendered form before this loaded.
  const form = useForm<Typed, unknown, Row>({ resolver: zodResolver(schema) })
  const isHydrated = useHydrated()
  useDraft(form, draft)
  // Not among the options of `mutate`: those are forgotten when the visitor leaves the page meanwhile.
  const { mutateAsync, error } = useMutation({
    ...submission,
    onSuccess: () => discardDraft(draft),
  })
  const { isSubmitting } = form.formState
  const trap = useRef<HTMLInputElement>(null)
  const [wasTrapped, setTrapped] = useState(false)
  const shown = useRef(0)
  useEffect(() => {
    shown.current = performance.now()
  }, [])

  /** @returns whether it was stored */
  async function send(row: Row): Promise<boolean> {
    const isTrapped = Boolean(trap.current?.value)
    setTrapped(isTrapped)
    if (isTrapped) {
      trap.current!.value = ''
      return false
    }
    const rest = shown.current + MIN_SECONDS * 1_000 - performance.now()
    if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest))
    return mutateAsync(row).then(
      () => true,
      // The mutation's `meta` tells it.
      () => false,
    )
  }

  async function submit(event: FormEvent) {
    let isStored = false
    await form.handleSubmit(
      async (row) => {
        isStored = await send(row)
      },
      (errors) => {
        if ('consent' in errors) notify(consentNotice)
      },
    )(event)
    if (isStored) form.reset()
  }

  const advice = error && !isSubmitting && !wasTrapped && sendAdvice(error, navigator.onLine)

  return (
    <form
      noValidate
      className="grid gap-6"
      aria-label={label}
      onSubmit={(event) => void submit(event)}
    >
      <Trap ref={trap} />
      {children(form)}
      <Button
        type="submit"
        variant={submitVariant}
        size="lg"
        disabled={!isHydrated}
        loading={isSubmitting}
        data-waiting={!isHydrated || undefined}
        className="justify-self-start"
      >
        {isSubmitting ? 'Submitting...' : submitLabel}
      </Button>
      {wasTrapped && (
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

export function RequiredNote() {
  return (
    <p className="text-sm text-ink-soft">
      Fields marked with <span className="text-clay-600">*</span> are required.
    </p>
  )
}
