import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { OfferQuestion } from '@/shared/auth/offer-question'
import { roleLabel } from '@/shared/auth/roles'
import { formatDate } from '@/shared/lib/format-date'
import { isolated } from '@/shared/lib/isolated'
import { EmptyState } from '@/shared/account-ui/empty-state'
import { Loading } from '@/shared/account-ui/loading'
import { Badge } from '@/shared/ui/badge'
import { Button } from '@/shared/ui/button'
import { Dialog, DialogContent } from '@/shared/ui/dialog'
import { invitationsQuery, invitationViews, takeBack, type Invitation } from './invite'

/** Who is invited, and what became of it: to send again, or take back. */
export function InvitationsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title="Invitations"
        description="Invitations of the last twelve months that wait, were accepted, or have ended."
      >
        <Invitations />
      </DialogContent>
    </Dialog>
  )
}

function Invitations() {
  const query = useQuery(invitationsQuery)
  if (!query.data) return <Loading query={query} what="The invitations" className="my-10" />
  const order = ['waiting', 'expired', 'withdrawn', 'accepted']
  const listed = query.data.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
  if (listed.length === 0)
    return <EmptyState title="Nobody is invited" text="“Invite” sends the first invitation." />
  return (
    <ul className="divide-y divide-line" aria-label="Invitations">
      {listed.map((invitation) => (
        <InvitationItem key={invitation.id} invitation={invitation} />
      ))}
    </ul>
  )
}

const states: Record<string, string> = {
  waiting: 'Waiting',
  expired: 'Expired',
  withdrawn: 'Ended: its inviter lost a right',
  accepted: 'Accepted',
}

function InvitationItem({ invitation }: { invitation: Invitation }) {
  const { id, user_id, email, role, permission_ids, state, invited_by } = invitation
  const { invited_at, expires_at, ended_at } = invitation
  const [isAsked, setAsked] = useState(false)
  const name = isolated(invitation.name ?? email ?? 'Unnamed User')
  const takingBack = useMutation(takeBack(name))
  const isOver = state === 'accepted'
  const until =
    state === 'waiting'
      ? `, until ${formatDate(expires_at)}`
      : ended_at
        ? `, ${isOver ? 'accepted' : 'ended'} on ${formatDate(ended_at)}`
        : `, until ${formatDate(expires_at)}`
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 grow basis-60 break-words">
        <p>
          <span className="font-semibold">{name}</span>{' '}
          <Badge tone={isOver ? 'quiet' : state === 'waiting' ? 'neutral' : 'marigold'}>
            {states[state] ?? state}
          </Badge>
        </p>
        <p className="text-sm text-ink-soft">
          {email} · {roleLabel(role)}
          {permission_ids.length > 0 &&
            `, ${permission_ids.length} ${permission_ids.length === 1 ? 'permission' : 'permissions'}`}
        </p>
        <p className="text-sm text-ink-soft">
          Invited {invited_by && `by ${invited_by} `}on {formatDate(invited_at)}
          {until}
        </p>
      </div>
      {!isOver && email && (
        <div className="flex gap-2">
          <Button
            variant="outline"
            size="sm"
            aria-label={`Send the invitation of ${name} again`}
            onClick={() => setAsked(true)}
          >
            Send again
          </Button>
          <Button
            variant="ghost"
            size="sm"
            aria-label={`Take back the invitation of ${name}`}
            loading={takingBack.isPending}
            onClick={() => takingBack.mutate(id)}
          >
            Take back
          </Button>
        </div>
      )}
      {isAsked && email && (
        <OfferQuestion
          offer={{ id: user_id, email, role, permissions: permission_ids }}
          isInvited
          invalidates={invitationViews}
          onClose={() => setAsked(false)}
        />
      )}
    </li>
  )
}
