import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import { paths } from '@/shared/config/paths'
import { fullName } from '@/shared/lib/full-name'
import { resourceKey } from '@/shared/resource/list/resource-queries'
import { optimisticUpdate, perRow } from '@/shared/resource/write/row-changes'
import { RowGoneError } from '@/shared/resource/write/row-errors'
import { officeDay } from '@/shared/submissions/due'
import { supabase } from '@/shared/supabase/client'
import type { Tables } from '@/shared/supabase/database.types'
import { failureAsSaid } from '@/shared/supabase/backend-message'
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
} as const
type RecordKind = keyof typeof records
const recordKinds = Object.keys(records) as RecordKind[]

/** What a task is on; null for nothing. An address is an email address or a telephone, `tel:12345678`. */
export type TaskSubject = { kind: RecordKind; id: string } | { address: string } | null

interface Person {
  first_name: string | null
  last_name: string | null
}

type Columns =
  | 'id'
  | 'body'
  | 'due_on'
  | 'assignee_id'
  | 'author_id'
  | 'address'
  | 'done_at'
  | 'done_by'
  | (typeof records)[RecordKind]['column']

export interface Task extends Pick<Tables<'tasks'>, Columns> {
  mentors: Person | null
  mentees: Person | null
  trainers: Person | null
  donors: { name: string } | null
  donations: { donor_name: string } | null
  programs: { name: string } | null
  submissions: { name: string | null; reference: string } | null
}

const person = '(first_name,last_name)'
const columns = [
  'id,body,due_on,assignee_id,author_id,address,done_at,done_by',
  ...recordKinds.map((kind) => records[kind].column),
  `mentors${person},mentees${person},trainers${person}`,
  'donors(name),donations(donor_name),programs(name),submissions(name,reference)',
].join()

/** What a task is on. */
export function subjectOf(task: Task): TaskSubject {
  if (task.address) return { address: task.address }
  const kind = recordKinds.find((one) => task[records[one].column])
  return kind ? { kind, id: task[records[kind].column]! } : null
}

/** The record of a task: its name and its address in the back office. */
export function recordOf(task: Task): { name: string; to: string } | { address: string } | null {
  const subject = subjectOf(task)
  if (!subject || 'address' in subject) return subject
  const { mentors, mentees, trainers, donors, donations, programs, submissions } = task
  const named = mentors ?? mentees ?? trainers
  return {
    name:
      (named && fullName(named)) ??
      donors?.name ??
      (donations && `Gift of ${donations.donor_name}`) ??
      programs?.name ??
      (submissions && `${submissions.name ?? 'Submission'} (${submissions.reference})`) ??
      'A record',
    to: `${records[subject.kind].list}&open=${subject.id}`,
  }
}

const all = resourceKey('tasks')
const loadFailed = { title: 'Error', description: 'Failed to fetch tasks' }

/** Whose tasks: those of an account with those of no one, or everyone's; of both those that one may read. */
export interface Whose {
  me: string
  isEveryone?: boolean
}

const ownFilter = ({ me }: Whose) => `assignee_id.eq.${me},assignee_id.is.null`

/** More open tasks than a person can look through; the page says so. */
export const MOST = 500
const DONE_DAYS = 7
const MOST_DONE = 100
/** As many ids as an address has room for. */
const MOST_LISTED = 100

export const openTasksQuery = (whose: Whose) =>
  queryOptions({
    queryKey: [...all, 'open', 'page', whose],
    queryFn: async ({ signal }): Promise<Task[]> => {
      const query = supabase.from('tasks').select(columns).is('done_at', null)
      const { data } = await (whose.isEveryone ? query : query.or(ownFilter(whose)))
        .order('due_on')
        .order('id')
        .limit(MOST)
        .abortSignal(signal)
        .overrideTypes<Task[], { merge: false }>()
        .throwOnError()
      return data
    },
    meta: { failure: loadFailed },
  })

export const doneTasksQuery = (whose: Whose) =>
  queryOptions({
    queryKey: [...all, 'done', 'page', whose],
    queryFn: async ({ signal }): Promise<Task[]> => {
      const since = daysLater(officeDay(new Date()), -DONE_DAYS)
      const query = supabase.from('tasks').select(columns).gte('done_at', since)
      const { data } = await (
        whose.isEveryone ? query : query.or(`${ownFilter(whose)},done_by.eq.${whose.me}`)
      )
        .order('done_at', { ascending: false })
        .limit(MOST_DONE)
        .abortSignal(signal)
        .overrideTypes<Task[], { merge: false }>()
        .throwOnError()
      return data
    },
    meta: { failure: loadFailed },
  })

