import { useMutation } from '@tanstack/react-query'
import UserRoundCheck from 'lucide-react/icons/user-round-check'
import UserRoundX from 'lucide-react/icons/user-round-x'
import type { ResourceToasts, RowActionsProps } from '@/shared/resource/define-resource'
import { EditAction } from '@/shared/resource/resource-table'
import { changeInPlace } from '@/shared/resource/row-changes'
import { Constants, type Enums } from '@/shared/supabase/database.types'
import { Badge } from '@/shared/ui/badge'
import { Button } from '@/shared/ui/button'

/** What mentors, mentees and trainers have in common. */
interface Person {
  id: string
  status: Enums<'person_status'>
}

export const personStatuses = Constants.public.Enums.person_status

export function PersonStatus({ status }: Pick<Person, 'status'>) {
  return status === 'active' ? <Badge tone="forest">Active</Badge> : <Badge>Inactive</Badge>
}

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
    return (
      <>
        <EditAction title={title} edit={edit} />
        <Button
          variant="ghost"
          size="sm"
          aria-label={`${isActive ? 'Deactivate' : 'Reactivate'} ${title}`}
          // Not disabled meanwhile, which would take the focus away.
          aria-busy={change.isPending || undefined}
          onClick={() => {
            if (change.isPending) return
            change.mutate([
              {
                id: row.id,
                values: { status: isActive ? 'inactive' : 'active' },
                expected: { status: row.status },
              },
            ])
          }}
        >
          {isActive ? <UserRoundX aria-hidden="true" /> : <UserRoundCheck aria-hidden="true" />}
          {isActive ? 'Deactivate' : 'Reactivate'}
        </Button>
      </>
    )
  }
}
