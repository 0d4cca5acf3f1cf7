import {
  createClient,
  isAuthApiError,
  isAuthRefreshDiscardedError,
  isAuthSessionMissingError,
  type AuthChangeEvent,
  type AuthError,
} from '@supabase/supabase-js'
import { env } from '@/shared/config/env'
import type { Database } from './database.types'
import {
  endSession,
  endedSession,
  openPageOf,
  pageOwner,
  SessionEndedError,
  untilBack,
} from './ended-session'
import {
  hearTabs,
  removeTokens,
  sessionStore,
  tellTabs,
  type SessionListener,
} from './shared-session'

/** After this a request counts as failed. */
const REQUEST_TIMEOUT_MS = 30_000

const baseUrl = new URL(`${env.supabaseUrl}/`)

/** The address of a service, as supabase-js writes it. */
const serviceUrl = (name: string) => new URL(`${name}/v1`, baseUrl).href

/**
 * Email links carry the session in the address' fragment (implicit flow), so that a link opened in
 * another browser than the one that asked for it still works. `auth/mail-link.ts` takes it from there.
 */
export const authOptions = { flowType: 'implicit', detectSessionInUrl: false } as const

/**
 * The signed-in connection, under the caller's row-level security. Only the portal and staff screens load
 * it; public forms use `public-client.ts`. What happens to the session, `onSessionChange` tells.
 */
export const supabase = createClient<Database>(baseUrl.href, env.supabaseAnonKey, {
  auth: { ...authOptions, ...sessionStore },
  global: {
    fetch: (input, init) => (isOf('auth', input) ? fetchQuoted : fetchSignedIn)(input, init),
  },
  realtime: { accessToken: tokenOfChannels },
})

// Who signs out on purpose closes the page first: here the library found out that the session is over.
const isFoundOver = (event: AuthChangeEvent) => event === 'SIGNED_OUT' && pageOwner() !== undefined

supabase.auth.onAuthStateChange((event, session) => {
  if (isFoundOver(event)) endSession()
  else if (event !== 'INITIAL_SESSION') tellTabs(event, session)
})
// Channels hear from the library only what happens in this tab.
hearTabs(() => void supabase.realtime.setAuth())

/**
 * As `supabase.auth.onAuthStateChange`, also for what happens in other tabs of the session, but without the end of a
 * session that an open page waits for.
 */
export function onSessionChange(listener: SessionListener): () => void {
  const { data } = supabase.auth.onAuthStateChange((event, session) => {
    if (!isFoundOver(event)) listener(event, session)
  })
  const stop = hearTabs(listener)
  return () => {
    data.subscription.unsubscribe()
    stop()
  }
}

/** @throws SessionEndedError while the session has ended elsewhere: channels then keep the token that they have */
async function tokenOfChannels(): Promise<string> {
  const { data } = await supabase.auth.getSession()
  const owner = pageOwner()
  if (owner !== undefined && data.session?.user.id !== owner) throw new SessionEndedError()
  return data.session?.access_token ?? env.supabaseAnonKey
}

/**
 * The token of a request that the page sends; it waits where the session ended elsewhere.
 *
 * @throws SessionEndedError when the page's account does not sign in again
 */
export async function tokenOfPage(signal?: AbortSignal | null): Promise<string> {
  await untilBack(signal)
  const { data, error } = await supabase.auth.getSession()
  // While it was renewed here, another tab renewed or ended it.
  if (isAuthRefreshDiscardedError(error)) return tokenOfPage(signal)
  const owner = pageOwner()
  if (owner === undefined) return data.session?.access_token ?? env.supabaseAnonKey
  if (!data.session) {
    // Without one it could not be renewed, because the service was not reached.
    if (error && !endedSession()) throw error
    endSession()
    return tokenOfPage(signal)
  }
  if (data.session.user.id !== owner) throw new SessionEndedError(true)
  return data.session.access_token
}

/**
 * Sends a request with the token of the page. One that is refused has done nothing
 * yet: it is sent once more where there is another token by then.
 */
