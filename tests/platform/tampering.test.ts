import { afterAll, beforeAll, expect, it } from 'vitest'
import { examine } from '../../supabase/hosted/doctor'
import type { Target } from '../../supabase/hosted/checks/check'
import { objectChecks } from '../../supabase/hosted/checks/objects'
import { startCluster, type Cluster, type Sql } from '../../supabase/platform/cluster'
import { migrate } from '../../supabase/platform/migrate'
import { findPostgres } from '../../supabase/platform/postgres'
import { catalogs } from '../../supabase/catalogue/classes'
import { harmless, tamperings } from './tamperings'

let cluster: Cluster
let admin: Sql
beforeAll(async () => {
  cluster = await startCluster(findPostgres()!)
  await migrate(cluster)
  admin = cluster.connect('supabase_admin', { max: 1 })
  // The jobs stay on, as the doctor wants them, but have nobody to start them.
  await admin`select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'pg_cron launcher'`
})
afterAll(() => cluster?.stop())

class Rollback extends Error {}

/** What the doctor says after statements of the superuser, which are undone. */
async function look(statement: string): Promise<string[]> {
  let found: string[] = []
  await admin
    .begin(async (sql) => {
      await sql.unsafe(statement).simple()
      // As the doctor's own, who is no superuser.
      await sql.unsafe('set local session authorization postgres')
      const target = {
        query: async <Row>(text: string) =>
          (await sql.savepoint((it) => it.unsafe(text))) as unknown as Row[],
      } as Target
      for (const check of objectChecks) {
        const { is, note } = await examine(check, target)
        if (is !== 'good') found.push(note ?? is)
      }
      throw new Rollback()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Rollback))
        throw new Error(`${statement}: ${(error as Error).message}`, { cause: error })
    })
  return found
}

const unseen = async (chosen: typeof tamperings) => {
  const names: string[] = []
  for (const { name, statement } of chosen)
    if ((await look(statement)).length === 0) names.push(name)
  return names
}
const alarms = async (chosen: typeof harmless) => {
  const found: string[] = []
  for (const statement of chosen)
    found.push(...(await look(statement)).map((note) => `${statement}: ${note}`))
  return found
}

/** One of each few, so that each class has some. */
const part = <Item>(items: readonly Item[], every: number) =>
  items.filter((_item, place) => place % every === 0)

it('finds nothing in a database as it was made', async () => {
  expect(await look('select 1')).toEqual([])
})

it('names tamperings of each class', async () => {
  expect(await unseen(part(tamperings, 24))).toEqual([])
})

it('calls nothing a fault that decides nothing', async () => {
  expect(await alarms(part(harmless, 5))).toEqual([])
})

it(
  'names two hundred tamperings, and nothing that decides nothing',
  { tags: ['long'] },
  async () => {
    expect(tamperings.length).toBeGreaterThanOrEqual(200)
    expect(await unseen(tamperings)).toEqual([])
    expect(await alarms(harmless)).toEqual([])
  },
)

it('reads each kind of object that this Postgres knows, or says why not', async () => {
  const rows = await admin<{ name: string }[]>`
    select relname::text as name from pg_class
    where relnamespace = 'pg_catalog'::regnamespace and relkind = 'r' order by 1`
  expect(rows.map(({ name }) => name).filter((name) => !(name in catalogs))).toEqual([])
})
