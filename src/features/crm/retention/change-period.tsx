import { useMutation, useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { periodInWords } from '@/shared/data/retention'
import { useSchemaForm } from '@/shared/forms/use-schema-form'
import { useDebounced } from '@/shared/lib/use-debounced'
import { FormDialog } from '@/shared/account-ui/form-dialog'
import { changePeriod, dueIfQuery, type Rule } from './retention-queries'

const DEBOUNCE_MS = 300

/** Shortens or resets a period, and first shows how much that would delete. */
export function ChangePeriod({ rule, onClose }: { rule: Rule; onClose: () => void }) {
  const { title, unit, shortest, longest, is_cleared } = rule
  const fits = (typed: string) =>
    /^\d+$/.test(typed) && Number(typed) >= shortest && Number(typed) <= longest
  const kept = z
    .string()
    .trim()
    .refine(fits, `A whole number from ${shortest} to ${longest}`)
    .transform(Number)
  const form = useSchemaForm(z.object({ kept }), { kept: String(rule.kept) })
  const typed = useWatch({ control: form.control, name: 'kept' })
  const saving = useMutation(changePeriod)
  const settled = useDebounced(typed, DEBOUNCE_MS)
  const dry = useQuery({
    ...dueIfQuery(rule.rule, Number(settled)),
    enabled: fits(settled),
  })
  // Hides a count that belongs to another number.
  const count = settled === typed && fits(typed) ? dry : undefined
  const due = count?.data?.[0]?.due

  return (
    <FormDialog
      size="sm"
      title={`How long we keep: ${title}`}
      description={`From ${periodInWords(shortest, unit)} to ${periodInWords(longest, unit)}. The privacy policy allows no more.`}
      form={form}
      saving={saving}
      save="Save"
      disabled={typed === String(rule.kept)}
      onSubmit={(changed) => saving.mutate({ rule, ...changed }, { onSuccess: onClose })}
      onClose={onClose}
    >
      {(Field) => (
        <>
          <Field
            name="kept"
            label={`Number of ${unit}`}
            type="number"
            inputMode="numeric"
            min={shortest}
            max={longest}
          />
          <p role="status" className="min-h-6 text-ink-soft">
            {count?.isError
              ? 'The data to delete could not be counted.'
              : due !== undefined &&
                `With ${periodInWords(Number(settled), unit)}, ${due.toLocaleString('en-US')} would be ${is_cleared ? 'cleared' : 'deleted'} now. A change takes effect tomorrow.`}
          </p>
        </>
      )}
    </FormDialog>
  )
}
