import { infiniteQueryOptions, mutationOptions, type QueryClient } from '@tanstack/react-query'
import { resourceKey } from '@/engine/core/resource-queries'
import { offerUndo, tellFailedUndo } from '@/engine/core/undoable'
import { failureAsSaid } from '@/shared/supabase/backend-message'
import { supabase } from '@/shared/supabase/client'
import { ask, rpcQuery, type RpcRow } from '@/shared/supabase/ask'

export type PersonLine = RpcRow<
  'person',
  'id' | 'title' | 'name' | 'status' | 'amount' | 'total_amount'
>
export type PersonEvent = RpcRow<
  'person_timeline',
  'title' | 'detail' | 'body' | 'state' | 'amount' | 'author' | 'source' | 'source_id'
>
export type Due = RpcRow<'person_due', 'reference' | 'due_at'>
/** The person, or everyone with the address; and those who share it (`shared`). */
export type PersonAt = RpcRow<'people_at', 'name' | 'shared'>
export type Suggestion = RpcRow<'person_suggestions', 'name' | 'partner' | 'partner_name'>
export type PersonMerge = RpcRow<'person_merges_of', 'name' | 'actor_name'>

/** Refreshes due tasks and the timeline. */
const withTasks = [...resourceKey('tasks'), 'person']
export const personKeys = [['person'], withTasks]
const invalidates = [...personKeys, resourceKey('change_log')]
/** Gifts change donors then, and searches find other people. */
const ofAll = [...invalidates, ['people'], resourceKey('donors'), resourceKey('donations')]

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

/**
 * All possible duplicates, 25 or a few more at a time. Comparing many people takes long: an answer
 * removes its pairs from the list, and only an undo reads it again.
 */
export const allSuggestionsQuery = infiniteQueryOptions({
  queryKey: ['suggestions'],
  queryFn: async ({ signal, pageParam }) =>
    (await ask(
      supabase.rpc('all_suggestions', pageParam ? { after_id: pageParam } : {}),
      signal,
    )) as unknown as { pairs: Pair[]; next: string | null },
  initialPageParam: '',
  getNextPageParam: ({ next }) => next ?? undefined,
})

const readAgain = (client: QueryClient) =>
  void client.invalidateQueries({ queryKey: allSuggestionsQuery.queryKey })

const forgetPairs = (client: QueryClient, isAnswered: (pair: Pair) => boolean) =>
  client.setQueryData(
    allSuggestionsQuery.queryKey,
    (read) =>
      read && {
        ...read,
        pages: read.pages.map((page) => ({
          ...page,
          pairs: page.pairs.filter((pair) => !isAnswered(pair)),
        })),
      },
  )

interface Answer {
  title: string
  /** The person's name, so that two toasts at once differ. */
  description: string
  onDone?: OnDone | undefined
  isUndo?: true
}

/** Called with a stored answer and its undo; the answer's buttons may be gone by then. */
export type OnDone = (undo: () => void) => void

interface Dismissal extends Answer {
  other: string
}

export const dismissSuggestion = (person: string) =>
  mutationOptions({
    mutationFn: ({ other, isUndo }: Dismissal) =>
      ask(supabase.rpc('dismiss_suggestion', { person, other, dismissed: !isUndo })),
    onSuccess: (_data, change, _shown, { client }) => {
      if (change.isUndo) return readAgain(client)
      forgetPairs(client, ({ id, other }) => id === person && other === change.other)
      const { title, description, onDone } = change
      const back = { ...change, isUndo: true as const }
      const undo = offerUndo(client, { title, description }, dismissSuggestion(person), back)
      onDone?.(undo)
    },
    onError: tellFailedUndo,
    meta: { invalidates },
  })

export interface Household extends Answer {
  /** A couple, the household of one of the two, or a new one */
  grp: string
  people: [string, string]
}

/** Two people, as the partners of a household. */
export const saveHousehold = mutationOptions({
  mutationFn: ({ grp, people, isUndo }: Household) =>
    ask(supabase.rpc('save_household', { grp, people, is_undo: isUndo === true })),
  onSuccess: (_data, change, _shown, { client }) => {
    if (change.isUndo) return readAgain(client)
    const { grp, people, title, description, onDone } = change
    forgetPairs(
      client,
      ({ id, other }) => id === grp || (people.includes(id) && people.includes(other)),
    )
    const back = { ...change, isUndo: true as const }
    const undo = offerUndo(client, { title, description }, saveHousehold, back)
    onDone?.(undo)
  },
  onError: tellFailedUndo,
  meta: { invalidates: ofAll },
})

export interface MergePreview {
  /** Both people's emails that the user can see */
  emails: string[]
  /** The email for mail afterwards; null where it is hidden, or neither has one */
  email: string | null
  differs: { column: string; kept: unknown; merged: unknown; joined: unknown }[]
  /** An adult's tie to a child, where the two differ */
  relations: {
    key: string
    child_name: string | null
    adult_name: string | null
    kept: string
    merged: string
  }[]
}

/** The answers to a preview */
export interface MergeChoices {
  email?: string
  relations: Readonly<Record<string, string>>
}

/** Where two people differ, before a merge; null where the user may not merge them. */
export const previewQuery = (kept: string, merged: string) =>
  rpcQuery<'merge_preview', MergePreview | null>(['person'], 'merge_preview', { kept, merged })

/** The preview of a merge. */
export const previewMerge = (kept: string) =>
  mutationOptions({
    mutationFn: (merged: string, { client }) => client.fetchQuery(previewQuery(kept, merged)),
  })

export interface PersonsMerge {
  merge: string
  merged: string
  name: string
  /** The person's name, for merges that follow each other. */
  about?: string
  onDone?: OnDone | undefined
  choices?: MergeChoices
}

export const mergePersons = (kept: string) =>
  mutationOptions({
    mutationFn: ({ merge, merged, choices }: PersonsMerge) =>
      ask(
        supabase.rpc('merge_persons', {
          merge,
          kept,
          merged,
          ...(choices && { choices: choices as never }),
        }),
      ),
    onSuccess: (_data, { merge, merged, name, about, onDone }, _shown, { client }) => {
      forgetPairs(client, ({ id, other }) => id === merged || other === merged)
      const said = { title: `Merged with ${name}`, description: about }
      const undo = offerUndo(client, said, undoPersonMerge, merge)
      onDone?.(undo)
    },
    meta: { invalidates: ofAll },
  })

export const undoPersonMerge = mutationOptions({
  mutationFn: (merge: string) => ask(supabase.rpc('undo_person_merge', { merge })),
  meta: {
    success: { title: 'Two people again' },
    failure: failureAsSaid,
    invalidates: [...ofAll, allSuggestionsQuery.queryKey],
  },
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
