import { afterAll, beforeAll, expect, it } from 'vitest'
import { apiCalls, argumentsSql, type ApiCall } from '../api-calls'
import { connect, type Sql } from './connect'
import { asOwner, call, refusals, request, type Caller, type Connection } from './postgrest'

interface ApiFunction {
  name: string
  isStable: boolean
  /** The roles with EXECUTE. */
  roles: Caller['role'][]
  parameters: { name: string; type: string }[]
}

let owner: Sql
let authenticator: Sql
let functions: Map<string, ApiFunction>
let callers: Caller[]

beforeAll(async () => {
  owner = connect('postgres', { max: 2 })
  authenticator = connect('authenticator', { max: 2 })
  const rows = await owner<ApiFunction[]>`
    select proname as name, provolatile <> 'v' as "isStable",
      array(
        select rolname::text from pg_roles
        where rolname in ('anon', 'authenticated', 'service_role')
          and has_function_privilege(rolname, pg_proc.oid, 'execute')
      ) as roles,
      coalesce((
        select json_agg(json_build_object('name', given.name, 'type', format_type(given.type, null)) order by given.n)
        from unnest(proargnames[1:pronargs], proargtypes::oid[]) with ordinality as given(name, type, n)
      ), '[]') as parameters
    from pg_proc where pronamespace = 'public'::regnamespace`
  functions = new Map(rows.map((row) => [row.name, row]))
  const accounts = await owner<{ id: string }[]>`
    select id from public.profiles
    where email in ('admin@kindlewell.test', 'supporter@kindlewell.test')`
  callers = [
    { role: 'anon' },
    ...accounts.map(({ id }) => ({ role: 'authenticated' as const, account: id })),
    { role: 'service_role' },
  ]
  await owner`insert into auth.sessions (id, user_id) select id, id from auth.users on conflict do nothing`
})
afterAll(() => Promise.all([owner.end(), authenticator.end()]))

const searched: ApiCall = { given: { search: "'kindlewell'" } }
const callOf = (name: string): ApiCall | undefined =>
  apiCalls[name] ?? (name.startsWith('search_') ? searched : undefined)

/** Calls a function after the ones it needs, each with arguments from existing rows. */
function attempt(caller: Caller, name: string) {
  const known = callOf(name)!
  const { isStable } = functions.get(name)!
  const steps = [...(known.after ?? []), name].map((step) => async (connection: Connection) => {
    const { prepare } = callOf(step)!
    if (prepare) await asOwner(connection, caller, prepare)
    if (isStable) await connection.unsafe('set transaction read only')
    const [row] = await asOwner(connection, caller, argumentsSql(callOf(step)!))
    return call(step, functions.get(step)!.parameters, row!.given)(connection)
  })
  return request(authenticator, caller, steps)
}

it('a statement of a visitor ends after three seconds, of an account after eight', async () => {
  const set = await owner`
    select rolname as role, rolconfig as settings from pg_roles
    where rolname in ('anon', 'authenticated') order by 1`
  expect(set).toMatchObject([
    { role: 'anon', settings: expect.arrayContaining(['statement_timeout=3s']) as string[] },
    {
      role: 'authenticated',
      settings: expect.arrayContaining(['statement_timeout=8s']) as string[],
    },
  ])
  const endless = (connection: Connection) => connection.unsafe('select pg_sleep(10)')
  const [visitor, account] = await Promise.all(
    callers.slice(0, 2).map((caller) => request(authenticator, caller, [endless])),
  )
  expect([visitor!.code, account!.code]).toEqual(['57014', '57014'])
  expect(visitor!.milliseconds).toBeGreaterThanOrEqual(3000)
  expect(account!.milliseconds).toBeGreaterThanOrEqual(8000)
  expect(visitor!.milliseconds).toBeLessThan(8000)
})

it('every public function is called', () => {
  expect([...functions.keys()].filter((name) => !callOf(name))).toEqual([])
})

it('a function that a caller may execute answers or refuses, and none fails', async () => {
  const failures: string[] = []
  const unanswered: string[] = []
  for (const { name, roles } of functions.values()) {
    const outcomes: string[] = []
    for (const caller of callers.filter(({ role }) => roles.includes(role))) {
      const { code, message, milliseconds } = await attempt(caller, name)
      if (code && !refusals.test(code))
        failures.push(`${name} as ${caller.role}: ${code} ${message}`)
      if (milliseconds > 2000) failures.push(`${name} as ${caller.role}: ${milliseconds} ms`)
      outcomes.push(code ? `${code} ${message}` : 'answered')
    }
    if (!outcomes.includes('answered')) unanswered.push(`${name}: ${outcomes.join('; ')}`)
  }
  expect(failures).toEqual([])
  expect(unanswered, 'refused to every caller, so nothing of it ran').toEqual([])
})
