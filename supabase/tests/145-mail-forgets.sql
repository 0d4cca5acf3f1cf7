-- Mail keeps no secret, and outlives its purpose by no more than its time.

begin;
select plan(42);
delete from private.outbox;
update private.mail_settings set double_opt_in = true where singleton;
update private.mail_settings set rate_per_minute = 1000 where singleton;

create function pg_temp.claimed(key text default repeat('k', 32))
returns table (kind text, recipient text, token text)
language sql
as $$
  select kind, recipient, coalesce(data ->> 'token', unsubscribe_token)
  from public.claim_mails(gen_random_uuid(), 100, 'a test', key)
$$;
create function pg_temp.end_leases() returns void
language sql
as $$ update private.outbox set next_at = now() where state in ('queued', 'sending') $$;
create function pg_temp.prune_mails() returns void
language sql
as $$ select private.apply_rule(rule) from unnest(array['confirmation_mails', 'mail_records', 'mails']) as rule $$;
-- Tables in which a text stands, in whatever column.
create function pg_temp.tables_with(words text) returns text
language plpgsql
as $$
declare
  part regclass;
  stands boolean;
  found_in text;
begin
  for part in
    select oid from pg_class
    where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind in ('r', 'p')
  loop
    execute format('select exists (select from %s as stored where position($1 in stored::text) > 0)', part)
      into stands using words;
    if stands then
      found_in := concat_ws(', ', found_in, part::text);
    end if;
  end loop;
  return found_in;
end
$$;

-- No secret is stored

insert into public.email_campaigns (id, name, subject, content, status)
values ('00000000-0000-4000-8000-0000000000c1', 'Spring', 'Hello {{name}}', 'Text', 'sending');
insert into private.outbox (idempotency_key, kind, recipient, campaign_id, expires_at, data) values (
  'campaign:1:reader@example.org', 'campaign', 'reader@example.org', '00000000-0000-4000-8000-0000000000c1', null,
  '{"fields": {"name": "Reader"}}'
);
select tests.attempt('anon', tests.sample_insert('contact_messages'));
select tests.attempt('anon', $$ insert into public.program_registrations (program, first_name, last_name, email)
  values ('health', 'Ada', 'Sample', 'ada@example.org') $$);
select tests.attempt('admin', $$ update public.program_registrations set status = 'confirmed' where email = 'ada@example.org' $$);
select tests.attempt('anon', $$ insert into public.newsletter_subscriptions (name, email) values ('Sub', 'sub@example.org') $$);
update private.outbox set next_at = now();
select is(
  (select string_agg(kind, ' ' order by kind) from private.outbox), 'campaign confirmation receipt receipt seat',
  'A mail with each kind of link waits'
);
create temporary table waiting as
select value as stored from private.outbox mail, jsonb_each_text(to_jsonb(mail) || mail.data) where value is not null;
grant select on waiting to anon;
select tests.sees(
  'anon', 'select count(*) from waiting, public.submission_stage(stored)', '0',
  'No value of the outbox opens a submission'
);
select tests.sees(
  'anon', 'select count(*) from waiting where public.confirm_subscription(stored)', '0', 'No value of the outbox confirms a subscription'
);
select tests.sees('anon', 'select count(*) from waiting where public.unsubscribe(stored)', '0', 'No value of the outbox unsubscribes');
select is(
  (select confirmed_at from public.newsletter_subscriptions where email = 'sub@example.org'), null,
  'The attempts changed nothing'
);
select tests.refused(
  'service_role', format('select * from public.claim_mails(gen_random_uuid(), 10, ''x'', %L)', key),
  format('Refused: the key %L', key), '23514'
)
from unnest(array[null, '', repeat('k', 31)]) as key;

create temporary table first_claim as select * from pg_temp.claimed();
grant select on first_claim to anon;
select is(
  (select count(*) from first_claim where token ~ '^[A-Za-z0-9_-]{43}$'), 5::bigint, 'The worker gets 32 bytes for each link'
);
select is_empty(
  'select kind, pg_temp.tables_with(token) from first_claim where pg_temp.tables_with(token) is not null',
  'No table has these bytes'
);
select pg_temp.end_leases();
create temporary table second_claim as select * from pg_temp.claimed();
select set_eq('table second_claim', 'table first_claim', 'A worker that takes over sends the same links');
select pg_temp.end_leases();
create temporary table third_claim as select * from pg_temp.claimed(repeat('n', 32));
grant select on third_claim to anon;
select is_empty('select token from third_claim intersect select token from first_claim', 'With a new key it sends new ones');
select tests.sees(
  'anon', format($$ select count(*) from %s as claimed, public.submission_stage(token) where claimed.kind in ('receipt', 'seat') $$, claim),
  '3', format('Those of the %s open what they are for', replace(claim, '_', ' '))
)
from unnest(array['first_claim', 'third_claim']) as claim;
select tests.sees(
  'anon', $$ select public.confirm_subscription(token) from first_claim where kind = 'confirmation' $$, 'true',
  'A mailed link confirms'
);
select isnt(
  (select confirmed_at from public.newsletter_subscriptions where email = 'sub@example.org'), null, 'A link confirms its subscription'
);

