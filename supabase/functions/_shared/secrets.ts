const bytes = (text: string) => new TextEncoder().encode(text)

/** Whether two texts are the same; the comparison takes constant time. */
export async function isSame(given: string, expected: string): Promise<boolean> {
  const digest = async (text: string) =>
    new Uint8Array(await crypto.subtle.digest('SHA-256', bytes(text)))
  const [one, other] = [await digest(given), await digest(expected)]
  return one.reduce((difference, byte, index) => difference | (byte ^ other[index]!), 0) === 0
}

/** Whether a request has `Bearer <secret>`. */
export const bringsSecret = (request: Request, secret: string): Promise<boolean> =>
  isSame(request.headers.get('authorization') ?? '', `Bearer ${secret}`)

/** The HMAC of a text with SHA-256, in hex: a signature, or a key for one purpose that does not reveal the secret. */
export async function hmac(text: string, secret: string): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', bytes(secret), algorithm, false, ['sign'])
  const signed = new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes(text)))
  return Array.from(signed, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
