import { RealtimeClient } from '@supabase/realtime-js'
import { env } from '@/shared/config/env'
import { accessToken, fetchSignedIn, serviceUrl, supabase } from './client'

/** Messages about changes, as they happen. No screen loads it before its first row. */
export const realtime = new RealtimeClient(serviceUrl('realtime').replace(/^http/, 'ws'), {
  accessToken,
  fetch: fetchSignedIn,
  params: { apikey: env.supabaseAnonKey },
})

// A channel joins with the token of its time; one that is open needs each new one.
supabase.auth.onAuthStateChange((event, session) => {
  if (event === 'SIGNED_OUT') void realtime.setAuth()
  else if (event === 'TOKEN_REFRESHED' || event === 'SIGNED_IN') {
    void realtime.setAuth(session?.access_token ?? null)
  }
})
