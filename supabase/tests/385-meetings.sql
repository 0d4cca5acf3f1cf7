-- Meetings: what every one has to pass, whoever enters it; two of one kind; what the log keeps.

begin;
select * from no_plan();
set constraints all immediate;

insert into public.mentors (id, first_name, last_name, status) values ('e0000000-0000-4000-8000-000000000001', 'Mona', 'Meeter', 'active');
insert into public.mentees (id, first_name, last_name, status) values
  ('e0000000-0000-4000-8000-000000000002', 'Nino', 'Meeter', 'active'), ('e0000000-0000-4000-8000-000000000012', 'Nora', 'Meeter', 'active');
insert into public.programs (id, name) values ('e0000000-0000-4000-8000-000000000003', 'Meeting point');
insert into public.matches (id, mentor_id, mentee_id, program_id, status, since, mentor_agreed_on, guardian_agreed_on) values
  ('e0000000-0000-4000-8000-000000000004', 'e0000000-0000-4000-8000-000000000001', 'e0000000-0000-4000-8000-000000000002',
    'e0000000-0000-4000-8000-000000000003', 'active', private.office_today() - 30, private.office_today() - 30, private.office_today() - 30);
insert into public.matches (id, mentor_id, mentee_id, program_id) values
  ('e0000000-0000-4000-8000-000000000014', 'e0000000-0000-4000-8000-000000000001', 'e0000000-0000-4000-8000-000000000012',
    'e0000000-0000-4000-8000-000000000003');

-- Logs a meeting as the database does after its caller was asked for rights.
create function pg_temp.log(number integer, told jsonb, by_persona text default 'admin') returns uuid language sql as $$
  select private.log_meeting(jsonb_populate_record(null::public.meetings, jsonb_build_object(
    'id', 'e0000000-0000-4000-8000-0000000001' || lpad(number::text, 2, '0'), 'program_id', 'e0000000-0000-4000-8000-000000000003',
    'match_id', 'e0000000-0000-4000-8000-000000000004', 'day', private.office_today(), 'minutes', 60, 'outcome', 'happened',
    'recorded_by', tests.account(by_persona)
  ) || told))
$$;
create function pg_temp.count() returns bigint language sql as $$
  select count(*) from public.meetings where program_id = 'e0000000-0000-4000-8000-000000000003'
$$;

select throws_ok(format('select pg_temp.log(1, %L)', told), code, message, message)
from (values
  ('{"minutes": 0}', 'P0001', 'A meeting takes 5 to 720 minutes.'),
  ('{"minutes": 4}', 'P0001', 'A meeting takes 5 to 720 minutes.'),
  ('{"minutes": 721}', 'P0001', 'A meeting takes 5 to 720 minutes.'),
  ('{"minutes": null}', 'P0001', 'Enter how many minutes it took.'),
  ('{"day": null}', 'P0001', 'Enter the day.'),
  (jsonb_build_object('day', private.latest_day() + 1)::text, 'P0001', 'This day is later than today anywhere on earth.'),
  (jsonb_build_object('day', private.office_today() - 31)::text, 'P0001', 'This match began on ' || private.day_in_words(private.office_today() - 30) || '.'),
  ('{"match_id": "e0000000-0000-4000-8000-000000000014"}', 'P0001', 'This match has not begun.'),
  ('{"match_id": "e0000000-0000-4000-8000-000000000099"}', 'PT404', 'This match no longer exists.'),
  ('{"outcome": "missed", "minutes": null}', 'P0001', 'Choose who cancelled or missed it.'),
  (jsonb_build_object('topics', repeat('x', 501))::text, 'P0001', 'Topics have up to 500 characters.'),
  (jsonb_build_object('note', repeat('x', 5001))::text, 'P0001', 'A note has up to 5,000 characters.'),
  (jsonb_build_object('place', E'one\ntwo')::text, 'P0001', 'The place is one line of up to 200 characters.'),
  ('{"match_id": null}', 'P0001', 'Give the meeting a title of one line.'),
  ('{"match_id": null, "title": "Club", "outcome": "planned", "minutes": null}', 'P0001', 'Enter how many minutes it takes.')
) as wrong (told, code, message);
select is(pg_temp.count(), 0::bigint, 'Nothing of these is stored');

