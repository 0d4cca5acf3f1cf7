// Sample content: all of it is made up. Delete this line once it is yours (docs/make-it-yours.md).
import type { Program } from '../program'
import { summary } from '../programs/community-partnerships'

export const program: Program = {
  ...summary,
  fullDescription:
    'Most neighborhoods already have rooms and people who could help a child. We introduce the church with an empty hall to the nurse who has nowhere to hold her clinic, and help them to plan a week together.\n\nEach partner names three coordinators. They train together, visit one another’s sites and draw on a small shared fund for repairs, shelves or a second stove.',
  date: 'Open all year, reviewed each June',
  benefits: [
    'Three trained coordinators for each partner',
    'A grant for furniture, repairs or equipment',
    'A shared calendar, insurance advice and safeguarding checks',
    'Four learning days a year with partners from other cities',
  ],
  way: {
    text: 'An organization proposes a partnership. Once it is a partner, its coordinators register here.',
    other: 'propose',
  },
  communityImpact: {
    directBeneficiaries: 45,
    indirectBeneficiaries: 1800,
    indirectMeans: 'neighbors who use the rooms, forty for each coordinator',
    jobsCreated: 16,
    localSpending: 170_000,
  },
  longTermBenefits: [
    'Buildings that are in use every day of the week',
    'Neighbors who know whom to call',
    'Partners strong enough to raise their own funds within three years',
  ],
  whyImportant:
    'Congregations and centers stay in their neighborhood. Work that they lead goes on after our support ends.',
  timeline:
    'Three months of listening and planning, nine of working side by side, then a public review. Partners may renew twice before they lead on their own.',
  voice: {
    quote: 'We had the keys to an empty hall. They brought us the nurse who was looking for one.',
    name: 'Denise Hollis',
    role: 'Coordinator, Buffalo, NY',
  },
  successMetrics: [
    { metric: 'Partners with a weekly program', target: 25, current: 13 },
    { metric: '% of agreements renewed', target: 80, current: 84 },
    { metric: 'Hours of room use shared each month', target: 1200, current: 860 },
  ],
}
