-- Receipts: what was given away stays as it was, the next one says which it replaces, and a run at the end of
-- a year gives each donor theirs once.

begin;
select plan(125);
delete from public.donations;
delete from private.outbox where true;
update auth.users set email_confirmed_at = now() where email = 'supporter@kindlewell.test';

create function pg_temp.give(name text, email text, amount numeric, day text, method text default null, description text default null)
returns uuid
language sql
as $$
  insert into public.donations (donor_name, donor_email, amount, donation_type, method, description, created_at)
  values (name, email, amount, 'one-time', method, description, (day || ' 18:00+00')::timestamptz) returning id
$$;
create function tests.donor(known_as text) returns uuid
language sql stable security definer
as $$ select person_id from public.donations where donor_name = known_as order by created_at, id limit 1 $$;
create function pg_temp.doc(receipt jsonb) returns text
language sql
as $$
  select concat_ws('; ', coalesce(receipt ->> 'number', 'draft'), receipt ->> 'name', (
    select string_agg(concat_ws(' ', line ->> 'given_on', line ->> 'amount', line ->> 'campaign', line ->> 'description'), ', ' order by place)
    from jsonb_array_elements(receipt -> 'lines') with ordinality as listed (line, place)
  ), receipt ->> 'total', nullif(receipt ->> 'replaces', '[]'))
$$;
create function pg_temp.numbered(known_as text, rest text) returns text
language sql
as $$ select format('2025-%s%s', (select number from public.donors where id = tests.donor(known_as)), rest) $$;
grant execute on function tests.donor(text) to authenticated;
create function pg_temp.issue(known_as text, way text) returns text
language sql
as $$ select format('select public.issue_donor_receipt(%L, 2025, %L)', tests.donor(known_as), way) $$;
create function pg_temp.confirm(change text default '{}') returns text
language sql
as $$ select format('select public.confirm_receipt_wording(%L, %L)', coalesce(draft, words) || change::jsonb, array['Ours', '1 Oak', 'EIN 1']) from private.receipt_wording $$;
create function pg_temp.mailed() returns text
language sql
as $$ select string_agg(concat_ws(' ', recipient, data ->> 'number', data ->> 'replaces'), ', ' order by recipient, data ->> 'number') from private.outbox where kind = 'gift_receipt' $$;

-- The days are the office's, and refunds are left out.

select pg_temp.give('Ada', 'ada@example.org', 10, '2024-12-31');
update public.donations set created_at = '2025-01-01 05:59:59+00';
insert into public.donations (donor_name, donor_email, amount, refunded, donation_type, campaign, created_at) values
  ('Ada', 'ada@example.org', 20, 5, 'one-time', 'Library', '2025-01-01 06:00:00+00'),
  ('Ada', 'ada@example.org', 30, 30, 'one-time', null, '2025-06-01 12:00:00+00'),
  ('Ada', 'ada@example.org', 40.25, 0, 'one-time', null, '2026-01-01 05:59:59+00'),
  ('Mrs. Ada Later', 'ada@example.org', 50, 0, 'one-time', null, '2026-01-01 06:00:00+00');
update public.donations set person_id = (select person_id from public.donations where amount = 20) where person_id is not null;
select tests.sees(
  'only can_manage_donations', $$ select string_agg(concat_ws(' ', year, total, gift_count), ', ') from public.donor_years(tests.donor('Ada')) $$,
  '2026 50.00 1, 2025 55.25 2, 2024 10.00 1', 'Each year with a gift has a receipt'
);

-- A look issues none

create function pg_temp.draft() returns text
language sql
as $$ select pg_temp.doc(tests.answer('only can_manage_donations', $q$ select public.donor_receipt(tests.donor('Ada'), 2025)::text $q$)::jsonb) $$;
select is(
  pg_temp.draft(), 'draft; Ada; 2025-01-01 15.00 Library, 2025-12-31 40.25; 55.25', 'A draft has each gift of the year, its name, and no number'
);
select is_empty('table private.issued_receipts', 'A look at a draft issues nothing');
select tests.refused(persona, pg_temp.issue('Ada', 'print'), format('As %s I issue no receipt', persona))
from unnest(array['anon', 'stranger', 'supporter', 'only can_send_emails', 'plain accounting']) as persona;
select tests.refused('admin', pg_temp.issue('Ada', 'fax'), 'It is printed or mailed', 'P0001');
select tests.refused('admin', format('select public.issue_donor_receipt(%L, 2019, %L)', tests.donor('Ada'), 'print'), 'A year without gifts has no receipt', 'P0001');
select is_empty('table private.issued_receipts', 'Nothing of that was issued');

-- Issued, it is fixed

select tests.done('only can_manage_donations', pg_temp.issue('Ada', 'print'),
  $$ exists (select from private.issued_receipts where printed_at is not null and mailed_at is null) $$, 'I print a receipt, which issues it');
