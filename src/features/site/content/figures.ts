// Sample content: all of it is made up. Delete this line once it is yours (docs/make-it-yours.md).
import { paths } from '@/shared/config/paths'

interface Source {
  name: string
  /** The page that has it; any other source can be asked for. */
  to?: string
}

interface PublicFigure {
  value: string
  counts: string
  source: Source
}

const sources = {
  registers: { name: 'Program pages', to: paths.programs },
  gifts: { name: 'Gift ledger' },
  projects: { name: 'Project files' },
  accounts: { name: 'Annual accounts' },
  hours: { name: 'Volunteer hours' },
  agreements: { name: 'Agreements' },
  plan: { name: 'Plan of 2023 and accounts' },
  classes: { name: 'Class registers' },
  partners: { name: 'Reports of partners' },
} as const satisfies Record<string, Source>

/** Every figure of the site that is not of one program: what it counts and where it comes from. */
export const publicFigures = {
  title: 'Every figure, and where it comes from',
  text: 'What each number on this site counts, and which of our records it comes from. A source is a page, or opens an email to ask for it.',
  asOf: '2026-09-30',
  heads: { value: 'Figure', counts: 'What it counts', source: 'Source' },
  rows: {
    enrolled: {
      value: '545',
      counts: 'People enrolled in our seven programs, each program’s participants added up.',
      source: sources.registers,
    },
    lives: {
      value: '500+',
      counts:
        'The same people, rounded down. Their families are no part of it: a program’s page estimates those.',
      source: sources.registers,
    },
    donors: {
      value: '2,847',
      counts:
        'People and organizations with a gift in the last twelve months. 156 are new this year.',
      source: sources.gifts,
    },
    projects: {
      value: '12',
      counts:
        'Repairs, kitchens and classrooms finished or under way in New York, Texas and North Carolina. 4 began this year.',
      source: sources.projects,
    },
    raised: {
      value: '$1.2M',
      counts:
        'All gifts and grants since 2023, less refunds. The year to September is 23% above the one before.',
      source: sources.accounts,
    },
    returns: {
      value: '9%',
      counts:
        'What our investments in buildings earned in a year, after costs, divided by what we put into them. It rose by 2.1% in a year. All of it is invested again.',
      source: sources.accounts,
    },
    volunteers: {
      value: '50+',
      counts: 'People who gave at least ten hours in the last twelve months.',
      source: sources.hours,
    },
    partners: {
      value: '15+',
      counts: 'Churches, centers, companies, schools and public offices with a signed agreement.',
      source: sources.agreements,
    },
    events: {
      value: '$75K+',
      counts: 'What volunteers raised at suppers and sales. It is part of the $1.2 million.',
      source: sources.gifts,
    },
    programShare: {
      value: '88%',
      counts:
        'Of what we spent in the year to September, the part that went to programs. 8% ran the office, 4% raised funds.',
      source: sources.accounts,
    },
    philanthropy: {
      value: '85%',
      counts: 'Of the gifts and investments that we planned in 2023 for our first years.',
      source: sources.plan,
    },
    development: {
      value: '95%',
      counts:
        'Of the program steps that we planned in 2023: courses, trained teachers, opened rooms.',
      source: sources.plan,
    },
  } satisfies Record<string, PublicFigure>,
  toldTitle: 'Numbers within a story',
  told: [
    {
      value: '1,400',
      counts: 'Pupils of Samuel Togba in nineteen years.',
      source: sources.classes,
    },
    {
      value: '91',
      counts: 'Percent of pupils at school on an average day.',
      source: sources.classes,
    },
    {
      value: '85',
      counts: 'Homes that Ruth Kollie visited: one for each child of her program.',
      source: sources.classes,
    },
    { value: '60', counts: 'Songs and stories that she collected.', source: sources.classes },
    { value: '94', counts: 'Adults whom Joseph Flomo taught to read.', source: sources.classes },
    { value: '13', counts: 'Parent circles since Naomi Ellison came.', source: sources.classes },
    {
      value: '9',
      counts: 'Of our teachers, those with a certificate of Larkfield College.',
      source: sources.partners,
    },
    { value: '60', counts: 'Suppers at Cedar Bend on a Wednesday.', source: sources.partners },
    {
      value: '2',
      counts: 'Reading rooms that Marlow County’s librarians run, 6 days a week.',
      source: sources.partners,
    },
    {
      value: '52',
      counts:
        'Pupils of Josephine Tarwoe’s first class, for whom there were 19 chairs: 33 too few.',
      source: { name: 'Her own account', to: paths.founder },
    },
    {
      value: '18',
      counts: 'Years that she taught.',
      source: { name: 'Her own account', to: paths.founder },
    },
  ] satisfies readonly PublicFigure[],
  rest: [
    'A program’s places, costs, goals and results are on its page, from its register and its budget.',
    'A budget is what a program costs with every place taken. Those of all seven add up to $4.3 million, more than we have raised or spent.',
    'Ages, hours, prices, class sizes and promised days are what we ask and offer, and measure nothing.',
  ],
  missedTitle: 'What did not work',
  missed: [
    'Saturday homework club in Buffalo closed after one term: parents work on Saturdays. It moved to Tuesday evenings, and is full.',
    'Our first mentors met teenagers once a month. Half stopped coming. Weekly hours began a year late.',
    'The first kitchen cost a third more than planned. We now get three bids before we open a roof.',
  ],
} as const

export type FigureId = keyof typeof publicFigures.rows
