import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { csvLines } from '../src/shared/lib/csv'
import { randomTable } from './random-tables'

/*
 * Opens 2,000 random tables, as the app exports them, in LibreOffice with each separator that a
 * locale may use, and looks for cells that became formulas. LibreOffice Calc must be installed
 * (Debian: `libreoffice-calc-nogui`).
 */

const directory = await mkdtemp(join(tmpdir(), 'kindlewell-spreadsheet-'))

/** How many cells of a CSV file LibreOffice reads as formulas, and how many rows it reads. */
async function open(csv: string, separator: string): Promise<{ formulas: number; rows: number }> {
  await writeFile(join(directory, 'table.csv'), `\uFEFF${csv}`)
  await promisify(execFile)(
    'soffice',
    [
      `-env:UserInstallation=${pathToFileURL(join(directory, 'profile')).href}`,
      '--headless',
      // Separator, double quote, UTF-8, from the first line on.
      `--infilter=CSV:${separator.charCodeAt(0)},34,76,1`,
      '--convert-to',
      'fods',
      '--outdir',
      directory,
      join(directory, 'table.csv'),
    ],
    { timeout: 300_000 },
  )
  const sheet = await readFile(join(directory, 'table.fods'), 'utf8')
  return {
    formulas: sheet.match(/table:formula=/g)?.length ?? 0,
    rows: sheet.match(/<table:table-row /g)?.length ?? 0,
  }
}

try {
  const rows = fc.sample(randomTable, 2_000).flat()
  for (const separator of [',', ';', '\t']) {
    const control = await open(`=1+1${separator}text\r\n`, separator)
    if (control.formulas !== 1)
      throw new Error('LibreOffice did not run the formula that it should')
    const { formulas, rows: read } = await open(csvLines(rows), separator)
    console.log(
      `${JSON.stringify(separator)}: ${rows.length} rows of 2,000 tables written, ${read} read, ${formulas} formulas`,
    )
    if (formulas > 0 || read < rows.length) process.exitCode = 1
  }
} finally {
  await rm(directory, { recursive: true, force: true })
}
