import { loadModule, parseSync } from '@libpg-query/parser'
import type { Migration } from '../embedded/sql-files.js'

interface Statement {
  text: string
  /** What it creates, such as `function public.save_view`; undefined for grants, comments, rows. */
  object: string | undefined
  key: string
}

type Name = { String: { sval: string } }[]
type Relation = { schemaname: string; relname: string }
interface Tree {
  CreateFunctionStmt?: { is_procedure?: boolean; funcname: Name }
  CreatePolicyStmt?: { policy_name: string; table: Relation }
  CreateTrigStmt?: { trigname: string; relation: Relation }
  CreateStmt?: { relation: Relation }
  IndexStmt?: { idxname: string; relation: Relation }
  CreateEnumStmt?: { typeName: Name }
}

const of = ({ schemaname, relname }: Relation) => `${schemaname}.${relname}`
const dotted = (name: Name) => name.map(({ String: part }) => part.sval).join('.')

function objectOf(tree: Tree): string | undefined {
  if (tree.CreateFunctionStmt) {
    const { is_procedure: isProcedure, funcname } = tree.CreateFunctionStmt
    return `${isProcedure ? 'procedure' : 'function'} ${dotted(funcname)}`
  }
  if (tree.CreatePolicyStmt) {
    return `policy "${tree.CreatePolicyStmt.policy_name}" on ${of(tree.CreatePolicyStmt.table)}`
  }
  if (tree.CreateTrigStmt) {
    return `trigger ${tree.CreateTrigStmt.trigname} on ${of(tree.CreateTrigStmt.relation)}`
  }
  if (tree.CreateStmt) return `table ${of(tree.CreateStmt.relation)}`
  if (tree.IndexStmt) {
    return `index ${tree.IndexStmt.relation.schemaname}.${tree.IndexStmt.idxname}`
  }
  if (tree.CreateEnumStmt) return `type ${dotted(tree.CreateEnumStmt.typeName)}`
  return undefined
}

function statementsOf(script: string): Statement[] {
  const bytes = Buffer.from(script)
  const { stmts = [] } = parseSync(script) as {
    stmts?: { stmt: Tree; stmt_location?: number; stmt_len?: number }[]
  }
  return stmts.map(({ stmt, stmt_location: from = 0, stmt_len: length }) => {
    const text = bytes
      .subarray(from, length ? from + length : undefined)
      .toString()
      .replace(/^(?:\s|--[^\n]*\n)+/, '')
    return { text: `${text};`, object: objectOf(stmt), key: text.replace(/\s+/g, ' ') }
  })
}

/** Columns that a table has one to a line, or what differs, for the person who writes the rest. */
function alterTable(object: string, before: string, after: string): string {
  const [old, now] = [before.split('\n'), after.split('\n')]
  const gone = old.filter((line) => !now.includes(line))
  const added = now.filter((line) => !old.includes(line)).map((line) => line.trim())
  const isColumn = (line: string) =>
    /^(?!check|constraint|primary|foreign|unique)[a-z_]+ .*,$/.test(line) &&
    line.split('(').length === line.split(')').length
  if (gone.length === 0 && added.every(isColumn)) {
    const columns = added.map((line) => `  add column ${line}`).join('\n')
    return `alter ${object}\n${columns.replace(/,$/, '')};`
  }
  return [
    `-- To do: alter ${object}`,
    ...gone.map((line) => `--   was: ${line.trim()}`),
    ...added.map((line) => `--   now: ${line}`),
  ].join('\n')
}

/**
 * A first draft of the migration that leads from the migrations to the schemas: the statements that are
 * new, those of replaced functions, policies and triggers, added columns, and what went. All else is for a
 * person: the draft names it.
 *
 * @param differences lines of the one catalogue that the other lacks, each after its object
 */
export async function draftMigration(
  migrations: Migration[],
  schemas: Migration[],
  differences: string[],
): Promise<string> {
  await loadModule()
  const past = migrations.flatMap(({ text }) => statementsOf(text))
  const now = schemas.flatMap(({ text }) => statementsOf(text))
  const keys = new Set(past.map(({ key }) => key))
  const latest = new Map(past.flatMap((it) => (it.object ? [[it.object, it.text]] : [])))
  // An earlier migration may have made the same in other words: only what differs is in the draft.
  const differing = new Set(differences.flatMap((line) => /\w+\.\w+/.exec(line)?.[0] ?? []))
  const altered = new Set(
    differences.flatMap((line) => /^(table [\w.]+): (?:column|constraint) /.exec(line)?.[1] ?? []),
  )
  const isDue = ({ text, object, key }: Statement) =>
    !keys.has(key) &&
    (text.match(/\w+\.\w+/g) ?? []).some((name) => differing.has(name)) &&
    (!object?.startsWith('table ') || !latest.has(object) || altered.has(object))

  const draft = now.filter(isDue).map(({ text, object }) => {
    const before = object && latest.get(object)
    const kind = object?.split(' ')[0]
    if (before === undefined) {
      const isPart = /^(insert|select|call|do)\b/.test(text)
      return isPart ? `-- To do: this is new or has changed.\n${text}` : text
    }
    if (kind === 'function' || kind === 'procedure')
      return text.replace('create', 'create or replace')
    if (kind === 'table' || kind === 'type') return alterTable(object!, before, text)
    return `drop ${object};\n${text}`
  })
  const kept = new Set(now.map(({ object }) => object))
  for (const object of latest.keys()) {
    if (!kept.has(object) && differing.has(/\w+\.\w+/.exec(object)![0]))
      draft.push(`drop ${object};`)
  }
  if (draft.some((part) => /^(create table|(-- To do: )?alter table)/.test(part))) {
    draft.push('call private.disable_statistics();')
  }
  return draft.map((part) => `${part}\n`).join('\n')
}
