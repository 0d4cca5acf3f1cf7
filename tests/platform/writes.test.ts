import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { defaultSqlDirectory } from '../../supabase/embedded/config'
import { connect, type Sql } from './connect'
import { asOwner, request, type Caller, type Connection } from './postgrest'

const refusals = /^(42501|23503|23505|23514|P0001|PGRST|PT4\d\d)$/

/** A permission is given to nobody whose password a stranger may have chosen. */
const addPersonas = `with proven as (select tests.add_personas())
  select set_config('tests.proven', 'yes', true) as given from proven`

let owner: Sql
let authenticator: Sql
let callers: Caller[]
beforeAll(async () => {
  owner = connect('postgres', { max: 1 })
  authenticator = connect('authenticator', { max: 1 })
  // Personas and their sample rows; a file of pgTAP that stays.
  const personas = fs.readFileSync(path.join(defaultSqlDirectory, 'tests/000-personas.sql'), 'utf8')
  await owner.unsafe(personas).simple()
  const [admin] = await owner<{ id: string }[]>`
    select id from public.profiles where email = 'admin@kindlewell.test'`
  callers = [{ role: 'anon' }, { role: 'authenticated', account: admin!.id }]

})
afterAll(() => Promise.all([owner.end(), authenticator.end()]))

interface Write {
  name: string
  sql: string
}

/** A sample row, each column that may be changed, and a removal, of every table that the API may write. */
const writes = () => owner<Write[]>`
  select distinct 'insert into ' || table_name as name, tests.sample_insert(table_name::text) as sql
  from information_schema.column_privileges
  where table_schema = 'public' and grantee in ('anon', 'authenticated') and privilege_type = 'INSERT'
  union all
  select distinct format('update of %I.%I', table_name, column_name),
    format('update public.%1$I set %2$I = %2$I where %2$I is not null', table_name, column_name)
  from information_schema.column_privileges
  where table_schema = 'public' and grantee = 'authenticated' and privilege_type = 'UPDATE'
  union all
  select distinct 'delete from ' || table_name,
    -- Admins stay: the last one cannot be removed.
    format('delete from public.%1$I as row where to_jsonb(row) ->> ''role'' is distinct from ''admin''', table_name)
  from information_schema.table_privileges
  where table_schema = 'public' and grantee = 'authenticated' and privilege_type = 'DELETE'
  order by name`

it('every write that the API allows goes through for somebody, and none fails otherwise', async () => {
  const failures: string[] = []
  for (const { name, sql } of await writes()) {
    const outcomes: string[] = []
    for (const caller of callers) {
      const prepare = (connection: Connection) => asOwner(connection, caller, addPersonas)
      const write = (connection: Connection) => connection.unsafe(sql)
      const { code, message } = await request(authenticator, caller, [prepare, write])
      if (code && !refusals.test(code))
        failures.push(`${name} as ${caller.role}: ${code} ${message}`)
      outcomes.push(code ? `${code} ${message}` : 'written')
    }
    if (!outcomes.includes('written')) failures.push(`${name}: ${outcomes.join('; ')}`)
  }
  expect(failures).toEqual([])
})

it('refuses a change of all rows, as a hosted project does', async () => {
  const change = (connection: Connection) =>
    connection.unsafe('delete from public.user_permissions')
  const { code } = await request(authenticator, callers[1]!, [change])
  expect(code).toBe('21000')
})
