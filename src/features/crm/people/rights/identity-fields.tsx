import { z } from 'zod'
import { ChoiceSelect } from '@/shared/ui/choice-select'
import { FormField } from '@/shared/ui/form'
import { identities, type Asked, type Contact } from './rights-queries'

/** How we checked the requester's identity: the method, and its contact if it has one. */
export interface TypedIdentity {
  identity: string
  replied: string
  called_back: string
}

export const noIdentity: TypedIdentity = { identity: '', replied: '', called_back: '' }

export const identityFields = {
  identity: z.string(),
  replied: z.string(),
  called_back: z.string(),
}

/** Reports missing parts of a check. */
export function checkIdentity({ value, issues }: z.core.ParsePayload<TypedIdentity>): void {
  const { identity } = value
  const missing = (field: keyof TypedIdentity, message: string) =>
    issues.push({ code: 'custom', path: [field], message, input: value })
  if (!identity) missing('identity', 'Please choose how you checked')
  else if (identity === 'replied' && !value.replied) missing('replied', 'Please choose the email')
  else if (identity === 'called_back' && !value.called_back)
    missing('called_back', 'Please choose the phone')
}

export const identityOf = (typed: TypedIdentity): Pick<Asked, 'identity' | 'contact'> => ({
  identity: typed.identity,
  contact:
    typed.identity === 'replied'
      ? typed.replied
      : typed.identity === 'called_back'
        ? typed.called_back
        : null,
})

const ways = [
  { id: 'replied', kind: 'email', label: 'Which email' },
  { id: 'called_back', kind: 'phone', label: 'Which phone' },
] as const

interface IdentityFieldsProps {
  /** The chosen method */
  identity: string
  contacts: readonly Contact[]
}

/**
 * Inside a form: how the colleague checked the requester's identity. A contact that is only a claim
 * proves nothing.
 */
export function IdentityFields({ identity, contacts }: IdentityFieldsProps) {
  const without = ways.filter(({ kind }) => !contacts.some((contact) => contact.kind === kind))
  const possible = Object.entries(identities).filter(([id]) =>
    without.every((way) => way.id !== id),
  )
  return (
    <>
      <FormField<TypedIdentity, typeof ChoiceSelect>
        name="identity"
        label="How did you check their identity?"
        required
        as={ChoiceSelect}
        none="Choose how"
        choices={possible.map(([id, label]) => ({ id, label }))}
        description={
          without.length > 0 &&
          `We have no ${without.map(({ kind }) => kind).join(' and no ')} of theirs that a colleague entered or they proved. Anyone could use another one.`
        }
      />
      {ways.map(
        ({ id, kind, label }) =>
          identity === id && (
            <FormField<TypedIdentity, typeof ChoiceSelect>
              key={id}
              name={id}
              label={label}
              required
              as={ChoiceSelect}
              choices={choicesOf(contacts.filter((contact) => contact.kind === kind))}
            />
          ),
      )}
    </>
  )
}

/** A phone with two numbers counts as two contacts. */
const choicesOf = (contacts: readonly Contact[]) =>
  [...new Map(contacts.map((contact) => [contact.value, contact])).values()].map(
    ({ value, name }) => ({ id: value, label: name ? `${value} (${name})` : value }),
  )
