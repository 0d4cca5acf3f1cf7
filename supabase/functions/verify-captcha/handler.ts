import { Database, type Fetch } from '../_shared/database.ts'
import { reportFault } from '../_shared/faults.ts'
import { required, type Environment } from '../_shared/environment.ts'

const siteverify = 'https://challenges.cloudflare.com/turnstile/v0/siteverify'

/** Cloudflare's own limit */
const LONGEST_TOKEN = 2048

/**
 * Verifies the token of a solved captcha, and returns the pass that the database requires of a form.
 * Cloudflare accepts each token once.
 *
 * @param parts.verify replaces `fetch` for the call of Cloudflare
 */
export function createHandler(
  environment: Environment,
  parts: { send?: Fetch | undefined; verify?: Fetch | undefined } = {},
) {
  // A form's content type needs no preflight.
  const headers = { 'access-control-allow-origin': '*' }
  const refuse = (status: number, text: string) => new Response(text, { status, headers })
  const verify = parts.verify ?? fetch

  return async (request: Request): Promise<Response> => {
    if (request.method !== 'POST') return refuse(405, 'Method Not Allowed')
    const token = (await request.formData().catch(() => undefined))?.get('token')
    if (typeof token !== 'string' || !token || token.length > LONGEST_TOKEN) {
      return refuse(400, 'Bad Request')
    }
    try {
      const answer = await verify(
        new Request(siteverify, {
          method: 'POST',
          body: new URLSearchParams({
            secret: required(environment, 'TURNSTILE_SECRET_KEY'),
            response: token,
          }),
          signal: AbortSignal.timeout(10_000),
        }),
      )
      const { success } = (await answer.json()) as { success?: boolean }
      if (success !== true) return refuse(403, 'The captcha was not solved.')
      const pass = await new Database(environment, parts.send).call('issue_captcha_pass', {})
      return Response.json({ pass }, { headers })
    } catch (error) {
      await reportFault(error, { page: 'verify-captcha', environment, send: parts.send })
      return refuse(502, 'The captcha could not be checked.')
    }
  }
}
