import { MutationObserver, QueryClient } from '@tanstack/react-query'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { z, type ZodType } from 'zod'
import { timeToAccept } from '../../src/shared/data/organisation'
import { termsVersion } from '../../src/shared/data/terms-version'
import { serveBackend, type ServedBackend } from '../../supabase/embedded/server'
import { forms, type PublicForm } from '../public-forms'
import { rowCount, visit } from './support'

let backend: ServedBackend
beforeAll(async () => {
  backend = await serveBackend()
  vi.stubEnv('VITE_SUPABASE_URL', backend.url)
})
afterAll(() => {
  vi.unstubAllEnvs()
  return backend?.stop()
})

type Answers = Record<string, unknown>

/** What the answers are called in the form, where the columns are `first_name` or `contact_name`. */
const columnOf = (field: string) =>
  field.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)

const takesText = (part: unknown): boolean =>
  part instanceof z.ZodPipe ? takesText(part.in) : part instanceof z.ZodString

/** The code of a form, answers that it accepts, and the fields of them that take any text. */
async function ofForm({ code, stored }: PublicForm) {
  const { schema, submission } = await code()
  const { shape } = (schema instanceof z.ZodPipe ? schema.in : schema) as z.ZodObject
  const typed: Answers = Object.fromEntries(
    Object.keys(shape).map((field) => {
      if (field === 'email') return [field, 'ada@example.org']
      if (field === 'consent') return [field, true]
      const value = stored[columnOf(field)] ?? ''
      return [field, typeof value === 'number' ? String(value) : value]
    }),
  )
  expect(schema.safeParse(typed).error).toBeUndefined()
  const texts = Object.keys(shape).filter((field) => takesText(shape[field]))
  return { schema, submission, typed, texts }
}

const accepts = (schema: ZodType, answers: Answers) => schema.safeParse(answers).success

const longText = fc
  .tuple(fc.constantFrom('x', 'é', '🌱', 'م', ' ', '\n'), fc.constantFrom(40, 41, 200, 5000, 5001))
  .map(([character, length]) => character.repeat(length))

const awkwardTexts = [
  '',
  '   ',
  'null\0byte',
  '\\u0000',
  '"quoted" and \'single\'; drop table contact_messages; --',
  '<script>alert(1)</script><img src=x onerror=alert(1)>',
  '=HYPERLINK("https://evil.example")',
  '\u202eright to left\u202c مرحبا שלום',
  '\ufeffbyte order mark',
  '\u{10FFFD} private use \u{100041}',
  'a\u0301 and \u00e1',
  'line\r\nbreaks\rof\nall kinds',
  '{"json":[1,null]}',
  '{1,2}',
  'NULL',
  '2024-01-31T00:00:00Z',
  '1e400',
  '٤',
  '25',
  '-0',
]

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  // Surrogate pairs, whole or halved.
  fc
    .array(fc.integer({ min: 0xd7f0, max: 0xe00f }), { maxLength: 8 })
    .map((units) => String.fromCharCode(...units)),
  longText,
  fc.emailAddress(),
  fc.constantFrom(...awkwardTexts),
)

/** The values of the columns: null where only blanks were typed, and a number where one is stored. */
function expectedRow({ stored }: PublicForm, { consent, ...answers }: Answers): Answers {
  const all: Answers = consent ? { ...answers, terms_version: termsVersion } : answers
  return Object.fromEntries(
    Object.entries(all).map(([name, typed]) => {
      const column = columnOf(name)
      if (typeof typed === 'string' && typed.trim() === '') return [column, null]
      return [column, typeof stored[column] === 'number' ? Number(typed) : typed]
    }),
  )
}

