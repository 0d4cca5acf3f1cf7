import type { ReactNode } from 'react'
import { FieldGroup } from '@/shared/ui/field'
import type { Permission } from './permission-queries'

interface PermissionGroupsProps {
  /** Sorted by category */
  permissions: readonly Permission[]
  children: (permission: Permission) => ReactNode
}

/** Permissions under the names of their categories. */
export function PermissionGroups({ permissions, children }: PermissionGroupsProps) {
  const categories = [...new Set(permissions.map(({ category }) => category))]
  return categories.map((category) => (
    <FieldGroup key={category} legend={category}>
      {permissions.filter((permission) => permission.category === category).map(children)}
    </FieldGroup>
  ))
}
