-- Follow-ups: who reads, adds and changes a task, what is refused, and what is put off.

begin;
select plan(72);
update auth.users set email_confirmed_at = coalesce(email_confirmed_at, now());
delete from private.outbox where true;
delete from public.tasks where true;
delete from public.holidays where true;

-- `on_what` is a column with its value.
create function pg_temp.add_task(persona text, body text, assignee text, on_what text default 'address', id text default null)
returns text
language sql
as $$
  select (tests.attempt(persona, format(
    'insert into public.tasks (body, due_on, assignee_id, %I) values (%L, %L, %L, %L)',
    on_what, body, private.office_today(), tests.account(assignee), id
  ))).message
$$;
create function pg_temp.bodies(persona text) returns text
language sql as $$ select tests.answer(persona, 'select string_agg(body, '', '' order by body) from public.tasks') $$;
create function pg_temp.task(words text) returns public.tasks
language sql as $$ select tasks from public.tasks where body = words $$;

-- Readers

select is(pg_temp.add_task('admin', 'Call', 'admin', 'mentor_id', tests.id('mentors', 'Kwame')::text), null, 'An admin adds one on a mentor');
select is(pg_temp.add_task('admin', 'Plan', 'admin', 'program_id', tests.id('programs', 'Community Partnerships')::text), null, '… on a program');
select is(pg_temp.add_task('admin', 'Reply', 'admin', 'submission_id', tests.id('submissions', 'Teresa Vance')::text), null, '… on a submission');
select is(pg_temp.add_task('admin', 'Thank', 'admin', 'gift_id', (select id::text from public.donations order by id limit 1)), null, '… on a gift');
select is(pg_temp.add_task('admin', 'Own', 'only can_manage_mentors'), null, '… and one on nothing for a colleague');
select is(pg_temp.add_task('only can_manage_mentors', 'Mine', 'only can_manage_mentors'), null, 'A colleague adds one on nothing');

select is(pg_temp.bodies(persona), expected, format('%s reads: %s', persona, coalesce(expected, 'nothing')))
from (values
  ('admin', 'Call, Mine, Own, Plan, Reply, Thank'), ('only can_manage_mentors', 'Call, Mine, Own'),
  ('only can_review_submissions', 'Reply'), ('only can_manage_donations', 'Thank'),
  ('only can_manage_programs', 'Plan'), ('program.manager', 'Plan'), ('only can_send_emails', null), ('supporter', null)
) as listed (persona, expected);
select tests.refused(
  'only can_manage_mentors', format('insert into public.tasks (body, due_on, gift_id) select ''Spy'', current_date + 1, %L', (select id from public.donations limit 1)),
  'A task on a record that its author may not read is refused'
);

-- The mapping of tables to rights is that of readable_tables.

select is_empty(
  $$ select persona, table_name from tests.personas() as persona, private.task_permissions()
    where persona <> 'anon'
      and tests.answer(
        persona, format('select private.is_admin() or %L in (select private.readable_tables())', table_name)
      )::boolean <> (tests.account(persona) in (select private.task_readers(array[table_name]))) $$,
  'Possible assignees are those who may read the record'
);

-- Addresses

update public.mentors set email = 'Kwame@Example.org', phone = '512 555 0147' where id = tests.id('mentors', 'Kwame');
select is(pg_temp.add_task('only can_manage_mentors', 'Write', 'admin', 'address', 'kwame@EXAMPLE.org'), null, 'One on an address');
select is((pg_temp.task('Write')).address, 'kwame@example.org', 'Addresses are stored as they are compared');
select is((pg_temp.task('Write')).open_to, '{mentors}', 'Its readers are those of the tables with the address');
select is(pg_temp.add_task('only can_review_submissions', 'Ask', 'only can_review_submissions', 'address', 'kwame@example.org'), null, 'A reviewer adds one on it, too');
select is((pg_temp.task('Ask')).open_to, '{}', 'Nothing tells a reviewer of tables that they may not read');

-- Telephones

