import { Webhook } from 'standardwebhooks'
import { organisation } from '../../../src/shared/data/organisation.ts'
import type { Fetch } from '../_shared/database.ts'
import { hmac, isSame } from '../_shared/secrets.ts'
import { confirmSubscription, isSignedByTopic, type TopicMessage } from './topic.ts'

type Outcome = 'bounced' | 'complained' | 'unsubscribed' | 'failed' | 'delayed' | 'delivered'

interface Report {
  /** An event with a known id is a repeat. */
  ids: string[]
  /** The provider's name for it. */
  kind: string
  detail?: string | null | undefined
  /** Our id of the mail. */
  mail?: string | undefined
  /** The provider's id of it. */
  sentAs?: string | undefined
  addresses: string[]
}

interface Given {
  headers: Headers
  body: string
  secret: string
  /** Gets what an event refers to. */
  reach: Fetch
}

/** By the kind of an event; `null` for one to ignore. */
type Outcomes = Record<string, Outcome | null>

interface Provider {
  /** The name of the project's secret that proves an event. */
  secret: string
  outcomes: Outcomes
  /** @returns undefined for an event that is not the provider's */
  read: (given: Given) => Promise<Report | undefined> | Report | undefined
}

/** How old an event may be that says its time: providers retry for some hours. */
const DAY = 86_400_000
const isFresh = (time: number) => Math.abs(Date.now() - time) < DAY

/** Our id of a mail, from a text that names it. */
function mailOf(text: string | undefined): string | undefined {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text ?? '') ? text : undefined
}

/** The same, from the Message-ID that we set. */
function mailOfMessage(messageId: string | undefined): string | undefined {
  const [id, domain] = messageId?.replace(/^<|>$/g, '').split('@') ?? []
  return domain === organisation.domain ? mailOf(id) : undefined
}

function parse<Event>(text: string): Event | undefined {
  try {
    const event = JSON.parse(text) as Event
    return typeof event === 'object' && event !== null ? event : undefined
  } catch {
    return undefined
  }
}

/** @see https://resend.com/docs/dashboard/webhooks/event-types */
interface ResendEvent {
  type?: string
  data?: {
    email_id?: string
    to?: string[]
    tags?: Record<string, string>
    bounce?: { type?: string; message?: string }
    failed?: { reason?: string }
    suppressed?: { message?: string }
  }
}

const ofResend: Outcomes = {
  'email.bounced': 'bounced',
  'email.delivery_delayed': 'delayed',
  'email.delivered': 'delivered',
  'email.complained': 'complained',
  'email.failed': 'failed',
  // Blocked by the provider's own list.
  'email.suppressed': 'failed',
  'email.sent': null,
  'email.scheduled': null,
  'email.opened': null,
  'email.clicked': null,
}

function readResend({ headers, body, secret }: Given): Report | undefined {
  const id = headers.get('svix-id') ?? ''
  let event: ResendEvent
  try {
    event = new Webhook(secret).verify(body, {
      'webhook-id': id,
      'webhook-timestamp': headers.get('svix-timestamp') ?? '',
      'webhook-signature': headers.get('svix-signature') ?? '',
    }) as ResendEvent
  } catch {
    return undefined
  }
  const { email_id, to = [], tags = {}, bounce, failed, suppressed } = event.data ?? {}
  // SES calls a full mailbox Transient, and a domain that does not exist: only a permanent bounce
  // suppresses the address.
  const isPermanent = (bounce?.type ?? 'Permanent') === 'Permanent'
  return {
    ids: [id],
    kind: isPermanent ? (event.type ?? '') : 'email.delivery_delayed',
    detail: bounce?.message ?? failed?.reason ?? suppressed?.message,
    mail: mailOf(tags.mail),
    sentAs: email_id,
    addresses: to,
  }
}

/** @see https://postmarkapp.com/developer/webhooks/webhooks-overview */
interface PostmarkEvent {
  RecordType?: string
  /** For a bounce. */
  Type?: string
  ID?: number
  MessageID?: string
  Email?: string
  Recipient?: string
  Description?: string
  Details?: string
  DeliveredAt?: string
  ChangedAt?: string
  Metadata?: Record<string, string>
  Origin?: string
  SuppressSending?: boolean
  SuppressionReason?: string | null
}

