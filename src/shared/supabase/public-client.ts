import { PostgrestClient, type PostgrestError } from '@supabase/postgrest-js'
import { env } from '@/shared/config/env'
import type { Database } from './database.types'

/** A visitor on a slow line is told that sending failed rather than left waiting. */
const SEND_TIMEOUT_MS = 30_000

interface Insert {
  abortSignal: (
    signal: AbortSignal,
  ) => PromiseLike<{ error: PostgrestError | null; status: number }>
}

const createClient = () =>
  new PostgrestClient<Database>(`${env.supabaseUrl}/rest/v1`, {
    headers: { apikey: env.supabaseAnonKey },
  })

/**
 * Stores what a visitor sent, as the anonymous role:
 * `submitAsVisitor((client) => client.from('contact_messages').insert(row))`.
 *
 * Uses the table client alone (4 KB instead of 42 KB for all of supabase-js) and is bundled with the
 * form, so that nothing has to be downloaded at the moment of sending.
 *
 * @throws PostgrestError with the database's code: 23505 for a duplicate, 23514 for a value that a
 * constraint refuses, 429 when the address sent too many; without a code when no answer of the
 * database came within 30 seconds, in which case the row may have been stored or not.
 */
export async function submitAsVisitor(
  insert: (client: PostgrestClient<Database>) => Insert,
): Promise<void> {
  const { error, status } = await insert(createClient()).abortSignal(
    AbortSignal.timeout(SEND_TIMEOUT_MS),
  )
  // What stands in front of the database may ask for a pause as well, in words of its own.
  if (error && status === 429) error.code = '429'
  if (error) throw error
}

/**
 * Whether a subscription to the newsletter counts only once its link is followed.
 *
 * @throws PostgrestError
 */
export async function newsletterAsksFirst(signal: AbortSignal): Promise<boolean> {
  const { data } = await createClient()
    .rpc('newsletter_asks_first')
    .abortSignal(signal)
    .throwOnError()
  return data
}

/**
 * Confirms the subscription that a mailed token belongs to; false where it belongs to none.
 *
 * @throws PostgrestError
 */
export async function confirmSubscription(token: string): Promise<boolean> {
  const { data } = await createClient()
    .rpc('confirm_subscription', { token })
    .abortSignal(AbortSignal.timeout(SEND_TIMEOUT_MS))
    .throwOnError()
  return data
}
