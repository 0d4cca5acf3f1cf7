import type { ComponentProps, ReactNode } from 'react'
import { useAuth } from '@/shared/auth/auth-context'
import { roleLabel, type Role } from '@/shared/auth/roles'
import { Options } from '@/shared/account-ui/options'
import { FormField } from '@/shared/ui/form'
import { NativeSelect } from '@/shared/ui/native-select'
import { assignableRoles } from './authority'
import type { Invitee } from './invite'
import { PermissionChoice } from './permission-choice'

interface AccountFieldsProps extends ComponentProps<typeof PermissionChoice> {
  /** The chosen one */
  role: Role
  /** Further fields, between name and role */
  children?: ReactNode
}

/** Address, name, role and permissions of a new account, in the form around them. */
export function AccountFields({ role, children, ...permissions }: AccountFieldsProps) {
  const auth = useAuth()
  return (
    <>
      <FormField<Invitee> name="email" label="Email" required type="email" autoComplete="off" />
      <FormField<Invitee> name="fullName" label="Full name" required autoComplete="off" />
      {children}
      <FormField<Invitee, typeof NativeSelect> name="role" label="Role" required as={NativeSelect}>
        <Options
          values={assignableRoles({ ...auth, id: auth.user?.id ?? '' })}
          labelOf={roleLabel}
        />
      </FormField>
      {role !== 'admin' && <PermissionChoice {...permissions} />}
    </>
  )
}

/** Admins have every permission without its being granted. */
export const rightsOf = ({ role, permissions }: Pick<Invitee, 'role' | 'permissions'>) => ({
  role,
  permissions: role === 'admin' ? [] : permissions,
})
