import { mutationOptions } from '@tanstack/react-query'
import { resourceKey } from '@/engine/core/resource-queries'
import { failureAsSaid } from '@/shared/supabase/backend-message'
import type { PostalAddress } from '@/shared/lib/postal-address'
import { supabase } from '@/shared/supabase/client'
import { ask } from '@/shared/supabase/ask'

interface Child {
  /** Of the person */
  id: string
  name: string
  email: string | null
}

export interface Adult {
  id: string
  name: string | null
  /** The user may read a record of theirs. */
  is_seen: boolean
  /** A child's record names this parent. */
  is_of_record: boolean
  email: string | null
  phone: string | null
  do_not_contact: boolean
  is_deceased: boolean
}

export interface FamilyTie {
  child_id: string
  adult_id: string
  relation: string
  may_collect: boolean
  /** Never with `may_collect` */
  must_not_collect: boolean
  no_contact: boolean
  is_of_record: boolean
  /** How to reach an adult without a record */
  email: string | null
  phone: string | null
}

export interface Home {
  id: string
  name: string | null
  address: PostalAddress | null
  /** The user sees records of its own, which name it. */
  is_seen: boolean
}

export interface HomeMember {
  group_id: string
  person_id: string
  role: string
}

/** Children, which are open for some minutes, with whom and where they live. */
export interface FamilyCard {
  children: Child[]
  others: string[]
  adults: Adult[]
  ties: FamilyTie[]
  households: Home[]
  members: HomeMember[]
  languages: { id: string; language: string }[]
}

const invalidates = [['person'], resourceKey('change_log')]

/** Logs the opening, and the family is read again. */
export const openFamily = (person: string) =>
  mutationOptions({
    mutationFn: () => ask(supabase.rpc('record_family_opening', { person })),
    meta: { failure: failureAsSaid, invalidates },
  })

export interface Joining {
  seen: FamilyCard
  person: string
  isChild: boolean
}

const readCard = async (children: string[], others: string[]): Promise<FamilyCard> =>
  (await ask(supabase.rpc('family_card', { children, others }))) as unknown as FamilyCard

/** Someone whom we know joins the card: a child is opened first, which is logged. */
export const joinFamily = mutationOptions({
  mutationFn: async ({ seen, person, isChild }: Joining) => {
    if (isChild) await ask(supabase.rpc('record_family_opening', { person }))
    const ids = seen.children.map(({ id }) => id)
    return readCard(
      isChild ? [...ids, person] : ids,
      isChild ? seen.others : [...seen.others, person],
    )
  },
  meta: { invalidates: [resourceKey('change_log')] },
})

/** The same family as it is stored now, after a colleague changed it. */
export const rereadFamily = mutationOptions({
  mutationFn: (seen: FamilyCard) =>
    readCard(
      seen.children.map(({ id }) => id),
      seen.others,
    ),
})

export interface FamilySave {
  family: object
  seen: FamilyCard
}

export const saveFamily = mutationOptions({
  mutationFn: ({ family, seen }: FamilySave) =>
    ask(supabase.rpc('save_family', { family: family as never, seen: seen as never })),
  meta: {
    success: { title: 'Family saved' },
    invalidates: [...invalidates, resourceKey('mentees')],
  },
})
