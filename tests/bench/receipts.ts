import type { Sql } from '../../supabase/platform/cluster'
import { findPostgres } from '../../supabase/platform/postgres'
import { startSeeded } from '../platform/setup'

/*
 * A year's receipts on Postgres 15: 100,000 gifts of 40,000 donors, one in ten without an email and with a postal
 * address. The figures of the page, slices of the run, and the whole run.
 */

const gifts = Number(process.argv[2] ?? 100_000)
const donors = Math.ceil(gifts * 0.4)
const year = 1995

if (!findPostgres()) throw new Error('Postgres is not installed here and cannot be.')
const cluster = await startSeeded()
try {
  const owner = cluster.connect('postgres', { max: 1 })
  await fill(owner)
  const pool = cluster.connect('authenticator', { max: 1 })
  const [{ id }] = await owner<[{ id: string }]>`
    select id from auth.users where email = 'fundraiser@kindlewell.test'`
  const claims = JSON.stringify({ role: 'authenticated', sub: id, session_id: id })

  /** The answer of a request, and its milliseconds. */
  const ask = async (role: 'authenticated' | 'service_role', statement: string) => {
    const began = performance.now()
    const [answer] = (await pool.begin(async (sql) => {
      await sql`select set_config('request.jwt.claims', ${role === 'authenticated' ? claims : ''}, true),
        set_config('role', ${role}, true)`
      return sql.unsafe(statement)
    })) as unknown as Record<string, unknown>[]
    return { answer: answer!, took: performance.now() - began }
  }
  const show = (what: string, times: number[]) => {
    const sorted = times.toSorted((a, b) => a - b)
    const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1]!.toFixed(0)
    console.log(`${what.padEnd(44)} p50 ${at(0.5)} ms  p95 ${at(0.95)} ms  ${sorted.length} times`)
  }
  const repeat = async (what: string, statement: string, times = 10) => {
    const took: number[] = []
    for (let n = 0; n < times; n += 1) took.push((await ask('authenticated', statement)).took)
    show(what, took)
  }

  await repeat('figures, before', `select * from public.receipt_run(${year})`)
  await repeat(
    'a draft',
    `select public.donor_receipt((select id from public.donors where number = 5000), ${year})`,
  )
  const pressed = await ask('authenticated', `select public.mail_receipts(${year}) as added`)
  show(`pressed, for ${String(pressed.answer.added)} donors`, [pressed.took])
  const slices: number[] = []
  const began = performance.now()
  for (;;) {
    const { answer, took } = await ask('service_role', 'select public.advance_campaigns() as moved')
    if (answer.moved === 0) break
    slices.push(took)
  }
  show('a slice of 100', slices)
  console.log(`the whole run: ${((performance.now() - began) / 1000).toFixed(0)} s`)
  const pile = await ask(
    'authenticated',
    `select public.print_receipts(${year}, gen_random_uuid()) as printed`,
  )
  show(`${String(pile.answer.printed)} printed`, [pile.took])
  await repeat('figures, after', `select * from public.receipt_run(${year})`)
  await repeat('progress', `select * from public.receipt_progress(${year})`)
  await repeat('withdrawn', `select count(*) from public.withdrawn_receipts(${year})`)
} finally {
  await cluster.stop()
}

async function fill(owner: Sql): Promise<void> {
  await owner
    .unsafe(`
    insert into auth.sessions (id, user_id) select id, id from auth.users on conflict do nothing;
    insert into public.donations (donor_name, donor_email, amount, donation_type, created_at)
    select 'Donor ' || n % ${donors}, case when n % ${donors} % 10 > 0 then 'donor.' || n % ${donors} || '@example.org' end, 1 + n % 500,
      'one-time', '${year}-01-02 12:00+00'::timestamptz + n % 360 * interval '1 day'
    from generate_series(1, ${gifts}) n;
    insert into private.contact_points (person_id, kind, normalized, value, parts)
    select id, 'post', 'home', 'Home', jsonb_build_object('street', '1 Elm', 'city', 'Waco', 'postal_code', 10000 + number)
    from public.donors where email is null and name like 'Donor %';
    analyze;
  `)
    .simple()
}
