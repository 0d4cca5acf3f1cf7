-- The books: what came back is a line of its own day, a month adds up, and a closed one stays as it is.

begin;
select * from no_plan();
delete from public.donations where true;
delete from public.gift_batches where true;
delete from public.fund_spendings where true;
delete from public.change_log where true;

-- The last day of a month that is over, in the office.
create function pg_temp.then(earlier integer default 0) returns date
language sql
as $$ select date_trunc('month', private.office_today())::date - 1 - earlier $$;
create function pg_temp.id(number integer) returns uuid
language sql
as $$ select ('00000000-0000-4000-8000-0000000f' || lpad(number::text, 4, '0'))::uuid $$;
create function pg_temp.gift(number integer, changed jsonb default '{}') returns text
language sql
as $$
  select format('%L::jsonb', jsonb_build_object(
    'id', pg_temp.id(number), 'donor_name', 'Giver ' || number, 'amount', 50, 'day', pg_temp.then(), 'method', 'check'
  ) || changed)
$$;
create function pg_temp.enter(number integer, changed jsonb default '{}') returns text
language sql
as $$ select format('select public.enter_gift(%s)', pg_temp.gift(number, changed)) $$;
create function pg_temp.lines(of_month date default pg_temp.then()) returns text
language sql
as $$
  select coalesce(string_agg(concat_ws(' ', day - date_trunc('month', of_month)::date + 1, kind, trim_scale(amount)), ', ' order by day, kind, amount), '')
  from private.book_lines where date_trunc('month', day) = date_trunc('month', of_month)
$$;
create function pg_temp.day(of_day date) returns text
language sql
as $$ select extract(day from of_day)::text $$;
create function pg_temp.batch() returns text
language plpgsql
as $$
begin
  return tests.answer('only can_view_financials', $q$
    select concat_ws(' ', gifts, total, deposited, (
      select string_agg(concat_ws(' ', line ->> 'kind', line ->> 'amount', line ->> 'fee'), ', ' order by place)
      from jsonb_array_elements(returns) with ordinality as listed (line, place)
    )) from public.batch_book() limit 1
  $q$);
end
$$;

-- After the deposit: three checks of 60, 70 and 50, of which one is refunded and one bounces.

insert into public.gift_batches (id, expected_count, expected_total) values (pg_temp.id(70), 3, 180);
select tests.attempt('fundraiser', pg_temp.enter(number, jsonb_build_object('batch_id', pg_temp.id(70), 'amount', amount, 'day', pg_temp.then(9))))
from (values (1, 60), (2, 70), (3, 50), (4, 999)) as listed (number, amount);
select tests.attempt('fundraiser', format('select public.void_gift(%L, %L)', pg_temp.id(4), 'Typed twice'));
select tests.attempt('fundraiser', format('select public.post_batch(%L)', pg_temp.id(70)));
select is(pg_temp.batch(), '3 180.00', 'What was void before the batch was posted is not in it');
select tests.attempt('fundraiser', format('select public.note_deposit(%L, 180, %L, null)', pg_temp.id(70), pg_temp.then(8)));
select tests.done('fundraiser', format('select public.refund_gift(%L, 60, 0, %L, %L, null, %L)', pg_temp.id(1), 'Asked for it', pg_temp.then(6), pg_temp.id(81)),
  $$ pg_temp.batch() = '3 180.00 180.00 refund 60.00' $$, 'A refund leaves its batch and the deposit as they are, and is a line');
select tests.done('fundraiser', format('select public.void_gift(%L, %L, true, %L, 12.5, %L)', pg_temp.id(2), 'The check bounced', pg_temp.then(5), pg_temp.id(82)),
  $$ pg_temp.batch() = '3 180.00 180.00 refund 60.00, bounce 70.00 12.50' $$, 'So does a check that bounced, with the fee of the bank');
