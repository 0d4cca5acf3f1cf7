-- The gift desk: gifts by hand, batches that are posted once, corrections and funds.

begin;
select * from no_plan();
delete from public.donations where true;
delete from public.gift_batches where true;
delete from public.change_log where true;

create function pg_temp.gift(number integer, changed jsonb default '{}') returns text
language sql
as $$
  select format('%L::jsonb', jsonb_build_object(
    'id', '00000000-0000-4000-8000-0000000f' || lpad(number::text, 4, '0'), 'donor_name', 'Ada Winters', 'donor_email', 'ada@example.org',
    'amount', 50, 'day', private.office_today() - 1, 'method', 'check', 'reference', '1041'
  ) || changed)
$$;
create function pg_temp.enter(number integer, changed jsonb default '{}', anyway boolean default false) returns text
language sql
as $$ select format('select public.enter_gift(%s, %L)', pg_temp.gift(number, changed), anyway) $$;
create function pg_temp.id(number integer) returns uuid
language sql
as $$ select ('00000000-0000-4000-8000-0000000f' || lpad(number::text, 4, '0'))::uuid $$;
create function pg_temp.donor() returns text
language sql
as $$ select concat_ws(' ', name, gift_count, lifetime, thanks) from public.donors where email = 'ada@example.org' $$;
create function pg_temp.total() returns numeric
language sql
as $$ select coalesce(sum(amount - refunded), 0) from private.gifts $$;

-- Entering

select tests.done('only can_manage_donations', pg_temp.enter(1), $$ pg_temp.donor() is not distinct from 'Ada Winters 1 50.00 due' $$,
  'A gift that is entered counts for its donor, who is owed thanks');
select is(
  (select concat_ws(' ', actor_name, action, record_kind, record_name, changes) from public.change_log where record_id = pg_temp.id(1)),
  'only.can_manage_donations@personas.test added donations Ada Winters {"amount": [null, 50.00]}', 'The log says who entered it'
);
select tests.sees('only can_manage_donations', pg_temp.enter(1, '{"amount": 60}'), null, 'A retry is told nothing');
select is(pg_temp.total(), 50.00, 'and stores nothing twice');
select tests.sees('only can_manage_donations', pg_temp.enter(2),
  jsonb_build_object('looks_like', format('Ada Winters, $50.00, %s, check 1041', to_char(private.office_today() - 1, 'FMMonth FMDD, YYYY')))::text,
  'The same donor, amount and day look like a duplicate');
select is(pg_temp.total(), 50.00, 'A duplicate is not stored before I say so');
select tests.sees('only can_manage_donations', pg_temp.enter(2, '{}', true), null, 'I may add it anyway');
select is(pg_temp.total(), 100.00, 'and then it counts');
update public.donors set thanked_until = last_gift_at where email = 'ada@example.org';
delete from public.change_log where record_kind = 'donors';
select tests.done('only can_manage_donations', pg_temp.enter(3, jsonb_build_object('day', private.office_today() - 9)),
  $$ pg_temp.donor() = 'Ada Winters 3 150.00 due' $$, 'Thanks given before a gift was entered do not cover it, also if it is older');
select is_empty($$ select from public.change_log where record_kind = 'donors' $$, 'Thanks that follow from gifts are not in the log');
select tests.done('only can_manage_donations',
  format('select public.note_thanks(%L)', (
    select jsonb_agg(jsonb_build_object('id', id, 'until', last_gift_at)) from public.donors where email = 'ada@example.org'
  )), $$ pg_temp.donor() like '% given' $$, 'Thanks to many are noted at once');

select tests.refused(persona, pg_temp.enter(90), format('As %s I enter no gifts', persona))
from unnest(array['anon', 'supporter', 'stranger', 'plain development_manager', 'only can_send_emails']) as persona;

-- Bad input: nothing is stored, and the message says what to do.

select tests.refused('admin', pg_temp.enter(91, changed::jsonb), 'Refused is ' || changed, 'P0001')
from unnest(array[
  '{"amount": 0}', '{"amount": -1}', '{"amount": 10000000}', '{"amount": "NaN"}', '{"amount": 0.001}', '{"amount": null}',
  '{"day": "1899-12-31"}', '{"day": null}', '{"method": null}', '{"donor_name": " "}', '{"donor_email": "ada@"}', '{"tribute": "honor"}',
  '{"currency": "EUR", "rate": 0, "rate_on": "2026-01-01"}', '{"currency": "EUR", "rate": 1.1}', '{"currency": "euro", "rate": 1, "rate_on": "2026-01-01"}',
  '{"fund_id": "00000000-0000-4000-8000-00000000dead"}', '{"batch_id": "00000000-0000-4000-8000-00000000dead"}'
]) as changed;
select tests.refused('admin', pg_temp.enter(91, jsonb_build_object('day', private.office_today() + 1)),
  'A day in the future is refused', 'P0001');
select is(
  (tests.attempt('admin', pg_temp.enter(91, '{"amount": 0}'))).message, 'Enter an amount above 0 and below 10,000,000.', 'in words'
);

-- In kind: described, with an estimate that is in no sum and in nothing that a donor sees

create function pg_temp.piano(number integer, changed jsonb default '{}') returns text
language sql
as $$
  select pg_temp.enter(number, jsonb_build_object(
    'donor_name', 'Ines Kind', 'donor_email', 'ines@example.org', 'method', 'in_kind', 'amount', 500, 'description', 'Used piano',
    'fund_id', tests.id('funds', 'School meals')
  ) || changed)
