-- Gifts: donors follow from them; a report of the payment provider is stored once.

begin;
select plan(62);
delete from public.donations;

select is_empty('table public.donors', 'Without gifts there are no donors');

create function pg_temp.give(name text, email text, amount numeric, age interval, type text default 'one-time')
returns void
language sql
as $$
  insert into public.donations (donor_name, donor_email, amount, donation_type, created_at)
  values (name, email, amount, type, now() - age)
$$;
create function pg_temp.donor(known_as text) returns text
language sql
as $$
  select concat_ws(' ', name, gift_count, lifetime, frequency, thanks)
  from public.donors
  where case when known_as like '%@%' then lower(btrim(email)) = known_as and name not like 'Tom %' else name = known_as and (email is null or name like 'Tom %') end
$$;

-- Whose gifts they are

select pg_temp.give('Ada', 'ada@example.org', 10, '40 days');
select pg_temp.give('Ada Winters', ' ADA@example.org ', 15.50, '10 days');
select pg_temp.give('Tom Winters', 'ada@example.org', 1, '1 day');
select pg_temp.give('Ada', null, 2, '1 day');
select is(pg_temp.donor('ada@example.org'), 'Ada 2 25.50 occasional due',
  'Gifts with one address are one donor''s, however it is written; the first says the name');
select is(pg_temp.donor('Tom Winters'), 'Tom Winters 1 1.00 once due', 'Another name is another donor, who shares it');
select is(pg_temp.donor('Ada'), 'Ada 1 2.00 once due', 'Without an address the name tells, and never whose address it is');
select is(
  (select array[created_at, last_gift_at] from public.donors where id = (select id from public.donors where lower(btrim(email)) = 'ada@example.org' and name not like 'Tom %')),
  array[now() - interval '40 days', now() - interval '10 days'], 'First and last gift'
);

update public.donations set donor_email = 'ada@example.org' where donor_email is null;
select is(pg_temp.donor('Ada'), null, 'A gift that gets an address leaves the donor without one');
select is(pg_temp.donor('ada@example.org'), 'Ada 3 27.50 occasional due', 'It counts for the donor with the address');
delete from public.donations where amount = 2;
select is(pg_temp.donor('ada@example.org'), 'Ada 2 25.50 occasional due', 'A gift that is removed no longer counts');
update public.donations set refunded = 5.50 where amount = 15.50;
select is(pg_temp.donor('ada@example.org'), 'Ada 2 20.00 occasional due', 'A partial refund is left out');
update public.donations set refunded = amount where amount = 15.50;
select is(pg_temp.donor('ada@example.org'), 'Ada 1 10.00 once due', 'A full refund leaves no gift');
update public.donations set refunded = amount where amount = 10;
select is(pg_temp.donor('ada@example.org'), 'Ada 0 0.00', 'A donor with all gifts refunded is owed no thanks');
select tests.refused('owner', 'update public.donations set refunded = amount + 0.01',
  'No more than was given is paid back', '23514');

-- Frequency

create function pg_temp.frequency(variadic months_ago numeric[]) returns text
language plpgsql
as $$
begin
  delete from public.donations where donor_email = 'frequency@example.org';
  insert into public.donations (donor_name, donor_email, amount, donation_type, created_at)
  select 'R', 'frequency@example.org', 1, 'one-time', now() - months * interval '30 days' from unnest(months_ago) as months;
  return (select frequency from public.donors where email = 'frequency@example.org');
