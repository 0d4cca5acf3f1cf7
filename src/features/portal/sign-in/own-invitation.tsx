import { useQuery } from '@tanstack/react-query'
import { roleLabel, type Role } from '@/shared/auth/roles'
import { rpcQuery } from '@/shared/supabase/ask'
import { Alert } from '@/shared/ui/alert'

interface Invitation {
  state: 'waiting' | 'accepted' | 'expired' | 'taken_back' | 'replaced' | 'withdrawn'
  /** Null where the account is gone */
  invited_by: string | null
  role: Role
  /** Names of admins */
  ask: string[]
}

const invitationQuery = rpcQuery<'own_invitation', Invitation | null>(
  ['own-invitation'],
  'own_invitation',
  {},
  { staleTime: 0 },
)

const ends: Partial<Record<Invitation['state'], string>> = {
  expired: 'Your invitation has expired.',
  taken_back: 'Your invitation was taken back.',
  withdrawn: 'Your invitation has ended.',
}

/** Who invited the account to what, or whom to ask once the invitation has ended. */
export function OwnInvitation() {
  const { data: invitation } = useQuery(invitationQuery)
  if (!invitation) return null
  const { state, invited_by, role, ask } = invitation
  if (state === 'waiting') {
    return (
      <p className="break-words">
        {invited_by ?? 'A colleague'} invites you to work with us. Your role:{' '}
        <strong>{roleLabel(role)}</strong>. It comes with your password.
      </p>
    )
  }
  const title = ends[state]
  if (!title) return null
  return (
    <Alert tone="warning" role="alert" title={title}>
      A password gives you an account without rights. Ask for a new invitation
      {ask.length > 0 && `: ${ask.join(', ')}`}.
    </Alert>
  )
}
