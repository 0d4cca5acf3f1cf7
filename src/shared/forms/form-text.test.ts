import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import {
  formText,
  optionalCount,
  optionalDate,
  optionalEmail,
  optionalLine,
  optionalText,
  requiredEmail,
  requiredLine,
  requiredText,
} from './form-text'

const problem = (schema: z.ZodType, value: string) =>
  schema.safeParse(value).error?.issues[0]?.message

describe('text', () => {
  it.each([' ends in blanks  ', 'two\nlines', '<b>"quoted"</b>', 'مرحبا', '👩‍👩‍👧'])(
    'is kept as it was typed: %j',
    (text) => expect(requiredText(40, 'Missing').parse(text)).toBe(text),
  )

  it('is counted in characters, as the database does', () => {
    expect(problem(formText(5), '🌱'.repeat(5))).toBeUndefined()
    expect(problem(formText(5), '🌱'.repeat(6))).toBe('Please keep this to 5 characters')
    expect(problem(formText(5000), 'x'.repeat(5001))).toBe('Please keep this to 5,000 characters')
  })

  it.each(['null\0byte', 'half \ud83c of a pair', 'other half \udf31'])(
    'that cannot be stored is refused: %j',
    (text) =>
      expect(problem(formText(40), text)).toBe('This contains a character that cannot be stored'),
  )

  it.each(['', ' ', '\n\t', '\u00a0'])('that is required is more than %j', (text) =>
    expect(problem(requiredText(40, 'Missing'), text)).toBe('Missing'),
  )

  it.each(['two\nlines', 'tab\t', 'bell\u0007', 'next\u0085line'])(
    'of one line is not %j',
    (text) => {
      expect(problem(requiredLine(40), text)).toBe('Please write this in one line')
      expect(problem(optionalLine(40), text)).toBe('Please write this in one line')
    },
  )

  it('that is optional is null when it is blank', () => {
    expect(optionalText(40).parse(' \n')).toBeNull()
    expect(optionalText(40).parse(' some ')).toBe(' some ')
  })
})

describe('an email address', () => {
  it('is required or not', () => {
    expect(problem(requiredEmail, '')).toBe('Please enter your email address')
    expect(optionalEmail.parse(' ')).toBeNull()
    expect(optionalEmail.parse(' ada@example.org ')).toBe('ada@example.org')
  })

  it.each(['nonsense', 'a@b', 'two words@example.org', '@example.org'])('is not %j', (text) => {
    expect(problem(requiredEmail, text)).toBe('Please enter a valid email address')
    expect(problem(optionalEmail, text)).toBe('Please enter a valid email address')
  })
})

it.each(['1899-12-31', '2201-01-01', '2026-02-30', '12026-01-01', 'soon'])(
  'a date is not %j',
  (text) => expect(problem(optionalDate, text)).toBe('Please enter a date between 1900 and 2200'),
)

it('a date or count may be left empty', () => {
  expect(optionalDate.parse('')).toBeNull()
  expect(optionalDate.parse('2200-12-31')).toBe('2200-12-31')
  expect(optionalCount.parse(' ')).toBeNull()
  expect(optionalCount.parse('2147483647')).toBe(2_147_483_647)
})

it.each(['0', '-1', '1.5', '1e3', '2147483648'])('a count is not %j', (text) =>
  expect(problem(optionalCount, text)).toBe('Please enter a whole number from 1 to 2,147,483,647'),
)
