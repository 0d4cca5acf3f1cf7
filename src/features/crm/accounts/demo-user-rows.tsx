import Pencil from 'lucide-react/icons/pencil'
import type { AccountProof } from '@/shared/auth/account-proof'
import { AccountState } from '@/shared/auth/account-state'
import { RoleBadge } from '@/shared/auth/role-badge'
import { roles } from '@/shared/auth/roles'
import { formatDate } from '@/shared/lib/format-date'
import type { RowsProps } from '@/engine/core/define-resource'
import type { Tables } from '@/shared/supabase/database.types'
import { Button } from '@/shared/ui/button'
import { Card } from '@/shared/ui/card'
import { RoleChoice } from './role-choice'

type DemoUser = Pick<Tables<'profiles'>, 'id' | 'full_name' | 'email' | 'role' | 'created_at'> &
  AccountProof

export function DemoUserRows({ rows, edit }: RowsProps<DemoUser>) {
  return (
    <Card>
      <ul aria-label="Users" className="divide-y divide-line">
        {rows.map((user) => (
          <DemoUserRow key={user.id} user={user} onEditName={() => edit(user)} />
        ))}
      </ul>
    </Card>
  )
}

function DemoUserRow({ user, onEditName }: { user: DemoUser; onEditName: () => void }) {
  const displayName = user.full_name ?? user.email ?? 'Unnamed User'
  return (
    <li className="grid gap-x-6 gap-y-2 px-4 py-2 md:grid-cols-[1fr_13rem_auto] md:items-center md:py-0.75">
      <div className="min-w-0 lg:flex lg:items-center lg:gap-4">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="break-words">{user.full_name ?? 'Unnamed User'}</h3>
          <RoleBadge role={user.role} />
          <AccountState account={user} />
        </div>
        <p className="min-w-0 text-sm break-words text-ink-soft lg:ms-auto">
          {user.email ?? 'No email'} · since {formatDate(user.created_at)}
        </p>
      </div>
      <RoleChoice account={user} roles={roles} />
      <Button
        variant="ghost"
        className="justify-self-start max-md:-ms-5"
        aria-label={`Edit name of ${displayName}`}
        onClick={onEditName}
      >
        <Pencil aria-hidden="true" />
        Edit name
      </Button>
    </li>
  )
}
