import { issuer } from '@/shared/data/gift-receipt'
import { organisation } from '@/shared/data/organisation'
import { formatDate, formatDay } from '@/shared/lib/format-date'
import { addressLines } from '@/shared/lib/postal-address'
import { Paper } from '@/shared/account-ui/print-page'
import type { GiftReceipt } from './receipt-queries'

interface ReceiptPaperProps {
  receipt: GiftReceipt
  /** Shown instead of the number where there is none */
  unnumbered?: string
  className?: string
}

/** A receipt on paper. Without a number it confirms nothing. */
export function ReceiptPaper({ receipt, unnumbered = 'Draft', className }: ReceiptPaperProps) {
  const { number, year, name, address, email, lines, total, issued_at } = receipt
  const { replaces, replaced_by, is_withdrawn, words } = receipt
  const [issuerName, ...issuerAddress] = words.issuer ?? issuer
  return (
    <Paper
      label={`${words.title} ${year} to ${name}`}
      name={issuerName}
      address={[...issuerAddress, organisation.email]}
      {...(className && { className })}
    >
      <h1 className="mt-10 text-heading">
        {words.title} {year}
      </h1>
      <dl className="mt-6 grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1 sm:gap-x-6">
        <dt>Number</dt>
        <dd className="tabular-nums">{number ?? unnumbered}</dd>
        {replaces.length > 0 && (
          <>
            <dt>Replaces</dt>
            <dd className="wrap-anywhere tabular-nums">{replaces.join(', ')}</dd>
          </>
        )}
        {replaced_by && (
          <>
            <dt>Replaced by</dt>
            <dd className="wrap-anywhere tabular-nums">
              {replaced_by.map((newer) => newer.number).join(', ')}
            </dd>
          </>
        )}
        {is_withdrawn && (
          <>
            <dt>Withdrawn</dt>
            <dd>
              <strong>Does not count: these gifts were refunded or voided.</strong>
            </dd>
          </>
        )}
        {issued_at && (
          <>
            <dt>Issued</dt>
            <dd>{formatDate(issued_at)}</dd>
          </>
        )}
        <dt>Donor</dt>
        <dd dir="auto" className="break-words">
          <strong>{name}</strong>
          {address && addressLines(address).map((line, index) => <div key={index}>{line}</div>)}
          {email && <div>{email}</div>}
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
          {lines.map(({ given_on, campaign, amount, description }, index) => (
            <tr key={index} className="border-b border-line align-top">
              <td className="py-2 pe-4 whitespace-nowrap">{formatDay(given_on)}</td>
              <td dir="auto" className="py-2 pe-4 wrap-anywhere">
                {description ?? campaign ?? 'General'}
              </td>
              <td className="py-2 text-end tabular-nums">
                {description === null ? exactly.format(amount ?? 0) : 'In kind'}
              </td>
            </tr>
          ))}
        </tbody>
        {/* At the end of the table, not at the foot of every printed page. */}
        {lines.some(({ description }) => description === null) && (
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
      {number && (
        <>
          {lines.some(({ description }) => description !== null) && (
            <p className="mt-8 break-inside-avoid whitespace-pre-line">{words.in_kind}</p>
          )}
          <p className="mt-8 break-inside-avoid whitespace-pre-line">{words.no_goods}</p>
          <p className="mt-4 whitespace-pre-line">{words.thanks}</p>
        </>
      )}
    </Paper>
  )
}

/** A receipt shows cents also when they are zero. */
const exactly = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
