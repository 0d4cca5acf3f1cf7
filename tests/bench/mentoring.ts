import { findPostgres } from '../../supabase/platform/postgres'
import { startSeeded } from '../platform/setup'
import { measure, requestsOf } from './requests'

/*
 * Matches on Postgres 15: 5,000 in twenty programs with requirements, and 100,000 meetings. A tenth is quiet.
 */

const matches = Number(process.argv[2] ?? 5_000)
const programs = 20
const meetings = 20

if (!findPostgres()) throw new Error('Postgres 15 is not installed here and cannot be.')
const cluster = await startSeeded()
try {
  const owner = cluster.connect('postgres', { max: 1 })
  await owner
    .unsafe(`
    insert into auth.sessions (id, user_id) select id, id from auth.users on conflict do nothing;
    insert into public.programs (id, name)
    select ('00000000-0000-4000-8000-0000000b' || lpad(n::text, 4, '0'))::uuid, 'Bench ' || n from generate_series(1, ${programs}) n;
    insert into public.mentors (first_name, last_name, weekdays, place, capacity)
    select 'Mentor', 'Number ' || n, (array['Mon, Wed', 'Sat', null])[1 + n % 3], (array['Austin', 'New York', null])[1 + n % 3], 2
    from generate_series(1, ${matches}) n;
    insert into public.mentees (first_name, last_name, weekdays, place)
    select 'Mentee', 'Number ' || n, (array['Wed', 'Sun', null])[1 + n % 3], (array['Austin', 'New York', null])[1 + n % 3]
    from generate_series(1, ${matches} + 10 * ${programs}) n;
    create temporary table numbered as
      select (row_number() over (order by last_name))::integer as n, id, 'mentor' as kind from public.mentors where first_name = 'Mentor'
      union all
      select (row_number() over (order by last_name))::integer, id, 'mentee' from public.mentees where first_name = 'Mentee';
    insert into public.program_mentors (program_id, mentor_id)
    select ('00000000-0000-4000-8000-0000000b' || lpad((1 + n % ${programs})::text, 4, '0'))::uuid, id from numbered where kind = 'mentor';
    insert into public.program_mentees (program_id, mentee_id)
    select ('00000000-0000-4000-8000-0000000b' || lpad((1 + n % ${programs})::text, 4, '0'))::uuid, id from numbered where kind = 'mentee';
    insert into public.program_requirements (program_id, kind, name)
    select id, 'mentors', 'Check' from public.programs where name like 'Bench%';
    insert into public.clearances (id, mentor_id, name, done_on)
    select gen_random_uuid(), id, 'Check', current_date - 100 from numbered where kind = 'mentor';
    insert into public.matches (id, mentor_id, mentee_id, program_id, status, mentor_agreed_on, guardian_agreed_on, since, created_at)
    select gen_random_uuid(), mentor.id, mentee.id, ('00000000-0000-4000-8000-0000000b' || lpad((1 + mentor.n % ${programs})::text, 4, '0'))::uuid,
      'active', current_date - 300, current_date - 300, current_date - 290, now() - make_interval(mins => mentor.n)
    from numbered mentor join numbered mentee on mentee.kind = 'mentee' and mentee.n = mentor.n where mentor.kind = 'mentor';
    insert into public.meetings (id, program_id, match_id, day, minutes, outcome)
    select gen_random_uuid(), program_id, id, current_date - 14 * n - case when random() < 0.1 then 40 else 2 end, 60, 'happened'
    from public.matches, generate_series(0, ${meetings - 1}) n where program_id in (select id from public.programs where name like 'Bench%');
    insert into public.change_log (actor_id, action, record_kind, record_id, created_at)
    select profiles.id, 'opened', 'mentees', numbered.id, now() - interval '1 minute' from public.profiles, numbered
    where email = 'admin@kindlewell.test' and numbered.kind = 'mentee' and numbered.n > ${matches};
    analyze;
  `)
    .simple()
  const [{ id }] = await owner<[{ id: string }]>`
    select id from auth.users where email = 'admin@kindlewell.test'`
  const [{ program, mentee, match }] = await owner<
    [{ program: string; mentee: string; match: string }]
  >`
    select program_id as program, mentee_id as mentee,
      (select id from public.matches where matches.program_id = program_mentees.program_id limit 1) as match
    from public.program_mentees join public.programs on programs.id = program_id and name like 'Bench%'
    where mentee_id not in (select mentee_id from public.matches) limit 1`
  const request = requestsOf(cluster.connect('authenticator', { max: 1 }), id)
  const asAdmin = (statement: string, ...given: string[]) =>
    request((sql) => sql.unsafe(statement, given))

  await measure(
    'quiet matches of all programs',
    () => owner`select count(*) from private.quiet_matches`,
  )
  await measure('the matches of a program', () =>
    asAdmin('select public.program_matches($1)', program),
  )
  await measure('its quiet ones', () =>
    asAdmin(`select public.program_matches($1, 'quiet')`, program),
  )
  await measure('a match', () => asAdmin('select public.match_details($1)', match))
  await measure('who has no match', () => asAdmin('select public.unmatched_mentees($1)', program))
  await measure('the mentors for a mentee', () =>
    asAdmin('select public.fitting_mentors($1, $2)', program, mentee),
  )
} finally {
  await cluster.stop()
}
