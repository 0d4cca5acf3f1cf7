-- A restored database sends nothing that may have been sent since the backup was made, and erases again who was
-- erased since.

begin;
select plan(16);
delete from private.outbox;
delete from public.email_campaigns;

insert into public.email_campaigns (id, name, subject, content, target_audience, status, scheduled_at, cancelled_at)
select ('00000000-0000-4000-8000-00000000000' || number)::uuid, name, 'Subject', 'Content', 'supporters', status, scheduled_at, cancelled_at
from (values
  (1, 'being sent', 'sending'::public.campaign_status, null::timestamptz, null::timestamptz),
  (2, 'being cancelled', 'sending', null, now()),
  (3, 'due since', 'scheduled', now() - interval '1 hour', null),
  (4, 'due later', 'scheduled', now() + interval '1 hour', null),
  (5, 'sent', 'sent', null, null)
) as given (number, name, status, scheduled_at, cancelled_at);
insert into private.outbox (idempotency_key, kind, recipient, state, campaign_id, worker) values
  ('waits', 'test', 'waits@example.org', 'queued', null, null),
  ('at a worker', 'test', 'worker@example.org', 'sending', null, gen_random_uuid()),
  ('sent', 'test', 'sent@example.org', 'sent', null, null),
  ('of a campaign', 'campaign', 'campaign@example.org', 'queued', '00000000-0000-4000-8000-000000000001', null);
update private.mail_settings set digest_day = '2020-01-01' where singleton;

select private.hold_mail();

select results_eq(
  $$ select idempotency_key, state from private.outbox order by idempotency_key $$,
  $$ values ('at a worker', 'failed'), ('of a campaign', 'queued'), ('sent', 'sent'), ('waits', 'failed') $$,
  'Mails that waited are listed as not sent'
);
select results_eq(
  $$ select name, status::text from public.email_campaigns order by name $$,
  $$ values ('being cancelled', 'sending'), ('being sent', 'paused'), ('due later', 'scheduled'), ('due since', 'draft'),
    ('sent', 'sent') $$,
  'A campaign that was going out is paused, one that was due since is a draft'
);
select is_empty(
  $$ select * from public.claim_mails(gen_random_uuid(), 100, 'a test', repeat('k', 32)) $$,
  'A worker gets none of them'
);
select private.process_campaigns();
select is(
  (select status::text from public.email_campaigns where name = 'due since'), 'draft', 'The clock starts none of them'
);
select private.write_digests();
select is_empty($$ select from private.outbox where kind = 'digest' $$, 'The digests of today are not written again');
select is(
  (select digest_day from private.mail_settings), (now() at time zone private.office_time_zone())::date,
  'Tomorrow has its digests'
);

-- Erasures since the backup was made

insert into public.mentees (first_name, last_name, parent_name, parent_email) values ('Zyxchild', 'Story', 'Zyxname', ' Zyx@Example.org');
insert into public.contact_messages (name, email, message) values ('Zyxname', 'zyx@example.org', 'Zyxtext');
insert into public.mentees (id, first_name, last_name, email) values
  ('00000000-0000-4000-8000-0000000000aa', 'Zyxgrown', 'Story', 'grown@example.org');
insert into public.mentors (first_name, last_name, email) values ('Came', 'Back', 'back@example.org');
-- Of her forms one was hers; another one, which came in between, no one looked at.
insert into public.donations (donor_name, donor_email, amount, donation_type) values ('Yara Yew', 'yara@example.org', 5, 'one-time');
set local role anon;
insert into public.contact_messages (name, email, message) values ('Yara Yew', 'yara@example.org', 'Mine');
insert into public.volunteer_applications (first_name, last_name, email, motivation) values ('Yara', 'Yew', 'yara@example.org', 'Stranger');
insert into public.partnership_proposals (organization_name, contact_name, contact_title, email, phone, organization_type, partnership_type, description, goals)
values ('Yews', 'Yara Yew', 'Owner', 'yara@example.org', '1', 'other', 'ngo', 'Unseen', 'Unseen');
reset role;
create function pg_temp.person(who text) returns uuid language sql as $$ select id from private.people where name = who $$;
create function pg_temp.hash_of(words text) returns text language sql as $$
  select private.keyed_hash(id::text) from (
    select id, message from public.contact_messages union all select id, motivation from public.volunteer_applications
  ) as sent where message = words
