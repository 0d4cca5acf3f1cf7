import crypto from 'node:crypto'
import { localKeys } from '../../supabase/embedded/config'
import { createHandler } from '../../supabase/functions/mail-events/handler'
import { backend } from './attacker'

/** Each provider's reports about a mail. */
type Told =
  | 'a hard bounce'
  | 'a soft bounce'
  | 'a complaint'
  | 'an unsubscription'
  | 'a refusal by its own list'
  | 'a delivery'
  | 'an opening'
  | 'something new'

interface Concerned {
  /** Our id of the mail. */
  mail: string
  to: string
}

interface Sent {
  body: object
  headers?: Record<string, string>
}

interface MailProvider {
  name: string
  /** A signed report. */
  tell: (told: Told, concerned: Concerned) => Sent
  /** The same from someone else, or changed on its way. */
  forged: Record<string, (told: Told, concerned: Concerned) => Sent>
}

const topic = 'arn:aws:sns:eu-west-1:123456789012:mail'
const environment = () => ({
  SUPABASE_URL: backend.url,
  SUPABASE_SERVICE_ROLE_KEY: localKeys.secret,
  POSTMARK_EVENTS_SECRET: 'kindlewell:a password',
  MAILGUN_EVENTS_SECRET: 'a signing key',
  SES_EVENTS_TOPIC: topic,
})

/** The addresses that the function asked for. */
export const reached: string[] = []

