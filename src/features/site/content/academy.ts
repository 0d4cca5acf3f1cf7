import { organisation } from '@/shared/data/organisation'
import { headOfSchool, type Person } from './people'
import type { Capacity } from './programs'
import type { ProgramId } from './programs-page'

/** A course of the academy, as its card shows it. */
export interface AcademyProgram extends Capacity {
  id: string
  title: string
  description: string
  audience: string
  format: string
  date: string
  location: string
  /** The program whose page tells more */
  programId?: ProgramId
}

export interface TeamMember extends Person {
  expertise: readonly string[]
  achievements: readonly string[]
  education: string
  yearsExperience: number
  impactMetric: string
}

export const academy = {
  title: `${organisation.name} Academy`,
  description:
    'Our flagship school in Liberia for children aged 3 to 10, with programs for teenagers, parents and adult learners under the same roof.',
  lead: 'One yard, one well, one big mango tree. By day it is a school for children from three to ten; in the evening their parents come back with notebooks of their own.',
  image: {
    src: '/images/scene-academy-yard.svg',
    width: 1280,
    height: 280,
    alt: 'The school yard at sunset: a long white house with a clay-red roof, a mango tree, a well, the bell, and children on their way in.',
  },
  storyTitle: 'A school that stays open after school',
  story: [
    'The academy opened its gate in Paynesville in 2023, with two rooms, eleven children and a bell borrowed from the church next door. It still has the bell. It also has a library, a kitchen that cooks from its own garden, and classes from nursery to fourth grade.',
    'We teach in English and welcome every language that comes through the gate. Children learn to read by reading, to count by selling and sharing, and to disagree without falling out. No child is sent home over fees: nine families in ten pay a tenth of what a place costs.',
  ],
  agesTitle: 'From three to grown-up',
  ages: [
    {
      group: 'School',
      ages: '3-10',
      text: 'Nursery to fourth grade, in classes small enough that a quiet child is noticed.',
    },
    {
      group: 'Youth mentorship',
      ages: '12-18',
      text: 'An adult who turns up every week, and a project to finish together.',
    },
    {
      group: 'Adults',
      ages: '18+',
      text: 'Reading, writing and arithmetic after work, with child care in the next room.',
    },
  ],
  principlesTitle: 'How we teach',
  principles: [
    {
      title: 'Hands first',
      text: 'A number is held, carried and traded before it is written down.',
    },
    {
      title: 'Families inside',
      text: 'Parents have a key to the library and a say in the timetable.',
    },
    {
      title: 'From here',
      text: 'Teachers, cooks, carpenters and most of the books come from Liberia.',
    },
  ],
  teamTitle: 'The people at the gate',
  voicesTitle: 'Community voice',
  voices: [
    {
      quote:
        'My daughter corrected the price at the market, politely, and she was right. She is six. The woman gave her a mango for it.',
      name: 'Comfort Gaye',
      role: 'Mother of a first grader',
    },
    {
      quote: 'I signed my name at the bank last month. Before, I would have pressed my thumb.',
      name: 'Prince Tarpeh',
      role: 'Adult literacy learner',
    },
    {
      quote: 'They came to my house before they asked me to come to theirs.',
      name: 'Old Ma Kebbeh',
      role: 'Grandmother of three pupils',
    },
  ],
  credentialsTitle: 'What stands behind us',
  credentials: [
    {
      title: 'Registered non-profit',
      text: 'Founded in 2023 in Texas, USA, with accounts that are open to every donor.',
    },
    {
      title: 'Licensed school',
      text: 'Inspected each year by the education authorities in Montserrado County.',
    },
    {
      title: 'Safeguarding first',
      text: 'Every adult on the grounds is checked, trained and known to the children by name.',
    },
    {
      title: 'Independent review',
      text: 'An outside assessor tests our pupils’ reading twice a year, and we publish the result.',
    },
  ],
  programsTitle: 'Programs at the academy',
  programsText:
    'Three doors into the same yard. Registering takes two minutes, and there is always tea.',
}

