import { inspect } from 'node:util'
import { PGlite } from '@electric-sql/pglite'
import { citext } from '@electric-sql/pglite/contrib/citext'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { uuid_ossp } from '@electric-sql/pglite/contrib/uuid_ossp'
import { pgtap } from '@electric-sql/pglite/pgtap'
import { createPgliteConnection, type PgliteConnection } from '@supabase/lite/pglite'
import { currentRequest } from './current-request'
import { reveal } from './parameters'
import { mostValues, tooManyValues, watchProtocol } from './protocol'

interface RequestContext {
  auth?: { role?: string; jwt?: object | null }
}

/** Parts of lite's connection that are not in its public types. The exact version is pinned. */
interface ConnectionInternals {
  rlsState: 'unknown' | 'active' | 'inactive'
  applyJwtSessionContext(db: Executor, context: RequestContext): Promise<void>
  normalizeDbError(error: unknown): unknown
  onPostgrestAST(ast: object): Promise<object>
}

/** The transaction of a request, as lite's query builder has it. */
interface Executor {
  executeQuery(query: { sql: string; parameters: readonly unknown[]; query: object }): unknown
}

const onDisk = [
  ...PGlite.defaultStartParams,
  // As on a hosted project. The default is the machine's time zone.
  ...['-c', 'timezone=UTC'],
  // Enough for the single session to sort 100,000 rows without a file.
  ...['-c', 'work_mem=32MB'],
]

// Where the files are in memory too, buffers and further files of the log only take time to be made, and
// a log of rows in a table that the same transaction emptied only takes memory.
const inMemory = [
  ...onDisk,
  ...['-c', 'shared_buffers=32MB', '-c', 'wal_init_zero=off', '-c', 'wal_recycle=off'],
  ...['-c', 'wal_level=minimal', '-c', 'max_wal_senders=0'],
]

/** Hosted PostgREST sends ISO 8601; Postgres in text mode has a space and a short offset. */
const isoTimestamp = (text: string) => text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')

/**
 * Opens PGlite behind lite's connection and corrects the differences from a hosted project.
 *
 * @param options.dataDirectory in memory when absent
 * @param options.snapshot content of a new database, from `dumpDataDir`
 */
export async function openConnection(options: {
  dataDirectory: string | undefined
  snapshot: Blob | undefined
}): Promise<PgliteConnection> {
  const connection = await createPgliteConnection({
    ...(options.dataDirectory && { url: options.dataDirectory }),
    pgliteOptions: {
      extensions: { citext, pg_trgm, unaccent, uuid_ossp, pgtap },
      parsers: { 1114: isoTimestamp, 1184: isoTimestamp, 1700: Number },
      ...(options.snapshot && { loadDataDir: options.snapshot }),
      startParams: options.dataDirectory ? onDisk : inMemory,
    },
  })
  mendConnection(connection)
  const { driver } = connection
  await driver.waitReady.catch((error: unknown) => {
    throw inWords(error, options.dataDirectory)
  })
  watchProtocol(driver)
  const query = driver.query.bind(driver)
  driver.query = async (sql, ...others) => {
    // It would end the message to Postgres early. Names in an address can contain one.
    if (sql.includes('\0'))
      throw withCode('22021', 'invalid byte sequence for encoding "UTF8": 0x00')
    if ((others[0]?.length ?? 0) > mostValues) {
      throw withCode(tooManyValues.code, tooManyValues.message)
    }
    if (!readsRows(sql)) return query(sql, ...others)
    // One text for all rows: PGlite takes longer to read each value than Postgres and JavaScript for JSON.
    const asJson = `select coalesce(json_agg("__row"), '[]')::text as rows from (${sql}) as "__row"`
    const answer = await query<{ rows: string }>(asJson, ...others)
    return { ...answer, rows: JSON.parse(answer.rows[0]!.rows) as never[] }
  }
  return connection
}

/** Whether it is the statement of a request that reads a table. */
function readsRows(sql: string): boolean {
  const request = currentRequest.getStore()
  return (
    request?.method === 'GET' &&
    !request.url.includes('/rest/v1/rpc/') &&
    /^select .* from "public"\./s.test(sql)
  )
}

const withCode = (code: string, message: string) => Object.assign(new Error(message), { code })

/** PGlite's file system errors are WASI numbers. */
function inWords(error: unknown, dataDirectory: string | undefined): unknown {
  const { name, errno } = error as { name?: string; errno?: number }
  if (name !== 'ErrnoError') return error
  return new Error(
    errno === 51
      ? `There is no space left for a database in ${dataDirectory}. Free some, or choose another directory with EMBEDDED_DATA.`
      : `The files of a database cannot be written into ${dataDirectory} (error ${errno} of WASI).`,
  )
}

