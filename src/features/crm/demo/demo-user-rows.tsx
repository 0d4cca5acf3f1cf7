import { useMutation } from '@tanstack/react-query'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Pencil from 'lucide-react/icons/pencil'
import { useId, useState } from 'react'
import { isVouchedFor, type AccountProof } from '@/shared/auth/account-proof'
import { AccountState } from '@/shared/auth/account-state'
import { useAuth } from '@/shared/auth/auth-context'
import { OfferQuestion } from '@/shared/auth/offer-question'
import { RoleBadge } from '@/shared/auth/role-badge'
import { roleLabel, roles, type Role } from '@/shared/auth/roles'
import { formatDate } from '@/shared/lib/format-date'
import type { RowsProps } from '@/engine/core/define-resource'
import { resourceKey } from '@/engine/core/resource-queries'
import { optimisticUpdate, perRow } from '@/engine/core/row-changes'
import { backendMessage } from '@/shared/supabase/backend-message'
import { ask } from '@/shared/supabase/ask'
import { supabase } from '@/shared/supabase/client'
import type { Tables } from '@/shared/supabase/database.types'
import { Button } from '@/shared/ui/button'
import { Card } from '@/shared/ui/card'
import { NativeSelect } from '@/shared/ui/native-select'
import { Options } from '@/shared/account-ui/options'
import { lazyPart } from '@/shared/account-ui/lazy-part'

const QuestionDialog = lazyPart(() => import('@/shared/account-ui/question-dialog'))

type DemoUser = Pick<Tables<'profiles'>, 'id' | 'full_name' | 'email' | 'role' | 'created_at'> &
  AccountProof

export function DemoUserRows({ rows, edit }: RowsProps<DemoUser>) {
  return (
    <Card>
      <ul aria-label="Users" className="divide-y divide-line">
        {rows.map((user) => (
          <DemoUserRow key={user.id} user={user} onEditName={() => edit(user)} />
        ))}
      </ul>
    </Card>
  )
}

// An account may be the caller's own.
const ownAccount = ['account']

const setRole = (displayName: string) =>
  optimisticUpdate({
    table: 'profiles',
    store: perRow(async ({ id, values }) => {
      const role = values.role as Role
      await ask(supabase.rpc('set_user_role', { target_user_id: id, new_role: role }))
    }),
    success: ({ role }) => ({
      title: 'Success',
      description: `User updated successfully: ${displayName}, ${roleLabel(role as Role)}`,
    }),
    failure: { title: 'Error', description: 'Failed to update user' },
    invalidates: [ownAccount],
  })

function DemoUserRow({ user, onEditName }: { user: DemoUser; onEditName: () => void }) {
  const errorId = useId()
  const displayName = user.full_name ?? user.email ?? 'Unnamed User'
  const change = useMutation(setRole(displayName))
  const callerId = useAuth().user?.id
  const [offered, setOffered] = useState<Role>()
  const [asked, setAsked] = useState<Role>()
  // The database's message; without a connection there is none, and the title is enough.
  const reason = change.isError ? backendMessage(change.error) : undefined

  const give = (role: Role) =>
    change.mutate([{ id: user.id, values: { role }, expected: { role: user.role } }])

  return (
    <li className="grid gap-x-6 gap-y-2 px-4 py-2 md:grid-cols-[1fr_13rem_auto] md:items-center md:py-0.75">
      <div className="min-w-0 lg:flex lg:items-center lg:gap-4">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="break-words">{user.full_name ?? 'Unnamed User'}</h3>
          <RoleBadge role={user.role} />
          <AccountState account={user} />
        </div>
        <p className="min-w-0 text-sm break-words text-ink-soft lg:ms-auto">
          {user.email ?? 'No email'} · since {formatDate(user.created_at)}
        </p>
      </div>
      <div>
        <NativeSelect
          aria-label={`Role of ${displayName}`}
          aria-busy={change.isPending}
          aria-invalid={reason ? true : undefined}
          aria-describedby={reason ? errorId : undefined}
          value={user.role}
          savesAtOnce
          onChange={(event) => {
            // It stays enabled while saving, because a disabled control loses the keyboard focus.
            if (change.isPending) return
            const role = event.target.value as Role
            if (!mayHold(user, role, callerId)) setOffered(role)
            else if (role === 'admin' || user.role === 'admin') setAsked(role)
            else give(role)
          }}
        >
          <Options values={roles} labelOf={roleLabel} />
        </NativeSelect>
        <div aria-live="polite">
          {reason && (
            <p id={errorId} className="mt-1.5 flex gap-1.5 text-sm font-semibold text-danger">
              <CircleAlert aria-hidden="true" className="h-6 w-4.5 flex-none" />
              {reason}
            </p>
          )}
        </div>
      </div>
      <Button
        variant="ghost"
        className="justify-self-start max-md:-ms-5"
        aria-label={`Edit name of ${displayName}`}
        onClick={onEditName}
      >
        <Pencil aria-hidden="true" />
        Edit name
      </Button>
      {offered && user.email && (
        <OfferQuestion
          offer={{ id: user.id, email: user.email, role: offered }}
          invalidates={[resourceKey('profiles'), ownAccount]}
          onClose={() => setOffered(undefined)}
        />
      )}
      {asked && (
        <AdminQuestion
          displayName={displayName}
          role={asked}
          onYes={() => give(asked)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </li>
  )
}

interface AdminQuestionProps {
  displayName: string
  role: Role
  onYes: () => void
  onClose: () => void
}

/** Asks for confirmation before granting or removing the admin role. */
function AdminQuestion({ displayName, role, onYes, onClose }: AdminQuestionProps) {
  const isGiven = role === 'admin'
  return (
    <QuestionDialog
      title={
        isGiven
          ? `Make ${displayName} an administrator?`
          : `Remove ${displayName} as an administrator?`
      }
      description={
        isGiven
          ? 'Administrators can see and change everything, including children’s records and other administrators.'
          : `They become ${roleLabel(role)} at once.`
      }
      yes={isGiven ? 'Make Administrator' : 'Change the Role'}
      yesVariant={isGiven ? 'primary' : 'danger'}
      onYes={() => {
        onYes()
        onClose()
      }}
      onClose={onClose}
    />
  )
}

/**
 * Without a new password, only proven accounts get a role; one that opens nothing also goes to
 * accounts with a role.
 */
function mayHold(user: DemoUser, role: Role, callerId: string | undefined): boolean {
  const opensNothing = role !== 'admin' && role !== 'program_manager'
  return isVouchedFor(user, callerId) || (user.role !== 'user' && opensNothing)
}
