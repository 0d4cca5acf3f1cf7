import fs from 'node:fs'
import path from 'node:path'
import { defaultSqlDirectory } from '../embedded/config.js'
import { openDatabase } from '../embedded/database.js'
import type { Migration } from '../embedded/sql-files.js'
import { readCatalogue } from './catalogue.js'

/** The files of `supabase/schemas`, in the order in which they run, each as if it were a migration. */
export function readSchemas(): Migration[] {
  const directory = path.join(defaultSqlDirectory, 'schemas')
  return fs
    .readdirSync(directory)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => ({
      name: `schemas/${name}`,
      version: name,
      text: fs.readFileSync(path.join(directory, name), 'utf8'),
    }))
}

export const baseName = 'migrations/20261121080000_base.sql'

/** The first migration: all schemas in order. */
export const baseOf = (schemas: Migration[]) =>
  [
    '-- Made from supabase/schemas by `npm run db:base`: change those. From the first release on it stays.\n',
    ...schemas.map(({ name, text }) => `-- supabase/${name}\n\n${text}`),
  ].join('\n')

/** What these files make of an empty database. */
export async function catalogueOf(migrations: Migration[]): Promise<string> {
  // Apart from those that the tests begin with: only the last few are kept.
  const snapshotDirectory = path.join(defaultSqlDirectory, '.temp/catalogues')
  const files = { migrations, seed: undefined }
  const { pg, close } = await openDatabase({ files, snapshotDirectory })
  try {
    return await readCatalogue(async (statement) => (await pg.query(statement)).rows as never[])
  } finally {
    await close()
  }
}
