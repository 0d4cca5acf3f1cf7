import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query'
import { resourceKey } from '@/engine/core/resource-queries'
import { failureAsSaid } from '@/shared/supabase/backend-message'
import { supabase } from '@/shared/supabase/client'
import type { Enums } from '@/shared/supabase/database.types'
import { ask, rpcQuery, type RpcRow } from '@/shared/supabase/ask'

export type Outcome = Enums<'meeting_outcome'>
export type Mark = Enums<'attendance_status'>

/** A kind of consent, as its question is called. */
export const consentLabels = { photo: 'photos', trip: 'trips', data: 'data' } as const
type ConsentKind = keyof typeof consentLabels
export const consentKinds = Object.keys(consentLabels) as ConsentKind[]

/** "photos and trips" */
export const consentsInWords = (kinds: readonly string[]): string =>
  new Intl.ListFormat('en-US').format(kinds.map((kind) => consentLabels[kind as ConsentKind]))

export type Meeting = Omit<
  RpcRow<
    'list_meetings',
    | 'match_id'
    | 'title'
    | 'minutes'
    | 'missed_by'
    | 'place'
    | 'topics'
    | 'duplicate_of'
    | 'recorder_name'
    | 'mentee_id'
  >,
  'needs_consents'
> & { needs_consents: ConsentKind[] }

const all = ['meetings'] as const
const changed = [all, resourceKey('change_log')]

export const meetingKinds = {
  all: 'All meetings',
  matches: 'One-to-one',
  groups: 'Groups',
  duplicates: 'Possible duplicates',
} as const
export type MeetingKind = keyof typeof meetingKinds

const PAGE = 50

/** The meetings of a program, newest first, fifty at a time. */
export const meetingsQuery = (program: string, kind: MeetingKind) =>
  infiniteQueryOptions({
    queryKey: [...all, 'list', program, kind],
    queryFn: ({ pageParam, signal }) =>
      ask(
        supabase
          .rpc('list_meetings', {
            program,
            kind,
            ...(pageParam && { before: pageParam.day, before_id: pageParam.id }),
          })
          .overrideTypes<Meeting[], { merge: false }>(),
        signal,
      ),
    initialPageParam: undefined as { day: string; id: string } | undefined,
    getNextPageParam: (page) => {
      const last = page.length < PAGE ? undefined : page.at(-1)
      return last && { day: last.day, id: last.id }
    },
    refetchOnWindowFocus: true,
  })

export const meetingQuery = (meeting: string) =>
  rpcQuery<'find_meeting', Meeting[]>(all, 'find_meeting', { meeting })

export const meetingMatchesQuery = (program: string) =>
  rpcQuery(all, 'meeting_matches', { program })

/** Reads a note once the log has the opening of the child. */
async function readNote(meeting: string, child: string, signal: AbortSignal) {
  await ask(supabase.rpc('record_openings', { kind: 'mentees', ids: [child] }), signal)
  return (await ask(supabase.rpc('meeting_note', { meeting }), signal)) as { note: string | null }
}

/** The note of a one-to-one meeting: its reading is logged as an opening of the child. */
export const noteQuery = (meeting: string, child: string) =>
  queryOptions({
    queryKey: [...all, 'note', meeting, child],
    queryFn: ({ signal }) => readNote(meeting, child, signal),
    gcTime: 0,
    staleTime: Infinity,
  })

/** Columns of a meeting that staff enter. */
export interface MeetingFields {
  title: string | null
  day: string
  minutes: number | null
  outcome: Outcome
  missed_by: string | null
  place: string | null
  topics: string | null
  note?: string | null
  is_collected: boolean
  needs_consents: string[]
}

/** Stores a meeting under an id of the caller; answers the one that it may repeat, or null. */
export const addMeeting = mutationOptions({
  mutationFn: (
    meeting: MeetingFields & { id: string; program_id: string; match_id: string | null },
  ) => ask(supabase.rpc('add_meeting', { meeting: { ...meeting } })),
  meta: { invalidates: changed },
})

