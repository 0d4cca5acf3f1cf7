-- Campaigns that go out: who an audience is, queueing, progress, and what came of each mail. Whoever
-- may send emails need not be allowed to read the addresses they go to.

-- Audiences

create function private.audience_members(audience text) returns table (address text, name text)
language sql stable security definer set search_path = ''
as $$
  -- Whatever else a subscription needs before it is written to is a condition here.
  select email, name from public.newsletter_subscriptions where audience = 'all' and confirmed_at is not null
  union all
  select email, full_name from public.profiles where audience = 'supporters' and role = 'supporter' and confirmed
  union all
  select donor_email, donor_name from public.donations where audience = 'donors'
  union all
  select email, concat_ws(' ', first_name, last_name) from public.mentors
  where audience = 'mentors' and status = 'active'
  union all
  select email, concat_ws(' ', first_name, last_name) from public.trainers
  where audience = 'trainers' and status = 'active'
  union all
  select parent_email, parent_name from public.mentees where audience = 'parents' and status = 'active'
  union all
  select email, concat_ws(' ', first_name, last_name) from public.volunteer_applications
  where audience = 'volunteers' and status = 'accepted'
  union all
  select email, contact_name from public.partnership_proposals
  where audience = 'partners' and status = 'accepted'
$$;
comment on function private.audience_members(text) is
  'Everybody of an audience as they were entered: some without an address, some twice.';

create function private.campaign_recipients(audience text)
returns table (address text, name text, left_out text)
language sql stable security definer set search_path = ''
as $$
  select listed.address, listed.name,
    case
      when not listed.is_valid then 'invalid'
      when listed.place > 1 then 'double'
      else suppression.reason
    end
  from (
    select given.address, known.name, given.is_valid,
      row_number() over (
        partition by given.is_valid,
          case when given.is_valid then private.mailbox(given.address) else lower(given.address) end
        order by known.name, char_length(given.address), given.address
      ) as place
    from private.audience_members(audience) member,
      lateral (
        select btrim(member.address) as address,
          coalesce(private.is_address(btrim(member.address)), false) as is_valid
      ) as given,
      -- Anybody can enter a name: one that could be a link is none.
      lateral (
        select case when member.name !~ '[/@<>{}]|\w\.\w{2}' then nullif(btrim(member.name), '') end as name
      ) as known
  ) as listed
  left join lateral (
    select known.reason from private.suppressions known
    where known.mailbox = private.mailbox(listed.address)
    order by known.reason = 'unsubscribed'
    limit 1
  ) as suppression on true
$$;
comment on function private.campaign_recipients(text) is
  'Everybody of an audience, and why somebody is left out: invalid, double, unsubscribed, bounced, complained.';

