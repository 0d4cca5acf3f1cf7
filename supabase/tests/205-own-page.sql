-- A supporter sees the records of the confirmed address of their account, and of no
-- other, however close.

begin;
select plan(34);

create temporary table accounts as
select who, tests.sign_up(who || '@own.test') as id
from unnest(array['owner', 'unconfirmed', 'shouting', 'tagged', 'moving', 'moved']) as who;
grant select on accounts to authenticated;
update auth.users set email_confirmed_at = now() where email like '%@own.test' and email not like 'unconfirmed@%';
update auth.users set email = 'SHOUTING@Own.test' where email = 'shouting@own.test';
update auth.users set email = 'owner+news@own.test' where email = 'tagged@own.test';
-- A requested address is not owned yet.
update auth.users set email_change = 'owner@own.test' where email = 'moving@own.test';
update auth.users set email = 'elsewhere@own.test' where email = 'moved@own.test';
update public.profiles set full_name = 'Owner' where id = (select id from accounts where who = 'owner');

do $$
declare
  address text;
begin
  foreach address in array array[' Owner@own.test ', 'unconfirmed@own.test', 'shouting@own.test ', 'moved@own.test'] loop
    insert into public.program_applications (
      first_name, last_name, email, phone, relationship, program_interest, child_name, special_needs
    ) values ('P', 'P', address, '1', 'parent', 'early-childhood', 'Child', 'Asthma');
    insert into public.contact_messages (name, email, message, status) values ('M', address, 'Secret', 'closed');
    insert into public.newsletter_subscriptions (name, email) values ('N', address);
    insert into public.donations (donor_name, donor_email, amount, refunded, donation_type, created_at) values
      ('D', address, 30, 10, 'one-time', '2025-03-01 12:00+00'), ('D', address, 5, 5, 'monthly', '2024-03-01 12:00+00');
  end loop;
end
$$;
insert into public.donations (donor_name, amount, donation_type, created_at)
values ('owner@own.test', 7, 'one-time', '2025-03-01 12:00+00');

create function pg_temp.act(account text) returns void
language sql
as $$
  select set_config('request.jwt.claims', jsonb_build_object(
    'role', 'authenticated', 'sub', id, 'session_id', id, 'email', 'owner@own.test',
    'user_metadata', '{"email": "owner@own.test", "email_verified": true}'::jsonb
  )::text, true), set_config('role', 'authenticated', true)
  from accounts where who = account
$$;
create function pg_temp.own(account text) returns text
language plpgsql
as $$
declare
  told text;
begin
  perform pg_temp.act(account);
  select concat_ws('; ',
    coalesce(public.own_address(), 'nobody'),
    (select string_agg(kind || ' ' || stage, ', ' order by kind) from public.own_submissions()),
    (select string_agg(concat_ws('-', amount, refunded), ', ' order by given_at) from public.own_gifts()),
    (select string_agg(concat_ws(' ', year, total), ', ') from public.own_years()),
    (select string_agg(concat_ws(' ', receipt ->> 'name', receipt ->> 'total'), ', ') from public.own_years() as years, public.own_receipt(2025, donor) as receipt where year = 2025),
    public.own_subscription()
  ) into told;
  perform set_config('role', 'none', true), set_config('request.jwt.claims', '', true);
  return told;
end
$$;

select is(pg_temp.own(who), told, format('%s sees %s', who, told))
from (values
  ('owner', 'owner@own.test; program received, message closed; 5.00-5.00, 30.00-10.00; 2025 20.00; D 20.00; subscribed'),
  ('shouting', 'shouting@own.test; program received, message closed; 5.00-5.00, 30.00-10.00; 2025 20.00; D 20.00; subscribed'),
  ('unconfirmed', 'nobody'),
  ('tagged', 'owner+news@own.test; none'),
  ('moving', 'moving@own.test; none'),
  ('moved', 'elsewhere@own.test; none')
) as expected (who, told);

-- Two who share the address, one of whom is one with a donor of another address
insert into public.donations (donor_name, donor_email, amount, donation_type, created_at) values
  ('Other Half', 'owner@own.test', 300, 'one-time', '2025-03-02 12:00+00'), ('D', 'd.at.work@own.test', 900, 'one-time', '2025-03-01 12:00+00');