$$;
select tests.done('admin', pg_temp.piano(50), $$ exists (
  select from public.donations where id = pg_temp.id(50) and amount is null and estimate = 500 and description = 'Used piano' and is_kept
) $$, 'A gift in kind is described and has no amount');
select is(
  (select concat_ws(' ', gift_count, lifetime, thanks) from public.donors where email = 'ines@example.org'), '1 0.00 due',
  'It counts as a gift of no dollars, and thanks are due'
);
select tests.sees('admin', $$ select concat_ws(' ', receipt ->> 'total', receipt #>> '{lines,0,amount}', receipt #>> '{lines,0,description}') from public.donor_receipt(
  (select id from public.donors where email = 'ines@example.org'), extract(year from now() - interval '1 day')::integer
) as receipt $$, '0 Used piano', 'The receipt describes it, and names no value');
select tests.sees('admin', $$ select given::text from public.fund_balances() where name = 'School meals' $$, '0', 'No fund has its estimate');
select tests.sees('admin', pg_temp.piano(51, '{"description": "used piano", "amount": null}'),
  jsonb_build_object('looks_like', format('Ines Kind, Used piano, %s, in kind 1041', to_char(private.office_today() - 1, 'FMMonth FMDD, YYYY')))::text,
  'The same thing on the same day looks like a duplicate');
select tests.done('admin', pg_temp.piano(52, '{"description": "Bench", "amount": null}'),
  $$ exists (select from public.donations where id = pg_temp.id(52) and estimate is null) $$, 'An estimate may be missing');
select tests.refused('admin', pg_temp.piano(53, changed::jsonb), 'In kind, refused is ' || changed, 'P0001')
from unnest(array['{"description": " "}', '{"description": null}', '{"amount": 0}']) as changed;
select tests.done('admin', format('select public.void_gift(%L, %L)', pg_temp.id(52), 'Never came'),
  $$ (select not is_kept and refunded = 0 from public.donations where id = pg_temp.id(52)) $$, 'It is voided without an amount');
select tests.done('admin', format('select public.correct_gift(%s, %L)', pg_temp.gift(50, '{"donor_name": "Ines Kind", "donor_email": "ines@example.org", "amount": 20}'), 'It was a check'),
  $$ (select amount = 20 and description is null and estimate is null from public.donations where id = pg_temp.id(50)) $$,
  'Corrected to money, it has an amount and no description');
select tests.refused('owner', format($q$ update public.donations set method = 'in_kind' where id = %L $q$, pg_temp.id(50)),
  'Nothing in kind has an amount', '23514');
select tests.refused('owner', format($q$ update public.donations set amount = null where id = %L $q$, pg_temp.id(50)),
  'Nothing else is without one', '23514');
delete from public.donations where donor_email = 'ines@example.org';

-- In exchange

create function pg_temp.ticket(number integer, changed jsonb default '{}') returns text
language sql
as $$
  select pg_temp.enter(number, jsonb_build_object(
    'donor_name', 'Gala Guest', 'donor_email', 'gala@example.org', 'amount', 150, 'exchange_value', 60, 'exchange', ' Gala dinner '
  ) || changed)
$$;
create function pg_temp.bad_exchange() returns table (change text, message text)
language sql
as $$
  values ('{"exchange_value": 150.01}', 'What the donor got in exchange is worth more than the gift.'), ('{"exchange_value": 0}', 'Enter a value in exchange above 0.'),
    ('{"exchange_value": -1}', 'Enter a value in exchange above 0.'), ('{"exchange_value": "NaN"}', 'What the donor got in exchange is worth more than the gift.'),
    ('{"exchange_value": null}', 'Enter both what the donor got in exchange and its value.'), ('{"exchange": " "}', 'Enter both what the donor got in exchange and its value.'),
    ('{"exchange": "a\nb"}', 'Say what the donor got in exchange, on one line of at most 300 characters.'),
    ('{"method": "in_kind", "description": "Piano"}', 'Nothing is given in exchange for a gift in kind.')
$$;
select tests.done('only can_manage_donations', pg_temp.ticket(60), $$ exists (
  select from public.donations where id = pg_temp.id(60) and amount = 150 and exchange_value = 60 and exchange = 'Gala dinner' and deductible = 90
) $$, 'A gala ticket of 150 with a dinner worth 60 leaves 90 to deduct');
select is((tests.attempt('admin', pg_temp.ticket(61, change::jsonb))).message, message, change) from pg_temp.bad_exchange();
select is((tests.attempt('admin', format('select public.correct_gift(%s, %L)', pg_temp.gift(60, '{"amount": 150, "exchange_value": 60, "exchange": "Gala dinner"}' || change::jsonb), 'Wrong'))).message, message, 'Corrected to ' || change)
from pg_temp.bad_exchange();
select is(
  (select string_agg(concat_ws(' ', amount, exchange_value, exchange, change_reason), ', ') from public.donations where donor_email = 'gala@example.org'),
  '150.00 60.00 Gala dinner', 'Nothing of it is stored'
);
select tests.done('admin', pg_temp.ticket(62, '{"amount": 100, "currency": "EUR", "rate": 0.5, "rate_on": "2026-01-02", "exchange_value": 50}'),
  $$ exists (select from public.donations where id = pg_temp.id(62) and amount = 50 and deductible = 0) $$, 'The value is in dollars, and may be all of the gift');
select is((tests.attempt('admin', pg_temp.ticket(63, '{"amount": 100, "currency": "EUR", "rate": 0.5, "rate_on": "2026-01-02"}'))).message,
  'What the donor got in exchange is worth more than the gift.', 'but not more than its dollars');
select tests.done('admin', format('select public.correct_gift(%s, %L)', pg_temp.gift(60, '{"donor_name": "Gala Guest", "donor_email": "gala@example.org", "amount": 150}'), 'No dinner'),
  $$ exists (select from public.donations where id = pg_temp.id(60) and exchange is null and deductible = 150) $$, 'It is taken back by a correction');
