import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { EmptyState } from '@/shared/account-ui/empty-state'
import { Loading } from '@/shared/account-ui/loading'
import { LoadMore } from '@/shared/account-ui/load-more'
import { PrintButton, PrintPage } from '@/shared/account-ui/print-page'
import { useStaffDraftName } from '@/shared/auth/use-staff-draft-name'
import { paths } from '@/shared/config/paths'
import { organisation } from '@/shared/data/organisation'
import { pledgeLetter, pledgeLetterFields } from '@/shared/data/pledge-letter'
import { useOfficeDay } from '@/engine/tasks/use-office-day'
import { readDraft, writeDraft } from '@/shared/forms/draft-storage'
import { formatDay } from '@/shared/lib/format-date'
import { formatDollars } from '@/shared/lib/format-dollars'
import { isolated } from '@/shared/lib/isolated'
import { fillIn } from '@/shared/lib/merge-fields'
import { CheckboxField } from '@/shared/ui/field'
import { pledgeBookQuery, type Pledge } from '../pledges/pledge-queries'
import { LetterText } from './letter-text'
import { LetterPaper } from './letter-paper'
import { byPostQuery } from './letter-queries'

/** A letter to print for each pledge that is late. */
export function PledgeLettersPage() {
  const book = useInfiniteQuery(pledgeBookQuery('late'))
  const late = book.data?.pages.flat() ?? []
  const byPost = useQuery({
    ...byPostQuery([...new Set(late.map(({ person_id }) => person_id))]),
    enabled: late.length > 0,
  })
  const today = useOfficeDay()
  const draft = useStaffDraftName('pledge-letter') ?? ''
  const [text, setText] = useState(() => {
    const { text: kept } = readDraft(draft)
    return typeof kept === 'string' ? kept : pledgeLetter
  })
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const refusalOf = ({ person_id }: Pledge) => byPost.data?.get(person_id)?.refusal
  const chosen = late.filter((pledge) => !left.has(pledge.id) && !refusalOf(pledge))
  const names = Object.fromEntries(pledgeLetterFields.map((name) => [name, name]))
  const { missing } = fillIn(text, names)

  function change(typed: string) {
    setText(typed)
    writeDraft(draft, typed === pledgeLetter ? {} : { text: typed })
  }

  return (
    <PrintPage
      title="Pledge reminders"
      back={{ to: paths.pledges, label: 'Back to the pledges' }}
      actions={
        chosen.length > 0 && (
          <PrintButton disabled={missing.length > 0 || !byPost.data}>
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
              onChange={change}
              each="pledge"
              fields={pledgeLetterFields}
              missing={missing}
            />
            <fieldset className="min-w-0">
              <legend className="font-semibold">Late pledges</legend>
              <div className="grid grid-cols-1 gap-x-6 sm:grid-cols-2">
                {late.map((pledge) => (
                  <CheckboxField
                    key={pledge.id}
                    label={`${isolated(pledge.donor_name)}, ${formatDollars(pledge.late)}${refusals[refusalOf(pledge) ?? ''] ?? ''}`}
                    disabled={Boolean(refusalOf(pledge))}
                    checked={chosen.includes(pledge)}
                    onChange={({ target }) => {
                      const next = new Set(left)
                      if (target.checked) next.delete(pledge.id)
                      else next.add(pledge.id)
                      setLeft(next)
                    }}
                  />
                ))}
              </div>
            </fieldset>
            <LoadMore query={book} failed="More pledges could not be loaded.">
              Show more pledges
            </LoadMore>
          </>
        )}
      </div>
      {missing.length === 0 &&
        byPost.data &&
        chosen.map((pledge) => (
          <LetterPaper
            key={pledge.id}
            name={pledge.donor_name}
            address={byPost.data.get(pledge.person_id)?.address}
            text={fillIn(text, fieldsOf(pledge)).text}
            today={today}
          />
        ))}
    </PrintPage>
  )
}

const refusals: Readonly<Record<string, string>> = {
  deceased: ' (deceased: no letter)',
  do_not_contact: ' (do not contact: no letter)',
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
