-- Retention: each rule deletes due rows, leaves the others, and counts its work.

begin;
select plan((50 + 3 * (select count(*) from private.submission_kinds) + 2 * (select count(*) from private.retention_rules))::integer);
update private.mail_settings set double_opt_in = false where singleton;
-- Rows of the seed would be due on some days.
delete from public.submissions where true;
delete from private.outbox where true;
delete from public.change_log where true;

create function pg_temp.due(of_rule text) returns bigint
language plpgsql
as $$
declare
  counted bigint;
begin
  perform tests.act_as('admin');
  select due into counted from public.retention_due(of_rule);
  perform set_config('role', 'none', true), set_config('request.jwt.claims', '', true);
  return counted;
end
$$;
create function pg_temp.sent(address text) returns uuid
language sql
as $$ select id from public.submissions where email = address $$;
-- As if everything about a submission had happened so much earlier.
create function pg_temp.move_clock(address text, age interval) returns void
language sql
as $$ update public.submissions set closed_at = closed_at - age where email = address $$;

-- Submissions: a closed one that is due, a closed one that is not, and an open one.

create temporary table listed as
select rule, (longest || ' ' || unit)::interval as age
from private.submission_kinds join private.retention_rules on rule = form;
select set_eq('select rule from listed', 'select unnest(private.queued_forms())', 'Each form has a rule');

create function pg_temp.try_form(one listed) returns setof text
language plpgsql
as $function$
declare
  part text;
  due uuid;
  host constant text := replace(one.rule, '_', '-') || '.org';
begin
  foreach part in array array['due', 'early', 'open'] loop
    perform tests.attempt('anon', replace(
      tests.sample_insert(one.rule), 'sample@example.org', part || '@' || host
    ));
  end loop;
  execute format('update public.%I set status = enum_last(status) where email in ($1, $2)', one.rule)
    using 'due@' || host, 'early@' || host;
  perform pg_temp.move_clock('due@' || host, one.age);
  perform pg_temp.move_clock('early@' || host, one.age - interval '1 minute');
  update public.submissions set created_at = now() - interval '5 years' where email = 'open@' || host;
  due := pg_temp.sent('due@' || host);
  insert into private.status_tokens (hash, submission_id) values (sha256(due::text::bytea), due);
  insert into public.submission_notes (submission_id, author_id, body) values (due, null, 'Note');
  insert into public.submission_answers (submission_id, author_id, subject, body)
  select id, null, reference, 'Answer' from public.submissions where id = due;
  return next is(pg_temp.due(one.rule), 1::bigint, 'One is due: ' || one.rule);
  return next is(private.apply_rule(one.rule), 1, 'The rule deletes it');
  execute format('select string_agg(split_part(email, ''@'', 1), '', '' order by email) from public.%I where email like $1', one.rule)
    into part using '%@' || host;
  return next is(part, 'early, open', 'The rule leaves a later and an open one: ' || one.rule);
  return next is_empty(format($$
    select from public.submissions where id = %1$L union all select from public.submission_notes where submission_id = %1$L
    union all select from public.submission_answers where submission_id = %1$L
    union all select from private.status_tokens where submission_id = %1$L
    union all select from private.outbox where submission_id = %1$L $$, due), 'Rows that refer to it are deleted with it');
  return next is(
    (select string_agg(concat_ws(' ', record_kind, record_name, record_id, changes ->> 'table', changes ->> 'rows', actor_id), ', ')
      from public.change_log where action = 'removed'),
    concat('retention_rules ', (select title from private.retention_rules where rule = one.rule), ' submissions 1'),
    'The log has only the number'
  );
  delete from public.change_log where true;
end
$function$;
select pg_temp.try_form(listed) from listed;

select is(
  (select count(*) from public.submissions where closed_at is null and status in ('accepted', 'rejected', 'closed', 'declined', 'lapsed')),
  0::bigint, 'Each closed submission has the time of its end'
);
update public.contact_messages set status = 'in_progress' where email = 'early@contact-messages.org';
select is(
  (select closed_at from public.submissions where email = 'early@contact-messages.org'), null, 'A reopened submission has no end'
);

-- A decision in favor, and a conversion

