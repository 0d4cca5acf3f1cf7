import { describe, expect, test } from 'vitest'
import { donateContent } from '../content/donate'
import { givingContent } from '../content/giving'
import type { ProgramId } from '../content/program-titles'
import { amountProblem, giftAddress, parseAmount, whatGiftPays } from './gift'

describe('an amount', () => {
  test.each([
    ['50', 50],
    [' $1,000 ', 1000],
    ['62.50', 62.5],
    ['62.5', 62.5],
  ])('%j is %d dollars', (text, dollars) => {
    expect(parseAmount(text)).toBe(dollars)
    expect(amountProblem(text)).toBeUndefined()
  })

  test.each(['', 'ten', '50,00', '1,00', '10,0000', '1,000,00', '-20', '1e3', '5.001', '€50'])(
    '%j is none',
    (text) => {
      expect(amountProblem(text)).toMatch(/in dollars, such as/)
    },
  )

  test('has limits, which are allowed themselves', () => {
    expect(amountProblem('4.99')).toBe('Please enter at least $5.')
    expect(amountProblem('5')).toBeUndefined()
    expect(amountProblem('10,000')).toBeUndefined()
    expect(amountProblem('10000.01')).toMatch(/at most \$10,000.*write to us/)
  })
})

test('the payment page gets amount, frequency and program, and keeps its own parameters', () => {
  const page = 'https://give.example/kindlewell?campaign=site&amount=1#form'
  expect(
    giftAddress(page, { amount: 62.5, frequency: 'monthly', program: 'teacher-training' }),
  ).toBe(
    'https://give.example/kindlewell?campaign=site&amount=62.50&frequency=monthly&program=teacher-training#form',
  )
  expect(
    giftAddress('https://give.example', { amount: 100, frequency: 'once', program: null }),
  ).toBe('https://give.example/?amount=100&frequency=once')
})

/** Worked out by hand from $3,750 for 200 mornings, $625 for 10 evenings, $500 for 4 Saturdays. */
test.each([
  [18.75, ['1 morning at school for one child']],
  [
    600,
    [
      '32 mornings at school for one child',
      '9 evenings in a parent circle for one parent',
      'all four money workshops for 1 adult',
    ],
  ],
  [
    8062.5,
    [
      '2 school years and 30 mornings',
      'a whole parent circle for 12 parents',
      'all four money workshops for 16 adults',
    ],
  ],
  [
    7500,
    [
      '2 school years',
      'a whole parent circle for 12 parents',
      'all four money workshops for 15 adults',
    ],
  ],
])('$%d pays for what the programs’ own figures say', (dollars, effects) => {
  expect(whatGiftPays(dollars, donateContent.measures)).toEqual({ verb: 'pays for', effects })
})

test('a gift to one program only counts in that program', () => {
  const paid = (dollars: number, program: ProgramId) =>
    whatGiftPays(dollars, donateContent.measures, program).effects
  expect(paid(600, 'bawg-workshops')).toEqual(['all four money workshops for 1 adult'])
  expect(paid(6000, 'teacher-training')).toEqual(['2 places in Teacher Training'])
})

test.each([
  [5, null, 'one of 4 for 1 morning at school for one child'],
  [50, 'bawg-workshops', 'one of 3 for 1 Saturday of money workshops for one adult'],
  [250, 'teacher-training', 'one of 11 for 1 place in Teacher Training'],
  [25, 'real-estate-investment', 'one of 667 for 1 place in Real Estate Investment'],
] as const)('$%d for %s is one of a whole number of gifts', (dollars, program, effect) => {
  expect(whatGiftPays(dollars, donateContent.measures, program)).toEqual({
    verb: 'is',
    effects: [effect],
  })
})

test('each amount of the form is shown in whole units', () => {
  expect(givingContent.amounts.map(({ amount, text }) => `${amount}: ${text}`)).toEqual([
    '$25: 1 morning at school for one child.',
    '$50: 2 mornings at school for one child.',
    '$100: 5 mornings at school for one child, or 1 evening in a parent circle for one parent.',
    '$250: 13 mornings at school for one child, or 4 evenings in a parent circle for one parent, or 2 Saturdays of money workshops for one adult.',
  ])
  expect(givingContent.gifts.map(({ amount }) => amount)).toEqual([
    '$18.75',
    '$62.50',
    '$125',
    '$375',
  ])
})