select is(
  pg_temp.draft(), pg_temp.numbered('Ada', '; Ada; 2025-01-01 15.00 Library, 2025-12-31 40.25; 55.25'), 'It has a number of year and donor'
);
select tests.attempt('admin', pg_temp.issue('Ada', 'print'));
select is((select count(*) from private.issued_receipts), 1::bigint, 'Printing again issues no second one');
insert into private.contact_points (person_id, kind, normalized, value, parts)
values (tests.donor('Ada'), 'post', '9 oak', '9 Oak', '{"street": "9 Oak", "city": "Waco", "region": "TX", "postal_code": "76701", "country": null}');
select pg_temp.give('Ada', 'ada@example.org', 1, '2023-01-01');
insert into public.funds (id, name) values ('00000000-0000-4000-8000-00000000f040', 'Lab');
select tests.attempt('admin', pg_temp.issue('Ada', 'print'));
select is((select count(*) from private.issued_receipts), 1::bigint, 'A gift of another year, and a new address, replace nothing');

create function pg_temp.after(change text) returns text
language plpgsql
as $$
begin
  execute change;
  perform tests.attempt('admin', pg_temp.issue('Ada', 'print'));
  return pg_temp.draft();
end
$$;
select is(
  pg_temp.after($$ update public.donations set refunded = 10 where amount = 20 $$),
  pg_temp.numbered('Ada', '-2; Ada; 2025-01-01 10.00 Library, 2025-12-31 40.25; 50.25; ["' || pg_temp.numbered('Ada', '') || '"]'),
  'After a refund the next one is new, and says which number it replaces'
);
select is(
  pg_temp.after($$ update public.donations set fund_id = '00000000-0000-4000-8000-00000000f040' where amount = 20 $$),
  pg_temp.numbered('Ada', '-3; Ada; 2025-01-01 10.00 Library, Lab, 2025-12-31 40.25; 50.25; ["' || pg_temp.numbered('Ada', '-2') || '"]'),
  'So does a correction'
);
update public.funds set name = 'Laboratory' where name = 'Lab';
select is(pg_temp.after('select 1'), pg_temp.numbered('Ada', '-3; Ada; 2025-01-01 10.00 Library, Lab, 2025-12-31 40.25; 50.25; ["' || pg_temp.numbered('Ada', '-2') || '"]'),
  'A fund that is renamed changes no receipt');
select is(
  pg_temp.after($$ select pg_temp.give('Ada', 'ada@example.org', null, '2025-05-01', 'in_kind', 'Piano') $$),
  pg_temp.numbered('Ada', '-4; Ada; 2025-01-01 10.00 Library, Laboratory, 2025-05-01 Piano, 2025-12-31 40.25; 50.25; ["' || pg_temp.numbered('Ada', '-3') || '"]'),
  'So does a gift that is added; one in kind is described, without a value'
);
select is(
  pg_temp.after($$ update public.donations set voided_at = now(), refunded = amount, change_reason = 'Bounced' where amount = 40.25 $$),
  pg_temp.numbered('Ada', '-5; Ada; 2025-01-01 10.00 Library, Laboratory, 2025-05-01 Piano; 10.00; ["' || pg_temp.numbered('Ada', '-4') || '"]'),
  'So does a void gift'
);
select is(
  (select string_agg(concat_ws(' ', version, total, address ->> 'city'), ', ' order by version) from private.issued_receipts),
  '1 55.25, 2 50.25 Waco, 3 50.25 Waco, 4 50.25 Waco, 5 10.00 Waco', 'Each earlier one keeps what it said'
);
select tests.sees('only can_manage_donations', $$ select string_agg(concat_ws(' ', split_part(number, '-', 3), nullif(array_to_string(replaced_by, '+'), ''), is_right, mail_state), ', ' order by issued_at, number)
  from public.issued_receipts(tests.donor('Ada')) $$,
  (select string_agg(concat_ws(' ', case when version > 1 then version::text else '' end, case when version < 5 then pg_temp.numbered('Ada', '-' || version + 1) end, case when version = 5 then 't' else 'f' end), ', ' order by number) from private.issued_receipts),
  'Staff see all of them, and which replaces which');
create temporary table first_one as select id from private.issued_receipts where version = 1;
grant select on first_one to anon, authenticated;
select tests.sees('only can_manage_donations', 'select concat(public.receipt_on_record(id) ->> ''total'', public.receipt_on_record(id) #>> ''{replaced_by,0,number}'') from first_one',
  '55.25' || pg_temp.numbered('Ada', '-2'), 'A replaced one is read as it was, with the number that replaced it');
select tests.sees(persona, 'select concat(public.receipt_on_record(id) is null, public.donor_receipt(tests.donor(''Ada''), 2025) is null,
    (select count(*) from public.issued_receipts(tests.donor(''Ada''))), (select count(*) from public.donor_years(tests.donor(''Ada'')))) from first_one',
  'tt00', format('As %s I read none of it', persona))
from unnest(array['stranger', 'supporter', 'only can_send_emails', 'plain accounting']) as persona;
select tests.refused('anon', 'select public.receipt_on_record(id) from first_one', 'As a visitor neither');

-- In exchange: amount, value and deductible part, each with its total (a gala ticket of $150 with a dinner worth $60)

create function pg_temp.deductible(receipt jsonb) returns text
language sql
as $$
  select concat_ws('; ', (
    select string_agg(concat_ws(' ', line ->> 'amount', coalesce(line ->> 'exchange_value', '-'), line ->> 'deductible', line ->> 'exchange'), ', ' order by place)
    from jsonb_array_elements(receipt -> 'lines') with ordinality as listed (line, place)
  ), receipt ->> 'total', receipt ->> 'exchange_total', receipt ->> 'deductible')
