-- Going home: who may collect a child and who must not, for managers of programs, on the day, each opening logged.

begin;
select * from no_plan();
set constraints all immediate;

insert into public.programs (id, name) values ('e2000000-0000-4000-8000-000000000003', 'Saturday club');
insert into public.mentees (id, first_name, last_name, status) values
  ('e2000000-0000-4000-8000-000000000011', 'Ada', 'Home', 'active'), ('e2000000-0000-4000-8000-000000000012', 'Ben', 'Home', 'active'),
  ('e2000000-0000-4000-8000-000000000013', 'Cleo', 'Home', 'active');
insert into public.program_mentees (program_id, mentee_id) select 'e2000000-0000-4000-8000-000000000003', id from public.mentees where last_name = 'Home';
insert into public.meetings (id, program_id, title, day, minutes, outcome, is_collected) values
  ('e2000000-0000-4000-8000-000000000101', 'e2000000-0000-4000-8000-000000000003', 'Chess', private.office_today(), 90, 'planned', true),
  ('e2000000-0000-4000-8000-000000000102', 'e2000000-0000-4000-8000-000000000003', 'Yesterday', private.office_today() - 1, 90, 'happened', true),
  ('e2000000-0000-4000-8000-000000000103', 'e2000000-0000-4000-8000-000000000003', 'Plain', private.office_today(), 90, 'happened', false);
insert into private.people (id, name) values
  ('e2000000-0000-4000-8000-000000000021', 'Mia Home'), ('e2000000-0000-4000-8000-000000000022', 'Max Home'), ('e2000000-0000-4000-8000-000000000023', 'Aunt Ivy');
insert into private.guardians (child_id, adult_id, may_collect, must_not_collect, email)
select person_id, adult::uuid, may, must_not, 'secret@example.org' from public.mentees, (values
  ('e2000000-0000-4000-8000-000000000021', true, false), ('e2000000-0000-4000-8000-000000000022', false, true), ('e2000000-0000-4000-8000-000000000023', false, false)
) as adults (adult, may, must_not) where mentees.id = 'e2000000-0000-4000-8000-000000000011';
insert into public.meeting_attendances (meeting_id, mentee_id, status) values
  ('e2000000-0000-4000-8000-000000000101', 'e2000000-0000-4000-8000-000000000011', 'present'),
  ('e2000000-0000-4000-8000-000000000101', 'e2000000-0000-4000-8000-000000000013', 'absent');

select throws_ok(
  $$ update private.guardians set may_collect = true where must_not_collect $$, '23514', null, 'Nobody both may and must not collect a child'
);

-- Acts as a persona, and lets the entries in the log be from an earlier request.
create function pg_temp.act(persona text, command text) returns text language plpgsql as $$
declare
  answer text;
begin
  perform tests.act_as(persona);
  execute command into answer;
  perform set_config('role', 'none', true), set_config('request.jwt.claims', '', true);
  update public.change_log set created_at = created_at - interval '1 minute' where action = 'opened' and created_at = now();
  return answer;
end
$$;
create function pg_temp.open(persona text, meeting integer default 1) returns text language sql as $$
  select pg_temp.act(persona, format('select public.open_going_home(%L)', 'e2000000-0000-4000-8000-00000000010' || meeting))
$$;
create function pg_temp.read(persona text, meeting integer default 1) returns jsonb language sql as $$
  select pg_temp.act(persona, format('select public.going_home(%L)', 'e2000000-0000-4000-8000-00000000010' || meeting))::jsonb
$$;
create function pg_temp.collect(persona text, child text, adult text, someone text default null, id text default 'e2000000-0000-4000-8000-000000000901', meeting integer default 1)
returns text language sql as $$
  select pg_temp.act(persona, format('select public.record_collection(%L, %L, %L, %L, %L)',
    id, 'e2000000-0000-4000-8000-00000000010' || meeting, 'e2000000-0000-4000-8000-0000000000' || child, 'e2000000-0000-4000-8000-0000000000' || adult, someone))
$$;

select throws_ok(format('select pg_temp.%s(%L)', action, persona), '42501', 'You may not manage programs.', format('%s may not %s', persona, action))
from unnest(array['open', 'read']) as action, unnest(array['plain program_manager', 'only can_manage_mentees', 'mentors']) as persona;
select throws_ok($$ select pg_temp.read('only can_manage_programs') $$, '42501', 'Open the list again: its opening is not recorded.', 'Nobody reads the list before its opening is in the log');
select throws_ok($$ select pg_temp.collect('only can_manage_programs', '11', '21') $$, '42501', 'Open the list again: its opening is not recorded.', 'Nor records anything');
select lives_ok($$ select pg_temp.open('only can_manage_programs') $$, 'A manager of programs opens it');
select lives_ok($$ select pg_temp.open('only can_manage_programs') $$, 'and again within half an hour');
select results_eq(
  $$ select about, changes ->> 'reason' from public.change_log where action = 'opened' and actor_id = tests.account('only can_manage_programs') $$,
  format(
    $$ values ('{e2000000-0000-4000-8000-000000000011,e2000000-0000-4000-8000-000000000012}'::uuid[], 'Going home, Chess, %s') $$,
    private.day_in_words(private.office_today())
  ), 'The log has one opening, of each child who goes home and of no absent one'
);
select throws_ok($$ select pg_temp.read('admin') $$, '42501', null, 'The opening is the caller''s only');
select is(
  pg_temp.read('only can_manage_programs'),
  '{"is_today": true, "children": [
    {"id": "e2000000-0000-4000-8000-000000000011", "name": "Ada Home", "mark": "present", "collection": null,
      "may": [{"id": "e2000000-0000-4000-8000-000000000021", "name": "Mia Home"}], "must_not": [{"id": "e2000000-0000-4000-8000-000000000022", "name": "Max Home"}]},
    {"id": "e2000000-0000-4000-8000-000000000012", "name": "Ben Home", "mark": null, "collection": null, "may": [], "must_not": []}
  ]}', 'It shows who may and who must not, by name, and nothing else of the family'
);
select is(
  (select private.has_opened('e2000000-0000-4000-8000-000000000011', '1 day') from (select set_config('request.jwt.claims', json_build_object('sub', tests.account('only can_manage_programs'))::text, true)) as acting),
  false, 'It opens no protected field'
);
select set_config('request.jwt.claims', '', true);

