import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { EmptyState } from '@/shared/account-ui/empty-state'
import { Loading } from '@/shared/account-ui/loading'
import { LoadMore } from '@/shared/account-ui/load-more'
import { PrintButton, PrintPage } from '@/shared/account-ui/print-page'
import { paths } from '@/shared/config/paths'
import { organisation } from '@/shared/data/organisation'
import { pledgeLetter, pledgeLetterFields } from '@/shared/data/pledge-letter'
import { isChosen, LetterRecipients, type Recipient } from '@/engine/list/letter-recipients'
import { useOfficeDay } from '@/engine/tasks/use-office-day'
import { formatDay } from '@/shared/lib/format-date'
import { formatDollars } from '@/shared/lib/format-dollars'
import { isolated } from '@/shared/lib/isolated'
import { fillIn } from '@/shared/lib/merge-fields'
import { viewAddress } from '../donors/donor-views'
import { pledgeBookQuery, type Pledge } from '../pledges/pledge-queries'
import { LetterPaper } from './letter-paper'
import { byPostQuery } from './letter-queries'
import { LetterText } from './letter-text'
import { useLetter } from './use-letter'

/** A letter to print for each pledge that is late. */
export function PledgeLettersPage() {
  const book = useInfiniteQuery(pledgeBookQuery('late'))
  const late = book.data?.pages.flat() ?? []
  const byPost = useQuery({
    ...byPostQuery([...new Set(late.map(({ person_id }) => person_id))]),
    enabled: late.length > 0,
  })
  const today = useOfficeDay()
  const { text, changed, write, turn } = useLetter('pledge-letter', pledgeLetter)
  // An address that is still looked up is not a missing one.
  const isDone = byPost.isSuccess && !byPost.isPlaceholderData
  const found = late.filter(({ person_id }) => isDone || byPost.data?.has(person_id))
  const recipients = found.map((pledge): Recipient => ({
    id: pledge.id,
    person: pledge.person_id,
    name: pledge.donor_name,
    about: formatDollars(pledge.late),
    refusal: byPost.data?.get(pledge.person_id)?.refusal,
    address: byPost.data?.get(pledge.person_id)?.address,
  }))
  const chosen = found.filter((_, at) => isChosen(recipients[at]!, changed))
  const names = Object.fromEntries(pledgeLetterFields.map((name) => [name, name]))
  const { missing } = fillIn(text, names)

  return (
    <PrintPage
      title="Pledge reminders"
      back={{ to: paths.pledges, label: 'Back to the pledges' }}
      actions={
        chosen.length > 0 && (
          <PrintButton disabled={missing.length > 0 || found.length < late.length}>
            Print {chosen.length} {chosen.length === 1 ? 'letter' : 'letters'}
          </PrintButton>
        )
      }
    >
      <div className="mb-8 grid grid-cols-1 gap-5 print:hidden">
        <h1 className="text-heading">Pledge reminders</h1>
        {!book.data ? (
          <Loading query={book} what="The pledges" label="Loading the pledges..." />
        ) : late.length === 0 ? (
          <EmptyState as="h2" title="No pledge is late" text="There is nobody to remind." />
        ) : (
          <>
            <LetterText
              text={text}
              original={pledgeLetter}
              onChange={write}
              each="pledge"
              fields={pledgeLetterFields}
              missing={missing}
            />
            {found.length < late.length && (
              <Loading query={byPost} what="The addresses" label="Loading the addresses..." />
            )}
            {found.length > 0 && (
              <LetterRecipients
                legend="Late pledges"
                recipients={recipients}
                list={viewAddress('donors').slice(paths.crm.length)}
                changed={changed}
                onTurn={turn}
              />
            )}
            <LoadMore query={book} failed="More pledges could not be loaded.">
              Show more pledges
            </LoadMore>
          </>
        )}
      </div>
      {missing.length === 0 &&
        chosen.map((pledge) => (
          <LetterPaper
            key={pledge.id}
            name={pledge.donor_name}
            address={byPost.data?.get(pledge.person_id)?.address}
            text={fillIn(text, fieldsOf(pledge)).text}
            today={today}
          />
        ))}
    </PrintPage>
  )
}

const fieldsOf = (pledge: Pledge) => ({
  name: isolated(pledge.donor_name),
  amount: formatDollars(pledge.amount),
  pledged: formatDay(pledge.pledged_on),
  paid: formatDollars(pledge.paid),
  due: formatDollars(pledge.late),
  day: formatDay(pledge.next_due),
  balance: formatDollars(pledge.balance),
  organization: organisation.fullName,
})
