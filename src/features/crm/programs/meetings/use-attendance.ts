import { mutationOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { resourceKey } from '@/engine/core/resource-queries'
import { undoable } from '@/engine/core/undoable'
import { useLeaveWarning } from '@/shared/account-ui/use-leave-warning'
import { ask } from '@/shared/supabase/ask'
import { failureText } from '@/shared/supabase/backend-message'
import { supabase } from '@/shared/supabase/client'
import { sheetQuery, type Mark } from './meeting-queries'

/** A mark that is not stored, or not yet; null takes a mark away. */
export interface Unsaved {
  mark: Mark | null
  /** Absent while it is on its way */
  problem?: string
}

type UnsavedMarks = Readonly<Record<string, Unsaved>>

export const markLabels: Readonly<Record<Mark, string>> = {
  present: 'Present',
  late: 'Late',
  excused: 'Excused',
  absent: 'Absent',
}

const unsavedKey = (meeting: string) => ['unsaved-attendance', meeting] as const
const readUnsaved = (client: QueryClient, meeting: string) =>
  client.getQueryData<UnsavedMarks>(unsavedKey(meeting)) ?? {}

function note(client: QueryClient, meeting: string, mentee: string, cell?: Unsaved) {
  const { [mentee]: _, ...others } = readUnsaved(client, meeting)
  client.setQueryData(unsavedKey(meeting), cell ? { ...others, [mentee]: cell } : others)
}

const storedIn = (client: QueryClient, meeting: string, mentee: string) =>
  client.getQueryData(sheetQuery(meeting).queryKey)?.find(({ mentee_id }) => mentee_id === mentee)
    ?.status ?? null

function store(client: QueryClient, meeting: string, mentee: string, status: Mark | null) {
  client.setQueryData(sheetQuery(meeting).queryKey, (sheet) =>
    sheet?.map((one) => (one.mentee_id === mentee ? { ...one, status } : one)),
  )
}

interface Refused {
  mentee: string
  stored: Mark | null
}

/** Sends the marks that wait, in one request after the other. */
const saveMarks = (meeting: string) => {
  let sent: [mentee: string, mark: Mark | null][] = []
  return mutationOptions({
    scope: { id: `attendance ${meeting}` },
    mutationFn: async (_: undefined, { client }): Promise<Refused[]> => {
      // An earlier read would show the old marks.
      await client.cancelQueries({ queryKey: sheetQuery(meeting).queryKey })
      sent = Object.entries(readUnsaved(client, meeting))
        .filter(([, { problem }]) => !problem)
        .map(([mentee, { mark }]) => [mentee, mark])
      if (sent.length === 0) return []
      const cells = sent.map(([mentee, given]) => ({
        ...{ mentee, given, replaced: storedIn(client, meeting, mentee) },
      }))
      return (await ask(
        supabase.rpc('save_attendance', { meeting, cells }),
      )) as unknown as Refused[]
    },
    onSuccess: (refused, _given, _before, { client }) => {
      for (const [mentee, mark] of sent) {
        const theirs = refused.find((one) => one.mentee === mentee)
        store(client, meeting, mentee, theirs ? theirs.stored : mark)
        // Marked again in the meantime: the next request has it.
        if (readUnsaved(client, meeting)[mentee]?.mark !== mark) continue
        const set = theirs?.stored ? `marked ${markLabels[theirs.stored]}` : 'took the mark away'
        note(
          client,
          meeting,
          mentee,
          theirs && { mark, problem: `Someone else ${set} in the meantime.` },
        )
      }
    },
    onError: (error, _given, _before, { client }) => {
      for (const [mentee, mark] of sent) {
        if (readUnsaved(client, meeting)[mentee]?.mark === mark) {
          note(client, meeting, mentee, { mark, problem: failureText(error) })
        }
      }
    },
    meta: { invalidates: [['meetings'], resourceKey('change_log')] },
  })
}

/** Holds each mark from the moment it is set until it is stored; leaving with unsaved ones asks first. */
export function useAttendance(meeting: string) {
  const client = useQueryClient()
  const { data: unsaved } = useQuery({
    queryKey: unsavedKey(meeting),
    queryFn: (): UnsavedMarks => ({}),
    initialData: {},
    staleTime: 'static',
    // Unsaved marks are still there when the user returns to the meeting.
    gcTime: Infinity,
  })
  useLeaveWarning(Object.keys(unsaved).length > 0, { in: 'tab' })

  const mark = useCallback(
    (marks: readonly (readonly [mentee: string, mark: Mark | null])[]): void => {
      let isChanged = false
      for (const [mentee, given] of marks) {
        const before = readUnsaved(client, meeting)[mentee]
        const isOnItsWay = before && !before.problem
        if (!isOnItsWay && given === storedIn(client, meeting, mentee)) {
          note(client, meeting, mentee)
          continue
        }
        note(client, meeting, mentee, { mark: given })
        isChanged = true
      }
      // The sheet shows a failure.
      if (isChanged) undoable(client, saveMarks(meeting), undefined)()
    },
    [client, meeting],
  )
  /** Shows the stored mark again. */
  const restore = useCallback(
    (mentee: string): void => note(client, meeting, mentee),
    [client, meeting],
  )
  return { unsaved, mark, restore }
}
