import { PostgrestClient, type PostgrestError } from '@supabase/postgrest-js'
import { env } from '@/shared/config/env'
import type { Database } from './database.types'

/** On a slow connection sending fails with a message instead of waiting forever. */
const SEND_TIMEOUT_MS = 30_000

interface Request<Data> {
  abortSignal: (
    signal: AbortSignal,
  ) => PromiseLike<{ data: Data | null; error: PostgrestError | null; status: number }>
}

type Ask<Data> = (client: PostgrestClient<Database>) => Request<Data>

const captchaPasses = new WeakMap<object, string>()
const receiptKeys = new WeakMap<object, string>()

/** The row will be sent with this pass, see `useCaptchaPass`. */
export const setCaptchaPass = (row: object, pass: string) => void captchaPasses.set(row, pass)

/**
 * Stores what a visitor sent, as the anonymous role:
 * `submitAsVisitor(row, (client) => client.from('contact_messages').insert(row))`.
 *
 * Uses only the table client (4 KB instead of 42 KB for all of supabase-js) and is bundled with the
 * form, so that nothing has to be downloaded at the moment of sending.
 *
 * @throws PostgrestError with the database's code: 23505 for a duplicate, 23514 for a value that a
 * constraint refuses, 429 when the address sent too many; without a code when no answer of the
 * database came within 30 seconds, in which case the row may have been stored or not.
 */
export async function submitAsVisitor(row: object, insert: Ask<null>): Promise<void> {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const key = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  const pass = captchaPasses.get(row)
  await askAsVisitor(insert, { 'x-receipt-key': key, ...(pass && { 'x-captcha-pass': pass }) })
  receiptKeys.set(row, key)
}

/** The key to the receipt of a row that `submitAsVisitor` stored. */
export const receiptKeyOf = (row: object): string | undefined => receiptKeys.get(row)

/**
 * As `submitAsVisitor`, for a function that answers:
 * `askAsVisitor((client) => client.rpc('withdraw', { token }))`.
 */
export async function askAsVisitor<Data>(
  ask: Ask<Data>,
  headers: Record<string, string> = {},
): Promise<Data> {
  const client = new PostgrestClient<Database>(`${env.supabaseUrl}/rest/v1`, {
    headers: { apikey: env.supabaseAnonKey, ...headers },
  })
  const { data, error, status } = await ask(client).abortSignal(
    AbortSignal.timeout(SEND_TIMEOUT_MS),
  )
  // A proxy in front of the database may ask for a pause as well, in words of its own.
  if (error && status === 429) error.code = '429'
  if (error) throw error
  return data as Data
}
