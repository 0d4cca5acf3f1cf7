import { expect, it } from 'vitest'
import { isPastedTable, money } from './gift-fields'

it.each([
  ['1,250.50', '1250.50'],
  ['$1,250', '1250'],
  ['$62.5', '62.5'],
  ['$1250', '1250'],
  [' 1250 ', '1250'],
  ['9,999,999.99', '9999999.99'],
])('reads %s as an amount', (typed, amount) => {
  expect(money.parse(typed)).toBe(amount)
})

it.each([
  '1,25',
  '12,50',
  '1.250,50',
  '1,2500',
  '1000,000',
  ',500',
  '€5',
  '-5',
  '0',
  '0.00',
  '10,000,000',
  '1e3',
  '',
])('refuses %s', (typed) => {
  expect(money.safeParse(typed).success).toBe(false)
})

it.each([
  ['Ada Winters', false],
  ['Ada Winters\r\n', false],
  ['Ada\t50', true],
  ['Ada\nBen', true],
])('tells rows from the text of one field: %j', (text, isTable) => {
  expect(isPastedTable(text)).toBe(isTable)
})
