import { infiniteQueryOptions, mutationOptions } from '@tanstack/react-query'
import { resourceKey } from '@/engine/core/resource-queries'
import { undoable } from '@/engine/core/undoable'
import { failureAsSaid } from '@/shared/supabase/backend-message'
import { supabase } from '@/shared/supabase/client'
import { ask, rpcQuery, type RpcRow } from '@/shared/supabase/ask'
import { notify } from '@/shared/ui/notify'

export type PersonLine = RpcRow<
  'person',
  'id' | 'title' | 'name' | 'status' | 'amount' | 'total_amount'
>
export type PersonEvent = RpcRow<
  'person_timeline',
  'title' | 'detail' | 'body' | 'state' | 'amount' | 'author' | 'source' | 'source_id'
>
export type Due = RpcRow<'person_due', 'reference' | 'due_at'>
/** The person, or each who has the address; and those who share it (`shared`). */
export type PersonAt = RpcRow<'people_at', 'name' | 'shared'>
export type Suggestion = RpcRow<'person_suggestions', 'name' | 'partner' | 'partner_name'>
export type PersonMerge = RpcRow<'person_merges_of', 'name' | 'actor_name'>

/** A change of a task changes what is due, and what was done. */
const withTasks = [...resourceKey('tasks'), 'person']
export const personKeys = [['person'], withTasks]
const invalidates = [...personKeys, resourceKey('change_log')]

/** All records of a person, the newest of each area. */
export function personQuery(person: string) {
  return rpcQuery<'person', PersonLine[]>(['person'], 'person', { person })
}

export const peopleAtQuery = (person: string) =>
  rpcQuery<'people_at', PersonAt[]>(['person'], 'people_at', { person })

/** The merges into a person that the user may undo, newest first. */
export const mergesIntoQuery = (person: string) =>
  rpcQuery<'person_merges_of', PersonMerge[]>(['person'], 'person_merges_of', { person })

export const dueQuery = (person: string) =>
  rpcQuery<'person_due', Due[]>(withTasks, 'person_due', { person })

/** 25 events at a time, the newest first. */
export const timelineQuery = (person: string, kind: string) =>
  infiniteQueryOptions({
    queryKey: [...withTasks, 'person_timeline', person, kind],
    queryFn: ({ signal, pageParam }): Promise<PersonEvent[]> =>
      ask(
        supabase.rpc('person_timeline', {
          person,
          ...(kind && { only_kind: kind }),
          ...pageParam,
        }) as never,
        signal,
      ),
    initialPageParam: {},
    getNextPageParam: (page) => {
      const last = page.at(-1)
      return last && last.remaining > page.length
        ? { before_at: last.happened_at, before_id: last.id }
        : undefined
    },
  })

export interface PersonNote {
  id: string
  kind: 'note' | 'call'
  body: string
}

/** Under an id that the browser chose: a retry stores it once. The form shows its failures. */
export const addPersonNote = (person: string) =>
  mutationOptions({
    mutationFn: (note: PersonNote) => ask(supabase.rpc('add_person_note', { person, ...note })),
    meta: { invalidates },
  })

export const removePersonNote = mutationOptions({
  mutationFn: (note: string) => ask(supabase.rpc('remove_person_note', { note })),
  meta: { failure: failureAsSaid, invalidates },
})

/** Possible duplicates of a person, for those who may confirm them. */
export const suggestionsQuery = (person: string) =>
  rpcQuery<'person_suggestions', Suggestion[]>(['person'], 'person_suggestions', { person })

export interface Pair extends Omit<Suggestion, 'id' | 'name' | 'addresses'> {
  id: string
  name: string | null
  addresses: string[]
  other: string
  other_name: string | null
  other_addresses: string[]
}

/** All possible duplicates, 25 or a few more at a time. */
export const allSuggestionsQuery = infiniteQueryOptions({
  queryKey: ['person', 'all_suggestions'],
  queryFn: async ({ signal, pageParam }) =>
    (await ask(
      supabase.rpc('all_suggestions', pageParam ? { after_id: pageParam } : {}),
      signal,
    )) as unknown as { pairs: Pair[]; next: string | null },
  initialPageParam: '',
  getNextPageParam: ({ next }) => next ?? undefined,
})

interface Dismissal {
  other: string
  dismissed: boolean
}

export const dismissSuggestion = (person: string) =>
  mutationOptions({
    mutationFn: (change: Dismissal) =>
      ask(supabase.rpc('dismiss_suggestion', { person, ...change })),
    onSuccess: (_data, { other, dismissed }, _shown, { client }) => {
      if (!dismissed) return
      notify({
        title: 'Not the same person',
        tone: 'success',
        action: {
          label: 'Undo',
          onClick: undoable(client, dismissSuggestion(person), { other, dismissed: false }),
        },
      })
    },
    meta: { failure: failureAsSaid, invalidates },
  })

/** Gifts have other donors then, and a search finds other people. */
const ofAll = [...invalidates, ['people'], resourceKey('donors'), resourceKey('donations')]

export const mergePersons = (kept: string) =>
  mutationOptions({
    mutationFn: ({ merge, merged }: { merge: string; merged: string; name: string }) =>
      ask(supabase.rpc('merge_persons', { merge, kept, merged })),
    onSuccess: (_data, { merge, name }, _shown, { client }) =>
      notify({
        title: `Merged with ${name}`,
        tone: 'success',
        action: { label: 'Undo', onClick: undoable(client, undoPersonMerge, merge) },
      }),
    meta: { invalidates: ofAll },
  })

export const undoPersonMerge = mutationOptions({
  mutationFn: (merge: string) => ask(supabase.rpc('undo_person_merge', { merge })),
  meta: { success: { title: 'Two people again' }, failure: failureAsSaid, invalidates: ofAll },
})

export interface Split {
  new_person: string
  rows: { source: string; id: string }[]
}

export const splitPerson = (person: string) =>
  mutationOptions({
    mutationFn: (split: Split) =>
      ask(supabase.rpc('split_person', { person, ...split, rows: split.rows as never })),
    meta: {
      success: { title: 'Two people now' },
      invalidates: ofAll,
    },
  })