insert into public.volunteer_applications (first_name, last_name, email, status) values ('Ada', 'A', 'kept@volunteer.org', 'new');
insert into public.partnership_proposals (organization_name, contact_name, contact_title, email, phone, organization_type, partnership_type, description, goals)
values ('Kept', 'K', 'K', 'kept@partner.org', '1', 'other', 'ngo', 'K', 'K');
update public.volunteer_applications set status = 'accepted' where email = 'kept@volunteer.org';
update public.partnership_proposals set status = 'accepted' where email = 'kept@partner.org';
select pg_temp.move_clock(address, '5 years') from unnest(array['kept@volunteer.org', 'kept@partner.org']) as address;
select private.apply_rule(rule) from unnest(array['volunteer_applications', 'partnership_proposals']) as rule;
select is(
  (select count(*) from public.submissions where email in ('kept@volunteer.org', 'kept@partner.org')), 2::bigint,
  'Accepted volunteers and partners stay'
);

select tests.attempt('anon', replace(tests.sample_insert('program_applications'), 'sample@', 'child@'));
select is((tests.attempt('admin', format(
  $$ select public.convert_submission(%L, 'mentees', '00000000-0000-4000-8000-00000000c41d', '{"first_name": "Chi", "last_name": "Ld"}') $$,
  pg_temp.sent('child@example.org')
))).state, '00000', 'An application becomes a mentee');
select pg_temp.move_clock('child@example.org', '5 years');
select is(pg_temp.due('program_applications'), 0::bigint, 'A converted application is never due');
select private.apply_rule('program_applications');
select isnt(pg_temp.sent('child@example.org'), null, 'A converted application stays as long as the mentee');
insert into public.mentees (id, first_name, last_name) values ('00000000-0000-4000-8000-00000000c41e', 'Chi', 'Ld');
insert into public.change_log (actor_id, action, record_kind, record_id, created_at)
select tests.account('admin'), 'opened', 'mentees', id, now() - interval '1 minute' from public.mentees where first_name = 'Chi';
select is((tests.attempt('admin', $$ select public.merge_people(
  'mentees', '00000000-0000-4000-8000-00000000c41e', '00000000-0000-4000-8000-00000000c41d', '{}', '{"kept": {}, "merged": {}}') $$)).state,
  '00000', 'Its mentee is merged into another');
set constraints all deferred;
select private.apply_rule('program_applications');
select isnt(pg_temp.sent('child@example.org'), null, 'A merge leaves the application');
delete from public.mentees where first_name = 'Chi';
select is(pg_temp.due('program_applications'), 1::bigint, 'An application is due once its mentee is removed');
select private.apply_rule('program_applications');
select is(pg_temp.sent('child@example.org'), null, 'It then goes');

-- Registrations, after the course

delete from public.program_seats where true;
insert into public.program_registrations (program, first_name, last_name, email)
values ('retained', 'In', 'Course', 'in@course.org'), ('retained', 'On', 'List', 'on@course.org');
update public.program_registrations set status = 'confirmed' where email = 'in@course.org';
select is((select closed_at from public.submissions where email = 'in@course.org'), null, 'A confirmed registration is open while no end is known');
select tests.done(
  'only can_review_submissions', $$ select public.set_last_day('retained', (now() + interval '30 days')::date) $$,
  $$ exists (select from public.submissions where email = 'in@course.org' and closed_at > now()) $$, 'The last day of a course closes its registrations then'
);
select is((select closed_at from public.submissions where email = 'on@course.org'), null, 'An undecided one stays open');
update public.program_registrations set status = 'confirmed' where email = 'on@course.org';
select is(
  (select closed_at from public.submissions where email = 'on@course.org'), (select closed_at from public.submissions where email = 'in@course.org'),
  'A later confirmation ends with the course, too'
);
update public.submissions set closed_at = now() - interval '1 day' where email = 'in@course.org';
select tests.attempt('admin', $$ select public.set_last_day('retained', '2199-01-01') $$);
select is(
  (select string_agg(email || ' ' || (closed_at > now()), ', ' order by email) from public.submissions where email like '%@course.org'),
  'in@course.org false, on@course.org true', 'The day of a later course moves no course that has ended'
);
update public.submissions set closed_at = now() - interval '12 months' where email = 'in@course.org';
insert into public.program_seats (program, seats) values ('retained', 1) on conflict (program) do update set seats = 1;
insert into public.program_registrations (program, first_name, last_name, email, status, waitlisted_at)
values ('retained', 'Next', 'One', 'next@course.org', 'waitlisted', now());
select private.apply_rule('program_registrations');
select is(
  (select string_agg(email || ' ' || status, ', ' order by email) from public.program_registrations where email like '%@course.org'),
  'next@course.org waitlisted, on@course.org confirmed', 'Twelve months after the course its registration goes, and offers no seat'
);

