import type { TapSession } from '../../supabase/embedded/pgtap'
import type { Sql } from './connect'

/** A pgTAP session on its own connection, which ends with the session. */
export async function tapSessionOf(sql: Sql): Promise<TapSession & { close: () => Promise<void> }> {
  const connection = await sql.reserve()
  const run = async (text: string): Promise<(string | null)[]> => {
    const results = await connection.unsafe(text).simple().values()
    return results.flat(2) as (string | null)[]
  }
  return {
    run: async ({ text }) => (await run(text)).filter((value) => value !== null).map(String),
    exec: run,
    reset: () => run('reset role; reset all'),
    close: async () => {
      connection.release()
      await sql.end()
    },
  }
}
