import { loadModule, parseSync } from '@libpg-query/parser'
import { defaultSqlDirectory } from '../embedded/config.js'
import { readSqlFiles } from '../embedded/sql-files.js'
import type { Cluster } from './cluster.js'

interface Statement {
  text: string
  /** For a policy on another service's table, which supautils lets `postgres` add. */
  ownerOfTable: string | undefined
}

const owners: Partial<Record<string, string>> = {
  realtime: 'supabase_realtime_admin',
  storage: 'supabase_storage_admin',
}

/**
 * Applies the migrations as `supabase db push` does: each file in one transaction, so that no job of
 * pg_cron runs on half a database, and as `postgres`, which is no superuser and does not own the other
 * services' objects.
 * @throws at the first refused statement, with its file and text
 */
export async function migrate(cluster: Cluster): Promise<void> {
  const admin = cluster.connect('supabase_admin', { max: 1 })
  const owner = cluster.connect('postgres', { max: 1 })
  for (const { name, text } of readSqlFiles(defaultSqlDirectory).migrations) {
    const statements = await statementsIn(text)
    await owner.begin(async (transaction) => {
      for (const { text: statement, ownerOfTable } of statements) {
        try {
          if (ownerOfTable) await admin.unsafe(`grant ${ownerOfTable} to postgres`)
          await transaction.unsafe(statement).simple()
        } catch (error) {
          const place = `${name}: ${statement.trim().slice(0, 200)}`
          throw new Error(`${place}\n${(error as Error).message}`, { cause: error })
        } finally {
          if (ownerOfTable) await admin.unsafe(`revoke ${ownerOfTable} from postgres`)
        }
      }
    })
  }
  await Promise.all([admin.end(), owner.end()])
}

/** The statements of a migration, in order. */
export async function statementsIn(text: string): Promise<Statement[]> {
  await loadModule()
  const bytes = Buffer.from(text)
  const { stmts = [] } = parseSync(text) as {
    stmts?: {
      stmt: { CreatePolicyStmt?: { table: { schemaname?: string } } }
      stmt_location?: number
      stmt_len?: number
    }[]
  }
  return stmts.map(({ stmt, stmt_location: from = 0, stmt_len: length }) => ({
    text: bytes.subarray(from, length ? from + length : undefined).toString(),
    ownerOfTable: owners[stmt.CreatePolicyStmt?.table.schemaname ?? ''],
  }))
}
