import { testTapFiles } from '../tap-files'
import { connect } from './connect'

// Inside a suite a hosted project's `postgres` runs, which is no superuser.
testTapFiles(async () => {
  const sql = connect('postgres', { max: 1 })
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
})