select tests.refused('owner', format($q$ update public.donations set %s where id = %L $q$, change, pg_temp.id(60)), 'No row has ' || change, '23514')
from unnest(array['exchange_value = 200, exchange = ''Dinner''', 'exchange_value = 20', 'exchange = ''Dinner''', 'exchange_value = 0, exchange = ''Dinner''']) as change;
delete from public.donations where donor_email = 'gala@example.org';

-- Other currencies

select tests.done('admin', pg_temp.enter(4, '{"amount": 33.33, "currency": "EUR", "rate": 1.0755, "rate_on": "2026-01-02"}'),
  $$ exists (
    select from public.donations where id = pg_temp.id(4) and amount = 35.85 and original_amount = 33.33 and currency = 'EUR'
  ) $$, 'A gift in euros is stored with its dollars, rounded to the cent');

-- Correcting and voiding

select tests.refused('admin', format('select public.correct_gift(%s, %L)', pg_temp.gift(1, '{"amount": 70}'), reason),
  'A correction has a reason', 'P0001')
from unnest(array['', ' ', null]) as reason;
select tests.done('only can_manage_donations', format('select public.correct_gift(%s, %L)', pg_temp.gift(1, '{"amount": 70}'), 'Misread'),
  $$ exists (select from public.donations where id = pg_temp.id(1) and amount = 70 and change_reason = 'Misread') $$,
  'I correct a gift');
select ok(pg_temp.donor() like 'Ada Winters 4 205.85 %', 'Sums follow the correction');
select ok(
  exists (
    select from public.change_log where record_id = pg_temp.id(1) and action = 'changed'
      and changes @> '{"amount": [50, 70], "change_reason": [null, "Misread"]}'
  ), 'The log has both amounts and the reason'
);
select tests.done('only can_manage_donations', format('select public.void_gift(%L, %L)', pg_temp.id(1), 'Bounced'),
  $$ pg_temp.donor() like 'Ada Winters 3 135.85 %' $$, 'A void gift leaves all sums, and is still there');
select tests.refused('admin', format('select public.void_gift(%L, %L)', pg_temp.id(1), 'Again'), 'No gift is voided twice', 'P0001');
select tests.refused('admin', format('select public.correct_gift(%s, %L)', pg_temp.gift(1), 'Again'), 'A void gift is not corrected', 'P0001');
select is(
  (select total from private.receipts_due(extract(year from private.office_today() - 1)::integer, array(select id from public.donors where lower(email) = 'ada@example.org'))),
  (select sum(amount) from public.donations where voided_at is null
    and extract(year from created_at at time zone private.office_time_zone()) = extract(year from private.office_today() - 1)),
  'The receipt of the year leaves the void gift out'
);
insert into public.donations (id, donor_name, amount, donation_type, payment_id) values (pg_temp.id(80), 'Card', 10, 'one-time', 'pi_desk');
create temporary table card_gift as select to_jsonb(donations) as paid from public.donations where id = pg_temp.id(80);
select tests.refused('admin', format('select public.void_gift(%L, %L)', pg_temp.id(80), 'Wrong'),
  'A gift of the payment provider is refunded there', 'P0001');
select tests.refused('admin', format('select public.correct_gift(%L, %L)', jsonb_build_object('id', pg_temp.id(80), 'note', 'Not stored') || changed::jsonb, 'Wrong'),
  'The payment provider says ' || changed, 'P0001')
from unnest(array[
  '{"amount": 20}', '{"currency": "EUR"}', '{"day": "2026-01-01"}', '{"created_at": "2026-01-01"}', '{"method": "cash"}', '{"donor_name": "Bo"}',
  '{"donor_email": "bo@example.org"}', '{"refunded": 10}', '{"payment_id": null}', '{"voided_at": "2026-01-01"}'
]) as changed;
select tests.refused(persona, format('select public.correct_gift(%L, %L)', jsonb_build_object('id', pg_temp.id(80), 'note', 'Mine'), 'Wrong'),
  format('As %s I change nothing of it', persona))
from unnest(array['supporter', 'plain development_manager']) as persona;
select is(
  (select to_jsonb(after) from public.donations after where id = pg_temp.id(80)), (select paid from card_gift), 'All of it is as it was'
);
select tests.done('only can_manage_donations', format('select public.correct_gift(%L, %L)', jsonb_build_object(
    'id', pg_temp.id(80), 'legal_donor_name', 'Card Employer', 'fund_id', tests.id('funds', 'School meals'), 'note', 'Asked by phone'
  ), 'Their employer paid'),
  $$ (select legal_donor_name is not distinct from 'Card Employer' and fund_id = tests.id('funds', 'School meals') and note = 'Asked by phone'
      and to_jsonb(donations) - '{legal_donor_id,legal_donor_name,fund_id,note,change_reason,search_text}'::text[]
        = paid - '{legal_donor_id,legal_donor_name,fund_id,note,change_reason,search_text}'::text[]
    from public.donations, card_gift where id = pg_temp.id(80)) $$,
  'I say who gets its receipt, its fund and a note; all else stays the provider''s');
select tests.refused('admin', format('select public.correct_gift(%L, %L)', jsonb_build_object('id', pg_temp.id(80)) || changed::jsonb, 'Dinner'),
  'Of a gift of the provider neither: ' || changed, 'P0001')
from unnest(array['{"exchange_value": 11, "exchange": "Dinner"}', '{"exchange_value": 4}']) as changed;
select tests.done('admin', format('select public.correct_gift(%L, %L)', jsonb_build_object('id', pg_temp.id(80), 'exchange_value', 4, 'exchange', 'Lunch'), 'Their lunch'),
  $$ exists (select from public.donations where id = pg_temp.id(80) and deductible = 6 and note = 'Asked by phone') $$, 'and what was given in exchange');
select ok(
  exists (select from public.change_log where record_id = pg_temp.id(80) and action = 'changed'
    and changes @> '{"legal_donor_name": [null, "Card Employer"], "change_reason": [null, "Their employer paid"]}'), 'The log has it'
);
select tests.refused('supporter', format('select public.void_gift(%L, %L)', pg_temp.id(2), 'Mine'), 'As a supporter I void nothing');

