import { formatDollars } from '@/shared/lib/format-dollars'
import { amountInList } from '@/shared/lib/gift-amount'
import { optionLabel } from '@/shared/lib/option-label'
import { createdColumn } from '@/engine/core/columns'
import { defineResource } from '@/engine/core/define-resource'
import { areas } from '@/shared/auth/areas'
import { ask } from '@/shared/supabase/ask'
import { supabase } from '@/shared/supabase/client'
import { useFundChoices } from './gift-queries'
import { methods } from './gift-methods'
import { DonorViews } from '../donors/donor-views'
import { giftSchema, types } from './gift-schema'
import { contact } from '@/shared/account-ui/contact'
import { lazyPart } from '@/shared/account-ui/lazy-part'

const GiftPanel = lazyPart(() => import('./gift-panel'))

/** Read-only: donations arrive from the payment provider, and older ones from a file. */
export const donations = defineResource({
  table: 'donations',
  ...areas.donors,
  isAddressed: true,
  toasts: { loadFailed: { title: 'Failed to load donations' } },
  title: ({ donor_name }) => donor_name,
  select: [
    'donor_name',
    'donor_email',
    'amount',
    'description',
    'estimate',
    'donation_type',
    'campaign',
    'refunded',
    'payment_id',
    'person_id',
    'method',
    'reference',
    'tribute',
    'tribute_name',
    'note',
    'voided_at',
    'change_reason',
  ],
  exported: [
    'id',
    'donor_name',
    'donor_email',
    'amount',
    'refunded',
    'donation_type',
    'campaign',
    'person_id',
    'legal_donor_id',
    'legal_donor_name',
    'payment_id',
    'donor_phone',
    'method',
    'description',
    'estimate',
    'reference',
    'fund_id',
    'tribute',
    'tribute_name',
    'note',
    'currency',
    'original_amount',
    'rate',
    'rate_on',
    'batch_id',
    'is_posted',
    'entered_at',
    'voided_at',
    'change_reason',
    'is_kept',
    'exchange_value',
    'exchange',
    'deductible',
    'created_at',
    'booked_on',
    'split_id',
    'matched_gift_id',
    'gift_pledge_id',
  ],
  exportedNames: { fund: 'funds(name)', batch: 'gift_batches(created_at)' },
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
      emptyIsLeast: true,
      mobilePriority: true,
      cell: ({ amount, description, estimate, refunded, voided_at }) => (
        <>
          {voided_at ? <s>{amountInList({ amount })}</s> : amountInList({ amount })}
          <Beside>
            {[
              description,
              estimate !== null && `estimate ${formatDollars(estimate)}`,
              voided_at ? 'Voided' : refunded > 0 && `${formatDollars(refunded)} refunded`,
            ]}
          </Beside>
        </>
      ),
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
    { ...createdColumn('Date'), mobilePriority: true },
  ],
  filters: { donation_type: types, method: methods.map(({ id }) => id) },
  foreignKeyFilters: ['fund_id'],
  choices: { fund_id: { label: 'Fund', none: 'No fund', useChoices: useFundChoices } },
  ranges: ['amount'],
  days: true,
  filledBy: 'Gifts come from the donation page, from “Enter gifts” and from an import.',
  defaultSort: '-created_at',
  enteredAt: 'entered_at',
  slots: { actions: () => <DonorViews shown="gifts" />, panel: GiftPanel },
  duplicateKeys: [
    // One check over two funds is no duplicate.
    ['donor_name', 'amount', 'created_at', 'fund_id'],
    ['donor_email', 'amount', 'created_at', 'fund_id'],
    ['payment_id'],
  ],
  importOnly: {
    schema: giftSchema,
    fields: {
      donor_name: { kind: 'text', label: 'Donor' },
      donor_email: { kind: 'email', label: 'Email' },
      amount: { kind: 'number', label: 'Amount' },
      donation_type: { kind: 'select', label: 'Type', options: types },
      campaign: { kind: 'text', label: 'Campaign' },
      created_at: { kind: 'date', label: 'Date' },
      refunded: { kind: 'number', label: 'Refunded' },
      payment_id: { kind: 'text', label: 'Payment ID' },
      reference: { kind: 'text', label: 'Reference' },
      exchange_value: { kind: 'number', label: 'Value in exchange' },
      exchange: { kind: 'text', label: 'Given in exchange' },
      fund: { kind: 'text', label: 'Fund' },
      method: { kind: 'text', label: 'Method' },
      legal_donor_name: { kind: 'text', label: 'Receipt to' },
      donor_phone: { kind: 'tel', label: 'Phone' },
      street: { kind: 'text', label: 'Street' },
      city: { kind: 'text', label: 'City' },
      region: { kind: 'text', label: 'State' },
      postal_code: { kind: 'text', label: 'Postal code' },
      country: { kind: 'text', label: 'Country' },
      tribute: { kind: 'text', label: 'Tribute' },
      tribute_name: { kind: 'text', label: 'Name of the tribute' },
      note: { kind: 'text', label: 'Note' },
      employer: { kind: 'text', label: 'Matched by' },
      match_amount: { kind: 'number', label: 'Match' },
    },
    besides: [
      'fund',
      'street',
      'city',
      'region',
      'postal_code',
      'country',
      'employer',
      'match_amount',
    ],
    linked: {
      field: 'fund',
      column: 'fund_id',
      load: (signal) => ask(supabase.from('funds').select('id, name'), signal),
    },
    closed: {
      field: 'created_at',
      load: (signal) => ask(supabase.rpc('closed_months'), signal),
    },
    parts: {
      same: ['donor_name', 'donor_email', 'created_at', 'reference'],
      differ: 'fund_id',
      id: 'split_id',
    },
    matched: { by: 'employer', amount: 'match_amount', id: 'matched_gift_id' },
    asksForStatus: true,
    joined: ['donor_name', 'street'],
    orElse: { donor_name: 'donor_email' },
    takesSecond: true,
    asksWho: true,
    moments: ['created_at'],
    statement: {
      label: 'The donors were thanked for all of these gifts',
      otherwise:
        'Otherwise a thank-you is due to each donor whose last gift is in this file. Thank-yous that are already due stay due either way.',
    },
  },
})

/** What else there is to know of an amount, in small print */
function Beside({ children }: { children: readonly (string | false | null)[] }) {
  const known = children.filter(Boolean)
  return known.length > 0 ? (
    <span
      dir="auto"
      className="text-ink-soft max-md:ms-1.5 md:block md:ms-auto md:max-w-60 md:truncate md:text-sm"
    >
      {known.join(' · ')}
    </span>
  ) : null
}
