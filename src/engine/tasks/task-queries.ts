import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { paths } from '@/shared/config/paths'
import { isolated } from '@/shared/lib/isolated'
import { fullName } from '@/shared/lib/full-name'
import { resourceKey } from '@/engine/core/resource-queries'
import { expectRow, optimisticUpdate, perRow } from '@/engine/core/row-changes'
import { officeDay } from '@/shared/lib/office-day'
import { ask, rpcQuery, selectQuery } from '@/shared/supabase/ask'
import { failureAsSaid } from '@/shared/supabase/backend-message'
import { supabase } from '@/shared/supabase/client'
import { daysLater } from './due-days'

const crm = (tab: string) => `${paths.crm}?tab=${tab}`

/** The tables that a task can be on: its column, and the list in which the record is open. */
const records = {
  mentors: { column: 'mentor_id', list: crm('mentors') },
  mentees: { column: 'mentee_id', list: crm('mentees') },
  trainers: { column: 'trainer_id', list: crm('trainers') },
  donors: { column: 'donor_id', list: `${crm('donors')}&by=donor` },
  donations: { column: 'gift_id', list: crm('donors') },
  programs: { column: 'program_id', list: crm('programs') },
  submissions: { column: 'submission_id', list: `${paths.submissions}?tab=all` },
  matches: { column: 'match_id', list: crm('programs') },
} as const
type RecordKind = keyof typeof records
const recordKinds = Object.keys(records) as RecordKind[]

/** The subject of a task, or null. An address is an email address or a phone number, `tel:12345678`. */
export type TaskSubject = { kind: RecordKind; id: string } | { address: string } | null

const rows = () =>
  supabase.from('tasks').select(
    `id,body,due_on,assignee_id,author_id,address,done_at,done_by,
    mentor_id,mentors(first_name,last_name),
    mentee_id,mentees(first_name,last_name),
    trainer_id,trainers(first_name,last_name),
    donor_id,donors(name),
    gift_id,donations(donor_name),
    program_id,programs(name),
    submission_id,submissions(name,reference),
    match_id,matches(program_id)`,
  )
export type Task = NonNullable<Awaited<ReturnType<typeof rows>>['data']>[number]

export function subjectOf(task: Task): TaskSubject {
  if (task.address) return { address: task.address }
  const kind = recordKinds.find((one) => task[records[one].column])
  return kind ? { kind, id: task[records[kind].column]! } : null
}

/** The record of a task: its name and its address in the back office. */
export function recordOf(task: Task): { name: string; to: string } | { address: string } | null {
  const subject = subjectOf(task)
  if (!subject || 'address' in subject) return subject
  const { mentors, mentees, trainers, donors, donations, programs, submissions, matches } = task
  if (subject.kind === 'matches') {
    const program = matches ? `&program=${matches.program_id}&part=matches` : ''
    return { name: 'Match', to: `${records.matches.list}${program}&match=${subject.id}` }
  }
  const named = mentors ?? mentees ?? trainers
  return {
    name:
      (named && isolated(fullName(named))) ??
      (donors && isolated(donors.name)) ??
      (donations && `Gift of ${isolated(donations.donor_name)}`) ??
      programs?.name ??
      (submissions && `${isolated(submissions.name ?? 'Submission')} (${submissions.reference})`) ??
      'A record',
    to: `${records[subject.kind].list}&open=${subject.id}`,
  }
}

const all = resourceKey('tasks')
const loadFailed = { title: 'Error', description: 'Failed to fetch tasks' }

/**
 * Whose tasks: an account's and unassigned ones, or everyone's; in both cases only those that the
 * user may read.
 */
export interface Whose {
  me: string
  isEveryone?: boolean
  /** A colleague whom the user covers: only what is assigned to them. */
  covered?: string | undefined
}

const ownFilter = ({ me, covered }: Whose) =>
  covered ? `assignee_id.eq.${covered}` : `assignee_id.eq.${me},assignee_id.is.null`

