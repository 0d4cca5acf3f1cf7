import { findPostgres } from '../../supabase/platform/postgres'
import { startSeeded } from '../platform/setup'
import { measure, requestsOf } from './requests'

/* The page of a mentor on Postgres 15: 100,000 meetings of 5,000 matches, four of them the mentor's own. */

if (!findPostgres()) throw new Error('Postgres 15 is not installed here and cannot be.')
const cluster = await startSeeded()
try {
  const owner = cluster.connect('postgres', { max: 1 })
  await owner
    .unsafe(`
    insert into auth.sessions (id, user_id) select id, id from auth.users on conflict do nothing;
    insert into public.programs (id, name) values ('00000000-0000-4000-8000-00000000be01', 'Bench');
    insert into public.mentors (id, first_name) select ('00000000-0000-4000-8000-b' || lpad(n::text, 11, '0'))::uuid, 'Mentor ' || n from generate_series(1, 2500) n;
    insert into public.mentees (id, first_name, last_name)
    select ('00000000-0000-4000-8000-c' || lpad(n::text, 11, '0'))::uuid, 'Mentee ' || n, 'Bench' from generate_series(1, 5000) n;
    insert into public.matches (id, mentor_id, mentee_id, program_id, status, mentor_agreed_on, guardian_agreed_on, since)
    select ('00000000-0000-4000-8000-d' || lpad(n::text, 11, '0'))::uuid,
      case when n <= 4 then link.mentor_id else ('00000000-0000-4000-8000-b' || lpad((1 + n % 2500)::text, 11, '0'))::uuid end,
      ('00000000-0000-4000-8000-c' || lpad(n::text, 11, '0'))::uuid, '00000000-0000-4000-8000-00000000be01',
      'active', current_date - 400, current_date - 400, current_date - 390
    from generate_series(1, 5000) n, private.mentor_accounts link where link.until is null;
    insert into public.meetings (id, program_id, match_id, day, minutes, outcome)
    select gen_random_uuid(), '00000000-0000-4000-8000-00000000be01', ('00000000-0000-4000-8000-d' || lpad((1 + n % 5000)::text, 11, '0'))::uuid,
      current_date - n / 5000 * 19, 60, 'happened'
    from generate_series(0, 99999) n;
    analyze;
  `)
    .simple()
  const [{ id }] = await owner<[{ id: string }]>`
    select id from auth.users where email = 'mentor@kindlewell.test'`
  const asMentor = requestsOf(cluster.connect('authenticator', { max: 1 }), id)

  await measure(
    'the page of a mentor with five matches',
    () => asMentor((sql) => sql`select public.mentor_page()`),
    60,
  )
  await measure(
    'logging a meeting',
    (round) =>
      asMentor(
        (sql) => sql`select public.log_own_meeting(
        gen_random_uuid(), '00000000-0000-4000-8000-d00000000001', current_date - ${round}::integer, 60, 'happened'
      )`,
      ),
    60,
  )
} finally {
  await cluster.stop()
}
