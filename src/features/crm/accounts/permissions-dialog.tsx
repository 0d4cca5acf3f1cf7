import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isVouchedFor, type AccountProof } from '@/shared/auth/account-proof'
import { useAuth } from '@/shared/auth/auth-context'
import { OfferQuestion } from '@/shared/auth/offer-question'
import { isPermissionName } from '@/shared/auth/permissions'
import { formatDate } from '@/shared/lib/format-date'
import { optionLabel } from '@/shared/lib/option-label'
import type { RowDialogProps } from '@/engine/core/define-resource'
import { resourceKey } from '@/engine/core/resource-queries'
import type { Tables } from '@/shared/supabase/database.types'
import { Alert } from '@/shared/ui/alert'
import { Button } from '@/shared/ui/button'
import { Dialog, DialogContent } from '@/shared/ui/dialog'
import { CheckboxField } from '@/shared/ui/field'
import { Loading } from '@/shared/account-ui/loading'
import { accountRefusal, grantablePermissions } from './authority'
import { GrantsMade, RevokeAll } from './grants-made'
import { PermissionGroups } from './permission-groups'
import {
  permissionsQuery,
  setPermission,
  userPermissionsQuery,
  type Grant,
  type Permission,
} from './permission-queries'

export type Account = Pick<Tables<'profiles'>, 'id' | 'full_name' | 'email' | 'role'> & AccountProof

/** Each toggle takes effect at once. */
export function PermissionsDialog({ row: account, onClose }: RowDialogProps<Account>) {
  const auth = useAuth()
  const permissions = useQuery(permissionsQuery)
  const granted = useQuery(userPermissionsQuery(account.id))
  const caller = { ...auth, id: auth.user?.id ?? '' }
  const refusal = accountRefusal(caller, account)
  const grantable = grantablePermissions(caller)
  const displayName = account.full_name ?? account.email ?? 'Unnamed User'
  const mayGrant = isVouchedFor(account, caller.id)

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={`Manage Permissions - ${displayName}`}
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
        {!refusal && !mayGrant && <Unproven account={account} />}
        {!permissions.data || !granted.data ? (
          <Loading
            query={permissions.data ? granted : permissions}
            what="The permissions"
            label="Loading permissions..."
            className="my-10"
          />
        ) : (
          <div className="grid gap-4">
            <PermissionGroups permissions={permissions.data}>
              {(permission) => (
                <PermissionToggle
                  key={permission.id}
                  userId={account.id}
                  permission={permission}
                  grant={granted.data.get(permission.id)}
                  disabled={
                    refusal !== undefined || (!mayGrant && !granted.data.has(permission.id))
                  }
                  isHeld={isPermissionName(permission.name) && grantable.has(permission.name)}
                />
              )}
            </PermissionGroups>
            {!refusal && granted.data.size > 1 && (
              <RevokeAll
                side="user_id"
                userId={account.id}
                what={`that ${displayName} holds`}
                count={granted.data.size}
              />
            )}
            {!refusal && (
              <GrantsMade
                userId={account.id}
                displayName={displayName}
                permissions={permissions.data}
              />
            )}
          </div>
        )}
      </DialogContent>
    </Dialog>
  )
}

/** The password could be a stranger's. */
function Unproven({ account }: { account: Account }) {
  const [isAsked, setAsked] = useState(false)
  if (!account.email) return null
  return (
    <Alert tone="warning" className="mb-4">
      <p>
        {account.offered_role
          ? 'This account is waiting for its owner to set a new password. You can grant permissions after that.'
          : 'You did not create this account. You can grant permissions once its owner has set a new password.'}
      </p>
      <Button variant="outline" size="sm" className="mt-3" onClick={() => setAsked(true)}>
        {account.offered_role ? 'Send a new link' : 'Ask for a new password'}
      </Button>
      {isAsked && (
        <OfferQuestion
          offer={{
            id: account.id,
            email: account.email,
            role: account.offered_role ?? account.role,
          }}
          invalidates={[resourceKey('profiles')]}
          onClose={() => setAsked(false)}
        />
      )}
    </Alert>
  )
}

interface PermissionToggleProps {
  userId: string
  permission: Permission
  grant: Grant | undefined
  disabled: boolean
  /** The caller may grant and revoke it then */
  isHeld: boolean
}

function PermissionToggle({ userId, permission, grant, disabled, isHeld }: PermissionToggleProps) {
  const change = useMutation(setPermission(userId, permission.id))
  return (
    <CheckboxField
      label={optionLabel(permission.name)}
      description={[
        permission.description,
        grant?.other && `Granted by ${grant.other} on ${formatDate(grant.grantedAt)}`,
        !disabled && !isHeld && 'You can grant and revoke only permissions that you hold yourself.',
      ]
        .filter(Boolean)
        .join('. ')}
      // Shows a change before it is stored, and reverts when it fails.
      error={change.isError ? 'Failed to update permission' : undefined}
      checked={change.isPending ? change.variables : grant !== undefined}
      disabled={disabled || !isHeld}
      aria-busy={change.isPending || undefined}
      onChange={({ target }) => {
        if (!change.isPending) change.mutate(target.checked)
      }}
    />
  )
}
