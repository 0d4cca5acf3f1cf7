-- Retention: how long each kind of row is kept, and the task that deletes what is due
-- (docs/decisions/031-retention-rules.md). The privacy notice promises the longest periods. Its words and
-- these rows are compared one by one: src/shared/data/retention.ts.

create function private.next_retention_run(unit text) returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select case when unit in ('minutes', 'hours') then now()
    else (date_trunc('day', now() at time zone private.office_time_zone()) + interval '1 day')
      at time zone private.office_time_zone()
  end
$$;
comment on function private.next_retention_run(text) is
  'Rules of minutes and hours run every minute, all others at the office''s next midnight.';

create table private.retention_rules (
  rule text primary key,
  position integer generated always as identity,
  title text not null unique,
  table_name text not null,
  day_column text not null,
  condition text not null default 'true',
  cleared text,
  unit text not null check (unit in ('minutes', 'hours', 'days', 'months', 'years')),
  kept integer not null,
  shortest integer not null check (shortest > 0),
  longest integer not null,
  batch integer not null default 1000 check (batch between 1 and 1000),
  next_at timestamptz not null default now(),
  pruned_rows bigint not null default 0,
  last_run_at timestamptz,
  last_rows bigint,
  failed_at timestamptz,
  error text,
  constraint retention_rules_kept_check check (kept between shortest and longest)
);
comment on column private.retention_rules.day_column is 'When the period begins: an indexed column or expression.';
comment on column private.retention_rules.condition is 'Which other rows stay. $1 is the time before which rows are due.';
comment on column private.retention_rules.cleared is
  'Columns that lose their values, where the row itself stays; null where the row is deleted.';
comment on column private.retention_rules.longest is
  'The promise of the privacy notice. An admin may shorten a period, and never lengthen it beyond this.';
comment on column private.retention_rules.batch is 'The most rows of one transaction, so that none lasts long.';
comment on column private.retention_rules.pruned_rows is 'Rows of the current run, which takes a transaction each minute.';
alter table private.retention_rules enable row level security;

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
      tribute_name = null, description = case when description is not null then ''In kind'' end, change_reason = case when voided_at is not null then ''Cleared'' end',
    'years', 7, 7, 200)
) as listed (rule, title, table_name, day_column, condition, cleared, unit, kept, shortest, batch);

create function private.clear_gifts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.write_mode() = 'retention' then
    delete from private.payment_reversals
    where payment in (select id from private.payments where gift in (select payment_id from gone));
    delete from private.payments where gift in (select payment_id from gone);
    delete from public.files where gift_id in (select id from gone);
    update public.change_log set record_name = null, changes = null where record_id in (select id from gone);
  end if;
  return null;
end
$$;
create trigger clear_gifts after update on public.donations referencing old table as gone
  for each statement execute function private.clear_gifts();

-- The task. A statement deletes or clears the oldest due rows that no one has locked. Rows that refer to a
-- submission are deleted with it. Since decisions wait for the deletion of submissions, its batch is small.

-- Dynamic SQL: table, condition and cleared columns are those of the rule.
create function private.apply_rule(of_rule text) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  applied private.retention_rules;
  due text;
  done integer;
  total bigint;
begin
  select * into strict applied from private.retention_rules where rule = of_rule for update;
  if applied.table_name = 'public.submissions' then
    -- So that no status or conversion changes what is due.
    perform private.lock_workflow();
  end if;
  due := format(
    'select ctid from %s where %s <= $1 and (%s) order by %2$s limit $2 for update skip locked',
    applied.table_name, applied.day_column, applied.condition
  );
  perform private.set_write_mode('retention');
  execute case when applied.cleared is null
    then format('delete from %s where ctid = any (array(%s))', applied.table_name, due)
    else format('update %s set %s where ctid = any (array(%s))', applied.table_name, applied.cleared, due)
  end using now() - (applied.kept || ' ' || applied.unit)::interval, applied.batch;
  get diagnostics done = row_count;
  perform private.set_write_mode(null);

  total := applied.pruned_rows + done;
  update private.retention_rules
  set last_run_at = now(), last_rows = total, failed_at = null, error = null,
    pruned_rows = case when done = applied.batch then total else 0 end,
    next_at = case when done = applied.batch then next_at else private.next_retention_run(unit) end
  -- A rule of every minute leaves its row alone where nothing was due.
  where rule = of_rule and (done > 0 or unit not in ('minutes', 'hours') or failed_at is not null);
  if done < applied.batch and total > 0 and applied.unit not in ('minutes', 'hours') then
    perform private.log_action(
      case when applied.cleared is null then 'removed' else 'changed' end::public.log_action,
      'retention_rules', null, applied.title,
      jsonb_build_object('table', split_part(applied.table_name, '.', 2), 'rows', total)
    );
  end if;
  return done;
end
$$;
comment on function private.apply_rule(text) is
  'Deletes or clears one batch of a rule and returns its rows. The log has an entry per run, with their number.';

