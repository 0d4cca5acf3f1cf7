-- Campaigns: who an audience is, who may send, and that what was sent is known.

begin;
select plan(133);

select tests.done(
  'only can_send_emails',
  $$ insert into public.email_campaigns (name, subject, content) values ('Story', 'Once', 'Told.')
    returning * $$,
  $$ exists (
    select from public.email_campaigns
    where name = 'Story' and status = 'draft' and sent_count = 0 and target_audience = 'all'
  ) $$,
  'A campaign begins as a draft for all that is not sent yet'
);
delete from public.email_campaigns where name = 'Story';
delete from private.outbox;
delete from private.suppressions;
delete from public.newsletter_subscriptions;
delete from public.donations;
delete from public.mentors;
delete from public.mentees;
delete from public.trainers;
delete from public.volunteer_applications;
delete from public.partnership_proposals;
update public.user_roles set role = 'user' where role = 'supporter';
update private.mail_settings set rate_per_minute = 1000;

insert into public.newsletter_subscriptions (name, email) values
  ('Ada', 'ada@example.org'), ('Bea', ' Bea@Example.org '), ('Win: https://evil.example', 'cleo@example.org'),
  ('Nobody', 'no address'), ('Dora', 'dora@example.org'), ('Eve', 'eve@example.org'), ('Fay', 'fay@example.org');
insert into private.suppressions (address, reason) values
  ('dora@example.org', 'unsubscribed'), ('eve@example.org', 'bounced'), ('fay@example.org', 'complained');
insert into public.donations (donor_name, donor_email, amount, donation_type) values
  ('Giver', 'giver@example.org', 5, 'monthly'), ('Giver', ' GIVER+1@Example.org', 5, 'monthly'),
  ('Giver', 'giver@example.org', 7, 'monthly'), ('Anonymous', null, 5, 'one-time');
insert into public.mentors (first_name, last_name, email, status) values
  ('Mia', 'Mentor', 'mia@example.org', 'active'), ('Max', 'Mentor', 'max@example.org', 'inactive');
insert into public.trainers (first_name, last_name, email, status) values
  ('Tom', 'Trainer', 'tom@example.org', 'active'), ('Tim', 'Trainer', 'tim@example.org', 'inactive');
insert into public.mentees (first_name, last_name, email, parent_name, parent_email, status) values
  ('Kit', 'Child', 'kit@example.org', null, 'parent@example.org', 'active'),
  ('Kay', 'Child', 'kay@example.org', 'Pat', 'parent@example.org', 'active'),
  ('Ken', 'Child', 'ken@example.org', 'Gone', 'gone@example.org', 'inactive');
insert into public.volunteer_applications (first_name, last_name, email, status) values
  ('Vic', 'Helper', 'vic@example.org', 'accepted'), ('Val', 'Helper', 'val@example.org', 'new');
select tests.attempt('owner', tests.sample_insert('partnership_proposals'));
update public.partnership_proposals set status = 'accepted', email = 'partner@example.org', contact_name = 'Paul';
select set_config('tests.unconfirmed', tests.sign_up('unconfirmed@example.org')::text, true);
select set_config('tests.supporter', tests.sign_up('sue@example.org', '{"full_name": "Sue"}')::text, true);
update public.profiles set confirmed = id = current_setting('tests.supporter')::uuid
where id in (current_setting('tests.supporter')::uuid, current_setting('tests.unconfirmed')::uuid);
insert into public.user_roles (user_id, role) values
  (current_setting('tests.supporter')::uuid, 'supporter'), (current_setting('tests.unconfirmed')::uuid, 'supporter');

