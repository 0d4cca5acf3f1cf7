import { useMutation } from '@tanstack/react-query'
import UserRoundCheck from 'lucide-react/icons/user-round-check'
import UserRoundX from 'lucide-react/icons/user-round-x'
import type { ResourceToasts, RowActionsProps } from '@/shared/resource/define-resource'
import { editAction, RowActions } from '@/shared/resource/row-actions'
import { changeInPlace } from '@/shared/resource/row-changes'
import { Constants, type Enums } from '@/shared/supabase/database.types'

/** What mentors, mentees and trainers have in common. */
interface Person {
  id: string
  status: Enums<'person_status'>
}

export const personStatuses = Constants.public.Enums.person_status

/** Edit, and taking somebody off the lists of those who can be assigned or putting them back. */
export function personActions(
  table: 'mentors' | 'mentees' | 'trainers',
  { updateFailed }: ResourceToasts,
) {
  return function PersonActions({ row, title, edit }: RowActionsProps<Person>) {
    const isActive = row.status === 'active'
    const change = useMutation(
      changeInPlace({
        table,
        success: ({ status }) => ({ title: `${title} is ${status as string} now` }),
        failure: updateFailed,
      }),
    )
    const label = isActive ? 'Deactivate' : 'Reactivate'
    return (
      <RowActions
        title={title}
        actions={[
          editAction({ title, edit }),
          {
            label,
            name: `${label} ${title}`,
            Icon: isActive ? UserRoundX : UserRoundCheck,
            run: () => {
              if (change.isPending) return
              change.mutate([
                {
                  id: row.id,
                  values: { status: isActive ? 'inactive' : 'active' },
                  expected: { status: row.status },
                },
              ])
            },
          },
        ]}
      />
    )
  }
}