const ofPostmark: Outcomes = {
  Delivery: 'delivered',
  SpamComplaint: 'complained',
  Unsubscribed: 'unsubscribed',
  'Bounce HardBounce': 'bounced',
  'Bounce BadEmailAddress': 'bounced',
  'Bounce SpamComplaint': 'complained',
  'Bounce Unsubscribe': 'unsubscribed',
  'Bounce ManuallyDeactivated': 'failed',
  'Bounce SMTPApiError': 'failed',
  ...Object.fromEntries(
    ['Transient', 'SoftBounce', 'DnsError', 'SpamNotification', 'Blocked', 'DMARCPolicy']
      .concat('VirusNotification', 'Unknown')
      .map((type) => [`Bounce ${type}`, 'delayed'] as const),
  ),
  'Bounce AutoResponder': null,
  'Bounce AddressChange': null,
  'Bounce ChallengeVerification': null,
  'Bounce Subscribe': null,
  'Bounce OpenRelayTest': null,
  Open: null,
  Click: null,
  // Bounces and complaints have their own events; staff change the list themselves.
  SubscriptionChange: null,
}

/** Its secret is the part before the @ in the webhook's address: `name:password`. */
async function readPostmark({ headers, body, secret }: Given): Promise<Report | undefined> {
  if (!(await isSame(headers.get('authorization') ?? '', `Basic ${btoa(secret)}`))) return undefined
  const event = parse<PostmarkEvent>(body) ?? {}
  const { RecordType = '', Type, ID, MessageID, Email, Recipient, Metadata = {} } = event
  const isUnsubscription =
    RecordType === 'SubscriptionChange' &&
    event.SuppressSending === true &&
    event.SuppressionReason === 'ManualSuppression' &&
    event.Origin === 'Recipient'
  const kind = RecordType === 'Bounce' ? `Bounce ${Type}` : RecordType
  // Headers vary in capital letters.
  const noted = Object.entries(Metadata).find(([name]) => name.toLowerCase() === 'mail')
  const time = event.DeliveredAt ?? event.ChangedAt ?? ''
  return {
    ids: [`postmark ${[kind, ID ?? MessageID, time].join(' ')}`],
    kind: isUnsubscription ? 'Unsubscribed' : kind,
    detail: event.Details || event.Description,
    mail: mailOf(noted?.[1]),
    addresses: [Email ?? Recipient ?? []].flat(),
  }
}

/** @see https://documentation.mailgun.com/docs/mailgun/user-manual/events/webhooks */
interface MailgunEvent {
  signature?: { timestamp?: string; token?: string; signature?: string }
  'event-data'?: {
    id?: string
    event?: string
    severity?: string
    reason?: string
    recipient?: string
    message?: { headers?: { 'message-id'?: string } }
    'delivery-status'?: { message?: string; description?: string }
    reject?: { reason?: string }
  }
}

const ofMailgun: Outcomes = {
  delivered: 'delivered',
  complained: 'complained',
  unsubscribed: 'unsubscribed',
  rejected: 'failed',
  'failed bounce': 'bounced',
  // On its own list, too old, or refused for another reason than the address.
  'failed permanent': 'failed',
  'failed temporary': 'delayed',
  accepted: null,
  opened: null,
  clicked: null,
  stored: null,
}

/** It only signs time and token: a used token proves no other event. */
async function readMailgun({ body, secret }: Given): Promise<Report | undefined> {
  const { signature: proof, 'event-data': data = {} } = parse<MailgunEvent>(body) ?? {}
  const { timestamp = '', token = '', signature = '' } = proof ?? {}
  const isGenuine = await isSame(String(signature), await hmac(timestamp + token, secret))
  if (!isGenuine || !isFresh(Number(timestamp) * 1000)) return undefined
  const { event = '', severity, reason, recipient, message } = data
  const isBounce = severity === 'permanent' && reason === 'bounce'
  const { message: said, description } = data['delivery-status'] ?? {}
  return {
    ids: [`mailgun token ${token}`, `mailgun ${data.id ?? token}`],
    kind: event === 'failed' ? `failed ${isBounce ? 'bounce' : severity}` : event,
    detail: said || description || data.reject?.reason,
    mail: mailOfMessage(message?.headers?.['message-id']),
    addresses: [recipient ?? []].flat(),
  }
}

