create function private.lock_campaign(
  wanted uuid, statuses public.campaign_status[], refusal text
) returns public.email_campaigns
language plpgsql security definer set search_path = ''
as $$
declare
  campaign public.email_campaigns;
begin
  perform private.require(private.has_permission('can_send_emails'), 'You may not send emails.');
  select * into campaign from public.email_campaigns where id = wanted for no key update;
  if campaign.id is null or campaign.status <> all (statuses) then
    raise sqlstate 'PT409' using message = refusal;
  elsif campaign.status = 'sending' and campaign.cancelled_at is not null then
    raise sqlstate 'PT409' using message = 'This campaign is being cancelled.';
  end if;
  return campaign;
end
$$;
comment on function private.lock_campaign(uuid, public.campaign_status[], text) is
  'Locks and returns a campaign; refuses callers without can_send_emails, other statuses, and one that is being cancelled.';

create function private.begin_sending(chosen uuid) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  reached integer;
begin
  insert into private.unqueued_recipients (campaign_id, number, address, name, gifts)
  select campaign.id, row_number() over (), member.address, coalesce(member.name, campaign.name_fallback), member.gifts
  from public.email_campaigns campaign
  cross join lateral private.campaign_members(
    campaign.target_audience, private.gift_fields_in(campaign.subject, campaign.content)
  ) member
  where campaign.id = chosen and member.left_out is null;
  get diagnostics reached = row_count;
  update public.email_campaigns set status = 'sending', recipient_count = reached where id = chosen;
  return reached;
end
$$;
comment on function private.begin_sending(uuid) is
  'Fixes the recipients of a campaign from its current audience, and returns their number.';

create function private.send_campaign(
  campaign uuid, expected_count integer, expected_words jsonb, send_at timestamptz default null
) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  draft constant public.email_campaigns :=
    private.lock_campaign(campaign, array['draft']::public.campaign_status[], 'This campaign is no longer a draft.');
  words constant jsonb := to_jsonb(draft);
  of_gifts constant text[] := private.gift_fields_in(draft.subject, draft.content);
  -- The count that the sender saw may be minutes old.
  tolerance constant real := case when exists (select from private.audience_counts where audience = draft.target_audience and fields = of_gifts) then 0.01 else 0 end;
  reached integer;
begin
  if expected_words is null or not expected_words ?& array['subject', 'content', 'name_fallback', 'target_audience']
    or not words @> expected_words then
    raise sqlstate 'PT409' using message = 'Someone else has changed this campaign. Close this and look again.';
  end if;
  perform private.require_known_fields(draft.subject, draft.content);
  perform private.require_gift_rights(of_gifts);
  if draft.target_audience like 'view:%' and not private.may_read_audience(draft.target_audience) then
    raise exception 'The view is gone, or you can''t open its list. Choose another audience.' using errcode = 'P0001';
  end if;
  if send_at is null and not private.is_huge(draft.target_audience) then
    reached := private.begin_sending(campaign);
  elsif send_at <= now() or send_at > now() + interval '1 year' then
    raise exception 'A campaign can be scheduled up to a year ahead.' using errcode = 'check_violation';
  else
    -- A job fixes the recipients.
    select recipients into reached from private.campaign_audience(draft.target_audience, fields => of_gifts);
    update public.email_campaigns
    set status = 'scheduled', scheduled_at = coalesce(send_at, now()), scheduled_by = private.current_user_id()
    where id = campaign;
  end if;
  if reached is null then
    raise sqlstate 'PT409' using message = 'The audience is being counted. Try again in a minute.';
  elsif reached = 0 then
    raise sqlstate 'PT409' using message = 'No one would receive it.';
  elsif abs(reached - expected_count) > reached * tolerance is not false then
    raise sqlstate 'PT409' using message = format(
      'The audience has changed: %s would get it now, not %s.', reached, expected_count
    );
  end if;
  perform private.start_delivery();
  return reached;
end
$$;

create function public.send_campaign(
  campaign uuid, expected_count integer, expected_words jsonb, send_at timestamptz default null
) returns integer
language sql security invoker set search_path = ''
as $$ select private.send_campaign(campaign, expected_count, expected_words, send_at) $$;
comment on function public.send_campaign is
  'Sends a draft to its current audience, queued in slices, or schedules it for its audience at a later time. Refused (409) when it is not a draft, or when subject, content, name_fallback, target_audience or the number of recipients differs from the expected one; a kept count may differ by a percent. Merge fields about gifts need can_manage_donations, at the click and at the scheduled time. A campaign to a huge audience is scheduled for now.';
grant execute on function private.send_campaign, public.send_campaign to authenticated;

