-- Rights of a person: who gets what we hold and who erases it, that nothing of it is left in any table, and
-- that the registry knows every table.

begin;
select plan((
  170 + (select count(*) - 2 from tests.personas()) * 6
)::integer);
update public.profiles set full_name = 'Second Admin' where id = tests.account('staff');
insert into public.user_roles (user_id, role) values (tests.account('staff'), 'admin')
on conflict (user_id) do update set role = 'admin';

-- The registry knows every table

create function pg_temp.texts(table_id regclass) returns text[]
language sql
as $$
  select coalesce(array_agg(attname::text order by attname), '{}') from pg_attribute
  where attrelid = table_id and attnum > 0 and not attisdropped and attgenerated = ''
    and format_type(atttypid, null) ~ '^(text|character|json|xml|inet|extensions.citext)'
$$;
create temporary table tables as
select oid::regclass as id, format('%s.%s', relnamespace::regnamespace, relname) as name
from pg_class
where relkind in ('r', 'p')
  and relnamespace in ('public'::regnamespace, 'private'::regnamespace, 'auth'::regnamespace);

select is_empty(
  $$ select name from tables where name not in (select table_name from private.personal_data)
    and (name not like 'auth.%' or pg_temp.texts(id) <> '{}')
    and not exists (
      -- The auth service has more tables on a hosted project; those of an account go with it.
      select from pg_constraint where conrelid = id and confrelid = 'auth.users'::regclass and confdeltype = 'c'
    )
    and name not in ('auth.schema_migrations', 'auth.instances') $$,
  'Every table is in the registry, as one with personal data or without'
);
select is_empty(
  $$ select table_name from private.personal_data where table_name not like 'auth.%' and to_regclass(table_name) is null $$,
  'The registry names no table that is gone'
);
select is_empty(
  $$ select table_name, action from private.personal_data group by table_name, action
    having action = 'none' and table_name in (select table_name from private.personal_data where action <> 'none') $$,
  'No table is listed both with and without personal data'
);
create temporary view forgotten_texts as
select table_name, label, text_column from private.personal_data rule
cross join lateral unnest(pg_temp.texts(to_regclass(table_name))) as text_column
where action in ('anonymize', 'keep') and table_name not like 'auth.%' and not exists (
  select from private.personal_columns said
  where said.table_name = rule.table_name and said.label = rule.label and column_name = text_column
);
select is_empty(
  'select * from forgotten_texts', 'Each rule that keeps rows says of every text what becomes of it'
);
select is_empty(
  $$ select table_name, column_name from private.personal_columns
    where to_regclass(table_name) is not null and table_name not like 'auth.%' and not exists (
      select from pg_attribute where attrelid = to_regclass(table_name) and attname = column_name and attnum > 0
    ) $$,
  'The registry names no column that is gone'
);
select is_empty(
  $$ select rule.table_name, rule.label from private.personal_data rule
    where (action = 'anonymize') <> exists (
      select from private.personal_columns said
      where said.table_name = rule.table_name and said.label = rule.label and erased_to is not null
    ) $$,
  'Each rule that makes rows anonymous changes a column, and no other rule does'
);
create table public.forgotten (id uuid primary key, nickname text);
select isnt_empty(
  $$ select relname from pg_class where relname = 'forgotten' and relnamespace = 'public'::regnamespace
    and 'public.' || relname not in (select table_name from private.personal_data) $$,
  'A new table is missed until it is registered'
);
drop table public.forgotten;
alter table public.donations add column nickname text;
select results_eq(
  'select label, text_column from forgotten_texts order by label',
  $$ values ('Gifts', 'nickname'), ('Gifts that others moved for the person', 'nickname') $$,
  'A new text of a gift is missed until each of its rules has a row for it'
);
alter table public.donations drop column nickname;

-- A family in every table. Each of their words begins with "zyx": names, address, phone, texts, child.

create function pg_temp.step(persona text, statement text) returns void
language plpgsql
as $$
declare
  outcome tests.outcome := tests.attempt(persona, statement);
begin
  if outcome.state <> '00000' then
    raise exception '% % in: %', outcome.state, outcome.message, statement;
  end if;
end
$$;

create function pg_temp.send_forms() returns void
language plpgsql
as $$
declare
  forms constant text[] := array[
    $q$ insert into public.volunteer_applications (first_name, last_name, email, phone, availability, experience, motivation)
      values ('Zyxname', 'Zyxlast', 'Zyxaddr@Example.org', 'zyxphone', 'zyxtext', 'zyxtext', 'zyxtext') $q$,
    $q$ insert into public.program_applications (first_name, last_name, email, phone, relationship, program_interest, child_name, child_age, goals, previous_experience, special_needs)
      values ('Zyxname', 'Zyxlast', 'zyxaddr@example.org', 'zyxphone', 'parent', 'early-childhood', 'Zyxchild Zyxlast', 7, 'zyxtext', 'zyxtext', 'zyxtext') $q$,
    $q$ insert into public.partnership_proposals (organization_name, contact_name, contact_title, email, phone, website, organization_type, partnership_type, description, goals, resources, timeline, budget, previous_partnerships)
      values ('Zyxname Inc', 'Zyxname', 'zyxtext', 'zyxaddr@example.org', 'zyxphone', 'zyxtext', 'other', 'ngo', 'zyxtext', 'zyxtext', 'zyxtext', 'zyxtext', 'zyxtext', 'zyxtext') $q$,
    $q$ insert into public.contact_messages (name, email, message) values ('Zyxname Zyxlast', ' zyxaddr@example.org', 'zyxtext') $q$,
    $q$ insert into public.program_registrations (program, first_name, last_name, email, phone, organization, experience, motivation, accessibility, emergency_name, emergency_relationship, emergency_phone)
      values ('health', 'Zyxname', 'Zyxlast', 'zyxaddr@example.org', 'zyxphone', 'zyxtext', 'zyxtext', 'zyxtext', 'zyxtext', 'zyxname', 'zyxtext', 'zyxphone') $q$,
    $q$ insert into public.pledges (name, email, amount, frequency) values ('Zyxname', 'zyxaddr@example.org', 50, 'monthly') $q$,
    $q$ insert into public.pledges (name, email, amount, frequency, tribute, tribute_name, notify, tribute_message)
      values ('Giver', 'giver@example.org', 20, 'once', 'honor', 'Her teacher', 'Zyxname Zyxlast, zyxstreet, <Zyxaddr@Example.org>', 'Dear Zyxname') $q$,
    $q$ insert into public.newsletter_subscriptions (name, email) values ('Zyxname', 'ZYXADDR@example.org') $q$
  ];
begin
  perform tests.send_from('{"cf-connecting-ip": "203.0.113.77"}');
  perform pg_temp.step('anon', form) from unnest(forms) as form;
  -- A later form, with only the address.
  perform pg_temp.step('anon', replace(tests.sample_insert(later), 'sample@', 'zyxaddr@'))
  from unnest(private.queued_forms()) as later
  where not exists (select from unnest(forms) as form where form like '%public.' || later || ' %');
  perform tests.send_from('{}');
end
$$;

