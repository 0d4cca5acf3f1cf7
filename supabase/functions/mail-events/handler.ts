import { Webhook } from 'standardwebhooks'
import { Database, type Fetch } from '../_shared/database.ts'
import { required, type Environment } from '../_shared/environment.ts'
import { reporting } from '../_shared/faults.ts'

/** An event of Resend. */
interface MailEvent {
  type?: string
  data?: {
    email_id?: string
    to?: string[]
    tags?: Record<string, string>
    bounce?: { type?: string; subType?: string; message?: string }
    failed?: { reason?: string }
    suppressed?: { message?: string }
  }
}

const outcomes: Record<string, string> = {
  'email.bounced': 'bounced',
  'email.delivery_delayed': 'delayed',
  'email.delivered': 'delivered',
  'email.complained': 'complained',
  'email.failed': 'failed',
  // Suppressed by the provider's own list.
  'email.suppressed': 'failed',
}

/**
 * Receives the mail provider's events of bounces, complaints, failures and delays, signed with `MAIL_EVENTS_SECRET`.
 * It ignores all other events.
 */
export function createHandler(environment: Environment, parts: { send?: Fetch | undefined } = {}) {
  const reporter = { page: 'mail-events', environment, send: parts.send }
  return reporting(reporter, async (request) => {
    if (request.method !== 'POST') return new Response('Method Not Allowed', { status: 405 })
    const id = request.headers.get('svix-id') ?? ''
    let event: MailEvent
    try {
      event = new Webhook(required(environment, 'MAIL_EVENTS_SECRET')).verify(
        await request.text(),
        {
          'webhook-id': id,
          'webhook-timestamp': request.headers.get('svix-timestamp') ?? '',
          'webhook-signature': request.headers.get('svix-signature') ?? '',
        },
      ) as MailEvent
    } catch {
      return new Response('Unauthorized', { status: 401 })
    }
    const { email_id, to = [], tags = {}, bounce, failed, suppressed } = event.data ?? {}
    // SES calls a full mailbox Transient, and a domain that does not exist: only a permanent bounce
    // suppresses the address.
    const isPermanent = (bounce?.type ?? 'Permanent') === 'Permanent'
    const outcome = isPermanent ? outcomes[event.type ?? ''] : 'delayed'
    if (!outcome) return new Response(null, { status: 204 })
    await new Database(environment, parts.send).call('record_mail_event', {
      event_id: id,
      outcome,
      mail: uuid.test(tags.mail ?? '') ? tags.mail : null,
      sent_as: email_id ?? null,
      addresses: to,
      detail: bounce?.message ?? failed?.reason ?? suppressed?.message ?? null,
    })
    return new Response(null, { status: 204 })
  })
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
