-- Notices to reviewers and their times; the newsletter's double opt-in; the rights of admins on mail.

begin;
select plan(116);
update auth.users set email_confirmed_at = coalesce(email_confirmed_at, now());
delete from private.outbox;
delete from public.tasks where true;

create function pg_temp.arrive(words text, address text default 'visitor@example.org') returns text
language sql
as $$
  delete from private.recent_submissions;
  select (tests.attempt('anon', format(
    'insert into public.contact_messages (name, email, message) values (%L, %L, %L)', 'Eve <script>', address, words
  ))).state
$$;
create function pg_temp.told(persona text) returns text
language sql
as $$
  select string_agg(concat_ws(' ', kind, data ->> 'about'), ', ' order by created_at, idempotency_key)
  from private.outbox where reader_id = tests.account(persona)
$$;
create function pg_temp.choose(persona text, chosen text, of_kind text default 'message') returns text
language sql
as $$ select (tests.attempt(persona, format('select public.choose_notices(%L, %L)', of_kind, chosen))).state $$;

-- Choices

select is(pg_temp.choose('only can_review_submissions', 'at_once'), '00000', 'A reviewer chooses');
select tests.sees(
  'only can_review_submissions', 'select string_agg(kind || '' '' || choice, '','') from public.notification_choices',
  'message at_once', 'A reviewer sees the choice'
);

-- A notice at once

select is(pg_temp.arrive('First'), '00000', 'A message arrives');
select is(pg_temp.told('only can_review_submissions'), 'notice new', 'A reviewer who chose so gets a notice at once');
select is_empty(
  $$ select from private.outbox where kind = 'notice' and reader_id <> tests.account('only can_review_submissions') $$,
  'No other reviewer gets one'
);
select results_eq(
  $$ select mail.recipient, mail.data from private.outbox mail where kind = 'notice' $$,
  $$ select 'only.can_review_submissions@personas.test', jsonb_build_object(
      'about', 'new', 'id', id, 'kind', kind, 'reference', reference, 'due_at', due_at, 'answered', false, 'by', null
    ) from public.submissions where email = 'visitor@example.org' $$,
  'A notice has kind, reference and promise, and no word of the visitor'
);
select tests.attempt('anon', tests.sample_insert('program_applications'));
insert into public.contact_messages (name, email, message) values ('x', 'imported@example.org', 'x');
select is(pg_temp.told('only can_review_submissions'), 'notice new', 'Other kinds and imported rows cause no notice');
select pg_temp.choose('only can_review_submissions', 'daily');
select pg_temp.arrive('Second');
select pg_temp.choose('only can_review_submissions', 'none');
select pg_temp.arrive('Third');
select is(pg_temp.told('only can_review_submissions'), 'notice new', 'Other choices are not told at once');

-- A wave

select pg_temp.choose('only can_review_submissions', 'at_once'), pg_temp.choose('development', 'at_once');
delete from private.outbox;
select pg_temp.arrive('Wave ' || number) from generate_series(1, 30) as number;
select is(
  (select string_agg(count || ' ' || about, ', ' order by about desc) from (
    select count(*), data ->> 'about' as about from private.outbox
    where reader_id = tests.account('development') group by 2
  ) as counted),
  '10 new, 1 more', 'Thirty in an hour cause ten notices and one that says there are more'
);
select is((select count(*) from private.outbox where kind = 'notice'), 22::bigint, 'Each watching reviewer gets them');
update private.outbox set created_at = now() - interval '61 minutes' where reader_id = tests.account('development');
select pg_temp.arrive('An hour later');
select is((select count(*) from private.outbox where kind = 'notice'), 23::bigint, 'The next hour has its own notices');

-- Assignments

delete from private.outbox;
select pg_temp.choose('admin', 'daily'), pg_temp.choose('development', 'none');
create function pg_temp.give(giver text, receiver text) returns text
language sql
as $$
  select (tests.attempt(giver, format(
    'update public.submissions set assignee_id = %L where search_text like ''%%first%%'' and kind = ''message''', tests.account(receiver)
  ))).state
$$;
grant execute on function pg_temp.give(text, text) to authenticated;
select is(pg_temp.give('only can_review_submissions', 'admin'), '00000', 'A colleague assigns a submission');
select is(
  (select concat_ws(' ', recipient, data ->> 'about', data ->> 'by') from private.outbox where kind = 'notice'),
  'admin@kindlewell.test assigned only.can_review_submissions@personas.test', 'The assignee gets a notice at once, with the colleague''s name'
);
select pg_temp.give('only can_review_submissions', 'only can_review_submissions');
select pg_temp.give('only can_review_submissions', 'development');
select pg_temp.give('only can_review_submissions', 'admin');
select is(
  (select count(*) from private.outbox where kind = 'notice'), 1::bigint,
  'No notice goes to oneself, to a reviewer who chose none, or twice on a day'
);

