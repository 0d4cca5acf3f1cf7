// Sample content: all of it is made up. Delete this line once it is yours (docs/make-it-yours.md).
import type { ProgramSummary } from '../program'
import { programCosts } from '../program-costs'
import { programTitles } from '../program-titles'

export const summary: ProgramSummary = {
  id: 'community-partnerships',
  programId: 'community-partnerships',
  title: programTitles['community-partnerships'],
  shortDescription:
    'Churches, clinics and community centers that share rooms and people with us, so that help is close to home.',
  audience: 'Churches, clinics and community centers',
  format: 'Year-long partnership with shared training days',
  location: 'New York, Texas and North Carolina',
  participants: 45,
  maxParticipants: 75,
  isPilot: false,
  image: {
    src: '/images/scene-community-partnerships.svg',
    width: 640,
    height: 520,
    alt: 'Two neighbors carry a box of food between them. Behind them a church and a community center.',
  },
  cost: programCosts['community-partnerships'],
  per: 'a year',
  next: 'any month',
}