/** Makes a lite connection treat a request as PostgREST does. */
export function mendConnection(connection: object): void {
  const internals = connection as ConnectionInternals
  // Any other state makes lite run GRANT ALL at the first request, undoing the migrations' revokes.
  internals.rlsState = 'active'
  internals.applyJwtSessionContext = applyRequestContext
  internals.normalizeDbError = asPostgrestError
  const resolve = internals.onPostgrestAST.bind(internals)
  internals.onPostgrestAST = (ast) => resolve(reveal(ast) as object)
}

/**
 * Values go to Postgres as text, and the type's own input refuses bad ones, as with PostgREST.
 * PGlite would expect the type's JavaScript value: it refuses anything else without a code, or
 * after half a message, so that the next one fails too.
 *
 * Call it when all types exist.
 */
export async function learnTypes(pg: PGlite): Promise<void> {
  await pg.refreshArrayTypes()
  const { rows } = await pg.query<{
    oid: number
    is_array: boolean
    is_row: boolean
    typarray: number
  }>(`select oid, typcategory = 'A' as is_array, typtype = 'c' as is_row, typarray from pg_type`)
  for (const { oid, is_array, is_row, typarray } of rows) {
    pg.serializers[oid] = is_array ? arrayText : scalarText
    // PGlite copies all its parsers for each result, and two of three are for arrays of rows, which are never selected.
    if (is_row) delete pg.parsers[typarray]
  }
}

const scalarText = (value: unknown): string =>
  typeof value === 'object'
    ? JSON.stringify(value)
    : (value as string | number | boolean).toString()

/** Other JSON is quoted, because `{}` would pass for an empty array. */
const arrayText = (value: unknown): string => {
  if (Array.isArray(value)) return `{${value.map(elementText).join(',')}}`
  return typeof value === 'string' ? value : elementText(value)
}

function elementText(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return arrayText(value)
  return `"${scalarText(value).replace(/["\\]/g, '\\$&')}"`
}

/** Sets, for the current transaction only, the role and the settings that PostgREST sets. */
async function applyRequestContext(db: Executor, context: RequestContext): Promise<void> {
  const role = context.auth?.role ?? 'anon'
  // PostgREST's role, `authenticator`, is not a member of any other.
  if (/^(postgres|supabase_\w+|pg_\w+)$/.test(role)) {
    throw asPostgrestError(withCode('42501', `permission denied to set role "${role}"`))
  }
  const request = currentRequest.getStore()
  const path = request ? new URL(request.url).pathname.replace('/rest/v1', '') : ''
  const settings = {
    role,
    'request.jwt.claims': JSON.stringify(context.auth?.jwt ?? { role }),
    'request.method': request?.method ?? '',
    'request.path': path,
    'request.headers': JSON.stringify(Object.fromEntries(request?.headers ?? [])),
  }
  await db.executeQuery({
    sql: 'select set_config(key, value, true) from json_each_text($1::text::json)',
    parameters: [JSON.stringify(settings)],
    query: { kind: 'RawNode' },
  })
}

/**
 * Errors that lite would answer with a bare 500 become what PostgREST answers: the status that
 * belongs to the SQLSTATE, and a body with code, message, details and hint.
 */
function asPostgrestError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  // JSON nested too deep for JavaScript, which Postgres refuses too, if a little deeper.
  if (error instanceof RangeError)
    return asPostgrestError(withCode('54001', 'stack depth limit exceeded'))
  const { message, code, detail, hint } = error as Error & Partial<Record<string, string>>
  if (!code) return error
  const status = postgrestStatus(code)
  const body = JSON.stringify({ code, message, details: detail ?? null, hint: hint ?? null })
  const result = status
    ? Object.assign(new Error(body), { code: 'PGRST', detail: `{"status":${status},"headers":{}}` })
    : error
  // lite prints every error with its stack, even for a visitor's mistake.
  const print = () => `database answered ${code}: ${message}`
  return Object.defineProperty(result, inspect.custom, { value: print, configurable: true })
}

/**
 * The HTTP status of a SQLSTATE from PostgREST's table; undefined where lite has the same.
 * https://postgrest.org/en/stable/references/errors.html#http-status-codes
 */
function postgrestStatus(code: string): number | undefined {
  const ownByLite = /^(PGRST|PT...|42...|22...|21...|23502|23503|23505|25006)$/
  if (ownByLite.test(code) || !/^[0-9A-Z]{5}$/.test(code)) return undefined
  if (/^(08|53)/.test(code) && code !== '53400') return 503
  if (/^(0L|0P|28)/.test(code)) return 403
  if (code === 'P0001') return 400
  if (code === tooManyValues.code) return 413
  return /^(09|25|2D|38|39|3B|40|53|54|55|57|58|F0|HV|P0|XX)/.test(code) ? 500 : 400
}
