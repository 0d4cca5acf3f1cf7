insert into private.retention_rules (
  rule, title, table_name, day_column, condition, unit, kept, shortest, longest, batch, next_at
)
select rule, title, table_name, day_column, condition, unit, kept, shortest, kept, batch, private.next_retention_run(unit)
from (values
  -- A converted application stays as long as the person that it became.
  ('program_applications', 'Program applications', 'public.submissions', 'closed_at',
    'kind = ''program'' and not exists (select from public.conversions where submission_id = submissions.id)',
    'months', 12, 1, 10),
  ('volunteer_applications', 'Rejected volunteer applications', 'public.submissions', 'closed_at',
    'kind = ''volunteer'' and status = ''rejected''
      and not exists (select from public.conversions where submission_id = submissions.id)',
    'months', 12, 1, 10),
  ('partnership_proposals', 'Rejected partnership proposals', 'public.submissions', 'closed_at',
    'kind = ''partnership'' and status = ''rejected''', 'months', 12, 1, 10),
  ('contact_messages', 'Messages', 'public.submissions', 'closed_at', 'kind = ''message''', 'months', 24, 1, 10),
  ('program_registrations', 'Registrations', 'public.submissions', 'closed_at', 'kind = ''registration''',
    'months', 12, 1, 10),
  ('pledges', 'Pledges', 'public.submissions', 'closed_at', 'kind = ''pledge''', 'months', 24, 1, 10),
  ('status_tokens', 'Status page links', 'private.status_tokens', 'closed_at', 'true', 'days', 90, 90, 1000),
  ('subscription_tokens', 'Subscription confirmation links', 'private.subscription_tokens', 'created_at', 'true',
    'days', 7, 7, 1000),
  ('consent_requests', 'Links for consents', 'private.consent_requests', 'created_at', 'true', 'days', 90, 14, 1000),
  ('unconfirmed_subscriptions', 'Unconfirmed subscriptions', 'public.newsletter_subscriptions', 'created_at',
    -- The time begins when the mail has gone out.
    'confirmed_at is null
      and not exists (select from private.subscription_tokens where subscription_id = newsletter_subscriptions.id)
      and not exists (
        select from private.outbox
        where kind = ''confirmation'' and state in (''queued'', ''sending'')
          and data ->> ''subscription_id'' = newsletter_subscriptions.id::text
      )',
    'days', 7, 7, 500),
  ('confirmation_mails', 'Subscription confirmation emails', 'private.outbox', 'created_at',
    'kind <> ''campaign'' and kind = ''confirmation'' and state not in (''queued'', ''sending'')', 'days', 8, 8, 500),
  -- The row of a campaign stays: its counts and unsubscribe links need it.
  ('mail_records', 'Records of emails', 'private.outbox', 'created_at',
    'kind <> ''campaign'' and kind <> ''confirmation'' and state not in (''queued'', ''sending'')',
    'months', 12, 4, 500),
  ('mail_events', 'Bounces and complaints', 'private.mail_events', 'received_at', 'true', 'days', 30, 30, 1000),
  ('payment_events', 'Payment messages', 'private.payment_events', 'received_at', 'true', 'days', 90, 90, 1000),
  ('merges', 'Records before they were merged', 'private.merges', 'created_at', 'true', 'days', 30, 30, 500),
  ('change_log', 'Change log', 'public.change_log', 'created_at', 'true', 'months', 12, 3, 1000),
  ('invitations', 'Invitations', 'private.invitations', 'invited_at', 'outcome is not null', 'months', 12, 1, 1000),
  ('begun_accounts', 'Unfinished accounts', 'private.begun_accounts', 'begun_at', 'true', 'hours', 1, 1, 1000),
  ('recovery_attempts', 'Wrong recovery codes', 'private.recovery_attempts', 'tried_at', 'true', 'minutes', 15, 15, 1000),
  ('receipt_keys', 'Receipt keys', 'private.receipt_keys', 'created_at', 'true', 'minutes', 10, 10, 1000),
  ('recent_submissions', 'IP addresses', 'private.recent_submissions', 'submitted_at', 'true', 'minutes', 10, 10, 1000)
) as listed (rule, title, table_name, day_column, condition, unit, kept, shortest, batch);

insert into private.retention_rules (
  rule, title, table_name, day_column, condition, cleared, unit, kept, shortest, longest, batch, next_at
)
select rule, title, table_name, day_column, condition, cleared, unit, kept, shortest, kept, batch, private.next_retention_run(unit)
from (values
  ('mails', 'Emails', 'private.outbox', 'coalesce(sent_at, failed_at, created_at)',
    'forgotten_at is null and state not in (''queued'', ''sending'')',
    'recipient = null, data = ''{}'', error = null, provider_id = null, forgotten_at = now(),
      idempotency_key = case kind when ''campaign'' then ''campaign:'' || id else idempotency_key end',
    'days', 90, 30, 500),
  -- Sums of a year stay. A donor who gives again keeps all gifts under one name, and an import its undo.
  ('donations', 'Gifts', 'public.donations', 'created_at',
    'is_posted and donor_name !~ ''^Donors of \d{4}$''
      and exists (select from public.donors where donors.id = person_id and last_gift_at <= $1)
      and not exists (select from public.donors where donors.id = legal_donor_id and last_gift_at > $1)
      and not exists (
        select from private.imported_rows join private.imports on imports.id = import_id
        where row_id = donations.id and imports.created_at > now() - interval ''30 days''
      )',
    'donor_name = ''Donors of '' || extract(year from created_at at time zone private.office_time_zone()),
      donor_email = null, payment_id = null, donor_phone = null, legal_donor_id = null, legal_donor_name = null, reference = null, note = null, tribute = null,
      tribute_name = null, description = case when description is not null then ''In kind'' end,
      exchange = case when exchange is not null then ''Goods or services'' end, change_reason = case when voided_at is not null then ''Cleared'' end',
    'years', 7, 7, 200)
) as listed (rule, title, table_name, day_column, condition, cleared, unit, kept, shortest, batch);

