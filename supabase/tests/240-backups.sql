-- A restored database sends nothing that may have been sent since the backup was made.

begin;
select plan(6);
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

select * from finish();
rollback;
