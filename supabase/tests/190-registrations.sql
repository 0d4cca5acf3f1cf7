-- Registrations: seats, the waitlist, the offer of a free seat, and who may open access needs.

begin;
select plan(81);
delete from public.program_registrations;
delete from public.program_seats;
delete from private.outbox;

create temporary sequence addresses;
create function pg_temp.register(who text, waits boolean default false, program text default 'health', address text default null)
returns text
language plpgsql
as $$
declare
  outcome tests.outcome;
begin
  perform tests.send_from(jsonb_build_object('cf-connecting-ip', '203.0.113.' || nextval('pg_temp.addresses')));
  outcome := tests.attempt('anon', format(
    'insert into public.program_registrations (program, first_name, last_name, email, wants_waitlist) values (%L, %L, ''Wright'', %L, %L)',
    program, who, coalesce(address, lower(who) || '@example.org'), waits
  ));
  return outcome.state;
end
$$;
create function pg_temp.one(who text) returns public.program_registrations
language sql as $$ select sent from public.program_registrations sent where first_name = who $$;
create function pg_temp.decide(persona text, who text, chosen text) returns text
language sql
as $$
  select outcome.state || ' ' || coalesce(nullif(outcome.message, ''), '')
  from tests.attempt(persona, format(
    'select public.set_submission_status(array[%L::uuid], array[%L], array[%L])',
    (pg_temp.one(who)).id, chosen, (pg_temp.one(who)).status
  )) as outcome
$$;
-- 'Ada confirmed, Ben waitlisted 1', in the order in which they came
create function pg_temp.standing() returns text
language sql
as $$
  select string_agg(concat_ws(' ', first_name, status::text, private.waitlist_position(id)), ', ' order by nullif(email, ''))
  from public.program_registrations
$$;
create function pg_temp.seats(number integer, persona text default 'only can_review_submissions') returns text
language sql
as $$ select (tests.attempt(persona, format('select public.set_seats(''health'', %L)', number))).state $$;
create function pg_temp.mails(who text) returns text
language sql
as $$
  select string_agg(concat_ws(' ', data ->> 'state', case when mail.state <> 'queued' then mail.state end), ', ' order by mail.created_at, data ->> 'state')
  from private.outbox mail where kind = 'seat' and submission_id = (pg_temp.one(who)).id
$$;
-- The link of the last mail
create function pg_temp.link(who text) returns text
language sql
as $$
  select tests.link_of(id) from private.outbox
  where submission_id = (pg_temp.one(who)).id and kind in ('receipt', 'seat') order by created_at desc, kind limit 1
$$;
create function pg_temp.by_link(call text, who text) returns text
language sql
as $$ select (tests.attempt('anon', format('select public.%I(%L)', call, pg_temp.link(who)))).state $$;
create function pg_temp.stage(who text) returns text
language plpgsql
as $$
declare
  token constant text := pg_temp.link(who);
begin
  return (
    select concat_ws(' ', stage, "position", program, offered_until is not null) from private.submission_stage(token)
  );
end
$$;
grant execute on all functions in schema pg_temp to anon, authenticated;

-- Arriving

