import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { paths } from '@/shared/config/paths'
import { formatDate } from '@/shared/lib/format-date'
import { formatDollars } from '@/shared/lib/format-dollars'
import { amountInList, deductibleBeside, yearTotal } from '@/shared/lib/gift-amount'
import { buttonClass } from '@/shared/ui/button'
import { EmptyState } from '@/shared/account-ui/empty-state'
import { OwnCard, ShortList } from './own-card'
import { giftsQuery, receiptsQuery, yearsQuery } from './own-queries'

export function OwnGifts() {
  const gifts = useQuery(giftsQuery)
  const { data: years = [] } = useQuery(yearsQuery)
  const { data: issued = [] } = useQuery(receiptsQuery)
  const isShared = years.some(({ donor }) => donor !== years[0]?.donor)
  return (
    <OwnCard title="Your gifts" query={gifts}>
      {(given) =>
        given.length === 0 ? (
          <EmptyState
            title="No gifts yet"
            text="Gifts with this address appear here, with a receipt for each year. Gifts you made with another address are not listed."
            action={
              <Link to={paths.donate} className={buttonClass()}>
                Donate
              </Link>
            }
          />
        ) : (
          <div className="grid gap-5">
            {years.length > 0 && (
              <ul aria-label="Receipts" className="grid gap-1">
                {years.map(({ year, total, deductible, donor, donor_name }) => (
                  <li key={`${year} ${donor}`} className="flex flex-wrap justify-between gap-x-4">
                    <Link to={`${paths.receipt}?year=${year}&own=${donor}`}>
                      Receipt for {year}
                      {isShared && `, ${donor_name}`}
                    </Link>
                    <span className="tabular-nums">
                      {yearTotal(total)}
                      {deductibleBeside(total, deductible)}
                    </span>
                  </li>
                ))}
              </ul>
            )}
            {issued.length > 0 && (
              <div>
                <h3 className="mb-1 text-base">Receipts so far</h3>
                <ShortList label="Receipts so far" entries={issued} first={3}>
                  {({ id, number, issued_at, replaced_by, is_withdrawn }) => (
                    <p className="flex flex-wrap justify-between gap-x-4">
                      <Link to={`${paths.receipt}?issued=${id}`}>{number}</Link>
                      <span className="text-ink-soft">
                        {formatDate(issued_at)}
                        {replaced_by.length > 0 && `, replaced by ${replaced_by.join(', ')}`}
                        {is_withdrawn && ', withdrawn: no longer counts'}
                      </span>
                    </p>
                  )}
                </ShortList>
              </div>
            )}
            <div>
              <ShortList label="Gifts" entries={given} first={5}>
                {({
                  given_at,
                  amount,
                  description,
                  refunded,
                  donation_type,
                  campaign,
                  is_void,
                }) => (
                  <p className="flex flex-wrap justify-between gap-x-4">
                    <span>
                      {formatDate(given_at)}
                      <span className="text-ink-soft">
                        {donation_type === 'monthly' && ', monthly'}
                        {(description || campaign) &&
                          `, ${[description, campaign].filter(Boolean).join(', ')}`}
                      </span>
                    </span>
                    <span className="tabular-nums">
                      {amountInList({ amount })}
                      {(refunded > 0 || is_void) && (
                        <span className="text-ink-soft">
                          , {is_void ? 'voided' : `${formatDollars(refunded)} of it refunded`}
                        </span>
                      )}
                    </span>
                  </p>
                )}
              </ShortList>
            </div>
          </div>
        )
      }
    </OwnCard>
  )
}
