-- The count of a large audience is kept for ten minutes: who gets it, and what a campaign makes of it.

begin;
select plan(39);
create or replace function private.large_audience() returns integer
language sql immutable set search_path = ''
as $$ select 200 $$;
delete from public.newsletter_subscriptions where true;
delete from public.mentors where true;
delete from private.audience_counts where true;
insert into public.newsletter_subscriptions (name, email)
select 'Reader ' || number, format('reader%s@example.org', number) from generate_series(1, 200) as number;
insert into public.mentors (first_name, last_name, email) values ('Mia', 'Mentor', 'mia@example.org');
insert into public.email_campaigns (name, subject, content, target_audience) values
  ('News', 'News', 'Dear {{name}}.', 'all'), ('More news', 'News', 'Dear {{name}}.', 'all'), ('Huge', 'News', 'Dear {{name}}.', 'all');

create function pg_temp.subscribe(named text) returns void
language sql
as $$ insert into public.newsletter_subscriptions (name, email) values (named, named || '@example.org') $$;
create function pg_temp.later(passed interval) returns void
language sql
as $$ update private.audience_counts set counted_at = counted_at - passed where true $$;
create function pg_temp.send(named text, expected_count integer, send_at text default 'null') returns text
language sql
as $$
  select format('select public.send_campaign(%L, %s, %L, %s)', id, expected_count, jsonb_build_object(
    'subject', subject, 'content', content, 'name_fallback', name_fallback, 'target_audience', target_audience
  ), send_at)
  from public.email_campaigns where name = named
$$;
create function pg_temp.outcome(named text) returns text
language sql
as $$ select concat_ws(' ', status, recipient_count, scheduled_at = now()) from public.email_campaigns where name = named $$;

-- Looking

select tests.sees('admin', $$ select concat_ws(' ', recipients, counted_at) from public.campaign_audience('mentors') $$, '1', 'A small audience is counted for each look');
select tests.sees(
  'admin', $$ select concat_ws(' ', recipients, sample_name, counted_at <= clock_timestamp()) from public.campaign_audience('all') $$,
  '200 Reader 1 t', 'The first look at a large one counts it, and tells when'
);
select pg_temp.subscribe('late');
select tests.sees(
  'only can_send_emails', $$ select concat_ws(' ', recipients, sample_name, counted_at is null) from public.campaign_audience('all') $$,
  '200 f', 'The next one gets the same count, and no name without the right to read it'
);
select tests.sees(persona, $$ select count(*) from public.campaign_audience('all') $$, '0', format('As %s I learn nothing of it', persona))
from unnest(array['stranger', 'supporter', 'plain staff', 'only can_review_submissions']) as persona;
select tests.sees('admin', $$ select recipients from public.campaign_audience('all', true) $$, '201', 'It is counted again for those who ask for that');
select tests.sees('only can_send_emails', $$ select recipients from public.campaign_audience('all') $$, '201', 'Others get the new count, too');
select pg_temp.subscribe('later'), private.count_audiences();
select is((select recipients from private.audience_counts), 201::bigint, 'A job leaves a fresh count alone');
select pg_temp.later('11 minutes');
select tests.sees('admin', $$ select recipients from public.campaign_audience('all') $$, '202', 'After ten minutes it is counted again');

select pg_temp.subscribe('latest'), pg_temp.later('9 minutes'), private.count_audiences();
select is((select recipients from private.audience_counts), 203::bigint, 'It counts the audience of a draft again in time');
update public.email_campaigns set target_audience = 'mentors' where true;
select pg_temp.later('9 minutes'), private.count_audiences();
select is((select recipients from private.audience_counts), 203::bigint, 'It does not count for no campaign');
select pg_temp.later('2 minutes'), private.count_audiences();
select is_empty('table private.audience_counts', 'and forgets that count');
update public.email_campaigns set target_audience = 'all' where true;

-- The people of a view

insert into public.saved_views (id, owner_id, table_name, list, name, state)
values ('00000000-0000-4000-8000-0000000000a1', tests.account('admin'), 'newsletter_subscriptions', '/submissions?tab=newsletter', 'Readers', '{}');
select tests.sees(
  'admin', $$ select recipients from public.campaign_audience('view:00000000-0000-4000-8000-0000000000a1') $$, '203', 'The people of a view are counted'
);
update public.saved_views set state = '{"search": "late", "words": "late"}' where name = 'Readers';
select tests.sees(
  'admin', $$ select recipients from public.campaign_audience('view:00000000-0000-4000-8000-0000000000a1') $$, '3', 'A view that changes is counted again'
);

-- Sending

select tests.refused('admin', pg_temp.send('News', 202), 'Without a kept count, one person more is another audience', 'PT409');
select tests.answer('admin', $$ select recipients from public.campaign_audience('all') $$);
select pg_temp.subscribe('last');
select tests.refused('admin', pg_temp.send('News', 200), 'With one, two percent more are', 'PT409');
select tests.done(
  'admin', pg_temp.send('News', 203), $$ pg_temp.outcome('News') = 'sending 204' $$, 'A campaign goes to those of now: a percent more or less than were counted'
);
select tests.refused('admin', pg_temp.send('More news', 200, $$ now() + interval '1 day' $$), 'The same number is asked of one for later', 'PT409');

-- A huge audience is counted by a job, and a job begins its campaign.

delete from private.audience_counts where true;
select is(private.table_of_audience(audience)::text, relation, format('The rows of %s are in %s', audience, relation))
from (values
  ('all', 'newsletter_subscriptions'), ('supporters', 'profiles'), ('donors', 'donations'), ('mentors', 'mentors'), ('trainers', 'trainers'),
  ('parents', 'mentees'), ('volunteers', 'volunteer_applications'), ('partners', 'partnership_proposals'),
  ('view:00000000-0000-4000-8000-0000000000a1', 'newsletter_subscriptions'), ('any"body', null), ('change_log', null)
) as listed (audience, relation);
create or replace function private.is_huge(audience text) returns boolean
language sql stable set search_path = ''
as $$ select true $$;
select tests.sees(
  'admin', $$ select concat_ws(' ', recipients, counted_at, is_counting) from public.campaign_audience('all') $$, 't', 'A look does not wait for a huge one'
);
select tests.refused('admin', pg_temp.send('Huge', 204), 'It is not sent to before it is counted', 'PT409');
select private.count_audiences();
select tests.sees(
  'admin', $$ select concat_ws(' ', recipients, counted_at is not null, is_counting) from public.campaign_audience('all') $$, '204 t f', 'A job counts it'
);
select pg_temp.subscribe('newest');
select tests.sees(
  'admin', $$ select concat_ws(' ', recipients, is_counting) from public.campaign_audience('all', true) $$, '204 t', 'Someone who asks again sees the last count until then'
);
select tests.sees(
  'admin', $$ select concat_ws(' ', recipients, is_counting) from public.campaign_audience('all') $$, '204 t', 'So do the others'
);
select private.count_audiences();
select tests.done(
  'admin', pg_temp.send('Huge', 205), $$ pg_temp.outcome('Huge') = 'scheduled 0 t' $$, 'It is scheduled for now'
);
select private.process_campaigns();
select is(pg_temp.outcome('Huge'), 'sending 205 t', 'and begins with the next minute, for those of then');
select is(
  (select count(*) from (
    select campaign_id from private.unqueued_recipients union all select campaign_id from private.outbox
  ) as mails join public.email_campaigns campaign on campaign.id = campaign_id where campaign.name = 'Huge'),
  205::bigint, 'with a mail for each'
);

select * from finish();
rollback;
