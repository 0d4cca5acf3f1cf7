import Plus from 'lucide-react/icons/plus'
import Split from 'lucide-react/icons/split'
import X from 'lucide-react/icons/x'
import { useWatch } from 'react-hook-form'
import { formatDollars } from '@/shared/lib/format-dollars'
import { Button } from '@/shared/ui/button'
import { ChoiceSelect } from '@/shared/ui/choice-select'
import { Field } from '@/shared/ui/field'
import { isForeign, isInKind, plain } from '../gifts/gift-fields'
import { useFundChoices } from '../gifts/gift-queries'
import type { GiftForm } from '../gifts/gift-inputs'
import { linesOf, sumOf, type Line } from './split-lines'

/** The funds of one check: an amount for each. */
export function SplitInputs({ form, problem }: { form: GiftForm; problem: string | undefined }) {
  const [text, amount, currency, method, fund] = useWatch({
    control: form.control,
    name: ['lines', 'amount', 'currency', 'method', 'fund_id'],
  })
  const funds = useFundChoices()
  const lines = linesOf({ lines: text })
  const write = (changed: readonly Line[]) =>
    form.setValue('lines', changed.length > 0 ? JSON.stringify(changed) : '', {
      shouldDirty: true,
    })
  const inWords = (dollars: number) =>
    isForeign({ currency, method }) ? `${dollars} ${currency}` : formatDollars(dollars)
  const rest = (Number(plain(amount.trim())) || 0) - sumOf(lines)
  const empty = { amount: '', fund_id: '' }
  if (isInKind({ method })) return null
  if (lines.length === 0) {
    return (
      <Button variant="ghost" size="sm" onClick={() => write([{ amount, fund_id: fund }, empty])}>
        <Split aria-hidden="true" />
        Split over funds
      </Button>
    )
  }
  return (
    <fieldset className="grid max-w-xl min-w-0 gap-2 py-1">
      <legend className="mb-1 text-sm font-semibold">One check, several funds</legend>
      {lines.map((line, at) => {
        const change = (part: Partial<Line>) =>
          write(lines.map((one, place) => (place === at ? { ...one, ...part } : one)))
        return (
          <div key={at} className="grid grid-cols-[6.5rem_minmax(0,1fr)_auto] items-end gap-2">
            <Field
              label={`Amount ${at + 1}`}
              inputMode="decimal"
              autoComplete="off"
              value={line.amount}
              onChange={({ target }) => change({ amount: target.value })}
            />
            <Field
              label={`Fund ${at + 1}`}
              as={ChoiceSelect}
              choices={funds}
              none="No fund"
              value={line.fund_id}
              onChange={({ target }) => change({ fund_id: target.value })}
            />
            <Button
              variant="ghost"
              size="sm"
              aria-label={`Remove line ${at + 1}`}
              onClick={() => write(lines.length > 2 ? lines.filter((_, one) => one !== at) : [])}
            >
              <X aria-hidden="true" />
            </Button>
          </div>
        )
      })}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <Button variant="ghost" size="sm" onClick={() => write([...lines, empty])}>
          <Plus aria-hidden="true" />
          Add a fund
        </Button>
        <p role="status" className="text-sm tabular-nums">
          {inWords(sumOf(lines))} of {inWords(rest + sumOf(lines))}
        </p>
      </div>
      {problem && (
        <p role="alert" className="text-sm text-danger">
          {problem}
        </p>
      )}
    </fieldset>
  )
}
