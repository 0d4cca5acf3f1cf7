-- Pledges of donors: installments, gifts that are applied, what is late, written off, and what follows a donor.

begin;
select * from no_plan();
delete from public.donations where true;
delete from public.gift_pledges where true;
delete from public.tasks where true;

create function pg_temp.id(number integer) returns uuid
language sql
as $$ select ('00000000-0000-4000-8000-0000000e' || lpad(number::text, 4, '0'))::uuid $$;
create function pg_temp.day(later integer default 0) returns date
language sql
as $$ select private.office_today() + later $$;
create function pg_temp.pledge(number integer, changed jsonb default '{}', parts jsonb default null, replaced jsonb default null) returns text
language sql
as $$
  select format('select public.save_pledge(%L::jsonb, %L::jsonb, %L::jsonb)', jsonb_build_object(
    'id', pg_temp.id(number), 'donor_name', 'Pia Promise', 'amount', 500, 'pledged_on', pg_temp.day(-100), 'fund_id', null, 'campaign', null, 'note', null
  ) || changed, coalesce(parts, jsonb_build_array(
    jsonb_build_object('due_on', pg_temp.day(-40), 'amount', 200), jsonb_build_object('due_on', pg_temp.day(-10), 'amount', 200),
    jsonb_build_object('due_on', pg_temp.day(20), 'amount', 100)
  )), replaced)
$$;
create function pg_temp.gift(number integer, changed jsonb default '{}') returns text
language sql
as $$
  select format('select public.enter_gift(%L::jsonb, true)', jsonb_build_object(
    'id', pg_temp.id(number), 'donor_name', 'Pia Promise', 'amount', 200, 'day', pg_temp.day(-35), 'method', 'check'
  ) || changed)
$$;
create function pg_temp.apply(gift integer, pledge integer, replaced integer default null) returns text
language sql
as $$ select format('select public.apply_gift(%L, %L, %L)', pg_temp.id(gift), pg_temp.id(pledge), pg_temp.id(replaced)) $$;
-- status, paid, balance, late and the covered part of each installment
create function pg_temp.standing(number integer) returns text
language sql
as $$
  select coalesce((select concat_ws(' ', status, trim_scale(paid), trim_scale(balance), trim_scale(late), (
    select string_agg(trim_scale((part ->> 'paid')::numeric)::text, '+' order by place)
    from jsonb_array_elements(installments) with ordinality as listed (part, place)
  )) from private.pledge_standings where id = pg_temp.id(number)), '')
$$;

-- Who may

select tests.refused(persona, call, format('As %s I may not: %s', persona, split_part(call, '(', 1)))
from unnest('{anon,supporter,only can_view_financials,only can_review_submissions}'::text[]) as persona
cross join (values (pg_temp.pledge(1)), (pg_temp.apply(11, 1)), (format('select public.write_off_pledge(%L, %L, 500)', pg_temp.id(1), 'Moved')),
  (format('select public.reopen_pledge(%L)', pg_temp.id(1))), (format('select public.delete_pledge(%L)', pg_temp.id(1)))) as calls (call);

-- Bad input

select tests.refused('fundraiser', call, says, 'P0001')
from (values
  (pg_temp.pledge(1, '{"amount": 501}'), 'Installments that do not add up are refused'),
  (pg_temp.pledge(1, '{"amount": 0}'), 'So is no amount'),
  (pg_temp.pledge(1, '{"donor_name": " "}'), 'no name'),
  (pg_temp.pledge(1, jsonb_build_object('pledged_on', pg_temp.day(1))), 'a day in the future'),
  (pg_temp.pledge(1, jsonb_build_object('fund_id', pg_temp.id(99))), 'a fund that is gone'),
  (pg_temp.pledge(1, '{}', '[]'), 'no installment'),
  (pg_temp.pledge(1, '{}', jsonb_build_array(jsonb_build_object('due_on', pg_temp.day(-101), 'amount', 500))), 'an installment before the pledge'),
  (pg_temp.pledge(1, '{}', jsonb_build_array(jsonb_build_object('due_on', pg_temp.day(), 'amount', 250), jsonb_build_object('due_on', pg_temp.day(), 'amount', 250))), 'two on one day')
) as listed (call, says);
select is((tests.attempt('fundraiser', pg_temp.pledge(1, '{"amount": 501}'))).message, 'The installments add up to $500.00, the pledge is $501.00.', 'The sentence has both sums');

