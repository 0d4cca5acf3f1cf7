-- Attendance, cell by cell; consents that a meeting needs; who waits for it; hours.

begin;
select * from no_plan();
set constraints all immediate;

insert into public.programs (id, name) values ('e1000000-0000-4000-8000-000000000003', 'Tuesday club');
insert into public.mentees (id, first_name, last_name, status)
select ('e1000000-0000-4000-8000-0000000000' || lpad(number::text, 2, '0'))::uuid, 'Child ' || number, 'Clubber', 'active' from generate_series(11, 13) as number;
insert into public.mentees (id, first_name, status) values ('e1000000-0000-4000-8000-000000000019', 'Stranger', 'active');
insert into public.program_mentees (program_id, mentee_id)
select 'e1000000-0000-4000-8000-000000000003', id from public.mentees where last_name = 'Clubber';
insert into public.meetings (id, program_id, title, day, minutes, outcome, needs_consents)
select ('e1000000-0000-4000-8000-0000000001' || lpad(number::text, 2, '0'))::uuid, 'e1000000-0000-4000-8000-000000000003', title,
  private.office_today() + later, 90, outcome::public.meeting_outcome, needs::text[]
from (values
  (1, 'Chess', 0, 'planned', '{photo}'), (2, 'Later', 3, 'planned', '{}'), (3, 'Off', -2, 'cancelled', '{}'), (4, 'Waits', -2, 'happened', '{}')
) as listed (number, title, later, outcome, needs);

create function pg_temp.save(persona text, cells text, meeting integer default 1) returns jsonb language plpgsql as $$
declare
  answer jsonb;
begin
  perform tests.act_as(persona);
  answer := public.save_attendance(('e1000000-0000-4000-8000-0000000001' || lpad(meeting::text, 2, '0'))::uuid, (
    select jsonb_agg(jsonb_build_object(
      'mentee', 'e1000000-0000-4000-8000-0000000000' || split_part(cell, ' ', 1), 'given', nullif(split_part(cell, ' ', 2), '-'),
      'replaced', nullif(split_part(cell, ' ', 3), '-')
    )) from regexp_split_to_table(cells, '; ') as cell
  ));
  perform set_config('role', 'none', true), set_config('request.jwt.claims', '', true);
  return answer;
end
$$;
create function pg_temp.marks(meeting integer default 1) returns text language sql as $$
  select string_agg(right(mentee_id::text, 2) || ' ' || status, '; ' order by mentee_id) from public.meeting_attendances
  where meeting_id = ('e1000000-0000-4000-8000-0000000001' || lpad(meeting::text, 2, '0'))::uuid
$$;

select throws_ok(format('select pg_temp.save(%L, ''11 present -'')', persona), '42501', 'You may not manage programs.', persona || ' takes no attendance')
from unnest(array['plain program_manager', 'only can_manage_mentees', 'mentors']) as persona;
select throws_ok('select pg_temp.save(''admin'', ''19 present -'')', 'P0001', 'One of these children is not in this program.', 'A child of no program is refused');
select throws_ok('select pg_temp.save(''admin'', ''11 present -'', 2)', 'P0001', 'This meeting is on a later day.', 'A later meeting has no attendance');
select throws_ok('select pg_temp.save(''admin'', ''11 present -'', 3)', 'P0001', 'This meeting was cancelled.', 'Nor has a cancelled one');
select throws_ok('select pg_temp.save(''admin'', ''11 present -'', 99)', 'PT404', 'This meeting was removed.', 'Nor has one that is gone');
select throws_ok('select pg_temp.save(''admin'', ''11 asleep -'')', '22P02', null, 'An unknown mark is refused');
select is(concat(pg_temp.marks(1), pg_temp.marks(2), pg_temp.marks(3)), '', 'None of these marks anyone');

select is(pg_temp.save('only can_manage_programs', '11 present -; 12 late -'), '[]', 'Managers of programs mark children');
select is((select outcome::text from public.meetings where title = 'Chess'), 'happened', 'A planned meeting with attendance happened');
select is(
  pg_temp.save('admin', '12 absent -; 13 excused -'), '[{"mentee": "e1000000-0000-4000-8000-000000000012", "stored": "late"}]',
  'A colleague''s mark stays, and is told'
);
select is(pg_temp.marks(), '11 present; 12 late; 13 excused', 'The other cells of the same save are stored');
select is(pg_temp.save('admin', '13 excused -'), '[]', 'A repeated save is harmless');
select is(pg_temp.save('admin', '12 absent late; 11 - present'), '[]', 'Seen marks change and go');
select is(pg_temp.marks(), '12 absent; 13 excused', 'They are stored');
select results_eq(
  $$ select changes, about from public.change_log where record_kind = 'meeting_attendances' and about = '{e1000000-0000-4000-8000-000000000012}' order by id $$,
  $$ values ('{"Child 12 Clubber": [null, "late"]}'::jsonb, '{e1000000-0000-4000-8000-000000000012}'::uuid[]), ('{"Child 12 Clubber": ["late", "absent"]}', '{e1000000-0000-4000-8000-000000000012}') $$,
  'The log has each change'
);

-- Consents

create function pg_temp.sheet() returns text language plpgsql as $$
declare
  found text;
begin
  perform tests.act_as('only can_manage_programs');
  select string_agg(concat_ws(' ', first_name, status, missing), '; ') into found from public.attendance_sheet('e1000000-0000-4000-8000-000000000101');
  perform set_config('role', 'none', true), set_config('request.jwt.claims', '', true);
  return found;
