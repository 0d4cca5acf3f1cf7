const MOST_LINES = 20
const MOST_LETTERS = 300

/** The lines of a check's output that name the problem: its ✗, what stayed unknown, or else the last ones. */
export function findingsIn(output: string): string[] {
  const lines = output
    .split('\n')
    .map((line) => line.trim().slice(0, MOST_LETTERS))
    .filter(Boolean)
  const wrong = lines
    .filter((line) => /^[✗?] /.test(line))
    // What failed first: only so many lines are sent.
    .sort((a, b) => Number(b.startsWith('✗')) - Number(a.startsWith('✗')))
  return wrong.length > 0 ? wrong.slice(0, MOST_LINES) : lines.slice(-5)
}
