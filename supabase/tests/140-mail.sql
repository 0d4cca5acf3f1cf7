-- Mail: what is queued and when, who may send it, and what a token opens.

begin;
select plan(177);

create function pg_temp.write_as(persona text, address text, words text default 'Hello') returns text
language sql
as $$
  select (tests.attempt(persona, format(
    'insert into public.contact_messages (name, email, message) values (%L, %L, %L)',
    E'Eve <script>', address, words
  ))).state
$$;
create function pg_temp.mail_to(address text) returns private.outbox
language sql
as $$ select mail from private.outbox mail where recipient = address order by created_at desc, id desc limit 1 $$;
create function pg_temp.states() returns text
language sql
as $$ select string_agg(state || ' ' || recipient, ', ' order by recipient) from private.outbox $$;
select is_empty('table private.outbox', 'An existing submission gets no receipt');

-- Addresses

select is(private.is_address(address), fits, format('%s is %s address', to_json(address), case when fits then 'an' else 'no' end))
from (values
  ('ada@example.org', true), ('Ada.O''Neil+news@mail.example.co.uk', true), ('josé@exämple.org', true),
  ('ada', false), ('ada@example', false), ('ada@@example.org', false), ('@example.org', false),
  ('ada@example.org, eve@example.org', false), ('ada@example.org;eve@example.org', false),
  ('Ada <ada@example.org>', false), ('<ada@example.org>', false), ('ada example@example.org', false),
  ('ada@ｇmail.com', false), ('ada@example.ｃom', false), (E'ada@example.c\u00ADom', false), ('ada@example.co。uk', false),
  (E'ada@example.org\nBcc: eve@example.org', false), (E'ada\r\n@example.org', false),
  ('"ada"@example.org', false), ('ada(eve)@example.org', false), ('friends:ada@example.org', false),
  ('ada%elsewhere.org@example.org', false), ('elsewhere.org!ada@example.org', false),
  ('ada@example..org', false), (repeat('a', 250) || '@example.org', false)
) as cases (address, fits);
select is(private.mailbox(address), expected, format('%s goes to %s', address, expected))
from (values
  (' Ada+one@Example.org', 'ada@example.org'), ('a.d.a@googlemail.com', 'ada@gmail.com'),
  ('a.da@example.org', 'a.da@example.org')
) as cases (address, expected);

-- Receipts

select is(pg_temp.write_as('anon', ' first@example.org '), '00000', 'A visitor writes');
select results_eq(
  $$ select idempotency_key, kind, state, recipient, data - 'due_at' - 'received_at'
    from private.outbox $$,
  $$ select 'receipt:' || id, 'receipt', 'queued', 'first@example.org',
      jsonb_build_object('kind', 'message', 'reference', reference)
    from public.submissions where email = ' first@example.org ' $$,
  'A receipt is queued at once, without the visitor''s words'
);
select is(pg_temp.write_as('anon', 'first@example.org, second@example.org'), '00000', 'A message with a list of addresses is stored');
select is(pg_temp.write_as('anon', 'nobody'), '00000', 'A message with an invalid address is stored');
select is((select count(*) from private.outbox), 1::bigint, 'Messages without a single address get no receipt');
select is(pg_temp.write_as('supporter', 'member@example.org'), '00000', 'A signed-in visitor writes too');
select isnt((pg_temp.mail_to('member@example.org')).id, null, 'A signed-in visitor gets a receipt');
insert into public.contact_messages (name, email, message) values ('x', 'imported@example.org', 'x');
select is((pg_temp.mail_to('imported@example.org')).id, null, 'An imported message gets no receipt');
select is((tests.attempt('anon', tests.sample_insert(form))).state, '00000', format('An anonymous row in %s is stored', form))
from unnest(array['volunteer_applications', 'program_applications', 'partnership_proposals']) as form;
select is(
  (select array_agg(data ->> 'kind' order by data ->> 'kind') from private.outbox where recipient = 'sample@example.org'),
  array['partnership', 'program', 'volunteer'], 'Each kind has its receipt'
);
update private.mail_settings set receipts = false;
select is(pg_temp.write_as('anon', 'off@example.org'), '00000', 'With receipts off a message is stored');
select is((pg_temp.mail_to('off@example.org')).id, null, 'With receipts off no receipt is queued');
update private.mail_settings set receipts = true;
delete from private.recent_submissions;

