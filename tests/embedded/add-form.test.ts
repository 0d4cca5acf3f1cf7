import fs from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { serveBackend, type ServedBackend } from '../../supabase/embedded/server'
import { asService, newAddress, signIn, visit } from './support'

/* Not in pgTAP: an enum value added in a transaction is usable only after its commit. */

const file = new URL('../../supabase/schemas/submissions/contact_messages.sql', import.meta.url)
/** A copy of the form contact_messages, with another name and column. */
const [partOfMessages] = /^alter table public\.contact_messages\n? add foreign key[\s\S]*/m.exec(
  fs.readFileSync(file, 'utf8'),
)!
const partOfRiddles = partOfMessages
  .replaceAll('contact_messages', 'riddles')
  .replaceAll(/\bmessage\b/g, 'topic')

let backend: ServedBackend
beforeAll(async () => {
  backend = await serveBackend({ trustProxy: true })
  // Like a migration: all in one transaction.
  await backend.exclusive((pg) =>
    pg.transaction(async (migration) => {
      await migration.exec(`
        create type public.riddle_status as enum ('new', 'contacted', 'closed');
        create table public.riddles (
          id uuid primary key default gen_random_uuid(),
          name text not null check (private.is_line(name, 200)),
          email text not null check (private.is_line(email, 254)),
          topic text not null check (private.is_text(topic, 5000)),
          status public.riddle_status not null default 'new',
          created_at timestamptz not null default now()
        );
        alter type public.submission_kind add value 'riddle';
        insert into private.submission_kinds (kind, form, letter, sla_days) values ('riddle', 'riddles', 'Z', 3);
        insert into private.personal_data (table_name, label, action, condition)
        values ('public.riddles', 'Riddles', 'delete', 'stored.id = any (($1).submissions)');
        insert into private.retention_rules (
          rule, title, table_name, day_column, condition, unit, kept, shortest, longest, batch, next_at
        ) values (
          'riddles', 'Riddles', 'public.submissions', 'closed_at', 'kind = ''riddle''', 'months', 12, 1, 12, 10,
          private.next_retention_run('months')
        );
        ${partOfRiddles}
        call private.disable_statistics();
      `)
    }),
  )
})
afterAll(() => backend?.stop())

const riddle = (name: string) => ({ name, email: `${name}@example.org`, topic: 'Giraffes' })

const stored = async (email: string) => {
  const { data } = await asService(backend)
    .from('submissions')
    .select('id, kind, reference, name, status')
    .eq('email', email)
    .throwOnError()
  return data
}

it('a form that a migration adds is sent by visitors, and joins the queue with a receipt', async () => {
  const visitor = visit(backend)
  expect((await visitor.from('riddles').insert(riddle('ada'))).status).toBe(201)
  expect(await stored('ada@example.org')).toEqual([
    {
      id: expect.any(String) as string,
      kind: 'riddle',
      reference: expect.stringMatching(/^Z-\d+$/) as string,
      name: 'ada',
      status: 'new',
    },
  ])
  const { rows } = await backend.exclusive((pg) =>
    pg.query(`
      select kind, data ->> 'kind' as about, (
        select due_at = private.due_at(created_at, 3) from public.submissions where id = submission_id
      ) as is_due_in_three_days
      from private.outbox where recipient = 'ada@example.org'
    `),
  )
  expect(rows).toEqual([{ kind: 'receipt', about: 'riddle', is_due_in_three_days: true }])
})

it('the same is stored once, a sixth is refused, and its sender chooses no status', async () => {
  const visitor = visit(backend, { 'cf-connecting-ip': newAddress() })
  const forged = await visitor.from('riddles').insert({ ...riddle('eve'), status: 'closed' })
  expect(forged.error?.code).toBe('42501')
  const statuses: number[] = []
  for (let count = 1; count <= 6; count += 1) {
    statuses.push((await visitor.from('riddles').insert(riddle('ben'))).status)
  }
  expect(statuses).toEqual([201, 201, 201, 201, 201, 429])
  expect(await stored('ben@example.org')).toHaveLength(1)
  expect(await stored('eve@example.org')).toEqual([])
})

it('only reviewers read it and decide on it', async () => {
  await visit(backend).from('riddles').insert(riddle('cleo'))
  const [sent] = await stored('cleo@example.org')
  const decision = { ids: [sent!.id as string], to_status: ['closed'], from_status: ['new'] }
  for (const account of ['supporter', 'program.manager']) {
    const client = await signIn(backend, account)
    expect((await client.from('riddles').select('name')).data).toEqual([])
    expect((await client.rpc('set_submission_status', decision)).data).toEqual([])
  }
  const anon = await visit(backend).from('riddles').select('name')
  expect(anon.error?.code).toBe('42501')
  expect(await stored('cleo@example.org')).toMatchObject([{ status: 'new' }])

  const admin = await signIn(backend, 'admin')
  const { data } = await admin.from('riddles').select('topic').eq('name', 'cleo').throwOnError()
  expect(data).toEqual([{ topic: 'Giraffes' }])
  await admin.rpc('set_submission_status', decision).throwOnError()
  expect(await stored('cleo@example.org')).toMatchObject([{ status: 'closed' }])
})
