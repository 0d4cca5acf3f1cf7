// Sample content: all of it is made up. Delete this line once it is yours (docs/make-it-yours.md).
import type { ProgramSummary } from '../program'
import { programCosts } from '../program-costs'
import { programTitles } from '../program-titles'

export const summary: ProgramSummary = {
  id: 'bawg-workshops',
  programId: 'bawg-workshops',
  title: programTitles['bawg-workshops'],
  shortDescription:
    'Budgeting, Assets, Work and Giving: four Saturday workshops on household money for adults.',
  audience: 'Adults, 18+',
  format: 'Four Saturday workshops',
  location: 'Dallas, Texas',
  participants: 24,
  maxParticipants: 30,
  isPilot: false,
  image: {
    src: '/images/scene-bawg-workshops.svg',
    width: 640,
    height: 520,
    alt: 'Two people at a table with savings jars and a notebook; a chart behind them divides money into four parts.',
  },
  cost: programCosts['bawg-workshops'],
  per: 'for four Saturdays',
  next: 'March 2027',
}
