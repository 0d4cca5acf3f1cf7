// Sample content: all of it is made up. Delete this line once it is yours (docs/make-it-yours.md).

export const programsTitle = 'Programs'

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
