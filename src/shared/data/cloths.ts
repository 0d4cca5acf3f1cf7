/** The programs with a cloth of their own, `public/images/cloth-<name>.svg`: a tile of 96 px. */
const own = new Set([
  'early-childhood',
  'parent-engagement',
  'community-partnerships',
  'teacher-training',
  'bawg-workshops',
  'real-estate-investment',
  'uca-partnerships',
])

/** The address of a program's cloth. A course has that of its program, all others that of the communities. */
export function clothOf(program: string): string {
  const name = program === 'family-engagement' ? 'parent-engagement' : program
  return `/images/cloth-${own.has(name) ? name : 'community-partnerships'}.svg`
}
