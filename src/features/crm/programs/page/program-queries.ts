import { infiniteQueryOptions, keepPreviousData, mutationOptions } from '@tanstack/react-query'
import { resourceKey } from '@/engine/core/resource-queries'
import { failureAsSaid } from '@/shared/supabase/backend-message'
import { supabase } from '@/shared/supabase/client'
import type { Enums } from '@/shared/supabase/database.types'
import { ask, rpcQuery, type RpcRow } from '@/shared/supabase/ask'
import type { PersonKind } from '../assignable-people'
import type { Standing } from '../clearances/clearance-queries'

/** Programs, and everything on their pages. */
const all = resourceKey('programs')
const invalidates = [all, resourceKey('change_log')]

export interface Header {
  name: string
  description: string | null
  start_date: string | null
  end_date: string | null
  status: Enums<'program_status'>
  manager_id: string | null
  manager_name: string | null
  may_hand_on: boolean
  /** One of `registeredPrograms` */
  website_program: string | null
  /** Of the website's program; `seats` is null for unlimited. */
  registrations: {
    seats: number | null
    confirmed: number
    offered: number
    waiting: number
    undecided: number
  } | null
  /** How many; null for the role program_manager without can_manage_programs */
  people: Record<PersonKind, number> | null
}

/** Null once the program is gone, or for users who may not see it. */
export const headerQuery = (program: string) =>
  rpcQuery<'program_header', Header | null>(
    all,
    'program_header',
    { program },
    { refetchOnWindowFocus: true },
  )

type ConsentKind = 'photo' | 'trip' | 'data'

/** Someone in a program, with what is missing. */
export type Member = Omit<
  RpcRow<'program_roster', 'first_name' | 'last_name' | 'email' | 'until'>,
  'unmet' | 'consents'
> & {
  /** Requirements of mentors and trainers */
  unmet: readonly Standing[]
  /** Of mentees, those without a yes: nobody answered, or somebody said no. */
  consents: Partial<Record<ConsentKind, 'open' | 'no'>>
}

/** The database answers with at most this many rows. */
const PAGE = 50

const rosterPage = (
  program: string,
  kind: PersonKind,
  search: string,
  after: Member | undefined,
  signal: AbortSignal,
) =>
  ask(
    supabase
      .rpc('program_roster', {
        program,
        of_kind: kind,
        search,
        ...(after && { after_name: after.sorted_by, after_id: after.id }),
      })
      .overrideTypes<Member[], { merge: false }>(),
    signal,
  )

/** The people of a kind by last name, fifty at a time. */
export const rosterQuery = (program: string, kind: PersonKind, search: string) =>
  infiniteQueryOptions({
    queryKey: [...all, 'roster', program, kind, search],
    queryFn: ({ signal, pageParam }) => rosterPage(program, kind, search, pageParam, signal),
    initialPageParam: undefined as Member | undefined,
    getNextPageParam: (last) => (last.length === PAGE ? last.at(-1) : undefined),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
  })

/** Everyone of a kind, for a file or for paper. */
export async function allMembers(
  program: string,
  kind: PersonKind,
  signal: AbortSignal,
): Promise<Member[]> {
  const members: Member[] = []
  for (;;) {
    const page = await rosterPage(program, kind, '', members.at(-1), signal)
    members.push(...page)
    if (page.length < PAGE) return members
  }
}

/** The accounts that can manage the program, for those who may hand it on. */
export const managersQuery = (program: string) =>
  rpcQuery(all, 'program_managers', { program }, { gcTime: 0 })

interface HandOn {
  manager: string
  /** The manager that the user saw */
  replaced: string | null
}

export const handOn = (program: string) =>
  mutationOptions({
    mutationFn: ({ manager, replaced }: HandOn) =>
      ask(supabase.rpc('hand_on_program', { program, manager, ...(replaced && { replaced }) })),
    meta: { success: { title: 'Program handed on' }, invalidates },
  })

/** Names the website's program that this one is; null for none. */
export const nameWebsiteProgram = (program: string) =>
  mutationOptions({
    mutationFn: (website_program: string | null) =>
      ask(supabase.from('programs').update({ website_program }).eq('id', program)),
    meta: { success: { title: 'Website program saved' }, failure: failureAsSaid, invalidates },
  })