-- Batches

insert into public.gift_batches (id, expected_count, expected_total) values (pg_temp.id(70), 2, 120);
create temporary table before as select pg_temp.total() as total;
select tests.done('only can_manage_donations', pg_temp.enter(5, jsonb_build_object('batch_id', pg_temp.id(70), 'amount', 100)),
  $$ exists (select from public.donations where id = pg_temp.id(5) and not is_posted) $$, 'A gift goes into an open batch');
select is(pg_temp.total(), (select total from before), 'where no sum has it');
select tests.sees(persona, format('select string_agg(id::text, '','') from public.gifts_of_batch(%L)', pg_temp.id(70)), seen, format('%s sees %s of its batch', persona, case when seen is null then 'nothing' else 'the gift' end))
from (values ('only can_manage_donations', pg_temp.id(5)::text), ('plain development_manager', null)) as listed (persona, seen);
select tests.refused('only can_manage_donations', format('select public.post_batch(%L)', pg_temp.id(70)),
  'A batch that does not add up is not posted', 'P0001');
select is(
  (tests.attempt('only can_manage_donations', format('select public.post_batch(%L)', pg_temp.id(70)))).message,
  'This batch does not add up. Expected: number 2, total $120.00. Entered: number 1, total $100.00.', 'and says why'
);
select tests.attempt('only can_manage_donations', pg_temp.enter(number, jsonb_build_object('batch_id', pg_temp.id(70), 'amount', 10 + number)))
from unnest(array[6, 7]) as number;
select tests.attempt('only can_manage_donations', format('select public.void_gift(%L, %L)', pg_temp.id(7), 'Another deposit'));
select tests.done('only can_manage_donations',
  format('select public.correct_gift(%s, %L)', pg_temp.gift(6, '{"amount": 20}'), 'Misread'),
  $$ exists (select from public.donations where id = pg_temp.id(6) and not is_posted and amount = 20 and batch_id = pg_temp.id(70)) $$,
  'A gift of an open batch is corrected, and stays in it');
select tests.done('only can_manage_donations', format('select public.post_batch(%L)', pg_temp.id(70)),
  $$ exists (select from public.gift_batches where id = pg_temp.id(70) and posted_by = tests.account('only can_manage_donations'))
    and pg_temp.total() = (select total + 120 from before) and not exists (select from public.donations where not is_posted) $$,
  'A batch that adds up counts as a whole, without the gifts that are void');

-- One check, several funds

insert into public.gift_batches (id, expected_count, expected_total) values (pg_temp.id(75), 1, 100);
insert into public.funds (id, name) values (pg_temp.id(76), 'Split lab');
create function pg_temp.part(number integer, fund uuid, split integer) returns text
language sql as $$
  select pg_temp.enter(number, jsonb_build_object('donor_name', 'Split Giver', 'donor_email', 'split@example.org', 'batch_id', pg_temp.id(75),
    'fund_id', fund, 'split_id', pg_temp.id(split)))
$$;
select tests.attempt('only can_manage_donations', pg_temp.part(77, tests.id('funds', 'School meals'), 79));
select tests.sees('only can_manage_donations', pg_temp.part(78, tests.id('funds', 'Science lab'), 79), null, 'The other half of a check is no duplicate of the first');
select ok((tests.answer('only can_manage_donations', pg_temp.part(69, null, 68))) like '%looks_like%', 'another check is');
select is(tests.answer('only can_manage_donations', pg_temp.part(67, pg_temp.id(76), 68)), null, 'unless both name their fund');
select is(
  (tests.attempt('only can_manage_donations', format('select public.post_batch(%L)', pg_temp.id(75)))).message,
  'This batch does not add up. Expected: number 1, total $100.00. Entered: number 2, total $150.00.', 'A batch counts checks'
);
delete from public.donations where id = pg_temp.id(67);
select tests.done('only can_manage_donations', format('select public.post_batch(%L)', pg_temp.id(75)),
  $$ (select count(*) = 2 from private.gifts where split_id = pg_temp.id(79)) $$, 'so one split check is one');
select tests.sees('only can_manage_donations', format('select gifts || '' '' || total from public.batch_book() where id = %L', pg_temp.id(75)), '1 100.00', 'in the book too');
insert into public.gift_batches (id, expected_count, expected_total) values (pg_temp.id(74), 1, 100);
update public.donations set is_posted = false, batch_id = pg_temp.id(74) where split_id is not null;
select tests.done('only can_manage_donations', format('select public.discard_batch(%L)', pg_temp.id(74)),
  format($$ exists (select from public.change_log where record_id = %L and changes = '{"gifts": [1, null], "total": [100.00, null]}') $$, pg_temp.id(74)), 'and in the log of a discarded batch');
delete from public.donations where split_id is not null;
delete from public.gift_batches where id in (pg_temp.id(74), pg_temp.id(75));
select ok(
  exists (select from public.change_log where record_id = pg_temp.id(6) and record_name = 'Ada Winters'),
  'Posting takes no name out of the log'
);
select tests.attempt('only can_manage_donations', format('select public.post_batch(%L)', pg_temp.id(70)));
select is(pg_temp.total(), (select total + 120 from before), 'Posted again by the same person it changes nothing');
select is(
  (tests.attempt('admin', format('select public.post_batch(%L)', pg_temp.id(70)))).message,
  'This batch is already posted, by only.can_manage_donations@personas.test.', 'A colleague is told that it is posted'
);
select tests.refused('admin', pg_temp.enter(92, jsonb_build_object('batch_id', pg_temp.id(70))), 'A posted batch takes no more gifts', 'P0001');
select tests.refused('admin', format('update public.gift_batches set expected_total = 1 where id = %L', pg_temp.id(70)),
  'and keeps what was counted');
