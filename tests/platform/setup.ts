import fs from 'node:fs'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { defaultSqlDirectory } from '../../supabase/embedded/config'
import { startCluster, type Cluster } from '../../supabase/platform/cluster'
import { migrate } from '../../supabase/platform/migrate'
import { findPostgres } from '../../supabase/platform/postgres'

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the Postgres on which the migrations and seed.sql are. */
    platformPort: number
  }
}

/** A Postgres with the migrations and seed.sql, for files that commit what they do. */
export async function startSeeded(): Promise<Cluster> {
  const cluster = await startCluster(findPostgres()!)
  try {
    await migrate(cluster)
    const seed = fs.readFileSync(path.join(defaultSqlDirectory, 'seed.sql'), 'utf8')
    await cluster.connect('postgres', { max: 1 }).unsafe(seed).simple()
    // One test runs the jobs; they must not run in the middle of others.
    await cluster.connect('supabase_admin', {
      max: 1,
    })`update cron.job set active = false where true`
    return cluster
  } catch (error) {
    await cluster.stop()
    throw error
  }
}

export default async function setup(project: TestProject) {
  const cluster = await startSeeded()
  // The checks read arguments as the owner, within a request's transaction.
  await cluster.connect('supabase_admin', { max: 1 })`grant postgres to authenticator`
  project.provide('platformPort', cluster.port)
  return cluster.stop
}