select is(pg_temp.log(1, '{"minutes": 5, "note": "  Read.  ", "missed_by": "mentor"}'), null, 'The shortest meeting is stored');
select is(pg_temp.log(2, '{"minutes": 720}'), null, 'The longest meeting is stored');
select is(pg_temp.log(3, jsonb_build_object('day', private.latest_day())), null, 'A meeting of today where the day begins first is stored');
select is(pg_temp.log(4, jsonb_build_object('day', private.office_today() - 30)), null, 'A meeting of the first day of a match is stored');
select results_eq(
  $$ select note, missed_by, recorder_name is not null from public.meetings where id::text like '%0101' $$,
  $$ values ('Read.', null::text, true) $$, 'Texts lose blanks, and what happened was missed by nobody'
);

-- Two of one kind

select is(pg_temp.log(2, '{"minutes": 720}'), null, 'The same id again stores nothing twice');
select is(pg_temp.count(), 4::bigint, 'Four meetings are stored');
select throws_ok($$ select pg_temp.log(2, '{"minutes": 720}', 'mentors') $$, '23505', null, 'The id of another account''s meeting is refused');
select is(
  pg_temp.log(5, '{"minutes": 720}', 'mentors')::text, 'e0000000-0000-4000-8000-000000000102',
  'The same match, day and minutes from a second device is kept and marked'
);
select is(pg_temp.log(6, '{"minutes": 720}')::text, 'e0000000-0000-4000-8000-000000000102', 'A third is marked with the first');
select is(pg_temp.log(5, '{"minutes": 720}', 'mentors')::text, 'e0000000-0000-4000-8000-000000000102', 'A retry answers the same');
select is(pg_temp.log(7, '{"minutes": 700}'), null, 'Other minutes are no duplicate');

-- Changes

create function pg_temp.change(number integer, changes jsonb, replaced jsonb) returns void language sql as $$
  select private.change_meeting(('e0000000-0000-4000-8000-0000000001' || lpad(number::text, 2, '0'))::uuid, changes, replaced, '{day,minutes,outcome,missed_by,note}')
$$;
select throws_ok($$ select pg_temp.change(7, '{"minutes": 30}', '{"minutes": 60}') $$, 'PT409', 'Someone else changed it in the meantime.', 'A change of what was not seen is refused');
select throws_ok($$ select pg_temp.change(7, '{"minutes": 721}', '{"minutes": 700}') $$, 'P0001', 'A meeting takes 5 to 720 minutes.', 'A changed meeting passes the same checks');
select throws_ok($$ select pg_temp.change(7, '{"recorded_by": null}', '{}') $$, '23514', 'Unknown field.', 'Other columns are refused');
select throws_ok($$ select pg_temp.change(99, '{"minutes": 30}', '{}') $$, 'PT404', 'This meeting was removed.', 'A removed meeting is told');
select lives_ok($$ select pg_temp.change(7, '{"minutes": 720}', '{"minutes": 700}') $$, 'Minutes can be corrected');
select lives_ok($$ select pg_temp.change(7, '{"minutes": 720}', '{"minutes": 700}') $$, 'A retry of a correction is harmless');
select is((select duplicate_of::text from public.meetings where id::text like '%0107'), 'e0000000-0000-4000-8000-000000000102', 'A correction can make a duplicate');

-- Planned ones

insert into public.meetings (id, program_id, match_id, day, minutes, outcome, place, topics, needs_consents, recorded_by, created_at)
select ('e0000000-0000-4000-8000-0000000002' || lpad(number::text, 2, '0'))::uuid, 'e0000000-0000-4000-8000-000000000003',
  'e0000000-0000-4000-8000-000000000004', private.office_today() - 10 - number, 45, 'planned', 'Library', 'Whales', '{photo}', tests.account('staff'),
  now() - interval '10 days'
from generate_series(1, 5) as number;
create function pg_temp.day(number integer) returns jsonb language sql as $$ select jsonb_build_object('day', private.office_today() - 10 - number) $$;
create function pg_temp.of_day(number integer) returns setof public.meetings language sql as $$
  select * from public.meetings
  where match_id = 'e0000000-0000-4000-8000-000000000004' and day = private.office_today() - 10 - number order by created_at desc, id