select private.unite_people(
  gen_random_uuid(), (select person_id from public.donations where donor_name = 'D' and amount = 30 and donor_email ~* 'owner'), (select person_id from public.donations where amount = 900), '{donations}'
);
select is(
  pg_temp.own('owner'), 'owner@own.test; program received, message closed; 5.00-5.00, 30.00-10.00, 300.00-0.00; 2025 20.00, 2025 300.00; D 20.00, Other Half 300.00; subscribed',
  'Each of the two has their receipt, and nothing is reached through another address'
);
delete from public.donations where amount in (300, 900);

update public.volunteer_applications set email = null;
insert into public.donations (donor_name, amount, donation_type) values ('nobody', 1, 'one-time');
update auth.users set email = null where email = 'elsewhere@own.test';
select is(pg_temp.own('moved'), 'nobody', 'An account without an address opens nothing');
update auth.users set email_confirmed_at = null where email = 'owner@own.test';
select is(pg_temp.own('owner'), 'nobody', 'An address that is no longer confirmed opens nothing');
update auth.users set email_confirmed_at = now() where email = 'owner@own.test';
delete from auth.sessions where user_id = (select id from accounts where who = 'owner');
select throws_ok($$ select pg_temp.own('owner') $$, '42501', 'Your session has ended. Sign in again.', 'An ended session opens nothing');
select tests.begin_session(id) from accounts where who = 'owner';
select isnt(pg_temp.own('owner'), 'nobody', 'A new session opens the records again');
update auth.users set email = 'new@own.test' where email = 'owner@own.test';
select is(pg_temp.own('owner'), 'new@own.test; none', 'Another address leaves all that belonged to the one before');
update auth.users set email = 'owner@own.test' where email = 'new@own.test';

select tests.refused('anon', statement, format('As a visitor I cannot: %s', statement))
from unnest(array[
  'select public.own_address()', 'select * from public.own_submissions()', 'select * from public.own_gifts()',
  'select * from public.own_years()', 'select public.own_receipt(2025)', 'select public.own_subscription()',
  'select public.choose_subscription(false)'
]) as statement;
select tests.refused('stranger', 'select public.choose_subscription(false)', 'As a stranger I end no subscription');
select tests.sees('stranger', 'select count(*) from public.own_submissions()', '0', 'As a stranger I see nothing');

-- The newsletter

create function pg_temp.choose(account text, subscribed boolean) returns text
language plpgsql
as $$
begin
  perform pg_temp.act(account);
  perform public.choose_subscription(subscribed);
  perform set_config('role', 'none', true), set_config('request.jwt.claims', '', true);
  return pg_temp.own(account);
exception when insufficient_privilege then
  perform set_config('role', 'none', true), set_config('request.jwt.claims', '', true);
  return 'refused';
end
$$;
create function pg_temp.listed() returns text
language sql
as $$
  select string_agg(concat_ws(' ', name, lower(btrim(email)), case when confirmed_at is null then 'unconfirmed' end), ', ' order by email)
  from public.newsletter_subscriptions where email ilike '%own.test%'
$$;
create temporary table listed_before as select pg_temp.listed() as list, (select count(*) from private.outbox) as mails;
select is(pg_temp.choose('unconfirmed', subscribed), 'refused', format('Without a confirmed address one chooses nothing (%s)', subscribed))
from unnest(array[true, false]) as subscribed;
select is(pg_temp.choose('tagged', false), 'owner+news@own.test; none', 'An address that never subscribed unsubscribes');
select is(pg_temp.listed(), (select list from listed_before), 'Unsubscribing an unknown address changes no list');
select matches(pg_temp.choose('owner', false), 'none$', 'Unsubscribing answers with the new state');
select isnt(pg_temp.listed(), (select list from listed_before), 'An unsubscribed address is off the list');
select is((select reason from private.suppressions where address = 'owner@own.test'), 'unsubscribed', 'No campaign goes to an unsubscribed address');
update private.mail_settings set double_opt_in = true;
select matches(pg_temp.choose('owner', true), 'subscribed$', 'Subscribing again counts at once');
select matches(pg_temp.listed(), 'Owner owner@own.test,', 'The new subscription is confirmed');
select is((select count(*) from private.outbox), (select mails from listed_before), 'No mail asks to confirm it');
select matches(pg_temp.choose('owner', true), 'subscribed$', 'Subscribing twice succeeds');
select private.suppress('owner@own.test', 'bounced', null);
select matches(pg_temp.own('owner'), 'unreachable$', 'The page says that mails came back');
select matches(pg_temp.choose('owner', true), 'unreachable$', 'Subscribing again does not hide a bounce');

select * from finish();
rollback;
