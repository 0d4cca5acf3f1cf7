-- Erasing copies nothing into the log, and takes out of it what was there: an entry says that something
-- was removed, when and by whom.

begin;
select plan(43 + 5 * cardinality(private.queued_forms()));

-- Every row of a person, with the word Quirk wherever a text fits.
create temporary table erased (part text primary key, changer text, added text, changed text, removed text);
insert into erased values
  ('mentors', 'only can_manage_mentors',
    $$ insert into public.mentors (first_name, last_name, email, phone) values ('Quirk', 'Quirkson', 'quirk@example.org', 'Quirk 1') $$,
    $$ update public.mentors set phone = 'Quirk 2', email = 'quirk.two@example.org' where first_name = 'Quirk' $$,
    $$ delete from public.mentors where first_name = 'Quirk' $$),
  ('mentees', 'only can_manage_mentees',
    $$ insert into public.mentees (first_name, last_name, email, parent_phone, school_name) values ('Quirk', 'Quirkson', 'quirk@example.org', 'Quirk 1', 'Quirk School') $$,
    $$ update public.mentees set email = 'quirk.new@example.org', last_name = 'Quirkdottir' where first_name = 'Quirk' $$,
    $$ delete from public.mentees where first_name = 'Quirk' $$),
  ('trainers', 'only can_manage_trainers',
    $$ insert into public.trainers (first_name, last_name, email, phone) values ('Quirk', 'Quirkson', 'quirk@example.org', 'Quirk 1') $$,
    $$ update public.trainers set phone = 'Quirk 2', email = 'quirk.two@example.org' where first_name = 'Quirk' $$,
    $$ delete from public.trainers where first_name = 'Quirk' $$),
  ('volunteer_applications', 'service_role',
    $$ insert into public.volunteer_applications (first_name, last_name, email) values ('Quirk', 'Quirkson', 'quirk@example.org') $$,
    $$ update public.volunteer_applications set last_name = 'Quirkdottir' where email = 'quirk@example.org' $$,
    $$ delete from public.volunteer_applications where email = 'quirk@example.org' $$),
  ('program_applications', 'service_role',
    $$ insert into public.program_applications (first_name, last_name, email, phone, relationship, program_interest, goals)
      values ('Quirk', 'Quirkson', 'quirk@example.org', 'Quirk 1', 'parent', 'early-childhood', 'Quirk goals') $$,
    $$ update public.program_applications set goals = 'Quirk more', phone = 'Quirk 2' where email = 'quirk@example.org' $$,
    $$ delete from public.program_applications where email = 'quirk@example.org' $$),
  ('partnership_proposals', 'service_role',
    $$ insert into public.partnership_proposals (organization_name, contact_name, contact_title, email, phone,
        organization_type, partnership_type, description, goals)
      values ('Quirk Inc', 'Quirk', 'Owner', 'quirk@example.org', 'Quirk 1', 'other', 'ngo', 'Quirk', 'Quirk') $$,
    $$ update public.partnership_proposals set description = 'Quirk more' where email = 'quirk@example.org' $$,
    $$ delete from public.partnership_proposals where email = 'quirk@example.org' $$),
  ('contact_messages', 'service_role',
    $$ insert into public.contact_messages (name, email, message) values ('Quirk', 'quirk@example.org', 'Quirk words') $$,
    $$ update public.contact_messages set message = 'Quirk others' where email = 'quirk@example.org' $$,
    $$ delete from public.contact_messages where email = 'quirk@example.org' $$),
  ('program_registrations', 'service_role',
    $$ insert into public.program_registrations (program, first_name, last_name, email) values ('health', 'Quirk', 'Quirkson', 'quirk@example.org') $$,
    $$ update public.program_registrations set last_name = 'Quirkdottir' where email = 'quirk@example.org' $$,
    $$ delete from public.program_registrations where email = 'quirk@example.org' $$),
  ('pledges', 'service_role',
    $$ insert into public.pledges (name, email, amount, frequency) values ('Quirk', 'quirk@example.org', 50, 'once') $$,
    $$ update public.pledges set name = 'Quirk Quirkson' where email = 'quirk@example.org' $$,
    $$ delete from public.pledges where email = 'quirk@example.org' $$),
  ('newsletter_subscriptions', 'service_role',
    $$ insert into public.newsletter_subscriptions (name, email, confirmed_at) values ('Quirk', 'quirk@example.org', now()) $$,
    $$ update public.newsletter_subscriptions set name = 'Quirk Quirkson' where email = 'quirk@example.org' $$,
    $$ delete from public.newsletter_subscriptions where email = 'quirk@example.org' $$),
  ('donations', 'service_role',
    $$ insert into public.donations (donor_name, donor_email, amount, donation_type) values ('Quirk', 'quirk@example.org', 10, 'one-time') $$,
    $$ update public.donations set campaign = 'Quirk fund' where donor_email = 'quirk@example.org' $$,
    $$ delete from public.donations where donor_email = 'quirk@example.org' $$);
