import { Database, type Fetch } from '../_shared/database.ts'
import type { Environment } from '../_shared/environment.ts'
import { reporting } from '../_shared/faults.ts'
import { providers } from './providers.ts'

/**
 * Receives the mail provider's events of bounces, complaints, unsubscriptions, failures, delays and deliveries.
 * It counts unknown kinds, and ignores known ones that change nothing.
 *
 * @param parts.send replaces `fetch` for calls of the database
 * @param parts.reach replaces `fetch` for what an event refers to
 */
export function createHandler(
  environment: Environment,
  parts: { send?: Fetch | undefined; reach?: Fetch } = {},
) {
  const reporter = { page: 'mail-events', environment, send: parts.send }
  return reporting(reporter, async (request) => {
    const [, name = 'resend'] =
      /\/mail-events\/([^/]+)\/?$/.exec(new URL(request.url).pathname) ?? []
    const provider = Object.hasOwn(providers, name) ? providers[name] : undefined
    if (!provider) return new Response('Not Found', { status: 404 })
    if (request.method !== 'POST') return new Response('Method Not Allowed', { status: 405 })
    const secret = environment[provider.secret]
    const body = await request.text()
    const { headers } = request
    const report = secret
      ? await provider.read({ headers, body, secret, reach: parts.reach ?? fetch })
      : undefined
    if (!report) return new Response('Unauthorized', { status: 401 })
    const { ids, kind, detail, mail, sentAs, addresses } = report
    const outcome = Object.hasOwn(provider.outcomes, kind) ? provider.outcomes[kind] : 'unknown'
    if (outcome) {
      await new Database(environment, parts.send).call('record_mail_event', {
        event_ids: ids,
        outcome,
        mail: mail ?? null,
        sent_as: sentAs ?? null,
        addresses,
        detail: outcome === 'unknown' ? `${name} ${kind}` : (detail ?? null),
      })
    }
    // Some providers repeat an event after any other status, 204 included.
    return new Response(null, { status: 200 })
  })
}
