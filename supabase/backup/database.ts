import type { PGlite } from '@electric-sql/pglite'
import fs from 'node:fs'
import postgres, { type Sql } from 'postgres'
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
    close: () => sql.end({ timeout: 5 }),
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
