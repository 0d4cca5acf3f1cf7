import type { Sql } from './connect'

/** Role of a token, and the account that it belongs to. */
export interface Caller {
  role: 'anon' | 'authenticated' | 'service_role'
  account?: string
}

export interface Outcome {
  /** SQLSTATE of the refusal; undefined for an answer. */
  code: string | undefined
  message: string
  milliseconds: number
}

/** The statuses that the API may answer besides a result: a refusal that PostgREST turns into 4xx. */
export const refusals = /^(42501|23503|23505|23514|P0001|PGRST|PT4\d\d)$/

interface Parameter {
  name: string
  type: string
}

export type Connection = Pick<Sql, 'unsafe'>

/**
 * Runs work as PostgREST runs a request: on a connection of `authenticator`, in a transaction with the
 * role, its timeout and the claims set for it, which is rolled back after its deferred checks.
 *
 * @returns the outcome of the first piece of work that fails, else of the last
 * @see https://docs.postgrest.org/en/stable/references/transactions.html
 */
export async function request(
  sql: Sql,
  { role, account }: Caller,
  work: ((connection: Connection) => Promise<unknown>)[],
): Promise<Outcome> {
  const connection = await sql.reserve()
  const claims = { role, ...(account && { sub: account, session_id: account, role }) }
  const settings: Record<string, string> = {
    'request.jwt.claims': JSON.stringify(claims),
    'request.method': 'POST',
    'request.headers': JSON.stringify({ 'cf-connecting-ip': '2001:db8::1' }),
    statement_timeout: timeouts[role],
    role,
  }
  const start = performance.now()
  const outcome = (error?: { code?: string; message: string }): Outcome => ({
    code: error && (error.code ?? 'unknown'),
    message: error?.message ?? '',
    milliseconds: performance.now() - start,
  })
  try {
    await connection.unsafe('begin')
    for (const [key, value] of Object.entries(settings)) {
      await connection.unsafe('select set_config($1, $2, true)', [key, value])
    }
    try {
      for (const step of work) await step(connection)
      await connection.unsafe('set constraints all immediate')
      return outcome()
    } catch (error) {
      return outcome(error as { code?: string; message: string })
    }
  } finally {
    await connection.unsafe('rollback')
    connection.release()
  }
}

/** PostgREST sets a role's own `statement_timeout` for each transaction. */
const timeouts = { anon: '3s', authenticated: '8s', service_role: '8s' }

/** Reads in the transaction of a request what its caller need not be allowed to read. */
export async function asOwner<Given = object>(
  connection: Connection,
  { role }: Caller,
  query: string,
): Promise<{ given: Given }[]> {
  await connection.unsafe("select set_config('role', 'postgres', true)")
  const rows = await connection.unsafe<{ given: Given }[]>(query)
  await connection.unsafe("select set_config('role', $1, true)", [role])
  return rows
}

/** Calls a function with named arguments from one JSON object. */
export const call =
  (name: string, parameters: Parameter[], given: object) =>
  (connection: Connection): Promise<unknown> => {
    const used = parameters.filter((it) => it.name in given)
    const columns = used.map((it) => `"${it.name}" ${it.type}`).join(', ')
    const named = used.map((it) => `"${it.name}" := body."${it.name}"`).join(', ')
    const body = used.length > 0 ? `json_to_record($1::json) as body(${columns}),` : ''
    return connection.unsafe(
      `with source as (select called.* from ${body} lateral public."${name}"(${named}) as called)
       select coalesce(json_agg(answer), '[]')::text from source as answer`,
      used.length > 0 ? [given as never] : [],
    )
  }
