import { readCsv, UnreadableFileError, type CsvTable, type Encoding } from './read-csv'

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
  encoding?: Encoding
}

self.addEventListener('message', ({ data }: MessageEvent<Asked>) => {
  const tell = (message: FromWorker) => self.postMessage(message)
  read(data, tell).catch((error: unknown) =>
    tell({ problem: error instanceof UnreadableFileError ? error.message : undefined }),
  )
})

async function read(
  { file, columns, encoding }: Asked,
  tell: (message: FromWorker) => void,
): Promise<void> {
  const { rows, ...table } = readCsv(new Uint8Array(await file.arrayBuffer()), columns, encoding)
  for (let from = 0; from < rows.length; from += PART) tell({ rows: rows.slice(from, from + PART) })
  tell({ table })
}