select tests.attempt('fundraiser', format('select public.refund_gift(%L, 60, 0, %L, %L, null, %L)', pg_temp.id(1), 'Asked for it', pg_temp.then(6), pg_temp.id(81)));
select tests.attempt('fundraiser', format('select public.void_gift(%L, %L, true, %L, 12.5, %L)', pg_temp.id(2), 'The check bounced', pg_temp.then(5), pg_temp.id(82)));
select is((select count(*) from public.gift_returns), 2::bigint, 'A retry stores no second line');
select is(pg_temp.lines(), format('%s gift 50, %1$s gift 60, %1$s gift 70, %s deposit 180, %s refund -60, %s bounce -70, %4$s fee -12.5',
  pg_temp.day(pg_temp.then(9)), pg_temp.day(pg_temp.then(8)), pg_temp.day(pg_temp.then(6)), pg_temp.day(pg_temp.then(5))),
  'The journal has each on its own day');
select tests.attempt('fundraiser', format('select public.note_deposit(%L, 181, %L, 180)', pg_temp.id(70), pg_temp.then(4)));
select is(pg_temp.batch(), '3 180.00 181.00 refund 60.00, bounce 70.00 12.50', 'A deposit that is entered after the bounce compares with the same sum');
select tests.refused('fundraiser', format('select public.void_gift(%L, %L, true, %L, %s)', pg_temp.id(3), 'Bounced', day, fee), 'Refused: ' || why, 'P0001')
from (values (pg_temp.then(10), '1', 'a day before the gift'), (private.office_today() + 1, '1', 'a day in the future'), (pg_temp.then(), '-1', 'a negative fee'), (pg_temp.then(), '''NaN''', 'no fee at all')) as listed (day, fee, why);
select tests.refused(persona, 'delete from public.gift_returns where true', format('As %s I write no line', persona))
from unnest('{anon,supporter,only can_view_financials,fundraiser}'::text[]) as persona;

-- The provider's events, in any order

select public.record_payment_event('e1', payment => 'pi_1', refunded => 4, told_at => (pg_temp.then(2) + time '15:00') at time zone 'UTC');
select public.record_payment_event('e2', gift => jsonb_build_object('payment_id', 'pi_1', 'donor_name', 'Cara Card', 'amount', 30, 'donation_type', 'one-time',
  'given_at', (pg_temp.then(3) + time '15:00') at time zone 'UTC'), payment => 'pi_1');
select public.record_payment_event('e3', payment => 'pi_1', reversal => '{"id": "dp_1", "kind": "dispute_lost", "amount": 26, "fee": 15}',
  told_at => (pg_temp.then(1) + time '15:00') at time zone 'UTC');
select public.record_payment_event('e4', payment => 'pi_1', reversal => '{"id": "dp_1", "kind": "dispute_won", "amount": 26}',
  told_at => (pg_temp.then() + time '15:00') at time zone 'UTC');
select is(
  (select string_agg(concat_ws(' ', pg_temp.then() - day, kind, amount), ', ' order by day, kind) from private.book_lines where source = 'online'),
  '3 gift 30.00, 2 refund -4.00, 1 dispute -26.00, 1 fee -15.00, 0 dispute 26.00', 'Refunds and disputes of the provider stay on their days'
);
select is((select sum(amount - refunded) from private.gifts), (select sum(amount) from private.book_lines where kind in ('gift', 'refund', 'bounce', 'void', 'dispute')),
  'The lines add up to what counts of the gifts');

-- A closed month

