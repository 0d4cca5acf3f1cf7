import { Database, type Fetch } from '../_shared/database.ts'
import { required, serviceKey, siteUrl, type Environment } from '../_shared/environment.ts'
import { composeMail } from '../../../src/shared/mail/mails.ts'
import { reportFault, reporting } from '../_shared/faults.ts'
import { bringsSecret, hmac } from '../_shared/secrets.ts'
import { chooseTransport, type Transport } from '../_shared/transports.ts'
import { deliver } from './deliver.ts'

/** Less than the minute between two calls of the clock. */
const shift = 50_000

/**
 * Delivers the waiting mails of the outbox. A POST with `Authorization: Bearer <DELIVER_MAIL_SECRET>`
 * returns the number of mails that were sent, postponed and failed.
 *
 * @param parts.send replaces `fetch` for calls of the database
 * @param parts.transport replaces the one that the environment names
 */
export function createHandler(
  environment: Environment,
  parts: { send?: Fetch | undefined; transport?: Transport } = {},
) {
  const reporter = { page: 'deliver-mail', place: 'worker', environment, send: parts.send } as const
  return reporting(reporter, async (request) => {
    if (!(await bringsSecret(request, required(environment, 'DELIVER_MAIL_SECRET')))) {
      return new Response('Unauthorized', { status: 401 })
    }
    if (request.method !== 'POST') return new Response('Method Not Allowed', { status: 405 })
    const transport = parts.transport ?? chooseTransport(environment)
    if (!transport) {
      return new Response('Neither RESEND_API_KEY nor SMTP_URL is set.', { status: 503 })
    }
    const places = {
      site: siteUrl(environment),
      functions: `${required(environment, 'SUPABASE_URL')}/functions/v1`,
      portal: environment.PAYMENT_PORTAL_URL,
    }
    try {
      const delivery = await deliver({
        database: new Database(environment, parts.send),
        transport,
        compose: (mail) => composeMail(mail, places),
        linkKey: await hmac('links of mails', serviceKey(environment)),
        until: Date.now() + shift,
        report: (error) => reportFault(error, reporter),
      })
      return Response.json(delivery)
    } catch (error) {
      await reportFault(error, reporter)
      return new Response('The outbox could not be read.', { status: 502 })
    } finally {
      transport.close?.()
    }
  })
}
