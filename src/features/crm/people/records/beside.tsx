import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { resourceKey } from '@/engine/core/resource-queries'
import { ShownIds } from '@/engine/core/shown-ids'
import { fullName } from '@/shared/lib/full-name'
import { formatDay } from '@/shared/lib/format-date'
import { selectQuery } from '@/shared/supabase/ask'
import { supabase } from '@/shared/supabase/client'

/*
 * Columns of what stands in other tables beside people: all rows of a page read it with one request.
 */

type Row = { id: string }

const programsQuery = {
  mentees: (ids: readonly string[]) =>
    selectQuery([...resourceKey('programs'), 'of-mentees', ids], () =>
      supabase.from('program_mentees').select('id:mentee_id,programs(name)').in('mentee_id', ids),
    ),
  mentors: (ids: readonly string[]) =>
    selectQuery([...resourceKey('programs'), 'of-mentors', ids], () =>
      supabase.from('program_mentors').select('id:mentor_id,programs(name)').in('mentor_id', ids),
    ),
}

export const programsColumn = (table: keyof typeof programsQuery) =>
  ({
    key: 'beside_programs',
    header: 'Programs',
    requiredRights: ['can_manage_programs'],
    cell: ({ id }: Row) => <Programs table={table} id={id} />,
  }) as const

function Programs({ table, id }: { table: keyof typeof programsQuery; id: string }) {
  const { data, isError } = useQuery(programsQuery[table](use(ShownIds)))
  if (!data) return isError ? 'Not loaded' : '…'
  const names = data.filter((row) => row.id === id).map(({ programs: { name } }) => name)
  const text = names.toSorted().join(', ')
  return text ? (
    <span title={text}>{text}</span>
  ) : (
    <span className="text-ink-muted">No program</span>
  )
}

const mentorsQuery = (ids: readonly string[]) =>
  selectQuery([...resourceKey('programs'), 'mentors-of-mentees', ids], () =>
    supabase
      .from('matches')
      .select('id:mentee_id,mentors(first_name,last_name)')
      .in('mentee_id', ids)
      .in('status', ['active', 'paused'])
      .order('since'),
  )

/** The mentors of a mentee's active and paused matches. */
export const mentorColumn = {
  key: 'beside_mentor',
  header: 'Mentor',
  requiredRights: ['can_manage_programs'],
  cell: ({ id }: Row) => <Mentors id={id} />,
} as const

function Mentors({ id }: Row) {
  const { data, isError } = useQuery(mentorsQuery(use(ShownIds)))
  if (!data) return isError ? 'Not loaded' : '…'
  // A reader without the mentors' permission sees only that there is one.
  const names = data
    .filter((row) => row.id === id)
    .map(({ mentors }) => mentors && fullName(mentors))
  if (names.length === 0) return <span className="text-ink-muted">No mentor</span>
  return names.map((name) => name || 'Matched').join(', ')
}

const tasksQuery = (ids: readonly string[]) =>
  selectQuery([...resourceKey('tasks'), 'open-of-mentors', ids], () =>
    supabase.from('tasks').select('id:mentor_id,due_on').in('mentor_id', ids).is('done_at', null),
  )

/** How many tasks on the record are open, and the next day on which one is due. */
export const openTasksColumn = {
  key: 'beside_tasks',
  header: 'Open tasks',
  cell: ({ id }: Row) => <OpenTasks id={id} />,
} as const

function OpenTasks({ id }: Row) {
  const { data, isError } = useQuery(tasksQuery(use(ShownIds)))
  if (!data) return isError ? 'Not loaded' : '…'
  const days = data.filter((row) => row.id === id).map(({ due_on }) => due_on)
  const [next] = days.toSorted()
  return next ? (
    `${days.length}, next due ${formatDay(next)}`
  ) : (
    <span className="text-ink-muted">None</span>
  )
}