end
$$;
select is(pg_temp.frequency(variadic given), frequency, format('Given so many months ago: %s is %s', given, frequency))
from (values
  (array[1], 'once'), (array[0, 1, 2], 'monthly'), (array[0, 1.4, 2.1], 'monthly'), (array[0, 1], 'occasional'),
  (array[0, 0.1, 0.2], 'occasional'), (array[0, 12], 'yearly'), (array[1, 5, 12.5, 24], 'yearly'),
  (array[0, 18], 'occasional'), (array[3, 4, 5], 'lapsed'), (array[13, 25], 'yearly'), (array[16, 28], 'lapsed'),
  (array[23], 'once'), (array[25], 'lapsed')
) as given (given, frequency);
select pg_temp.give('M', 'm@example.org', 1, '1 day', 'monthly');
select is(pg_temp.donor('m@example.org'), 'M 1 1.00 monthly due', 'The first monthly gift is one of more');
select pg_temp.give('M', 'm@example.org', 5, '0 days');
select is(pg_temp.donor('m@example.org'), 'M 2 6.00 monthly due', 'A check in between ends no monthly gift');
select is(
  (select frequency_ends_at from public.donors where email = 'm@example.org'), now() - interval '1 day' + interval '2 months',
  'which lasts until two months after its own last payment'
);
create function pg_temp.age(kind text, days integer) returns void
language plpgsql
as $$
begin
  alter table public.donations disable trigger keep_donors_changed;
  update public.donations set created_at = now() - make_interval(days => days)
  where donor_email = 'm@example.org' and donation_type = kind;
  alter table public.donations enable trigger keep_donors_changed;
  update public.donors set frequency_ends_at = now() where email = 'm@example.org';
  perform private.process_donors();
end
$$;
select pg_temp.age('monthly', 70);
select is(pg_temp.donor('m@example.org'), 'M 2 6.00 occasional due', 'and then the other gift counts');
delete from public.donations where donor_email = 'm@example.org' and donation_type = 'one-time';
select pg_temp.age('monthly', 70);
select is(pg_temp.donor('m@example.org'), 'M 1 1.00 lapsed due', 'A task finds lapsed donors');
select ok(exists (select from private.upkeep where task = 'process_donors'), 'The task runs every minute');
select pg_temp.give('M', 'm@example.org', 1, '0 days', 'monthly');
select is(pg_temp.donor('m@example.org'), 'M 2 2.00 monthly due', 'A lapsed donor returns with the next gift');

-- Thanks

select tests.done(
  'only can_manage_donations', $$ update public.donors set thanked_until = last_gift_at where email = 'm@example.org' $$,
  $$ exists (select from public.donors where email = 'm@example.org' and thanks = 'given') $$,
  'As a holder of can_manage_donations I note thanks to a donor'
);
select is(
  (select concat_ws(' ', actor_name, action, record_name, changes -> 'thanks') from public.change_log where record_kind = 'donors' and record_name = 'M'),
  'only.can_manage_donations@personas.test changed M ["due", "given"]', 'Thanks are logged'
);
select pg_temp.give('M', 'm@example.org', 1, '-1 days', 'monthly');
select is(pg_temp.donor('m@example.org'), 'M 3 3.00 monthly due', 'The next gift asks for thanks again');
select tests.done(
  'only can_manage_donations', $$ update public.donors set thanked_until = null where email = 'm@example.org' $$,
  $$ exists (select from public.donors where email = 'm@example.org' and thanked_until is null) $$,
  'Thanks can be undone'
);
select tests.refused(
  'only can_manage_donations', $$ update public.donors set thanked_until = last_gift_at + interval '1 second' $$,
  'Thanks for future gifts are refused'
);

-- The payment provider

create function pg_temp.tell(
  event text, gift text default null, payment text default null, pays text default null, refunded numeric default null
) returns boolean
language sql
as $$
  select public.record_payment_event(event, case when gift is not null then jsonb_build_object(
    'payment_id', gift, 'donor_name', 'P', 'donor_email', 'p@example.org', 'amount', 50,
    'donation_type', 'one-time', 'given_at', now()
  ) end, payment, pays, refunded)
$$;
create function pg_temp.paid() returns text
language sql
as $$
  select string_agg(concat_ws(' ', payment_id, amount, refunded), ', ' order by payment_id)
  from public.donations where payment_id is not null
$$;
select ok(pg_temp.tell('e1', 'pi_1'), 'A payment becomes a gift');
select ok(not pg_temp.tell('e1', 'pi_1'), 'A repeated event is known');
select pg_temp.tell('e2', 'pi_1');
select is(pg_temp.paid(), 'pi_1 50.00 0.00', 'Another event of the payment adds no gift');
select pg_temp.tell('e3', payment => 'pi_1', refunded => 20), pg_temp.tell('e4', payment => 'pi_1', refunded => 5);
select is(pg_temp.paid(), 'pi_1 50.00 20.00', 'Of refunds that come out of order the most counts');
select pg_temp.tell('e5', payment => 'pi_2', refunded => 50), pg_temp.tell('e6', 'pi_2');
select is(pg_temp.paid(), 'pi_1 50.00 20.00, pi_2 50.00 50.00', 'A refund may come before the gift');
delete from public.donations where payment_id is not null;
select pg_temp.tell('e7', payment => 'pi_3', refunded => 10), pg_temp.tell('e8', 'in_3'),
  pg_temp.tell('e9', payment => 'pi_3', pays => 'in_3');
