import { bodyOf, refusal, type AuthContext } from './auth-context.js'
import { answerMailLink } from './mail-links.js'
import { answerMailRequest } from './mail-requests.js'
import { refuseWithoutCaptcha } from './auth-captcha.js'
import { answerFactors } from './auth-factors.js'
import { withAssurance } from './auth-tokens.js'
import { answerSession, answerSignIn } from './sessions.js'

/** Answers a request below /auth/v1 as a hosted project does. */
export async function answerAuth(request: Request, context: AuthContext): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url)
  const answers: Record<string, () => Promise<Response>> = {
    '/auth/v1/signup': () => answerMailRequest('signup', request, context),
    '/auth/v1/resend': () => answerMailRequest('resend', request, context),
    '/auth/v1/recover': () => answerMailRequest('recover', request, context),
    '/auth/v1/verify': () => answerMailLink(request, context),
  }
  const isSignIn = pathname === '/auth/v1/token' && searchParams.get('grant_type') === 'password'
  const answer =
    answers[pathname] ??
    (() => (isSignIn ? answerSignIn(request, context) : answerSession(request, context)))
  const refused =
    context.verifyCaptcha && (await refuseWithoutCaptcha(request, context.verifyCaptcha))
  const answered = refused ?? (await answerFactors(request, context)) ?? (await answer())
  return inAskedForm(request, await withAssurance(answered, context.pg))
}

/** bcrypt reads only this many bytes; lite ignores the rest. */
export async function refuseLongPassword(request: Request): Promise<Response | undefined> {
  const { pathname } = new URL(request.url)
  if (pathname !== '/auth/v1/signup' && pathname !== '/auth/v1/user') return undefined
  const { password } = await bodyOf<{ password: unknown }>(request)
  if (typeof password !== 'string' || Buffer.byteLength(password) <= 72) return undefined
  return refusal(400, 'validation_failed', 'Password cannot be longer than 72 characters')
}

/** Clients name their version of the API: from 2024 on, a refusal's code is a word. */
async function inAskedForm(request: Request, response: Response): Promise<Response> {
  const version = request.headers.get('x-supabase-api-version')
  const isJson = response.headers.get('content-type')?.includes('json')
  if (!version || version < '2024-01-01' || response.ok || !isJson) return response
  const { error_code, msg, ...body } = (await response.json()) as Record<string, unknown>
  if (typeof error_code !== 'string') return Response.json({ ...body, msg }, response)
  const answer = Response.json({ ...body, code: error_code, message: msg }, response)
  answer.headers.set('x-supabase-api-version', '2024-01-01')
  answer.headers.delete('content-length')
  return answer
}
