import fs from 'node:fs'
import path from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { resetSession } from './database'
import { runSqlFile, type SqlFile } from './sql-files'

/** A separate connection for test files. */
export interface TapSession {
  /** Runs a file and gives every value that its statements returned, as text. */
  run: (file: SqlFile) => Promise<string[]>
  exec: (sql: string) => Promise<unknown>
  /** Resets the session settings that a file changed. */
  reset: () => Promise<unknown>
}

export interface TapReport {
  passed: number
  /** `not ok` lines with their diagnostics, and a plan that is missing or not met. */
  failures: string[]
}

/** Names of the pgTAP files in the order in which they run. */
export function listTapFiles(directory: string): string[] {
  if (!fs.existsSync(directory)) return []
  return fs
    .readdirSync(directory)
    .filter((name) => name.endsWith('.sql'))
    .sort()
}

/** Makes pgTAP's functions available to every later file. */
export async function installTap(pg: PGlite): Promise<TapSession> {
  await pg.exec('create extension if not exists pgtap with schema extensions')
  return {
    run: (file) => runSqlFile(pg, file),
    exec: (sql) => pg.exec(sql),
    reset: () => resetSession(pg),
  }
}

/**
 * Runs one file and undoes it, unless its name begins with `000`: that is a helper, which only
 * prepares what later files use and may have no plan.
 *
 * @throws when the file stops at an SQL error
 */
export async function runTapFile(
  session: TapSession,
  directory: string,
  name: string,
): Promise<TapReport> {
  const file = { name, text: fs.readFileSync(path.join(directory, name), 'utf8') }
  const isHelper = name.startsWith('000')
  let values: string[]
  try {
    values = await session.run(file)
  } finally {
    if (!isHelper) await session.exec('rollback')
    await session.reset()
  }
  const lines = values.flatMap((value) => value.split('\n'))
  const plan = lines.map((line) => /^1\.\.(\d+)/.exec(line)?.[1]).find((it) => it !== undefined)
  const passed = lines.filter((line) => /^ok \d/.test(line)).length
  const failures = lines.filter((line) => /^\s*(not ok|#)/.test(line))
  if (plan === undefined && !isHelper) failures.push('The file has no plan.')
  if (plan !== undefined && failures.length === 0 && passed !== Number(plan)) {
    failures.push(`${passed} of ${plan} planned tests ran.`)
  }
  return { passed, failures }
}
