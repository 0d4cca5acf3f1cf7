/** The kinds of tribute; the database accepts no others. */
export const tributes = [
  { id: 'honor', label: 'In honor of' },
  { id: 'memory', label: 'In memory of' },
] as const
