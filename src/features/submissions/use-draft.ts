import { useEffect } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { isEmpty, readDraft, writeDraft } from './draft-storage'

/**
 * Keeps what is typed while this tab is open, so that a reload or a wrong turn loses nothing. What
 * the visitor typed before the scripts arrived is newer than the draft and stays. Consent is given
 * anew each time.
 *
 * @param name of the draft; without one nothing is kept
 */
export function useDraft<Values extends FieldValues>(
  { getValues, setValue, subscribe }: UseFormReturn<Values, unknown, unknown>,
  name: string | undefined,
): void {
  useEffect(() => {
    if (name === undefined) return
    const draft = readDraft(name)
    for (const [field, typed] of Object.entries(getValues())) {
      if (isEmpty(typed) && field in draft) {
        setValue(field as Path<Values>, draft[field] as PathValue<Values, Path<Values>>)
      }
    }
    writeDraft(name, getValues())
    return subscribe({
      formState: { values: true },
      callback: ({ values }) => writeDraft(name, values),
    })
  }, [name, getValues, setValue, subscribe])
}
