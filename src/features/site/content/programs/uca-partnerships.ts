// Sample content: all of it is made up. Delete this line once it is yours (docs/make-it-yours.md).
import type { ProgramSummary } from '../program'
import { programCosts } from '../program-costs'
import { programTitles } from '../program-titles'

export const summary: ProgramSummary = {
  id: 'uca-partnerships',
  programId: 'uca-partnerships',
  title: programTitles['uca-partnerships'],
  shortDescription:
    'The University and Community Alliance: students earn credit by working on questions that neighborhoods have asked.',
  audience: 'Students, lecturers and community partners',
  format: 'Two-term projects, part online',
  location: 'North Carolina and Monrovia, Liberia',
  participants: 78,
  maxParticipants: 100,
  isPilot: true,
  image: {
    src: '/images/scene-uca-partnerships.svg',
    width: 640,
    height: 520,
    alt: 'A neighbor explains a map to two students at a table in front of a university.',
  },
  cost: programCosts['uca-partnerships'],
  per: 'for two terms',
  next: 'September 2027',
}
