import KeyRound from 'lucide-react/icons/key-round'
import ShieldOff from 'lucide-react/icons/shield-off'
import { proofColumns } from '@/shared/auth/account-proof'
import { useAuth } from '@/shared/auth/auth-context'
import { AccountState } from '@/shared/auth/account-state'
import { RoleBadge } from '@/shared/auth/role-badge'
import { roleLabel, roles, type Role } from '@/shared/auth/roles'
import { defineResource, type RowActionsProps } from '@/engine/core/define-resource'
import { createdColumn } from '@/engine/core/columns'
import { RowActions } from '@/engine/core/row-actions'
import { PersonLink } from '@/shared/account-ui/person-link'
import { lazyPart } from '@/shared/account-ui/lazy-part'
import { areas } from '@/shared/auth/areas'
import { lastSeenColumn, openWorkColumn } from './account-columns'
import { CreateUser } from './create-user-button'
import { Invite } from './invite-buttons'
import type { Account } from './permissions-dialog'
import { SecondFactorDemand } from './second-factor-button'
import { StaffAccounts } from './staff-accounts-button'

const AccountPanel = lazyPart(() => import('./account-panel'))
const PermissionsDialog = lazyPart(() => import('./permissions-dialog'))
const ResetFactorQuestion = lazyPart(() => import('./reset-factor-question'))

export const users = defineResource({
  table: 'profiles',
  ...areas.users,
  isAddressed: true,
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
    openWorkColumn,
    lastSeenColumn,
  ],
  filters: { role: roles },
  subset: {
    key: 'state',
    label: 'State',
    from: 'accounts_in_state',
    values: {
      no_factor: 'Staff without a second factor',
      opens_nothing: 'Staff whose rights open nothing',
      not_seen: 'Staff not seen for 90 days',
      waiting: 'Waiting for a password',
    },
    requiredRights: ['can_edit_user_roles'],
  },
  filterLabel: (role) => roleLabel(role as Role),
  filledBy: 'Accounts appear here once someone signs up or is created.',
  defaultSort: '-created_at',
  slots: { actions: ListActions, rowActions: UserActions, panel: AccountPanel },
})

function ListActions() {
  return (
    <div className="flex flex-wrap gap-1.5 max-md:contents md:ms-auto">
      <StaffAccounts />
      <SecondFactorDemand />
      <Invite />
      <CreateUser />
    </div>
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