create function pg_temp.add_people() returns void
language plpgsql
as $$
begin
  perform pg_temp.step('admin', form) from unnest(array[
    $q$ insert into public.mentors (first_name, last_name, email, phone, expertise, bio) values ('Zyxname', 'Kept', 'zyxaddr@example.org', 'zyxphone', 'zyxtext', 'zyxtext'),
      ('Zyxmerged', 'Zyxlast', 'zyxother@example.org', 'zyxphone', 'zyxtext', 'zyxtext'), ('Other', 'Person', 'other.person@example.org', null, null, null) $q$,
    $q$ insert into public.trainers (first_name, last_name, email, phone, specialization, bio) values ('Zyxname', 'Zyxlast', 'zyxaddr@example.org', 'zyxphone 512 555 0147', 'zyxtext', 'zyxtext'),
        ('Zyxtwin', 'Married', 'zyxtwin@example.org', null, null, null) $q$,
    $q$ insert into public.mentees (first_name, last_name, status, grade_level, school_name, parent_name, parent_email, parent_phone)
      values ('Zyxchild', 'Zyxlast', 'active', 'zyxtext', 'zyxtext', 'Zyxname', 'zyxaddr@example.org', 'zyxphone') $q$,
    $q$ insert into public.mentees (first_name, last_name, email, parent_name, parent_email, parent_phone)
      values ('Grown', 'Up', 'grown@example.org', 'Zyxname', 'zyxaddr@example.org', 'zyxphone') $q$
  ]) as form;
  -- Only committed entries let an author change protected fields.
  update public.change_log set created_at = now() - interval '1 minute' where action = 'added';
  perform pg_temp.step('admin', form) from unnest(array[
    $q$ select public.save_protected('mentees', id, '{"school_name": "Zyxtext again", "parent_phone": "zyxphone2"}')
      from public.mentees where first_name = 'Zyxchild' $q$,
    $q$ select public.save_protected('mentees', id, '{"parent_phone": "zyxphone2"}') from public.mentees where first_name = 'Grown' $q$,
    $q$ update public.mentors set bio = 'zyxtext again' where first_name = 'Zyxmerged' $q$
  ]) as form;
  -- One row of theirs was merged into another of theirs; one with their address into a stranger's.
  perform pg_temp.step('admin', format(
    $q$ select public.merge_people('mentors', %L, %L, '{bio}', '{"kept": {}, "merged": {}}') $q$,
    (select id from public.mentors where first_name = 'Zyxname'), (select id from public.mentors where first_name = 'Zyxmerged')
  ));
  insert into public.mentors (first_name, last_name, email) values ('Zyxname', 'Twice', 'zyxaddr@example.org');
  perform pg_temp.step('admin', format(
    $q$ select public.merge_people('mentors', %L, %L, '{}', '{"kept": {}, "merged": {}}') $q$,
    (select id from public.mentors where first_name = 'Other'), (select id from public.mentors where last_name = 'Twice')
  ));
  perform pg_temp.step('admin', format(
    'select public.save_program_assignments(%L, added_mentees => array[%L]::uuid[], added_mentors => array[%L]::uuid[], added_trainers => array[%L]::uuid[])',
    tests.id('programs', 'Community Partnerships'), tests.id('mentees', 'Zyxchild'), tests.id('mentors', 'Zyxname'), tests.id('trainers', 'Zyxname')
  ));
  insert into public.clearances (id, trainer_id, name, done_on, note)
  values ('00000000-0000-4000-8000-00000000c1ea', tests.id('trainers', 'Zyxname'), 'Zyxcheck', private.office_today(), 'zyxtext');
  insert into public.program_requirements (id, program_id, kind, name)
  values ('00000000-0000-4000-8000-00000000c1eb', tests.id('programs', 'Winter Coding Week'), 'trainers', 'References');
  perform pg_temp.step('admin', format(
    $q$ select public.exempt(gen_random_uuid(), '00000000-0000-4000-8000-00000000c1eb', %L, 'zyxtext', %L) $q$,
    tests.id('trainers', 'Zyxname'), private.office_today() + 9
  ));
  insert into private.clearance_notices (clearance_id, until, days) values ('00000000-0000-4000-8000-00000000c1ea', '2199-12-31', 7);
  insert into public.matches (id, mentor_id, mentee_id, program_id, status, mentor_agreed_on, guardian_agreed_on, since) values (
    '00000000-0000-4000-8000-00000000a7c1', tests.id('mentors', 'Zyxname'), tests.id('mentees', 'Zyxchild'), tests.id('programs', 'Community Partnerships'),
    'active', '2026-01-01', '2026-01-01', '2026-01-01'
  );
  insert into public.match_pauses (match_id, starts_on) values ('00000000-0000-4000-8000-00000000a7c1', '2026-02-01');
  perform pg_temp.step('admin', $q$ select public.log_contact(gen_random_uuid(), '00000000-0000-4000-8000-00000000a7c1', '2026-01-02', '{mentor}', 'zyxtext') $q$);
  insert into public.matches (id, mentor_id, mentee_id, program_id, status, mentor_agreed_on, guardian_agreed_on, since, until, close_reason)
  select gen_random_uuid(), mentor.id, mentee.id, tests.id('programs', 'Community Partnerships'), 'closed', '2026-01-01', '2026-01-01', '2026-01-01', '2026-02-01', 'Moved'
  from (values ('Other', 'Zyxchild'), ('Zyxname', 'Grown')) as pair (mentor, mentee)
  join public.mentors mentor on mentor.first_name = pair.mentor join public.mentees mentee on mentee.first_name = pair.mentee;
  insert into public.meetings (id, program_id, match_id, day, minutes, outcome, place, topics, note)
  select gen_random_uuid(), program_id, id, '2026-01-05', 60, 'happened', 'zyxtext', 'zyxtext', 'zyxtext' from public.matches where close_reason = 'Moved';
  insert into public.meetings (id, program_id, title, day, minutes, outcome)
  values ('00000000-0000-4000-8000-00000000ee03', tests.id('programs', 'Community Partnerships'), 'Harmless', '2026-01-05', 60, 'happened');
  insert into public.meeting_attendances (meeting_id, mentee_id, status)
  select '00000000-0000-4000-8000-00000000ee03', id, 'present' from public.mentees where first_name = 'Zyxchild';
  insert into private.collections (id, meeting_id, mentee_id, adult_id, collector_name)
  select gen_random_uuid(), '00000000-0000-4000-8000-00000000ee03', mentees.id, mentors.person_id, 'Zyxname'
  from public.mentees, public.mentors where mentees.first_name in ('Zyxchild', 'Grown') and mentors.first_name = 'Zyxname';
  insert into public.files (id, name, size, clearance_id) values (gen_random_uuid(), 'zyxcheck.pdf', 1, '00000000-0000-4000-8000-00000000c1ea');
  perform pg_temp.step('admin', format('select public.enrol(%L, %L)', tests.id('courses', 'English for Work'), tests.id('mentees', 'Zyxchild')));
  insert into public.assessments (course_id, name) values (tests.id('courses', 'English for Work'), 'Quiz of the test');
  perform pg_temp.step('admin', format('select public.save_grade(%L, %L, 88)', tests.id('assessments', 'Quiz of the test'), tests.id('mentees', 'Zyxchild')));
  insert into private.imports (id, table_name, file_name, row_count) values ('00000000-0000-4000-8000-00000000abcd', 'mentees', 'list.csv', 1);
  insert into private.imported_rows (row_id, import_id, content)
  values (tests.id('mentees', 'Zyxchild'), '00000000-0000-4000-8000-00000000abcd', gen_random_uuid());
end
$$;

create function pg_temp.work_on_submissions() returns void
language plpgsql
as $$
declare
  volunteer constant uuid := (select id from public.volunteer_applications where first_name = 'Zyxname');
  family constant uuid := (select id from public.program_applications where first_name = 'Zyxname');
  helper constant uuid := (select person_id from public.trainers where first_name = 'Zyxname');
  message constant public.submissions := (select submissions from public.submissions where kind = 'message' and name like 'Zyxname%');
begin
  insert into private.receipt_keys (hash, submission_id) values ('\x01', message.id);
  insert into public.files (id, name, size, submission_id) values (gen_random_uuid(), 'zyxname.pdf', 1, message.id);
  perform pg_temp.step('admin', form) from unnest(array[
    format($q$ insert into public.submission_notes (submission_id, body) values (%L, 'zyxtext') $q$, family),
    format($q$ insert into public.tasks (body, due_on, submission_id) values ('zyxtext', '2199-12-31', %L) $q$, message.id),
    $q$ insert into public.tasks (body, due_on, address) values ('zyxtext', '2199-12-31', 'Zyxaddr@example.org'), ('zyxtext', '2199-12-31', 'tel:512 555 0147') $q$,
    $q$ update public.tasks set body = 'zyxtext again' where body = 'zyxtext' $q$,
    format($q$ select public.add_person_note(gen_random_uuid(), %L, 'call', 'zyxtext') $q$, helper),
    format($q$ select public.add_person_note(gen_random_uuid(), %L, 'note', 'zyxtext') $q$, (select person_id from public.mentees where first_name = 'Zyxchild')),
    format($q$ select public.save_member(gen_random_uuid(), %L, 'partner', '{"kind": "household", "name": "Zyxhouse", "address": {"street": "Zyxstreet", "city": "Zyxcity"}}') $q$, helper),
    format($q$ select public.save_address(%L, '{"street": "Zyxstreet 2", "city": "Zyxcity"}', null) $q$, helper),
    format($q$ select public.save_traits(%L, '{"language": "Zyxlanguage"}', '{}') $q$, helper),
    format($q$ select public.merge_persons(gen_random_uuid(), %L, %L) $q$, helper, (select person_id from public.trainers where first_name = 'Zyxtwin')),
    $q$ update public.submission_notes set body = 'zyxtext again' where body = 'zyxtext' $q$,
    format($q$ insert into public.submission_answers (submission_id, subject, body) values (%L, 'Re: %s', 'zyxtext') $q$, message.id, message.reference),
    format($q$ select public.set_submission_status(array[%L]::uuid[], '{accepted}', '{new}') $q$, volunteer),
    format($q$ select public.record_opening(%L) $q$, family),
    format($q$ select public.convert_submission(%L, 'mentees', %L, null, null) $q$, family, tests.id('mentees', 'Zyxchild')),
    format($q$ select public.convert_submission(%L, 'trainers', gen_random_uuid(), '{"first_name": "Zyxname", "last_name": "Converted"}', null) $q$, volunteer),
    $q$ select public.log_export('mentees', '{"search": "zyxname"}', 1) $q$,
    $q$ select public.log_export('donations', '{"search": "Zyxaddr@example.org"}', 1) $q$,
    $q$ select public.log_export('mentors', '{"status": "active", "who": "Zyxlast, Zyxname", "phone": "512 555-0147"}', 1) $q$,
    $q$ select public.record_hand_over('zyxaddr@example.org', tests.records('zyxaddr@example.org'), 'replied', 'zyxaddr@example.org') $q$,
    $q$ select public.begin_user_creation('zyxaddr@example.org') $q$
  ]) as form;
end
$$;

create function pg_temp.add_gifts_and_mail() returns void
language plpgsql
as $$
declare
  campaign constant uuid := '00000000-0000-4000-8000-0000000000c1';
