import type { Session } from '@supabase/supabase-js'
import type { Auth } from './auth-context'
import { tokenClaims } from './token-claims'

/** How strongly a session signed in, by its token and the token's account. */
export function factorOf({ access_token, user }: Session): Auth['factor'] {
  if (tokenClaims(access_token).aal === 'aal2') return 'proved'
  return user.factors?.some(({ status }) => status === 'verified') ? 'owed' : 'none'
}
