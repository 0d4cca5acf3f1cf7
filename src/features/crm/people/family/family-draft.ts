import { splitName } from '@/shared/lib/split-name'
import type { PostalAddress } from '@/shared/lib/postal-address'
import type { FamilyCard, FamilyTie, Home, HomeMember } from './family-queries'

/** Someone who is typed in the card: a child gets a record, an adult needs none. */
interface NewPerson {
  id: string
  isChild: boolean
  name: string
}

/** What is typed of someone: an email address or a phone, and a language */
export interface Typed {
  contact: string
  language: string
}

export interface DraftHome extends Omit<Home, 'address'> {
  address: Record<keyof PostalAddress, string>
  isNew: boolean
}

/** A family while it is changed. */
export interface FamilyDraft {
  people: NewPerson[]
  typed: Record<string, Typed>
  ties: FamilyTie[]
  homes: DraftHome[]
  members: HomeMember[]
}

export type Marks = Pick<FamilyTie, 'relation' | 'may_collect' | 'must_not_collect' | 'no_contact'>

export const relations = ['parent', 'guardian', 'relative', 'other']

const noAddress = { street: '', city: '', region: '', postal_code: '', country: '' }

const draftHome = ({ address, ...home }: Home): DraftHome => ({
  ...home,
  address: {
    street: address?.street ?? '',
    city: address?.city ?? '',
    region: address?.region ?? '',
    postal_code: address?.postal_code ?? '',
    country: address?.country ?? '',
  },
  isNew: false,
})

const typedOf = (card: FamilyCard, id: string): Typed => {
  const tie = card.ties.find(({ adult_id }) => adult_id === id)
  return {
    contact: tie?.email ?? tie?.phone ?? '',
    language: card.languages.find((one) => one.id === id)?.language ?? '',
  }
}

const everyone = ({ children, adults }: FamilyCard) => [...children, ...adults]

export function draftOf(card: FamilyCard): FamilyDraft {
  const draft: FamilyDraft = {
    people: [],
    typed: Object.fromEntries(everyone(card).map(({ id }) => [id, typedOf(card, id)])),
    ties: card.ties,
    homes: card.households.map(draftHome),
    members: card.members,
  }
  return draft.homes.length > 0 ? draft : withHome(draft, card)
}

const isSameMember = (one: HomeMember, other: HomeMember) =>
  one.group_id === other.group_id && one.person_id === other.person_id
const isSameTie = (one: FamilyTie, other: FamilyTie) =>
  one.child_id === other.child_id && one.adult_id === other.adult_id

/** What a later card has and the earlier one had not comes into a draft; what was typed stays. */
export function withCard(draft: FamilyDraft, before: FamilyCard, now: FamilyCard): FamilyDraft {
  const came = everyone(now).filter(({ id }) => !everyone(before).some((one) => one.id === id))
  const without = <Row>(rows: Row[], earlier: Row[], isSame: (one: Row, other: Row) => boolean) =>
    rows.filter((row) => !earlier.some((one) => isSame(one, row)))
  const ties = without(now.ties, [...before.ties, ...draft.ties], isSameTie)
  const members = without(now.members, [...before.members, ...draft.members], isSameMember)
  const homes = now.households.filter(({ id }) => !before.households.some((one) => one.id === id))
  return {
    ...draft,
    typed: {
      ...Object.fromEntries(came.map(({ id }) => [id, typedOf(now, id)])),
      ...draft.typed,
    },
    ties: [...draft.ties, ...ties],
    members: [...draft.members, ...members],
    homes: [...draft.homes, ...homes.map(draftHome)],
  }
}

const newTie = (child_id: string, adult_id: string, said?: Partial<FamilyTie>): FamilyTie => ({
  relation: 'parent',
  may_collect: false,
  must_not_collect: false,
  no_contact: false,
  is_of_record: false,
  email: null,
  phone: null,
  ...said,
  child_id,
  adult_id,
})