create function private.reads_audience(audience text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select case audience
    when 'donors' then private.has_permission('can_manage_donations')
    when 'mentors' then private.has_permission('can_manage_mentors')
    when 'trainers' then private.has_permission('can_manage_trainers')
    when 'parents' then private.has_permission('can_manage_mentees')
    when 'supporters'
      then private.has_permission('can_view_all_users') or private.has_permission('can_edit_user_roles')
    else private.has_permission('can_review_submissions')
  end
$$;
comment on function private.reads_audience(text) is
  'Whether the caller reads the names and addresses of an audience anyway.';

create function private.campaign_audience(audience text) returns table (
  recipients bigint, without_name bigint, invalid bigint, doubles bigint, unsubscribed bigint,
  undeliverable bigint, sample_name text
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.has_permission('can_send_emails') then
    return;
  end if;
  return query
    select count(*) filter (where left_out is null),
      count(*) filter (where left_out is null and name is null),
      count(*) filter (where left_out = 'invalid'),
      count(*) filter (where left_out = 'double'),
      count(*) filter (where left_out = 'unsubscribed'),
      count(*) filter (where left_out in ('bounced', 'complained')),
      case
        when private.reads_audience(audience) then min(name) filter (where left_out is null)
        else (select full_name from public.profiles where id = private.caller())
      end
    from private.campaign_recipients(audience);
end
$$;

create function public.campaign_audience(audience text) returns table (
  recipients bigint, without_name bigint, invalid bigint, doubles bigint, unsubscribed bigint,
  undeliverable bigint, sample_name text
)
language sql stable security invoker set search_path = ''
as $$ select * from private.campaign_audience(audience) $$;
comment on function public.campaign_audience(text) is
  'How many would get a mail to an audience and how many are left out why; with the name of one of them, or the caller''s own where that is not theirs to read.';

-- Sending

create function private.campaign_in(
  wanted uuid, statuses public.campaign_status[], refusal text
) returns public.email_campaigns
language plpgsql security definer set search_path = ''
as $$
declare
  campaign public.email_campaigns;
begin
  if not private.has_permission('can_send_emails') then
    raise exception 'You may not send emails.' using errcode = 'insufficient_privilege';
  end if;
  select * into campaign from public.email_campaigns where id = wanted for no key update;
  if campaign.id is null or campaign.status <> all (statuses) then
    raise sqlstate 'PT409' using message = refusal;
  end if;
  return campaign;
end
$$;
comment on function private.campaign_in(uuid, public.campaign_status[], text) is
  'The campaign, locked, for who may send emails, if it has one of these statuses.';

create function private.expect_known_fields(subject text, content text) returns void
language plpgsql immutable set search_path = ''
as $$
declare
  other constant text := substring(
    regexp_replace(subject || ' ' || content, '\{\{\s*name\s*\}\}', '', 'g') from '\{\{[^}]{0,40}\}{0,2}|\}\}'
  );
begin
  if other is not null then
    raise exception 'There is no merge field %. The only one is {{name}}.', other using errcode = 'check_violation';
  end if;
end
$$;

create function private.queue_campaign(chosen uuid) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  queued integer;
begin
  insert into private.outbox (cause, kind, recipient, campaign_id, expires_at, data)
  select concat_ws(':', 'campaign', campaign.id, lower(member.address)), 'campaign', member.address,
    campaign.id, null,
    jsonb_build_object('fields', jsonb_build_object('name', coalesce(member.name, campaign.name_fallback)))
  from public.email_campaigns campaign
  cross join lateral private.campaign_recipients(campaign.target_audience) member
  where campaign.id = chosen and member.left_out is null
  on conflict (cause) do nothing;
  get diagnostics queued = row_count;
  update public.email_campaigns set status = 'sending', recipient_count = queued where id = chosen;
  return queued;
end
$$;

create function private.send_campaign(
  campaign uuid, expected_count integer, expected_words jsonb, send_at timestamptz
) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  draft constant public.email_campaigns :=
    private.campaign_in(campaign, array['draft']::public.campaign_status[], 'This campaign is no longer a draft.');
  words constant jsonb := to_jsonb(draft);
  reached integer;
begin
  if expected_words is null or not expected_words ?& array['subject', 'content', 'name_fallback', 'target_audience']
    or not words @> expected_words then
    raise sqlstate 'PT409' using message = 'Somebody has changed this campaign meanwhile. Close this, and look at it again.';
  end if;
  perform private.expect_known_fields(draft.subject, draft.content);
  if send_at is null then
    reached := private.queue_campaign(campaign);
  elsif send_at <= now() or send_at > now() + interval '1 year' then
    raise exception 'A campaign can be scheduled up to a year ahead.' using errcode = 'check_violation';
  else
    select recipients into reached from private.campaign_audience(draft.target_audience);
    update public.email_campaigns set status = 'scheduled', scheduled_at = send_at, scheduled_by = private.caller()
    where id = campaign;
  end if;
  if reached = 0 then
    raise sqlstate 'PT409' using message = 'Nobody would get it.';
  elsif reached is distinct from expected_count then
    raise sqlstate 'PT409' using message = format(
      'The audience has changed: %s would get it now, not %s.', reached, expected_count
    );
  end if;
  return reached;
end
$$;

create function public.send_campaign(
  campaign uuid, expected_count integer, expected_words jsonb, send_at timestamptz default null
) returns integer
language sql security invoker set search_path = ''
as $$ select private.send_campaign(campaign, expected_count, expected_words, send_at) $$;
comment on function public.send_campaign(uuid, integer, jsonb, timestamptz) is
  'Sends a draft to its audience now, or to whoever is in it at a later moment; refused (409) when it is no draft, another number than expected would get it, or its subject, content, name_fallback or target_audience is another.';

create function private.pause_campaign(campaign uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.campaign_in(campaign, array['sending']::public.campaign_status[], 'This campaign is not being sent.');
  update public.email_campaigns set status = 'paused' where id = campaign;
end
$$;

create function public.pause_campaign(campaign uuid) returns void
language sql security invoker set search_path = ''
as $$ select private.pause_campaign(campaign) $$;
comment on function public.pause_campaign(uuid) is
  'Sends no more of a campaign but what a worker has in hand.';

create function private.resume_campaign(campaign uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.campaign_in(campaign, array['paused']::public.campaign_status[], 'This campaign is not paused.');
  update public.email_campaigns set status = 'sending' where id = campaign;
  -- Time during which nobody tried does not count.
  update private.outbox set expires_at = null
  where campaign_id = campaign and kind = 'campaign' and state = 'queued' and expires_at is not null;
  perform private.start_delivery();
end
$$;

create function public.resume_campaign(campaign uuid) returns void
language sql security invoker set search_path = ''
as $$ select private.resume_campaign(campaign) $$;
comment on function public.resume_campaign(uuid) is 'Goes on with a campaign that was paused.';

create function private.cancel_campaign(campaign uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.campaign_in(
    campaign, array['scheduled', 'sending', 'paused']::public.campaign_status[], 'There is nothing left to cancel.'
  );
  update private.outbox set state = 'cancelled', worker = null
  where campaign_id = campaign and kind = 'campaign'
    and (state = 'queued' or state = 'sending' and next_at <= now());
  -- What a worker has in hand has this one try.
  update private.outbox set expires_at = now()
  where campaign_id = campaign and kind = 'campaign' and state = 'sending';
  if exists (
    select from private.outbox
    where campaign_id = campaign and kind = 'campaign' and (attempts > 0 or state in ('sending', 'sent', 'failed'))
  ) then
    update public.email_campaigns set status = 'sending' where id = campaign;
    perform private.settle_campaigns();
  else
    delete from private.outbox where campaign_id = campaign and kind = 'campaign';
    update public.email_campaigns set status = 'draft', scheduled_at = null, scheduled_by = null, recipient_count = 0
    where id = campaign;
  end if;
end
$$;

create function public.cancel_campaign(campaign uuid) returns void
language sql security invoker set search_path = ''
as $$ select private.cancel_campaign(campaign) $$;
comment on function public.cancel_campaign(uuid) is
  'Sends no more of a campaign, for good; one of which nothing was tried yet is a draft again.';

create function private.test_campaign(campaign uuid) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  tried constant public.email_campaigns := private.campaign_in(
    campaign, enum_range(null::public.campaign_status), 'There is no such campaign.'
  );
  account public.profiles;
begin
  perform private.expect_known_fields(tried.subject, tried.content);
  select * into account from public.profiles where id = private.caller();
  if private.is_address(btrim(account.email)) is not true then
    raise exception 'Your account has no address to send to.' using errcode = 'check_violation';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('test campaign ' || account.id, 0));
  if 10 <= (
    select count(*) from private.outbox
    where mailbox = private.mailbox(account.email) and kind = 'campaign_test'
      and created_at > now() - interval '1 hour'
  ) then
    raise sqlstate 'PT429' using message = 'Ten test mails in an hour are enough.';
  end if;
  insert into private.outbox (cause, kind, recipient, campaign_id, data)
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
comment on function public.test_campaign(uuid) is
  'Sends a campaign to the caller alone, ten times an hour at most; gives the address.';

-- How many were sent is counted here and not with each mail: workers record many at once, and would
-- wait for each other at the campaign's row.

create function private.settle_campaigns() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  campaign uuid;
begin
  for campaign in
    select id from public.email_campaigns where status in ('sending', 'paused') for no key update skip locked
  loop
    update public.email_campaigns stored
    set sent_count = counted.sent,
      status = case when counted.waiting = 0 then 'sent' else stored.status end
    from (
      select count(*) filter (where state = 'sent') as sent,
        count(*) filter (where state in ('queued', 'sending')) as waiting
      from private.outbox where campaign_id = campaign and kind = 'campaign'
    ) as counted
    where stored.id = campaign
      and (stored.sent_count <> counted.sent or counted.waiting = 0);
  end loop;
end
$$;
comment on function private.settle_campaigns() is
  'Counts what was sent of each campaign, and ends those of which nothing waits: each minute, and whenever a worker finds no more.';

create function private.uncount_mail() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.email_campaigns set sent_count = greatest(sent_count - 1, 0) where id = new.campaign_id;
  return null;
end
$$;
create trigger uncount_mail after update of state on private.outbox
  for each row when (new.kind = 'campaign' and old.state = 'sent' and new.state <> 'sent')
  execute function private.uncount_mail();

create function private.tend_campaigns() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  campaign uuid;
begin
  update public.email_campaigns set status = 'draft', scheduled_at = null, scheduled_by = null
  where status = 'scheduled'
    and (scheduled_by is null or scheduled_by not in (select private.holders('can_send_emails')));
  for campaign in
    select id from public.email_campaigns
    where status = 'scheduled' and scheduled_at <= now()
    for no key update skip locked
  loop
    perform private.queue_campaign(campaign);
  end loop;
  perform private.settle_campaigns();
end
$$;
select private.schedule_job('tend_campaigns', 'select private.tend_campaigns()');

-- Progress and outcomes

create function private.campaign_progress(campaign uuid) returns table (
  status public.campaign_status, waiting bigint, sent bigint, failed bigint, suppressed bigint,
  cancelled bigint, rate_per_minute integer, addresses_shown boolean
)
language sql stable security definer set search_path = ''
as $$
  select chosen.status,
    count(*) filter (where mail.state in ('queued', 'sending')),
    count(*) filter (where mail.state = 'sent'),
    count(*) filter (where mail.state = 'failed'),
    count(*) filter (where mail.state = 'suppressed'),
    count(*) filter (where mail.state = 'cancelled'),
    settings.rate_per_minute,
    private.reads_audience(chosen.target_audience)
  from public.email_campaigns chosen
  cross join private.mail_settings settings
  left join private.outbox mail on mail.campaign_id = chosen.id and mail.kind = 'campaign'
  where chosen.id = campaign and private.has_permission('can_send_emails')
  group by chosen.id, settings.only_row
$$;

create function public.campaign_progress(campaign uuid) returns table (
  status public.campaign_status, waiting bigint, sent bigint, failed bigint, suppressed bigint,
  cancelled bigint, rate_per_minute integer, addresses_shown boolean
)
language sql stable security invoker set search_path = ''
as $$ select * from private.campaign_progress(campaign) $$;
comment on function public.campaign_progress(uuid) is
  'What became of a campaign''s mails so far, in numbers.';

create function private.campaign_outcomes(
  campaign uuid, of_state text, search text, skipped integer, at_most integer
) returns table (id uuid, recipient text, state text, reason text, sent_at timestamptz, total bigint)
language plpgsql stable security definer set search_path = ''
as $$
declare
  may_read constant boolean := (
    select private.reads_audience(target_audience) from public.email_campaigns chosen where chosen.id = campaign
  );
begin
  if not private.has_permission('can_send_emails') then
    return;
  end if;
  return query
    select mail.id,
      case when may_read then mail.recipient
        else regexp_replace(mail.recipient, '^(.)[^@]*@(.).*$', '\1•••@\2•••') end,
      told.state,
      case when may_read then mail.error
        else regexp_replace(
          replace(lower(mail.error), lower(split_part(mail.recipient, '@', 1)), '•••'),
          '[^\s<>]+@[^\s<>]+', '•••', 'g'
        ) end,
      mail.sent_at, count(*) over ()
    from private.outbox mail,
      lateral (
        select case when mail.state in ('queued', 'sending') then 'waiting' else mail.state end as state
      ) as told
    where mail.campaign_id = campaign and mail.kind = 'campaign'
      and (of_state is null or told.state = of_state)
      and (search = '' or may_read and position(lower(btrim(search)) in lower(mail.recipient)) > 0)
    order by case when may_read then lower(mail.recipient) end, mail.id
    offset greatest(skipped, 0) limit least(at_most, 1000);
end
$$;

create function public.campaign_outcomes(
  campaign uuid, of_state text default null, search text default '', skipped integer default 0,
  at_most integer default 25
) returns table (id uuid, recipient text, state text, reason text, sent_at timestamptz, total bigint)
language sql stable security invoker set search_path = ''
as $$ select * from private.campaign_outcomes(campaign, of_state, search, skipped, at_most) $$;
comment on function public.campaign_outcomes(uuid, text, text, integer, integer) is
  'What became of each mail of a campaign: waiting, sent, failed, suppressed or cancelled. Addresses are masked, and not searched, for who may not read them elsewhere.';

grant execute on function
  private.campaign_audience(text),
  private.send_campaign(uuid, integer, jsonb, timestamptz),
  private.pause_campaign(uuid),
  private.resume_campaign(uuid),
  private.cancel_campaign(uuid),
  private.test_campaign(uuid),
  private.campaign_progress(uuid),
  private.campaign_outcomes(uuid, text, text, integer, integer),
  public.campaign_audience(text),
  public.send_campaign(uuid, integer, jsonb, timestamptz),
  public.pause_campaign(uuid),
  public.resume_campaign(uuid),
  public.cancel_campaign(uuid),
  public.test_campaign(uuid),
  public.campaign_progress(uuid),
  public.campaign_outcomes(uuid, text, text, integer, integer)
to authenticated;

call private.keep_values_out_of_estimates();
