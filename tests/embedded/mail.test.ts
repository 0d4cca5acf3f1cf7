import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { localKeys } from '../../supabase/embedded/config'
import { serveBackend, type ServedBackend } from '../../supabase/embedded/server'
import { deliver } from '../../supabase/functions/deliver-mail/deliver.ts'
import { createHandler } from '../../supabase/functions/deliver-mail/handler.ts'
import { Database } from '../../supabase/functions/_shared/database.ts'
import { composeMail } from '../../src/shared/mail/mails.ts'
import { chooseTransport, type Transport } from '../../supabase/functions/_shared/transports.ts'
import { serveMailApi, serveSmtp, type Verdict } from '../mail-servers'
import { signIn, visit } from './support'

let backend: ServedBackend
beforeAll(async () => {
  backend = await serveBackend({ trustProxy: true })
})
afterAll(() => backend?.stop())
afterEach(() => sql('delete from private.outbox'))

const sql = <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
  backend.exclusive(async (pg) => (await pg.query<Row>(text, values)).rows)

const environment = (more: Record<string, string> = {}) => ({
  SUPABASE_URL: backend.url,
  SITE_URL: 'https://www.example.org',
  SUPABASE_SERVICE_ROLE_KEY: localKeys.secret,
  DELIVER_MAIL_SECRET: 'secret',
  MAIL_PATIENCE: '6000',
  ...more,
})
const database = () => new Database(environment())
const compose = (mail: Parameters<typeof composeMail>[0]) =>
  composeMail(mail, { site: 'https://www.example.org', functions: `${backend.url}/functions/v1` })

/** Queues a campaign to this many, past the rate. */
const queue = async (count: number) => {
  const campaign = '00000000-0000-4000-8000-0000000000c1'
  await sql('update private.mail_settings set rate_per_minute = 1000')
  await sql(
    `insert into public.email_campaigns (id, name, subject, content, status)
     values ($1, 'News', 'News for {{name}}', 'Dear {{name}},\n\nall is well.', 'sending')
     on conflict (id) do update set status = 'sending'`,
    [campaign],
  )
  await sql(
    `insert into private.outbox (idempotency_key, kind, recipient, campaign_id, expires_at, data)
     select 'campaign:1:' || number, 'campaign', number || '@example.org', $1, null,
       jsonb_build_object('fields', jsonb_build_object('name', 'No. ' || number))
     from generate_series(1, $2::int) as number`,
    [campaign, count],
  )
}
/** As if every lease and delay were over. */
const passTime = () =>
  sql(
    `update private.outbox set next_at = now(), claimed_at = null where state in ('queued', 'sending')`,
  )
const states = () =>
  sql<{ recipient: string; state: string; error: string | null; attempts: number; id: string }>(
    'select recipient, state, error, attempts, id from private.outbox order by recipient',
  )
const soon = () => Date.now() + 60_000
const linkKey = 'k'.repeat(32)
const work = (transport: Transport) => ({
  database: database(),
  transport,
  compose,
  linkKey,
  until: soon(),
})
const never = <T>() => new Promise<T>(() => {})