-- Receipts as a bomb

create temporary table bombs as
select set_config('request.headers', format('{"cf-connecting-ip": "192.0.2.%s"}', number), true),
  pg_temp.write_as('anon', address, 'Bomb ' || number) as state
from unnest(array[
  'target@example.org', 'TARGET@example.org', 'target+1@example.org', 'target+2@example.org', ' target@example.org'
]) with ordinality as listed (address, number);
select is((select count(*) from bombs where state = '00000'), 5::bigint, 'Five messages with one address are stored');
select is(
  (select count(*) from private.outbox where mailbox = 'target@example.org'), 3::bigint,
  'One mailbox gets three receipts a day, however it is spelled'
);
update private.outbox set created_at = now() - interval '25 hours' where mailbox = 'target@example.org';
select is(pg_temp.write_as('anon', 'target@example.org', 'Next day'), '00000', 'The next day another message is stored');
select is(
  (select count(*) from private.outbox where mailbox = 'target@example.org'), 4::bigint, 'The next day it gets receipts again'
);

-- The receipt on the screen

create function pg_temp.write_with(key text, words text, address text default 'keys@example.org') returns text
language plpgsql
as $$
begin
  perform tests.send_from(jsonb_build_object('cf-connecting-ip', '192.0.2.77', 'x-receipt-key', key));
  return pg_temp.write_as('anon', address, words);
end
$$;
create function pg_temp.reference_of(words text) returns text
language sql
as $$
  select reference from public.submissions join public.contact_messages using (id) where message = words
$$;
select is(pg_temp.write_with(repeat('a', 36), 'With a key'), '00000', 'A message comes with a key');
select tests.sees(
  persona,
  format('select concat_ws('' '', reference, due_at, by_mail) from public.sent_receipt(%L)', repeat('a', 36)),
  (select concat_ws(' ', reference, due_at, true) from public.submissions
    where reference = pg_temp.reference_of('With a key')),
  format('The key shows %s the reference, and the due date of the mail', persona)
)
from unnest(array['anon', 'supporter']) as persona;
select is(
  pg_temp.write_with(repeat('b', 36), 'With a key', 'KEYS@example.org'), '00000', 'The same comes with another key'
);
select tests.sees(
  'anon', format('select reference from public.sent_receipt(%L)', repeat('b', 36)), pg_temp.reference_of('With a key'),
  'The key of a duplicate shows the reference of the stored message'
);
select is(pg_temp.write_with(repeat('a', 36), 'Other words'), '00000', 'Other words come with a used key');
select tests.sees(
  'anon', format('select count(*) from public.sent_receipt(%L)', key), '0', format('Another key shows nothing: %s', left(key, 12))
)
from (values ('short'), (repeat('c', 36)), (pg_temp.reference_of('Other words'))) as other_keys (key);
update private.receipt_keys set created_at = now() - interval '10 minutes';
select private.apply_rule('receipt_keys');
select is_empty('table private.receipt_keys', 'After ten minutes a key is deleted');
select set_config('request.headers', '', true);
delete from private.recent_submissions;

-- Tokens

create temporary table tokens as
select recipient, tests.link_of(id) as token, submission_id from private.outbox
where recipient in ('first@example.org', 'member@example.org');
grant select on tokens to anon, authenticated;
create function pg_temp.token(address text) returns text
language sql stable security definer
as $$ select token from tokens where recipient = address $$;
grant execute on function pg_temp.token(text) to anon, authenticated;

