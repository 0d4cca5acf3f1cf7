import { Database, type Fetch } from './database.ts'
import type { Environment } from './environment.ts'

interface Reporter {
  /** The function's name. */
  page: string
  place?: 'function' | 'worker'
  environment: Environment
  send?: Fetch | undefined
}

/**
 * Stores a failure in `public.faults`, without any values; the function's log has everything. It
 * never throws.
 */
export async function reportFault(error: unknown, reporter: Reporter): Promise<void> {
  console.error(error)
  const { page, place = 'function', environment, send } = reporter
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error))
  const fault = {
    page,
    place,
    message: `${name}: ${message}`.slice(0, 2000),
    stack: stack?.slice(0, 4000),
  }
  try {
    await new Database(environment, send).insert('faults', fault)
  } catch (unreported) {
    console.error(unreported)
  }
}

/** A handler that answers an unexpected failure with 500, and reports it. */
export function reporting(
  reporter: Reporter,
  handle: (request: Request) => Promise<Response>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    try {
      return await handle(request)
    } catch (error) {
      await reportFault(error, reporter)
      return new Response('Internal Server Error', { status: 500 })
    }
  }
}
