import Papa from 'papaparse'

/**
 * Cells that a spreadsheet would run as a formula. A plain number or phone number that begins with a
 * sign, such as +231 77 555 0101, is not one. LibreOffice looks behind null bytes.
 */
const formula = /^(?:[=@\t\r\0]|[+-](?![\d\s().-]*$))/

export type CsvValue = string | number | boolean | null | undefined | readonly string[]

/**
 * RFC 4180 lines without a header, each ended by CRLF. Lists are joined with a comma and a space,
 * null is blank, and a formula is made harmless by a leading apostrophe.
 */
export function csvLines(rows: readonly (readonly CsvValue[])[]): string {
  if (rows.length === 0) return ''
  const cells = rows.map((row) =>
    row.map((value) => (Array.isArray(value) ? value.join(', ') : value)),
  )
  return Papa.unparse(cells, { newline: '\r\n', escapeFormulae: formula }) + '\r\n'
}

/** Offers the parts as one file; the byte order mark tells spreadsheets that it is UTF-8. */
export function downloadCsv(fileName: string, parts: readonly BlobPart[]): void {
  const url = URL.createObjectURL(
    new Blob(['\uFEFF', ...parts], { type: 'text/csv;charset=utf-8' }),
  )
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  URL.revokeObjectURL(url)
}

/** Such as `volunteer_applications_2026-01-31.csv`, by the date where the user is. */
export function csvFileName(table: string, now = new Date()): string {
  const pad = (part: number) => String(part).padStart(2, '0')
  return `${table}_${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}.csv`
}