select tests.sees(
  persona, $$ select concat_ws(' ', kind, stage, messages_left) from public.submission_stage(pg_temp.token('first@example.org')) $$,
  'message received 20', format('A token shows %s how it stands', persona)
)
from unnest(array['anon', 'newcomer', 'admin']) as persona;
select tests.sees(
  'anon', format($$ select count(*) from public.submission_stage(%L) $$, guess), '0',
  format('A guess (%s) shows nothing', left(guess, 20))
)
from (
  select unnest(array['', '%', repeat('A', 43)]) as guess
  union all select encode(hash, 'hex') from private.status_tokens where submission_id in (select submission_id from tokens limit 1)
  union all select upper(token) from tokens where recipient = 'first@example.org'
  union all select submission_id::text from tokens where recipient = 'first@example.org'
) as guesses;
select tests.sees('anon', $$ select public.add_message(repeat('A', 43), 'x') $$, 'false', 'A wrong token adds no message');
select tests.sees('anon', $$ select public.withdraw(repeat('A', 43)) $$, 'false', 'A wrong token withdraws nothing');
select tests.done(
  'anon', $$ select public.add_message(pg_temp.token('first@example.org'), 'One thing more') $$,
  $$ exists (select from public.submission_notes where author_name = 'Applicant' and author_id is null
    and body = 'One thing more' and submission_id = (select submission_id from tokens where recipient = 'first@example.org')) $$,
  'The holder of the token adds a message'
);
select tests.attempt('anon', $$ select public.add_message(pg_temp.token('first@example.org'), 'One thing more') $$);
select tests.done(
  'supporter', $$ select public.add_message(pg_temp.token('member@example.org'), 'I am signed in') $$,
  $$ exists (select from public.submission_notes where author_name = 'Applicant' and body = 'I am signed in') $$,
  'A signed-in holder adds one too'
);
select is(
  (select count(*) from public.submission_notes where author_name = 'Applicant'), 2::bigint,
  'A repeated message is stored once'
);
select tests.refused(
  'anon', format($$ select public.add_message(pg_temp.token('first@example.org'), %L) $$, body),
  format('Refused: a message of %s characters', char_length(body)), '23514'
)
from unnest(array['', E' \n', repeat('x', 2001)]) as body;
select tests.attempt('anon', format($$ select public.add_message(pg_temp.token('first@example.org'), 'No. %s') $$, number))
from generate_series(2, 20) as number;
select tests.refused(
  'anon', $$ select public.add_message(pg_temp.token('first@example.org'), 'No. 21') $$,
  'Refused: more than twenty messages', 'PT429'
);
select tests.done(
  'anon', $$ select public.withdraw(pg_temp.token('first@example.org')) $$,
  $$ (select status = 'closed' and withdrawn_at = now() and answered_at is not null from public.submissions
    where id = (select submission_id from tokens where recipient = 'first@example.org')) $$,
  'The holder of the token withdraws'
);
create temporary table before as select tests.fingerprint() as print;
select tests.sees('anon', $$ select public.withdraw(pg_temp.token('first@example.org')) $$, 'true', 'A second withdrawal succeeds');
select is(tests.fingerprint(), (select print from before), 'A second withdrawal changes nothing');
select tests.sees(
  'anon', $$ select stage from public.submission_stage(pg_temp.token('first@example.org')) $$, 'withdrawn', 'The page says that it was withdrawn'
);
select is(
  (select closed_at from private.status_tokens where submission_id = (select submission_id from tokens where recipient = 'first@example.org')),
  now(), 'The time of a closed submission begins'
);
select tests.attempt('admin', $$ update public.contact_messages set status = 'new' where status = 'closed' and email = ' first@example.org ' $$);
select is(
  (select closed_at from private.status_tokens where submission_id = (select submission_id from tokens where recipient = 'first@example.org')),
  null, 'A reopened submission has no end'
);
update private.status_tokens set closed_at = now() - interval '90 days' + interval '1 second';
select tests.sees(
  'anon', $$ select count(*) from public.submission_stage(pg_temp.token('first@example.org')) $$, '1',
  'A link to a closed submission works for 90 days'
);
update private.status_tokens set closed_at = now() - interval '90 days';
select tests.sees(
  'anon', $$ select count(*) from public.submission_stage(pg_temp.token('first@example.org')) $$, '0',
  'An expired token opens nothing'
);
select private.apply_rule('status_tokens');
select is_empty('table private.status_tokens', 'The token of a closed submission is deleted');

-- A lost link

create temporary table workers as
select '00000000-0000-4000-8000-00000000000a'::uuid as ada, '00000000-0000-4000-8000-00000000000b'::uuid as bob;
delete from private.outbox;
delete from private.recent_submissions;
create function pg_temp.ask(address text, client text default '192.0.2.90', persona text default 'anon') returns tests.outcome
language plpgsql
as $$
begin
  perform tests.send_from(jsonb_build_object('cf-connecting-ip', client));
  return tests.attempt(persona, format('select public.send_status_links(%L)', address));
