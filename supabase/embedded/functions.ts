import type { PGlite } from '@electric-sql/pglite'
import { createHandler as checkFiles } from '../functions/check-files/handler.ts'
import { createHandler as deliverMail } from '../functions/deliver-mail/handler.ts'
import { createHandler as mailEvents } from '../functions/mail-events/handler.ts'
import { createHandler as paymentEvents } from '../functions/payment-events/handler.ts'
import { createHandler as unsubscribe } from '../functions/unsubscribe/handler.ts'
import { createHandler as verifyCaptcha } from '../functions/verify-captcha/handler.ts'
import { localKeys } from './config'
import { outboxTransport, type Outbox } from './outbox'
import { turnstileTestSecret } from './turnstile'

const handlers = new Map([
  ['check-files', checkFiles],
  ['deliver-mail', deliverMail],
  ['mail-events', mailEvents],
  ['payment-events', paymentEvents],
  ['unsubscribe', unsubscribe],
  ['verify-captcha', verifyCaptcha],
])

type Exclusive = <T>(work: (pg: PGlite) => Promise<T>) => Promise<T>

export interface Functions {
  /** Answers a request below /functions/v1. */
  fetch: (request: Request) => Promise<Response>
  /** Waits for the running call. */
  close: () => Promise<void>
}

/**
 * The Edge Functions, in this process: the local outbox keeps their mails.
 *
 * @param options.send answers their calls of the database
 * @param options.siteverify imitates Cloudflare's
 * @param options.origin where the site is
 * @param options.deliverMails serve the calls of the database through pg_net
 */
export async function createFunctions(options: {
  exclusive: Exclusive
  send: (request: Request) => Promise<Response>
  outbox: Outbox
  siteverify: (request: Request) => Promise<Response>
  origin: () => string
  deliverMails: boolean
}): Promise<Functions> {
  const { exclusive, send, outbox, siteverify, origin, deliverMails } = options
  const deliverMailSecret = await exclusive(readSecret)
  const environment = () => ({
    SUPABASE_URL: origin(),
    SITE_URL: origin(),
    SUPABASE_SERVICE_ROLE_KEY: localKeys.secret,
    DELIVER_MAIL_SECRET: deliverMailSecret,
    MAIL_EVENTS_SECRET: localKeys.mailEvents,
    PAYMENT_EVENTS_SECRET: localKeys.paymentEvents,
    TURNSTILE_SECRET_KEY: turnstileTestSecret,
  })
  const answer: Functions['fetch'] = async (request) => {
    const createHandler = handlers.get(new URL(request.url).pathname.split('/')[3] ?? '')
    if (!createHandler) return new Response('Not Found', { status: 404 })
    const transport = outboxTransport(outbox, environment())
    const parts = { send, transport, verify: siteverify }
    return createHandler(environment(), parts)(request)
  }

  // Calls during a run cause exactly one more run.
  let running: Promise<unknown> = Promise.resolve()
  const waiting = new Set<string>()
  const follow = (text: string) => {
    const { url, headers, body } = JSON.parse(text) as {
      url: string
      headers: HeadersInit
      body: object
    }
    if (waiting.has(url)) return
    waiting.add(url)
    running = running.then(async () => {
      waiting.delete(url)
      const init = { method: 'POST', headers, body: JSON.stringify(body) }
      await answer(new Request(new URL(url, origin()), init)).catch((error: unknown) =>
        console.error(`${url}:`, error),
      )
    })
  }
  const unlisten = deliverMails
    ? await exclusive((pg) => pg.listen('embedded_http', follow))
    : () => Promise.resolve()
  return {
    fetch: answer,
    close: async () => {
      await exclusive(() => unlisten())
      await running
    },
  }
}

/** A test's schema may have no mails. */
const readSecret = async (pg: PGlite): Promise<string> => {
  const { rows } = await pg.query<{ secret: string }>(
    "select decrypted_secret as secret from vault.decrypted_secrets where name = 'deliver_mail_secret'",
  )
  return rows[0]!.secret
}