-- A pledge, its gifts and its lists

select tests.done('fundraiser', pg_temp.pledge(1), $$ pg_temp.standing(1) = 'open 0 500 400 0+0+0' $$, 'A pledge is open, and its past installments are late');
select is((tests.attempt('fundraiser', pg_temp.pledge(1))).state, '00000', 'A retry is no second one');
select is((select count(*) from public.gift_pledges), 1::bigint, 'And stores nothing');
select tests.refused('fundraiser', pg_temp.pledge(1, '{"note": "Other"}'), 'Whoever did not see the pledge does not change it', 'PT409');
select tests.attempt('fundraiser', pg_temp.gift(11));
select is((select person_id from public.donations where id = pg_temp.id(11)), (select person_id from public.gift_pledges where id = pg_temp.id(1)), 'A gift under the same name is the same donor''s');
select is(tests.answer('fundraiser', 'select jsonb_array_length(pledge -> ''proposals'') || '' '' || jsonb_array_length(pledge -> ''gifts'') from public.pledge_book(''late'') as pledge'), '1 0', 'The gift is proposed, and not applied');
select is(tests.answer('fundraiser', format('select pledge ->> ''is_proposed'' from public.pledges_of_gifts(array[%L::uuid]) as pledge', pg_temp.id(11))), 'true', 'At the gift too');
select tests.done('fundraiser', pg_temp.apply(11, 1), $$ pg_temp.standing(1) = 'open 200 300 200 200+0+0' $$, 'An applied gift covers the first installment');
select is((tests.attempt('fundraiser', pg_temp.apply(11, 1))).state, '00000', 'A retry changes nothing');
select tests.attempt('fundraiser', pg_temp.pledge(2, '{"amount": 300}', jsonb_build_array(jsonb_build_object('due_on', pg_temp.day(), 'amount', 300)))) from public.gift_pledges limit 1;
update public.gift_pledges set person_id = (select person_id from public.donations where id = pg_temp.id(11)) where true;
select tests.refused('fundraiser', pg_temp.apply(11, 2), 'A gift is not applied twice', 'PT409');
select tests.refused('fundraiser', pg_temp.apply(11, 2, 1), 'Nor moved in one step', 'P0001');
select tests.attempt('fundraiser', pg_temp.gift(number, changed))
from (values (12, '{"donor_name": "Otto Other"}'::jsonb), (13, '{"amount": 400}'), (14, '{"method": "in_kind", "description": "Books"}'), (15, '{"amount": 7}'), (16, '{"amount": 100, "currency": "EUR", "rate": 1.1, "rate_on": "2026-01-02"}')) as listed (number, changed);
select tests.attempt('fundraiser', format('select public.void_gift(%L, %L)', pg_temp.id(15), 'Typed twice'));
select tests.refused('fundraiser', pg_temp.apply(gift, 1), says, 'P0001')
from (values (12, 'A gift of another donor is refused'), (13, 'One of more than is left'), (14, 'One in kind'), (15, 'A void one'), (98, 'One that is gone')) as listed (gift, says);
select tests.done('fundraiser', pg_temp.apply(16, 1), $$ pg_temp.standing(1) = 'open 310 190 90 200+110+0' $$, 'Of another currency the dollars count');
select tests.attempt('fundraiser', pg_temp.gift(17, '{"amount": 190}'));
select tests.done('fundraiser', pg_temp.apply(17, 1), $$ pg_temp.standing(1) = 'kept 500 0 0 200+200+100' $$, 'A pledge that is paid is kept');
select tests.done('fundraiser', format('select public.refund_gift(%L, 50, 0, %L)', pg_temp.id(17), 'Too much'), $$ pg_temp.standing(1) = 'open 450 50 0 200+200+50' $$, 'A refund opens it');
select tests.done('fundraiser', format('select public.void_gift(%L, %L, true)', pg_temp.id(17), 'Bounced'), $$ pg_temp.standing(1) = 'open 310 190 90 200+110+0' $$, 'So does a check that bounced');
select tests.done('fundraiser', pg_temp.apply(16, null, 1), $$ pg_temp.standing(1) = 'open 200 300 200 200+0+0' $$, 'A gift is taken off as easily');
select tests.refused('fundraiser', pg_temp.pledge(1, '{"amount": 100}', jsonb_build_array(jsonb_build_object('due_on', pg_temp.day(), 'amount', 100)), private.pledge_on_record(pg_temp.id(1))), 'A pledge is not below what was paid', 'P0001');
select tests.done('fundraiser', format('select public.correct_gift(%L::jsonb, %L)', jsonb_build_object(
    'id', pg_temp.id(11), 'donor_name', 'Otto Other', 'amount', 200, 'day', pg_temp.day(-35), 'method', 'check', 'person_id', (select person_id from public.donations where id = pg_temp.id(12))
  ), 'Misread'), $$ pg_temp.standing(1) = 'open 0 500 400 0+0+0' $$, 'A gift that turns out to be from another donor pays nothing of it');

