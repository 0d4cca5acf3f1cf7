import { readRows, readSequences, type Contents, type Table } from './catalogue'
import type { Session } from './database'
import { foreign } from './encryption'
import type { Absent, FileRow, readFiles } from './files'
import { RowSum, type Sum } from './row-sum'

// A backup is a script that psql runs: rows as `copy` reads them, between a header and a footer that
// are comments. The footer has the sums, which are known only once all rows were read. After it come the
// files, as comments in base64, and an end with those that are absent.

const format = 3
const title = '-- Backup of the Kindlewell database'

export interface Header extends Contents {
  format: number
  createdAt: string
  /** The source database. */
  database: string
  /** The sequences in the backup that no migration makes. */
  ownSequences?: string[]
}

export interface Footer {
  sums: Record<string, Sum>
  sequences: Record<string, string>
  /** How many rows of each foreign key referred to a missing row; since format 3. */
  broken?: Record<string, number>
}

export type Part =
  | { header: Header }
  /** Some rows of one table, each a line. */
  | { table: Table; rows: string[] }
  | { footer: Footer }
  | { row: FileRow; bytes: Uint8Array<ArrayBuffer> }
  /** The last part. */
  | { absent: Absent[] }

/**
 * Empties tables, and with accounts what belongs to them. Tables of your own that refer to the
 * emptied ones stay as they are; `truncate` would empty them too, or refuse.
 */
export const emptyTables = (tables: readonly Pick<Table, 'name'>[]) => `do $empty$
declare
  emptied regclass[] := array[${tables.map(({ name }) => `'${name.replaceAll("'", "''")}'`).join(', ')}]::regclass[];
  accounts regclass[];
  stays boolean;
  one regclass;
begin
  with recursive referring (id) as (
    select unnest(emptied)::oid
    union
    select key.conrelid from pg_constraint key join referring on key.confrelid = referring.id where key.contype = 'f'
  )
  select coalesce(array_agg(id::regclass) filter (where relnamespace = to_regnamespace('auth')), '{}'),
    coalesce(bool_or(relnamespace is distinct from to_regnamespace('auth')), false)
  into accounts, stays
  from referring join pg_class on pg_class.oid = id where id <> all (emptied::oid[]);
  emptied := emptied || accounts;
  if not stays then
    execute 'truncate ' || array_to_string(emptied, ', ');
    return;
  end if;
  execute 'lock table ' || array_to_string(emptied, ', ') || ' in access exclusive mode';
  foreach one in array emptied loop
    execute 'delete from ' || one;
  end loop;
