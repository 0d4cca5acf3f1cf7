-- Imports: who may bring in what, what an import cannot do that a single row could not, and who takes
-- it back.

begin;
select * from no_plan();
grant select on private.imports, private.imported_rows to authenticated;

create function pg_temp.import_id(number integer) returns uuid
language sql immutable
as $$ select format('30000000-0000-4000-8000-%s', lpad(number::text, 12, '0'))::uuid $$;
create function pg_temp.begin(number integer, kind text, row_count integer default 2, agreed boolean default false)
returns text
language sql
as $$
  select format(
    'select public.begin_import(%L, %L, ''list.csv'', %s, %L)', pg_temp.import_id(number), kind, row_count, agreed
  )
$$;
create function pg_temp.send(number integer, rows text, from_row integer default 0) returns text
language sql
as $$ select format('select public.import_rows(%L, %s, %L)', pg_temp.import_id(number), from_row, rows) $$;
create function pg_temp.undo_conversion(number integer, confirmed jsonb default null) returns text
language sql
as $$ select format('select public.undo_import(%L, %L)', pg_temp.import_id(number), confirmed) $$;
create function pg_temp.state_of(number integer) returns text
language sql
as $$ select format('select (untouched, changed, kept, along)::text from public.import_state(%L)', pg_temp.import_id(number)) $$;
create function pg_temp.bring(persona text, number integer, kind text, names text[]) returns text
language sql
as $$
  select tests.attempt(persona, pg_temp.begin(number, kind, cardinality(names)));
  select (tests.attempt(persona, pg_temp.send(number, (
    select jsonb_agg(jsonb_build_object('id', gen_random_uuid()) || case kind
      when 'programs' then jsonb_build_object('name', name)
      when 'courses' then jsonb_build_object('title', name, 'status', 'active')
      else jsonb_build_object('first_name', name, 'last_name', 'Brought')
    end)::text from unnest(names) as name
  )))).state
$$;
create function pg_temp.row_of(kind text, number integer) returns text
language sql
as $$
  select jsonb_build_object('id', format('40000000-0000-4000-8000-%s', lpad(number::text, 12, '0'))) || case kind
    when 'programs' then '{"name": "Imported"}'
    when 'courses' then '{"title": "Imported", "status": "planned"}'
    when 'holidays' then '{"day": "2199-12-30", "name": "Imported"}'
    when 'email_campaigns' then '{"name": "Imported", "subject": "x", "content": "x", "target_audience": "all"}'
    when 'donations' then '{"donor_name": "Imported", "amount": 62.5, "donation_type": "grant", "created_at": "2020-02-03"}'
    when 'newsletter_subscriptions' then '{"name": "Imported", "email": "imported@example.org"}'
    else '{"first_name": "Imported", "last_name": "Person"}'
  end::jsonb
$$;
create function pg_temp.rows_of(kind text, number integer) returns text
language sql
as $$ select jsonb_build_array(pg_temp.row_of(kind, number)::jsonb)::text $$;

-- Rights to begin one, for each list

create temporary table begun as select persona, kind, (100 + row_number() over ())::integer as number from tests.imports;
create function pg_temp.number_of(by_persona text, into_kind text) returns integer
language sql as $$ select number from begun where persona = by_persona and kind = into_kind $$;
select tests.done(
  persona, pg_temp.begin(number, kind, 1),
  format('exists (select from private.imports where table_name = %L and imported_by = tests.account(%L))', kind, persona),
  format('As %s I may import into %s', persona, kind)
)
from begun;

create function pg_temp.may_begin(persona text, kind text) returns boolean
language plpgsql
as $$
declare
  outcome tests.outcome;
begin
  outcome := tests.attempt(persona, format('select public.begin_import(gen_random_uuid(), %L, ''x.csv'', 1)', kind));
  raise sqlstate 'UNDO1';
exception when sqlstate 'UNDO1' then
  if outcome.state not in ('00000', '42501') then
    raise exception '%: %', kind, outcome.message;
  end if;
  return outcome.state = '00000';
end
$$;
select set_eq(
  $$ select relname::text from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_temp.may_begin('admin', relname) $$,
  $$ select kind from tests.imports union select 'gift_pledges' $$,
  'Admins may import into the lists to which staff add, gifts, pledges and subscriptions, and into nothing else'
);
select is_empty(
  $$ select persona, kind from tests.personas() persona, (select distinct kind from tests.imports) as kinds
    where persona not in ('admin', 'staff', 'mentors', 'fundraiser') and (persona, kind) not in (table tests.imports)
      and pg_temp.may_begin(persona, kind) $$,
  'A right imports only into its own list'
);
select tests.refused(
  'only can_manage_mentees', pg_temp.begin(pg_temp.number_of('only can_manage_mentors', 'mentors'), 'mentees'), 'An id that is another import''s begins nothing'
);
select tests.refused(
  'admin', format($$ select public.begin_import(gen_random_uuid(), 'mentors', 'x.csv', %s) $$, number),
  format('No import has %s rows', number), '23514'
) from unnest(array[0, 50001]) as number;

-- Stored rows, once

select tests.done(
  'only can_manage_mentors', pg_temp.begin(20, 'mentors'), $$ exists (
    select from public.change_log where action = 'imported' and record_kind = 'mentors' and record_name = 'list.csv'
      and record_id = pg_temp.import_id(20) and changes = '{"rows": 2}'
  ) $$, 'An import is in the log before its first row'
);
select is(
  (tests.attempt('only can_manage_mentors', pg_temp.begin(20, 'mentors'))).state, '00000', 'Beginning twice is the same import'
);
select is(
  (select count(*) from public.change_log where record_id = pg_temp.import_id(20)), 1::bigint, 'A repeated beginning has no second line in the log'
);
select tests.done(
  'only can_manage_mentors', pg_temp.send(20, pg_temp.rows_of('mentors', 20)),
  $$ exists (select from public.mentors where first_name = 'Imported' and status = 'active') $$, 'A row is stored'
);
select is(
  (tests.attempt('only can_manage_mentors', pg_temp.send(20, pg_temp.rows_of('mentors', 20)))).state, '00000',
  'A batch sent again succeeds'
);
select is((select count(*) from public.mentors where first_name = 'Imported'), 1::bigint, 'A batch sent again is stored once');
select tests.attempt('only can_manage_trainers', pg_temp.begin(22, 'trainers', 1));
select tests.done(
  'only can_manage_trainers',
  pg_temp.send(22, (jsonb_set(pg_temp.rows_of('trainers', 22)::jsonb, '{0,status}', '"inactive"'))::text),
  $$ exists (select from public.trainers where first_name = 'Imported' and status = 'inactive') $$,
  'An inactive person is imported as inactive'
);
select is_empty(
  $$ select from public.change_log where action = 'added' and record_name = 'Imported Person' $$,
  'A row has no line of its own in the log'
);
select tests.sees(
  'only can_manage_mentors',
  $$ select file_name || ' ' || imported_by_name from public.mentors, public.import_of(mentors.id) where first_name = 'Imported' $$,
  'list.csv only.can_manage_mentors@personas.test', 'A record names its file and the importer'
);
select tests.sees(
  'only can_manage_mentees',
  format('select count(*) from public.import_of(%L)', pg_temp.row_of('mentors', 20)::jsonb ->> 'id'),
  '0', 'Only readers of a record see its file'
);
select is(
  private.write_mode(), null, 'The rest of the request is logged again'
);