async function fetchSignedIn(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const send = (token: string) => {
    const headers = new Headers(init.headers)
    headers.set('authorization', `Bearer ${token}`)
    const request = { ...init, headers }
    return isOf('rest', input) ? fetchInTime(input, request) : fetch(input, request)
  }
  try {
    const token = await tokenOfPage(init.signal)
    const answer = await send(token)
    return (await isReplaced(token, input, answer))
      ? await send(await tokenOfPage(init.signal))
      : answer
  } catch (error) {
    if (!(error instanceof SessionEndedError)) throw error
    // The clients pass on the code of an answer only.
    return Response.json({ code: error.code, message: error.message }, { status: 401 })
  }
}

/** Until the answer begins: what it holds may take longer. */
async function fetchInTime(input: RequestInfo | URL, init: RequestInit): Promise<Response> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), REQUEST_TIMEOUT_MS)
  const signal = AbortSignal.any(init.signal ? [init.signal, late.signal] : [late.signal])
  return fetch(input, { ...init, signal }).finally(() => clearTimeout(timer))
}

/** Whether the page has, or awaits, another token than the one that was refused. */
async function isReplaced(
  refused: string,
  input: RequestInfo | URL,
  { status }: Response,
): Promise<boolean> {
  if (refused === env.supabaseAnonKey) return false
  if (status === 401 && isOf('rest', input)) {
    // Where the browser's clock is slow, a token may have expired that is still taken for valid.
    const { error } = await supabase.auth.refreshSession()
    if (error && isRefused(error)) endSession()
  } else if (status === 401 || status === 403 || (status === 400 && isOf('storage', input))) {
    await endLostSession(refused)
  } else return false
  const now = await storedToken()
  return endedSession() !== undefined || (now !== undefined && now !== refused)
}

/** Whether the service has looked at what it was sent, and refuses it. */
export const isRefused = (error: AuthError): boolean =>
  isAuthApiError(error) && error.status < 500 && error.status !== 429

const storedToken = async () => (await supabase.auth.getSession()).data.session?.access_token

/**
 * Asks the service for the session. Where it no longer knows it, an open page keeps what it shows, and waits;
 * where it no longer admits the account, it is signed out here.
 *
 * @param refused the token of a refused request
 */
export async function endLostSession(refused?: string): Promise<void> {
  const token = await storedToken()
  if (!token || (refused !== undefined && refused !== token)) return
  // Not by the library, which would forget the session that may have begun meanwhile.
  const answer = await fetch(`${serviceUrl('auth')}/user`, {
    headers: { apikey: env.supabaseAnonKey, authorization: `Bearer ${token}` },
  }).catch(() => undefined)
  if (answer?.status !== 403) return
  const { error_code: code } = (await answer.json().catch(() => ({}))) as { error_code?: string }
  const isEnded = code === 'session_not_found'
  if (isEnded && pageOwner() !== undefined) endSession()
  else if (isEnded || code === 'user_banned' || code === 'user_not_found') {
    await forgetSession()
  }
}

/** Signs out in this browser, without asking the service. */
export async function forgetSession(): Promise<void> {
  openPageOf(undefined)
  // Without a stored session the library makes no request before it says that it is over.
  removeTokens()
  await supabase.auth.signOut({ scope: 'local' })
}

/** A change of the account, which is made again where the session had ended elsewhere. */
export async function changeAccount<Answer extends { error: AuthError | null }>(
  change: () => Promise<Answer>,
): Promise<Answer> {
  const answer = await change()
  if (pageOwner() === undefined || !isAuthSessionMissingError(answer.error)) return answer
  endSession()
  await untilBack()
  return change()
}

const isOf = (service: string, input: RequestInfo | URL) =>
  addressOf(input).startsWith(serviceUrl(service))

const addressOf = (input: RequestInfo | URL) =>
  input instanceof Request ? input.url : String(input)

/**
 * auth-js treats every status from 500 as a network failure and drops the service's message. For
 * signing in and up the answer becomes a refusal, so that the message is shown. The refresh of a
 * session stays as it is.
 */
export async function fetchQuoted(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const answer = await fetch(input, init)
  const isQuoted = /\/auth\/v1\/(signup|token\?grant_type=password|recover|resend)/.test(
    addressOf(input),
  )
  const isJson = answer.headers.get('content-type')?.includes('json')
  return answer.status >= 500 && isQuoted && isJson
    ? new Response(answer.body, { status: 400, headers: answer.headers })
    : answer
}
