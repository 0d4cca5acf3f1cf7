import fs from 'node:fs'
import path from 'node:path'
import { defaultSqlDirectory } from '../embedded/config.js'
import { openDatabase } from '../embedded/database.js'
import type { Migration } from '../embedded/sql-files.js'
import { queryOf, readCatalogue } from './catalogue.js'

/** `*` stands for a part of a name, as in the CLI. */
const matches = (pattern: string, name: string) =>
  new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}$`).test(name)

/**
 * The files of `supabase/schemas` in the order of `schema_paths` in config.toml, each as if it were a
 * migration. A pattern stands for the files that no earlier one matched, by name.
 *
 * @throws for a pattern that no file matches, and for a file that no pattern matches
 * @see https://supabase.com/docs/guides/local-development/declarative-database-schemas
 */
export function readSchemas(): Migration[] {
  const directory = path.join(defaultSqlDirectory, 'schemas')
  const names = fs
    .readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.sql'))
    .map((name) => name.split(path.sep).join('/'))
    .sort()
  const config = fs.readFileSync(path.join(defaultSqlDirectory, 'config.toml'), 'utf8')
  const [, listed = ''] = /^schema_paths = \[([^\]]*)\]/m.exec(config) ?? []
  const order = new Set<string>()
  for (const [, pattern] of listed.matchAll(/"\.\/schemas\/([^"]*)"/g)) {
    const found = names.filter((name) => matches(pattern!, name))
    if (found.length === 0) throw new Error(`No file of supabase/schemas matches ${pattern}.`)
    found.forEach((name) => order.add(name))
  }
  const forgotten = names.filter((name) => !order.has(name))
  if (forgotten.length > 0)
    throw new Error(`schema_paths in config.toml lacks ${forgotten.join(', ')}.`)
  return [...order].map((name) => ({
    name: `schemas/${name}`,
    version: name,
    text: fs.readFileSync(path.join(directory, name), 'utf8'),
  }))
}

export const baseName = 'migrations/20261121080000_base.sql'

/** The first migration: all schemas in order. */
export const baseOf = (schemas: Migration[]) =>
  [
    '-- Made from supabase/schemas by `npm run db:update`: change those. From the first release on it stays.\n',
    ...schemas.map(({ name, text }) => `-- supabase/${name}\n\n${text}`),
  ].join('\n')

/** In one session the first file sets it for all; a file that runs on its own starts a new one. */
export const inOneSession = (file: Migration): Migration =>
  file.name.startsWith('schemas/')
    ? { ...file, text: `set check_function_bodies = off; ${file.text}` }
    : file

/** The catalogue after these files run on an empty database. */
export async function catalogueOf(migrations: Migration[]): Promise<string> {
  // Kept apart from the tests' copies, because only the last few are kept.
  const snapshotDirectory = path.join(defaultSqlDirectory, '.temp/catalogues')
  const files = { migrations: migrations.map(inOneSession), seed: undefined }
  const { pg, close } = await openDatabase({ files, snapshotDirectory })
  try {
    return await readCatalogue(queryOf(pg))
  } finally {
    await close()
  }
}
