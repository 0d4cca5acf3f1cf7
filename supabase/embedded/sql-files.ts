import fs from 'node:fs'
import path from 'node:path'
import { protocol, type PGlite } from '@electric-sql/pglite'

export interface SqlFile {
  name: string
  text: string
}

export interface Migration extends SqlFile {
  version: string
}

export interface SqlFiles {
  migrations: Migration[]
  seed: SqlFile | undefined
}

/** Reads `migrations/<14 digits>_<name>.sql` in order and `seed.sql`, as the Supabase CLI does. */
export function readSqlFiles(sqlDirectory: string): SqlFiles {
  const directory = path.join(sqlDirectory, 'migrations')
  const names = fs.existsSync(directory) ? fs.readdirSync(directory) : []
  const migrations = names
    .filter((name) => /^\d{14}_.*\.sql$/.test(name))
    .sort()
    .map((name) => ({
      name: `migrations/${name}`,
      version: name.slice(0, 14),
      text: fs.readFileSync(path.join(directory, name), 'utf8'),
    }))
  const seedPath = path.join(sqlDirectory, 'seed.sql')
  const seed = fs.existsSync(seedPath)
    ? { name: 'seed.sql', text: fs.readFileSync(seedPath, 'utf8') }
    : undefined
  return { migrations, seed }
}

/** The line of the seed from which on it has sample rows. */
const samplesBegin = '-- Sample rows'

/** The same files, with only the accounts of the seed. */
export const withoutSamples = ({ migrations, seed }: SqlFiles): SqlFiles => ({
  migrations,
  seed: seed && { ...seed, text: seed.text.split(samplesBegin, 1)[0]! },
})

/**
 * Runs a whole file in the current transaction.
 *
 * @returns every value that its statements returned, as Postgres writes it
 * @throws at the first statement that fails; the message names file, line and column, the reason
 * and the line itself
 */
export async function runSqlFile(pg: PGlite, file: SqlFile): Promise<string[]> {
  // The simple protocol says how many statements succeeded before the failed one.
  const { messages } = await pg.execProtocol(protocol.serialize.query(file.text), {
    throwOnError: false,
  })
  const error = messages.find((message) => message instanceof protocol.messages.DatabaseError)
  if (!error) {
    return messages.flatMap((message) =>
      message instanceof protocol.messages.DataRowMessage
        ? message.fields.filter((value) => value !== null)
        : [],
    )
  }
  const finished = messages.filter((message) => message.name === 'commandComplete').length
  const offset = error.position
    ? [...file.text].slice(0, Number(error.position) - 1).join('').length
    : statementOffset(file.text, finished)
  const start = file.text.lastIndexOf('\n', offset - 1) + 1
  const [line = ''] = file.text.slice(start).split('\n', 1)
  throw new Error(
    [
      `${placeOf(file, offset)}: ${error.message} (${error.code})`,
      error.detail && `  detail: ${error.detail}`,
      error.hint && `  hint: ${error.hint}`,
      error.where && `  in: ${error.where.split('\n')[0]}`,
      `  > ${line.trim().slice(0, 200)}`,
    ]
      .filter(Boolean)
      .join('\n'),
  )
}

/** Where a person looks for an offset: the base migration names the schema file of each part. */
function placeOf({ name, text }: SqlFile, offset: number): string {
  const before = text.slice(0, offset)
  const part = Array.from(before.matchAll(/^-- supabase\/(schemas\/\S+\.sql)\n\n/gm)).at(-1)
  const lines = (part ? before.slice(part.index + part[0].length) : before).split('\n')
  return `${part?.[1] ?? name}:${lines.length}:${lines.at(-1)!.length + 1}`
}

/** The start of the statement after `finished` others. Close enough to point a person at it. */
function statementOffset(sql: string, finished: number): number {
  const comment = /--[^\n]*|\/\*[\s\S]*?\*\//.source
  const quoted = /'(?:[^']|'')*'|"[^"]*"|(\$\w*\$)[\s\S]*?\1/.source
  let offset = 0
  let passed = 0
  for (const token of sql.matchAll(new RegExp(`${comment}|${quoted}|;`, 'g'))) {
    if (passed === finished) break
    if (token[0] !== ';') continue
    passed += 1
    offset = token.index + 1
  }
  const blank = new RegExp(`^(?:\\s|${comment})*`).exec(sql.slice(offset))
  return offset + (blank?.[0].length ?? 0)
}