end
$$;
create function pg_temp.links() returns setof text
language plpgsql
as $$
declare
  mailed jsonb;
begin
  select data -> 'submissions' into mailed
  from workers, public.claim_mails(ada, 10, 'a test', repeat('k', 32)) where kind = 'status_links';
  return query
    select message.message
    from jsonb_array_elements(mailed) as link
    cross join lateral public.submission_stage(link ->> 'token') opened
    join public.submissions on submissions.reference = opened.reference and opened.reference = link ->> 'reference'
    join public.contact_messages message using (id);
end
$$;
select tests.send_from('{"cf-connecting-ip": "192.0.2.89"}');
select pg_temp.write_as('anon', address, words)
from (values ('lost@example.org', 'One'), (' Lost@example.org', 'Two'), ('lost@example.org', 'Closed'), ('other@example.org', 'Other'))
  as written (address, words);
create temporary table old_links as
select recipient, data ->> 'token' as token from workers, public.claim_mails(ada, 10, 'a test', repeat('k', 32));
update public.contact_messages set status = 'closed' where message = 'Closed';
delete from private.outbox;

select is(
  pg_temp.ask('LOST@example.org '), pg_temp.ask('nobody@example.org'),
  'The answer is the same whether an address has sent anything'
);
select is((select count(*) from private.outbox), 1::bigint, 'An address that sent nothing gets no mail');
select pg_temp.ask('lost@example.org', persona => 'supporter');
select results_eq(
  $$ select kind, lower(recipient), jsonb_array_length(data -> 'submissions') from private.outbox $$,
  $$ values ('status_links', 'lost@example.org', 2) $$,
  'One mail to the sender names the open submissions; while it waits, no second is queued'
);
select set_eq(
  'select * from pg_temp.links()', $$ values ('One'), ('Two') $$,
  'Each of its links opens one open submission of that address'
);
select is(
  (select count(*) from old_links cross join lateral public.submission_stage(token)), 4::bigint, 'The earlier links stay'
);
update private.outbox set state = 'sent';
select pg_temp.ask('lost@example.org', '192.0.2.91') from generate_series(1, 4);
select is((select count(*) from private.outbox), 2::bigint, 'After it was sent, another may be asked for');
update private.outbox set state = 'sent';
insert into private.outbox (idempotency_key, kind, recipient, state) values ('receipt:lost', 'receipt', 'lost+1@example.org', 'sent');
select pg_temp.ask('lost@example.org', '192.0.2.92');
select is(
  (select count(*) from private.outbox), 3::bigint, 'One mailbox gets three receipts, confirmations and links a day together'
);
select is((pg_temp.ask('nobody@example.org', '192.0.2.91')).state, '00000', 'Five requests in ten minutes are answered');
select tests.refused(
  'anon', $$ select public.send_status_links('other@example.org') $$, 'The sixth is refused, whatever the address', 'PGRST'
);
select tests.send_from('{"cf-connecting-ip": "192.0.2.93"}');
select tests.refused(
  'anon', format('select public.send_status_links(%L)', address), format('%s is not asked for', to_json(address)), '23514'
)
from unnest(array['', 'lost', 'lost@example.org, other@example.org', E'lost@example.org\nBcc: eve@example.org', null]) as address;
select pg_temp.ask('other@example.org', '192.0.2.94');
delete from public.contact_messages where message = 'Other';
select is_empty('select * from pg_temp.links()', 'Where the submission is gone no mail is sent');
select results_eq(
  $$ select state, error from private.outbox where recipient = 'other@example.org' $$,
  $$ values ('cancelled', 'The submissions were deleted.') $$, 'The mail says why'
);

-- The worker

select tests.refused(persona, statement, format('%s may not: %s', persona, left(statement, 40)))
from unnest(array['anon', 'supporter', 'admin']) as persona,
  unnest(array[
    $$ select public.claim_mails(gen_random_uuid(), 10, 'x', repeat('k', 32)) $$,
    $$ select public.record_mail(gen_random_uuid(), gen_random_uuid(), 'sent') $$,
    $$ select public.record_mail_event('{x}', 'bounced', null, null, '{a@b.org}', null) $$,
    $$ select private.start_delivery() $$,
    $$ select private.suppress('a@b.org', 'bounced', null) $$,
    $$ select from private.outbox $$
  ]) as statement;