-- Invalid rows

select tests.refused('only can_manage_mentors', pg_temp.send(20, format('[%s]', row), 1), what, state)
from (values
  ('{"id": "40000000-0000-4000-8000-000000000099", "first_name": "A", "last_name": "B", "created_at": "2000-01-01"}',
    'Another day of arrival', '42501'),
  ('{"id": "40000000-0000-4000-8000-000000000099", "first_name": " ", "last_name": "B"}', 'A blank text', '23514'),
  ('{"first_name": "A", "last_name": "B"}', 'A row without an id', '23502'),
  ('{"id": "40000000-0000-4000-8000-000000000099", "first_name": "A", "last_name": "B", "nonsense": 1}',
    'A column that does not exist', '42703')
) as cases (row, what, state);
select tests.refused(
  'only can_manage_mentors',
  pg_temp.send(20, '[{"id": "40000000-0000-4000-8000-000000000098", "first_name": "Good", "last_name": "Row"},
    {"id": "40000000-0000-4000-8000-000000000099", "first_name": "", "last_name": "Row"}]', 0),
  'A batch with one bad row stores none of its rows', '23514'
);
select tests.refused(
  'only can_manage_mentors', pg_temp.send(20, pg_temp.rows_of('mentors', 21), 2), 'No more rows than announced', '23514'
);
select tests.refused(
  'admin', pg_temp.send(20, pg_temp.rows_of('mentors', 21), 1), 'Only its author adds to an import, not even an admin'
);
select tests.refused(
  'only can_manage_mentors', pg_temp.send(99, pg_temp.rows_of('mentors', 21)), 'Without an import there are no rows'
);
select is(
  (tests.attempt('program.manager', pg_temp.send(pg_temp.number_of('program.manager', 'programs'), pg_temp.rows_of('programs', 50)))).state, '00000',
  'A program manager imports programs'
);
select is(
  (select manager_id from public.programs where name = 'Imported'), tests.account('program.manager'),
  'An imported program is managed by its importer'
);
select tests.attempt('only can_send_emails', pg_temp.send(pg_temp.number_of('only can_send_emails', 'email_campaigns'), pg_temp.rows_of('email_campaigns', 70)));
select is(
  (select status::text from public.email_campaigns where name = 'Imported'), 'draft', 'A campaign is imported as a draft'
);

-- An import leaves an existing row alone

select tests.attempt('only can_manage_trainers', pg_temp.begin(30, 'trainers', 1));
select tests.attempt('only can_manage_trainers', pg_temp.send(30, (
  select jsonb_build_array(jsonb_build_object('id', id, 'first_name', 'Stolen', 'last_name', 'Row'))::text
  from public.trainers limit 1
)));
select is_empty(
  $$ select from private.imported_rows where import_id = pg_temp.import_id(30)
    union all select from public.trainers where first_name = 'Stolen' $$,
  'The id of a row that was there before changes it not, and does not claim it'
);

-- Gifts

select is(
  (tests.attempt('only can_manage_donations', pg_temp.send(pg_temp.number_of('only can_manage_donations', 'donations'), pg_temp.rows_of('donations', 80)))).state, '00000',
  'A holder of can_manage_donations imports gifts'
);
select is(
  (select amount || ' ' || created_at::date from public.donations where donor_name = 'Imported'), '62.50 2020-02-03',
  'An imported gift has the day it was given'
);
select tests.attempt('only can_manage_donations', pg_temp.begin(31, 'donations', 1));
select tests.refused(
  'only can_manage_donations',
  pg_temp.send(31, (jsonb_set(pg_temp.rows_of('donations', 81)::jsonb, '{0,created_at}', to_jsonb(now() + interval '3 days')))::text),
  'A gift of a future day is refused', '23514'
);
select tests.refused(
  'only can_manage_donations',
  $$ insert into public.donations (donor_name, amount, donation_type) values ('x', 1, 'grant') $$,
  'Nothing else adds gifts'
);

-- Thanks for them

insert into public.donations (donor_name, amount, donation_type, created_at) values
  ('Owed', 1, 'one-time', '2021-01-01'), ('Thanked', 1, 'one-time', '2021-01-01');
update public.donors set thanked_until = last_gift_at where name = 'Thanked';
create function pg_temp.thanks() returns text
language sql
as $$ select string_agg(name || ' ' || thanks, ', ' order by name) from public.donors where name in ('Owed', 'Past', 'Thanked') $$;
create function pg_temp.bring(number integer, stated boolean) returns text
language sql
as $$
  select tests.attempt('only can_manage_donations', pg_temp.begin(number, 'donations', 4, stated));
  select (tests.attempt('only can_manage_donations', pg_temp.send(number, (
    select jsonb_agg(jsonb_build_object(
      'id', gen_random_uuid(), 'donor_name', donor, 'amount', 2, 'donation_type', 'grant', 'created_at', day
    ))::text
    from (values ('Past', '2019-01-01'), ('Past', '2022-01-01'), ('Owed', '2022-01-01'), ('Thanked', '2022-01-01')) as gift (donor, day)
  )))).state
$$;
select is(
  pg_temp.bring(32, true) || ' ' || pg_temp.thanks(), '00000 Owed due, Past given, Thanked given',
  'Gifts of which it is stated that thanks were given ask for none, and settle no earlier debt'
);
select is(
  (select string_agg(action || ' ' || changes::text, ', ') from public.change_log
    where record_kind = 'donors' and record_name = 'Past' or record_id = pg_temp.import_id(32)),
  'imported {"rows": 4, "were_thanked": true}', 'The line of the import says so, and no donor has one of its own'
);
select tests.attempt('only can_manage_donations', pg_temp.undo_conversion(32));
select is(pg_temp.thanks(), 'Owed due, Thanked given', 'Taken back, all is as before');
select is(
  pg_temp.bring(33, false) || ' ' || pg_temp.thanks(), '00000 Owed due, Past due, Thanked due',
  'Without that statement thanks are due'
);

-- The newsletter: no limit of visitors' forms, no mails, no subscription against a person's will

