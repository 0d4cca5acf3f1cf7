-- Mail for reviewers, the newsletter's double opt-in, and the administration of mail.

-- Each reviewer's choice of notices for each kind. The default is the daily digest.

create type public.notice_choice as enum ('at_once', 'daily', 'none');

create table public.notification_choices (
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  kind public.submission_kind not null,
  choice public.notice_choice not null,
  primary key (user_id, kind)
);
comment on table public.notification_choices is
  'A reviewer''s choice of notices for a kind of submission; without a row the daily digest.';
create index notification_choices_at_once_idx on public.notification_choices (kind) where choice = 'at_once';

create function public.choose_notices(of_kind public.submission_kind, chosen public.notice_choice) returns void
language sql security invoker set search_path = ''
as $$
  insert into public.notification_choices (kind, choice) values (of_kind, chosen)
  on conflict (user_id, kind) do update set choice = excluded.choice
$$;
comment on function public.choose_notices(public.submission_kind, public.notice_choice) is
  'Sets the caller''s choice of notices for a kind; for reviewers.';

create function private.notice_readers(of_kind public.submission_kind)
returns table (id uuid, address text, choice public.notice_choice)
language sql stable security definer set search_path = ''
as $$
  select profile.id, btrim(profile.email), coalesce(chosen.choice, 'daily')
  from private.reviewer_ids() as reviewer
  join public.profiles profile on profile.id = reviewer
  left join public.notification_choices chosen on chosen.user_id = reviewer and chosen.kind = of_kind
  where profile.confirmed and private.is_address(btrim(profile.email))
$$;
comment on function private.notice_readers(public.submission_kind) is
  'The reviewers with a confirmed address, and their choice for a kind.';

-- Immediate notices: of new submissions, and of assignments by a colleague. Ten in an hour for each
-- reader; the eleventh announces more, and none follows it.

create function private.write_notices() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  is_new constant boolean := tg_op = 'INSERT';
  caller constant uuid := auth.uid();
begin
  if is_new and (
    -- As for receipts: only rows of visitors and accounts cause a notice.
    current_setting('role', true) not in ('anon', 'authenticated')
    or not exists (select from public.notification_choices where kind = new.kind and choice = 'at_once')
  ) then
    return null;
  end if;
  if not is_new and (caller is null or caller = new.assignee_id) then
    return null;
  end if;
  -- The lock serializes concurrent arrivals.
  perform pg_advisory_xact_lock(hashtextextended('notices', 0));
  insert into private.outbox (idempotency_key, kind, recipient, reader_id, submission_id, data)
  select
    case when is_new then format('notice:%s:%s', new.id, reader.id)
      else format('assigned:%s:%s:%s', new.id, reader.id, current_date) end,
    'notice', reader.address, reader.id, new.id,
    case when sent.in_an_hour = 10 then jsonb_build_object('about', 'more')
      else jsonb_build_object(
        'about', case when is_new then 'new' else 'assigned' end, 'id', new.id, 'kind', new.kind,
        'reference', new.reference, 'due_at', new.due_at, 'answered', new.answered_at is not null,
        'by', case when not is_new then private.name_of_reference('user_id', caller) end
      ) end
  from private.notice_readers(new.kind) as reader
  cross join lateral (
    select count(*) as in_an_hour from private.outbox mail
    where mail.reader_id = reader.id and mail.kind = 'notice' and mail.created_at > now() - interval '1 hour'
  ) as sent
  where sent.in_an_hour <= 10
    and case when is_new then reader.choice = 'at_once'
      else reader.id = new.assignee_id and reader.choice <> 'none' end
  on conflict (idempotency_key) do nothing;
  return null;
end
$$;
create trigger write_notices after insert on public.submissions
  for each row execute function private.write_notices();
create trigger write_notices_of_assignment after update of assignee_id on public.submissions
  for each row when (new.assignee_id is not null and new.assignee_id is distinct from old.assignee_id)
  execute function private.write_notices();

-- The digest, at eight in the office on each business day: overdue and due submissions that are assigned
-- to the reader or to no one, the number of arrivals since the last digest, and the number of the reader's
-- tasks that are due. A reader with nothing to do gets none that day, also when something arrives later.

create function private.write_digests(moment timestamptz default now()) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  zone constant text := private.office_time_zone();
  today constant date := (moment at time zone zone)::date;
  tomorrow constant timestamptz := (today + 1)::timestamp at time zone zone;
  last_day date := today - 1;
  since timestamptz;
