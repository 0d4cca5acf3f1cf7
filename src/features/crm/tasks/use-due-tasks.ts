import { useQuery } from '@tanstack/react-query'
import { useAuth } from '@/shared/auth/auth-context'
import { useOfficeDay } from '@/engine/tasks/use-office-day'
import { dueTasksQuery } from '@/engine/tasks/task-queries'

/** The number of the account’s due tasks. */
export function useDueTasks() {
  const { user } = useAuth()
  const today = useOfficeDay()
  return useQuery({
    ...dueTasksQuery({ me: user?.id ?? '' }, today),
    enabled: user !== null,
  })
}
