import Papa from 'papaparse'
import { downloadFile } from './download-file'

/**
 * Matches the start of a formula, unless a plain number or phone number like +231 77 555 0101
 * follows. LibreOffice looks past null bytes. Matches apostrophes before it too, so that
 * `unguarded` can tell which of them were there.
 */
const formula = /^'*(?:[=@\t\r\0]|[+-](?![\d\s().-]*(?:$|[;\t\r\n"])))/

/** Digits that a spreadsheet would change: it drops zeros and a plus, and keeps 15 digits. */
const digits = /^'*(?:0\d+|\+\d+|\d{11,})$/

/**
 * The same where a spreadsheet whose separator is a semicolon or a tab begins a cell: it splits at
 * these and at a line break, because it misses the field's opening quote.
 */
const formulaInside = /([;\t\r\n]["\s\0]*)(?='*(?:[=@]|[+-](?![\d\s().-]*(?:$|[;\t\r\n"]))))/g

/** The same once made harmless. */
const guardedInside = /([;\t\r\n]["\s\0]*)'(?='*(?:[=@]|[+-](?![\d\s().-]*(?:$|[;\t\r\n"]))))/g

export type CsvValue = string | number | boolean | null | undefined | readonly string[] | object

/**
 * RFC 4180 lines without a header, each ended by CRLF. Lists are joined with a comma and a space,
 * null is blank, an object is JSON, and an apostrophe before a formula makes it harmless, whatever
 * separator opens the file.
 */
export function csvLines(rows: readonly (readonly CsvValue[])[]): string {
  if (rows.length === 0) return ''
  const cells = rows.map((row) =>
    row.map((value) => {
      const text = asText(value)
      if (typeof text !== 'string') return text
      return digits.test(text) ? `'${text}` : text.replace(formulaInside, "$1'")
    }),
  )
  return Papa.unparse(cells, { newline: '\r\n', escapeFormulae: formula }) + '\r\n'
}

/** The text of a cell from `csvLines`, without its apostrophes before formulas. */
export function unguarded(cell: string): string {
  const isGuarded = cell.startsWith("'") && (formula.test(cell) || digits.test(cell))
  const rest = isGuarded ? cell.slice(1) : cell
  return rest.replace(guardedInside, '$1')
}

function asText(value: CsvValue) {
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value
}

/** Offers the parts as one file; the byte order mark tells spreadsheets that it is UTF-8. */
export function downloadCsv(fileName: string, parts: readonly BlobPart[]): void {
  downloadFile(fileName, 'text/csv;charset=utf-8', ['\uFEFF', ...parts])
}

/** A name as part of a file name: only letters and digits, as in `active-mentors`. */
export const fileNamePart = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')

/** As in `volunteer_applications_2026-01-31.csv`, with the user's local date. */
export function csvFileName(table: string, now = new Date()): string {
  const pad = (part: number) => String(part).padStart(2, '0')
  return `${table}_${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}.csv`
}