-- Former reviewers and unconfirmed addresses

delete from private.outbox;
update auth.users set email_confirmed_at = null where id = tests.account('only can_review_submissions');
select pg_temp.arrive('To an unconfirmed address');
select is((select count(*) from private.outbox where kind = 'notice'), 0::bigint, 'An unconfirmed address is told nothing');
update auth.users set email_confirmed_at = now() where id = tests.account('only can_review_submissions');
select pg_temp.arrive('To one who loses the right');
select pg_temp.give('only can_review_submissions', 'admin');
delete from public.user_permissions where user_id = tests.account('only can_review_submissions');
select is_empty(
  $$ select from public.claim_mails(gen_random_uuid(), 50, 'a test', repeat('k', 32)) where kind = 'notice' and recipient like 'only%' $$,
  'A waiting notice is not sent after its reader lost the right'
);
select is(
  (select state || ': ' || error from private.outbox where reader_id = tests.account('only can_review_submissions')),
  'cancelled: The recipient can no longer review submissions.', 'The cancelled notice says why'
);
select pg_temp.arrive('After that');
select is(
  (select count(*) from private.outbox where reader_id = tests.account('only can_review_submissions')), 1::bigint,
  'No more notices are written to a former reviewer'
);
insert into public.user_permissions (user_id, permission_id)
values (tests.account('only can_review_submissions'), tests.id('permissions', 'can_review_submissions'));

-- The digest

create function pg_temp.digests(moment timestamptz) returns text
language sql
as $$
  delete from private.outbox;
  select private.write_digests(moment);
  select string_agg(split_part(idempotency_key, ':', 2), ',' order by idempotency_key) from private.outbox
  where kind = 'digest' and reader_id = tests.account('admin')
$$;
delete from public.holidays;
insert into public.holidays (day, name) values ('2031-03-18', 'A holiday');
delete from public.notification_choices;
update private.mail_settings set digest_day = '2031-01-01';
update public.contact_messages set status = 'new' where email = 'visitor@example.org';
-- Received on Friday, March 7: due on Tuesday, March 11. The clocks change on Sunday, March 9.
update public.submissions set answered_at = now() where answered_at is null;
update public.submissions set answered_at = null, assignee_id = null, created_at = '2031-03-07 10:00-06',
  due_at = private.due_at('2031-03-07 10:00-06', 2)
where search_text like '%first%' and kind = 'message';

select is(pg_temp.digests(moment::timestamptz), expected, format('At %s: %s', moment, coalesce(expected, 'none')))
from (values
  (1, '2031-03-07 13:59:59+00', null), (2, '2031-03-07 14:00+00', null), (3, '2031-03-08 15:00+00', null),
  (4, '2031-03-09 15:00+00', null), (5, '2031-03-10 12:59:59+00', null), (6, '2031-03-10 13:00+00', '2031-03-10'),
  (7, '2031-03-10 13:01+00', null), (8, '2031-03-11 13:00+00', '2031-03-11'), (9, '2031-03-12 12:59+00', null),
  (10, '2031-03-12 13:07+00', '2031-03-12'), (11, '2031-03-18 13:00+00', null),
  -- November 2 is when the clocks go back.
  (12, '2031-11-03 13:30+00', null), (13, '2031-11-03 14:00+00', '2031-11-03')
) as clock (number, moment, expected)
order by number;

