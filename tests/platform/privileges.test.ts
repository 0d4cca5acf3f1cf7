import { afterAll, beforeAll, expect, it } from 'vitest'
import { databaseChecks } from '../../supabase/hosted/checks/database'
import type { Target } from '../../supabase/hosted/checks/check'
import { connect, type Sql } from './connect'

let admin: Sql
let owner: Sql
beforeAll(() => {
  admin = connect('supabase_admin', { max: 1 })
  owner = connect('postgres', { max: 1 })
})
afterAll(() => Promise.all([admin.end(), owner.end()]))

const check = databaseChecks.find(({ title }) => title.startsWith('Nothing in public'))!
const examine = () =>
  check.run({
    query: async <Row>(sql: string) => (await owner.unsafe(sql)) as unknown as Row[],
  } as Target)

it('cannot take what supabase_admin gives by default: the owner is no member of it', async () => {
  const defaults = () => owner`
    select defaclobjtype, defaclacl::text from pg_default_acl
    where defaclnamespace = 'public'::regnamespace and defaclrole = 'supabase_admin'::regrole
    order by 1`
  const before = await defaults()
  expect(before).toHaveLength(3)
  await expect(
    owner`alter default privileges for role supabase_admin in schema public
      revoke all on tables from anon, authenticated, service_role`,
  ).rejects.toMatchObject({ code: '42501' })
  await expect(owner`grant supabase_admin to postgres`).rejects.toMatchObject({ code: '42501' })
  await expect(owner`set role supabase_admin`).rejects.toMatchObject({ code: '42501' })
  expect(await defaults()).toEqual(before)
})

it('a table that the platform itself makes in public is open, and the doctor finds it', async () => {
  expect(await examine()).toMatchObject({ is: 'good' })
  await admin`create table public.made_by_platform (name text)`
  await admin`create function public.made_by_platform() returns int language sql as 'select 1'`
  const [open] = await owner`
    select has_table_privilege('anon', 'public.made_by_platform', 'select, insert, delete') as is_open`
  const verdict = await examine()
  await admin`drop function public.made_by_platform()`
  await admin`drop table public.made_by_platform`
  expect(open!.is_open).toBe(true)
  expect(verdict.is).toBe('bad')
  const problem = 'belongs to supabase_admin, open to anon, authenticated'
  expect(verdict.note).toContain(`made_by_platform ${problem}`)
  expect(verdict.note).toContain(`made_by_platform() ${problem}`)
  expect(await examine()).toMatchObject({ is: 'good' })
})