insert into private.suppressions (address, reason) values ('left@example.org', 'unsubscribed');
create temporary table mails as select count(*) as before from private.outbox;
select tests.attempt('only can_review_submissions', pg_temp.begin(40, 'newsletter_subscriptions', 8, true));
select is(
  (tests.attempt('only can_review_submissions', pg_temp.send(40, (
    select jsonb_agg(jsonb_build_object(
      'id', gen_random_uuid(), 'name', 'Many', 'email', case n when 8 then 'left@example.org' else n || '@many.example.org' end
    ))::text from generate_series(1, 8) as n
  )))).state, '00000', 'A reviewer imports more subscribers than a visitor could send'
);
select is(
  (select string_agg(email, ' ' order by email) from public.newsletter_subscriptions
    where name = 'Many' and confirmed_at is null),
  'left@example.org', 'Addresses with a stated consent are confirmed, except unsubscribed ones'
);
select isnt_empty(
  $$ select from private.suppressions where address = 'left@example.org' $$, 'An unsubscribed address stays unsubscribed'
);
select tests.attempt('only can_review_submissions', pg_temp.begin(41, 'newsletter_subscriptions', 1));
select tests.attempt('only can_review_submissions', pg_temp.send(41, pg_temp.rows_of('newsletter_subscriptions', 90)));
select is(
  (select confirmed_at from public.newsletter_subscriptions where name = 'Imported'), null,
  'Without that statement no subscription is confirmed'
);
create function pg_temp.left_out(address text) returns text language sql
as $$ select string_agg(distinct reason, ',') from private.suppressions_of(address) $$;
insert into public.donations (donor_name, donor_email, amount, donation_type) values ('Gone', 'gone@elsewhere.example', 5, 'one-time');
select tests.attempt('only can_review_submissions', pg_temp.begin(42, 'newsletter_subscriptions', 4, true));
select tests.attempt('only can_review_submissions', pg_temp.send(42, $$[
  {"id": "40000000-0000-4000-8000-00000000a001", "name": "Imported", "email": "Imported@example.org", "unsubscribed": true},
  {"id": "40000000-0000-4000-8000-00000000a002", "name": "Gone", "email": "gone@elsewhere.example", "unsubscribed": true},
  {"id": "40000000-0000-4000-8000-00000000a003", "name": "Left", "email": "left@example.org", "unsubscribed": true},
  {"id": "40000000-0000-4000-8000-00000000a004", "name": "Stays", "email": "stays@elsewhere.example"}
]$$));
select is(
  (select string_agg(email, ', ') from public.newsletter_subscriptions where email in ('imported@example.org', 'gone@elsewhere.example', 'stays@elsewhere.example')),
  'stays@elsewhere.example', 'Those whom the file calls unsubscribed are no subscribers, and no longer if they were'
);
select is(
  (select string_agg(left_out, ',') from private.campaign_recipients('donors') where address = 'gone@elsewhere.example'), 'unsubscribed',
  'and get no campaign as donors either'
);
select is(
  (select changes from public.change_log where record_id = pg_temp.import_id(42) and action = 'changed'), '{"unsubscribed": [null, 2]}',
  'The log has how many, without those who had left before'
);
select tests.attempt('only can_review_submissions', pg_temp.undo_conversion(42));
select is(concat_ws(' ', pg_temp.left_out('gone@elsewhere.example'), pg_temp.left_out('left@example.org')), 'unsubscribed', 'The undo lifts what the import blocked, and nothing else');
delete from public.donations where donor_name = 'Gone';
select is((select count(*) from private.outbox), (select before from mails), 'An import mails no one');

-- Taking back

select tests.refused(persona, pg_temp.undo_conversion(20), format('As %s I cannot undo someone else''s import', persona))
from unnest(array['anon', 'supporter', 'only can_manage_mentees', 'staff', 'program.manager']) as persona;
select is(
  (tests.attempt('only can_manage_mentors', pg_temp.send(
    20, '[{"id": "40000000-0000-4000-8000-000000000097", "first_name": "Changed", "last_name": "Row"}]', 1
  ))).state, '00000', 'The second row arrives'
);
update public.mentors set bio = 'A colleague wrote this' where first_name = 'Changed';
select tests.sees(
  'only can_manage_mentors', pg_temp.state_of(20),
  '(1,1,0,{})', 'One row is unchanged, and a colleague changed the other'
);
select tests.done(
  'only can_manage_mentors', pg_temp.undo_conversion(20),
  $$ not exists (select from public.mentors where first_name = 'Imported') $$, 'The importer undoes an import'
);
select is(
  (select bio from public.mentors where first_name = 'Changed'), 'A colleague wrote this',
  'A changed row stays'
);
select is(
  (select string_agg(action || ' ' || coalesce(changes::text, ''), ', ' order by id) from public.change_log
    where record_id in (pg_temp.import_id(20), '40000000-0000-4000-8000-000000000020')),
  'imported {"rows": 2}, undone {"rows": 1}', 'The log keeps the import and its undo'
);
select tests.refused(
  'only can_manage_mentors', pg_temp.send(20, pg_temp.rows_of('mentors', 22), 1), 'An undone import accepts no rows', 'PT409'
);
select tests.done(
  'admin', pg_temp.undo_conversion(20, '{"changed": 1}'), $$ not exists (select from public.mentors where first_name = 'Changed') $$,
  'An admin undoes the rest'
);
select is(
  (select count(*) from public.change_log where action = 'removed' and record_kind = 'mentors' and record_name is null), 1::bigint,
  'The log has one line for each removed row that a colleague had changed'
);
select is_empty($$ select from private.imports where id = pg_temp.import_id(20) $$, 'An undone import leaves nothing but the log');

select tests.attempt('only can_manage_mentors', pg_temp.begin(60, 'mentors', 1));
select tests.attempt('only can_manage_mentors', pg_temp.send(60, pg_temp.rows_of('mentors', 95)));
select tests.refused(
  'only can_manage_mentors', pg_temp.send(60, pg_temp.rows_of('mentors', 96), 0),
  'A finished import takes no further row, also not in the place of an earlier one', '23514'
);
insert into private.merges (kind, kept_id, merged_id, merged_name, merged_row, replaced, followed)
select 'mentors', row_id, gen_random_uuid(), 'Somebody', '{}', '{}', '[]'
from private.imported_rows where import_id = pg_temp.import_id(60);
select tests.sees(
  'only can_manage_mentors', pg_temp.state_of(60),
  '(0,0,1,{})', 'A row that absorbed another in a merge stays in any case'
);
select tests.attempt('admin', pg_temp.undo_conversion(60, '{"changed": 1}'));
select isnt_empty(
  $$ select from public.mentors join private.imported_rows on row_id = id where import_id = pg_temp.import_id(60) $$,
  'No caller removes a row with a merge'
);

update public.email_campaigns set status = 'sent' where name = 'Imported';
select tests.attempt('only can_send_emails', pg_temp.undo_conversion(7, '{"changed": 1}'));
select isnt_empty(
  $$ select from public.email_campaigns where name = 'Imported' $$, 'Undoing an import keeps a campaign that was sent'
);

