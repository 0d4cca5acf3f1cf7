import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '@/shared/config/paths'
import { formatDate } from '@/shared/lib/format-date'
import { formatDollars } from '@/shared/lib/format-dollars'
import { amountInList, deductibleBeside, yearTotal } from '@/shared/lib/gift-amount'
import { isolated } from '@/shared/lib/isolated'
import { optionLabel } from '@/shared/lib/option-label'
import type { RowActionsProps } from '@/engine/core/define-resource'
import { resourceKey } from '@/engine/core/resource-queries'
import { rpcQuery, selectQuery } from '@/shared/supabase/ask'
import { supabase } from '@/shared/supabase/client'
import { Button } from '@/shared/ui/button'
import { Loading } from '@/shared/account-ui/loading'
import { PersonLink } from '@/shared/account-ui/person-link'
import { RecordFiles } from '@/engine/files/record-files'
import { SubjectTasks } from '@/engine/tasks/subject-tasks'
import { DonorPledges } from '../pledges/donor-pledges'
import { DonorMonthlyGifts } from '../pledges/monthly-gifts'
import { viewAddress } from './donor-views'
import { IssuedReceipts } from '../receipts/issued-receipts'

/**
 * The newest gifts that a donor gave, moved or is the legal donor of: up to `limit`, and one more
 * if there are more.
 */
const giftsQuery = (donor: string, limit: number) =>
  selectQuery(
    [...resourceKey('donations'), 'of-donor', donor, limit],
    () =>
      supabase
        .from('donations')
        .select(
          'id, created_at, amount, description, estimate, deductible, exchange_value, refunded, voided_at, donation_type, campaign, person_id, donor_name, legal_donor_id, legal_donor_name',
        )
        .or(`person_id.eq.${donor},legal_donor_id.eq.${donor}`)
        .order('created_at', { ascending: false })
        .order('entered_at', { ascending: false, nullsFirst: false })
        .order('id', { ascending: false })
        .limit(limit + 1),
    { placeholderData: keepPreviousData },
  )

/** The years for which a donor may have a receipt, newest first. */
const yearsQuery = (donor: string) => rpcQuery(resourceKey('donations'), 'donor_years', { donor })

const GIFTS_AT_ONCE = 12

interface DonorPanelProps extends Pick<RowActionsProps<{ id: string }>, 'row' | 'title'> {
  /** How to reach the donor */
  contact: ReactNode
}

export function DonorPanel({ row: { id }, title, contact }: DonorPanelProps) {
  return (
    <div key={id} className="mb-6 grid gap-5 border-b border-line pb-6">
      <p>
        <PersonLink address={`donors:${id}`}>See everything from this person</PersonLink>
      </p>
      {contact}
      <SubjectTasks subject={{ kind: 'donors', id }} name={title} />
      <RecordFiles record={{ kind: 'donors', id, name: title }} />
      <DonorPledges donor={id} name={title} />
      <DonorMonthlyGifts donor={id} />
      <Receipts donor={id} />
      <Gifts donor={id} />
    </div>
  )
}

function Receipts({ donor }: { donor: string }) {
  const years = useQuery(yearsQuery(donor))
  return (
    <section aria-label="Receipts">
      <h3 className="mb-2">Receipts</h3>
      {!years.data ? (
        <Loading query={years} what="The years" />
      ) : years.data.length === 0 ? (
        <p className="text-ink-soft">
          All gifts were refunded or voided, or someone else gets the receipt.
        </p>
      ) : (
        <ul className="grid gap-1">
          {years.data.map(({ year, total, deductible, gift_count }) => (
            <li key={year} className="flex flex-wrap justify-between gap-x-4">
              <Link to={`${paths.receipt}?donor=${donor}&year=${year}`}>Receipt for {year}</Link>
              <span className="text-ink-soft tabular-nums">
                {yearTotal(total)}
                {deductibleBeside(total, deductible)}, {gift_count.toLocaleString('en-US')}{' '}
                {gift_count === 1 ? 'gift' : 'gifts'}
              </span>
            </li>
          ))}
        </ul>
      )}
      <IssuedReceipts donor={donor} />
    </section>
  )
}

function Gifts({ donor }: { donor: string }) {
  const [limit, setLimit] = useState(GIFTS_AT_ONCE)
  const gifts = useQuery(giftsQuery(donor, limit))
  return (
    <section aria-label="Gifts">
      <h3 className="mb-2">Gifts</h3>
      {!gifts.data ? (
        <Loading query={gifts} what="The gifts" />
      ) : (
        <>
          <ul className="grid gap-1">
            {gifts.data.slice(0, limit).map((gift) => (
              <li key={gift.id} className="flex flex-wrap justify-between gap-x-4">
                <span>
                  <Link to={viewAddress('gifts', gift.id)}>{formatDate(gift.created_at)}</Link>
                  <span className="text-ink-soft">
                    , {gift.description ?? gift.campaign ?? 'General'},{' '}
                    {optionLabel(gift.donation_type)}
                    {gift.legal_donor_id &&
                      (gift.legal_donor_id === donor
                        ? `, moved by ${isolated(gift.donor_name)}`
                        : `, receipt to ${isolated(gift.legal_donor_name ?? '')}`)}
                  </span>
                </span>
                <span className="tabular-nums">
                  {amountInList(gift)}
                  {gift.estimate !== null && (
                    <span className="text-ink-soft">, estimate {formatDollars(gift.estimate)}</span>
                  )}
                  {(gift.refunded > 0 || gift.voided_at) && (
                    <span className="text-ink-soft">
                      {gift.voided_at ? ', voided' : ` − ${formatDollars(gift.refunded)} refunded`}
                    </span>
                  )}
                  {gift.exchange_value !== null && (
                    <span className="text-ink-soft">
                      , {formatDollars(gift.deductible ?? 0)} deductible
                    </span>
                  )}
                </span>
              </li>
            ))}
          </ul>
          {gifts.data.length > limit && (
            <Button
              variant="outline"
              size="sm"
              className="mt-3"
              loading={gifts.isFetching}
              onClick={() => setLimit(limit + 100)}
            >
              Show more
            </Button>
          )}
        </>
      )}
    </section>
  )
}
