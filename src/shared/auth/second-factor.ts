import type { Session } from '@supabase/supabase-js'
import type { Auth } from './auth-context'

/** How strongly a session signed in, as its token and the account in it say. */
export function factorOf({ access_token, user }: Session): Auth['factor'] {
  if (claimedAal(access_token) === 'aal2') return 'proved'
  return user.factors?.some(({ status }) => status === 'verified') ? 'owed' : 'none'
}

function claimedAal(token: string): unknown {
  try {
    const claims = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    return (JSON.parse(atob(claims)) as { aal?: unknown }).aal
  } catch {
    return undefined
  }
}
