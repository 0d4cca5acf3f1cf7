import { describe, expect, it } from 'vitest'
import {
  currencyOfHeader,
  currencyOfNumber,
  dayOrder,
  decimalMark,
  offsetOf,
  readDay,
  readNumber,
} from './formats'

describe('a column of days', () => {
  it.each([
    [['5/4/2026', '25/03/2026'], 'day first', { text: '25/03/2026', at: 1 }],
    [['5/4/2026', '3/25/2026'], 'month first', { text: '3/25/2026', at: 1 }],
    [['05.04.2026'], 'day first', undefined],
    [['', '5/4/2026'], undefined, undefined],
    [['25/03/2026', '3/25/2026'], undefined, undefined],
    [['2026-01-31', '31-Jan-26'], undefined, undefined],
  ])('%j is written with %s', (values, way, proof) => {
    const written = dayOrder(values)
    expect(written.way).toBe(way)
    expect(written.proof?.text ?? undefined).toBe(proof?.text ?? (way ? values[0] : undefined))
  })

  it('is asked for only where a value has two readings', () => {
    expect(dayOrder(['5/4/2026']).ways).toEqual(['month first', 'day first'])
    expect(dayOrder(['25/03/2026', '3/25/2026'])).toMatchObject({ isMixed: true })
    expect(dayOrder(['5/5/2026', '2026-01-31', 'soon']).ways).toBeUndefined()
  })
})

describe('a column of amounts', () => {
  it.each([
    [['1,234.50'], '.'],
    [['1.234,50 €'], ','],
    [['50,00', '1.000'], ','],
    [['12.5', '1,000'], '.'],
    [['1,234,567'], '.'],
    [['0,125'], ','],
    [['1,234'], undefined],
    [['1,234.50', '50,00'], undefined],
    [['20', '$30'], undefined],
  ])('%j has the mark %s', (values, way) => {
    expect(decimalMark(values).way).toBe(way)
  })

  it('is asked for only where a value has two readings', () => {
    expect(decimalMark(['1,234', '20']).ways).toEqual(['.', ','])
    expect(decimalMark(['20', '$30']).ways).toBeUndefined()
  })
})

describe('a number', () => {
  it.each([
    ['$1,250.00', '.', '1250.00'],
    ['1,234,567', '.', '1234567'],
    [' 12 ', '.', '12'],
    ['62.50 USD', '.', '62.50'],
    ['(50.00)', '.', '-50.00'],
    ['-$50', '.', '-50'],
    ['50.00-', '.', '-50.00'],
    ['1.234,50 €', ',', '1234.50'],
    ["1'234.50", '.', '1234.50'],
    ['1 234,50', ',', '1234.50'],
    ['1,5', '.', '1,5'],
    ['12 50', '.', '12 50'],
    ['1044 250', '.', '1044 250'],
    ['1 234 567.50', '.', '1234567.50'],
    ['USD 1\u202f250.00', '.', '1250.00'],
    ['1e9', '.', '1e9'],
    ['many', '.', 'many'],
  ] as const)('%j with the mark %s is %j', (text, mark, number) => {
    expect(readNumber(text, mark)).toBe(number)
  })

  it.each([
    ['1.234,50 €', 'EUR'],
    ['$5', 'USD'],
    ['EUR 5', 'EUR'],
    ['5', undefined],
    ['', undefined],
  ])('%j is in %s', (text, currency) => {
    expect(currencyOfNumber(text)).toBe(currency)
  })

  it.each([
    ['Betrag (EUR)', 'EUR'],
    ['Amount in GBP', 'GBP'],
    ['Amount', undefined],
    ['Created date (UTC)', 'UTC'],
  ])('of a column %j is in %s', (name, currency) => {
    expect(currencyOfHeader(name)).toBe(currency)
  })
})

describe('a day', () => {
  it.each([
    ['2026-01-31', '2026-01-31'],
    ['2026/1/31', '2026-01-31'],
    ['1/31/2026', '2026-01-31'],
    ['01/31/26', '2026-01-31'],
    ['1/31/1999', '1999-01-31'],
    ['1/5/85 0:00', '1985-01-05'],
    ['2026-01-31 00:00:00', '2026-01-31'],
    ['31-Jan-26', '2026-01-31'],
    ['20260131', '2026-01-31'],
    ['Saturday, January 31st, 2026', '2026-01-31'],
    ['Sat Jan 31 2026', '2026-01-31'],
    ['Jan 31, 2026', '2026-01-31'],
    ['January 31 2026, 2:30 PM', '2026-01-31'],
    ['2026-01-31T14:05:00.25+00:00', '2026-01-31T14:05:00.25+00:00'],
    ['5. März 2026', '2026-03-05'],
    ['12 août 2026', '2026-08-12'],
    ['1er juin 2026', '2026-06-01'],
    ['5 de enero de 2026', '2026-01-05'],
    ['5 Frimaire 2026', '5 Frimaire 2026'],
    ['soon', 'soon'],
  ])('written as %j is %j', (text, day) => {
    expect(readDay(text, 'month first')).toBe(day)
  })

  it.each([
    ['31/1/2026', '2026-01-31'],
    ['31.01.26', '2026-01-31'],
    ['05/04/2026', '2026-04-05'],
  ])('before the month, %j is %j', (text, day) => {
    expect(readDay(text, 'day first')).toBe(day)
  })

  it.each([
    ['PST', '2026-01-01T22:30:00-08:00'],
    ['GMT+01:00', '2026-01-01T22:30:00+01:00'],
    ['America/Los_Angeles', '2026-01-01T22:30:00-08:00'],
    ['Africa/Monrovia', '2026-01-01T22:30:00+00:00'],
    ['the moon', '2026-01-01'],
    ['The/Moon', '2026-01-01'],
  ])('with a time in the zone %j is %j', (zone, moment) => {
    expect(readDay('1/1/2026 22:30:00', 'month first', zone)).toBe(moment)
  })

  it.each([
    ['2026-03-05 23:30:00 UTC', '2026-03-05T23:30:00Z'],
    ['2026-03-05T23:30:00+0000', '2026-03-05T23:30:00Z'],
    ['2026-03-05 23:30:00 -0600', '2026-03-05T23:30:00-06:00'],
    ['3/5/2026 11:30 PM EST', '2026-03-05T23:30:00-05:00'],
    ['2026-03-05 23:30:00 XYZ', '2026-03-05 23:30:00 XYZ'],
    ['2026-03-05T23:30:00Z', '2026-03-05T23:30:00Z'],
  ])('with a zone of its own, %j is %j', (text, moment) => {
    expect(readDay(text, 'month first')).toBe(moment)
  })

  it.each([
    ['2026-03-08T01:59:00', '-08:00'],
    ['2026-03-08T03:01:00', '-07:00'],
  ])('in a zone whose clocks change, %s is %s from UTC', (clockTime, offset) => {
    expect(offsetOf('America/Los_Angeles', clockTime)).toBe(offset)
  })

  it.each([
    ['2026-01-01 02:30:11', '2026-01-01T02:30:11Z'],
    ['1/1/2026 2:30 PM', '2026-01-01T14:30:00Z'],
    ['1/1/2026 12:05 am', '2026-01-01T00:05:00Z'],
    ['2026-01-01', '2026-01-01'],
  ])('with a time in UTC, %j is %j', (text, moment) => {
    expect(readDay(text, 'month first', 'UTC')).toBe(moment)
  })
})