/** Sends a provider's event to the function. */
export async function tellOf(name: string, { body, headers = {} }: Sent): Promise<number> {
  const reach = (request: Request) => {
    reached.push(request.url)
    const key = keys.get(new URL(request.url).pathname.split('/').at(-1) ?? '')
    return Promise.resolve(new Response(key ? certificateOf(key) : ''))
  }
  const handle = createHandler(environment(), { reach })
  const request = new Request(`https://project.supabase.co/mail-events/${name}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  return (await handle(request)).status
}

const ownMessageId = (mail: string) => `${mail}@kindlewell.example`

function postmark(told: Told, { mail, to }: Concerned, secret = 'kindlewell:a password'): Sent {
  const bounce = (Type: string) => ({ RecordType: 'Bounce', Type, ID: nextNumber(), Email: to })
  const change = { RecordType: 'SubscriptionChange', ChangedAt: now(), SuppressSending: true }
  const events: Record<Told, object> = {
    'a hard bounce': { ...bounce('HardBounce'), Details: '550 no such user' },
    'a soft bounce': { ...bounce('SoftBounce'), Details: '452 mailbox full' },
    'a complaint': { RecordType: 'SpamComplaint', ID: nextNumber(), Email: to },
    'an unsubscription': {
      ...{ ...change, Recipient: to, Origin: 'Recipient' },
      SuppressionReason: 'ManualSuppression',
    },
    'a refusal by its own list': { ...bounce('ManuallyDeactivated'), Details: 'deactivated' },
    'a delivery': { RecordType: 'Delivery', Recipient: to, DeliveredAt: now() },
    'an opening': { RecordType: 'Open', Recipient: to },
    'something new': { RecordType: 'Telepathy', Recipient: to },
  }
  return {
    body: { ...events[told], MessageID: crypto.randomUUID(), Metadata: { Mail: mail } },
    headers: { authorization: `Basic ${btoa(secret)}` },
  }
}

function mailgun(
  told: Told,
  { mail, to }: Concerned,
  { secret = 'a signing key', time = Date.now(), token = crypto.randomUUID() } = {},
) {
  const failed = (severity: string, reason: string, message: string) => ({
    ...{ event: 'failed', severity, reason },
    'delivery-status': { message },
  })
  const events: Record<Told, object> = {
    'a hard bounce': failed('permanent', 'bounce', '550 no such user'),
    'a soft bounce': failed('temporary', 'generic', '452 mailbox full'),
    'a complaint': { event: 'complained' },
    'an unsubscription': { event: 'unsubscribed' },
    'a refusal by its own list': failed('permanent', 'suppress-bounce', 'deactivated'),
    'a delivery': { event: 'delivered' },
    'an opening': { event: 'opened' },
    'something new': { event: 'telepathy' },
  }
  const timestamp = String(Math.floor(time / 1000))
  const signature = crypto.createHmac('sha256', secret).update(timestamp + token)
  return {
    body: {
      signature: { timestamp, token, signature: signature.digest('hex') },
      'event-data': {
        ...{ ...events[told], id: crypto.randomUUID(), recipient: to },
        message: { headers: { 'message-id': ownMessageId(mail) } },
      },
    },
  }
}

type SnsMessage = Record<string, string>

const region = 'https://sns.eu-west-1.amazonaws.com'
const amazons = 'SimpleNotificationService-0123.pem'
const keys = new Map(
  [amazons, 'SimpleNotificationService-other.pem'].map((name) => [
    name,
    crypto.generateKeyPairSync('rsa', { modulusLength: 2048 }),
  ]),
)

/** A certificate shaped like Amazon's, with only the key in it. */
function certificateOf({ publicKey }: crypto.KeyPairKeyObjectResult): string {
  const der = (tag: number, ...parts: Uint8Array[]): Buffer => {
    const content = Buffer.concat(parts)
    const { length } = content
    const sizes = length < 128 ? [length] : [0x82, length >> 8, length & 255]
    return Buffer.concat([Buffer.from([tag, ...sizes]), content])
  }
  const number = (value: number) => der(2, Buffer.from([value]))
  const names = [1, 2, 3, 4].map(() => der(0x30, Buffer.alloc(40)))
  const key = publicKey.export({ type: 'spki', format: 'der' })
  const certified = der(0x30, der(0xa0, number(2)), number(1), ...names, key)
  const certificate = der(0x30, certified, der(0x30), der(3, Buffer.from([0])))
  return `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64')}\n-----END CERTIFICATE-----\n`
}

/** Signs a message of the topic as Amazon does. */
export function sns(message: SnsMessage, { version = '1', key = amazons } = {}): Sent {
  const whole: SnsMessage = {
    ...{ MessageId: crypto.randomUUID(), TopicArn: topic, Timestamp: now() },
    ...{ Type: 'Notification', ...message },
  }
  const text = Object.keys(whole)
    .sort()
    .map((name) => `${name}\n${whole[name]}\n`)
    .join('')
  const signature = crypto.sign(
    version === '2' ? 'sha256' : 'sha1',
    Buffer.from(text),
    keys.get(key)!.privateKey,
  )
  return {
    body: {
      ...whole,
      SignatureVersion: version,
      Signature: signature.toString('base64'),
      SigningCertURL: `${region}/${key}`,
    },
  }
}

function ses(told: Told, { mail, to }: Concerned): SnsMessage {
  const bounce = (bounceType: string, bounceSubType: string, diagnosticCode: string) => ({
    eventType: 'Bounce',
    bounce: {
      ...{ bounceType, bounceSubType },
      bouncedRecipients: [{ emailAddress: to, diagnosticCode }],
    },
  })
  const events: Record<Told, object> = {
    'a hard bounce': bounce('Permanent', 'General', '550 no such user'),
    'a soft bounce': bounce('Transient', 'MailboxFull', '452 mailbox full'),
    'a complaint': { notificationType: 'Complaint', complaint: { complaintSubType: null } },
    'an unsubscription': {
      ...{ eventType: 'Subscription' },
      subscription: { newTopicPreferences: { unsubscribeAll: true } },
    },
    'a refusal by its own list': bounce('Permanent', 'OnAccountSuppressionList', 'deactivated'),
    'a delivery': { eventType: 'Delivery' },
    'an opening': { eventType: 'Open' },
    'something new': { eventType: 'Telepathy' },
  }
  const headers = { commonHeaders: { messageId: `<${ownMessageId(mail)}>` } }
  const ofMail = { messageId: '0100-ses', destination: [to], ...headers }
  return { Message: JSON.stringify({ ...events[told], mail: ofMail }) }
}

/** With one field of the body changed. */
const changed = ({ body, headers }: Sent, change: object): Sent => ({
  body: { ...body, ...change },
  ...(headers && { headers }),
})

const long = 25 * 3_600_000
let numbers = 0
const nextNumber = () => (numbers += 1)
const now = () => new Date(Date.now() + nextNumber()).toISOString()

export const mailProviders: MailProvider[] = [
  {
    name: 'postmark',
    tell: postmark,
    forged: {
      'another password': (told, of) => postmark(told, of, 'kindlewell:another'),
      'no password': (...given) => ({ body: postmark(...given).body }),
    },
  },
  {
    name: 'mailgun',
    tell: mailgun,
    forged: {
      'another key': (told, of) => mailgun(told, of, { secret: 'another' }),
      'an old signature': (told, of) => mailgun(told, of, { time: Date.now() - long }),
      'the signature of another time': (told, of) => {
        const sent = mailgun(told, of)
        return changed(sent, { signature: { ...sent.body.signature, timestamp: '1' } })
      },
      'no signature': (...given) => changed(mailgun(...given), { signature: null }),
    },
  },
  {
    name: 'ses',
    tell: (told, of) => sns({ ...ses(told, of), Subject: 'Amazon SES' }, { version: '2' }),
    forged: {
      'another topic': (told, of) =>
        sns({ ...ses(told, of), TopicArn: topic.replace('mail', 'other') }),
      'an old message': (told, of) =>
        sns({ ...ses(told, of), Timestamp: new Date(Date.now() - long).toISOString() }),
      'a changed message': (told, of) => changed(sns(ses('an opening', of)), ses(told, of)),
      'the key of another': (told, of) =>
        changed(sns(ses(told, of), { key: 'SimpleNotificationService-other.pem' }), {
          SigningCertURL: `${region}/${amazons}`,
        }),
      'an unknown version': (told, of) => changed(sns(ses(told, of)), { SignatureVersion: '3' }),
      ...Object.fromEntries(
        [
          'https://sns.eu-west-1.amazonaws.com.evil.example/',
          'https://evil.example/',
          'https://sns.eu-west-1.amazonaws.com@evil.example/',
          'http://sns.eu-west-1.amazonaws.com/',
          'https://sns.us-east-1.amazonaws.com/',
          'https://sns.eu-west-1.amazonaws.com/?Action=GetTopic&x=/',
          'https://bucket.s3.amazonaws.com/',
        ].map((place) => [
          `a certificate at ${place}`,
          (told: Told, of: Concerned) =>
            changed(sns(ses(told, of)), { SigningCertURL: `${place}${amazons}` }),
        ]),
      ),
    },
  },
]
