-- What mentors, mentees and adults have of matches and meetings goes along when two records become one, and comes back.

begin;
select * from no_plan();
set constraints all immediate;

insert into public.mentors (id, first_name, last_name, status) values
  ('e4000000-0000-4000-8000-000000000001', 'Ada', 'Week', 'active'), ('e4000000-0000-4000-8000-000000000002', 'Adah', 'Week', 'active');
insert into public.mentees (id, first_name, last_name, status, parent_name, parent_phone) values
  ('e4000000-0000-4000-8000-000000000011', 'Max', 'Week', 'active', null, null),
  ('e4000000-0000-4000-8000-000000000012', 'Maxim', 'Week', 'active', 'Paula Week', '+1 512 555 0177');
insert into public.trainers (id, first_name, last_name) values
  ('e4000000-0000-4000-8000-000000000021', 'Ivy', 'Week'), ('e4000000-0000-4000-8000-000000000022', 'Ivy R.', 'Week');
create function pg_temp.adult(number text) returns uuid language sql as $$
  select person_id from public.trainers where id = ('e4000000-0000-4000-8000-0000000000' || number)::uuid
$$;
insert into private.guardians (child_id, adult_id, may_collect)
select mentees.person_id, pg_temp.adult(number), true
from public.mentees cross join unnest('{21,22}'::text[]) as number
where mentees.id = 'e4000000-0000-4000-8000-000000000012';
insert into public.programs (id, name) values ('e4000000-0000-4000-8000-000000000003', 'Weeks');
insert into public.matches (id, mentor_id, mentee_id, program_id, status, since, mentor_agreed_on, guardian_agreed_on) values (
  'e4000000-0000-4000-8000-000000000004', 'e4000000-0000-4000-8000-000000000002', 'e4000000-0000-4000-8000-000000000012',
  'e4000000-0000-4000-8000-000000000003', 'active', private.office_today() - 30, private.office_today() - 30, private.office_today() - 30
);
insert into public.meetings (id, program_id, match_id, title, day, minutes, outcome, is_collected) values
  ('e4000000-0000-4000-8000-000000000101', 'e4000000-0000-4000-8000-000000000003', 'e4000000-0000-4000-8000-000000000004', null, private.office_today(), 60, 'happened', false),
  ('e4000000-0000-4000-8000-000000000102', 'e4000000-0000-4000-8000-000000000003', null, 'Chess', private.office_today(), 60, 'happened', true),
  ('e4000000-0000-4000-8000-000000000103', 'e4000000-0000-4000-8000-000000000003', null, 'Choir', private.office_today() - 1, 60, 'happened', true);
insert into public.meeting_attendances (meeting_id, mentee_id, status) values
  ('e4000000-0000-4000-8000-000000000102', 'e4000000-0000-4000-8000-000000000012', 'present'),
  ('e4000000-0000-4000-8000-000000000103', 'e4000000-0000-4000-8000-000000000011', 'late'),
  ('e4000000-0000-4000-8000-000000000103', 'e4000000-0000-4000-8000-000000000012', 'present');
insert into private.collections (id, meeting_id, mentee_id, adult_id, collector_name) values
  ('e4000000-0000-4000-8000-000000000201', 'e4000000-0000-4000-8000-000000000102', 'e4000000-0000-4000-8000-000000000012', pg_temp.adult('22'), 'Ivy R. Week'),
  ('e4000000-0000-4000-8000-000000000202', 'e4000000-0000-4000-8000-000000000103', 'e4000000-0000-4000-8000-000000000011', pg_temp.adult('21'), 'Ivy Week'),
  ('e4000000-0000-4000-8000-000000000203', 'e4000000-0000-4000-8000-000000000103', 'e4000000-0000-4000-8000-000000000012', pg_temp.adult('21'), 'Ivy Week');
insert into private.mentor_accounts (id, mentor_id, user_id, address) values
  ('e4000000-0000-4000-8000-000000000301', 'e4000000-0000-4000-8000-000000000002', tests.account('supporter'), 'supporter@kindlewell.test');
insert into private.released_numbers (match_id, adult_id)
select 'e4000000-0000-4000-8000-000000000004', adult_id from private.guardians_of('e4000000-0000-4000-8000-000000000012') where phone is not null;

create function pg_temp.step(command text) returns void language plpgsql as $$
begin
  perform tests.act_as('admin');
  execute command;
  perform set_config('role', 'none', true), set_config('request.jwt.claims', '', true);
end
$$;
create function pg_temp.state() returns setof jsonb language sql as $$
  select to_jsonb(stored) from public.matches as stored where program_id = 'e4000000-0000-4000-8000-000000000003'
  union all select to_jsonb(stored) from public.meeting_attendances as stored where meeting_id::text like 'e4%'
  union all select to_jsonb(stored) from private.collections as stored where meeting_id::text like 'e4%'
  union all select to_jsonb(stored) from private.mentor_accounts as stored where mentor_id::text like 'e4%'
  union all select to_jsonb(stored) from private.released_numbers as stored where match_id::text like 'e4%'
