// Sample content: all of it is made up. Delete this line once it is yours (docs/make-it-yours.md).
import { paths } from '@/shared/config/paths'
import type { programInterests } from '@/shared/data/form-choices'
import type { ProgramId } from './program-titles'

interface ProgramWay {
  /** How a person gets in, as its page says it */
  text: string
  /** What the application chooses for it; none where organizations propose instead */
  interest?: (typeof programInterests)[number]['id']
  /** Another way than the button of the panel */
  other?: 'apply' | 'propose'
}

export const programWays: Readonly<Record<ProgramId, ProgramWay>> = {
  'early-childhood': {
    text: 'Apply for ages 3 to 6, or for a school place up to age 10.',
    interest: 'early-childhood',
  },
  'parent-engagement': {
    text: 'Register for a place in a circle.',
    interest: 'parent-engagement',
    other: 'apply',
  },
  'community-partnerships': {
    text: 'An organization proposes a partnership. Once it is a partner, its coordinators register here.',
    other: 'propose',
  },
  'teacher-training': {
    text: 'Register for the next cohort.',
    interest: 'community-training',
    other: 'apply',
  },
  'bawg-workshops': {
    text: 'Register for the next round.',
    interest: 'community-training',
  },
  'real-estate-investment': {
    text: 'A congregation or center proposes its building. Its leaders then register for the owners’ course.',
    other: 'propose',
  },
  'uca-partnerships': {
    text: 'Students and lecturers register. A community partner proposes its question.',
    interest: 'leadership-development',
    other: 'propose',
  },
}

export const otherWays = {
  apply: 'Apply to talk first',
  propose: 'Propose a partnership',
} as const

export const proposalPath = `${paths.partner}#proposal`

/** What a link to the application says of a program that is not on its list. */
export const applicationNotice = {
  chosen: (title: string, choice: string) =>
    `${title} is part of ${choice}, which is chosen below.`,
  proposed: (title: string) => `${title} is for organizations, which don’t apply but propose.`,
}