select is(pg_temp.add_task('only can_manage_mentors', 'Ring', 'admin', 'address', 'tel:+1 (512) 555-0147'), null, 'One on a telephone');
select is((pg_temp.task('Ring')).address, 'tel:' || (private.phone_keys('5125550147'))[1], 'It is stored as it is compared');
select is((pg_temp.task('Ring')).open_to, array['mentors'], 'Its readers are those of the tables with the number');
select tests.sees(
  'only can_manage_mentors', $$ select string_agg(body, ', ' order by body) from public.person_due('tel:512-555-0147') join public.tasks using (id) $$,
  'Call, Ring, Write', 'It is on the page of the number, with those of its mentor and their address'
);

select matches(
  pg_temp.add_task('admin', 'Odd', 'admin', 'address', 'mentees:' || gen_random_uuid()), 'tasks_address_check', 'Another reference to a person is no address'
);

-- Assignees

select is(
  pg_temp.add_task('admin', 'No', persona, 'mentor_id', tests.id('mentors', 'Kwame')::text),
  'This colleague has left or can''t see the record. Choose someone else.', persona || ' gets none on a mentor'
)
from unnest(array['supporter', 'only can_review_submissions']) as persona;
select is((pg_temp.task('No')).id, null, 'Nothing was added');
select tests.sees(
  'only can_manage_mentors', format($$ select count(*) from public.task_assignees('mentors') where id = %L $$, tests.account('only can_review_submissions')),
  '0', 'A reviewer is not offered for a mentor'
);
select tests.sees(
  'only can_manage_mentors', format($$ select count(*) from public.task_assignees('mentors') where id = %L $$, tests.account('admin')),
  '1', 'An admin is offered for a mentor'
);
select tests.sees('only can_manage_mentors', $$ select count(*) from public.task_assignees('donations') $$, '0', 'No colleague is offered for a table that the caller may not read');
select tests.sees('supporter', $$ select count(*) from public.task_assignees() $$, '0', 'A supporter learns of no staff');

-- Changes

select tests.done(
  'only can_manage_mentors', $$ update public.tasks set body = 'Changed' where body = 'Own' $$,
  $$ exists (select from public.tasks where body = 'Changed') $$, 'An assignee changes it'
);
select tests.refused(
  'only can_manage_mentors', $$ update public.tasks set body = 'Changed' where body = 'Call' $$, 'A reader who is neither author nor assignee does not'
);
select tests.refused(
  'only can_manage_mentors', format($$ update public.tasks set assignee_id = %L where body = 'Changed' $$, tests.account('admin')),
  'An assignee does not pass on one without a record', 'P0001'
);
select tests.refused(
  'admin', $$ update public.tasks set due_on = current_date - 2 where body = 'Call' $$, 'No due day in the past', 'P0001'
);
select tests.done(
  'only can_manage_mentors', $$ update public.tasks set done_at = '2020-01-01' where body = 'Changed' $$,
  format($$ exists (select from public.tasks where body = 'Changed' and done_by = %L and done_at = now()) $$, tests.account('only can_manage_mentors')),
  'Done has the database''s time, and the caller'
);
select tests.done(
  'only can_manage_mentors', $$ update public.tasks set done_at = null where body = 'Changed' $$,
  $$ num_nonnulls((pg_temp.task('Changed')).done_at, (pg_temp.task('Changed')).done_by) = 0 $$, 'It is open again'
);
select is(pg_temp.add_task('admin', 'Free', 'nobody', 'mentor_id', tests.id('mentors', 'Kwame')::text), null, 'One of no one');
select tests.refused('only can_review_submissions', $$ update public.tasks set done_at = now() where body = 'Free' $$, 'It is closed to those who may not read it');
select tests.done(
  'only can_manage_mentors', $$ update public.tasks set done_at = now() where body = 'Free' $$,
  $$ (pg_temp.task('Free')).done_at is not null $$, 'All who may read it can do it'
);
select is(
  (select string_agg(action || coalesce(changes::text, ''), ' ' order by id) from public.change_log
    where record_id = (pg_temp.task('Changed')).id and (changes is null or changes ? 'body')),
  'added changed{"body": ["Own", "Changed"]}', 'The log has each change'
);

