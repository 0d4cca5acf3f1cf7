// Sample content: all of it is made up. Delete this line once it is yours (docs/make-it-yours.md).

interface PublicFigure {
  value: string
  counts: string
  source: string
}

/** Every figure of the site that is not of one program: what it counts and where it comes from. */
export const publicFigures = {
  title: 'Every figure, and where it comes from',
  text: 'What each number on this site counts, and which of our records it comes from.',
  asOf: '2026-09-30',
  heads: { value: 'Figure', counts: 'What it counts', source: 'Source' },
  rows: {
    enrolled: {
      value: '545',
      counts: 'People enrolled in our seven programs, each program’s participants added up.',
      source: 'Program registers',
    },
    lives: {
      value: '500+',
      counts: 'The same people, rounded down. We do not count their families.',
      source: 'Program registers',
    },
    donors: {
      value: '2,847',
      counts:
        'People and organizations with a gift in the last twelve months. 156 are new this year.',
      source: 'Gift ledger',
    },
    projects: {
      value: '12',
      counts:
        'Repairs, kitchens and classrooms finished or under way in New York, Texas and North Carolina. Four began this year.',
      source: 'Project files',
    },
    raised: {
      value: '$1.2M',
      counts:
        'All gifts and grants since 2023, less refunds. The year to September is 23% above the one before.',
      source: 'Annual accounts',
    },
    returns: {
      value: '9%',
      counts:
        'What our investments in buildings earned in a year, after costs. All of it is invested again.',
      source: 'Annual accounts',
    },
    volunteers: {
      value: '50+',
      counts: 'People who gave at least ten hours in the last twelve months.',
      source: 'Volunteer hours',
    },
    partners: {
      value: '15+',
      counts: 'Churches, centers, companies, schools and public offices with a signed agreement.',
      source: 'Agreements',
    },
    events: {
      value: '$75K+',
      counts: 'What volunteers raised at suppers and sales. It is part of the $1.2 million.',
      source: 'Gift ledger',
    },
    philanthropy: {
      value: '85%',
      counts: 'Of the gifts and investments that we planned in 2023 for our first years.',
      source: 'Plan of 2023 and accounts',
    },
    development: {
      value: '95%',
      counts:
        'Of the program steps that we planned in 2023: courses, trained teachers, opened rooms.',
      source: 'Plan of 2023 and program registers',
    },
  } satisfies Record<string, PublicFigure>,
  missedTitle: 'What did not work',
  missed: [
    'Saturday classes in Dallas closed after one term: parents work on Saturdays. They moved to Tuesday evenings, and are full.',
    'Our first mentors met teenagers once a month. Half stopped coming. Weekly hours began a year late.',
    'The first kitchen cost a third more than planned. We now get three bids before we open a roof.',
  ],
} as const

export type FigureId = keyof typeof publicFigures.rows
