import type { Sql } from '../../supabase/platform/cluster'

class RolledBack extends Error {}

interface RequestOptions {
  /** Leaves nothing behind, so that the next round starts as this one did. */
  isUndone?: boolean
  /** Like `60s`; the role's own when it is left out */
  timeout?: string
}

/** Sends work as PostgREST would for a signed-in account: each request is one transaction. */
export function requestsOf(pool: Sql, account: string) {
  const claims = JSON.stringify({ role: 'authenticated', sub: account, session_id: account })
  return async <Answer>(
    work: (sql: Sql) => Promise<Answer>,
    { isUndone, timeout }: RequestOptions = {},
  ): Promise<Answer> => {
    let answer: Answer
    const done = pool.begin(async (transaction) => {
      const sql = transaction as unknown as Sql
      await sql`select set_config('request.jwt.claims', ${claims}, true), set_config('role', 'authenticated', true)`
      if (timeout) await sql`select set_config('statement_timeout', ${timeout}, true)`
      answer = await work(sql)
      if (isUndone) throw new RolledBack()
    })
    await done.catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error
    })
    return answer!
  }
}

/** Prints the p50 and p95 of several runs. The first warms up and doesn't count. */
export async function measure(
  what: string,
  run: (round: number) => Promise<unknown>,
  rounds = 40,
): Promise<void> {
  const times: number[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const began = performance.now()
    await run(round)
    if (round > 0) times.push(performance.now() - began)
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.ceil(times.length * share) - 1]!.toFixed(1).padStart(7)
  console.log(`${what.padEnd(48)} p50 ${at(0.5)} ms  p95 ${at(0.95)} ms`)
}

/** Measures a query of a signed-in account. Each run is a separate request, which leaves nothing behind. */
export function measureAs(
  pool: Sql,
  { id, name }: { id: string; name: string },
  what: string,
  query: string,
) {
  const request = requestsOf(pool, id)
  return measure(`${name}: ${what}`, () => request((sql) => sql.unsafe(query), { isUndone: true }))
}
