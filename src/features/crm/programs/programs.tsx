import PanelTop from 'lucide-react/icons/panel-top'
import Users from 'lucide-react/icons/users'
import { useNavigate } from 'react-router-dom'
import { defineResource, type RowActionsProps, type View } from '@/engine/core/define-resource'
import { dayColumn, statusColumn } from '@/engine/core/columns'
import { editAction, RowActions } from '@/engine/core/row-actions'
import { failureInFull } from '@/shared/supabase/backend-message'
import { Constants } from '@/shared/supabase/database.types'
import { areas } from '@/shared/auth/areas'
import { lazyPart } from '@/shared/account-ui/lazy-part'
import type { Program } from './assignments-dialog'
import { managerColumn, matchesColumn, peopleColumn } from './beside'

const AssignmentsDialog = lazyPart(() => import('./assignments-dialog'))
const ProgramPanel = lazyPart(() => import('./program-panel'))

const statuses = Constants.public.Enums.program_status

type ProgramCondition = View<'start_date' | 'end_date' | 'status'>['where'][number]

const within30Days = (day: 'start_date' | 'end_date'): readonly ProgramCondition[] => [
  [day, 'gte', { day: 'today', later: 0 }],
  [day, 'lte', { day: 'today', later: 30 }],
]
const goesOn: ProgramCondition = ['status', 'in', ['active', 'planned']]

export const programs = defineResource({
  table: 'programs',
  ...areas.programs,
  requiredRightsToEdit: ['can_manage_programs'],
  toasts: {
    loadFailed: failureInFull,
    added: { title: 'Program created successfully' },
    addFailed: failureInFull,
    updated: { title: 'Program updated successfully' },
    updateFailed: failureInFull,
  },
  title: ({ name }) => name,
  select: ['name', 'description', 'start_date', 'end_date', 'status'],
  columns: [
    { key: 'name', header: 'Name', sortable: true },
    { key: 'description', header: 'Description' },
    { ...dayColumn('start_date', 'Start Date'), mobilePriority: true },
    dayColumn('end_date', 'End Date'),
    statusColumn,
    { ...peopleColumn, mobilePriority: true },
    matchesColumn,
    managerColumn,
  ],
  filters: { status: statuses },
  // From the open work of an account
  foreignKeyFilters: ['manager_id'],
  views: {
    begin_soon: {
      label: 'Beginning soon',
      nothing: 'No program begins within 30 days',
      sort: 'start_date',
      where: [...within30Days('start_date'), goesOn],
    },
    end_soon: {
      label: 'Ending soon',
      nothing: 'No program ends within 30 days',
      sort: 'end_date',
      where: [...within30Days('end_date'), goesOn],
    },
  },
  filledBy: '“Add Program” adds one, and an import brings many.',
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

function ProgramActions({ row, title, open, edit }: RowActionsProps<Program>) {
  const navigate = useNavigate()
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
        {
          label: 'Open',
          name: `Open the page of ${title}`,
          Icon: PanelTop,
          run: () => void navigate(`?tab=programs&program=${row.id}`),
        },
        editAction({ title, edit }),
      ]}
    />
  )
}