-- Rows that others attached: the caller's own rights decide, table by table

create table public.badges (
  mentee_id uuid references public.mentees (id) on delete cascade,
  given_by uuid
);
alter table public.badges enable row level security;
grant select, delete on public.badges to authenticated;
create policy "All badges" on public.badges for select to authenticated using (true);
create policy "One's own badges" on public.badges for delete to authenticated using (given_by = auth.uid());

select is(
  pg_temp.bring('only can_manage_mentees', 70, 'mentees', array[
    'Untouched', 'Edited', 'Enrolled', 'Graded', 'Assigned', 'Own badge', 'Other badge'
  ]), '00000', 'Seven mentees arrive'
);
update public.mentees set school_name = 'Hill' where first_name = 'Edited';
insert into public.enrolments (course_id, mentee_id, state) values
  (tests.id('courses', 'English for Work'), tests.id('mentees', 'Enrolled'), 'enrolled');
insert into public.student_grades (mentee_id, grade) values (tests.id('mentees', 'Graded'), 77);
insert into public.program_mentees (program_id, mentee_id, added_by) values
  (tests.id('programs', 'Community Partnerships'), tests.id('mentees', 'Assigned'), tests.account('admin'));
insert into public.badges values
  (tests.id('mentees', 'Own badge'), tests.account('only can_manage_mentees')),
  (tests.id('mentees', 'Other badge'), tests.account('admin'));
create function pg_temp.attached() returns text
language sql
as $$
  select string_agg(tests.fingerprint(attached), ' ')
  from unnest('{enrolments,student_grades,program_mentees,assessments,conversions}'::regclass[]) as attached
$$;
create temporary table attached as select pg_temp.attached() as before;
select tests.sees(
  'only can_manage_mentees', pg_temp.state_of(70), '(1,2,4,"{""badges"": 1}")',
  'Mentees to whom a row is attached that the caller could not remove are counted as kept'
);
select tests.sees(
  'only can_manage_mentees',
  replace(pg_temp.undo_conversion(70, '{"untouched": 1, "changed": 2, "badges": 1}'), 'select ', 'select answer::text from ') || ' as answer',
  '(3,4,t,"{""badges"": 0, ""changed"": 0, ""untouched"": 0}")', 'Taking back removes the others'
);
select is(
  (select string_agg(first_name, ', ' order by first_name) from public.mentees where last_name = 'Brought'),
  'Assigned, Enrolled, Graded, Other badge', 'An undo keeps mentees with enrollments, grades, assignments and badges of others'
);
select is(pg_temp.attached(), (select before from attached), 'An undo keeps all that is attached to them');

select pg_temp.bring('plain program_manager', 71, 'programs', array['Managed']);
insert into public.program_mentees (program_id, mentee_id) values
  (tests.id('programs', 'Managed'), tests.id('mentees', 'Lucky'));
select pg_temp.bring('only can_manage_programs', 72, 'programs', array['Linked']);
insert into public.conversions (submission_id, reference, mentor_id, is_new, former_status, program_id) values
  (tests.id('submissions', 'Naomi Whitaker'), 'V-1', tests.id('mentors', 'Kwame'), false, 'new', tests.id('programs', 'Linked'));
select pg_temp.bring('only can_manage_courses', 73, 'courses', array['Assessed']);
insert into public.assessments (course_id, name) values (tests.id('courses', 'Assessed'), 'Quiz');
update attached set before = pg_temp.attached();
select tests.attempt(persona, pg_temp.undo_conversion(number, '{"changed": 1, "program_mentees": 1, "assessments": 1}'))
from (values ('plain program_manager', 71), ('only can_manage_programs', 72), ('only can_manage_courses', 73)) as tried (persona, number);
select isnt_empty(
  $$ select from public.programs where name = 'Managed' $$,
  'A program_manager does not undo a program with an assigned person'
);
select isnt_empty(
  $$ select from public.programs where name = 'Linked' $$,
  'A program that a conversion names stays'
);
select isnt_empty(
  $$ select from public.courses where title = 'Assessed' $$, 'A course with assessments stays'
);
select is(pg_temp.attached(), (select before from attached), 'Attached rows stay unchanged');

-- Numbers that were confirmed

select pg_temp.bring('admin', 74, 'mentees', array['Asked', 'Asked for too']);
insert into public.program_mentees (program_id, mentee_id)
select programs.id, tests.id('mentees', 'Asked') from public.programs where name in ('Community Partnerships', 'Teacher Training');
select tests.sees('admin', pg_temp.state_of(74), '(1,1,0,"{""program_mentees"": 2}")', 'An admin may remove assignments');
select tests.refused('admin', pg_temp.undo_conversion(74, confirmed), format('Taking back removes no more than was confirmed: %s', confirmed), 'PT409')
from unnest(array[
  '{}', '{"untouched": 1, "changed": 1}', '{"untouched": 1, "changed": 0, "program_mentees": 2}',
  '{"untouched": 1, "changed": 1, "program_mentees": 1}', '{"untouched": 0, "changed": 1, "program_mentees": 2}'
]::jsonb[]) as confirmed;
select tests.done(
  'admin', pg_temp.undo_conversion(74), $$ not exists (select from public.mentees where first_name = 'Asked for too') $$,
  'Without numbers only a row as it came is removed'
);
select is(
  (select count(*) from public.program_mentees where mentee_id = tests.id('mentees', 'Asked')), 2::bigint,
  'The changed row stays with its assignments'
);
insert into public.program_mentees (program_id, mentee_id) values (tests.id('programs', 'Youth Mentorship'), tests.id('mentees', 'Asked'));
select tests.refused(
  'admin', pg_temp.undo_conversion(74, '{"changed": 1, "program_mentees": 2}'),
  'An assignment that came after the question is not removed', 'PT409'
);
select tests.done(
  'admin', pg_temp.undo_conversion(74, '{"changed": 1, "program_mentees": 3}'),
  $$ not exists (select from public.mentees where first_name = 'Asked') $$, 'The number of now is confirmed'
);

select pg_temp.bring('admin', 75, 'mentees', array(select 'Many' from generate_series(1, 1000)));
update private.imports set row_count = 1001 where id = pg_temp.import_id(75);
select tests.attempt('admin', pg_temp.send(75, pg_temp.rows_of('mentees', 750), 1000));
update public.mentees set school_name = 'Hill'
where id in (select row_id from private.imported_rows where import_id = pg_temp.import_id(75));
select tests.sees(
  'admin',
  replace(pg_temp.undo_conversion(75, '{"untouched": 0, "changed": 1001}'), 'select ', 'select answer::text from ') || ' as answer',
  '(1000,1,f,"{""changed"": 1, ""untouched"": 0}")', 'A step says what is still confirmed'
);
insert into public.program_mentees (program_id, mentee_id)
select tests.id('programs', 'Teacher Training'), row_id from private.imported_rows where import_id = pg_temp.import_id(75);
select tests.refused(
  'admin', pg_temp.undo_conversion(75, '{"changed": 1, "untouched": 0}'), 'Between two steps nothing else is removed', 'PT409'
);

