import type { Program } from '../programs'
import { programTitles } from '../programs-page'

export const program: Program = {
  id: 'teacher-training',
  programId: 'teacher-training',
  title: programTitles['teacher-training'],
  shortDescription:
    'A year of coaching in the teacher’s own classroom, for those who teach large classes with few books and a great deal of heart.',
  fullDescription:
    'Most of our trainees already teach, many of them without ever having watched anybody else do it. The year begins with two weeks of practice together in August. After that the training comes to them: a coach sits in the back row every second week, and the two of them choose one thing to change.\n\nSaturday meetings are for what cannot be learned alone: making materials from bottle caps and cartons, planning for five ages in one room, and asking for help without losing face.',
  audience: 'Teachers and classroom assistants',
  format: 'Summer school and in-class coaching',
  date: 'August to June, one cohort a year',
  location: 'Montserrado and Margibi, Liberia',
  participants: 68,
  maxParticipants: 100,
  isPilot: false,
  motif: '/images/motif-teacher-training.svg',
  cost: { total: 275_000, perParticipant: 2750, subsidized: 247_500, participantPays: 275 },
  benefits: [
    'Eighteen coaching visits in your own classroom',
    'A certificate that the county education office recognizes',
    'A materials box and the skill to refill it for nothing',
    'A travel allowance for every Saturday meeting',
  ],
  communityImpact: {
    directBeneficiaries: 100,
    indirectBeneficiaries: 3200,
    jobsCreated: 10,
    localSpending: 178_750,
  },
  longTermBenefits: [
    'Each trained teacher reaches some forty children a year, every year',
    'Head teachers who coach their own staff',
    'Fewer good teachers leaving for other work',
  ],
  whyImportant:
    'You can build a school in a season. It takes a confident teacher to make it one, and confidence grows fastest when somebody competent is in the room.',
  timeline:
    'Applications close in May. Summer school is in August, coaching runs from September to May, and certificates are handed over in June.',
  successMetrics: [
    { metric: '% of trainees certified', target: 90, current: 86 },
    { metric: '% still teaching after two years', target: 85, current: 79 },
    { metric: 'Coaching visits made', target: 1800, current: 1260 },
  ],
}
