// Sample content: all of it is made up. Delete this line once it is yours (docs/make-it-yours.md).
import type { ProgramSummary } from '../program'
import { programCosts } from '../program-costs'
import { programTitles } from '../program-titles'

export const summary: ProgramSummary = {
  id: 'teacher-training',
  programId: 'teacher-training',
  title: programTitles['teacher-training'],
  shortDescription:
    'A year of coaching in your own classroom, for teachers with large classes and few books.',
  audience: 'Teachers and classroom assistants',
  format: 'Summer school and in-class coaching',
  location: 'Montserrado and Margibi, Liberia',
  participants: 68,
  maxParticipants: 100,
  isPilot: false,
  image: {
    src: '/images/scene-teacher-training.svg',
    width: 640,
    height: 520,
    alt: 'A teacher writes a sum on the blackboard for three children, while a coach takes notes.',
  },
  cost: programCosts['teacher-training'],
  per: 'a year',
  next: 'August 2027',
}
