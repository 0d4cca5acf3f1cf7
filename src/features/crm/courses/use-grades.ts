import { mutationOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { failureText } from '@/shared/supabase/backend-message'
import { ask } from '@/shared/supabase/ask'
import { supabase } from '@/shared/supabase/client'
import { resourceKey } from '@/engine/core/resource-queries'
import { undoable } from '@/engine/core/undoable'
import { attendeesQuery, type Attendee } from './course-queries'
import { formatGrade, parseGrade } from './grades'
import { useLeaveWarning } from '@/shared/account-ui/use-leave-warning'

/** Text of a cell that is not stored, or not yet. */
export interface Unsaved {
  text: string
  /** Absent while it is on its way */
  problem?: string
}

type UnsavedCells = Readonly<Record<string, Unsaved>>

interface Cell {
  course: string
  assessment: string
  mentee: string
}

export const cellKey = (assessment: string, mentee: string) => `${assessment}:${mentee}`

const unsavedKey = (course: string) => ['unsaved-grades', course] as const

const readUnsaved = (client: QueryClient, course: string) =>
  client.getQueryData<UnsavedCells>(unsavedKey(course)) ?? {}

function note(client: QueryClient, { course, assessment, mentee }: Cell, cell?: Unsaved) {
  const { [cellKey(assessment, mentee)]: _, ...others } = readUnsaved(client, course)
  const next = cell ? { ...others, [cellKey(assessment, mentee)]: cell } : others
  client.setQueryData(unsavedKey(course), next)
}

const storedIn = (client: QueryClient, { course, assessment, mentee }: Cell) =>
  client
    .getQueryData(attendeesQuery(course).queryKey)
    ?.find(({ mentee_id }) => mentee_id === mentee)?.grades[assessment] ?? null

function store(client: QueryClient, { course, assessment, mentee }: Cell, grade: number | null) {
  client.setQueryData(attendeesQuery(course).queryKey, (shown) =>
    shown?.map((attendee): Attendee => {
      if (attendee.mentee_id !== mentee) return attendee
      const { [assessment]: _, ...others } = attendee.grades
      return { ...attendee, grades: grade === null ? others : { ...others, [assessment]: grade } }
    }),
  )
}

/** Each cell is stored separately, and one cell's grades one after the other. */
const saveGrade = (cell: Cell, text: string) =>
  mutationOptions({
    scope: { id: `grade ${cellKey(cell.assessment, cell.mentee)}` },
    onMutate: async (_given: number | null, { client }) => {
      // An earlier read would show the old grade.
      await client.cancelQueries({ queryKey: attendeesQuery(cell.course).queryKey })
    },
    mutationFn: async (given: number | null, { client }) => {
      const replaced = storedIn(client, cell)
      await ask(
        supabase.rpc('save_grade', {
          assessment: cell.assessment,
          mentee: cell.mentee,
          ...(given !== null && { given }),
          ...(replaced !== null && { replaced }),
        }),
      )
    },
    onSuccess: (_data, given, _before, { client }) => {
      store(client, cell, given)
      const unsaved = readUnsaved(client, cell.course)[cellKey(cell.assessment, cell.mentee)]
      if (unsaved?.text === text && !unsaved.problem) note(client, cell)
    },
    onError: (error, _given, _before, { client }) => {
      const { code, details } = error as Error & { code?: string; details?: string | null }
      if (code !== 'PT409') return note(client, cell, { text, problem: failureText(error) })
      const theirs = details ? Number(details) : null
      store(client, cell, theirs)
      const set = theirs === null ? 'removed the grade' : `set ${formatGrade(theirs)}`
      note(client, cell, { text, problem: `Someone else has ${set} in the meantime.` })
    },
    meta: { invalidates: [resourceKey('change_log'), ['dashboard']] },
  })

/**
 * Holds the text of each cell from the moment it is entered until it is stored. Leaving the page
 * with unsaved text asks first, except for mentees who have been withdrawn.
 */
export function useGrades(course: string, attendees: readonly Attendee[]) {
  const client = useQueryClient()
  const { data: unsaved } = useQuery({
    queryKey: unsavedKey(course),
    queryFn: (): UnsavedCells => ({}),
    initialData: {},
    staleTime: 'static',
    // Unsaved grades are still there when the user returns to the course.
    gcTime: Infinity,
  })

  const isUnsaved = Object.keys(unsaved).some((key) =>
    attendees.some(({ mentee_id }) => key.endsWith(`:${mentee_id}`)),
  )
  useLeaveWarning(isUnsaved, { in: 'tab' })

  const enter = useCallback(
    (assessment: string, mentee: string, text: string): void => {
      const cell = { course, assessment, mentee }
      const given = parseGrade(text)
      const before = readUnsaved(client, course)[cellKey(assessment, mentee)]
      if (given === undefined) {
        return note(client, cell, { text, problem: 'A grade is a number from 0 to 100.' })
      }
      const isOnItsWay = before && !before.problem
      if (!isOnItsWay && given === storedIn(client, cell)) return note(client, cell)
      note(client, cell, { text })
      // The cell shows a failure.
      undoable(client, saveGrade(cell, text), given)()
    },
    [client, course],
  )
  /** Shows the stored grade again. */
  const restore = useCallback(
    (assessment: string, mentee: string): void => note(client, { course, assessment, mentee }),
    [client, course],
  )
  return { unsaved, enter, restore }
}
