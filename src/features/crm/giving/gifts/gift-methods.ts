export const methods = [
  { id: 'check', label: 'Check' },
  { id: 'cash', label: 'Cash' },
  { id: 'bank', label: 'Bank transfer' },
  { id: 'mobile_money', label: 'Mobile money' },
  { id: 'card', label: 'Card' },
  { id: 'in_kind', label: 'In kind' },
] as const
