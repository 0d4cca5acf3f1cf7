import Users from 'lucide-react/icons/users'
import { defineResource, type RowActionsProps } from '@/engine/core/define-resource'
import { dayColumn, statusColumn } from '@/engine/core/columns'
import { editAction, RowActions } from '@/engine/core/row-actions'
import { failureAsSaid } from '@/shared/supabase/backend-message'
import { Constants } from '@/shared/supabase/database.types'
import { areas } from '@/shared/auth/areas'
import { lazyPart } from '@/shared/account-ui/lazy-part'
import type { Program } from './assignments-dialog'

const AssignmentsDialog = lazyPart(() => import('./assignments-dialog'))
const ProgramPanel = lazyPart(() => import('./program-panel'))

const statuses = Constants.public.Enums.program_status

export const programs = defineResource({
  table: 'programs',
  ...areas.programs,
  requiredRightsToEdit: ['can_manage_programs'],
  toasts: {
    loadFailed: failureAsSaid,
    added: { title: 'Program created successfully' },
    addFailed: failureAsSaid,
    updated: { title: 'Program updated successfully' },
    updateFailed: failureAsSaid,
  },
  title: ({ name }) => name,
  select: ['name', 'description', 'start_date', 'end_date', 'status'],
  columns: [
    { key: 'name', header: 'Name', sortable: true },
    { key: 'description', header: 'Description' },
    { ...dayColumn('start_date', 'Start Date'), mobilePriority: true },
    dayColumn('end_date', 'End Date'),
    statusColumn,
  ],
  filters: { status: statuses },
  defaultSort: '-created_at',
  duplicateKeys: [['name', 'start_date']],
  schema: ({ object, oneOf, optionalDate, optionalText, requiredLine, startBeforeEnd }) =>
    object({
      name: requiredLine(200),
      description: optionalText(5000),
      start_date: optionalDate,
      end_date: optionalDate,
      status: oneOf(statuses),
    }).refine(...startBeforeEnd),
  fields: {
    name: { kind: 'text', label: 'Name', isWide: true },
    description: { kind: 'textarea', label: 'Description' },
    start_date: { kind: 'date', label: 'Start date' },
    end_date: { kind: 'date', label: 'End date' },
    status: { kind: 'select', label: 'Status', options: statuses },
  },
  slots: {
    rowActions: ProgramActions,
    panel: ProgramPanel,
  },
})

function ProgramActions({ title, open, edit }: RowActionsProps<Program>) {
  return (
    <RowActions
      title={title}
      actions={[
        {
          label: 'Manage People',
          name: `Manage People of ${title}`,
          Icon: Users,
          run: () => open(AssignmentsDialog),
        },
        editAction({ title, edit }),
      ]}
    />
  )
}