select is(pg_temp.register('Ada'), '00000', 'Ada registers');
select is(pg_temp.standing(), 'Ada new', 'A registration is new until staff decide');
select is(pg_temp.register('Ben', true), '00000', 'Ben joins the waitlist');
select is(pg_temp.register('Cleo', true), '00000', 'Cleo joins after him');
select is(pg_temp.standing(), 'Ada new, Ben waitlisted 1, Cleo waitlisted 2', 'The waitlist keeps the order of arrival');
select is(
  (select data ->> 'position' from private.outbox where kind = 'receipt' and recipient = 'cleo@example.org'), '2',
  'The receipt says the position'
);
select is(
  (select data ->> 'program' from private.outbox where kind = 'receipt' and recipient = 'ada@example.org'), 'health',
  'A receipt names the program'
);
select is(pg_temp.stage('Cleo'), 'waitlisted 2 health f', 'The status page names the program');
select is(
  (select answered_at = created_at from public.submissions where id = (pg_temp.one('Ben')).id), true,
  'Joining the waitlist counts as the first answer'
);
select is(pg_temp.register('Benno', true, address => 'ben+2@example.org'), '00000', 'One mailbox registers twice');
select is((pg_temp.one('Benno')).status::text, 'new', 'One mailbox waits once for a program');
select is(
  (select string_agg(pg_temp.register('Dora' || number, true, 'program-' || number, 'dora@example.org'), ' ')
    from generate_series(1, 4) as number),
  '00000 00000 00000 00000', 'A mailbox registers for four programs'
);
select is(
  (select count(*) from public.program_registrations where email = 'dora@example.org' and status = 'waitlisted'), 3::bigint,
  'One mailbox waits for three programs'
);
delete from public.program_registrations where first_name like 'Dora%' or first_name = 'Benno';
select is(
  (tests.attempt(persona, $$ insert into public.program_registrations (program, first_name, last_name, email, status)
    values ('health', 'Eve', 'Wright', 'eve@example.org', 'confirmed') $$)).state,
  '42501', format('As %s I cannot give myself a seat', persona)
)
from unnest(array['anon', 'supporter']) as persona;

-- Seats

select is((select count(*) from public.program_seats), 0::bigint, 'No program has a number of seats at first');
select is(pg_temp.decide('only can_review_submissions', 'Ada', 'confirmed'), '00000 ', 'Without a number any registration may be confirmed');
select is(pg_temp.standing(), 'Ada confirmed, Ben waitlisted 1, Cleo waitlisted 2', 'Without a number no seat is offered');
select is(pg_temp.seats(1), '00000', 'A reviewer sets the number of seats');
select is(pg_temp.standing(), 'Ada confirmed, Ben waitlisted 1, Cleo waitlisted 2', 'A taken seat is not offered');
select is(
  pg_temp.decide('admin', 'Ben', 'confirmed'),
  '23514 No seat is free in this program: all are taken or offered.', 'One more than there are is refused'
);
select is(pg_temp.decide('admin', 'Ben', 'offered') like '23514 %', true, 'A seat beyond the number cannot be offered');
select is(pg_temp.standing(), 'Ada confirmed, Ben waitlisted 1, Cleo waitlisted 2', 'The refusal changes nothing');
select is(
  (tests.attempt('admin', format(
    'select public.set_submission_status(array[%L, %L]::uuid[], array[''confirmed'', ''confirmed''], array[''waitlisted'', ''waitlisted''])',
    (pg_temp.one('Ben')).id, (pg_temp.one('Cleo')).id
  ))).state, '23514', 'Two at once are both refused'
);
select is(pg_temp.seats(2), '00000', 'A reviewer adds a seat');
select is(pg_temp.standing(), 'Ada confirmed, Ben offered, Cleo waitlisted 1', 'A new seat is offered to the first of the waitlist');
select is(pg_temp.stage('Ben'), 'offered health t', 'The status page says until when');
select is(
  (pg_temp.one('Ben')).offered_until, private.due_at(now(), 3), 'An offer lasts three business days'
);
select is(pg_temp.mails('Ben'), 'offered', 'A mail announces the offer');
select is(
  (tests.attempt('admin', format(
    'select public.set_submission_status(array[%L]::uuid[], array[''confirmed''], array[''waitlisted''])', (pg_temp.one('Cleo')).id
  ))).state, '23514', 'An offered seat is not given to another'
);
select is(pg_temp.seats(1), '00000', 'A reviewer lowers the number of seats');
select is(pg_temp.standing(), 'Ada confirmed, Ben offered, Cleo waitlisted 1', 'Fewer seats take no confirmed seat');
select is(pg_temp.seats(2), '00000', 'A reviewer raises it again');

-- Accepting, declining, letting it lapse

