import ListChecks from 'lucide-react/icons/list-checks'
import { useState } from 'react'
import { useAuth } from '@/shared/auth/auth-context'
import { lazyPart } from '@/shared/account-ui/lazy-part'
import { Button } from '@/shared/ui/button'

const StaffAccountsDialog = lazyPart(() => import('./staff-accounts-dialog'))

/** For admins: who has a right, since when and from whom. */
export function StaffAccounts() {
  const { isAdmin } = useAuth()
  const [isOpen, setOpen] = useState(false)
  if (!isAdmin) return null
  return (
    <>
      <Button variant="outline" title="Accounts with rights" onClick={() => setOpen(true)}>
        <ListChecks aria-hidden="true" />
        <span className="@max-4xl:sr-only">Accounts with rights</span>
      </Button>
      {isOpen && <StaffAccountsDialog onClose={() => setOpen(false)} />}
    </>
  )
}
