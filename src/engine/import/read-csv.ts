import Papa from 'papaparse'
import { unguarded } from '@/shared/lib/csv'

export const MAX_BYTES = 40 * 1024 * 1024
const MAX_ROWS = 50_000

export interface CsvTable {
  header: string[]
  /** In the order of the file. A blank line has no cells, so that the numbers of the others stay true. */
  rows: string[][]
}

export interface ChosenFile extends CsvTable {
  name: string
}

/** The message for a file that cannot be read at all. */
export class UnreadableFileError extends Error {}

/**
 * Reads a file whatever its encoding (UTF-8; UTF-16 with a byte order mark; else windows-1252) and
 * its separator. A file that the app exported, recognized by the resource's column names, loses the
 * apostrophes before formulas again.
 *
 * @throws UnreadableFileError
 */
export function readCsv(bytes: Uint8Array, columns: readonly string[]): CsvTable {
  if (bytes.length > MAX_BYTES) throw new UnreadableFileError(tooLarge)
  const text = decoded(bytes)
  const { separator, body } = separated(text)
  // One more than the most, below the header.
  const parsed = Papa.parse<string[]>(body, { delimiter: separator, preview: MAX_ROWS + 2 })
  const [header = [], ...rows] = parsed.data
  const broken = parsed.errors.find(({ type }) => type === 'Quotes')
  if (broken) {
    throw new UnreadableFileError(
      `In row ${(broken.row ?? 0) + 1} a quotation mark is not closed, or text follows a closed one. A quotation mark inside a quoted text is written twice.`,
    )
  }
  while (rows.length > 0 && isBlank(rows.at(-1)!)) rows.pop()
  if (isBlank(header)) {
    throw new UnreadableFileError(
      'The first row is empty. It must contain the names of the columns.',
    )
  }
  if (rows.length === 0)
    throw new UnreadableFileError('There are no rows below the names of the columns.')
  if (rows.length > MAX_ROWS) {
    throw new UnreadableFileError(
      `The file has more than ${MAX_ROWS.toLocaleString('en-US')} rows. Please split it into several files.`,
    )
  }
  const isOwn = columns.every((column) => header.includes(column))
  return {
    header: header.map((name) => name.trim()),
    rows: rows.map((cells) => (isBlank(cells) ? [] : isOwn ? cells.map(unguarded) : cells)),
  }
}

export const tooLarge = 'The file is larger than 40 MB. Please split it into several files.'

function decoded(bytes: Uint8Array): string {
  const starts = (...signature: number[]) => signature.every((byte, at) => bytes[at] === byte)
  if (starts(0x50, 0x4b, 3, 4) || starts(0xd0, 0xcf, 0x11, 0xe0)) {
    throw new UnreadableFileError(
      'This is a spreadsheet workbook. Please save the sheet as a CSV file and choose that.',
    )
  }
  const text = textOf(bytes, starts)
  if (text.includes('\0')) throw new UnreadableFileError('This is not a text file.')
  return text
}

function textOf(bytes: Uint8Array, starts: (...signature: number[]) => boolean): string {
  if (starts(0xff, 0xfe)) return new TextDecoder('utf-16le').decode(bytes)
  if (starts(0xfe, 0xff)) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** The separator that gives the first row the most columns. Excel may name it in a line before. */
function separated(text: string): { separator: string; body: string } {
  const named = /^sep=(.)\r?\n/i.exec(text)
  if (named) return { separator: named[1]!, body: text.slice(named[0].length) }
  const columns = (delimiter: string) =>
    Papa.parse<string[]>(text, { delimiter, preview: 1 }).data[0]?.length ?? 0
  const [separator] = [',', ';', '\t'].toSorted((one, other) => columns(other) - columns(one))
  return { separator: separator!, body: text }
}

const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '')