export const correctMeeting = mutationOptions({
  mutationFn: ({
    meeting,
    changes,
    replaced,
  }: {
    meeting: string
    changes: Partial<MeetingFields>
    replaced: Partial<MeetingFields>
  }) =>
    ask(
      supabase.rpc('correct_meeting', {
        meeting,
        changes: { ...changes },
        replaced: { ...replaced },
      }),
    ),
  meta: { success: { title: 'Meeting saved' }, invalidates: changed },
})

export const removeMeeting = mutationOptions({
  mutationFn: (meeting: string) => ask(supabase.rpc('remove_meeting', { meeting })),
  meta: { success: { title: 'Meeting removed' }, invalidates: changed },
})

export const keepBoth = mutationOptions({
  mutationFn: (meeting: string) => ask(supabase.rpc('keep_both_meetings', { meeting })),
  meta: { failure: failureAsSaid, success: { title: 'Both are kept' }, invalidates: changed },
})

export type Attendee = RpcRow<
  'attendance_sheet',
  'first_name' | 'last_name' | 'status' | 'marker_name' | 'marked_at'
>

/** How often the marks of colleagues appear. */
const LIVE_MS = 5_000

export const sheetQuery = (meeting: string) =>
  rpcQuery<'attendance_sheet', Attendee[]>(
    all,
    'attendance_sheet',
    { meeting },
    {
      refetchOnWindowFocus: true,
      refetchInterval: LIVE_MS,
    },
  )

interface Adult {
  id: string
  name: string
}
export interface ChildGoingHome {
  id: string
  name: string
  mark: Mark | null
  /** On the day itself */
  may: Adult[]
  must_not: Adult[]
  collection: { id: string; name: string; at: string; by: string | null } | null
}
interface GoingHome {
  is_today: boolean
  children: ChildGoingHome[]
}

/** Reads who may collect the children once the log has their opening. */
async function readGoingHome(meeting: string, signal: AbortSignal) {
  await ask(supabase.rpc('open_going_home', { meeting }), signal)
  return (await ask(supabase.rpc('going_home', { meeting }), signal)) as unknown as GoingHome
}

/** Who may collect each child. Each reading is logged as an opening of the children first. */
export const goingHomeQuery = (meeting: string) =>
  queryOptions({
    queryKey: [...all, 'going home', meeting],
    queryFn: ({ signal }) => readGoingHome(meeting, signal),
    refetchOnWindowFocus: true,
    refetchInterval: LIVE_MS,
    gcTime: 0,
  })

export const recordCollection = (meeting: string) =>
  mutationOptions({
    mutationFn: (given: { id: string; mentee: string; adult?: string; someone?: string }) =>
      ask(supabase.rpc('record_collection', { meeting, ...given })),
    meta: { failure: failureAsSaid, invalidates: [goingHomeQuery(meeting).queryKey] },
  })

export const undoCollection = (meeting: string) =>
  mutationOptions({
    mutationFn: (collection: string) => ask(supabase.rpc('undo_collection', { collection })),
    meta: { failure: failureAsSaid, invalidates: [goingHomeQuery(meeting).queryKey] },
  })

export type Hours = RpcRow<'meeting_hours', 'mentor_id'>

/** The database answers with at most this many rows. */
const BATCH = 1_000

/** Hours of a year in one program or in all, by month, program and mentor. */
export const hoursQuery = (year: number, program?: string) =>
  queryOptions({
    queryKey: [...all, 'hours', year, program ?? 'all programs'],
    queryFn: async ({ signal }) => {
      const rows: Hours[] = []
      for (;;) {
        const data = await ask(
          supabase
            .rpc('meeting_hours', {
              first: `${year}-01-01`,
              last: `${year}-12-31`,
              ...(program && { program }),
            })
            .range(rows.length, rows.length + BATCH - 1)
            .overrideTypes<Hours[], { merge: false }>(),
          signal,
        )
        rows.push(...data)
        if (data.length < BATCH) return rows
      }
    },
  })
