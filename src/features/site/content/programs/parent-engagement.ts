// Sample content: all of it is made up. Delete this line once it is yours (docs/make-it-yours.md).
import type { ProgramSummary } from '../program'
import { programCosts } from '../program-costs'
import { programTitles } from '../program-titles'

export const summary: ProgramSummary = {
  id: 'parent-engagement',
  programId: 'parent-engagement',
  title: programTitles['parent-engagement'],
  shortDescription:
    'Evening circles where parents and grandparents share what works: reading aloud, homework, screens, and talking to a school.',
  audience: 'Parents and caregivers',
  format: 'Weekly evening circles, in person or online',
  location: 'Paynesville, Liberia, and Charlotte, NC',
  participants: 156,
  maxParticipants: 200,
  isPilot: false,
  counted: 'All circles. Only at the academy, as Family Engagement: 89 of 150.',
  image: {
    src: '/images/scene-parent-engagement.svg',
    width: 640,
    height: 520,
    alt: 'Evening at a round table: a mother writes, a father holds a book open, a grandmother pours tea.',
  },
  cost: programCosts['parent-engagement'],
  per: 'a term',
  next: 'January 2027',
}
