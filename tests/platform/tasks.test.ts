import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { readSchemas } from '../../supabase/catalogue/schemas'
import { connectTo } from '../../supabase/platform/cluster'
import { limits } from '../limits'
import type { Sql } from './connect'

const aMinute = 60_000

let admin: Sql
let owner: Sql
beforeAll(() => {
  admin = connectTo(inject('clockPort'), 'supabase_admin', { max: 1 })
  owner = connectTo(inject('clockPort'), 'postgres', { max: 1 })
})
afterAll(() => Promise.all([admin.end(), owner.end()]))

it('pg_cron runs each job, and each succeeds', async () => {
  const jobs = await owner<{ jobid: number }[]>`select jobid from cron.job order by jobid`
  expect(jobs.length).toBeGreaterThan(2)
  const ran = () => owner<{ jobid: number }[]>`
    select distinct jobid from cron.job_run_details
    where status in ('succeeded', 'failed') order by jobid`
  await expect
    .poll(ran, { timeout: aMinute + limits.expectation, interval: 500 })
    .toEqual([...jobs])
  expect(
    await owner`
      select command, return_message from cron.job_run_details
      where status not in ('starting', 'running', 'succeeded')`,
  ).toEqual([])
  expect(await owner`select task, error from private.upkeep where failed_at is not null`).toEqual(
    [],
  )
})

it('the first schemas also apply to a database that pg_cron cannot serve', async () => {
  await admin`create database another owner postgres`
  const other = connectTo(inject('clockPort'), 'postgres', { database: 'another', max: 1 })
  await other`create schema extensions`
  const foundation = readSchemas().filter(({ name }) => name.startsWith('schemas/foundation/'))
  await other.unsafe(foundation.map(({ text }) => text).join('\n')).simple()
  expect(await other`select task from private.upkeep`).toEqual([{ task: 'delete_old_runs' }])
  await other.end()
})
