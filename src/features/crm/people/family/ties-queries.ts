import { mutationOptions } from '@tanstack/react-query'
import { resourceKey } from '@/engine/core/resource-queries'
import { offerUndo, tellFailedUndo } from '@/engine/core/undoable'
import { failureAsSaid } from '@/shared/supabase/backend-message'
import type { PostalAddress } from '@/shared/lib/postal-address'
import { supabase } from '@/shared/supabase/client'
import { ask, rpcQuery } from '@/shared/supabase/ask'
import type { FamilyCard } from './family-queries'

export type Address = PostalAddress

export interface Traits {
  /** Null where it comes from a record that the user may not read. */
  name: string | null
  /** Staff gave the name. */
  is_renamed: boolean
  /** Two people share the name. */
  is_couple: boolean
  kind: 'person' | 'household' | 'organization'
  language: string | null
  is_deceased: boolean
  do_not_contact: boolean
  /** Year-end receipts go by post, where there is a postal address. */
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
  level: 'told' | 'entered' | 'proved'
  /** A colleague confirmed the claim. */
  is_confirmed: boolean
  /** Email to the person goes there. */
  is_letter: boolean
  /** A newer email, which is only a claim */
  is_new: boolean
  blocked: 'bounced' | 'complained' | 'unsubscribed' | null
  /** A colleague said that it is out of use. */
  is_retired: boolean
  /** How many records that the user may read have it, by table */
  records: Readonly<Record<string, number>>
}

export type PointMarks = Pick<Point, 'label' | 'is_preferred' | 'is_confirmed' | 'is_retired'>

interface Member {
  id: string
  role: string
  name: string | null
  /** They have records; an import's second contact has none. */
  is_seen: boolean
  /** For a second contact, shown to readers of gifts */
  email: string | null
}

export interface Group {
  id: string
  kind: 'household' | 'organization'
  name: string | null
  /** The user can read records of the group itself, which name it. */
  is_seen: boolean
  address: Address | null
  points: Point[]
  members: Member[]
}

export interface Ties extends Traits {
  is_child: boolean
  /** A child's protected fields stay open for a few minutes. */
  is_open: boolean
  address: Address | null
  points: Point[]
  groups: Group[]
  /** Null for who may not read mentees; its children are those that are open. */
  family: FamilyCard | null
}

/** A donor has the person's name and address, and so have receipts. */
const invalidates = [['person'], ['receipts'], resourceKey('change_log'), resourceKey('donors')]

export const tiesQuery = (person: string) =>
  rpcQuery<'person_ties', Ties | null>(['person'], 'person_ties', { person })

interface Change<Value> {
  to: Value
  from: Value
  title: string
  isUndo?: true
}

/** A change with Undo. Its form shows why it failed; a toast shows why an undo failed. */
function undoableChange<Value>(write: (change: Change<Value>) => Promise<unknown>) {
  const options = mutationOptions({
    mutationFn: write,
    onSuccess: (_data, { to, from, title, isUndo }, _shown, { client }) => {
      if (isUndo) return
      offerUndo(client, { title }, options, { to: from, from: to, title, isUndo: true })
    },
    onError: tellFailedUndo,
    meta: { invalidates },
  })
  return options
}

export const saveTraits = (person: string) =>
  undoableChange<Partial<Traits>>(({ to, from }) =>
    ask(supabase.rpc('save_traits', { person, changes: to as never, replaced: from as never })),
  )

export const saveAddress = (person: string) =>
  undoableChange<Address | null>(({ to, from }) =>
    ask(supabase.rpc('save_address', { person, address: to as never, replaced: from as never })),
  )

export const markPoint = (person: string, point_kind: string, point: string) =>
  undoableChange<PointMarks>(({ to, from }) =>
    ask(
      supabase.rpc('mark_point', {
        person,
        point_kind,
        point,
        marks: to as never,
        replaced: from as never,
      }),
    ),
  )

interface NewPoint {
  kind: Point['kind']
  /** The one that is corrected */
  point: string | null
  typed: string
  /** The tables whose records are corrected, too */
  records: string[]
}

/** Adds an email or phone, or corrects one. */
export const savePoint = (person: string) =>
  mutationOptions({
    mutationFn: ({ kind, point, typed, records }: NewPoint) =>
      ask(
        supabase.rpc('save_point', {
          person,
          point_kind: kind,
          point: point as string,
          typed,
          records,
        }),
      ),
    meta: {
      success: { title: 'Saved' },
      invalidates: [
        ...invalidates,
        ...(['mentors', 'mentees', 'trainers', 'donations'] as const).map(resourceKey),
      ],
    },
  })

export interface Membership {
  grp: string
  person: string
  /** Without one, they leave the group. */
  role: string | null
  before: string | null
  made?: { kind: string; name: string | null; address: Address | null }
  title: string
  isUndo?: true
}

export const saveMember = mutationOptions({
  // One after the other: two changes of a member's role must not overtake each other.
  scope: { id: 'members' },
  mutationFn: ({ grp, person, role, made }: Membership) =>
    ask(supabase.rpc('save_member', { grp, person, role: role as string, made: made as never })),
  onSuccess: (_data, change, _shown, { client }) => {
    if (change.isUndo) return
    offerUndo(client, { title: change.title }, saveMember, {
      ...change,
      role: change.before,
      before: change.role,
      isUndo: true,
    })
  },
  meta: { failure: failureAsSaid, invalidates },
})

export const renameGroup = (grp: string) =>
  undoableChange<string | null>(({ to, from }) =>
    ask(supabase.rpc('rename_group', { grp, name: to as string, replaced: from as string })),
  )
