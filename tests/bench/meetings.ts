import { findPostgres } from '../../supabase/platform/postgres'
import { startSeeded } from '../platform/setup'
import { measure, requestsOf } from './requests'

/*
 * Meetings on Postgres 15: 5,000 matches in 50 programs with 100,000 meetings, and a group of 30 children.
 * The page of a program is that of 100 mentors and mentees with two requirements.
 */

const meetings = Number(process.argv[2] ?? 100_000)
const program = '00000000-0000-4000-8000-00000000bf01'
const group = '00000000-0000-4000-8000-00000000bf02'
const other = '00000000-0000-4000-8000-00000000bf03'

if (!findPostgres()) throw new Error('Postgres 15 is not installed here and cannot be.')
const cluster = await startSeeded()
try {
  const owner = cluster.connect('postgres', { max: 1 })
  await owner
    .unsafe(`
    insert into auth.sessions (id, user_id) select id, id from auth.users on conflict do nothing;
    set session_replication_role = replica;
    insert into public.programs (id, name) select case n when 1 then '${program}' when 2 then '${other}' else gen_random_uuid() end, 'Bench ' || n from generate_series(1, 50) n;
    insert into private.people (id, name) select gen_random_uuid(), 'Bench mentor ' || n from generate_series(1, 5000) n;
    insert into public.mentors (first_name, last_name, person_id)
    select 'Mentor', 'Number ' || row_number() over (), id from private.people where name like 'Bench mentor %';
    insert into public.mentees (first_name, last_name, person_id)
    select 'Mentee', 'Number ' || row_number() over (), id from private.people where name like 'Bench mentor %';
    insert into public.matches (id, mentor_id, mentee_id, program_id, status, since, mentor_agreed_on, guardian_agreed_on)
    select gen_random_uuid(), mentor.id, mentee.id, program.id, 'active', '2024-01-01', '2024-01-01', '2024-01-01'
    from (select id, row_number() over (order by id) as n from public.mentors where first_name = 'Mentor') mentor
    join (select id, row_number() over (order by id) as n from public.mentees where first_name = 'Mentee') mentee using (n)
    join (select id, row_number() over (order by id) as p from public.programs where name like 'Bench %') program on program.p = n % 50 + 1;
    insert into public.meetings (id, program_id, match_id, day, minutes, outcome)
    select gen_random_uuid(), program_id, id, date '2024-01-01' + (turn * 30 + n % 30)::integer, 60, 'happened'
    from (select *, row_number() over () as n from public.matches where since = '2024-01-01') pair, generate_series(1, ${meetings} / 5000) as turn;
    insert into public.program_mentees (program_id, mentee_id)
    select '${program}', id from (select id from public.mentees where first_name = 'Mentee' limit 30) few;
    insert into public.program_mentees (program_id, mentee_id)
    select program_id, mentee_id from public.matches where program_id <> '${program}' on conflict do nothing;
    insert into public.program_mentors (program_id, mentor_id)
    select program_id, mentor_id from public.matches on conflict do nothing;
    insert into public.program_requirements (program_id, kind, name, months)
    select '${other}', 'mentors', name, 12 from unnest(array['Training', 'References']) as name;
    insert into public.meetings (id, program_id, title, day, minutes) values ('${group}', '${program}', 'Group', private.office_today(), 90);
    set session_replication_role = origin;
    analyze;
  `)
    .simple()
  const [{ id }] = await owner<[{ id: string }]>`
    select id from auth.users where email = 'admin@kindlewell.test'`
  const request = requestsOf(cluster.connect('authenticator', { max: 1 }), id)
  const time = (what: string, query: string) =>
    measure(what, () => request((sql) => sql.unsafe(query), { isUndone: true }), 20)

  const cells = (
    await owner<{ mentee_id: string }[]>`
      select mentee_id from public.program_mentees where program_id = ${program}`
  ).map(({ mentee_id }) => ({ mentee: mentee_id, given: 'present', replaced: null }))
  await time('The header of a program', `select public.program_header('${other}')`)
  for (const kind of ['mentees', 'mentors']) {
    await time(
      `The roster of 100 ${kind}`,
      `select * from public.program_roster('${other}', '${kind}')`,
    )
  }
  await time('A page of 50 meetings', `select * from public.list_meetings('${program}')`)
  await time('The attendance sheet of 30', `select * from public.attendance_sheet('${group}')`)
  await time(
    'Saving 30 attendances',
    `select public.save_attendance('${group}', '${JSON.stringify(cells)}')`,
  )
  await time(
    'Hours of a program and a year',
    `select * from public.meeting_hours('2025-01-01', '2025-12-31', '${program}')`,
  )
  await time(
    'Hours of all programs and a year',
    `select * from public.meeting_hours('2025-01-01', '2025-12-31')`,
  )
} finally {
  await cluster.stop()
}
