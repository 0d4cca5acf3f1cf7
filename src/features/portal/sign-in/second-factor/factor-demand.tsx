import { Alert } from '@/shared/ui/alert'
import { FactorFrame } from './factor-frame'
import { FactorSetup } from './factor-setup'

interface FactorDemandProps {
  onTry: () => void
  onDone: () => void
}

/** For an account that has to set up a second factor first. */
export function FactorDemand({ onTry, onDone }: FactorDemandProps) {
  return (
    <FactorFrame title="Set up a second factor">
      <Alert role="status" tone="info">
        Everyone who works with our records signs in with a password and a code from an app. Your
        account opens once you have set that up.
      </Alert>
      <FactorSetup hasCodes={false} onTry={onTry} onDone={onDone} />
    </FactorFrame>
  )
}
