import { useQuery } from '@tanstack/react-query'
import KeyRound from 'lucide-react/icons/key-round'
import UsersIcon from 'lucide-react/icons/users'
import { useState } from 'react'
import { useAuth } from '@/shared/auth/auth-context'
import { RoleBadge } from '@/shared/auth/role-badge'
import { formatDate } from '@/shared/lib/format-date'
import { Button } from '@/shared/ui/button'
import { EmptyState } from '@/shared/ui/empty-state'
import { Pagination } from '@/shared/ui/pagination'
import { Spinner } from '@/shared/ui/spinner'
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeaderCell,
  TableRow,
} from '@/shared/ui/table'
import { LoadFailure } from '@/shared/ui/load-failure'
import { SearchBox } from '@/shared/ui/search-box'
import { useLastPage, useListAddress } from '@/shared/lib/use-list-address'
import { CreateUserDialog } from './create-user-dialog'
import { PermissionsDialog } from './permissions-dialog'
import { userCountQuery, USERS_PER_PAGE, usersQuery, type Account } from './users-queries'

export function UsersTab() {
  const { can } = useAuth()
  const { page, search, setPage, setSearch } = useListAddress()
  const users = useQuery(usersQuery(search, page))
  const counting = useQuery(userCountQuery(search))
  const count = counting.data
  const pageCount = Math.ceil((count ?? 0) / USERS_PER_PAGE)
  useLastPage({ page, pageCount, counting, setPage })
  const [managed, setManaged] = useState<Account>()

  return (
    <>
      <div className="mb-5 flex flex-wrap items-center gap-3">
        <SearchBox
          label="Search by name or e-mail"
          search={search}
          onSearch={setSearch}
          className="w-full sm:w-80"
        />
        {count !== undefined && (
          <p className="text-sm text-ink-soft" aria-live="polite">
            {count === 1 ? '1 user' : `${count.toLocaleString('en-US')} users`}
          </p>
        )}
        {can('can_edit_user_roles') && (
          <div className="sm:ml-auto">
            <CreateUserDialog />
          </div>
        )}
      </div>
      {users.isPending || (users.data?.length === 0 && page > 1) ? (
        <Spinner label="Loading users..." className="my-16" />
      ) : !users.data ? (
        <LoadFailure title="The users could not be loaded." query={users} />
      ) : users.data.length === 0 ? (
        <EmptyState
          icon={<UsersIcon />}
          title={`No user found for “${search}”`}
          text="Try a part of the name or of the e-mail address."
          action={
            <Button variant="outline" onClick={() => setSearch('')}>
              Show all users
            </Button>
          }
        />
      ) : (
        <UserTable
          accounts={users.data}
          onManage={can('can_edit_user_roles') ? setManaged : undefined}
        />
      )}
      <Pagination page={page} pageCount={pageCount} onPageChange={setPage} />
      {managed && <PermissionsDialog account={managed} onClose={() => setManaged(undefined)} />}
    </>
  )
}

interface UserTableProps {
  accounts: readonly Account[]
  /** Only for those who may look at others' permissions */
  onManage: ((account: Account) => void) | undefined
}

function UserTable({ accounts, onManage }: UserTableProps) {
  return (
    <Table label="Users" stack>
      <TableHead>
        <TableRow>
          <TableHeaderCell>Name</TableHeaderCell>
          <TableHeaderCell>Email</TableHeaderCell>
          <TableHeaderCell>Role</TableHeaderCell>
          <TableHeaderCell>Created</TableHeaderCell>
          {onManage && <TableHeaderCell>Permissions</TableHeaderCell>}
        </TableRow>
      </TableHead>
      <TableBody>
        {accounts.map((account) => {
          const name = account.full_name ?? 'Unnamed User'
          return (
            <TableRow key={account.id}>
              <TableHeaderCell scope="row">{name}</TableHeaderCell>
              <TableCell label="Email">{account.email ?? 'No email'}</TableCell>
              <TableCell label="Role">
                <RoleBadge role={account.role} />
              </TableCell>
              <TableCell label="Created" className="whitespace-nowrap">
                {formatDate(account.created_at)}
              </TableCell>
              {onManage && (
                <TableCell>
                  <Button
                    variant="outline"
                    size="sm"
                    aria-label={`Permissions of ${account.full_name ?? account.email ?? name}`}
                    onClick={() => onManage(account)}
                  >
                    <KeyRound aria-hidden="true" />
                    Permissions
                  </Button>
                </TableCell>
              )}
            </TableRow>
          )
        })}
      </TableBody>
    </Table>
  )
}
