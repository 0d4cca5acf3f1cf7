-- Campaigns are queued and cancelled in slices: what happens between two of them.

begin;
select plan(46);
delete from private.outbox where true;
delete from private.suppressions where true;
delete from public.donations where true;
update private.mail_settings set rate_per_minute = 1000 where singleton;

insert into public.donations (donor_name, donor_email, amount, donation_type)
select 'Giver', format('giver%s@example.org', number), 5, 'monthly' from generate_series(1, 5) as number;
insert into public.donations (donor_name, donor_email, amount, donation_type)
select 'Giver', format('GIVER%s+again@example.org', number), 5, 'monthly' from generate_series(1, 5) as number;
insert into public.email_campaigns (name, subject, content, target_audience) values
  ('Appeal', 'An appeal', 'Dear giver.', 'donors'), ('Mistake', 'A mistake', 'Dear giver.', 'donors'),
  ('Halfway', 'Halfway', 'Dear giver.', 'donors'), ('Due', 'Due', 'Dear giver.', 'donors'),
  ('Due as well', 'Due', 'Dear giver.', 'donors');

create function pg_temp.campaign(named text) returns public.email_campaigns
language sql
as $$ select campaign from public.email_campaigns campaign where name = named $$;
create function pg_temp.call(function text, named text) returns text
language sql
as $$ select format('select public.%s(%L)', function, (pg_temp.campaign(named)).id) $$;
create function pg_temp.send(named text, expected_count integer) returns text
language sql
as $$
  select format('select public.send_campaign(%L, %s, %L)', id, expected_count, jsonb_build_object(
    'subject', subject, 'content', content, 'name_fallback', name_fallback, 'target_audience', target_audience
  ))
  from pg_temp.campaign(named)
$$;
create function pg_temp.progress(named text) returns text
language sql
as $$
  select concat_ws(' ', (pg_temp.campaign(named)).status,
    (select count(*) from private.unqueued_recipients where campaign_id = (pg_temp.campaign(named)).id),
    (select string_agg(state || ' ' || number, ' ' order by state) from (
      select state, count(*) as number from private.outbox
      where campaign_id = (pg_temp.campaign(named)).id group by state
    ) as mails))
$$;
create function pg_temp.deliver(at_most integer) returns bigint
language sql
as $$
  with claimed as (select id from public.claim_mails('00000000-0000-4000-8000-00000000000a', at_most, 'a test', repeat('k', 32)))
  select count(*) filter (where public.record_mail(id, '00000000-0000-4000-8000-00000000000a', 'sent')) from claimed
$$;

-- Queueing

select tests.refused('only can_send_emails', pg_temp.send('Appeal', 6), 'Another number than the audience has is refused', 'PT409');
select tests.done(
  'only can_send_emails', pg_temp.send('Appeal', 5),
  $$ pg_temp.progress('Appeal') = 'sending 5' and (pg_temp.campaign('Appeal')).recipient_count = 5 $$,
  'A click queues no mail, but fixes the recipients'
);
select tests.sees(
  'only can_send_emails',
  format('select concat_ws('' '', status, is_cancelling, unqueued, waiting) from public.campaign_progress(%L)', (pg_temp.campaign('Appeal')).id),
  'sending f 5 0', 'The sender sees how many are still to be queued'
);
select private.finish_campaigns();
select is(pg_temp.progress('Appeal'), 'sending 5', 'A campaign without a queued mail has not been sent');
select is(private.advance_campaigns(2), 2, 'A slice has as many mails as were asked for');
select is(pg_temp.progress('Appeal'), 'sending 3 queued 2', 'The others wait for the next slice');
insert into public.donations (donor_name, donor_email, amount, donation_type)
values ('Late', 'late@example.org', 5, 'monthly'), ('Giver', 'giver1+third@example.org', 5, 'monthly');
select is(pg_temp.deliver(10), 2::bigint, 'A worker delivers the first slice before the second one');
select is(pg_temp.deliver(10), 0::bigint, 'It finds no more');
select is(pg_temp.progress('Appeal'), 'sending 3 sent 2', 'The campaign goes on when a worker finds no more');
select is((pg_temp.campaign('Appeal')).sent_count, 2, 'The campaign counts what was sent');
insert into private.suppressions (address, reason)
select lower(address), 'unsubscribed' from private.unqueued_recipients order by number desc limit 1;
delete from public.user_permissions where user_id = tests.account('only can_send_emails');
select tests.refused(
  'only can_send_emails', pg_temp.call('pause_campaign', 'Appeal'), 'A sender who lost the right cannot pause'
);
select tests.done(
  'admin', pg_temp.call('pause_campaign', 'Appeal'), $$ (pg_temp.campaign('Appeal')).status = 'paused' $$,
  'An admin pauses between two slices'
);
select is(private.advance_campaigns(2), 2, 'The pause and the lost right do not stop the next slice');
select is(pg_temp.deliver(10), 0::bigint, 'The mails of a paused campaign wait');
select is(pg_temp.progress('Appeal'), 'paused 1 queued 2 sent 2', 'A paused campaign counts what is queued');
select tests.done(
  'admin', pg_temp.call('resume_campaign', 'Appeal'), $$ (pg_temp.campaign('Appeal')).status = 'sending' $$,
  'An admin resumes it'
);
select is(private.advance_campaigns(2), 1, 'The last slice has what is left');
select is(private.advance_campaigns(2), 0, 'No slice follows');
select is(pg_temp.deliver(10), 2::bigint, 'The rest goes out');
select is(pg_temp.deliver(10), 0::bigint, 'No mail goes out twice');
select is(
  pg_temp.progress('Appeal'), 'sent 0 sent 4 suppressed 1',
  'A recipient who unsubscribed between two slices gets no mail, and neither does a donor who came later'
);
select is(
  concat_ws(' of ', (pg_temp.campaign('Appeal')).sent_count, (pg_temp.campaign('Appeal')).recipient_count), '4 of 5',
  'The counts are true'
);
select is(
  (select count(distinct mailbox) from private.outbox where campaign_id = (pg_temp.campaign('Appeal')).id), 5::bigint,
  'Each mailbox has one mail across all slices'
);
delete from private.suppressions where true;
delete from public.donations where donor_email in ('late@example.org', 'giver1+third@example.org');

