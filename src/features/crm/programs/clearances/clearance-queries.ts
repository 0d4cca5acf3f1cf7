import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { resourceKey } from '@/engine/core/resource-queries'
import { formatDay } from '@/shared/lib/format-date'
import { failureAsSaid } from '@/shared/supabase/backend-message'
import { supabase } from '@/shared/supabase/client'
import { ask, rpcQuery, selectQuery, type RpcRow } from '@/shared/supabase/ask'

/** The tables of people whom a program may require something of. */
export type ClearableKind = 'mentors' | 'trainers'

/** What is required: a name, and of a policy its version. */
export interface Named {
  name: string
  version: string | null
}

export interface Requirement extends Named {
  id: string
  kind: ClearableKind
  /** How long evidence is good for; null without an end */
  months: number | null
}

/** How someone stands with a requirement. `until` is a day: of its end, met or not. */
export interface Standing extends Named {
  state: 'met' | 'missing' | 'expired'
  until: string | null
}

export interface Evidence extends Named {
  id: string
  done_on: string
  valid_until: string | null
  note: string | null
  verifier_name: string | null
  withdrawn_reason: string | null
  /** Entered by the person themselves: it does not count. */
  is_own: boolean
}

interface Exemption extends Named {
  id: string
  requirement_id: string
  program: string
  starts_on: string
  ends_on: string
  reason: string
  author_name: string | null
}

export interface RecordClearances {
  /** Of the user's own person */
  is_own: boolean
  standings: (Standing & {
    requirement_id: string
    program: string
    is_exempt: boolean
    /** Of a program that they are in; the others they could join. */
    is_in: boolean
  })[]
  /** Null for users who may not verify */
  evidence: Evidence[] | null
  exemptions: Exemption[] | null
}

const all = ['clearances'] as const
const invalidates = [all, resourceKey('change_log')]

/** "Code of conduct, version 2" */
export const labelOf = ({ name, version }: Named): string =>
  version ? `${name}, version ${version}` : name

/** By what evidence fits a requirement, as `private.requirement_key` has it. */
export const keyOf = ({ name, version }: Named): string =>
  [name, version ?? ''].map((part) => part.trim().replace(/\s+/g, ' ').toLowerCase()).join('\n')

/** "missing", "expired on Jan 5, 2027", "met until Jan 5, 2027" */
export function standingInWords({ state, until }: Standing): string {
  if (state === 'missing') return 'missing'
  if (state === 'expired') return `expired on ${formatDay(until)}`
  return until ? `met until ${formatDay(until)}` : 'met'
}

export const requirementsQuery = (program: string) =>
  selectQuery([...all, 'requirements', program], () =>
    supabase
      .from('program_requirements')
      .select('id,kind,name,version,months')
      .eq('program_id', program)
      .is('retired_at', null)
      .order('kind')
      .order('name')
      .overrideTypes<Requirement[], { merge: false }>(),
  )

/** What any program requires of mentors or trainers, each name and version once. */
export const requiredQuery = (kind?: ClearableKind) =>
  queryOptions({
    queryKey: [...all, 'required', kind ?? 'anyone'],
    queryFn: async ({ signal }) => {
      let query = supabase
        .from('program_requirements')
        .select('name,version,months')
        .is('retired_at', null)
      if (kind) query = query.eq('kind', kind)
      const rows = await ask(query.order('name').order('version'), signal)
      const known = new Map<string, Pick<Requirement, 'name' | 'version' | 'months'>>()
      for (const row of rows) {
        const key = keyOf(row)
        const earlier = known.get(key)
        // The shortest period is good for every program.
        if (!earlier || (row.months ?? Infinity) < (earlier.months ?? Infinity)) known.set(key, row)
      }
      return [...known.values()]
    },
  })

export type DueClearance = RpcRow<'due_clearances', 'version' | 'until'> & Standing

/** Who lacks something or will within 60 days, in one program or in all. */
export const dueClearancesQuery = (program?: string) =>
  rpcQuery<'due_clearances', DueClearance[]>(all, 'due_clearances', program ? { program } : {})

export const recordClearancesQuery = (kind: ClearableKind, record: string) =>
  rpcQuery<'record_clearances', RecordClearances | null>(all, 'record_clearances', {
    of_kind: kind,
    record,
  })

const requirements = () => supabase.from('program_requirements')

/** Adds a requirement under an id of the caller, so that a retry meets the same row. */
export const addRequirement = (program: string) =>
  mutationOptions({
    mutationFn: ({ id, ...values }: Requirement) =>
      ask(
        requirements().upsert(
          { id, program_id: program, ...values },
          { ignoreDuplicates: true, onConflict: 'id' },
        ),
      ),
    meta: { success: { title: 'Requirement added' }, invalidates },
  })

export const changeRequirement = mutationOptions({
  mutationFn: ({ id, name, version, months }: Requirement) =>
    ask(requirements().update({ name, version, months }).eq('id', id)),
  meta: { success: { title: 'Requirement saved' }, invalidates },
})

export const retireRequirement = mutationOptions({
  mutationFn: ({ id }: Pick<Requirement, 'id'>) =>
    ask(requirements().update({ retired_at: new Date().toISOString() }).eq('id', id)),
  meta: { success: { title: 'Requirement retired' }, failure: failureAsSaid, invalidates },
})

export interface NewEvidence extends Named {
  id: string
  kind: ClearableKind
  record: string
  done_on: string
  valid_until: string | null
  note: string | null
}

/** Stores evidence; its form or row shows a failure. */
export const addEvidence = mutationOptions({
  mutationFn: ({ version, valid_until, note, ...given }: NewEvidence) =>
    ask(
      supabase.rpc('add_clearance', {
        ...given,
        ...(version && { version }),
        ...(valid_until && { valid_until }),
        ...(note && { note }),
      }),
    ),
  meta: { invalidates },
})

export const withdrawEvidence = mutationOptions({
  mutationFn: (given: { clearance: string; reason: string }) =>
    ask(supabase.rpc('withdraw_clearance', given)),
  meta: { success: { title: 'Evidence withdrawn' }, invalidates },
})

export const addExemption = mutationOptions({
  mutationFn: (given: {
    id: string
    requirement: string
    record: string
    reason: string
    starts_on: string
    ends_on: string
  }) => ask(supabase.rpc('exempt', given)),
  meta: { success: { title: 'Exemption added' }, invalidates },
})

export const endExemption = mutationOptions({
  mutationFn: (exemption: string) => ask(supabase.rpc('end_exemption', { exemption })),
  meta: { success: { title: 'Exemption ended' }, failure: failureAsSaid, invalidates },
})