delete from private.outbox;
insert into public.email_campaigns (id, name, subject, content, status) values
  ('00000000-0000-4000-8000-0000000000c1', 'Spring', 'Hello {{name}}', 'Text', 'sending'),
  ('00000000-0000-4000-8000-0000000000c2', 'Paused', 'Hello', 'Text', 'paused');
insert into private.outbox (idempotency_key, kind, recipient, campaign_id, expires_at, data) values
  ('campaign:1:a', 'campaign', 'campaign@example.org', '00000000-0000-4000-8000-0000000000c1', null, '{"fields": {"name": "Ada"}}'),
  ('campaign:1:b', 'campaign', 'gone@example.org', '00000000-0000-4000-8000-0000000000c1', null, '{}'),
  ('campaign:1:c', 'campaign', 'Bounced@example.org', '00000000-0000-4000-8000-0000000000c1', null, '{}'),
  ('campaign:2:a', 'campaign', 'paused@example.org', '00000000-0000-4000-8000-0000000000c2', null, '{}');
insert into private.outbox (idempotency_key, kind, recipient, expires_at, data) values
  ('receipt:1', 'receipt', 'gone@example.org', now() + interval '1 day', '{}'),
  ('receipt:2', 'receipt', 'late@example.org', now(), '{}');
insert into private.suppressions (address, reason) values
  ('gone@example.org', 'unsubscribed'), ('bounced@example.org', 'bounced');
