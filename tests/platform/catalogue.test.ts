import fs from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  catalogueStatement,
  catalogueText,
  lacking,
  readCatalogue,
  type Query,
} from '../../supabase/catalogue/catalogue'
import { startCluster, type Cluster } from '../../supabase/platform/cluster'
import { migrate } from '../../supabase/platform/migrate'
import { findPostgres } from '../../supabase/platform/postgres'
import { connect, type Sql } from './connect'

const file = new URL('../../supabase/catalogue/catalogue.txt', import.meta.url)
const wanted = fs.readFileSync(file, 'utf8')
const queryOf =
  (sql: Sql): Query =>
  async (statement) =>
    (await sql.unsafe(statement)) as never[]

/** A new project, since May 2026. */
let cluster: Cluster
beforeAll(async () => {
  cluster = await startCluster(findPostgres()!, { grantsByDefault: false })
  await migrate(cluster)
})
afterAll(() => cluster?.stop())

it('the migrations make what the catalogue says where a new table is granted to nobody', async () => {
  const sql = cluster.connect('postgres', { max: 1 })
  const made = await readCatalogue(queryOf(sql))
  expect([lacking(wanted, made), lacking(made, wanted)]).toEqual([[], []])
})

it('the migrations make the same where every new table is granted to everyone', async () => {
  const sql = connect('postgres', { max: 1 })
  const rows = await queryOf(sql)<{ object: string; line: string }>(catalogueStatement)
  await sql.end()
  const made = catalogueText(rows)
  // The rows of the seed are there too.
  const objects = wanted.replaceAll(/^rows of .*\n(?: {2}.*\n)*/gm, '')
  expect([lacking(objects, made), lacking(made, objects)]).toEqual([[], []])
})
