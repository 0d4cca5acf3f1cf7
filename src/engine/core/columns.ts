import { formatDate, formatDay } from '@/shared/lib/format-date'
import { StatusBadge } from '@/shared/account-ui/status-badge'

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

/** A calendar day, `2026-01-31` */
export const dayColumn = <Key extends string>(key: Key, header: string) =>
  ({
    key,
    header,
    sortable: true,
    cell: (row: Readonly<Record<Key, string | null>>) => formatDay(row[key]),
  }) as const
