import { useQuery } from '@tanstack/react-query'
import Ban from 'lucide-react/icons/ban'
import Pencil from 'lucide-react/icons/pencil'
import Undo2 from 'lucide-react/icons/undo-2'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useAuth } from '@/shared/auth/auth-context'
import { formatDay } from '@/shared/lib/format-date'
import { formatDollars } from '@/shared/lib/format-dollars'
import { amountInList } from '@/shared/lib/gift-amount'
import { lazyPart } from '@/shared/account-ui/lazy-part'
import { optionLabel } from '@/shared/lib/option-label'
import type { RowActionsProps } from '@/engine/core/define-resource'
import { Button } from '@/shared/ui/button'
import { LoadFailure } from '@/shared/account-ui/load-failure'
import { PersonLink } from '@/shared/account-ui/person-link'
import { RecordFiles } from '@/engine/files/record-files'
import { SubjectTasks } from '@/engine/tasks/subject-tasks'
import { giftQuery, type StoredGift } from './gift-queries'
import type { GiftChange } from './gift-fields'
import { viewAddress } from '../donors/donor-views'
import { GiftPledges } from '../pledges/gift-pledges'

const ChangeGift = lazyPart(() => import('./change-gift'))

interface Gift {
  id: string
  person_id: string | null
  donor_name: string
  amount: number | null
  description: string | null
  refunded: number
  method: string | null
  reference: string | null
  tribute: string | null
  tribute_name: string | null
  note: string | null
  voided_at: string | null
  change_reason: string | null
}

/**
 * A gift's entered values, refund, tasks and files, a link to all of its donor's gifts, and its
 * correction.
 */
export function GiftPanel({ row, title }: Pick<RowActionsProps<Gift>, 'row' | 'title'>) {
  const { id, person_id, donor_name, amount, refunded, voided_at, change_reason } = row
  const { method, reference, description, tribute, tribute_name, note } = row
  return (
    <div className="mb-4 grid gap-2">
      {method && (
        <p dir="auto">
          {[optionLabel(method), reference].filter(Boolean).join(' ')}
          {description && `: ${description}`}
          {tribute && `, in ${tribute} of ${tribute_name}`}
        </p>
      )}
      <Stored key={`stored ${id}`} id={id} />
      <GiftPledges key={`pledges of ${id}`} gift={id} />
      {note && (
        <p dir="auto" className="whitespace-pre-wrap">
          {note}
        </p>
      )}
      {voided_at && <p>Voided: {change_reason}</p>}
      {amount !== null && refunded > 0 && !voided_at && (
        <p>
          {formatDollars(refunded)} was refunded.{' '}
          {refunded < amount ? `${formatDollars(amount - refunded)} counts.` : 'None of it counts.'}
        </p>
      )}
      {!voided_at && change_reason && <p>Last change: {change_reason}</p>}
      <PersonLink address={`donations:${id}`}>See everything from this person</PersonLink>
      {person_id && <Link to={viewAddress('donors', person_id)}>All gifts of {donor_name}</Link>}
      <SubjectTasks key={`tasks of ${id}`} subject={{ kind: 'donations', id }} name={title} />
      <RecordFiles key={`files of ${id}`} record={{ kind: 'donations', id, name: title }} />
    </div>
  )
}

/** The fund and the original currency, and the ways to change it. */
function Stored({ id }: { id: string }) {
  const { can } = useAuth()
  const stored = useQuery(giftQuery(id))
  const [to, setTo] = useState<GiftChange['to']>()
  if (stored.isLoadingError)
    return <LoadFailure title="The gift could not be loaded." query={stored} />
  const gift = stored.data
  if (!gift) return null
  const {
    legal_donor_id,
    legal_donor_name,
    funds,
    estimate,
    currency,
    original_amount,
    rate,
    rate_on,
    payment_id,
    voided_at,
    exchange,
    exchange_value,
    deductible,
  } = gift
  return (
    <>
      {legal_donor_id && (
        <p>
          Receipt to <Link to={viewAddress('donors', legal_donor_id)}>{legal_donor_name}</Link>,
          whose total has it; {gift.donor_name} is thanked
        </p>
      )}
      {funds && <p dir="auto">For the fund {funds.name}</p>}
      {gift.matched && <Linked says="Matches the gift of" gift={gift.matched} />}
      {gift.matches.map((match) => (
        <Linked key={match.id} says="Matched by the gift of" gift={match} />
      ))}
      {estimate !== null && (
        <p>
          Estimated at {formatDollars(estimate)}, for the office only: in no total and on no receipt
        </p>
      )}
      {exchange_value !== null && (
        <p dir="auto">
          In exchange: {exchange}, worth {formatDollars(exchange_value)}.{' '}
          {formatDollars(deductible ?? 0)} may be deducted
        </p>
      )}
      {currency && (
        <p>
          {original_amount} {currency} at {rate}, the rate of {formatDay(rate_on)}
        </p>
      )}
      {!voided_at && can('can_manage_donations') && (
        <div className="flex flex-wrap gap-2">
          <Button variant="outline" size="sm" onClick={() => setTo('correct')}>
            <Pencil aria-hidden="true" />
            Correct
          </Button>
          {!payment_id && gift.amount !== null && gift.refunded < gift.amount && (
            <Button variant="outline" size="sm" onClick={() => setTo('refund')}>
              <Undo2 aria-hidden="true" />
              Refund
            </Button>
          )}
          {!payment_id && (
            <Button variant="outline" size="sm" onClick={() => setTo('void')}>
              <Ban aria-hidden="true" />
              Void
            </Button>
          )}
        </div>
      )}
      {to && <ChangeGift gift={gift} to={to} onClose={() => setTo(undefined)} />}
    </>
  )
}

interface LinkedProps {
  says: string
  gift: StoredGift['matches'][number]
}

/** The other side of a match */
function Linked({ says, gift: { id, donor_name, amount, voided_at } }: LinkedProps) {
  return (
    <p dir="auto">
      {says}{' '}
      <Link to={viewAddress('gifts', id)}>
        {donor_name}, {amountInList({ amount })}
      </Link>
      {voided_at && ' (voided)'}
    </p>
  )
}
