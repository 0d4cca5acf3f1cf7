import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { isolated } from '@/shared/lib/isolated'
import { paths } from '@/shared/config/paths'
import { organisation } from '@/shared/data/organisation'
import { letterFields, thankYouLetter } from '@/shared/data/thank-you-letter'
import { isChosen, LetterRecipients, type Recipient } from '@/engine/list/letter-recipients'
import { useOfficeDay } from '@/engine/tasks/use-office-day'
import { formatDate } from '@/shared/lib/format-date'
import { formatDollars } from '@/shared/lib/format-dollars'
import { giftAmount } from '@/shared/lib/gift-amount'
import { fillIn } from '@/shared/lib/merge-fields'
import { Alert } from '@/shared/ui/alert'
import { Button } from '@/shared/ui/button'
import { EmptyState } from '@/shared/account-ui/empty-state'
import { Loading } from '@/shared/account-ui/loading'
import { PrintButton, PrintPage } from '@/shared/account-ui/print-page'
import { viewAddress } from '../donors/donor-views'
import { LetterPaper } from './letter-paper'
import { dueLettersQuery, noteThanks, type LetterDonor } from './letter-queries'
import { LetterText } from './letter-text'
import { useLetter } from './use-letter'

/** A letter to print for each donor to thank. */
export function LettersPage() {
  const due = useQuery(dueLettersQuery)
  const today = useOfficeDay()
  const { text, changed, write, turn } = useLetter('letter', thankYouLetter)
  const noting = useMutation(noteThanks)
  const donors = due.data ?? []
  const recipients = donors.map(recipientOf)
  const chosen = donors.filter((_, at) => isChosen(recipients[at]!, changed))
  const { missing } = fillIn(text, Object.fromEntries(letterFields.map((name) => [name, name])))

  return (
    <PrintPage
      title="Thank-you letters"
      back={{ to: viewAddress('donors'), label: 'Back to the donors' }}
      actions={
        chosen.length > 0 && (
          <>
            <Button
              variant="outline"
              loading={noting.isPending}
              onClick={() => noting.mutate(chosen)}
            >
              Mark {chosen.length} as thanked
            </Button>
            <PrintButton disabled={missing.length > 0}>
              Print {chosen.length} {chosen.length === 1 ? 'letter' : 'letters'}
            </PrintButton>
          </>
        )
      }
    >
      <div className="mb-8 grid grid-cols-1 gap-5 print:hidden">
        <h1 className="text-heading">Thank-you letters</h1>
        <p>
          <Link to={paths.yearEndReceipts}>Year-end receipts</Link>
        </p>
        {!due.data ? (
          <Loading query={due} what="The donors" label="Loading the donors..." />
        ) : donors.length === 0 ? (
          <EmptyState as="h2" title="Everyone is thanked" text="No thank-you is due." />
        ) : (
          <>
            <LetterText
              text={text}
              original={thankYouLetter}
              onChange={write}
              each="donor"
              fields={letterFields}
              missing={missing}
            />
            <LetterRecipients
              legend="Donors to thank"
              recipients={recipients}
              list={viewAddress('donors').slice(paths.crm.length)}
              changed={changed}
              onTurn={turn}
            />
            {donors.length === 100 && (
              <Alert>
                These hundred have waited longest. Once you mark them, the next ones appear.
              </Alert>
            )}
          </>
        )}
      </div>
      {missing.length === 0 &&
        chosen.map((donor) => <Letter key={donor.id} donor={donor} text={text} today={today} />)}
    </PrintPage>
  )
}

const recipientOf = ({ id, name, gifts, refusal, address }: LetterDonor): Recipient => ({
  id,
  person: id,
  name,
  about: whatOf(gifts),
  refusal,
  address,
  // Gifts without name and address belong to one donor, who can get no letter.
  isOptional: name === 'Anonymous',
})

const sumOf = (gifts: LetterDonor['gifts']) =>
  gifts.reduce((cents, { amount }) => cents + Math.round((amount ?? 0) * 100), 0) / 100

/** The dollars, and the gifts in kind. */
const whatOf = (gifts: LetterDonor['gifts']) => {
  const inKind = gifts.filter(({ amount }) => amount === null).map(giftAmount)
  const dollars = inKind.length < gifts.length ? [formatDollars(sumOf(gifts))] : []
  return new Intl.ListFormat('en-US').format([...dollars, ...inKind.map(isolated)])
}

interface LetterProps {
  donor: LetterDonor
  text: string
  /** As `2026-01-31` */
  today: string
}

function Letter({ donor: { name, gifts, address }, text, today }: LetterProps) {
  const letter = fillIn(text, {
    name: isolated(name),
    amount: whatOf(gifts),
    gifts: gifts.map(inWords).join('\n'),
    organization: organisation.fullName,
  }).text
  return <LetterPaper name={name} address={address} text={letter} today={today} />
}

const inWords = (gift: LetterDonor['gifts'][number]) =>
  [
    formatDate(gift.created_at),
    giftAmount(gift),
    gift.campaign && isolated(gift.campaign),
    gift.tribute && `in ${gift.tribute} of ${isolated(gift.tribute_name ?? '')}`,
  ]
    .filter(Boolean)
    .join(', ')
