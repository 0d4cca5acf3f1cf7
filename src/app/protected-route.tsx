import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { useAuth } from '@/shared/auth/auth-context'
import type { RoleFlags } from '@/shared/auth/roles'
import { paths } from '@/shared/config/paths'
import { Spinner } from '@/shared/ui/spinner'

interface ProtectedRouteProps {
  /** Without it any signed-in user may pass. */
  requires?: keyof RoleFlags
  children: ReactNode
}

/**
 * Shows its children to those who may see them: a spinner while the session loads, the sign-in page
 * to visitors, the home page to those whose role lacks the right. A courtesy only: the database
 * decides what anybody can read.
 */
export function ProtectedRoute({ requires, children }: ProtectedRouteProps) {
  const auth = useAuth()
  const location = useLocation()

  if (auth.loading) return <Spinner className="mx-auto my-24" />
  if (!auth.user) {
    // Whoever left is done here; the next one to sign in may be somebody else.
    const state = auth.leftOnPurpose ? null : { from: location }
    return <Navigate replace to={paths.login} state={state} />
  }
  if (requires && !auth[requires]) return <Navigate replace to={paths.home} />
  return children
}
