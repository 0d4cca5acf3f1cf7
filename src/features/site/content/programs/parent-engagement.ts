import type { Program } from '../programs'
import { programTitles } from '../programs-page'

export const program: Program = {
  id: 'parent-engagement',
  programId: 'parent-engagement',
  title: programTitles['parent-engagement'],
  shortDescription:
    'Evening circles where parents and grandparents swap what works: reading aloud, homework, screens, and talking to a school.',
  fullDescription:
    'Parents tell us they want to help and do not know how, least of all when their own schooling was cut short. The circles begin there. Twelve adults, a facilitator, a pot of tea, and one thing to try at home before next week.\n\nNobody lectures. A grandmother who cannot read learns to “picture read” with her grandson; a father rehearses the question he wants to ask the principal. Children are looked after in the next room, so nobody has to choose.',
  audience: 'Parents and caregivers',
  format: 'Weekly evening circles, in person or online',
  date: 'Ten-week terms, three times a year',
  location: 'Paynesville, Liberia, and Charlotte, NC',
  participants: 156,
  maxParticipants: 200,
  isPilot: false,
  motif: '/images/motif-parent-engagement.svg',
  sessionsPerPlace: 10,
  cost: { total: 125_000, perParticipant: 625, subsidized: 112_500, participantPays: 62.5 },
  benefits: [
    'A circle of twelve that stays together for the term',
    'Child care and a meal at every meeting',
    'A home kit of books, number cards and chalk',
    'Someone to go along to a school meeting, if you ask',
  ],
  communityImpact: {
    directBeneficiaries: 200,
    indirectBeneficiaries: 640,
    jobsCreated: 4,
    localSpending: 93_750,
  },
  longTermBenefits: [
    'Parents who speak up at school and are listened to',
    'Circles that go on meeting after the term, without us',
    'Facilitators who once came as participants',
  ],
  whyImportant:
    'A teacher has a child for five hours of the day. What is said at the table in the other nineteen decides whether the lesson is still there in the morning.',
  timeline:
    'Terms begin in January, May and September. Each runs for ten weeks and ends with a shared supper; facilitators visit once more after three months.',
  successMetrics: [
    { metric: '% of parents reading with their child weekly', target: 80, current: 71 },
    { metric: '% who finish the term', target: 85, current: 88 },
    { metric: 'Circles led by a former participant', target: 8, current: 5 },
  ],
}
