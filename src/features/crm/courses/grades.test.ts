import { expect, it } from 'vitest'
import { averageOf, copiedCells, parseGrade } from './grades'

it.each([
  ['', null],
  ['  ', null],
  ['0', 0],
  [' 87.5 ', 87.5],
  ['87,25', 87.25],
  ['99.', 99],
  ['100.00', 100],
  ['100.01', undefined],
  ['-1', undefined],
  ['87.255', undefined],
  ['1e1', undefined],
  ['A', undefined],
  ['8 7', undefined],
])('%j is the grade %j', (text, grade) => {
  expect(parseGrade(text)).toBe(grade)
})

it('averages the given grades to two decimals', () => {
  expect(averageOf([null, undefined])).toBe('')
  expect(averageOf([80, null, 90.5])).toBe('85.3')
  expect(averageOf([0.1, 0.2, 0])).toBe('0.1')
  expect(averageOf([100, 0, 0])).toBe('33.3')
})

it('reads cells copied from a spreadsheet', () => {
  expect(copiedCells('80\r\n\r\n 90 \r\n')).toEqual([['80'], [''], ['90']])
  expect(copiedCells('80\t90\n70\t')).toEqual([
    ['80', '90'],
    ['70', ''],
  ])
})
