import { exchangeStatements, hasExchange, issuer } from '@/shared/data/gift-receipt'
import { organisation } from '@/shared/data/organisation'
import { cn } from '@/shared/lib/cn'
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
  const { number, year, name, address, email, lines, issued_at } = receipt
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
      <Lines receipt={receipt} />
      {number && (
        <div className="mt-8">
          {lines.some(({ description }) => description !== null) && (
            <p className="mt-4 break-inside-avoid whitespace-pre-line">{words.in_kind}</p>
          )}
          {exchangeStatements(lines, words).map(({ of, text }) => (
            <p key={of} className="mt-4 break-inside-avoid whitespace-pre-line">
              {of && <strong>{of}</strong>}
              {text}
            </p>
          ))}
          <p className="mt-4 whitespace-pre-line">{words.thanks}</p>
        </div>
      )}
    </Paper>
  )
}

/** With columns for the value in exchange and the deductible part, where a gift has one; a phone has a line for each. */
function Lines({
  receipt: { year, lines, total, exchange_total, deductible },
}: Pick<ReceiptPaperProps, 'receipt'>) {
  const isWide = lines.some(hasExchange)
  const money = isWide ? narrowMoney : 'py-2 text-end tabular-nums'
  return (
    <table className={cn('mt-8 w-full border-collapse', isWide && 'max-sm:block')}>
      <caption className="sr-only">Gifts of {year}</caption>
      <thead className={isWide ? 'max-sm:sr-only' : undefined}>
        <tr className="border-b-2 border-ink align-bottom">
          <th scope="col" className="py-2 text-start">
            Date
          </th>
          <th scope="col" className="py-2 text-start">
            For
          </th>
          <th scope="col" className="py-2 text-end">
            Amount
          </th>
          {isWide && (
            <>
              <th scope="col" className="py-2 ps-4 text-end">
                In exchange
              </th>
              <th scope="col" className="py-2 ps-4 text-end">
                Deductible
              </th>
            </>
          )}
        </tr>
      </thead>
      <tbody className={isWide ? 'max-sm:block max-sm:border-t-2 max-sm:border-ink' : undefined}>
        {lines.map((line, index) => {
          const { given_on, campaign, amount, description, exchange, exchange_value } = line
          return (
            <tr
              key={index}
              className={cn(
                'border-b border-line align-top',
                isWide && 'max-sm:block max-sm:py-1.5',
              )}
            >
              <td className="py-2 pe-4 whitespace-nowrap max-sm:py-1">{formatDay(given_on)}</td>
              <td
                dir="auto"
                className={cn('py-2 pe-4 wrap-anywhere', isWide && 'max-sm:block max-sm:py-1')}
              >
                {description ?? campaign ?? 'General'}
                {exchange && <span className="block text-sm">In exchange: {exchange}</span>}
              </td>
              <td data-label="Amount" className={money}>
                {description === null ? exactly.format(amount ?? 0) : 'In kind'}
              </td>
              {isWide && (
                <>
                  <td data-label="In exchange" className={cn(money, 'sm:ps-4')}>
                    {exchange_value === null ? 'Nothing' : exactly.format(exchange_value)}
                  </td>
                  <td data-label="Deductible" className={cn(money, 'sm:ps-4')}>
                    {line.deductible === null ? 'In kind' : exactly.format(line.deductible)}
                  </td>
                </>
              )}
            </tr>
          )
        })}
      </tbody>
      {/* At the end of the table, not at the foot of every printed page. */}
      {lines.some(({ description }) => description === null) && (
        <tfoot className={cn('print:table-row-group', isWide && 'max-sm:block')}>
          <tr
            className={cn(
              'border-t-2 border-ink font-semibold',
              isWide && 'max-sm:block max-sm:py-1.5',
            )}
          >
            <th
              scope="row"
              colSpan={2}
              className={cn('py-2 text-start', isWide && 'max-sm:block max-sm:py-1')}
            >
              Total
            </th>
            <td data-label="Amount" className={money}>
              {exactly.format(total)}
            </td>
            {isWide && (
              <>
                <td data-label="In exchange" className={cn(money, 'sm:ps-4')}>
                  {exactly.format(exchange_total)}
                </td>
                <td data-label="Deductible" className={cn(money, 'sm:ps-4')}>
                  {exactly.format(deductible)}
                </td>
              </>
            )}
          </tr>
        </tfoot>
      )}
    </table>
  )
}

const narrowMoney =
  'py-2 text-end tabular-nums max-sm:flex max-sm:justify-between max-sm:gap-4 max-sm:py-1 max-sm:before:content-[attr(data-label)]'

/** A receipt shows cents also when they are zero. */
const exactly = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
