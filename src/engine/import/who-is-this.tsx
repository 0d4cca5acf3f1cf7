import { Field } from '@/shared/ui/field'
import { ChoiceSelect } from '@/shared/ui/choice-select'
import { knownBy } from '../core/people-search'
import { count } from './check-parts'
import type { UnsureDonor } from './check-rows'
import { proposed, someoneNew } from './unsure-donors'

const SHOWN = 200

interface WhoIsThisProps {
  unsure: readonly UnsureDonor[]
  chosen: ReadonlyMap<UnsureDonor, string>
  disabled: boolean
  onChoose: (chosen: ReadonlyMap<UnsureDonor, string>) => void
}

/** Asks whether a donor in the file is one of the stored donors with the same name. */
export function WhoIsThis({ unsure, chosen, disabled, onChoose }: WhoIsThisProps) {
  if (unsure.length === 0) return null
  return (
    <section className="mt-4">
      <h4 className="font-semibold">Who is this?</h4>
      <p className="mb-2 text-sm text-ink-soft">
        Donors with these names already exist, with another address or none.
      </p>
      <div className="grid max-h-96 gap-4 overflow-y-auto sm:grid-cols-2">
        {unsure.slice(0, SHOWN).map((donor) => (
          <Field
            key={donor.newId}
            label={
              <span className="wrap-anywhere" dir="auto">
                {[donor.name, donor.email].filter(Boolean).join(', ')}{' '}
                <span className="font-normal text-ink-soft">
                  ({count(donor.rows.size)} {donor.rows.size === 1 ? 'row' : 'rows'})
                </span>
              </span>
            }
            as={ChoiceSelect}
            choices={[
              { id: someoneNew, label: 'A new donor' },
              ...donor.people.map((one) => ({
                id: one.person,
                label: `The same as ${[one.name, ...knownBy(one)].join(', ')}`,
              })),
            ]}
            value={chosen.get(donor) ?? proposed(donor)}
            disabled={disabled}
            onChange={({ target }) => onChoose(new Map(chosen).set(donor, target.value))}
          />
        ))}
      </div>
      {unsure.length > SHOWN && (
        <p className="mt-1 text-sm text-ink-soft">
          and {count(unsure.length - SHOWN)} more, imported without asking.
        </p>
      )}
    </section>
  )
}
