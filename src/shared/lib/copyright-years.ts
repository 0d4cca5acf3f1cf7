/** "2024" in the first year, then "2024–2026". */
export function copyrightYears(first: number, current: number): string {
  return current > first ? `${first}–${current}` : String(first)
}