begin
  perform public.record_payment_event('evt_zy1', jsonb_build_object(
    'payment_id', 'pi_1', 'donor_name', 'Zyxname Zyxlast', 'donor_email', 'Zyxaddr@example.org', 'amount', 120.5,
    'donation_type', 'one-time', 'given_at', now(), 'subscription', 'sub_zyx', 'customer', 'cus_zyx'
  ), 'pi_1');
  perform public.record_payment_card('evt_zy0', 'cus_zyx', '2199-12-31', now());
  insert into public.donations (donor_name, donor_email, amount, donation_type, campaign, created_at)
  values ('Zyxname', 'zyxaddr@example.org', 40, 'monthly', 'Library', now() - interval '1 year');
  insert into public.donations (
    batch_id, is_posted, entered_at, donor_name, donor_email, donor_phone, amount, donation_type, method, note
  )
  select id, false, now(), 'Zyxname', 'zyxaddr@example.org', 'zyx 1', 9, 'one-time', 'cash', 'zyxtext'
  from public.gift_batches order by id limit 1;
  update public.donations set donor_name = 'Zyxname Zyxlast' where amount = 40 and donor_name = 'Zyxname';
  perform public.record_payment_event('evt_zy2', payment => 'pi_1', refunded => 20.5);
  perform public.record_payment_event('evt_zy3', payment => 'pi_1', reversal => '{"id": "dp_1", "kind": "dispute_won", "amount": 5}');
  perform pg_temp.step('admin', $q$ update public.donors set thanked_until = last_gift_at where email = 'Zyxaddr@example.org' $q$);

  insert into public.donations (donor_name, donor_email, amount, donation_type, legal_donor_id, legal_donor_name)
  select 'Mover', 'mover@example.org', 70, 'one-time', person_id, 'Zyxname' from public.donations where payment_id = 'pi_1';
  update public.donations set legal_donor_name = 'Zyxname Zyxlast' where donor_name = 'Mover';
  perform private.issue_receipt(person_id, extract(year from created_at at time zone private.office_time_zone())::integer) from public.donations where payment_id = 'pi_1';
  update private.issued_receipts set address = '{"street": "zyxtext"}', lines = lines || '[{"given_on": "2026-01-01", "description": "zyxtext"}]' where name ilike 'zyx%';
  insert into public.gift_pledges (person_id, donor_name, amount, campaign, pledged_on, note, status, written_off_at, reason)
  select person_id, 'Zyxname', 500, 'Library', private.office_today() - 300, 'zyxtext', 'written_off', now(), 'zyxtext' from public.donations where payment_id = 'pi_1';
  insert into public.pledge_installments (pledge_id, due_on, amount) select id, '2026-02-01', 500 from public.gift_pledges where donor_name = 'Zyxname';
  update public.donations set gift_pledge_id = (select id from public.gift_pledges where donor_name = 'Zyxname') where payment_id = 'pi_1';
  insert into private.waiting_receipts (donor_id, year) select person_id, 2024 from public.donations where payment_id = 'pi_1';
  insert into public.files (id, name, size, gift_id, donor_id, mentee_id)
  select gen_random_uuid(), 'zyxgift.pdf', 1, id, null::uuid, null::uuid from public.donations where payment_id = 'pi_1'
  union all select gen_random_uuid(), 'zyxdonor.pdf', 1, null, person_id, null from public.donations where payment_id = 'pi_1'
  union all select gen_random_uuid(), 'zyxreport.pdf', 1, null, null, id from public.mentees where first_name = 'Zyxchild'
  union all select gen_random_uuid(), 'Grown.pdf', 1, null, null, id from public.mentees where first_name = 'Grown';

  insert into public.email_campaigns (id, name, subject, content, status) values (campaign, 'Spring', 'Hello', 'Text', 'sending');
  insert into private.outbox (idempotency_key, kind, recipient, campaign_id, state, data, error, provider_id) values
    ('campaign:zyxaddr@example.org', 'campaign', 'zyxaddr@example.org', campaign, 'sent', '{"fields": {"name": "Zyxname"}}', 'zyxtext', 'zyxid'),
    ('campaign:again:zyxaddr@example.org', 'campaign', 'zyxaddr@example.org', campaign, 'queued', '{"fields": {"name": "Zyxname"}}', null, null);
  insert into private.outbox (idempotency_key, kind, recipient, data) values
    ('test:zyxaddr@example.org', 'test', 'zyxaddr@example.org', '{"name": "Zyxname"}');
  insert into private.unqueued_recipients (campaign_id, number, address, name) values (campaign, 900, 'zyxaddr@example.org', 'Zyxname');
  insert into private.suppressions (address, reason, detail) values ('zyxaddr@example.org', 'unsubscribed', 'zyxtext');
  insert into private.subscription_tokens (hash, subscription_id)
  select 'zyx'::bytea, id from public.newsletter_subscriptions where name = 'Zyxname';
  insert into private.status_tokens (hash, submission_id) select 'zyx'::bytea, id from public.submissions where name = 'Zyxname';
end
$$;

-- An account of staff, who worked on what is about others.

create function pg_temp.add_account() returns uuid
language plpgsql
as $$
declare
  account constant uuid := tests.sign_up('zyxaddr@example.org', '{"full_name": "Zyxname Staff"}');
  note public.submissions;