-- Changed

select tests.done('fundraiser', pg_temp.pledge(1, '{"amount": 600, "note": "By phone"}', jsonb_build_array(jsonb_build_object('due_on', pg_temp.day(-10), 'amount', 600)),
  private.pledge_on_record(pg_temp.id(1))), $$ pg_temp.standing(1) = 'open 0 600 600 0' $$, 'A pledge changes with its installments');
select is((select count(*) from public.change_log where record_kind = 'gift_pledges' and record_id = pg_temp.id(1) and changes ? 'installments'), 1::bigint, 'The log has it');

-- Reminders

select private.remind_of_pledges();
select is((select count(*) from public.tasks), 1::bigint, 'A late installment gives a task');
select alike((select body from public.tasks), 'Pledge of $600.00 is late: $600.00 was due on %', 'With amount and day');
select private.remind_of_pledges();
select is((select count(*) from public.tasks), 1::bigint, 'Once');
select is(tests.answer('fundraiser', 'select count(*)::text from public.tasks'), '1', 'Managers of donations see it');
select is(tests.answer('only can_review_submissions', 'select count(*)::text from public.tasks'), '0', 'Reviewers do not');

-- Written off

select tests.refused('fundraiser', format('select public.write_off_pledge(%L, %L, 600)', pg_temp.id(1), ' '), 'Writing off needs a reason', 'P0001');
select tests.refused('fundraiser', format('select public.write_off_pledge(%L, %L, 599)', pg_temp.id(1), 'Moved'), 'And the balance that the colleague saw', 'PT409');
select tests.done('fundraiser', format('select public.write_off_pledge(%L, %L, 600)', pg_temp.id(1), 'Moved away'), $$ pg_temp.standing(1) = 'written_off 0 600 600 0' $$, 'What is left is written off');
select tests.attempt('fundraiser', pg_temp.gift(18));
select tests.refused('fundraiser', pg_temp.apply(18, 1), 'No gift pays it then', 'P0001');
select is(tests.answer('fundraiser', $$ select string_agg(listed || ' ' || pledges || ' ' || trim_scale(total), ', ' order by listed) from public.pledge_counts() $$), 'due 1 300, open 1 300, written_off 1 600', 'The lists are counted');
select is(tests.answer('only can_view_financials', $$ select count(*)::text from public.pledge_counts() $$), '0', 'Only for managers of donations');
select is(tests.answer('only can_view_financials', format($$ select concat_ws(' ', fund, trim_scale(opening), trim_scale(pledged), trim_scale(paid), trim_scale(written_off), trim_scale(closing)) from public.pledges_of_month(%L) $$, pg_temp.day())),
  '710 0 -190 600 300', 'Readers of the books see the sums of a month');
