// Sample content: all of it is made up. Delete this line once it is yours (docs/make-it-yours.md).
import { organisation } from '@/shared/data/organisation'
import { headOfSchool, type Person } from './people'
import type { Capacity } from './program'
import type { ProgramId } from './program-titles'

/** A course of the academy, as its card shows it. */
export interface AcademyProgram extends Capacity {
  id: string
  title: string
  description: string
  audience: string
  format: string
  date: string
  location: string
  price: string
  /** The next start */
  next: string
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
  lead: 'By day a school for children from three to ten. In the evening a place where their parents learn.',
  image: {
    src: '/images/scene-academy-yard.svg',
    width: 1280,
    height: 280,
    alt: 'The school yard at sunset: a long white house with a clay-red roof, a mango tree, a well, the bell, and children on their way in.',
  },
  teamTitle: 'Meet the academy’s leaders',
  voicesTitle: 'Community voice',
  voices: [
    {
      quote:
        'My daughter corrected the price at the market, politely, and she was right. She is six.',
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
  credentialsTitle: 'Why you can trust us',
  credentials: [
    {
      title: 'Non-profit since 2023',
      text: 'A non-profit education foundation, based in Texas, USA.',
    },
    {
      title: 'Small classes',
      text: 'At most 15 children in a class for ages 3 to 6, with two adults in the room.',
    },
    {
      title: 'Families at home',
      text: 'We visit every family before the first day of school.',
    },
    {
      title: 'Open figures',
      text: 'Each program’s page lists its cost and the price for participants.',
    },
  ],
  programsTitle: 'Programs at the academy',
  programsText: 'For young children, for parents, and for adults who want to learn to read.',
}

export const academyTeam: readonly TeamMember[] = [
  {
    ...headOfSchool,
    bio: 'Samuel grew up four streets from the academy and taught in large classes for ten years. He greets the children at the gate every morning.',
    expertise: ['School leadership', 'Curriculum', 'Safeguarding'],
    achievements: [
      'Brought average daily attendance to 91 percent',
      'Wrote the school’s own reading course',
      'Trained three of today’s lead teachers from assistants',
      'Opened the school library to the neighborhood on Saturdays',
    ],
    education: 'Master’s degree in education',
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
    bio: 'Ruth plans the mornings of our youngest classes and visits every new family at home before the first day of school.',
    expertise: ['Play-based learning', 'Early literacy', 'Home visits'],
    achievements: [
      'Set up the first four nursery classes of the academy',
      'Visited 85 families at home this year',
      'Collected 60 Liberian songs and stories for use in class',
    ],
    education: 'Diploma in early childhood education',
    location: 'Paynesville, Liberia',
    email: `ruth.kollie@${organisation.domain}`,
    yearsExperience: 12,
    impactMetric: '85 home visits',
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
    bio: 'Joseph learned to read at twenty-six, from his son’s schoolbook. Today he runs the evening classes for adults.',
    expertise: ['Adult learning', 'Numeracy', 'Community outreach'],
    achievements: [
      'Taught 94 adults to read since 2023',
      'Started a market-day arithmetic class for traders',
      'Recruited eleven former learners as tutors',
    ],
    education: 'Bachelor’s degree in education',
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
    bio: 'Naomi was a family counselor in Charlotte for six years. In 2023 she came to Paynesville for a month and stayed.',
    expertise: ['Parent circles', 'Counseling', 'Facilitator training'],
    achievements: [
      'Built up thirteen parent circles',
      'Trained five parents who now lead circles themselves',
      'Brought fathers to a third of all meetings',
    ],
    education: 'Master’s degree in social work',
    location: 'Paynesville, Liberia',
    email: `naomi.ellison@${organisation.domain}`,
    yearsExperience: 9,
    impactMetric: '13 parent circles',
  },
]

/** Nursery and kindergarten */
export const classes = { participants: 150, maxParticipants: 250, price: '$375 a year' }

/** Grades 1 to 4, from age 7 to age 10 */
export const grades = { participants: 96, maxParticipants: 120, price: classes.price }

/** All programs of the academy; its page shows those that pass `shownOnAcademyPage`. */
export const academyPrograms: readonly AcademyProgram[] = [
  {
    id: 'youth-mentorship',
    title: 'Youth Mentorship',
    description: 'A mentor, an hour every week, and a project to finish together.',
    audience: 'Ages 12-18',
    format: 'Weekly, in person',
    date: 'September to June',
    next: 'September 2027',
    location: 'Paynesville, Liberia',
    price: 'Free',
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
    next: 'January 2027',
    location: 'Academy library, Paynesville',
    price: 'Free',
    participants: 32,
    maxParticipants: 60,
    isPilot: false,
  },
  {
    id: 'early-childhood',
    title: 'Early Childhood Classes',
    description:
      'All nursery and kindergarten mornings of the school. The Early Childhood Education program pays for 120 of these places.',
    audience: 'Ages 3-6',
    format: 'School mornings',
    date: 'September to July',
    next: 'September 2027',
    location: 'Academy, Paynesville',
    ...classes,
    isPilot: false,
    counted: 'All classes. The Early Childhood Education program has 85 of 120.',
    programId: 'early-childhood',
  },
  {
    id: 'family-engagement',
    title: 'Family Engagement',
    description:
      'The Paynesville circles of our Parent Engagement program: twelve parents and grandparents, and a facilitator.',
    audience: 'Parents and caregivers',
    format: 'Weekly circles',
    date: 'Ten-week terms, three times a year',
    next: 'January 2027',
    location: 'Academy, Paynesville',
    price: '$62.50 a term',
    participants: 89,
    maxParticipants: 150,
    isPilot: false,
    counted: 'Only the academy. All of Parent Engagement has 156 of 200.',
    programId: 'parent-engagement',
  },
  {
    id: 'leadership',
    title: 'Leadership Development',
    description: 'For young adults who lead a group and want to lead it well.',
    audience: 'Adults, 18+',
    format: 'Monthly weekends',
    date: 'January to October',
    next: 'January 2027',
    location: 'Monrovia, Liberia',
    price: 'Free',
    participants: 24,
    maxParticipants: 40,
    isPilot: true,
  },
  {
    id: 'health',
    title: 'Community Health',
    description: 'First aid, nutrition and clean water, taught by a nurse.',
    audience: 'All ages',
    format: 'Saturday workshops',
    date: 'Twice a month',
    next: 'December 2026',
    location: 'Paynesville, Liberia',
    price: 'Free',
    participants: 67,
    maxParticipants: 120,
    isPilot: false,
  },
]

const shownTitles = ['Early Childhood', 'Adult Literacy', 'Family Engagement']

export function shownOnAcademyPage({ title }: AcademyProgram): boolean {
  return shownTitles.some((shown) => title.includes(shown))
}
