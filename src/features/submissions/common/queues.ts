import { isolated } from '@/shared/lib/isolated'
import { fullName } from '@/shared/lib/full-name'
import { defineResource, me, now, type Resource, type View } from '@/engine/core/define-resource'
import { Constants, type Tables } from '@/shared/supabase/database.types'
import {
  kindNames,
  kinds,
  loadFailed,
  programsOf,
  requiredRights,
  type SubmissionKind,
} from '@/shared/submissions/kinds'

/** A submission of any kind. */
export type Submission = Pick<
  Tables<'submissions'>,
  (typeof listedColumns)[number] | 'id' | 'created_at'
>

/** Exports have it too. */
export const columns = [
  'kind',
  'reference',
  'name',
  'email',
  'phone',
  'program',
  'status',
  'due_at',
  'answered_at',
  'put_off_until',
  'assignee_id',
] as const

export const listedColumns = [...columns, 'telephones'] as const

export const titleOf = ({ name }: Pick<Submission, 'name'>): string =>
  name === null ? fullName({ first_name: null, last_name: null }) : isolated(name)

type QueueView = View<'answered_at' | 'assignee_id' | 'due_at' | 'put_off_until' | 'status'>
type QueueCondition = QueueView['where'][number]

const isUnanswered: QueueCondition = ['answered_at', 'is', null]
/** No job ends a snooze: each read compares the time. */
const isWaiting: readonly QueueCondition[] = [isUnanswered, ['put_off_until', 'lte', now]]
const isOpen: QueueCondition = ['status', 'in', ['new', 'contacted', 'in_progress']]

export type ViewName =
  | 'waiting'
  | 'overdue'
  | 'due_today'
  | 'put_off'
  | 'unassigned'
  | 'mine'
  | 'open'

export const views: Readonly<Record<ViewName, QueueView>> = {
  waiting: {
    label: 'Waiting',
    nothing: 'Nothing is waiting',
    sort: 'due_at',
    where: isWaiting,
  },
  overdue: {
    label: 'Overdue',
    nothing: 'Nothing is overdue',
    sort: 'due_at',
    where: [...isWaiting, ['due_at', 'lt', now]],
  },
  due_today: {
    label: 'Due today',
    nothing: 'Nothing is due today',
    sort: 'due_at',
    where: [...isWaiting, ['due_at', 'gte', now], ['due_at', 'lt', { day: 'today', later: 1 }]],
  },
  put_off: {
    label: 'Snoozed',
    nothing: 'Nothing is snoozed',
    sort: 'due_at',
    where: [isUnanswered, ['put_off_until', 'gt', now]],
  },
  unassigned: {
    label: 'Unassigned',
    nothing: 'Nothing is unassigned',
    where: [['assignee_id', 'is', null], isOpen],
  },
  mine: {
    label: 'Mine',
    nothing: 'Nothing is assigned to you',
    where: [['assignee_id', 'eq', me], isOpen],
  },
  // What a colleague has open
  open: { label: 'Open', nothing: 'Nothing is open', isHidden: true, where: [isOpen] },
}

export const viewLabel = (view: ViewName): string => views[view].label

const { submission_kind, submission_status } = Constants.public.Enums

function queue(kind?: SubmissionKind): Resource {
  const { slug, tab, one, many, statuses } = kind
    ? kinds[kind]
    : { ...allKinds, statuses: submission_status }
  const programs = programsOf(kind)
  return defineResource({
    table: 'submissions',
    slug,
    tab,
    requiredRights,
    isAddressed: true,
    label: { one, many, loading: 'Loading submissions...' },
    toasts: { loadFailed },
    title: titleOf,
    select: listedColumns,
    columns: [
      { key: 'created_at', header: 'Received', sortable: true },
      { key: 'due_at', header: 'Due', sortable: true },
    ],
    ...(kind && { baseFilter: { kind } }),
    filters: {
      ...(!kind && { kind: submission_kind }),
      status: statuses,
      ...(programs.length > 0 && { program: programs }),
    },
    foreignKeyFilters: ['assignee_id'],
    views,
    filledBy: 'They come from the forms of the website, as soon as visitors send them.',
    defaultSort: '-created_at',
    rowsPerPage: 50,
  })
}
const allKinds = { slug: 'all', tab: 'All', one: 'submission', many: 'submissions' }

export interface Queue {
  /** Absent for all kinds together */
  kind?: SubmissionKind
  resource: Resource
}

export const queues: readonly Queue[] = [
  { resource: queue() },
  ...kindNames.map((kind) => ({ kind, resource: queue(kind) })),
]