end
$$;
select is(pg_temp.sheet(), 'Child 11 {photo}; Child 12 absent {photo}; Child 13 excused {photo}', 'Children without the needed consent are told');
with parent as (insert into private.people (name) values ('Paula Clubber') returning id), tie as (
  insert into private.guardians (child_id, adult_id) select person_id, parent.id from parent, public.mentees where mentees.id = 'e1000000-0000-4000-8000-000000000011'
  returning child_id, adult_id
)
insert into private.consents (child_id, adult_id, kind, version, answer, road, note, given_for, given_as)
select child_id, adult_id, 'photo', 1, 'yes', 'staff', 'By phone', child_id, adult_id from tie;
select is(pg_temp.sheet(), 'Child 11 {}; Child 12 absent {photo}; Child 13 excused {photo}', 'A yes is enough');
delete from public.program_mentees where mentee_id = 'e1000000-0000-4000-8000-000000000013';
select alike(pg_temp.sheet(), '%Child 13 excused%', 'A child who left the program keeps the mark');

-- What waits

select results_eq(
  $$ select title from private.meetings_without_attendance where program_id = 'e1000000-0000-4000-8000-000000000003' $$, $$ values ('Waits') $$,
  'Past meetings of groups without a mark wait: not later, not cancelled ones'
);
select is(pg_temp.save('admin', '12 present -', 4), '[]', 'It gets a mark');
select is_empty($$ select from private.meetings_without_attendance where program_id = 'e1000000-0000-4000-8000-000000000003' $$, 'and waits no longer');

-- Hours

insert into public.mentors (id, first_name, last_name, status) values ('e1000000-0000-4000-8000-000000000021', 'Hana', 'Hours', 'active');
insert into public.matches (id, mentor_id, mentee_id, program_id, status, since, mentor_agreed_on, guardian_agreed_on)
values ('e1000000-0000-4000-8000-000000000031', 'e1000000-0000-4000-8000-000000000021', 'e1000000-0000-4000-8000-000000000011', 'e1000000-0000-4000-8000-000000000003', 'active', '2026-01-01', '2026-01-01', '2026-01-01');
insert into public.meetings (id, program_id, match_id, day, minutes, outcome, missed_by)
select gen_random_uuid(), 'e1000000-0000-4000-8000-000000000003', 'e1000000-0000-4000-8000-000000000031', day, minutes, outcome::public.meeting_outcome, by
from (values
  ('2026-03-01'::date, 60, 'happened', null), ('2026-03-31', 45, 'happened', null), ('2026-03-15', 60, 'missed', 'mentee'), ('2026-04-01', 30, 'happened', null)
) as listed (day, minutes, outcome, by);
insert into public.meetings (id, program_id, match_id, day, minutes, outcome, duplicate_of)
select gen_random_uuid(), program_id, match_id, day, minutes, outcome, id from public.meetings where match_id = 'e1000000-0000-4000-8000-000000000031' and day = '2026-03-01';
insert into public.meetings (id, program_id, title, day, minutes, outcome) values (gen_random_uuid(), 'e1000000-0000-4000-8000-000000000003', 'Group', '2026-03-02', 90, 'happened');
select tests.act_as('only can_manage_programs');
select results_eq(
  $$ select month, mentor_name, meetings, minutes, doubtful from public.meeting_hours('2026-03-01', '2026-04-30', 'e1000000-0000-4000-8000-000000000003') $$,
  $$ values ('2026-04-01'::date, 'Hana Hours', 1::bigint, 30::bigint, 0::bigint), ('2026-03-01', 'Hana Hours', 2, 105, 1), ('2026-03-01', '', 1, 90, 0) $$,
  'Hours add up by month and mentor; what did not happen and possible duplicates do not count'
);
select results_eq(
  $$ select title, mentor_name, mentee_name, marked, attended, has_note from public.find_meeting('e1000000-0000-4000-8000-000000000101') $$,
  $$ values ('Chess', '', '', 2::bigint, 0::bigint, false) $$, 'One meeting is read with its numbers'
);
select results_eq(
  $$ select array_agg(day - '2026-03-01'::date order by place) from (
    select day, row_number() over () as place from public.list_meetings('e1000000-0000-4000-8000-000000000003', 'matches')
  ) as listed $$, $$ values ('{31,30,14,0,0}'::integer[]) $$, 'Meetings are listed newest first'
);
select is_empty(
  $$ select from public.list_meetings('e1000000-0000-4000-8000-000000000003', 'all', null, '2026-03-01', '00000000-0000-0000-0000-000000000000') $$,
  'The next page begins after the last meeting seen'
);
select results_eq(
  $$ select mentee_name, status::text from public.meeting_matches('e1000000-0000-4000-8000-000000000003') $$,
  $$ values ('Child 11 Clubber', 'active') $$, 'A meeting may be entered for a match that began'
);
select public.keep_both_meetings(id) from public.meetings where duplicate_of is not null and program_id = 'e1000000-0000-4000-8000-000000000003';
select results_eq(
  $$ select minutes, doubtful from public.meeting_hours('2026-03-01', '2026-03-31', 'e1000000-0000-4000-8000-000000000003') where mentor_name <> '' $$,
  $$ values (165::bigint, 0::bigint) $$, 'A kept duplicate counts'
);
reset role;

select * from finish();
rollback;