it('reaches every address once, or says why not, whatever mail server and workers do', async () => {
  const count = 60
  await queue(count)
  const asked = new Map<number, number>()
  // Some are refused once or twice, one for good, and one gets no answer at first.
  let isBad = false
  const judge = (recipient: string): Verdict => {
    if (!isBad) return 'accept'
    const number = Number.parseInt(recipient)
    const times = (asked.get(number) ?? 0) + 1
    asked.set(number, times)
    if (number % 100 === 7) return 'never'
    if (number % 20 === 3) return times < 3 ? 'later' : 'accept'
    return number % 100 === 50 && times < 2 ? 'hang' : 'accept'
  }
  const smtp = await serveSmtp(judge)
  const transport = chooseTransport(environment({ SMTP_URL: smtp.url }))!

  // Killed between claim and send, and then between send and record.
  await database().call('claim_mails', {
    claiming: crypto.randomUUID(),
    at_most: 20,
    sending_with: 'x',
    link_key: linkKey,
  })
  const dying = {
    call: <Answer>(name: string, parameters: object): Promise<Answer> =>
      name === 'record_mail' ? never() : database().call(name, parameters),
  }
  void deliver({ ...work(transport), database: dying })
  await expect.poll(() => smtp.received.length).toBe(5)
  const unrecorded = smtp.received.map(({ to }) => Number.parseInt(to))
  isBad = true
  await passTime()

  for (let round = 0; round < 4; round += 1) {
    await Promise.all([deliver(work(transport)), deliver(work(transport))])
    await passTime()
  }
  transport.close?.()
  await smtp.stop()

  const rows = await states()
  const failed = rows.filter(({ state }) => state !== 'sent')
  expect(failed.map(({ recipient }) => recipient)).toEqual(
    rows.map(({ recipient }) => recipient).filter((it) => Number.parseInt(it) % 100 === 7),
  )
  for (const { state, error } of failed) {
    expect([state, error]).toEqual(['failed', expect.stringContaining('550 No such user here')])
  }
  const counts = new Map<string, Set<string>>()
  for (const { to, messageId } of smtp.received) {
    counts.set(to, (counts.get(to) ?? new Set()).add(messageId))
  }
  const early = unrecorded.filter((number) => number % 100 === 7)
  expect(counts.size).toBe(count - failed.length + early.length)
  // An accepted mail without a record is sent again, under the same Message-ID.
  const again = unrecorded.filter((number) => number % 100 !== 7)
  expect(smtp.received.length).toBe(counts.size + again.length)
  expect([...counts.values()].every((ids) => ids.size === 1)).toBe(true)
})

it('queues each recipient of a campaign once, whatever the rate, though a worker dies between two slices', async () => {
  const count = 3_000
  await queue(0)
  await sql('update private.mail_settings set rate_per_minute = 20')
  await sql(
    `insert into private.unqueued_recipients
     select '00000000-0000-4000-8000-0000000000c1', number, number || '@example.org', 'No. ' || number
     from generate_series(1, $1::int) as number`,
    [count],
  )
  const received: string[] = []
  const transport: Transport = {
    name: 'a test',
    send: ({ to }) => Promise.resolve(`${received.push(to)}`),
  }
  let slices = 0
  const dying = {
    call: <Answer>(name: string, parameters: object): Promise<Answer> =>
      name === 'advance_campaigns' && ++slices > 1 ? never() : database().call(name, parameters),
  }
  void deliver({ ...work(transport), database: dying })
  await expect.poll(() => slices).toBe(2)
  expect(await states()).toHaveLength(2_500)
  await expect.poll(() => received.length).toBe(20)

  await Promise.all([deliver(work(transport)), deliver(work(transport))])
  const rows = await states()
  expect(rows).toHaveLength(count)
  expect(new Set(rows.map(({ recipient }) => recipient)).size).toBe(count)
  expect(new Set(received).size).toBe(20)
  expect(received).toHaveLength(20)
  const [campaign] = await sql<{ status: string }>(
    `select status from public.email_campaigns where id = '00000000-0000-4000-8000-0000000000c1'`,
  )
  expect(campaign!.status).toBe('sending')
})

it('sends no more in a minute than the setting says', async () => {
  await queue(30)
  await sql('update private.mail_settings set rate_per_minute = 12')
  const sent: string[] = []
  const transport = {
    name: 'x',
    send: ({ to }: { to: string }) => Promise.resolve(String(sent.push(to))),
  }
  await Promise.all([deliver(work(transport)), deliver(work(transport))])
  expect(sent).toHaveLength(12)
})

