// Sample content: all of it is made up. Delete this line once it is yours (docs/make-it-yours.md).
import type { Program } from '../program'
import { summary } from '../programs/bawg-workshops'

export const program: Program = {
  ...summary,
  fullDescription:
    'BAWG stands for Budgeting, Assets, Work and Giving. Up to thirty adults spend four Saturdays with a volunteer accountant and a loan officer.\n\nPeople bring their own letters and bills. By the last Saturday everyone has a one-page plan, a first amount to put aside for emergencies, and a partner who calls after three months.',
  date: 'Spring and fall',
  benefits: [
    'A one-page plan for the household, checked by an accountant',
    'A private hour with a credit counselor',
    'Lunch, and child care next door',
    'A partner for the first three months',
  ],
  way: { text: 'Register for the next round.' },
  communityImpact: {
    directBeneficiaries: 24,
    indirectBeneficiaries: 72,
    indirectMeans: 'family members, three for each adult',
    jobsCreated: 0,
    localSpending: 12_600,
  },
  longTermBenefits: [
    'Households that can meet a $400 emergency without borrowing',
    'Families that can talk about money',
    'Savings groups that go on in six congregations',
  ],
  whyImportant:
    'School fees, bus fare and rent come out of the same pocket. Households with a plan can keep their children in school.',
  timeline:
    'Two rounds a year. Each is four Saturdays, a private session within a month, and a call after three months.',
  voice: {
    quote:
      'I brought a shoebox of letters I was afraid to open. We opened them all on the first Saturday.',
    name: 'Andre Pope',
    role: 'Spring round, Dallas, TX',
  },
  successMetrics: [
    { metric: '% with an emergency fund after three months', target: 75, current: 67 },
    { metric: 'Household plans completed', target: 30, current: 24 },
    { metric: '% who would send a friend', target: 90, current: 96 },
  ],
}