-- All other rules: one row due, one a minute too young, one that waits

delete from public.submissions where true;
delete from public.newsletter_subscriptions where true;
delete from public.change_log where true;
insert into public.change_log (action, record_kind, record_name, created_at)
select 'changed', 'programs', part, now() - age from (values
  ('due', interval '12 months'), ('early', interval '12 months' - interval '1 minute')
) as entry (part, age);
insert into public.newsletter_subscriptions (name, email, confirmed_at, created_at)
select part, part || '@example.org', confirmed, now() - age from (values
  ('due', null::timestamptz, interval '7 days'), ('early', null, interval '7 days' - interval '1 minute'),
  ('open', now(), interval '5 years'), ('waiting', null, interval '5 years')
) as entry (part, confirmed, age);
delete from private.outbox where true;
delete from private.recent_submissions where true;
insert into private.subscription_tokens (hash, subscription_id, created_at)
select sha256(part::bytea), id, now() - age from (values
  ('due', interval '7 days'), ('early', interval '7 days' - interval '1 minute')
) as entry (part, age), public.newsletter_subscriptions where name = 'waiting';
insert into public.contact_messages (name, email, message) values ('Linked', 'linked@example.org', 'M');
insert into private.status_tokens (hash, submission_id, closed_at)
select sha256(part::bytea), pg_temp.sent('linked@example.org'), now() - age from (values
  ('due', interval '90 days'), ('early', interval '90 days' - interval '1 minute'), ('open', null)
) as entry (part, age);
insert into private.outbox (idempotency_key, kind, recipient, state, sent_at, created_at)
select kind || ' ' || part, kind, part || '@example.org', case part when 'open' then 'queued' else 'sent' end,
  case when part <> 'open' then now() - age end, now() - age
from (values
  ('answer', 'due', interval '90 days'), ('answer', 'early', interval '90 days' - interval '1 minute'), ('answer', 'open', interval '2 years'),
  ('test', 'due', interval '12 months'), ('test', 'early', interval '12 months' - interval '1 minute'),
  ('confirmation', 'due', interval '8 days'), ('confirmation', 'early', interval '8 days' - interval '1 minute'),
  ('confirmation', 'open', interval '2 years')
) as entry (kind, part, age);
insert into private.mail_events (id, received_at) values ('due', now() - interval '30 days'), ('early', now() - interval '30 days' + interval '1 minute');
insert into private.payment_events (id, received_at) values ('due', now() - interval '90 days'), ('early', now() - interval '90 days' + interval '1 minute');
insert into private.merges (kind, kept_id, merged_id, merged_name, merged_row, replaced, followed, created_at)
select 'mentees', gen_random_uuid(), gen_random_uuid(), part, '{}', '{}', '[]', now() - age from (values
  ('due', interval '30 days'), ('early', interval '30 days' - interval '1 minute')
) as entry (part, age);
insert into private.begun_accounts (begun_by, address, nonce_hash, begun_at)
select tests.account('admin'), part, sha256(part::bytea), now() - age from (values
  ('due', interval '1 hour'), ('early', interval '59 minutes')
) as entry (part, age);
insert into private.invitations (user_id, role, permission_ids, invited_at, expires_at, outcome, ended_at)
select tests.account('admin'), role::public.app_role, '{}', now() - age, now(), outcome, case when outcome is not null then now() end from (values
  ('mentor', interval '12 months', 'accepted'), ('staff', interval '12 months' - interval '1 minute', 'expired'),
  ('director', interval '12 months', null)
) as entry (role, age, outcome);
insert into private.recovery_attempts (user_id, tried_at)
select tests.account('admin'), now() - age from unnest(array[interval '15 minutes', interval '14 minutes']) as age;
delete from public.tasks where true;
alter table public.tasks disable trigger check_task;
insert into public.tasks (body, due_on, done_at)
select part, '2030-01-01', now() - age from (values
  ('due', interval '12 months'), ('early', interval '12 months' - interval '1 minute'), ('open', null)
) as entry (part, age);
alter table public.tasks enable trigger check_task;
insert into private.people (name, created_at) values
  ('Due Gone', now() - interval '1 day'), ('Early Gone', now() - interval '23 hours'), ('Seat Taken', now() - interval '1 year');
