import { loadModule, parsePlPgSQLSync, parseSync } from '@libpg-query/parser'
import { beforeAll, expect, it } from 'vitest'
import { defaultSqlDirectory } from '../../supabase/embedded/config'
import { readSqlFiles } from '../../supabase/embedded/sql-files'

beforeAll(loadModule)

/** Every object of a syntax tree, with the name of its kind. */
function* nodes(tree: unknown): Generator<[string, Record<string, unknown>]> {
  if (Array.isArray(tree)) for (const item of tree) yield* nodes(item)
  else if (tree !== null && typeof tree === 'object') {
    for (const [kind, value] of Object.entries(tree)) {
      if (value !== null && typeof value === 'object' && !Array.isArray(value)) {
        yield [kind, value as Record<string, unknown>]
      }
      yield* nodes(value)
    }
  }
}

const describeChange = (kind: string, relation: unknown) =>
  `${kind === 'UpdateStmt' ? 'UPDATE' : 'DELETE'} of ${(relation as { relname: string }).relname}`

function unfilteredIn(sql: string): string[] {
  return [...nodes(parseSync(sql))]
    .filter(([kind, node]) => /^(Update|Delete)Stmt$/.test(kind) && !node.whereClause)
    .map(([kind, node]) => describeChange(kind, node.relation))
}

/** Literals of a function's dynamic SQL: what is not a whole statement does not parse, and is passed over. */
function unfilteredInDynamicSql(text: string): string[] {
  return [...text.matchAll(/'((?:[^']|'')*)'/g)]
    .map(([, literal]) => literal!.replaceAll("''", "'").replace(/%(\d\$)?[IsL]/g, 'x'))
    .filter((literal) => /^\s*(update|delete)\s/i.test(literal))
    .flatMap((literal) => {
      try {
        return unfilteredIn(literal)
      } catch {
        return []
      }
    })
}

interface FunctionStatement {
  funcname: { String: { sval: string } }[]
  options: { DefElem: { defname: string; arg?: unknown } }[]
}

/** `name: UPDATE of table` for each UPDATE or DELETE without WHERE in the functions of a script. */
export function unfilteredChanges(script: string): string[] {
  const { stmts = [] } = parseSync(script) as {
    stmts?: { stmt: object; stmt_location?: number; stmt_len?: number }[]
  }
  const bytes = Buffer.from(script)
  return stmts.flatMap(({ stmt, stmt_location: from = 0, stmt_len: length }) => {
    const made = (stmt as { CreateFunctionStmt?: FunctionStatement }).CreateFunctionStmt
    if (!made) return []
    const option = (name: string) => made.options.find(({ DefElem }) => DefElem.defname === name)
    const body = [...nodes(option('as'))].find(([kind]) => kind === 'String')?.[1].sval as string
    const name = made.funcname.map(({ String: part }) => part.sval).join('.')
    const text = bytes.subarray(from, length ? from + length : undefined).toString()
    const isPlain = JSON.stringify(option('language')).includes('"sql"')
    const found = isPlain
      ? unfilteredIn(body)
      : [...nodes(parsePlPgSQLSync(text))]
          .filter(([kind]) => kind === 'PLpgSQL_expr')
          .map(([, { query }]) => query as string)
          .filter((query) => /\b(update|delete)\b/i.test(query))
          .flatMap((query) => [
            ...(/^\s*(with|update|delete)\b/i.test(query) ? unfilteredIn(query) : []),
            ...unfilteredInDynamicSql(query),
          ])
    return found.map((what) => `${name}: ${what}`)
  })
}

it.each(readSqlFiles(defaultSqlDirectory).migrations)(
  'no function of $name updates or deletes without WHERE',
  ({ text }) => {
    expect(unfilteredChanges(text)).toEqual([])
  },
)

it.each([
  ['language sql', 'update a set b = 1', 'UPDATE of a'],
  ['language sql', 'with gone as (delete from a returning *) select from gone', 'DELETE of a'],
  ['language plpgsql', 'begin if true then delete from a; end if; end', 'DELETE of a'],
  ['language plpgsql', "begin execute format('update %I set b = 1', 'a'); end", 'UPDATE of x'],
  ['language plpgsql', 'begin return query update a set b = 1 returning *; end', 'UPDATE of a'],
])('finds one in a function in %s: %s', (language, body, found) => {
  const script = `create function private.f() returns setof integer ${language} as $$ ${body} $$;`
  expect(unfilteredChanges(script)).toEqual([`private.f: ${found}`])
})
