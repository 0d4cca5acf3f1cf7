import MailPlus from 'lucide-react/icons/mail-plus'
import Send from 'lucide-react/icons/send'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { createUser } from '@/shared/auth/areas'
import { useAuth } from '@/shared/auth/auth-context'
import { lazyPart } from '@/shared/account-ui/lazy-part'
import { Button } from '@/shared/ui/button'

const InviteDialog = lazyPart(() => import('./invite-dialog'))
const InvitationsDialog = lazyPart(() => import('./invitations-dialog'))

/** In the address */
const DIALOG = 'dialog'

/** Who is invited, and the dialog that invites, for those who may create users. */
export function Invite() {
  const { can } = useAuth()
  const [params, setParams] = useSearchParams()
  // Home links to the list.
  const [open, setOpen] = useState<'invite' | 'list' | undefined>(
    params.get(DIALOG) === 'invitations' ? 'list' : undefined,
  )
  if (!can(...createUser.requiredRights)) return null
  function close() {
    setOpen(undefined)
    if (!params.has(DIALOG)) return
    setParams(
      (before) => {
        before.delete(DIALOG)
        return before
      },
      { replace: true },
    )
  }
  return (
    <>
      <Button variant="outline" title="Invitations" onClick={() => setOpen('list')}>
        <Send aria-hidden="true" />
        <span className="@max-4xl:sr-only">Invitations</span>
      </Button>
      <Button variant="outline" title="Invite" onClick={() => setOpen('invite')}>
        <MailPlus aria-hidden="true" />
        Invite
      </Button>
      {open === 'invite' && <InviteDialog onClose={close} />}
      {open === 'list' && <InvitationsDialog onClose={close} />}
    </>
  )
}
