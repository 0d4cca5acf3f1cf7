import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, type UseMutationOptions } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useForm, type FieldValues, type UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { useHydrated } from '@/shared/lib/use-hydrated'
import { Button, type ButtonVariant } from '@/shared/ui/button'
import { notify } from '@/shared/ui/notify'
import { consentNotice } from './consent'
import { discardDraft } from './draft-storage'
import { useDraft } from './use-draft'

interface SubmissionFormProps<Typed extends FieldValues, Row> {
  /** Name of the form for assistive technology */
  label: string
  schema: z.ZodType<Row, Typed>
  submission: UseMutationOptions<void, Error, Row>
  submitLabel: string
  submitVariant?: ButtonVariant
  /** Keeps a draft under this name. */
  draft?: string
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
  const { mutate, isPending } = useMutation({
    ...submission,
    onSuccess: () => {
      form.reset()
      if (draft !== undefined) discardDraft(draft)
    },
  })

  return (
    <form
      noValidate
      className="grid gap-6"
      aria-label={label}
      onSubmit={(event) =>
        void form.handleSubmit(
          (row) => mutate(row),
          (errors) => {
            if ('consent' in errors) notify(consentNotice)
          },
        )(event)
      }
    >
      {children(form)}
      <Button
        type="submit"
        variant={submitVariant}
        size="lg"
        disabled={!isHydrated}
        loading={isPending}
        className="justify-self-start"
      >
        {isPending ? 'Submitting...' : submitLabel}
      </Button>
    </form>
  )
}

export function RequiredNote() {
  return (
    <p className="ui-hint">
      Fields marked with <span className="ui-required ms-0">*</span> are required.
    </p>
  )
}
