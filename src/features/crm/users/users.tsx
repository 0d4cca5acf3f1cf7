import { useMutation } from '@tanstack/react-query'
import KeyRound from 'lucide-react/icons/key-round'
import ShieldOff from 'lucide-react/icons/shield-off'
import { proofColumns } from '@/shared/auth/account-proof'
import { useAuth } from '@/shared/auth/auth-context'
import { AccountState } from '@/shared/auth/account-state'
import { RoleBadge } from '@/shared/auth/role-badge'
import { roleLabel, roles, type Role } from '@/shared/auth/roles'
import {
  defineResource,
  type RowActionsProps,
  type RowDialogProps,
} from '@/engine/core/define-resource'
import { createdColumn } from '@/engine/core/columns'
import { RowActions } from '@/engine/core/row-actions'
import { PersonLink } from '@/shared/account-ui/person-link'
import { QuestionDialog } from '@/shared/account-ui/question-dialog'
import { areas } from '@/shared/auth/areas'
import { CreateUser } from './create-user-dialog'
import { PermissionsDialog, type Account } from './permissions-dialog'
import { SecondFactorDemand } from './second-factor-demand'
import { resetSecondFactor } from './second-factor-queries'

export const users = defineResource({
  table: 'profiles',
  ...areas.users,
  requiredRightsToEdit: ['can_edit_user_roles'],
  toasts: { loadFailed: { title: 'Failed to load users' } },
  title: ({ full_name, email }) => full_name ?? email ?? 'Unnamed User',
  select: ['full_name', 'email', 'role', ...proofColumns],
  columns: [
    {
      key: 'full_name',
      header: 'Name',
      sortable: true,
      cell: ({ full_name }) => full_name ?? 'Unnamed User',
    },
    {
      key: 'email',
      header: 'Email',
      sortable: true,
      cell: ({ email }) => (email ? <PersonLink address={email} /> : 'No email'),
    },
    {
      key: 'role',
      header: 'Role',
      sortable: true,
      mobilePriority: true,
      cell: (account) => (
        <span className="inline-flex gap-1.5">
          <RoleBadge role={account.role} />
          <AccountState account={account} />
        </span>
      ),
    },
    createdColumn('Created'),
  ],
  filters: { role: roles },
  filterLabel: (role) => roleLabel(role as Role),
  defaultSort: '-created_at',
  slots: { actions: ListActions, rowActions: UserActions },
})

function ListActions() {
  return (
    <>
      <SecondFactorDemand />
      <CreateUser />
    </>
  )
}

function UserActions({ title, open }: RowActionsProps<Account>) {
  const { isAdmin } = useAuth()
  return (
    <RowActions
      title={title}
      actions={[
        {
          label: 'Permissions',
          name: `Permissions of ${title}`,
          Icon: KeyRound,
          run: () => open(PermissionsDialog),
        },
        ...(isAdmin
          ? [
              {
                label: 'Reset second factor',
                name: `Reset the second factor of ${title}`,
                Icon: ShieldOff,
                run: () => open(ResetFactorQuestion),
              },
            ]
          : []),
      ]}
    />
  )
}

/** For an account whose owner lost phone and recovery codes. */
function ResetFactorQuestion({ row, onClose }: RowDialogProps<Account>) {
  const displayName = row.full_name ?? row.email ?? 'Unnamed User'
  const reset = useMutation({ ...resetSecondFactor(row.id, displayName), onSettled: onClose })
  return (
    <QuestionDialog
      title={`Reset the second factor of ${displayName}?`}
      description="Their second factors and recovery codes are removed, and they are signed out everywhere. They then sign in with only their password, and get an email about it. Make sure that the request really comes from them."
      yes="Reset"
      isPending={reset.isPending}
      isHeld
      onYes={() => reset.mutate()}
      onClose={onClose}
    />
  )
}