select throws_ok(
  $$ insert into private.outbox (idempotency_key, kind, recipient) values ('receipt:1', 'receipt', 'again@example.org') $$,
  '23505', null, 'A cause has one mail'
);
select results_eq(
  $$ select recipient, data ->> 'subject' from workers, public.claim_mails(ada, 1, 'a test', repeat('k', 32)) $$,
  $$ values ('gone@example.org', null::text) $$,
  'Receipts go first, even to an unsubscribed address'
);
select results_eq(
  $$ select recipient, data ->> 'subject' from workers, public.claim_mails(bob, 10, 'a test', repeat('k', 32)) $$,
  $$ values ('campaign@example.org', 'Hello {{name}}') $$,
  'Another worker gets other mails: of campaigns only the sending ones, with their text, and never to an unsubscribed or bounced address'
);
select is(
  (select string_agg(concat_ws(' ', idempotency_key, state, error), ', ' order by idempotency_key) from private.outbox),
  'campaign:1:a sending, campaign:1:b suppressed unsubscribed, campaign:1:c suppressed bounced, '
    'campaign:2:a queued, receipt:1 sending, receipt:2 failed It could not be delivered in time.',
  'An unsent mail says why'
);
select is_empty(
  $$ select from workers, public.claim_mails(bob, 10, 'a test', repeat('k', 32)) $$, 'A claimed mail goes to no other worker'
);
select is(
  (select public.record_mail(mail.id, bob, 'sent') from workers, private.outbox mail where idempotency_key = 'receipt:1'),
  false, 'Another worker cannot record it'
);
select is(
  (select public.record_mail(mail.id, ada, 'temporary', null, E'450 later\r\nX: y') from workers, private.outbox mail where idempotency_key = 'receipt:1'),
  true, 'The worker that claimed it records it'
);
select results_eq(
  $$ select state, next_at, error from private.outbox where idempotency_key = 'receipt:1' $$,
  $$ values ('queued', now() + interval '1 minute', '450 later X: y') $$,
  'After a temporary failure it waits a minute'
);
update private.outbox set attempts = attempt, state = 'sending', worker = ada
from workers, unnest(array[9]) as attempt where idempotency_key = 'receipt:1';
select public.record_mail(mail.id, ada, 'temporary') from workers, private.outbox mail where idempotency_key = 'receipt:1';
select is(
  (select next_at from private.outbox where idempotency_key = 'receipt:1'), now() + interval '1 hour', 'After many failures it waits an hour'
);
update private.outbox set state = 'sending', worker = ada, expires_at = now() + interval '10 minutes' from workers where idempotency_key = 'receipt:1';
select public.record_mail(mail.id, ada, 'temporary', null, '450 still not') from workers, private.outbox mail where idempotency_key = 'receipt:1';
select results_eq(
  $$ select state, error from private.outbox where idempotency_key = 'receipt:1' $$,
  $$ values ('failed', '450 still not') $$, 'After a day it has failed, with the last reason'
);
update private.outbox set next_at = now() where idempotency_key = 'campaign:1:a';
select is(
  (select recipient from workers, public.claim_mails(ada, 10, 'a test', repeat('k', 32))), 'campaign@example.org',
  'A mail of a dead worker goes to another after the lease'
);
select is(
  (select public.record_mail(mail.id, bob, 'sent') from workers, private.outbox mail where idempotency_key = 'campaign:1:a'),
  false, 'The first worker can record nothing of it any more'
);
select public.record_mail(mail.id, ada, 'sent', 'provider-1') from workers, private.outbox mail where idempotency_key = 'campaign:1:a';
select results_eq(
  $$ select state, provider_id, attempts, sent_at from private.outbox where idempotency_key = 'campaign:1:a' $$,
  $$ values ('sent', 'provider-1', 2, now()) $$, 'Sent is sent'
);
update private.mail_settings set rate_per_minute = 4;
insert into private.outbox (idempotency_key, kind, recipient)
select 'test:' || number, 'test', number || '@example.org' from generate_series(1, 5) as number;
update private.outbox set claimed_at = null where kind <> 'campaign';
select is(
  (select count(*) from workers, public.claim_mails(ada, 10, 'a test', repeat('k', 32))), 3::bigint,
  'No more go out in a minute than the setting says'
);
select throws_ok(
  $$ update private.mail_settings set rate_per_minute = 1001 where singleton $$, '23514', null,
  'A rate above a thousand a minute is refused'
);
select is((select rate_per_minute from private.mail_settings), 4, 'A refused rate changes nothing');
delete from private.outbox where idempotency_key like 'test:%';
update private.mail_settings set rate_per_minute = 1000 where singleton;
insert into private.outbox (idempotency_key, kind, recipient, next_at, data, submission_id, campaign_id, reader_id)
select 'order:' || kind || number, kind, kind || number || '@example.org', now() - interval '1 hour' + age,
  case kind
    when 'confirmation' then (select jsonb_build_object('subscription_id', min(id::text)) from public.newsletter_subscriptions)
    else '{}'
  end, null,
  case when kind like 'campaign%' then '00000000-0000-4000-8000-0000000000c1'::uuid end, null
from unnest(array['campaign', 'receipt', 'confirmation', 'campaign_test', 'test', 'answer', 'seat'])
    with ordinality as kinds (kind, place),
  generate_series(1, 2) as number,
  lateral (select make_interval(mins => place::integer) as age) as later;
select is(
  (select array_agg(kind order by kind) from workers,
    public.claim_mails(ada, 4, 'a test', repeat('k', 32)) with ordinality as claimed (id, kind, recipient, data, token, place)),
  array['answer', 'answer', 'seat', 'seat'], 'Offers and answers go before all that waited longer'
);
select is(
  (select array_agg(kind order by kind) from workers, public.claim_mails(ada, 6, 'a test', repeat('k', 32))),
  array['campaign_test', 'campaign_test', 'confirmation', 'confirmation', 'test', 'test'],
  'Second go mails that a person waits for at a screen'
);
select is(
  (select array_agg(kind order by kind) from workers, public.claim_mails(ada, 2, 'a test', repeat('k', 32))),
  array['receipt', 'receipt'], 'Receipts go third'
);
select is(
  (select array_agg(kind) from workers, public.claim_mails(ada, 10, 'a test', repeat('k', 32))),
  array['campaign', 'campaign'], 'Campaigns go last'
);
delete from private.outbox where idempotency_key like 'order:%';
select is((select transport from private.mail_settings), 'a test', 'The transport is recorded');

-- Reports of the provider