-- Cancelling before a mail was tried

select tests.attempt('admin', pg_temp.send('Mistake', 5));
select private.advance_campaigns(3);
select tests.done(
  'admin', pg_temp.call('cancel_campaign', 'Mistake'),
  $$ pg_temp.progress('Mistake') = 'sending 2 queued 3' and (pg_temp.campaign('Mistake')).cancelled_at is not null $$,
  'A click on cancel touches no mail'
);
select tests.sees(
  'admin', format('select is_cancelling from public.campaign_progress(%L)', (pg_temp.campaign('Mistake')).id),
  'true', 'The sender sees that it is being cancelled'
);
select is(pg_temp.deliver(10), 0::bigint, 'None of its mails goes out any more');
select tests.refused('admin', statement, format('A campaign that is being cancelled refuses: %s', left(statement, 28)), 'PT409')
from unnest(array[
  pg_temp.send('Mistake', 5), pg_temp.call('pause_campaign', 'Mistake'), pg_temp.call('resume_campaign', 'Mistake'),
  pg_temp.call('cancel_campaign', 'Mistake'), pg_temp.call('test_campaign', 'Mistake')
]) as statement;
select is(private.advance_campaigns(2), 2, 'Cancelling undoes one slice');
update private.outbox set state = 'suppressed' where campaign_id = (pg_temp.campaign('Mistake')).id;
select private.finish_campaigns();
select is(pg_temp.progress('Mistake'), 'sending 0 suppressed 1', 'Between two slices it is neither a draft nor sent');
select private.advance_campaigns(2);
select is(pg_temp.progress('Mistake'), 'draft 0', 'After the last slice it is a draft');
select is(
  concat_ws(' ', (pg_temp.campaign('Mistake')).recipient_count, (pg_temp.campaign('Mistake')).cancelled_at), '0',
  'A campaign cancelled before its first mail is as if it had never been sent'
);
select tests.done(
  'admin', pg_temp.send('Mistake', 5), $$ pg_temp.progress('Mistake') = 'sending 5' $$, 'It can be sent again'
);
delete from public.email_campaigns where name = 'Mistake';
select is_empty('table private.unqueued_recipients', 'A campaign that is deleted leaves no address behind');

-- Cancelling after some mails were tried

select tests.attempt('admin', pg_temp.send('Halfway', 5));
select private.advance_campaigns(3);
select is(pg_temp.deliver(1), 1::bigint, 'One of three queued mails goes out');
create temporary table in_hand as
select id from public.claim_mails('00000000-0000-4000-8000-00000000000b', 1, 'a test', repeat('k', 32));
select tests.attempt('admin', pg_temp.call('cancel_campaign', 'Halfway'));
select private.advance_campaigns(2);
select private.finish_campaigns();
select is(
  pg_temp.progress('Halfway'), 'sending 0 cancelled 2 queued 1 sending 1 sent 1',
  'A recipient who was never queued is cancelled, too'
);
select private.advance_campaigns(2);
select is(private.advance_campaigns(2), 0, 'A mail that a worker has in hand is left to it');
select private.finish_campaigns();
select is(pg_temp.progress('Halfway'), 'sending 0 cancelled 3 sending 1 sent 1', 'A cancelled campaign waits for a mail in hand');
select is(
  public.record_mail(id, '00000000-0000-4000-8000-00000000000b', 'sent'), true, 'The worker records it'
) from in_hand;
select private.finish_campaigns();
select is(pg_temp.progress('Halfway'), 'sent 0 cancelled 3 sent 2', 'A campaign is over once its last mail is recorded');
select is(
  concat_ws(' of ', (pg_temp.campaign('Halfway')).sent_count, (pg_temp.campaign('Halfway')).recipient_count), '2 of 5',
  'The counts of a cancelled campaign are true'
);

-- The clock

update public.email_campaigns set status = 'scheduled', scheduled_at = now(), scheduled_by = tests.account('admin')
where name like 'Due%';
select private.process_campaigns();
select is(
  (select string_agg(status::text, ' ' order by status) from public.email_campaigns where name like 'Due%'),
  'scheduled sending', 'The clock begins one campaign a minute'
);
select is(
  (select count(*) from private.outbox where state = 'queued'), 5::bigint, 'The clock queues without a worker'
);

select * from finish();
rollback;
