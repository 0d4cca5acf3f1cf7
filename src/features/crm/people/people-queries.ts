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
/** The person, and those linked as the same, each with its link. */
export type PersonRef = RpcRow<'person_refs', 'name' | 'link' | 'author' | 'linked_at'>

/** A change of a task changes what is due, and what was done. */
const withTasks = [...resourceKey('tasks'), 'person']
export const personKeys = [['person'], withTasks]
const invalidates = [...personKeys, resourceKey('change_log')]

/** All records of a person, the newest of each area. */
export function personQuery(person: string) {
  return rpcQuery<'person', PersonLine[]>(['person'], 'person', { person })
}

export const refsQuery = (person: string) =>
  rpcQuery<'person_refs', PersonRef[]>(['person'], 'person_refs', { person })

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

export const linkPersons = (person: string) =>
  mutationOptions({
    mutationFn: ({ link, other }: { link: string; other: string; name: string }) =>
      ask(supabase.rpc('link_persons', { link, person, other })),
    onSuccess: (_data, { link, name }, _shown, { client }) =>
      notify({
        title: `Linked with ${name}`,
        tone: 'success',
        action: { label: 'Undo', onClick: undoable(client, unlinkPersons, link) },
      }),
    meta: { invalidates },
  })

export const unlinkPersons = mutationOptions({
  mutationFn: (link: string) => ask(supabase.rpc('unlink_persons', { link })),
  meta: { success: { title: 'No longer linked' }, failure: failureAsSaid, invalidates },
})
