import { expect, it } from 'vitest'
import { readSchemas } from '../../supabase/catalogue/schemas'

/* The layout of the database's files. */

const schemas = readSchemas()

it('at most 21 functions run dynamic SQL, each with the reason above it', () => {
  const functions =
    /((?:^--.*\n)*)^create (?:function|procedure) ([\w.]+)\([^]*?^as \$\$([^]*?)\$\$;/gm
  const found = [
    ...schemas
      .map(({ text }) => text)
      .join('\n')
      .matchAll(functions),
  ]
    .filter(([, , , body]) => /\bexecute (?!on\b)/.test(body!))
    .map(([, comment, name]) => [name, comment!.includes('Dynamic SQL: ')])
  expect(found.length).toBeGreaterThan(0)
  expect(found.length).toBeLessThanOrEqual(21)
  expect(found.filter(([, hasReason]) => !hasReason)).toEqual([])
})

it('a function has at most 60 lines', () => {
  const functions = schemas.flatMap(({ text }) => [
    ...text.matchAll(/^create (?:function|procedure) ([\w.]+)\([^]*?\$\$;$/gm),
  ])
  expect(functions.length).toBeGreaterThan(800)
  const long = functions.filter(([text]) => text.split('\n').length > 60)
  expect(long.map(([, name]) => name)).toEqual([])
})

it('the last schema is the last, and only it switches statistics off', () => {
  expect(schemas.at(-1)!.name).toBe('schemas/last.sql')
  const callers = schemas.filter(({ text }) => text.includes('call private.disable_statistics()'))
  expect(callers.map(({ name }) => name)).toEqual(['schemas/last.sql'])
})

it('a table has one file with its name, and no file is long', () => {
  const created = schemas.flatMap(({ name, text }) =>
    [...text.matchAll(/^create table \w+\.(\w+)/gm)].map(([, table]) => [name, table]),
  )
  expect(created.filter(([name, table]) => !name!.endsWith(`/${table}.sql`))).toEqual([])
  const long = schemas.filter(({ text }) => text.split('\n').length > 401)
  expect(long.map(({ name }) => name)).toEqual([])
})

it('everything that belongs to a table is in its file', () => {
  const belongs =
    /^(?:create (?:unique )?index (?:\w+ )?on|create (?:constraint )?trigger [^;]*? on|create policy "[^"]*"\s+on|alter table) ((?:public|private)\.\w+)/gm
  const elsewhere = schemas.flatMap(({ name, text }) =>
    [...text.matchAll(belongs)]
      .map(([, table]) => table!)
      .filter((table) => !text.includes(`create table ${table} (`))
      .map((table) => `${name}: ${table}`),
  )
  expect(elsewhere).toEqual([])
})
