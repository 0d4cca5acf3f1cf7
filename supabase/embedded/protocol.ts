import type { PGlite } from '@electric-sql/pglite'

/** How many values a statement can have: PGlite reads their number with a sign. */
export const mostValues = 32_767

/** A hosted project has no limit: PostgREST sends all rows as one value. */
export const tooManyValues = {
  code: '54023',
  message: `A request has at most ${mostValues} values here. Send fewer at a time.`,
}

/** The outcome in the database is unknown. */
export class ConnectionError extends Error {
  readonly code = '08006'

  constructor(cause?: unknown) {
    super('The connection to the database broke. Please try again.', { cause })
  }
}

/** Parts of PGlite that are not in its public types. The exact version is pinned. */
interface Internals {
  POSTGRES_MAIN_LONGJMP: number
  Module: { _PostgresMainLoopOnce: () => void; _clear_setitimer: () => void }
  fs: { closeFs: () => Promise<void> }
}

const broken = new WeakSet<PGlite>()

export const isBroken = (pg: PGlite): boolean => broken.has(pg)

/**
 * Makes a statement that broke the connection fail, and every later one too. PGlite swallows errors
 * of its reader and of Postgres, and then answers nothing.
 */
export function watchProtocol(pg: PGlite): void {
  const { Module, POSTGRES_MAIN_LONGJMP: refusal } = pg as unknown as Internals
  const run = Module._PostgresMainLoopOnce
  Module._PostgresMainLoopOnce = () => {
    try {
      run()
    } catch (error) {
      if ((error as { status?: number }).status !== refusal) broken.add(pg)
      throw error
    }
  }
  const send = pg.execProtocolStream.bind(pg)
  pg.execProtocolStream = async (message, options) => {
    if (isBroken(pg)) throw new ConnectionError()
    try {
      const answer = await send(message, options)
      if (!isBroken(pg)) return answer
    } catch (error) {
      const { code, severity } = error as { code?: string; severity?: string }
      if (code && !code.startsWith('08') && !/^(FATAL|PANIC)$/.test(severity ?? '')) throw error
      broken.add(pg)
      throw new ConnectionError(error)
    }
    throw new ConnectionError()
  }
}

/**
 * Frees the files of a broken database. It is not closed, because closing would write its memory to
 * disk.
 */
export async function abandon(pg: PGlite): Promise<void> {
  const { Module, fs } = pg as unknown as Internals
  // Its timer would keep it and the process alive.
  Module._clear_setitimer()
  await fs.closeFs()
}
