import { afterAll, beforeAll, expect, it } from 'vitest'
import { connect, type Sql } from './connect'

let owner: Sql
beforeAll(async () => {
  // As requests do, on a connection that has safeupdate.
  owner = connect('authenticator', { max: 1 })
  await owner`set role postgres`
})
afterAll(() => owner.end())

interface Finding {
  name: string
  message: string
  sqlstate: string
}

/** Trigger functions are checked once for each table that they are on. */
const check = () => owner<Finding[]>`
  select checked.name, told.message, told.sqlstate
  from (
    select pg_proc.oid, pronamespace::regnamespace || '.' || proname as name, 0::oid as on_table
    from pg_proc join pg_language on pg_language.oid = prolang
    where lanname = 'plpgsql' and pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      and prorettype <> 'trigger'::regtype and prokind = 'f'
    union
    select tgfoid, tgfoid::regproc::text, tgrelid
    from pg_trigger join pg_proc on pg_proc.oid = tgfoid join pg_language on pg_language.oid = prolang
    where not tgisinternal and lanname = 'plpgsql' and pronamespace = 'private'::regnamespace
      and tgoldtable is null and tgnewtable is null
  ) as checked
  cross join lateral extensions.plpgsql_check_function_tb(
    checked.oid, checked.on_table, other_warnings => false, extra_warnings => false,
    performance_warnings => false, security_warnings => false
  ) as told
  where told.level = 'error'`

it('no function has an error, also with safeupdate loaded', async () => {
  expect((await check()).map(({ name, message }) => `${name}: ${message}`)).toEqual([])
})

it('no function raises an error that PostgREST retries forever', async () => {
  const raising = () => owner<{ name: string }[]>`
    select pronamespace::regnamespace || '.' || proname as name from pg_proc
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      and prosrc ~* '40001|40P01|serialization_failure|deadlock_detected'`
  expect(await raising()).toEqual([])
  await owner`create function private.retried() returns void language plpgsql as
    $$ begin raise exception using errcode = 'serialization_failure'; end $$`
  expect(await raising()).toEqual([{ name: 'private.retried' }])
  await owner`drop function private.retried()`
})

it('finds a function that reads a missing column', async () => {
  await owner`create function private.faulty() returns void language plpgsql as
    'begin perform no_such_column from public.mentors; end'`
  const findings = await check()
  await owner`drop function private.faulty()`
  expect(findings.map(({ name, sqlstate }) => [name, sqlstate])).toEqual([
    ['private.faulty', '42703'],
  ])
})
