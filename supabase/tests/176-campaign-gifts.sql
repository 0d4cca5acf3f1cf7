-- Campaigns to donors: a view of donors as an audience, merge fields about gifts, and who may put them in.

begin;
select plan(53);
delete from private.outbox where true;
delete from private.suppressions where true;
delete from public.donations where true;
delete from public.saved_views where true;
delete from public.email_campaigns where true;
update private.mail_settings set rate_per_minute = 1000 where singleton;
insert into public.funds (name) values ('Lanterns'), ('Kites');

create function pg_temp.fund(named text) returns uuid
language sql
as $$ select id from public.funds where name = named $$;

-- Gifts of today and of last year: thirteen months ago is another year on every day.
insert into public.donations (donor_name, donor_email, amount, donation_type, created_at, fund_id) values
  ('Ada', 'ada@example.org', 100, 'one-time', now() - interval '13 months', pg_temp.fund('Kites')),
  ('Ada', 'ada@example.org', 1234.50, 'one-time', now(), pg_temp.fund('Lanterns')),
  ('Bea', 'bea@example.org', 50, 'one-time', now() - interval '13 months', null),
  ('Cleo', 'cleo@example.org', 20, 'one-time', now() - interval '14 months', null),
  ('Gus', 'gus@example.org', 30, 'one-time', now(), null);
insert into public.donations (donor_name, donor_email, amount, donation_type, voided_at, refunded, change_reason)
values ('Cleo', 'cleo@example.org', 500, 'one-time', now(), 500, 'The check bounced');
update public.donations set refunded = 5 where donor_name = 'Cleo' and amount = 20;
update public.donations set refunded = 30 where donor_name = 'Gus';
insert into public.donations (donor_name, donor_email, donation_type, method, description)
values ('Dora', 'dora@example.org', 'one-time', 'in_kind', 'Piano');
insert into public.donations (donor_name, donor_email, amount, donation_type, fund_id, split_id) values
  ('Eve', 'eve@example.org', 600, 'one-time', pg_temp.fund('Lanterns'), '00000000-0000-4000-8000-0000000000e5'),
  ('Eve', 'eve@example.org', 400, 'one-time', pg_temp.fund('Kites'), '00000000-0000-4000-8000-0000000000e5');
insert into public.donations (donor_name, donor_email, amount, donation_type, created_at)
values ('Trust', 'trust@example.org', 5, 'grant', now() - interval '13 months');
insert into public.donations (donor_name, donor_email, amount, donation_type, legal_donor_id, legal_donor_name)
select 'Fay', 'fay@example.org', 70, 'one-time', person_id, 'Trust' from public.donations where donor_name = 'Trust';

create function pg_temp.members(audience text, fields text) returns text
language sql
as $$
  select string_agg(concat_ws(' ', address, left_out, gifts), e'\n' order by address) from private.campaign_members(audience, fields::text[])
$$;
create function pg_temp.today() returns text language sql as $$ select private.office_today()::text $$;
create function pg_temp.view_of(donors text) returns text
language sql
as $$ select 'view:' || id from public.saved_views where name = donors $$;
create function pg_temp.campaign(named text) returns public.email_campaigns
language sql
as $$ select campaign from public.email_campaigns campaign where name = named $$;
create function pg_temp.send(named text, expected_count integer, send_at text default 'null') returns text
language sql
as $$
  select format('select public.send_campaign(%L, %s, %L, %s)', id, expected_count, jsonb_build_object(
    'subject', subject, 'content', content, 'name_fallback', name_fallback, 'target_audience', target_audience
  ), send_at)
  from pg_temp.campaign(named)
$$;
create function pg_temp.mails(named text) returns text
language sql
as $$
  select string_agg(concat_ws(' ', recipient, state, data ->> 'gifts'), e'\n' order by recipient)
  from private.outbox where campaign_id = (pg_temp.campaign(named)).id and kind = 'campaign'
$$;
create function pg_temp.allow(permission text) returns void
language sql
as $$
  insert into public.user_permissions (user_id, permission_id)
  select tests.account('only can_send_emails'), id from public.permissions where name = permission
$$;
create function pg_temp.revoke(permission text) returns void
language sql
as $$
  delete from public.user_permissions where user_id = tests.account('only can_send_emails')
    and permission_id in (select id from public.permissions where name = permission)
$$;

-- Values

