// Sample content: all of it is made up. Delete this line once it is yours (docs/make-it-yours.md).

/** The programs open to registration, by id: the same titles, for mails and the staff. */
export const registeredPrograms: Readonly<Record<string, string>> = {
  'early-childhood': 'Early Childhood Education',
  'parent-engagement': 'Parent Engagement',
  'community-partnerships': 'Community Partnerships',
  'teacher-training': 'Teacher Training',
  'bawg-workshops': 'BAWG Workshops',
  'real-estate-investment': 'Real Estate Investment',
  'uca-partnerships': 'UCA Partnerships',
  'youth-mentorship': 'Youth Mentorship',
  'adult-literacy': 'Adult Literacy',
  'family-engagement': 'Family Engagement',
  leadership: 'Leadership Development',
  health: 'Community Health',
}
