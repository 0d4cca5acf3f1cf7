import NotebookPen from 'lucide-react/icons/notebook-pen'
import { useNavigate } from 'react-router-dom'
import { defineResource, type RowActionsProps } from '@/engine/core/define-resource'
import { dayColumn, statusColumn } from '@/engine/core/columns'
import { editAction, RowActions } from '@/engine/core/row-actions'
import { Constants } from '@/shared/supabase/database.types'
import { areas } from '@/shared/auth/areas'

const statuses = Constants.public.Enums.course_status

export const courses = defineResource({
  table: 'courses',
  ...areas.courses,
  toasts: {
    loadFailed: { title: 'Failed to load courses' },
    added: { title: 'Course added successfully' },
    addFailed: { title: 'Failed to add course' },
    updated: { title: 'Course updated successfully' },
    updateFailed: { title: 'Failed to update course' },
  },
  title: ({ title }) => title,
  select: [
    'title',
    'description',
    'category',
    'duration',
    'start_date',
    'end_date',
    'capacity',
    'status',
  ],
  columns: [
    { key: 'title', header: 'Title', sortable: true },
    { key: 'description', header: 'Description' },
    { key: 'category', header: 'Category', sortable: true, mobilePriority: true },
    { key: 'duration', header: 'Duration' },
    dayColumn('start_date', 'Start Date'),
    dayColumn('end_date', 'End Date'),
    {
      key: 'capacity',
      header: 'Capacity',
      sortable: true,
      isNumeric: true,
      cell: ({ capacity }) => capacity?.toLocaleString('en-US') ?? 'Unlimited',
    },
    statusColumn,
  ],
  hiddenAtFirst: ['description', 'end_date'],
  filters: { status: statuses },
  filledBy: '“Add Course” adds one, and an import brings many.',
  defaultSort: '-created_at',
  duplicateKeys: [['title', 'start_date']],
  schema: (parts) =>
    parts
      .object({
        title: parts.requiredLine(200),
        category: parts.optionalLine(100),
        duration: parts.optionalLine(100),
        capacity: parts.optionalCount,
        start_date: parts.optionalDate,
        end_date: parts.optionalDate,
        status: parts.oneOf(statuses),
        description: parts.optionalText(5000),
      })
      .refine(...parts.startBeforeEnd),
  fields: {
    title: { kind: 'text', label: 'Title' },
    category: { kind: 'text', label: 'Category' },
    duration: { kind: 'text', label: 'Duration', hint: 'For example: 8 weeks' },
    capacity: { kind: 'number', label: 'Capacity', hint: 'Leave empty for unlimited.' },
    start_date: { kind: 'date', label: 'Start date' },
    end_date: { kind: 'date', label: 'End date' },
    status: { kind: 'select', label: 'Status', options: statuses },
    description: { kind: 'textarea', label: 'Description' },
  },
  slots: { rowActions: CourseActions },
})

function CourseActions({ row, title, edit }: RowActionsProps<{ id: string }>) {
  const navigate = useNavigate()
  return (
    <RowActions
      title={title}
      actions={[
        {
          label: 'Grades',
          name: `Enrollments and grades of ${title}`,
          Icon: NotebookPen,
          run: () => void navigate(`?tab=courses&course=${row.id}`),
        },
        editAction({ title, edit }),
      ]}
    />
  )
}