select tests.attempt('fundraiser', pg_temp.enter(5, jsonb_build_object('fund_id', tests.id('funds', 'School meals'))));
select tests.attempt('fundraiser', pg_temp.enter(6, jsonb_build_object('method', 'in_kind', 'amount', null, 'description', 'Piano')));
create function pg_temp.close(of_month date default pg_temp.then()) returns text
language sql
as $$ select format('select public.close_month(%L, %s)', of_month, private.net_of_month(date_trunc('month', of_month)::date)) $$;
select tests.refused(persona, pg_temp.close(), format('As %s I close no month', persona))
from unnest('{anon,supporter,only can_view_financials}'::text[]) as persona;
select tests.refused('fundraiser', pg_temp.close(private.office_today()), 'The month of today stays open', 'P0001');
select tests.refused('fundraiser', format('select public.close_month(%L, 1)', pg_temp.then()), 'What changed since I looked is not closed', 'PT409');
insert into public.gift_batches (id, expected_count, expected_total) values (pg_temp.id(71), 1, 50);
select tests.attempt('fundraiser', pg_temp.enter(7, jsonb_build_object('batch_id', pg_temp.id(71))));
select tests.refused('fundraiser', pg_temp.close(), 'An open batch with gifts of the month comes first', 'P0001');
select tests.attempt('fundraiser', pg_temp.enter(8, jsonb_build_object('batch_id', pg_temp.id(71), 'day', private.office_today(), 'amount', 51)));
select tests.attempt('fundraiser', format('select public.void_gift(%L, %L)', pg_temp.id(7), 'Another month'));
select tests.attempt('fundraiser', format('select public.discard_batch(%L)', pg_temp.id(71)));
select tests.done('fundraiser', pg_temp.close(), $$ exists (select from private.closed_months where month = date_trunc('month', pg_temp.then())) $$, 'I close a month that is over');
select is((select concat_ws(' ', actor_name, record_kind, record_name, changes) from public.change_log where record_kind = 'closed_months'),
  'Olivia Brandt closed_months ' || to_char(pg_temp.then(), 'FMMonth YYYY') || ' {"closed": [false, true]}', 'The log has it');

create temporary table closed as select pg_temp.lines() as lines;
create function pg_temp.correct(number integer, changed jsonb, again uuid default null) returns text
language sql
as $$ select format('select public.correct_gift(%s, %L, %L)', pg_temp.gift(number, changed), 'Misread', again) $$;
insert into public.gift_batches (id, expected_count, expected_total, posted_at) values (pg_temp.id(72), 0, 0, now());
insert into private.payouts (id, amount, arrives_on, told_at) values ('po_now', 9, private.office_today(), now());
create temporary table tried (what text, statement text);
insert into tried values
  ('A gift with a day in it', pg_temp.enter(10)),
  ('a gift for a batch', pg_temp.enter(10, jsonb_build_object('batch_id', pg_temp.id(73)))),
  ('another amount', pg_temp.correct(3, jsonb_build_object('day', pg_temp.then(9), 'amount', 51))),
  ('another fund', pg_temp.correct(5, jsonb_build_object('fund_id', tests.id('funds', 'Science lab')))),
  ('another day', pg_temp.correct(5, jsonb_build_object('fund_id', tests.id('funds', 'School meals'), 'day', private.office_today()))),
  ('another method', pg_temp.correct(5, jsonb_build_object('fund_id', tests.id('funds', 'School meals'), 'method', 'cash'))),
  ('a refund of a day in it', format('select public.refund_gift(%L, 1, 0, %L, %L)', pg_temp.id(5), 'Late', pg_temp.then())),
  ('a bounce of a day in it', format('select public.void_gift(%L, %L, true, %L)', pg_temp.id(5), 'Late', pg_temp.then())),
  ('another deposit', format('select public.note_deposit(%L, 180, %L, 181)', pg_temp.id(70), private.office_today())),
  ('a deposit of a day in it', format('select public.note_deposit(%L, 180, %L, null)', pg_temp.id(72), pg_temp.then())),
  ('a payout deposited in it', format('select public.note_payout_deposit(%L, 9, %L, null)', 'po_now', pg_temp.then())),
  ('a spending', format('select public.spend_from_fund(%L, %L, 1, %L, %L)', pg_temp.id(90), tests.id('funds', 'School meals'), pg_temp.then(), 'Rice'));
insert into public.gift_batches (id, expected_count, expected_total) values (pg_temp.id(73), 1, 50);
select tests.refused('fundraiser', statement, what || ' is refused', 'P0001') from tried;
select is(
  (select string_agg(distinct (tests.attempt('fundraiser', statement)).message, '; ') from tried),
  to_char(pg_temp.then(), 'FMMonth YYYY') || ' is closed: choose a day in an open month, or ask an admin to reopen it.', 'in one sentence that names the month'
);
select tests.done('fundraiser', pg_temp.correct(5, jsonb_build_object('fund_id', tests.id('funds', 'School meals'), 'donor_name', 'Other Name', 'note', 'Called')),
  $$ exists (select from public.donations where id = pg_temp.id(5) and donor_name = 'Other Name' and note = 'Called') $$, 'Names and notes are no part of the books');