-- Collecting

select throws_ok($$ select pg_temp.collect('only can_manage_programs', '11', '22') $$, 'P0001', 'This adult may not collect the child.', 'Who must not collect is refused');
select throws_ok($$ select pg_temp.collect('only can_manage_programs', '11', '23') $$, 'P0001', 'This adult may not collect the child.', 'So is an adult of the family without the mark');
update private.people set names = '{maximilian home}', is_deceased = true where name = 'Max Home';
select throws_ok(
  $$ select pg_temp.collect('only can_manage_programs', '11', null, 'Maximilian Home') $$, 'P0001', 'This adult must not collect the child.', '… by each of their names, whatever else is said of them'
);
select is(pg_temp.read('only can_manage_programs') #>> '{children,0,must_not,0,name}', 'Max Home', '… and stays on the list');
select throws_ok(
  $$ select pg_temp.collect('only can_manage_programs', '11', null, 'max  HOME') $$, 'P0001', 'This adult must not collect the child.', 'The barred adult is refused as someone else, too'
);
select throws_ok($$ select pg_temp.collect('only can_manage_programs', '11', null, ' ') $$, 'P0001', 'Enter who collected the child.', 'Nobody is no one');
select throws_ok($$ select pg_temp.collect('only can_manage_programs', '13', null, 'Uma') $$, '42501', null, 'An absent child was not opened');
select is_empty($$ select from private.collections $$, 'None of these is recorded');
select lives_ok($$ select pg_temp.collect('only can_manage_programs', '11', '21') $$, 'An adult who may collects the child');
select lives_ok($$ select pg_temp.collect('only can_manage_programs', '11', '21') $$, 'A retry is harmless');
select throws_ok(
  $$ select pg_temp.collect('only can_manage_programs', '11', null, 'Uma', 'e2000000-0000-4000-8000-000000000902') $$,
  'PT409', 'Mia Home already collected this child.', 'A child goes home once'
);
select lives_ok($$ select pg_temp.collect('only can_manage_programs', '12', null, ' Neighbor Uma ', 'e2000000-0000-4000-8000-000000000903') $$, 'Someone else is recorded by name');
select results_eq(
  $$ select collector_name, adult_id, recorded_by = tests.account('only can_manage_programs') from private.collections order by id $$,
  $$ values ('Mia Home', 'e2000000-0000-4000-8000-000000000021'::uuid, true), ('Neighbor Uma', null, true) $$, 'Who collected whom is stored'
);
select is(
  (select jsonb_agg(changes order by id) from public.change_log where record_id = 'e2000000-0000-4000-8000-000000000011' and action = 'changed' and changes ? 'collection'),
  '[{"collection": null}]', 'The log has no name of an adult'
);
select throws_ok(
  $$ select pg_temp.act('only can_manage_programs', 'select public.remove_meeting(''e2000000-0000-4000-8000-000000000101'')') $$,
  'P0001', 'Children were collected after this meeting. It stays.', 'Its meeting stays'
);
select throws_ok(
  $$ select pg_temp.act('admin', 'select public.undo_collection(''e2000000-0000-4000-8000-000000000903'')') $$, '42501', null, 'Nobody takes back what they did not open'
);
select lives_ok(
  $$ select pg_temp.act('only can_manage_programs', 'select public.undo_collection(''e2000000-0000-4000-8000-000000000903'')') $$, 'A mistake is taken back'
);
select is((select count(*) from private.collections), 1::bigint, 'One is left');

-- The day after, and meetings that do not say so

select pg_temp.open('only can_manage_programs', 2);
select is(
  pg_temp.read('only can_manage_programs', 2) -> 'is_today' || jsonb_path_query_array(pg_temp.read('only can_manage_programs', 2), '$.children[*].may[*]'),
  '[false]', 'On a later day nobody reads who may collect a child'
);
select throws_ok(
  $$ select pg_temp.collect('only can_manage_programs', '11', '21', null, 'e2000000-0000-4000-8000-000000000904', 2) $$,
  'P0001', 'Collections are recorded on the day itself.', 'nor records a collection'
);
select pg_temp.open('only can_manage_programs', 3);
select is(pg_temp.read('only can_manage_programs', 3) -> 'children', '[]', 'A meeting without going home shows no child');

-- The adult: merged, erased

update public.change_log set created_at = created_at - interval '2 hours' where action = 'opened';
select throws_ok($$ select pg_temp.read('only can_manage_programs') $$, '42501', null, 'An opening is good for an hour');
delete from private.guardians where adult_id = 'e2000000-0000-4000-8000-000000000021';
select isnt_empty($$ select from private.people where id = 'e2000000-0000-4000-8000-000000000021' $$, 'An adult who collected a child stays known, so that they can be erased');

select * from finish();
rollback;