select is(
  pg_temp.members('donors', '{last_gift,last_gift_day}'),
  concat_ws(e'\n',
    format('ada@example.org {"last_gift": 1234.50, "last_gift_day": "%s"}', pg_temp.today()),
    format('bea@example.org {"last_gift": 50.00, "last_gift_day": "%s"}', ((now() - interval '13 months') at time zone private.office_time_zone())::date),
    format('cleo@example.org {"last_gift": 15.00, "last_gift_day": "%s"}', ((now() - interval '14 months') at time zone private.office_time_zone())::date),
    'dora@example.org no_gift {}',
    format('eve@example.org {"last_gift": 1000.00, "last_gift_day": "%s"}', pg_temp.today()),
    format('fay@example.org {"last_gift": 70.00, "last_gift_day": "%s"}', pg_temp.today()),
    'gus@example.org no_gift {}',
    format('trust@example.org {"last_gift": 70.00, "last_gift_day": "%s"}', pg_temp.today())
  ),
  'The last gift is what is left of the last one of money: no void, refunded or in-kind one, a split check as a whole, a moved one of both'
);
select is(
  pg_temp.members('donors', '{last_gift_fund}'),
  e'ada@example.org {"last_gift_fund": "Lanterns"}\nbea@example.org {}\ncleo@example.org {}\ndora@example.org no_gift {}\n'
    'eve@example.org {"last_gift_fund": "Kites and Lanterns"}\nfay@example.org {}\ngus@example.org no_gift {}\ntrust@example.org {}',
  'A gift to no fund leaves no one out'
);
select is(
  pg_temp.members('donors', '{year_total}'),
  e'ada@example.org {"year_total": 1234.50}\nbea@example.org no_gift_this_year {}\ncleo@example.org no_gift_this_year {}\n'
    'dora@example.org no_gift_this_year {}\neve@example.org {"year_total": 1000.00}\nfay@example.org no_gift_this_year {}\n'
    'gus@example.org no_gift_this_year {}\ntrust@example.org {"year_total": 70.00}',
  'The sum of the year is that of the receipt, which the legal donor gets'
);
select results_eq(
  $$ select address, (gifts ->> 'year_total')::numeric from private.campaign_members('donors', '{year_total}') where left_out is null order by 1 $$,
  $$ select donors.email, years.total from public.donors cross join lateral private.years_given(donors.id) as years
    where years.year = extract(year from private.office_today()) and years.total > 0 order by 1 $$,
  'It is the sum that the donor''s panel shows'
);
select is(
  pg_temp.members('donors', '{}'),
  e'ada@example.org\nbea@example.org\ncleo@example.org\ndora@example.org\neve@example.org\nfay@example.org\ngus@example.org\ntrust@example.org',
  'A campaign without these fields reads no gift, and leaves no one out for one'
);
insert into public.volunteer_applications (first_name, last_name, email, status) values ('Ada', 'Winters', 'someone.else@example.org', 'accepted');
update public.submissions set person_id = (select id from public.donors where name = 'Ada') where email = 'someone.else@example.org';
select is(
  (select concat_ws(' ', left_out, gifts) from private.campaign_members('volunteers', '{last_gift,year_total}') where address = 'someone.else@example.org'),
  'no_gift {}', 'What a donor gave goes to no address but that of their letters'
);
insert into public.mentors (first_name, last_name, email, status) values ('Ada', 'Winters', 'ADA+mentor@example.org', 'active');
update public.mentors set person_id = (select id from public.donors where name = 'Ada') where email = 'ADA+mentor@example.org';
select is(
  (select gifts ->> 'year_total' from private.campaign_members('mentors', '{year_total}') where address = 'ADA+mentor@example.org'),
  '1234.50', 'It does to that mailbox, in any list of people'
);
delete from public.mentors where email = 'ADA+mentor@example.org';
delete from public.volunteer_applications where email = 'someone.else@example.org';

-- Views of donors

insert into public.saved_views (id, owner_id, table_name, list, name, is_shared, state) values
  (gen_random_uuid(), tests.account('admin'), 'donors', '/crm?tab=donors&by=donor', 'Lapsed', true,
    '{"filters": {"frequency": "lapsed"}, "conditions": [["frequency", "eq", "lapsed"]]}'),
  (gen_random_uuid(), tests.account('admin'), 'donors', '/crm?tab=donors&by=donor', 'Monthly', true,
    '{"filters": {"frequency": "monthly"}, "conditions": [["frequency", "eq", "monthly"]]}'),
  (gen_random_uuid(), tests.account('admin'), 'donors', '/crm?tab=donors&by=donor', 'Thank-you due', true,
    '{"filters": {"thanks": "due"}, "conditions": [["thanks", "eq", "due"]]}'),
  (gen_random_uuid(), tests.account('admin'), 'donors', '/crm?tab=donors&by=donor', 'All', true, '{}');