it.each(forms)(
  'any text typed into the form of $table is stored as typed or refused at its field',
  async (form) => {
    const { table } = form
    const { schema, submission, typed, texts } = await ofForm(form)
    const clear = () =>
      backend.exclusive((pg) =>
        pg.exec(`delete from private.recent_submissions; delete from public.${table}`),
      )

    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...texts), anyText, async (field, text) => {
        await clear()
        const answers = { ...typed, [field]: text }
        const { data, error } = schema.safeParse(answers)
        if (error) {
          expect(error.issues.map(({ path }) => path)).toEqual(error.issues.map(() => [field]))
          expect(error.issues[0]?.message).toMatch(/^(Please|This) /)
          return
        }
        await new MutationObserver(new QueryClient(), submission).mutate(data as never)
        // As JSON: read on their own, texts that begin with a byte order mark lose it in PGlite.
        const { rows } = await backend.exclusive((pg) =>
          pg.query<{ stored: Answers }>(
            `select to_jsonb(sent) as stored from public.${table} sent`,
          ),
        )
        expect(rows).toHaveLength(1)
        expect(rows[0]!.stored).toMatchObject(expectedRow(form, answers))
      }),
      { numRuns: 35, examples: awkwardTexts.map((text) => [texts[0]!, text]) },
    )
    await clear()
    expect(await rowCount(backend, `public.${table}`)).toBe(0)
  },
)

it.each(forms)('ordinary text of any script is never refused by $table', async (form) => {
  const { schema, typed, texts } = await ofForm(form)
  const prose = fc.stringMatching(/^[\p{L}\p{M}\p{N}\p{P}\p{Emoji} \n]{1,40}$/u)
  // Neither an address nor an age
  const free = texts.filter((field) => accepts(schema, { ...typed, [field]: 'Words' }))
  fc.assert(
    fc.property(fc.constantFrom(...free), prose, (field, text) => {
      fc.pre(text.trim() !== '')
      const isLine = !accepts(schema, { ...typed, [field]: 'a\nb' })
      const written = isLine ? text.replaceAll('\n', ' ') : text
      expect(schema.safeParse({ ...typed, [field]: written }).error).toBeUndefined()
    }),
  )
})

it('without a proxy no header sets the address that a limit counts', async () => {
  const statuses: number[] = []
  for (let count = 1; count <= 6; count += 1) {
    const address = `203.0.113.${count}`
    const headers = {
      'cf-connecting-ip': address,
      'x-real-ip': address,
      'x-forwarded-for': `${address}, ${address}`,
    }
    const message = { name: 'Mal', email: `m${count}@example.org`, message: 'x' }
    const { status } = await visit(backend, headers).from('contact_messages').insert(message)
    statuses.push(status)
  }
  expect(statuses).toEqual([201, 201, 201, 201, 201, 429])
  expect(await rowCount(backend, "public.contact_messages where email like 'm_@example.org'")).toBe(
    5,
  )
})

it('each form that is stored is among those that the tests send', async () => {
  const { rows } = await backend.exclusive((pg) =>
    pg.query<{ form: string }>('select unnest(private.public_forms()) as form'),
  )
  expect(new Set(forms.map(({ table }) => table))).toEqual(new Set(rows.map(({ form }) => form)))
})

it('a seat stays offered for as long as the texts about it say', async () => {
  const until = await backend.exclusive((pg) =>
    pg.transaction(async (transaction) => {
      await transaction.exec(
        "insert into public.program_registrations (program, first_name, last_name, email) values ('health', 'Ada', 'Reed', 'ada@example.org')",
      )
      const { rows } = await transaction.query<{ days: number }>(`
        update public.program_registrations set status = 'offered' where email = 'ada@example.org'
        returning (
          select days from generate_series(1, 9) days where private.due_at(now(), days) = offered_until
        )
      `)
      await transaction.rollback()
      return rows
    }),
  )
  expect(until.map(({ days }) => `${days} business days`)).toEqual([timeToAccept])
})

it('no other text writes the number of days down', () => {
  const texts = import.meta.glob<string>(['../../src/**/*.{ts,tsx}', '!**/*.test.*'], {
    query: '?raw',
    import: 'default',
    eager: true,
  })
  const written = Object.entries(texts).flatMap(([file, text]) =>
    Array.from(
      text.matchAll(/\b(?:\d+|two|three|four|five|six|seven)\s+business\s+days?/gi),
      () => file,
    ),
  )
  expect(new Set(written)).toEqual(
    new Set(['../../src/shared/data/organisation.ts', '../../src/shared/data/promised.ts']),
  )
})