select tests.refused('supporter', format('select public.post_batch(%L)', pg_temp.id(70)), 'As a supporter I post nothing');

insert into public.gift_batches (id, expected_count, expected_total) values (pg_temp.id(71), 2, 120);
select tests.attempt('only can_manage_donations', pg_temp.enter(10, jsonb_build_object('batch_id', pg_temp.id(71), 'amount', 99)));
select tests.refused('supporter', format('select public.discard_batch(%L)', pg_temp.id(71)), 'As a supporter I discard nothing');
select tests.refused('only can_manage_donations', format('select public.discard_batch(%L)', pg_temp.id(70)),
  'A posted batch is not discarded', 'P0001');
select tests.done('only can_manage_donations', format('select public.discard_batch(%L)', pg_temp.id(71)),
  $$ exists (select from public.gift_batches where id = pg_temp.id(71) and discarded_by = tests.account('only can_manage_donations'))
    and exists (select from public.donations where id = pg_temp.id(10) and not is_posted and amount = 99 and donor_name = 'Ada Winters')
    and pg_temp.total() = (select total + 120 from before) $$, 'An open batch is discarded: its gifts stay on record, and never count');
select is(
  (select string_agg(concat_ws(' ', actor_name, changes), ', ') from public.change_log where record_kind = 'gift_batches' and record_id = pg_temp.id(71) and action = 'removed'),
  'only.can_manage_donations@personas.test {"gifts": [1, null], "total": [99.00, null]}', 'The log has who, how many and how much'
);
select tests.attempt('only can_manage_donations', format('select public.discard_batch(%L)', pg_temp.id(71)));
select is((select count(*) from public.change_log where record_id = pg_temp.id(71) and action = 'removed'), 1::bigint, 'Discarded again, nothing is added');
select tests.refused('admin', statement, 'A discarded batch stays closed to ' || what, state) from (values
  ('new gifts', pg_temp.enter(93, jsonb_build_object('batch_id', pg_temp.id(71))), 'P0001'),
  ('a correction', format('select public.correct_gift(%s, %L)', pg_temp.gift(10), 'Misread'), 'P0001'),
  ('a void', format('select public.void_gift(%L, %L)', pg_temp.id(10), 'Bounced'), 'P0001'),
  ('posting', format('select public.post_batch(%L)', pg_temp.id(71)), 'P0001'),
  ('a deposit', format('select public.note_deposit(%L, 1, %L, null)', pg_temp.id(71), private.office_today()), 'P0001'),
  ('another count', format('update public.gift_batches set expected_count = 1 where id = %L', pg_temp.id(71)), '42501')
) as listed (what, statement, state);
select tests.sees('admin', pg_temp.enter(94, jsonb_build_object('amount', 99)), null, 'A gift of a discarded batch is no duplicate of a new one');

-- The book and deposits

select tests.sees('only can_manage_donations', $$ select string_agg(concat_ws(' ', gifts, total, posted_by, discarded_by), ', ' order by created_at, total desc) from public.batch_book() $$,
  '2 120.00 only.can_manage_donations@personas.test, 1 99.00 only.can_manage_donations@personas.test', 'The book has posted and discarded batches');
select tests.sees(persona, 'select count(*) from public.batch_book()', '0', persona || ' sees no batch')
from unnest(array['supporter', 'plain development_manager']) as persona;
create function pg_temp.deposit(amount text, replaced text default null, day text default null) returns text
language sql
as $$ select format('select public.note_deposit(%L, %L, %L, %L)', pg_temp.id(70), amount, coalesce(day, private.office_today()::text), replaced) $$;
select tests.done('only can_manage_donations', pg_temp.deposit('119.5'),
  $$ (select deposited is not distinct from 119.50 from public.gift_batches where id = pg_temp.id(70)) $$, 'Staff note what the bank shows');
select tests.refused('admin', pg_temp.deposit('5'), 'A deposit that a colleague entered is not replaced unseen', 'PT409');
select tests.refused('admin', statement, 'No deposit is ' || statement, 'P0001')
from unnest(array[pg_temp.deposit('-1', '119.5'), pg_temp.deposit(null, '119.5'), pg_temp.deposit('1', '119.5', (private.office_today() + 1)::text)]) as statement;
select tests.refused('supporter', pg_temp.deposit('1', '119.5'), 'As a supporter I note no deposit');

-- Payouts of the provider

select public.record_payout('evt po', '{"id": "po_9", "amount": 480.2, "arrives_on": "2026-01-05", "state": "paid", "told_at": "2026-01-04T10:00:00Z"}');
create function pg_temp.payout_deposit(amount text, replaced text default null) returns text
language sql
as $$ select format('select public.note_payout_deposit(%L, %L, %L, %L)', 'po_9', amount, '2026-01-05', replaced) $$;
select tests.done('only can_manage_donations', pg_temp.payout_deposit('480'),
  $$ exists (select from private.payouts where id = 'po_9' and deposited = 480) $$, 'Staff note what the bank shows for a payout');
select ok(exists (select from public.change_log where record_name = 'po_9' and changes @> '{"deposited": [null, 480]}'), 'which is logged');
select tests.sees('only can_manage_donations', $$ select string_agg(concat_ws(' ', amount, deposited, is_failed), ', ') from public.payout_book() where id = 'po_9' $$,
  '480.20 480.00 f', 'Expected and deposited sums stand together');
select tests.sees('supporter', 'select count(*) from public.payout_book()', '0', 'A supporter sees no payout');
select tests.refused('admin', pg_temp.payout_deposit('5'), 'A deposit of a payout that a colleague entered is not replaced unseen', 'PT409');
select tests.refused('supporter', pg_temp.payout_deposit('5', '480'), 'As a supporter I note no deposit of a payout');

