/** Whether a request has `Bearer <secret>`; the comparison takes constant time. */
export async function bringsSecret(request: Request, secret: string): Promise<boolean> {
  const digest = async (text: string) =>
    new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  const given = await digest(request.headers.get('authorization') ?? '')
  const expected = await digest(`Bearer ${secret}`)
  return given.reduce((difference, byte, index) => difference | (byte ^ expected[index]!), 0) === 0
}

/** A key for one purpose, derived from a secret that it does not reveal. */
export async function keyFor(purpose: string, secret: string): Promise<string> {
  const bytes = (text: string) => new TextEncoder().encode(text)
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', bytes(secret), algorithm, false, ['sign'])
  const signed = new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes(purpose)))
  return Array.from(signed, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
