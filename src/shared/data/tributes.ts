/** In whose name a gift is given; the database accepts no other kinds. */
export const tributes = [
  { id: 'honor', label: 'In honor of' },
  { id: 'memory', label: 'In memory of' },
] as const