update private.mail_settings set digest_day = '2032-01-01';
select is(pg_temp.digests('2031-03-11 13:00+00'), '2031-03-11', 'A clock that was ahead for a while stops no digest');
update private.mail_settings set digest_day = '2031-03-01';
select pg_temp.digests('2031-03-10 13:00+00');
select is(
  (select data - 'first' - 'day' from private.outbox where kind = 'digest' and reader_id = tests.account('admin')),
  '{"since": "2031-03-07T14:00:00+00:00", "arrived": 1, "overdue": 0, "due_today": 0, "tasks_overdue": 0, "tasks_due_today": 0}'::jsonb,
  'Monday''s digest has arrivals since Friday at eight'
);
select pg_temp.digests('2031-03-11 13:00+00');
select results_eq(
  $$ select data -> 'overdue', data -> 'due_today', data -> 'arrived', data -> 'first' -> 0 ->> 'reference',
      jsonb_array_length(data -> 'first')
    from private.outbox where kind = 'digest' and reader_id = tests.account('admin') $$,
  $$ select '0'::jsonb, '1'::jsonb, '0'::jsonb, reference, 1 from public.submissions
    where search_text like '%first%' and kind = 'message' $$,
  'A digest lists the submissions due that day, by reference'
);
select is(
  (select count(distinct reader_id) from private.outbox where kind = 'digest'),
  (select count(*) from private.reviewer_ids()), 'The digest goes to every reviewer without a choice'
);
select pg_temp.choose('development', 'none'), pg_temp.choose('only can_review_submissions', 'at_once');
update public.submissions set assignee_id = tests.account('admin') where search_text like '%first%' and kind = 'message';
select pg_temp.digests('2031-03-12 13:00+00');
select is(
  (select string_agg(recipient || (data ->> 'overdue') || (data -> 'first' -> 0 ->> 'own'), ',') from private.outbox where kind = 'digest'),
  'admin@kindlewell.test1true', 'An assigned submission is only in its assignee''s digest'
);
update public.submissions set assignee_id = null where search_text like '%first%' and kind = 'message';
select pg_temp.digests('2031-03-13 13:00+00');
select is(
  (select string_agg(recipient, ',' order by recipient) from private.outbox
    where kind = 'digest' and recipient in ('development@kindlewell.test', 'only.can_review_submissions@personas.test')),
  'only.can_review_submissions@personas.test',
  'At once includes the digest, and none excludes it'
);
update public.submissions set answered_at = now() where answered_at is null;
select is(pg_temp.digests('2031-03-14 13:00+00'), null, 'A digest without content is not sent');
update public.submissions set answered_at = null, due_at = '2031-03-13 12:00+00' where search_text like '%first%' and kind = 'message';
select is(pg_temp.digests('2031-03-14 15:00+00'), null, 'A later arrival on that day causes no second digest');

-- Double opt-in

create function pg_temp.subscribe(address text, persona text default 'anon', full_name text default 'Ada') returns text
language sql
as $$
  delete from private.recent_submissions;
  select outcome.state || ' ' || outcome.affected
  from tests.attempt(persona, format('insert into public.newsletter_subscriptions (name, email) values (%L, %L)', full_name, address)) as outcome
$$;
create function pg_temp.confirmations(box text) returns bigint
language sql
as $$ select count(*) from private.outbox where kind = 'confirmation' and mailbox = box $$;
create function pg_temp.is_confirmed(address text) returns boolean
language sql
as $$ select confirmed_at is not null from public.newsletter_subscriptions where lower(btrim(email)) = address $$;

delete from private.outbox;
select is(pg_temp.subscribe('plain@example.org'), '00000 1', 'Without double opt-in an address subscribes');
select is(pg_temp.is_confirmed('plain@example.org'), true, 'Without double opt-in a subscription counts at once');
select is(pg_temp.subscribe('Plain@example.org'), '23505 0', 'A second try is told that it is subscribed');
select tests.sees('anon', 'select public.requires_double_opt_in()', 'false', 'A visitor can read that double opt-in is off');
update private.mail_settings set double_opt_in = true;
select tests.sees('anon', 'select public.requires_double_opt_in()', 'true', 'A visitor can read that double opt-in is on');
select is(pg_temp.subscribe(' New@example.org '), '00000 1', 'With double opt-in an address subscribes');
select is(pg_temp.is_confirmed('new@example.org'), false, 'The subscription is not confirmed');
select is(pg_temp.confirmations('new@example.org'), 1::bigint, 'A mail asks to confirm it');
create temporary table links as
select tests.link_of(id) as token from private.outbox where kind = 'confirmation';
grant select on links to anon;
select ok(
  (select token ~ '^[A-Za-z0-9_-]{43}$' from links)
    and not exists (select from private.subscription_tokens stored, links where position(token in stored::text) > 0),
  'The mail has a token of which only a hash is kept'
);
select is(pg_temp.subscribe('plain@example.org'), '00000 0', 'A subscribed address gets the same answer');
select is(pg_temp.confirmations('plain@example.org'), 0::bigint, 'A subscribed address gets no mail');
select is(pg_temp.subscribe('new@example.org'), '00000 0', 'An unconfirmed address subscribes again');
select pg_temp.subscribe('new+again@example.org');
select pg_temp.subscribe('new@example.org');
select is(pg_temp.confirmations('new@example.org'), 3::bigint, 'One mailbox gets three requests to confirm a day');
select pg_temp.arrive('A receipt?', 'new@example.org');
select is(
  (select count(*) from private.outbox where mailbox = 'new@example.org'), 3::bigint, 'Receipts count among the three'
);
select is(pg_temp.subscribe(address, 'anon', full_name), '23514 0', format('An invalid name is refused for %s', address))
from unnest(array['plain@example.org', 'nobody@example.org']) as address, unnest(array[repeat('x', 201), ' ', E'a\nb']) as full_name;
select is(pg_temp.subscribe(address, 'anon', null), '23502 0', format('A missing name is refused for %s', address))
from unnest(array['plain@example.org', 'nobody@example.org']) as address;
select is(
  (select pg_temp.subscribe(address) from tests.send_from(jsonb_build_object('prefer', asked))), '42501 0',
  format('The preference %s is refused for %s, so that it tells nothing', asked, address)
)
from unnest(array['plain@example.org', 'nobody@example.org']) as address,
  unnest(array['count=exact', 'return=representation', 'return=headers-only']) as asked;
