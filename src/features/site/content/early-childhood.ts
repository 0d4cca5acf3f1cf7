// Sample content: all of it is made up. Delete this line once it is yours (docs/make-it-yours.md).

import type { ProgramFacts } from './program'
import { summary } from './programs/early-childhood'
import { promised } from '@/shared/data/organisation'

export const program: ProgramFacts = {
  ...summary,
  date: '40 weeks, September to July',
  way: {
    text: 'Apply to talk first, or register in your own name. A child of 7 to 10 applies too: the academy goes on to fourth grade.',
  },
  communityImpact: {
    directBeneficiaries: 85,
    indirectBeneficiaries: 340,
    indirectMeans: 'family members, four for each child',
    jobsCreated: 18,
    localSpending: 315_000,
  },
  successMetrics: [
    { metric: '% ready for first grade', target: 90, current: 82 },
    { metric: '% average daily attendance', target: 95, current: 91 },
    { metric: 'Families visited at home', target: 120, current: 85 },
  ],
  voice: {
    quote: 'He used to hold on to my skirt at the gate. Now I call him back to say goodbye.',
    name: 'Garmai Sumo',
    role: 'Mother, Paynesville',
  },
}

export const earlyChildhood = {
  lead: 'Our youngest pupils learn by talking, singing, building and being listened to.',
  maxPerClass: 15,
  ages: '3-6',
  apply: 'Apply for a place',
  featuresTitle: 'Here for every child',
  features: [
    {
      title: 'Learning through play',
      text: 'Kernels to count, clay to shape, a shop to run.',
    },
    {
      title: 'Two trained adults',
      text: 'A trained teacher and an assistant from the neighborhood, both coached every second week.',
    },
    {
      title: 'A healthy start',
      text: 'Breakfast cooked on site, clean water, and a check-up twice a year.',
    },
    {
      title: 'Family at the center',
      text: 'A home visit before the first day, open mornings, books on Fridays.',
    },
  ],
  goalsTitle: 'Our goals for each child',
  goals: [
    'Tells a story, and listens to someone else’s',
    'Knows letters, writes a name, counts to 20',
    'Is well fed and seen by a nurse',
    'Hears stories at home three times a week',
  ],
  closing: {
    title: 'Three ways to help',
    apply: {
      title: 'For your own child',
      text: `Apply for a place. We answer within ${promised.program} and come to visit you.`,
      action: 'Join the program',
    },
    give: {
      title: 'For another child',
      text: 'Your gift pays for what a family cannot.',
      action: 'Donate',
    },
    help: {
      title: 'With your time',
      text: 'Teach, tutor, or help at events and in the office.',
      action: 'Volunteer',
    },
  },
}
