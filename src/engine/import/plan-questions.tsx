import { formatDay } from '@/shared/lib/format-date'
import { Button } from '@/shared/ui/button'
import { ChoiceSelect } from '@/shared/ui/choice-select'
import { Field } from '@/shared/ui/field'
import type { ImportForm } from '../core/define-resource'
import { actionFor, choiceKey, type Contradiction } from './contradictions'
import { readDay, readNumber, type DayOrder, type DecimalMark, type Format } from './formats'
import { encodings } from './encodings'
import { formatOf, orderOfDotted, type Chosen, type Plan } from './plan'
import type { ChosenFile, ReadAs } from './read-csv'
import type { Action } from './telling'

export interface PlanProps {
  plan: Plan
  onChoose: (chosen: Partial<Chosen>) => void
}

/** Offers to read the file in other encodings, where letters with accents tell one from the other. */
export function LettersQuestion({
  file: { letters, headerRow },
  onReadAgain,
}: {
  file: ChosenFile
  onReadAgain: (readAs: ReadAs) => void
}) {
  if (!letters) return null
  const read = letters.texts[letters.encoding]
  const others = new Map(
    encodings.flatMap((encoding) => {
      const text = letters.texts[encoding]
      return text === read ? [] : [[text, encoding] as const]
    }),
  )
  if (others.size === 0) return null
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="min-w-0 break-words" dir="auto">
        The file’s letters are read like this: <strong>{read}</strong>
      </p>
      {[...others].map(([text, encoding]) => (
        <Button
          key={encoding}
          variant="outline"
          size="sm"
          onClick={() => onReadAgain({ encoding, headerRow })}
        >
          Read again as “{text}”
        </Button>
      ))}
    </div>
  )
}

const labels: Readonly<Record<Format, string>> = {
  'month first': 'Month before day',
  'day first': 'Day before month',
  '.': 'A point before the cents',
  ',': 'A comma before the cents',
}

/**
 * The notation of days and amounts: what a column's values prove, or a choice where they do not.
 */
export function FormatQuestions({
  form,
  file,
  plan,
  onChoose,
}: PlanProps & { form: ImportForm; file: ChosenFile }) {
  const asked = Object.entries(plan.written).filter(([, { ways }]) => ways)
  const zoned = plan.inUtc.filter((column) => plan.written[column])
  const { clock } = plan
  const dotted = Object.entries(plan.dotted).filter(([, { ways }]) => ways)
  if (asked.length + dotted.length + zoned.length === 0 && !clock) return null
  return (
    <section className="mt-6">
      <h4 className="mb-2 font-semibold">How the file is written</h4>
      <div className="grid gap-4 sm:grid-cols-2">
        {asked.map(([at, { ways, proof, isMixed, examples }]) => {
          const column = Number(at)
          const { label, kind } = form.fields[plan.mapping[column]!]!
          const meaning = (way: Format) =>
            examples.map((one) => `${one} is ${readAs(one, way, kind)}`).join(', ')
          const chosen = formatOf(plan, column)
          const reason = isMixed
            ? 'The column mixes both notations. Rows in the other one can’t be read.'
            : proof
              ? `Row ${file.headerRow + proof.at + 1} shows it: ${proof.text}.`
              : 'The file doesn’t say.'
          return (
            <Field
              key={at}
              label={`How ${label} is written`}
              description={chosen ? `${meaning(chosen)}. ${reason}` : reason}
              as={ChoiceSelect}
              choices={ways!.map((way) => ({ id: way, label: `${labels[way]}: ${meaning(way)}` }))}
              value={chosen ?? ''}
              onChange={({ target }) =>
                onChoose({ formats: { ...plan.formats, [column]: target.value as Format } })
              }
            />
          )
        })}
      </div>
      {dotted.map(([at, { ways, examples }]) => {
        const column = Number(at)
        const { label } = form.fields[plan.mapping[column]!]!
        const meaning = (way: DayOrder) =>
          examples.map((one) => `${one} is ${readAs(one, way, 'date')}`).join(', ')
        return (
          <Field
            key={at}
            className="mt-4"
            label={`How days with dots in ${label} are written`}
            description="The other days of the column don’t show it."
            as={ChoiceSelect}
            choices={ways!.map((way) => ({ id: way, label: `${labels[way]}: ${meaning(way)}` }))}
            value={orderOfDotted(plan, column) ?? ''}
            onChange={({ target }) =>
              onChoose({
                dottedFormats: { ...plan.dottedFormats, [column]: target.value as DayOrder },
              })
            }
          />
        )
      })}
      {zoned.map((column) => (
        <p key={column} className="mt-2 text-sm text-ink-soft">
          The times of {file.header[column]} are UTC. Each gets its day in the office.
        </p>
      ))}
      {clock && (
        <p className="mt-2 text-sm text-ink-soft">
          Days are read with {file.header[clock.time]} and {file.header[clock.zone]}. Each gets its
          day in the office.
        </p>
      )}
    </section>
  )
}

