import type { ImportForm, Resource } from '../core/define-resource'
import { joinParts, rowChecker, type Checked } from './check-rows'
import { storedAlike } from './import-queries'
import type { Plan } from './plan'
import type { CsvTable } from './read-csv'
import { unsureDonors } from './unsure-donors'

/** How long the check may block the page */
const SLICE_MS = 8

interface Options {
  resource: Pick<Resource, 'table' | 'duplicateKeys' | 'protected'>
  form: ImportForm
  file: CsvTable
  plan: Plan
  signal: AbortSignal
  onProgress: (share: number) => void
}

/**
 * Checks all rows by the schema, against each other and against stored rows. The schema is part
 * of the app, so this runs on the main thread and yields every few milliseconds.
 *
 * @param options.onProgress receives the share that is done, from 0 to 1
 */
export async function checkFile({
  resource,
  form,
  file,
  plan,
  signal,
  onProgress,
}: Options): Promise<Checked> {
  const { duplicateKeys = [] } = resource
  const { headerRow, header, known = [] } = file
  const { checked, check } = rowChecker({
    form,
    plan,
    duplicateKeys,
    columns: header.length,
    headerRow,
    known,
  })
  let began = performance.now()
  for (const [index, cells] of file.rows.entries()) {
    check(cells, index)
    if (performance.now() - began > SLICE_MS) {
      onProgress((index / file.rows.length) * (duplicateKeys.length > 0 ? 0.5 : 1))
      await new Promise((resolve) => setTimeout(resolve))
      signal.throwIfAborted()
      began = performance.now()
    }
  }
  joinParts(form, checked)
  const stored = await storedAlike(resource, checked.ready, signal, (share) =>
    onProgress(0.5 + share / 2),
  )
  const unsure = form.asksWho
    ? await unsureDonors([...checked.ready, ...checked.duplicates], signal)
    : []
  const isStored = (_: unknown, at: number) => stored.has(at)
  return {
    ...checked,
    unsure,
    ready: checked.ready.filter((row, at) => !isStored(row, at)),
    duplicates: [
      ...checked.duplicates,
      ...checked.ready.filter(isStored).map((row) => ({ ...row, reason: 'Already stored' })),
    ].toSorted((one, other) => one.row - other.row),
  }
}