update public.donations set donation_type = 'monthly' where donor_name = 'Ada' and amount = 1234.50;
update public.donations set created_at = now() - interval '27 months' where donor_name = 'Bea';
update public.donors set thanked_until = last_gift_at where name <> 'Eve' and thank_for_at is not null;
select is(pg_temp.members(pg_temp.view_of(view), '{}'), expected, format('The donors of the view %s are an audience', view))
from (values ('Lapsed', 'bea@example.org'), ('Monthly', 'ada@example.org'), ('Thank-you due', 'eve@example.org')) as cases (view, expected);
insert into private.suppressions (address, reason) values ('eve@example.org', 'unsubscribed'), ('ada@example.org', 'bounced');
update private.people set do_not_contact = true where id = (select id from public.donors where name = 'Bea');
select is(
  (select string_agg(address || ' ' || left_out, ', ' order by address) from private.campaign_members(pg_temp.view_of('All'), '{year_total}') where left_out <> 'no_gift_this_year'),
  'ada@example.org bounced, bea@example.org do_not_contact, eve@example.org unsubscribed', 'They are left out for the reasons that others are'
);
delete from private.suppressions where true;
update private.people set do_not_contact = false where do_not_contact;
insert into public.donations (donor_name, donor_email, amount, donation_type) values ('Adam', 'ada@example.org', 1, 'one-time');
select is(
  (select count(*)::int from private.campaign_members(pg_temp.view_of('All')) where address = 'ada@example.org' and left_out is null), 1,
  'One address gets one mail'
);
delete from public.donations where donor_name = 'Adam';

-- Who may count

