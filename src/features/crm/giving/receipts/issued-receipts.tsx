import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { paths } from '@/shared/config/paths'
import { formatDate } from '@/shared/lib/format-date'
import { yearTotal } from '@/shared/lib/gift-amount'
import { Loading } from '@/shared/account-ui/loading'
import { issuedReceiptsQuery, type IssuedReceipt } from './receipt-queries'

const failed = ['failed', 'suppressed', 'cancelled']

/** How it reached the donor */
const ways = ({ printed_at, mailed_at, opened_at, mail_state }: IssuedReceipt) =>
  [
    printed_at && `printed ${formatDate(printed_at)}`,
    mailed_at &&
      (failed.includes(mail_state ?? '')
        ? `email of ${formatDate(mailed_at)} failed`
        : `emailed ${formatDate(mailed_at)}`),
    opened_at && `opened by the donor ${formatDate(opened_at)}`,
  ]
    .filter(Boolean)
    .join(', ')

/** A donor's receipts, newest first. */
export function IssuedReceipts({ donor }: { donor: string }) {
  const issued = useQuery(issuedReceiptsQuery(donor))
  if (!issued.data) return <Loading query={issued} what="The issued receipts" />
  if (issued.data.length === 0) return null
  return (
    <ul aria-label="Issued receipts" className="mt-3 grid gap-2">
      {issued.data.map((receipt) => {
        const { id, number, issued_at, total, replaces, replaced_by, is_right, is_withdrawn } =
          receipt
        return (
          <li key={id}>
            <span className="flex flex-wrap justify-between gap-x-4">
              <Link to={`${paths.receipt}?issued=${id}`}>{number}</Link>
              <span className="text-ink-soft tabular-nums">{yearTotal(total)}</span>
            </span>
            <span className="block text-sm text-ink-soft">
              Issued {formatDate(issued_at)}: {ways(receipt)}
              {replaces.length > 0 && `; replaces ${replaces.join(', ')}`}
            </span>
            {replaced_by.length > 0 ? (
              <span className="block text-sm font-semibold">
                Replaced by {replaced_by.join(', ')}
              </span>
            ) : (
              !is_right && (
                <span className="block text-sm font-semibold">
                  {is_withdrawn
                    ? 'Withdrawn: none of its gifts is left.'
                    : 'The gifts have changed since. The next receipt replaces it.'}
                </span>
              )
            )}
          </li>
        )
      })}
    </ul>
  )
}