begin
  select * into note from public.submissions where name = 'Teresa Vance';
  update public.profiles set proven = true, confirmed = true where id = account;
  insert into public.user_roles (user_id, role) values (account, 'staff');
  insert into public.user_permissions (user_id, permission_id)
  select account, id from public.permissions where name in ('can_review_submissions', 'can_manage_mentors');
  insert into public.notification_choices (user_id, kind, choice) values (account, 'message', 'at_once');
  insert into private.visits (user_id) values (account);
  insert into public.saved_views (owner_id, table_name, list, name, is_shared, state)
  select owner, 'mentors', '/crm?tab=mentors', 'Zyxname', owner <> account, '{"search": "zyxname", "words": "zyxname"}'
  from unnest(array[account, tests.account('admin')]) as owner;
  insert into public.saved_views (owner_id, table_name, list, name, is_shared, state)
  select tests.account('admin'), 'mentors', '/crm?tab=mentors', name, true, state from (values
    ('1', '{"search": "zyxl zyxn", "words": "zyxl\nzyxn", "sort": "email"}'::jsonb),
    ('2', '{"search": "(512) 555-0147", "words": "512 5550147"}'),
    ('3', '{"filters": {"status": "active", "who": "Zyxlast, Zyxname"}, "conditions": [["status", "eq", "active"], ["first_name", "eq", "Zyxname"]]}'),
    ('4', '{"filters": {"status": "active"}, "conditions": [["email", "in", ["other@example.org", "ZyxAddr@example.org"]]]}'),
    ('5', '{"conditions": [["phone", "neq", "+1 512 555 0147"], ["status", "eq", "active"]]}'),
    ('6', '{"search": "someone else", "words": "someone\nelse", "filters": {"status": "active"}, "conditions": [["status", "eq", "active"]]}')
  ) as listed (name, state);
  insert into public.view_uses (user_id, view_id) select account, id from public.saved_views;
  insert into public.list_columns (user_id, list, columns) values (account, '/crm?tab=mentors', '{email}');
  insert into private.role_offers (user_id, role, permission_ids) values (account, 'mentor', '{}');
  insert into private.safeguarding_leads (user_id) values (account);
  insert into private.covers (id, account_id, cover_id, starts_on, ends_on, over_at)
  values (gen_random_uuid(), account, tests.account('admin'), '2026-01-01', '2026-01-02', '2026-01-03'),
    (gen_random_uuid(), tests.account('admin'), account, '2026-01-01', '2026-01-02', '2026-01-03');
  insert into private.leavings (id, account_id, role, permission_ids) values (gen_random_uuid(), account, 'staff', '{}');
  insert into private.outbox (idempotency_key, kind, recipient, reader_id) values ('concern:new', 'concern', 'zyxaddr@example.org', account);
  insert into public.submission_notes (submission_id, body, author_id) values (note.id, 'Harmless', account);
  insert into public.submission_answers (submission_id, subject, body, author_id) values (note.id, note.reference, 'Harmless', account);
  insert into public.files (id, name, size, submission_id, created_by, author_name)
  values (gen_random_uuid(), 'Harmless.pdf', 1, note.id, account, 'Zyxname Staff');
  insert into public.conversions (submission_id, reference, mentor_id, is_new, former_status, author_id)
  values (tests.id('submissions', 'Naomi Whitaker'), 'V-1', tests.id('mentors', 'Kwame'), false, 'new', account)
  on conflict (submission_id) do update set author_id = account, author_name = 'Zyxname Staff';
  perform pg_temp.step('admin', format('update public.submissions set assignee_id = %L where id = %L', account, note.id));
  perform pg_temp.step('admin', format('update public.profiles set full_name = ''Zyxname Renamed'' where id = %L', account));
  insert into private.mentor_accounts (id, mentor_id, user_id, address) values (gen_random_uuid(), tests.id('mentors', 'Zyxname'), account, 'zyxaddr@example.org');
  with pair as (
    insert into public.matches (id, mentor_id, mentee_id, program_id)
    select gen_random_uuid(), tests.id('mentors', 'Kwame'), tests.id('mentees', 'Zyxchild'), tests.id('programs', 'Teacher Training') returning id, mentee_id
  ), held as (
    insert into private.held_meetings (id, match_id, day, minutes, outcome, reason) select gen_random_uuid(), id, '2026-01-01', 60, 'happened', 'match' from pair
  )
  insert into private.released_numbers (match_id, adult_id)
  select pair.id, adult_id from pair join public.mentees on mentees.id = pair.mentee_id join private.guardians on child_id = person_id limit 1;
  insert into public.clearances (id, mentor_id, name, done_on, verified_by, verifier_name)
  values (gen_random_uuid(), tests.id('mentors', 'Kwame'), 'Harmless', '2026-01-01', account, 'Zyxname Renamed');
  insert into public.meetings (id, program_id, title, day, minutes, outcome, recorded_by, recorder_name)
  values (gen_random_uuid(), tests.id('programs', 'Community Partnerships'), 'Harmless', '2026-01-06', 60, 'happened', account, 'Zyxname Renamed');
  insert into private.clearance_exemptions (id, requirement_id, matched, trainer_id, starts_on, ends_on, reason, author_id, author_name)
  select gen_random_uuid(), id, matched, tests.id('trainers', 'Nomsa'), '2026-01-01', '2026-02-01', 'Harmless', account, 'Zyxname Renamed'
  from public.program_requirements where name = 'References' and kind = 'trainers' limit 1;
  insert into public.match_contacts (id, match_id, day, met, author_id, author_name)
  select gen_random_uuid(), id, '2026-01-01', '{mentor}', account, 'Zyxname Renamed' from public.matches
  where mentor_id = tests.id('mentors', 'Aisha');
  insert into private.merges (kind, kept_id, merged_id, merged_name, merged_row, replaced, followed, actor_id, actor_name)
  values ('mentors', gen_random_uuid(), gen_random_uuid(), 'Someone Else', '{}', '{}', '[]', account, 'Zyxname Renamed');
  insert into private.person_notes (id, person_id, kind, body, open_to, author_id, author_name)
  select gen_random_uuid(), person_id, 'note', 'Harmless', '{mentors}', account, 'Zyxname Renamed' from public.mentors where first_name = 'Kwame';
  insert into private.person_merges (id, kept_id, merged_id, person, added_names, moved, notes, is_of_records, actor_id, actor_name)
  values (gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), '{}', '{}', '{}', '{}', false, account, 'Zyxname Renamed');
  insert into private.person_dismissals (one_id, other_id)
  select least(mentor.person_id, helper.person_id), greatest(mentor.person_id, helper.person_id)
  from public.mentors mentor, public.trainers helper where mentor.first_name = 'Kwame' and helper.first_name = 'Zyxname' limit 1;
  insert into private.consent_requests (batch, child_id, adult_id, kinds, road)
  select gen_random_uuid(), child_id, adult_id, '{photo}', 'code'
  from private.guardians tie join public.mentees child on child.person_id = tie.child_id where lower(parent_email) = 'zyxaddr@example.org';
  insert into private.consents (child_id, adult_id, kind, version, answer, road, note, given_for, given_as)
  select child_id, adult_id, 'photo', 1, 'yes', 'staff', 'zyxtext', child_id, adult_id from private.consent_requests
  where child_id in (select person_id from public.mentees where lower(parent_email) = 'zyxaddr@example.org');
  insert into private.imports (id, table_name, file_name, row_count, imported_by, imported_by_name)
  values (gen_random_uuid(), 'mentors', 'list.csv', 1, account, 'Zyxname Renamed');
  insert into public.change_log (action, record_kind, actor_id, actor_name, record_name)
  values ('changed', 'holidays', account, 'Zyxname Renamed', 'A day');
  insert into private.outbox (idempotency_key, kind, recipient, reader_id, data)
  values ('notice:of:another', 'notice', 'admin@kindlewell.test', tests.account('admin'), '{"about": "assigned", "by": "Zyxname Renamed"}');

  insert into auth.identities (id, provider, provider_id, user_id, identity_data)
  values (gen_random_uuid(), 'email', account::text, account, '{"email": "zyxaddr@example.org"}');
  update auth.users set email_change = 'zyxaddr@example.org', email_change_token_new = 'zyxtoken' where id = tests.account('supporter');
  insert into auth.audit_log_entries (id, payload)
  values (gen_random_uuid(), '{"actor_username": "Zyxaddr@example.org", "action": "login"}');
  insert into auth.flow_state (id, user_id, authentication_method, provider_type, auth_code)
  values (gen_random_uuid(), account, 'recovery', 'email', 'zyxcode');
  -- The embedded backend has fewer columns.
  if to_regnamespace('embedded') is not null then
    execute $q$ insert into auth.one_time_tokens (id, user_id, token_hash) values (gen_random_uuid(), $1, 'zyxhash') $q$ using account;
    execute $q$ insert into auth.refresh_tokens (id, token, user_id) values ('zyx', 'zyxtoken', $1) $q$ using account;
  else
    execute $q$ insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to)
      values (gen_random_uuid(), $1, 'recovery_token', 'zyxhash', 'zyxaddr@example.org') $q$ using account;
    execute $q$ insert into auth.refresh_tokens (token, user_id) values ('zyxtoken', $1) $q$ using account::text;
  end if;
  -- Only the auth service itself makes it.
  if to_regclass('auth.saml_relay_states') is not null then
    execute $q$ with provider as (insert into auth.sso_providers (id) values (gen_random_uuid()) returning id)
      insert into auth.saml_relay_states (id, sso_provider_id, request_id, for_email)
      select gen_random_uuid(), id, 'zyx', 'Zyxaddr@example.org' from provider $q$;
  end if;
  insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
  values (gen_random_uuid(), account, 'zyxname', 'totp', 'verified', now(), now());
  insert into private.recovery_codes (user_id, code_hash) values (account, 'zyxhash');
  insert into private.recovery_attempts (user_id) values (account);
  insert into private.confirmed_rights (user_id, holds) values (account, 'zyxrole');
  update auth.sessions set user_agent = 'zyxagent' where user_id = account;
  return account;
end
$$;

create function pg_temp.traces(word text default 'zyx') returns table (where_found text)
language plpgsql
as $$
declare
  listed record;
  hits bigint;
begin
  for listed in select id, name from tables where to_regclass(name) is not null loop
    -- The hash of a password has any three letters now and then.
    execute format(
      'select count(*) from %s as stored where (to_jsonb(stored) - %L)::text ilike %L',
      listed.id, 'encrypted_password', '%' || word || '%'
    ) into hits;
    if hits > 0 then
      where_found := listed.name;
      return next;
    end if;
  end loop;
end
$$;

create function pg_temp.preview(subject text, chosen uuid[] default null) returns jsonb
language plpgsql
as $$
declare
  shown jsonb;
begin
  perform tests.act_as('admin');
  shown := public.preview_erasure(subject, chosen);
  perform set_config('role', 'none', true), set_config('request.jwt.claims', '', true);
  return shown;
end
$$;
create function pg_temp.all_of(subject text) returns uuid[]
language sql
as $$ select array(select id from private.records_of_subject(private.subject_of(subject))) $$;
create function pg_temp.erasing(subject text, reason text default 'asked', chosen uuid[] default null, identity text default 'in_person', contact text default null) returns text
language sql
as $$
  select format('select public.erase_person(%L, %L, %L, %L, %L, %L)', subject, reason, pg_temp.preview(subject, ticked) ->> 'seen', ticked, identity, contact)
  from (select coalesce(chosen, pg_temp.all_of(subject)) as ticked offset 0) as picked
$$;
-- All whom their address leads to, the donor first, and then what only the address has.
create function pg_temp.family() returns text[]
language sql
as $$
  select array(
    select one ->> 'id' from jsonb_array_elements(pg_temp.preview('zyxaddr@example.org') -> 'leads_to') as one
    order by one ->> 'id' = (select person_id::text from public.donations where payment_id = 'pi_1') desc
  ) || array['zyxaddr@example.org']
$$;
create function pg_temp.erase_family(reason text default 'asked') returns void
language plpgsql
as $$
declare
  subject text;
  ticked uuid[];
  shown jsonb;
begin
  foreach subject in array pg_temp.family() loop
    ticked := pg_temp.all_of(subject);
    shown := pg_temp.preview(subject, ticked);
    if shown -> 'parts' <> '[]' then
      perform pg_temp.step('admin', format('select public.erase_person(%L, %L, %L, %L, ''in_person'')', subject, reason, shown ->> 'seen', ticked));
    end if;
  end loop;
end
$$;
create function pg_temp.sums() returns text
language sql
as $$
  select concat_ws(' ',
    (select concat_ws(' ', count(*), sum(amount), sum(refunded)) from public.donations),
    (select concat_ws(' ', count(*), sum(lifetime), sum(gift_count), string_agg(number::text, ',' order by number)) from public.donors),
    (select string_agg(concat_ws(' ', frequency, thanked_until, last_gift_at), ',' order by number) from public.donors)
  )
$$;

delete from private.suppressions where true;
select pg_temp.send_forms();
select pg_temp.add_people();
select pg_temp.add_account() is not null;
select pg_temp.work_on_submissions();
select pg_temp.add_gifts_and_mail();
-- A merge checks them at once.
set constraints all deferred;

select is_empty(
  $$ select table_name, label from private.personal_data
    -- Concerns are found for nobody: no preview shows that there is one.
    where action <> 'none' and condition <> 'false' and to_regclass(table_name) is not null
      and position not in (
        select found_position from unnest(pg_temp.family()) as subject, private.found_data(private.data_subject(subject, pg_temp.all_of(subject)))
      )
      and label not in ('An earlier erasure of this suppressed address', 'Second factor', 'Ways of signing in') $$,
  'The family is in every table with personal data'
);

