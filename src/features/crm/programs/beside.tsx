import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { resourceKey } from '@/engine/core/resource-queries'
import { ShownIds } from '@/engine/core/shown-ids'
import { selectQuery } from '@/shared/supabase/ask'
import { supabase } from '@/shared/supabase/client'

/* What stands in other tables beside programs: all rows of a page read it with one request. */

const besideQuery = (ids: readonly string[]) =>
  selectQuery([...resourceKey('programs'), 'beside', ids], () =>
    supabase
      .from('programs')
      .select(
        'id,manager_id,manager:profiles!programs_manager_id_fkey(full_name),program_mentees(count),program_mentors(count),program_trainers(count),matches(count)',
      )
      .in('id', ids)
      .neq('matches.status', 'closed'),
  )

type Beside = Awaited<ReturnType<NonNullable<ReturnType<typeof besideQuery>['queryFn']>>>[number]

const besideColumn = <Key extends string>(
  key: Key,
  header: string,
  none: string,
  show: (beside: Beside) => string | null,
) =>
  ({
    key: `beside_${key}`,
    header,
    requiredRights: ['can_manage_programs'],
    cell: ({ id }: { id: string }) => <Cell {...{ id, none, show }} />,
  }) as const

interface CellProps {
  id: string
  /** What stands there when nothing does */
  none: string
  show: (beside: Beside) => string | null
}

function Cell({ id, none, show }: CellProps) {
  const { data, isError } = useQuery(besideQuery(use(ShownIds)))
  if (!data) return isError ? 'Not loaded' : '…'
  const row = data.find((one) => one.id === id)
  return (row && show(row)) ?? <span className="text-ink-muted">{none}</span>
}

const counted = (rows: readonly { count: number }[], one: string): string[] => {
  const count = rows[0]?.count ?? 0
  if (count === 0) return []
  return [`${count.toLocaleString('en-US')} ${one}${count === 1 ? '' : 's'}`]
}

export const managerColumn = besideColumn(
  'manager',
  'Manager',
  'Nobody',
  ({ manager, manager_id }) => (manager_id ? (manager?.full_name ?? 'A colleague') : null),
)

export const peopleColumn = besideColumn(
  'people',
  'People',
  'No people',
  ({ program_mentees, program_mentors, program_trainers }) =>
    [
      ...counted(program_mentees, 'mentee'),
      ...counted(program_mentors, 'mentor'),
      ...counted(program_trainers, 'trainer'),
    ].join(', ') || null,
)

/** Those that are not closed */
export const matchesColumn = besideColumn('matches', 'Matches', 'No matches', ({ matches }) =>
  matches[0]?.count ? matches[0].count.toLocaleString('en-US') : null,
)
