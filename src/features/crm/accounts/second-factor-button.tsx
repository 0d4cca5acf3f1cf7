import ShieldCheck from 'lucide-react/icons/shield-check'
import { useState } from 'react'
import { useAuth } from '@/shared/auth/auth-context'
import { lazyPart } from '@/shared/account-ui/lazy-part'
import { Button } from '@/shared/ui/button'

const SecondFactorDialog = lazyPart(() => import('./second-factor-dialog'))

/** For admins: whether everyone with a right needs a second factor. */
export function SecondFactorDemand() {
  const { isAdmin } = useAuth()
  const [isOpen, setOpen] = useState(false)
  if (!isAdmin) return null
  return (
    <>
      <Button variant="outline" title="Second factor" onClick={() => setOpen(true)}>
        <ShieldCheck aria-hidden="true" />
        <span className="@max-4xl:sr-only">Second factor</span>
      </Button>
      {isOpen && <SecondFactorDialog onClose={() => setOpen(false)} />}
    </>
  )
}
