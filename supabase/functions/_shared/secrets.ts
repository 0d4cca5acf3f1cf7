/** Whether a request brings `Bearer <secret>`; the comparison takes as long whatever is wrong. */
export async function bringsSecret(request: Request, secret: string): Promise<boolean> {
  const digest = async (text: string) =>
    new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  const given = await digest(request.headers.get('authorization') ?? '')
  const expected = await digest(`Bearer ${secret}`)
  return given.reduce((difference, byte, index) => difference | (byte ^ expected[index]!), 0) === 0
}
