import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { freePort } from '../../supabase/embedded/free-port.js'
import { localKeys } from '../../supabase/embedded/config.js'
import { serveBackend } from '../../supabase/embedded/server.js'
import { concurrency } from '../../supabase/functions/_shared/transports.ts'
import { asService, signIn } from '../embedded/support.js'
import { serveMailApi, serveSmtp, type Verdict } from '../mail-servers.js'

/**
 * A campaign is queued and cancelled, each call timed. Then ten thousand mails go out by the function under Deno, two processes at once, of which one is killed again and
 * again, to a mail server that refuses some for now, some for good, and sometimes does not answer.
 */
const count = Number(process.env.MAILS ?? 10_000)
const root = path.join(import.meta.dirname, '../..')
const backend = await serveBackend()
const sql = <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
  backend.exclusive(async (pg) => (await pg.query<Row>(text, values)).rows)

const attempts = new Map<number, number>()
const smtp = await serveSmtp((recipient): Verdict => {
  const number = Number.parseInt(recipient)
  const times = (attempts.get(number) ?? 0) + 1
  attempts.set(number, times)
  if (number % 100 === 7) return 'never'
  if (number % 20 === 3 && times < 3) return 'later'
  return number % 1000 === 50 && times < 2 ? 'hang' : 'accept'
})

interface Worker {
  process: ChildProcess
  url: string
}