/** @see https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-contents.html */
interface SesEvent {
  eventType?: string
  notificationType?: string
  mail?: {
    messageId?: string
    destination?: string[]
    commonHeaders?: { messageId?: string }
  }
  bounce?: {
    bounceType?: string
    bounceSubType?: string
    bouncedRecipients?: { emailAddress?: string; diagnosticCode?: string }[]
  }
  complaint?: { complaintSubType?: string | null }
  deliveryDelay?: { delayedRecipients?: { diagnosticCode?: string }[] }
  reject?: { reason?: string }
  subscription?: { newTopicPreferences?: { unsubscribeAll?: boolean } }
}

const ofSes: Outcomes = {
  'Bounce Permanent': 'bounced',
  'Bounce Transient': 'delayed',
  'Bounce Undetermined': 'delayed',
  Complaint: 'complained',
  Suppressed: 'failed',
  Delivery: 'delivered',
  DeliveryDelay: 'delayed',
  Reject: 'failed',
  'Rendering Failure': 'failed',
  Unsubscribed: 'unsubscribed',
  Subscription: null,
  Send: null,
  Open: null,
  Click: null,
  SubscriptionConfirmation: null,
  AmazonSnsSubscriptionSucceeded: null,
  // The first message is a sentence.
  '': null,
}

/** Its secret is the topic: anyone can have one that Amazon signs. */
async function readSes({ body, secret, reach }: Given): Promise<Report | undefined> {
  const message = parse<TopicMessage>(body)
  if (!message || message.TopicArn !== secret || !isFresh(Date.parse(message.Timestamp ?? ''))) {
    return undefined
  }
  if (!(await isSignedByTopic(message, secret, reach))) return undefined
  if (message.Type === 'SubscriptionConfirmation') await confirmSubscription(message, secret, reach)
  const event = parse<SesEvent>(message.Message ?? '') ?? {}
  const { mail, bounce, complaint, deliveryDelay, reject } = event
  const [failed] = bounce?.bouncedRecipients ?? deliveryDelay?.delayedRecipients ?? []
  return {
    ids: [`ses ${message.MessageId}`],
    kind: message.Type === 'Notification' ? kindOfSes(event) : message.Type!,
    detail:
      failed?.diagnosticCode ??
      bounce?.bounceSubType ??
      complaint?.complaintSubType ??
      reject?.reason,
    mail: mailOfMessage(mail?.commonHeaders?.messageId),
    sentAs: mail?.messageId,
    addresses:
      bounce?.bouncedRecipients?.flatMap(({ emailAddress }) => emailAddress ?? []) ??
      mail?.destination ??
      [],
  }
}

function kindOfSes(event: SesEvent): string {
  const { bounce, complaint, subscription } = event
  const kind = event.eventType ?? event.notificationType ?? ''
  const isSuppressed = /Suppress/.test(bounce?.bounceSubType ?? complaint?.complaintSubType ?? '')
  if (isSuppressed) return 'Suppressed'
  if (kind === 'Bounce') return `Bounce ${bounce?.bounceType}`
  return subscription?.newTopicPreferences?.unsubscribeAll ? 'Unsubscribed' : kind
}

/** By the end of the webhook's address, `mail-events/<name>`; Resend's has none. */
export const providers: Record<string, Provider> = {
  resend: { secret: 'MAIL_EVENTS_SECRET', outcomes: ofResend, read: readResend },
  postmark: { secret: 'POSTMARK_EVENTS_SECRET', outcomes: ofPostmark, read: readPostmark },
  mailgun: { secret: 'MAILGUN_EVENTS_SECRET', outcomes: ofMailgun, read: readMailgun },
  ses: { secret: 'SES_EVENTS_TOPIC', outcomes: ofSes, read: readSes },
}
