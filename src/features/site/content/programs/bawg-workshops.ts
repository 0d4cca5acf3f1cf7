import type { Program } from '../programs'
import { programTitles } from '../programs-page'

export const program: Program = {
  id: 'bawg-workshops',
  programId: 'bawg-workshops',
  title: programTitles['bawg-workshops'],
  shortDescription:
    'Budgeting, Assets, Work and Giving: four Saturdays on household money, taught by people who have had to count it.',
  fullDescription:
    'BAWG stands for Budgeting, Assets, Work and Giving. Thirty adults spend four Saturdays with a volunteer accountant, a loan officer and a woman who paid off three payday loans and will tell you how.\n\nPeople bring their own letters and bills. By the last Saturday everyone has a one-page plan, an emergency fund that has at least been opened, and a partner who will telephone in three months to ask how it is going.',
  audience: 'Adults, 18+',
  format: 'Four Saturday workshops',
  date: 'Spring and fall',
  location: 'Dallas, Texas',
  participants: 24,
  maxParticipants: 30,
  isPilot: false,
  motif: '/images/motif-bawg-workshops.svg',
  sessionsPerPlace: 4,
  cost: { total: 15_000, perParticipant: 500, subsidized: 12_000, participantPays: 100 },
  benefits: [
    'A one-page plan for the household, checked by an accountant',
    'A private hour with a credit counselor',
    'Lunch, and child care on the premises',
    'A partner for the first three months',
  ],
  communityImpact: {
    directBeneficiaries: 30,
    indirectBeneficiaries: 110,
    jobsCreated: 0,
    localSpending: 12_600,
  },
  longTermBenefits: [
    'Households that can meet a $400 emergency without borrowing',
    'Children who see money talked about calmly',
    'Savings groups that go on in six congregations',
  ],
  whyImportant:
    'School fees, bus fare and rent come out of one pocket. When that pocket is steadier, a child changes school less often and sleeps better.',
  timeline:
    'Two rounds a year. Each is four Saturdays, a private session within a month, and a call after three months.',
  successMetrics: [
    { metric: '% with an emergency fund after three months', target: 75, current: 67 },
    { metric: 'Household plans completed', target: 30, current: 24 },
    { metric: '% who would send a friend', target: 90, current: 96 },
  ],
}
