import fc from 'fast-check'
import { localKeys } from '../../supabase/embedded/config'
import type { ServedBackend } from '../../supabase/embedded/server'
import { apiCalls, argumentsSql } from '../api-calls'
import { newAddress, signIn } from './support'

/** JSON of every kind, as text, since some of it is no value of JavaScript. */
const shapes = [
  ...['null', 'true', '0', '-1', '5', '1.50', '1e400', '12345678901234567890', '0.1e-400'],
  ...['""', '"a"', '" a "', '"5"', '"0x10"', '"true"', '"null"', '"{}"', '"{a}"', '"[\\"a\\"]"'],
  ...['"\\u0000"', '"a\\u0000b"', '"\\ud800"', '"\\udc00\\ud800"', '"\\\\\\""', '"%_*"', '"(,)"'],
  ...['"2026-02-30"', '"2026-02-28"', '"2026-02-28T25:00:00Z"', '"infinity"', '"-infinity"'],
  ...['"00000000-0000-4000-8000-000000000bad"', `"${'x'.repeat(20_000)}"`],
  ...['[]', '[null]', '[5]', '["a"]', '["a",null,{"b":[]}]', '[[]]', '[["a"],"b"]', '[{}]'],
  ...['{}', '{"a":1}', '{"toString":1}', '{"__proto__":null}', '{"":""}', '{"a\\u0000b":1}'],
  // Deeper than this breaks the embedded database, as in bad-requests.ts.
  ...[nested(7, '[', ']'), nested(5_000, '[', ']'), nested(5_000, '{"a":', '}'), '', '{"a":'],
]

function nested(depth: number, open: string, close: string): string {
  return `${open.repeat(depth)}1${close.repeat(depth)}`
}

const shape = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...shapes) },
  { weight: 1, arbitrary: fc.json() },
)

interface Part {
  method: 'GET' | 'POST' | 'PATCH'
  path: string
  /** The rest of the request, besides the shape. */
  given: Record<string, unknown>
  /** The places for the shape. The whole body is one more. */
  places: string[]
}

const operators = 'eq neq gte like match in is cs ov not.eq eq(any) fts'.split(' ')
const inAddress = 'select order limit offset columns on_conflict or and'.split(' ')

/** Each way of writing and reading each table, and of calling each function. */
const partsOf = (backend: ServedBackend): Promise<Part[]> =>
  backend.exclusive(async (pg) => {
    const parts: Part[] = []
    const tables = await pg.query<{ name: string; columns: string[] }>(
      `select relname as name, array_agg(attname::text order by attnum) as columns
       from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')
         and attgenerated = ''
       group by relname order by relname`,
    )
    for (const { name, columns } of tables.rows) {
      const { rows } = await pg.query<Record<string, string | null>>(
        `select ${columns.map((column) => `"${column}"`).join(', ')} from public."${name}" limit 1`,
      )
      const { id, ...given } = rows[0] ?? {}
      const filter = id ? `id=eq.${id}` : `${columns[0]}=not.is.null`
      parts.push({ method: 'POST', path: name, given, places: columns })
      parts.push({ method: 'PATCH', path: `${name}?${filter}`, given: {}, places: columns })
      parts.push({ method: 'GET', path: name, given: {}, places: [...columns, ...inAddress] })
    }
    const functions = await pg.query<{ name: string; places: string[] | null }>(
      `select proname as name, proargnames[1:pronargs] as places
       from pg_proc where pronamespace = 'public'::regnamespace order by proname`,
    )
    for (const { name, places } of functions.rows) {
      const call = apiCalls[name] ?? { given: { search: "'a'" } }
      const { rows } = await pg.query<{ given: Part['given'] }>(argumentsSql(call))
      for (const method of ['POST', 'GET'] as const) {
        parts.push({ method, path: `rpc/${name}`, given: rows[0]!.given, places: places ?? [] })
      }
    }
    return parts
  })

/** @param turn chooses the place of the shape, and the operator of a filter */
function toRequest({ method, path, given, places }: Part, text: string, turn: number) {
  const place = places[turn % (places.length + 1)]
  const others = Object.entries(given).filter(([name]) => name !== place)
  if (method !== 'GET') {
    const fields = others.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
    const body = place === undefined ? text : `{${[...fields, `"${place}":${text}`].join(',')}}`
    return { method, path, body }
  }
  const value = /^".*"$/.test(text) ? String(JSON.parse(text)) : text
  const operator = operators[turn % operators.length]
  const isFilter = !path.startsWith('rpc/') && !inAddress.includes(place!)
  const filter = operator === 'in' ? `in.(${value})` : `${operator}.${value}`
  const search = new URLSearchParams(others.map(([name, other]) => [name, String(other)]))
  search.set(place ?? value, isFilter ? filter : value)
  return { method, path: `${path}?${search}` }
}

/**
 * Sends requests with JSON of every shape to every public table and function, as a visitor, as an
 * admin and as a server, and after each one that must be answered.
 *
 * @returns how many got each answer, and those with which the server failed
 */
export async function fuzz(backend: ServedBackend, count: number) {
  const admin = await signIn(backend, 'admin')
  const { data } = await admin.auth.getSession()
  const bearers = [localKeys.publishable, data.session!.access_token, localKeys.secret]
  const ask = (bearer: string, path: string, init: RequestInit) => {
    const headers = {
      apikey: bearer === localKeys.secret ? bearer : localKeys.publishable,
      authorization: `Bearer ${bearer}`,
      'content-type': 'application/json',
      'cf-connecting-ip': newAddress(),
    }
    return backend.fetch(new Request(`${backend.url}/rest/v1/${path}`, { ...init, headers }))
  }
  const parts = await partsOf(backend)
  const samples = fc.sample(fc.tuple(shape, fc.nat()), { seed: 1, numRuns: count })
  const answers: Record<string, number> = {}
  const failures: string[] = []
  for (const [index, [text, turn]] of samples.entries()) {
    const { path, ...init } = toRequest(parts[index % parts.length]!, text, turn)
    const answer = await ask(bearers[turn % 3]!, path, init)
    const body = await answer.text()
    const code = answer.ok ? '' : ((JSON.parse(body || '{}') as { code?: string }).code ?? '')
    const kind = `${answer.status} ${code}`.trim()
    answers[kind] = (answers[kind] ?? 0) + 1
    const next = await ask(localKeys.secret, 'mentors?select=id&limit=1', {})
    const told = `${init.method} ${path} ${init.body ?? ''}`.slice(0, 300)
    // At Postgres's own limits a hosted project fails too.
    if (answer.status >= 500 && !code.startsWith('54'))
      failures.push(`${told} → ${answer.status} ${body.slice(0, 300)}`)
    if (next.status !== 200) failures.push(`after ${told}: ${next.status} ${await next.text()}`)
  }
  return { answers, failures }
}
