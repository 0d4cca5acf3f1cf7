-- Pairing and supervision: who fits whom, which contacts are due and whose task they are, and what a merge moves.

begin;
select plan(39);
set constraints all immediate;

create function pg_temp.day(later integer) returns date
language sql as $$ select private.office_today() + later $$;
create function pg_temp.step(who text, command text) returns void
language plpgsql
as $$
begin
  perform tests.act_as(who);
  execute command;
  perform set_config('role', 'none', true), set_config('request.jwt.claims', '', true);
end
$$;
create function pg_temp.reads(who text, query text, expected text, description text) returns text
language plpgsql
as $$
declare
  found text;
begin
  perform tests.act_as(who);
  execute query into found;
  perform set_config('role', 'none', true), set_config('request.jwt.claims', '', true);
  return is(found, expected, description);
end
$$;
create function pg_temp.task() returns text
language sql
as $$
  select string_agg(concat_ws(' | ', body, due_on - private.office_today(), private.account_name(assignee_id)), '; ')
  from public.tasks where match_id = '00000000-0000-4000-8000-0000000000bb' and done_at is null
$$;
create function pg_temp.contact(days integer, met text[], note text default null, id uuid default gen_random_uuid()) returns text
language sql
as $$ select format('select public.log_contact(%L, ''00000000-0000-4000-8000-0000000000bb'', %L, %L, %L)', id, pg_temp.day(days), met, note) $$;

delete from public.matches where true;
insert into public.programs (name) values ('Pairs');
insert into public.mentors (first_name, last_name, weekdays, place, wishes, capacity) values
  ('Ada', 'Mentor', 'Mon, Wed', 'Austin', 'A reader', 2), ('Bo', 'Mentor', 'Sat', 'Austin', null, 1), ('Cal', 'Mentor', null, null, null, null),
  ('Dot', 'Mentor', 'Mon', 'Austin', null, null);
insert into public.mentees (first_name, last_name, weekdays, place, wishes) values
  ('Max', 'Child', 'Wed, Fri', 'austin', 'Stories'), ('Mia', 'Child', null, null, null);
update private.people set language = 'Spanish' where id in (
  select person_id from public.mentors where last_name = 'Mentor' and first_name in ('Ada', 'Bo') union select person_id from public.mentees where first_name = 'Max'
);
insert into public.program_mentors (program_id, mentor_id) select programs.id, mentors.id from public.programs, public.mentors
where programs.name = 'Pairs' and last_name = 'Mentor';
insert into public.program_mentees (program_id, mentee_id) select programs.id, mentees.id from public.programs, public.mentees
where programs.name = 'Pairs' and last_name = 'Child';
insert into public.program_requirements (program_id, kind, name) values (tests.id('programs', 'Pairs'), 'mentors', 'Check');
insert into public.clearances (id, mentor_id, name, done_on)
select gen_random_uuid(), id, 'check', '2026-01-01' from public.mentors where last_name = 'Mentor' and first_name <> 'Dot';

-- Pairing

create function pg_temp.fitting(mentee text) returns text
language sql
as $$ select format('select public.fitting_mentors(%L, %L)', tests.id('programs', 'Pairs'), tests.id('mentees', mentee)) $$;
create function pg_temp.names_of(mentee text) returns text
language sql
as $$
  select format(
    'select string_agg(concat_ws('' '', split_part(one ->> ''name'', '' '', 1), case when (one ->> ''fits'')::boolean then ''fits'' when (one ->> ''may'')::boolean then ''may'' end, one ->> ''lacks''), '', '' order by place)
    from jsonb_array_elements((%s) -> ''mentors'') with ordinality as listed (one, place)', '(' || pg_temp.fitting(mentee) || ')'
  )
$$;
select tests.refused('only can_manage_programs', pg_temp.fitting('Max'), 'Pairing needs can_manage_mentees');
select tests.refused('only can_manage_mentees', pg_temp.fitting('Max'), 'and can_manage_programs');
select tests.refused('admin', pg_temp.fitting('Max'), 'No one pairs a mentee without an opening that is logged');
select tests.refused('only can_manage_programs', format('select public.unmatched_mentees(%L)', tests.id('programs', 'Pairs')), 'Nor reads who has no match');
insert into public.change_log (actor_id, action, record_kind, record_id, created_at)
select tests.account('admin'), 'opened', 'mentees', id, now() - interval '1 minute' from public.mentees where last_name = 'Child';
select pg_temp.reads('admin', pg_temp.names_of('Max'), 'Ada fits, Cal fits, Bo may, Dot Check',
  'Who shares most comes first; then who may though a day differs; then who lacks a requirement');
