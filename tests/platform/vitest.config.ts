import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { findPostgres } from '../../supabase/platform/postgres.js'
import { limits } from '../limits.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const hasPostgres = findPostgres() !== undefined
if (!hasPostgres) {
  console.warn(
    'Postgres 17 or 15 with pg_cron, pgTAP and plpgsql_check, and a C compiler are not installed here and cannot be: only the static check runs.',
  )
}

/** The file that waits for a minute of pg_cron runs once that is over. */
class ClockLast extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isClock = ({ moduleId }: TestSpecification) => moduleId.endsWith('/tasks.test.ts')
    const sorted = await super.sort(files)
    return [...sorted.filter((file) => !isClock(file)), ...sorted.filter(isClock)]
  }
}

/** Only `npm run test:long` runs the proofs that take minutes. */
const proofs = {
  tags: [{ name: 'long', description: 'A proof that takes minutes', timeout: limits.long }],
  tagsFilter: ['!long'],
}

export default defineConfig({
  root,
  resolve: { alias: { '@': `${root}src` } },
  test: {
    include: [hasPostgres ? 'tests/platform/*.test.ts' : 'tests/platform/statements.test.ts'],
    globalSetup: hasPostgres ? 'tests/platform/setup.ts' : [],
    // One database serves all files, except those that start their own.
    fileParallelism: false,
    sequence: { sequencer: ClockLast },
    ...proofs,
    silent: 'passed-only',
    testTimeout: limits.test,
    hookTimeout: limits.setUp,
    expect: { poll: { timeout: limits.expectation } },
  },
})
