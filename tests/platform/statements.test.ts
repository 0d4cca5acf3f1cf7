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

/** The texts that a PL/pgSQL expression makes, with `x` for parts unknown before it runs. */
function assembledIn(expression: string): string[] {
  const texts: string[] = []
  let end = 0
  for (const { 0: literal, index } of expression.matchAll(/'(?:[^']|'')*'/g)) {
    const between = expression.slice(end, index).trim()
    const content = literal.slice(1, -1).replaceAll("''", "'")
    const isNext = texts.length > 0 && between.startsWith('||') && between.endsWith('||')
    if (isNext) texts.push(`${texts.pop()}${between === '||' ? '' : 'x'}${content}`)
    else texts.push(content)
    end = index + literal.length
  }
  return texts.map((text) => text.replace(/%(\d\$)?[IsL]/g, 'x'))
}

/**
 * A text that begins with UPDATE or DELETE needs its WHERE too: no one can tell whether another
 * text adds it.
 */
function unfilteredInDynamicSql(expression: string): string[] {
  return assembledIn(expression)
    .filter((text) => /^\s*(update|delete)\s/i.test(text))
    .flatMap((text) => {
      try {
        return unfilteredIn(text)
      } catch {
        return /\swhere\s/i.test(text) ? [] : [`part of a statement: ${text.trim()}`]
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
  [
    'language plpgsql',
    "declare s text; begin s := 'update ' || a || ' set b = 1'; execute s; end",
    'UPDATE of x',
  ],
  [
    'language plpgsql',
    "declare s text := 'delete '; begin s := s || 'from a'; execute s; end",
    'part of a statement: delete',
  ],
  ['language plpgsql', 'begin return query update a set b = 1 returning *; end', 'UPDATE of a'],
])('finds one in a function in %s: %s', (language, body, found) => {
  const script = `create function private.f() returns setof integer ${language} as $$ ${body} $$;`
  expect(unfilteredChanges(script)).toEqual([`private.f: ${found}`])
})