insert into public.mentors (first_name, last_name, email) values ('Seat', 'Taken', 'seat@gone.org');
update public.mentors set person_id = (select id from private.people where name = 'Seat Taken' limit 1) where email = 'seat@gone.org';
insert into private.person_notes (id, person_id, kind, body, open_to, created_at)
select gen_random_uuid(), person_id, 'note', part, '{mentors}', now() - age from public.mentors, (values
  ('due', interval '24 months'), ('early', interval '24 months' - interval '1 minute')
) as entry (part, age) where email = 'seat@gone.org';
delete from public.clearances where true;
insert into public.clearances (id, mentor_id, name, done_on, withdrawn_at, withdrawn_reason)
select gen_random_uuid(), mentors.id, part, '2020-01-01', now() - age, 'x' from public.mentors, (values
  ('due', interval '24 months'), ('early', interval '24 months' - interval '1 minute')
) as entry (part, age) where email = 'seat@gone.org';
insert into public.clearances (id, mentor_id, name, done_on, valid_until)
select gen_random_uuid(), id, 'open', '2020-01-01', '2200-12-31' from public.mentors where email = 'seat@gone.org';
insert into private.clearance_exemptions (id, requirement_id, matched, mentor_id, starts_on, ends_on, reason, withdrawn_at)
select gen_random_uuid(), program_requirements.id, '', mentors.id, '2020-01-01', '2200-12-31', part, now() - age
from public.program_requirements, public.mentors, (values
  ('due', interval '24 months'), ('early', interval '24 months' - interval '1 minute')
) as entry (part, age) where email = 'seat@gone.org' and program_requirements.name = 'References';
delete from public.matches where true;
alter table public.matches disable trigger set_over;
alter table public.matches disable trigger require_clearances;
insert into public.matches (id, mentor_id, mentee_id, program_id, status, since, until, mentor_agreed_on, guardian_agreed_on, close_reason, over_at)
select gen_random_uuid(), mentors.id, (select id from public.mentees where first_name = 'Lucky'), programs.id,
  (case when age is null then 'active' else 'closed' end)::public.match_status, '2020-01-01', case when age is not null then date '2020-02-01' end, '2020-01-01', '2020-01-01',
  case when age is not null then part end, now() - age
from public.mentors, public.programs, (values
  ('due', interval '24 months'), ('early', interval '24 months' - interval '1 minute'), ('open', null)
) as entry (part, age) where email = 'seat@gone.org' and programs.name = 'Youth Mentorship';
alter table public.matches enable trigger set_over;
alter table public.matches enable trigger require_clearances;
insert into public.programs (id, name, status) select id::uuid, part, 'completed' from (values
  ('00000000-0000-4000-8000-00000000ee01', 'due'), ('00000000-0000-4000-8000-00000000ee02', 'early'), ('00000000-0000-4000-8000-00000000ee03', 'open')
) as entry (id, part);
update public.programs set closed_on = (private.office_today() - interval '24 months')::date - case name when 'due' then 1 else 0 end
where id::text like '00000000-0000-4000-8000-00000000ee0%' and name <> 'open';
update public.programs set status = 'active' where id = '00000000-0000-4000-8000-00000000ee03';
delete from public.change_log where record_id::text like '00000000-0000-4000-8000-00000000ee0%';
delete from public.meetings where true;
insert into public.meetings (id, program_id, title, day, minutes, created_at)
select gen_random_uuid(), id, name, '2020-01-01', 60, now() - interval '3 years' from public.programs where id::text like '00000000-0000-4000-8000-00000000ee0%';
delete from private.person_merges where true;
insert into private.person_merges (id, kept_id, merged_id, person, added_names, moved, notes, is_of_records, created_at)
select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), to_jsonb(part), '{}', '{}', '{}', false, now() - age from (values
  ('due', interval '30 days'), ('early', interval '30 days' - interval '1 minute')
) as entry (part, age);
insert into public.gift_batches (id, expected_count, expected_total, discarded_at)
select ('00000000-0000-4000-8000-00000000b00' || place)::uuid, 1, 5, now() - age from (values
  (1, interval '12 months'), (2, interval '12 months' - interval '1 minute'), (3, null)
) as batch (place, age);
insert into public.donations (batch_id, is_posted, donor_name, amount, donation_type, method, entered_at, created_at)
select ('00000000-0000-4000-8000-00000000b00' || place)::uuid, false, part || ' discarded', 5, 'one-time', 'cash', now() - interval '2 years', now()
from (values (1, 'due'), (2, 'early'), (3, 'open')) as gift (place, part);
insert into public.donations (donor_name, donor_email, amount, donation_type) values ('Giver', 'still.giver@example.org', 5, 'one-time');
insert into private.issued_receipts (donor_id, year, donor_number, version, name, address, email, lines, gifts, total, words, print, issued_at)
select case name when 'Giver' then (select person_id from public.donations where donor_name = 'Giver') end, 2017, place, 1, name, '{"city": "Waco"}',
  lower(name) || '@example.org', '[{"amount": null, "description": "Piano"}]', '{}', 5, '{}', 'p', now() - age
