import { useQuery } from '@tanstack/react-query'
import { Suspense, useState, type ReactNode } from 'react'
import { useAuth } from '@/shared/auth/auth-context'
import { permissionNames } from '@/shared/auth/permissions'
import { lazyModule } from '@/shared/lib/lazy-component'
import { Alert } from '@/shared/ui/alert'
import { Spinner } from '@/shared/ui/spinner'
import { FactorChallenge } from './factor-challenge'
import { FactorFrame } from './factor-frame'
import { ownFactorQuery } from './factors'

const FactorSetup = lazyModule(() => import('./factor-setup'))

/**
 * Shows its children once the session has proved the account's second factor, or one that is required.
 * Only a courtesy: until then the database opens nothing.
 */
export function FactorGate({ children }: { children: ReactNode }) {
  const { factor, can } = useAuth()
  if (factor === 'owed') return <FactorChallenge />
  return can(...permissionNames, 'program_manager') ? <DemandGate>{children}</DemandGate> : children
}

function DemandGate({ children }: { children: ReactNode }) {
  const { factor, user } = useAuth()
  // Stays on after the factor is set up, until the recovery codes were shown.
  const [isSettingUp, setSettingUp] = useState(false)
  const own = useQuery({ ...ownFactorQuery(user?.id ?? ''), enabled: factor === 'none' })
  const isMissing = factor === 'none' && own.data?.[0]?.is_demanded
  if (!isMissing && !isSettingUp) return children
  return (
    <FactorFrame title="Set up a second factor">
      <Alert role="status" tone="info">
        Everyone who works with our records signs in with a password and a code from an app. Your
        account opens once you have set that up.
      </Alert>
      <Suspense fallback={<Spinner className="my-6" />}>
        <FactorSetup
          hasCodes={false}
          onTry={() => setSettingUp(true)}
          onDone={() => setSettingUp(false)}
        />
      </Suspense>
    </FactorFrame>
  )
}