create function private.pause_campaign(campaign uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_campaign(campaign, array['sending']::public.campaign_status[], 'This campaign is not being sent.');
  update public.email_campaigns set status = 'paused' where id = campaign;
end
$$;

create function public.pause_campaign(campaign uuid) returns void
language sql security invoker set search_path = ''
as $$ select private.pause_campaign(campaign) $$;
comment on function public.pause_campaign is 'Pauses a campaign. Mails that a worker has claimed still go out.';
grant execute on function private.pause_campaign, public.pause_campaign to authenticated;

create function private.resume_campaign(campaign uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_campaign(campaign, array['paused']::public.campaign_status[], 'This campaign is not paused.');
  update public.email_campaigns set status = 'sending' where id = campaign;
  -- The pause does not count against the time of retries.
  update private.outbox set expires_at = null
  where campaign_id = campaign and kind = 'campaign' and state = 'queued' and expires_at is not null;
  perform private.start_delivery();
end
$$;

create function public.resume_campaign(campaign uuid) returns void
language sql security invoker set search_path = ''
as $$ select private.resume_campaign(campaign) $$;
comment on function public.resume_campaign is 'Resumes a paused campaign.';
grant execute on function private.resume_campaign, public.resume_campaign to authenticated;

create function private.was_test_sent(campaign uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from private.outbox
    where campaign_id = was_test_sent.campaign and kind = 'campaign'
      and (claimed_at is not null or state in ('sending', 'sent', 'failed'))
  )
$$;
comment on function private.was_test_sent(uuid) is 'Whether a worker ever claimed a mail of this campaign.';

create function private.cancel_campaign(campaign uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  status constant public.campaign_status := (private.lock_campaign(
    campaign, array['scheduled', 'sending', 'paused']::public.campaign_status[], 'There is nothing left to cancel.'
  )).status;
begin
  if status = 'scheduled' then
    update public.email_campaigns stored set status = 'draft', scheduled_at = null, scheduled_by = null
    where id = campaign;
    return;
  end if;
  -- Every claim locks this row: earlier claims are over, and later ones find the campaign cancelled.
  perform from private.mail_settings where singleton for update;
  -- A claimed mail has this one attempt.
  update private.outbox set expires_at = now()
  where campaign_id = campaign and kind = 'campaign' and state = 'sending';
  update public.email_campaigns stored set status = 'sending', cancelled_at = now() where id = campaign;
  perform private.start_delivery();
end
$$;

create function public.cancel_campaign(campaign uuid) returns void
language sql security invoker set search_path = ''
as $$ select private.cancel_campaign(campaign) $$;
comment on function public.cancel_campaign is
  'Cancels a campaign for good. Its mails are cancelled in slices; a campaign without any attempt is then a draft again.';
grant execute on function private.cancel_campaign, public.cancel_campaign to authenticated;

create function private.test_campaign(campaign uuid) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  tried constant public.email_campaigns := private.lock_campaign(
    campaign, enum_range(null::public.campaign_status), 'This campaign does not exist.'
  );
  account public.profiles;
begin
  perform private.require_known_fields(tried.subject, tried.content);
  perform private.require_gift_rights(private.gift_fields_in(tried.subject, tried.content));
  select * into account from public.profiles where id = private.current_user_id();
  if private.is_address(btrim(account.email)) is not true then
    raise exception 'Your account has no address to send to.' using errcode = 'check_violation';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('test campaign ' || account.id, 0));
  if 10 <= (
    select count(*) from private.outbox
    where mailbox = private.mailbox(account.email) and kind = 'campaign_test'
      and created_at > now() - interval '1 hour'
  ) then
    raise sqlstate 'PT429' using message = 'You can send ten test emails in an hour.';
  end if;
  insert into private.outbox (idempotency_key, kind, recipient, campaign_id, data)
  values (
    concat_ws(':', 'campaign_test', campaign, gen_random_uuid()), 'campaign_test', btrim(account.email), campaign,
    jsonb_build_object('fields', jsonb_build_object('name', coalesce(account.full_name, tried.name_fallback)))
  );
  return btrim(account.email);
end
$$;

create function public.test_campaign(campaign uuid) returns text
language sql security invoker set search_path = ''
as $$ select private.test_campaign(campaign) $$;
comment on function public.test_campaign is
  'Sends a campaign only to the caller, ten times an hour at most, with examples for gifts; returns the address.';
grant execute on function private.test_campaign, public.test_campaign to authenticated;

create function private.queue_slice(campaign public.email_campaigns, at_most integer) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  first constant integer := (select min(number) from private.unqueued_recipients where campaign_id = campaign.id);
  moved integer;
begin
  with slice as (
    delete from private.unqueued_recipients
    where campaign_id = campaign.id and number < first + at_most
    returning address, name, gifts
  ), queued as (
    insert into private.outbox (idempotency_key, kind, recipient, campaign_id, state, expires_at, data)
    select concat_ws(':', 'campaign', campaign.id, lower(address)), 'campaign', address, campaign.id,
      case when campaign.cancelled_at is null then 'queued' else 'cancelled' end, null,
      jsonb_strip_nulls(jsonb_build_object('fields', jsonb_build_object('name', name), 'gifts', gifts))
    from slice
    on conflict (idempotency_key) do nothing
  )
  select count(*) into moved from slice;
  return moved;
end
$$;
comment on function private.queue_slice is
  'Puts the mails to a campaign''s next recipients into the outbox, as cancelled ones once it is cancelled; returns their number.';

create function private.cancel_slice(campaign public.email_campaigns, at_most integer) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  -- Recipients whose mails are not queued yet are among the outcomes, too.
  moved integer := private.queue_slice(campaign, at_most);
begin
  if moved = 0 then
    update private.outbox set state = 'cancelled', worker = null
    where id = any (array(
      select id from private.outbox
      where campaign_id = campaign.id and kind = 'campaign'
        and (state = 'queued' or state = 'sending' and next_at <= now())
      limit at_most for update skip locked
    ));
    get diagnostics moved = row_count;
  end if;
  return moved;
end
$$;
comment on function private.cancel_slice is 'Cancels the next mails, those not queued yet first; returns their number.';

create function private.undo_slice(campaign public.email_campaigns, at_most integer) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  moved integer;
begin
  delete from private.unqueued_recipients where campaign_id = campaign.id;
  delete from private.outbox where id = any (array(
    select id from private.outbox where campaign_id = campaign.id and kind = 'campaign' limit at_most
  ));
  get diagnostics moved = row_count;
  if moved < at_most then
    update public.email_campaigns stored set status = 'draft', scheduled_at = null, scheduled_by = null,
      cancelled_at = null, recipient_count = 0
    where id = campaign.id;
  end if;
  return moved;
end
$$;
comment on function private.undo_slice is
  'Deletes the next mails of a cancelled campaign that no worker ever claimed, and makes it a draft again at the end; returns their number.';

create function private.advance_campaigns(at_most integer default 2500) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  campaign public.email_campaigns;
  moved integer;
begin
  for campaign in
    select * from public.email_campaigns stored
    where status in ('sending', 'paused') and (
      cancelled_at is not null or exists (select from private.unqueued_recipients where campaign_id = stored.id)
    )
    order by cancelled_at, created_at
    for no key update skip locked
  loop
    moved := case
      when campaign.cancelled_at is null then private.queue_slice(campaign, at_most)
      when private.was_test_sent(campaign.id) then private.cancel_slice(campaign, at_most)
      else private.undo_slice(campaign, at_most)
    end;
    if moved > 0 then
      return moved;
    end if;
  end loop;
  return private.advance_receipts();
end
$$;

create function public.advance_campaigns() returns integer
language sql security invoker set search_path = ''
as $$ select private.advance_campaigns() $$;
comment on function public.advance_campaigns() is
  'For the worker: queues or cancels the next 2,500 mails of a campaign, or else queues the next gift receipts, and returns their number; 0 when none are left.';

-- The count of sent mails is updated here and not with each mail: concurrent workers would wait for each
-- other at the campaign's row.

create function private.finish_campaigns() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  campaign uuid;
begin
  for campaign in
    select id from public.email_campaigns
    where status in ('sending', 'paused') and (cancelled_at is null or private.was_test_sent(id))
    for no key update skip locked
  loop
    update public.email_campaigns stored
    set sent_count = counted.sent,
      status = case when counted.is_over then 'sent' else stored.status end
    from (
      select count(*) filter (where state = 'sent') as sent,
        count(*) filter (where state in ('queued', 'sending')) = 0
          and not exists (select from private.unqueued_recipients where campaign_id = campaign) as is_over
      from private.outbox where campaign_id = campaign and kind = 'campaign'
    ) as counted
    where stored.id = campaign
      and (stored.sent_count <> counted.sent or counted.is_over);
  end loop;
end
$$;
comment on function private.finish_campaigns() is
  'Counts the sent mails of each campaign, and ends campaigns without waiting mails: each minute, and whenever a worker finds no more.';

create function private.uncount_mail() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.email_campaigns set sent_count = greatest(sent_count - 1, 0) where id = new.campaign_id;
  return null;
end
$$;
comment on function private.uncount_mail is 'Takes a mail out of the count when it is no longer sent.';

create function private.process_campaigns() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  began constant timestamptz := clock_timestamp();
  due uuid;
begin
  update public.email_campaigns set status = 'draft', scheduled_at = null, scheduled_by = null
  where status = 'scheduled'
    and (
      scheduled_by is null or scheduled_by not in (select private.holders('can_send_emails'))
      or private.gift_fields_in(subject, content) <> '{}' and scheduled_by not in (select private.holders('can_manage_donations'))
      or target_audience like 'view:%' and not private.may_use_view(private.view_of_audience(target_audience), scheduled_by)
    );
  -- A hundred thousand recipients take a second: one campaign a minute.
  select id into due from public.email_campaigns
  where status = 'scheduled' and scheduled_at <= now()
  order by scheduled_at limit 1 for no key update skip locked;
  if found then
    perform private.begin_sending(due);
    perform private.start_delivery();
  end if;
  while clock_timestamp() < began + interval '1 second' and private.advance_campaigns() > 0 loop
  end loop;
  perform private.finish_campaigns();
end
$$;
comment on function private.process_campaigns() is
  'Begins a campaign that is due, and advances campaigns for a second.';
select private.schedule_job('process_campaigns', 'select private.process_campaigns()');

grant execute on function private.advance_campaigns(integer), public.advance_campaigns() to service_role;