insert into private.retention_rules (
  rule, title, table_name, day_column, unit, kept, shortest, longest, next_at
) values (
  'tasks', 'Tasks that are done', 'public.tasks', 'done_at', 'months', 12, 1, 12, private.next_retention_run('months')
);

insert into private.retention_rules (
  rule, title, table_name, day_column, condition, unit, kept, shortest, longest, batch, next_at
) values
  ('discarded_gifts', 'Gifts of discarded batches', 'public.donations', 'entered_at',
    'not is_posted and exists (select from public.gift_batches where gift_batches.id = batch_id and discarded_at <= $1)',
    'months', 12, 1, 12, 500, private.next_retention_run('months'));

insert into private.retention_rules (
  rule, title, table_name, day_column, condition, unit, kept, shortest, longest, batch, next_at
) values
  ('person_notes', 'Notes and calls', 'private.person_notes', 'created_at', 'true',
    'months', 24, 1, 24, 500, private.next_retention_run('months')),
  ('person_merges', 'People before they were merged', 'private.person_merges', 'created_at', 'true',
    'days', 30, 30, 30, 500, private.next_retention_run('days')),
  ('people', 'People without records', 'private.people', 'created_at',
    'not private.is_needed(people)',
    'days', 1, 1, 1, 500, private.next_retention_run('days'));

insert into private.retention_rules (
  rule, title, table_name, day_column, condition, cleared, unit, kept, shortest, longest, batch, next_at
) values
  ('issued_receipts', 'Gift receipts', 'private.issued_receipts', 'issued_at',
    'not private.is_nameless(name)
      and not exists (select from public.donors where donors.id = donor_id and last_gift_at > $1)',
    'name = ''Donors of '' || year, address = null, email = null, print = '''', lines = private.lines_without_words(lines)',
    'years', 7, 7, 7, 500, private.next_retention_run('years'));
insert into private.retention_rules (
  rule, title, table_name, day_column, unit, kept, shortest, longest, next_at
) values (
  'faults', 'Faults', 'public.faults', 'last_at', 'days', 90, 7, 90, private.next_retention_run('days')
);

insert into private.retention_rules (
  rule, title, table_name, day_column, unit, kept, shortest, longest, batch, next_at
) values
  ('clearances', 'Clearances that ended', 'public.clearances', 'over_at', 'months', 24, 1, 24, 500, private.next_retention_run('months')),
  ('clearance_exemptions', 'Exemptions that ended', 'private.clearance_exemptions', 'over_at', 'months', 24, 1, 24, 500,
    private.next_retention_run('months'));

insert into private.retention_rules (
  rule, title, table_name, day_column, condition, cleared, unit, kept, shortest, longest, batch, next_at
) values
  -- Pledges of donors who gave are cleared with their gifts.
  ('gift_pledges', 'Pledges of people who never gave', 'public.gift_pledges', 'created_at',
    'donor_name <> ''Cleared'' and not exists (select from public.donors where donors.id = person_id)
      and not exists (
        select from public.pledge_installments
        where pledge_id = gift_pledges.id and due_on > ($1 at time zone private.office_time_zone())::date
      )',
    'donor_name = ''Cleared'', note = null, reason = case when reason is not null then ''Cleared'' end,
      person_id = private.person_of((''Cleared'', null, null, true))',
    'months', 24, 12, 24, 200, private.next_retention_run('months'));
insert into private.retention_rules (
  rule, title, table_name, day_column, unit, kept, shortest, longest, batch, next_at
) values (
  'concerns', 'Concerns about children', 'private.concerns', 'closed_at', 'years', 7, 7, 7, 100, private.next_retention_run('years')
);
insert into private.retention_rules (
  rule, title, table_name, day_column, condition, unit, kept, shortest, longest, batch, next_at
) values
  ('meetings', 'Meetings of programs that ended', 'public.meetings', 'created_at',
    'match_id is null and exists (
      select from public.programs where programs.id = program_id
        and (closed_on + 1)::timestamp at time zone private.office_time_zone() <= $1
    )',
    'months', 24, 1, 24, 500, private.next_retention_run('months'));
insert into private.retention_rules (
  rule, title, table_name, day_column, unit, kept, shortest, longest, batch, next_at
) values
  ('covers', 'Absences and who covered', 'private.covers', 'over_at', 'months', 12, 1, 12, 500, private.next_retention_run('months')),
  ('leavings', 'Work handed over', 'private.leavings', 'left_at', 'months', 12, 1, 12, 10, private.next_retention_run('months')),
  ('matches', 'Matches that ended', 'public.matches', 'over_at', 'months', 24, 1, 24, 100, private.next_retention_run('months'));
