import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { paths } from '@/shared/config/paths'
import { giftReceipt } from '@/shared/data/gift-receipt'
import { organisation } from '@/shared/data/organisation'
import { formatDate, formatDay } from '@/shared/lib/format-date'
import { addressLines, type PostalAddress } from '@/shared/lib/postal-address'
import { rpcQuery, type RpcRow } from '@/shared/supabase/ask'
import { Alert } from '@/shared/ui/alert'
import { EmptyState } from '@/shared/account-ui/empty-state'
import { Loading } from '@/shared/account-ui/loading'
import { Paper, PrintButton, PrintPage } from '@/shared/account-ui/print-page'
import { byPostQuery } from './desk/letter-queries'

type Gift = RpcRow<'own_receipt'>

const uuid = /^[\da-f-]{36}$/i

/** The receipt of a year, one row for each gift: of a donor, or without one the caller's own. */
const receiptQuery = (of_year: number, donor: string | null, own: string | null) =>
  donor
    ? rpcQuery(['receipt'], 'donor_receipt', { donor, of_year })
    : rpcQuery(['receipt'], 'own_receipt', { of_year, ...(own && { donor: own }) })

/**
 * The receipt of a year as a page to print: `?year=2026`, with `&donor=<id>` for staff who manage donations,
 * and `&own=<id>` for one of two who share the address of the account.
 */
export function ReceiptPage() {
  const [params] = useSearchParams()
  const asked = params.get('donor')
  const donor = asked && uuid.test(asked) ? asked : null
  const own = params.get('own')
  const year = /^\d{4}$/.test(params.get('year') ?? '') ? Number(params.get('year')) : 0
  const receipt = useQuery({
    ...receiptQuery(year, donor, own && uuid.test(own) ? own : null),
    enabled: asked === donor,
  })
  const post = useQuery({ ...byPostQuery([donor ?? '']), enabled: donor !== null })
  const back = donor
    ? { to: `${paths.crm}?tab=donors&by=donor&open=${donor}`, label: 'Back to the donor' }
    : { to: paths.account, label: 'Back to your account' }
  const isThere = receipt.data !== undefined && receipt.data.length > 0

  return (
    <PrintPage
      title={`${giftReceipt.title} ${year || ''}`}
      back={back}
      actions={isThere && <PrintButton disabled={post.isLoading} />}
    >
      {isThere && donor && !giftReceipt.isChecked && (
        <Alert
          tone="warning"
          title="The wording of this receipt has not been checked yet."
          className="mb-6 print:hidden"
        >
          Have someone who knows the law check it, then confirm that in
          src/shared/data/gift-receipt.ts.
        </Alert>
      )}
      {isThere ? (
        <Receipt
          gifts={receipt.data}
          year={year}
          issuedAt={new Date(receipt.dataUpdatedAt).toISOString()}
          address={(donor && post.data?.get(donor)?.address) || null}
        />
      ) : receipt.isError || receipt.isLoading ? (
        <Loading
          query={receipt}
          what="The receipt"
          label="Loading the receipt..."
          className="my-16"
        />
      ) : (
        <EmptyState
          as="h2"
          title="No receipt"
          text={`We have no gifts on record for ${year || 'this year'}.`}
        />
      )}
    </PrintPage>
  )
}

interface ReceiptProps {
  gifts: readonly Gift[]
  year: number
  issuedAt: string
  address: PostalAddress | null
}

function Receipt({ gifts, year, issuedAt, address }: ReceiptProps) {
  const { number, donor_name, donor_email, total } = gifts[0]!
  return (
    <Paper address={[...giftReceipt.issuer, organisation.email]}>
      <h1 className="mt-10 text-heading">
        {giftReceipt.title} {year}
      </h1>
      <dl className="mt-6 grid grid-cols-[max-content_minmax(0,1fr)] gap-x-6 gap-y-1">
        <dt>Number</dt>
        <dd className="tabular-nums">{number}</dd>
        <dt>Issued</dt>
        <dd>{formatDate(issuedAt)}</dd>
        <dt>Donor</dt>
        <dd dir="auto" className="break-words">
          <strong>{donor_name}</strong>
          {address && addressLines(address).map((line, index) => <div key={index}>{line}</div>)}
          {donor_email && <div>{donor_email}</div>}
        </dd>
      </dl>
      <table className="mt-8 w-full border-collapse">
        <caption className="sr-only">Gifts of {year}</caption>
        <thead>
          <tr className="border-b-2 border-ink text-start">
            <th scope="col" className="py-2 text-start">
              Date
            </th>
            <th scope="col" className="py-2 text-start">
              For
            </th>
            <th scope="col" className="py-2 text-end">
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {gifts.map(({ given_on, campaign, amount, description }, index) => (
            <tr key={index} className="border-b border-line align-top">
              <td className="py-2 pe-4 whitespace-nowrap">{formatDay(given_on)}</td>
              <td dir="auto" className="py-2 pe-4 wrap-anywhere">
                {description ?? campaign ?? 'General'}
              </td>
              <td className="py-2 text-end tabular-nums">
                {description === null ? exactly.format(amount) : 'In kind'}
              </td>
            </tr>
          ))}
        </tbody>
        {/* At the end of the table, not at the foot of every printed page. */}
        {gifts.some(({ description }) => description === null) && (
          <tfoot className="print:table-row-group">
            <tr className="border-t-2 border-ink font-semibold">
              <th scope="row" colSpan={2} className="py-2 text-start">
                Total
              </th>
              <td className="py-2 text-end tabular-nums">{exactly.format(total)}</td>
            </tr>
          </tfoot>
        )}
      </table>
      {gifts.some(({ description }) => description !== null) && (
        <p className="mt-8 break-inside-avoid">{giftReceipt.inKind}</p>
      )}
      <p className="mt-8 break-inside-avoid">{giftReceipt.noGoods}</p>
      <p className="mt-4">{giftReceipt.thanks}</p>
    </Paper>
  )
}

/** A receipt shows cents also when they are zero. */
const exactly = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
