import { expect, it } from 'vitest'
import { proposedFor, type Matchable } from './matched-files'

const person = (
  first_name: string,
  last_name: string | null,
  email: string | null = null,
): Matchable => ({
  id: `${first_name} ${last_name}`,
  first_name,
  last_name,
  email,
})

const people = [
  person('Grace', 'Doe', 'grace@example.org'),
  person('Ann', 'Lee'),
  person('Ann Marie', 'Lee'),
  person('Zoë', 'O’Neill'),
  person('Sam', 'Roe'),
  person('Sam', 'Roe', 'sam.roe@example.org'),
  person('Cher', null),
]

it.each([
  ['Grace Doe.pdf', 'Grace Doe'],
  ['check_DOE_grace-2026.pdf', 'Grace Doe'],
  ['scan of grace@example.org.pdf', 'Grace Doe'],
  ['Lee, Ann.jpg', 'Ann Lee'],
  ['Ann Marie Lee.jpg', 'Ann Marie Lee'],
  ["Zoe O'Neill.pdf", 'Zoë O’Neill'],
  ['Grace.pdf', undefined],
  ['Sam Roe.pdf', undefined],
  ['Cher.pdf', undefined],
  ['Gracious Doerr.pdf', undefined],
])('%s is about %s', (file, id) => {
  expect(proposedFor(file, people)?.id).toBe(id)
})
