export interface HandedOver {
  about: string
  /** Null where no row has one */
  name: string | null
  handed_over_at: string
  parts: { label: string; table: string; rows: Record<string, unknown>[] }[]
}

/** A file in a hand-over. */
export interface HandedFile {
  id: string
  name: string
  state: 'uploading' | 'ready' | 'refused'
  /** A child's: opened only with a reason. */
  mentee_id?: string
  removed_at?: string
}

/** Why a child's file is opened. */
export const handOverReason = 'Handed over to the person whose data it is'

const filesOf = ({ parts }: HandedOver): HandedFile[] =>
  parts
    .filter(({ table }) => table === 'public.files')
    .flatMap(({ rows }) => rows as unknown as HandedFile[])

/**
 * A ZIP archive of the hand-over: the data as `data.json`, the files by name, and `missing.txt`
 * with the reasons for any left out.
 * @param read the content of a file; a rejection leaves it out
 */
export async function archiveOf(
  data: HandedOver,
  read: (file: HandedFile) => Promise<Uint8Array<ArrayBuffer>>,
): Promise<{ archive: Blob; missing: string[] }> {
  const { downloadZip } = await import('client-zip')
  const lastModified = new Date(data.handed_over_at)
  const missing: string[] = []
  const taken = new Set<string>()
  const entries = async function* () {
    yield { name: 'data.json', input: JSON.stringify(data, null, 2), lastModified }
    for (const file of filesOf(data)) {
      const reason = reasonAgainst(file)
      const input = reason ?? (await read(file).catch(reasonOf))
      if (typeof input === 'string') missing.push(`${file.name}: ${input}`)
      else yield { name: `files/${uniqueName(file.name, taken)}`, input, lastModified }
    }
    if (missing.length > 0) {
      yield { name: 'missing.txt', input: `${missing.join('\n')}\n`, lastModified }
    }
  }
  return { archive: await downloadZip(entries()).blob(), missing }
}

const reasonAgainst = ({ state, removed_at }: HandedFile) =>
  removed_at
    ? 'It was removed and will be deleted within a day.'
    : { uploading: 'It has not arrived.', refused: 'It was not accepted.', ready: undefined }[state]

const reasonOf = (error: Error) => `It could not be read (${error.message}).`

/** Some programs treat names that differ only in case or in composed letters as the same. */
function uniqueName(name: string, taken: Set<string>): string {
  const end = name.lastIndexOf('.')
  for (let number = 1; ; number += 1) {
    const chosen = number === 1 ? name : `${name.slice(0, end)} (${number})${name.slice(end)}`
    const folded = chosen.normalize().toLowerCase()
    if (taken.has(folded)) continue
    taken.add(folded)
    return chosen
  }
}
