import { expect, it } from 'vitest'
import {
  draftOf,
  familyToSave,
  mark,
  marksOf,
  withAdult,
  withCard,
  withChild,
  withKnownChild,
  type FamilyDraft,
} from './family-draft'
import type { FamilyCard } from './family-queries'

const card: FamilyCard = {
  children: [{ id: 'nia', name: 'Nia Holt', email: null }],
  others: [],
  adults: [],
  ties: [],
  households: [],
  members: [],
  languages: [],
}

const named = (draft: FamilyDraft, id: string, name: string): FamilyDraft => ({
  ...draft,
  people: draft.people.map((one) => (one.id === id ? { ...one, name } : one)),
})

it('a new child has the adults and homes of the others, and the family’s name', () => {
  const adult = named(withAdult(draftOf(card), card, 'mara'), 'mara', 'Mara Holt')
  const marked = mark(adult, 'mara', ['nia'], { may_collect: true })
  const family = familyToSave(named(withChild(marked, card, 'kai'), 'kai', 'Kai'), card)
  expect(family.people).toContainEqual(
    expect.objectContaining({ id: 'kai', first_name: 'Kai', last_name: 'Holt' }),
  )
  expect(family.ties.map(({ child_id, may_collect }) => [child_id, may_collect])).toEqual([
    ['nia', true],
    ['kai', true],
  ])
  expect(family.members.map(({ person_id }) => person_id)).toEqual(['nia', 'mara', 'kai'])
})

it('what an adult is may differ by child', () => {
  const two = withChild(withAdult(draftOf(card), card, 'mara'), card, 'kai')
  expect(marksOf(two, card, 'mara')).toMatchObject({ relation: 'parent' })
  const split = mark(two, 'mara', ['kai'], { relation: 'relative' })
  expect(marksOf(split, card, 'mara')).toBeUndefined()
  expect(marksOf(mark(two, 'mara', ['nia', 'kai'], null), card, 'mara')).toBeNull()
})

it('leaves out lines and homes in which nothing was typed', () => {
  const family = familyToSave(withAdult(withChild(draftOf(card), card, 'kai'), card, 'who'), card)
  expect(family).toEqual({ people: [], ties: [], households: [], members: [], languages: [] })
})

it('takes a later card in, and keeps what was typed', () => {
  const draft = named(withAdult(draftOf(card), card, 'mara'), 'mara', 'Mara Holt')
  const tie = {
    ...{
      child_id: 'moe',
      adult_id: 'rosa',
      relation: 'parent',
      may_collect: false,
      must_not_collect: false,
    },
    ...{ no_contact: false, is_of_record: false, email: null, phone: null },
  }
  const now: FamilyCard = {
    ...card,
    children: [...card.children, { id: 'moe', name: 'Moe Rivers', email: null }],
    ties: [tie],
  }
  const joined = withKnownChild(withCard(draft, card, now), now, 'moe')
  expect(joined.people).toHaveLength(1)
  expect(joined.ties.map(({ child_id, adult_id }) => `${child_id} ${adult_id}`)).toEqual([
    'nia mara',
    'moe rosa',
    'moe mara',
  ])
})
