// Sample content: all of it is made up. Delete this line once it is yours (docs/make-it-yours.md).
import type { programInterests } from '@/shared/data/form-choices'
import type { ProgramId } from './program-titles'

interface ProgramWay {
  /** The choice in the application; absent where organizations propose instead */
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

/** The text of an application link for a program that is not on its list. */
export const applicationNotice = {
  chosen: (title: string, choice: string) =>
    `${title} is part of ${choice}, which is chosen below.`,
  proposed: (title: string) => `${title} is for organizations, which don’t apply but propose.`,
}

type Interest = (typeof programInterests)[number]['id']

/**
 * Who an application is for. The form asks about a child of another age, but does not refuse it.
 */
const agesOf: Readonly<Partial<Record<Interest, { from: number; to: number; text: string }>>> = {
  'early-childhood': {
    from: 3,
    to: 10,
    text: 'School is for ages 3 to 10. For ages 12 to 18 choose Leadership Development.',
  },
  'community-training': { from: 18, to: Infinity, text: 'Community Training is for adults.' },
  'leadership-development': {
    from: 12,
    to: Infinity,
    text: 'Leadership Development begins at age 12. For ages 3 to 10 choose Early Childhood Education.',
  },
}

/** The note about an age that a program is not for. */
export function ageNotice(interest = '', age = ''): string | undefined {
  const ages = Object.hasOwn(agesOf, interest) ? agesOf[interest as Interest] : undefined
  if (!ages || !/^\d+$/.test(age.trim())) return undefined
  if (Number(age) >= ages.from && Number(age) <= ages.to) return undefined
  return `${ages.text} If the age is right, send this anyway: we call, and tell you what fits.`
}
