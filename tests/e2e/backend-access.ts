import { localKeys } from '../../supabase/embedded/config.js'
import { emailOf, localPassword } from './fixtures'

/** What an admin reads from a table: `rowsAsAdmin(url, 'contact_messages?select=name')`. */
export async function rowsAsAdmin(
  origin: string,
  query: string,
): Promise<Record<string, unknown>[]> {
  const headers = { apikey: localKeys.publishable, 'content-type': 'application/json' }
  const signedIn = await fetch(`${origin}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email: emailOf('admin'), password: localPassword }),
  })
  const { access_token: token } = (await signedIn.json()) as { access_token: string }
  const rows = await fetch(`${origin}/rest/v1/${query}`, {
    headers: { ...headers, authorization: `Bearer ${token}` },
  })
  if (!rows.ok) throw new Error(`${query} answered ${rows.status}`)
  return (await rows.json()) as Record<string, unknown>[]
}

/** Takes away what a test has left, as no user may. */
export async function deleteRows(origin: string, query: string): Promise<void> {
  const { ok, status } = await fetch(`${origin}/rest/v1/${query}`, {
    method: 'DELETE',
    headers: { apikey: localKeys.secret, authorization: `Bearer ${localKeys.secret}` },
  })
  if (!ok) throw new Error(`Deleting ${query} answered ${status}`)
}
