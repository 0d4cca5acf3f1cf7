import { useMutation } from '@tanstack/react-query'
import Merge from 'lucide-react/icons/merge'
import UserRoundCheck from 'lucide-react/icons/user-round-check'
import UserRoundX from 'lucide-react/icons/user-round-x'
import { Suspense } from 'react'
import type {
  ResourceToasts,
  RowActionsProps,
  RowDialog,
} from '@/shared/resource/define/define-resource'
import { lazyComponent } from '@/shared/lib/lazy-component'
import { editAction, RowActions } from '@/shared/resource/list/row-actions'
import { optimisticUpdate } from '@/shared/resource/write/row-changes'
import { Constants, type Enums } from '@/shared/supabase/database.types'

const MergeDialog = lazyComponent(async () => (await import('./merge/merge-dialog')).MergeDialog)

/** The shared declaration of mentors, mentees and trainers. */
interface Person {
  id: string
  status: Enums<'person_status'>
}

export const personStatuses = Constants.public.Enums.person_status

/** Edit, and deactivate or reactivate a person; only active people can be assigned. */
export function personActions(
  table: 'mentors' | 'mentees' | 'trainers',
  { updateFailed }: ResourceToasts,
) {
  const Merging: RowDialog<Person> = ({ resource, row: { id }, onClose }) => (
    <Suspense>
      <MergeDialog table={table} resource={resource} id={id} onClose={onClose} />
    </Suspense>
  )

  return function PersonActions({ row, title, edit, open }: RowActionsProps<Person>) {
    const isActive = row.status === 'active'
    const change = useMutation(
      optimisticUpdate({
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
          {
            label: 'Merge',
            name: `Merge ${title} with another`,
            Icon: Merge,
            run: () => open(Merging),
          },
        ]}
      />
    )
  }
}
