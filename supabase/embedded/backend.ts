import type { PGlite } from '@electric-sql/pglite'
import { App } from '@supabase/lite'
import { answerAuth, refuseLongPassword } from './auth'
import { createFactorLimit } from './auth-factors'
import { createAuthMailer } from './auth-mailer'
import { localKeys } from './config'
import { currentRequest } from './current-request'
import { openDatabase, type DatabaseOptions } from './database'
import { refuseFilterLikeArgument } from './function-arguments'
import { createFunctions } from './functions'
import { rewriteParameters } from './parameters'
import { ConnectionError, isBroken } from './protocol'
import { Outbox } from './outbox'
import { createRealtime, type Realtime } from './realtime'
import { unavailable } from './refusals'
import { createStorage } from './storage'
import { objectsOf } from './storage-objects'
import { createSiteverify } from './turnstile'
import { rewriteRows } from './written-rows'

export interface BackendOptions extends DatabaseOptions {
  /** Whether a sign-up must be confirmed through an email first. Default: true. */
  confirmEmails?: boolean | undefined
  /** Deliver mails as soon as they are in the outbox, and every minute. Default: when asked to. */
  deliverMails?: boolean | undefined
  /** Whether sign-in, sign-up and mails of sign-in require a captcha. Default: false. */
  hasCaptcha?: boolean | undefined
}

export interface Backend {
  /**
   * Answers a request below /rest/v1, /auth/v1, /storage/v1 or /functions/v1. Links in emails lead to its own
   * origin, or that of the last request.
   */
  fetch: (request: Request) => Promise<Response>
  /**
   * Runs work on the database while no request runs. One session serves all requests, so use `pg`
   * only in here. The work must not call `exclusive` or `fetch`.
   */
  exclusive: <T>(work: (pg: PGlite) => Promise<T>) => Promise<T>
  realtime: Realtime
  outbox: Outbox
  /** Waits for running requests and closes the database. */
  close: () => Promise<void>
}

/**
 * Starts REST, authentication and realtime on their own database.
 *
 * @throws when a migration or the seed fails
 * @throws when the data directory is in use, or was built from other texts
 */
