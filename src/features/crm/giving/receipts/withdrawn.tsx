import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { paths } from '@/shared/config/paths'
import { yearTotal } from '@/shared/lib/gift-amount'
import { Loading } from '@/shared/account-ui/loading'
import { Panel } from '@/shared/account-ui/panel'
import { withdrawnQuery } from './receipt-queries'

/** Receipts without any valid gift. */
export function Withdrawn({ year }: { year: number }) {
  const withdrawn = useQuery(withdrawnQuery(year))
  if (!withdrawn.data) return <Loading query={withdrawn} what="The withdrawn receipts" />
  if (withdrawn.data.length === 0) return null
  return (
    <Panel
      title="Withdrawn"
      text="They have no gifts left. Tell the donors that these receipts no longer count: a copy says so too."
    >
      <ul aria-label="Withdrawn" className="grid gap-1 sm:grid-cols-2">
        {withdrawn.data.map(({ id, number, name, total }) => (
          <li key={id} className="min-w-0 wrap-anywhere">
            <Link to={`${paths.receipt}?issued=${id}`}>{number}</Link>
            <span className="text-ink-soft">
              , {name}, {yearTotal(total)}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