from (values (1, 'Due', interval '7 years'), (2, 'Early', interval '7 years' - interval '1 minute'), (3, 'Giver', interval '8 years')) as receipt (place, name, age);
insert into public.gift_pledges (id, person_id, donor_name, amount, pledged_on, note, created_at)
select ('00000000-0000-4000-8000-00000000bb0' || place)::uuid, case part when 'Giver' then (select person_id from public.donations where donor_name = 'Giver')
  else private.person_of((part || ' Pledge', null, null, true)) end, part || ' Pledge', 10, '2010-01-01', 'By phone', now() - interval '9 years'
from (values (1, 'Due'), (2, 'Early'), (3, 'Giver')) as pledge (place, part);
insert into public.pledge_installments (pledge_id, due_on, amount)
select ('00000000-0000-4000-8000-00000000bb0' || place)::uuid, ((now() - interval '24 months') at time zone private.office_time_zone())::date + days, 5
from (values (1, -30), (1, 0), (2, -30), (2, 1), (3, -30)) as part (place, days);
insert into private.receipt_keys (hash, submission_id, created_at)
select sha256(part::bytea), pg_temp.sent('linked@example.org'), now() - age from (values
  ('due', interval '10 minutes'), ('early', interval '9 minutes')
) as entry (part, age);
delete from public.faults where true;
insert into public.faults (page, message, last_at, fingerprint)
values ('x', 'due', now() - interval '90 days', 'a'), ('x', 'early', now() - interval '89 days', 'b');
delete from private.covers where true;
insert into private.covers (id, account_id, cover_id, starts_on, ends_on, over_at)
select gen_random_uuid(), tests.account('admin'), tests.account(cover), '2020-01-01', '2020-01-02', now() - age from (values
  ('staff', interval '12 months'), ('mentors', interval '12 months' - interval '1 minute'), ('director', interval '-1 day')
) as entry (cover, age);
insert into private.leavings (id, account_id, role, permission_ids, left_at)
select gen_random_uuid(), tests.account('supporter'), role::public.app_role, '{}', now() - age from (values
  ('staff', interval '12 months'), ('mentor', interval '12 months' - interval '1 minute')
) as entry (role, age);
insert into private.leaving_items (leaving_id, kind, part, item_id) select id, 'tasks', role::text, gen_random_uuid() from private.leavings;
delete from private.concerns where true;
insert into private.concerns (reference, reporter_name, child_name, body, happened, is_danger, created_at, closed_at)
select part, 'Reporter', 'Child', 'Seen', 'Here', false, now() - interval '9 years', closed
from (values ('due', now() - interval '7 years'), ('early', now() - interval '7 years' + interval '1 minute'), ('open', null)) as entry (part, closed);
insert into private.concern_steps (concern_id, kind, author_name) select id, 'acknowledged', 'Lead' from private.concerns;
insert into private.recent_submissions (form, address, submitted_at) values ('x', 'due', now() - interval '10 minutes'), ('x', 'early', now() - interval '9 minutes');

