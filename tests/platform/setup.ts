import fs from 'node:fs'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { defaultSqlDirectory } from '../../supabase/embedded/config'
import { startCluster, type Cluster, type Preparations } from '../../supabase/platform/cluster'
import { migrate } from '../../supabase/platform/migrate'
import { findPostgres } from '../../supabase/platform/postgres'

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the Postgres on which the migrations and seed.sql are. */
    platformPort: number
    /** A separate Postgres, in which pg_cron runs the jobs. */
    clockPort: number
  }
}

/**
 * A Postgres with the migrations and seed.sql, for files that commit. Jobs run only in tests about
 * them, because they would change rows in the middle of other tests.
 */
export async function startSeeded({
  runsJobs = false,
  ...preparations
}: Preparations & { runsJobs?: boolean } = {}): Promise<Cluster> {
  const cluster = await startCluster(findPostgres()!, preparations)
  try {
    await migrate(cluster)
    const seed = fs.readFileSync(path.join(defaultSqlDirectory, 'seed.sql'), 'utf8')
    await cluster.connect('postgres', { max: 1 }).unsafe(seed).simple()
    const admin = cluster.connect('supabase_admin', { max: 1 })
    await admin`update cron.job set active = ${runsJobs} where true`
    return cluster
  } catch (error) {
    await cluster.stop()
    throw error
  }
}

export default async function setup(project: TestProject) {
  // The minute of pg_cron passes while other files run.
  const [cluster, clock] = await Promise.all([startSeeded(), startSeeded({ runsJobs: true })])
  // The checks read arguments as the owner, within a request's transaction.
  await cluster.connect('supabase_admin', { max: 1 })`grant postgres to authenticator`
  project.provide('platformPort', cluster.port)
  project.provide('clockPort', clock.port)
  return async () => {
    await Promise.all([cluster.stop(), clock.stop()])
  }
}
