import { createTransport } from 'nodemailer'
import { organisation } from '../../../src/shared/data/organisation.ts'
import { sender, type Environment } from './environment.ts'
import type { Message } from '../../../src/shared/mail/mail-data.ts'

export interface Transport {
  name: string
  /**
   * Hands a message to the mail server.
   *
   * @returns what the server calls it, where it says so
   * @throws Rejected when this message will never be taken; anything else may pass
   */
  send: (message: Message) => Promise<string | undefined>
  close?: () => void
}

/** The server will never take this message. */
export class Rejected extends Error {}

/** How long one message may take, in milliseconds; a lease is four times as long. */
export const patience = 30_000

/**
 * What the project's secrets say: an HTTP mail API, one's own mail server, or nothing yet.
 * `MAIL_PATIENCE` is how long one message may take where the usual time is too long, in milliseconds.
 */
export function chooseTransport(environment: Environment): Transport | undefined {
  const { RESEND_API_KEY, SMTP_URL } = environment
  if (RESEND_API_KEY) return httpTransport(RESEND_API_KEY, environment)
  return SMTP_URL ? smtpTransport(SMTP_URL, environment) : undefined
}

const patienceOf = ({ MAIL_PATIENCE }: Environment) =>
  Math.min(patience, Number(MAIL_PATIENCE) || patience)

/** An HTTP mail API of Resend's shape. It forgets a key after a day: until then nothing is doubled. */
function httpTransport(key: string, environment: Environment): Transport {
  const { name, address } = sender(environment)
  const url = environment.MAIL_API_URL || 'https://api.resend.com'
  return {
    name: new URL(url).host,
    send: async ({ id, key: idempotencyKey, to, subject, html, text, headers }) => {
      const response = await fetch(`${url}/emails`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          'idempotency-key': idempotencyKey,
        },
        body: JSON.stringify({
          from: `"${name.replace(/["\\]/g, '')}" <${address}>`,
          to: [to],
          reply_to: organisation.email,
          subject,
          html,
          text,
          headers,
          // Its webhook names them, also when our record of the message was lost.
          tags: [{ name: 'mail', value: id }],
        }),
        signal: AbortSignal.timeout(patienceOf(environment)),
      })
      const answer = (await response.json().catch(() => ({}))) as { id?: string; message?: string }
      if (response.ok) return answer.id
      const reason = `${response.status} ${answer.message ?? response.statusText}`
      // The others are about the key, the domain or the moment, and pass once somebody mends them.
      throw [400, 413, 422].includes(response.status) ? new Rejected(reason) : new Error(reason)
    },
  }
}

/** What nodemailer's errors carry. */
interface SmtpError extends Error {
  responseCode?: number
  command?: string
}

/** Whether a mail server's host is this machine: what goes there crosses no network. */
const isThisMachine = (host: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i.test(host)

/**
 * Hands nothing, not even the password, to a server of another machine before it has shown a valid
 * certificate, whatever the address says after `?`.
 *
 * @param url `smtp://user:password@host:587` or `smtps://…:465`
 */
function smtpTransport(url: string, environment: Environment): Transport {
  const timeout = patienceOf(environment)
  const server = createTransport({
    url,
    ...(!isThisMachine(new URL(url).hostname) && {
      requireTLS: true,
      tls: { rejectUnauthorized: true },
    }),
    pool: true,
    maxConnections: concurrency,
    connectionTimeout: timeout / 3,
    greetingTimeout: timeout / 3,
    socketTimeout: timeout / 2,
  })
  return {
    name: new URL(url).host,
    send: (message) =>
      within(
        timeout,
        server.sendMail(toMime(message, environment)).then(
          ({ messageId }) => messageId,
          (error: SmtpError) => {
            // A 5xx to anything but recipient and content is about us, not about this message.
            const final = (error.responseCode ?? 0) >= 500 && /RCPT|DATA/.test(error.command ?? '')
            throw final ? new Rejected(error.message) : error
          },
        ),
      ),
    close: () => server.close(),
  }
}

/** What nodemailer makes a message of. Addresses are objects, so that none is read as a list. */
export function toMime({ to, subject, html, text, headers }: Message, environment: Environment) {
  const { 'Message-ID': messageId, ...others } = headers
  return {
    from: sender(environment),
    to: { name: '', address: to },
    replyTo: organisation.email,
    subject,
    html,
    text,
    messageId,
    headers: others,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** How many messages a worker sends at the same time. */
export const concurrency = 5

async function within<Answer>(time: number, work: Promise<Answer>): Promise<Answer> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The mail server did not answer in time.')), time)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
