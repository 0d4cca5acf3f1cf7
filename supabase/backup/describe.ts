import type { BackedUp } from './backup'
import { describeBroken } from './catalogue'
import type { Absent } from './files'
import type { Count, Plan } from './restore'

export const describeCount = ({ rows, tables, files }: Count) =>
  `${rows.toLocaleString('en-US')} rows in ${tables} tables and ${files.toLocaleString('en-US')} files`

const absences: Record<Absent['is'], string> = {
  removed: 'it was removed while the backup ran',
  lost: 'the storage service does not have it',
  changed: 'the object is not the one that was checked',
}

export const describeAbsent = ({ id, is }: Absent) => `Without the file ${id}: ${absences[is]}.`

/** Lines about what a backup has, or has not, beside what migrations make. */
export function describeOwn({ own, broken }: BackedUp, all: boolean): string[] {
  const { stored, others, gone } = own
  return [
    ...list('Missing in the database', gone),
    ...list(
      all
        ? 'Also in the backup, though no migration makes them'
        : 'Not in the backup, because no migration makes them (`npm run backup -- --all` takes them too)',
      stored,
    ),
    ...list('In no backup, which has only rows: keep the statements that make them', others),
    ...broken.map((it) => `Backed up as they are: ${describeBroken(it)}`),
  ]
}

/** Lines about what a restore will do beside replacing rows. */
export const describePlan = ({ migrations, stays, loses, leftOut }: Plan): string[] => [
  ...list('It first gets the migrations', migrations),
  ...list('Not in the backup, so they stay as they are', stays),
  ...list(
    'Not in the backup, and without a key to keep their values by, so they are emptied',
    loses,
  ),
  ...list('Left out, because the database lacks them: make them first to have their rows', leftOut),
]

const list = (title: string, names: readonly string[]) =>
  names.length > 0 ? [`${title}: ${names.join(', ')}.`] : []
