import { readCsv, UnreadableFileError, type CsvTable } from './read-csv'

/** To the page: the rows in parts, so that it never blocks; then the header, or the problem. */
export type FromWorker =
  | { rows: string[][] }
  | { header: CsvTable['header'] }
  | { problem: string | undefined }

const PART = 500

self.addEventListener(
  'message',
  ({ data }: MessageEvent<{ file: File; columns: readonly string[] }>) => {
    const tell = (message: FromWorker) => self.postMessage(message)
    read(data.file, data.columns, tell).catch((error: unknown) =>
      tell({ problem: error instanceof UnreadableFileError ? error.message : undefined }),
    )
  },
)

async function read(
  file: File,
  columns: readonly string[],
  tell: (message: FromWorker) => void,
): Promise<void> {
  const { header, rows } = readCsv(new Uint8Array(await file.arrayBuffer()), columns)
  for (let from = 0; from < rows.length; from += PART) tell({ rows: rows.slice(from, from + PART) })
  tell({ header })
}