delete from private.outbox;
select tests.attempt('anon', $$ insert into public.newsletter_subscriptions (name, email) values ('Gone', 'gone@example.org') $$);
delete from public.newsletter_subscriptions where email = 'gone@example.org';
select is_empty($$ select from pg_temp.claimed() where kind = 'confirmation' $$, 'A subscription that is gone is not confirmed by mail');
select tests.attempt('anon', $$ insert into public.newsletter_subscriptions (name, email) values ('Slow', 'slow@example.org') $$);
update public.newsletter_subscriptions set created_at = now() - interval '8 days' where email = 'slow@example.org';
select private.apply_rule('subscription_tokens');
select private.apply_rule('unconfirmed_subscriptions');
select isnt_empty(
  $$ select from public.newsletter_subscriptions where email = 'slow@example.org' $$,
  'A subscription whose mail still waits is not forgotten'
);
select tests.attempt('anon', $$ insert into public.contact_messages (name, email, message)
  values ('Late', 'late@example.org', 'Late') $$);
update public.contact_messages set status = 'closed' where email = 'late@example.org';
select pg_temp.claimed();
select is(
  (select closed_at from private.status_tokens
    where submission_id = (select id from public.submissions where email = 'late@example.org')),
  now(), 'A link knows since when its submission is closed'
);

-- Unclaimed mails fail

delete from private.outbox;
insert into public.email_campaigns (id, name, subject, content, status, created_at) values
  ('00000000-0000-4000-8000-0000000000c2', 'Old', 'S', 'C', 'paused', now() - interval '100 days'),
  ('00000000-0000-4000-8000-0000000000c3', 'New', 'S', 'C', 'paused', now() - interval '100 days');
insert into private.outbox (idempotency_key, kind, recipient, state, next_at, created_at, expires_at, campaign_id) values
  ('a', 'receipt', 'never.taken@example.org', 'queued', now() - interval '1 day', now() - interval '1 day', now(), null),
  ('b', 'receipt', 'in.hand@example.org', 'sending', now() + interval '1 minute', now() - interval '1 day', now(), null),
  ('c', 'receipt', 'lost@example.org', 'sending', now(), now() - interval '1 day', now(), null),
  ('d', 'receipt', 'fresh@example.org', 'queued', now(), now(), now() + interval '1 day', null),
  ('e', 'campaign', 'long@example.org', 'queued', now() - interval '91 days', now() - interval '91 days', null, '00000000-0000-4000-8000-0000000000c2'),
  ('f', 'campaign', 'resting@example.org', 'queued', now() - interval '89 days', now() - interval '89 days', now() - interval '80 days', '00000000-0000-4000-8000-0000000000c3');
select private.expire_mails();
select is(
  (select string_agg(idempotency_key || ' ' || state, ', ' order by idempotency_key) from private.outbox),
  'a failed, b sending, c failed, d queued, e failed, f queued',
  'A mail fails after a day unclaimed, one of a campaign after 90; a claimed mail and a paused campaign stay'
);
select is(
  (select concat_ws(' ', error, failed_at = now()) from private.outbox where idempotency_key = 'a'),
  'It could not be delivered in time. t', 'A mail that was given up says why and when'
);

-- Finished mails are deleted

delete from private.outbox;
delete from public.newsletter_subscriptions where true;
update public.email_campaigns set status = 'sending' where name = 'Spring';
insert into public.newsletter_subscriptions (name, email, confirmed_at) values ('Sub', 'Past.Sub@example.org', now());
insert into public.mentors (first_name, last_name, email) values ('Past', 'Mentor', 'past.mentor+news@example.org');
update public.mentors set status = 'active' where email like 'past.mentor%';
insert into private.outbox (idempotency_key, kind, recipient, campaign_id, expires_at, data)
select 'campaign:c1:' || address, 'campaign', address, '00000000-0000-4000-8000-0000000000c1', null,
  '{"fields": {"name": "Past Name"}}'
from unnest(array['past.sub@example.org', 'past.mentor@example.org', 'past.stranger@example.org']) as address;
create temporary table past_links as select recipient, token from pg_temp.claimed();
grant select on past_links to anon;
update private.outbox set state = 'sent', sent_at = now() - interval '91 days', provider_id = 'p-' || recipient;
insert into private.outbox (idempotency_key, kind, recipient, state, sent_at, failed_at, created_at, error, data) values
  ('answer:1', 'answer', 'past.asker@example.org', 'sent', now() - interval '91 days', null, now() - interval '91 days', null, '{"subject": "Past", "body": "Past words"}'),
  ('receipt:1', 'receipt', 'past.failed@example.org', 'failed', null, now() - interval '91 days', now() - interval '91 days', '550 past.failed@example.org is unknown', '{}'),
  ('receipt:2', 'receipt', 'past.gone@example.org', 'suppressed', null, null, now() - interval '91 days', 'bounced', '{}'),
  ('receipt:3', 'receipt', 'recent@example.org', 'sent', now() - interval '89 days', null, now() - interval '91 days', null, '{}'),
  ('receipt:4', 'receipt', 'waiting@example.org', 'queued', null, null, now() - interval '91 days', null, '{}');
