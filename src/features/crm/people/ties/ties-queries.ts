import {
  mutationOptions,
  type MutationObserverOptions,
  type QueryClient,
} from '@tanstack/react-query'
import { resourceKey } from '@/engine/core/resource-queries'
import { undoable } from '@/engine/core/undoable'
import { failureAsSaid } from '@/shared/supabase/backend-message'
import type { PostalAddress } from '@/shared/lib/postal-address'
import { supabase } from '@/shared/supabase/client'
import { ask, rpcQuery } from '@/shared/supabase/ask'
import { notify } from '@/shared/ui/notify'

export type Address = PostalAddress

export interface Traits {
  kind: 'person' | 'household' | 'organization'
  language: string | null
  is_deceased: boolean
  do_not_contact: boolean
  /** Receipts of a year go by post, where there is a postal address. */
  wants_paper: boolean
}

/** An email or phone, as a row that the user may read has it. */
export interface Point {
  kind: 'email' | 'phone'
  normalized: string
  value: string
  /** A phone's number to dial, with its extension: `+15125550142;ext=315` */
  telephone: string | null
  label: string | null
  is_preferred: boolean
  valid_since: string
  /** Why it gets no mail: it bounced, complained or unsubscribed. */
  blocked: string | null
}

interface Member {
  id: string
  role: string
  name: string | null
  /** They have records; a second contact of an import has none. */
  is_seen: boolean
  /** Of a second contact, to readers of gifts */
  email: string | null
}

export interface Group {
  id: string
  kind: 'household' | 'organization'
  name: string | null
  /** The user sees records of its own, which name it. */
  is_seen: boolean
  address: Address | null
  members: Member[]
}

export interface Guardian {
  child: string
  child_name: string
  adult: string
  adult_name: string | null
  is_seen: boolean
  relation: string
  may_collect: boolean
  no_contact: boolean
  /** The mentee's record names this parent. */
  is_of_record: boolean
  email: string | null
  phone: string | null
}

export interface Ties extends Traits {
  is_child: boolean
  /** What is protected of a child is open for a few minutes. */
  is_open: boolean
  address: Address | null
  points: Point[]
  groups: Group[]
  family: Guardian[]
}

const invalidates = [['person'], resourceKey('change_log')]

export const tiesQuery = (person: string) =>
  rpcQuery<'person_ties', Ties | null>(['person'], 'person_ties', { person })

/** Logs the opening, and the ties are read again. */
export const openFamily = (person: string) =>
  mutationOptions({
    mutationFn: () => ask(supabase.rpc('record_family_opening', { person })),
    meta: { failure: failureAsSaid, invalidates },
  })

interface Change<Value> {
  to: Value
  from: Value
  title: string
  isUndo?: true
}

/** Tells what was done, with a way back. */
const offerUndo = <Data, Variables, Result>(
  client: QueryClient,
  title: string,
  write: MutationObserverOptions<Data, Error, Variables, Result>,
  back: Variables,
) =>
  notify({
    title,
    tone: 'success',
    action: { label: 'Undo', onClick: undoable(client, write, back) },
  })

export const saveTraits = (person: string) =>
  mutationOptions({
    mutationFn: ({ to, from }: Change<Partial<Traits>>) =>
      ask(supabase.rpc('save_traits', { person, changes: to as never, replaced: from as never })),
    onSuccess: (_data, { to, from, title, isUndo }, _shown, { client }) => {
      if (isUndo) return
      offerUndo(client, title, saveTraits(person), { to: from, from: to, title, isUndo: true })
    },
    meta: { failure: failureAsSaid, invalidates },
  })

export const saveAddress = (person: string) =>
  mutationOptions({
    mutationFn: ({ to, from }: Change<Address | null>) =>
      ask(supabase.rpc('save_address', { person, address: to as never, replaced: from as never })),
    onSuccess: (_data, { to, from, title, isUndo }, _shown, { client }) => {
      if (isUndo) return
      offerUndo(client, title, saveAddress(person), { to: from, from: to, title, isUndo: true })
    },
    meta: { invalidates },
  })

export const markPoint = (person: string, point_kind: string, point: string) =>
  mutationOptions({
    mutationFn: ({ to, from }: Change<Pick<Point, 'label' | 'is_preferred'>>) =>
      ask(supabase.rpc('mark_point', { person, point_kind, point, marks: to, replaced: from })),
    onSuccess: (_data, { to, from, title, isUndo }, _shown, { client }) => {
      if (isUndo) return
      const back = { to: from, from: to, title, isUndo: true as const }
      offerUndo(client, title, markPoint(person, point_kind, point), back)
    },
    meta: { invalidates },
  })

export interface Membership {
  grp: string
  person: string
  /** Without one they are removed. */
  role: string | null
  before: string | null
  made?: { kind: string; name: string | null; address: Address | null }
  title: string
  isUndo?: true
}

export const saveMember = mutationOptions({
  // One after the other: two roles of a member must not overtake each other.
  scope: { id: 'members' },
  mutationFn: ({ grp, person, role, made }: Membership) =>
    ask(supabase.rpc('save_member', { grp, person, role: role as string, made: made as never })),
  onSuccess: (_data, change, _shown, { client }) => {
    if (change.isUndo) return
    offerUndo(client, change.title, saveMember, {
      ...change,
      role: change.before,
      before: change.role,
      isUndo: true,
    })
  },
  meta: { failure: failureAsSaid, invalidates },
})

export const renameGroup = (grp: string) =>
  mutationOptions({
    mutationFn: ({ to, from }: Change<string | null>) =>
      ask(supabase.rpc('rename_group', { grp, name: to as string, replaced: from as string })),
    onSuccess: (_data, { to, from, title, isUndo }, _shown, { client }) => {
      if (isUndo) return
      offerUndo(client, title, renameGroup(grp), { to: from, from: to, title, isUndo: true })
    },
    meta: { invalidates },
  })

export type Relation = Pick<Guardian, 'relation' | 'may_collect' | 'no_contact'>

interface Guarding {
  child: string
  adult: string
  to: Relation | null
  from: Relation | null
  title: string
  isUndo?: true
}

export const saveGuardian = mutationOptions({
  mutationFn: ({ child, adult, to, from }: Guarding) =>
    ask(
      supabase.rpc('save_guardian', {
        child,
        adult,
        relation: to as never,
        replaced: from as never,
      }),
    ),
  onSuccess: (_data, change, _shown, { client }) => {
    if (change.isUndo) return
    offerUndo(client, change.title, saveGuardian, {
      ...change,
      to: change.from,
      from: change.to,
      isUndo: true,
    })
  },
  meta: { failure: failureAsSaid, invalidates },
})
