import { formatDay } from '@/shared/lib/format-date'
import { dayColumn } from '@/engine/core/columns'
import { defineResource } from '@/engine/core/define-resource'
import { removable } from '@/engine/core/removable'

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
  columns: [dayColumn('day', 'Day'), { key: 'name', header: 'Name', sortable: true }],
  filledBy: '“Add Holiday” adds a day that due dates skip.',
  defaultSort: '-day',
  duplicateKeys: [['day']],
  isUnique: true,
  schema: ({ day, object, requiredLine }) =>
    object({
      day: day('Choose a day').refine(
        (chosen) => chosen >= '2020' && chosen < '2200',
        'Choose a day between 2020 and 2200',
      ),
      name: requiredLine(100, 'Name is required'),
    }),
  fields: {
    day: { kind: 'date', label: 'Day', hint: 'The office is closed, and no answers are due.' },
    name: { kind: 'text', label: 'Name' },
  },
  slots: { rowActions: removable('holidays', ['day', 'name']) },
})
