import Papa from 'papaparse'
import { unguarded } from '@/shared/lib/csv'
import type { Known } from '../core/define-resource'
import { decode, type Encoding, type Letters } from './encodings'

export const MAX_BYTES = 40 * 1024 * 1024
const MAX_ROWS = 50_000

export interface CsvTable {
  header: string[]
  /** As a spreadsheet numbers it; above it are lines that are not part of the table. */
  headerRow: number
  letters?: Letters
  /**
   * In the order of the file. A blank line has no cells, so that the other row numbers stay right.
   */
  rows: string[][]
  /** The first lines of the file, any of which may name the columns */
  top: readonly string[]
  /** The rows of another list that a column may name */
  known?: readonly Known[]
}

/** How a file is read, where someone chose */
export interface ReadAs {
  encoding?: Encoding
  /** As a spreadsheet numbers it */
  headerRow?: number
}

export interface ChosenFile extends CsvTable {
  name: string
  /** To be read again in another encoding */
  file: File
}

/** The message for a file that cannot be read at all. */
export class UnreadableFileError extends Error {}

/**
 * Reads a file whatever its encoding and its separator, and finds the column names below any other
 * lines. A file that the app exported, recognized by the resource's column names, loses its
 * apostrophes before formulas.
 * @param chosen instead of the encoding that the letters tell, and of the header that the rows show
 * @throws UnreadableFileError
 */
export function readCsv(
  bytes: Uint8Array,
  columns: readonly string[],
  chosen: ReadAs = {},
): CsvTable {
  if (bytes.length > MAX_BYTES) throw new UnreadableFileError(tooLarge)
  const { text, letters } = decoded(bytes, chosen.encoding)
  const { separator, body } = separated(text)
  // One more than the most, below the header.
  const parsed = Papa.parse<string[]>(body, {
    delimiter: separator,
    preview: MAX_ROWS + 2 + PREAMBLE,
  })
  const above = (chosen.headerRow ?? 0) > 0 ? chosen.headerRow! - 1 : linesAbove(parsed.data)
  const [header = [], ...rows] = parsed.data.slice(above)
  const broken = parsed.errors.find(({ type }) => type === 'Quotes')
  if (broken) {
    throw new UnreadableFileError(
      `In row ${(broken.row ?? 0) + 1} a quotation mark is not closed, or text follows a closed one. Inside quoted text, write a quotation mark twice.`,
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
    headerRow: above + 1,
    top: parsed.data
      .slice(0, PREAMBLE)
      .map((cells) => cells.filter((cell) => cell.trim() !== '').join(', ')),
    ...(letters && { letters }),
    rows: rows.map((cells) => (isBlank(cells) ? [] : cells.map(isOwn ? unguarded : shown))),
  }
}

export const tooLarge = 'The file is larger than 40 MB. Please split it into several files.'

/** The most lines above the header. */
const PREAMBLE = 20

/**
 * How many lines are above the header: lines that fill at most half as many columns as most rows.
 */
function linesAbove(rows: readonly string[][]): number {
  const { width: usual } = usualWidth(rows.slice(0, 5 * PREAMBLE))
  const filled = (cells: readonly string[]) => cells.filter((cell) => cell.trim() !== '').length
  const above = rows
    .slice(0, PREAMBLE)
    .findIndex((cells) => cells.length === usual && filled(cells) > usual / 2)
  return above > 0 && rows.slice(0, above).every((cells) => filled(cells) <= usual / 2) ? above : 0
}

/** The number of cells that most rows have, and how many rows have it. */
function usualWidth(rows: readonly string[][]): { width: number; share: number } {
  // By the cells, since lines above a table can be more than its rows.
  const counts = new Map<number, number>()
  const filled = rows.filter((cells) => !isBlank(cells))
  for (const { length } of filled) counts.set(length, (counts.get(length) ?? 0) + 1)
  const [[width, number] = [0, 0]] = [...counts].toSorted(
    ([wide, one], [narrow, other]) => other * narrow - one * wide || narrow - wide,
  )
  return { width, share: number / filled.length || 0 }
}

function decoded(bytes: Uint8Array, encoding: Encoding | undefined) {
  const starts = (...signature: number[]) => signature.every((byte, at) => bytes[at] === byte)
  if (starts(0x50, 0x4b, 3, 4) || starts(0xd0, 0xcf, 0x11, 0xe0)) {
    throw new UnreadableFileError(
      'This is a spreadsheet workbook. Please save the sheet as a CSV file and choose that.',
    )
  }
  const read = decode(bytes, encoding)
  if (read.text.includes('\0')) throw new UnreadableFileError('This is not a text file.')
  return read
}

/** The separator that gives most rows the most columns. Excel may name it in a line before. */
function separated(text: string): { separator: string; body: string } {
  const named = /^sep=(.)\r?\n/i.exec(text)
  if (named) return { separator: named[1]!, body: text.slice(named[0].length) }
  const columns = (delimiter: string) => {
    const rows = Papa.parse<string[]>(text, { delimiter, preview: 5 * PREAMBLE }).data
    const { width, share } = usualWidth(rows)
    return width * share
  }
  const [separator] = [',', ';', '\t', '|'].toSorted((one, other) => columns(other) - columns(one))
  return { separator: separator!, body: text }
}

/** A cell as a spreadsheet shows it: `="02138"` and `'02138` keep the zero. */
const shown = (cell: string) =>
  cell.trim().replace(/^="([^"]*)"$/, '$1') === cell.trim()
    ? cell.replace(/^'(?=[+\d])/, '')
    : cell.trim().slice(2, -1)

const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '')