$$;
create temporary table newer as select jsonb_build_object('key', private.keyed_hash(''), 'erasures', jsonb_agg(jsonb_build_object(
  'id', id, 'subject_hash', private.keyed_hash(subject), 'reason', 'asked', 'requested_at', now(), 'erased_at', now(), 'counts', '[]'::jsonb,
  'identity', 'in_person', 'other_hashes', '[]'::jsonb, 'chosen_hashes', chosen, 'left_hashes', stays
))) as certificates
from (values
  ('00000000-0000-4000-8000-00000000ce01'::uuid, 'zyx@example.org', '{}'::text[], '{}'::text[]),
  ('00000000-0000-4000-8000-00000000ce02', '00000000-0000-4000-8000-0000000000aa', '{}', '{}'),
  ('00000000-0000-4000-8000-00000000ce03', 'nobody@example.org', '{}', '{}'),
  ('00000000-0000-4000-8000-00000000ce04', 'back@example.org', '{}', '{}'),
  ('00000000-0000-4000-8000-00000000ce06', pg_temp.person('Yara Yew')::text, array[pg_temp.hash_of('Mine')], array[pg_temp.hash_of('Stranger')])
) as listed (id, subject, chosen, stays);
-- This erasure is in the backup too: its address came back afterwards.
insert into private.erasures (id, subject_hash, reason, identity, erased_at)
values ('00000000-0000-4000-8000-00000000ce04', private.keyed_hash('back@example.org'), 'asked', 'replied', now());
-- This request was waiting when the backup was made.
insert into private.erasures (id, subject_hash, reason, identity)
values ('00000000-0000-4000-8000-00000000ce01', private.keyed_hash('zyx@example.org'), 'asked', 'replied');

select is_empty(
  $$ select * from private.erase_again((select certificates || '{"key": "of another database"}' from newer)) $$,
  'The erasures of a database with another key erase no one'
);
select isnt_empty($$ select from public.mentees where first_name = 'Zyxchild' $$, 'The family is still there then');
select results_eq(
  $$ select * from private.erase_again((select certificates from newer)) order by certificate $$,
  $$ values ('00000000-0000-4000-8000-00000000ce01'::uuid, null), ('00000000-0000-4000-8000-00000000ce02', null), ('00000000-0000-4000-8000-00000000ce06', null) $$,
  'An address, a child and a person that were erased since are erased again'
);
select is(
  (select string_agg(words, ', ' order by words) from (
    select message as words from public.contact_messages where email = 'yara@example.org' union all select motivation from public.volunteer_applications where email = 'yara@example.org'
    union all select goals from public.partnership_proposals where email = 'yara@example.org' union all select donor_email from public.donations where donor_email = 'yara@example.org'
  ) as listed), 'Stranger, Unseen', 'Of the person what stayed then, or no one chose, stays'
);
select is_empty(
  $$ select id from public.mentees where first_name like 'Zyx%' union all select id from public.contact_messages where message = 'Zyxtext' $$,
  'Nothing of them is left'
);
select isnt_empty(
  $$ select from public.mentors where first_name = 'Came' $$, 'A person who came back after an erasure that the backup knows stays'
);
select is(
  (select private.certificates() -> 'erasures' @> (certificates -> 'erasures' #- '{3}') from newer), true,
  'The newer certificates are there again, that of an unknown person too'
);
select is_empty(
  $$ select * from private.erase_again((select certificates from newer)) $$, 'Once more erases no one'
);
delete from public.user_roles where role = 'admin' and user_id <> tests.account('admin');
select results_eq(
  $$ select * from private.erase_again(jsonb_build_object('key', private.keyed_hash(''), 'erasures', jsonb_build_array(
    jsonb_build_object('id', '00000000-0000-4000-8000-00000000ce05', 'reason', 'asked', 'requested_at', now(), 'erased_at', now(), 'identity', 'replied',
      'subject_hash', private.keyed_hash('admin@kindlewell.test'), 'other_hashes', '[]'::jsonb, 'chosen_hashes', '[]'::jsonb, 'left_hashes', '[]'::jsonb)
  ))) $$,
  $$ values ('00000000-0000-4000-8000-00000000ce05'::uuid, 'This is the only administrator. Make someone else one first.') $$,
  'The only admin is told, and stays'
);
select is(
  (select role::text from public.user_roles where user_id = tests.account('admin')), 'admin', 'The only admin is still one'
);

select * from finish();
rollback;
