import { bodyOf, refusal } from './auth-context.js'
import { turnstileTestSecret } from './turnstile.js'

const asked = /^\/auth\/v1\/(signup|recover|resend|magiclink|otp|token)$/

/**
 * The captcha of the auth service (`[auth.captcha]`), which lite lacks: sign-in, sign-up and mails need a
 * token. After supabase/auth (internal/api/middleware.go, verifyCaptcha).
 *
 * @returns the refusal, if any
 */
export async function refuseWithoutCaptcha(
  request: Request,
  verify: (request: Request) => Promise<Response>,
): Promise<Response | undefined> {
  const { pathname, searchParams } = new URL(request.url)
  const isFree =
    !asked.test(pathname) ||
    ['refresh_token', 'pkce'].includes(searchParams.get('grant_type') ?? '')
  if (isFree) return undefined
  const body = await bodyOf<{ gotrue_meta_security: { captcha_token?: string } }>(request)
  const token = body.gotrue_meta_security?.captcha_token?.trim()
  const disallow = (why: string) =>
    refusal(400, 'captcha_failed', `captcha protection: request disallowed (${why})`)
  if (!token) return disallow('no captcha_token found')
  const answer = await verify(
    new Request('http://localhost/siteverify', {
      method: 'POST',
      body: new URLSearchParams({ secret: turnstileTestSecret, response: token }),
    }),
  )
  const { 'error-codes': problems } = (await answer.json()) as { 'error-codes': string[] }
  return problems.length === 0 ? undefined : disallow(problems.join(', '))
}