select tests.send_from(null);

insert into private.suppressions (address, reason) values ('new@example.org', 'unsubscribed');
select tests.sees('anon', format('select public.confirm_subscription(%L)', guess), 'false', format('A guess (%s) confirms nothing', left(guess, 10)))
from unnest(array['', repeat('A', 43), null]) as guess;
select tests.sees('anon', 'select public.confirm_subscription(token) from links', 'true', 'The link of the mail confirms');
select is(pg_temp.is_confirmed('new@example.org'), true, 'The token confirms its subscription');
select is_empty($$ select from private.suppressions where address = 'new@example.org' $$, 'The confirmed address is no longer suppressed');
select tests.sees('anon', 'select public.confirm_subscription(token) from links', 'true', 'A second click is as good');
select pg_temp.subscribe('late@example.org');
update public.newsletter_subscriptions set created_at = now() - interval '8 days' where email in ('late@example.org', 'new+again@example.org');
update private.subscription_tokens set created_at = now() - interval '8 days'
where subscription_id in (select id from public.newsletter_subscriptions where email = 'new+again@example.org');
update private.outbox set state = 'sent', sent_at = now() - interval '8 days' where recipient = 'new+again@example.org';
select private.apply_rule('subscription_tokens');
select private.apply_rule('unconfirmed_subscriptions');
select results_eq(
  $$ select email from public.newsletter_subscriptions where email in ('plain@example.org', ' New@example.org ', 'new+again@example.org', 'late@example.org') order by 1 $$,
  $$ values (' New@example.org '), ('late@example.org'), ('plain@example.org') $$,
  'Unconfirmed subscriptions are deleted seven days after the last mail'
);
update private.mail_settings set double_opt_in = false;
select is(pg_temp.subscribe('late@example.org'), '00000 0', 'With double opt-in off again, an unconfirmed address subscribes again');
select is(pg_temp.is_confirmed('late@example.org'), true, 'Its new subscription counts at once');

-- Admins

select tests.refused(persona, statement, format('%s may not: %s', persona, left(statement, 40)))
from unnest(array['anon', 'supporter', 'staff']) as persona,
  unnest(array[
    'select public.change_mail_settings(rate => 1)',
    'select public.retry_mail(gen_random_uuid())',
    $$ select public.lift_suppression('gone@example.org', 'bounced') $$,
    'select * from public.failed_mails()',
    'select * from public.suppressed_addresses()'
  ]) as statement;
select tests.done(
  'admin', 'select public.change_mail_settings(rate => 30, double_opt_in => true)',
  '(select rate_per_minute = 30 and double_opt_in and receipts from private.mail_settings)', 'An admin changes settings'
);
select is(
  (select changes::text from public.change_log where record_kind = 'mail_settings'),
  '{"double_opt_in": [false, true], "rate_per_minute": [100, 30]}', 'The changed settings are logged'
);
select tests.refused('admin', 'select public.change_mail_settings(rate => 0)', 'Refused: none in a minute', '23514');

delete from private.outbox;
select pg_temp.arrive('Whose receipt fails', 'failed@example.org'), pg_temp.arrive('Whose receipt bounced', 'bounced@example.org');
update private.outbox set state = 'failed', failed_at = now(), attempts = 9, error = '450 later',
  expires_at = now() - interval '1 minute' where kind = 'receipt';