-- For 30 days

select pg_temp.bring('only can_manage_mentors', number, 'mentors', array['Aged'])
from unnest(array[76, 77]) as number;
update private.imports set created_at = now() - age
from (values (76, interval '30 days 1 minute'), (77, interval '29 days 23 hours')) as aged (number, age)
where id = pg_temp.import_id(number);
select tests.refused(persona, pg_temp.undo_conversion(76), format('After 30 days %s undoes nothing', persona), 'PT409')
from unnest(array['only can_manage_mentors', 'admin']) as persona;
select is(
  (tests.attempt('admin', pg_temp.undo_conversion(76))).message, 'An import can be undone for 30 days.', 'The refusal says why'
);
select tests.sees(
  'only can_manage_mentors',
  format(
    $$ select string_agg((ends_at > now())::text, ' ' order by ends_at) from public.imports_of('mentors') where id in (%L, %L) $$,
    pg_temp.import_id(76), pg_temp.import_id(77)
  ), 'false true', 'The list says how long an undo is possible'
);
select tests.done(
  'only can_manage_mentors', pg_temp.undo_conversion(77),
  format('not exists (select from private.imports where id = %L)', pg_temp.import_id(77)), 'An import is undone within 30 days'
);

-- A second contact

select tests.attempt('only can_manage_donations', pg_temp.begin(90, 'donations', 2));
select tests.attempt('only can_manage_donations', pg_temp.send(90, (select jsonb_agg(pg_temp.row_of('donations', number)::jsonb
  || '{"donor_name": "Cleo Park", "donor_email": "cleo@second.example", "second_name": "Ivan Park", "second_email": "Ivan@second.example"}') from unnest(array[190, 191]) as number)::text));
