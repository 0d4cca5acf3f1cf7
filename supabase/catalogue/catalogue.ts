import fs from 'node:fs'
import type { PGlite } from '@electric-sql/pglite'
import type { Migration } from '../embedded/sql-files.js'

/** Runs one statement on any Postgres. */
export type Query = <Row>(statement: string) => Promise<Row[]>

export const queryOf =
  (pg: PGlite): Query =>
  async (statement) =>
    (await pg.query(statement)).rows as never[]

/** A fact about an object of the database. */
export interface Line {
  object: string
  line: string
}

/** It first empties the search path for the transaction, so that every name has its schema. */
const statementOf = (file: string) => `
  with path as materialized (select set_config('search_path', '', true))
  select made.object, made.line from path
  left join lateral (${fs.readFileSync(new URL(file, import.meta.url), 'utf8')}) as made on true`

/** The lines of everything the migrations made, without rows. */
export const catalogueStatement = statementOf('./catalogue.sql')

/** The lines of what else decides who may do what. */
export const surroundingsStatement = statementOf('./surroundings.sql')

/**
 * Everything the migrations made, as text: a paragraph for each object, a line for each of its
 * parts.
 */
export async function readCatalogue(query: Query): Promise<string> {
  const rows = await readRows(query)
  return catalogueText([
    ...(await query<Line>(catalogueStatement)),
    ...rows.map(({ table, row }) => ({ object: `rows of ${table}`, line: row })),
  ])
}

export function catalogueText(lines: readonly Line[]): string {
  const objects = new Map<string, string[]>()
  for (const { object, line } of lines) {
    objects.set(object, [...(objects.get(object) ?? []), line.replace(/\s*\n\s*/g, ' ')])
  }
  return [...objects]
    .map(([object, parts]) => `${object}\n${parts.map((part) => `  ${part}\n`).join('')}`)
    .join('\n')
}

/** Tables whose rows are code: no screen and no setting changes them. With the columns that work does change. */
const codeTables: Readonly<Record<string, readonly string[]>> = {
  'private.join_rules': [],
  'private.personal_columns': [],
  'private.personal_data': [],
  'private.retention_rules': ['kept', 'error', 'pruned_rows'],
  'private.submission_kinds': [],
  'private.table_readers': [],
  'private.upkeep': ['error'],
  'public.permissions': [],
}

/**
 * The rows that are code, as lines. Of a catalogue's text, which has all stored rows, `codeRowsIn` gives
 * the same lines.
 */
export async function readCodeRows(query: Query): Promise<Line[]> {
  const rows = await readRows(query, Object.keys(codeTables))
  return rows.map(({ table, row }) => codeLine(table, row))
}

export function codeRowsIn(catalogue: string): Line[] {
  return catalogue.split('\n\n').flatMap((paragraph) => {
    const [object, ...lines] = paragraph.trim().split('\n')
    const table = object!.replace('rows of ', '')
    return table in codeTables && object!.startsWith('rows of ')
      ? lines.map((line) => codeLine(table, line.trim()))
      : []
  })
}

function codeLine(table: string, row: string): Line {
  const kept = Object.entries(JSON.parse(row) as Record<string, unknown>)
    .filter(([column]) => !codeTables[table]!.includes(column))
    .sort(([one], [other]) => (one < other ? -1 : 1))
  return { object: `rows of ${table}`, line: JSON.stringify(Object.fromEntries(kept)) }
}

/** The rows of some or all tables of ours, without values that differ between databases. */
async function readRows(
  query: Query,
  chosen?: readonly string[],
): Promise<{ table: string; row: string }[]> {
  const tables = await query<{ table: string; differing: string }>(`
    select format('%I.%I', nspname, relname) as table, array(
      select attname::text from pg_attribute
      where attrelid = class.oid and attnum > 0 and not attisdropped
        and (atttypid in ('uuid'::regtype, 'timestamptz'::regtype, 'bytea'::regtype) or attgenerated = 's'
          or atttypid = 'date'::regtype and atthasdef)
    )::text as differing
    from pg_class class join pg_namespace schema on schema.oid = relnamespace
    where relkind = 'r' and nspname in ('public', 'private')
    order by format('%I.%I', nspname, relname) collate "C"`)
  const rows: { table: string; row: string }[] = []
  for (const { table, differing } of tables.filter(
    ({ table }) => chosen?.includes(table) ?? true,
  )) {
    const found = await query<{ row: string }>(`
      select row from (
        select (jsonb_strip_nulls(to_jsonb(stored)) - '${differing}'::text[])::text as row from ${table} as stored
      ) as rows order by row collate "C"`)
    rows.push(...found.map(({ row }) => ({ table, row })))
  }
  return rows
}