create function pg_temp.campaign(named text) returns public.email_campaigns
language sql
as $$ select campaign from public.email_campaigns campaign where name = named $$;
create function pg_temp.call(function text, named text, more text default '') returns text
language sql
as $$ select format('select public.%s(%L%s)', function, (pg_temp.campaign(named)).id, more) $$;
create function pg_temp.send(named text, expected_count text, send_at text default 'null', said jsonb default '{}')
returns text
language sql
as $$
  select format(
    'select public.send_campaign(%L, %s, %L, %s)', id, expected_count,
    jsonb_build_object(
      'subject', subject, 'content', content, 'name_fallback', name_fallback, 'target_audience', target_audience
    ) || said,
    send_at
  )
  from pg_temp.campaign(named)
$$;
create function pg_temp.mails(named text) returns text
language sql
as $$
  select string_agg(concat_ws(' ', recipient, state, data -> 'fields' ->> 'name'), ', ' order by lower(recipient))
  from private.outbox where campaign_id = (pg_temp.campaign(named)).id and kind = 'campaign'
$$;
create function pg_temp.deliver(at_most integer, outcome text default 'sent', reason text default null) returns bigint
language sql
as $$
  with claimed as (
    select id from public.claim_mails('00000000-0000-4000-8000-00000000000a', at_most, 'a test', repeat('k', 32)) where kind = 'campaign'
  )
  select count(*) filter (where public.record_mail(
    id, '00000000-0000-4000-8000-00000000000a', outcome, null, reason
  )) from claimed
$$;

-- Audiences

select is(
  (select string_agg(concat_ws(' ', lower(address), name, left_out), ', ' order by lower(address), left_out nulls first)
    from private.campaign_recipients(audience)),
  expected, format('The audience %s has its people', audience)
)
from (values
  ('all', 'ada@example.org Ada, bea@example.org Bea, cleo@example.org, dora@example.org Dora unsubscribed, '
    'eve@example.org Eve bounced, fay@example.org Fay complained, no address Nobody invalid'),
  ('supporters', 'sue@example.org Sue'),
  ('donors', 'giver+1@example.org Giver double, giver@example.org Giver, Anonymous invalid'),
  ('mentors', 'mia@example.org Mia Mentor'),
  ('trainers', 'tom@example.org Tom Trainer'),
  ('parents', 'parent@example.org Pat, parent@example.org double'),
  ('volunteers', 'vic@example.org Vic Helper'),
  ('partners', 'partner@example.org Paul'),
  ('anybody', null)
) as cases (audience, expected);
select tests.sees(
  persona, $$ select audience::text from public.campaign_audience('all') audience $$,
  format('(3,1,1,0,1,2,%s,0,0,,f,0,0,0,)', sample), format('As %s I learn how many that is, and why others are left out', persona)
)
from (values ('admin', 'Ada'), ('only can_send_emails', '')) as cases (persona, sample);
select tests.sees(
  'admin', format('select sample_name from public.campaign_audience(%L)', audience), sample,
  format('The sample of %s is one of them', audience)
)
from (values ('donors', 'Giver'), ('mentors', 'Mia Mentor')) as cases (audience, sample);
update public.profiles set full_name = 'Own Admin' where id = tests.account('admin');
select tests.sees(
  'admin', $$ select sample_name from public.campaign_audience('parents') $$, 'Own Admin',
  'A parent''s name is a protected field: no sender sees one'
);
update public.profiles set full_name = 'Own Name' where id = tests.account('only can_send_emails');
select tests.sees(
  'only can_send_emails', format('select sample_name from public.campaign_audience(%L)', audience), 'Own Name',
  format('A sender who may not read %s sees their own name', audience)
)
from unnest(array['all', 'supporters', 'donors', 'mentors', 'trainers', 'parents', 'volunteers', 'partners']) as audience;

-- Rights

insert into public.email_campaigns (name, subject, content, target_audience, name_fallback) values
  ('News', 'News for {{name}}', 'Dear {{ name }}, all is well.', 'all', 'friend'),
  ('Appeal', 'An appeal', 'Dear giver.', 'donors', 'friend'),
  ('Wrong', 'For {{first_name}}', 'Text', 'donors', 'friend'), ('Open', 'Hello', 'Dear {{name', 'donors', 'friend'),
  ('Later', 'Later', 'Text', 'donors', 'friend'), ('Empty', 'Hello', 'Text', 'mentors', 'friend');
