import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { formText, optionalEmail, optionalText, requiredEmail, requiredText } from './form-text'

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

  it('that is optional is null when nothing was typed', () => {
    expect(optionalText(40).parse('')).toBeNull()
    expect(optionalText(40).parse('some')).toBe('some')
  })
})

describe('an e-mail address', () => {
  it('is required or not', () => {
    expect(problem(requiredEmail, '')).toBe('Please enter your e-mail address')
    expect(problem(optionalEmail, '')).toBeUndefined()
  })

  it.each(['nonsense', 'a@b', 'two words@example.org', '@example.org'])('is not %j', (text) => {
    expect(problem(requiredEmail, text)).toBe('Please enter a valid e-mail address')
    expect(problem(optionalEmail, text)).toBe('Please enter a valid e-mail address')
  })
})
