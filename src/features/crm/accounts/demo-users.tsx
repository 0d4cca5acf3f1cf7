import UserPlus from 'lucide-react/icons/user-plus'
import { proofColumns } from '@/shared/auth/account-proof'
import { defineResource } from '@/engine/core/define-resource'
import { Button } from '@/shared/ui/button'
import { notify } from '@/shared/ui/notify'
import { DemoUserRows } from './demo-user-rows'

/** Every account, oldest first, with its role and name edited in place. */
export const demoUsers = defineResource({
  table: 'profiles',
  slug: 'demo-users',
  tab: 'Accounts',
  requiredRights: ['admin'],
  isAddressed: true,
  label: { one: 'user', many: 'users' },
  toasts: {
    loadFailed: { title: 'Error', description: 'Failed to load demo users' },
    updated: { title: 'Success', description: 'User updated successfully' },
    updateFailed: { title: 'Error', description: 'Failed to update user' },
  },
  title: ({ full_name, email }) => full_name ?? email ?? 'Unnamed User',
  select: ['full_name', 'email', 'role', ...proofColumns],
  columns: [],
  filledBy: 'Accounts appear here once someone signs up or is created.',
  defaultSort: 'created_at',
  schema: ({ object, optionalLine }) => object({ full_name: optionalLine(100) }),
  fields: {
    full_name: {
      kind: 'text',
      label: 'Full name',
      isWide: true,
      hint: 'If you leave this empty, the account shows as “Unnamed User”.',
    },
  },
  slots: { actions: CreateDemoUser, rows: DemoUserRows },
})

function CreateDemoUser() {
  return (
    <Button
      variant="outline"
      onClick={() =>
        notify({
          title: 'Feature Disabled',
          description:
            'Demo user creation has been disabled for security. Please create users through proper authentication flows with secure passwords.',
          tone: 'error',
        })
      }
    >
      <UserPlus aria-hidden="true" />
      Create Demo User
    </Button>
  )
}