select is(pg_temp.paid(), 'in_3 50.00 10.00', 'A refund may come before its invoice is known');

-- The provider's metadata: what cannot be read loses no gift, and staff get a task.

create function pg_temp.tell_exchange(number integer, told jsonb) returns text
language plpgsql
as $$
declare
  gift constant text := 'pi_ticket' || number;
begin
  perform public.record_payment_event('ticket' || number, jsonb_build_object(
    'payment_id', gift, 'donor_name', 'P', 'donor_email', 'p@example.org', 'amount', 150, 'donation_type', 'one-time', 'given_at', now()
  ) || told);
  return (
    select concat_ws(' ', exchange_value, exchange, deductible, (select 'task' from public.tasks where gift_id = donations.id and open_to = '{donations}' and assignee_id is null))
    from public.donations where payment_id = gift
  );
end
$$;
select is(pg_temp.tell_exchange((row_number() over ())::integer, told::jsonb), stored, told)
from (values
  ('{"exchange_value": "60", "exchange": "Gala dinner"}', '60.00 Gala dinner 90.00'), ('{"exchange_value": "$60.50", "exchange": "Dinner"}', '60.50 Dinner 89.50'),
  ('{"exchange_value": null, "exchange": null}', '150.00'), ('{"exchange_value": "", "exchange": " "}', '150.00'),
  ('{"exchange_value": "151", "exchange": "Dinner"}', '150.00 task'), ('{"exchange_value": "sixty", "exchange": "Dinner"}', '150.00 task'),
  ('{"exchange_value": "60"}', '150.00 task'), ('{"exchange": "Dinner"}', '150.00 task'), ('{"exchange_value": "-1", "exchange": "Dinner"}', '150.00 task'),
  ('{"exchange_value": "0", "exchange": "Dinner"}', '150.00 task'), ('{"exchange_value": "1e9", "exchange": "Dinner"}', '150.00 task')
) as listed (told, stored);
select pg_temp.tell_exchange(5, '{"exchange_value": "151", "exchange": "Dinner"}');
select is((select count(*) from public.tasks where body ~ '151'), 1::bigint, 'A repeated event adds no second task');
select is((select body from public.tasks where body ~ 'sixty'),
  'This payment of $150.00 names something in exchange that could not be stored: “Dinner”, value “sixty”. Correct the gift before its receipt goes out.', 'The task says what came');

-- The last gift of a donor whose last check bounced is the one before.

insert into public.donations (id, donor_name, donor_email, amount, donation_type, created_at, voided_at, refunded, change_reason) values
  (gen_random_uuid(), 'Bo Unced', 'bo@example.org', 20, 'one-time', '2024-03-01 12:00+00', null, 0, null),
  (gen_random_uuid(), 'Bo Unced', 'bo@example.org', 50, 'one-time', '2025-03-01 12:00+00', now(), 50, 'Bounced'),
  (gen_random_uuid(), 'Bo Unced', 'bo@example.org', 60, 'one-time', '2025-04-01 12:00+00', null, 60, null);
insert into public.donations (donor_name, donor_email, method, description, donation_type, created_at, voided_at, change_reason)
values ('Bo Unced', 'bo@example.org', 'in_kind', 'Piano', 'one-time', '2025-05-01 12:00+00', now(), 'Never came');
select is((select last_gift_at::date from public.donors where name = 'Bo Unced'), '2024-03-01', 'The last gift is the one before those that bounced, were refunded, or never came');
select is(tests.answer('only can_manage_donations', $$ select concat_ws(' ', last_gift_at::date, last_gift) from public.search_people('unced') $$), '2024-03-01 20.00', 'also where the donor is found');
select tests.refused(persona, $$ select public.record_payment_event('e', null) $$, format('As %s I report no payment', persona))
from unnest(array['anon', 'supporter', 'only can_manage_donations', 'admin']) as persona;

select * from finish();
rollback;