$$;
create function pg_temp.merge(kind text, kept text, merged text) returns void language sql as $$
  select pg_temp.step(format(
    $q$ select public.merge_people(%L, %L, %L, '{}', '{"kept": {}, "merged": {}}') $q$, kind, 'e4000000-0000-4000-8000-0000000000' || kept, 'e4000000-0000-4000-8000-0000000000' || merged
  ))
$$;
create function pg_temp.undo(kind text, kept text) returns void language sql as $$
  select pg_temp.step(format('select public.undo_merge((select id from public.merges_of(%L, %L) limit 1))', kind, 'e4000000-0000-4000-8000-0000000000' || kept))
$$;
create temporary table before_it as select * from pg_temp.state() as row;
select is((select count(*) from before_it), 9::bigint, 'There is something to carry');
select is(
  tests.answer('supporter', $$ select public.mentor_page() #>> '{matches,0,guardians,0,phone}' $$), '+1 512 555 0177', 'The mentor has the number of the guardian'
);

-- Mentees

insert into public.change_log (actor_id, action, record_kind, record_id, created_at)
select tests.account('admin'), 'opened', 'mentees', id, now() - interval '1 minute' from public.mentees where last_name = 'Week';
select pg_temp.merge('mentees', '11', '12');
select is(
  (select mentee_id from public.matches where id = 'e4000000-0000-4000-8000-000000000004'), 'e4000000-0000-4000-8000-000000000011', 'A merge of mentees moves the match'
);
select results_eq(
  $$ select title, status::text, right(mentee_id::text, 2) from public.meeting_attendances join public.meetings on id = meeting_id where meeting_id::text like 'e4%' order by title $$,
  $$ values ('Chess', 'present', '11'), ('Choir', 'late', '11') $$, '… and the attendance, of which the kept one counts where both have one'
);
select results_eq(
  $$ select right(id::text, 3), right(mentee_id::text, 2) from private.collections where meeting_id::text like 'e4%' order by 1 $$,
  $$ values ('201', '11'), ('202', '11') $$, '… and the collections'
);
select is(tests.answer('supporter', $$ select public.mentor_page() #>> '{matches,0,name}' $$), 'Max W.', 'The mentor sees the kept child');
select pg_temp.undo('mentees', '11');
select set_eq('select * from pg_temp.state()', 'select * from before_it', 'Its undo brings back every row as it was');
select is(
  tests.answer('supporter', $$ select public.mentor_page() #>> '{matches,0,guardians,0,phone}' $$), '+1 512 555 0177', '… with the number that was released'
);

-- Mentors

select pg_temp.merge('mentors', '01', '02');
select is(
  (select mentor_id from private.mentor_accounts where user_id = tests.account('supporter')), 'e4000000-0000-4000-8000-000000000001', 'A merge of mentors moves the account'
);
select is(tests.answer('supporter', $$ select public.mentor_page() #>> '{matches,0,name}' $$), 'Maxim W.', '… which still opens the match');
select pg_temp.undo('mentors', '01');
select set_eq('select * from pg_temp.state()', 'select * from before_it', 'Its undo brings back every row');
insert into private.mentor_accounts (id, mentor_id, user_id, address) values
  ('e4000000-0000-4000-8000-000000000302', 'e4000000-0000-4000-8000-000000000001', tests.account('donor'), 'donor@kindlewell.test');
create temporary table with_two as select * from pg_temp.state() as row;
select pg_temp.merge('mentors', '01', '02');
select is(
  (select array_agg(user_id) from private.mentor_accounts where mentor_id = 'e4000000-0000-4000-8000-000000000001' and until is null),
  array[tests.account('donor')], 'Where both have an account, that of the kept one stays linked'
);
select is(tests.answer('supporter', 'select public.mentor_page()'), null, '… and the other one opens nothing');
select is(
  tests.answer('supporter', $$ select public.log_own_meeting('e4000000-0000-4000-8000-000000000104', 'e4000000-0000-4000-8000-000000000004', current_date - 2, 45, 'happened') $$),
  'held', '… but what waits on its device reaches the office'
);
select pg_temp.undo('mentors', '01');
select set_eq('select * from pg_temp.state()', 'select * from with_two', 'Its undo links both again');

-- Adults

select pg_temp.step(format('select public.merge_persons(%L, %L, %L, ''{}'')', 'e4000000-0000-4000-8000-000000000401', pg_temp.adult('21'), other)) from pg_temp.adult('22') as other;
select is(
  (select array_agg(distinct adult_id) from private.collections where meeting_id::text like 'e4%'), array[pg_temp.adult('21')],
  'A join of adults moves whom they collected'
);
select pg_temp.step($$ select public.undo_person_merge('e4000000-0000-4000-8000-000000000401') $$);
select set_eq('select * from pg_temp.state()', 'select * from with_two', 'Its undo gives each their own back');

select * from finish();
rollback;
