import { PGlite } from '@electric-sql/pglite'

// A test loads this into a command to end it at a statement: it counts statements, and one of them
// waits.

let statements = 0
for (const method of ['query', 'exec'] as const) {
  const run = PGlite.prototype[method] as (...args: unknown[]) => Promise<never>
  PGlite.prototype[method] = async function (this: PGlite, ...args: unknown[]) {
    statements += 1
    process.send!(statements)
    if (statements === Number(process.env.PAUSE_AT)) {
      // The listener keeps the process alive, and ends it with the test.
      await new Promise(() => process.once('disconnect', () => process.exit()))
    }
    return run.apply(this, args)
  }
}
