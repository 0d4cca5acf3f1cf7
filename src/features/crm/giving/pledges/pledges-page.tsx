import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { EmptyState } from '@/shared/account-ui/empty-state'
import { lazyPart } from '@/shared/account-ui/lazy-part'
import { Loading } from '@/shared/account-ui/loading'
import { LoadMore } from '@/shared/account-ui/load-more'
import { PageHeader } from '@/shared/account-ui/page-header'
import { paths } from '@/shared/config/paths'
import { formatDollars } from '@/shared/lib/format-dollars'
import { destinationInWords } from '@/shared/lib/gift-destination'
import { officeDay } from '@/shared/lib/office-day'
import { Button, buttonClass } from '@/shared/ui/button'
import { viewAddress } from '../donors/donor-views'
import { MonthlyGifts } from './monthly-gifts'
import { PledgeItem } from './pledge-item'
import {
  pledgeBookQuery,
  pledgeCountsQuery,
  submittedPledgeQuery,
  type ListName,
} from './pledge-queries'

const PledgeDialog = lazyPart(() => import('./pledge-dialog'))
const ImportPledges = lazyPart(() => import('./import-pledges'))

type Shown = ListName | 'monthly'
const empty: Readonly<Record<ListName, string>> = {
  late: 'No installment is late.',
  due: 'Nothing is due in the next 30 days.',
  open: 'No pledge is open. A donor’s panel and an import add pledges.',
  kept: 'No pledge is paid yet.',
  written_off: 'No pledge is written off.',
}
const labels: Readonly<Record<Shown, string>> = {
  late: 'Late',
  due: 'Due within 30 days',
  open: 'Open',
  kept: 'Kept',
  written_off: 'Written off',
  monthly: 'Monthly gifts',
}
const names = Object.keys(labels) as Shown[]

/** What donors promised: late, due, open, kept and written off. */
export function PledgesPage() {
  const [params, setParams] = useSearchParams()
  const list = names.find((name) => name === params.get('list')) ?? 'open'
  const from = params.get('from') ?? ''
  const [isAdding, setAdding] = useState(false)
  const [isImporting, setImporting] = useState(false)
  const counts = useQuery(pledgeCountsQuery)
  const countOf = (name: Shown) => counts.data?.find(({ listed }) => listed === name)
  return (
    <>
      <PageHeader
        title="Pledges"
        text="What donors promised, what they paid of it, and what is late."
      />
      <p className="mb-4 flex flex-wrap gap-x-4 gap-y-1 leading-6">
        <Link to={viewAddress('donors')}>Back to the donors</Link>
        <Link to={paths.pledgeLetters}>Letters for late pledges</Link>
        <Link to={paths.giftDesk}>Enter gifts</Link>
      </p>
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <div role="group" aria-label="List" className="flex flex-wrap gap-1">
          {names.map((name) => (
            <Link
              key={name}
              to={{ search: `?list=${name}` }}
              aria-current={name === list ? 'page' : undefined}
              className={buttonClass({ variant: name === list ? 'primary' : 'outline' })}
            >
              {labels[name]}
              {countOf(name) && <span className="tabular-nums">{countOf(name)?.pledges}</span>}
            </Link>
          ))}
        </div>
        <span className="flex-1" />
        <Button variant="outline" onClick={() => setImporting(true)}>
          Import
        </Button>
        <Button onClick={() => setAdding(true)}>New pledge</Button>
      </div>
      {list === 'monthly' ? (
        <MonthlyGifts />
      ) : (
        <List key={list} list={list} total={countOf(list)?.total} />
      )}
      {isImporting && <ImportPledges onClose={() => setImporting(false)} />}
      {isAdding && <PledgeDialog onClose={() => setAdding(false)} />}
      {from && <FromSubmission id={from} onClose={() => setParams({}, { replace: true })} />}
    </>
  )
}

function List({ list, total }: { list: ListName; total: number | undefined }) {
  const book = useInfiniteQuery(pledgeBookQuery(list))
  const pledges = book.data?.pages.flat() ?? []
  if (!book.data) return <Loading query={book} what="The pledges" label="Loading the pledges..." />
  if (pledges.length === 0) {
    return <EmptyState as="h2" title={labels[list]} text={empty[list]} />
  }
  return (
    <>
      {total !== undefined && (
        <p className="mb-2 text-ink-soft tabular-nums">
          {formatDollars(total)} {totals[list]}
        </p>
      )}
      <ul aria-label="Pledges">
        {pledges.map((pledge) => (
          <PledgeItem key={pledge.id} pledge={pledge} />
        ))}
      </ul>
      <LoadMore query={book} failed="More pledges could not be loaded.">
        Show more pledges
      </LoadMore>
    </>
  )
}

const totals: Readonly<Record<ListName, string>> = {
  late: 'late in all',
  due: 'left of these',
  open: 'left in all',
  kept: 'pledged and paid',
  written_off: 'written off in all',
}

/** The dialog, filled in from a pledge of the website. */
function FromSubmission({ id, onClose }: { id: string; onClose: () => void }) {
  const submitted = useQuery(submittedPledgeQuery(id))
  if (submitted.isPending || submitted.isError) {
    return <Loading query={submitted} what="The pledge of the website" />
  }
  if (!submitted.data) return null
  const { name, amount, frequency, program, created_at } = submitted.data
  return (
    <PledgeDialog
      start={{
        submission_id: id,
        donor_name: name,
        // A monthly promise has a year of installments.
        amount: frequency === 'monthly' ? amount * 12 : amount,
        campaign: program && destinationInWords(program),
        pledged_on: officeDay(new Date(created_at)),
        note: frequency === 'monthly' ? `${formatDollars(amount)} a month, for a year` : null,
        ...(frequency === 'monthly' && { parts: 12 }),
      }}
      onClose={onClose}
    />
  )
}
