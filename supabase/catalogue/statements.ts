import { parseSync } from '@libpg-query/parser'
import type { Migration } from '../embedded/sql-files.js'

/** A statement in the schemas or migrations. */
export interface Statement {
  /** Its place among all. */
  at: number
  text: string
  /** The text without comments, and with single spaces. */
  key: string
  /** `table`, `view`, `function`, `type`, `sequence`, `index`, `policy`, `trigger`; undefined for others. */
  kind?: string
  name?: string | undefined
  /** Its table. */
  relation?: string
  /** For a table: the text of each column. */
  columns?: Map<string, string>
  /** For a function: the names of its parameters. */
  parameters?: string[]
  /** The table that it inserts into. */
  rowsOf?: string
}

type Name = { String: { sval: string } }[]
interface Relation {
  schemaname?: string
  relname: string
}
interface Tree {
  CreateFunctionStmt?: {
    funcname: Name
    parameters?: { FunctionParameter: { name?: string; mode: string } }[]
  }
  CreatePolicyStmt?: { policy_name: string; table: Relation }
  CreateTrigStmt?: { trigname: string; relation: Relation }
  CreateStmt?: {
    relation: Relation
    tableElts?: {
      ColumnDef?: { colname: string; location: number }
      Constraint?: { location: number }
    }[]
  }
  IndexStmt?: { idxname?: string; relation: Relation }
  CreateEnumStmt?: { typeName: Name }
  CompositeTypeStmt?: { typevar: Relation }
  CreateSeqStmt?: { sequence: Relation }
  ViewStmt?: { view: Relation }
  AlterTableStmt?: { relation: Relation }
  InsertStmt?: { relation: Relation }
  CommentStmt?: { objtype: string; object: { List?: { items: Name } } }
}

const of = ({ schemaname = 'public', relname }: Relation) => `${schemaname}.${relname}`
const dotted = (name: Name) => name.map(({ String: part }) => part.sval).join('.')

function describe(tree: Tree): Omit<Statement, 'at' | 'text' | 'key'> {
  const { CreateFunctionStmt: fn, CreatePolicyStmt: policy, CreateTrigStmt: trigger } = tree
  if (fn) {
    const inputs = (fn.parameters ?? []).filter(
      ({ FunctionParameter: it }) => !/OUT|TABLE/.test(it.mode),
    )
    const parameters = inputs.map(({ FunctionParameter: it }) => it.name ?? '')
    return { kind: 'function', name: dotted(fn.funcname), parameters }
  }
  if (policy) return { kind: 'policy', name: policy.policy_name, relation: of(policy.table) }
  if (trigger) return { kind: 'trigger', name: trigger.trigname, relation: of(trigger.relation) }
  if (tree.CreateStmt) {
    const name = of(tree.CreateStmt.relation)
    return { kind: 'table', name, relation: name }
  }
  if (tree.IndexStmt)
    return { kind: 'index', name: tree.IndexStmt.idxname, relation: of(tree.IndexStmt.relation) }
  if (tree.CreateEnumStmt) return { kind: 'type', name: dotted(tree.CreateEnumStmt.typeName) }
  if (tree.CompositeTypeStmt) return { kind: 'type', name: of(tree.CompositeTypeStmt.typevar) }
  if (tree.CreateSeqStmt) return { kind: 'sequence', name: of(tree.CreateSeqStmt.sequence) }
  if (tree.ViewStmt) return { kind: 'view', name: of(tree.ViewStmt.view) }
  if (tree.AlterTableStmt) return { relation: of(tree.AlterTableStmt.relation) }
  if (tree.InsertStmt)
    return { rowsOf: of(tree.InsertStmt.relation), relation: of(tree.InsertStmt.relation) }
  const { CommentStmt: comment } = tree
  if (comment?.object.List && /TABLE|COLUMN|TABCONSTRAINT|POLICY|TRIGGER/.test(comment.objtype)) {
    const parts = comment.object.List.items
    return { relation: dotted(comment.objtype === 'OBJECT_TABLE' ? parts : parts.slice(0, -1)) }
  }
  return {}
}

/** The text of each column in a `create table`, without the comma. */
function columnsOf(tree: Tree, script: Buffer, end: number): Map<string, string> {
  const parts = tree.CreateStmt!.tableElts ?? []
  const places = parts.map((part) => (part.ColumnDef ?? part.Constraint)!.location)
  return new Map(
    parts.flatMap(({ ColumnDef: column }, index) => {
      if (!column) return []
      const text = script
        .subarray(places[index], places[index + 1] ?? end)
        .toString()
        .replaceAll(/^\s*--.*$/gm, '')
        .trim()
      // The last one ends with the table.
      const isLast = index === parts.length - 1
      return [[column.colname, text.replace(isLast ? /\s*\);?$/ : /,$/, '')]]
    }),
  )
}

/** All statements of these files, in their order. `loadModule` of the parser comes first. */
export function readStatements(files: Migration[]): Statement[] {
  const statements: Statement[] = []
  const tablesOfIndexes = new Map<string, string>()
  for (const { text: script } of files) {
    // The parser refuses an empty file.
    if (script.trim() === '') continue
    const bytes = Buffer.from(script)
    const { stmts = [] } = parseSync(script) as {
      stmts?: { stmt: Tree; stmt_location?: number; stmt_len?: number }[]
    }
    for (const { stmt, stmt_location: from = 0, stmt_len: length } of stmts) {
      const end = length ? from + length : bytes.length
      const text = bytes
        .subarray(from, end)
        .toString()
        .replace(/^(?:\s|--[^\n]*\n)+/, '')
        .replace(/;?\s*$/, ';')
      const described = describe(stmt)
      const { kind, name, relation } = described
      if (kind === 'index' && name && relation) tablesOfIndexes.set(name, relation)
      const commented = stmt.CommentStmt?.objtype === 'OBJECT_INDEX'
      const index = commented && stmt.CommentStmt!.object.List?.items.at(-1)?.String.sval
      statements.push({
        ...described,
        ...(index && { relation: tablesOfIndexes.get(index)! }),
        ...(stmt.CreateStmt && { columns: columnsOf(stmt, bytes, end) }),
        at: statements.length,
        text,
        key: text.replace(/--[^\n]*/g, '').replace(/\s+/g, ' '),
      })
    }
  }
  return statements
}

interface Target {
  ResTarget: { name?: string; val: { ColumnRef?: { fields: { String?: { sval: string } }[] } } }
}
interface Select {
  targetList?: Target[]
  larg?: Select
}

/** The names of the columns of a query. */
export function selectedColumns(query: string): string[] {
  const { stmts } = parseSync(query) as { stmts: { stmt: { SelectStmt: Select } }[] }
  let select = stmts[0]!.stmt.SelectStmt
  while (select.larg) select = select.larg
  return select.targetList!.map(
    ({ ResTarget: { name, val } }) => name ?? val.ColumnRef?.fields.at(-1)?.String?.sval ?? '',
  )
}
