import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDate } from '@/shared/lib/format-date'
import { optionLabel } from '@/shared/lib/option-label'
import { Button } from '@/shared/ui/button'
import { notify } from '@/shared/ui/notify'
import { QuestionDialog } from '@/shared/account-ui/question-dialog'
import { grantedByQuery, revokeAll, type GrantMade, type Permission } from './permission-queries'
import { useHandOver, type Loss } from './use-hand-over'

interface GrantsMadeProps {
  userId: string
  displayName: string
  permissions: readonly Permission[]
  /** Whether the caller may end a grant */
  isRevocable: (grant: GrantMade) => boolean
}

/** The permissions that an account granted to others; renders nothing when there are none. */
export function GrantsMade({ userId, displayName, permissions, isRevocable }: GrantsMadeProps) {
  const { data: grants = [] } = useQuery(grantedByQuery(userId))
  const handOver = useHandOver({ title: 'Failed to update permission' })
  if (grants.length === 0) return null
  const names = new Map(permissions.map(({ id, name }) => [id, optionLabel(name)]))

  /** What each holder keeps */
  function losses(): Loss[] {
    const ending = grants.filter(isRevocable)
    const holders = new Map(ending.map(({ holder }) => [holder.id, holder]))
    return [...holders.values()].map(({ role, ...account }) => {
      const lost = new Set(
        ending.flatMap(({ holder, permissionId }) =>
          holder.id === account.id ? permissionId : [],
        ),
      )
      const kept = permissions.map(({ id }) => id).filter((id) => !lost.has(id))
      return { account, left: { role, kept } }
    })
  }

  return (
    <details className="rounded-control border border-line bg-paper-raised px-4 py-2">
      <summary className="min-h-11 py-2 font-semibold">
        Granted by {displayName} ({grants.length})
      </summary>
      <ul className="divide-y divide-line">
        {grants.map(({ permissionId, holder, grantedAt }) => (
          <li key={permissionId + holder.id} className="py-2 text-sm break-words">
            <span className="font-semibold">{names.get(permissionId)}</span> to {holder.name} on{' '}
            {formatDate(grantedAt)}
          </li>
        ))}
      </ul>
      <RevokeAll
        side="granted_by"
        userId={userId}
        what={`that ${displayName} granted`}
        count={grants.length}
        before={(revoke) => handOver.before(losses(), revoke)}
      />
      {handOver.dialog}
    </details>
  )
}

interface RevokeAllProps {
  side: 'user_id' | 'granted_by'
  userId: string
  /** As in "Revoke all permissions that Ada holds" */
  what: string
  count: number
  /** Calls `revoke` once it may go ahead. */
  before: (revoke: () => void) => void
}

export function RevokeAll({ side, userId, what, count, before }: RevokeAllProps) {
  const [isAsked, setAsked] = useState(false)
  const revocation = useMutation({
    ...revokeAll(side, userId),
    onSuccess: (revoked) => {
      const left = count - revoked
      notify({
        title: revoked === 1 ? 'Permission revoked' : `${revoked} permissions revoked`,
        ...(left > 0 && {
          description: 'You can revoke only permissions that you hold yourself; the others stay.',
        }),
        tone: left > 0 ? 'info' : 'success',
      })
      setAsked(false)
    },
  })
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        className="my-2 justify-self-start"
        onClick={() => setAsked(true)}
      >
        Revoke all {what}
      </Button>
      {isAsked && (
        <QuestionDialog
          title={`Revoke all ${what}?`}
          description={
            count === 1
              ? 'One permission ends with its holder’s next request.'
              : `${count} permissions end with their holders’ next request.`
          }
          yes="Revoke All"
          isPending={revocation.isPending}
          isHeld
          onYes={() => {
            setAsked(false)
            before(() => revocation.mutate())
          }}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  )
}