create function pg_temp.counted(audience text, fields text) returns text
language sql
as $$
  select format('select concat_ws('' '', recipients, without_gift, without_gift_this_year, without_fund, sample_gifts)
    from public.campaign_audience(%L, fields => %L)', audience, fields)
$$;
select tests.sees('admin', pg_temp.counted('donors', '{last_gift_fund}'), '6 2 0 4 {"last_gift_fund": "Lanterns"}', 'An admin learns who lacks a gift and who a fund');
select tests.sees(
  'admin', pg_temp.counted(pg_temp.view_of('All'), '{last_gift,year_total}'), '3 2 3 0 {"last_gift": 1234.50, "year_total": 1234.50}', 'and the values of one of them'
);
select tests.sees('admin', pg_temp.counted('donors', '{name,secret}'), '8 0 0 0', 'A field that there is not is none');
select tests.refused(
  'only can_send_emails', pg_temp.counted(audience, '{year_total}'), format('A sender who may not read gifts counts none of %s', audience)
)
from unnest(array['donors', 'all']) as audience;
select tests.sees(persona, format('select count(*) from public.campaign_audience(%L, fields => %L)', audience, '{last_gift}'), '0', format('As %s I count no gifts of %s', persona, audience))
from unnest(array['stranger', 'plain staff', 'supporter', 'only can_manage_donations']) as persona, unnest(array['donors', pg_temp.view_of('All')]) as audience;
select tests.sees(
  'only can_send_emails', format('select count(*) from public.campaign_audience(%L)', pg_temp.view_of('All')), '0', 'A sender who may not read donors counts none of a view'
);
select pg_temp.allow('can_manage_donations');
select tests.sees(
  'only can_send_emails', pg_temp.counted(pg_temp.view_of('All'), '{year_total}'), '3 0 5 0 {"year_total": 1234.50}', 'With both rights a sender does'
);
select tests.sees(
  'only can_send_emails', format('select concat_ws('' '', sample_name, sample_gifts) from public.campaign_audience(%L, fields => %L)', 'volunteers', '{last_gift}'),
  coalesce((select full_name from public.profiles where id = tests.account('only can_send_emails')), ''), 'Of people whom they may not read there is no sample'
);
select pg_temp.revoke('can_manage_donations');

-- Who may write them

create function pg_temp.draft(content text) returns text
language sql
as $$ select format('insert into public.email_campaigns (name, subject, content, target_audience) values (%L, %L, %L, %L)', 'Tried', 'Thanks', content, 'donors') $$;
select tests.refused(persona, pg_temp.draft('You gave {{ last_gift }}.'), format('As %s I write no campaign about gifts', persona))
from unnest(array['anon', 'stranger', 'plain staff', 'supporter', 'only can_manage_donations', 'only can_send_emails']) as persona;
insert into public.email_campaigns (name, subject, content, target_audience) values
  ('Plain', 'Thanks', 'Dear {{name}}.', 'donors'), ('Year', '{{year_total}} this year', 'Dear {{name}}, {{last_gift_fund}}.', pg_temp.view_of('All')),
  ('Last', 'Thanks', 'You gave {{last_gift}} on {{last_gift_day}}.', 'donors'), ('Due', 'Thanks', 'You gave {{last_gift}}.', 'donors'),
  ('Wrong', 'Thanks', 'You gave {{last_gifts}}.', 'donors');
select tests.refused(
  'only can_send_emails', $$ update public.email_campaigns set subject = '{{year_total}}' where name = 'Plain' $$, 'nor put gifts into one'
);
select tests.done(
  'only can_send_emails', $$ update public.email_campaigns set content = 'Hello, {{last_gift_fund}}.' where name = 'Year' $$,
  $$ (pg_temp.campaign('Year')).content = 'Hello, {{last_gift_fund}}.' $$, 'A sender corrects the words around a colleague''s fields'
);
select is(
  (tests.attempt('only can_send_emails', pg_temp.draft('{{last_gift}} {{year_total}}'))).message,
  'Only colleagues who manage donations can use {{last_gift}}, {{year_total}}.', 'The refusal names the fields'
);
select tests.refused('only can_send_emails', pg_temp.send('Last', 6), 'A sender who may not read gifts sends none');
select tests.refused('only can_send_emails', pg_temp.send('Last', 6, $$ now() + interval '1 day' $$), 'nor later');
select tests.refused(
  'only can_send_emails', format('select public.test_campaign(%L)', (pg_temp.campaign('Last')).id), 'nor as a test'
);
select pg_temp.allow('can_manage_donations');
select tests.done(
  'only can_send_emails', pg_temp.draft('You gave {{ last_gift }}.'), $$ exists (select from public.email_campaigns where name = 'Tried' and status = 'draft') $$,
  'With both rights I write it'
);
select is(
  (tests.attempt('only can_send_emails', pg_temp.send('Wrong', 8))).message, 'There is no merge field {{last_gifts}}.', 'An unknown field has its sentence'
);

-- Sending

select tests.refused('only can_send_emails', pg_temp.send('Last', 8), 'The number is that of the donors with a gift to name', 'PT409');
select tests.done(
  'only can_send_emails', pg_temp.send('Last', 6), $$ (pg_temp.campaign('Last')).recipient_count = 6 $$, 'With both rights I send it to them'
);
select is(
  (select gifts from private.unqueued_recipients where address = 'ada@example.org'),
  jsonb_build_object('last_gift', 1234.50, 'last_gift_day', private.office_today()), 'It keeps only the values that its text has'
);
insert into public.donations (donor_name, donor_email, amount, donation_type) values ('Ada', 'ada@example.org', 9, 'one-time');
select pg_temp.revoke('can_manage_donations');
select private.advance_campaigns();
select is(
  (select string_agg(mail, '; ' order by mail) from string_to_table(pg_temp.mails('Last'), e'\n') as mail where mail ~ '^(ada|dora|gus)'),
  format('ada@example.org queued {"last_gift": 1234.50, "last_gift_day": "%s"}', pg_temp.today()),
  'Each mail has the values of the click, and who has none gets no mail'
);
select is(
  (select data ->> 'gifts' from public.claim_mails(gen_random_uuid(), 10, 'a test', repeat('k', 32)) where recipient = 'ada@example.org'),
  format('{"last_gift": 1234.50, "last_gift_day": "%s"}', pg_temp.today()), 'The worker gets them'
);
delete from public.donations where amount = 9;
select tests.attempt('admin', pg_temp.send('Year', 3));
select private.advance_campaigns();
select is(
  pg_temp.mails('Year'),
  e'ada@example.org queued {"year_total": 1234.50, "last_gift_fund": "Lanterns"}\n'
    'eve@example.org queued {"year_total": 1000.00, "last_gift_fund": "Kites and Lanterns"}\ntrust@example.org queued {"year_total": 70.00}',
  'A view of donors gets it'
);
select tests.attempt('admin', format('select public.test_campaign(%L)', (pg_temp.campaign('Due')).id));
select is(
  (select data ->> 'gifts' from private.outbox where kind = 'campaign_test'), null, 'A test has no donor''s gifts'
);

-- A right that is lost between writing and sending

create function pg_temp.later() returns text
language sql
as $$
  select private.process_campaigns();
  select (pg_temp.campaign('Due')).status || coalesce(' ' || pg_temp.mails('Due'), '');
$$;
select pg_temp.allow('can_manage_donations');
select tests.attempt('only can_send_emails', pg_temp.send('Due', 6, $$ now() + interval '1 day' $$));
select is(pg_temp.later(), 'scheduled', 'A campaign about gifts waits for its time');
select pg_temp.revoke('can_manage_donations');
update public.email_campaigns set scheduled_at = now() where name = 'Due';
select is(pg_temp.later(), 'draft', 'It is a draft again when its scheduler may no longer read gifts');
select pg_temp.allow('can_manage_donations');
select tests.attempt('only can_send_emails', pg_temp.send('Due', 6, $$ now() + interval '1 day' $$));
update public.email_campaigns set scheduled_at = now() where name = 'Due';
select matches(pg_temp.later(), 'sending ada@example.org queued \{"last_gift": 1234.50\}', 'With the right it goes out');

-- What is left of it

select tests.erase('eve@example.org');
select is(
  (select count(*)::int from private.outbox where data::text like '%1000.00%'), 0, 'Erasing a donor takes the values out of the mails'
);

select * from finish();
rollback;
