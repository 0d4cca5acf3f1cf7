import { giftSchema, type TypedGift } from '../gifts/gift-fields'

/** The fields that a pasted column can fill, with the usual column names. */
export const pastedFields = [
  { id: 'donor_name', label: 'Donor', names: ['name', 'donor name', 'from', 'payer'] },
  { id: 'donor_email', label: 'Email', names: ['email address', 'e-mail', 'mail'] },
  { id: 'donor_phone', label: 'Phone', names: ['telephone', 'mobile'] },
  { id: 'amount', label: 'Amount', names: ['gift', 'gift amount', 'donation', 'total', 'sum'] },
  { id: 'currency', label: 'Currency', names: ['currency code'] },
  { id: 'day', label: 'Day', names: ['date', 'gift date', 'received', 'date received'] },
  { id: 'method', label: 'Method', names: ['payment method', 'type', 'paid by'] },
  {
    id: 'reference',
    label: 'Reference',
    names: ['check', 'check number', 'check no', 'check #', 'number', 'no'],
  },
  { id: 'fund_id', label: 'Fund', names: ['designation', 'restriction'] },
  { id: 'campaign', label: 'Campaign', names: ['appeal'] },
  { id: 'description', label: 'What was given', names: ['description', 'item'] },
  {
    id: 'exchange_value',
    label: 'Value in exchange',
    names: ['fair market value', 'fmv', 'benefit value', 'non-deductible'],
  },
  {
    id: 'exchange',
    label: 'Given in exchange',
    names: ['in exchange', 'benefit', 'goods and services'],
  },
  { id: 'note', label: 'Note', names: ['notes', 'memo', 'comment', 'comments'] },
] as const satisfies readonly {
  id: keyof TypedGift
  label: string
  names: readonly string[]
}[]

/** The first mistake in a gift, with the name of its field. */
export function wrongIn(typed: TypedGift): string | undefined {
  const [issue] = giftSchema.safeParse(typed).error?.issues ?? []
  const label = pastedFields.find(({ id }) => id === issue?.path[0])?.label
  return issue && (label ? `${label}: ${issue.message}` : issue.message)
}