$$;
select is(pg_temp.log(21, pg_temp.day(1) || '{"topics": "Sharks"}', 'mentors'), null, 'A meeting on the day of a planned one is stored');
select results_eq(
  $$ select id::text, minutes::integer, outcome::text, place, topics, needs_consents, recorded_by, created_at = now() from pg_temp.of_day(1) $$,
  $$ values ('e0000000-0000-4000-8000-000000000121', 60, 'happened', 'Library', 'Sharks', '{photo}'::text[], tests.account('mentors'), true) $$,
  '… in its place: what was said counts, and what was not said is as planned'
);
select is(pg_temp.log(21, pg_temp.day(1), 'mentors'), null, 'The same id again stores nothing twice');
select is((select count(*) from pg_temp.of_day(1)), 1::bigint, '… in the place of a planned one either');
select results_eq(
  $$ select action::text, changes ->> 'outcome' from public.change_log where record_kind = 'meetings' and record_id::text like '%0121' $$,
  $$ values ('changed', '["planned", "happened"]') $$, 'The log has what became of it'
);
select is(pg_temp.log(22, pg_temp.day(1) || '{"minutes": 30}', 'mentors'), null, 'Another meeting of that day is one more');
select is((select count(*) from pg_temp.of_day(1)), 2::bigint, '… beside the first');
select is(
  pg_temp.log(23, pg_temp.day(2) || '{"outcome": "missed", "missed_by": "mentee", "minutes": null}'), null, 'A planned one that was missed is stored'
);
select results_eq($$ select outcome::text, minutes::integer from pg_temp.of_day(2) $$, $$ values ('missed', null::integer) $$, '… in its place');
select is(pg_temp.log(24, pg_temp.day(3) || '{"outcome": "planned"}'), null, 'A second one is planned for a day');
select is(pg_temp.log(25, pg_temp.day(3)), null, '… of which one took place');
select results_eq(
  $$ select outcome::text from pg_temp.of_day(3) order by 1 $$, $$ values ('happened'), ('planned') $$, '… and the other one is still planned'
);
update public.meetings set note = 'For us' where id in (select id from pg_temp.of_day(4) union select id from pg_temp.of_day(5));
select is(pg_temp.log(26, pg_temp.day(4)), null, 'A colleague logs one with a note');
select results_eq($$ select outcome::text, note from pg_temp.of_day(4) $$, $$ values ('happened', 'For us') $$, '… which stays with it');
select is(pg_temp.log(27, pg_temp.day(5), 'mentor'), null, 'A mentor logs one with a note');
select results_eq(
  $$ select outcome::text, note from pg_temp.of_day(5) order by 1 $$, $$ values ('happened', null::text), ('planned', 'For us') $$,
  '… and does not get to read it'
);

-- The end of a match or a program

update public.matches set status = 'closed', close_reason = 'Moved', until = private.office_today() - 2 where id = 'e0000000-0000-4000-8000-000000000004';
select is(pg_temp.log(8, jsonb_build_object('day', private.office_today() - 2)), null, 'A meeting before the end of its match counts');
select throws_ok(
  $$ select pg_temp.log(9, '{}') $$, 'P0001', 'This match ended on ' || private.day_in_words(private.office_today() - 2) || '.', 'A meeting after it is refused'
);
select is((select closed_on from public.programs where id = 'e0000000-0000-4000-8000-000000000003'), null, 'An active program has no end yet');
update public.programs set status = 'completed' where id = 'e0000000-0000-4000-8000-000000000003';
select is((select closed_on from public.programs where id = 'e0000000-0000-4000-8000-000000000003'), private.office_today(), 'A completed program was closed today');
update public.programs set closed_on = private.office_today() - 3 where id = 'e0000000-0000-4000-8000-000000000003';
select throws_ok(
  format('select pg_temp.log(9, %L)', jsonb_build_object('day', private.office_today() - 2)),
  'P0001', 'This program was closed on ' || private.day_in_words(private.office_today() - 3) || '.', 'A meeting of a closed program is refused'
);
select is(pg_temp.log(9, jsonb_build_object('day', private.office_today() - 3)), null, 'One of its last day counts');
update public.programs set status = 'active' where id = 'e0000000-0000-4000-8000-000000000003';
select is((select closed_on from public.programs where id = 'e0000000-0000-4000-8000-000000000003'), null, 'A program that goes on has no end');

-- The log

update public.meetings set topics = 'Divorce', place = 'At home', note = 'Secret' where id::text like '%0101';
select results_eq(
  $$ select action::text, changes - '{day,minutes}'::text[], about from public.change_log where record_kind = 'meetings' and record_id::text like '%0101' order by id $$,
  $$ values
    ('added', '{"mentor": [null, "Mona Meeter"], "mentee": [null, "Nino Meeter"]}'::jsonb, '{e0000000-0000-4000-8000-000000000001,e0000000-0000-4000-8000-000000000002}'::uuid[]),
    ('changed', '{"topics": null, "place": null, "note": null}', '{e0000000-0000-4000-8000-000000000001,e0000000-0000-4000-8000-000000000002}') $$,
  'The log has day, length and people, and of texts only that they changed'
);

select * from finish();
rollback;