/**
 * The policies, triggers and functions of a catalogue that no statement of a script creates by name, so
 * that a search for the name would find nothing.
 */
export function unwritten(catalogue: string, script: string): string[] {
  const written = new Set(
    [
      ...script.matchAll(/^create (policy) "([^"]+)"\s+on ([\w.]+)/gm),
      ...script.matchAll(/^create (?:constraint )?(trigger) (\w+)[^;]*? on (\w+\.\w+)/gm),
      ...script.matchAll(/^create (?:or replace )?(?:function|procedure) (\w+\.\w+)\(/gm),
    ].map(([, kind, name, table]) => (table ? `${kind} ${name} on ${table}` : `function ${kind}`)),
  )
  return catalogue
    .split('\n\n')
    .flatMap((paragraph) => {
      const [object, ...lines] = paragraph.split('\n')
      const table = object!.replace('table ', '')
      return [
        ...lines.flatMap((line) => {
          const part = /^ {2}(?:CONSTRAINT )?(policy|TRIGGER) ("[^"]+"|\w+)/.exec(line)
          if (!part) return []
          return `${part[1]!.toLowerCase()} ${part[2]!.replaceAll('"', '')} on ${table}`
        }),
        ...(/^function [\w.]+/.exec(object!) ?? []),
      ]
    })
    .filter((name) => !written.has(name))
}

/** Whether a trigger function has one statement besides its return, as in `begin …; return null; end`. */
function isOneStatement(text: string): boolean {
  const [, body = ''] = /\$\$([^]*?)\$\$/.exec(text) ?? []
  const parts = body
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .split(';')
    .map((part) => part.trim())
  return parts.filter((part) => !/^(return (new|old|null)|end)?$/.test(part)).length <= 1
}

/**
 * The functions of a catalogue that need a comment and have none. An API function has the comment of its
 * twin in `private`, if both are in one file; a trigger function of one statement has a name that says it.
 */
export function uncommented(catalogue: string, schemas: readonly Migration[]): string[] {
  const made = new Map<string, { file: string; text: string }>()
  for (const { name: file, text } of schemas)
    for (const found of text.matchAll(
      /^create (?:or replace )?(?:function|procedure) ([\w.]+)\(/gm,
    ))
      made.set(found[1]!, { file, text: text.slice(found.index) })
  return catalogue.split('\n\n').flatMap((paragraph) => {
    const [, signature, name] = /^function (([\w.]+)\(.*)$/m.exec(paragraph) ?? []
    if (!signature || /^ {2}comment '/m.test(paragraph)) return []
    const own = made.get(name!)
    const twin = name!.startsWith('private.') && made.get(name!.replace('private.', 'public.'))
    if (own && twin && own.file === twin.file) return []
    const isTrigger = /^ {2}returns trigger,/m.test(paragraph)
    return own && isTrigger && isOneStatement(own.text) ? [] : [signature]
  })
}

/** The lines of a catalogue's text. */
export const linesOf = (catalogue: string): Line[] =>
  catalogue
    .split('\n\n')
    .map((paragraph) => paragraph.trim().split('\n'))
    .flatMap(([object, ...lines]) => lines.map((line) => ({ object: object!, line: line.trim() })))

/** The lines of the first catalogue that the second lacks, each after its object. */
export function lacking(first: string, second: string): string[] {
  const texts = (catalogue: string) =>
    linesOf(catalogue).map(({ object, line }) => `${object}: ${line}`)
  const there = new Set(texts(second))
  return texts(first).filter((line) => !there.has(line))
}
