// Sample content: all of it is made up. Delete this line once it is yours (docs/make-it-yours.md).
import { organisation, promised } from '@/shared/data/organisation'
import { formatDollars } from '@/shared/lib/format-dollars'
import { formatShare, shareSubsidized } from '../lib/program-figures'
import { programCosts } from './program-costs'
import { programTitles, type ProgramId } from './program-titles'
import { costPerSession, type GiftMeasure } from '../lib/gift'

const school = programCosts['early-childhood']
const circles = programCosts['parent-engagement']
const workshops = programCosts['bawg-workshops']
const morning = formatDollars(costPerSession(school))
const year = formatDollars(school.perParticipant)

const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`

const mornings = (count: number) => counted(count, 'morning', 'mornings')

/** A program whose places are not divided */
const inPlaces = (program: ProgramId): GiftMeasure => ({
  program,
  cost: programCosts[program],
  sessions: (count) => counted(count, 'place', 'places'),
  detail: ` in ${programTitles[program]}`,
  places: (count) => `${counted(count, 'place', 'places')} in ${programTitles[program]}`,
})

/** A gift pays for this many of each. */
const measures: readonly GiftMeasure[] = [
  {
    program: 'early-childhood',
    cost: school,
    sessions: mornings,
    detail: ' at school for one child',
    places: (years, rest) =>
      counted(years, 'school year', 'school years') + (rest ? ` and ${mornings(rest)}` : ''),
  },
  {
    program: 'parent-engagement',
    cost: circles,
    sessions: (count) => counted(count, 'evening', 'evenings'),
    detail: ' in a parent circle for one parent',
    places: (count) => `a whole parent circle for ${counted(count, 'parent', 'parents')}`,
  },
  {
    program: 'bawg-workshops',
    cost: workshops,
    sessions: (count) => counted(count, 'Saturday', 'Saturdays'),
    detail: ' of money workshops for one adult',
    places: (count) => `all four money workshops for ${counted(count, 'adult', 'adults')}`,
  },
  inPlaces('community-partnerships'),
  inPlaces('teacher-training'),
  inPlaces('real-estate-investment'),
  inPlaces('uca-partnerships'),
]

export const donateContent = {
  title: 'Donate',
  description: `Give to ${organisation.name} once or every month. ${morning} pays for a child’s morning at our school, ${year} for the whole school year.`,
  lead: `Families pay ${formatShare(1 - shareSubsidized(school))} of what a place at our school costs; ${school.funding} pay for the rest. Choose an amount and see what it does.`,
  image: {
    src: '/images/flagship-school.svg',
    width: 640,
    height: 480,
    alt: 'The school: a long house with a clay-red roof between palms, children in the yard and rows of vegetables in front.',
  },
  give: {
    title: 'Your gift',
    frequency: 'How often',
    rhythms: [
      { value: 'once', label: 'Once' },
      { value: 'monthly', label: 'Monthly' },
    ],
    amount: 'How much',
    /** In dollars; the second is chosen at first. */
    amounts: [25, 50, 100, 250],
    other: 'Another amount',
    choose: 'Choose an amount',
    own: 'Amount in US dollars',
    program: 'Where it goes',
    /** Without scripts */
    later: 'You enter another amount on the next page.',
    online: 'Donate now',
    onlineText: 'Next comes our payment page, with your choice filled in.',
    promises: { once: ['Receipt by email'], monthly: ['Stop any time', 'Receipt by email'] },
    pledge: 'Pledge',
    pledgeText: `Within ${promised.pledge} we write to you how to pay: by card, bank transfer or check.`,
    pledgeInstead: 'Write or call.',
  },
  facts: [
    {
      id: 'programShare',
      value: '88%',
      text: 'of the $1.04 million we spent last year went to programs.',
    },
    {
      title: 'Deductible',
      text: `in the United States, to a 501(c)(3) non-profit, ${organisation.taxNumber}.`,
    },
    {
      title: 'One gift',
      text: 'of eight mornings, from a reader in Ohio, kept a boy of five at school while his mother rebuilt her stall.',
    },
  ] as const,
  measures,
  /** Its mornings are drawn, one column a week. */
  schoolYear: {
    program: 'early-childhood',
    cost: school,
    mornings: school.sessions,
    columns: 40,
    caption: `One school year: ${school.sessions} mornings`,
    label: (paid: number) =>
      paid > school.sessions
        ? `All ${school.sessions} mornings of a school year, and more`
        : `${paid} of the ${school.sessions} mornings of a school year`,
  },
}
