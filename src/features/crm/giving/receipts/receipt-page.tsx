import { useMutation, useQuery } from '@tanstack/react-query'
import Mail from 'lucide-react/icons/mail'
import Printer from 'lucide-react/icons/printer'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { Link, useSearchParams } from 'react-router-dom'
import { useAuth } from '@/shared/auth/auth-context'
import { paths } from '@/shared/config/paths'
import { formatDate } from '@/shared/lib/format-date'
import { Alert } from '@/shared/ui/alert'
import { Button } from '@/shared/ui/button'
import { EmptyState } from '@/shared/account-ui/empty-state'
import { Failure } from '@/shared/account-ui/failure'
import { Loading } from '@/shared/account-ui/loading'
import { PrintButton, PrintPage } from '@/shared/account-ui/print-page'
import { viewAddress } from '../donors/donor-views'
import { ReceiptPaper } from './receipt-paper'
import {
  donorReceiptQuery,
  issueReceipt,
  ownReceiptQuery,
  receiptOnRecordQuery,
  type GiftReceipt,
} from './receipt-queries'
import { UncheckedWording } from './unchecked-wording'

const uuid = /^[\da-f-]{36}$/i

/**
 * The receipt of a year as a page to print: `?year=2026`, with `&donor=<id>` for staff who manage
 * donations, and `&own=<id>` for one of two people who share the account's address; or a receipt on
 * record, `?issued=<id>`.
 */
export function ReceiptPage() {
  const [params] = useSearchParams()
  const id = (name: string) => {
    const given = params.get(name)
    return given && uuid.test(given) ? given : null
  }
  const year = /^\d{4}$/.test(params.get('year') ?? '') ? Number(params.get('year')) : 0
  const issued = id('issued')
  const donor = id('donor')
  if (issued) return <OnRecord id={issued} />
  if (donor) return <OfDonor donor={donor} year={year} />
  if (params.has('donor') || params.has('issued')) return <NoReceipt year={year} />
  return <Own year={year} donor={id('own')} />
}

interface WayBack {
  to: string
  label: string
}

const toAccount: WayBack = { to: paths.account, label: 'Back to your account' }
const toDonor = (donor: string): WayBack => ({
  to: viewAddress('donors', donor),
  label: 'Back to the donor',
})
const titleOf = (year: number, receipt?: GiftReceipt) =>
  `${receipt?.words.title ?? 'Receipt'} ${year || ''}`

function NoReceipt({ year, back = toAccount }: { year: number; back?: WayBack }) {
  return (
    <PrintPage title={titleOf(year)} back={back}>
      <EmptyState
        as="h1"
        title="No receipt"
        text={`We have no gifts on record for ${year || 'this year'}.`}
      />
    </PrintPage>
  )
}

interface WaitingProps {
  query: Parameters<typeof Loading>[0]['query']
  year: number
  back: WayBack
}

const Waiting = ({ query, year, back }: WaitingProps) => (
  <PrintPage title={titleOf(year)} back={back}>
    <Loading query={query} what="The receipt" label="Loading the receipt..." className="my-16" />
  </PrintPage>
)

/** Opening it issues it. */
function Own({ year, donor }: { year: number; donor: string | null }) {
  const query = useQuery(ownReceiptQuery(year, donor))
  if (query.data === undefined) return <Waiting query={query} year={year} back={toAccount} />
  if (query.data === null) return <NoReceipt year={year} />
  const { number } = query.data
  return (
    <PrintPage
      title={titleOf(year, query.data)}
      back={toAccount}
      actions={number && <PrintButton />}
    >
      {!number && (
        <Alert title="This is not a receipt." className="mb-6">
          Your receipt for {year} also has gifts that came without this email address. Write to us,
          and we’ll send you a copy. These are the gifts with this address.
        </Alert>
      )}
      <ReceiptPaper receipt={query.data} unnumbered="None: this is not a receipt" />
    </PrintPage>
  )
}

/** For staff: printing or mailing issues it. */
function OfDonor({ donor, year }: { donor: string; year: number }) {
  const query = useQuery(donorReceiptQuery(donor, year))
  const issue = useMutation(issueReceipt(donor, year))
  const [issued, setIssued] = useState<GiftReceipt>()
  const shown = issued ?? query.data
  const back = toDonor(donor)
  if (shown === undefined) return <Waiting query={query} year={year} back={back} />
  if (shown === null) return <NoReceipt year={year} back={back} />
  const { number, email, mailed_at } = shown
  const isBusy = (way: 'print' | 'mail') => issue.isPending && issue.variables === way

  function give(way: 'print' | 'mail') {
    if (issue.isPending) return
    issue.mutate(way, {
      onSuccess: (receipt) => {
        flushSync(() => setIssued(receipt))
        if (way === 'print') window.print()
      },
    })
  }

  return (
    <PrintPage
      title={titleOf(year, shown)}
      back={back}
      actions={
        <>
          {email && !mailed_at && (
            <Button variant="outline" loading={isBusy('mail')} onClick={() => give('mail')}>
              <Mail aria-hidden="true" />
              Email it
            </Button>
          )}
          <Button loading={isBusy('print')} onClick={() => give('print')}>
            <Printer aria-hidden="true" />
            Print
          </Button>
        </>
      }
    >
      <UncheckedWording />
      <Failure of={issue} title="No receipt was issued." className="mb-6 print:hidden" />
      {number ? (
        mailed_at && (
          <p role="status" className="mb-6 print:hidden">
            Emailed to {email} on {formatDate(mailed_at)}.
          </p>
        )
      ) : (
        <Alert className="mb-6 print:hidden">
          This is a draft. It becomes a receipt with a number once you print or email it.
        </Alert>
      )}
      <ReceiptPaper receipt={shown} unnumbered="Draft, not issued" />
    </PrintPage>
  )
}

function OnRecord({ id }: { id: string }) {
  const { can } = useAuth()
  const query = useQuery(receiptOnRecordQuery(id))
  const donor = can('can_manage_donations') ? query.data?.donor_id : undefined
  const back = donor ? toDonor(donor) : toAccount
  if (query.data === undefined) return <Waiting query={query} year={0} back={back} />
  if (query.data === null) return <NoReceipt year={0} />
  const { replaced_by, is_withdrawn, year } = query.data
  return (
    <PrintPage title={titleOf(year, query.data)} back={back} actions={<PrintButton />}>
      {replaced_by && (
        <Alert tone="warning" title="This receipt no longer counts." className="mb-6 print:hidden">
          Replaced by{' '}
          {replaced_by.map((newer, place) => (
            <span key={newer.id}>
              {place > 0 && ', '}
              <Link to={`${paths.receipt}?issued=${newer.id}`}>{newer.number}</Link>
            </span>
          ))}
          .
        </Alert>
      )}
      {is_withdrawn && (
        <Alert tone="warning" title="This receipt no longer counts." className="mb-6 print:hidden">
          It is withdrawn: these gifts were refunded or voided.
        </Alert>
      )}
      <ReceiptPaper receipt={query.data} />
    </PrintPage>
  )
}
