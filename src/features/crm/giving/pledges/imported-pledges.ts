import type { ImportTarget } from '@/engine/core/define-resource'
import type { SchemaParts } from '@/engine/core/schema-parts'
import { ask } from '@/shared/supabase/ask'
import { supabase } from '@/shared/supabase/client'
import { giftSchema } from '../gifts/gift-schema'
import { today } from '../gifts/gift-fields'

/** How often an installment is due, in months */
const periods: Readonly<Record<string, number>> = {
  ...{ monthly: 1, month: 1, quarterly: 3, quarter: 3, yearly: 12, year: 12 },
  ...{ annually: 12, annual: 12, semiannually: 6, semiannual: 6 },
}

const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z]/g, '')

/** A pledge in a file: the database makes its equal installments. */
function pledgeSchema(parts: SchemaParts) {
  const { donor_name, donor_email, donor_phone, amount, fund, campaign, note } =
    giftSchema(parts).shape
  const { string, object } = parts
  const day = string().refine(
    (value) => parts.day().safeParse(value).success && value >= '1900' && value < '2201',
    'Please write the day like 2026-01-31',
  )
  return object({
    ...{ donor_name, donor_email, donor_phone, amount, fund, campaign, note },
    pledged_on: day.refine((value) => value <= today(), 'Please enter today or an earlier day'),
    installments: string()
      .trim()
      .refine(
        (value) => value === '' || (/^\d{1,3}$/.test(value) && +value >= 1 && +value <= 120),
        'Please enter a number from 1 to 120',
      )
      .transform((value) => Number(value) || 1),
    every: string()
      .refine(
        (value) => plain(value) === '' || plain(value) in periods,
        'Please write monthly, quarterly or yearly',
      )
      .transform((value) => periods[plain(value)] ?? null),
    first_due: parts.either([string().regex(/^$/), day]).transform((value) => value || null),
  })
}

/** The import of pledges from a file. */
export const importedPledges: ImportTarget = {
  table: 'gift_pledges',
  label: { one: 'pledge', many: 'pledges' },
  duplicateKeys: [['donor_name', 'amount', 'pledged_on', 'fund_id']],
  importOnly: {
    schema: pledgeSchema,
    fields: {
      donor_name: { kind: 'text', label: 'Donor' },
      donor_email: { kind: 'email', label: 'Email' },
      donor_phone: { kind: 'tel', label: 'Phone' },
      amount: { kind: 'number', label: 'Amount' },
      pledged_on: { kind: 'date', label: 'Day of the pledge' },
      installments: { kind: 'number', label: 'Installments' },
      every: { kind: 'text', label: 'Frequency' },
      first_due: { kind: 'date', label: 'First due day' },
      fund: { kind: 'text', label: 'Fund' },
      campaign: { kind: 'text', label: 'Campaign' },
      note: { kind: 'text', label: 'Note' },
    },
    linked: {
      field: 'fund',
      column: 'fund_id',
      load: (signal) => ask(supabase.from('funds').select('id, name'), signal),
    },
    joined: ['donor_name'],
    orElse: { donor_name: 'donor_email' },
    asksForStatus: true,
    asksWho: true,
  },
}
