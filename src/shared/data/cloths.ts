const cloths: Readonly<Record<string, string>> = {
  'early-childhood': 'early-childhood',
  'parent-engagement': 'parent-engagement',
  'family-engagement': 'parent-engagement',
  'teacher-training': 'teacher-training',
  'bawg-workshops': 'bawg-workshops',
  'real-estate-investment': 'real-estate-investment',
  'uca-partnerships': 'uca-partnerships',
}

/** The cloth of a course or a form's choice: its program's, or the communities'. */
export function clothOf(course: string): string {
  return cloths[course] ?? 'community-partnerships'
}
