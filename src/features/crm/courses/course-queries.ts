import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import { resourceKey } from '@/engine/core/resource-queries'
import { failureAsSaid } from '@/shared/supabase/backend-message'
import { supabase } from '@/shared/supabase/client'
import type { Enums } from '@/shared/supabase/database.types'
import { ask, rpcQuery, selectQuery } from '@/shared/supabase/ask'

const all = resourceKey('courses')

export const courseQuery = (id: string) =>
  selectQuery([...all, 'course', id], () =>
    supabase.from('courses').select('title,capacity,status').eq('id', id).maybeSingle(),
  )

/** A mentee in a course or on its waitlist. */
export interface Attendee {
  mentee_id: string
  first_name: string | null
  last_name: string | null
  email: string | null
  state: Enums<'enrolment_state'>
  /** On the waitlist, from 1 */
  position: number | null
  /** By the assessment's id */
  grades: Readonly<Record<string, number>>
}

/** The database answers with at most this many rows. */
const BATCH = 1_000

/** The enrolled mentees by name, then the waitlist in order. */
export const attendeesQuery = (course: string) =>
  queryOptions({
    queryKey: [...all, 'attendees', course],
    queryFn: async ({ signal }) => {
      const attendees: Attendee[] = []
      for (;;) {
        const data = await ask(
          supabase
            .rpc('course_mentees', { course })
            .range(attendees.length, attendees.length + BATCH - 1)
            .overrideTypes<Attendee[], { merge: false }>(),
          signal,
        )
        attendees.push(...data)
        if (data.length < BATCH) return attendees
      }
    },
    // Colleagues enter grades too.
    refetchOnWindowFocus: true,
  })

export interface Assessment {
  id: string
  name: string
}

export const assessmentsQuery = (course: string) =>
  selectQuery<Assessment[]>(
    [...all, 'assessments', course],
    () =>
      supabase
        .from('assessments')
        .select('id,name')
        .eq('course_id', course)
        .order('added_at')
        .order('id'),
    { refetchOnWindowFocus: true },
  )

/** Up to twenty mentees to enroll, found by the start of a name or address. */
export const enrollableQuery = (course: string, search: string) =>
  rpcQuery(all, 'enrollable_mentees', { course, search }, { placeholderData: keepPreviousData })

const changed = (course: string) => [
  attendeesQuery(course).queryKey,
  [...all, 'enrollable_mentees'],
  resourceKey('change_log'),
]

/** Returns enrolled, or waiting for a seat. Repeating it is safe. */
export const enroll = (course: string) =>
  mutationOptions({
    mutationFn: (mentee: string) => ask(supabase.rpc('enrol', { course, mentee })),
    meta: { invalidates: changed(course) },
  })

export const withdraw = (course: string) =>
  mutationOptions({
    mutationFn: (mentee: string) => ask(supabase.rpc('withdraw_enrolment', { course, mentee })),
    meta: { invalidates: changed(course) },
  })

/** Adds an assessment under an id that the browser chose, or renames it. */
export const saveAssessment = (course: string) =>
  mutationOptions({
    mutationFn: async ({ id, name }: Assessment) => {
      const added = { id, course_id: course, name }
      await ask(supabase.from('assessments').upsert(added, { ignoreDuplicates: true }))
      await ask(supabase.from('assessments').update({ name }).eq('id', id))
    },
    meta: { invalidates: [assessmentsQuery(course).queryKey, resourceKey('change_log')] },
  })

export const removeAssessment = (course: string) =>
  mutationOptions({
    mutationFn: (assessment: string) => ask(supabase.rpc('remove_assessment', { assessment })),
    meta: {
      failure: failureAsSaid,
      invalidates: [assessmentsQuery(course).queryKey, resourceKey('change_log')],
    },
  })