export const childrenOf = ({ people }: FamilyDraft, card: FamilyCard) => [
  ...card.children.map(({ id, name, email }) => ({ id, name, email, isNew: false })),
  ...people
    .filter(({ isChild }) => isChild)
    .map(({ id, name }) => ({ id, name, email: null, isNew: true })),
]

export const adultsOf = ({ people }: FamilyDraft, card: FamilyCard) => [
  ...card.adults.map((adult) => ({ ...adult, isNew: false })),
  ...people
    .filter(({ isChild }) => !isChild)
    .map(({ id, name }) => ({
      ...{ id, name, is_seen: false, is_of_record: false, email: null, phone: null },
      ...{ do_not_contact: false, is_deceased: false, isNew: true },
    })),
]

/** What an adult is to all children; undefined where it differs by child, null where it is nothing. */
export function marksOf(draft: FamilyDraft, card: FamilyCard, adult: string) {
  const said = draft.ties.filter(({ adult_id }) => adult_id === adult)
  const [first, ...others] = said
  if (!first) return null
  const isSame = (tie: FamilyTie) =>
    tie.relation === first.relation &&
    tie.may_collect === first.may_collect &&
    tie.must_not_collect === first.must_not_collect &&
    tie.no_contact === first.no_contact
  return said.length === childrenOf(draft, card).length && others.every(isSame) ? first : undefined
}

/** Says what an adult is to a child, or to all; without marks they are nothing to it. */
export function mark(
  draft: FamilyDraft,
  adult: string,
  children: string[],
  marks: Partial<Marks> | null,
): FamilyDraft {
  const isMeant = (tie: FamilyTie) => tie.adult_id === adult && children.includes(tie.child_id)
  if (!marks) return { ...draft, ties: draft.ties.filter((tie) => !isMeant(tie)) }
  const missing = children.filter(
    (child) => !draft.ties.some((tie) => tie.child_id === child && tie.adult_id === adult),
  )
  const own = draft.ties.find(({ adult_id }) => adult_id === adult)
  const contact = { email: own?.email ?? null, phone: own?.phone ?? null }
  return {
    ...draft,
    ties: [
      ...draft.ties.map((tie) => (isMeant(tie) ? { ...tie, ...marks } : tie)),
      ...missing.map((child) => newTie(child, adult, { ...contact, ...marks })),
    ],
  }
}

/** A new adult is a parent of each child, until someone says what else. */
export function withAdult(draft: FamilyDraft, card: FamilyCard, id: string): FamilyDraft {
  const children = childrenOf(draft, card)
  const ties = children.map((child) => newTie(child.id, id))
  const isFirst = adultsOf(draft, card).length === 0
  const [home] = draft.homes
  return {
    ...draft,
    people: [...draft.people, { id, isChild: false, name: '' }],
    typed: { ...draft.typed, [id]: { contact: '', language: '' } },
    ties: [...draft.ties, ...ties],
    members: isFirst && home ? toggled(draft.members, home.id, id, 'parent') : draft.members,
  }
}

/** A new child has the adults of the others, and lives where they do. */
export function withChild(draft: FamilyDraft, card: FamilyCard, id: string): FamilyDraft {
  const next = {
    ...draft,
    people: [...draft.people, { id, isChild: true, name: '' }],
    typed: { ...draft.typed, [id]: { contact: '', language: '' } },
    members: [
      ...draft.members,
      ...draft.homes.map((home) => ({ group_id: home.id, person_id: id, role: 'child' })),
    ],
  }
  return { ...next, ties: [...draft.ties, ...tiesLikeOthers(draft, card, id)] }
}

/** A child whom we know gets those of the others, too; their own stay. */
export function withKnownChild(draft: FamilyDraft, card: FamilyCard, id: string): FamilyDraft {
  const others = { ...card, children: card.children.filter((child) => child.id !== id) }
  const own = draft.ties.filter(({ child_id }) => child_id === id)
  const came = tiesLikeOthers(draft, others, id).filter(
    (tie) => !own.some((one) => isSameTie(one, tie)),
  )
  return { ...draft, ties: [...draft.ties, ...came] }
}