insert into erased
select form, 'service_role',
  replace(replace(tests.sample_insert(form), '''Sam''', '''Quirk'''), 'sample@', 'quirk@'),
  format($$ update public.%I set status = enum_last(status) where email = 'quirk@example.org' $$, form),
  format($$ delete from public.%I where email = 'quirk@example.org' $$, form)
from unnest(private.queued_forms()) as form
on conflict do nothing;

create function pg_temp.told_of(words text) returns bigint
language sql
as $$ select count(*) from public.change_log where change_log::text ilike '%' || words || '%' $$;
create function pg_temp.erase(listed erased) returns setof text
language plpgsql
as $function$
declare
  person constant uuid := gen_random_uuid();
begin
  delete from public.change_log where true;
  execute listed.added;
  return next is(
    (tests.attempt(listed.changer, listed.changed)).state,
    '00000', format('Changed as %s: %s', listed.changer, listed.part)
  );
  if listed.part not in ('mentors', 'mentees', 'trainers', 'newsletter_subscriptions', 'donations') then
    perform tests.attempt('only can_review_submissions', $$ insert into public.submission_notes (submission_id, body)
      select id, 'Quirk note' from public.submissions where email = 'quirk@example.org' $$);
    perform tests.attempt('only can_review_submissions', $$ update public.submission_notes set body = 'Quirk other note'
      where body = 'Quirk note' $$);
    perform tests.attempt('only can_review_submissions', $$ update public.submissions
      set assignee_id = private.current_user_id() where email = 'quirk@example.org' $$);
  end if;
  return next cmp_ok(pg_temp.told_of('quirk'), '>', 0::bigint, 'The log has it while it is there');
  return next is((tests.attempt('service_role', listed.removed)).state, '00000', 'It is erased');
  return next is(pg_temp.told_of('quirk'), 0::bigint, 'The log has no word of an erased row: ' || listed.part);
  return next is(
    (select concat_ws(' ', count(*), max(record_name), max(changes::text), bool_and(record_id is not null))
      from public.change_log where record_kind = listed.part and action = 'removed'),
    '1 t', 'The log has only its removal'
  );
end
$function$;
select pg_temp.erase(erased) from erased order by part;

-- Others whose entries name a mentee

delete from public.change_log where true;
insert into public.mentees (first_name, last_name, status) values ('Quirk', 'Pupil', 'active');
insert into public.courses (title, capacity) values ('Quiet', 3);
select tests.attempt('only can_manage_programs', format(
  'select public.save_program_assignments(%L, added_mentees => array[%L]::uuid[])',
  tests.id('programs', 'Community Partnerships'), (select id from public.mentees where last_name = 'Pupil')
));
select tests.attempt('only can_manage_courses', format(
  'select public.enrol(%L, %L)',
  (select id from public.courses where title = 'Quiet'), (select id from public.mentees where last_name = 'Pupil')
));
insert into public.assessments (course_id, name) select id, 'Quiz' from public.courses where title = 'Quiet';
insert into public.student_grades (mentee_id, course_id, assessment_id, grade)
select mentees.id, courses.id, assessments.id, 93 from public.mentees, public.courses
join public.assessments on course_id = courses.id where last_name = 'Pupil' and title = 'Quiet';
create temporary table told as
select record_kind, action, record_name from public.change_log where change_log::text like '%Quirk Pupil%' and record_name <> 'Quirk Pupil';
select is(
  (select string_agg(distinct record_kind, ', ' order by record_kind) from told), 'enrolments, program_mentees, student_grades',
  'Programs, courses and grades show a mentee'
);
delete from public.mentees where last_name = 'Pupil';
select is(pg_temp.told_of('Quirk'), 0::bigint, 'The log forgets a removed mentee');
select is_empty(
  'table told except select record_kind, action, record_name from public.change_log', 'Their own names stay'
);
select tests.attempt('only can_manage_programs', $$ insert into public.programs (name) values ('Quill') $$);
delete from public.programs where name = 'Quill';
select is(
  (select record_name from public.change_log where record_kind = 'programs' and action = 'removed'), 'Quill',
  'The log keeps the name of a removed program'
);

