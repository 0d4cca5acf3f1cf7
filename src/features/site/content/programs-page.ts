// Sample content: all of it is made up. Delete this line once it is yours (docs/make-it-yours.md).
import { organisation } from '@/shared/data/organisation'
import { programsTitle, type ProgramId } from './program-titles'

export const programsPage = {
  title: programsTitle,
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

/** The main programs of the programs page, in this order. */
export const coreProgramIds = [
  'early-childhood',
  'parent-engagement',
  'community-partnerships',
  'teacher-training',
] as const satisfies readonly ProgramId[]
