import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import type { RequiredRights } from '@/shared/auth/required-rights'
import { useAuth } from '@/shared/auth/auth-context'
import { AccountAlert, AuthPending } from '@/shared/auth/auth-trouble'
import { FactorGate } from '@/features/portal/sign-in/second-factor/factor-gate'
import { paths } from '@/shared/config/paths'

interface ProtectedRouteProps {
  /** Without it any signed-in user may pass. */
  requiredRights?: RequiredRights | undefined
  /** The redirect for signed-in users without the right. */
  refusedTo?: string | undefined
  /** Called when the session is known and the account is not yet. */
  prefetch?: (() => void) | undefined
  children: ReactNode
}

/**
 * Shows its children to users with the right: a spinner while the session loads, the sign-in page
 * to visitors, the home page to those who lack the right. A courtesy only: the database decides what
 * they can read.
 */
export function ProtectedRoute({
  requiredRights,
  refusedTo = paths.home,
  prefetch,
  children,
}: ProtectedRouteProps) {
  const { loading, user, factor, leftOnPurpose, accountFailed, can } = useAuth()
  const location = useLocation()

  const prefetchNow = useEffectEvent(() => prefetch?.())
  const awaitsAccount = loading && user !== null && factor !== 'owed'
  useEffect(() => {
    if (awaitsAccount) prefetchNow()
  }, [awaitsAccount])

  if (loading) return <AuthPending />
  if (!user) {
    // After a sign-out the next user may be someone else, so the address is not kept.
    const state = leftOnPurpose ? null : { from: location }
    return <Navigate replace to={paths.login} state={state} />
  }
  const mayPass = !requiredRights || can(...requiredRights)
  if (!mayPass && !accountFailed) return <Navigate replace to={refusedTo} />
  return (
    <>
      {accountFailed && <AccountAlert />}
      {mayPass && <FactorGate>{children}</FactorGate>}
    </>
  )
}
