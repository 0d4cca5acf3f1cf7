// Made-up records: they show what a dashboard of the foundation can look like. Money is in US dollars,
// days are calendar days.

export const sampleTotals = { donations: 23_450, donors: 342 }

export const sampleDonations = [
  { donor: 'Sample Donor One', amount: 500, project: 'A roof for the library', date: '2026-01-15' },
  { donor: 'Sample Donor Two', amount: 250, project: 'Books for every child', date: '2026-01-14' },
  {
    donor: 'Sample Company',
    amount: 1000,
    project: 'Laptops for the learning lab',
    date: '2026-01-12',
  },
  { donor: 'Anonymous', amount: 75, project: 'Books for every child', date: '2026-01-10' },
]

export const sampleProjects = [
  {
    name: 'A roof for the library',
    raised: 12_450,
    goal: 30_000,
    status: 'urgent',
    lastUpdate: '2026-01-14',
  },
  {
    name: 'Books for every child',
    raised: 6800,
    goal: 8000,
    status: 'on-track',
    lastUpdate: '2026-01-15',
  },
  {
    name: 'Laptops for the learning lab',
    raised: 4200,
    goal: 6000,
    status: 'on-track',
    lastUpdate: '2026-01-12',
  },
] as const

export const samplePrograms = [
  {
    title: 'Reading morning',
    date: '2026-02-07',
    registered: 18,
    capacity: 40,
    status: 'open',
  },
  {
    title: 'Parents’ evening circle',
    date: '2026-02-12',
    registered: 27,
    capacity: 30,
    status: 'filling-fast',
  },
  {
    title: 'Teacher training day',
    date: '2026-02-21',
    registered: 9,
    capacity: 25,
    status: 'open',
  },
] as const