select is(tests.answer('plain development_manager', format('select count(*)::text from public.pledges_of_month(%L)', pg_temp.day())), null, 'And nobody else');
select tests.done('fundraiser', format('select public.reopen_pledge(%L)', pg_temp.id(1)), $$ pg_temp.standing(1) = 'open 0 600 600 0' $$, 'That is taken back');

-- Deleted

select tests.attempt('fundraiser', pg_temp.pledge(number, jsonb_build_object('amount', 30), jsonb_build_array(jsonb_build_object('due_on', pg_temp.day(days), 'amount', 30))))
from (values (21, 0), (22, 40), (23, -1), (24, 40)) as listed (number, days);
update public.gift_pledges set person_id = (select person_id from public.gift_pledges where id = pg_temp.id(1)) where id = pg_temp.id(22);
select tests.attempt('fundraiser', pg_temp.gift(29, jsonb_build_object('amount', 20, 'person_id', (select person_id from public.gift_pledges where id = pg_temp.id(22)))));
select tests.attempt('fundraiser', pg_temp.apply(29, 22));
update public.pledge_installments set reminded_at = now() where pledge_id = pg_temp.id(24);
select is((tests.attempt('fundraiser', format('select public.delete_pledge(%L)', pg_temp.id(number)))).message, says, says)
from (values (22, 'A gift is applied to this pledge. Take it off first.'), (23, 'An installment was late, so a reminder may have gone out. Write the pledge off instead.'),
  (24, 'An installment was late, so a reminder may have gone out. Write the pledge off instead.')) as listed (number, says);
select is((select string_agg(trim_scale(balance)::text, ' ' order by id) from private.pledge_standings where id in (pg_temp.id(22), pg_temp.id(23), pg_temp.id(24))), '10 30 30', 'Each stays as it was');
select tests.done('fundraiser', format('select public.delete_pledge(%L)', pg_temp.id(21)),
  $$ not exists (select from public.gift_pledges where id = pg_temp.id(21)) and not exists (select from public.pledge_installments where pledge_id = pg_temp.id(21))
    and exists (select from public.change_log where record_id = pg_temp.id(21) and action = 'removed') $$, 'A pledge that was entered by mistake is deleted, and the log says so');
select is((tests.attempt('fundraiser', format('select public.delete_pledge(%L)', pg_temp.id(21)))).state, '00000', 'A retry changes nothing');
delete from public.donations where id = pg_temp.id(29);
delete from public.gift_pledges where id in (pg_temp.id(22), pg_temp.id(23), pg_temp.id(24));

-- Monthly gifts of the provider

insert into public.donations (donor_name, donor_email, amount, donation_type, payment_id, created_at)
select 'Mona Monthly', 'mona@example.org', amount, type, payment, pg_temp.day(days) from (values (20, 'monthly', 'pi_1', -40), (25, 'monthly', 'pi_2', -10), (500, 'one-time', 'pi_3', -10)) as listed (amount, type, payment, days);
insert into private.monthly_gifts (id, donor_id, paid_at, ended_at)
select 'sub_' || number, person_id, created_at, case number when 2 then now() end from public.donations, generate_series(1, 2) as number where payment_id = 'pi_2';
insert into private.monthly_gifts (id) values ('sub_3');
select is(tests.answer('fundraiser', $$ select string_agg(concat_ws(' ', id, donor_name, trim_scale(amount)), ', ') from public.monthly_gifts() $$), 'sub_1 Mona Monthly 25', 'The running monthly gifts have the dollars of their last payment');
select is(tests.answer('fundraiser', $$ select string_agg(id, ', ') from public.monthly_gifts((select id from public.donors where name = 'Mona Monthly')) $$), 'sub_1, sub_2', 'A donor''s list has those that ended');
select is(tests.answer('fundraiser', $$ select concat_ws(' ', pledges, total) from public.pledge_counts() where listed = 'monthly' $$), '1', 'They are counted without a sum');
select is(tests.answer('only can_view_financials', 'select count(*)::text from public.monthly_gifts()'), '0', 'Only for managers of donations');
delete from public.donations where donor_name = 'Mona Monthly';

