import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { resourceKey } from '@/engine/core/resource-queries'
import type { Resource } from '@/engine/core/define-resource'
import { openRecords } from '@/engine/core/openings'
import { similarRows } from '@/engine/write/similar-rows'
import { offerUndo } from '@/engine/core/undoable'
import { failureTitled } from '@/shared/supabase/backend-message'
import { supabase } from '@/shared/supabase/client'
import { ask, rpcQuery } from '@/shared/supabase/ask'
import { notify } from '@/shared/ui/notify'
import {
  peopleAtQuery,
  personKeys,
  previewQuery,
  type MergeChoices,
} from '../person/people-queries'

export type PersonTable = 'mentors' | 'mentees' | 'trainers'

type Values = Readonly<Record<string, unknown>>

export function similarQuery(table: PersonTable, row: Values) {
  return queryOptions({
    queryKey: [...resourceKey(table), 'similar', row],
    queryFn: ({ signal }) => similarRows(table, [row], signal),
  })
}

/** The protected fields of both. The dialog reads them once, because each read is logged. */
export function bothQuery(table: Resource['table'], kept: string, merged: string) {
  return queryOptions({
    queryKey: ['opened', table, kept, merged],
    queryFn: ({ signal }) => openRecords(table, [kept, merged], signal),
    staleTime: 'static',
    gcTime: 0,
    retry: false,
  })
}

/** Where the people of two records differ; null if they are one person. */
export function recordsPreviewQuery(
  table: PersonTable,
  ...records: [kept: string, merged: string]
) {
  return queryOptions({
    queryKey: ['person', 'preview-of-records', table, ...records],
    queryFn: async ({ client }) => {
      const [kept, merged] = await Promise.all(
        records.map(async (id) => {
          const found = await client.fetchQuery(peopleAtQuery(`${table}:${id}`))
          return found.find(({ shared }) => shared === null)?.id
        }),
      )
      return kept && merged && kept !== merged
        ? client.fetchQuery(previewQuery(kept, merged))
        : null
    },
  })
}

/** The merges into a row that can still be undone. */
export function mergesQuery(table: PersonTable, id: string) {
  return rpcQuery(resourceKey(table), 'merges_of', { kind: table, kept: id })
}

export interface Merge {
  kept: string
  merged: string
  /** The columns whose values come from the removed row. */
  taken: string[]
  /** The shown version of both rows. */
  seen: { kept: Values; merged: Values }
  /** The name of the removed row. */
  name: string
  /** If the two records belong to two people */
  choices?: MergeChoices
}

export function mergePeople(table: PersonTable) {
  return mutationOptions({
    mutationFn: ({ name: _, seen, choices, ...merge }: Merge) =>
      ask(
        supabase.rpc('merge_people', {
          kind: table,
          ...merge,
          seen: seen as never,
          ...(choices && { choices: choices as never }),
        }),
      ),
    onSuccess: (id, { name }, _shown, { client }) => {
      const said = { title: `${name} was merged`, description: 'This can be undone for 30 days.' }
      offerUndo(client, said, undoMerge(table), { id, name })
    },
    meta: { invalidates: changedBy(table) },
  })
}

export function undoMerge(table: PersonTable) {
  return mutationOptions({
    mutationFn: ({ id }: { id: string; name: string }) =>
      ask(supabase.rpc('undo_merge', { merge: id })),
    onSuccess: (_data, { name }) => notify({ title: `${name} is back`, tone: 'success' }),
    meta: { failure: failureTitled('Not undone'), invalidates: changedBy(table) },
  })
}

const changedBy = (table: PersonTable) => [
  resourceKey(table),
  resourceKey('change_log'),
  ['dashboard'],
  ...personKeys,
  ['people'],
]
