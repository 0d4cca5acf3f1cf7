import { Link } from 'react-router-dom'
import { formatDollars } from '@/shared/lib/format-dollars'
import { optionLabel } from '@/shared/lib/option-label'
import type { RowActionsProps } from '@/shared/resource/define/define-resource'
import { PersonLink } from '@/shared/ui/person-link'
import { SubjectTasks } from '@/shared/tasks/subject-tasks'
import { viewAddress } from './donor-views'

interface Gift {
  id: string
  donor_id: string | null
  donor_name: string
  amount: number
  refunded: number
  method: string | null
  reference: string | null
  tribute: string | null
  tribute_name: string | null
  note: string | null
  voided_at: string | null
  change_reason: string | null
}

/** What was entered with a gift, its refund, its tasks, and a link to all gifts of its donor. */
export function GiftPanel({ row, title }: Pick<RowActionsProps<Gift>, 'row' | 'title'>) {
  const { id, donor_id, donor_name, amount, refunded, voided_at, change_reason } = row
  const { method, reference, tribute, tribute_name, note } = row
  return (
    <div className="mb-4 grid gap-2">
      {method && (
        <p dir="auto">
          {[optionLabel(method), reference].filter(Boolean).join(' ')}
          {tribute && `, in ${tribute} of ${tribute_name}`}
        </p>
      )}
      {note && (
        <p dir="auto" className="whitespace-pre-wrap">
          {note}
        </p>
      )}
      {voided_at && <p>Voided: {change_reason}</p>}
      {!voided_at && change_reason && <p>Corrected: {change_reason}</p>}
      {refunded > 0 && !voided_at && (
        <p>
          {formatDollars(refunded)} was refunded.{' '}
          {refunded < amount
            ? `${formatDollars(amount - refunded)} counts.`
            : 'Nothing of it counts.'}
        </p>
      )}
      <PersonLink address={`donations:${id}`}>See everything from this person</PersonLink>
      {donor_id && <Link to={viewAddress('donors', donor_id)}>All gifts of {donor_name}</Link>}
      <SubjectTasks key={id} subject={{ kind: 'donations', id }} name={title} />
    </div>
  )
}
