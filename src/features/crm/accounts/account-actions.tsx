import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { lazyPart } from '@/shared/account-ui/lazy-part'
import { useAuth } from '@/shared/auth/auth-context'
import { isStaffRole } from '@/shared/auth/roles'
import { formatDateTime } from '@/shared/lib/format-date'
import { Alert } from '@/shared/ui/alert'
import { Button } from '@/shared/ui/button'
import type { AccountFacts } from './account-queries'
import { Away } from './away'
import { recentLeavingsQuery, undoLeaving } from './leaving-queries'
import type { Account } from './permissions-dialog'

const LeavingDialog = lazyPart(() => import('./leaving-dialog'))

interface AccountActionsProps {
  account: Account
  facts: AccountFacts
}

/** For admins: an account's absences, and leaving the team. */
export function AccountActions({ account, facts }: AccountActionsProps) {
  const { isAdmin, user } = useAuth()
  const [isLeaving, setLeaving] = useState(false)
  if (!isAdmin) return null
  const name = account.full_name ?? account.email ?? 'Unnamed User'
  const isStaff = isStaffRole(facts.role) || facts.permissions.length > 0
  const hasWork = Object.keys(facts.open_work).length > 0
  return (
    <div className="grid gap-5">
      <Undo account={account.id} />
      {isStaff && (
        <section aria-label="Away">
          <h3 className="mb-2 text-base">Away</h3>
          <Away account={account.id} name={name} />
        </section>
      )}
      {(isStaff || hasWork) && account.id !== user?.id && (
        <section aria-label="Leaving">
          <h3 className="mb-2 text-base">Leaving</h3>
          <p className="mb-3 text-ink-soft">
            Hands over the open work, then ends role, permissions and sessions.
          </p>
          <Button variant="outline" onClick={() => setLeaving(true)}>
            Leaves…
          </Button>
        </section>
      )}
      {isLeaving && (
        <LeavingDialog account={account.id} name={name} onClose={() => setLeaving(false)} />
      )}
    </div>
  )
}

/** For a day after an account left. */
function Undo({ account }: { account: string }) {
  const { data } = useQuery(recentLeavingsQuery)
  const undo = useMutation(undoLeaving)
  const left = data?.find(({ account_id }) => account_id === account)
  if (!left) return null
  return (
    <Alert tone="info" title={`Left on ${formatDateTime(left.left_at)}`}>
      <p>
        {left.items.toLocaleString('en-US')} open things were handed over
        {left.ended_by && ` by ${left.ended_by}`}. An undo gives back the rights, and what nobody
        has changed since. Covers and sessions stay ended.
      </p>
      <Button
        variant="outline"
        size="sm"
        className="mt-3"
        loading={undo.isPending}
        onClick={() => undo.mutate(left.id)}
      >
        Undo
      </Button>
    </Alert>
  )
}