/** More than a person can look through; the page says when it is reached. */
export const MOST = 500
const MOST_AT_HOME = 5
const DONE_DAYS = 7
const MOST_DONE = 100
/** As many ids as fit into an address. */
const MOST_LISTED = 100

const openRows = () => rows().is('done_at', null)
const dueFirst = (of: ReturnType<typeof rows>, most = MOST) =>
  of.order('due_on').order('id').limit(most)

export const openTasksQuery = (whose: Whose) =>
  selectQuery<Task[]>(
    [...all, 'open', 'page', whose],
    () => dueFirst(whose.isEveryone ? openRows() : openRows().or(ownFilter(whose))),
    { meta: { failure: loadFailed } },
  )

export const doneTasksQuery = (whose: Whose) =>
  selectQuery<Task[]>(
    [...all, 'done', 'page', whose],
    () => {
      const done = rows().gte('done_at', daysLater(officeDay(new Date()), -DONE_DAYS))
      const own = `${ownFilter(whose)}${whose.covered ? '' : `,done_by.eq.${whose.me}`}`
      return (whose.isEveryone ? done : done.or(own))
        .order('done_at', { ascending: false })
        .limit(MOST_DONE)
    },
    { meta: { failure: loadFailed } },
  )

/** The open tasks on a record, or on an address. */
export const subjectTasksQuery = (subject: NonNullable<TaskSubject>) =>
  selectQuery<Task[]>([...all, 'of', 'page', subject], () =>
    dueFirst(openRows().match(columnsOf(subject) ?? {})),
  )

export const tasksQuery = (ids: readonly string[]) =>
  selectQuery<Task[]>(
    [...all, 'of', 'page', ids],
    () => dueFirst(rows().in('id', ids.slice(0, MOST_LISTED))),
    { enabled: ids.length > 0, placeholderData: keepPreviousData },
  )

/** The first due tasks of the caller, for the home page. */
export const firstDueTasksQuery = (whose: Whose, today: string) =>
  selectQuery<Task[]>(
    [...all, 'open', 'page', whose, today],
    () => dueFirst(openRows().lte('due_on', today).or(ownFilter(whose)), MOST_AT_HOME),
    { meta: { failure: loadFailed } },
  )

/** How many of the caller's tasks are due, and how many of those are overdue. */
export const dueTasksQuery = (whose: Whose, today: string) =>
  queryOptions({
    queryKey: [...all, 'due', whose, today],
    queryFn: async ({ signal }) => {
      const due = supabase.from('tasks').select('due_on').is('done_at', null).lte('due_on', today)
      const days = await ask(due.or(ownFilter(whose)).limit(MOST), signal)
      return { due: days.length, overdue: days.filter(({ due_on }) => due_on < today).length }
    },
  })

/** Staff who may read the subject of a task; all staff for a task without one. */
export const assigneesQuery = (subject: TaskSubject) =>
  rpcQuery(
    ['task assignees'],
    'task_assignees',
    subject && 'kind' in subject ? { record_kind: subject.kind } : (subject ?? {}),
    { staleTime: 60_000 },
  )

/** The columns that put a task on its subject, as the database stores them. */
export const columnsOf = (subject: TaskSubject) =>
  subject && 'address' in subject
    ? { address: subject.address.trim().toLowerCase() }
    : subject && { [records[subject.kind].column]: subject.id }

/** Done, or open again; the database records when and by whom. */
export const finishTask = ({ body }: Pick<Task, 'body'>) =>
  optimisticUpdate({
    table: 'tasks',
    store: perRow(({ id, values }) =>
      expectRow(
        supabase
          .from('tasks')
          .update(values as Pick<Task, 'done_at'>)
          .eq('id', id)
          .select('id'),
      ),
    ),
    success: ({ done_at }) => ({
      title: done_at ? 'Task done' : 'Task open again',
      description: body.length > 80 ? `${body.slice(0, 80)}…` : body,
    }),
    failure: failureAsSaid,
  })
