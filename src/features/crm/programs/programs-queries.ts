import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { formText } from '@/shared/lib/form-text'
import { failureText } from '@/shared/supabase/backend-message'
import { supabase } from '@/shared/supabase/client'
import { Constants, type Tables } from '@/shared/supabase/database.types'
import type { NewRow } from '@/shared/resource/new-row'
import { expectChange } from '@/shared/supabase/row-gone'

export type Program = Tables<'programs'>

export const programStatuses = Constants.public.Enums.program_status

export const PROGRAMS_PER_PAGE = 25

const programsKey = ['programs'] as const

export function failure(error: Error) {
  return {
    title: 'Error',
    description: failureText(error),
  }
}

/** One page, newest first; pages count from 1. */
export function programsQuery(page: number) {
  return queryOptions({
    queryKey: [...programsKey, 'page', page],
    queryFn: async ({ signal }): Promise<Program[]> => {
      const from = (page - 1) * PROGRAMS_PER_PAGE
      const { data } = await supabase
        .from('programs')
        .select('*')
        .order('created_at', { ascending: false })
        .order('id', { ascending: false })
        .range(from, from + PROGRAMS_PER_PAGE - 1)
        .abortSignal(signal)
        .throwOnError()
      return data
    },
    placeholderData: keepPreviousData,
    meta: { failure },
  })
}

/** How many there are. Its failure is told by the page's own query. */
export const programCountQuery = queryOptions({
  queryKey: [...programsKey, 'count'],
  queryFn: async ({ signal }): Promise<number> => {
    const { count } = await supabase
      .from('programs')
      .select('*', { count: 'exact', head: true })
      .abortSignal(signal)
      .throwOnError()
    return count ?? 0
  },
})

const day = z.union([z.literal(''), z.iso.date('Please enter a date')])

export const programSchema = z
  .object({
    name: formText(200).trim().min(1, 'Please enter a name'),
    description: formText(5000),
    start_date: day,
    end_date: day,
    status: z.enum(programStatuses),
  })
  .refine(({ start_date, end_date }) => !start_date || !end_date || start_date <= end_date, {
    path: ['end_date'],
    message: 'The end date is before the start date',
  })

export type ProgramForm = z.infer<typeof programSchema>

/** Adds a program, or changes the one with this id. */
export function saveProgram(id: string | undefined, newRow: NewRow) {
  return mutationOptions({
    mutationFn: async (form: ProgramForm) => {
      const row = {
        name: form.name,
        description: form.description || null,
        start_date: form.start_date || null,
        end_date: form.end_date || null,
        status: form.status,
      }
      if (id === undefined) {
        // The database sets manager_id to the caller.
        await newRow.store(row)
        return
      }
      expectChange(
        await supabase.from('programs').update(row).eq('id', id).select('id').throwOnError(),
      )
    },
    meta: {
      success: {
        title: id === undefined ? 'Program created successfully' : 'Program updated successfully',
      },
      failure,
      invalidates: [programsKey],
    },
  })
}
