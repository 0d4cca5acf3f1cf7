import fs from 'node:fs'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Changes, shown } from './changes'

const id = '10000000-0000-4000-8000-000000000001'

it('describes a tick in words', () => {
  render(<Changes action="changed" changes={{ wants_paper: [false, true] }} />)
  expect(screen.getByRole('listitem')).toHaveTextContent('Wants paper: no → became yes')
})

it.each([
  ['a void', { voided_at: [null, '2026-11-29T10:06:42+00:00'], voided_by: [null, id] }, 'Voided'],
  ['the end of a void', { voided_at: ['2026-11-29T10:06:42+00:00', null] }, 'No longer voided'],
  ['a refund', { refunded: [0, 27.5] }, 'Refunded: $0 → became $27.50'],
  ['a merge', { merged: [null, 'Ada Winters'] }, 'Merged with Ada Winters'],
  ['its undo', { merged: ['Ada Winters', null] }, 'No longer merged with Ada Winters'],
  ['a person', { assignee: ['Grace Tolbert', null] }, 'Assignee: Grace Tolbert → became empty'],
  ['a row without a name', { gift_pledge_id: [null, id] }, 'Gift pledge: set'],
])('describes %s in words', (_what, changes, words) => {
  render(<Changes action="changed" changes={changes} />)
  expect(screen.getByRole('list')).toHaveTextContent(words)
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
})

it('names a permission by its label', () => {
  render(<Changes action="added" changes={{ permission: [null, 'can_manage_mentors'] }} />)
  expect(screen.getByRole('listitem')).toHaveTextContent('Permission: Can manage mentors')
})

/** Every option of a logged table, after its column, out of the catalogue of the database */
function loggedOptions(): string[][] {
  const catalogue = fs.readFileSync('supabase/catalogue/catalogue.txt', 'utf8').split('\n\n')
  const quoted = (list: string) => [...list.matchAll(/'([^']+)'/g)].map(([, option]) => option!)
  const listed = new Map(
    catalogue.flatMap((part) => {
      const [, type, list] = /^type (\S+)\n {2}enum (.*)/.exec(part) ?? []
      return type ? [[type, quoted(list!)] as const] : []
    }),
  )
  return catalogue
    .filter((part) => part.startsWith('table ') && part.includes('log_change'))
    .flatMap((part) => [
      ...[...part.matchAll(/^ {2}column (\w+) (\w+\.\w+)/gm)].flatMap(([, column, type]) =>
        (listed.get(type!) ?? []).map((option) => [column!, option]),
      ),
      ...[...part.matchAll(/CHECK \(\(*(\w+) = ANY \(ARRAY\[([^\]]*)\]/g)].flatMap(
        ([, column, list]) => quoted(list!).map((option) => [column!, option]),
      ),
    ])
}

it('says each stored option of the log in words', () => {
  const options = loggedOptions()
  expect(options).toContainEqual(['method', 'mobile_money'])
  // People type a place into meetings; a fault's is one word.
  const coded = options.filter(([column]) => column !== 'place')
  const raw = coded.filter(([column, option]) => /^[a-z]|_/.test(shown(column!, option)))
  expect(raw).toEqual([])
})
