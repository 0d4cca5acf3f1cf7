-- The staff's home: each panel for those who hold its right, the queue's own conditions, no line with zero.

begin;
select plan((31 + (select count(*) from tests.personas() as persona where persona <> 'anon'))::integer);
delete from public.submissions;
delete from public.tasks;
delete from public.program_registrations;
delete from public.program_seats;
delete from public.programs;
delete from public.holidays;
delete from public.email_campaigns;
delete from public.faults;
update public.gift_batches set discarded_at = now() where posted_at is null;
delete from private.monthly_gifts;
delete from private.invitations;
update public.donors set thanked_until = thank_for_at where thank_for_at is not null;

create function pg_temp.home(only_panel text default null) returns text
language sql
as $$
  select string_agg(concat_ws(' ', panel, line, items, label), ', ' order by panel, line, label)
  from public.home_figures() where only_panel is null or panel = only_panel
$$;
grant execute on all functions in schema pg_temp to authenticated;

-- One of everything

insert into public.contact_messages (name, email, message) select label, label || '@example.org', 'x'
from unnest(array['late', 'later', 'today', 'answered', 'snoozed', 'mine', 'left']) as label;
update public.submissions set
  due_at = case when name like 'late%' then now() - interval '1 day' when name = 'today' then now() else now() + interval '5 days' end,
  answered_at = case when name = 'answered' then now() end,
  put_off_until = case when name = 'snoozed' then now() + interval '1 day' else '-infinity' end
where true;
update public.submissions set due_at = now() - interval '1 day' where name in ('answered', 'snoozed');
update public.submissions set assignee_id = tests.account('only can_review_submissions') where name = 'mine';
update public.submissions set assignee_id = tests.account('supporter') where name = 'left';
insert into public.tasks (body, due_on, assignee_id) values
  ('Theirs', private.office_today(), tests.account('only can_manage_mentors')),
  ('Theirs', private.office_today() + 1, tests.account('only can_manage_mentors'));
alter table public.tasks disable trigger check_task;
update public.tasks set due_on = private.office_today() - 1 where due_on > private.office_today();
alter table public.tasks enable trigger check_task;
insert into public.programs (name, start_date, end_date, status) values
  ('Begins', private.office_today() + 30, private.office_today() + 31, 'planned'),
  ('Begins later', private.office_today() + 31, null, 'planned'),
  ('Began', private.office_today() - 1, private.office_today() + 30, 'active'),
  ('Was cancelled', private.office_today(), private.office_today(), 'cancelled');
insert into public.meetings (id, program_id, title, day, minutes, outcome)
select gen_random_uuid(), tests.id('programs', 'Began'), title, private.office_today() + days, 60, outcome
from (values ('Waits', -1, 'planned'::public.meeting_outcome), ('Is today', 0, 'planned'), ('Was cancelled', -1, 'cancelled')) as listed (title, days, outcome);
insert into private.invitations (user_id, role, permission_ids, expires_at)
select tests.sign_up(listed.address), 'staff', '{}', now() + expires
from (values ('waits@personas.test', interval '1 day'), ('expired@personas.test', interval '-1 day')) as listed (address, expires);
insert into public.program_registrations (program, first_name, last_name, email, status) values
  ('bawg-workshops', 'Ada', 'One', 'ada@example.org', 'new'), ('bawg-workshops', 'Ada', 'Two', 'bo@example.org', 'waitlisted');
insert into public.email_campaigns (name, subject, content, status, scheduled_at) values
  ('A', 'A', 'A', 'scheduled', now() + interval '1 day'), ('B', 'B', 'B', 'paused', null), ('C', 'C', 'C', 'draft', null);
insert into public.faults (place, page, message) values ('staff', '/crm', 'It broke');
insert into private.outbox (idempotency_key, kind, recipient, state, failed_at) values
  ('home:1', 'test', 'a@example.org', 'failed', now() - interval '6 days'), ('home:2', 'test', 'a@example.org', 'failed', now() - interval '8 days');
insert into private.erasures (subject_hash, reason, identity, requested_by) values
  ('home:1', 'asked', 'in_person', tests.account('admin')), ('home:2', 'asked', 'in_person', tests.account('director'));
insert into private.monthly_gifts (id, donor_id, failing_since, ended_at)
select 'home:' || listed.id, (select id from public.donors order by id limit 1), since, ended
from (values (1, now(), null::timestamptz), (2, now(), now()), (3, null, null)) as listed (id, since, ended);
update public.donors set thanked_until = null where id = (select id from public.donors where thank_for_at is not null order by id limit 1);
insert into public.gift_batches (id, expected_count, expected_total) values ('10000000-0000-4000-8000-0000000000b1', 0, 0);


