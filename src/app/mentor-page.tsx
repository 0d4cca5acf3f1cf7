import { useEffect, useEffectEvent, useState } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { FactorGate } from '@/features/portal/sign-in/second-factor/factor-gate'
import { MentorPage as Page } from '@/features/portal/mentoring/mentor-page'
import { lazyPart } from '@/shared/account-ui/lazy-part'
import { AuthPending } from '@/shared/auth/auth-trouble'
import { useAuth } from '@/shared/auth/auth-context'
import { tokenClaims } from '@/shared/auth/token-claims'
import { paths } from '@/shared/config/paths'
import { storedTokens } from '@/shared/supabase/shared-session'
import { Button } from '@/shared/ui/button'

// Closable: without network its code may be missing.
const ConcernPanel = lazyPart<{ onClose: () => void }>(
  () => import('@/features/crm/safeguarding/report-panel'),
)

/**
 * The page of a mentor. Without network the session cannot be checked: the page then shows what the device keeps for
 * the account of the stored session, and sends nothing.
 */
export function MentorPage() {
  const { loading, user, accountFailed, factor, leftOnPurpose, retry } = useAuth()
  const location = useLocation()
  const account = user?.id ?? (loading ? storedAccount() : undefined)
  const isSignedIn = user !== null && !loading && !accountFailed && factor !== 'owed'

  const tryAgain = useEffectEvent(() => {
    if (loading || accountFailed) void retry()
  })
  useEffect(() => {
    const again = () => tryAgain()
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [])

  if (account === undefined) {
    if (loading) return <AuthPending />
    const state = leftOnPurpose ? null : { from: location }
    return <Navigate replace to={paths.login} state={state} />
  }
  return (
    <FactorGate>
      <Page account={account} isSignedIn={isSignedIn} concern={<Concern />} />
    </FactorGate>
  )
}

/** The account of the session that the browser keeps, which may be over. */
function storedAccount(): string | undefined {
  const tokens = storedTokens()
  const { sub } = tokens ? tokenClaims(tokens.access_token) : {}
  return typeof sub === 'string' ? sub : undefined
}

function Concern() {
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return <ConcernPanel onClose={() => setOpen(false)} />
  return (
    <p className="flex flex-wrap items-center gap-3">
      <Button variant="outline" onClick={() => setOpen(true)}>
        Report a concern
      </Button>
      <span className="text-ink-soft">
        If a child is in danger now, call{' '}
        <a href="tel:911" className="font-semibold">
          911
        </a>
        .
      </span>
    </p>
  )
}