insert into private.suppressions (address, reason, detail) values ('bounced@example.org', 'bounced', '550 nobody');
select tests.sees(
  'admin', $$ select string_agg(concat_ws(' ', recipient, error, may_retry), ', ' order by recipient) from public.failed_mails() $$,
  'bounced@example.org 450 later f, failed@example.org 450 later t', 'An admin sees what failed, and why'
);
select tests.sees('admin', 'select failed_today || '' '' || suppressed_addresses from public.mail_status()', '2 1', 'An admin sees the numbers of failures and suppressions');
create temporary table failures as select id, recipient from private.outbox where kind = 'receipt';
grant select on failures to authenticated;
select tests.sees('admin', $$ select public.retry_mail(id) from failures where recipient like 'bounced%' $$, 'false', 'A mail to a suppressed address is not retried');
select tests.done(
  'admin', $$ select public.retry_mail(id) from failures where recipient like 'failed%' $$,
  $$ exists (select from private.outbox where recipient = 'failed@example.org' and state = 'queued' and attempts = 0
    and next_at <= now() and expires_at > now() and data ? 'again') $$,
  'An admin retries a failed mail, as another mail to a mail API'
);
create temporary table second_try as select tests.link_of(id) as token from private.outbox where recipient = 'failed@example.org';
select is(
  (select reference from second_try, public.submission_stage(token)),
  (select reference from public.submissions where email = 'failed@example.org'), 'A retried receipt has a link that opens'
);
select tests.sees('admin', $$ select public.retry_mail(id) from failures where recipient like 'failed%' $$, 'false', 'A failed mail is retried once');
select tests.sees('admin', $$ select string_agg(address || ' ' || detail, ',') from public.suppressed_addresses(' BOUNCED@') $$, 'bounced@example.org 550 nobody', 'A suppressed address is found');
insert into private.suppressions (address, reason) values
  ('office+camp@grace.example', 'bounced'), ('office+camp@grace.example', 'unsubscribed'), ('jo.hn@gmail.com', 'unsubscribed'),
  ((private.suppressed_as('gone@grace.example'))[2], 'complained');
select tests.sees(
  'admin', format($$ select count(*) from public.suppressed_addresses(%L) $$, search), found, format('%s finds %s', search, found)
)
from (values
  ('office@grace.example', '2'), ('Office+Other@Grace.example', '2'), (' john@googlemail.com', '1'), ('GONE@grace.example', '1'), ('other@grace.example', '0')
) as listed (search, found);
select tests.done(
  'admin', $$ select public.lift_suppression('office@grace.example', 'unsubscribed'), public.lift_suppression('j.o.h.n@gmail.com', 'unsubscribed') $$,
  $$ (select string_agg(address || ' ' || reason, ', ') from private.suppressions where address ~ 'grace|gmail') = 'office+camp@grace.example bounced' $$,
  'An admin lifts what is about the mailbox by any spelling, and nothing else'
);
delete from private.suppressions where address <> 'bounced@example.org';
delete from public.change_log where record_kind = 'suppressions';
select tests.sees('admin', $$ select count(*) from public.suppressed_addresses('%') $$, '0', 'A search takes a wildcard literally');
select tests.done(
  'admin', $$ select public.lift_suppression('bounced@example.org', 'bounced') $$,
  $$ not exists (select from private.suppressions where address = 'bounced@example.org') $$, 'An admin lifts a suppression'
);
select tests.sees('admin', $$ select public.lift_suppression('bounced@example.org', 'bounced') $$, 'false', 'A suppression is lifted once');
select is(
  (select string_agg(concat_ws(' ', record_kind, record_name, action), ', ' order by record_kind) from public.change_log
    where record_kind in ('outbox', 'suppressions')),
  'outbox receipt changed, suppressions removed', 'Both are logged, without the address'
);

-- Scheduled checks

delete from private.outbox;
select is(
  private.warn_admins('doctor', array['✗ Mail is not sent']),
  (select count(*)::integer from public.user_roles where role = 'admin'), 'A failed check writes to each admin'
);
select is(
  (select string_agg(distinct held.role || ': ' || (data -> 'findings')::text, ', ') from private.outbox join public.user_roles held on held.user_id = reader_id),
  'admin: ["✗ Mail is not sent"]', 'and to no one else'
);
select is(private.warn_admins('doctor', array['✗ Something else']), 0, 'once a day');
select tests.refused('admin', $$ select private.warn_admins('doctor', '{}') $$, 'No account calls it');

select * from finish();
rollback;