select is(
  (select public.record_mail_event('{e1}', 'bounced', null, 'provider-1', '{elsewhere@example.org}', '550 gone')), true,
  'A bounce is noted'
);
select is(
  (select concat_ws(' ', state, error) from private.outbox where idempotency_key = 'campaign:1:a'), 'failed bounced: 550 gone',
  'The event is noted at its mail'
);
select results_eq(
  $$ select address, reason from private.suppressions where address like 'campaign%' or address like 'elsewhere%' $$,
  $$ values ('campaign@example.org', 'bounced') $$, 'Only its address is suppressed'
);
delete from private.suppressions where address = 'campaign@example.org';
select is(
  (select public.record_mail_event('{e1}', 'bounced', null, 'provider-1', '{}', '550 gone')), false, 'A repeated event is known'
);
select is_empty(
  $$ select from private.suppressions where address = 'campaign@example.org' $$, 'A repeated event changes nothing'
);
select is(
  (select public.record_mail_event('{e2}', 'failed', null, 'provider-1', '{}', 'reached_daily_quota')), true,
  'A failure at the provider is noted'
);
select is(
  (select concat_ws(' ', state, failed_at = now(), error) from private.outbox where idempotency_key = 'campaign:1:a'),
  'failed t failed: reached_daily_quota', 'The event is noted at its mail'
);
select is_empty(
  $$ select from private.suppressions where address = 'campaign@example.org' $$, 'A failure at the provider suppresses no address'
);

-- Whom a report silences

create temporary table addresses (address text);
insert into addresses values ('office+camp@grace.example'), ('Office+Camp@Grace.example'), ('office@grace.example'), ('office+other@grace.example'),
  ('jo.hn@gmail.com'), ('john@googlemail.com'), ('reader.two@example.org'), ('undetermined@example.org');
create function pg_temp.silenced(of_kind text) returns text
language sql as $$ select string_agg(address, ' ' order by address collate "C") from addresses where private.is_suppressed(address, of_kind) $$;
select public.record_mail_event('{e3}', 'bounced', null, null, '{Office+camp@grace.example}', '550 5.1.1 no such user'),
  public.record_mail_event('{e4}', 'complained', null, null, '{"Reader Two <READER.TWO@Example.org>"}', null),
  public.record_mail_event('{e5}', 'delayed', null, null, '{undetermined@example.org}', 'unknown'),
  public.record_mail_event('{e6}', 'bounced', null, null, '{jo.hn@gmail.com}', '550');
select is(
  pg_temp.silenced('answer'), 'Office+Camp@Grace.example jo.hn@gmail.com office+camp@grace.example reader.two@example.org',
  'A bounce and a complaint silence the address as it was sent to, and a delay none'
);
select private.suppress('office+camp@grace.example', 'unsubscribed', null), private.suppress('j.ohn+x@gmail.com', 'unsubscribed', null);
select is(
  pg_temp.silenced('campaign'),
  'Office+Camp@Grace.example jo.hn@gmail.com john@googlemail.com office+camp@grace.example office+other@grace.example office@grace.example reader.two@example.org',
  'Unsubscribing silences the mailbox, in every spelling, also after a bounce'
);
select is(
  pg_temp.silenced('answer'), 'Office+Camp@Grace.example jo.hn@gmail.com office+camp@grace.example reader.two@example.org',
  'It still gets answers'
);
insert into private.outbox (idempotency_key, kind, recipient, state, sent_at, provider_id, campaign_id) values
  ('late:1', 'campaign', 'late@example.org', 'sent', now(), 'provider-2', '00000000-0000-4000-8000-0000000000c1');
create function pg_temp.late() returns text
language sql as $$ select concat_ws(' ', state, failed_at is not null, error) from private.outbox where idempotency_key = 'late:1' $$;
select public.record_mail_event('{e7}', 'delayed', null, 'provider-2', '{late@example.org}', '550 5.4.4 Invalid domain');
select is(pg_temp.late(), 'sent t 550 5.4.4 Invalid domain', 'A mail that has not arrived says so');
select is_empty($$ select from private.suppressions where address = 'late@example.org' $$, 'and its address gets further mail');
select public.record_mail_event('{e8}', 'delivered', null, 'provider-2', '{late@example.org}', null);
select is(pg_temp.late(), 'sent f', 'Its delivery ends that');
select public.record_mail_event('{e9}', 'bounced', null, 'provider-2', '{late@example.org}', '550'),
  public.record_mail_event('{e10}', 'delayed', null, 'provider-2', '{late@example.org}', '450'),
  public.record_mail_event('{e11}', 'delivered', null, 'provider-2', '{late@example.org}', null);