-- Only admins

select tests.refused(persona, call, format('As %s I may not: %s', persona, left(call, 30)))
from tests.personas() as persona, unnest(array[
  $$ select public.record_hand_over('zyxaddr@example.org', '{}', 'in_person') $$, $$ select public.hand_over('zyxaddr@example.org', '{}') $$,
  $$ select public.preview_erasure('zyxaddr@example.org') $$, $$ select public.subject_records('zyxaddr@example.org') $$,
  (select pg_temp.erasing('zyxaddr@example.org')), $$ select public.decline_erasure('zyxaddr@example.org') $$
]) as call
where persona not in ('admin', 'staff');

-- The hand-over

create temporary table handed (subject text, data json);
grant insert on handed to authenticated;
delete from public.change_log where record_kind = 'persons';
create function pg_temp.recording(subject text, chosen uuid[], identity text default 'replied', contact text default 'ZyxAddr@example.org ') returns text
language sql
as $$ select format('select public.record_hand_over(%L, %L, %L, %L)', subject, chosen, identity, contact) $$;
create function pg_temp.handing(subject text, chosen uuid[]) returns text
language sql
as $$ select format('insert into handed select %1$L, public.hand_over(%1$L, %2$L)', subject, chosen) $$;
select tests.refused('admin', pg_temp.handing('zyxaddr@example.org', pg_temp.all_of('zyxaddr@example.org')), 'Nothing is handed over before it is on record');
select pg_temp.step('admin', pg_temp.recording(' ZyxAddr@example.org ', pg_temp.all_of('zyxaddr@example.org')));
select tests.refused('admin', pg_temp.handing('zyxaddr@example.org', pg_temp.all_of('zyxaddr@example.org')), 'or in the same transaction, which could be undone');
update public.change_log set created_at = now() - interval '1 minute' where record_kind = 'persons';
select tests.refused('admin', pg_temp.handing('zyxaddr@example.org', (pg_temp.all_of('zyxaddr@example.org'))[2:]), 'or with other records than those on record');
select pg_temp.step('admin', pg_temp.recording(subject, pg_temp.all_of(subject), 'in_person')) from unnest(pg_temp.family()) as subject where subject not like '%@%';
update public.change_log set created_at = now() - interval '1 minute' where record_kind = 'persons';
select pg_temp.step('admin', pg_temp.handing(subject, pg_temp.all_of(subject))) from unnest(pg_temp.family()) as subject;
select is_empty(
  $$ select label from private.personal_data rule
    where action <> 'none' and private.is_handed_over(rule) and to_regclass(table_name) is not null
      and label not in (select part ->> 'label' from handed, json_array_elements(data -> 'parts') as part) $$,
  'Each part of the registry is handed over'
);
select is_empty(
  $$ select word from unnest(array[
    'Zyxchild', 'zyxreport.pdf', 'zyxgift.pdf', 'zyxdonor.pdf', 'zyxphone2', 'zyxtext again', 'Community Partnerships', 'English for Work', '88', 'Zyxmerged', '120.5', 'special_needs', 'emergency_phone', 'parent_email', 'zyxagent'
  ]) as word where not exists (select from handed where data::text ilike '%' || word || '%') $$,
  'It has names, texts, notes, gifts, merged rows, protected fields and sessions'
);
select is_empty(
  $$ select word from handed, unnest(array[
    'zyxtoken', 'zyxhash', 'zyxcode', 'encrypted_password', 'search_text', 'grown@', 'Harmless', 'Someone Else', 'Teresa'
  ]) as word where data::text ilike '%' || word || '%' $$,
  'It has no secrets, and nothing about others'
);
select is((select data ->> 'name' from handed where subject like '%@%'), (select min(full_name) from public.profiles where lower(email) = 'zyxaddr@example.org'), 'It says whose it is');
select is(
  (select concat_ws(' ', action, record_name, actor_id = tests.account('admin'), changes ->> 'identity', changes ->> 'contact',
      (changes ->> 'records')::integer = cardinality(pg_temp.all_of('zyxaddr@example.org')))
    from public.change_log where record_kind = 'persons' and record_name is not null),
  'exported zyxaddr@example.org t replied zyxaddr@example.org t', 'The log says who handed over how much about whom, and how they checked who asked'
);

-- The search for traces finds faults: an erasure without a rule leaves a trace.

create function pg_temp.traces_without(part text) returns text
language plpgsql
as $$
declare
  found text;
  refused text;
begin
  begin
    delete from private.personal_data where table_name = part and action <> 'none';
    perform pg_temp.erase_family();
    found := (select string_agg(where_found, ' ') from pg_temp.traces());
    raise sqlstate 'UNDO1';
  exception
    when sqlstate 'UNDO1' then
      return coalesce(found, 'none');
    when raise_exception then
      -- The person cannot go while a row is left.
      get stacked diagnostics refused = message_text;
      return substring(refused from '23503 .* on table "(\w+)" in:');
  end;
end
$$;
select alike(pg_temp.traces_without(part), '%' || split_part(part, '.', 2) || '%', 'Without its rule a trace is left in ' || part)
from unnest(array[
  'public.donations', 'private.issued_receipts', 'public.newsletter_subscriptions', 'public.mentors', 'private.merges', 'private.outbox',
  'private.unqueued_recipients', 'private.suppressions', 'public.change_log', 'auth.users'
]) as part;

-- Erasing

create temporary table before as select pg_temp.sums() as sums, pg_temp.preview(subject, pg_temp.all_of(subject)) as preview, subject,
  (select count(*) from public.change_log) as entries
from (select (pg_temp.family())[1] as subject) as donor;
select is(
  pg_temp.preview('zyxaddr@example.org', pg_temp.all_of('zyxaddr@example.org')) -> 'warnings', jsonb_build_array(
    'There is a gift from today. It stays without a name: a refund is still counted, but no one here can tell whose it was.',
    'There is an open pledge. It will be deleted.', 'This is a staff account. It can no longer sign in.'
  ), 'The preview warns of today''s gift, an open pledge and an account of staff'
);
select pg_temp.erase_family();
select is_empty('select * from pg_temp.traces()', 'Nothing of the family is left in any table');
select is_empty($$ select * from pg_temp.traces('555_0147') $$, 'nor of their phone');
select results_eq(
  $$ select name, state from public.saved_views where name < '7' order by name $$,
  $$ values
    ('1', '{"sort": "email", "erased": true}'::jsonb),
    ('2', '{"erased": true}'),
    ('3', '{"filters": {"status": "active"}, "conditions": [["status", "eq", "active"]], "erased": true}'),
    ('4', '{"filters": {"status": "active"}, "conditions": [], "erased": true}'),
    ('5', '{"conditions": [["status", "eq", "active"]], "erased": true}'),
    ('6', '{"search": "someone else", "words": "someone\nelse", "filters": {"status": "active"}, "conditions": [["status", "eq", "active"]]}') $$,
  'A colleague''s view loses the search, filter and condition that name them, and is marked; another stays'
);
select is(
  (select part ->> 'rows' from before, jsonb_array_elements(preview -> 'parts') as part where part ->> 'label' like '%colleagues'' views'), '6',
  'The preview counted those that name them by what was chosen'
);
select is(
  (select string_agg(private.is_named(who, said)::text, ' ') from (values ('new'), ('Mr. Newman'), ('newman@example.org'), ('0147')) as listed (said),
    jsonb_populate_record(null::private.data_subject, '{"names": ["newman"], "addresses": [], "phones": ["25550147"]}') as who),
  'false true false false', 'A word of a list, another address and a few digits name no one'
);
select is(
  (select changes from public.change_log where action = 'exported' and changes ->> 'status' = 'active'), '{"rows": 1, "status": "active"}',
  'So does the entry of an export'
);
select is(pg_temp.sums(), (select sums from before), 'Sums of gifts, donors, numbers of receipts and thanks are the same');
select is(
  (select string_agg(concat_ws(' ', donor_name, donor_email, amount, refunded, payment_id), ', ' order by amount) from private.gifts
    where donor_name like 'Erased donor%'),
  (select format('%1$s 40.00 0.00, %1$s 120.50 20.50 pi_1', name) from public.donors where name like 'Erased donor%'),
  'A gift keeps its amount, its refund and the number of its payment'
);
select is(
  (select concat_ws(' ', issued.name = donors.name, issued.donor_number = donors.number, issued.total, 
    (select string_agg(concat_ws(' ', line ->> 'amount', line ->> 'description'), ', ' order by (line ->> 'amount')::numeric) from jsonb_array_elements(issued.lines) as line),
    issued.address, issued.email)
    from private.issued_receipts issued join public.donors on donors.id = donor_id where donors.name like 'Erased donor%'),
  't t 170.00 70.00, 100.00, In kind', 'A receipt keeps its number, day and amounts'
);
select lives_ok(
  $$ select public.record_payment_event('evt_3', payment => 'pi_1', refunded => 120.5) $$, 'A later refund'
);
select is((select refunded from public.donations where payment_id = 'pi_1'), 120.5, 'is still counted');
select is(
  (select concat_ws(' ', first_name, email, parent_name, parent_email, parent_phone) from public.mentees where first_name = 'Grown'),
  'Grown grown@example.org', 'A mentee with their own address loses only the parent''s contact'
);
select results_eq(
  $$ select name from public.files order by name $$, $$ values ('Grown.pdf'), ('Harmless.pdf') $$,
  'Their files go with them, from the gifts that stay too; those of others stay'
);
select is(
  (select sum((part ->> 'rows')::integer) from private.erasures, jsonb_array_elements(counts) as part where part ->> 'label' = 'Files'),
  5::bigint, 'The certificates have their number'
);
select is((select count(*) from private.file_leftovers), 5::bigint, 'and their objects wait for their removal');
select ok(exists (select from public.mentors where email = 'other.person@example.org'), 'The row into which one was merged stays');
select is(
  (select string_agg(distinct author_name, ', ') from (
    select author_name from public.submission_notes where body = 'Harmless'
    union all select author_name from public.submission_answers where body = 'Harmless'
    union all select author_name from public.files where name = 'Harmless.pdf'
    union all select actor_name from private.merges where merged_name = 'Someone Else'
    union all select actor_name from public.change_log where record_name = 'A day'
  ) as listed), 'Former account', 'What they wrote about others stays, without their name'
);
select is(
  (select string_agg(state, ', ' order by state) from private.outbox where campaign_id = '00000000-0000-4000-8000-0000000000c1'),
  'cancelled, sent', 'A campaign still counts the mail that was sent; the other is cancelled'
);
select ok((select (select count(*) from public.change_log) > entries from before), 'The log keeps its entries');
select is(
  (select string_agg(distinct concat_ws(' ', action, record_name, changes), ',') from public.change_log where record_kind = 'persons' and action = 'removed'),
  'removed', 'The log says that someone was erased, not who'
);

