import { findPostgres } from '../../supabase/platform/postgres'
import { startSeeded } from '../platform/setup'
import { measure, requestsOf } from './requests'

/*
 * Clearances on Postgres 15: a program with five requirements, whose evidence 5,000 mentors have. A fifth of it ends
 * within 60 days.
 */

/** Rolls a round back, so that the next one starts as it did. */
class Undone extends Error {}

const people = Number(process.argv[2] ?? 5_000)

if (!findPostgres()) throw new Error('Postgres 15 is not installed here and cannot be.')
const cluster = await startSeeded()
try {
  const owner = cluster.connect('postgres', { max: 1 })
  await owner
    .unsafe(`
    insert into auth.sessions (id, user_id) select id, id from auth.users on conflict do nothing;
    insert into public.programs (id, name) values
      ('00000000-0000-4000-8000-00000000be01', 'Bench'), ('00000000-0000-4000-8000-00000000be02', 'Bench with everyone'),
      ('00000000-0000-4000-8000-00000000be03', 'Open');
    update public.programs set manager_id = (select id from public.profiles where email = 'admin@kindlewell.test') where name like 'Bench%';
    insert into public.mentors (first_name, last_name, email)
    select 'Mentor', 'Number ' || n, 'mentor.' || n || '@bench.org' from generate_series(1, ${people}) n;
    insert into public.program_mentors (program_id, mentor_id)
    select '00000000-0000-4000-8000-00000000be02', id from public.mentors where first_name = 'Mentor';
    insert into public.program_requirements (program_id, kind, name, months)
    select programs.id, 'mentors', 'Requirement ' || n, 24 from public.programs, generate_series(1, 5) n where programs.name like 'Bench%';
    insert into public.clearances (id, mentor_id, name, done_on, valid_until, verified_by)
    select gen_random_uuid(), mentors.id, 'Requirement ' || n, current_date - 10,
      current_date + case when n = 1 then 20 else 400 end, (select id from public.profiles where email = 'staff@kindlewell.test')
    from public.mentors, generate_series(1, 5) n where first_name = 'Mentor';
    update private.mail_settings set clearance_day = current_date - 9;
    analyze;
  `)
    .simple()
  const [{ id }] = await owner<[{ id: string }]>`
    select id from auth.users where email = 'admin@kindlewell.test'`
  const request = requestsOf(cluster.connect('authenticator', { max: 1 }), id)

  for (const [what, program] of [
    ['200 assignments without a requirement', '00000000-0000-4000-8000-00000000be03'],
    ['200 assignments with five requirements', '00000000-0000-4000-8000-00000000be01'],
  ] as const) {
    await measure(
      what,
      () =>
        request(
          (sql) => sql`select public.save_program_assignments(
            ${program}, added_mentors => array(select id from public.mentors where first_name = 'Mentor' order by id limit 200)
          )`,
          { isUndone: true },
        ),
      20,
    )
  }
  await measure(
    `the status of ${people.toLocaleString('en-US')} people`,
    () =>
      owner`select count(*) from private.requirement_states(
      '00000000-0000-4000-8000-00000000be02', 'mentors', array(select id from public.mentors where first_name = 'Mentor')
    )`,
  )
  await measure('a thousand marks of the dialog', () =>
    request(
      (sql) =>
        sql`select * from public.requirement_marks('00000000-0000-4000-8000-00000000be02', 'mentors')`,
    ),
  )
  const writeNotices = () =>
    owner.begin(async (sql) => {
      await sql`select private.write_clearance_notices(
        (private.office_today() + time '09:00') at time zone private.office_time_zone()
      )`
      const [{ mails }] = await sql<[{ mails: number }]>`
        select count(*)::integer as mails from private.outbox where kind = 'clearance_ending'`
      if (mails !== people) throw new Error(`${mails} mails were written`)
      throw new Undone()
    })
  await measure(
    `notices for ${people.toLocaleString('en-US')}`,
    () =>
      writeNotices().catch((error: unknown) => {
        if (!(error instanceof Undone)) throw error
      }),
    5,
  )
} finally {
  await cluster.stop()
}