export async function createBackend(options: BackendOptions = {}): Promise<Backend> {
  const database = await openDatabase(options)
  const { connection } = database
  let listen: Realtime['listen'] = () => Promise.resolve()
  const exclusively = createMutex(async () => {
    if (await database.recover()) await listen(database.pg)
    await endTransaction(database.pg)
  })
  const exclusive: Backend['exclusive'] = (work) => exclusively(() => work(database.pg))
  const outbox = new Outbox()
  try {
    const app = new App({
      connection,
      api: { schemas: ['public'], max_rows: 1000 },
      auth: {
        enabled: true,
        additional_redirect_urls: [],
        publishable_key: localKeys.publishable,
        secret_key: localKeys.secret,
        jwt_secret: localKeys.jwtSecret,
        jwt_expiry: 3600,
        enable_signup: true,
        minimum_password_length: 6,
        email: { enable_signup: true, enable_confirmations: options.confirmEmails ?? true },
      },
      options: {
        // Admin mode would serve keyless requests from this computer as service_role.
        server: { admin: false, disableStudio: true },
      },
    })
    await app.init()
    const siteverify = createSiteverify()
    const verifyCaptcha = options.hasCaptcha ? siteverify : undefined
    const mailer = createAuthMailer(outbox, async (address) => {
      const { rows } = await database.pg.query<{ data: Record<string, unknown> | null }>(
        'select raw_user_meta_data as data from auth.users where email = lower($1)',
        [address],
      )
      return rows[0]?.data ?? {}
    })
    const mayTryFactor = createFactorLimit()
    Object.assign(app, { _mailer: mailer })
    const realtime = await createRealtime(exclusive)
    listen = realtime.listen
    const clock = setInterval(() => void exclusive(runTasks), 60_000)
    clock.unref()

    const answer = async (request: Request): Promise<Response> => {
      const { pg } = database
      const refusal =
        refuseUnfilteredWrite(request) ?? (await refuseFilterLikeArgument(pg, request))
      if (refusal) return refusal
      const { origin, pathname } = new URL(request.url)
      // lite reads it for each request, so it follows the address that people use.
      app.config.auth.site_url = origin
      if (pathname.startsWith('/auth/v1/')) {
        const ask = async (asked: Request) => (await refuseLongPassword(asked)) ?? app.fetch(asked)
        return answerAuth(request, { pg, mailer, ask, mayTryFactor, verifyCaptcha })
      }
      if (request.method === 'HEAD' && pathname.startsWith('/rest/v1/rpc/')) {
        return headOfFunction(request, (asGet) => app.fetch(rewriteParameters(asGet)))
      }
      const rewritten = await rewriteRows(pg, request)
      return rewritten instanceof Response ? rewritten : app.fetch(rewriteParameters(rewritten))
    }
    const answerInTurn = (request: Request) =>
      exclusively(async () => {
        const answered = await currentRequest
          .run(request, () => answer(request))
          .catch((error: unknown) => {
            if (!isBroken(database.pg)) throw error
          })
        // lite's error for a broken connection
        return answered && !isBroken(database.pg) ? answered : unavailable(new ConnectionError())
      })
    const storage = await createStorage({
      exclusive,
      objects: objectsOf(options.dataDirectory),
    })
    const isOfStorage = (request: Request) =>
      new URL(request.url).pathname.startsWith('/storage/v1/')
    let origin = 'http://localhost'
    const functions = await createFunctions({
      exclusive,
      send: (request) => (isOfStorage(request) ? storage.fetch(request) : answerInTurn(request)),
      outbox,
      siteverify,
      origin: () => origin,
      deliverMails: options.deliverMails ?? false,
    })
    return {
      fetch: (request) => {
        const { origin: own, pathname } = new URL(request.url)
        origin = own
        // Both call the database themselves, so they must not hold the queue.
        if (isOfStorage(request)) return storage.fetch(request)
        return pathname.startsWith('/functions/v1/')
          ? functions.fetch(request)
          : answerInTurn(request)
      },
      exclusive,
      realtime,
      outbox,
      close: async () => {
        clearInterval(clock)
        await functions.close()
        await realtime.close()
        await exclusively(() => database.close())
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** As pg_cron does: runs the jobs of the migrations, all of them every minute. */
async function runTasks(pg: PGlite): Promise<void> {
  const { rows } = await pg.query<{ command: string }>('select command from cron.job')
  for (const { command } of rows) {
    await pg.query(command).catch((error: unknown) => console.error(`${command}:`, error))
  }
  await vacuum(pg)
}

/** Replaces autovacuum, which PGlite lacks. Without it Postgres makes no index-only scans. */
async function vacuum(pg: PGlite): Promise<void> {
  const { rows } = await pg.query<{ command: string }>(`
    select format('vacuum (analyze) %I.%I', schemaname, pg_class.relname) as command
    from pg_stat_user_tables join pg_class on pg_class.oid = relid
    where greatest(n_dead_tup - 50, n_ins_since_vacuum - 1000) > 0.2 * greatest(reltuples, 0)`)
  for (const { command } of rows) await pg.query(command)
}

/** A failure that also broke its rollback must not break later work. */
async function endTransaction(pg: PGlite): Promise<void> {
  if (pg.isInTransaction()) await pg.exec('rollback')
}

/**
 * Serializes work on the database: interleaved work would share a transaction.
 *
 * @param prepare runs before each piece of work
 */
function createMutex(prepare: () => Promise<void>) {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(prepare).then(work)
    last = result.catch(() => {})
    return result
  }
}

/** lite only reads a function's arguments from the address of a GET. */
async function headOfFunction(
  request: Request,
  send: (asGet: Request) => Response | Promise<Response>,
): Promise<Response> {
  const url = new URL(request.url)
  url.searchParams.set('limit', '0')
  const { status, headers } = await send(new Request(url, { headers: request.headers }))
  return new Response(null, { status, headers })
}

/** Hosted projects load `safeupdate`: a forgotten filter must not empty a table. */
function refuseUnfilteredWrite(request: Request): Response | undefined {
  const { pathname, searchParams } = new URL(request.url)
  const verb = { DELETE: 'DELETE', PATCH: 'UPDATE' }[request.method]
  if (!verb || !pathname.startsWith('/rest/v1/')) return undefined
  const others = /^(select|order|limit|offset|columns|on_conflict|apikey)$|^(?!not\.).*\./
  if ([...searchParams.keys()].some((name) => !others.test(name))) return undefined
  const message = `${verb} requires a WHERE clause`
  return Response.json({ code: '21000', message, details: null, hint: null }, { status: 400 })
}
