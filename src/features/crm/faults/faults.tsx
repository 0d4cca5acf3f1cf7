import { useMutation } from '@tanstack/react-query'
import CircleCheck from 'lucide-react/icons/circle-check'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { formatDateTime } from '@/shared/lib/format-date'
import { optionLabel } from '@/shared/lib/option-label'
import { createdColumn } from '@/engine/core/columns'
import { defineResource, type RowActionsProps } from '@/engine/core/define-resource'
import { RowActions } from '@/engine/core/row-actions'
import { optimisticUpdate } from '@/engine/core/row-changes'
import { Constants, type Tables } from '@/shared/supabase/database.types'
import { Badge } from '@/shared/ui/badge'

type Fault = Pick<Tables<'faults'>, 'id' | 'fixed_at' | 'stack'>

const labels: Readonly<Record<string, string>> = {
  public: 'Website',
  staff: 'Back office',
  function: 'Edge Function',
  worker: 'Scheduled task',
}

export const faults = defineResource({
  table: 'faults',
  slug: 'faults',
  tab: 'Faults',
  requiredRights: ['admin'],
  label: { one: 'fault', many: 'faults', loading: 'Loading faults...' },
  toasts: { loadFailed: { title: 'Failed to load faults' } },
  title: ({ message }) => message,
  select: [
    'message',
    'place',
    'page',
    'occurrences',
    'last_at',
    'version',
    'browser',
    'stack',
    'fixed_at',
    'state',
  ],
  columns: [
    { key: 'message', header: 'What' },
    {
      key: 'state',
      header: 'State',
      mobilePriority: true,
      // Newer than the column while a change is being saved
      cell: ({ fixed_at }) =>
        fixed_at ? <Badge tone="quiet">Fixed</Badge> : <Badge tone="yellow">Open</Badge>,
    },
    {
      key: 'occurrences',
      header: 'Times',
      sortable: true,
      isNumeric: true,
      mobilePriority: true,
      cell: ({ occurrences }) => `${occurrences.toLocaleString('en-US')}×`,
    },
    {
      key: 'last_at',
      header: 'Last time',
      sortable: true,
      cell: ({ last_at }) => <time dateTime={last_at}>{formatDateTime(last_at)}</time>,
    },
    {
      key: 'place',
      header: 'Where',
      cell: ({ place }) => labels[place],
    },
    { key: 'page', header: 'Page or task' },
    { key: 'version', header: 'Version' },
    { key: 'browser', header: 'Browser' },
    createdColumn('First time'),
  ],
  hiddenAtFirst: ['browser', 'created_at'],
  filters: { state: ['open', 'fixed'], place: Constants.public.Enums.fault_place },
  filterLabel: (value) => labels[value] ?? optionLabel(value),
  filledBy: 'What fails in a browser, in a function or at night appears here.',
  defaultSort: '-last_at',
  slots: { rowActions: FixedAction, panel: Stack },
})

function FixedAction({ row, title }: RowActionsProps<Fault>) {
  const change = useMutation(
    optimisticUpdate({
      table: 'faults',
      success: ({ fixed_at }) => ({
        title: fixed_at ? 'Marked as fixed' : 'Open again',
      }),
      failure: { title: 'Failed to save the state' },
    }),
  )
  const label = row.fixed_at ? 'Open again' : 'Mark as fixed'
  return (
    <RowActions
      title={title}
      actions={[
        {
          label,
          name: `${label}: ${title}`,
          Icon: row.fixed_at ? RotateCcw : CircleCheck,
          run: () => {
            if (change.isPending) return
            change.mutate([
              {
                id: row.id,
                values: { fixed_at: row.fixed_at ? null : new Date().toISOString() },
                expected: { fixed_at: row.fixed_at },
              },
            ])
          },
        },
      ]}
    />
  )
}

/** The lines of our code, for developers. */
function Stack({ row: { stack } }: RowActionsProps<Fault>) {
  return (
    stack && (
      <pre
        aria-label="Lines of our code"
        className="rounded-control bg-paper-sunken p-3 text-sm break-words whitespace-pre-wrap"
      >
        {stack}
      </pre>
    )
  )
}
