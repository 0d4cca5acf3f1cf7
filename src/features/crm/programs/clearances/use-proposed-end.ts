import { useEffect } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { keyOf, type Requirement } from './clearance-queries'
import { monthsLater, type evidenceSchema } from './evidence-fields'

type EvidenceForm = UseFormReturn<
  z.input<typeof evidenceSchema>,
  unknown,
  z.output<typeof evidenceSchema>
>

/** Fills in the end that the chosen requirement gives, until the user types one. */
export function useProposedEnd(
  form: EvidenceForm,
  required: readonly Pick<Requirement, 'name' | 'version' | 'months'>[],
): void {
  const [what, doneOn] = useWatch({ control: form.control, name: ['what', 'done_on'] })
  const { dirtyFields } = form.formState
  const isTyped = dirtyFields.valid_until === true
  const months = required.find((one) => keyOf(one) === what)?.months
  const end = months && doneOn >= '1950' ? monthsLater(doneOn, months) : ''
  const { setValue } = form
  useEffect(() => {
    if (!isTyped) setValue('valid_until', end)
  }, [isTyped, end, setValue])
}
