import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import type { RequiredRights } from '@/shared/auth/required-rights'
import { useAuth } from '@/shared/auth/auth-context'
import { AccountAlert, AuthPending } from '@/shared/auth/auth-trouble'
import { FactorGate } from '@/features/portal/sign-in/second-factor/factor-gate'
import { paths } from '@/shared/config/paths'
import type { tellRefusal } from './help/tell-refusal'

interface ProtectedRouteProps {
  /** Names the screen where it says why it does not open. */
  title?: string | undefined
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
 * to visitors, the home page to those who lack the right, where a message names it. A courtesy only: the database decides what
 * they can read.
 */
export function ProtectedRoute({
  title,
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

  const isRefused =
    !loading && user !== null && !accountFailed && requiredRights && !can(...requiredRights)
  useEffect(() => {
    if (isRefused) void tellLater(title, requiredRights)
  }, [isRefused, title, requiredRights])

  if (loading) return <AuthPending />
  if (!user) {
    // After a sign-out the next user may be someone else, so the address is not kept.
    const state = leftOnPurpose ? null : { from: location }
    return <Navigate replace to={paths.login} state={state} />
  }
  if (isRefused) return <Navigate replace to={refusedTo} />
  const mayPass = !requiredRights || can(...requiredRights)
  return (
    <>
      {accountFailed && <AccountAlert />}
      {mayPass && <FactorGate>{children}</FactorGate>}
    </>
  )
}

const tellLater = async (...refused: Parameters<typeof tellRefusal>) =>
  (await import('./help/tell-refusal')).tellRefusal(...refused)
