import fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { randomTable } from '../../../tests/random-tables'
import { csvFileName, csvLines } from './csv'

function parse(csv: string): string[][] {
  return Papa.parse<string[]>(csv.slice(0, -2), { newline: '\r\n', delimiter: ',' }).data
}

describe('csvLines', () => {
  it('keeps commas, quotes, line breaks and accents in their cell', () => {
    const row = [
      'Monrovia, Liberia',
      'the "big" school',
      'first line\nsecond\r\nthird',
      'Renée Ōé 🌱',
    ]
    expect(parse(csvLines([row]))).toEqual([row])
  })

  it('joins lists with a comma and a space, and leaves empty values blank', () => {
    expect(csvLines([[['teaching', 'events'], [], null, undefined, '', 0, false]])).toBe(
      '"teaching, events",,,,,0,false\r\n',
    )
  })

  it.each([
    '=1+1',
    '=HYPERLINK("https://evil.example","click")',
    '@SUM(A1)',
    '+cmd|calc',
    '-2+3+cmd|calc',
    '\0=1+1',
    '+1+1',
    '-1=1',
  ])('makes the formula %j harmless', (value) => {
    expect(parse(csvLines([[value, 'next']]))).toEqual([[`'${value}`, 'next']])
  })

  it.each([
    ['x;=1+1', "x;'=1+1"],
    ['x;"=1+1"', 'x;"\'=1+1"'],
    ['x\t@SUM(A1)', "x\t'@SUM(A1)"],
    ['x\n-2+3+cmd|calc', "x\n'-2+3+cmd|calc"],
    ['\t=1+1', "'\t'=1+1"],
    ['one; +231 77 555 0101; -12.5', 'one; +231 77 555 0101; -12.5'],
  ])('makes %j harmless where a semicolon, a tab or a line break begins a cell', (value, cell) => {
    expect(parse(csvLines([[value]]))).toEqual([[cell]])
  })

  it.each(['+231 77 555 0101', '-12.5', '+1 (512) 555-0199', 'a = b', '2-3 hours'])(
    'leaves %j as it is',
    (value) => {
      expect(parse(csvLines([[value]]))).toEqual([[value]])
    },
  )

  it('returns every cell unchanged, except apostrophes before formulas', () => {
    const plain = (cell: string) => cell.replace(/'+(?=[=@+\-\t\r\0])/g, '')
    fc.assert(
      fc.property(randomTable, (rows) => {
        expect(parse(csvLines(rows)).map((cells) => cells.map(plain))).toEqual(
          rows.map((cells) => cells.map(plain)),
        )
      }),
      { numRuns: 1_000 },
    )
  })

  it.each([',', ';', '\t'])(
    'has no formula for a spreadsheet whose separator is %j',
    (delimiter) => {
      fc.assert(
        fc.property(randomTable, (rows) => {
          const cells = Papa.parse<string[]>(csvLines(rows), { delimiter }).data.flat()
          expect(cells.filter((cell) => /^\0*[=@]/.test(cell))).toEqual([])
        }),
        { numRuns: 1_000 },
      )
    },
  )

  it('makes a formula inside a list harmless', () => {
    expect(parse(csvLines([[['=1+1', 'x']]]))).toEqual([["'=1+1, x"]])
  })
})

describe('csvFileName', () => {
  it('is the table and the local date', () => {
    expect(csvFileName('volunteer_applications', new Date(2026, 0, 5, 23, 59))).toBe(
      'volunteer_applications_2026-01-05.csv',
    )
  })
})
