import { AuthClient } from '@supabase/auth-js'
import { PostgrestClient } from '@supabase/postgrest-js'
import { env } from '@/shared/config/env'
import type { Database } from './database.types'
import { connectClient, authStorage } from './shared-session'

/** After this a request counts as failed. */
const REQUEST_TIMEOUT_MS = 30_000

/** The address of a service of the project. */
export const serviceUrl = (name: string) => `${env.supabaseUrl}/${name}/v1`

/**
 * Email links carry the session in the address' fragment (implicit flow), so that a link opened in
 * another browser than the one that asked for it still works. `auth/mail-link.ts` takes it from there.
 */
export const authOptions = () =>
  ({
    url: serviceUrl('auth'),
    headers: { Authorization: `Bearer ${env.supabaseAnonKey}`, apikey: env.supabaseAnonKey },
    flowType: 'implicit',
    detectSessionInUrl: false,
  }) as const

const auth = new AuthClient({
  ...authOptions(),
  storageKey: `sb-${new URL(env.supabaseUrl).hostname.split('.')[0]}-auth-token`,
  storage: authStorage,
  fetch: fetchAgainOrQuoted,
})

// There is no public option for it: which tabs hear of the session.
const telling = auth as unknown as {
  _notifyAllSubscribers: Parameters<typeof connectClient>[0]
}
telling._notifyAllSubscribers = connectClient(telling._notifyAllSubscribers.bind(auth))

/**
 * The signed-in connection: auth, and tables under the caller's row-level security. The clients of
 * supabase-js without those that no list begins with: `realtime.ts`, `storage.ts` and `functions.ts`.
 * Only the portal and staff screens load it; public forms use `public-client.ts`.
 */
export const supabase = Object.assign(
  new PostgrestClient<Database>(serviceUrl('rest'), {
    fetch: fetchSignedIn,
    timeout: REQUEST_TIMEOUT_MS,
    // Reads are tried again by the query client, once. By itself this library would repeat a read
    // that was not answered for seven seconds more before it says so.
    retry: false,
  }),
  { auth },
)

export async function accessToken(): Promise<string> {
  const { data } = await auth.getSession()
  return data.session?.access_token ?? env.supabaseAnonKey
}

/** Sends a request with the project's key and the token of the session. */
export async function fetchSignedIn(
  input: RequestInfo | URL,
  init?: RequestInit,
): Promise<Response> {
  const headers = new Headers(init?.headers)
  const token = await accessToken()
  if (!headers.has('apikey')) headers.set('apikey', env.supabaseAnonKey)
  if (!headers.has('authorization')) headers.set('authorization', `Bearer ${token}`)
  return fetchAgainOrQuoted(input, { ...init, headers })
}

async function fetchAgainOrQuoted(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const answer = await fetchQuoted(input, init)
  if (answer.status === 403 && isOfTables(input, init)) await endLostSession()
  return (await withNewToken(answer, input, init)) ?? answer
}

/** Signs out here where the service no longer knows the session, or no longer admits its account. */
export async function endLostSession(): Promise<void> {
  // The library itself ends a session that is gone.
  const { error } = await supabase.auth.getUser()
  if (error?.code === 'user_banned' || error?.code === 'user_not_found') {
    await supabase.auth.signOut({ scope: 'local' })
  }
}

/** Whether it is a signed-in request to the tables. */
function isOfTables(input: RequestInfo | URL, { headers }: RequestInit = {}): boolean {
  const isSignedIn = new Headers(headers).get('authorization') !== `Bearer ${env.supabaseAnonKey}`
  return isSignedIn && addressOf(input).includes('/rest/v1/')
}

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

/**
 * Where the browser's clock is slow, a token may have expired that is still taken for valid. A table
 * that refuses it has done nothing yet: the request is sent once more, with a new one.
 */
async function withNewToken(answer: Response, input: RequestInfo | URL, init: RequestInit = {}) {
  if (answer.status !== 401 || !isOfTables(input, init)) return undefined
  const { data } = await supabase.auth.refreshSession()
  if (!data.session) return undefined
  const headers = new Headers(init.headers)
  headers.set('authorization', `Bearer ${data.session.access_token}`)
  return fetch(input, { ...init, headers })
}