select pg_temp.prune_mails();
select is(
  (select string_agg(concat_ws(' ', kind, state, coalesce(sent_at, failed_at, created_at) < now() - interval '90 days'), ', '
    order by kind, state) from private.outbox where forgotten_at = now()),
  'answer sent t, campaign sent t, campaign sent t, campaign sent t, receipt failed t, receipt suppressed t',
  'After 90 days a mail keeps its kind, times and outcome'
);
select is_empty(
  $$ select from private.outbox where outbox::text ilike '%past%' $$, 'A deleted mail keeps no address, name, text, error or idempotency_key'
);
select is(
  (select string_agg(recipient, ', ' order by recipient) from private.outbox where recipient is not null),
  'recent@example.org, waiting@example.org', 'Others keep theirs: 89 days, or waiting still'
);
create temporary table forgotten as select md5(string_agg(outbox::text, ',' order by id)) as print from private.outbox;
select pg_temp.prune_mails();
select is((select md5(string_agg(outbox::text, ',' order by id)) from private.outbox), (select print from forgotten), 'A second time changes nothing');
select throws_ok(
  $$ update private.outbox set recipient = null where idempotency_key = 'receipt:3' $$, '23514', null,
  'No other mail is without an address'
);
select tests.sees(
  'admin', $$ select sent from public.campaign_progress('00000000-0000-4000-8000-0000000000c1') $$, '3',
  'The campaign keeps its counts'
);
select tests.sees(
  'admin', $$ select string_agg(concat_ws(' ', recipient, state, sent_at is not null), ', ')
    from public.campaign_outcomes('00000000-0000-4000-8000-0000000000c1') $$,
  'sent t, sent t, sent t', 'Its outcomes have no addresses'
);
select tests.sees(
  'admin', $$ select concat_ws(' ', kind, recipient, error, failed_at is not null, may_retry) from public.failed_mails() $$,
  'receipt t f', 'A failed mail is listed without an address'
);
create temporary table failures as select id from private.outbox where idempotency_key = 'receipt:1';
grant select on failures to authenticated;
select tests.sees('admin', 'select public.retry_mail(id) from failures', 'false', 'A deleted mail is not tried again');
select tests.sees('admin', $$ select count(*) from public.person('past.asker@example.org') where area = 'mails' $$, '0', 'No person has it any more');
select is(
  (select public.record_mail_event('{late}', 'complained', id, null, '{past.asker@example.org}', null)
    from private.outbox where idempotency_key = 'answer:1'),
  true, 'A provider that complains of it later'
);
select is(
  (select reason from private.suppressions where address = 'past.asker@example.org'), 'complained',
  'A late complaint names the address to suppress'
);

select tests.sees(
  'anon', $$ select bool_and(public.unsubscribe(token)) from past_links $$, 'true', 'The links of forgotten mails unsubscribe'
);
select is_empty('select from public.newsletter_subscriptions', 'A subscriber is off the list');
select is(
  (select string_agg(address, ', ' order by address) from private.suppressions where reason = 'unsubscribed'),
  'past.mentor+news@example.org, past.sub@example.org', 'An address that a list still has is suppressed, and no other'
);
select is(
  (select string_agg(left_out, ', ') from private.campaign_recipients('mentors') where address like 'past.mentor%'),
  'unsubscribed', 'No campaign goes to that address'
);
select results_eq(
  $$ select substring(definition from '''([a-z]+)''') collate "C" from (
      select regexp_split_to_table(pg_get_constraintdef(oid), ',') as definition from pg_constraint
      where conrelid = 'public.email_campaigns'::regclass and conname like '%target_audience%'
    ) as listed order by 1 $$,
  $$ select 'all' collate "C" union select (regexp_matches(
      substring(prosrc from 'unnest\(array\[(.*?)\]\)'), '''([a-z]+)''', 'g'
    ))[1] collate "C" from pg_proc where oid = 'private.unsubscribe(text)'::regprocedure order by 1 $$,
  'The address is left out of every audience'
);

delete from private.outbox;
insert into private.outbox (idempotency_key, kind, recipient, state, sent_at)
select 'many:' || number, 'test', number || '@example.org', 'sent', now() - interval '91 days' from generate_series(1, 1500) as number;
select pg_temp.prune_mails();
select is((select count(*) from private.outbox where forgotten_at is null), 1000::bigint, 'The rule clears five hundred at a time');
select pg_temp.prune_mails();
select pg_temp.prune_mails();
select is((select count(*) from private.outbox where forgotten_at is null), 0::bigint, 'The rule goes on until none is left');
update private.outbox set created_at = now() - interval '13 months';
select pg_temp.prune_mails();
select pg_temp.prune_mails();
select pg_temp.prune_mails();
select is_empty('table private.outbox', 'Mails outside campaigns leave no row after a year');
select ok(exists (select from private.upkeep where task = 'expire_mails'), 'Mails are given up every minute');

select * from finish();
rollback;
