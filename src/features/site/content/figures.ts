// Sample content: all of it is made up. Delete this line once it is yours (docs/make-it-yours.md).
import { paths } from '@/shared/config/paths'
import { formatDollars } from '@/shared/lib/format-dollars'
import { classes, grades } from './academy'
import { accounts, spentInWords, spentOnPrograms, whoPays } from './accounts'
import { partners } from './partner'

interface Source {
  name: string
  /** The page that has it; other sources are sent on request. */
  to?: string
}

interface PublicFigure {
  value: string
  counts: string
  source: Source
}

const { raised, spent, returns } = accounts
const [neighbors = 0, ...otherPartners] = Object.values(partners).map(
  (names): number => names.length,
)

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
  staff: { name: 'Staff files' },
} as const satisfies Record<string, Source>

/** Every figure that is not about one program: what it counts and where it comes from. */
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
      counts: `All gifts and grants since 2023, less refunds: ${formatDollars(raised['to 2024'])} to September 2024, ${formatDollars(raised[2025])} and ${formatDollars(raised[2026])} in the years since. The last is 23% above the one before.`,
      source: sources.accounts,
    },
    returns: {
      value: '9%',
      counts: `What our investments in buildings earned in a year, after costs, divided by what we put into them. The year before it was ${returns[2025]}%: this is 2.1% more, in percentage points. All of it is invested again.`,
      source: sources.accounts,
    },
    volunteers: {
      value: '50+',
      counts: 'People who gave at least ten hours in the last twelve months.',
      source: sources.hours,
    },
    partners: {
      value: '15+',
      counts: `Churches, clinics and centers with a signed agreement: ${neighbors} of them. So have ${otherPartners.reduce((all, some) => all + some)} schools, companies and public offices.`,
      source: sources.agreements,
    },
    events: {
      value: '$75K+',
      counts: 'What volunteers raised at suppers and sales. It is part of the $1.2 million.',
      source: sources.gifts,
    },
    programShare: {
      value: '88%',
      counts: `Of the ${spentInWords} that we spent in the year to September, the part that went to programs: ${formatDollars(spentOnPrograms)}. 8% (${formatDollars(spent.office)}) ran the office, 4% (${formatDollars(spent.fundraising)}) raised funds.`,
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
    {
      value: '3',
      counts: 'Of today’s lead teachers, those whom Samuel Togba trained from assistants.',
      source: sources.staff,
    },
    { value: '94', counts: 'Adults whom Joseph Flomo taught to read.', source: sources.classes },
    { value: '13', counts: 'Parent circles since Naomi Ellison came.', source: sources.classes },
    {
      value: '5',
      counts: 'Parents whom she trained and who now lead one.',
      source: sources.classes,
    },
    {
      value: 'A third',
      counts: 'Of the meetings of parent circles, those to which a father came.',
      source: sources.classes,
    },
    {
      value: String(classes.participants + grades.participants),
      counts: `Pupils of the academy: ${classes.participants} in nursery and kindergarten, ${grades.participants} in grades 1 to 4.`,
      source: sources.classes,
    },
    {
      value: '11',
      counts: 'Pupils of our first day in 2023, with 2 rooms and 2 teachers.',
      source: sources.classes,
    },
    {
      value: '11',
      counts: 'Former learners of Joseph Flomo who tutor now.',
      source: sources.classes,
    },
    {
      value: '9',
      counts: 'Of our teachers, those with a certificate of Larkfield College.',
      source: sources.partners,
    },
    {
      value: '8',
      counts: 'Mornings that one gift of $150 from Ohio paid for.',
      source: sources.gifts,
    },
    {
      value: '14',
      counts: 'Employees of Brightwater Hardware who wired the hall at Cedar Bend.',
      source: sources.partners,
    },
    {
      value: '40',
      counts: 'Members of Lanternlight Church who laid its floor.',
      source: sources.partners,
    },
    { value: '60', counts: 'Suppers at Cedar Bend on a Wednesday.', source: sources.partners },
    {
      value: '2',
      counts: 'Reading rooms that Marlow County’s librarians run, 6 days a week.',
      source: sources.partners,
    },
    {
      value: 'Half',
      counts: 'Of the teenagers with a mentor in our first year, those who stopped coming.',
      source: sources.classes,
    },
    {
      value: 'A third',
      counts: 'What the first kitchen cost above its plan.',
      source: sources.projects,
    },
    {
      value: '52',
      counts:
        'Pupils of Josephine Tarwoe’s first class, for whom there were 19 chairs: 33 too few.',
      source: { name: 'Her own account', to: paths.founder },
    },
    {
      value: '40',
      counts: 'Young women whom she mentored; 9 of them are teachers.',
      source: { name: 'Her own account', to: paths.founder },
    },
    {
      value: '3',
      counts: 'Counties in which she trained teachers.',
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
    `${whoPays} Sources: annual accounts, agreements.`,
    'The other classes of the academy, grades 1 to 4 among them, have their own books in Liberia: fees, the traders’ union and the county pay for them. They are no part of what we raised, spent or counted as enrolled.',
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