select is(pg_temp.by_link('accept_seat', 'Cleo'), '00000', 'Accepting without an offer answers without an error');
select is((pg_temp.one('Cleo')).status::text, 'waitlisted', 'A registration without an offer gets no seat');
select is(pg_temp.by_link('accept_seat', 'Ben'), '00000', 'An offered seat is accepted by the link');
select is(pg_temp.by_link('accept_seat', 'Ben'), '00000', 'Accepting twice succeeds');
select is((pg_temp.one('Ben')).status::text, 'confirmed', 'An accepted seat is confirmed');
select is(pg_temp.mails('Ben'), 'confirmed, offered cancelled', 'Accepting a seat cancels the unsent mail of its offer');
select is(pg_temp.stage('Ben'), 'confirmed health f', 'The page says so');
select is(pg_temp.by_link('withdraw', 'Ben'), '00000', 'A confirmed registration is withdrawn');
select is(pg_temp.standing(), 'Ada confirmed, Ben declined, Cleo offered', 'A freed seat goes to the next');
select is(pg_temp.mails('Cleo'), 'offered', 'The next gets a mail');
select is(pg_temp.register('Finn', true), '00000', 'Finn joins the waitlist');
update public.program_registrations set offered_until = now() - interval '1 second' where first_name = 'Cleo';
select is(pg_temp.by_link('accept_seat', 'Cleo'), '00000', 'Accepting an offer that has ended answers without an error');
select is((pg_temp.one('Cleo')).status::text, 'offered', 'An offer that has ended cannot be accepted');
select private.expire_offers();
select is(pg_temp.standing(), 'Ada confirmed, Ben declined, Cleo lapsed, Finn offered', 'The task of every minute passes a lapsed offer on');
select is(pg_temp.stage('Cleo'), 'lapsed health f', 'The page shows a lapsed offer');
select is(pg_temp.decide('admin', 'Cleo', 'waitlisted'), '00000 ', 'A lapsed registration joins the waitlist again');
select is(pg_temp.decide('admin', 'Ada', 'declined'), '00000 ', 'A confirmed registration is declined');
select is(pg_temp.standing(), 'Ada declined, Ben declined, Cleo offered, Finn offered', 'A free seat is offered, whatever freed it');
select is(pg_temp.register('Gus', true), '00000', 'Another registration arrives');
delete from public.program_registrations where first_name = 'Finn';
select is((pg_temp.one('Gus')).status::text, 'offered', 'Erasing a registration frees its seat');
select is(pg_temp.register('Hal', true), '00000', 'A registration for a full program joins the waitlist');
select is(pg_temp.seats(9), '00000', 'A reviewer raises the number of seats');
select is(pg_temp.register('Ida', true), '00000', 'A new registration arrives');
select is(pg_temp.standing(), 'Ada declined, Ben declined, Cleo offered, Gus offered, Hal offered, Ida new', 'A free seat is not offered to a new registration');

-- Access needs and emergency contacts

update public.program_registrations set accessibility = 'Zebrafish', emergency_name = 'Zebrafish', emergency_relationship = 'Zebrafish', emergency_phone = '47114711'
where first_name = 'Ada';
insert into public.program_registrations (program, first_name, last_name, email, accessibility, emergency_name, emergency_phone)
values ('health', 'Zoe', 'Wright', 'zoe@example.org', 'Zebrafish', 'Zebrafish', '47114711');
select is_empty(
  $$ select id from public.submissions where search_text ~ 'zebrafish|47114711' $$, 'No search finds access needs'
);
select is_empty(
  $$ select id from public.change_log where changes::text ~ 'Zebrafish|47114711' $$, 'No log has it'
);
select tests.refused(
  persona, format('select public.record_opening(%L)', (pg_temp.one('Ada')).id),
  format('As %s I cannot open it', persona)
)
from unnest(array['anon', 'supporter', 'staff', 'only can_manage_programs']) as persona;
select is(
  (tests.attempt('only can_review_submissions', format('select public.record_opening(%L)', (pg_temp.one('Ada')).id))).state,
  '00000', 'A reviewer records an opening'
);
select is(
  (select concat_ws(' ', actor_name, action, record_kind, record_name) from public.change_log
    where action = 'opened' and record_kind = 'program_registrations'),
  'only.can_review_submissions@personas.test opened program_registrations Ada Wright', 'The opening is logged'
);
update public.change_log set created_at = now() - interval '1 minute'
where action = 'opened';
select tests.sees(
  'only can_review_submissions',
  format('select string_agg(key, '' '' order by key) from jsonb_object_keys(public.protected_fields(%L)) as key', (pg_temp.one('Ada')).id),
  'accessibility emergency_name emergency_phone emergency_relationship', 'A reviewer reads it after the opening'
);