export const academyTeam: readonly TeamMember[] = [
  {
    ...headOfSchool,
    bio: 'Samuel grew up four streets from the academy and taught for a decade in classes of seventy. He still takes the gate every morning, because a child who is greeted by name comes back tomorrow.',
    expertise: ['School leadership', 'Curriculum', 'Safeguarding'],
    achievements: [
      'Brought average daily attendance above 90 percent in the first year',
      'Wrote a reading course that four other schools now use',
      'Trained three of today’s lead teachers from assistants',
      'Opened the school library to the neighborhood on Saturdays',
    ],
    education: 'M.Ed., University of Liberia',
    yearsExperience: 19,
    impactMetric: '1,400 pupils taught',
  },
  {
    name: 'Ruth Kollie',
    title: 'Lead Teacher, Early Childhood',
    image: {
      src: '/images/portrait-ruth-kollie.svg',
      width: 320,
      height: 360,
      alt: 'Portrait of Ruth Kollie in a tall marigold headwrap with a green band and gold hoop earrings',
    },
    bio: 'Ruth can turn a bucket of palm kernels into a week of arithmetic. She plans the mornings for our youngest classes and visits every new family at home before the first day of school.',
    expertise: ['Play-based learning', 'Early literacy', 'Home visits'],
    achievements: [
      'Set up the first four nursery classes of the academy',
      'Visited 210 families at home since the opening',
      'Collected 60 Liberian songs and stories for use in class',
    ],
    education: 'Diploma in Early Childhood Education, Cuttington University',
    location: 'Paynesville, Liberia',
    email: `ruth.kollie@${organisation.domain}`,
    yearsExperience: 12,
    impactMetric: '210 home visits',
  },
  {
    name: 'Joseph Flomo',
    title: 'Coordinator, Adult Literacy',
    image: {
      src: '/images/portrait-joseph-flomo.svg',
      width: 320,
      height: 360,
      alt: 'Portrait of Joseph Flomo, gray-haired, smiling behind glasses, in a green shirt with a diamond print',
    },
    bio: 'Joseph learned to read at twenty-six, from his own son’s schoolbook. He runs the evening classes with the patience of a man who remembers exactly what it was like not to know.',
    expertise: ['Adult learning', 'Numeracy', 'Community outreach'],
    achievements: [
      'Took 94 adults from their first letter to reading the newspaper',
      'Started a market-day arithmetic class for traders',
      'Recruited eleven former learners as tutors',
    ],
    education: 'B.A. in Education, African Methodist Episcopal University',
    location: 'Monrovia, Liberia',
    email: `joseph.flomo@${organisation.domain}`,
    yearsExperience: 15,
    impactMetric: '94 new readers',
  },
  {
    name: 'Naomi Ellison',
    title: 'Director of Family Engagement',
    image: {
      src: '/images/portrait-naomi-ellison.svg',
      width: 320,
      height: 360,
      alt: 'Portrait of Naomi Ellison with a crown of dark curls and a marigold cardigan',
    },
    bio: 'Naomi was a family counselor in Charlotte for seven years before she came to Paynesville for a month and stayed. Her parent circles are known for good tea and straight talk.',
    expertise: ['Parent circles', 'Counseling', 'Facilitator training'],
    achievements: [
      'Grew the parent circles from one kitchen to thirteen groups',
      'Trained five parents who now lead circles themselves',
      'Brought fathers to a third of all meetings',
    ],
    education: 'M.S.W., University of North Carolina at Charlotte',
    location: 'Paynesville, Liberia',
    email: `naomi.ellison@${organisation.domain}`,
    yearsExperience: 9,
    impactMetric: '13 parent circles',
  },
]

/** All that the academy offers; its page shows those that `shownOnAcademyPage` lets through. */
export const academyPrograms: readonly AcademyProgram[] = [
  {
    id: 'youth-mentorship',
    title: 'Youth Mentorship',
    description: 'A mentor, a weekly hour and a project that both of them care about.',
    audience: 'Ages 12-18',
    format: 'Weekly, in person',
    date: 'September to June',
    location: 'Paynesville, Liberia',
    participants: 45,
    maxParticipants: 100,
    isPilot: false,
  },
  {
    id: 'adult-literacy',
    title: 'Adult Literacy',
    description:
      'From the first letter to the newspaper, in evening classes that start from what learners need to read: a price, a prescription, a contract.',
    audience: 'Adults, 18+',
    format: 'Evening classes',
    date: 'Monday to Thursday, 6 to 8 pm',
    location: 'Academy library, Paynesville',
    participants: 32,
    maxParticipants: 60,
    isPilot: false,
    externalLink: 'https://www.unesco.org/en/literacy',
  },
  {
    id: 'early-childhood',
    title: 'Early Childhood Education',
    description:
      'Nursery and kindergarten mornings full of songs, sand trays and stories, with breakfast and two adults in every room.',
    audience: 'Ages 3-6',
    format: 'School mornings',
    date: 'September to July',
    location: 'Academy, Paynesville',
    participants: 150,
    maxParticipants: 250,
    isPilot: false,
    programId: 'early-childhood',
  },
  {
    id: 'family-engagement',
    title: 'Family Engagement',
    description:
      'Circles of twelve parents and grandparents, a facilitator, and one thing to try at home before next week.',
    audience: 'Parents and caregivers',
    format: 'Weekly circles',
    date: 'Ten-week terms, three times a year',
    location: 'Academy and partner churches',
    participants: 89,
    maxParticipants: 150,
    isPilot: false,
    programId: 'parent-engagement',
  },
  {
    id: 'leadership',
    title: 'Leadership Development',
    description: 'For young adults who already hold something together and want to do it well.',
    audience: 'Adults, 18+',
    format: 'Monthly weekends',
    date: 'January to October',
    location: 'Monrovia, Liberia',
    participants: 24,
    maxParticipants: 40,
    isPilot: true,
  },
  {
    id: 'health',
    title: 'Community Health',
    description: 'First aid, nutrition and clean water, taught by a nurse from the next street.',
    audience: 'All ages',
    format: 'Saturday workshops',
    date: 'Twice a month',
    location: 'Paynesville, Liberia',
    participants: 67,
    maxParticipants: 120,
    isPilot: false,
  },
]

const shownTitles = ['Early Childhood', 'Adult Literacy', 'Family Engagement']

export function shownOnAcademyPage({ title }: AcademyProgram): boolean {
  return shownTitles.some((shown) => title.includes(shown))
}
