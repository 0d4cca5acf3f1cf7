import { findPostgres } from '../../supabase/platform/postgres'
import { startSeeded } from '../platform/setup'
import { requestsOf } from './requests'

/*
 * Leaving on Postgres 15: a colleague with 5,000 open things, half of them submissions, hands over to three heirs, and
 * the undo. The goal for leaving is 2 seconds.
 */

const things = Number(process.argv[2] ?? 5_000)
const leaver = '10000000-0000-4000-8000-000000000002'

if (!findPostgres()) throw new Error('Postgres 15 is not installed here and cannot be.')
const cluster = await startSeeded()
try {
  const owner = cluster.connect('postgres', { max: 1 })
  const [{ id: admin }] = await owner<[{ id: string }]>`
    select id from auth.users where email = 'admin@kindlewell.test'`
  await owner
    .unsafe(`
    insert into auth.sessions (id, user_id) select id, id from auth.users on conflict do nothing;
    update private.mail_settings set double_opt_in = false where singleton;
    insert into public.contact_messages (name, email, message)
    select 'Sender ' || n, n || '@bench.org', 'A message' from generate_series(1, ${Math.ceil(things / 2)}) n;
    insert into public.user_permissions (user_id, permission_id) select '${leaver}', id from public.permissions on conflict do nothing;
    update public.submissions set assignee_id = '${leaver}' where email like '%@bench.org';
    insert into public.tasks (body, due_on, assignee_id, mentor_id, open_to)
    select 'Task ' || n, current_date + n % 30, '${leaver}', case when n % 2 = 0 then mentor.id end, case when n % 2 = 0 then '{mentors}'::text[] else '{}' end
    from generate_series(1, ${Math.floor(things / 2)}) n, (select id from public.mentors limit 1) as mentor;
    analyze;
  `)
    .simple()
  const request = requestsOf(cluster.connect('authenticator', { max: 1 }), admin)

  async function timed<Answer>(
    what: string,
    run: (sql: typeof owner) => Promise<Answer>,
  ): Promise<Answer> {
    const began = performance.now()
    const answer = await request(run, { timeout: '60s' })
    console.log(`${what.padEnd(48)} ${(performance.now() - began).toFixed(0)} ms`)
    return answer
  }

  for (const round of [1, 2, 3]) {
    const leaving = `00000000-0000-4000-8000-00000000be0${round}`
    const work = await timed(
      'the list of the dialog',
      (sql) => sql`select kind, part, heirs from public.leaver_work(${leaver})`,
    )
    const heirs = work.map(({ kind, part, heirs: possible }) => ({
      kind: kind as string,
      part: part as string,
      heir: (possible as { id: string }[])[0]?.id ?? null,
    }))
    const [handed] = await timed(
      `${things.toLocaleString('en-US')} open things are handed over`,
      (sql) => sql`select public.leave_team(${leaving}, ${leaver}, ${sql.json(heirs)}) as total`,
    )
    const [undone] = await timed(
      '… and go back',
      (sql) => sql`select * from public.undo_leaving(${leaving})`,
    )
    if (Number(handed!.total) < things || undone!.kept !== 0) {
      throw new Error(`Only ${handed!.total} were handed over, and ${undone!.kept} were kept.`)
    }
  }
} finally {
  await cluster.stop()
}