-- Two that became one

delete from public.change_log where true;
insert into public.mentors (first_name, last_name, email) values ('Quirk', 'Kept', 'kept@example.org'), ('Quirk', 'Merged', 'merged@example.org');
update public.mentors set phone = 'Quirk 7' where last_name = 'Merged';
create function pg_temp.merge() returns text
language sql
as $$
  select (tests.attempt('only can_manage_mentors', format(
    $call$ select public.merge_people('mentors', %L, %L, '{}', '{"kept": {}, "merged": {}}') $call$,
    (select id from public.mentors where last_name = 'Kept'), (select id from public.mentors where last_name = 'Merged')
  ))).state
$$;
select is(pg_temp.merge(), '00000', 'Two are merged');
select is(
  (select changes ->> 'phone' from public.change_log where record_name = 'Quirk Merged' and changes ? 'phone'), '[null, "Quirk 7"]',
  'The log of the merged one stays'
);
select is(
  (tests.attempt('only can_manage_mentors', format('select public.undo_merge(%L)', (select id from private.merges where merged_name = 'Quirk Merged')))).state,
  '00000', 'They are two again'
);
delete from public.mentors where last_name = 'Kept';
select ok(
  pg_temp.told_of('Kept') = 0 and pg_temp.told_of('Quirk Merged') > 0, 'Only an unmerged row is erased'
);
insert into public.mentors (first_name, last_name, email) values ('Quirk', 'Kept', 'kept@example.org');
select pg_temp.merge();
select isnt_empty($$ select from private.merges where merged_name = 'Quirk Merged' $$, 'A merge keeps the merged name until the row is deleted');
delete from public.mentors where last_name = 'Kept';
select is(pg_temp.told_of('Quirk'), 0::bigint, 'Merged rows leave the log together');
select is_empty($$ select from private.merges where merges::text like '%Quirk%' $$, 'The snapshot of a merge is not kept');

-- Unsubscribing, and what admins do with addresses

delete from public.change_log where true;
insert into public.newsletter_subscriptions (name, email, confirmed_at) values ('Quirk', 'quirk@example.org', now());
insert into public.email_campaigns (id, name, subject, content, status)
values ('00000000-0000-4000-8000-0000000000c1', 'Spring', 'Hello', 'Text', 'sending');
insert into private.outbox (idempotency_key, kind, recipient, campaign_id)
values ('campaign:1', 'campaign', 'quirk@example.org', '00000000-0000-4000-8000-0000000000c1');
create temporary table links as
select unsubscribe_token as token from public.claim_mails(gen_random_uuid(), 100, 'a test', repeat('k', 32)) where recipient like 'quirk%';
grant select on links to anon;
select tests.sees('anon', 'select public.unsubscribe(token) from links', 'true', 'A reader unsubscribes');
select is(
  (select string_agg(concat_ws(' ', record_kind, action, record_name), ', ' order by record_kind) from public.change_log
    where record_kind <> 'email_campaigns'),
  'newsletter_subscriptions removed', 'A reader''s unsubscription is logged without a name'
);
select tests.attempt('admin', $$ select public.lift_suppression('quirk@example.org', 'unsubscribed') $$);
update private.outbox set state = 'failed', failed_at = now() where recipient = 'quirk@example.org';
select tests.attempt('admin', format('select public.retry_mail(%L)', (select id from private.outbox where recipient = 'quirk@example.org')));
select is(
  (select string_agg(record_kind, ', ' order by record_kind) from public.change_log where record_kind in ('outbox', 'suppressions')),
  'outbox, suppressions', 'A retried mail and a lifted suppression are in the log'
);
select is(pg_temp.told_of('quirk'), 0::bigint, 'Entries about a reinstated address name none');

-- Every table of this kind is watched, and no role switches it off.

select is_empty(
  $$ select listed.part from (
      select table_name as part from information_schema.columns
      where table_schema = 'public' and column_name in ('first_name', 'email', 'donor_email') and table_name <> 'profiles'
    ) as listed
    where not exists (
      select from pg_trigger where tgrelid = format('public.%I', listed.part)::regclass and tgname = 'redact_log' and tgenabled = 'O'
    ) $$,
  'Every table with names or addresses takes what it removes out of the log'
);
select tests.refused(
  persona, 'alter table public.mentees disable trigger redact_log', format('As %s I cannot switch that off', persona)
)
from unnest(array['admin', 'service_role']) as persona;

select * from finish();
rollback;
