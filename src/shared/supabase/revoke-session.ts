import { env } from '@/shared/config/env'

export interface Tokens {
  access_token: string
  refresh_token: string
  /** In seconds */
  expires_at?: number
}

/**
 * Ends a session at the service that this browser has forgotten already. Where the service is not
 * reached, it is tried again when the browser is back online and the page is still open.
 */
export async function revokeSession(tokens: Tokens): Promise<void> {
  try {
    await revokeNow(tokens)
  } catch (error) {
    console.error(error)
    window.addEventListener('online', () => void revokeSession(tokens), { once: true })
  }
}

async function revokeNow({ access_token, refresh_token, expires_at = 0 }: Tokens) {
  let token: string | undefined = access_token
  // The service does not take an expired one.
  if (expires_at * 1_000 < Date.now()) {
    const answer = await send('token?grant_type=refresh_token', { refresh_token })
    if (answer.ok) token = ((await answer.json()) as Partial<Tokens>).access_token
  }
  if (token) await send('logout?scope=local', {}, token)
}

async function send(call: string, body: object, token = env.supabaseAnonKey): Promise<Response> {
  const answer = await fetch(`${env.supabaseUrl}/auth/v1/${call}`, {
    method: 'POST',
    headers: {
      apikey: env.supabaseAnonKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
    // Sent even when the user leaves the page at once.
    keepalive: true,
  })
  if (answer.status >= 500) throw new Error(`The service answered with ${answer.status}`)
  return answer
}
