import fs from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lacking, readCatalogue } from '../../supabase/catalogue/catalogue'
import { startCluster, type Cluster } from '../../supabase/platform/cluster'
import { migrate } from '../../supabase/platform/migrate'
import { findPostgres } from '../../supabase/platform/postgres'

let cluster: Cluster
beforeAll(async () => {
  cluster = await startCluster(findPostgres()!)
  await migrate(cluster)
})
afterAll(() => cluster?.stop())

it('the migrations make on Postgres 15 what the catalogue says', async () => {
  const sql = cluster.connect('postgres', { max: 1 })
  const made = await readCatalogue(async (statement) => (await sql.unsafe(statement)) as never[])
  const file = new URL('../../supabase/catalogue/catalogue.txt', import.meta.url)
  const wanted = fs.readFileSync(file, 'utf8')
  expect([lacking(wanted, made), lacking(made, wanted)]).toEqual([[], []])
})
