import postgres from 'postgres'
import { startCluster, type Sql } from '../../supabase/platform/cluster'
import { migrate } from '../../supabase/platform/migrate'
import { findPostgres } from '../../supabase/platform/postgres'

/*
 * On Postgres 15, the task of retention deletes a million entries of the change log, and then 2,000
 * messages with everything attached to them, while three colleagues write: a mentor's phone number
 * (and with it an entry of the log), the status of a message, and a new message. The task runs
 * without the minute between two runs. Postgres itself says how long a colleague waited for a lock;
 * the time of a write depends on the machine too.
 */

const entries = Number(process.argv[2] ?? 1_000_000)
const messages = 2_000
const longestAllowed = 100

const installed = findPostgres()
if (!installed) throw new Error('Postgres is not installed here and cannot be.')
const cluster = await startCluster(installed)
try {
  await migrate(cluster)
  await cluster.connect('supabase_admin', { max: 1 })`update cron.job set active = false where true`
  const owner = cluster.connect('postgres', { max: 1 })
  await fill(owner)
  await pruneWhileOthersWrite(owner, 'change_log', entries)
  await pruneWhileOthersWrite(owner, 'contact_messages', messages)
} finally {
  await cluster.stop()
}

async function fill(owner: Sql): Promise<void> {
  await owner`
    insert into public.change_log (action, record_kind, record_name, changes, created_at)
    select 'changed', 'mentors', 'Mentor ' || n, jsonb_build_object('phone', jsonb_build_array('1', n::text)),
      now() - interval '2 years' - n * interval '1 second'
    from generate_series(1, ${entries}::int) n`
  await owner`insert into public.mentors (first_name, last_name) values ('Bench', 'Mark')`
  await owner`
    insert into public.contact_messages (name, email, message)
    select 'Due', 'due.' || n || '@example.org', repeat('Words. ', 20) from generate_series(1, ${messages}::int) n`
  await owner`update public.contact_messages set status = 'closed' where name = 'Due'`
  await owner`update public.submissions set closed_at = now() - interval '3 years' where name = 'Due'`
  await owner`
    insert into public.submission_notes (submission_id, author_id, body)
    select id, null, 'Note' from public.submissions, generate_series(1, 3) where name = 'Due'`
  await owner`insert into public.contact_messages (name, email, message) values ('Open', 'open@example.org', 'Open')`
  await owner`vacuum analyze`
}

async function pruneWhileOthersWrite(owner: Sql, rule: string, rows: number): Promise<void> {
  await owner`update private.retention_rules set next_at = case rule when ${rule} then now() else now() + interval '1 day' end where true`
  const colleagues = [
    [
      'a mentor',
      "update public.mentors set phone = clock_timestamp()::text where first_name = 'Bench'",
    ],
    [
      'a status',
      "update public.contact_messages set status = case status when 'new' then 'contacted' else 'new' end::public.message_status where name = 'Open'",
    ],
    [
      'a new message',
      "insert into public.contact_messages (name, email, message) values ('New', gen_random_uuid() || '@example.org', 'New')",
    ],
  ] as const
  let isDone = false
  const writing = colleagues.map(async ([what, statement]) => {
    const waits: number[] = []
    const sql = postgres({
      host: '127.0.0.1',
      port: cluster.port,
      database: 'postgres',
      username: 'supabase_admin',
      max: 1,
      onnotice: ({ message }) => {
        const [, wait] = / acquired .+ after ([\d.]+) ms/.exec(message ?? '') ?? []
        if (wait) waits.push(Number(wait))
      },
    })
    await sql`select set_config('log_lock_waits', 'on', false), set_config('deadlock_timeout', '1ms', false),
      set_config('client_min_messages', 'log', false)`
    const times: number[] = []
    while (!isDone) {
      times.push(await timed(() => sql.unsafe(statement)))
      // As busy as real colleagues, so that two cores can serve them and the task.
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    await sql.end()
    return { what, times, waits }
  })

  const task = cluster.connect('postgres', { max: 1 })
  const runs: number[] = []
  const isDue = async () => {
    const [row] =
      await owner`select next_at <= now() as due from private.retention_rules where rule = ${rule}`
    return row!.due as boolean
  }
  while (await isDue()) runs.push(await timed(() => task`select private.apply_retention()`))
  isDone = true
  const written = await Promise.all(writing)
  const [log] = await owner<[{ rows: string }?]>`
    select changes ->> 'rows' as rows from public.change_log where record_kind = 'retention_rules'
    order by created_at desc limit 1`
  console.log(
    `${rule}: ${log?.rows} of ${rows} rows in ${runs.length} transactions, ms ${summary(runs)}`,
  )
  for (const { what, times, waits } of written) {
    const longest = Math.max(0, ...waits)
    console.log(
      `  ${what}: written ${times.length} times, ms ${summary(times)}; ` +
        `waited for a lock ${waits.length} times, at most ${longest.toFixed(1)} ms`,
    )
    if (longest > longestAllowed || Number(log?.rows) !== rows) process.exitCode = 1
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

function summary(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(1)
  return `median ${at(0.5)}, 99 % ${at(0.99)}, longest ${at(1)}`
}
