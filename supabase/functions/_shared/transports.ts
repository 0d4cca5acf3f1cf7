import { createTransport } from 'nodemailer'
import { organisation } from '../../../src/shared/data/organisation.ts'
import { sender, type Environment } from './environment.ts'
import type { Message } from '../../../src/shared/mail/mail-data.ts'

export interface Transport {
  name: string
  /**
   * Hands a message to the mail server.
   *
   * @returns the server's id of the message, where it gives one
   * @throws Rejected when the server will never accept this message; a retry may help after other errors
   */
  send: (message: Message) => Promise<string | undefined>
  close?: () => void
}

/** The server will never accept this message. */
export class Rejected extends Error {}

/** How long one message may take, in milliseconds; a lease is four times as long. */
export const patience = 30_000

/**
 * The transport of the project's secrets: an HTTP mail API, a mail server, or none yet.
 * `MAIL_PATIENCE` is how long one message may take where the usual time is too long, in milliseconds.
 */
export function chooseTransport(environment: Environment): Transport | undefined {
  const { RESEND_API_KEY, SMTP_URL } = environment
  if (RESEND_API_KEY) return httpTransport(RESEND_API_KEY, environment)
  return SMTP_URL ? smtpTransport(SMTP_URL, environment) : undefined
}

const patienceOf = ({ MAIL_PATIENCE }: Environment) =>
  Math.min(patience, Number(MAIL_PATIENCE) || patience)

/** An HTTP mail API of Resend's shape. It keeps an idempotency key for a day: until then no mail is repeated. */
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
          // Its webhook returns them, also when our record of the message was lost.
          tags: [{ name: 'mail', value: id }],
        }),
        signal: AbortSignal.timeout(patienceOf(environment)),
      })
      const answer = (await response.json().catch(() => ({}))) as { id?: string; message?: string }
      if (response.ok) return answer.id
      const reason = `${response.status} ${answer.message ?? response.statusText}`
      // Other errors are about the key, the domain or a temporary state: a retry succeeds once they
      // are fixed.
      throw [400, 413, 422].includes(response.status) ? new Rejected(reason) : new Error(reason)
    },
  }
}

/** The fields of nodemailer's errors. */
interface SmtpError extends Error {
  responseCode?: number
  command?: string
}

/** Whether a mail server runs on this machine, so that no message crosses a network. */
const isThisMachine = (host: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i.test(host)

/**
 * Sends nothing, not even the password, to a server of another machine before it has shown a valid
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
            // A 5xx for anything except recipient and content is about us, not about this message.
            const final = (error.responseCode ?? 0) >= 500 && /RCPT|DATA/.test(error.command ?? '')
            throw final ? new Rejected(error.message) : error
          },
        ),
      ),
    close: () => server.close(),
  }
}

/** The message for nodemailer. Addresses are objects, so that it reads none as a list. */
export function toMime(
  { id, to, subject, html, text, headers }: Message,
  environment: Environment,
) {
  const { 'Message-ID': messageId, ...others } = headers
  return {
    from: sender(environment),
    to: { name: '', address: to },
    replyTo: organisation.email,
    subject,
    html,
    text,
    messageId,
    // Postmark replaces the Message-ID, and its events return this.
    headers: { ...others, 'X-PM-Metadata-mail': id },
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