select is(pg_temp.late(), 'failed t bounced: 550', 'What bounced stays so, whatever comes late');
select is(
  (select public.record_mail_event('{e12,e1}', 'complained', null, null, '{late@example.org}', null)), false,
  'An event of which one id is known is a repeated one'
);
select is_empty($$ select from private.mail_events where id = 'e12' $$, 'and leaves no trace');
select is_empty($$ select from private.suppressions where address = 'late@example.org' and reason = 'complained' $$, 'nor blocks an address');
insert into public.newsletter_subscriptions (name, email) values ('Late', 'Late+news@example.org');
select public.record_mail_event('{e13}', 'unsubscribed', null, null, '{"Late <late@example.org>"}', null);
select is_empty(
  $$ select from public.newsletter_subscriptions where email = 'Late+news@example.org' $$,
  'An unsubscription at the provider ends the newsletter to the mailbox'
);
select isnt_empty(
  $$ select from private.suppressions where address = 'late@example.org' and reason = 'unsubscribed' $$, 'and all campaigns'
);
select is(pg_temp.late(), 'failed t bounced: 550', 'It says nothing of the mail');
select public.record_mail_event('{e14}', 'unknown', null, null, '{}', 'ses Telepathy'),
  public.record_mail_event('{e15}', 'unknown', null, null, '{}', 'ses Telepathy');
select results_eq(
  $$ select kind, times from private.unknown_mail_events $$, $$ values ('ses Telepathy', 2) $$, 'Unknown kinds are counted'
);
delete from private.outbox where idempotency_key = 'late:1';
delete from private.suppressions where address !~ '^(gone|bounced)@';

-- Unsubscribing

select is(
  (tests.attempt('anon', $$ insert into public.newsletter_subscriptions (name, email) values ('A', 'Campaign@example.org') $$)).state,
  '00000', 'A subscriber'
);
create temporary table links as select private.link_token(id, repeat('k', 32)) as token from private.outbox where idempotency_key = 'campaign:1:a';
grant select on links to anon;
select tests.sees('anon', $$ select public.unsubscribe(token) from links $$, 'true', 'A subscriber unsubscribes with one click');
select is_empty(
  $$ select from public.newsletter_subscriptions where email ilike 'campaign@%' $$, 'An unsubscribed address is no subscriber any more'
);
select is(
  (select reason from private.suppressions where address = 'campaign@example.org'), 'unsubscribed',
  'An unsubscribed address gets no campaign of any audience'
);
select tests.sees('anon', format($$ select public.unsubscribe(%L) $$, guess), 'false', format('The wrong token %s unsubscribes no one', guess))
from unnest(array['', 'x', repeat('A', 43)]) as guess;
select tests.attempt('anon', $$ insert into public.newsletter_subscriptions (name, email) values ('A', 'Campaign+again@example.org') $$);
select is(
  (select reason from private.suppressions where address = 'campaign@example.org'), 'unsubscribed',
  'Subscribing an unsubscribed address for another person changes nothing'
);
update public.newsletter_subscriptions set confirmed_at = now() where email = 'Campaign+again@example.org';
select is_empty(
  $$ select from private.suppressions where address = 'campaign@example.org' $$,
  'A confirmed new subscription ends the suppression'
);

-- Whether mail works

select tests.refused(persona, 'select public.send_test_mail()', format('No test mail for %s', persona))
from unnest(array['anon', 'supporter', 'staff', 'only can_send_emails']) as persona;
select tests.sees('staff', 'select count(*) from public.mail_status()', '0', 'Staff cannot read whether mail works');
select tests.done(
  'admin', 'select public.send_test_mail()',
  $$ exists (select from private.outbox where kind = 'test' and recipient = 'admin@kindlewell.test') $$,
  'An admin sends one to their own address'
);
select tests.sees('admin', 'select transport from public.mail_status()', 'a test', 'An admin sees the transport');

select * from finish();
rollback;