create temporary table expected (panel text, line text, rights text[], needs_review boolean not null default false);
insert into expected values
  ('submissions', 'due_today 1', '{can_review_submissions}'), ('submissions', 'overdue 2', '{can_review_submissions}'),
  ('programs', 'begin 1', '{can_manage_programs,program_manager}'), ('programs', 'end 1', '{can_manage_programs,program_manager}'),
  ('campaigns', 'paused 1', '{can_send_emails}'), ('campaigns', 'scheduled 1', '{can_send_emails}'),
  ('gifts', 'batches 1', '{can_manage_donations}'), ('gifts', 'monthly 1', '{can_manage_donations}'), ('gifts', 'thanks 1', '{can_manage_donations}'),
  ('meetings', 'attendance 1', '{can_manage_programs}'), ('admins', 'expired 1', '{admin}'), ('admins', 'invited 1', '{admin}'),
  ('admins', 'erasures 1', '{admin}'), ('admins', 'faults 1', '{admin}'), ('admins', 'mails 1', '{admin}');
create function pg_temp.rights_of(persona text) returns text[]
language sql
as $$
  select array(
    select role::text from public.user_roles where user_id = tests.account(persona)
    union select name from public.user_permissions join public.permissions on id = permission_id where user_id = tests.account(persona)
    union select name from public.permissions where persona = 'admin'
  )
$$;
select tests.sees(
  persona,
  $$ select string_agg(concat_ws(' ', panel, line, items), ', ' order by panel, line) from public.home_figures()
    where panel in ('submissions', 'programs', 'meetings', 'campaigns', 'gifts', 'admins') and line not in ('mine', 'unassigned', 'orphaned', 'registrations', 'seats', 'quiet') $$,
  (select string_agg(concat_ws(' ', panel, line), ', ' order by panel, line) from expected where rights && pg_temp.rights_of(persona)),
  format('As %s I get the panels of my rights, and no other', persona)
)
from tests.personas() as persona where persona <> 'anon';
select tests.refused('anon', 'select public.home_figures()', 'As anon I cannot ask for home');
select tests.refused('anon', 'select public.set_up_steps()', 'As anon I cannot ask for the steps of setting up');

-- Details

select tests.sees('admin', $$ select pg_temp.home('tasks') $$, null, 'A colleague''s tasks are not mine');
select tests.sees(
  'only can_manage_mentors', $$ select pg_temp.home('tasks') $$, 'tasks due_today 1, tasks overdue 1', 'My due tasks are counted'
);
select tests.sees(
  'only can_review_submissions',
  $$ select pg_temp.home('submissions') $$,
  'submissions due_today 1, submissions mine 1, submissions orphaned 1 Marcus Bell, submissions overdue 2, submissions unassigned 6',
  'A reviewer has theirs, nobody''s, and those of somebody who may not review, with the name'
);
select tests.sees(
  'only can_review_submissions', $$ select target from public.home_figures() where line = 'orphaned' $$,
  tests.account('supporter')::text, 'Their link leads to that account''s submissions'
);
select tests.sees(
  'program.manager', $$ select pg_temp.home('programs') $$, 'programs begin 1, programs end 1',
  'Who may not review hears nothing of registrations'
);
insert into public.user_permissions (user_id, permission_id, granted_by)
select tests.account('only can_review_submissions'), id, tests.account('admin') from public.permissions where name = 'can_manage_programs';
select tests.sees(
  'only can_review_submissions', $$ select pg_temp.home('programs') $$,
  'programs begin 1, programs end 1, programs registrations 1', 'A manager of programs who reviews has registrations to decide'
);
insert into public.program_seats (program, seats) values ('bawg-workshops', null);
select tests.sees(
  'only can_review_submissions', $$ select pg_temp.home('programs') like '%seats%' $$, 'false', 'Unlimited seats are not free seats'
);
alter table public.program_seats disable trigger offer_seats;
update public.program_seats set seats = 5;
alter table public.program_seats enable trigger offer_seats;
select tests.sees(
  'only can_review_submissions', $$ select items from public.home_figures() where line = 'seats' $$, '1',
  'A program with a free seat and a waitlist is counted'
);
select tests.sees(
  'admin', $$ select target from public.home_figures() where line = 'batches' $$, '10000000-0000-4000-8000-0000000000b1',
  'The link of open batches leads to the oldest'
);
insert into public.program_mentees (program_id, mentee_id) select tests.id('programs', 'Began'), mentees.id from public.mentees where mentees.status = 'active' order by 2 limit 2;
insert into public.program_mentors (program_id, mentor_id) select tests.id('programs', 'Began'), mentors.id from public.mentors where mentors.status = 'active' order by 2 limit 1;
insert into public.matches (id, mentor_id, mentee_id, program_id, status, since, mentor_agreed_on, guardian_agreed_on)
select gen_random_uuid(), mentor_id, mentee_id, program_id, 'active', private.office_today() - 90, private.office_today() - 90, private.office_today() - 90
from public.program_mentees join public.program_mentors using (program_id) where program_id = tests.id('programs', 'Began');
select tests.sees(
  'only can_manage_programs', $$ select concat_ws(' ', items, target) from public.home_figures() where line = 'quiet' $$,
  concat_ws(' ', 2, tests.id('programs', 'Began')), 'Quiet matches are counted, and lead to their program'
);
insert into private.held_meetings (id, match_id, day, minutes, outcome, reason)
select gen_random_uuid(), id, private.office_today(), 60, 'happened', 'match' from public.matches order by id limit 1;
select tests.sees(
  'only can_manage_programs', $$ select concat_ws(' ', items, target) from public.home_figures() where line = 'held' $$,
  concat_ws(' ', 1, tests.id('programs', 'Began')), 'Meetings that came too late wait for a decision'
);
select tests.sees(
  'program.manager', $$ select count(*) from public.home_figures() where line in ('quiet', 'held') $$, '0', 'The role program_manager hears of no match'
);
select tests.sees('director', $$ select pg_temp.home() $$, 'access ask 1 Grace Tolbert', 'A role that opens nothing names the admins to ask');
select tests.sees('supporter', $$ select pg_temp.home() $$, null, 'Nobody else learns their names');
select tests.sees('fundraiser', $$ select public.admins_to_ask() $$, '{"Grace Tolbert"}', 'Staff learn who can grant a permission');
select tests.sees('mentor', $$ select public.admins_to_ask() $$, '{}', 'A mentor does not');
select tests.sees('newcomer', $$ select public.admins_to_ask() $$, '{}', 'A newcomer does not');
select tests.refused('anon', 'select public.admins_to_ask()', 'Nor does a visitor');
select tests.sees('newcomer', $$ select pg_temp.home() $$, null, 'A newcomer has nothing');

