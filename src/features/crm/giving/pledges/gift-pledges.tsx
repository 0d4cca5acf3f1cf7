import { useMutation, useQuery } from '@tanstack/react-query'
import { formatDay } from '@/shared/lib/format-date'
import { formatDollars } from '@/shared/lib/format-dollars'
import { Button } from '@/shared/ui/button'
import { useAuth } from '@/shared/auth/auth-context'
import { applyGift, pledgesOfGiftsQuery, type PledgeOfGift } from './pledge-queries'

/** The pledge that a gift was applied to, or those that it may pay. */
export function GiftPledges({ gift }: { gift: string }) {
  const { can } = useAuth()
  const pledges = useQuery(pledgesOfGiftsQuery(can('can_manage_donations') ? [gift] : []))
  if (!pledges.data?.length) return null
  return <PledgeChoices gift={gift} of="this gift" pledges={pledges.data} />
}

interface PledgeChoicesProps {
  gift: string
  /** The gift, for screen readers */
  of: string
  pledges: readonly PledgeOfGift[]
}

export function PledgeChoices({ gift, of, pledges }: PledgeChoicesProps) {
  const applying = useMutation(applyGift)
  return (
    <ul aria-label={`Pledges: ${of}`} className="grid gap-1 text-sm">
      {pledges.map((pledge) => (
        <li key={pledge.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0">
            {pledge.is_applied
              ? `Pays the pledge of ${formatDollars(pledge.amount)}: ${formatDollars(pledge.balance)} left`
              : `${pledge.is_proposed ? 'Fits the' : 'Open'} pledge of ${formatDollars(pledge.amount)}: ${formatDollars(pledge.balance)} left`}
            {pledge.next_due !== null && `, next due ${formatDay(pledge.next_due)}`}
          </span>
          <Button
            variant="outline"
            size="sm"
            loading={applying.isPending}
            onClick={() =>
              applying.mutate(
                pledge.is_applied
                  ? { gift, pledge: null, replaced: pledge.id }
                  : { gift, pledge: pledge.id },
              )
            }
          >
            {pledge.is_applied ? 'Take off' : 'Apply'}
            <span className="sr-only">: {of}</span>
          </Button>
        </li>
      ))}
    </ul>
  )
}
