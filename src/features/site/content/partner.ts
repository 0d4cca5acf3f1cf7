// Sample content: all of it is made up. Delete this line once it is yours (docs/make-it-yours.md).
import { organisation, promised } from '@/shared/data/organisation'
import type { QuestionList } from '../components/questions'
import { documentLinks } from './documents'
import { directorOfPartnerships } from './people'

/** Each with a signed agreement, by kind */
export const partners = {
  /** With three coordinators each in Community Partnerships */
  'Churches, clinics and centers': [
    'Lanternlight Church',
    'Juniper Street Community House',
    'Cedar Bend Fellowship',
    'Mockingbird Row Center',
    'Pine Hollow Chapel',
    'Southfork Family Center',
    'Willow Street Clinic',
    'Northgate Food Pantry',
    'Harborview Tabernacle',
    'Red Clay Baptist Church',
    'Sycamore Hall Center',
    'Bluebonnet Community Center',
    'Maple Court Family Center',
    'Cottonwood Clinic',
    'Stonebridge Clinic',
  ],
  'Schools and universities': [
    'Larkfield College of Education',
    'Ashgrove High School',
    'Wrenfield University',
    'Palmgrove University',
  ],
  'Companies and traders': [
    'Brightwater Hardware',
    'Redbud Print Shop',
    'Bramble & Daughters Carpentry',
    'Paynesville Traders’ Union',
  ],
  'Public offices': ['Marlow County Library Service', 'Fenwick City Parks'],
} as const satisfies Record<string, readonly string[]>

export const partnerContent = {
  title: 'Partner with us',
  description: `Corporate, educational, government and NGO partnerships with ${organisation.name}: what each brings, what it has done, and how to propose one.`,
  lead: 'Bring a crew, a classroom or a county budget. More than fifteen partners have.',
  image: {
    src: '/images/partner.svg',
    width: 640,
    height: 560,
    alt: 'A woman and a man bend over the plan of a community center, with the half-built house behind them',
  },
  action: 'Propose a partnership',
  impact: {
    title: 'Made possible by partnership',
    text: 'Every partner hears from us what was spent, what was built, and what did not work. Lives impacted are the people enrolled in our programs.',
    figures: [
      { id: 'partners', value: '15+', label: 'partners' },
      { id: 'projects', value: '12', label: 'projects across NY, TX, NC' },
      { id: 'lives', value: '500+', label: 'lives impacted' },
    ] as const,
  },
  questions: {
    title: 'What partners ask first',
    list: [
      {
        question: 'Who are all your partners?',
        answer: Object.entries(partners)
          .map(([kind, names]) => `${kind}: ${names.join(', ')}.`)
          .join(' '),
      },
      {
        question: 'May I see a sample agreement?',
        answer:
          'Yes. On two pages it says what each of us brings, for how long, who speaks for it, and how either side ends it:',
        links: documentLinks('agreement'),
      },
    ],
  } satisfies QuestionList,
  typesTitle: 'Four kinds of partnership',
  benefitsLabel: 'Benefits',
  examplesLabel: 'Examples',
  types: [
    {
      title: 'Corporate Partnership',
      text: 'For companies that want to give money, time or skills.',
      benefits: [
        'Volunteer days with a real task and a host',
        'A yearly impact report for your team and your customers',
        'Your name on what you paid for, if you wish',
      ],
      examples: [
        'Matched payroll giving',
        'A sponsored classroom',
        'Bookkeeping by your accountants',
      ],
    },
    {
      title: 'Educational Partnership',
      text: 'For schools, colleges and universities that teach, or teach teachers.',
      benefits: [
        'Placements for student teachers, with supervision',
        'Shared lesson plans and training days',
        'Classrooms for research that families agree to',
      ],
      examples: [
        'Classroom exchanges by video',
        'Summer reading tutors',
        'A joint teaching certificate',
      ],
    },
    {
      title: 'Government Partnership',
      text: 'For city, county and national offices whose work overlaps with ours.',
      benefits: [
        'A partner who knows the neighborhood',
        'Services in rooms that people already visit',
        'Reports in the format that you need',
      ],
      examples: ['After-school meals', 'Adult literacy courses', 'Early childhood screening'],
    },
    {
      title: 'NGO Partnership',
      text: 'For non-profits and faith groups that work in the same neighborhoods.',
      benefits: [
        'Joint applications, with one of us in the lead',
        'Shared halls, vans and kitchens',
        'Referrals from person to person',
      ],
      examples: ['Health days at the school', 'A shared food pantry', 'Mentor training'],
    },
  ],
  proposal: {
    title: 'Partnership Proposal',
    promise: `Tell us what you have in mind. We review every proposal and answer within ${promised.partnership}.`,
    fallback:
      'Write to us with your organization, what you have in mind and what you hope to achieve.',
    reader: directorOfPartnerships,
    readerText: 'I read every proposal. A rough idea is enough: we work out the rest together.',
  },
  storiesTitle: 'Success stories',
  stories: [
    {
      kind: 'Corporate partner',
      name: 'Brightwater Hardware',
      text: 'Fourteen employees spent a week in Houston wiring the hall at Cedar Bend Fellowship. The company matched their hours in cash, which paid for the stove.',
      result: 'Supper for 60, every Wednesday',
      image: {
        src: '/images/scene-wiring.svg',
        width: 240,
        height: 200,
        alt: 'A volunteer in a yellow helmet on a ladder fits the bulb of a lamp',
      },
    },
    {
      kind: 'Educational partner',
      name: 'Larkfield College of Education',
      text: 'Student teachers spend a term at our school and go home with a portfolio. Our teachers take the college’s courses online, free of charge.',
      result: '9 teachers certified so far',
      image: {
        src: '/images/scene-teacher-training.svg',
        width: 640,
        height: 520,
        alt: 'A teacher writes a sum on the board; a student teacher takes notes beside her',
      },
    },
    {
      kind: 'Government partner',
      name: 'Marlow County Library Service',
      text: 'The county needed reading rooms and we had rooms. Its librarians now run two of them.',
      result: '2 reading rooms, open 6 days',
      image: {
        src: '/images/scene-library.svg',
        width: 240,
        height: 200,
        alt: 'A librarian before full shelves hands a yellow book to a boy',
      },
    },
  ],
  invitation: {
    title: 'Rather talk first?',
    text: 'Write to us, or schedule half an hour with us.',
    email: 'Email us',
    schedule: 'Schedule a call',
    byMail: 'A call is arranged by email: name two times that suit you, and your number.',
  },
}