end
$empty$;`

export const restartSequence = (name: string, next: string) =>
  `alter sequence ${name} restart with ${next};`

/** Without triggers and references, until the transaction ends. */
export const withoutTriggers = 'set local session_replication_role = replica;'

export const withTriggers = 'set local session_replication_role = origin;'

/** A restored database sends no waiting mail: it may have been sent since. */
export const holdMail = 'select private.hold_mail();'

/** Writes everything a transaction sees. */
export async function* writeScript(
  session: Session,
  about: Omit<Header, 'format'>,
  broken: Record<string, number>,
  sequencesLeftOut: readonly string[] = [],
): AsyncGenerator<Uint8Array> {
  const header: Header = { format, ...about }
  yield Buffer.from(
    [
      title,
      `-- ${JSON.stringify(header)}`,
      '\\set ON_ERROR_STOP on',
      'begin;',
      withoutTriggers,
      emptyTables(header.tables),
      '',
    ].join('\n'),
  )
  const all = Object.entries(await readSequences(session))
  const sequences = all.filter(([name]) => !sequencesLeftOut.includes(name))
  const footer: Footer = {
    sums: {},
    sequences: Object.fromEntries(sequences),
    broken,
  }
  for (const table of header.tables) {
    yield Buffer.from(`${copyLine(table)}\n`)
    const sum = new RowSum()
    for await (const rows of readRows(session, table)) {
      rows.forEach((row) => sum.add(row))
      yield Buffer.from(`${rows.join('\n')}\n`)
    }
    footer.sums[table.name] = sum.value()
    yield Buffer.from('\\.\n')
  }
  yield Buffer.from(
    [
      ...sequences.map(([name, next]) => restartSequence(name, next)),
      holdMail,
      'commit;',
      `-- ${JSON.stringify(footer)}`,
      '',
    ].join('\n'),
  )
}

/** A multiple of three, so that the lines of a file make one text in base64. */
const bytesOfLine = 48 * 1024

/** Writes the files from `readFiles`. */
export async function* writeFiles(files: ReturnType<typeof readFiles>): AsyncGenerator<Uint8Array> {
  for await (const part of files) {
    if ('absent' in part) {
      yield Buffer.from(`-- end ${JSON.stringify(part.absent)}\n`)
      continue
    }
    const { row, bytes } = part
    yield Buffer.from(`-- file ${row.id} ${row.hash}\n`)
    for (let start = 0; start < bytes.length; start += bytesOfLine) {
      const line = Buffer.from(bytes.subarray(start, start + bytesOfLine)).toString('base64')
      yield Buffer.from(`-- ${line}\n`)
    }
  }
}

const copyLine = ({ name, columns }: Table) => `copy ${name} (${columns.join(', ')}) from stdin;`

/** The most bytes of rows to pass on at a time. */
const batch = 1 << 20

/**
 * Reads the output of `writeScript` and `writeFiles`.
 *
 * @throws when it is something else, or of a newer format
 */
export async function* readScript(source: AsyncIterable<Uint8Array>): AsyncGenerator<Part> {
  let header: Header | undefined
  let footer: Footer | undefined
  let table: Table | undefined
  let rows: string[] = []
  let size = 0
  let number = 0
  let row: FileRow | undefined
  let content: Buffer[] = []
  let absent: Absent[] | undefined
  for await (const line of lines(source)) {
    number += 1
    if (number === 1 && line.toString() !== title) throw new Error(foreign)
    if (number === 2) {
      header = JSON.parse(line.subarray(3).toString()) as Header
      if (header.format > format) {
        throw new Error(
          `The backup has format ${header.format}, this program knows format ${format}: update it.`,
        )
      }
      yield { header }
    }
    if (number <= 2 || !header) continue
    if (footer) {
      const text = line.toString('latin1', 3)
      // Base64 text has no spaces.
      const [, word, rest = ''] = /^(file|end) (.*)$/.exec(text) ?? []
      if (!word) {
        content.push(Buffer.from(text, 'base64'))
        continue
      }
      if (row) yield { row, bytes: Buffer.concat(content) }
      content = []
      row = undefined
      if (word === 'end') absent = JSON.parse(rest) as Absent[]
      else row = { id: rest.slice(0, 36), hash: rest.slice(37) }
      continue
    }
    if (!table) {
      const text = line.toString()
      table = header.tables.find((it) => text === copyLine(it))
      if (text.startsWith('-- ')) {
        footer = JSON.parse(text.slice(3)) as Footer
        yield { footer }
      }
      continue
    }
    const isEnd = line.length === 2 && line.toString() === '\\.'
    if (!isEnd) {
      rows.push(line.toString())
      size += line.length
    }
    if (rows.length > 0 && (isEnd || size > batch)) {
      yield { table, rows }
      rows = []
      size = 0
    }
    if (isEnd) table = undefined
  }
  if (!absent) throw new Error(number === 0 ? foreign : 'The backup has no end: it is cut off.')
  yield { absent }
}

async function* lines(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0)
  for await (const chunk of source) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : Buffer.from(chunk)
    let start = 0
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
      yield bytes.subarray(start, end)
      start = end + 1
    }
    rest = bytes.subarray(start)
  }
  if (rest.length > 0) yield rest
}