function tiesLikeOthers(draft: FamilyDraft, card: FamilyCard, child: string): FamilyTie[] {
  return adultsOf(draft, card).flatMap(({ id }) => {
    const same = marksOf(draft, card, id)
    return same ? [newTie(child, id, { ...same, is_of_record: false })] : []
  })
}

export function withHome(draft: FamilyDraft, card: FamilyCard): FamilyDraft {
  const id = crypto.randomUUID()
  const here = childrenOf(draft, card).map((child) => ({
    ...{ group_id: id, person_id: child.id, role: 'child' },
  }))
  const home = { id, name: null, address: noAddress, is_seen: false, isNew: true }
  return { ...draft, homes: [...draft.homes, home], members: [...draft.members, ...here] }
}

/** Who lives somewhere does not any more, or the other way round. */
export function toggled(members: HomeMember[], group_id: string, person_id: string, role: string) {
  const member = { group_id, person_id, role }
  const others = members.filter((one) => !isSameMember(one, member))
  return others.length < members.length ? others : [...members, member]
}

export const withoutNew = (draft: FamilyDraft, id: string): FamilyDraft => ({
  ...draft,
  people: draft.people.filter((one) => one.id !== id),
  ties: draft.ties.filter(({ child_id, adult_id }) => child_id !== id && adult_id !== id),
  members: draft.members.filter(({ person_id, group_id }) => person_id !== id && group_id !== id),
  homes: draft.homes.filter((home) => home.id !== id),
})

const orNull = (text: string) => text.trim() || null

function contactOf(typed: Typed | undefined) {
  const text = orNull(typed?.contact ?? '')
  return text?.includes('@') ? { email: text, phone: null } : { email: null, phone: text }
}

/** As `save_family` takes it: without lines that were left empty. */
export function familyToSave(draft: FamilyDraft, card: FamilyCard) {
  const family = everyone(card)[0]?.name?.trim().split(/\s+/).at(-1) ?? ''
  const empty = draft.people.filter(
    ({ id, name }) => !name.trim() && !draft.typed[id]?.contact.trim(),
  )
  const left = empty.reduce((rest, { id }) => withoutNew(rest, id), draft)
  const adults = new Set(adultsOf(left, card).map(({ id }) => id))
  const isMeant = ({ id, name, address, isNew }: DraftHome) =>
    !isNew ||
    orNull(name ?? '') !== null ||
    Object.values(address).some((part) => part.trim()) ||
    left.members.some(({ group_id, person_id }) => group_id === id && adults.has(person_id))
  const homes = left.homes.filter(isMeant)
  const own = new Set(
    adultsOf(left, card)
      .filter(({ isNew, is_seen, is_of_record }) => isNew || (!is_seen && !is_of_record))
      .map(({ id }) => id),
  )
  return {
    people: left.people.map(({ id, isChild, name }) => ({
      id,
      is_child: isChild,
      ...(isChild ? { ...splitName(name, family), ...contactOf(left.typed[id]) } : { name }),
    })),
    ties: left.ties.map(({ is_of_record: _, ...tie }) => ({
      ...tie,
      ...(own.has(tie.adult_id) && contactOf(left.typed[tie.adult_id])),
    })),
    households: homes.map(({ id, name, address }) => ({
      ...{ id, name: orNull(name ?? '') },
      address: Object.values(address).some((part) => part.trim())
        ? Object.fromEntries(Object.entries(address).map(([key, part]) => [key, orNull(part)]))
        : null,
    })),
    members: left.members.filter(({ group_id }) => homes.some(({ id }) => id === group_id)),
    languages: Object.entries(left.typed).flatMap(([id, { language }]) =>
      language.trim() && !empty.some((one) => one.id === id)
        ? [{ id, language: language.trim() }]
        : [],
    ),
  }
}