-- Accounts that leave

delete from public.user_permissions where user_id = tests.account('only can_manage_mentors');
select isnt((pg_temp.task('Changed')).assignee_id, null, 'Without a permission a role of staff is enough');
update public.user_roles set role = 'supporter' where user_id = tests.account('only can_manage_mentors');
select is((pg_temp.task('Changed')).assignee_id, null, 'Open tasks of someone who left are no one''s');
select is(pg_temp.bodies('only can_manage_mentors'), null, 'Someone who left reads no task, not even their own');
select matches(pg_temp.bodies('admin'), 'Changed', 'Admins see it');
update public.user_roles set role = 'staff' where user_id = tests.account('only can_manage_mentors');
insert into public.user_permissions (user_id, permission_id)
values (tests.account('only can_manage_mentors'), tests.id('permissions', 'can_manage_mentors'));

-- Put off

create function pg_temp.put_off(persona text, asked text) returns text
language sql
as $$
  select (tests.attempt(persona, format('select public.put_off(%L, %s)', (select id from public.submissions where email = 'slow@example.org'), asked))).message
$$;
create function pg_temp.until() returns timestamptz
language sql as $$ select put_off_until from public.submissions where email = 'slow@example.org' $$;
create function pg_temp.arrive(words text) returns text
language sql
as $$
  delete from private.recent_submissions where true;
  select (tests.attempt('anon', format(
    'insert into public.contact_messages (name, email, message) values (''Slow'', ''slow@example.org'', %L)', words
  ))).message
$$;
select pg_temp.arrive('First');
select is(pg_temp.put_off('only can_review_submissions', quote_literal(private.office_today() + 3)), null, 'A reviewer puts it off');
select is(
  to_char(pg_temp.until() at time zone 'America/Chicago', 'YYYY-MM-DD HH24:MI'), to_char(private.office_today() + 3, 'YYYY-MM-DD') || ' 08:00',
  'It returns at eight in the office'
);
select tests.sees(
  'admin', $$ select sum(in_views[1]) || ' ' || sum(in_views[2]) from public.submission_counts('[
    [["answered_at", "is", null], ["put_off_until", "gt", {"symbol": "now"}]], [["answered_at", "is", null], ["put_off_until", "lte", {"symbol": "now"}]]
  ]') $$,
  (select '1 ' || count(*) - 1 from public.submissions where answered_at is null), 'It is counted, and does not wait'
);
select is(pg_temp.put_off('only can_manage_mentors', quote_literal(private.office_today() + 3)), 'You may not snooze this.', 'Only reviewers put off');
select is(pg_temp.put_off('admin', quote_literal(day)), 'Choose a day from tomorrow on, within a year.', format('Not until %s', day))
from unnest(array[private.office_today(), private.office_today() + 367]) as day;
select is(
  to_char(pg_temp.until() at time zone 'America/Chicago', 'YYYY-MM-DD'), to_char(private.office_today() + 3, 'YYYY-MM-DD'), 'The refusals changed nothing'
);
select is(
  (select changes -> 'put_off_until' ->> 0 from public.change_log where changes ? 'put_off_until'), null,
  'The log has it'
);
select is(pg_temp.arrive('Second'), null, 'Its sender sends another form');
select is(
  (select count(*) from public.submissions where email = 'slow@example.org' and put_off_until > now()), 0::bigint,
  'Another form brings the first one back'
);
delete from public.contact_messages where message = 'Second';
select is(pg_temp.put_off('admin', 'null, true'), null, 'Put off until they reply');
select is(pg_temp.until(), 'infinity', 'It has no day');
select pg_temp.put_off('admin', format('%L, false, ''Waits for a reference'', %L', private.office_today() + 9, '7c000000-0000-4000-8000-000000000260'))
from generate_series(1, 2);
select is(
  (
    select array_agg(author_id || ' ' || body) from public.submission_notes
    where submission_id = (select id from public.submissions where email = 'slow@example.org')
  ), array[tests.account('admin') || ' Waits for a reference'], 'The reason is a note of who snoozed it, once for both calls'
);
select pg_temp.put_off('admin', 'null, true, '' ''');
select is(
  (select count(*) from public.submission_notes where submission_id = (select id from public.submissions where email = 'slow@example.org')),
  1::bigint, 'A blank reason is no note'
);
insert into public.submission_notes (submission_id, body)
select id, 'Still waiting' from public.submissions where email = 'slow@example.org';
select is(pg_temp.until(), 'infinity', 'A note of a colleague brings nothing back');
insert into private.status_tokens (hash, submission_id)
select private.token_hash(repeat('s', 43)), id from public.submissions where email = 'slow@example.org';
select tests.attempt('anon', format('select public.add_message(%L, ''Hello?'')', repeat('s', 43)));
select is(pg_temp.until(), '-infinity', 'A message of the sender does');
select is(pg_temp.put_off('admin', 'null, true'), null, 'Put off again');
update public.contact_messages set status = 'contacted' where email = 'slow@example.org';
select is(pg_temp.until(), '-infinity', 'The answer ends it');
select is(
  pg_temp.put_off('admin', 'null, true, ''Too late'''), 'It has been answered, so it can''t be snoozed.', 'An answered submission cannot be put off'
);
select is((select count(*) from public.submission_notes where body = 'Too late'), 0::bigint, 'The refusal leaves no note');