select pg_temp.reads('admin', format('select (%s) ->> ''wishes''', '(' || pg_temp.fitting('Max') || ')'), 'Stories', 'The mentee''s wishes are beside it');
select pg_temp.reads('admin', pg_temp.names_of('Mia'), 'Ada fits, Bo fits, Cal fits, Dot Check', 'What is not known excludes no one');
select pg_temp.reads('admin', format('select public.unmatched_mentees(%L) ->> ''total''', tests.id('programs', 'Pairs')), '2', 'Two have no match');
select pg_temp.step('admin', format(
  $$ select public.propose_match('00000000-0000-4000-8000-0000000000bb', %L, %L, %L, 2, %L, %L) $$,
  tests.id('programs', 'Pairs'), tests.id('mentors', 'Cal'), tests.id('mentees', 'Max'), tests.account('only can_manage_programs'), tests.account('admin')
));
select pg_temp.reads('admin', format('select public.unmatched_mentees(%L) ->> ''total''', tests.id('programs', 'Pairs')), '1', 'A proposal is a match');
select pg_temp.reads('admin', pg_temp.names_of('Mia'), 'Ada fits, Bo fits, Dot Check, Cal', 'A mentor without a place left does not fit');

-- Contacts

select is(pg_temp.task(), null, 'A proposed match has no contact');
select pg_temp.step('only can_manage_programs', format(
  $$ select public.save_match('00000000-0000-4000-8000-0000000000bb', '{"mentor_agreed_on": "%1$s", "guardian_agreed_on": "%1$s"}') $$, pg_temp.day(-20)
));
select pg_temp.step('admin', format($$ select public.set_match_status('00000000-0000-4000-8000-0000000000bb', 'active', 'proposed', %L) $$, pg_temp.day(-10)));
select is(
  pg_temp.task(), 'Talk with mentor, mentee, guardian: the match of Cal Mentor | 5 | ' || private.account_name(tests.account('only can_manage_programs')),
  'The first contact is due after half a month, a task of the supervisor'
);
select tests.refused('only can_manage_mentees', pg_temp.contact(0, '{mentor}'), 'Only who manages programs logs a contact');
select tests.refused('admin', pg_temp.contact(1, '{mentor}'), 'No contact of tomorrow', 'P0001');
select tests.refused('admin', pg_temp.contact(0, '{}'), 'nor with no one', 'P0001');
select tests.refused('admin', pg_temp.contact(0, '{neighbor}'), 'nor with a neighbor', 'P0001');
select pg_temp.step('only can_manage_programs', pg_temp.contact(-2, '{mentor,mentee}', 'About the child', '00000000-0000-4000-8000-0000000000cc'));
select pg_temp.step('only can_manage_programs', pg_temp.contact(-2, '{mentor,mentee}', 'About the child', '00000000-0000-4000-8000-0000000000cc'));
select is((select count(*) from public.match_contacts), 1::bigint, 'A repeated contact is stored once');
select is(
  pg_temp.task(), 'Talk with guardian: the match of Cal Mentor | 5 | ' || private.account_name(tests.account('only can_manage_programs')), 'The guardian is still due'
);
select pg_temp.step('admin', pg_temp.contact(0, '{guardian}'));
select is(split_part(pg_temp.task(), ' | ', 2), '13', 'A second contact within the month, half a month later');
select pg_temp.step('only can_manage_programs', $$ select public.remove_contact('00000000-0000-4000-8000-0000000000cc') $$);
select is(split_part(pg_temp.task(), ' | ', 2), '5', 'A contact that was removed is due again');
select pg_temp.step('admin', pg_temp.contact(0, '{mentor,mentee}', 'About the child', '00000000-0000-4000-8000-0000000000cd'));
select is(split_part(pg_temp.task(), ' | ', 2), '15', 'and logged again moves on');
update public.matches set since = pg_temp.day(-60) where id = '00000000-0000-4000-8000-0000000000bb';
select set_eq(
  $$ select party, due_on - private.office_today() from private.contacts_due('00000000-0000-4000-8000-0000000000bb') $$,
  $$ values ('mentor', 30), ('mentee', 30), ('guardian', 30) $$, 'After the first month one is due each month'
);
select tests.refused('only can_manage_programs', $$ select public.remove_contact('00000000-0000-4000-8000-0000000000cd') $$, 'Only its author removes a contact');
select tests.refused('admin', $$ update public.tasks set done_at = now() where match_id is not null $$, 'Its task is done by logging a contact', 'P0001');
select pg_temp.reads('only can_manage_programs', $$ select string_agg(one ->> 'note', '') from jsonb_array_elements(public.match_details('00000000-0000-4000-8000-0000000000bb') -> 'contacts') as one $$, 'About the child', 'Its supervisor reads the note');
select pg_temp.reads('only can_manage_mentees', $$ select public.match_details('00000000-0000-4000-8000-0000000000bb') ->> 'status' $$, null, 'Without can_manage_programs nobody reads a match');
select pg_temp.reads('only can_manage_mentees', format('select public.program_matches(%L) ->> ''counts''', tests.id('programs', 'Pairs')), null, 'nor the matches of a program');
select pg_temp.reads('only can_manage_programs', format('select public.program_matches(%L) -> ''counts''', tests.id('programs', 'Pairs')), '{"open": 1, "quiet": 1, "closed": 0}', 'Others count them');
select is_empty($$ select from public.change_log where changes::text like '%About the child%' $$, 'The log has no note');
update public.matches set supervisor_id = tests.account('admin'), deputy_id = tests.account('only can_manage_programs') where true;
select pg_temp.reads('only can_manage_programs', $$ select string_agg(one ->> 'note', '') from jsonb_array_elements(public.match_details('00000000-0000-4000-8000-0000000000bb') -> 'contacts') as one $$, 'About the child', 'so does the deputy');
update public.matches set supervisor_id = tests.account('only can_manage_programs'), deputy_id = tests.account('admin') where true;