select is(pg_temp.lines(), (select lines from closed), 'The month is as it was closed');

-- Corrections in the open month

select tests.done('fundraiser', pg_temp.correct(5, jsonb_build_object('donor_name', 'Other Name', 'fund_id', tests.id('funds', 'Science lab'), 'amount', 55), pg_temp.id(95)),
  $$ (select voided_at is not null from public.donations where id = pg_temp.id(5))
    and (select amount = 55 and booked_day = private.office_today() and (created_at at time zone private.office_time_zone())::date = pg_temp.then()
      from public.donations where id = pg_temp.id(95)) $$,
  'A gift is corrected today: void, and entered again with its own day for the donor');
select tests.attempt('fundraiser', pg_temp.correct(5, jsonb_build_object('donor_name', 'Other Name', 'fund_id', tests.id('funds', 'Science lab'), 'amount', 55), pg_temp.id(95)));
select tests.done('fundraiser', format('select public.void_gift(%L, %L, true)', pg_temp.id(3), 'Bounced late'),
  $$ exists (select from public.gift_returns where gift_id = pg_temp.id(3) and booked_day = private.office_today()) $$, 'A late bounce is a line of today');
select is(pg_temp.lines(private.office_today()),
  format('%s bounce -50, %1$s gift 55, %1$s payout 9, %1$s void -50', extract(day from private.office_today())), 'The open month has the corrections, once');
select is(pg_temp.lines(), (select lines from closed), 'and the closed one stays');

-- Late events of the provider

create function pg_temp.late() returns timestamptz
language sql
as $$ select (pg_temp.then() + time '16:00') at time zone 'UTC' $$;
select public.record_payment_event('l1', gift => jsonb_build_object('payment_id', 'pi_2', 'donor_name', 'Late Card', 'amount', 7, 'donation_type', 'one-time', 'given_at', pg_temp.late()));
select public.record_payment_event('l2', payment => 'pi_1', refunded => 5, told_at => pg_temp.late());
select public.record_payout('l3', jsonb_build_object('id', 'po_late', 'amount', 20, 'arrives_on', pg_temp.then(), 'state', 'paid', 'told_at', pg_temp.late()));
select public.record_payout('l4', jsonb_build_object('id', 'po_late', 'amount', 20, 'arrives_on', pg_temp.then(), 'state', 'failed', 'told_at', now()));
select is(
  (select string_agg(concat_ws(' ', day - date_trunc('month', private.office_today())::date + 1, kind, amount), ', ' order by kind)
    from private.book_lines where name = 'Late Card' or payout = 'po_late' or name = 'Cara Card' and kind = 'refund' and amount = -1),
  format('1 gift 7.00, 1 payout 20.00, %s payout_returned -20.00, 1 refund -1.00', extract(day from private.office_today())),
  'What the provider tells late is booked on the first open day'
);
select is((select (created_at at time zone private.office_time_zone())::date from public.donations where payment_id = 'pi_2'), pg_temp.then(), 'and keeps its true day for the donor');
select is(pg_temp.lines(), (select lines from closed), 'so that the closed month stays');

-- Imports

create function pg_temp.import(number integer, day date) returns void
language plpgsql
as $$
begin
  perform tests.attempt('fundraiser', format('select public.begin_import(%L, %L, %L, 1)', pg_temp.id(number), 'donations', 'gifts.csv'));
  perform tests.attempt('fundraiser', format('select public.import_rows(%L, 0, %L)', pg_temp.id(number), jsonb_build_array(jsonb_build_object(
    'id', pg_temp.id(number), 'donor_name', 'Filed ' || number, 'amount', 10, 'donation_type', 'one-time', 'created_at', day
  ))));
end
$$;
select pg_temp.import(60, pg_temp.then());
select is_empty($$ select from public.donations where donor_name = 'Filed 60' $$, 'No gift is imported into a closed month');
select pg_temp.import(61, (date_trunc('month', pg_temp.then()) - interval '1 day')::date);
select is((select count(*) from public.donations where donor_name = 'Filed 61'), 1::bigint, 'One of an open month is');
select tests.attempt('fundraiser', pg_temp.close((date_trunc('month', pg_temp.then()) - interval '1 day')::date));
select tests.refused('fundraiser', format('select public.undo_import(%L)', pg_temp.id(61)), 'An import with gifts of a closed month is not undone', 'P0001');