-- Deposits

update public.gift_batches set posted_at = now(), deposited = 1, deposited_on = private.office_today() where id = '10000000-0000-4000-8000-0000000000b1';
insert into private.payouts (id, amount, arrives_on, told_at, deposited, deposited_on, failed_at, failed_on) values
  ('home:1', 10, private.office_today(), now(), 9, private.office_today(), null, null),
  ('home:2', 10, private.office_today(), now(), 10, private.office_today(), null, null),
  ('home:3', 10, private.office_today(), now(), 0, private.office_today(), now(), private.office_today());
select tests.sees(
  'only can_view_financials', $$ select pg_temp.home() $$, 'gifts batch_deposits 1, gifts payout_deposits 1',
  'Who views financials has the deposits that differ, and no other line of gifts'
);
insert into private.closed_months (month) values (date_trunc('month', private.office_today())::date);
select tests.sees('only can_view_financials', $$ select pg_temp.home() $$, null, 'Closed books ask for nothing');

-- A second factor

insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
values (gen_random_uuid(), tests.account('admin'), 'totp', 'verified', now(), now());
select tests.sees('admin', $$ select pg_temp.home() $$, null, 'While the second factor is missing home has nothing');
select tests.sees('admin', $$ select count(*) from public.set_up_steps() $$, '0', 'Nor has setting up');
delete from auth.mfa_factors where user_id = tests.account('admin');

-- Setting up: each step follows from the rows

create function pg_temp.open_steps() returns text
language sql
as $$ select string_agg(step, ', ' order by step) from private.steps_of_set_up(tests.account('admin')) where not is_done $$;
insert into private.safeguarding_leads (user_id) values (tests.account('admin')) on conflict do nothing;
delete from public.user_permissions;
delete from public.user_roles where role <> 'admin';
update public.program_seats set seats = null;
update private.receipt_wording set confirmed_at = null;
update public.donations set payment_id = null;
delete from private.monthly_gifts;
insert into public.notification_choices (user_id, kind, choice)
select tests.account('admin'), kind, 'none' from unnest(enum_range(null::public.submission_kind)) as kind;
select is(
  pg_temp.open_steps(),
  'colleagues, holidays, payments, receipt_words, seats, second_admin, second_factor, test_mail, watchers',
  'An empty foundation has every step open'
);
insert into public.user_roles (user_id, role) values (tests.account('staff'), 'staff');
insert into public.holidays (day, name) values (private.office_today(), 'Today');
select is(pg_temp.open_steps() like '%holidays%', true, 'Holidays of one year are half of the step');
insert into public.holidays (day, name) values ((date_trunc('year', private.office_today()) + interval '1 year')::date, 'New Year');
insert into private.payment_events (id) values ('home');
update private.receipt_wording set confirmed_at = now();
update public.program_seats set seats = 1;
update public.user_roles set role = 'admin' where user_id = tests.account('director');
insert into public.user_roles (user_id, role) values (tests.account('director'), 'admin');
update private.outbox set state = 'sent', sent_at = now() where idempotency_key = 'home:1';
update public.notification_choices set choice = 'daily' where user_id = tests.account('admin');
select is(pg_temp.open_steps(), 'second_factor', 'Each step is done once its rows are there');
insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
values (gen_random_uuid(), tests.account('admin'), 'totp', 'verified', now(), now());
select is(pg_temp.open_steps(), null, 'Then nothing is left');
select is(
  (select string_agg(step, ', ') from private.steps_of_set_up() where not is_done), 'second_factor',
  'The doctor asks for the second factor of every admin'
);
select tests.sees('staff', $$ select count(*) from public.set_up_steps() $$, '0', 'Only admins see the steps');

select * from finish();
rollback;
