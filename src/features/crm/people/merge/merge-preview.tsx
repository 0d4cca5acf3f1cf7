import { useId, useState, type ReactNode } from 'react'
import { isolated } from '@/shared/lib/isolated'
import { optionLabel } from '@/shared/lib/option-label'
import type { MergeChoices, MergePreview } from '../person/people-queries'

/** Whether the merge needs a look or an answer first. */
export const tellsSomething = ({ differs, relations, emails }: MergePreview): boolean =>
  differs.length + relations.length > 0 || emails.length > 1

/**
 * A user's answers to a preview.
 *
 * @param emails the preview's emails that remain afterwards
 */
export function useMergeChoices(preview: MergePreview | null | undefined, emails?: string[]) {
  const [email, setEmail] = useState<string>()
  const [relations, setRelations] = useState<Readonly<Record<string, string>>>({})
  const [isChecked, setChecked] = useState(false)
  const offered = emails ?? preview?.emails ?? []
  const kept = preview?.email ?? null
  /** Null where the user may not see it */
  const sentTo = email ?? (kept && !offered.includes(kept) ? (offered[0] ?? null) : kept)
  const open = (preview?.relations ?? []).filter(({ key }) => !(key in relations))

  /** Returns the answers; if one is missing, returns nothing and focuses its field. */
  function taken(form: HTMLFormElement): MergeChoices | undefined {
    setChecked(true)
    if (open.length === 0) {
      return { relations, ...(sentTo && offered.length > 1 && { email: sentTo }) }
    }
    const groups = [...form.querySelectorAll('fieldset')]
    groups
      .find((group) => !group.querySelector(':checked'))
      ?.querySelector('input')
      ?.focus()
    return undefined
  }

  return {
    email: sentTo,
    offered,
    setEmail,
    relations,
    answer: (key: string, relation: string) => setRelations({ ...relations, [key]: relation }),
    missing: isChecked ? open.map(({ key }) => key) : [],
    taken,
  }
}

interface MergePreviewProps {
  preview: MergePreview
  /** The names of the kept person and the other one */
  names: { kept: string; merged: string }
  choices: ReturnType<typeof useMergeChoices>
}

const words: Readonly<Record<string, string>> = {
  is_deceased: 'Deceased',
  wants_paper: 'Receipts by post',
  kind: 'This is',
}

function valueText(column: string, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value !== 'string') return 'not known'
  return column === 'kind' ? optionLabel(value) : isolated(value)
}

/** Where two people differ, how they join, and where email goes afterwards. */
export function MergePreviewParts({ preview, names, choices }: MergePreviewProps) {
  const { differs, relations, email } = preview
  const sides = ['kept', 'merged'] as const
  return (
    <>
      {differs.length > 0 && (
        <section aria-label="What differs">
          <h3 className="pb-1 text-sm font-semibold text-ink-soft">What differs</h3>
          <dl className="divide-y divide-line border-y border-line">
            {differs.map(({ column, joined, ...said }) => (
              <div key={column} className="py-1.5">
                <dt className="inline font-semibold">{words[column] ?? optionLabel(column)}: </dt>
                <dd className="inline wrap-anywhere" dir="auto">
                  {valueText(column, joined)}
                  <span className="block text-sm text-ink-soft">
                    {sides
                      .map((side) => `${names[side]}: ${valueText(column, said[side])}`)
                      .join(' · ')}
                  </span>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      {relations.map(({ key, child_name, adult_name, ...said }) => (
        <RadioGroup
          key={key}
          legend={`What ${isolated(adult_name ?? 'the adult')} is to ${isolated(child_name ?? 'the child')}`}
          error={choices.missing.includes(key) ? 'Please choose one' : undefined}
        >
          {(name, isInvalid) =>
            sides.map((side) => (
              <RadioCard
                key={side}
                name={name}
                isInvalid={isInvalid}
                checked={choices.relations[key] === said[side]}
                onChoose={() => choices.answer(key, said[side])}
                note={`From ${names[side]}`}
              >
                {optionLabel(said[side])}
              </RadioCard>
            ))
          }
        </RadioGroup>
      ))}
      {choices.offered.length > 1 && (
        <RadioGroup legend="Emails go to">
          {(name) => (
            <>
              {email === null && (
                <RadioCard
                  name={name}
                  checked={choices.email === null}
                  onChoose={() => choices.setEmail(undefined)}
                >
                  An address that you can’t see
                </RadioCard>
              )}
              {choices.offered.map((one) => (
                <RadioCard
                  key={one}
                  name={name}
                  checked={choices.email === one}
                  onChoose={() => choices.setEmail(one)}
                >
                  {one}
                </RadioCard>
              ))}
            </>
          )}
        </RadioGroup>
      )}
    </>
  )
}

interface RadioGroupProps {
  legend: ReactNode
  error?: string | undefined
  children: (name: string, isInvalid: boolean) => ReactNode
}

export function RadioGroup({ legend, error, children }: RadioGroupProps) {
  const id = useId()
  return (
    <fieldset className="min-w-0" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="pb-1 text-sm font-semibold text-ink-soft">{legend}</legend>
      <div className="grid gap-2 sm:grid-cols-2">{children(id, error !== undefined)}</div>
      {error && (
        <p id={`${id}-error`} role="alert" className="pt-1 text-sm font-semibold text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}

interface RadioCardProps {
  name: string
  checked: boolean
  isInvalid?: boolean
  onChoose: () => void
  note?: ReactNode
  children: ReactNode
}

/** One of the values to choose from. */
export function RadioCard(props: RadioCardProps) {
  const { name, checked, isInvalid = false, onChoose, note, children } = props
  return (
    <label className="flex min-w-0 cursor-pointer items-start gap-2.5 rounded-control border border-line px-3 py-2 has-checked:border-forest-700 has-checked:bg-forest-100">
      <input
        type="radio"
        name={name}
        className="mt-1 size-4 flex-none"
        aria-invalid={isInvalid || undefined}
        checked={checked}
        onChange={onChoose}
      />
      <span className="min-w-0 wrap-anywhere whitespace-pre-wrap" dir="auto">
        {children}
        {note && <span className="block text-sm text-ink-muted">{note}</span>}
      </span>
    </label>
  )
}
