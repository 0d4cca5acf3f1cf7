import { useQuery } from '@tanstack/react-query'
import { Suspense, useState, type ReactNode } from 'react'
import { useAuth } from '@/shared/auth/auth-context'
import { permissionNames } from '@/shared/auth/permissions'
import { lazyModule } from '@/shared/lib/lazy-component'
import { Spinner } from '@/shared/ui/spinner'
import { ownFactorQuery } from './factors'

const FactorChallenge = lazyModule(() => import('./factor-challenge'))
const FactorDemand = lazyModule(() => import('./factor-demand'))

/**
 * Shows its children once the session has proved the account's second factor, if it has or needs
 * one. Only a courtesy: until then the database opens nothing.
 */
export function FactorGate({ children }: { children: ReactNode }) {
  const { factor, can } = useAuth()
  if (factor === 'owed') {
    return (
      <Suspense fallback={<Spinner className="mx-auto my-24" />}>
        <FactorChallenge />
      </Suspense>
    )
  }
  return can(...permissionNames, 'program_manager') ? <DemandGate>{children}</DemandGate> : children
}

function DemandGate({ children }: { children: ReactNode }) {
  const { factor, user } = useAuth()
  // Stays after the factor is set up, until the user has seen the recovery codes.
  const [isSettingUp, setSettingUp] = useState(false)
  const own = useQuery({ ...ownFactorQuery(user?.id ?? ''), enabled: factor === 'none' })
  const isMissing = factor === 'none' && own.data?.[0]?.is_demanded
  if (!isMissing && !isSettingUp) return children
  return (
    <Suspense fallback={<Spinner className="mx-auto my-24" />}>
      <FactorDemand onTry={() => setSettingUp(true)} onDone={() => setSettingUp(false)} />
    </Suspense>
  )
}
