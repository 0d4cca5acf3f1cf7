import { useEffect, useState } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { useAuth } from '@/shared/auth/auth-context'
import { discardDraft, hasDraft, readDraft, staffDraft, writeDraft } from './draft-storage'

/**
 * Keeps what was changed in a staff form when the form goes away without being asked to, as when the
 * session ends, and brings it back to the same account. Passwords are never kept.
 *
 * @param form what the form is for, as `mentors:<id>`
 * @returns whether something was brought back, and `discard` for when it was saved or given up
 */
export function useKeptChanges<Values extends FieldValues>(
  { getValues, setValue, subscribe }: UseFormReturn<Values, unknown, unknown>,
  form: string,
): { wereKept: boolean; discard: () => void } {
  const userId = useAuth().user?.id
  const name = userId && staffDraft(userId, form)
  const [initial] = useState(() => getValues())
  const [wereKept] = useState(() => name !== undefined && hasDraft(name))

  useEffect(() => {
    if (name === undefined) return
    for (const [field, value] of Object.entries(readDraft(name))) {
      setValue(field as Path<Values>, value as PathValue<Values, Path<Values>>, {
        shouldDirty: true,
      })
    }
    return subscribe({
      formState: { values: true },
      callback: ({ values }) => writeDraft(name, changes(initial, values)),
    })
  }, [name, initial, setValue, subscribe])

  return { wereKept, discard: () => name !== undefined && discardDraft(name) }
}

function changes(before: FieldValues, { password: _, ...values }: FieldValues) {
  return Object.fromEntries(
    Object.entries(values).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field]),
    ),
  )
}
