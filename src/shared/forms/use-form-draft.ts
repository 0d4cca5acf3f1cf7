import { useEffect, useState } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import {
  CARRIED,
  discardDraft,
  discardOldDrafts,
  isDrafted,
  readDraft,
  writeDraft,
} from './draft-storage'

/** A form asks for consent each time, and a password is never stored. */
const alwaysLeftOut = ['consent', 'password']

/**
 * Keeps the changes to a form until it is saved or discarded, and restores them when the form
 * appears again. A field that already differs from its default keeps its value, because the user
 * may have typed before hydration.
 * @param name of the draft, for staff `staffDraft(userId, form)`; without one nothing is kept
 * @param leftOut fields too sensitive to be stored: they last as long as the form is shown
 * @param carried fields that the next entry takes from the last one: only these are nothing to lose
 * @returns whether a draft was restored and not discarded since
 */
export function useFormDraft<Values extends FieldValues>(
  {
    formState: { defaultValues },
    getValues,
    setValue,
    subscribe,
  }: UseFormReturn<Values, unknown, unknown>,
  name: string | undefined,
  leftOut: readonly Path<Values>[] = [],
  carried: readonly string[] = [],
): { isRestored: boolean; discard: () => void } {
  const [initial] = useState(defaultValues)
  const [kept] = useState(carried)
  const [excluded] = useState<readonly string[]>(() => [...alwaysLeftOut, ...leftOut])
  const [isRestored, setRestored] = useState(() => name !== undefined && isDrafted(name))

  useEffect(() => {
    if (name === undefined) return
    discardOldDrafts()
    const changed = (values: FieldValues) =>
      Object.fromEntries(
        Object.entries(values).filter(
          ([field, value]) => !excluded.includes(field) && !isSame(value, initial?.[field]),
        ),
      )
    const keep = (values: FieldValues) => {
      const draft = changed(values)
      const fields = Object.keys(draft)
      const isCarried = fields.length > 0 && fields.every((field) => kept.includes(field))
      writeDraft(name, isCarried ? { ...draft, [CARRIED]: true } : draft)
    }
    const typed = changed(getValues())
    for (const [field, value] of Object.entries(readDraft(name))) {
      if (field in typed || field === CARRIED) continue
      setValue(field as Path<Values>, value as PathValue<Values, Path<Values>>, {
        shouldDirty: true,
      })
    }
    keep(getValues())
    return subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) })
  }, [name, initial, kept, excluded, getValues, setValue, subscribe])

  function discard() {
    if (name !== undefined) discardDraft(name)
    setRestored(false)
  }

  return { isRestored, discard }
}

/** A field without a default value is undefined at first, and `''`, `false` or `[]` once registered. */
function isSame(value: unknown, initial: unknown): boolean {
  return JSON.stringify(value) === JSON.stringify(initial) || (isEmpty(value) && isEmpty(initial))
}

function isEmpty(value: unknown): boolean {
  return (
    value === undefined ||
    value === '' ||
    value === false ||
    (Array.isArray(value) && value.length === 0)
  )
}
