// Sample content: all of it is made up. Delete this line once it is yours (docs/make-it-yours.md).
import type { Program } from '../program'
import { summary } from '../programs/teacher-training'

export const program: Program = {
  ...summary,
  fullDescription:
    'Most of our trainees already teach, and many have never watched anyone else do it. The year begins with two weeks of practice together in August. After that the training comes to them: a coach sits in the back row every second week, and the two of them choose one thing to change.\n\nSaturday meetings are for what cannot be learned alone: making materials from bottle caps and cartons, planning for five ages in one room, and how to ask for help.',
  date: 'August to June, one cohort a year',
  benefits: [
    'Eighteen coaching visits in your own classroom',
    'A certificate at the end of the year',
    'A box of teaching materials, and how to refill it',
    'A travel allowance for every Saturday meeting',
  ],
  way: { text: 'Register for the next cohort.', other: 'apply' },
  communityImpact: {
    directBeneficiaries: 68,
    indirectBeneficiaries: 2720,
    indirectMeans: 'children in their classes, forty for each teacher',
    jobsCreated: 10,
    localSpending: 178_750,
  },
  longTermBenefits: [
    'Better lessons for every class that a trained teacher takes',
    'Head teachers who coach their own staff',
    'Fewer good teachers leaving for other work',
  ],
  whyImportant:
    'A teacher sees her class from the front. Someone in the back row sees the rest, and talks it over with her.',
  timeline:
    'Applications close in May. Summer school is in August, coaching runs from September to May, and certificates are handed over in June.',
  voice: {
    quote: 'My coach never said I was wrong. She asked what the back row was doing.',
    name: 'Musu Dolo',
    role: 'First-grade teacher, Margibi',
  },
  successMetrics: [
    { metric: '% of trainees certified', target: 90, current: 86 },
    { metric: '% still teaching after two years', target: 85, current: 79 },
    { metric: 'Coaching visits made', target: 1800, current: 816 },
  ],
}
