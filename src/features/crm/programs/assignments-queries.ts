import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { resourceKey } from '@/engine/core/resource-queries'
import { fullName } from '@/shared/lib/full-name'
import { failureAsSaid } from '@/shared/supabase/backend-message'
import { supabase } from '@/shared/supabase/client'
import { ask, type RpcRow } from '@/shared/supabase/ask'
import type { ClearableKind, Standing } from './clearances/clearance-queries'
import {
  allAssignable,
  allBatches,
  BATCH,
  personKinds,
  type Person,
  type PersonKind,
} from './assignable-people'

export interface Assignable {
  /** Active people by name */
  people: readonly Person[]
  /** The ids among them that are assigned */
  assigned: ReadonlySet<string>
  /** Assigned people who became inactive: saving keeps them. */
  kept: readonly Person[]
  /** How many more there are whose names the caller may not see */
  keptUnseen: number
}

export type Selection = Record<PersonKind, ReadonlySet<string>>

/**
 * The people who can be assigned to a program and those who are. Leaves the cache with its last
 * screen, so that no selection starts from old data.
 */
export function assignmentsQuery(programId: string) {
  return queryOptions({
    queryKey: ['program-assignments', programId],
    queryFn: async ({ signal }): Promise<Record<PersonKind, Assignable>> => {
      const [mentees, mentors, trainers] = await Promise.all(
        personKinds.map((kind) => readAssignable(kind, programId, signal)),
      )
      return { mentees: mentees!, mentors: mentors!, trainers: trainers! }
    },
    gcTime: 0,
    staleTime: Infinity,
    meta: { failure: failureAsSaid },
  })
}

async function readAssignable(
  kind: PersonKind,
  programId: string,
  signal: AbortSignal,
): Promise<Assignable> {
  const [people, links] = await Promise.all([
    allAssignable(kind, signal),
    allBatches((after) => assignments(kind, programId, after, signal)),
  ])
  const active = new Set(people.map(({ id }) => id))
  const others = links.filter(({ id }) => !active.has(id))
  const kept = others.flatMap(({ person }) => person ?? [])
  return {
    people: people.toSorted(byName),
    assigned: new Set(links.flatMap(({ id }) => (active.has(id) ? id : []))),
    kept: kept.toSorted(byName),
    keptUnseen: others.length - kept.length,
  }
}

interface Link {
  id: string
  /** Null for a person whose row the caller may not see */
  person: Person | null
}

function assignments(
  kind: PersonKind,
  programId: string,
  after: string | undefined,
  signal: AbortSignal,
): Promise<Link[]> {
  const column = personColumns[kind]
  let query = supabase
    .from(`program_${kind}`)
    .select(`id:${column}, person:${kind}(id, first_name, last_name, email)`)
    .eq('program_id', programId)
  if (after) query = query.gt(column, after)
  const page = query.order(column).limit(BATCH).overrideTypes<Link[], { merge: false }>()
  return ask(page, signal)
}

const personColumns = {
  mentees: 'mentee_id',
  mentors: 'mentor_id',
  trainers: 'trainer_id',
} as const

const { compare } = new Intl.Collator('en')

const byName = (one: Person, other: Person): number => compare(fullName(one), fullName(other))

/** How someone stands with what a program requires of them. */
export type Mark = Omit<RpcRow<'requirement_marks', 'until'>, 'unmet'> & { unmet: Standing[] }

const marksKey = (programId: string) => ['clearances', 'marks', programId]

/** What active people lack for a program, by their ids; empty where it requires nothing. */
export const marksQuery = (programId: string, kind: ClearableKind) =>
  queryOptions({
    queryKey: [...marksKey(programId), kind],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, Mark>> => {
      const marks = await allBatches<Mark>((after) =>
        ask(
          supabase
            .rpc('requirement_marks', {
              program: programId,
              of_kind: kind,
              ...(after && { after_id: after }),
            })
            .overrideTypes<Mark[], { merge: false }>(),
          signal,
        ),
      )
      return new Map(marks.map((mark) => [mark.id, mark]))
    },
  })

/**
 * Saves the additions and removals made since the read in one transaction; other people's changes
 * stay.
 */
export function saveAssignments(programId: string, before: Selection) {
  return mutationOptions({
    mutationFn: async (after: Selection) => {
      const added = (kind: PersonKind) => without(after[kind], before[kind])
      const removed = (kind: PersonKind) => without(before[kind], after[kind])
      await ask(
        supabase.rpc('save_program_assignments', {
          target_program_id: programId,
          added_mentees: added('mentees'),
          removed_mentees: removed('mentees'),
          added_mentors: added('mentors'),
          removed_mentors: removed('mentors'),
          added_trainers: added('trainers'),
          removed_trainers: removed('trainers'),
        }),
      )
    },
    // A refusal may be about what has become unmet since the dialog opened.
    onError: (_error, _after, _shown, { client }) =>
      client.invalidateQueries({ queryKey: marksKey(programId) }),
    meta: {
      success: { title: 'Program assignments updated' },
      invalidates: [['clearances', 'due_clearances'], resourceKey('programs')],
    },
  })
}

export function without(all: ReadonlySet<string>, others: ReadonlySet<string>): string[] {
  return [...all].filter((id) => !others.has(id))
}
