import { useMutation, useQuery } from '@tanstack/react-query'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { useAuth } from '@/shared/auth/auth-context'
import { Loading } from '@/shared/account-ui/loading'
import { PageHeader } from '@/shared/account-ui/page-header'
import { formatDate, formatMonth } from '@/shared/lib/format-date'
import { formatDollars } from '@/shared/lib/format-dollars'
import { Button, buttonClass } from '@/shared/ui/button'
import { BatchBook } from '../deposits/batch-book'
import { PayoutBook } from '../deposits/payout-book'
import { today } from '../gifts/gift-fields'
import { CloseMonth, ReopenMonth } from './close-month'
import { exportJournal, journalQuery, pledgesOfMonthQuery, type Journal } from './journal-queries'
import { returned, sumOf, total } from './journal-sums'
import { BankByDay, Deposits, Funds, Lines, Pledges } from './journal-tables'

/** The first day of a month that is some months later. */
function monthsLater(month: string, later: number): string {
  const date = new Date(month)
  date.setUTCMonth(date.getUTCMonth() + later)
  return date.toISOString().slice(0, 10)
}

const books = ['batches', 'payouts'] as const

/** The books of a month: what was given, what came back, and what the bank shows. */
export function JournalPage() {
  const [params] = useSearchParams()
  const now = `${today().slice(0, 7)}-01`
  const asked = params.get('month') ?? ''
  const month = /^(?:19|20|21)\d\d-(?:0[1-9]|1[0-2])$/.test(asked) ? `${asked}-01` : now
  const journal = useQuery(journalQuery(month))
  const exporting = useMutation(exportJournal)
  const [open, setOpen] = useState(() => books.find((book) => book === params.get('open')))
  const name = formatMonth(month)
  return (
    <>
      <PageHeader
        title="Journal"
        text="Gifts, returns and fees by month, to compare with the bank."
      />
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <MonthLink to={monthsLater(month, -1)} label="Earlier month">
          <ChevronLeft aria-hidden="true" />
        </MonthLink>
        <h2 className="min-w-40 text-center text-subheading">{name}</h2>
        <MonthLink to={monthsLater(month, 1)} label="Later month" isOff={month >= now}>
          <ChevronRight aria-hidden="true" />
        </MonthLink>
        <span className="flex-1" />
        <Button variant="ghost" onClick={() => setOpen('batches')}>
          All batches
        </Button>
        <Button variant="ghost" onClick={() => setOpen('payouts')}>
          Payouts
        </Button>
        <Button
          variant="outline"
          loading={exporting.isPending}
          onClick={() => exporting.mutate(month)}
        >
          <Download aria-hidden="true" />
          Export to CSV
        </Button>
      </div>
      {journal.data ? (
        <Month key={month} journal={journal.data} month={month} name={name} />
      ) : (
        <Loading query={journal} what="The journal" label="Loading the journal..." />
      )}
      {open === 'batches' && <BatchBook onClose={() => setOpen(undefined)} />}
      {open === 'payouts' && <PayoutBook onClose={() => setOpen(undefined)} />}
    </>
  )
}

/** Read once someone asks for it. */
function PledgesOfMonth({ month, name }: Pick<MonthProps, 'month' | 'name'>) {
  const [isShown, setShown] = useState(false)
  const pledges = useQuery({ ...pledgesOfMonthQuery(month), enabled: isShown })
  if (!isShown) {
    return (
      <Button variant="outline" className="justify-self-start" onClick={() => setShown(true)}>
        Show pledges
      </Button>
    )
  }
  if (!pledges.data) return <Loading query={pledges} what="The pledges" />
  if (pledges.data.length === 0) return <p className="text-ink-soft">No pledges until {name}.</p>
  return <Pledges pledges={pledges.data} />
}

interface MonthLinkProps {
  to: string
  label: string
  isOff?: boolean
  children: React.ReactNode
}

function MonthLink({ to, label, isOff = false, children }: MonthLinkProps) {
  if (isOff) {
    return (
      <Button variant="outline" size="icon" disabled aria-label={label}>
        {children}
      </Button>
    )
  }
  return (
    <Link
      to={{ search: `?month=${to.slice(0, 7)}` }}
      aria-label={label}
      title={label}
      className={buttonClass({ variant: 'outline', size: 'icon' })}
    >
      {children}
    </Link>
  )
}

interface MonthProps {
  journal: Journal
  month: string
  name: string
}

function Month({ journal, month, name }: MonthProps) {
  const { entries, funds, deposits, undeposited } = journal
  const online = entries.filter(({ source }) => source === 'online')
  const payouts = total(entries, 'payout', 'payout_returned')
  const kept = sumOf([total(online, 'gift'), returned(online), -payouts])
  return (
    <div className="grid gap-8">
      <Closing journal={journal} month={month} name={name} />
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-4">
        <Figure label="Given" amount={total(entries, 'gift')} />
        <Figure label="Came back" amount={returned(entries)} />
        <Figure label="Fees" amount={total(entries, 'fee')} />
        <Figure label="Spent from funds" amount={total(entries, 'spending')} />
      </dl>
      {entries.length === 0 && <p className="text-ink-soft">Nothing was booked in {name}.</p>}
      {funds.length > 0 && <Funds funds={funds} />}
      <BankByDay entries={entries} />
      {(online.length > 0 || payouts !== 0) && (
        <p className="max-w-measure text-ink-soft">
          Online: {formatDollars(total(online, 'gift'))} given,{' '}
          {formatDollars(Math.abs(returned(online)))} returned, {formatDollars(payouts)} paid out.{' '}
          {kept < 0
            ? `The payouts also had ${formatDollars(-kept)} of other months.`
            : `The other ${formatDollars(kept)} went to the payment provider’s fees, or is paid out in another month.`}
        </p>
      )}
      {(deposits.length > 0 || undeposited.length > 0) && (
        <Deposits deposits={deposits} undeposited={undeposited} />
      )}
      {entries.length > 0 && <Lines entries={entries} />}
      <PledgesOfMonth month={month} name={name} />
    </div>
  )
}

function Figure({ label, amount }: { label: string; amount: number }) {
  return (
    <div>
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className="text-lg font-semibold tabular-nums">{formatDollars(amount)}</dd>
    </div>
  )
}

function Closing({ journal: { closed, is_over, net }, month, name }: MonthProps) {
  const { can } = useAuth()
  const [isAsking, setAsking] = useState(false)
  const close = () => setAsking(false)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="text-ink-soft">
        {closed
          ? `Closed on ${formatDate(closed.at)} by ${closed.by ?? 'a former account'}. Nothing in it changes; corrections are booked in an open month.`
          : is_over
            ? 'Open. Close it once it agrees with the bank.'
            : 'Open. It can be closed once it is over.'}
      </p>
      {!closed && is_over && can('can_manage_donations') && (
        <Button variant="outline" size="sm" onClick={() => setAsking(true)}>
          Close {name}
        </Button>
      )}
      {closed && can('admin') && (
        <Button variant="outline" size="sm" onClick={() => setAsking(true)}>
          Reopen {name}
        </Button>
      )}
      {isAsking && !closed && <CloseMonth month={month} name={name} net={net} onClose={close} />}
      {isAsking && closed && <ReopenMonth month={month} name={name} onClose={close} />}
    </div>
  )
}
