import { useEffect } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'

const isEmpty = (value: unknown) =>
  value === undefined || value === '' || value === false || (value as unknown[]).length === 0

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

function storageKey(name: string): string {
  return `draft:${name}`
}

function readDraft(name: string): Record<string, unknown> {
  try {
    const draft: unknown = JSON.parse(sessionStorage.getItem(storageKey(name)) ?? '{}')
    return typeof draft === 'object' && draft !== null ? { ...draft } : {}
  } catch {
    return {}
  }
}

function writeDraft(name: string, { consent: _, ...values }: FieldValues): void {
  const typed = Object.entries(values).filter(([, value]) => !isEmpty(value))
  try {
    if (typed.length === 0) sessionStorage.removeItem(storageKey(name))
    else sessionStorage.setItem(storageKey(name), JSON.stringify(Object.fromEntries(typed)))
  } catch {
    // Storage is blocked or full: the form works without a draft.
  }
}

export function discardDraft(name: string): void {
  writeDraft(name, {})
}
