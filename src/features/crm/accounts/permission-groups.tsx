import type { ReactNode } from 'react'
import { FieldGroup } from '@/shared/ui/field'
import type { Permission } from './permission-queries'

interface PermissionGroupsProps {
  /** Sorted by category */
  permissions: readonly Permission[]
  children: (permission: Permission) => ReactNode
}

/** Permissions by category, in two columns where there is room. */
export function PermissionGroups({ permissions, children }: PermissionGroupsProps) {
  const categories = [...new Set(permissions.map(({ category }) => category))]
  return (
    <div className="gap-x-8 *:mb-6 *:break-inside-avoid sm:columns-2">
      {categories.map((category) => (
        <FieldGroup key={category} legend={category}>
          {permissions.filter((permission) => permission.category === category).map(children)}
        </FieldGroup>
      ))}
    </div>
  )
}
