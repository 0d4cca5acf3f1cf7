import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultSqlDirectory } from '../../supabase/embedded/config'
import { listTapFiles, runTapFile } from '../../supabase/embedded/pgtap'
import type { Cluster } from '../../supabase/platform/cluster'
import { makeAuthSchema } from './auth-service'
import { connect } from './connect'
import { tapSessionOf } from './pgtap-session'
import { authEnvironment } from './settings'
import { startSeeded } from './setup'

const binary = process.env.PLATFORM_AUTH_BINARY

describe.runIf(binary)('the schema that the auth service makes itself', () => {
  let real: Cluster
  beforeAll(async () => {
    real = await startSeeded({
      makeAuthSchema: (made) =>
        makeAuthSchema(
          binary!,
          authEnvironment({
            databaseUrl: `postgres://supabase_auth_admin@127.0.0.1:${made.port}/postgres`,
            port: 1,
            origin: 'http://127.0.0.1:1',
            smtp: new URL('smtp://127.0.0.1:1'),
          }),
          made,
        ),
    })
  })
  afterAll(() => real?.stop())

  it('has the columns of auth.sql, in each of its tables', async () => {
    const columns = (sql: ReturnType<typeof connect>, tables: string[]) => sql`
      select format('%s.%s %s%s', relname, attname, format_type(atttypid, null),
        case when attnotnull then ' not null' end) as is
      from pg_attribute join pg_class on pg_class.oid = attrelid
      where relnamespace = 'auth'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped
        and relname = any (${tables})
      order by 1`
    const own = connect('supabase_admin', { max: 1 })
    const [{ tables }] = (await own`
      select array_agg(tablename::text) as tables from pg_tables where schemaname = 'auth'`) as unknown as [
      { tables: string[] },
    ]
    const service = real.connect('supabase_admin', { max: 1 })
    expect([...(await columns(own, tables))]).toEqual([...(await columns(service, tables))])
    await own.end()
  })

  it('loses a person who is erased, too', async () => {
    const session = await tapSessionOf(real.connect('postgres', { max: 1 }))
    const directory = path.join(defaultSqlDirectory, 'tests')
    const files = listTapFiles(directory).filter((name) => /^(000|245)-/.test(name))
    expect(files).toHaveLength(3)
    for (const name of files) {
      expect((await runTapFile(session, directory, name)).failures, name).toEqual([])
    }
    await session.close()
  })
})