async function startWorker(transport: Record<string, string>): Promise<Worker> {
  const port = await freePort()
  const child = spawn(
    'npx',
    [
      '--yes',
      'deno@2.9.6',
      'run',
      '--allow-net',
      '--allow-env',
      '--allow-read',
      '--allow-sys',
      '--node-modules-dir=manual',
      '--config=supabase/functions/deliver-mail/deno.json',
      'supabase/functions/deliver-mail/index.ts',
    ],
    {
      cwd: root,
      // A group of its own: npx starts Deno as a child.
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...process.env,
        DENO_SERVE_ADDRESS: `tcp:127.0.0.1:${port}`,
        DENO_NO_UPDATE_CHECK: '1',
        SUPABASE_URL: backend.url,
        SUPABASE_SERVICE_ROLE_KEY: localKeys.secret,
        SITE_URL: 'https://www.example.org',
        DELIVER_MAIL_SECRET: 'secret',
        ...transport,
        MAIL_PATIENCE: '10000',
      },
    },
  )
  const url = `http://127.0.0.1:${port}`
  for (;;) {
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.status === 401) return { process: child, url }
    if (child.exitCode !== null) throw new Error(`Deno ended with ${child.exitCode}.`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/** Resident memory of the largest process in its group, in MB. */
async function memory({ process: { pid } }: Worker): Promise<number> {
  const listed = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  const sizes = await Promise.all(
    [pid, ...listed.split(' ').filter(Boolean)].map(async (id) => {
      const status = await readFile(`/proc/${id}/status`, 'utf8').catch(() => '')
      const below = await readFile(`/proc/${id}/task/${id}/children`, 'utf8').catch(() => '')
      const child = await readFile(`/proc/${below.trim()}/status`, 'utf8').catch(() => '')
      const size = (text: string) => Number(/VmRSS:\s+(\d+)/.exec(text)?.[1] ?? 0)
      return Math.max(size(status), size(child)) / 1024
    }),
  )
  return Math.round(Math.max(...sizes))
}

async function stopWorker({ process: child }: Worker): Promise<void> {
  const exit = once(child, 'exit')
  process.kill(-child.pid!, 'SIGKILL')
  await exit
}

const deliver = ({ url }: Worker) =>
  fetch(url, { method: 'POST', headers: { authorization: 'Bearer secret' } }).catch(() => undefined)

const campaign = '00000000-0000-4000-8000-0000000000c1'
const words = { subject: 'News for {{name}}', content: 'Dear {{name}},\n\nall is well.' }
// As if the provider allowed more per minute than the setting.
await sql('alter table private.mail_settings drop constraint mail_settings_rate_per_minute_check')
await sql('update private.mail_settings set rate_per_minute = 1000000')
await sql('delete from public.newsletter_subscriptions')
await sql(
  `insert into public.newsletter_subscriptions (name, email)
   select 'No. ' || number, number || '@example.org' from generate_series(1, $1::int) as number`,
  [count],
)
await sql(
  'insert into public.email_campaigns (id, name, subject, content) values ($1, $2, $3, $4)',
  [campaign, 'News', words.subject, words.content],
)
const admin = await signIn(backend, 'admin')
let began = performance.now()
const took = () => `${((performance.now() - began) / 1000).toFixed(1)} s`
const { data: audience } = await admin
  .rpc('campaign_audience', { audience: 'all' })
  .single<{ recipients: number }>()
  .throwOnError()
console.log(`${audience.recipients} people counted in ${took()}`)
began = performance.now()
const send = () =>
  admin
    .rpc('send_campaign', {
      campaign,
      expected_count: audience.recipients,
      expected_words: { ...words, name_fallback: 'friend', target_audience: 'all' },
    })
    .throwOnError()

const service = asService(backend)
/** Clicks, asks for slices until none is left, and reports the times. */
async function inSlices(what: string, first: () => PromiseLike<unknown>): Promise<void> {
  const start = performance.now()
  await first()
  const clicked = performance.now() - start
  let slices = 0
  let longest = 0
  for (let moved = 1; moved > 0;) {
    const before = performance.now()
    moved = (await service.rpc('advance_campaigns').throwOnError()).data as number
    longest = Math.max(longest, performance.now() - before)
    slices += 1
  }
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(
    `${what}: click ${Math.round(clicked)} ms, ${slices} slices of at most ${Math.round(longest)} ms, ${seconds} s in all`,
  )
}
const cancel = () => admin.rpc('cancel_campaign', { campaign }).throwOnError()
await inSlices(`${count} mails queued`, send)
await inSlices('cancelled, none tried', cancel)

const waiting = async () => {
  const [row] = await sql<{ count: number }>(
    `select (select count(*) from private.outbox where state in ('queued', 'sending'))::int
       + (select count(*) from private.unqueued_recipients)::int as count`,
  )
  return row!.count
}

const bySmtp = { SMTP_URL: smtp.url }
let victim = await startWorker(bySmtp)
const survivor = await startWorker(bySmtp)
began = performance.now()
await send()
const queued = (async () => {
  for (;;) {
    const [row] = await sql<{ left: boolean }>(
      'select exists (select from private.unqueued_recipients) as left',
    )
    if (!row!.left) return took()
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
})()
let kills = 0
let largest = 0
let left = await waiting()
while (left > 0) {
  const shifts = [deliver(victim), deliver(survivor)]
  if (kills < 5) {
    await new Promise((resolve) => setTimeout(resolve, 3000 + 700 * kills))
    largest = Math.max(largest, await memory(victim), await memory(survivor))
    await stopWorker(victim)
    kills += 1
    victim = await startWorker(bySmtp)
  } else {
    await Promise.all(shifts)
    largest = Math.max(largest, await memory(victim), await memory(survivor))
  }
  // As if every lease and delay were over; not those of the mails that the survivor has in hand.
  if (kills === 5) await shifts[1]
  if (kills >= 5) {
    await sql(
      "update private.outbox set next_at = now(), claimed_at = null where state in ('queued', 'sending')",
    )
  }
  left = await waiting()
}
await sql('select private.finish_campaigns()')
const seconds = (performance.now() - began) / 1000
await stopWorker(victim)
await stopWorker(survivor)

const rows = await sql<{ state: string; error: string | null; count: number }>(
  'select state, error, count(*)::int from private.outbox group by state, error order by state, error',
)
const accepted = new Map<string, Set<string>>()
for (const { to, messageId } of smtp.received) {
  accepted.set(to, (accepted.get(to) ?? new Set()).add(messageId))
}
const sent = rows.find(({ state }) => state === 'sent')?.count ?? 0
const repeated = smtp.received.length - accepted.size
const others = [...accepted.values()].filter((ids) => ids.size > 1).length
console.log(`all queued ${await queued} after the click, while workers delivered and died`)
console.log(
  `${Math.round(seconds)} s, ${Math.round(count / seconds)} mails a second, ${kills} workers killed, ${largest} MB`,
)
for (const { state, error, count: number } of rows)
  console.log(`  ${state} ${number} ${error ?? ''}`)
console.log(
  `  ${accepted.size} addresses got it, ${repeated} of them once more after a kill, ${others} under another Message-ID`,
)
await smtp.stop()

const [ended] = await sql<{ status: string; sent_count: number }>(
  'select status, sent_count from public.email_campaigns where id = $1',
  [campaign],
)
console.log(`  the campaign is ${ended!.status}, to ${ended!.sent_count}`)

// The same by way of an HTTP mail API, as if a minute were over: the rate allows no more in this one.
await sql('update private.outbox set claimed_at = null')
await sql(
  `insert into private.outbox (idempotency_key, kind, recipient)
   select 'test:' || number, 'test', number || '@example.com' from generate_series(1, 20) as number`,
)
const api = await serveMailApi(() => ({ status: 200 }))
const third = await startWorker({ MAIL_API_URL: api.url, RESEND_API_KEY: 're_test' })
await deliver(third)
await stopWorker(third)
console.log(`  ${api.accepted.size} of 20 by the HTTP mail API`)
await api.stop()
await backend.stop()
const isKnown = ended!.status === 'sent' && ended!.sent_count === sent
const isWhole = isKnown && sent + Math.floor((count + 93) / 100) === count && accepted.size >= sent
process.exitCode =
  isWhole && others === 0 && repeated <= concurrency * kills && api.accepted.size === 20 ? 0 : 1
