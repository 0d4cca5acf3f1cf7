import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { useAuth } from '@/shared/auth/auth-context'
import { isPermissionName } from '@/shared/auth/permissions'
import { optionLabel } from '@/shared/lib/option-label'
import { Loading } from '@/shared/account-ui/loading'
import { CheckboxField } from '@/shared/ui/field'
import { grantablePermissions } from './authority'
import { PermissionGroups } from './permission-groups'
import { permissionsQuery } from './permission-queries'
import { PresetChoice } from './preset-choice'

interface PermissionChoiceProps {
  /** The form's boxes; their values are ids */
  boxes: UseFormRegisterReturn
  /** Ticks these boxes, and no others */
  tick: (ids: string[]) => void
}

/** The permissions of a new account, of those that the caller may grant. */
export function PermissionChoice({ boxes, tick }: PermissionChoiceProps) {
  const auth = useAuth()
  const permissions = useQuery(permissionsQuery)
  const [isOpen, setOpen] = useState(false)
  const grantable = grantablePermissions({ ...auth, id: auth.user?.id ?? '' })

  if (!permissions.data)
    return <Loading query={permissions} what="The permissions" label="Loading permissions..." />
  const offered = permissions.data.filter(
    ({ name }) => isPermissionName(name) && grantable.has(name),
  )
  return (
    <>
      <PresetChoice
        grantable={grantable}
        onChoose={(ticked) => {
          tick(offered.filter(({ name }) => ticked.some((one) => one === name)).map(({ id }) => id))
          setOpen(true)
        }}
      />
      <details
        className="rounded-control border border-line bg-paper-raised px-4 py-2"
        open={isOpen}
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      >
        <summary className="min-h-11 py-2 font-semibold">Permissions (optional)</summary>
        <div className="grid gap-4 pb-2">
          <PermissionGroups permissions={offered}>
            {(permission) => (
              <CheckboxField
                key={permission.id}
                label={optionLabel(permission.name)}
                description={permission.description}
                value={permission.id}
                {...boxes}
              />
            )}
          </PermissionGroups>
        </div>
      </details>
    </>
  )
}
