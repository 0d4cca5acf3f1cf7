import { useMutation } from '@tanstack/react-query'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { useId, useState } from 'react'
import { isVouchedFor, type AccountProof } from '@/shared/auth/account-proof'
import { useAuth } from '@/shared/auth/auth-context'
import { OfferQuestion } from '@/shared/auth/offer-question'
import { roleLabel, type Role } from '@/shared/auth/roles'
import { resourceKey } from '@/engine/core/resource-queries'
import { optimisticUpdate, perRow } from '@/engine/core/row-changes'
import { backendMessage } from '@/shared/supabase/backend-message'
import { ask } from '@/shared/supabase/ask'
import { supabase } from '@/shared/supabase/client'
import type { Tables } from '@/shared/supabase/database.types'
import { NativeSelect } from '@/shared/ui/native-select'
import { Options } from '@/shared/account-ui/options'
import { lazyPart } from '@/shared/account-ui/lazy-part'
import { useHandOver } from './use-hand-over'

const QuestionDialog = lazyPart(() => import('@/shared/account-ui/question-dialog'))

type Account = Pick<Tables<'profiles'>, 'id' | 'full_name' | 'email' | 'role'> & AccountProof

// An account may be the caller's own; its panel has what the role opens.
const touched = [['account'], ['account-panel']]

const failure = { title: 'Error', description: 'Failed to update user' }

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
    failure,
    invalidates: touched,
  })

interface RoleChoiceProps {
  account: Account
  /** The roles that the caller may give */
  roles: readonly Role[]
}

/** Changes the role of an account at once; asks first where it makes or ends an administrator. */
export function RoleChoice({ account, roles }: RoleChoiceProps) {
  const errorId = useId()
  const displayName = account.full_name ?? account.email ?? 'Unnamed User'
  const change = useMutation(setRole(displayName))
  const callerId = useAuth().user?.id
  const [offered, setOffered] = useState<Role>()
  const [asked, setAsked] = useState<Role>()
  // The database's message; without a connection there is none, and the title is enough.
  const reason = change.isError ? backendMessage(change.error) : undefined

  const handOver = useHandOver(failure)

  const give = (role: Role) =>
    handOver.before([{ account: { id: account.id, name: displayName }, left: { role } }], () =>
      change.mutate([{ id: account.id, values: { role }, expected: { role: account.role } }]),
    )

  return (
    <div>
      <NativeSelect
        aria-label={`Role of ${displayName}`}
        aria-busy={change.isPending || handOver.isLooking}
        aria-invalid={reason ? true : undefined}
        aria-describedby={reason ? errorId : undefined}
        value={account.role}
        savesAtOnce
        onChange={(event) => {
          // It stays enabled while saving, because a disabled control loses the keyboard focus.
          if (change.isPending || handOver.isLooking) return
          const role = event.target.value as Role
          if (!mayHold(account, role, callerId)) setOffered(role)
          else if (role === 'admin' || account.role === 'admin') setAsked(role)
          else give(role)
        }}
      >
        {!roles.includes(account.role) && (
          <option value={account.role}>{roleLabel(account.role)}</option>
        )}
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
      {offered && account.email && (
        <OfferQuestion
          offer={{ id: account.id, email: account.email, role: offered }}
          invalidates={[resourceKey('profiles'), ...touched]}
          onClose={() => setOffered(undefined)}
        />
      )}
      {handOver.dialog}
      {asked && (
        <AdminQuestion
          displayName={displayName}
          role={asked}
          onYes={() => give(asked)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </div>
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
function mayHold(account: Account, role: Role, callerId: string | undefined): boolean {
  const opensNothing = role !== 'admin' && role !== 'program_manager'
  return isVouchedFor(account, callerId) || (account.role !== 'user' && opensNothing)
}
