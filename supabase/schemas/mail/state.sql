create function private.mail_status() returns table (
  transport text, last_run_at timestamptz, rate_per_minute integer, receipts boolean,
  double_opt_in boolean, waiting bigint, oldest_waiting timestamptz, sent_today bigint,
  failed_today bigint, suppressed_addresses bigint
)
language sql stable security definer set search_path = ''
as $$
  select settings.transport, settings.last_run_at, settings.rate_per_minute, settings.receipts,
    settings.double_opt_in, queue.waiting, queue.oldest,
    -- The claim of a sent mail is at most a lease older; it has an index.
    (select count(*) from private.outbox
      where state = 'sent' and claimed_at > now() - interval '25 hours' and sent_at > now() - interval '1 day'),
    (select count(*) from private.outbox where state = 'failed' and failed_at > now() - interval '1 day'),
    (select count(*) from private.suppressions)
  from private.mail_settings settings
  cross join (
    select count(*) as waiting, min(created_at) as oldest
    from private.outbox where state in ('queued', 'sending')
  ) as queue
  where private.is_admin()
$$;

create function public.mail_status() returns table (
  transport text, last_run_at timestamptz, rate_per_minute integer, receipts boolean,
  double_opt_in boolean, waiting bigint, oldest_waiting timestamptz, sent_today bigint,
  failed_today bigint, suppressed_addresses bigint
)
language sql stable security invoker set search_path = ''
as $$ select * from private.mail_status() $$;
comment on function public.mail_status is
  'For admins: the transport, the time of the last worker, and how many mails wait, went out and failed in the last day.';
grant execute on function private.mail_status, public.mail_status to authenticated;

create function private.require_admin() returns void
language sql stable security definer set search_path = ''
as $$ select private.require(private.is_admin(), 'Only admins may do this.') $$;
comment on function private.require_admin is 'Refuses callers who are not admins.';

create function private.send_test_mail() returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.current_user_id();
  queued uuid;
begin
  perform private.require_admin();
  if 10 <= (
    select count(*) from private.outbox
    where kind = 'test' and idempotency_key like 'test:' || account || ':%' and created_at > now() - interval '1 hour'
  ) then
    raise sqlstate 'PT429' using message = 'You can send ten test emails in an hour.';
  end if;
  insert into private.outbox (idempotency_key, kind, recipient)
  select concat_ws(':', 'test', account, gen_random_uuid()), 'test', btrim(email)
  from public.profiles where id = account
  returning id into queued;
  return queued;
end
$$;

create function public.send_test_mail() returns uuid
language sql security invoker set search_path = ''
as $$ select private.send_test_mail() $$;
comment on function public.send_test_mail is
  'For admins: queues a mail to the caller''s own address.';
grant execute on function private.send_test_mail, public.send_test_mail to authenticated;

create function private.mail_outcome(mail uuid) returns table (state text, error text)
language sql stable security definer set search_path = ''
as $$
  select outbox.state, outbox.error from private.outbox
  where id = mail and kind = 'test' and private.is_admin()
$$;

create function public.mail_outcome(mail uuid) returns table (state text, error text)
language sql stable security invoker set search_path = ''
as $$ select * from private.mail_outcome(mail) $$;
comment on function public.mail_outcome is
  'For admins: the outcome of a test mail.';
grant execute on function private.mail_outcome, public.mail_outcome to authenticated;

create function private.call_function(name text, body jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if to_regprocedure('net.http_post(text,jsonb,jsonb,jsonb,integer)') is null
    or to_regclass('vault.decrypted_secrets') is null then
    return;
  end if;
  perform net.http_post(
    url := regexp_replace(address.decrypted_secret, '[^/]+$', call_function.name),
    body := call_function.body,
    headers := jsonb_build_object(
      'content-type', 'application/json', 'authorization', 'Bearer ' || secret.decrypted_secret
    ),
    timeout_milliseconds := 60000
  )
  from vault.decrypted_secrets address
  join vault.decrypted_secrets secret on secret.name = 'deliver_mail_secret'
  where address.name = 'deliver_mail_url';
exception
  -- A submission matters more than the speed of its receipt.
  when others then raise warning 'The function % was not started: %', call_function.name, sqlerrm;
end
$$;
comment on function private.call_function(text, jsonb) is
  'Calls an Edge Function beside deliver-mail, with the secret that the clock uses.';

create function private.start_delivery() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from private.outbox where state in ('queued', 'sending') and next_at <= now())
    or exists (select from private.unqueued_recipients) then
    perform private.call_function('deliver-mail', '{}');
  end if;
end
$$;
comment on function private.start_delivery is
  'Starts the worker when a mail is due, or a campaign has recipients to queue.';
select private.schedule_job('start_delivery', 'select private.start_delivery()');

create function private.deliver_soon() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- A worker queues the slices of a campaign and of gift receipts, and delivers them itself.
  if exists (select from added where kind not in ('campaign', 'gift_receipt')) then
    perform private.start_delivery();
  end if;
  return null;
end
$$;
comment on function private.deliver_soon is
  'Starts the worker for new mails, except those of campaigns and gift receipts.';

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
comment on function private.is_suppressed is
  'Whether an address gets no mail of this kind. An unsubscription counts only for campaigns.';

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
  'For admins: the last fifty mails that failed or have not arrived yet, each with the reason and whether a retry is possible. After 90 days a mail has neither address nor reason.';
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
  'For admins: queues a failed mail again; false where it did not fail or was delivered, its campaign is over, or its address is suppressed.';
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