delete from public.mentors;
select tests.refused(persona, statement, format('As %s I cannot: %s', persona, left(statement, 32)))
from unnest(array['anon', 'stranger', 'supporter', 'plain staff', 'only can_review_submissions']) as persona,
  unnest(array[
    pg_temp.send('News', '3'), pg_temp.call('test_campaign', 'News'),
    pg_temp.call('pause_campaign', 'News'), pg_temp.call('resume_campaign', 'News'), pg_temp.call('cancel_campaign', 'News')
  ]) as statement;
select tests.sees(
  persona, format('select (select count(*) from public.campaign_audience(%L))
    + (select count(*) from public.campaign_progress(%L))', 'all', (pg_temp.campaign('News')).id),
  '0', format('As %s I learn nothing of audience and progress', persona)
)
from unnest(array['stranger', 'supporter', 'plain staff', 'only can_manage_donations']) as persona;
select tests.refused(
  persona, statement, format('As %s I reach nothing behind them: %s', persona, left(statement, 40))
)
from unnest(array['only can_send_emails', 'admin']) as persona,
  unnest(array[
    'select private.begin_sending(gen_random_uuid())', 'select private.process_campaigns()',
    'select public.advance_campaigns()', 'select private.advance_campaigns()',
    'select private.finish_campaigns()', $$ select private.audience_members('all') $$,
    $$ select private.campaign_recipients('all') $$
  ]) as statement;

-- Refused

select tests.refused('only can_send_emails', statement, format('A campaign is not sent: %s', told), expected)
from (values
  (pg_temp.send('News', '4'), 'another number than there is', 'PT409'),
  (pg_temp.send('News', 'null'), 'without a number', 'PT409'),
  (pg_temp.send('News', '4', 'now() + interval ''1 day'''), 'another number, later', 'PT409'),
  (pg_temp.send('News', '3', 'now()'), 'a moment that is over', '23514'),
  (pg_temp.send('News', '3', 'now() + interval ''2 years'''), 'a moment far away', '23514'),
  (pg_temp.send('Wrong', '1'), 'an unknown merge field', '23514'),
  (pg_temp.send('Open', '1'), 'a merge field without an end', '23514'),
  (pg_temp.call('test_campaign', 'Wrong'), 'a test with an unknown merge field', '23514'),
  (pg_temp.send('Empty', '0'), 'to no one', 'PT409'),
  (pg_temp.call('pause_campaign', 'News'), 'pausing a draft', 'PT409'),
  (pg_temp.call('resume_campaign', 'News'), 'resuming a draft', 'PT409'),
  (pg_temp.call('cancel_campaign', 'News'), 'cancelling a draft', 'PT409'),
  (pg_temp.send('News', '3', said => '{"subject": "Old news"}'), 'another subject than was looked at', 'PT409'),
  (pg_temp.send('News', '3', said => '{"content": "Old"}'), 'another text', 'PT409'),
  (pg_temp.send('News', '3', said => '{"target_audience": "donors"}'), 'another audience', 'PT409'),
  (pg_temp.send('News', '3', said => '{"name_fallback": "you"}'), 'another word for a name', 'PT409'),
  (format('select public.send_campaign(%L, 3, %L)', (pg_temp.campaign('News')).id, '{"subject": "News for {{name}}"}'),
    'a part of the text', 'PT409'),
  (format('select public.send_campaign(%L, 3, null)', (pg_temp.campaign('News')).id), 'no text', 'PT409'),
  ('select public.send_campaign(gen_random_uuid(), 1, ''{}'')', 'a campaign that is not there', 'PT409')
) as cases (statement, told, expected);

-- A test

select tests.done(
  'only can_send_emails', pg_temp.call('test_campaign', 'News'),
  $$ exists (select from private.outbox where kind = 'campaign_test' and recipient = 'only.can_send_emails@personas.test'
    and data -> 'fields' ->> 'name' = 'Own Name') $$,
  'A test goes to the caller'
);
select results_eq(
  $$ select kind, recipient, data ->> 'subject' from public.claim_mails(gen_random_uuid(), 10, 'a test', repeat('k', 32)) $$,
  $$ values ('campaign_test', 'only.can_send_emails@personas.test', 'News for {{name}}') $$, 'Only the test goes out'
);
select tests.attempt('only can_send_emails', pg_temp.call('test_campaign', 'Appeal')) from generate_series(2, 10);
select tests.refused(
  'only can_send_emails', pg_temp.call('test_campaign', 'News'), 'Refused: an eleventh test in an hour', 'PT429'
);
delete from private.outbox;

-- Sending

select tests.done(
  'only can_send_emails', pg_temp.send('News', '3'),
  $$ (pg_temp.campaign('News')).status = 'sending' and (pg_temp.campaign('News')).recipient_count = 3 $$,
  'As a holder of can_send_emails I send a draft to the number that I saw'
);
select is(private.advance_campaigns(), 3, 'A worker queues it');
select is(
  pg_temp.mails('News'),
  'ada@example.org queued Ada, Bea@Example.org queued Bea, cleo@example.org queued friend',
  'Each address gets one mail, with the chosen word for a missing name'
);
select tests.refused(
  'only can_send_emails', pg_temp.send('News', '3'), 'A second click sends nothing', 'PT409'
);
select is(pg_temp.deliver(1), 1::bigint, 'A worker sends one');
select tests.done(
  'only can_send_emails', pg_temp.call('pause_campaign', 'News'), $$ (pg_temp.campaign('News')).status = 'paused' $$,
  'As a sender I pause a campaign'
);
select is(pg_temp.deliver(10), 0::bigint, 'A paused campaign sends no more');
select is((pg_temp.campaign('News')).sent_count, 1, 'The number of sent mails is known');
update private.outbox set expires_at = now() where state = 'queued';
select tests.done(
  'only can_send_emails', pg_temp.call('resume_campaign', 'News'), $$ (pg_temp.campaign('News')).status = 'sending' $$,
  'As a sender I resume it'
);
select is_empty(
  $$ select from private.outbox where state = 'queued' and expires_at is not null $$, 'A pause does not shorten the day of retries'
);
insert into private.suppressions (address, reason)
select lower(recipient), 'unsubscribed' from private.outbox where state = 'queued' order by recipient limit 1;
select is(pg_temp.deliver(10, 'permanent', '550 No such user <who@example.org>'), 1::bigint, 'An address that unsubscribes after the click is left out');
select is((pg_temp.campaign('News')).status::text, 'sending', 'It is not over before that is recorded');
select is(pg_temp.deliver(10), 0::bigint, 'A worker finds no more mails');
select is(
  concat_ws(' ', (pg_temp.campaign('News')).status, (pg_temp.campaign('News')).sent_count, (pg_temp.campaign('News')).recipient_count),
  'sent 1 3', 'A finished campaign is sent, with the true count'
);
select is(
  (select count(*) from public.change_log where record_kind = 'email_campaigns' and changes ? 'sent_count'), 0::bigint,
  'The history has the actions of people, and not each count'
);

-- Outcomes

select tests.sees(
  persona, format('select concat_ws('' '', status, waiting, sent, failed, suppressed, cancelled, addresses_shown)
    from public.campaign_progress(%L)', (pg_temp.campaign('News')).id),
  'sent 0 1 1 1 0 ' || shown, format('As %s I see what came of it', persona)
)
from (values ('admin', 't'), ('only can_send_emails', 'f')) as cases (persona, shown);
create function pg_temp.outcomes(more text) returns text
language sql
as $$
  select format('select string_agg(concat_ws('' '', recipient, state, reason), '', '' order by state) from public.campaign_outcomes(%L%s)',
    (pg_temp.campaign('News')).id, more)
$$;
select tests.sees(
  'admin', pg_temp.outcomes($$, 'failed'$$),
  (select recipient || ' failed 550 No such user <who@example.org>' from private.outbox where state = 'failed'),
  'An admin sees whose mail failed, and why'
);
select tests.sees(
  'only can_send_emails', pg_temp.outcomes($$, 'failed'$$),
  (select left(recipient, 1) || '•••@' || left(split_part(recipient, '@', 2), 1) || '••• failed 550 no such user <•••>'
    from private.outbox where state = 'failed'),
  'A sender without the right to addresses sees that one failed, and why'
);
select tests.sees(persona, pg_temp.outcomes($$, search => ' EXAMPLE.org', at_most => 1$$), expected, format('As %s I search', persona))
from (
  select 'admin', (select concat_ws(' ', recipient, state, error) from private.outbox order by lower(recipient) limit 1)
  union all select 'only can_send_emails', null
) as cases (persona, expected);
select tests.sees(
  'admin', format('select array_agg(recipient || '' of '' || total)::text from public.campaign_outcomes(%L, skipped => 1, at_most => 1)',
    (pg_temp.campaign('News')).id),
  (select format('{"%s of 3"}', recipient) from private.outbox order by lower(recipient) offset 1 limit 1), 'Outcomes come page by page'
);
select tests.sees(persona, pg_temp.outcomes(''), null, format('As %s I see none of it', persona))
from unnest(array['stranger', 'supporter', 'only can_review_submissions']) as persona;
select public.record_mail_event('{e1}', 'bounced', id, null, '{}', '550') from private.outbox where state = 'sent';
select is((pg_temp.campaign('News')).sent_count, 0, 'A later bounce is subtracted');
select tests.sees(
  'only can_send_emails', $$ select recipients from public.campaign_audience('all') $$,
  (select (3 - count(*))::text from private.suppressions where reason in ('unsubscribed', 'bounced') and address not in ('dora@example.org', 'eve@example.org')),
  'Bounced and unsubscribed addresses are not in the next count'
);

-- Cancelling

select tests.done(
  'only can_send_emails', pg_temp.send('Appeal', '1'), $$ (pg_temp.campaign('Appeal')).status = 'sending' $$,
  'Another campaign is sent'
);
select private.advance_campaigns();
select is(pg_temp.mails('Appeal'), 'giver@example.org queued Giver', 'One mailbox gets one mail, however often and however it is spelled');
select tests.done(
  'only can_send_emails', pg_temp.call('cancel_campaign', 'Appeal'),
  $$ (pg_temp.campaign('Appeal')).cancelled_at is not null $$, 'I cancel it before any went out'
);
select private.advance_campaigns();
select ok(
  (pg_temp.campaign('Appeal')).status = 'draft' and pg_temp.mails('Appeal') is null, 'It is a draft again'
);
insert into public.donations (donor_name, donor_email, amount, donation_type) values ('Other', 'other@example.org', 5, 'monthly');
select tests.refused('only can_send_emails', pg_temp.send('Appeal', '1'), 'One more has joined since', 'PT409');
select tests.attempt('only can_send_emails', pg_temp.send('Appeal', '2'));
select private.advance_campaigns();
select is(pg_temp.deliver(1), 1::bigint, 'One of two mails goes out');
select tests.done(
  'only can_send_emails', pg_temp.call('cancel_campaign', 'Appeal'),
  $$ (pg_temp.campaign('Appeal')).cancelled_at is not null $$, 'I cancel the other'
);
select is(pg_temp.deliver(10), 0::bigint, 'It never goes out');
select private.advance_campaigns();
select private.finish_campaigns();
select ok(
  (pg_temp.campaign('Appeal')).status = 'sent' and (pg_temp.campaign('Appeal')).sent_count = 1
    and pg_temp.mails('Appeal') like '%cancelled%',
  'It is cancelled, for good'
);

insert into public.email_campaigns (name, subject, content, target_audience)
values ('Stopped', 'Stopped', 'Dear giver.', 'donors');
select tests.attempt('only can_send_emails', pg_temp.send('Stopped', '2'));
select private.advance_campaigns();
create temporary table in_hand as
select id from public.claim_mails('00000000-0000-4000-8000-00000000000b', 1, 'a test', repeat('k', 32));
select tests.attempt('only can_send_emails', pg_temp.call('cancel_campaign', 'Stopped'));
select private.advance_campaigns();
select is(
  public.record_mail(id, '00000000-0000-4000-8000-00000000000b', 'temporary', null, 'busy'), true,
  'A mail that a worker had claimed gets its one try'
) from in_hand;
select is(
  (select string_agg(state, ', ' order by state) from private.outbox
    where campaign_id = (pg_temp.campaign('Stopped')).id),
  'cancelled, failed', 'A cancelled mail is not tried again'
);
delete from public.email_campaigns where name = 'Stopped';

-- Scheduling

select tests.done(
  'only can_send_emails', pg_temp.send('Later', '2', 'now() + interval ''1 day'''),
  $$ (pg_temp.campaign('Later')).status = 'scheduled' and (pg_temp.campaign('Later')).scheduled_at = now() + interval '1 day' $$,
  'A campaign is scheduled'
);
select private.process_campaigns();
select is(pg_temp.mails('Later'), null, 'A scheduled campaign waits for its time');
select tests.done(
  'only can_send_emails', pg_temp.call('cancel_campaign', 'Later'),
  $$ (pg_temp.campaign('Later')).status = 'draft' and (pg_temp.campaign('Later')).scheduled_at is null $$,
  'A scheduled campaign can become a draft again'
);
select tests.attempt('only can_send_emails', pg_temp.send('Later', '2', 'now() + interval ''1 day'''));
insert into public.donations (donor_name, donor_email, amount, donation_type) values ('New', 'new@example.org', 5, 'monthly');
update public.email_campaigns set scheduled_at = now() where name = 'Later';
select private.process_campaigns();
select private.process_campaigns();
select is(
  pg_temp.mails('Later'), 'giver@example.org queued Giver, new@example.org queued New, other@example.org queued Other',
  'A due campaign goes once to the audience of that moment'
);

insert into public.email_campaigns (name, subject, content, target_audience) values ('Left', 'Left', 'Text', 'donors');
select tests.attempt('only can_send_emails', pg_temp.send('Left', '3', 'now() + interval ''1 day'''));
select is((pg_temp.campaign('Left')).status, 'scheduled', 'A campaign is scheduled');
delete from public.user_permissions where user_id = tests.account('only can_send_emails');
update public.email_campaigns set scheduled_at = now() where name = 'Left';
select private.process_campaigns();
select ok(
  (pg_temp.campaign('Left')).status = 'draft' and pg_temp.mails('Left') is null,
  'A campaign whose scheduler lost the right is a draft again'
);

-- An address that bounced leaves out itself, and not the others of its mailbox.

insert into public.volunteer_applications (first_name, last_name, email, status) values
  ('Two', 'Addresses', 'two+camp@grace.example', 'accepted'), ('Two', 'Addresses', 'office.two+camp@grace.example', 'accepted'),
  ('Two', 'Addresses', 'office.two@grace.example', 'accepted');
insert into private.suppressions (address, reason) values
  ('two+camp@grace.example', 'bounced'), ('two@grace.example', 'unsubscribed'), ('office.two@grace.example', 'bounced');
select is(
  (select string_agg(concat_ws(' ', address, left_out), ', ' order by address) from private.campaign_recipients('volunteers') where address like '%grace.example'),
  'office.two+camp@grace.example, office.two@grace.example double, two+camp@grace.example bounced',
  'A mailbox of which one address bounced is reached by another'
);

select * from finish();
rollback;
