import { supabase } from '@/shared/supabase/client'
import { ask, type RpcRow } from '@/shared/supabase/ask'

export const personKinds = ['mentees', 'mentors', 'trainers'] as const
export type PersonKind = (typeof personKinds)[number]

export type Person = RpcRow<'assignable_people', 'email'>

/** The database answers with at most this many rows. */
export const BATCH = 1_000

/** All active people of a kind, in the order of their ids. */
export const allAssignable = (kind: PersonKind, signal: AbortSignal): Promise<Person[]> =>
  allBatches((after) =>
    ask(supabase.rpc('assignable_people', { kind, ...(after && { after_id: after }) }), signal),
  )

/**
 * Continues after the last row it saw, so that concurrent changes neither repeat nor hide a row.
 */
export async function allBatches<Row extends { id: string }>(
  read: (after: string | undefined) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (;;) {
    const batch = await read(rows.at(-1)?.id)
    rows.push(...batch)
    if (batch.length < BATCH) return rows
  }
}
