// Sample content: all of it is made up. Delete this line once it is yours (docs/make-it-yours.md).
import type { ProgramSummary } from '../program'
import { programCosts } from '../program-costs'
import { programTitles } from '../program-titles'

export const summary: ProgramSummary = {
  id: 'early-childhood',
  programId: 'early-childhood',
  title: programTitles['early-childhood'],
  shortDescription:
    'Small classes for children aged 3 to 6, where songs, stories and sand trays come before the first exercise book.',
  audience: 'Children aged 3 to 6',
  format: 'In person, five mornings a week',
  location: 'Paynesville, Liberia',
  participants: 85,
  maxParticipants: 120,
  isPilot: false,
  counted: 'All classes of the academy: 150 of 250.',
  image: {
    src: '/images/scene-early-childhood.svg',
    width: 640,
    height: 520,
    alt: 'Three children at a low table: one builds with blocks, one holds up a star, one draws. Behind them a blackboard with the letters A, B and C and a window on a mango tree.',
  },
  cost: programCosts['early-childhood'],
  per: 'a year',
  next: 'September 2027',
}
