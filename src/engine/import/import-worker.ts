import { readCsv, UnreadableFileError, type CsvTable, type ReadAs } from './read-csv'

/**
 * Sends the page the rows in parts, so that it never blocks, then the facts about them or the
 * problem.
 */
export type FromWorker =
  | { rows: string[][] }
  | { table: Omit<CsvTable, 'rows'> }
  | { problem: string | undefined }

const PART = 500

interface Asked {
  file: File
  columns: readonly string[]
  chosen: ReadAs
}

self.addEventListener('message', ({ data }: MessageEvent<Asked>) => {
  const tell = (message: FromWorker) => self.postMessage(message)
  read(data, tell).catch((error: unknown) =>
    tell({ problem: error instanceof UnreadableFileError ? error.message : undefined }),
  )
})

async function read(
  { file, columns, chosen }: Asked,
  tell: (message: FromWorker) => void,
): Promise<void> {
  const { rows, ...table } = readCsv(new Uint8Array(await file.arrayBuffer()), columns, chosen)
  for (let from = 0; from < rows.length; from += PART) tell({ rows: rows.slice(from, from + PART) })
  tell({ table })
}
