import { localKeys } from '../../supabase/embedded/config.js'

const asService = { apikey: localKeys.secret, authorization: `Bearer ${localKeys.secret}` }

/** The stored rows, past every policy: `storedRows(url, 'contact_messages?select=name')`. */
export async function storedRows(
  origin: string,
  query: string,
): Promise<Record<string, unknown>[]> {
  const rows = await fetch(`${origin}/rest/v1/${query}`, { headers: asService })
  if (!rows.ok) throw new Error(`${query} answered ${rows.status}`)
  return (await rows.json()) as Record<string, unknown>[]
}

/** Deletes a test's leftovers, as no user may. */
export async function deleteRows(origin: string, query: string): Promise<void> {
  const { ok, status } = await fetch(`${origin}/rest/v1/${query}`, {
    method: 'DELETE',
    headers: asService,
  })
  if (!ok) throw new Error(`Deleting ${query} answered ${status}`)
}

/** Stores a row as no user may, and answers with its id. */
export async function insertRow(origin: string, table: string, row: object): Promise<string> {
  const answer = await fetch(`${origin}/rest/v1/${table}?select=id`, {
    method: 'POST',
    headers: { ...asService, 'content-type': 'application/json', prefer: 'return=representation' },
    body: JSON.stringify(row),
  })
  if (!answer.ok) throw new Error(`Adding to ${table} answered ${answer.status}`)
  const [stored] = (await answer.json()) as [{ id: string }]
  return stored.id
}

/** Calls a function of the API as no user may. */
export async function callFunction(origin: string, name: string, args: object): Promise<void> {
  const answer = await fetch(`${origin}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: { ...asService, 'content-type': 'application/json' },
    body: JSON.stringify(args),
  })
  if (!answer.ok) throw new Error(`${name} answered ${answer.status}`)
}
