import { afterAll, beforeAll, expect, it } from 'vitest'
import { serveBackend, type ServedBackend } from '../../supabase/embedded/server'
import { asService, createFixture, visit } from './support'

const fixture = createFixture({
  'migrations/20250101000000_errors.sql': `
    create function public.fail(state text) returns void language plpgsql as $$
    begin
      raise exception using errcode = state, message = 'failed', detail = 'why', hint = 'what';
    end $$;
    create table public.parents (id int primary key check (id > 0));
    create table public.children (parent_id int not null references public.parents (id));
    create table public.lists (words text[], numbers int[], document jsonb);
    create table public.settings (id int primary key, seen jsonb);
    create function public.remember_settings() returns trigger language plpgsql as $$
    begin
      new.seen = jsonb_build_object(
        'headers', current_setting('request.headers', true)::jsonb,
        'claims', current_setting('request.jwt.claims', true)::jsonb,
        'method', current_setting('request.method', true),
        'path', current_setting('request.path', true)
      );
      return new;
    end $$;
    create trigger remember_settings before insert on public.settings
      for each row execute function public.remember_settings();
  `,
})

let backend: ServedBackend
beforeAll(async () => {
  backend = await serveBackend(fixture)
})
afterAll(async () => {
  await backend?.stop()
  fixture.remove()
})

// https://postgrest.org/en/stable/references/errors.html#http-status-codes
it.each([
  ['P0001', 400],
  ['PT404', 404],
  ['P0002', 500],
  ['22P02', 400],
  ['23502', 400],
  ['23503', 409],
  ['23505', 409],
  ['23514', 400],
  ['25006', 405],
  ['28000', 403],
  ['40001', 500],
  ['40P01', 500],
  ['42501', 401],
  ['53300', 503],
  ['53400', 500],
  ['57014', 500],
  ['AB123', 400],
])('answers SQLSTATE %s with %i and its text', async (code, status) => {
  const result = await visit(backend).rpc('fail', { state: code })
  expect(result.status).toBe(status)
  expect(result.error).toMatchObject({ code, message: 'failed' })
})

it('passes on detail and hint', async () => {
  const { error } = await visit(backend).rpc('fail', { state: '23514' })
  expect(error).toMatchObject({ details: 'why', hint: 'what' })
})

it('answers broken constraints as PostgREST does', async () => {
  const service = asService(backend)
  expect((await service.from('parents').insert({ id: 1 })).status).toBe(201)
  const insert = async (table: string, row: object) => {
    const { status, error } = await service.from(table).insert(row)
    return [status, error?.code]
  }
  expect(await insert('parents', { id: 0 })).toEqual([400, '23514'])
  expect(await insert('parents', { id: 1 })).toEqual([409, '23505'])
  expect(await insert('children', { parent_id: 9 })).toEqual([409, '23503'])
  expect(await insert('children', { parent_id: null })).toEqual([400, '23502'])
  expect(await insert('parents', { id: 'x' })).toEqual([400, '22P02'])
})

it('gives triggers the request, with lower-case header names, and forgets it afterwards', async () => {
  const inserted = await visit(backend, { 'X-Visitor': 'Ada' })
    .from('settings')
    .insert({ id: 1 })
    .select()
  expect(inserted.data).toMatchObject([
    {
      seen: {
        headers: { 'x-visitor': 'Ada', 'content-type': 'application/json' },
        claims: { role: 'anon' },
        method: 'POST',
        path: '/settings',
      },
    },
  ])
  const left = await backend.exclusive((pg) =>
    pg.query(`select current_setting('request.headers', true) as headers,
      current_setting('request.jwt.claims', true) as claims, current_user as role`),
  )
  expect(left.rows).toEqual([{ headers: '', claims: '', role: 'postgres' }])
  const next = await visit(backend, {}).from('settings').insert({ id: 2 }).select()
  expect(next.data).toMatchObject([{ id: 2, seen: { method: 'POST' } }])
  expect(JSON.stringify(next.data)).not.toContain('x-visitor')
})

it('stores arrays of any text, of numbers and within JSON as they are', async () => {
  const words = ['a,b', '"c"', '{d}', 'e\\', 'NULL', ' f ', '', '{"g":1}']
  const document = { words, nested: [[], [{}]] }
  const row = { words, numbers: [1, -2], document }
  const { data } = await asService(backend).from('lists').insert(row).select().throwOnError()
  expect(data).toEqual([row])
})