-- Erasing, merging and retention change no line

select tests.done('admin', format('select public.merge_persons(%L, %L, %L)', pg_temp.id(99), kept.person_id, other.person_id),
  $$ (select count(distinct person_id) = 1 from public.donations where donor_name in ('Giver 1', 'Giver 2')) $$, 'Givers of a closed month are merged')
from public.donations kept, public.donations other where kept.donor_name = 'Giver 1' and other.donor_name = 'Giver 2';
update public.donations set donor_name = 'Erased donor', donor_email = null, reference = null where id = pg_temp.id(1);
select is(pg_temp.lines(), (select lines from closed), 'Names change, and the lines stay');
select tests.refused('owner', 'delete from public.donations where donor_name = ''Giver 2''', 'No gift of it is deleted', 'P0001');

-- Reopening

select tests.refused(persona, format('select public.reopen_month(%L, %L)', pg_temp.then(), 'Late check'), format('As %s I reopen no month', persona))
from unnest('{anon,supporter,fundraiser,only can_view_financials}'::text[]) as persona;
select tests.refused('admin', format('select public.reopen_month(%L, %L)', pg_temp.then(), ' '), 'A reason is needed', 'P0001');
select tests.done('admin', format('select public.reopen_month(%L, %L)', pg_temp.then(), 'Late check'),
  $$ not exists (select from private.closed_months where month = date_trunc('month', pg_temp.then())) $$, 'An admin reopens a month, for a reason');
select ok(exists (select from public.change_log where record_kind = 'closed_months' and changes ->> 'reason' like '%Late check%'), 'that the log keeps');
select tests.done('fundraiser', pg_temp.enter(10), $$ exists (select from public.donations where id = pg_temp.id(10)) $$, 'and gifts of it can be entered again');

-- Who reads them

create function pg_temp.seen(question text) returns table (persona text, seen text)
language sql
as $$
  select persona, coalesce((tests.attempt(persona, question)).state, '')
  from unnest('{anon,supporter,plain development_manager,only can_send_emails,only can_manage_donations,only can_view_financials,admin}'::text[]) as persona
$$;
select set_eq(format('select persona from pg_temp.seen(%L) where seen = %L', question, '00000'),
  '{only can_manage_donations,only can_view_financials,admin}'::text[], 'They read, and nobody else: ' || question)
from (values (format('select public.journal(%L)', private.office_today())), (format('select public.export_journal(%L)', private.office_today()))) as listed (question);
select is(tests.answer(persona, format('select count(*)::text from %s', readers)), wanted, format('%s sees %s of %s', persona, wanted, readers))
from (values ('public.batch_book()'), ('public.payout_book()'), ('public.fund_balances()')) as listed (readers)
cross join (values ('only can_view_financials', true), ('plain development_manager', false)) as asked (persona, may)
cross join lateral (select case when may then (tests.answer('admin', format('select count(*)::text from %s', readers))) else '0' end as wanted) as expected;
select is(tests.answer('only can_view_financials', format('select count(*)::text from public.%I', listed)), '0', 'Whoever sees the financials reads no row of ' || listed)
from unnest('{donations,donors,gift_batches,funds,fund_spendings,gift_returns}'::text[]) as listed;
select is(
  (select string_agg(key, ' ' order by key) from jsonb_object_keys(tests.answer('only can_view_financials', format('select public.export_journal(%L) -> 0', private.office_today()))::jsonb) as key),
  'amount batch campaign day entry fund method name payout source', 'Of a donor the export has the name, and no more'
);
select is(tests.answer('only can_view_financials', format($$ select jsonb_array_length(public.journal(%L) -> 'entries')::text $$, private.office_today())),
  (select count(distinct (day, kind, source, batch_id, payout, fund_id, campaign))::text from private.book_lines where day >= date_trunc('month', private.office_today())), 'The journal has a line for each day, kind, batch, fund and campaign');

select * from finish();
rollback;