function readAs(text: string, way: Format, kind: string): string {
  if (kind === 'number') {
    const number = Number(readNumber(text, way as DecimalMark))
    return Number.isNaN(number) ? 'no amount' : number.toLocaleString('en-US')
  }
  const day = readDay(text, way as DayOrder)
  return Number.isNaN(Date.parse(day)) ? 'no day' : formatDay(day)
}

const actionLabels: Readonly<Record<Action, string>> = {
  take: 'Import',
  'leave out': 'Leave out',
  'store as refunded': 'Import as refunded',
  'keep unsubscribed': 'Keep unsubscribed',
  convert: 'Convert to dollars',
  add: 'Add it and import',
  'take without': 'Import without it, and keep the name in the note',
}

/** What to do with rows that a column contradicts. */
export function ValueQuestions({ plan, onChoose }: PlanProps) {
  if (plan.contradictions.length === 0) return null
  return (
    <section className="mt-6">
      <h4 className="font-semibold">What these columns say of the rows</h4>
      {plan.contradictions.map((one) => (
        <fieldset key={one.label} className="mt-3 min-w-0">
          <legend className="mb-2 text-ink-soft">
            {one.kind === 'linked' ? `New names in ${one.label}` : one.label}
          </legend>
          <div className="grid gap-4 sm:grid-cols-2">
            {askedOf(one).map((value) => (
              <Value key={value.value} {...{ one, value, plan, onChoose }} />
            ))}
          </div>
        </fieldset>
      ))}
    </section>
  )
}

/** The values to decide about; rows of which the column says nothing need none. */
const askedOf = ({ kind, values }: Contradiction) =>
  values.filter(({ value }) => !['linked', 'choice', 'telling'].includes(kind) || value !== '')

function Value({
  one,
  value,
  plan,
  onChoose,
}: PlanProps & { one: Contradiction; value: Contradiction['values'][number] }) {
  const action = actionFor(one, value, plan.choices)
  const { rate = '', on = '' } = plan.rates[value.value] ?? {}
  const isTaken = value.proposed === 'take'
  const actions = isTaken ? one.actions.filter((act) => act !== 'convert') : one.actions
  const choices = isTaken && !actions.includes('take') ? (['take', ...actions] as const) : actions
  const setRate = (changed: object) =>
    onChoose({ rates: { ...plan.rates, [value.value]: { rate, on, ...changed } } })
  return (
    <div className="grid min-w-0 gap-2">
      <Field
        label={
          <span className="break-words" dir="auto">
            {value.value || 'Empty'}{' '}
            <span className="font-normal text-ink-soft">
              ({value.rows.toLocaleString('en-US')} {value.rows === 1 ? 'row' : 'rows'})
            </span>
          </span>
        }
        as={ChoiceSelect}
        choices={choices.map((id) => ({ id, label: actionLabels[id] }))}
        value={action ?? ''}
        onChange={({ target }) =>
          onChoose({
            choices: { ...plan.choices, [choiceKey(one, value.value)]: target.value as Action },
          })
        }
      />
      {action === 'convert' && (
        <div className="grid grid-cols-2 gap-3">
          <Field
            label={`Dollars for 1 ${value.value}`}
            inputMode="decimal"
            value={rate}
            onChange={({ target }) => setRate({ rate: target.value.trim() })}
          />
          <Field
            label="Day of the rate"
            type="date"
            value={on}
            onChange={({ target }) => setRate({ on: target.value })}
          />
        </div>
      )}
    </div>
  )
}
