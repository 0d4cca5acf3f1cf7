import { MutationObserver, mutationOptions, queryOptions } from '@tanstack/react-query'
import { resourceKey } from '@/shared/resource/list/resource-queries'
import { similarRows } from '@/shared/resource/write/similar-rows'
import { failureText } from '@/shared/supabase/backend-message'
import { supabase } from '@/shared/supabase/client'
import { notify } from '@/shared/ui/notify'

export type PersonTable = 'mentors' | 'mentees' | 'trainers'

type Values = Readonly<Record<string, unknown>>

/** Possible duplicates of a stored person. */
export function similarQuery(table: PersonTable, row: Values) {
  return queryOptions({
    queryKey: [...resourceKey(table), 'similar', row],
    queryFn: ({ signal }) => similarRows(table, [row], signal),
  })
}

/** The merges into a row that can still be undone. */
export function mergesQuery(table: PersonTable, id: string) {
  return queryOptions({
    queryKey: [...resourceKey(table), 'merges', id],
    queryFn: async ({ signal }) => {
      const { data } = await supabase
        .rpc('merges_of', { kind: table, kept: id })
        .abortSignal(signal)
        .throwOnError()
      return data
    },
  })
}

export interface Merge {
  kept: string
  merged: string
  /** The columns whose values are those of the one that is merged away. */
  taken: string[]
  /** The version of both rows that was shown. */
  seen: { kept: Values; merged: Values }
  /** The name of the row that is merged away. */
  name: string
}

export function mergePeople(table: PersonTable) {
  return mutationOptions({
    mutationFn: async ({ name: _, seen, ...merge }: Merge): Promise<string> => {
      const { data } = await supabase
        .rpc('merge_people', { kind: table, ...merge, seen: seen as never })
        .throwOnError()
      return data
    },
    onSuccess: (id, { name }, _shown, { client }) => {
      const undo = () =>
        void new MutationObserver(client, undoMerge(table)).mutate({ id, name }).catch(() => {})
      notify({
        title: `${name} was merged`,
        description: 'This can be undone for 30 days.',
        tone: 'success',
        action: { label: 'Undo', onClick: undo },
      })
    },
    meta: { invalidates: changedBy(table) },
  })
}

export function undoMerge(table: PersonTable) {
  return mutationOptions({
    mutationFn: async ({ id }: { id: string; name: string }) => {
      await supabase.rpc('undo_merge', { merge: id }).throwOnError()
    },
    onSuccess: (_data, { name }) => notify({ title: `${name} is back`, tone: 'success' }),
    meta: {
      failure: (error: Error) => ({ title: 'Not undone', description: failureText(error) }),
      invalidates: changedBy(table),
    },
  })
}

const changedBy = (table: PersonTable) => [
  resourceKey(table),
  resourceKey('change_log'),
  ['dashboard'],
  ['person'],
  ['people'],
]
