import { useMutation } from '@tanstack/react-query'
import Trash2 from 'lucide-react/icons/trash-2'
import { z } from 'zod'
import { requiredLine } from '@/shared/forms/form-text'
import { formatDay } from '@/shared/lib/format-date'
import { defineResource, type RowActionsProps } from '@/shared/resource/define/define-resource'
import { editAction, RowActions } from '@/shared/resource/list/row-actions'
import { removeRow } from '@/shared/resource/write/row-changes'

export const holidays = defineResource({
  table: 'holidays',
  slug: 'holidays',
  tab: 'Holidays',
  requiredRights: ['admin'],
  label: { one: 'holiday', many: 'holidays', add: 'Add Holiday' },
  toasts: {
    loadFailed: { title: 'Failed to load holidays' },
    added: { title: 'Holiday added', description: 'Later due dates have moved.' },
    addFailed: { title: 'Failed to add holiday' },
    updated: { title: 'Holiday updated', description: 'Later due dates have moved.' },
    updateFailed: { title: 'Failed to update holiday' },
  },
  title: ({ name, day }) => `${name}, ${formatDay(day)}`,
  select: ['day', 'name'],
  columns: [
    { key: 'day', header: 'Day', sortable: true, cell: ({ day }) => formatDay(day) },
    { key: 'name', header: 'Name', sortable: true },
  ],
  defaultSort: '-day',
  duplicateKeys: [['day']],
  isUnique: true,
  schema: z.object({
    day: z.iso
      .date('Choose a day')
      .refine((day) => day >= '2020' && day < '2200', 'Choose a day between 2020 and 2200'),
    name: requiredLine(100, 'Name is required'),
  }),
  fields: {
    day: { kind: 'date', label: 'Day', hint: 'The office is closed, and no answers are due.' },
    name: { kind: 'text', label: 'Name' },
  },
  slots: { rowActions: HolidayActions },
})

interface Holiday {
  id: string
  day: string
  name: string
}

function HolidayActions({ row: { id, day, name }, title, edit }: RowActionsProps<Holiday>) {
  const removal = useMutation(removeRow({ table: 'holidays', success: `${title} is removed` }))
  return (
    <RowActions
      title={title}
      actions={[
        editAction({ title, edit }),
        {
          label: 'Remove',
          name: `Remove ${title}`,
          Icon: Trash2,
          run: () => !removal.isPending && removal.mutate({ id, day, name }),
        },
      ]}
    />
  )
}