describe('a mail server', () => {
  it('gets a message with text and HTML of one source, and all that mail clients look for', async () => {
    await queue(1)
    const smtp = await serveSmtp(() => 'accept')
    const handle = createHandler(environment({ SMTP_URL: smtp.url }))
    const request = () =>
      new Request('http://localhost/', {
        method: 'POST',
        headers: { authorization: 'Bearer secret' },
      })
    const answer = await handle(request())
    expect(await answer.json()).toEqual({ sent: 1, postponed: 0, failed: 0 })
    await smtp.stop()
    const [row] = await sql<{ id: string }>('table private.outbox')
    const { raw } = smtp.received[0]!
    const headers = raw.split('\r\n\r\n')[0]!.replace(/\r\n\s+/g, ' ')
    expect(headers).toContain(`Message-ID: <${row!.id}@kindlewell.example>`)
    expect(headers.toLowerCase()).toContain(`x-pm-metadata-mail: ${row!.id}`)
    expect(headers).toContain('Reply-To: hello@kindlewell.example')
    expect(headers).toContain('Subject: News for No. 1')
    const [, token] = /List-Unsubscribe: <.*\/functions\/v1\/unsubscribe\?token=([\w-]{43})>/.exec(
      headers,
    )!
    expect(raw.replaceAll('=\r\n', '')).toContain(`/unsubscribe#${token}`)
    const unsubscribed = await visit(backend).rpc('unsubscribe', { token: token! })
    expect(unsubscribed.data).toBe(true)
    await sql('delete from private.suppressions')
    expect(headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    expect(raw).toContain('Content-Type: text/plain')
    expect(raw).toContain('Content-Type: text/html')
    expect(raw.length).toBeLessThan(30_000)
  })

  it('leaves mails waiting while it is down', async () => {
    await queue(3)
    const transport = chooseTransport(environment({ SMTP_URL: 'smtp://127.0.0.1:1' }))!
    expect(await deliver(work(transport))).toEqual({ sent: 0, postponed: 3, failed: 0 })
    expect((await states()).map(({ state }) => state)).toEqual(['queued', 'queued', 'queued'])
  })

  // 0.0.0.0 leads here too, and does not look like an address of this machine.
  const elsewhere = (url: string) =>
    `${url.replace('127.0.0.1', 'mailer:let-me-in@0.0.0.0')}?ignoreTLS=true&tls.rejectUnauthorized=false`

  it.each([
    ['offers no encryption', false],
    ['vouches for itself', true],
  ])('on another machine that %s gets neither password nor mail', async (_, hasTls) => {
    await queue(1)
    const smtp = await serveSmtp(() => 'accept', { hasTls })
    const transport = chooseTransport(environment({ SMTP_URL: elsewhere(smtp.url) }))!
    expect(await deliver(work(transport))).toEqual({ sent: 0, postponed: 1, failed: 0 })
    transport.close?.()
    await smtp.stop()
    expect(smtp.received).toEqual([])
    expect(smtp.heard()).toContain('STARTTLS')
    expect(smtp.heard()).not.toMatch(/AUTH|MAIL FROM|example\.org|1@/)
    expect((await states()).map(({ state }) => state)).toEqual(['queued'])
  })

  it.each(['localhost', '127.0.0.1'])('at %s is this machine', async (host) => {
    await queue(1)
    const smtp = await serveSmtp(() => 'accept')
    const url = smtp.url.replace('127.0.0.1', host)
    const transport = chooseTransport(environment({ SMTP_URL: url }))!
    expect(await deliver(work(transport))).toEqual({ sent: 1, postponed: 0, failed: 0 })
    transport.close?.()
    await smtp.stop()
  })
})

it('an HTTP mail API gets what it documents, once for each mail', async () => {
  await queue(4)
  const api = await serveMailApi(({ to: [to] }) => {
    if (to === '2@example.org') return { status: 422, message: 'Invalid `to` field' }
    if (to === '3@example.org') return { status: 429, message: 'Too many requests' }
    return { status: 200 }
  })
  const settings = environment({ MAIL_API_URL: api.url, RESEND_API_KEY: 're_test' })
  expect(await deliver(work(chooseTransport(settings)!))).toEqual({
    sent: 2,
    postponed: 1,
    failed: 1,
  })
  await passTime()
  const wrongKey = environment({ MAIL_API_URL: api.url, RESEND_API_KEY: 're_wrong' })
  expect(await deliver(work(chooseTransport(wrongKey)!))).toMatchObject({ postponed: 1 })
  const [[known]] = [...api.accepted] as [[string, unknown]]
  await sql(`update private.outbox set state = 'failed', failed_at = now() where id = $1`, [known])
  const admin = await signIn(backend, 'admin')
  await admin.rpc('retry_mail', { mail: known }).throwOnError()
  await deliver(work(chooseTransport(settings)!))
  await api.stop()
  expect([...api.accepted.keys()].filter((key) => key.startsWith(known))).toHaveLength(2)
  expect((await states()).map(({ state, error }) => [state, error])).toEqual([
    ['sent', null],
    ['failed', '422 Invalid `to` field'],
    ['queued', '401 Unknown key'],
    ['sent', null],
  ])
  const [id, mail] = [...api.accepted][0]!
  expect(mail).toMatchObject({
    from: '"Kindlewell Foundation & Academy" <hello@kindlewell.example>',
    reply_to: 'hello@kindlewell.example',
    tags: [{ name: 'mail', value: id }],
    headers: {
      'Message-ID': `<${id}@kindlewell.example>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  })
})

it('a merge field without a value is not sent', async () => {
  await queue(1)
  await sql(
    `update private.outbox set data = '{"fields": {"name": " "}}' where recipient like '1@%'`,
  )
  const transport = { name: 'x', send: () => Promise.reject(new Error('was sent')) }
  expect(await deliver(work(transport))).toMatchObject({ failed: 1 })
  expect((await states()).map(({ error }) => error)).toEqual(['There is no value for name.'])
})

describe('a worker that the database starts', () => {
  let own: ServedBackend
  beforeAll(async () => {
    own = await serveBackend({ trustProxy: true, deliverMails: true })
  })
  afterAll(() => own?.stop())

  it('sends a visitor the receipt at once', async () => {
    const message = { name: 'Ada', email: 'ada@example.org', message: 'Hello' }
    await visit(own).from('contact_messages').insert(message)
    await expect.poll(() => own.outbox.mails.length).toBe(1)
    const { to, subject, text, headers } = own.outbox.mails[0]!
    expect(to).toBe('ada@example.org')
    expect(subject).toMatch(/^We received your message \(M-\d+\)$/)
    expect(headers).toContain('Auto-Submitted: auto-replied')
    const token = /\/status#([\w-]{43})/.exec(text)![1]!
    const { data } = await visit(own).rpc('submission_stage', { token }).single<{ stage: string }>()
    expect(data?.stage).toBe('received')
    const page = await (await fetch(`${own.url}/_dev/mail`)).text()
    expect(page).toContain('srcdoc=')
  })

  it(
    'queues a campaign right after the click, and cancels the rest right after another',
    { tags: 'ci' },
    async () => {
      const count = 3_000
      const words = { subject: 'News', content: 'All is well.' }
      const campaign = '00000000-0000-4000-8000-0000000000c1'
      await own.exclusive(async (pg) => {
        await pg.exec(`
        delete from private.outbox where true;
        update private.mail_settings set rate_per_minute = 20 where singleton;
        delete from public.newsletter_subscriptions where true;
        insert into public.newsletter_subscriptions (name, email)
        select 'No. ' || number, number || '@example.org' from generate_series(1, ${count}) as number;
        insert into public.email_campaigns (id, name, subject, content)
        values ('${campaign}', 'News', '${words.subject}', '${words.content}')`)
      })
      own.outbox.mails.splice(0)
      const admin = await signIn(own, 'admin')
      const progress = async () => {
        const { data } = await admin.rpc('campaign_progress', { campaign }).single().throwOnError()
        return data
      }
      const expected_words = { ...words, name_fallback: 'friend', target_audience: 'all' }
      await admin
        .rpc('send_campaign', { campaign, expected_count: count, expected_words })
        .throwOnError()
      await expect
        .poll(progress)
        .toMatchObject({ status: 'sending', unqueued: 0, waiting: count - 20, sent: 20 })
      await admin.rpc('cancel_campaign', { campaign }).throwOnError()
      await expect
        .poll(progress)
        .toMatchObject({ status: 'sent', is_cancelling: false, cancelled: count - 20, sent: 20 })
      expect(own.outbox.mails).toHaveLength(20)
    },
  )
})

it('each kind of mail that the outbox takes has a text', async () => {
  const kinds = await sql<{ kind: string }>(
    `select (regexp_matches(pg_get_constraintdef(oid), '''(\\w+)''', 'g'))[1] as kind
     from pg_constraint where conrelid = 'private.outbox'::regclass and conname = 'outbox_kind_check'`,
  )
  expect(kinds.length).toBeGreaterThan(5)
  for (const { kind } of kinds) {
    const empty = { id: kind, kind, recipient: 'a@example.org', data: {}, unsubscribe_token: null }
    expect(() => {
      try {
        compose(empty)
      } catch (error) {
        if (String(error).includes('There is no text')) throw error
      }
    }).not.toThrow()
  }
})
