// Sample content: all of it is made up. Delete this line once it is yours (docs/make-it-yours.md).
import { organisation } from '@/shared/data/organisation'

export const programsPage = {
  title: 'Programs',
  description: `Early childhood classes, parent engagement, community partnerships and teacher training: what ${organisation.name} runs, for whom, and what it costs.`,
  lead: 'For children, for their parents and teachers, and for the communities around them.',
  furtherTitle: 'Also under way',
  furtherText: 'Money workshops, community-owned buildings, research neighbors ask for.',
  closing: {
    title: 'Not sure which one is yours?',
    text: 'Tell us what you are looking for, and we will help you choose.',
    contact: 'Ask us',
    donate: 'Donate',
  },
}

/** Every program's id and title, in the order in which they are listed. */
export const programTitles = {
  'early-childhood': 'Early Childhood Education',
  'parent-engagement': 'Parent Engagement',
  'community-partnerships': 'Community Partnerships',
  'teacher-training': 'Teacher Training',
  'bawg-workshops': 'BAWG Workshops',
  'real-estate-investment': 'Real Estate Investment',
  'uca-partnerships': 'UCA Partnerships',
} as const

export type ProgramId = keyof typeof programTitles

/** The four that stand in the foreground of the programs page, in this order. */
export const coreProgramIds = [
  'early-childhood',
  'parent-engagement',
  'community-partnerships',
  'teacher-training',
] as const satisfies readonly ProgramId[]