-- A clock that stood still for three days: each due thing is told once.

update public.submissions set answered_at = now() where answered_at is null;
update public.submissions set answered_at = null, due_at = '2031-03-11 23:59:59-05', put_off_until = '2031-03-11 08:00-05', assignee_id = null
where email = 'slow@example.org';
update public.tasks set done_at = now() where true;
select pg_temp.add_task('admin', 'Late', 'only can_manage_mentors');
insert into private.monthly_gifts (id) values ('sub_late');
select private.add_payment_task('sub_late', '{"amount": 25, "donor_name": "Late Payer", "donor_email": "late@example.org"}');
alter table public.tasks disable trigger check_task;
update public.tasks set due_on = '2031-03-11' where body like '%Late%';
alter table public.tasks enable trigger check_task;
update private.mail_settings set digest_day = '2031-03-10' where singleton;
select private.write_digests(moment) from unnest(array['2031-03-13 13:00+00', '2031-03-13 13:01+00', '2031-03-13 13:02+00']::timestamptz[]) as moment;
select is(
  (select string_agg(concat_ws(' ', data ->> 'tasks_overdue', data ->> 'tasks_due_today', data ->> 'overdue'), ', ') from private.outbox
    where kind = 'digest' and reader_id = tests.account('only can_manage_mentors')),
  '1 0 0', 'Staff who review nothing get one digest with the overdue task'
);
select is(
  (select string_agg(concat_ws(' ', data ->> 'tasks_overdue', data ->> 'overdue', jsonb_array_length(data -> 'first')), ', ') from private.outbox
    where kind = 'digest' and reader_id = tests.account('admin')),
  '1 1 1', 'A reviewer gets one with what came back, once'
);
select is(
  (select string_agg(data ->> 'tasks_overdue', ', ') from private.outbox
    where kind = 'digest' and reader_id = tests.account('only can_manage_donations')),
  '1', 'A task of no one is in the digest of those who may read it, such as that of a failed payment'
);
select is(
  (select count(*) from private.outbox where kind = 'digest' and reader_id = tests.account('only can_manage_programs')), 0::bigint,
  '… and in no other'
);
select is(
  (select count(*) from private.outbox where kind = 'digest' and data::text like '%Late%'), 0::bigint, 'No words of a task are in a mail'
);

select * from finish();
rollback;