create function private.apply_retention() returns void
language plpgsql security definer set search_path = '' set lock_timeout = '50ms'
as $$
declare
  part record;
  done integer;
  total integer := 0;
begin
  for part in
    select rule, table_name from private.retention_rules where next_at <= now()
    order by last_run_at nulls first, position
  loop
    begin
      done := private.apply_rule(part.rule);
      total := total + done;
    exception
      -- Someone works on these rows. The next minute is soon enough.
      when lock_not_available then done := 0;
      when others then
        done := 0;
        update private.retention_rules set last_run_at = now(), failed_at = now(), error = left(sqlerrm, 500)
        where rule = part.rule;
        perform private.note_fault('apply_retention', sqlstate || ': ' || sqlerrm);
        raise warning 'The retention rule % failed: %', part.rule, sqlerrm;
    end;
    exit when total >= 500 or done > 0 and part.table_name = 'public.submissions';
  end loop;
end
$$;
comment on function private.apply_retention() is
  'Runs the rules that are due, the longest waiting first, until a transaction''s share of rows is done.';
select private.schedule_job('apply_retention', 'select private.apply_retention()');

-- For admins

create function private.retention_rules() returns table (
  rule text, title text, unit text, kept integer, shortest integer, longest integer, is_cleared boolean,
  next_at timestamptz, last_run_at timestamptz, last_rows bigint, failed_at timestamptz, error text
)
language sql stable security definer set search_path = ''
as $$
  select rule, title, unit, kept, shortest, longest, cleared is not null, next_at, last_run_at, last_rows, failed_at, error
  from private.retention_rules where private.is_admin() order by position
$$;

create function public.retention_rules() returns table (
  rule text, title text, unit text, kept integer, shortest integer, longest integer, is_cleared boolean,
  next_at timestamptz, last_run_at timestamptz, last_rows bigint, failed_at timestamptz, error text
)
language sql stable security invoker set search_path = ''
as $$ select * from private.retention_rules() $$;
comment on function public.retention_rules is
  'For admins: the rules, each with its period, its bounds, and its last and next run.';
grant execute on function private.retention_rules, public.retention_rules to authenticated;

-- Dynamic SQL: table and condition are those of the rule.
create function private.retention_due(of_rule text default null, if_kept integer default null) returns table (
  rule text, due bigint, oldest date, newest date
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  part private.retention_rules;
begin
  if not private.is_admin() then
    return;
  end if;
  for part in
    select * from private.retention_rules listed where listed.rule = coalesce(of_rule, listed.rule) order by position
  loop
    return query execute format(
      'select $2, count(*), (min(%1$s) at time zone $3)::date, (max(%1$s) at time zone $3)::date
      from %2$s where %1$s <= $1 and (%3$s)',
      part.day_column, part.table_name, part.condition
    ) using
      now() - (least(coalesce(if_kept, part.kept), part.longest) || ' ' || part.unit)::interval,
      part.rule, private.office_time_zone();
  end loop;
end
$$;

create function public.retention_due(of_rule text default null, if_kept integer default null) returns table (
  rule text, due bigint, oldest date, newest date
)
language sql stable security invoker set search_path = ''
as $$ select * from private.retention_due(of_rule, if_kept) $$;
comment on function public.retention_due is
  'For admins: the dry run of all rules or of one, also for a period that is not stored: how many rows are due now, and their oldest and newest day.';
grant execute on function private.retention_due, public.retention_due to authenticated;

create function private.change_retention(of_rule text, to_kept integer, from_kept integer) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  stored private.retention_rules;
begin
  perform private.require_admin();
  select * into stored from private.retention_rules where rule = of_rule for update;
  if stored.rule is null then
    raise exception 'There is no such rule.' using errcode = 'PT404';
  elsif stored.shortest = stored.longest then
    raise exception 'This period is fixed.' using errcode = 'check_violation';
  elsif (to_kept between stored.shortest and stored.longest) is not true then
    raise exception 'From % to % %: the privacy notice promises no more than %.',
      stored.shortest, stored.longest, stored.unit, stored.longest using errcode = 'check_violation';
  elsif from_kept is distinct from stored.kept then
    raise sqlstate 'PT409' using message = format('A colleague changed this to %s %s.', stored.kept, stored.unit);
  end if;
  -- It counts from the next day on, so that a mistake can be undone.
  update private.retention_rules set kept = to_kept, next_at = private.next_retention_run(unit) where rule = of_rule;
  if to_kept <> from_kept then
    perform private.log_action('changed', 'retention_rules', null, stored.title, jsonb_build_object(
      stored.unit, jsonb_build_array(from_kept, to_kept)
    ));
  end if;
end
$$;

create function public.change_retention(of_rule text, to_kept integer, from_kept integer) returns void
language sql security invoker set search_path = ''
as $$ select private.change_retention(of_rule, to_kept, from_kept) $$;
comment on function public.change_retention is
  'For admins: sets the period of a rule within its bounds, from the one that the caller saw. It counts from the next day on.';
grant execute on function private.change_retention, public.change_retention to authenticated;