/** The open tasks on a record, or on an address. */
export const subjectTasksQuery = (subject: NonNullable<TaskSubject>) =>
  queryOptions({
    queryKey: [...all, 'of', 'page', subject],
    queryFn: async ({ signal }): Promise<Task[]> => {
      const [column, value] =
        'address' in subject
          ? (['address', subject.address.trim().toLowerCase()] as const)
          : ([records[subject.kind].column, subject.id] as const)
      const { data } = await supabase
        .from('tasks')
        .select(columns)
        .eq(column, value)
        .is('done_at', null)
        .order('due_on')
        .order('id')
        .limit(MOST)
        .abortSignal(signal)
        .overrideTypes<Task[], { merge: false }>()
        .throwOnError()
      return data
    },
  })

/** Tasks by their ids. */
export const tasksQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: [...all, 'of', 'page', ids],
    queryFn: async ({ signal }): Promise<Task[]> => {
      const { data } = await supabase
        .from('tasks')
        .select(columns)
        .in('id', ids.slice(0, MOST_LISTED))
        .order('due_on')
        .order('id')
        .abortSignal(signal)
        .overrideTypes<Task[], { merge: false }>()
        .throwOnError()
      return data
    },
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  })

/** How many of the caller's tasks are due, and how many of those are overdue. */
export const dueTasksQuery = (whose: Whose, today: string) =>
  queryOptions({
    queryKey: [...all, 'due', whose, today],
    queryFn: async ({ signal }) => {
      const { data } = await supabase
        .from('tasks')
        .select('due_on')
        .is('done_at', null)
        .lte('due_on', today)
        .or(ownFilter(whose))
        .limit(MOST)
        .abortSignal(signal)
        .throwOnError()
      return {
        due: data.length,
        overdue: data.filter(({ due_on }) => due_on < today).length,
      }
    },
  })

/** Staff who may read what a task is on; all staff for a task on nothing. */
export const assigneesQuery = (subject: TaskSubject) =>
  queryOptions({
    queryKey: [
      'task assignees',
      subject && ('address' in subject ? subject.address : subject.kind),
    ],
    queryFn: async ({ signal }) => {
      const given =
        subject === null
          ? {}
          : 'address' in subject
            ? { address: subject.address }
            : { record_kind: subject.kind }
      const { data } = await supabase
        .rpc('task_assignees', given)
        .abortSignal(signal)
        .throwOnError()
      return data
    },
    staleTime: 60_000,
  })

/** What is typed of a task. */
export interface TaskValues {
  body: string
  due_on: string
  assignee_id: string | null
}

const toSubject = (subject: TaskSubject) =>
  subject === null
    ? {}
    : 'address' in subject
      ? { address: subject.address }
      : { [records[subject.kind].column]: subject.id }

/** Under an id that the browser chose: a retry changes that row. The dialog tells its failures. */
export const addTask = (id: string) =>
  mutationOptions({
    mutationFn: async ({ subject, ...values }: TaskValues & { subject: TaskSubject }) => {
      const { error } = await supabase
        .from('tasks')
        .insert({ id, ...values, ...toSubject(subject) })
      if (!error) return
      if (!(error.code === '23505' && error.message.includes('tasks_pkey'))) throw error
      await supabase.from('tasks').update(values).eq('id', id).throwOnError()
    },
    meta: { success: { title: 'Task added' }, invalidates: [all] },
  })

/** Done, or open again; the database says when and by whom. */
export const finishTask = (task: Pick<Task, 'body'>) =>
  optimisticUpdate({
    table: 'tasks',
    store: perRow(async ({ id, values }) => {
      const { data } = await supabase
        .from('tasks')
        .update(values as Pick<Task, 'done_at'>)
        .eq('id', id)
        .select('id')
        .throwOnError()
      if (data.length === 0) throw new RowGoneError()
    }),
    success: ({ done_at }) => ({
      title: done_at ? 'Task done' : 'Task open again',
      description: task.body.length > 80 ? `${task.body.slice(0, 80)}…` : task.body,
    }),
    failure: failureAsSaid,
  })
