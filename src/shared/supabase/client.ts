import { createClient } from '@supabase/supabase-js'
import { env } from '@/shared/config/env'
import type { Database } from './database.types'

/**
 * The signed-in connection: auth, tables under the caller's row-level security, realtime.
 * Only the portal and staff screens load it; public forms use `public-client.ts`.
 *
 * E-mail links carry the session in the address' fragment (implicit flow), so that a link opened in
 * another browser than the one that asked for it still works.
 */
export const supabase = createClient<Database>(env.supabaseUrl, env.supabaseAnonKey, {
  auth: { flowType: 'implicit' },
})

// Reads are tried again by the query client, once. By itself this library would repeat a read that
// was not answered for seven seconds more before it says so; there is no public option for it.
supabase['rest'].retry = false
