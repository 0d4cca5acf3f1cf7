// Sample content: all of it is made up. Delete this line once it is yours (docs/make-it-yours.md).
import type { Program } from '../program'
import { summary } from '../programs/parent-engagement'

export const program: Program = {
  ...summary,
  fullDescription:
    'Parents tell us they want to help and do not know how, least of all when their own schooling was cut short. The circles begin there. Twelve adults and a facilitator meet every week, and each of them takes home one thing to try.\n\nA grandmother who cannot read learns to “picture read” with her grandson; a father rehearses the question he wants to ask the principal. Children are looked after in the next room.',
  date: 'Ten-week terms, three times a year',
  benefits: [
    'A circle of twelve that stays together for the term',
    'Child care and a meal at every meeting',
    'A home kit of books, number cards and chalk',
    'Someone to come to a school meeting with you',
  ],
  way: { text: 'Register for a place in a circle.', other: 'apply' },
  communityImpact: {
    directBeneficiaries: 156,
    indirectBeneficiaries: 468,
    indirectMeans: 'family members, three for each parent',
    jobsCreated: 4,
    localSpending: 93_750,
  },
  longTermBenefits: [
    'Parents who speak up at school and are listened to',
    'Circles that go on meeting after the term, without us',
    'Facilitators who once came as participants',
  ],
  whyImportant:
    'Children spend most of the day at home. What they do there with their parents comes to school with them.',
  timeline:
    'Terms begin in January, May and September. Each runs for ten weeks and ends with a shared supper; facilitators visit once more after three months.',
  voice: {
    quote: 'I cannot read the words, so we read the pictures. He corrects me, and I let him.',
    name: 'Ma Yassah Flomo',
    role: 'Grandmother, third term',
  },
  successMetrics: [
    { metric: '% of parents reading with their child weekly', target: 80, current: 71 },
    { metric: '% who finish the term', target: 85, current: 88 },
    { metric: 'Circles led by a former participant', target: 8, current: 5 },
  ],
}
