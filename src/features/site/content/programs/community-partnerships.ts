import type { Program } from '../programs'
import { programTitles } from '../programs-page'

export const program: Program = {
  id: 'community-partnerships',
  programId: 'community-partnerships',
  title: programTitles['community-partnerships'],
  shortDescription:
    'Churches, clinics and community centers that share rooms, people and plans with us, so that help is within walking distance.',
  fullDescription:
    'Most neighborhoods already have what a child needs; it is only locked on weekdays, or run by people who have never met. We introduce the church with the empty hall to the nurse who has nowhere to hold her clinic, and stay until the timetable works.\n\nEach partner names two coordinators. They train together, visit one another’s sites and draw on a small shared fund for repairs, shelves or a second stove. Every agreement is one page long and is read aloud before it is signed.',
  audience: 'Churches, clinics and community centers',
  format: 'Year-long partnership with shared training days',
  date: 'Open all year, reviewed each June',
  location: 'New York, Texas and North Carolina',
  participants: 45,
  maxParticipants: 75,
  isPilot: false,
  motif: '/images/motif-community-partnerships.svg',
  cost: { total: 200_000, perParticipant: 2667, subsidized: 180_000, participantPays: 267 },
  benefits: [
    'Two trained coordinators for each site',
    'A grant for furniture, repairs or equipment',
    'A shared calendar, insurance advice and safeguarding checks',
    'Four learning days a year with partners from other cities',
  ],
  communityImpact: {
    directBeneficiaries: 1500,
    indirectBeneficiaries: 6000,
    jobsCreated: 16,
    localSpending: 170_000,
  },
  longTermBenefits: [
    'Buildings that are in use on seven days of the week',
    'Neighbors who know whom to call, and who pick up',
    'Partners strong enough to raise their own funds within three years',
  ],
  whyImportant:
    'An outside organization can leave. A congregation that has been on the same corner for sixty years will not, and so the work is safest in its hands.',
  timeline:
    'Three months of listening and planning, nine of working side by side, then a public review. Partners may renew twice before they lead on their own.',
  successMetrics: [
    { metric: 'Partner sites with a weekly program', target: 30, current: 22 },
    { metric: '% of agreements renewed', target: 80, current: 84 },
    { metric: 'Hours of room use shared each month', target: 1200, current: 860 },
  ],
}
