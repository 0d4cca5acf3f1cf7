// Sample content: all of it is made up. Delete this line once it is yours (docs/make-it-yours.md).
import { paths } from '@/shared/config/paths'
import { organisation, promised } from '@/shared/data/organisation'
import { mailLink } from '@/shared/lib/contact-links'
import { formatDollars } from '@/shared/lib/format-dollars'
import { formatShare, shareSubsidized } from '../lib/program-figures'
import { funding, programCosts } from './program-costs'
import { costPerSession, type GiftMeasure } from '../lib/gift'
import type { QuestionList } from '../components/questions'

const address = organisation.postalAddress.join(', ')
const school = programCosts['early-childhood']
const circles = programCosts['parent-engagement']
const workshops = programCosts['bawg-workshops']
const morning = formatDollars(costPerSession(school))
const year = formatDollars(school.perParticipant)

const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`

const mornings = (count: number) => counted(count, 'morning', 'mornings')

/** Of each of these, a gift pays for so many. */
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
]

export const donateContent = {
  title: 'Donate',
  description: `Give to ${organisation.name} once or every month. ${morning} pays for a child’s morning at our school, ${year} for the whole school year.`,
  lead: `Families pay ${formatShare(1 - shareSubsidized(school))} of what a place at our school costs; ${funding} pay for the rest. Choose an amount and see what it does.`,
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
    pledgeText: `Within ${promised.pledge} we write to you how to pay: by card, bank transfer or check, with the address. You can change your mind.`,
    pledgeInstead: 'Write or call.',
  },
  facts: [
    {
      id: 'programShare',
      value: '88%',
      text: 'of what we spent last year went to programs.',
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
  giftsTitle: 'How we count',
  giftsText: `A ${year} school year has ${school.sessions} mornings: ${morning} each.`,
  gifts: [
    {
      amount: morning,
      text: 'One morning at school for one child: a class of at most 15, two adults, breakfast.',
    },
    {
      amount: formatDollars(costPerSession(circles)),
      text: 'One evening in a parent circle, with a meal and child care.',
    },
    {
      amount: formatDollars(costPerSession(workshops)),
      text: 'One Saturday of money workshops, with lunch and child care.',
    },
    {
      amount: formatDollars(school.participantPays),
      text: 'A family’s share of a child’s school year.',
    },
  ],
  waysTitle: 'Other ways to give',
  ways: [
    {
      title: 'By check',
      text: `Made out to ${organisation.fullName}, ${address}.`,
    },
    {
      title: 'By bank transfer',
      text: 'We email you the account details and confirm them by phone, so that no one can send you false ones.',
    },
    {
      title: 'Through your employer',
      text: 'Some match what their people give. Send us the form.',
    },
    {
      title: 'In someone’s honor',
      text: 'We write to the person you name.',
    },
    {
      title: 'In kind',
      text: 'Picture books, laptops, or an afternoon of your trade.',
    },
    {
      title: 'In your will',
      text: 'Write to us or call.',
    },
  ],
  questions: {
    title: 'What donors ask first',
    list: [
      {
        question: 'Where do I send a check?',
        answer: `Made out to ${organisation.fullName}, to ${address}.`,
      },
      {
        question: 'Is my gift deductible?',
        answer: `In the United States, yes: we are a 501(c)(3) non-profit, ${organisation.taxNumber}. We send a receipt for every gift.`,
      },
      {
        question: 'How much is overhead?',
        answer: 'Of what we spent last year, 8% ran the office and 4% raised funds.',
        link: { label: 'What we count', to: `${paths.about}#figures` },
      },
      {
        question: 'May I see your accounts?',
        answer: 'Yes, with the tax return:',
        link: {
          label: 'ask for both',
          to: mailLink(organisation.email, 'Annual accounts and tax return'),
        },
      },
      {
        question: 'Can I stop a monthly gift?',
        answer: 'At any time, or change it. A line to us is enough.',
      },
    ],
  } satisfies QuestionList,
  contactTitle: 'Talk to a person',
  contactText: 'Write to us or call.',
}
