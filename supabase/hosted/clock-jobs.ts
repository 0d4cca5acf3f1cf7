import fs from 'node:fs'
import path from 'node:path'
import { defaultSqlDirectory } from '../embedded/config'

interface ClockJob {
  name: string
  /** Schedules it, or schedules it again. */
  statement: string
}

const catalogue = fs.readFileSync(path.join(defaultSqlDirectory, 'catalogue/catalogue.txt'), 'utf8')
const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

/** The jobs that the migrations schedule where pg_cron is. */
export const clockJobs: readonly ClockJob[] = [
  .../^jobs\n((?: {2}.+\n)+)/m
    .exec(catalogue)![1]!
    .matchAll(/^ {2}(\S+) (\S+ \S+ \S+ \S+ \S+): (.+)$/gm),
].map(([, name, schedule, command]) => ({
  name: name!,
  statement: `select cron.schedule(${[name!, schedule!, command!].map(quoted).join(', ')});`,
}))

/**
 * Schedules the jobs that pg_cron lacks: it was not there when the migrations were pushed, and those
 * are not pushed again.
 *
 * @returns their names
 */
export async function scheduleMissingJobs(
  query: <Row>(sql: string) => Promise<Row[]>,
): Promise<string[]> {
  const rows = await query<{ jobname: string }>('select jobname from cron.job')
  const there = new Set(rows.map(({ jobname }) => jobname))
  const missing = clockJobs.filter(({ name }) => !there.has(name))
  for (const { statement } of missing) await query(statement)
  return missing.map(({ name }) => name)
}