begin
  if (moment at time zone zone)::time < '08:00' or not private.is_business_day(today) then
    return;
  end if;
  update private.mail_settings set digest_day = today where digest_day < today;
  if not found then
    return;
  end if;
  while not private.is_business_day(last_day) loop
    last_day := last_day - 1;
  end loop;
  since := (last_day + time '08:00') at time zone zone;

  insert into private.outbox (idempotency_key, kind, recipient, reader_id, data)
  select format('digest:%s:%s', today, reader.id), 'digest', reader.address, reader.id,
    jsonb_build_object(
      'day', moment, 'since', since, 'arrived', arrived.total, 'overdue', due.overdue, 'due_today', due.due_today,
      'tasks_overdue', task.overdue, 'tasks_due_today', task.due_today,
      'first', (
        select jsonb_agg(to_jsonb(listed)) from (
          select sent.id, sent.kind, sent.reference, sent.due_at, sent.assignee_id is not null as own
          from public.submissions sent
          where sent.answered_at is null and sent.put_off_until <= moment and sent.due_at < tomorrow
            and sent.kind = any (reader.kinds)
            and (sent.assignee_id = reader.id or sent.assignee_id is null)
          order by sent.due_at, sent.id
          limit 10
        ) as listed
      )
    )
  from private.digest_readers(today) as reader
  cross join private.due_tasks(reader.id, today) as task
  cross join lateral (
    select count(*) filter (where sent.due_at < moment) as overdue, count(*) filter (where sent.due_at >= moment) as due_today
    from public.submissions sent
    where sent.answered_at is null and sent.put_off_until <= moment and sent.due_at < tomorrow
      and sent.kind = any (reader.kinds) and (sent.assignee_id = reader.id or sent.assignee_id is null)
  ) as due
  cross join lateral (
    select count(*) as total from public.submissions sent
    where sent.created_at >= since and sent.created_at < moment and sent.withdrawn_at is null
      and sent.kind = any (reader.daily)
  ) as arrived
  where due.overdue + due.due_today + arrived.total + task.overdue + task.due_today > 0
  on conflict (idempotency_key) do nothing;
end
$$;
select private.every_minute('write_digests');

create function private.warn_admins(check_name text, findings text[]) returns integer
language sql security definer set search_path = ''
as $$
  with queued as (
    insert into private.outbox (idempotency_key, kind, recipient, reader_id, data)
    select format('warning:%s:%s:%s', check_name, private.office_today(), profile.id), 'warning', btrim(profile.email), profile.id,
      jsonb_build_object('check', check_name, 'findings', findings)
    from public.profiles profile join public.user_roles held on held.user_id = profile.id
    where held.role = 'admin' and profile.confirmed and private.is_address(btrim(profile.email))
    on conflict (idempotency_key) do nothing
    returning id
  )
  select count(*)::integer from queued
$$;
comment on function private.warn_admins(text, text[]) is
  'For `npm run warn`: writes to each admin what a scheduled check found, once a day for each check. Returns the number of mails.';

-- Double opt-in. No response discloses whether an address is subscribed: it is the same for old and new
-- addresses, and the mail goes only to the address.

create table private.subscription_tokens (
  hash bytea primary key,
  subscription_id uuid not null references public.newsletter_subscriptions (id) on delete cascade,
  created_at timestamptz not null default now()
);
create index subscription_tokens_subscription_id_idx on private.subscription_tokens (subscription_id);
create index subscription_tokens_created_at_idx on private.subscription_tokens (created_at);