-- Refunds by hand

create function pg_temp.refund(amount text, before text default '0', reason text default 'Sent too much') returns text
language sql
as $$ select format('select public.refund_gift(%L, %L, %L, %L)', pg_temp.id(5), amount, before, reason) $$;
select tests.done('only can_manage_donations', pg_temp.refund('30'),
  $$ pg_temp.total() = (select total + 120 + 99 - 30 from before) $$, 'A part of a gift is refunded');
select ok(
  exists (select from public.change_log where record_id = pg_temp.id(5) and changes @> '{"refunded": [0, 30], "change_reason": [null, "Sent too much"]}'),
  'The log has the amount and the reason'
);
select tests.refused('admin', pg_temp.refund('30'), 'The same refund does not count twice', 'PT409');
select tests.refused('admin', pg_temp.refund(amount, '30', reason), 'No refund is ' || coalesce(amount, 'nothing') || ' for ' || reason, 'P0001')
from (values ('70.01', 'All'), ('0', 'None'), ('-5', 'Back'), (null, 'None'), ('NaN', 'None'), ('5', ' ')) as listed (amount, reason);
select tests.refused('supporter', pg_temp.refund('5', '30'), 'As a supporter I refund nothing');
select tests.refused('admin', format('select public.refund_gift(%L, 1, 0, %L)', pg_temp.id(80), 'Wrong'), 'A gift of the payment provider is refunded there', 'P0001');
select tests.done('admin', pg_temp.refund('70', '30'), $$ (select not is_kept and voided_at is null from public.donations where id = pg_temp.id(5)) $$,
  'The rest is refunded, too');

-- Funds

insert into public.funds (id, name) values (pg_temp.id(60), 'Lab');
select tests.attempt('admin', pg_temp.enter(8, jsonb_build_object('fund_id', pg_temp.id(60), 'amount', 300)));
select tests.attempt('admin', pg_temp.enter(9, jsonb_build_object('fund_id', pg_temp.id(60), 'amount', 80)));
select tests.attempt('admin', format('select public.void_gift(%L, %L)', pg_temp.id(9), 'Bounced'));
select is(
  (select string_agg(distinct line ->> 'campaign', ', ') from private.receipts_due(
    extract(year from private.office_today() - 1)::integer, array(select id from public.donors where lower(email) = 'ada@example.org')
  ) as due, jsonb_array_elements(due.lines) as line), 'Lab', 'The receipt names the fund'
);
create function pg_temp.spend(number integer, amount numeric) returns text
language sql
as $$
  select format('select public.spend_from_fund(%L, %L, %s, %L, %L)', pg_temp.id(number), pg_temp.id(60), amount, private.office_today(), 'Glass')
$$;
select tests.refused('admin', pg_temp.spend(50, 300.01), 'No more is spent than a fund has', 'P0001');
select is((tests.attempt('admin', pg_temp.spend(50, 300.01))).message, 'This fund has $300.00 left.', 'and how much it has is said');
select tests.attempt('only can_manage_donations', pg_temp.spend(50, 120));
select tests.attempt('only can_manage_donations', pg_temp.spend(50, 120));
select tests.sees('only can_manage_donations',
  $$ select concat_ws(' ', given, refunded, spent, balance) from public.fund_balances() where name = 'Lab' $$, '380.00 80.00 120.00 180.00',
  'The balance is what was given, less refunds and spendings');
select tests.refused('admin', format('select public.void_gift(%L, %L)', pg_temp.id(8), 'Bounced'), 'A gift that a fund has spent is not voided', 'P0001');
select is(
  (tests.attempt('admin', format('select public.void_gift(%L, %L)', pg_temp.id(8), 'Bounced'))).message,
  'The fund Lab has spent $120.00 of this gift. Correct another gift to go into the fund first.', 'and why is said'
);
select tests.refused('admin', format('select public.refund_gift(%L, 180.01, 0, %L)', pg_temp.id(8), 'Back'), 'nor refunded beyond what is left', 'P0001');
select tests.refused('admin', format('select public.correct_gift(%s, %L)', pg_temp.gift(8, '{"amount": 100}'), 'Misread'), 'nor taken from the fund', 'P0001');
select tests.done('admin', format('select public.refund_gift(%L, 180, 0, %L)', pg_temp.id(8), 'Back'),
  $$ private.fund_left(pg_temp.id(60)) is not distinct from 0 $$, 'What is left can be refunded');
select tests.sees('plain development_manager', 'select count(*) from public.fund_balances()', '0', 'Others see no fund');
select tests.refused('supporter', pg_temp.spend(51, 1), 'As a supporter I spend nothing');

select tests.refused(persona, $$ select public.note_thanks('{}') $$, 'As ' || persona || ' I am told that thanks are a list', '23514')
from unnest(array['admin', 'supporter']) as persona;

-- Who gave: picked by id, or the donors of that name are asked about

create function pg_temp.john(number integer, changed jsonb default '{}') returns jsonb
language sql
as $$ select '{"donor_name": "John Doe", "donor_email": null}'::jsonb || jsonb_build_object('amount', number) || changed $$;
create function pg_temp.day(ago integer) returns jsonb
language sql
as $$ select jsonb_build_object('day', private.office_today() - ago) $$;
create function pg_temp.by(number integer) returns uuid
language sql
as $$ select person_id from public.donations where id = pg_temp.id(number) $$;
create function pg_temp.picked(number integer) returns jsonb
language sql
as $$ select jsonb_build_object('person_id', pg_temp.by(number)) $$;
create function pg_temp.asked(statement text) returns text
language sql
as $$
  select format($q$ select coalesce(answer ->> 'field' || ': ' || (
    select string_agg(concat_ws(', ', one ->> 'name', one ->> 'hint', one ->> 'kinds',
        ((one ->> 'last_gift_at')::timestamptz at time zone %L)::date - %L::date, one ->> 'last_gift'), ' / ')
    from jsonb_array_elements(answer -> 'people') as one
  ), answer::text) from (%s) as asked (answer) $q$, private.office_time_zone(), private.office_today(), statement)
