import { useQuery } from '@tanstack/react-query'
import { useAuth } from '@/shared/auth/auth-context'
import { dueTasksQuery } from '@/shared/tasks/task-queries'

/** How many tasks of the signed-in account are due. */
export function useDueTasks() {
  const { user, can } = useAuth()
  return useQuery({
    ...dueTasksQuery({ me: user?.id ?? '', isAdmin: can('admin') }),
    enabled: user !== null,
  })
}