create function private.send_confirmation(subscription uuid, address text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.is_address(btrim(address)) or not private.has_mail_allowance(address) then
    return;
  end if;
  insert into private.outbox (idempotency_key, kind, recipient, data)
  values ('confirmation:' || gen_random_uuid(), 'confirmation', btrim(address), jsonb_build_object(
    'subscription_id', subscription
  ));
end
$$;

create function private.receive_subscription() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  existing public.newsletter_subscriptions;
  asks_first boolean;
begin
  -- The confirmed address of the caller's account needs no second confirmation.
  if not private.is_sent_by_form() or lower(btrim(new.email)) = private.own_address() then
    return new;
  end if;
  -- Only the owner of an address can lift its unsubscription.
  select double_opt_in or exists (
    select from private.suppressions
    where scope = any (private.suppressed_as(private.mailbox(new.email))) and reason = 'unsubscribed'
  ) into asks_first
  from private.mail_settings;
  -- The lock serializes concurrent subscriptions of one address.
  perform pg_advisory_xact_lock(hashtextextended('mailbox ' || private.mailbox(new.email), 0));
  select * into existing from public.newsletter_subscriptions
  where lower(btrim(email)) = lower(btrim(new.email));

  if not asks_first then
    if existing.id is null or existing.confirmed_at is not null then
      return new;
    end if;
    update public.newsletter_subscriptions set confirmed_at = now() where id = existing.id;
    return null;
  end if;

  new.confirmed_at := null;
  -- The table refuses invalid values for subscribed addresses, too.
  if existing.id is null or (private.is_line(new.name, 200) and private.is_line(new.email, 254)) is not true then
    return new;
  end if;
  if existing.confirmed_at is null then
    perform private.send_confirmation(existing.id, existing.email);
  end if;
  return null;
end
$$;
-- After limit_submissions, by its name.
create trigger receive_subscription before insert on public.newsletter_subscriptions
  for each row execute function private.receive_subscription();

create function private.request_confirmation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- An import sends no confirmations.
  if not private.imports_into(tg_table_name) then
    perform private.send_confirmation(new.id, new.email);
  end if;
  return null;
end
$$;
create trigger request_confirmation after insert on public.newsletter_subscriptions
  for each row when (new.confirmed_at is null) execute function private.request_confirmation();

create function private.confirm_subscription(token text) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  update public.newsletter_subscriptions set confirmed_at = coalesce(confirmed_at, now()), proved_at = coalesce(proved_at, now())
  where id = (select subscription_id from private.subscription_tokens where hash = private.token_hash(token));
  return found;
end
$$;

create function public.confirm_subscription(token text) returns boolean
language sql security invoker set search_path = ''
as $$ select private.confirm_subscription(token) $$;
comment on function public.confirm_subscription is
  'Confirms the subscription of this token; false for an invalid token.';
grant execute on function private.confirm_subscription, public.confirm_subscription to anon, authenticated;

create function private.requires_double_opt_in() returns boolean
language sql stable security definer set search_path = ''
as $$ select double_opt_in from private.mail_settings $$;

create function public.requires_double_opt_in() returns boolean
language sql stable security invoker set search_path = ''
as $$ select private.requires_double_opt_in() $$;
comment on function public.requires_double_opt_in is
  'Whether a subscription needs confirmation by a mailed link.';
grant execute on function private.requires_double_opt_in, public.requires_double_opt_in to anon, authenticated;

-- Administration. The log has every change.

create function private.change_mail_settings(
  rate integer default null, receipts boolean default null, double_opt_in boolean default null
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  old private.mail_settings;
  changed private.mail_settings;
  changes jsonb;
begin
  perform private.require_admin();
  select * into old from private.mail_settings where singleton for update;
  update private.mail_settings stored set
    rate_per_minute = coalesce(rate, stored.rate_per_minute),
    receipts = coalesce(change_mail_settings.receipts, stored.receipts),
    double_opt_in = coalesce(change_mail_settings.double_opt_in, stored.double_opt_in)
  where singleton
  returning * into changed;
  select jsonb_object_agg(key, jsonb_build_array(to_jsonb(old) -> key, value)) into changes
  from jsonb_each(to_jsonb(changed)) where value <> to_jsonb(old) -> key;
  if changes is not null then
    perform private.log_action('changed', 'mail_settings', null, 'Mail', changes);
  end if;
end
$$;

create function public.change_mail_settings(
  rate integer default null, receipts boolean default null, double_opt_in boolean default null
) returns void
language sql security invoker set search_path = ''
as $$ select private.change_mail_settings(rate, receipts, double_opt_in) $$;
comment on function public.change_mail_settings is
  'For admins: sets the mails per minute, whether receipts go out, and whether the newsletter needs confirmation; null keeps a setting.';
grant execute on function private.change_mail_settings, public.change_mail_settings to authenticated;

create function private.is_suppressed(address text, of_kind text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from private.suppressions_of(is_suppressed.address) as found
    where found.reason <> 'unsubscribed' or of_kind = 'campaign'
  )
$$;

create function private.failed_mails() returns table (
  id uuid, kind text, recipient text, error text, failed_at timestamptz, is_delayed boolean, may_retry boolean
)
language sql stable security definer set search_path = ''
as $$
  select mail.id, mail.kind, mail.recipient, mail.error, mail.failed_at, mail.state = 'sent',
    mail.recipient is not null and not private.is_suppressed(mail.recipient, mail.kind)
      and (campaign.id is null or campaign.status::text in ('sending', 'paused'))
  from private.outbox mail
  left join public.email_campaigns campaign on campaign.id = mail.campaign_id
  where mail.failed_at is not null and mail.state in ('sent', 'failed') and private.is_admin()
  order by mail.failed_at desc
  limit 50
$$;

create function public.failed_mails() returns table (
  id uuid, kind text, recipient text, error text, failed_at timestamptz, is_delayed boolean, may_retry boolean
)
language sql stable security invoker set search_path = ''
as $$ select * from private.failed_mails() $$;
comment on function public.failed_mails is
  'For admins: the last fifty mails that failed or have not arrived yet, with the reason, and whether a retry is possible; after 90 days without address and reason.';
grant execute on function private.failed_mails, public.failed_mails to authenticated;

create function private.retry_mail(mail uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  failed private.outbox;
begin
  perform private.require_admin();
  select * into failed from private.outbox 
  where id = mail and failed_at is not null and state in ('sent', 'failed') for update;
  -- The lock keeps the campaign from ending.
  perform from public.email_campaigns where id = failed.campaign_id for no key update;
  if failed.recipient is null
    or private.is_suppressed(failed.recipient, failed.kind)
    or exists (
      select from public.email_campaigns
      where id = failed.campaign_id and status::text not in ('sending', 'paused')
    )
    or failed.kind = 'confirmation' and not exists (
      select from public.newsletter_subscriptions where id = (failed.data ->> 'subscription_id')::uuid
    )
    or failed.kind = 'seat' and not exists (
      select from public.program_registrations
      where id = failed.submission_id and status::text = failed.data ->> 'state'
    ) then
    return false;
  end if;
  update private.outbox set state = 'queued', attempts = 0, next_at = now(), failed_at = null,
    expires_at = now() + interval '1 day',
    -- With `again` the mail API sees a new mail; it would not send the same one twice.
    data = data || jsonb_build_object('again', gen_random_uuid())
  where id = mail;
  perform private.log_action(
    'changed', 'outbox', mail, failed.kind, jsonb_build_object('state', jsonb_build_array(failed.state, 'queued'))
  );
  perform private.start_delivery();
  return true;
end
$$;

create function public.retry_mail(mail uuid) returns boolean
language sql security invoker set search_path = ''
as $$ select private.retry_mail(mail) $$;
comment on function public.retry_mail is
  'For admins: queues a failed mail again; false where it did not fail and was delivered, its campaign is over, or its address is suppressed.';
grant execute on function private.retry_mail, public.retry_mail to authenticated;

create function private.suppressed_addresses(search text default '') returns table (
  address text, reason text, detail text, created_at timestamptz
)
language sql stable security definer set search_path = ''
as $$
  select address, reason, detail, created_at from private.suppressions
  where private.is_admin() and (
    position(lower(btrim(search)) in address) > 0
    or private.is_address(btrim(search)) and (
      private.mailbox(address) = private.mailbox(search)
      or scope = any (private.suppressed_as(private.mailbox(search)) || private.suppressed_as(lower(btrim(search))))
    )
  )
  order by created_at desc, address
  limit 50
$$;

create function public.suppressed_addresses(search text default '') returns table (
  address text, reason text, detail text, created_at timestamptz
)
language sql stable security invoker set search_path = ''
as $$ select * from private.suppressed_addresses(search) $$;
comment on function public.suppressed_addresses is
  'For admins: the last fifty suppressed addresses that contain the search, or are another spelling of it.';
grant execute on function private.suppressed_addresses, public.suppressed_addresses to authenticated;

create function private.lift_suppression(address text, reason text) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  delete from private.suppressions stored
  where stored.reason = lift_suppression.reason
    and stored.scope = private.suppression_scope(lift_suppression.address, lift_suppression.reason);
  if not found then
    return false;
  end if;
  perform private.log_action(
    'removed', 'suppressions', null, null, jsonb_build_object('reason', jsonb_build_array(reason, null))
  );
  return true;
end
$$;

create function public.lift_suppression(address text, reason text) returns boolean
language sql security invoker set search_path = ''
as $$ select private.lift_suppression(address, reason) $$;
comment on function public.lift_suppression is
  'For admins: ends the suppression of an address, or of its mailbox, for a reason; false where there is none.';
grant execute on function private.lift_suppression, public.lift_suppression to authenticated;

-- Row-level security

alter table public.notification_choices enable row level security;
alter table private.subscription_tokens enable row level security;

grant select, insert (kind, choice), update (choice) on public.notification_choices to authenticated;
grant select, insert, update, delete on public.notification_choices to service_role;

create policy "Reviewers read their choices"
  on public.notification_choices for select to authenticated
  using (user_id = (select private.current_user_id()) and (select private.may_review()));
create policy "Reviewers add their choices"
  on public.notification_choices for insert to authenticated
  with check (user_id = (select private.current_user_id()) and (select private.may_review()));
create policy "Reviewers change their choices"
  on public.notification_choices for update to authenticated
  using (user_id = (select private.current_user_id()) and (select private.may_review()))
  with check (user_id = (select private.current_user_id()) and (select private.may_review()));

grant execute on function
  public.choose_notices(public.submission_kind, public.notice_choice)
to authenticated;
