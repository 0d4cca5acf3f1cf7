// Sample content: all of it is made up. Delete this line once it is yours (docs/make-it-yours.md).
import type { ProgramSummary } from '../program'
import { programCosts } from '../program-costs'
import { programTitles } from '../program-titles'

export const summary: ProgramSummary = {
  id: 'real-estate-investment',
  programId: 'real-estate-investment',
  title: programTitles['real-estate-investment'],
  shortDescription:
    'Patient capital and practical training for congregations that own a building and want it to pay for itself.',
  audience: 'Church and community center leaders',
  format: 'Investment with an 18-month owners’ course',
  location: 'Brooklyn, NY, Houston, TX, and Durham, NC',
  participants: 89,
  maxParticipants: 150,
  isPilot: false,
  image: {
    src: '/images/scene-real-estate-investment.svg',
    width: 640,
    height: 520,
    alt: 'Two people in hard hats read a building plan in front of a hall with scaffolding and solar panels.',
  },
  cost: programCosts['real-estate-investment'],
  per: 'for 18 months',
  next: 'March 2027',
}