$$;
create function pg_temp.people(named text) returns bigint
language sql
as $$ select count(*) from private.people where name = named $$;

select tests.attempt('admin', pg_temp.enter(100, '{"donor_name": "Fatu Kamara", "donor_email": null, "donor_phone": "+231 77 555 0140", "amount": 15}'));
select tests.done('only can_manage_donations', pg_temp.enter(101, '{"donor_name": "Fatu Kamara", "donor_email": null, "amount": 16}' || pg_temp.picked(100)),
  $$ pg_temp.by(101) is not distinct from pg_temp.by(100) and pg_temp.people('Fatu Kamara') = 1 $$, 'A donor known by phone who is picked is the same one');
select tests.attempt('admin', pg_temp.enter(102, pg_temp.john(10, pg_temp.day(5))));
update private.people set created_at = created_at - interval '1 day' where name = 'John Doe';
select tests.done('admin', pg_temp.enter(103, pg_temp.john(20, pg_temp.day(5) || jsonb_build_object('new_person_id', pg_temp.id(203)))),
  $$ pg_temp.by(103) = pg_temp.id(203) and pg_temp.by(102) <> pg_temp.by(103) and pg_temp.people('John Doe') = 2 $$,
  'Someone else of the same name is a donor of their own, under the id that the browser chose');
select tests.sees('admin', pg_temp.enter(103, pg_temp.john(20, pg_temp.day(5) || jsonb_build_object('new_person_id', pg_temp.id(203)))), null, 'and a retry makes no third');
select tests.done('admin', pg_temp.enter(104, pg_temp.john(31) || pg_temp.picked(102)), $$ pg_temp.by(104) is not distinct from pg_temp.by(102) $$, 'Of two of one name, the first who is picked has the gift');
select tests.done('admin', pg_temp.enter(105, pg_temp.john(32, pg_temp.day(3)) || pg_temp.picked(103)),
  $$ pg_temp.by(105) = pg_temp.id(203) and (select is_picked from public.donations where id = pg_temp.id(105))
    and (select lifetime = 52 from public.donors where id = pg_temp.id(203)) and pg_temp.people('John Doe') = 2 $$, 'and the second who is picked has theirs');
select tests.sees('only can_manage_donations', pg_temp.asked(pg_temp.enter(107, pg_temp.john(33))),
  'donor_name: John Doe, ["donor"], -1, 31.00 / John Doe, ["donor"], -3, 32.00', 'Typed, a name of two donors asks which of them');
select tests.sees('admin', pg_temp.asked(pg_temp.enter(107, '{"donor_name": "Doe, John", "donor_email": "doe@example.org"}')),
  'donor_name: John Doe, ["donor"], -1, 31.00 / John Doe, ["donor"], -3, 32.00', 'also with the last name first');
select is_empty($$ select from public.donations where id = pg_temp.id(107) $$, 'and nothing is stored before somebody says');
select tests.sees('admin', format('select asked is null from (%s) as entered (asked)', pg_temp.enter(106, pg_temp.john(31) || pg_temp.picked(103))), 'true',
  'An equal gift of the first is no duplicate of one of the second');
select tests.sees('admin', format($q$ select asked ->> 'looks_like' like 'John Doe, $32.00%%' from (%s) as entered (asked) $q$, pg_temp.enter(107, pg_temp.john(32, pg_temp.day(3)) || pg_temp.picked(103))),
  'true', 'but one of their own is');

insert into public.donations (donor_name, donor_email, donor_phone, amount, donation_type, created_at) values
  ('Ruth Eder', 'ruth@example.org', '512 555 0177', 5, 'one-time', private.office_today() - 40 + time '12:00'),
  ('Rosa Eder', 'rosa@example.org', null, 5, 'one-time', private.office_today() - 40 + time '12:00');
update private.contact_points set valid_since = valid_since - interval '40 days' where value = 'ruth@example.org';
create function pg_temp.ruth(address text) returns jsonb
language sql
as $$ select jsonb_build_object('donor_name', 'Ruth Eder', 'donor_email', address) $$;
select tests.sees('only can_manage_donations', pg_temp.asked(pg_temp.enter(108, pg_temp.ruth(address))),
  'donor_name: Ruth Eder, r…@example.org, phone …0177, ["donor"], -40, 5.00', 'The name of a donor asks before there is a second one, with ' || coalesce(address, 'no address'))
from unnest(array[null, 'ruth.eder@example.net']) as address;
select is(pg_temp.people('Ruth Eder'), 1::bigint, 'There is no second one');
select tests.done('admin', pg_temp.enter(108, pg_temp.ruth('ruth@example.org') || pg_temp.day(3)), $$ (select gift_count = 2 from public.donors where name = 'Ruth Eder') $$,
  'With the address of the donor nobody is asked');
select tests.done('admin', pg_temp.enter(109, pg_temp.ruth('ruth@new.example') || '{"amount": 7}' || pg_temp.picked(108)),
  $$ pg_temp.by(109) = pg_temp.by(108) and private.email_of(pg_temp.by(108)) = 'ruth@new.example' $$, 'Picked, a new address is one of theirs, and letters go there');