$$;
create function pg_temp.gala(receipt text default null) returns text
language sql
as $$
  select pg_temp.deductible(coalesce(
    (select to_jsonb(issued) || private.receipt_document(issued) from private.issued_receipts issued where number = receipt),
    tests.answer('only can_manage_donations', $q$ select public.donor_receipt(tests.donor('Gala Guest'), 2025)::text $q$)::jsonb
  ))
$$;
select pg_temp.give('Gala Guest', 'gala@example.org', 150, '2025-10-10'), pg_temp.give('Gala Guest', 'gala@example.org', 40, '2025-11-01');
update public.donations set exchange_value = 60, exchange = 'Gala dinner' where amount = 150;
select is(pg_temp.gala(), '150.00 60.00 90.00 Gala dinner, 40.00 - 40.00; 190.00; 60.00; 130.00', 'A dinner worth 60 leaves 90 of 150 to deduct');
select is(
  (select concat_ws(' ', lifetime, deductible) from public.donors where name = 'Gala Guest') || ', ' || tests.answer(
    'only can_manage_donations', $$ select concat_ws(' ', year, total, deductible) from public.donor_years(tests.donor('Gala Guest')) $$),
  '190.00 130.00, 2025 190.00 130.00', 'The donor''s sums stay what was paid, with the deductible part beside'
);
select tests.attempt('admin', pg_temp.issue('Gala Guest', 'mail'));
select is((select pg_temp.deductible(data) || (data #>> '{words,in_exchange}' ~* 'goods or services') from private.outbox where kind = 'gift_receipt' and recipient = 'gala@example.org'),
  pg_temp.gala() || 'true', 'The mailed one says the same, with the words for it');
update public.donations set refunded = 30 where amount = 150;
select is(pg_temp.gala(), '120.00 60.00 60.00 Gala dinner, 40.00 - 40.00; 160.00; 60.00; 100.00', 'The deductible part follows a refund');
update public.donations set refunded = 120 where amount = 150;
select is(pg_temp.gala(), '30.00 60.00 0.00 Gala dinner, 40.00 - 40.00; 70.00; 60.00; 40.00', 'and is never below 0, which takes nothing from other gifts');
update public.donations set refunded = 0 where amount = 150;
update public.donations set exchange = 'Gala dinner and show' where amount = 150;
select tests.attempt('admin', pg_temp.issue('Gala Guest', 'print'));
update public.donations set exchange_value = 80 where amount = 150;
select tests.attempt('admin', pg_temp.issue('Gala Guest', 'print'));
select is(
  (select string_agg(pg_temp.gala(number), ' | ' order by version) from private.issued_receipts where name = 'Gala Guest'),
  '150.00 60.00 90.00 Gala dinner, 40.00 - 40.00; 190.00; 60.00; 130.00 | 150.00 60.00 90.00 Gala dinner and show, 40.00 - 40.00; 190.00; 60.00; 130.00'
    || ' | 150.00 80.00 70.00 Gala dinner and show, 40.00 - 40.00; 190.00; 80.00; 110.00',
  'Another description or value asks for another receipt; the earlier ones keep what they said'
);
select is(private.lines_without_words(lines) #>> '{0,exchange}', 'Goods or services', 'Erased, a receipt names no dinner') from private.issued_receipts where name = 'Gala Guest' and version = 1;
delete from private.issued_receipts where name = 'Gala Guest';
delete from public.donations where donor_name = 'Gala Guest';
delete from private.outbox where kind = 'gift_receipt';

-- By mail

select tests.done('only can_manage_donations', pg_temp.issue('Ada', 'mail'),
  $$ exists (select from private.issued_receipts where version = 5 and printed_at is not null and mailed_at is not null) $$, 'The same receipt goes out by mail');
select is(pg_temp.mailed(), 'ada@example.org ' || pg_temp.numbered('Ada', '-5 ["') || pg_temp.numbered('Ada', '-4"]'), 'The mail has its lines and which it replaces');
select is((select concat_ws(' ', data ->> 'name', data ->> 'address', jsonb_array_length(data -> 'lines'), priority) from private.outbox where kind = 'gift_receipt'),
  'Ada 2 4', 'It has no postal address, and waits behind mails for which a person waits');
select tests.attempt('admin', pg_temp.issue('Ada', 'mail'));
select is((select count(*) from private.outbox where kind = 'gift_receipt'), 1::bigint, 'Mailing again sends no second one');
update private.outbox set state = 'failed', failed_at = now() where kind = 'gift_receipt';
select tests.attempt('admin', pg_temp.issue('Ada', 'mail'));
select is((select count(*) from private.outbox where kind = 'gift_receipt'), 2::bigint, 'but one that failed is mailed again');
select pg_temp.give('No Mail', null, 5, '2025-02-02');
select tests.refused('admin', pg_temp.issue('No Mail', 'mail'), 'Without an address nothing is mailed', 'P0001');
select is_empty($$ select from private.issued_receipts where name = 'No Mail' $$, 'nor issued');
delete from public.donations where donor_name = 'No Mail';

-- Donors who become one, and two again

select pg_temp.give('Bea', 'bea@example.org', 100, '2025-03-01'), pg_temp.give('Cal', 'cal@example.org', 7, '2025-03-01');
select tests.attempt('admin', pg_temp.issue(who, 'print')) from unnest(array['Bea', 'Cal']) as who;
create temporary table two as select tests.donor('Bea') as bea, tests.donor('Cal') as cal, pg_temp.numbered('Bea', '') as bea_number, pg_temp.numbered('Cal', '') as cal_number;
select private.unite_people('00000000-0000-4000-8000-0000000000aa', bea, cal, '{donations}') from two;
select tests.attempt('admin', format('select public.issue_donor_receipt(%L, 2025, %L)', bea, 'print')) from two;
select is(
  (select concat_ws(' ', number, total, (select string_agg(older.number, ' ' order by older.number) from private.issued_receipts older where older.id = any (newer.replaces)))
    from private.issued_receipts newer, two where newer.donor_id = bea order by version desc limit 1),
  (select concat_ws(' ', bea_number || '-2', '107.00', least(bea_number, cal_number), greatest(bea_number, cal_number)) from two),
  'A merge moves the receipts, and the next one replaces both'
);
select private.part_people(done) from private.person_merges done;
select tests.attempt('admin', format('select public.issue_donor_receipt(%L, 2025, %L)', cal, 'print')) from two;
select is(
  (select concat_ws(' ', number, total) from private.issued_receipts, two where donor_id = cal order by version desc limit 1),
  (select concat_ws(' ', cal_number || '-2', '7.00') from two), 'An undo gives them back, with their number'
);
select pg_temp.give('Cal', 'cal@example.org', 8, '2025-03-02');
select tests.attempt('admin', pg_temp.issue('Cal', 'print'));
update public.donations set donor_name = 'Dee', donor_email = 'dee@example.org' where amount = 7;
select tests.attempt('admin', pg_temp.issue(who, 'print')) from unnest(array['Dee', 'Cal']) as who;
select is(
  (select string_agg(concat_ws(' ', newer.name, newer.total, newer.version, older.version), ', ' order by newer.name)
    from private.issued_receipts newer join private.issued_receipts older on older.id = any (newer.replaces), two
    where newer.total < 10 and newer.name in ('Dee', 'Cal') and older.number like cal_number || '%' and older.version = 3),
  'Cal 8.00 4 3, Dee 7.00 1 3', 'A gift that turns out to be another donor''s replaces the receipt that it was on, and so does the rest of it'
);
delete from public.donations where donor_email is distinct from 'ada@example.org';

-- The portal

create function pg_temp.own(query text) returns text
language sql
as $$ select tests.answer('supporter', query) $$;
select pg_temp.give('Sue', 'Supporter@Kindlewell.test ', 60, '2025-04-01');
create function pg_temp.own_number() returns text
language sql
as $$ select coalesce(pg_temp.own($q$ select public.own_receipt(2025) ->> 'number' $q$), 'none') $$;
select tests.done('supporter', 'select public.own_receipt(2025)', $$ exists (select from private.issued_receipts where name = 'Sue' and opened_at is not null and printed_at is null) $$,
  'A donor who opens a receipt is given it');
insert into private.contact_points (person_id, kind, normalized, value, parts)
values (tests.donor('Sue'), 'post', '1 elm', '1 Elm', '{"street": "1 Elm", "city": "Waco", "region": "TX", "postal_code": "76701", "country": null}');
select pg_temp.give('Sue', 'supporter@kindlewell.test', 1, '2025-04-02');
select tests.attempt('supporter', 'select public.own_receipt(2025)');
select is(pg_temp.own($q$ select concat_ws(' ', public.own_receipt(2025) ->> 'number', public.own_receipt(2025) ->> 'total', public.own_receipt(2025) ->> 'address') $q$),
  pg_temp.numbered('Sue', '-2 61.00'), 'After another gift it is a new one, and no postal address is shown');
select is(pg_temp.own($q$ select string_agg(concat_ws(' ', number, nullif(array_to_string(replaced_by, '+'), '')), ', ' order by issued_at, number) from public.own_receipts() $q$),
  pg_temp.numbered('Sue', ' ' || pg_temp.numbered('Sue', '-2, ') || pg_temp.numbered('Sue', '-2')), 'The page has the issued ones');
create temporary table of_sue as select id from private.issued_receipts where name = 'Sue' and version = 1;
grant select on of_sue to authenticated;
select is(pg_temp.own('select concat_ws('' '', public.receipt_on_record(id) ->> ''total'', public.receipt_on_record(id) ->> ''address'') from of_sue'), '60.00', 'and what each said');
select tests.sees('stranger', 'select concat(public.own_receipt(2025) is null, (select count(*) from public.own_receipts()), (select public.receipt_on_record(id) is null from of_sue))',
  't0t', 'As a stranger I see none of it');
-- Another address of the same donor
select pg_temp.give('Sue', 'sue.at.work@example.org', 900, '2025-05-01');
select private.unite_people('00000000-0000-4000-8000-0000000000ab',
  (select person_id from public.donations where amount = 60), (select person_id from public.donations where amount = 900), '{donations}');
select is(pg_temp.own_number(), pg_temp.numbered('Sue', '-2'), 'Gifts of another address change nothing there');
select tests.attempt('admin', pg_temp.issue('Sue', 'print'));
select is(pg_temp.own($q$ select concat_ws(' ', coalesce(public.own_receipt(2025) ->> 'number', 'none'), public.own_receipt(2025) ->> 'total', jsonb_array_length(public.own_receipt(2025) -> 'lines')) $q$),
  'none 61.00 2', 'Once a receipt has gifts of another address, the donor''s own gifts are listed without a number');
select is((select count(*) from private.issued_receipts where donor_id = tests.donor('Sue')), 3::bigint, 'and nothing replaces it');
select is(pg_temp.own($q$ select count(*)::text from public.own_receipts() $q$), '2', 'That receipt is not on the page');
update public.donations set donor_email = 'someone.else@example.org' where amount = 60;
select is(pg_temp.own($q$ select count(*)::text from public.own_receipts() $q$), '0', 'A gift that was never theirs takes its receipt off the page');
delete from public.donations where true;
delete from private.issued_receipts where true;
delete from private.outbox where true;

-- Nothing left

select pg_temp.give('Ned', 'supporter@kindlewell.test', 30, '2025-03-03');
select tests.attempt('supporter', 'select public.own_receipt(2025)');
create temporary table of_ned as select id from private.issued_receipts where name = 'Ned';
grant select on of_ned to authenticated;
create function pg_temp.withdrawn(persona text) returns text
language sql
as $$
  select tests.answer(persona, $q$ select concat_ws(' ', (select string_agg(number, '+') from public.withdrawn_receipts(2025)),
    (select is_withdrawn from public.issued_receipts(tests.donor('Ned')) order by issued_at desc, number desc limit 1), (select public.receipt_on_record(id) ->> 'is_withdrawn' from of_ned),
    (select string_agg(is_withdrawn::text, '+') from public.own_receipts())) $q$)
$$;
select is(pg_temp.withdrawn('only can_manage_donations'), 'f false', 'A receipt with a gift stands');
update public.donations set refunded = amount where donor_name = 'Ned';
select is(pg_temp.withdrawn('only can_manage_donations'), pg_temp.numbered('Ned', ' t true'), 'Without any it is withdrawn, for staff');
select is(pg_temp.withdrawn('supporter'), 'true true', 'and for the donor');
select is(pg_temp.withdrawn('stranger'), '', 'and no one else learns of it');
select pg_temp.give('Ned', 'supporter@kindlewell.test', 40, '2025-04-04');
select tests.attempt('supporter', 'select public.own_receipt(2025)');
select is(pg_temp.withdrawn('only can_manage_donations'), 'f false', 'until the next one replaces it');
delete from public.donations where true;
delete from private.issued_receipts where true;

-- A gift of a donor-advised fund, which someone moved

select pg_temp.give('Wes', 'supporter@kindlewell.test', 50, '2025-06-01');
create function pg_temp.moved(number integer, changed jsonb) returns text
language sql
as $$
  select format('select public.enter_gift(%L)', jsonb_build_object('id', ('00000000-0000-4000-8000-0000000005' || lpad(number::text, 2, '0'))::uuid,
    'donor_name', 'Wes', 'donor_email', 'supporter@kindlewell.test', 'amount', 1000 + number, 'day', '2025-07-01', 'method', 'check') || changed)
$$;
create function pg_temp.credit(known_as text) returns text
language sql
as $$ select concat_ws(' ', name, email, gift_count, lifetime, moved_count, moved_total, thanks) from public.donors where name = known_as $$;
select tests.done('only can_manage_donations', pg_temp.moved(1, '{"legal_donor_name": " Lakeside Fund "}'),
  $$ exists (select from public.donations where legal_donor_name = 'Lakeside Fund' and legal_donor_id <> person_id) $$, 'I enter a gift that another gets the receipt for');
select is(pg_temp.credit('Wes'), 'Wes supporter@kindlewell.test 1 50.00 1 1001.00 due', 'Whoever moved it has no credit, and is owed thanks');
select is(pg_temp.credit('Lakeside Fund'), 'Lakeside Fund 1 1001.00 0 0.00', 'The fund has the credit, and is not thanked');
select is((select kind from private.people where name = 'Lakeside Fund'), 'organization', 'A new name is an organization');
select tests.attempt('admin', pg_temp.moved(2, '{"legal_donor_name": "lakeside fund"}'));
select is(pg_temp.credit('Lakeside Fund'), 'Lakeside Fund 2 2003.00 0 0.00', 'The same name is the same fund, called as it was first');
select tests.refused('only can_manage_donations', pg_temp.moved(3, jsonb_build_object('legal_donor_name', 'X', 'legal_donor_id', (
  select person_id from public.mentees order by created_at, id limit 1))), 'No one gets a receipt whom I cannot see', 'P0001');
select tests.attempt('admin', pg_temp.moved(4, jsonb_build_object('legal_donor_name', 'Wes', 'legal_donor_id', tests.donor('Wes'))));
select is((select legal_donor_id from public.donations where amount = 1004), null, 'The giver is no one else');
delete from public.donations where amount = 1004;
select is(
  (select pg_temp.doc(tests.answer('only can_manage_donations', format('select public.donor_receipt(%L, 2025)::text', donor))::jsonb)
    from (select legal_donor_id as donor from public.donations where amount = 1001) as fund),
  'draft; Lakeside Fund; 2025-07-01 1001.00, 2025-07-01 1002.00; 2003.00', 'The receipt is the fund''s'
);
select is(pg_temp.own($q$ select concat_ws(' ', public.own_receipt(2025) ->> 'name', public.own_receipt(2025) ->> 'total') $q$), 'Wes 50.00', 'and not in the mover''s own one');
select tests.attempt('admin', format('select public.issue_donor_receipt(%L, 2025, %L)', legal_donor_id, 'print')) from public.donations where amount = 1001;
select is(pg_temp.own($q$ select string_agg(total::text, ' ') from (select jsonb_path_query(public.receipt_on_record(id), '$.total') as total from public.own_receipts()) as own $q$), '50.00',
  'Their page shows no receipt of the fund');
select tests.done('only can_manage_donations', format('select public.correct_gift(%s, %L)',
    quote_literal(jsonb_build_object('id', '00000000-0000-4000-8000-000000000502', 'donor_name', 'Wes', 'donor_email', 'supporter@kindlewell.test', 'amount', 1002, 'day', '2025-07-01', 'method', 'check')), 'Own money'),
  $$ (select legal_donor_id is null from public.donations where amount = 1002) $$, 'A correction gives it back to the giver');
select is(pg_temp.credit('Wes'), 'Wes supporter@kindlewell.test 2 1052.00 1 1001.00 due', 'with the credit');
-- The same of a gift of the payment provider, whose receipt the giver has
select pg_temp.give('Cat Card', 'cat@example.org', 30, '2025-09-01'), pg_temp.give('Cat Card', 'cat@example.org', 2, '2025-09-02');
update public.donations set payment_id = 'pi_receipt' where amount = 30;
select tests.attempt('admin', pg_temp.issue('Cat Card', 'print'));
create temporary table of_cat as select pg_temp.numbered('Cat Card', '') as number, tests.donor('Cat Card') as cat;
select tests.attempt('only can_manage_donations', format('select public.correct_gift(%L, %L)',
  jsonb_build_object('id', id, 'legal_donor_name', 'Card Trust'), 'The trust paid')) from public.donations where amount = 30;
select tests.attempt('admin', format('select public.issue_donor_receipt(%L, 2025, %L)', donor, 'print'))
from public.donations, unnest(array[legal_donor_id, person_id]) as donor where amount = 30;
select is(
  (select string_agg(concat_ws(' ', newer.name, newer.total, older.number = of_cat.number), ', ' order by newer.name)
    from private.issued_receipts newer join private.issued_receipts older on older.id = any (newer.replaces), of_cat),
  'Card Trust 30.00 t, Cat Card 2.00 t', 'A receipt whose gift of the payment provider becomes another''s is replaced for both'
);
delete from public.donations where donor_name = 'Cat Card';
select pg_temp.give('Lakeside Giving Fund', null, 5, '2025-08-01');
create temporary table funds_before as select (select legal_donor_id from public.donations where amount = 1001) as fund, tests.donor('Lakeside Giving Fund') as other;
select private.unite_people('00000000-0000-4000-8000-0000000000ac', other, fund, '{donations}') from funds_before;
select is((select concat_ws(' ', gift_count, lifetime) from public.donors, funds_before where id = other), '2 1006.00', 'A merge moves what others moved for the fund');
select private.part_people(done) from private.person_merges done where id = '00000000-0000-4000-8000-0000000000ac';
select is((select string_agg(concat_ws(' ', gift_count, lifetime), ', ' order by lifetime) from public.donors, funds_before where id in (fund, other)), '1 5.00, 1 1001.00', 'and an undo brings it back');
delete from public.donations where true;
delete from private.issued_receipts where true;
delete from private.outbox where true;

-- The run

select pg_temp.give(who, address, 10, '2025-06-01') from (values
  ('Mia Mail', 'mia@example.org'), ('Max Mail', 'max@example.org'), ('Pia Post', null), ('Per Post', null), ('Bob Bounced', 'bob@example.org'),
  ('Nil', null), ('Late', 'late@example.org'), ('Quiet', 'quiet@example.org'), ('Una', 'una@example.org'), ('Erased donor 9', null), ('Has It', 'has@example.org')
) as donor (who, address);
select pg_temp.give('Other Year', 'other@example.org', 10, '2024-06-01');
insert into private.contact_points (person_id, kind, normalized, value, parts)
select tests.donor(who), 'post', who, who, jsonb_build_object('street', '1 Elm', 'city', 'W', 'region', 'TX', 'postal_code', code, 'country', null)
from (values ('Pia Post', '90000'), ('Per Post', '10000'), ('Mia Mail', '1'), ('Bob Bounced', '50000')) as home (who, code);
select private.suppress('bob@example.org', 'bounced', null), private.suppress('una@example.org', 'unsubscribed', null);
update private.people set is_deceased = true where id = tests.donor('Late');
update private.people set do_not_contact = true where id = tests.donor('Quiet');
select tests.attempt('admin', pg_temp.issue('Has It', 'print'));
create function pg_temp.run(persona text default 'only can_manage_donations') returns text
language sql
as $$ select tests.answer(persona, $q$ select format('%s: %s given, %s mail, %s print, %s nowhere, %s quiet, %s new', donors, given, to_mail, to_print, no_address, not_contacted, new_versions) from public.receipt_run(2025) $q$) $$;
select is(pg_temp.run(), '10: 1 given, 3 mail, 3 print, 1 nowhere, 2 quiet, 0 new', 'Each donor of the year is counted once, by the way to reach them');
select is(pg_temp.run('only can_send_emails'), '0: 0 given, 0 mail, 0 print, 0 nowhere, 0 quiet, 0 new', 'Others learn no number');
select tests.sees('only can_manage_donations', 'select string_agg(concat_ws('' '', name, reason), '', '' order by reason, name) from public.receipts_without_address(2025)',
  'Late deceased, Quiet do_not_contact, Nil no_address', 'Whom no run reaches is listed, with the reason');
select tests.sees('only can_send_emails', 'select concat((select count(*) from public.receipts_without_address(2025)), (select count(*) from public.receipt_piles(2025)), (select waiting from public.receipt_progress(2025)))',
  '000', 'As another I see no list');
select tests.refused(persona, statement, format('As %s I start no run', persona))
from unnest(array['stranger', 'only can_send_emails']) as persona,
  unnest(array['select public.mail_receipts(2025)', $$ select public.print_receipts(2025, '00000000-0000-4000-8000-0000000000d1') $$]) as statement;

select tests.refused(persona, format($q$ select public.save_traits(%L, '{"wants_paper": true}', '{"wants_paper": false}') $q$, tests.donor('Mia Mail')),
  format('As %s I note no wish for paper', persona)) from unnest(array['stranger', 'only can_send_emails']) as persona;
select is(pg_temp.run(), '10: 1 given, 3 mail, 3 print, 1 nowhere, 2 quiet, 0 new', 'and no count changes');
select tests.attempt('only can_manage_donations', format($q$ select public.save_traits(%L, '{"wants_paper": true}', '{"wants_paper": false}') $q$, tests.donor(who)))
from unnest(array['Mia Mail', 'Max Mail']) as who;
select is(pg_temp.run(), '10: 1 given, 2 mail, 4 print, 1 nowhere, 2 quiet, 0 new', 'A receipt goes by post on wish, where there is a postal address');
select tests.refused('only can_manage_donations', 'select public.mail_receipts(2025)', 'Without confirmed words the run is not mailed', 'P0001');
select is_empty('table private.waiting_receipts', 'and nobody waits for a receipt');
select tests.attempt('admin', pg_temp.confirm());
select tests.attempt('only can_manage_donations', 'select public.mail_receipts(2025)');
select tests.attempt('only can_manage_donations', $$ select public.print_receipts(2025, '00000000-0000-4000-8000-0000000000d0') $$);
select is(
  (select concat_ws(' ', (select count(*) from private.waiting_receipts where donor_id = tests.donor('Mia Mail')), count(pile), count(mail_id))
    from private.issued_receipts where donor_id = tests.donor('Mia Mail')),
  '0 1 0', 'The run prints it, and mails nothing'
);
delete from private.issued_receipts where pile is not null;
delete from private.waiting_receipts where true;
delete from public.change_log where record_kind = 'issued_receipts';
update private.people set wants_paper = false where wants_paper;
select tests.done('only can_manage_donations', 'select public.mail_receipts(2025)', '(select count(*) = 3 from private.waiting_receipts)', 'Mailing fixes who gets one');
select tests.attempt('only can_manage_donations', 'select public.mail_receipts(2025)');
select is((select count(*) from private.waiting_receipts), 3::bigint, 'Pressing again adds no one');
select is(array[private.advance_receipts(2), private.advance_receipts(2), private.advance_receipts(2)], array[2, 1, 0], 'Slices take them, a few at a time');
select is(
  (select string_agg(recipient, ', ' order by recipient) from private.outbox where kind = 'gift_receipt'), 'max@example.org, mia@example.org, una@example.org',
  'Each gets one mail; whoever unsubscribed from news, too'
);
select is(pg_temp.run(), '10: 4 given, 0 mail, 3 print, 1 nowhere, 2 quiet, 0 new', 'Then they have theirs');
select tests.attempt('only can_manage_donations', 'select public.mail_receipts(2025)');
select is((select concat((select count(*) from private.waiting_receipts), private.advance_receipts())), '00', 'Another run mails nothing');

create function pg_temp.pile(id text) returns text
language sql
as $$ select tests.answer('only can_manage_donations', format($q$ select string_agg(document ->> 'name', ', ' order by place) from jsonb_array_elements(public.receipt_pile(%L)) with ordinality as listed (document, place) $q$, id)) $$;
select tests.done('only can_manage_donations', $$ select public.print_receipts(2025, '00000000-0000-4000-8000-0000000000d1') $$,
  $$ (select count(*) = 3 from private.issued_receipts where pile is not null and printed_at is not null) $$, 'Printing issues those that go by post');
select is(pg_temp.pile('00000000-0000-4000-8000-0000000000d1'), 'Per Post, Bob Bounced, Pia Post', 'They come in the order of the envelopes');
select tests.sees('only can_send_emails', $$ select public.receipt_pile('00000000-0000-4000-8000-0000000000d1')::text $$, '[]', 'As another I see none of them');
select tests.sees('only can_manage_donations', $$ select public.print_receipts(2025, '00000000-0000-4000-8000-0000000000d1')::text $$, '3', 'A retry prints the same');
select tests.sees('only can_manage_donations', $$ select public.print_receipts(2025, '00000000-0000-4000-8000-0000000000d2')::text $$, '0', 'and another pile has none');
select is(pg_temp.run(), '10: 7 given, 0 mail, 0 print, 1 nowhere, 2 quiet, 0 new', 'and are recorded as printed');

update public.donations set refunded = 4 where donor_name in ('Max Mail', 'Per Post');
select is(pg_temp.run(), '10: 5 given, 1 mail, 1 print, 1 nowhere, 2 quiet, 2 new', 'The next run has only what changed since');
select tests.attempt('only can_manage_donations', 'select public.mail_receipts(2025)');
select private.advance_receipts();
select is((select string_agg(concat_ws(' ', recipient, jsonb_array_length(data -> 'replaces')), ', ' order by data ->> 'number') from private.outbox where kind = 'gift_receipt' and recipient like 'max%'),
  'max@example.org 0, max@example.org 1', 'and the new mail says what it replaces');
update private.outbox set state = 'failed', failed_at = now() where recipient like 'mia%';
select private.suppress('mia@example.org', 'bounced', null);
select is(pg_temp.run(), '10: 5 given, 0 mail, 2 print, 1 nowhere, 2 quiet, 1 new', 'A mail that bounced goes by post');
select is((select string_agg(concat_ws(' ', record_name, changes::text), ', ' order by changes::text) from public.change_log where record_kind = 'issued_receipts'),
  '2025 {"mail": [null, 1]}, 2025 {"mail": [null, 3]}, 2025 {"print": [null, 3]}', 'The log has each run once');

-- The words

create function pg_temp.said() returns text
language sql
as $$ select string_agg(concat_ws(' ', words ->> 'title', words #>> '{issuer,0}'), ', ' order by issued_at, version) from private.issued_receipts where name = 'Ada Words' $$;
create function pg_temp.save(change text) returns text
language sql
as $$ select format('select public.save_receipt_wording(%L, %L)', words || change::jsonb, coalesce(draft, words)) from private.receipt_wording $$;
select tests.refused(persona, query, format('As %s I neither save words nor confirm them', persona))
from unnest(array['anon', 'supporter', 'only can_manage_donations']) as persona, unnest(array[pg_temp.save('{"title": "Mine"}'), pg_temp.confirm()]) as query;
select tests.refused('admin', pg_temp.save(change), 'The words about goods or services stay, and so does each other', 'P0001')
from unnest(array['{"no_goods": "You got nothing."}', '{"in_exchange": "You got a dinner."}', '{"in_exchange": null}', '{"title": " "}', '{"thanks": null}', '{"more": "x"}']) as change;
select tests.done('admin', pg_temp.save('{"title": "Tax receipt"}'), $$ exists (select from private.receipt_wording where draft ->> 'title' = 'Tax receipt') $$, 'As an admin I save other words as a draft');
select pg_temp.give('Ada Words', null, 5, '2025-02-02');
select tests.attempt('admin', pg_temp.issue('Ada Words', 'print'));
select tests.refused('admin', pg_temp.confirm('{"title": "Receipt for gifts"}'), 'and confirm only the last ones', 'P0001');
select tests.done('admin', pg_temp.confirm(), $$ exists (select from private.receipt_wording where draft is null and words ->> 'title' = 'Tax receipt' and confirmed_at is not null) $$, 'as I read them');
select tests.attempt('admin', pg_temp.confirm());
update public.donations set amount = 6 where donor_name = 'Ada Words';
select tests.attempt('admin', pg_temp.issue('Ada Words', 'print'));
select is(pg_temp.said(), 'Receipt for gifts Ours, Tax receipt Ours', 'Receipts have the words confirmed last, and keep them');
select tests.sees('only can_manage_donations', $$ select public.receipt_wording() #>> '{words,title}' $$, 'Tax receipt', 'Staff who issue receipts can read the words');
select is(tests.answer('supporter', 'select public.receipt_wording()'), null, 'and no one else');
select is(
  (select string_agg(changes::text, ', ' order by created_at, id) from public.change_log where record_kind = 'receipt_wording' and changes ? 'title') || (
    select string_agg(split_part(changes #>> '{wording,1}', e'\n', 3), ', ') from public.change_log where record_kind = 'receipt_wording' and changes ? 'wording'),
  '{"title": ["Receipt for gifts", "Tax receipt"]}Ours, 1 Oak, EIN 1, Ours, 1 Oak, EIN 1', 'The log has each change once'
);

select * from finish();
rollback;
