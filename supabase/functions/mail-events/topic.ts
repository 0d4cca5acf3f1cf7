import type { Fetch } from '../_shared/database.ts'

/*
 * Messages of an Amazon SNS topic, to which SES sends its events.
 * See https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html
 */

/** All but the last three fields are signed. */
export type TopicMessage = Partial<
  Record<
    | 'Type'
    | 'MessageId'
    | 'TopicArn'
    | 'Subject'
    | 'Message'
    | 'Timestamp'
    | 'Token'
    | 'SubscribeURL'
    | 'SignatureVersion'
    | 'Signature'
    | 'SigningCertURL',
    string
  >
>

const signed: Record<string, readonly (keyof TopicMessage)[]> = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: [
    ...(['Message', 'MessageId', 'SubscribeURL', 'Timestamp'] as const),
    ...(['Token', 'TopicArn', 'Type'] as const),
  ],
}
const hashes: Record<string, string> = { 1: 'SHA-1', 2: 'SHA-256' }
const algorithm = 'RSASSA-PKCS1-v1_5'

/** By their addresses: a campaign causes thousands of messages. */
const certificates = new Map<string, string>()

/**
 * Whether Amazon signed the message, with a certificate from the topic's region.
 *
 * @throws when the certificate is unavailable; a retry may help
 */
export async function isSignedByTopic(
  message: TopicMessage,
  topic: string,
  reach: Fetch,
): Promise<boolean> {
  const { Type = '', SignatureVersion = '', Signature = '', SigningCertURL } = message
  const fields = Object.hasOwn(signed, Type) ? signed[Type]! : undefined
  const hash = Object.hasOwn(hashes, SignatureVersion) ? hashes[SignatureVersion]! : undefined
  const address = atTopic(SigningCertURL, topic)
  if (!fields || !hash || !address) return false
  if (!/^\/SimpleNotificationService-[\w-]+\.pem$/.test(address.pathname)) return false
  const text = fields
    .filter((field) => message[field] !== undefined)
    .map((field) => `${field}\n${message[field]}\n`)
    .join('')
  const certificate = certificates.get(address.href) ?? (await (await get(address, reach)).text())
  certificates.set(address.href, certificate)
  try {
    const key = await crypto.subtle.importKey(
      'spki',
      publicKeyIn(certificate),
      { name: algorithm, hash },
      false,
      ['verify'],
    )
    return await crypto.subtle.verify(
      algorithm,
      key,
      fromBase64(Signature),
      new TextEncoder().encode(text),
    )
  } catch {
    return false
  }
}

/**
 * Confirms that the topic may send its messages here.
 *
 * @throws when Amazon refuses it
 */
export async function confirmSubscription(
  { SubscribeURL }: TopicMessage,
  topic: string,
  reach: Fetch,
): Promise<void> {
  const address = atTopic(SubscribeURL, topic)
  if (!address) throw new Error('The confirmation leads elsewhere.')
  await get(address, reach)
}

/** The address, if it is Amazon's in the region of the topic (`arn:aws:sns:us-east-1:…`). */
function atTopic(address: string | undefined, topic: string): URL | undefined {
  const [, partition, , region] = topic.split(':')
  const host = `sns.${region}.amazonaws.com${partition === 'aws-cn' ? '.cn' : ''}`
  const url = URL.canParse(address ?? '') ? new URL(address!) : undefined
  return url?.protocol === 'https:' && url.host === host ? url : undefined
}

async function get(address: URL, reach: Fetch): Promise<Response> {
  const response = await reach(
    new Request(address, { redirect: 'error', signal: AbortSignal.timeout(10_000) }),
  )
  if (!response.ok) throw new Error(`${address.host} answered ${response.status}.`)
  return response
}

const fromBase64 = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))

/** The public key of a certificate (PEM) in DER: what follows version, number, algorithm, issuer, validity and subject. */
function publicKeyIn(certificate: string) {
  const der = fromBase64(certificate.replace(/-----[^-]+-----|\s/g, ''))
  const partAt = (at: number) => {
    const short = der[at + 1]!
    const digits = short < 0x80 ? 0 : short & 0x7f
    const length = der.subarray(at + 2, at + 2 + digits).reduce((sum, byte) => sum * 256 + byte, 0)
    const start = at + 2 + digits
    return { start, end: start + (digits ? length : short) }
  }
  let at = partAt(partAt(0).start).start
  const isVersion = der[at] === 0xa0
  for (let skipped = isVersion ? 0 : 1; skipped < 6; skipped += 1) at = partAt(at).end
  return der.slice(at, partAt(at).end)
}
