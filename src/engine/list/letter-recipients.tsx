import { useState } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '@/shared/config/paths'
import { isolated } from '@/shared/lib/isolated'
import { personLocation } from '@/shared/lib/person-address'
import { addressLines, missingForPost, type PostalAddress } from '@/shared/lib/postal-address'
import { Alert } from '@/shared/ui/alert'
import { Button } from '@/shared/ui/button'
import { CheckboxField } from '@/shared/ui/field'

export interface Recipient {
  /** Of the letter: a donor's, or a pledge's */
  id: string
  /** As in the address of a person's panel */
  person: string
  name: string
  /** What the letter is about, like `$50` */
  about?: string
  /** Why they get no letter: `deceased` or `do_not_contact` */
  refusal?: string | null | undefined
  address: PostalAddress | null | undefined
  /** Only staff decide whether they get one. */
  isOptional?: boolean
}

const refusals: Readonly<Record<string, string>> = {
  deceased: 'deceased: no letter',
  do_not_contact: 'do not contact: no letter',
}

/** Who gets a letter unless the user turns the choice: those with a whole postal address. */
const isProposed = ({ isOptional = false, refusal, address }: Recipient) =>
  !isOptional && !refusal && missingForPost(address).length === 0

export const isChosen = (recipient: Recipient, changed: readonly string[]): boolean =>
  !recipient.refusal && changed.includes(recipient.id) !== isProposed(recipient)

interface LetterRecipientsProps {
  legend: string
  recipients: readonly Recipient[]
  /** The number of all letters, where only some have a choice */
  total?: number
  what?: 'letter' | 'label'
  /** The query of the list where a person's panel opens to enter an address, like `?tab=donors` */
  list: string
  changed: readonly string[]
  onTurn: (ids: readonly string[]) => void
  onEnterAddress?: () => void
}

/** How many are shown at first, and with each press */
const SHOWN = 100

/** The recipients with their postal addresses, to choose before letters are printed. */
export function LetterRecipients(props: LetterRecipientsProps) {
  const { legend, recipients, total = recipients.length, what = 'letter' } = props
  const { list, changed, onTurn, onEnterAddress } = props
  const [shown, setShown] = useState(SHOWN)
  const incomplete = recipients.filter(
    ({ refusal, isOptional, address }) =>
      !refusal && !isOptional && missingForPost(address).length > 0,
  )
  const leftOut = incomplete.filter((recipient) => !isChosen(recipient, changed))
  const number = leftOut.length
  return (
    <fieldset className="min-w-0">
      <legend className="font-semibold">{legend}</legend>
      {number > 0 && (
        <Alert
          tone="warning"
          role="status"
          className="my-3"
          title={`${count(number)} of ${count(total)} ${number === 1 ? 'has' : 'have'} no complete postal address.`}
        >
          They get no {what} until you enter one, or choose them.
          <div className="mt-3">
            <Button variant="outline" size="sm" onClick={() => onTurn(leftOut.map(({ id }) => id))}>
              {number === 1 ? 'Choose this one too' : `Choose these ${count(number)} too`}
            </Button>
          </div>
        </Alert>
      )}
      <div className="grid grid-cols-1 gap-x-6 gap-y-1 sm:grid-cols-2">
        {recipients.slice(0, shown).map((recipient) => (
          <RecipientChoice
            key={recipient.id}
            recipient={recipient}
            list={list}
            isChosen={isChosen(recipient, changed)}
            onTurn={() => onTurn([recipient.id])}
            onEnterAddress={onEnterAddress}
          />
        ))}
      </div>
      {recipients.length > shown && (
        <Button
          variant="outline"
          size="sm"
          className="mt-3"
          onClick={() => setShown(shown + SHOWN)}
        >
          Show {count(Math.min(SHOWN, recipients.length - shown))} more
        </Button>
      )}
    </fieldset>
  )
}

const count = (number: number) => number.toLocaleString('en-US')

interface RecipientChoiceProps {
  recipient: Recipient
  list: string
  isChosen: boolean
  onTurn: () => void
  onEnterAddress: (() => void) | undefined
}

function RecipientChoice(props: RecipientChoiceProps) {
  const { recipient, list, isChosen: checked, onTurn, onEnterAddress } = props
  const { person, name, about, refusal, address, isOptional } = recipient
  const missing = missingForPost(address)
  const lines = address ? addressLines(address) : []
  const said = [
    lines.length > 0 && isolated(lines.join(', ')),
    missing.length > 0 && !isOptional && `Without ${new Intl.ListFormat('en-US').format(missing)}`,
  ].filter(Boolean)
  const why = refusal ? ` (${refusals[refusal] ?? 'no letter'})` : ''
  const there = personLocation({ search: list, state: null }, person, 'address')
  return (
    <div className="min-w-0">
      <CheckboxField
        label={`${isolated(name)}${about ? `, ${about}` : ''}${why}`}
        description={said.join('. ')}
        disabled={Boolean(refusal)}
        checked={checked}
        onChange={onTurn}
      />
      {missing.length > 0 && !refusal && !isOptional && (
        <Link
          to={{ pathname: paths.crm, search: there.search }}
          state={there.state}
          onClick={onEnterAddress}
          className="ms-9 inline-flex min-h-7 items-center text-sm text-(--surface-link) underline underline-offset-4"
        >
          {lines.length > 0 ? 'Complete the address' : 'Enter the address'}
          <span className="sr-only"> of {name}</span>
        </Link>
      )}
    </div>
  )
}
