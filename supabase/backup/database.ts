import type { PGlite } from '@electric-sql/pglite'
import fs from 'node:fs'
import postgres, { type Sql } from 'postgres'
import { migrate, nameInTable } from '../embedded/database'
import type { Migration } from '../embedded/sql-files'
import { Bucket } from '../functions/_shared/bucket.ts'

export type Kind = 'embedded' | 'hosted'

/** The parts of a database that backup and restore need, within one transaction. */
export interface Session {
  query: <Row>(statement: string, parameters?: string[]) => Promise<Row[]>
}

export interface Database {
  kind: Kind
  /** The name to type before it is overwritten. */
  name: string
  /** Rolls back when the work fails. */
  transaction: <T>(mode: 'read' | 'write', work: (session: Session) => Promise<T>) => Promise<T>
  /**
   * Applies those that are missing, each in its own transaction.
   *
   * @throws at the first that fails; those before it stay
   */
  migrate: (migrations: Migration[]) => Promise<void>
  close: () => Promise<void>
  /** The bytes of its files; undefined without a key for the storage service. */
  files: Pick<Bucket, 'read' | 'write'> | undefined
}

/** Every server writes values the same way, and no row is hidden. */
const settings = `
set local timezone = 'UTC';
set local datestyle = 'ISO, MDY';
set local intervalstyle = 'postgres';
set local extra_float_digits = 1;
set local bytea_output = 'hex';
set local row_security = off;
set local search_path = '';
set local statement_timeout = 0;
set local lock_timeout = '30s';`

/** @param close closes everything opened for it */
export function overPglite(
  pg: PGlite,
  name: string,
  close: () => Promise<void>,
  files?: Database['files'],
): Database {
  const session: Session = {
    async query<Row>(statement: string, parameters?: string[]) {
      return (await pg.query<Row>(statement, parameters)).rows
    },
  }
  return {
    kind: 'embedded',
    name,
    async transaction(_mode, work) {
      await pg.exec(`begin; ${settings}`)
      try {
        const result = await work(session)
        await pg.exec('commit')
        return result
      } catch (error) {
        await pg.exec('rollback')
        throw error
      }
    },
    migrate: (migrations) => migrate(pg, migrations),
    close,
    files,
  }
}

/**
 * Connects to a Postgres server, by TLS unless it is this computer.
 *
 * @param certificate path of the certificate of a server that no public authority signed
 * @param storage a secret key, and the address of the API where it is not that of a Supabase project
 * @throws when the address is invalid, or the certificate cannot be read
 */
export function overServer(
  address: string,
  certificate: string | undefined,
  storage: { key?: string | undefined; url?: string | undefined } = {},
): Database {
  if (!/^postgres(ql)?:\/\//.test(address) || !URL.canParse(address)) {
    throw new Error('The connection string does not begin with postgresql:// or is not an address.')
  }
  const { hostname } = new URL(address)
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  const authority = certificate ? { ca: fs.readFileSync(certificate, 'utf8') } : {}
  const sql = postgres(address, {
    max: 1,
    // Statements run once each; a pooler does not support prepared ones.
    prepare: false,
    // A new connection would be outside the transaction.
    max_lifetime: null,
    connect_timeout: 30,
    ssl: isLocal ? false : authority,
    onnotice: () => {},
    connection: { application_name: 'backup' },
  })
  const name = nameOf(new URL(address))
  const storageUrl = storage.url ?? (project.test(name) && `https://${name}.supabase.co`)
  return {
    kind: 'hosted',
    name,
    files:
      storage.key && storageUrl
        ? new Bucket({ SUPABASE_URL: storageUrl, SUPABASE_SERVICE_ROLE_KEY: storage.key })
        : undefined,
    async transaction(mode, work) {
      const options =
        mode === 'read' ? 'isolation level serializable read only deferrable' : 'read write'
      const result = await sql.begin(options, async (transaction) => {
        await transaction.unsafe(settings).simple()
        return { value: await work(overConnection(transaction)) }
      })
      return result.value
    },
    migrate: (migrations) => migrateServer(sql, migrations),
    close: () => sql.end({ timeout: 5 }),
  }
}

/** As `supabase db push` does, which applies later ones. */
async function migrateServer(sql: Sql, migrations: Migration[]): Promise<void> {
  await sql`create schema if not exists supabase_migrations`
  await sql`create table if not exists supabase_migrations.schema_migrations (
    version text not null primary key, statements text[], name text
  )`
  const applied = await sql<{ version: string }[]>`
    select version from supabase_migrations.schema_migrations`
  const known = new Set(applied.map(({ version }) => version))
  for (const { version, name, text } of migrations.filter((it) => !known.has(it.version))) {
    try {
      await sql.begin(async (transaction) => {
        await transaction.unsafe(text).simple()
        await transaction`insert into supabase_migrations.schema_migrations (version, statements, name)
          values (${version}, ${[text]}, ${nameInTable(name)})`
      })
    } catch (error) {
      throw new Error(`${name}: ${(error as Error).message}`, { cause: error })
    }
  }
}

const overConnection = (sql: Pick<Sql, 'unsafe'>): Session => ({
  async query<Row>(statement: string, parameters: string[] = []) {
    return (await sql.unsafe(statement, parameters)) as unknown as Row[]
  },
})

const project = /^[a-z]{20}$/

/** The reference of a Supabase project, or host and database. */
function nameOf({ hostname, username, pathname }: URL): string {
  const reference =
    /^db\.([a-z]{20})\.supabase\.co$/.exec(hostname) ?? /^postgres\.([a-z]{20})$/.exec(username)
  return reference?.[1] ?? `${hostname}${pathname}`
}
