import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { EmptyState } from '@/shared/account-ui/empty-state'
import { LoadFailure } from '@/shared/account-ui/load-failure'
import { Loading } from '@/shared/account-ui/loading'
import { LoadMore } from '@/shared/account-ui/load-more'
import { formatDate } from '@/shared/lib/format-date'
import { formatDollars } from '@/shared/lib/format-dollars'
import { Badge } from '@/shared/ui/badge'
import { viewAddress } from '../donors/donor-views'
import { monthlyGiftsOfDonorQuery, monthlyGiftsQuery, type MonthlyGift } from './pledge-queries'

const whatTheyAre =
  'Paid through the payment provider. They are not pledges, so no total of pledges has them.'

/** The monthly gifts of all donors that the payment provider still collects. */
export function MonthlyGifts() {
  const book = useInfiniteQuery(monthlyGiftsQuery)
  const gifts = book.data?.pages.flat() ?? []
  if (!book.data) return <Loading query={book} what="The monthly gifts" />
  if (gifts.length === 0) {
    return <EmptyState as="h2" title="Monthly gifts" text="No donor gives monthly." />
  }
  return (
    <>
      <p className="mb-2 text-ink-soft">{whatTheyAre}</p>
      <ul aria-label="Monthly gifts">
        {gifts.map((gift) => (
          <MonthlyItem key={gift.id} gift={gift}>
            <span dir="auto" className="font-semibold">
              <Link to={viewAddress('donors', gift.donor_id)}>{gift.donor_name}</Link>
            </span>{' '}
          </MonthlyItem>
        ))}
      </ul>
      <LoadMore query={book} failed="More monthly gifts could not be loaded.">
        Show more monthly gifts
      </LoadMore>
    </>
  )
}

/** A donor's monthly gifts, running and ended; nothing where there are none. */
export function DonorMonthlyGifts({ donor }: { donor: string }) {
  const gifts = useQuery(monthlyGiftsOfDonorQuery(donor))
  if (gifts.isLoadingError) {
    return <LoadFailure title="The monthly gifts could not be loaded." query={gifts} />
  }
  if (!gifts.data?.length) return null
  return (
    <section aria-label="Monthly gifts">
      <h3>Monthly gifts</h3>
      <p className="text-sm text-ink-soft">{whatTheyAre}</p>
      <ul>
        {gifts.data.map((gift) => (
          <MonthlyItem key={gift.id} gift={gift} />
        ))}
      </ul>
    </section>
  )
}

interface MonthlyItemProps {
  gift: MonthlyGift
  /** The donor */
  children?: ReactNode
}

function MonthlyItem({ gift, children }: MonthlyItemProps) {
  const { amount, paid_at, failing_since, ended_at } = gift
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-t border-line py-3 first:border-t-0">
      <span className="min-w-0 flex-1 basis-60 wrap-anywhere">
        {children}
        {ended_at ? (
          <Badge>Ended on {formatDate(ended_at)}</Badge>
        ) : failing_since ? (
          <Badge tone="red">Payments fail since {formatDate(failing_since)}</Badge>
        ) : (
          <Badge tone="green">Running</Badge>
        )}
        <span className="block text-sm text-ink-soft">
          {paid_at ? `Last paid on ${formatDate(paid_at)}` : 'Not paid yet'}
        </span>
      </span>
      {amount !== null && (
        <span className="tabular-nums">
          <strong>{formatDollars(amount)}</strong> a month
        </span>
      )}
    </li>
  )
}
