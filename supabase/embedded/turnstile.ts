/** Cloudflare's secret for tests, which accepts the token of its site keys for tests. */
export const turnstileTestSecret = '1x0000000000000000000000000000000AA'

/** The token of Cloudflare's site keys for tests. */
const dummy = 'XXXX.DUMMY.TOKEN.XXXX'

/**
 * Answers like Cloudflare's siteverify with test secrets: the one above accepts the dummy token any
 * number of times, any other accepts none. It also accepts a dummy token with a suffix, once.
 */
export function createSiteverify(): (request: Request) => Promise<Response> {
  const taken = new Set<string>()
  return async (request) => {
    const form = new URLSearchParams(await request.text())
    const token = form.get('response') ?? ''
    const problem = !token
      ? 'missing-input-response'
      : form.get('secret') !== turnstileTestSecret || !token.startsWith(dummy)
        ? 'invalid-input-response'
        : taken.has(token)
          ? 'timeout-or-duplicate'
          : undefined
    if (!problem && token !== dummy) taken.add(token)
    return Response.json({ success: !problem, 'error-codes': problem ? [problem] : [] })
  }
}
