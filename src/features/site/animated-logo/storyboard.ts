/**
 * The steps of the animation and their start in milliseconds. The page lists them and its timer
 * plays them.
 */
export const storyboard = [
  {
    phase: 'phase1',
    at: 0,
    title: 'The ground',
    text: 'A single line is drawn from left to right: the ground that everything grows from.',
  },
  {
    phase: 'phase2',
    at: 1500,
    title: 'The leaves',
    text: 'Two leaves unfold from the middle of the line, like the pages of an opening book.',
  },
  {
    phase: 'phase3',
    at: 3000,
    title: 'The flame',
    text: 'Between the leaves a flame kindles and rises to its full height.',
  },
  {
    phase: 'phase4',
    at: 4500,
    title: 'The name',
    text: 'The name comes into view and joins the mark.',
  },
  {
    phase: 'complete',
    at: 6000,
    title: 'The tagline',
    text: 'The tagline settles beneath the name, and the logo is complete.',
  },
] as const

/** The end of the last step, in milliseconds */
export const COMPLETED_AT = 6500

export type LogoPhase = 'waiting' | (typeof storyboard)[number]['phase']

/** The index of a phase in the storyboard; -1 while waiting. */
export function stepOf(phase: LogoPhase): number {
  return storyboard.findIndex((step) => step.phase === phase)
}