insert into public.mentors (first_name, last_name, email) values ('Cleo', 'Park', 'cleo@second.example');
create function pg_temp.home(persona text) returns text
language sql
as $$
  select tests.answer(persona, format(
    $q$ select string_agg(member ->> 'name', ', ' order by member ->> 'name') from jsonb_array_elements(public.person_ties(%L) #> '{groups,0,members}') as member $q$,
    (select person_id from public.mentors where last_name = 'Park')))
$$;
create function pg_temp.home_emails(persona text) returns text
language sql
as $$
  select tests.answer(persona, format(
    $q$ select string_agg(member ->> 'email', ', ') from jsonb_array_elements(public.person_ties(%L) #> '{groups,0,members}') as member $q$,
    (select person_id from public.mentors where last_name = 'Park')))
$$;
select private.tidy_people(array(select id from private.people where second_of is not null));
select is(pg_temp.home('only can_manage_donations'), 'Cleo Park, Ivan Park', 'The second contact of two gifts is one person in the household');
select is(pg_temp.home('only can_manage_mentors'), 'Cleo Park', 'and seen by readers of gifts');
select is(pg_temp.home_emails('only can_manage_donations'), 'Ivan@second.example', 'with the email, which no row has');
select is(pg_temp.home_emails('only can_manage_mentors'), null, 'that no one else sees');
select is(
  private.found_person(('Ivan Park', 'ivan@second.example', null, false)), (select id from private.people where name = 'Ivan Park'),
  'A row of that email and name would be theirs'
);
select is(
  (private.data_subject('ivan@second.example')).persons, array(select id from private.people where name = 'Ivan Park'),
  'An erasure of the email takes them along'
);
select tests.done('only can_manage_donations', format('select public.save_member(%L, %L, null)', group_id, person_id), $$ pg_temp.home('only can_manage_donations') = 'Cleo Park' $$,
  'who can remove them') from private.members join private.people on id = person_id where name = 'Ivan Park';
select tests.done('only can_manage_donations', pg_temp.undo_conversion(90), $$ not exists (select from private.people where second_of is not null) $$, 'An undo takes back both, and their household');

-- What else a file says of a gift

select tests.attempt('only can_manage_donations', pg_temp.begin(93, 'donations', 3));
select tests.done('only can_manage_donations', pg_temp.send(93, (select jsonb_agg(pg_temp.row_of('donations', number)::jsonb || said) from (values
  (194, '{"donor_name": "Lorna Pastern", "donor_email": "lorna@told.example", "donor_phone": "617-555-0144", "fund": "Science lab", "fund_id": "93000000-0000-4000-8000-000000000001",
    "method": "check", "street": "5 Elm St", "city": "Boston", "region": "MA", "postal_code": "02138", "legal_donor_name": "Told Charitable", "note": "By post"}'::jsonb),
  (195, '{"donor_name": "Told Charitable", "fund": "science lab ", "fund_id": "93000000-0000-4000-8000-000000000002", "legal_donor_name": "Told Charitable", "street": "1 Elm St"}'),
  (196, '{"donor_name": "Bluestone", "matched_gift_id": "40000000-0000-4000-8000-000000000194"}')
) as listed (number, said))::text),
  $$ coalesce((select (method, note, donor_phone, told, legal_donor_name, funds.name)::text from public.donations join public.funds on funds.id = fund_id where donor_name = 'Lorna Pastern')
    = '(check,"By post",617-555-0144,"{email,phone}","Told Charitable","Science lab")', false) $$,
  'Fund, method, note, phone and legal donor of a gift are stored');
select is((select count(*) from public.funds where lower(name) = 'science lab'), 1::bigint, 'A new fund is added once');
select is(
  (select array_agg(legal_donor_id is null and fund_id is not null order by donor_name) filter (where donor_name = 'Told Charitable') from public.donations), array[true],
  'No one is the legal donor of their own gift'
);
select is(
  (select (level, parts ->> 'postal_code')::text from private.contact_points join public.donations using (person_id) where kind = 'post' and donor_name = 'Lorna Pastern'),
  '(told,02138)', 'The address is told, and keeps its zero'
);
select is(
  (select count(*) from private.contact_points where kind = 'post' and value like '1 Elm St%'), 0::bigint, 'Half an address is none'
);
select is(
  (select matched.donor_name from public.donations match join public.donations matched on matched.id = match.matched_gift_id where match.donor_name = 'Bluestone'),
  'Lorna Pastern', 'A match knows its gift'
);
select tests.attempt('only can_manage_donations', pg_temp.begin(94, 'donations', 1));
select tests.attempt('only can_manage_donations', pg_temp.send(94, (select jsonb_agg(pg_temp.row_of('donations', 197)::jsonb
  || '{"donor_name": "Lorna Pastern", "donor_email": "lorna@told.example", "street": "9 Oak St", "city": "Salem"}'))::text));
create function pg_temp.address_of_lorna() returns text
language sql as $$ select string_agg(parts ->> 'street', ', ') from private.contact_points join private.people on id = person_id where contact_points.kind = 'post' and name = 'Lorna Pastern' $$;
select is((pg_temp.address_of_lorna(), (select count(*) from public.donations where donor_name = 'Lorna Pastern'))::text, '("5 Elm St",2)',
  'Another address of a known donor changes nothing');
select tests.attempt('only can_manage_donations', pg_temp.undo_conversion(94));
select is((pg_temp.address_of_lorna(), (select count(*) from public.donations where donor_name = 'Lorna Pastern'))::text, '("5 Elm St",1)',
  'and the undo of its import leaves the first');
select tests.attempt('only can_manage_donations', pg_temp.begin(95, 'donations', 1));
select tests.attempt('only can_manage_donations', pg_temp.send(95, (select jsonb_agg(pg_temp.row_of('donations', 198)::jsonb
  || '{"donor_name": "Told Twice", "street": "7 Fir St", "city": "Salem", "fund": "Reading van", "fund_id": "93000000-0000-4000-8000-000000000003"}'))::text));
select tests.attempt('only can_manage_donations', pg_temp.begin(96, 'donations', 1));
select tests.attempt('only can_manage_donations', pg_temp.send(96, (select jsonb_agg(pg_temp.row_of('donations', 199)::jsonb
  || '{"donor_name": "Told Twice", "street": "7 Fir St", "city": "Salem", "fund": "reading van", "fund_id": "93000000-0000-4000-8000-000000000003"}'))::text));
select tests.done('only can_manage_donations', pg_temp.undo_conversion(95),
  $$ exists (select from private.contact_points where value like '7 Fir St%') and exists (select from public.funds where name = 'Reading van')
    and (select count(*) = 1 from public.donations where donor_name = 'Told Twice') $$,
  'An address that two imports told, and a fund that both name, stay with the second');
select tests.done('only can_manage_donations', pg_temp.undo_conversion(96),
  $$ not exists (select from private.contact_points where value like '7 Fir St%') and not exists (select from public.donations where donor_name = 'Told Twice') $$,
  'Its undo takes the address back');
delete from public.funds where name = 'Reading van';
select tests.attempt('only can_manage_donations', pg_temp.begin(number, 'donations', 1)) from unnest(array[97, 98]) as number;
select tests.attempt('only can_manage_donations', pg_temp.send(number, jsonb_build_array(pg_temp.row_of('donations', 103 + number)::jsonb
  || jsonb_build_object('donor_name', 'Fund Maker', 'fund', 'Fund ' || number, 'fund_id', '93000000-0000-4000-8000-0000000000' || number))::text)) from unnest(array[97, 98]) as number;
update public.funds set purpose = 'Vans for readers' where name = 'Fund 98';
select tests.done('only can_manage_donations', pg_temp.undo_conversion(97), $$ not exists (select from public.funds where name = 'Fund 97') and exists (select from public.funds where name = 'Fund 98') $$,
  'An undo takes back a fund that nothing uses');
select tests.done('only can_manage_donations', pg_temp.undo_conversion(98), $$ exists (select from public.funds where name = 'Fund 98') and not exists (select from public.donations where donor_name = 'Fund Maker') $$,
  'except one to which staff gave a purpose');
select tests.attempt('only can_manage_donations', pg_temp.begin(number, 'donations', 1)) from unnest(array[301, 302]) as number;
select tests.attempt('only can_manage_donations', pg_temp.send(number, jsonb_build_array(pg_temp.row_of('donations', number)::jsonb
  || jsonb_build_object('donor_name', 'Told Half' || number, 'street', '8 Ash St', 'city', 'Salem'))::text)) from unnest(array[301, 302]) as number;
select private.unite_people('00000000-0000-4000-8000-00000000e101', kept.person_id, merged.person_id, '{donations}')
from public.donations kept, public.donations merged where kept.donor_name = 'Told Half301' and merged.donor_name = 'Told Half302';
select tests.done('only can_manage_donations', pg_temp.undo_conversion(301), $$ exists (select from private.contact_points join public.donations using (person_id)
  where value like '8 Ash St%' and donor_name = 'Told Half302') and not exists (select from public.donations where donor_name = 'Told Half301') $$, 'Of two donors who became one, the address stays with the second import');
select tests.attempt('only can_manage_donations', pg_temp.undo_conversion(302));
select is_empty($$ select from private.contact_points where value like '8 Ash St%' $$, 'and leaves with it');
select tests.done('only can_manage_donations', pg_temp.undo_conversion(93),
  $$ not exists (select from private.contact_points where value like '5 Elm St%') and not exists (select from public.donations where donor_name in ('Lorna Pastern', 'Bluestone'))
    and not exists (select from private.people where name = 'Told Charitable') $$,
  'An undo takes back a gift and its match, the address and the legal donor');

insert into public.trainers (first_name, last_name, email) values ('Ivan', 'Park', 'ivan@second.example');
select tests.attempt('only can_manage_donations', pg_temp.begin(91, 'donations', 1));
select tests.done('only can_manage_donations', pg_temp.send(91, (select jsonb_agg(pg_temp.row_of('donations', 192)::jsonb
  || '{"donor_name": "Cleo Park", "donor_email": "cleo@second.example", "second_name": "Ivan Park", "second_email": "ivan@second.example"}'))::text),
  $$ exists (select from private.members join public.trainers using (person_id) where last_name = 'Park')
    and not exists (select from private.people where second_of is not null and kind = 'person') $$,
  'A known person of that email and name becomes the member'
);
select tests.done('only can_manage_donations', pg_temp.undo_conversion(91),
  $$ not exists (select from private.members join public.trainers using (person_id) where last_name = 'Park')
    and exists (select from public.trainers where last_name = 'Park') $$,
  'until an undo, which leaves the person'
);

select tests.attempt('only can_manage_donations', pg_temp.begin(92, 'donations', 1));
select tests.attempt('only can_manage_donations', pg_temp.send(92, (select jsonb_agg(pg_temp.row_of('donations', 193)::jsonb
  || '{"donor_name": "Cleo Park", "donor_email": "cleo@second.example", "second_name": "Una Park", "second_email": "una@second.example"}'))::text));
select tests.done('owner', $$ select tests.erase('una@second.example') $$,
  $$ not exists (select from private.people where name = 'Una Park') and not exists (select from private.contact_points where value ilike 'una@%')
    and exists (select from private.people where name = 'Cleo Park') $$,
  'An erasure of the email of a second contact leaves the first'
);

-- Who is this?

insert into public.donations (donor_name, donor_email, amount, donation_type) values
  ('Vera Known', 'vera@known.example', 5, 'one-time'), ('Otto Twice', null, 6, 'one-time');
select tests.attempt('admin', format('select public.enter_gift(%L)', '{"id": "40000000-0000-4000-8000-000000000194", "donor_name": "Otto Twice",
  "amount": 6, "day": "2026-01-02", "method": "cash", "new_person_id": "40000000-0000-4000-8000-000000000294"}'));
update private.people set created_at = created_at - interval '1 day' where name = 'Otto Twice' and id <> '40000000-0000-4000-8000-000000000294';
create temporary table known_donors as select id, name, email from public.donors where name in ('Vera Known', 'Otto Twice');
create function pg_temp.asked(persona text) returns text
language sql
as $$
  select tests.answer(persona, $q$ select string_agg(concat_ws(' ', row_number, name, hint, is_found), ', ' order by row_number, is_found desc)
    from public.namesakes_of('[{"donor_name": "Vera Known", "donor_email": "vera@known.example"}, {"donor_name": "vera known", "donor_email": "vera@new.example"},
      {"donor_name": "Vera Known"}, {"donor_name": "Otto Twice"}, {"donor_name": "Otto Twice", "donor_email": "otto@new.example"}, {"donor_name": "Nobody Yet"}]') $q$)
$$;
select is(pg_temp.asked('only can_manage_donations'),
  '1 Vera Known v…@known.example f, 2 Vera Known v…@known.example f, 3 Otto Twice t, 3 Otto Twice f, 4 Otto Twice f, 4 Otto Twice f',
  'A file asks about donors who have a name and not the address, and says whom the rule takes');
select is(pg_temp.asked(persona), null, persona || ' hears of no donor') from unnest(array['supporter', 'only can_manage_mentors', 'plain development_manager']) as persona;
create function pg_temp.answered(number integer, answers jsonb) returns text
language sql
as $$
  select tests.attempt('only can_manage_donations', pg_temp.begin(number, 'donations', 4));
  select pg_temp.send(number, (
    select jsonb_agg(pg_temp.row_of('donations', number * 10 + place::integer)::jsonb || given || coalesce(answers -> (given ->> 'donor_name'), '{}'))::text
    from jsonb_array_elements('[{"donor_name": "Vera Known", "donor_email": "vera@new.example"}, {"donor_name": "Vera Known", "donor_email": "vera@new.example"},
      {"donor_name": "Otto Twice"}, {"donor_name": "Otto Twice"}]') with ordinality as listed (given, place)
  ))
$$;
create function pg_temp.donors_now() returns text
language sql
as $$
  select string_agg(concat_ws(' ', coalesce(known.name, 'new ' || donors.name), donors.email, donors.gift_count, donors.id = '40000000-0000-4000-8000-000000000294'), ', '
    order by donors.name, known.name, donors.gift_count desc, donors.id = '40000000-0000-4000-8000-000000000294')
  from public.donors left join known_donors known using (id) where donors.name in ('Vera Known', 'Otto Twice')
$$;
create function pg_temp.points() returns jsonb
language sql
as $$ select jsonb_agg(to_jsonb(point) order by point.person_id, normalized) from private.contact_points point join known_donors on id = person_id $$;
create temporary table points as select pg_temp.points() as was;
create temporary table at_first as select pg_temp.donors_now() as was;
select tests.done('only can_manage_donations', pg_temp.answered(93, '{}'),
  $$ pg_temp.donors_now() = 'Otto Twice 3 f, Otto Twice 1 t, Vera Known vera@known.example 1 f, new Vera Known vera@new.example 2 f' $$,
  'Without an answer the rule decides: another address is a new donor, and just a name means the first with that name');
select tests.done('only can_manage_donations', pg_temp.undo_conversion(93), $$ pg_temp.donors_now() = (select was from at_first) $$, 'An undo takes it back');
select tests.done('only can_manage_donations', pg_temp.answered(94, (select jsonb_object_agg(name, jsonb_build_object('person_id', id)) from known_donors where name = 'Vera Known')
    || '{"Otto Twice": {"person_id": "40000000-0000-4000-8000-000000000294"}}'),
  $$ pg_temp.donors_now() = 'Otto Twice 3 t, Otto Twice 1 f, Vera Known vera@known.example 3 f' $$,
  'The rows belong to whom the colleague named, whose letters go where they went');
select tests.done('only can_manage_donations', pg_temp.undo_conversion(94),
  $$ pg_temp.donors_now() = (select was from at_first) and pg_temp.points() = (select was from points) $$, 'and an undo takes them back with the address');
select tests.done('only can_manage_donations', pg_temp.answered(95, '{"Otto Twice": {"new_person_id": "40000000-0000-4000-8000-000000000295"}}'),
  $$ (select gift_count = 2 from public.donors where id = '40000000-0000-4000-8000-000000000295') and (select count(*) = 3 from public.donors where name = 'Otto Twice') $$,
  'Someone new of a name that donors have is one donor for all rows');
select tests.done('only can_manage_donations', pg_temp.undo_conversion(95),
  $$ pg_temp.donors_now() = (select was from at_first) and not exists (select from private.people where id = '40000000-0000-4000-8000-000000000295') $$, 'and gone after an undo');
select tests.refused('only can_manage_donations', pg_temp.answered(96, jsonb_build_object('Otto Twice', jsonb_build_object(key, person_id))),
  format('A row names no %s that I may not see', key), 'P0001')
from unnest(array['person_id', 'new_person_id']) as key, (select person_id from public.mentors where person_id not in (select person_id from public.donations) limit 1) as other;

-- Names of couples

select tests.attempt('only can_manage_donations', pg_temp.begin(97, 'donations', 4));
select tests.attempt('only can_manage_donations', pg_temp.send(97, (
  select jsonb_agg(pg_temp.row_of('donations', 970 + place::integer)::jsonb || jsonb_build_object('donor_name', name, 'donor_email', 'wimpoles@example.org', 'amount', amount))::text
  from (values (1, 'Mr. and Mrs. Brad Wimpole', 100), (2, 'Brad Wimpole', 50), (3, 'Wimpole, Brad', 25), (4, 'Brad and Iris Wimpole', 75)) as listed (place, name, amount)
)));
select is((select string_agg(name || ' ' || lifetime, ', ' order by name collate "C") from public.donors where email = 'wimpoles@example.org'),
  'Brad Wimpole 75.00, Brad and Iris Wimpole 75.00, Mr. and Mrs. Brad Wimpole 100.00', 'A gift of both is not of one of them, and the last name may come first');

-- Duplicates

insert into public.donations (donor_name, amount, donation_type, created_at)
values (normalize('Lê Quốc Dũng', nfc), 35, 'one-time', '2026-02-11 12:00-06');
select tests.sees(
  'only can_manage_donations', format(
    $$ select string_agg(place::text, ' ') from public.find_duplicates('donations', '{donor_name,amount,created_at}', %L) as place $$,
    (select jsonb_agg(jsonb_build_object('donor_name', name, 'amount', 35, 'created_at', '2026-02-11 09:00-06'))
      from unnest(array['Other', normalize('lê quốc dũng ', nfd)]) as name)
  ), '2', 'A gift is a duplicate however the letters of its name are composed'
);
update public.donations set fund_id = tests.id('funds', 'School meals') where donor_name = 'Lê Quốc Dũng';
select tests.sees(
  'only can_manage_donations', format(
    $$ select string_agg(place::text, ' ') from public.find_duplicates('donations', '{donor_name,amount,created_at,fund_id}', %L) as place $$,
    (select jsonb_agg(jsonb_build_object('donor_name', 'Lê Quốc Dũng', 'amount', 35, 'created_at', '2026-02-11 09:00-06', 'fund_id', fund))
      from unnest(array[null, tests.id('funds', 'School meals'), tests.id('funds', 'Science lab')]) as fund)
  ), '1 2', 'also where only one of the two has a fund, but not for another fund'
);

-- Only the import's owner claims rows

select pg_temp.bring('only can_manage_mentors', 78, 'mentors', array['Claimed']);
update private.imports set row_count = 3 where id = pg_temp.import_id(78);
select tests.refused(
  persona,
  format('select private.end_batch(%L, %L, array[%L]::uuid[])', pg_temp.import_id(78), kind, claimed),
  format('As %s I claim no %s for an import of mentors', persona, kind)
)
from (values
  ('only can_manage_trainers', 'mentors', tests.id('mentors', 'Kwame')), ('admin', 'mentors', tests.id('mentors', 'Kwame')),
  ('supporter', 'mentors', tests.id('mentors', 'Kwame')), ('only can_manage_mentors', 'trainers', tests.id('trainers', 'Nomsa'))
) as tried (persona, kind, claimed);

-- Pledges from a file

create function pg_temp.pledges(number integer, changed jsonb default '{}') returns text language sql as $$
  select jsonb_build_array(jsonb_build_object(
    'id', format('40000000-0000-4000-8000-%s', lpad(number::text, 12, '0')), 'donor_name', 'Pia Promise', 'donor_email', 'pia@example.org',
    'amount', 100, 'pledged_on', '2025-11-15', 'installments', 3, 'every', 1, 'first_due', '2025-11-30', 'fund', 'Roof', 'fund_id', '93000000-0000-4000-8000-000000000009'
  ) || changed)::text
$$;
select tests.refused(persona, pg_temp.begin(901, 'gift_pledges', 1), persona || ' imports no pledges')
from unnest('{anon,supporter,only can_view_financials,only can_review_submissions,only can_manage_mentors}'::text[]) as persona;
select tests.attempt('only can_manage_donations', pg_temp.begin(901, 'gift_pledges', 1));
select tests.refused('only can_manage_donations', pg_temp.send(901, pg_temp.pledges(901, changed)), format('A pledge with %s is refused', changed), 'P0001')
from unnest('{"{\"amount\": 0}","{\"pledged_on\": \"2199-01-01\"}","{\"first_due\": \"2025-11-14\"}","{\"every\": null}","{\"donor_name\": \" \"}"}'::jsonb[]) as changed;
select tests.refused('admin', pg_temp.send(901, pg_temp.pledges(901)), 'as is a row of another''s import');
select tests.done('only can_manage_donations', pg_temp.send(901, pg_temp.pledges(901)), $$
  (select string_agg(due_on || ' ' || part.amount, ', ' order by due_on) is not distinct from '2025-11-30 33.33, 2025-12-30 33.33, 2026-01-30 33.34'
  from public.pledge_installments part join public.gift_pledges pledge on pledge.id = pledge_id where donor_name = 'Pia Promise' and note = 'pia@example.org') $$,
  'An imported pledge has equal installments, and the email of someone new in its note');
select is((tests.attempt('only can_manage_donations', pg_temp.send(901, pg_temp.pledges(901)))).state, '00000', 'The same batch again');
select is(count(*), 1::bigint, 'stores nothing twice') from public.gift_pledges where donor_name = 'Pia Promise';
select tests.done('only can_manage_donations', pg_temp.undo_conversion(901, '{"untouched": 1}'), $$
  not exists (select from public.gift_pledges where donor_name = 'Pia Promise') and not exists (select from private.people where name = 'Pia Promise')
  and not exists (select from public.funds where name = 'Roof') $$, 'An undo leaves no pledge, donor or fund of it');
insert into public.donations (donor_name, donor_email, amount, donation_type, method, created_at) values ('Pia Promise', 'pia@example.org', 40, 'one-time', 'check', '2025-12-01');
select tests.attempt('only can_manage_donations', pg_temp.begin(902, 'gift_pledges', 1));
select tests.done('only can_manage_donations', pg_temp.send(902, pg_temp.pledges(902)), $$
  exists (select from public.gift_pledges pledge join public.donations gift using (person_id) where pledge.donor_name = 'Pia Promise' and pledge.note is null) $$,
  'A donor whose email we have is the same');
update public.donations set gift_pledge_id = '40000000-0000-4000-8000-000000000902' where donor_email = 'pia@example.org';
select is(tests.answer('only can_manage_donations', pg_temp.state_of(902)), '(0,0,1,{})', 'A pledge that a gift pays stays until the gift is taken off it');

-- What was said about an imported person

select pg_temp.bring('admin', 920, 'mentees', '{Bar,Consent,Plain}');
create function pg_temp.brought(first_name text) returns uuid
language sql as $$ select person_id from public.mentees where last_name = 'Brought' and mentees.first_name = brought.first_name $$;
insert into private.people (id, name) values ('40000000-0000-4000-8000-000000000921', 'Barred Adult');
insert into private.guardians (child_id, adult_id, must_not_collect) values
  (pg_temp.brought('Bar'), '40000000-0000-4000-8000-000000000921', true), (pg_temp.brought('Consent'), '40000000-0000-4000-8000-000000000921', false);
insert into private.consents (child_id, adult_id, kind, version, answer, road, given_for, given_as)
select child_id, adult_id, 'photo', 1, 'no', 'code', child_id, adult_id from private.guardians where child_id = pg_temp.brought('Consent');
select is(tests.answer('admin', pg_temp.state_of(920)), '(1,2,0,{})', 'A child with a bar or an answer of a guardian is not as it came');
select pg_temp.bring('admin', 921, 'trainers', '{Marked,Known,Plain}');
insert into public.mentors (first_name, last_name, person_id) values ('Known', 'Brought', gen_random_uuid());
update public.mentors set person_id = (select person_id from public.trainers where last_name = 'Brought' and first_name = 'Known') where last_name = 'Brought';
update private.people set do_not_contact = true where id in (select person_id from public.trainers where last_name = 'Brought' and first_name <> 'Plain');
select is(tests.answer('admin', pg_temp.state_of(921)), '(2,1,0,{})', 'Nor is who must not be contacted, unless another record keeps that');

select * from finish();
rollback;