-- The deputy

delete from public.user_permissions where user_id = tests.account('only can_manage_programs');
select is(private.supervisor_of_match('00000000-0000-4000-8000-0000000000bb'), tests.account('admin'), 'Without the right, the deputy supervises');
update public.tasks set assignee_id = null where match_id is not null;
select is((select assignee_id from public.tasks where match_id is not null), tests.account('admin'), 'and has the task');
select pg_temp.step('admin', $$ select public.set_match_status('00000000-0000-4000-8000-0000000000bb', 'paused', 'active') $$);
select is(pg_temp.task(), null, 'A paused match has no task');
select pg_temp.step('admin', $$ select public.set_match_status('00000000-0000-4000-8000-0000000000bb', 'active', 'paused') $$);
select isnt(pg_temp.task(), null, 'and gets one again');
update public.mentors set status = 'inactive' where first_name = 'Cal' and last_name = 'Mentor';
select pg_temp.reads('admin', format('select public.program_matches(%L) #>> ''{matches,0,lacks}''', tests.id('programs', 'Pairs')), 'is inactive', 'It says that the mentor is inactive');

-- Merges

select pg_temp.step('admin', format(
  $$ select public.merge_people('mentors', %L, %L, '{}', '{"kept": {}, "merged": {}}') $$, tests.id('mentors', 'Ada'), tests.id('mentors', 'Cal')
));
select is((select mentor_id from public.matches), tests.id('mentors', 'Ada'), 'A merge of mentors moves the match');
select pg_temp.step('admin', $$ select public.undo_merge((select id from public.merges_of('mentors', (select mentor_id from public.matches)))) $$);
select is((select mentor_id from public.matches), tests.id('mentors', 'Cal'), 'and its undo moves it back');

select pg_temp.step('admin', format(
  $$ select public.propose_match(gen_random_uuid(), %L, %L, %L) $$, tests.id('programs', 'Pairs'), tests.id('mentors', 'Bo'), tests.id('mentees', 'Mia')
));
select pg_temp.step('admin', format(
  $$ select public.save_match(id, '{"mentor_agreed_on": "2026-01-01", "guardian_agreed_on": "2026-01-01"}'), public.set_match_status(id, 'active', 'proposed')
  from public.matches where mentee_id = %L $$, tests.id('mentees', 'Mia')
));
select tests.refused('admin', format(
  $$ select public.merge_people('mentees', %L, %L, '{}', '{"kept": {}, "merged": {}}') $$, tests.id('mentees', 'Max'), tests.id('mentees', 'Mia')
), 'Two mentees with a match in one program are not merged', 'PT409');
select is(
  (tests.attempt('admin', format(
    $$ select public.merge_people('mentees', %L, %L, '{}', '{"kept": {}, "merged": {}}') $$, tests.id('mentees', 'Max'), tests.id('mentees', 'Mia')
  ))).message, 'Both have an open match in the same program. Close one of them first.', 'and it says what to do'
);

select * from finish();
rollback;