insert into public.mentees (first_name, last_name, parent_name) values ('Retained', 'Child', 'Retained Parent');
insert into private.consent_requests (batch, child_id, adult_id, kinds, road, hash, created_at)
select gen_random_uuid(), tie.child_id, tie.adult_id, '{photo}', 'code', sha256(part::bytea), now() - age
from (select guardians.* from private.guardians join public.mentees on person_id = child_id where last_name = 'Child' limit 1) as tie, (values
  ('due', interval '90 days'), ('early', interval '90 days' - interval '1 minute')
) as entry (part, age);
create temporary table others (rule text, left_over text, expected text);
insert into others values
  ('change_log', $$ select string_agg(record_name, ', ') from public.change_log where record_kind = 'programs' $$, 'early'),
  ('subscription_tokens', $$ select string_agg((hash = sha256('early'))::text, ', ') from private.subscription_tokens $$, 'true'),
  ('unconfirmed_subscriptions', 'select string_agg(name, '', '' order by name) from public.newsletter_subscriptions', 'early, open, waiting'),
  ('status_tokens', $$ select count(*)::text from private.status_tokens where hash in (sha256('early'), sha256('open')) $$, '2'),
  ('consent_requests', $$ select string_agg((hash = sha256('early'))::text, ', ') from private.consent_requests where hash in (sha256('early'), sha256('due')) $$, 'true'),
  ('mail_records', $$ select string_agg(idempotency_key, ', ') from private.outbox where kind = 'test' $$, 'test early'),
  ('confirmation_mails', $$ select string_agg(idempotency_key, ', ' order by idempotency_key) from private.outbox where kind = 'confirmation' $$, 'confirmation early, confirmation open'),
  ('mails', $$ select string_agg(recipient, ', ' order by recipient) from private.outbox where kind = 'answer' $$, 'early@example.org, open@example.org'),
  ('mail_events', 'select string_agg(id, '', '') from private.mail_events', 'early'),
  ('payment_events', 'select string_agg(id, '', '') from private.payment_events', 'early'),
  ('merges', 'select string_agg(merged_name, '', '') from private.merges', 'early'),
  ('tasks', 'select string_agg(body, '', '' order by body) from public.tasks', 'early, open'),
  ('person_notes', 'select string_agg(body, '', '') from private.person_notes', 'early'),
  ('people', $$ select string_agg(distinct name, ', ' order by name) from private.people where name like '% Gone' or name = 'Seat Taken' $$, 'Early Gone, Seat Taken'),
  ('clearances', 'select string_agg(name, '', '' order by name) from public.clearances', 'early, open'),
  ('matches', $$ select string_agg(coalesce(close_reason, 'open'), ', ' order by close_reason) from public.matches $$, 'early, open'),
  ('meetings', 'select string_agg(title, '', '' order by title) from public.meetings', 'early, open'),
  ('clearance_exemptions', 'select string_agg(reason, '', '') from private.clearance_exemptions', 'early'),
  ('person_merges', $$ select string_agg(person #>> '{}', ', ') from private.person_merges $$, 'early'),
  ('discarded_gifts', $$ select string_agg(donor_name, ', ' order by donor_name) from public.donations where donor_name like '% discarded' $$, 'early discarded, open discarded'),
  ('covers', $$ select string_agg(role::text, ', ' order by role) from private.covers join public.user_roles on user_id = cover_id $$, 'director, staff'),
  ('leavings', $$ select string_agg(part, ', ') from private.leaving_items $$, 'mentor'),
  ('begun_accounts', 'select string_agg(address, '', '') from private.begun_accounts', 'early'),
  ('invitations', $$ select string_agg(role::text, ', ' order by role) from private.invitations $$, 'director, staff'),
  ('recovery_attempts', 'select count(*)::text from private.recovery_attempts', '1'),
  ('issued_receipts', $$ select string_agg(concat_ws(' ', number, name, address ->> 'city', email, total, lines #>> '{0,description}', nullif(print, '')), ', ' order by number) from private.issued_receipts $$,
    '2017-1 Donors of 2017 5.00 In kind, 2017-2 Early Waco early@example.org 5.00 Piano p, 2017-3 Giver Waco giver@example.org 5.00 Piano p'),
  ('gift_pledges', $$ select string_agg(concat_ws(' ', donor_name, (select name from private.people where id = person_id), amount, note), ', ' order by id) from public.gift_pledges where id::text like '%bb0_' $$,
    'Cleared Cleared 10.00, Early Pledge Early Pledge 10.00 By phone, Giver Pledge Giver 10.00 By phone'),
  ('receipt_keys', $$ select string_agg((hash = sha256('early'))::text, ', ') from private.receipt_keys $$, 'true'),
  ('concerns', $$ select string_agg(reference || ' ' || kind, ', ' order by reference) from private.concerns join private.concern_steps on concern_id = concerns.id $$,
    'early acknowledged, open acknowledged'),
  ('faults', 'select string_agg(message, '', '') from public.faults', 'early'),
  ('recent_submissions', 'select string_agg(address, '', '') from private.recent_submissions', 'early');
select set_eq(
  $$ select rule from listed union all select rule from others union all select 'donations' $$,
  'select rule from private.retention_rules', 'Each rule is tried here'
);
create function pg_temp.try(one others) returns setof text
language plpgsql
as $$
declare
  left_over text;
  counted bigint;
begin
  counted := pg_temp.due(one.rule);
  return next is(
    (counted, private.apply_rule(one.rule)), (greatest(counted, 1), counted::integer),
    'The rule does what its dry run says: ' || one.rule
  );
  execute one.left_over into left_over;
  return next is(left_over, one.expected, 'It leaves what is not due: ' || one.rule);
end
$$;
select pg_temp.try(others) from others;
select is(
  (select string_agg(distinct record_name, ', ' order by record_name) from public.change_log
    where record_kind = 'retention_rules' and record_name in ('IP addresses', 'Unfinished accounts', 'Bounces and complaints')),
  'Bounces and complaints', 'What lives for minutes leaves no entry'
);

-- Gifts: the sums stay.

delete from public.donations where true;
insert into public.donations (donor_name, donor_email, amount, donation_type, payment_id, created_at)
select 'Donor ' || part, part || '@example.org', amount, 'one-time', 'pay-' || part || amount, now() - age from (values
  ('gone', 10, interval '7 years'), ('gone', 20, interval '8 years'), ('gone', 30, interval '8 years 1 day'),
  ('here', 40, interval '20 years'), ('here', 50, interval '7 years' - interval '1 minute'),
  ('imported', 60, interval '9 years')
) as gift (part, amount, age);
insert into private.payments (id, gift) select payment_id, payment_id from public.donations;
insert into private.payment_reversals select 're ' || id, id, 'refund_failed', 1, now() from private.payments;
insert into private.imports (id, table_name, file_name, row_count, created_at)
values ('00000000-0000-4000-8000-00000000a001', 'donations', 'old.csv', 1, now() - interval '29 days');
insert into private.imported_rows (row_id, import_id, content)
select id, '00000000-0000-4000-8000-00000000a001', gen_random_uuid() from public.donations where donor_name = 'Donor imported';
insert into public.change_log (action, record_kind, record_id, record_name, changes)
select 'changed', 'donations', id, donor_name, '{"donor_name": ["Donor gone", "Donor gone"]}' from public.donations where amount = 10;
select is(private.apply_rule('donations'), 3, 'Gifts of a donor who gave nothing for seven years are due');
select is(
  (select string_agg(concat_ws(' ', donor_name, donor_email, amount), ', ' order by amount) from public.donations where amount <= 30),
  (select string_agg(format('Donors of %s %s', extract(year from created_at at time zone private.office_time_zone()), amount), ', ' order by amount)
    from public.donations where amount <= 30),
  'A cleared gift keeps its amount and day'
);
select is(
  (select string_agg(donor_email, ', ' order by amount) from public.donations where amount > 30),
  'here@example.org, here@example.org, imported@example.org', 'Gifts of a donor who still gives, and of an import that can be undone, keep their names'
);
select is((select sum(lifetime) from public.donors), (select sum(amount) from public.donations), 'The sums of donors are those of their gifts');
select is_empty($$ select from public.donors where name = 'Donor gone' $$, 'The donor is gone');
select is((select count(*) from private.payments), 3::bigint, 'The payments of cleared gifts are gone');
select is((select count(*) from private.payment_reversals), 3::bigint, 'with their failed refunds and disputes');
select is_empty($$ select from public.change_log where change_log::text like '%Donor gone%' $$, 'The log has no name of theirs');
select is(private.apply_rule('donations'), 0, 'A second time nothing is due');

-- The task: a batch each minute, until nothing is due, and then the next day

delete from public.change_log where true;
update private.retention_rules set next_at = now(), pruned_rows = 0 where rule = 'change_log';
update private.retention_rules set next_at = now() + interval '1 day' where rule <> 'change_log';
insert into public.change_log (action, record_kind, created_at)
select 'changed', 'programs', now() - interval '2 years' from generate_series(1, 1500);
select private.apply_retention();
select is((select count(*) from public.change_log), 500::bigint, 'One minute takes a thousand rows');
select private.apply_retention();
select is(
  (select string_agg(concat_ws(' ', action, record_name, changes ->> 'rows'), ', ') from public.change_log),
  'removed Change log 1500', 'The log has one entry for the whole run'
);
select is(
  (select concat_ws(' ', last_rows, last_run_at = now(), next_at > now(), next_at <= now() + interval '1 day') from private.retention_rules where rule = 'change_log'),
  '1500 t t t', 'The rule rests until the next day'
);
select is((select max(batch) from private.retention_rules where table_name = 'public.submissions'), 10, 'Submissions go in small batches, since decisions wait for them');

-- A rule that fails stops no other.

update private.retention_rules set next_at = now(), last_run_at = null where rule in ('mail_events', 'payment_events');
update private.retention_rules set condition = 'is_missing' where rule = 'mail_events';
insert into private.payment_events (id, received_at) values ('late', now() - interval '91 days');
select private.apply_retention();
select is(
  (select concat_ws(' ', failed_at = now(), error) from private.retention_rules where rule = 'mail_events'),
  't column "is_missing" does not exist', 'A failure is on record'
);
select is_empty($$ select from private.payment_events where id = 'late' $$, 'The next rule runs');
update private.retention_rules set condition = 'true' where rule = 'mail_events';

-- Admins see the rules and shorten periods. No one else does.

select tests.sees(persona, 'select count(*) from public.retention_rules()', '0', format('As %s I see no rules', persona))
from unnest(array['only can_review_submissions', 'supporter']) as persona;
select tests.sees(persona, 'select count(*) from public.retention_due()', '0', format('As %s I see no dry run', persona))
from unnest(array['only can_review_submissions', 'supporter']) as persona;
select is_empty(
  $$ select persona from tests.personas() as persona
    where persona not in ('admin')
      and (tests.attempt(persona, $call$ select public.change_retention('contact_messages', 12, 24) $call$)).state <> '42501' $$,
  'Only an admin changes a period'
);
select is((select kept from private.retention_rules where rule = 'contact_messages'), 24, 'The attempts changed nothing');
select tests.refused('admin', statement, format('As admin I cannot: %s', statement), state)
from (values
  ($$ select public.change_retention('contact_messages', 25, 24) $$, '23514'),
  ($$ select public.change_retention('contact_messages', 0, 24) $$, '23514'),
  ($$ select public.change_retention('contact_messages', null, 24) $$, '23514'),
  ($$ select public.change_retention('donations', 6, 7) $$, '23514'),
  ($$ select public.change_retention('contact_messages', 12, 23) $$, 'PT409'),
  ($$ select public.change_retention('no_rule', 12, 24) $$, 'PT404'),
  ($$ select private.apply_rule('contact_messages') $$, '42501'),
  ($$ update private.retention_rules set kept = 1 where rule = 'contact_messages' $$, '42501')
) as wrong (statement, state);
select tests.sees(
  'admin', $$ select string_agg(concat_ws(' ', rule, due, oldest is null), ', ') from public.retention_due('change_log', 3) $$,
  'change_log 0 t', 'A dry run of a shorter period changes nothing'
);
select tests.done(
  'admin', $$ select public.change_retention('contact_messages', 12, 24) $$,
  $$ (select kept = 12 and next_at > now() from private.retention_rules where rule = 'contact_messages') $$,
  'An admin shortens a period, from the next day on'
);
select is(
  (select concat_ws(' ', actor_id = tests.account('admin'), record_name, changes) from public.change_log where record_kind = 'retention_rules' and action = 'changed'),
  't Messages {"months": [24, 12]}', 'The change is in the log'
);
select tests.attempt('admin', $$ select public.change_retention('contact_messages', 24, 12) $$);
select is((select kept from private.retention_rules where rule = 'contact_messages'), 24, 'The promise itself can be set again');

select * from finish();
rollback;