-- The certificate

select is(
  (select concat_ws(' ', reason, identity, requested_by = tests.account('admin'), erased_by = tests.account('admin'), erased_at = now()) from private.erasures, before where subject_hash = private.keyed_hash(subject)),
  'asked in_person t t t', 'The certificate says when, by whom and why, and how who asked was checked'
);
select is(
  (select counts from private.erasures, before where subject_hash = private.keyed_hash(subject)),
  (select jsonb_agg(part - 'reason' order by place) from before, jsonb_array_elements(preview -> 'parts') with ordinality as listed (part, place)),
  'and what the preview showed, part by part'
);
select is(pg_temp.preview(' zyxAddr@Example.org') #>> '{erasures,0,identity}', 'in_person', 'One is found by the address, in any case');
select is(pg_temp.preview('zyxadd@example.org') -> 'erasures', '[]', 'and by no other');

-- Mail that must not be sent again

select is(
  (select string_agg(concat_ws(' ', address like 'erased:%', reason, detail), ',') from private.suppressions), 't unsubscribed',
  'A suppression stays as a hash'
);
insert into private.outbox (idempotency_key, kind, recipient, campaign_id)
values ('later', 'campaign', 'ZyxAddr+list@example.org', '00000000-0000-4000-8000-0000000000c1');
select count(*) from public.claim_mails(gen_random_uuid(), 100, 'a test', repeat('k', 32));
select is((select state from private.outbox where idempotency_key = 'later'), 'suppressed', 'A campaign still does not reach the address');
delete from private.outbox where idempotency_key = 'later';
insert into private.suppressions (address, reason) values ('zyxaddr@example.org', 'complained');
select tests.done(
  'admin', pg_temp.erasing('zyxaddr@example.org'), $$ exists (select from private.erasures where subject_hash = private.keyed_hash('zyxaddr@example.org')) $$, 'It can be erased again'
);
select is(
  (select string_agg(reason, ',' order by reason) from private.suppressions where address like 'erased:%'), 'complained,unsubscribed', 'with one hash for each reason'
);
insert into public.newsletter_subscriptions (name, email, confirmed_at) values ('New', 'zyxaddr@example.org', now());
select is((select count(*) from private.suppressions), 1::bigint, 'A complaint outlives a new subscription');
update private.suppressions set reason = 'unsubscribed' where true;
update public.newsletter_subscriptions set confirmed_at = now() where name = 'New';
select is((select count(*) from private.suppressions), 0::bigint, 'A new subscription ends an erased unsubscription');

-- Refusals: each with its reason, and nothing changed

select is((tests.attempt('admin', call)).message, refusal, why) from (values
  (pg_temp.erasing('nobody@example.org'), 'There is nothing to erase: we hold nothing about this person.', 'An unknown address'),
  (pg_temp.recording('nobody@example.org', '{}'), 'We hold nothing about this person.', 'Nothing to hand over'),
  (pg_temp.recording(' ', '{}'), 'Name an email address.', 'No address'),
  (pg_temp.erasing('admin@kindlewell.test'), 'You cannot erase yourself. Another administrator can.', 'Oneself')
) as listed (call, refusal, why);
select tests.refused('admin', call, 'Nothing changes by: ' || call, 'P0001') from unnest(array[
  pg_temp.recording('nobody@example.org', '{}'), pg_temp.erasing('nobody@example.org'), pg_temp.erasing('admin@kindlewell.test')
]) as call;
select tests.refused(
  'admin', pg_temp.erasing('zyxaddr@example.org', 'because'), 'A reason in own words, which could hold a name', '23514'
);
create temporary table stale as select pg_temp.erasing('zyxaddr@example.org') as call;
insert into public.contact_messages (name, email, message) values ('New', 'zyxaddr@example.org', 'One more thing');
select tests.refused('admin', (select call from stale), 'A preview from before the last message', 'PT409');
select is(
  (tests.attempt('admin', (select call from stale))).message,
  'Something was added or removed since. Look again: nothing was erased.', 'It says so'
);
update public.user_roles set role = 'supporter' where user_id = tests.account('admin');
select tests.refused('owner', $$ select tests.erase('staff@kindlewell.test') $$, 'The only admin, at the command line', 'P0001');
update public.user_roles set role = 'admin' where user_id = tests.account('admin');

-- A second admin's approval

update private.erasure_settings set needs_approval = true where true;
select tests.done(
  'admin', pg_temp.erasing('zyxaddr@example.org', 'consent_withdrawn'),
  'exists (select from private.erasures where erased_at is null)', 'One admin asks'
);
select isnt_empty($$ select from public.contact_messages where name = 'New' $$, 'and nothing is erased yet');
select is_empty($$ select from private.erasures where erasures::text ilike '%zyx%' $$, 'The request does not hold the address');
select tests.refused('admin', pg_temp.erasing('zyxaddr@example.org'), 'The same admin does not approve', 'P0001');
select tests.done(
  'staff', $$ select public.decline_erasure('zyxaddr@example.org') $$,
  'not exists (select from private.erasures where erased_at is null)', 'Another one declines'
);
select pg_temp.step('admin', pg_temp.erasing('zyxaddr@example.org'));
select tests.done(
  'staff', pg_temp.erasing('zyxaddr@example.org'), 'not exists (select from pg_temp.traces())', 'or approves'
);
select is(
  (select concat_ws(' ', requested_by = tests.account('admin'), erased_by = tests.account('staff'))
    from private.erasures where requested_by <> erased_by),
  't t', 'The certificate names both'
);
update private.erasure_settings set needs_approval = false where true;

-- One child

insert into public.mentees (first_name, last_name, parent_name, parent_email) values
  ('Zyxchild', 'One', 'Parent', 'parent@example.org'), ('Brother', 'Two', 'Parent', 'parent@example.org');
insert into public.program_applications (first_name, last_name, email, phone, relationship, program_interest, child_name) values
  ('Zyxparent', 'One', 'parent@example.org', '1', 'parent', 'early-childhood', 'zyxchild one'),
  ('Parent', 'Two', 'parent@example.org', '1', 'parent', 'early-childhood', 'Brother Two');
insert into public.donations (donor_name, donor_email, amount, donation_type) values ('Parent', 'parent@example.org', 5, 'one-time');
create function pg_temp.handed_over(subject text, chosen uuid[] default null) returns json
language plpgsql
as $$
declare
  ids constant uuid[] := coalesce(chosen, pg_temp.all_of(subject));
begin
  perform pg_temp.step('admin', pg_temp.recording(subject, ids, 'in_person'));
  update public.change_log set created_at = now() - interval '1 minute' where record_kind = 'persons' and action = 'exported';
  return tests.answer('admin', format('select public.hand_over(%L, %L)', subject, ids))::json;
end
$$;
create temporary table child as select pg_temp.handed_over(tests.id('mentees', 'Zyxchild')::text) as data;
select alike(lower(data::text), '%zyxchild one%', 'A child''s data has the application') from child;
select alike(lower(data::text), '%zyxparent%', 'and names the parent') from child;
select unalike(data::text, '%parent@example.org%', 'but has no contact of the parent, which another one may not get') from child;
select is(data ->> 'name', 'Zyxchild One', 'It is titled with the child''s name') from child;
select tests.done(
  'admin', pg_temp.erasing(tests.id('mentees', 'Zyxchild')::text, 'parent_asked'),
  'not exists (select from pg_temp.traces())', 'A child is erased'
);
select is(
  (select count(*) from public.mentees where parent_email = 'parent@example.org')
    + (select count(*) from public.program_applications where email = 'parent@example.org')
    + (select count(*) from public.donations where donor_email = 'parent@example.org'),
  3::bigint, 'The brother and the parent''s gift stay'
);

-- Claims. Vera's gift was entered, and her child's record names her. A stranger knows her phone and her address.

insert into public.donations (donor_name, donor_email, donor_phone, amount, donation_type, method)
values ('Vera Victim', 'vera@example.org', '512 907 8001', 900, 'one-time', 'check');
insert into public.mentees (first_name, last_name, school_name, parent_name, parent_email, parent_phone) values
  ('Kim', 'Victim', 'Hill School', 'Vera Victim', 'vera@example.org', '512 907 8001'), ('Kit', 'Victim', 'Hill School', 'Vera Victim', 'vera@example.org', null);
create function pg_temp.person(who text) returns uuid language sql as $$ select person_id from private.rows_of_people where name = who order by created_at, amount desc nulls last limit 1 $$;
create temporary table vera as select pg_temp.person('Vera Victim') as id;
grant select on vera to authenticated;
create function pg_temp.vera() returns text language sql as $$ select id::text from vera $$;
select pg_temp.step('admin', format($q$ select public.add_person_note(gen_random_uuid(), %L, 'note', 'Vera note') $q$, pg_temp.vera()));
select pg_temp.step('anon', form) from unnest(array[
  $q$ insert into public.volunteer_applications (first_name, last_name, email, phone, motivation) values ('Vera', 'Victim', 'vera@example.org', '512 907 6666', 'With her address') $q$,
  $q$ insert into public.volunteer_applications (first_name, last_name, phone, motivation) values ('Vera', 'Victim', '512 907 8001', 'With her phone') $q$,
  $q$ insert into public.volunteer_applications (first_name, last_name, email, phone, motivation) values ('Vera', 'Victim', 'thief@evil.example', '512 907 8001', 'Thief') $q$
]) as form;
insert into private.outbox (idempotency_key, kind, recipient, data) values ('gift_receipt:vera', 'gift_receipt', 'vera@example.org', '{"total": 900}');
insert into public.tasks (body, due_on, address) values ('Call Vera', '2199-12-31', 'tel:512 907 8001');

create function pg_temp.listed(subject text) returns text language sql as $$
  select string_agg(concat_ws(' ', record ->> 'kind', record ->> 'amount', coalesce(record ->> 'child_name', motivation), case when (record ->> 'is_sure')::boolean then 'sure' end),
    ', ' order by record ->> 'kind', record ->> 'amount', motivation, record ->> 'child_name')
  from jsonb_array_elements(pg_temp.preview(subject) -> 'records') as record
  left join public.volunteer_applications on volunteer_applications.id = (record ->> 'id')::uuid
$$;
select is(pg_temp.listed(pg_temp.vera()), 'children sure, children sure, donations 900.00 sure, submissions With her address, submissions With her phone', 'What a form claimed is listed apart, and a child without a name');
select pg_temp.step('admin', $$ select public.record_openings('mentees', array(select id from public.mentees where last_name = 'Victim')) $$);
update public.change_log set created_at = now() - interval '1 minute' where action = 'opened';
select is(pg_temp.listed(pg_temp.vera()), 'children Kim Victim sure, children Kit Victim sure, donations 900.00 sure, submissions With her address, submissions With her phone', 'until an opening is on record');
select is(pg_temp.listed('thief@evil.example'), 'submissions Thief sure', 'An address is a claim: it reaches the rows that carry it');
select is(
  pg_temp.preview('vera@example.org') -> 'leads_to', jsonb_build_array(jsonb_build_object('id', pg_temp.vera(), 'name', 'Vera Victim')), 'and leads to the person behind it'
);
select is(pg_temp.listed('vera@example.org'), 'children Kim Victim sure, children Kit Victim sure, donations 900.00 sure, submissions With her address sure', 'not to what has another contact of hers');

-- What she gets

insert into private.people (id, kind, name) values ('00000000-0000-4000-8000-00000000aaaa', 'household', null), ('00000000-0000-4000-8000-00000000aaab', 'organization', 'Works');
insert into public.mentors (first_name, last_name, email) values ('Col', 'League', 'colleague@example.org'), ('Fay', 'Father', 'father@example.org');
insert into private.members (group_id, person_id, role) values
  ('00000000-0000-4000-8000-00000000aaaa', pg_temp.person('Vera Victim'), 'parent'), ('00000000-0000-4000-8000-00000000aaaa', pg_temp.person('Kim Victim'), 'child'),
  ('00000000-0000-4000-8000-00000000aaab', pg_temp.person('Vera Victim'), 'employee'), ('00000000-0000-4000-8000-00000000aaab', pg_temp.person('Col League'), 'employee');
insert into private.guardians (child_id, adult_id, relation, no_contact) values (pg_temp.person('Kim Victim'), pg_temp.person('Fay Father'), 'parent', true);
insert into private.consents (child_id, adult_id, kind, version, answer, road, note, given_for, given_as)
select pg_temp.person('Kim Victim'), pg_temp.person(adult), 'photo', 1, answer, 'staff', adult || ' on the phone', pg_temp.person('Kim Victim'), pg_temp.person(adult)
from (values ('Vera Victim', 'yes'), ('Fay Father', 'no')) as said (adult, answer);
update private.guardians set must_not_collect = true where adult_id = pg_temp.person('Fay Father');
select is(
  pg_temp.preview(pg_temp.person('Fay Father')::text, pg_temp.all_of(pg_temp.person('Fay Father')::text)) -> 'warnings', jsonb_build_array(
    'They must not collect a child whose record stays. No list will say so any more: tell everyone who looks after the child.',
    'They said no for a child whose record stays. Only what the other guardians say will count.'
  ), 'Before the erasure of a barred adult it says what no longer protects a child'
);
update private.guardians set must_not_collect = false where adult_id = pg_temp.person('Fay Father');
create temporary table hers as select array(
  select (record ->> 'id')::uuid from jsonb_array_elements(pg_temp.preview(pg_temp.vera()) -> 'records') as record where (record ->> 'is_sure')::boolean
) as ids;
create function pg_temp.hers() returns uuid[] language sql as $$ select ids from hers $$;
create temporary table given as select pg_temp.handed_over(pg_temp.vera(), pg_temp.hers()) as data;
create function pg_temp.part(of_label text) returns text language sql as $$
  select string_agg((one - 'created_at')::text, ' ' order by one ->> 'adult', one::text)
  from given, json_array_elements(data -> 'parts') as part, jsonb_array_elements((part -> 'rows')::jsonb) as one where part ->> 'label' = of_label
$$;
select is(
  pg_temp.part('Parents and guardians'),
  '{"adult": "Fay Father", "child": "Kim Victim", "relation": "parent"} '
    || '{"adult": "Vera Victim", "child": "Kim Victim", "relation": "parent", "no_contact": false, "may_collect": false, "must_not_collect": false} '
    || '{"adult": "Vera Victim", "child": "Kit Victim", "relation": "parent", "no_contact": false, "may_collect": false, "must_not_collect": false}',
  'It says who each parent and child is, and of another parent no more'
);
select is(
  (select string_agg((one - 'given_at')::text, ' ' order by one ->> 'answer' desc) from (
    select one from given, json_array_elements(data -> 'parts') as part, jsonb_array_elements((part -> 'rows')::jsonb) as one where part ->> 'label' = 'Consents'
  ) as rows),
  '{"kind": "photo", "note": "Vera Victim on the phone", "road": "staff", "adult": "Vera Victim", "child": "Kim Victim", "answer": "yes", "version": 1} '
    || '{"kind": "photo", "road": "staff", "child": "Kim Victim", "answer": "no", "version": 1}',
  'It has her consents with their notes, and of another parent the answer without a name'
);
select is(
  pg_temp.part('Households and organizations'),
  '{"name": "Kim Victim", "role": "child", "others": ["Vera Victim (parent)"], "household": "Without a name"} '
    || '{"name": "Vera Victim", "role": "employee", "organization": "Works"} '
    || '{"name": "Vera Victim", "role": "parent", "others": ["Kim Victim (child)"], "household": "Without a name"}',
  'and of a household who lives there, not who else works at her organization'
);
select ok(data::text like '%Vera note%' and data::text like '%Hill School%', 'It has her notes and her children''s records') from given;
select is_empty(
  $$ select word from given, unnest(array['With her', '6666', 'thief', 'League', 'father@', 'colleague@']) as word where data::text ilike '%' || word || '%' $$,
  'It has nothing of what others claimed, and no contact of others'
);

-- Who asks

create function pg_temp.refusal(call text) returns text language sql as $$ select (tests.attempt('admin', call)).message $$;
create temporary table checks (subject text, chosen uuid[], identity text, contact text, refusal text);
insert into checks select subject, tests.records(subject), identity, contact, refusal from (values
  (pg_temp.vera(), null, 'vera@example.org', 'Say how you checked their identity.'),
  (pg_temp.vera(), 'by letter', 'vera@example.org', 'Say how you checked their identity.'),
  (pg_temp.vera(), 'replied', null, 'Choose the email that they replied from.'),
  (pg_temp.vera(), 'replied', 'thief@evil.example', 'Choose the email that they replied from.'),
  (pg_temp.vera(), 'replied', 'vera+evil@example.org', 'Choose the email that they replied from.'),
  (pg_temp.vera(), 'called_back', '512 907 6666', 'Choose the phone that you called back.'),
  (pg_temp.vera(), 'called_back', 'vera@example.org', 'Choose the phone that you called back.'),
  (pg_temp.person('Col League')::text, 'called_back', '512 907 8001', 'We have no checked phone for this person. Check their identity in another way.'),
  ('thief@evil.example', 'replied', 'vera@example.org', 'Choose the email that they replied from.'),
  ('thief@evil.example', 'called_back', '512 907 8001', 'We have no checked phone for this person. Check their identity in another way.'),
  ((select person_id::text from public.submissions where email = 'thief@evil.example'), 'replied', 'thief@evil.example', 'We have no checked email for this person. Check their identity in another way.'),
  ((select id::text from public.mentees where first_name = 'Kim' and last_name = 'Victim'), 'replied', 'father@example.org', 'Choose the email that they replied from.')
) as listed (subject, identity, contact, refusal);
create temporary table unchecked as
select call, identity, contact, refusal from checks
cross join lateral unnest(array[pg_temp.recording(subject, chosen, identity, contact), pg_temp.erasing(subject, 'asked', chosen, identity, contact)]) as call;
select tests.refused('admin', call, concat_ws(' ', 'Refuses', identity, contact), 'P0001') from unchecked;
select is(pg_temp.refusal(call), refusal, 'and says why') from unchecked;
select lives_ok(format('select private.checked_contact(%L, %L, %L)', subject, identity, contact), concat_ws(' ', 'Takes', identity, contact)) from (values
  (pg_temp.vera(), 'replied', ' Vera@example.org'), (pg_temp.vera(), 'called_back', '+1 (512) 907-8001'), (pg_temp.vera(), 'in_person', null),
  ('thief@evil.example', 'replied', 'thief@evil.example'),
  ((select id::text from public.mentees where first_name = 'Kim' and last_name = 'Victim'), 'replied', 'vera@example.org'),
  ((select id::text from public.mentees where first_name = 'Kim' and last_name = 'Victim'), 'called_back', '512 907 8001')
) as listed (subject, identity, contact);

-- Only what was chosen

select tests.refused('admin', pg_temp.erasing(pg_temp.vera(), chosen => '{}'), 'Erases nothing that no one chose', 'P0001');
select tests.refused('admin', pg_temp.recording(pg_temp.vera(), '{}', 'in_person'), 'and hands nothing over', 'P0001');
select tests.refused('admin', format('select public.erase_person(%L, ''asked'', %L, null, ''in_person'')', pg_temp.vera(), pg_temp.preview(pg_temp.vera(), '{}') ->> 'seen'), 'Refuses a call without a choice', 'P0001');
select tests.refused('admin', pg_temp.erasing(pg_temp.vera(), chosen => tests.records('thief@evil.example')), 'or with a record of someone else', 'PT409');
select tests.refused('admin', pg_temp.recording(pg_temp.vera(), tests.records('thief@evil.example'), 'in_person'), 'and hands none over', 'PT409');
select tests.refused('admin', format('select public.erase_person(%L, ''asked'', %L, %L, ''in_person'')', pg_temp.vera(), pg_temp.preview(pg_temp.vera(), pg_temp.hers()) ->> 'seen', (pg_temp.hers())[2:]),
  'or with another choice than the one that was seen', 'PT409');

create function pg_temp.state_of_vera() returns text language sql as $$
  select concat_ws(' | ',
    (select string_agg(concat_ws(' ', source, id, name, email, phone), ', ' order by id) from private.rows_of_people where person_id = pg_temp.vera()::uuid),
    (select jsonb_agg(point order by point::text) from private.contact_points point where person_id = pg_temp.vera()::uuid),
    (select string_agg(body, ', ') from private.person_notes where person_id = pg_temp.vera()::uuid),
    (select string_agg(data::text, ', ') from private.outbox where recipient = 'vera@example.org'), (select body from public.tasks where body = 'Call Vera'),
    (select string_agg(concat_ws(' ', name, email, lifetime), ', ') from public.donors where id = pg_temp.vera()::uuid)
  )
$$;
create temporary table untouched as select pg_temp.state_of_vera() as state;
select tests.done('admin', pg_temp.erasing('thief@evil.example', 'asked', null, 'replied', 'thief@evil.example'),
  $$ not exists (select from public.volunteer_applications where motivation = 'Thief') $$, 'A stranger''s erasure takes the stranger''s form');
select is(pg_temp.state_of_vera(), state, 'and nothing of whom they named, nor tasks at a phone that was only told') from untouched;

select tests.done('admin', pg_temp.erasing(pg_temp.vera(), chosen => array(select id from public.volunteer_applications where motivation = 'With her phone')),
  $$ not exists (select from public.volunteer_applications where motivation = 'With her phone') $$, 'One record goes separately');
select ok(
  exists (select from private.person_notes where body = 'Vera note') and exists (select from public.donors where id = pg_temp.vera()::uuid and name = 'Vera Victim' and email = 'vera@example.org')
    and exists (select from private.outbox where recipient = 'vera@example.org'), 'The person stays as long as a record that we entered stays'
);

select is(
  pg_temp.preview(pg_temp.vera(), pg_temp.hers()) -> 'people',
  '[{"kind": "person", "name": "Kim Victim"}, {"kind": "person", "name": "Kit Victim"}, {"kind": "person", "name": "Vera Victim"}, {"kind": "household", "name": null}]', 'The preview names who goes'
);
delete from hers; insert into hers select array(
  select (record ->> 'id')::uuid from jsonb_array_elements(pg_temp.preview(pg_temp.vera()) -> 'records') as record where (record ->> 'is_sure')::boolean and record ->> 'child_name' is distinct from 'Kit Victim'
);
select tests.done('admin', pg_temp.erasing(pg_temp.vera(), 'asked', pg_temp.hers(), 'called_back', '512 907 8001'),
  $$ not exists (select from private.people where id = pg_temp.vera()::uuid) $$, 'Vera is erased');
select is(
  (select concat_ws(', ', (select string_agg(first_name, ' ') from public.mentees where last_name = 'Victim'), (select string_agg(motivation, ' ') from public.volunteer_applications where email = 'vera@example.org'))),
  'Kit, With her address', 'A child and a claim that no one chose stay'
);
select is(
  (select string_agg(concat_ws(' ', people.name, point.value, level), ', ' order by value) from private.contact_points point join private.people on people.id = person_id
    join public.submissions sent using (person_id) where sent.email = 'vera@example.org'),
  'Vera Victim 512 907 6666 told, Vera Victim vera@example.org told', 'the claim as someone of its own, with what it told'
);
select is_empty($$
  select 'note' from private.person_notes where body = 'Vera note' union all select 'mail' from private.outbox where data ->> 'total' = '900'
  union all select 'task' from public.tasks where body = 'Call Vera' union all select 'gift' from public.donations where donor_name = 'Vera Victim'
  union all select 'phone' from private.contact_points where normalized = '29078001' union all select 'household' from private.people where id = '00000000-0000-4000-8000-00000000aaaa'
$$, 'Nothing else of hers is left');
select is(
  (select concat_ws(' ', identity, contact_hash = private.keyed_hash('512 907 8001'), erasures::text ~* 'vera|907 ?8001') from private.erasures where subject_hash = private.keyed_hash(pg_temp.vera())  and chosen_hashes @> array[private.keyed_hash((pg_temp.hers())[1]::text)]),
  'called_back t f', 'The certificate says how who asked was checked, in no words of theirs'
);

-- One gift of two

insert into public.donations (donor_name, donor_email, amount, donation_type, method) values ('Pat Partial', 'pat@example.org', 30, 'one-time', 'check'), ('Pat Partial', 'pat@example.org', 12, 'one-time', 'check');
create temporary table sums as select pg_temp.sums() as before_it, (select number from public.donors where name = 'Pat Partial') as number;
select tests.done('admin', pg_temp.erasing('pat@example.org', chosen => array(select id from public.donations where donor_name = 'Pat Partial' and amount = 30)),
  $$ (select lifetime = 12 and number = (select number from sums) from public.donors where name = 'Pat Partial') $$, 'A donor keeps the gifts that stay, and the number of the receipts');
select is((select sum(amount) from public.donations where donor_name = 'Erased donor' and amount = 30), 30.00, 'and the sum of all gifts stays');

-- A second admin approves what was asked for

update private.erasure_settings set needs_approval = true where true;
create temporary table asked as select array(select id from public.donations where donor_name = 'Pat Partial') as ids, tests.records('colleague@example.org') as all_ids;
insert into public.mentors (first_name, last_name, email) values ('Cole', 'Ague', 'colleague@example.org');
select tests.done('admin', pg_temp.erasing('colleague@example.org', 'asked', (select all_ids from asked), 'replied', 'colleague@example.org'),
  $$ exists (select from private.erasures where erased_at is null and identity = 'replied') $$, 'One admin asks');
select is(
  (select array_agg((record ->> 'id')::uuid) from jsonb_array_elements(pg_temp.preview('colleague@example.org') -> 'records') as record where (record ->> 'is_chosen')::boolean),
  (select all_ids from asked), 'The other one sees what was asked for'
);
select tests.refused('staff', pg_temp.erasing('colleague@example.org'), 'and can''t approve more than that', 'P0001');
select tests.done('staff', pg_temp.erasing('colleague@example.org', 'asked', (select all_ids from asked), null), $$ not exists (select from public.mentors where first_name = 'Col') $$, 'but that, as it was checked');
select ok(exists (select from public.mentors where first_name = 'Cole'), 'What came since stays');

select * from finish();
rollback;