-- From the website

insert into public.pledges (name, email, amount, frequency) values ('Wilma Web', 'wilma@example.org', 120, 'once');
select tests.refused('fundraiser', pg_temp.pledge(3, jsonb_build_object('submission_id', (select id from public.pledges where name = 'Wilma Web'), 'donor_name', 'Wilma Web')),
  'Whoever reads no submissions makes no pledge of one');
select tests.done('admin', pg_temp.pledge(number, jsonb_build_object('submission_id', (select id from public.pledges where name = 'Wilma Web'), 'donor_name', 'Wilma Web')),
  format($$ exists (select from public.gift_pledges join public.submissions on submissions.id = submission_id where gift_pledges.id = %L and gift_pledges.person_id = submissions.person_id) $$, pg_temp.id(number)),
  'A website''s pledge becomes one of who sent it') from (values (3)) as listed (number);
select tests.refused('admin', pg_temp.pledge(4, jsonb_build_object('submission_id', (select id from public.pledges where name = 'Wilma Web'), 'donor_name', 'Wilma Web')), 'Once', 'PT409');

-- Two donors who are one

select tests.attempt('fundraiser', pg_temp.apply(18, 1));
select set_config('tests.otto', (select person_id::text from public.donations where id = pg_temp.id(12)), true);
select set_config('tests.pia', (select person_id::text from public.gift_pledges where id = pg_temp.id(1)), true);
select private.unite_people(pg_temp.id(50), current_setting('tests.otto')::uuid, current_setting('tests.pia')::uuid, '{donations}');
select is((select count(*) from public.gift_pledges where person_id = current_setting('tests.otto')::uuid), 2::bigint, 'A merge takes the pledges too');
select is(pg_temp.standing(1), 'open 200 400 400 200', 'With what was paid');
select private.part_people(done) from private.person_merges done where id = pg_temp.id(50);
select is((select count(*) from public.gift_pledges where person_id = current_setting('tests.pia')::uuid), 2::bigint, 'Its undo gives them back');
select is(pg_temp.standing(1), 'open 200 400 400 200', 'With what was paid');

-- Two donors who are two again

insert into public.donations (id, donor_name, donor_email, amount, donation_type)
select pg_temp.id(number), 'Tess Two', 'tess.two@example.org', 100, 'one-time' from generate_series(51, 53) as number;
select set_config('tests.tess', (select person_id::text from public.donations where id = pg_temp.id(51)), true);
select tests.attempt('admin', pg_temp.pledge(5, jsonb_build_object('donor_name', 'Tess Two', 'person_id', current_setting('tests.tess'))));
select tests.attempt('admin', pg_temp.apply(number, 5)) from generate_series(51, 52) as number;
select is(pg_temp.standing(5), 'open 200 300 200 200+0+0', 'Two gifts pay a pledge');
select tests.done('admin', format('select public.split_person(%L, %L, ''[{"source": "donations", "id": "%s"}]'')', current_setting('tests.tess'), pg_temp.id(54), pg_temp.id(51)),
  $$ pg_temp.standing(5) = 'open 100 400 300 100+0+0' $$, 'A pledge that goes with one of its gifts is paid by the gifts of its donor only');
select tests.attempt('admin', format('select public.merge_persons(%L, %L, %L, ''{}'')', pg_temp.id(55), current_setting('tests.tess'), pg_temp.id(54)));
select tests.done('admin', pg_temp.apply(53, 5), $$ pg_temp.standing(5) = 'open 200 300 200 200+0+0' $$, 'A gift is applied while they are one');
select tests.done('admin', format('select public.undo_person_merge(%L)', pg_temp.id(55)),
  $$ pg_temp.standing(5) = 'open 100 400 300 100+0+0' $$, '… and taken off when they are two again');

select * from finish();
rollback;
