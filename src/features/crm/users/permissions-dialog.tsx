import { useMutation, useQuery } from '@tanstack/react-query'
import { useAuth } from '@/shared/auth/auth-context'
import { isPermissionName } from '@/shared/auth/permissions'
import { optionLabel } from '@/shared/lib/option-label'
import type { RowDialogProps } from '@/shared/resource/define-resource'
import type { Tables } from '@/shared/supabase/database.types'
import { Alert } from '@/shared/ui/alert'
import { Dialog, DialogContent } from '@/shared/ui/dialog'
import { CheckboxField } from '@/shared/ui/field'
import { Spinner } from '@/shared/ui/spinner'
import { LoadFailure } from '@/shared/ui/load-failure'
import { accountRefusal, grantablePermissions } from './authority'
import { PermissionGroups } from './permission-groups'
import {
  permissionsQuery,
  setPermission,
  userPermissionsQuery,
  type Permission,
} from './permission-queries'

export type Account = Pick<Tables<'profiles'>, 'id' | 'full_name' | 'email' | 'role'>

/** Each toggle takes effect at once. */
export function PermissionsDialog({ row: account, onClose }: RowDialogProps<Account>) {
  const auth = useAuth()
  const permissions = useQuery(permissionsQuery)
  const granted = useQuery(userPermissionsQuery(account.id))
  const caller = { ...auth, id: auth.user?.id ?? '' }
  const refusal = accountRefusal(caller, account)
  const grantable = grantablePermissions(caller)
  const failed = [permissions, granted].find((query) => query.isError && !query.data)

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={`Manage Permissions - ${account.full_name ?? account.email ?? 'Unnamed User'}`}
        description="Every change takes effect at once."
      >
        {refusal && (
          <Alert tone="info" className="mb-4">
            {refusal}
          </Alert>
        )}
        {account.role === 'admin' && !refusal && (
          <Alert tone="info" className="mb-4">
            Administrators have every permission, whether or not it is granted here.
          </Alert>
        )}
        {failed ? (
          <LoadFailure title="The permissions could not be loaded." query={failed} />
        ) : !permissions.data || !granted.data ? (
          <Spinner label="Loading permissions..." className="my-10" />
        ) : (
          <div className="grid gap-4">
            <PermissionGroups permissions={permissions.data}>
              {(permission) => (
                <PermissionToggle
                  key={permission.id}
                  userId={account.id}
                  permission={permission}
                  granted={granted.data.has(permission.id)}
                  disabled={refusal !== undefined}
                  mayGrant={isPermissionName(permission.name) && grantable.has(permission.name)}
                />
              )}
            </PermissionGroups>
          </div>
        )}
      </DialogContent>
    </Dialog>
  )
}

interface PermissionToggleProps {
  userId: string
  permission: Permission
  granted: boolean
  disabled: boolean
  /** Taking away is allowed to all who may change the account's permissions. */
  mayGrant: boolean
}

function PermissionToggle({
  userId,
  permission,
  granted,
  disabled,
  mayGrant,
}: PermissionToggleProps) {
  const change = useMutation(setPermission(userId, permission.id))
  const ungrantable = !disabled && !granted && !mayGrant
  return (
    <CheckboxField
      label={optionLabel(permission.name)}
      description={
        ungrantable
          ? `${permission.description}. You can grant only permissions that you hold yourself.`
          : permission.description
      }
      // While a change is under way it is shown as done; when it fails, what was there is again.
      checked={change.isPending ? change.variables : granted}
      disabled={disabled || ungrantable}
      aria-busy={change.isPending || undefined}
      onChange={({ target }) => {
        if (!change.isPending) change.mutate(target.checked)
      }}
    />
  )
}
