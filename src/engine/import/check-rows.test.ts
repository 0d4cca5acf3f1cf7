import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { optionalCount, optionalDate, optionalEmail, requiredLine } from '@/shared/forms/form-text'
import type { ImportForm } from '../core/define-resource'
import { asTyped } from './as-typed'
import { rowChecker } from './check-rows'
import { guessColumns } from './columns'
import { planFor } from './plan'

const form: ImportForm = {
  schema: z.object({
    first_name: requiredLine(100),
    email: optionalEmail,
    start_date: optionalDate,
    capacity: optionalCount,
    status: z.enum(['active', 'in_progress']),
  }),
  fields: {
    first_name: { kind: 'text', label: 'First name' },
    email: { kind: 'email', label: 'Email' },
    start_date: { kind: 'date', label: 'Start date' },
    capacity: { kind: 'number', label: 'Capacity' },
    status: { kind: 'select', label: 'Status', options: ['active', 'in_progress'] },
  },
}

it.each([
  [
    ['first_name', 'email'],
    ['first_name', 'email'],
  ],
  [['FIRST NAME', 'E-mail address', 'Starts', 'Seats', 'status'], Object.keys(form.fields)],
  [
    ['Given Name', 'Mail', 'Email'],
    ['first_name', undefined, 'email'],
  ],
  [
    ['Shoe size', '', 'Prénom'],
    [undefined, undefined, 'first_name'],
  ],
])('maps the columns %j to %j', (header, mapping) => {
  expect(guessColumns(header, form)).toEqual(mapping)
})

describe('a cell', () => {
  it.each([
    ['in_progress', 'in_progress'],
    ['In Progress', 'in_progress'],
    ['', 'active'],
    ['asleep', 'asleep'],
  ])('with the choice %j is %j', (cell, typed) => {
    expect(asTyped(form.fields.status!, cell)).toBe(typed)
  })
})

it('explains each skipped row', () => {
  const header = ['first_name', 'email', 'start_date', 'capacity', 'status']
  const rows = [
    ['Ada', 'ada@example.org', '1/31/2026', '1,000', ''],
    [],
    ['', 'x', '31/1/2026', '-1', 'asleep'],
    ['Ada', ' ADA@example.org', '', '', ''],
    ['Ada', '', '', '', '', 'more'],
    ['Short'],
  ]
  const plan = planFor({ header, headerRow: 1, top: [], rows }, form)
  const options = { form, plan, duplicateKeys: [['email']], columns: 5, headerRow: 1 }
  const { check, checked } = rowChecker(options)
  rows.forEach(check)
  expect(checked.ready.map(({ row, values }) => [row, values])).toEqual([
    [
      2,
      {
        first_name: 'Ada',
        email: 'ada@example.org',
        start_date: '2026-01-31',
        capacity: 1000,
        status: 'active',
      },
    ],
    [7, { first_name: 'Short', email: null, start_date: null, capacity: null, status: 'active' }],
  ])
  expect(checked.duplicates.map(({ row, reason }) => [row, reason])).toEqual([
    [5, 'The same as row 2'],
  ])
  expect(checked.refused.map(({ row, reasons }) => [row, reasons.length])).toEqual([
    [4, 5],
    [6, 1],
  ])
  const [refused] = checked.refused
  expect(refused?.reasons[0]).toBe('First name: Please fill this in')
  expect(refused?.reasons[4]).toMatch(/^Status: Please use one of Active, In progress/)
})

it('treats rows as the same however their letters are composed', () => {
  const rows = ['Nguyễn', 'nguyễn '.normalize('NFD')].map((name) => [name])
  const plan = planFor({ header: ['first_name'], headerRow: 1, top: [], rows }, form)
  const duplicateKeys = [['first_name']]
  const { check, checked } = rowChecker({ form, plan, duplicateKeys, columns: 1, headerRow: 1 })
  rows.forEach(check)
  expect(checked.duplicates.map(({ row }) => row)).toEqual([3])
})
