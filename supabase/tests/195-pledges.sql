-- The effects of a form besides its row: the newsletter of a registration, the promise of a pledge.

begin;
select plan(24);
delete from private.outbox;
delete from public.newsletter_subscriptions;

create temporary sequence addresses;
create function pg_temp.register(address text, wants boolean default true) returns text
language plpgsql
as $$
begin
  perform tests.send_from(jsonb_build_object('cf-connecting-ip', '203.0.113.' || nextval('pg_temp.addresses')));
  return (tests.attempt('anon', format(
    'insert into public.program_registrations (program, first_name, last_name, email, wants_newsletter) values (''health'', %L, %L, %L, %L)',
    repeat('L', 100), repeat('O', 100), address, wants
  ))).state;
end
$$;
create function pg_temp.subscribers() returns text
language sql as $$ select string_agg(email || case when confirmed_at is null then '?' else '' end, ' ' order by email) from public.newsletter_subscriptions $$;

select is(pg_temp.register('ada@example.org'), '00000', 'A registration ticks the newsletter');
select is(pg_temp.register('ben@example.org', false), '00000', 'A registration does not tick it');
select is(pg_temp.subscribers(), 'ada@example.org', 'Only a ticked registration subscribes');
select is(pg_temp.register(' ADA@example.org'), '00000', 'A subscribed address registers and ticks it again');
select is(pg_temp.subscribers(), 'ada@example.org', 'A subscribed address stays subscribed once');
update private.mail_settings set double_opt_in = true;
select is(pg_temp.register('cleo@example.org'), '00000', 'With double opt-in a registration ticks the newsletter');
select is(pg_temp.subscribers(), 'ada@example.org cleo@example.org?', 'With double opt-in a ticked registration is unconfirmed');
select is(
  (select string_agg(kind, ' ' order by kind) from private.outbox where recipient = 'cleo@example.org'),
  'confirmation receipt', 'A mail asks to confirm the newsletter'
);
select is(
  (select count(*) from private.recent_submissions where form = 'newsletter_subscriptions'), 0::bigint,
  'The rate limit counts a subscription with its registration'
);
select is(
  (tests.attempt('anon', tests.sample_insert('pledges'))).state, '00000', 'A pledge is stored'
);
select is(
  (select concat_ws(' ', left(reference, 2), name, due_at = private.due_at(now(), 2)) from public.submissions where kind = 'pledge' and created_at = now()),
  'G- Sam t', 'A pledge is due within two business days'
);
select is(
  (select data ->> 'kind' from private.outbox where kind = 'receipt' and recipient = 'sample@example.org'), 'pledge',
  'The receipt tells the due date'
);
select is(
  (tests.attempt('anon', $$ insert into public.pledges (name, email, amount, frequency, program)
    values ('Sam', 'chooses@example.org', 62.50, 'monthly', 'early-childhood') $$)).state,
  '00000', 'A pledge names where it goes'
);
select is(
  (select program from public.submissions where email = 'chooses@example.org'), 'early-childhood',
  'The queue shows where a pledge goes'
);
select is(
  (select data ->> 'amount' || ' ' || (data ->> 'frequency') || ' ' || (data ->> 'program') from private.outbox
    where kind = 'receipt' and recipient = 'chooses@example.org'),
  '62.50 monthly early-childhood', 'The receipt of a pledge names amount, frequency and program'
);
select is(
  (tests.attempt('anon', $$ insert into public.pledges (name, email, amount, frequency, tribute, tribute_name, notify, tribute_message)
    values ('Sam', 'honors@example.org', 50, 'once', 'memory', 'Ma Kebbeh', 'Ada, told@example.org', 'She taught me') $$)).state,
  '00000', 'A pledge is in somebody''s memory'
);
select is(
  (select jsonb_object_agg(recipient, data - '{kind,reference,received_at,due_at}'::text[]) from private.outbox
    where created_at = now() and recipient ~ 'honors|told'),
  '{"honors@example.org": {"amount": 50.00, "frequency": "once", "tribute": "memory"}}'::jsonb,
  'Its receipt tells the kind and nothing that was typed, and whom staff are to tell gets no mail'
);
select tests.refused(
  'anon', $$ insert into public.pledges (name, email, amount, frequency, tribute) values ('Eve', 'eve@example.org', 50, 'once', 'honor') $$,
  'A tribute without a name is refused', '23514'
);
select tests.refused(
  'anon', $$ insert into public.pledges (name, email, amount, frequency, notify) values ('Eve', 'eve@example.org', 50, 'once', 'told@example.org') $$,
  'Someone to tell without a tribute is refused', '23514'
);
select is(
  (tests.attempt('anon', format('select public.withdraw(%L)', (
    select tests.link_of(id) from private.outbox where kind = 'receipt' and recipient = 'sample@example.org'
  )))).state, '00000', 'A pledge is withdrawn by its link'
);
select is(
  (select status::text from public.pledges where email = 'sample@example.org'), 'closed', 'A withdrawn pledge is closed'
);
select is(
  (tests.attempt('only can_review_submissions', format(
    'select public.set_submission_status(array[%L]::uuid[], array[''in_progress''], array[''closed''])',
    (select id from public.pledges where email = 'sample@example.org')
  ))).state, '00000', 'A reviewer takes up a withdrawn pledge'
);
select is(
  (select status::text from public.submissions where kind = 'pledge' and email = 'sample@example.org'), 'in_progress',
  'The queue has the new status'
);
select tests.refused(
  'anon', $$ insert into public.pledges (name, email, amount, frequency) values ('Eve', 'eve@example.org', 10001, 'once') $$,
  'A pledge above the page''s limit is refused', '23514'
);

select * from finish();
rollback;
