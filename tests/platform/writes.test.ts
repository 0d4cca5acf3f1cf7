import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { defaultSqlDirectory } from '../../supabase/embedded/config'
import { connect, type Sql } from './connect'
import { asOwner, refusals, request, type Caller, type Connection } from './postgrest'

let owner: Sql
let authenticator: Sql
let callers: Caller[]
beforeAll(async () => {
  owner = connect('postgres', { max: 1 })
  authenticator = connect('authenticator', { max: 1 })
  // Personas and their sample rows; a file of pgTAP that stays.
  for (const file of ['000-personas.sql', '000-tables.sql']) {
    const sql = fs.readFileSync(path.join(defaultSqlDirectory, 'tests', file), 'utf8')
    await owner.unsafe(sql).simple()
  }
  const [admin] = await owner<{ id: string }[]>`
    select id from public.profiles where email = 'admin@kindlewell.test'`
  callers = [{ role: 'anon' }, { role: 'authenticated', account: admin!.id }]
})
afterAll(() => Promise.all([owner.end(), authenticator.end()]))

interface Write {
  name: string
  /** Gives the statement; asked by the owner, in the transaction of the request. */
  statement: string
}

/** A sample row, each column that may be changed, and a removal, of every table that the API may write. */
const writes = () => owner<Write[]>`
  select distinct 'insert into ' || table_name as name,
    format('select tests.sample_insert(%L) as given', table_name) as statement
  from information_schema.column_privileges
  where table_schema = 'public' and grantee in ('anon', 'authenticated') and privilege_type = 'INSERT'
  union all
  select distinct format('update of %I.%I', table_name, column_name),
    format('select %L as given', format('update public.%1$I set %2$I = %2$I where %2$I is not null', table_name, column_name))
  from information_schema.column_privileges
  where table_schema = 'public' and grantee = 'authenticated' and privilege_type = 'UPDATE'
  union all
  select distinct 'delete from ' || table_name,
    -- Admins stay: the last one cannot be removed.
    format('select %L as given', format(
      'delete from public.%I as row where to_jsonb(row) ->> %L is distinct from %L', table_name, 'role', 'admin'
    ))
  from information_schema.table_privileges
  where table_schema = 'public' and grantee = 'authenticated' and privilege_type = 'DELETE'
  order by name`

it('every write that the API allows succeeds for a persona, and none fails otherwise', async () => {
  const failures: string[] = []
  for (const { name, statement } of await writes()) {
    const outcomes: string[] = []
    for (const caller of callers) {
      const write = async (connection: Connection) => {
        const [row] = await asOwner<string>(connection, caller, statement)
        return connection.unsafe(row!.given)
      }
      const { code, message } = await request(authenticator, caller, [write])
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
