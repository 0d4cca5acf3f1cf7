import { useEffect } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { readDraft, writeDraft } from '@/shared/lib/draft-storage'

/**
 * Keeps what is typed while this tab is open, so that a reload or a wrong turn loses nothing. What
 * the visitor typed before the scripts arrived is newer than the draft and stays. Consent is given
 * anew each time.
 */
export function useDraft<Values extends FieldValues>(
  { getValues, setValue, subscribe }: UseFormReturn<Values, unknown, unknown>,
  name: string,
): void {
  useEffect(() => {
    const draft = readDraft(name)
    for (const [field, typed] of Object.entries(getValues())) {
      if (isEmpty(typed) && field in draft) {
        setValue(field as Path<Values>, draft[field] as PathValue<Values, Path<Values>>)
      }
    }
    writeDraft(name, answersOf(getValues()))
    return subscribe({
      formState: { values: true },
      callback: ({ values }) => writeDraft(name, answersOf(values)),
    })
  }, [name, getValues, setValue, subscribe])
}

function answersOf({ consent: _, ...values }: Record<string, unknown>) {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value)))
}

/** An answer that nobody gave. */
function isEmpty(value: unknown): boolean {
  return value === undefined || value === '' || value === false || (value as unknown[]).length === 0
}
