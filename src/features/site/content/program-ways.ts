// Sample content: all of it is made up. Delete this line once it is yours (docs/make-it-yours.md).
import type { programInterests } from '@/shared/data/form-choices'
import type { ProgramId } from './program-titles'

interface ProgramWay {
  /** What the application chooses for it; none where organizations propose instead */
  interest?: (typeof programInterests)[number]['id']
}

export const programWays: Readonly<Record<ProgramId, ProgramWay>> = {
  'early-childhood': {
    interest: 'early-childhood',
  },
  'parent-engagement': {
    interest: 'parent-engagement',
  },
  'community-partnerships': {},
  'teacher-training': {
    interest: 'community-training',
  },
  'bawg-workshops': {
    interest: 'community-training',
  },
  'real-estate-investment': {},
  'uca-partnerships': {
    interest: 'leadership-development',
  },
}

/** What a link to the application says of a program that is not on its list. */
export const applicationNotice = {
  chosen: (title: string, choice: string) =>
    `${title} is part of ${choice}, which is chosen below.`,
  proposed: (title: string) => `${title} is for organizations, which don’t apply but propose.`,
}
