// Sample content: all of it is made up. Delete this line once it is yours (docs/make-it-yours.md).
import type { Program } from '../program'
import { summary } from '../programs/uca-partnerships'

export const program: Program = {
  ...summary,
  fullDescription:
    'Community partners write the question: why do so few children use the clinic, what would it take to open the library in the evening. Students and lecturers of the University and Community Alliance then work on it for two terms, under a coordinator who lives nearby.\n\nThe pilot covers two universities and eleven partners. Results are presented in the neighborhood first, in plain words, with a meal, and the partner decides what may be published.',
  date: 'Academic year, September to May',
  benefits: [
    'Course credit for work that someone is waiting for',
    'A paid community coordinator for each project',
    'Small grants to try out what the project recommends',
    'Exchange visits between North Carolina and Monrovia',
  ],
  way: {
    text: 'Students and lecturers register. A community partner proposes its question.',
    other: 'propose',
  },
  communityImpact: {
    directBeneficiaries: 78,
    indirectBeneficiaries: 1170,
    indirectMeans: 'neighbors served, fifteen for each participant',
    jobsCreated: 15,
    localSpending: 487_500,
  },
  longTermBenefits: [
    'Graduates who have learned to listen first',
    'Partners with evidence of their own to show to funders',
    'A way of working that other universities can take up',
  ],
  whyImportant:
    'Universities have time, libraries and students. Neighborhoods know which questions matter.',
  timeline:
    'A pilot of two academic years. An outside review in the second spring decides whether it becomes a program of its own.',
  voice: {
    quote: 'They asked me for the question. At school I had only ever been asked for the answer.',
    name: 'Patience Wesseh',
    role: 'Library volunteer, Monrovia',
  },
  successMetrics: [
    { metric: 'Projects completed', target: 20, current: 13 },
    { metric: '% of recommendations tried by the partner', target: 60, current: 54 },
    { metric: 'Paid placements after the project', target: 25, current: 17 },
  ],
}
