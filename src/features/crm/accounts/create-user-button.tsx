import UserPlus from 'lucide-react/icons/user-plus'
import { useState } from 'react'
import { createUser } from '@/shared/auth/areas'
import { useAuth } from '@/shared/auth/auth-context'
import { useAddRequest } from '@/engine/list/use-add-request'
import { lazyPart } from '@/shared/account-ui/lazy-part'
import { Button } from '@/shared/ui/button'

const CreateUserDialog = lazyPart(() => import('./create-user-dialog'))

/** The button that opens the dialog, for those who may create users. */
export function CreateUser() {
  const { can } = useAuth()
  const [isOpen, setOpen] = useState(false)
  useAddRequest(() => setOpen(true))
  if (!can(...createUser.requiredRights)) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <UserPlus aria-hidden="true" />
        {createUser.label}
      </Button>
      {isOpen && <CreateUserDialog onClose={() => setOpen(false)} />}
    </>
  )
}
