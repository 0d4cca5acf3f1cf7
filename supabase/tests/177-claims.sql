-- What a stranger says is a claim: whatever they know of a person and type, nothing of that person moves to them.

begin;
select * from no_plan();
delete from public.donations;
delete from private.outbox where true;

-- Vera gave $900. How we know her differs.
create temporary table victims (way text primary key, email text, phone text);
insert into victims values
  ('phone', null, '512 907 7001'), ('address', 'vera.address@example.org', '512 907 7002'), ('tag', 'vera.tag@school.example', null),
  ('dots', 'vera.dots@gmail.com', null), ('import', 'vera.import@example.org', '512 907 7005'), ('forms', null, '512 907 7006');
create function pg_temp.gift(who text, address text, phone text, amount numeric) returns uuid language sql as $$
  insert into public.donations (donor_name, donor_email, donor_phone, amount, donation_type, method, created_at)
  values (who, address, phone, amount, 'one-time', 'check', '2025-07-01 18:00+00') returning person_id
$$;
create temporary table known as select way, pg_temp.gift('Vera ' || initcap(way), email, phone, 900) as person from victims;
create function pg_temp.person(of_way text) returns uuid language sql as $$ select person from known where way = of_way $$;
-- All that is a person's: rows, name, letters, and what a receipt says.
create function pg_temp.state(of_way text) returns jsonb language sql as $$
  select jsonb_build_object(
    'donor', (select jsonb_build_array(donors.name, donors.email, gift_count, lifetime) from public.donors where id = person),
    'lines', (select lines from private.receipts_due(2025, array[person])),
    'letter', private.email_of(person)
  ) from known where way = of_way
$$;
create temporary table state as select way, pg_temp.state(way) as was from victims;

-- The stranger's own form, and $1 online

create function pg_temp.send(persona text, statement text) returns void language plpgsql as $$
declare
  outcome constant tests.outcome := tests.attempt(persona, statement);
begin
  if outcome.state <> '00000' then
    raise exception '% %', outcome.state, outcome.message;
  end if;
  delete from private.recent_submissions where true;
end
$$;
create function pg_temp.volunteer(who text, address text, phone text) returns void language sql as $$
  select pg_temp.send('anon', format(
    'insert into public.volunteer_applications (first_name, last_name, email, phone, motivation) values (%L, %L, %L, %L, %L)',
    split_part(who, ' ', 1), split_part(who, ' ', 2), address, phone, 'I help'
  ))
$$;
create function pg_temp.dollar(who text, address text) returns void language sql as $$
  select pg_temp.send('service_role', format('select public.record_payment_event(%L, %L)', gen_random_uuid(), jsonb_build_object(
    'payment_id', 'pi_' || gen_random_uuid(), 'donor_name', who, 'donor_email', address, 'amount', 1, 'donation_type', 'one-time', 'given_at', '2025-08-01 12:00+00'
  )))
$$;
select pg_temp.volunteer('Vera Phone', 'thief.phone@evil.example', '512 907 7001');
select pg_temp.dollar('Vera Phone', 'thief.phone@evil.example');
select pg_temp.volunteer('Vera Address', 'vera.address@example.org', '512 907 6666');
select pg_temp.volunteer('Vera Address', 'thief.address@evil.example', '512 907 6666');
select pg_temp.dollar('Vera Address', 'thief.address@evil.example');
select pg_temp.dollar('Vera Tag', 'vera.tag+evil@school.example');
select pg_temp.dollar('Vera Dots', 'v.e.r.a.dots+evil@googlemail.com');
select private.set_write_mode('import');
select pg_temp.gift('Vera Import', 'thief.import@evil.example', '512 907 7005', 1);
select private.set_write_mode(null);
select pg_temp.volunteer('Vera Forms', null, '512 907 7006');
select pg_temp.volunteer('Vera Forms', 'thief.forms@evil.example', '512 907 7006');
select pg_temp.dollar('Vera Forms', 'thief.forms@evil.example');

select is(pg_temp.state(way), was, format('A stranger who knows a donor''s %s changes neither name, letters nor receipt', way)) from state where way <> 'dots';
select is(
  pg_temp.state('dots') - 'donor' - 'lines', was - 'donor' - 'lines', 'Dots and tags of Gmail are the same mailbox, and the letters go where they went'
) from state where way = 'dots';
select is(
  (select string_agg(distinct email, ', ') from private.rows_of_people as theirs join known on person = person_id where email like '%evil%'),
  'v.e.r.a.dots+evil@googlemail.com', 'No stranger''s address is in a row of a donor'
);

-- The run of the year asks first, and goes to the donors.

select pg_temp.gift('Vera Tag', 'vera.told@example.org', null, 5);
select pg_temp.gift('Vera Maria Tag', 'vera.tag@school.example', null, 6);
update public.donations set told = '{email}', person_id = pg_temp.person('tag'), created_at = '2024-01-01' where amount = 5;
select private.tidy_people(array[pg_temp.person('tag')]);
update private.contact_points set valid_since = now() + interval '1 second' where normalized = 'vera.told@example.org';
select tests.sees(
  'only can_manage_donations', $$ select string_agg(concat_ws(' ', name, email, question, said), '; ' order by question) from public.receipt_questions(2025) where name = 'Vera Tag' $$,
  'Vera Tag vera.tag@school.example address vera.told@example.org; Vera Tag vera.tag@school.example name Vera Maria Tag',
  'A newer address that was only told, and a longer name, are asked about'
);
select is(tests.answer(persona, 'select count(*) from public.receipt_questions(2025)'), case when persona <> 'anon' then '0' end, persona || ' is asked nothing')
from unnest(array['anon', 'supporter', 'only can_send_emails', 'only can_manage_mentors']) as persona;
delete from public.donations where amount in (5, 6);

