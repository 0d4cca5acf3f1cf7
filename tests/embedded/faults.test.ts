import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { scrubbed } from '../../src/shared/lib/scrubbed'
import { serveBackend, type ServedBackend } from '../../supabase/embedded/server'
import { asService, visit, type Client } from './support'

let backend: ServedBackend
let service: Client
beforeAll(async () => {
  backend = await serveBackend()
  service = asService(backend)
})
afterAll(() => backend?.stop())
beforeEach(() => service.from('faults').delete().neq('page', '').throwOnError())

const query = async <Row>(text: string, values: unknown[] = []) =>
  (await backend.exclusive((pg) => pg.query<Row>(text, values))).rows

const stored = async () =>
  (await service.from('faults').select('place,page,message,stack,occurrences').throwOnError()).data

it.each([
  [
    "TypeError: Cannot read properties of undefined (reading 'teresa')",
    'TypeError: Cannot read properties of undefined (reading …)',
  ],
  [
    'Unexpected token T, "Teresa Van"... is not valid JSON',
    'Unexpected token T, …... is not valid JSON',
  ],
  ["Failed to load Teresa Vance and O'Brien for 'O'Brien' now", 'Failed to load … and … for … now'],
  ['He said “Teresa” and ‘Bob’s’ and «Ada» and `Eve`', 'He said … and … and … and …'],
  ["can't access property x, it's undefined", "can't access property x, it's undefined"],
  ['No person with teresa.vance@example.org', 'No person with …'],
  ['Call +1 (512) 555-0142 or 512-555-0142', '… or …'],
  ['born 2016-03-04, lives at 12 Elm', 'born …, lives at 12 …'],
  ['row 3f2504e0-4f89-11d3-9a0c-0305e82c3301 is gone', 'row … is gone'],
  ['token eyJhbGciOiJIUzI1NiJ9.eyJzdWIi.abc-def refused', 'token … refused'],
  ['link https://kindlewell.example/status#t0ken failed', 'link … failed'],
  ['Teresa Vance is gone', '… is gone'],
  ['Unknown person: Teresa', 'Unknown person: …'],
  ['Teresa\n\tMcDonald', '…'],
  ['Núñez and 李雷 are gone', '… and … are gone'],
  ['', '…'],
  ['a '.repeat(400), 'a '.repeat(150).trim()],
  ['42703: column people.foo does not exist', '42703: column people.foo does not exist'],
  [
    'PGRST202: Could not find the function public.foo(a, b) in the schema cache',
    'PGRST202: Could not find the function public.foo(a, b) in the schema cache',
  ],
  [
    'Failed to fetch dynamically imported module: https://kindlewell.example/assets/contact-form-p_UhY97.js',
    'Failed to fetch dynamically imported module: assets/contact-form-p_UhY97.js',
  ],
  [
    'Error: Minified React error #418; visit https://react.dev/errors/418?args[]=HTML for more',
    'Error: Minified React error #418; visit … for more',
  ],
  [
    "Failed to execute 'removeChild' on 'Node': The node is not a child of this node.",
    'Failed to execute … on …: The node is not a child of this node.',
  ],
])('of the message %j browser and database keep %j', async (message, kept) => {
  expect(scrubbed(message)).toBe(kept)
  const [row] = await query<{ scrubbed: string }>('select private.scrubbed($1)', [message])
  expect(row!.scrubbed).toBe(kept)
})

it('has an Edge Function’s failure on record, without its values', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  await query(`create or replace function private.unsubscribe(token text) returns boolean language plpgsql as $$
    begin raise exception 'No "%"', token; end $$`)
  const post = () =>
    fetch(`${backend.url}/functions/v1/unsubscribe?token=teresa-vance`, {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    })
  expect((await post()).status).toBe(500)
  expect((await post()).status).toBe(500)
  expect(await stored()).toEqual([
    {
      place: 'function',
      page: 'unsubscribe',
      message: 'Error: unsubscribe: No …',
      stack: expect.stringMatching(
        /^functions\/_shared\/database\.ts:\d+:\d+\nfunctions\/unsubscribe\//,
      ) as string,
      occurrences: 2,
    },
  ])
})

it('has a task on record that failed', async () => {
  await query(`create function private.fails() returns void language plpgsql as $$
    begin raise exception 'No task of Teresa'; end $$`)
  await query("select private.every_minute('fails')")
  await query('select private.run_upkeep()')
  await query("delete from private.upkeep where task = 'fails'")
  expect(await stored()).toEqual([
    { place: 'worker', page: 'fails', message: 'P0001: No task of …', stack: null, occurrences: 1 },
  ])
})

it('forwards each fault to a service for errors when it is new or back, and only where one is set up', async () => {
  await query('create table private.sent (url text, headers jsonb, body jsonb)')
  await query(`create or replace function net.http_post(
      url text, body jsonb default '{}', params jsonb default '{}', headers jsonb default '{}', timeout_milliseconds integer default 5000
    ) returns bigint language sql as $$ insert into private.sent values (url, headers, body) returning 1::bigint $$`)
  const report = async (message: string) => {
    const { error } = await visit(backend)
      .from('faults')
      .insert({ page: '/contact', message } as never)
    expect(error).toBeNull()
  }
  const sent = () =>
    query<{ url: string; key: string; message: string }>(
      `select url, headers ->> 'x-sentry-auth' as key, body ->> 'message' as message from private.sent`,
    )
  await report('before')
  expect(await sent()).toEqual([])
  await query(
    "insert into vault.decrypted_secrets values ('faults_dsn', 'https://abc123@errors.example.org/sub/7')",
  )
  await report('after')
  await report('after')
  const forwarded = {
    url: 'https://errors.example.org/sub/api/7/store/',
    key: 'Sentry sentry_version=7, sentry_client=kindlewell/1, sentry_key=abc123',
    message: 'after',
  }
  expect(await sent()).toEqual([forwarded])
  await query('update public.faults set fixed_at = now() where true')
  await report('after')
  expect(await sent()).toEqual([forwarded, forwarded])
})
