import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { defaultSqlDirectory } from '../../supabase/embedded/config'
import { readSqlFiles } from '../../supabase/embedded/sql-files'
import { connectTo } from '../../supabase/platform/cluster'
import { connect, type Sql } from './connect'

let admin: Sql
let owner: Sql
beforeAll(() => {
  admin = connect('supabase_admin', { max: 1 })
  owner = connect('postgres', { max: 1 })
})
afterAll(() => Promise.all([admin.end(), owner.end()]))

interface Run {
  command: string
  status: string
  message: string
}

it('pg_cron runs each job, and each succeeds', { timeout: 90_000 }, async () => {
  const jobs = await owner<
    { jobid: number; command: string }[]
  >`select jobid, command from cron.job`
  await admin`update cron.job set active = true where true`
  const runs = () => owner<Run[]>`
    select command, status, return_message as message from cron.job_run_details
    where status in ('succeeded', 'failed') order by command`
  await expect.poll(runs, { timeout: 75_000, interval: 500 }).toHaveLength(jobs.length)
  await admin`update cron.job set active = false where true`
  expect((await runs()).filter(({ status }) => status !== 'succeeded')).toEqual([])
  expect(await owner`select task, error from private.upkeep where failed_at is not null`).toEqual(
    [],
  )
})

it('the first migration also applies to a database that pg_cron cannot serve', async () => {
  await admin`create database another owner postgres`
  const other = connectTo(inject('platformPort'), 'postgres', { database: 'another', max: 1 })
  await other`create schema extensions`
  const [first] = readSqlFiles(defaultSqlDirectory).migrations
  await other.unsafe(first!.text).simple()
  expect(await other`select task from private.upkeep`).toEqual([{ task: 'delete_old_runs' }])
  await other.end()
})
