import { useSyncExternalStore } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { env } from '@/shared/config/env'
import { paths } from '@/shared/config/paths'

/** A link to sign in; for a signed-in user, their name with a link to their account. */
export function AccountLink({ className }: { className: string }) {
  const name = useSyncExternalStore(subscribe, signedInName, () => undefined)
  const isThere = useLocation().pathname === paths.account
  const toAccount = isThere ? (
    'Your account'
  ) : (
    <span className="truncate lg:max-w-28 xl:max-w-48">
      {name}
      <span className="sr-only">, your account</span>
    </span>
  )
  return (
    <Link to={name ? paths.account : paths.login} className={className}>
      {name ? toAccount : 'Supporter Login'}
    </Link>
  )
}

interface StoredSession {
  user?: { email?: string; user_metadata?: { full_name?: string } }
}

/**
 * Reads what supabase-js stores, since public pages do not load it, except on a shared computer.
 * Only for display: it proves nothing.
 */
function signedInName(): string | undefined {
  try {
    const shared = sessionStorage.getItem(env.sessionKey)
    if (shared) void import('@/shared/auth/shared-tab')
    const { user } = JSON.parse(
      shared ?? localStorage.getItem(env.sessionKey) ?? '{}',
    ) as StoredSession
    return user?.user_metadata?.full_name || user?.email
  } catch {
    return undefined
  }
}

/** Signing in and out, in another tab and in this one (`AuthProvider`) */
const changes = ['storage', 'sessionchange']

function subscribe(listener: () => void) {
  for (const change of changes) window.addEventListener(change, listener)
  return () => {
    for (const change of changes) window.removeEventListener(change, listener)
  }
}
