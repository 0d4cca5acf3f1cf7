import { useQuery } from '@tanstack/react-query'
import UserPlus from 'lucide-react/icons/user-plus'
import Users from 'lucide-react/icons/users'
import { useState } from 'react'
import { useLastPage, useListAddress } from '@/shared/lib/use-list-address'
import { Button } from '@/shared/ui/button'
import { Card } from '@/shared/ui/card'
import { Container } from '@/shared/ui/container'
import { EmptyState } from '@/shared/ui/empty-state'
import { LoadFailure } from '@/shared/ui/load-failure'
import { notify } from '@/shared/ui/notify'
import { Pagination } from '@/shared/ui/pagination'
import { SearchBox } from '@/shared/ui/search-box'
import { Spinner } from '@/shared/ui/spinner'
import { DemoUserRow } from './demo-user-row'
import {
  demoUserCountQuery,
  demoUsersQuery,
  USERS_PER_PAGE,
  type DemoUser,
} from './demo-users-queries'
import { EditNameDialog } from './edit-name-dialog'

function sayDisabled() {
  notify({
    title: 'Feature Disabled',
    description:
      'Demo user creation has been disabled for security. Please create users through proper authentication flows with secure passwords.',
    tone: 'error',
  })
}

/** All accounts, with their roles edited in place. Page and search are in the address. */
export function DemoUsersPage() {
  const { page, search, setPage, setSearch } = useListAddress()
  const users = useQuery(demoUsersQuery(search, page))
  const counting = useQuery(demoUserCountQuery(search))
  const count = counting.data
  const pageCount = Math.ceil((count ?? 0) / USERS_PER_PAGE)
  useLastPage({ page, pageCount, counting, setPage })
  const [renamed, setRenamed] = useState<DemoUser>()

  return (
    <Container>
      <title>Demo Users</title>
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0">
          <h1>Demo Users</h1>
          <p className="mt-2 max-w-measure text-lg text-ink-soft">
            Every account with its role. A change counts from the person’s next request on.
          </p>
        </div>
        <Button variant="outline" onClick={sayDisabled}>
          <UserPlus aria-hidden="true" />
          Create Demo User
        </Button>
      </div>
      <div className="mt-8 mb-5 flex flex-wrap items-center gap-x-6 gap-y-3">
        <SearchBox
          label="Search by name or e-mail"
          search={search}
          onSearch={setSearch}
          className="w-full sm:w-80"
        />
        <p role="status" className="text-ink-soft">
          {count !== undefined &&
            (count === 1 ? '1 user' : `${count.toLocaleString('en-US')} users`)}
        </p>
      </div>

      {users.isPending || (users.data?.length === 0 && page > 1) ? (
        <Spinner label="Loading users..." className="my-16" />
      ) : !users.data ? (
        <LoadFailure title="The users could not be loaded." query={users} />
      ) : users.data.length === 0 ? (
        <EmptyState
          icon={<Users />}
          title={`No user found for “${search}”`}
          text="Try a part of the name or of the e-mail address."
          action={
            <Button variant="outline" onClick={() => setSearch('')}>
              Show all users
            </Button>
          }
        />
      ) : (
        <Card>
          <ul aria-label="Users" className="divide-y divide-line">
            {users.data.map((user) => (
              <DemoUserRow key={user.id} user={user} onEditName={() => setRenamed(user)} />
            ))}
          </ul>
        </Card>
      )}
      <Pagination page={page} pageCount={pageCount} onPageChange={setPage} />
      {renamed && <EditNameDialog user={renamed} onClose={() => setRenamed(undefined)} />}
    </Container>
  )
}
