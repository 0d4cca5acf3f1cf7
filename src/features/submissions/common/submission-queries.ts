import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { resourceKey } from '@/engine/core/resource-queries'
import { ask, rpcQuery, selectQuery, type RpcRow } from '@/shared/supabase/ask'
import { supabase } from '@/shared/supabase/client'
import type { Json, Tables } from '@/shared/supabase/database.types'
import { columns, listedColumns, views, type Submission, type ViewName } from './queues'
import {
  kindNames,
  kinds,
  loadFailed,
  type Sent,
  type SentByTable,
  type SubmissionKind,
  type SubmissionStatus,
} from '@/shared/submissions/kinds'

const all = resourceKey('submissions')

export interface Counts {
  /** By kind, and undefined for all of them together. */
  of: (kind: SubmissionKind | undefined, view?: ViewName) => number
  withStatus: (kind: SubmissionKind | undefined, status: SubmissionStatus) => number
}

const viewNames = Object.keys(views)
const conditions = Object.values(views).map(({ where }) => where)

/** The number of each kind, in each view and with each status. */
export const countsQuery = queryOptions({
  queryKey: [...all, 'counts'],
  queryFn: ({ signal }) =>
    ask(supabase.rpc('submission_counts', { views: conditions as unknown as Json }), signal),
  select: (rows): Counts => {
    const ofKind = (kind: SubmissionKind | undefined) =>
      rows.filter((row) => kind === undefined || row.kind === kind)
    const sum = (numbers: readonly number[]) => numbers.reduce((one, other) => one + other, 0)
    return {
      of: (kind, view) =>
        sum(ofKind(kind).map((row) => (view ? row.in_views[viewNames.indexOf(view)]! : row.total))),
      withStatus: (kind, status) =>
        sum(ofKind(kind).flatMap((row) => (row.status === status ? [row.total] : []))),
    }
  },
  placeholderData: keepPreviousData,
  meta: { failure: loadFailed },
})

export type Registration = Sent<'registration'>

/** A submission with its list columns and everything that was sent. */
export interface FullSubmission extends Submission, SentByTable {
  /** The kind of its conversion */
  conversions: Conversion | null
}

const conversionColumns = [
  'kind',
  'mentor_id',
  'mentee_id',
  'trainer_id',
  'author_id',
  'author_name',
  'converted_at',
] as const
export type Conversion = Pick<Tables<'conversions'>, (typeof conversionColumns)[number]>

const sentColumns = kindNames
  .map((kind) => `${kinds[kind].table}(${kinds[kind].columns.join()})`)
  .join()

/** A page of one, so that optimistic changes reach it as they reach lists. Empty if it is gone. */
export const submissionQuery = (id: string) =>
  selectQuery(
    [...all, 'one', 'page', id],
    () =>
      supabase
        .from('submissions')
        .select(
          `id,created_at,${listedColumns.join()},${sentColumns},conversions(${conversionColumns.join()})`,
        )
        .eq('id', id)
        .overrideTypes<FullSubmission[], { merge: false }>(),
    { meta: { failure: loadFailed } },
  )

/**
 * The columns of an export: the queue's, or for one kind its form's and those that only the queue
 * has.
 */
export const exportColumns = (kind: SubmissionKind | undefined) =>
  kind
    ? `reference,due_at,answered_at,assignee_id,id,created_at,own:${kinds[kind].table}(${kinds[kind].columns.join()})`
    : `id,created_at,${columns.join()}`

/**
 * `seats` is null for no limit; `ends_on` is the last day of the course, null where none is set.
 */
export type Standing = RpcRow<'program_standings', 'seats' | 'ends_on'>

/** Each program that has seats or registrations. */
export const standingsQuery = rpcQuery<'program_standings', Standing[]>(
  all,
  'program_standings',
  {},
  { meta: { failure: loadFailed } },
)

/** The waitlist of a program, the next one first, and those with an offered seat. */
export const waitingQuery = (program: string) =>
  selectQuery(
    [...all, 'waiting', 'for', program],
    () =>
      supabase
        .from('program_registrations')
        .select('id,first_name,last_name,status,waitlisted_at,offered_until')
        .eq('program', program)
        .in('status', ['waitlisted', 'offered'])
        .order('waitlisted_at')
        .order('created_at')
        .order('id'),
    { meta: { failure: loadFailed } },
  )

export const reviewersQuery = rpcQuery(['reviewers'], 'reviewers', {}, { staleTime: 60_000 })

export const notesQuery = (submissionId: string) =>
  selectQuery(['resource', 'submission_notes', submissionId], () =>
    supabase
      .from('submission_notes')
      .select('id,author_id,author_name,body,created_at')
      .eq('submission_id', submissionId)
      .order('created_at')
      .order('id'),
  )
