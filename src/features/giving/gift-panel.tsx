import { Link } from 'react-router-dom'
import { formatDollars } from '@/shared/lib/format-dollars'
import type { RowActionsProps } from '@/shared/resource/define/define-resource'
import { SubjectTasks } from '@/shared/tasks/subject-tasks'
import { viewAddress } from './donor-views'

interface Gift {
  id: string
  donor_id: string | null
  donor_name: string
  amount: number
  refunded: number
}

/** The refund of a gift and a link to all gifts of its donor. */
export function GiftPanel({ row, title }: Pick<RowActionsProps<Gift>, 'row' | 'title'>) {
  const { id, donor_id, donor_name, amount, refunded } = row
  return (
    <div className="mb-4 grid gap-2">
      {refunded > 0 && (
        <p>
          {formatDollars(refunded)} was refunded.{' '}
          {refunded < amount
            ? `${formatDollars(amount - refunded)} counts.`
            : 'Nothing of it counts.'}
        </p>
      )}
      {donor_id && <Link to={viewAddress('donors', donor_id)}>All gifts of {donor_name}</Link>}
      <SubjectTasks key={id} subject={{ kind: 'donations', id }} name={title} />
    </div>
  )
}
