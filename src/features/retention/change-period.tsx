import { useMutation, useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { periodInWords } from '@/shared/data/retention'
import { useDebounced } from '@/shared/lib/use-debounced'
import { Dialog, DialogContent } from '@/shared/ui/dialog'
import { Field } from '@/shared/ui/field'
import { FormFooter } from '@/shared/ui/form-footer'
import { Input } from '@/shared/ui/input'
import { changePeriod, dueIfQuery, type Rule } from './retention-queries'

const DEBOUNCE_MS = 300

/** Shortens a period, or sets it back, and shows what that would delete before it is saved. */
export function ChangePeriod({ rule, onClose }: { rule: Rule; onClose: () => void }) {
  const { title, unit, kept, shortest, longest, is_cleared } = rule
  const [typed, setTyped] = useState(String(kept))
  const [error, setError] = useState<string>()
  const saving = useMutation(changePeriod)
  const fits = (number: number) =>
    Number.isInteger(number) && number >= shortest && number <= longest
  const settled = useDebounced(Number(typed), DEBOUNCE_MS)
  const dry = useQuery({
    ...dueIfQuery(rule.rule, settled),
    enabled: typed.trim() !== '' && fits(settled),
  })
  const due = dry.data?.[0]?.due

  function save(event: FormEvent) {
    event.preventDefault()
    const number = Number(typed)
    const isFit = typed.trim() !== '' && fits(number)
    setError(isFit ? undefined : `A whole number from ${shortest} to ${longest}`)
    if (isFit) saving.mutate({ rule, kept: number }, { onSuccess: onClose })
  }

  return (
    <Dialog open onOpenChange={() => !saving.isPending && onClose()}>
      <DialogContent
        size="sm"
        title={`How long we keep: ${title}`}
        description={`From ${periodInWords(shortest, unit)} to ${periodInWords(longest, unit)}. The privacy policy promises no more.`}
      >
        <form noValidate onSubmit={save}>
          <Field label={`Number of ${unit}`} error={error}>
            {(control) => (
              <Input
                {...control}
                type="number"
                inputMode="numeric"
                min={shortest}
                max={longest}
                value={typed}
                onChange={({ target }) => {
                  setTyped(target.value)
                  setError(undefined)
                }}
              />
            )}
          </Field>
          <p role="status" className="mt-3 min-h-6 text-ink-soft">
            {dry.isError
              ? 'What this would delete could not be counted.'
              : due !== undefined &&
                `With ${periodInWords(settled, unit)}, ${due.toLocaleString('en-US')} would be ${is_cleared ? 'cleared' : 'deleted'} now. A change counts from tomorrow on.`}
          </p>
          <FormFooter isSaving={saving.isPending} save="Save" disabled={typed === String(kept)} />
        </form>
      </DialogContent>
    </Dialog>
  )
}
