import type { FromWorker } from './import-worker'
import { MAX_BYTES, tooLarge, UnreadableFileError, type CsvTable, type ReadAs } from './read-csv'

/**
 * Reads a CSV file in a web worker.
 *
 * @throws UnreadableFileError
 */
export async function readFile(
  file: File,
  columns: readonly string[],
  signal: AbortSignal,
  chosen: ReadAs = {},
): Promise<CsvTable> {
  if (file.size > MAX_BYTES) throw new UnreadableFileError(tooLarge)
  const worker = new Worker(new URL('./import-worker.ts', import.meta.url), { type: 'module' })
  try {
    return await new Promise((resolve, reject) => {
      const rows: string[][] = []
      const fail = (problem = 'The file could not be read.') =>
        reject(new UnreadableFileError(problem))
      worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
        if ('rows' in data) rows.push(...data.rows)
        else if ('table' in data) resolve({ ...data.table, rows })
        else fail(data.problem)
      }
      worker.onerror = () => fail()
      signal.addEventListener('abort', () => fail())
      worker.postMessage({ file, columns, chosen })
    })
  } finally {
    worker.terminate()
  }
}