select tests.attempt('admin', pg_temp.enter(110, pg_temp.ruth('other@example.net') || jsonb_build_object('new_person_id', pg_temp.id(210)) || pg_temp.day(2)));
select is((select string_agg(email || ' ' || gift_count, ', ' order by email) from public.donors where name = 'Ruth Eder'), 'other@example.net 1, ruth@new.example 3', 'Someone else is a donor of their own');
insert into public.gift_batches (id, expected_count, expected_total) values (pg_temp.id(72), 1, 1);
select tests.attempt('admin', pg_temp.enter(111, jsonb_build_object('donor_name', 'Nora Unposted', 'donor_email', 'nora@example.org', 'batch_id', pg_temp.id(72))));
select tests.sees('admin', pg_temp.asked(pg_temp.enter(112, '{"donor_name": "Nora Unposted", "donor_email": null}')),
  'donor_name: Nora Unposted, n…@example.org, ["donor"], -1', 'A donor of an open batch is asked about, too');

insert into public.mentors (first_name, last_name, email) values ('Mia', 'Mentor', 'mia@example.org');
create function pg_temp.mia() returns jsonb
language sql
as $$ select jsonb_build_object('donor_name', 'Mia Mentor', 'donor_email', 'mia@work.example', 'person_id', (select person_id from public.mentors where email = 'mia@example.org')) $$;
select tests.refused('only can_manage_donations', pg_temp.enter(113, changed), 'Nobody is picked, or made, under the id of ' || what, 'P0001')
from (values
  ('a mentor of whom I may read nothing', pg_temp.mia()), ('a mentor, for someone new', jsonb_build_object('new_person_id', pg_temp.mia() ->> 'person_id')),
  ('nobody', jsonb_build_object('person_id', pg_temp.id(299)))
) as listed (what, changed);
select tests.done('admin', pg_temp.enter(113, pg_temp.mia()),
  $$ pg_temp.by(113)::text is not distinct from pg_temp.mia() ->> 'person_id' and pg_temp.people('Mia Mentor') = 1 $$, 'A mentor who is picked is no third person');
insert into public.donations (donor_name, donor_email, amount, donation_type, told) values ('Tina Told', 'tina@example.org', 5, 'one-time', '{email}');
select tests.done('admin', pg_temp.enter(114, '{"donor_name": "Tina Told", "donor_email": "tina@example.org"}' || (select jsonb_build_object('person_id', id) from public.donors where name = 'Tina Told')),
  $$ coalesce((select bool_and(level = 'told') from private.contact_points where person_id = pg_temp.by(114)), false) $$, 'A pick confirms no address that was only told');

select tests.attempt('admin', pg_temp.enter(115, '{"legal_donor_name": "Lakeside Fund"}'));
insert into public.donations (donor_name, donor_email, amount, donation_type, created_at) values ('Trust of Lima', 'trust@example.org', 5, 'grant', private.office_today() - 2 + time '12:00');
select tests.done('admin', pg_temp.enter(116, '{"legal_donor_name": "Lakeside Fund", "amount": 51}'),
  $$ (select count(distinct legal_donor_id) = 1 from public.donations where id in (pg_temp.id(115), pg_temp.id(116))) $$, 'The only legal donor of a name is not asked about');
select tests.sees('admin', pg_temp.asked(pg_temp.enter(117, '{"legal_donor_name": "Trust of Lima", "amount": 52}')), 'legal_donor_name: Trust of Lima, t…@example.org, ["donor"], -2, 5.00',
  'A legal donor''s name that a donor has asks, too');
select tests.done('admin', pg_temp.enter(117, jsonb_build_object('legal_donor_name', 'Trust of Lima', 'amount', 52, 'new_legal_donor_id', pg_temp.id(217))),
  $$ (select legal_donor_id = pg_temp.id(217) from public.donations where id = pg_temp.id(117)) and pg_temp.people('Trust of Lima') = 2 $$, 'and may be someone else');

create function pg_temp.correct(number integer, changed jsonb) returns text
language sql
as $$ select format('select public.correct_gift(%s, %L)', pg_temp.gift(number, changed), 'Misread') $$;
select tests.done('only can_manage_donations', pg_temp.correct(105, pg_temp.john(34) || pg_temp.picked(103)),
  $$ pg_temp.by(105) = pg_temp.id(203) and (select is_picked and amount = 34 from public.donations where id = pg_temp.id(105)) $$, 'A correction of the amount keeps who was picked');
select tests.done('admin', pg_temp.correct(105, pg_temp.john(34) || pg_temp.picked(102)), $$ pg_temp.by(105) = pg_temp.by(102) $$, 'Another pick moves the gift');
select tests.sees('admin', pg_temp.asked(pg_temp.correct(105, pg_temp.ruth(null))),
  'donor_name: Ruth Eder, r…@new.example, phone …0177, ["donor"], -1, 7.00 / Ruth Eder, o…@example.net, ["donor"], -2, 50.00', 'A name that donors have asks in a correction');
select ok((select donor_name = 'John Doe' and is_picked from public.donations where id = pg_temp.id(105)), 'which changes nothing before somebody says');
select tests.done('admin', pg_temp.correct(105, '{"donor_name": "Jim Roe", "donor_email": "jim@example.org"}'),
  $$ (select not is_picked from public.donations where id = pg_temp.id(105)) and (select gift_count = 1 from public.donors where name = 'Jim Roe' and id = pg_temp.by(105))
    and pg_temp.people('John Doe') = 2 $$, 'Another name is bound to nobody: the rule decides');
select tests.attempt('admin', pg_temp.correct(106, pg_temp.john(31) || pg_temp.picked(102)));
select tests.done('admin', pg_temp.correct(103, pg_temp.john(20) || pg_temp.picked(102)), $$ pg_temp.people('John Doe') = 1 $$, 'With the last gift moved, the other one is gone');

create temporary table gone as select pg_temp.by(101) as person;
select tests.done('owner', $$ select tests.erase(pg_temp.by(101)::text) $$,
  $$ pg_temp.people('Fatu Kamara') = 0 and not exists (select from private.people join gone on id = person) and (select not is_picked from public.donations where id = pg_temp.id(101)) $$,
  'Who was picked is erased like anyone else');

select * from finish();
rollback;
