import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isVouchedFor, type AccountProof } from '@/shared/auth/account-proof'
import { useAuth } from '@/shared/auth/auth-context'
import { OfferQuestion } from '@/shared/auth/offer-question'
import { isPermissionName, type PermissionName } from '@/shared/auth/permissions'
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
import { PresetChoice } from './preset-choice'
import { useHandOver } from './use-hand-over'
import {
  grantAll,
  permissionsQuery,
  setPermission,
  userPermissionsQuery,
  type Grant,
  type Permission,
} from './permission-queries'

export type Account = Pick<Tables<'profiles'>, 'id' | 'full_name' | 'email' | 'role'> & AccountProof

const failure = { title: 'Failed to update permission' }

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
  /** Ids that a preset ticked, and that are not granted yet */
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const handOver = useHandOver(failure)
  const holds = (name: string) => isPermissionName(name) && grantable.has(name)

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
            {!refusal && mayGrant && account.role !== 'admin' && (
              <GrantPreset
                userId={account.id}
                permissions={permissions.data}
                held={granted.data}
                grantable={grantable}
                ticked={ticked}
                tick={setTicked}
              />
            )}
            <PermissionGroups permissions={permissions.data}>
              {(permission) => (
                <PermissionToggle
                  key={permission.id}
                  account={account}
                  permission={permission}
                  kept={[...granted.data.keys()].filter((id) => id !== permission.id)}
                  grant={granted.data.get(permission.id)}
                  isTicked={ticked.has(permission.id)}
                  untick={() =>
                    setTicked(new Set([...ticked].filter((id) => id !== permission.id)))
                  }
                  disabled={
                    refusal !== undefined || (!mayGrant && !granted.data.has(permission.id))
                  }
                  isHeld={holds(permission.name)}
                />
              )}
            </PermissionGroups>
            {!refusal && granted.data.size > 1 && (
              <RevokeAll
                side="user_id"
                userId={account.id}
                before={(revoke) =>
                  handOver.before(
                    [
                      {
                        account: { id: account.id, name: displayName },
                        left: {
                          role: account.role,
                          // The caller revokes only what they hold.
                          kept: permissions.data
                            .filter(({ id, name }) => granted.data.has(id) && !holds(name))
                            .map(({ id }) => id),
                        },
                      },
                    ],
                    revoke,
                  )
                }
                what={`that ${displayName} holds`}
                count={granted.data.size}
              />
            )}
            {handOver.dialog}
            {!refusal && (
              <GrantsMade
                userId={account.id}
                displayName={displayName}
                permissions={permissions.data}
                isRevocable={({ holder, permissionId }) =>
                  !accountRefusal(caller, holder) &&
                  permissions.data.some(({ id, name }) => id === permissionId && holds(name))
                }
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

interface GrantPresetProps {
  userId: string
  permissions: readonly Permission[]
  held: ReadonlyMap<string, Grant>
  grantable: ReadonlySet<PermissionName>
  ticked: ReadonlySet<string>
  tick: (ids: ReadonlySet<string>) => void
}

/** Ticks the permissions of a job, and grants them once someone presses. */
function GrantPreset({ userId, permissions, held, grantable, ticked, tick }: GrantPresetProps) {
  const granting = useMutation(grantAll(userId))
  const ids = [...ticked].filter((id) => !held.has(id))
  return (
    <div className="grid gap-3 sm:max-w-md">
      <PresetChoice
        grantable={grantable}
        onChoose={(names) =>
          tick(
            new Set(
              permissions
                .filter(({ id, name }) => !held.has(id) && names.some((one) => one === name))
                .map(({ id }) => id),
            ),
          )
        }
      />
      {ids.length > 0 && (
        <Button
          className="justify-self-start"
          loading={granting.isPending}
          onClick={() => granting.mutate(ids, { onSuccess: () => tick(new Set()) })}
        >
          {ids.length === 1 ? 'Grant 1 permission' : `Grant ${ids.length} permissions`}
        </Button>
      )}
    </div>
  )
}

interface PermissionToggleProps {
  account: Account
  permission: Permission
  /** The account's other permissions */
  kept: readonly string[]
  grant: Grant | undefined
  /** A preset ticked it: it is not granted yet. */
  isTicked: boolean
  untick: () => void
  disabled: boolean
  /** The caller may grant and revoke it then */
  isHeld: boolean
}

function PermissionToggle(props: PermissionToggleProps) {
  const { account, permission, grant, disabled, isHeld, untick, kept } = props
  const isTicked = props.isTicked && !grant
  const change = useMutation(setPermission(account.id, permission.id))
  const name = account.full_name ?? account.email ?? 'Unnamed User'
  const handOver = useHandOver(failure)
  const isBusy = change.isPending || handOver.isLooking
  const box = (
    <CheckboxField
      label={optionLabel(permission.name)}
      description={[
        permission.description,
        isTicked && 'Not granted yet',
        grant?.other && `Granted by ${grant.other} on ${formatDate(grant.grantedAt)}`,
        !disabled && !isHeld && 'You can grant and revoke only permissions that you hold yourself.',
      ]
        .filter(Boolean)
        .join('. ')}
      // Shows a change before it is stored, and reverts when it fails.
      error={change.isError ? 'Failed to update permission' : undefined}
      checked={
        handOver.isLooking
          ? false
          : change.isPending
            ? change.variables
            : grant !== undefined || isTicked
      }
      disabled={disabled || !isHeld}
      aria-busy={isBusy || undefined}
      onChange={({ target }) => {
        if (isTicked) untick()
        else if (isBusy) return
        else if (target.checked) change.mutate(true)
        else {
          const left = { role: account.role, kept }
          handOver.before([{ account: { id: account.id, name }, left }], () => change.mutate(false))
        }
      }}
    />
  )
  return (
    <>
      {box}
      {handOver.dialog}
    </>
  )
}
