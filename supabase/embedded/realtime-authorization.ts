import crypto from 'node:crypto'
import type { PGlite } from '@electric-sql/pglite'
import { z } from 'zod'
import { localKeys } from './config'

const claimsSchema = z.looseObject({
  role: z.enum(['anon', 'authenticated', 'service_role']),
  /** Seconds since 1970. API keys do not expire. */
  exp: z.number().optional(),
})
export type Claims = z.infer<typeof claimsSchema>

type Row = Record<string, unknown>

/** A row of embedded.changes. */
export interface Change {
  schema: string
  table: string
  type: 'INSERT' | 'UPDATE' | 'DELETE'
  record: Row | null
  old_record: Row | null
  committed_at: string
}

/** Claims of an API key or of a token signed here; undefined when it is neither, or has expired. */
export function verifyToken(token: unknown): Claims | undefined {
  if (token === localKeys.publishable) return { role: 'anon' }
  if (token === localKeys.secret) return { role: 'service_role' }
  const [header, body = '', signature = ''] = String(token).split('.')
  const signer = crypto.createHmac('sha256', localKeys.jwtSecret).update(`${header}.${body}`)
  const [wanted, given] = [signer.digest(), Buffer.from(signature, 'base64url')]
  if (given.length !== wanted.length || !crypto.timingSafeEqual(given, wanted)) return undefined
  try {
    const claims = claimsSchema.parse(JSON.parse(Buffer.from(body, 'base64url').toString()))
    return isExpired(claims) ? undefined : claims
  } catch {
    return undefined
  }
}

/** Whether a token has run out, perhaps since it was verified. */
export function isExpired({ exp }: Claims): boolean {
  return exp !== undefined && exp * 1000 <= Date.now()
}

/**
 * What somebody with these claims may learn of a change, or undefined for nothing: the columns that
 * the role may select, of a row that row-level security lets it see now. As on a hosted project,
 * nobody can ask whether a deleted row was visible, so a deletion tells its primary key to whoever
 * may select from the table; and old values are the primary key alone.
 */
export async function deliverableTo(pg: PGlite, change: Change, claims: Claims) {
  const { rows: columns } = await pg.query<Column>(columnsSql, [
    change.schema,
    change.table,
    claims.role,
  ])
  const readable = columns.filter((column) => column.isReadable)
  if (readable.length === 0) return undefined
  if (change.record && !(await isVisible(pg, columns, change.record, claims))) return undefined
  const key = readable.filter((column) => column.isKey)
  return {
    schema: change.schema,
    table: change.table,
    type: change.type,
    commit_timestamp: new Date(change.committed_at).toISOString(),
    errors: null,
    columns: readable.map(({ name, type }) => ({ name, type })),
    ...(change.record && { record: pick(change.record, readable) }),
    ...(change.old_record && { old_record: pick(change.old_record, key) }),
  }
}

interface Column {
  name: string
  /** Short, as clients want it. */
  type: string
  /** Everything needed to cast a text to it. */
  castType: string
  isKey: boolean
  isReadable: boolean
  relation: string
}

const columnsSql = `
  select
    attribute.attname as name,
    type.typname as type,
    format_type(attribute.atttypid, attribute.atttypmod) as "castType",
    coalesce(attribute.attnum = any(key.indkey), false) as "isKey",
    has_column_privilege($3, class.oid, attribute.attnum, 'select') as "isReadable",
    format('%I.%I', $1::text, $2::text) as relation
  from pg_class class
  join pg_attribute attribute on attribute.attrelid = class.oid
  join pg_type type on type.oid = attribute.atttypid
  left join pg_index key on key.indrelid = class.oid and key.indisprimary
  where class.oid = format('%I.%I', $1::text, $2::text)::regclass
    and attribute.attnum > 0 and not attribute.attisdropped
  order by attribute.attnum`

async function isVisible(pg: PGlite, columns: Column[], row: Row, claims: Claims) {
  const key = columns.filter((column) => column.isKey)
  const matches = key.map(({ name, castType }, index) => {
    return `"${name.replaceAll('"', '""')}" = $${index + 1}::text::${castType}`
  })
  try {
    return await pg.transaction(async (transaction) => {
      await transaction.query(
        `select set_config('request.jwt.claims', $1, true), set_config('role', $2, true)`,
        [JSON.stringify(claims), claims.role],
      )
      const { rows } = await transaction.query(
        `select from ${columns[0]?.relation} where ${matches.join(' and ') || 'false'}`,
        key.map((column) => String(row[column.name])),
      )
      return rows.length > 0
    })
  } catch (error) {
    if ((error as { code?: string }).code !== '42501') console.error('realtime:', error)
    return false
  }
}

function pick(row: Row, columns: Column[]): Row {
  return Object.fromEntries(columns.map(({ name }) => [name, row[name]]))
}