-- Once more

delete from public.program_registrations;
delete from public.program_seats;
delete from private.outbox;
select is(pg_temp.register('Uma'), '00000', 'Uma registers');
select is(pg_temp.by_link('withdraw', 'Uma'), '00000', 'The registration is withdrawn');
select is(pg_temp.register('Uma'), '00000', 'A withdrawn address may register again on the same day');
select is(
  (select string_agg(status::text, ' ' order by status) from public.program_registrations where first_name = 'Uma'),
  'new declined', 'The second registration is no duplicate'
);
delete from public.program_registrations where status = 'new';
select pg_temp.decide('admin', 'Uma', 'contacted');
select is(pg_temp.stage('Uma'), 'answered health f', 'A submission taken up again is no longer withdrawn');
select is(pg_temp.decide('admin', 'Uma', 'confirmed'), '00000 ', 'A registration is confirmed');
select is(pg_temp.register('Uma2', true, address => 'uma@example.org'), '00000', 'The same address registers for the waitlist');
select is((pg_temp.one('Uma2')).status::text, 'new', 'An address with a seat does not wait for another');
select is(pg_temp.register('Nowhere', true, address => 'nowhere'), '00000', 'An invalid address registers for the waitlist');
select is((pg_temp.one('Nowhere')).status::text, 'new', 'An invalid address does not join the waitlist');

-- Mails

update private.mail_settings set double_opt_in = true;
create function pg_temp.strangers_mails() returns text
language sql
as $$
  select string_agg(kind, ' ' order by kind) from private.outbox
  where recipient = 'vera@example.org' and kind in ('receipt', 'confirmation')
$$;
insert into private.outbox (idempotency_key, kind, recipient, data)
select 'earlier ' || number, 'receipt', 'vera@example.org', '{}' from generate_series(1, 2) as number;
select tests.send_from('{"cf-connecting-ip": "203.0.114.1"}');
select is(
  (tests.attempt('anon', $$
    insert into public.program_registrations (program, first_name, last_name, email, wants_newsletter)
    values ('health', 'Vera', 'Wright', 'vera@example.org', true)
  $$)).state, '00000', 'An address with one mail left today asks for the newsletter'
);
select is(pg_temp.strangers_mails(), 'receipt receipt receipt', 'The last mail of the day is the receipt');

delete from public.program_registrations;
select pg_temp.seats(1);
select is(pg_temp.register('Will', true), '00000', 'A registration is offered the only seat');
select pg_temp.decide('admin', 'Will', 'waitlisted');
update private.outbox set state = 'failed', failed_at = now() where submission_id = (pg_temp.one('Will')).id and kind = 'seat';
create temporary table failed_offer as
select id from private.outbox where submission_id = (pg_temp.one('Will')).id and kind = 'seat' and data ->> 'state' = 'offered';
grant select on failed_offer to authenticated;
select is((select count(*) from failed_offer), 1::bigint, 'The mail of the offer failed');
select pg_temp.decide('admin', 'Will', 'confirmed');
select tests.sees(
  'admin', 'select public.retry_mail(id) from failed_offer', 'false', 'A retry does not offer an accepted seat'
);

select * from finish();
rollback;
