import { useMutation } from '@tanstack/react-query'
import Heart from 'lucide-react/icons/heart'
import HeartOff from 'lucide-react/icons/heart-off'
import { formatDate } from '@/shared/lib/format-date'
import { formatDollars } from '@/shared/lib/format-dollars'
import { optionLabel } from '@/shared/lib/option-label'
import { createdColumn } from '@/engine/core/columns'
import { defineResource, type RowActionsProps } from '@/engine/core/define-resource'
import { RowActions } from '@/engine/core/row-actions'
import { optimisticUpdate } from '@/engine/core/row-changes'
import type { Tables } from '@/shared/supabase/database.types'
import { Badge } from '@/shared/ui/badge'
import { areas } from '@/shared/auth/areas'
import { contact } from '@/shared/account-ui/contact'
import { DonorViews } from './donor-views'

type Thanks = Pick<Tables<'donors'>, 'id' | 'last_gift_at' | 'thanked_until' | 'thanks'>

/** As the list shows it: newer than the column `thanks` while a change is being saved. */
function isThanked({ thanked_until, last_gift_at }: Omit<Thanks, 'id' | 'thanks'>): boolean {
  return thanked_until !== null && Date.parse(thanked_until) >= Date.parse(last_gift_at)
}

const thanksLabels: Record<string, string> = { due: 'Thank-you due', given: 'Thanked' }

/** Donors with their lifetime sum. The database derives each row from the gifts. */
export const donors = defineResource({
  table: 'donors',
  slug: 'donor-totals',
  tab: 'Donors',
  requiredRights: areas.donors.requiredRights,
  isAddressed: true,
  label: { one: 'donor', many: 'donors' },
  toasts: { loadFailed: { title: 'Failed to load donors' } },
  title: ({ name }) => name,
  select: [
    'name',
    'email',
    'lifetime',
    'deductible',
    'gift_count',
    'last_gift_at',
    'frequency',
    'thanked_until',
    'thanks',
    'payment_failing_since',
  ],
  columns: [
    {
      key: 'name',
      header: 'Donor',
      sortable: true,
      cell: ({ name, payment_failing_since }) =>
        payment_failing_since ? (
          <>
            {name}{' '}
            <Badge tone="red">Payment failing since {formatDate(payment_failing_since)}</Badge>
          </>
        ) : (
          name
        ),
    },
    {
      key: 'lifetime',
      header: 'Lifetime',
      sortable: true,
      isNumeric: true,
      mobilePriority: true,
      cell: ({ lifetime, deductible }) => (
        <>
          {formatDollars(lifetime)}
          {deductible < lifetime && (
            <span className="text-ink-soft max-md:ms-1.5 md:block md:text-sm">
              {formatDollars(deductible)} deductible
            </span>
          )}
        </>
      ),
    },
    {
      key: 'last_gift_at',
      header: 'Last gift',
      sortable: true,
      // Of one whose gifts were all voided or refunded there is none.
      cell: ({ last_gift_at, frequency }) => frequency && formatDate(last_gift_at),
    },
    {
      key: 'frequency',
      header: 'Frequency',
      sortable: true,
      cell: ({ frequency }) => frequency && optionLabel(frequency),
    },
    {
      key: 'thanks',
      header: 'Thanks',
      sortable: true,
      mobilePriority: true,
      cell: (donor) =>
        donor.thanks &&
        (isThanked(donor) ? (
          <Badge tone="quiet">{thanksLabels.given}</Badge>
        ) : (
          <Badge tone="yellow">{thanksLabels.due}</Badge>
        )),
    },
    { key: 'gift_count', header: 'Gifts', sortable: true, isNumeric: true },
    createdColumn('First gift'),
    {
      key: 'email',
      header: 'Email',
      sortable: true,
      cell: ({ email }) => contact({ email }),
    },
  ],
  filters: {
    frequency: ['monthly', 'yearly', 'occasional', 'once', 'lapsed'],
    thanks: ['due', 'given'],
  },
  filterLabel: (value) => thanksLabels[value] ?? optionLabel(value),
  filledBy: 'A donor appears with the first gift.',
  defaultSort: '-last_gift_at',
  slots: {
    actions: () => <DonorViews shown="donors" />,
    rowActions: ThanksAction,
  },
})

function ThanksAction({ row, title }: RowActionsProps<Thanks>) {
  const change = useMutation(
    optimisticUpdate({
      table: 'donors',
      success: ({ thanked_until }) => ({
        title: thanked_until ? `${title} was thanked` : `A thank-you to ${title} is due`,
      }),
      failure: { title: 'Failed to save the thank-you' },
    }),
  )
  if (!row.thanks) return null
  const isDone = isThanked(row)
  const label = isDone ? 'Not thanked yet' : 'Mark as thanked'
  return (
    <RowActions
      title={title}
      actions={[
        {
          label,
          name: `${label}: ${title}`,
          Icon: isDone ? HeartOff : Heart,
          run: () => {
            if (change.isPending) return
            change.mutate([
              {
                id: row.id,
                // Covers the gifts shown here: a later gift makes a thank-you due again.
                values: { thanked_until: isDone ? null : row.last_gift_at },
                expected: { thanked_until: row.thanked_until },
              },
            ])
          },
        },
      ]}
    />
  )
}
