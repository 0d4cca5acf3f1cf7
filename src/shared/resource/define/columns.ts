import { formatDate } from '@/shared/lib/format-date'
import { StatusBadge } from '@/shared/ui/status-badge'

export const statusColumn = {
  key: 'status',
  header: 'Status',
  sortable: true,
  mobilePriority: true,
  cell: StatusBadge,
} as const

export const createdColumn = (header: string) =>
  ({
    key: 'created_at',
    header,
    sortable: true,
    cell: ({ created_at }: { created_at: string }) => formatDate(created_at),
  }) as const
