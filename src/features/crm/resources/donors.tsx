import { formatDate } from '@/shared/lib/format-date'
import { formatDollars } from '@/shared/lib/format-dollars'
import { optionLabel } from '@/shared/lib/option-label'
import { defineResource } from '@/shared/resource/define-resource'
import { areas } from '../areas'
import { DonorViews } from '../donors/donor-views'
import { GiftPanel } from '../donors/gift-panel'
import { contact } from './contact'

/** Read-only: donations arrive from the payment provider. */
export const donors = defineResource({
  table: 'donations',
  ...areas.donors,
  toasts: { loadFailed: { title: 'Failed to load donations' } },
  title: ({ donor_name }) => donor_name,
  select: [
    'donor_name',
    'donor_email',
    'amount',
    'donation_type',
    'campaign',
    'refunded',
    'donor_id',
  ],
  columns: [
    { key: 'donor_name', header: 'Donor', sortable: true },
    {
      key: 'donor_email',
      header: 'Email',
      sortable: true,
      cell: ({ donor_email }) => contact({ email: donor_email }),
    },
    {
      key: 'amount',
      header: 'Amount',
      sortable: true,
      isNumeric: true,
      isTelling: true,
      cell: ({ amount }) => formatDollars(amount),
    },
    {
      key: 'donation_type',
      header: 'Type',
      sortable: true,
      cell: ({ donation_type }) => optionLabel(donation_type),
    },
    {
      key: 'campaign',
      header: 'Campaign',
      sortable: true,
      cell: ({ campaign }) => campaign || 'General',
    },
    {
      key: 'created_at',
      header: 'Date',
      sortable: true,
      isTelling: true,
      cell: ({ created_at }) => formatDate(created_at),
    },
  ],
  filters: { donation_type: ['one-time', 'monthly', 'corporate', 'grant'] },
  defaultSort: '-created_at',
  slots: { actions: () => <DonorViews shown="gifts" />, panel: GiftPanel },
})
