import type { PGlite } from '@electric-sql/pglite'
import { localKeys } from './config'
import { mostValues, tooManyValues } from './protocol'

/*
 * Rows and arguments in a request's body. lite does not update key columns in an upsert, leaves
 * missing columns to their default, and replaces half of a surrogate pair. PostgREST does none of
 * this.
 */

const refusal = (status: number, code: string, message: string) =>
  Response.json({ code, message, details: null, hint: null }, { status })

/**
 * The same request with rows as PostgREST writes them, or the refusal of what a hosted project refuses.
 *
 * @see https://docs.postgrest.org/en/v12/references/api/tables_views.html
 */
export async function rewriteRows(pg: PGlite, request: Request): Promise<Request | Response> {
  const { pathname, searchParams } = new URL(request.url)
  if (!pathname.startsWith('/rest/v1/') || !/^(POST|PUT|PATCH)$/.test(request.method))
    return request
  const rows = await rowsOf(request)
  if (rows === 'half a surrogate pair') {
    return refusal(400, '22P02', 'invalid input syntax for type json')
  }
  const table = /^\/rest\/v1\/(\w+)$/.exec(pathname)?.[1]
  if (rows === undefined || !table) return request
  const prefer = request.headers.get('prefer') ?? ''
  const list = [rows].flat()
  const columns = [...new Set(list.flatMap((row) => Object.keys(row)))]
  // lite takes seconds to store more.
  if (list.length * columns.length > mostValues) {
    return refusal(413, tooManyValues.code, tooManyValues.message)
  }
  const isUpsert = request.method === 'PUT' || prefer.includes('resolution=merge-duplicates')
  const role = roleOf(request)
  if (isUpsert && !(await mayUpdate(pg, role, table, columns))) {
    return refusal(role === 'anon' ? 401 : 403, '42501', `permission denied for table ${table}`)
  }
  const named = searchParams.get('columns')
  if (!named || !Array.isArray(rows) || prefer.includes('missing=default')) return request
  const nothing = Object.fromEntries(
    named.split(',').map((name) => [name.replaceAll('"', ''), null]),
  )
  const complete = rows.map((row) => ({ ...nothing, ...row }))
  const { method, headers } = request
  return new Request(request.url, { method, headers, body: JSON.stringify(complete) })
}

type Row = Record<string, unknown>

/** Undefined where the body has none: lite refuses it. */
async function rowsOf(
  request: Request,
): Promise<Row | Row[] | 'half a surrogate pair' | undefined> {
  let isWhole = true
  try {
    const rows = JSON.parse(await request.clone().text(), (_key, value: unknown) => {
      if (typeof value === 'string' && /\p{Surrogate}/u.test(value)) isWhole = false
      return value
    }) as unknown
    if (!isWhole) return 'half a surrogate pair'
    const isRow = (row: unknown) => typeof row === 'object' && row !== null && !Array.isArray(row)
    return [rows].flat().every(isRow) ? (rows as Row | Row[]) : undefined
  } catch {
    return undefined
  }
}

/** The role that a request claims; lite verifies it. */
function roleOf(request: Request): string {
  const key = request.headers.get('authorization')?.replace(/^bearer /i, '')
  if ((key ?? request.headers.get('apikey')) === localKeys.secret) return 'service_role'
  try {
    const claims = Buffer.from(key!.split('.')[1]!, 'base64url').toString()
    return (JSON.parse(claims) as { role: string }).role
  } catch {
    return 'anon'
  }
}

async function mayUpdate(pg: PGlite, role: string, table: string, columns: readonly string[]) {
  const { rows } = await pg.query<{ may: boolean | null }>(
    `select bool_and(has_column_privilege(rolname, attrelid, attnum, 'update')) as may
    from pg_roles, pg_attribute
    where rolname = $1 and attrelid = to_regclass(format('public.%I', $2::text)) and attname = any ($3)`,
    [role, table, columns],
  )
  return rows[0]?.may !== false
}
