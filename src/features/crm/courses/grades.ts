/**
 * @returns the typed grade, null for none, and undefined for anything but a number from 0 to 100 with at most two decimals
 */
export function parseGrade(text: string): number | null | undefined {
  const typed = text.trim().replace(',', '.')
  if (typed === '') return null
  if (!/^\d{1,3}\.?\d{0,2}$/.test(typed)) return undefined
  const grade = Number(typed)
  return grade <= 100 ? grade : undefined
}

const format = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })

export const formatGrade = (grade: number | null | undefined): string =>
  grade == null ? '' : format.format(grade)

const oneDecimal = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })

/** The average of the grades, to one decimal; empty without grades. */
export function averageOf(grades: readonly (number | null | undefined)[]): string {
  const given = grades.filter((grade) => grade != null)
  const hundredths = given.reduce((sum, grade) => sum + Math.round(grade * 100), 0)
  return given.length === 0 ? '' : oneDecimal.format(hundredths / given.length / 100)
}

/** The lines and columns of cells copied from a spreadsheet. */
export function copiedCells(text: string): string[][] {
  return text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((line) => line.split('\t').map((cell) => cell.trim()))
}