update private.mail_settings set rate_per_minute = 1000 where true;
update private.receipt_wording set confirmed_at = now() where singleton;
select pg_temp.send('only can_manage_donations', 'select public.mail_receipts(2025)');
select private.advance_receipts();
select is(
  (select string_agg(concat_ws(' ', recipient, data ->> 'name', data ->> 'total'), ', ' order by recipient) from private.outbox where kind = 'gift_receipt' and recipient like 'vera%' and recipient !~ 'evil'),
  'vera.address@example.org Vera Address 900.00, vera.dots@gmail.com Vera Dots 901.00, vera.import@example.org Vera Import 900.00, vera.tag@school.example Vera Tag 900.00',
  'Each donor''s receipt goes to the donor'
);
select is_empty($$ select recipient, data ->> 'total' from private.outbox
  where kind = 'gift_receipt' and recipient ~ 'evil' and (data ->> 'total')::numeric > 1 $$, 'and a stranger''s has the stranger''s dollar only');

-- Hand-over and erasure by the stranger's address

select is_empty(
  $$ select address, record ->> 'email' from (values ('thief.phone@evil.example'), ('thief.forms@evil.example'), ('vera.tag+evil@school.example'), ('v.e.r.a.dots+evil@googlemail.com')) as thief (address),
      jsonb_array_elements(public.subject_records(address) -> 'records') as record where lower(record ->> 'email') is distinct from address $$,
  'By an address they reach only the rows that carry it'
);
select is_empty(
  $$ select address, gone from (values ('thief.phone@evil.example'), ('thief.forms@evil.example'), ('vera.tag+evil@school.example'), ('v.e.r.a.dots+evil@googlemail.com')) as thief (address)
    cross join lateral unnest((private.data_subject(address)).people_left) as gone where gone in (select person from known) $$,
  'and no donor goes with them'
);

-- Guardians: a phone that was only told makes none

select pg_temp.volunteer('Mona Mother', null, '512 907 7101');
insert into public.mentees (first_name, last_name, parent_name, parent_phone) values ('Kim', 'Claimed', 'Mona Mother', '512 907 7101');
select isnt_empty($$ select from private.guardians join public.mentees on mentees.person_id = child_id where first_name = 'Kim' and last_name = 'Claimed'
  and not exists (select from private.rows_of_people as theirs where theirs.person_id = adult_id) $$, 'A child''s parent is nobody whom a form brought');

-- An account that never confirmed its address, and takes another name or address

select tests.sign_up('vera.import@example.org', '{"full_name": "Vera Import"}');
select is(person_id, pg_temp.person('import'), 'An account with her address and name is hers') from public.profiles where email = 'vera.import@example.org';
update auth.users set email_confirmed_at = null where email = 'vera.import@example.org';
update auth.users set email = 'thief.account@evil.example' where email = 'vera.import@example.org';
select isnt(person_id, pg_temp.person('import'), 'until the address changes, which nobody had confirmed') from public.profiles where email = 'thief.account@evil.example';

-- Whatever strangers make of the victims' data

create temporary table before_it as
select person, (select array_agg(distinct private.folded_address(theirs.email)) from private.rows_of_people as theirs where person_id = person) as addresses, private.email_of(person) as letter
from known;
delete from private.outbox where true;
do $$
declare
  one record;
begin
  perform setseed(0.42);
  for one in
    select who, case when random() < 0.6 then 'evil' || turn || '@x' || (turn % 7) || '.example'
        when random() < 0.5 then replace(coalesce(email, 'none' || turn || '@x.example'), '@', '+' || turn || '@') else email end as address,
      case when random() < 0.7 then phone when random() < 0.5 then '512 555 ' || (1000 + turn) end as phone, random() < 0.5 as is_form, turn
    from generate_series(1, 250) as turn
    cross join lateral (select * from victims order by md5(turn || way) limit 1) as victim
    cross join lateral (select case turn % 3 when 0 then 'Vera ' || initcap(way) when 1 then 'V. ' || initcap(way) else initcap(way) || ', Vera' end as who) as named
  loop
    if one.is_form or one.address is null then
      perform pg_temp.volunteer(one.who, one.address, one.phone);
    else
      perform pg_temp.dollar(one.who, one.address);
    end if;
  end loop;
end
$$;
select is_empty($$
  select theirs.email from private.rows_of_people as theirs join before_it on person = person_id
  where theirs.email is not null and addresses is not null and private.folded_address(theirs.email) <> all (addresses)
    and theirs.email <> 'thief.account@evil.example'
$$, 'No donor gets a row with another address');
select is(private.email_of(person), letter, 'Letters go where they went') from before_it;
select private.advance_receipts();
select is_empty($$ select recipient from private.outbox where data::text ~ '900\.00' $$, 'and no mail reveals a donor''s gift');

select * from finish();
rollback;
