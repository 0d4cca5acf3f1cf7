-- Campaigns: audiences, queueing, progress, and the outcome of each mail. A sender need not have the right
-- to read the recipients' addresses.

-- Audiences

create function private.view_of_audience(audience text) returns uuid
language sql immutable set search_path = ''
as $$ select case when audience like 'view:%' then substr(audience, 6) end::uuid $$;

create type private.audience_member as (address text, name text, person_id uuid, no_contact boolean);

create function private.named_audience(audience text, at_most integer) returns setof private.audience_member
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
  -- Further conditions of a subscription belong here.
  select stored.email, stored.name, stored.person_id, false from public.newsletter_subscriptions stored where audience = 'all' and confirmed_at is not null
  union all
  select email, full_name, person_id, false from public.profiles where audience = 'supporters' and role = 'supporter' and confirmed
  union all
  select letter.email, letter.name, letter.id, false from private.donor_letters letter
  where audience = 'donors' and exists (select from private.gifts where person_id = letter.id)
  union all
  select email, concat_ws(' ', first_name, last_name), person_id, false from public.mentors
  where audience = 'mentors' and status = 'active'
  union all
  select email, concat_ws(' ', first_name, last_name), person_id, false from public.trainers
  where audience = 'trainers' and status = 'active'
  union all
  select parent_email, parent_name, parent.adult_id, coalesce(parent.no_contact, false)
  from public.mentees left join private.guardians parent on parent.child_id = person_id and parent.is_of_record
  where audience = 'parents' and status = 'active'
  union all
  select sent.email, concat_ws(' ', first_name, last_name), person_id, false
  from public.volunteer_applications sent join public.submissions using (id)
  where audience = 'volunteers' and sent.status = 'accepted'
  union all
  select sent.email, contact_name, person_id, false
  from public.partnership_proposals sent join public.submissions using (id)
  where audience = 'partners' and sent.status = 'accepted'
  limit at_most;
end
$$;

create function private.audience_members(audience text, at_most integer default null) returns table (address text, name text, refusal text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
  select listed.address, listed.name,
    case when people.is_deceased then 'deceased' when people.do_not_contact or listed.no_contact then 'do_not_contact' end
  from (
    select * from private.view_members(private.view_of_audience(audience), at_most)
    union all
    select * from private.named_audience(audience, at_most)
  ) as listed
  left join private.people on people.id = listed.person_id and (people.is_deceased or people.do_not_contact);
end
$$;
comment on function private.audience_members(text, integer) is
  'The members, or at most so many, of an audience as stored: some without an address, some twice; with `refusal` where they are deceased, or they or the relation to their child say not to be contacted.';

create function private.campaign_recipients(audience text, at_most integer default null)
returns table (address text, name text, left_out text)
language sql stable security definer set search_path = '' set work_mem = '64MB'
as $$
  -- Equal members are checked once.
  with given as materialized (
    select times, btrim(member.address) as address, member.refusal,
      -- Visitors type their names: one that could be a link counts as none.
      case when member.name !~ '[/@<>{}]|\w\.\w{2}' then nullif(btrim(member.name), '') end as name,
      -- Most addresses need neither function: their calls take longer than all the rest.
      case when is_plain and lower(member.address collate "C") not like all ('{%+%,%@gmail.com,%@googlemail.com}')
        then lower(member.address collate "C") else private.mailbox(member.address) collate "C" end as mailbox,
      is_plain or coalesce(private.is_address(btrim(member.address)), false) as is_valid
    from (
      select listed.address, listed.name, listed.refusal, count(*) as times,
        coalesce(listed.address ~ '^[A-Za-z0-9._+-]+@[A-Za-z0-9-]+([.][A-Za-z0-9-]+)+$' and char_length(listed.address) <= 254, false)
          as is_plain
      from private.audience_members(audience, at_most) listed group by listed.address, listed.name, listed.refusal
    ) as member
  ),
  suppressed as (
    select scope, reason = 'unsubscribed' as is_unsubscribed, min(reason) as reason from private.suppressions group by 1, 2
  )
  select listed.address, listed.name,
    case when listed.position > 1 or copy > 1 then 'double' else listed.reason end
  from (
    select given.*, coalesce(given.refusal, refused.reason, unsubscribed.reason) as reason, row_number() over (
      partition by given.mailbox
      -- A mailbox of which one address bounced is reached by another, and one of two by the other.
      order by given.refusal is not null, refused.reason is not null, name collate "C", char_length(address), address collate "C"
    ) as position
    from given
    left join suppressed refused on refused.scope = lower(given.address) and not refused.is_unsubscribed
    left join suppressed unsubscribed on unsubscribed.scope = given.mailbox and unsubscribed.is_unsubscribed
    where is_valid
  ) as listed
  cross join lateral generate_series(1, listed.times) as copy
  union all
  select address, name, 'invalid' from given cross join lateral generate_series(1, times) where not is_valid
$$;
comment on function private.campaign_recipients(text, integer) is
  'The members of an audience, or at most so many, each with the reason to leave it out, if any: invalid, double, deceased, do_not_contact, unsubscribed, bounced, complained.';

create function private.may_read_audience(audience text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  if audience like 'view:%' then
    return private.may_use_view(private.view_of_audience(audience), private.rights_holder());
  end if;
  return case audience
    when 'donors' then private.has_permission('can_manage_donations')
    when 'mentors' then private.has_permission('can_manage_mentors')
    when 'trainers' then private.has_permission('can_manage_trainers')
    -- A parent's name and address are a mentee's protected fields.
    when 'parents' then false
    when 'supporters'
      then private.has_permission('can_view_all_users') or private.has_permission('can_edit_user_roles')
    else private.has_permission('can_review_submissions')
  end;
end
$$;
comment on function private.may_read_audience(text) is
  'Whether the caller may read the names and addresses of an audience.';

create function private.large_audience() returns integer
language sql immutable set search_path = ''
as $$ select 5000 $$;
comment on function private.large_audience() is 'From how many members on an audience takes too long to count for each look.';

create function private.table_of_audience(audience text) returns regclass
language plpgsql stable security definer set search_path = ''
as $$
begin
  return to_regclass('public.' || quote_ident(case audience
    when 'all' then 'newsletter_subscriptions' when 'supporters' then 'profiles' when 'donors' then 'donations'
    when 'mentors' then 'mentors' when 'trainers' then 'trainers' when 'parents' then 'mentees'
    when 'volunteers' then 'volunteer_applications' when 'partners' then 'partnership_proposals'
    else (select table_name from public.saved_views where id = private.view_of_audience(audience))
  end));
end
$$;

create function private.is_huge(audience text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce((select reltuples > 200000 from pg_catalog.pg_class where oid = private.table_of_audience(audience)), false)
$$;
comment on function private.is_huge(text) is
  'Whether the table of an audience has more than 200,000 rows: a request may not last as long as it takes to compare them.';

create table private.audience_counts (
  audience text primary key,
  view_hash text,
  is_wanted boolean not null default false,
  counted_at timestamptz,
  members bigint,
  recipients bigint,
  without_name bigint,
  invalid bigint,
  duplicates bigint,
  unsubscribed bigint,
  undeliverable bigint,
  deceased bigint,
  do_not_contact bigint
);
alter table private.audience_counts enable row level security;
comment on table private.audience_counts is 'Counts of large audiences, for ten minutes.';
comment on column private.audience_counts.is_wanted is 'Someone waits until a job counts it.';
comment on column private.audience_counts.view_hash is 'Of the search and filters of a view when its people were counted: a search may have names.';

create function private.view_hash(audience text) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select md5(state::text) from public.saved_views where id = private.view_of_audience(audience));
end
$$;

create function private.count_audience(chosen text) returns private.audience_counts
language plpgsql security definer set search_path = ''
as $$
declare
  counted private.audience_counts;
begin
  select
    chosen, private.view_hash(chosen), false,
    case when count(*) >= private.large_audience() or private.is_huge(chosen) then clock_timestamp() end, count(*),
    count(*) filter (where left_out is null),
    count(*) filter (where left_out is null and name is null),
    count(*) filter (where left_out = 'invalid'),
    count(*) filter (where left_out = 'double'),
    count(*) filter (where left_out = 'unsubscribed'),
    count(*) filter (where left_out in ('bounced', 'complained')),
    count(*) filter (where left_out = 'deceased'),
    count(*) filter (where left_out = 'do_not_contact')
  into counted from private.campaign_recipients(chosen);
  delete from private.audience_counts where audience = chosen;
  if counted.counted_at is not null then
    insert into private.audience_counts select counted.* on conflict do nothing;
  end if;
  return counted;
end
$$;
comment on function private.count_audience(text) is 'Counts an audience, and keeps the count of a large one; `counted_at` is null for others.';

create function private.campaign_audience(audience text, again boolean default false) returns table (
  recipients bigint, without_name bigint, invalid bigint, duplicates bigint, unsubscribed bigint,
  undeliverable bigint, sample_name text, deceased bigint, do_not_contact bigint, counted_at timestamptz, is_counting boolean
)
language plpgsql security definer set search_path = ''
as $$
declare
  known private.audience_counts;
begin
  -- Not even the number of people whom the caller may not read.
  if not private.has_permission('can_send_emails')
    or audience like 'view:%' and not private.may_read_audience(audience) then
    return;
  end if;
  select * into known from private.audience_counts stored
  where stored.audience = campaign_audience.audience and stored.counted_at > now() - interval '10 minutes'
    and stored.view_hash is not distinct from private.view_hash(campaign_audience.audience);
  if again or known.audience is null then
    if private.is_huge(audience) then
      insert into private.audience_counts as stored (audience, is_wanted) values (campaign_audience.audience, true)
      on conflict on constraint audience_counts_pkey do update set is_wanted = true where not stored.is_wanted;
      is_counting := true;
    else
      known := private.count_audience(audience);
    end if;
  end if;
  return query select
    known.recipients, known.without_name, known.invalid, known.duplicates, known.unsubscribed, known.undeliverable,
    case
      when private.may_read_audience(audience) then (
        select min(first.name) from private.campaign_recipients(audience, 100) as first where first.left_out is null
      )
      else (select full_name from public.profiles where id = private.current_user_id())
    end,
    known.deceased, known.do_not_contact,
    known.counted_at, coalesce(is_counting, known.is_wanted);
end
$$;

create function public.campaign_audience(audience text, again boolean default false) returns table (
  recipients bigint, without_name bigint, invalid bigint, duplicates bigint, unsubscribed bigint,
  undeliverable bigint, sample_name text, deceased bigint, do_not_contact bigint, counted_at timestamptz, is_counting boolean
)
language sql security invoker set search_path = ''
as $$ select * from private.campaign_audience(audience, again) $$;
comment on function public.campaign_audience is
  'The number of recipients of an audience, and of the members left out for each reason; with the name of a recipient, or the caller''s own without the right to read it. The count of a large audience is kept for ten minutes, unless it is asked for `again`; `counted_at` tells when that was. A huge one is counted by a job within a minute (`is_counting`), and null until then.';
grant execute on function private.campaign_audience, public.campaign_audience to authenticated;

create function private.count_audiences() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- A look that waits for the row of one that is counted waits until the transaction ends: one a minute.
  perform private.count_audience(audience) from (
    select audience from private.audience_counts
    where is_wanted or counted_at < now() - interval '8 minutes'
      and audience in (select target_audience from public.email_campaigns where status = 'draft')
    order by is_wanted desc, counted_at limit 1
  ) as next;
  delete from private.audience_counts where counted_at < now() - interval '10 minutes' and not is_wanted;
end
$$;
comment on function private.count_audiences() is
  'Counts an audience that someone waits for, or one of a draft before its count is too old to be shown; forgets the other old counts.';
select private.schedule_job('count_audiences', 'select private.count_audiences()');

-- Sending. A click fixes the recipients and starts a worker, which queues them in slices: each slice is a
-- transaction of its own, so nothing is lost or repeated when a worker ends between two of them.

-- No foreign key: its checks for a hundred thousand rows would add a third of a second to the click.
create table private.unqueued_recipients (
  campaign_id uuid not null,
  number integer not null,
  address text not null,
  name text not null,
  primary key (campaign_id, number)
);
alter table private.unqueued_recipients enable row level security;
comment on table private.unqueued_recipients is
  'Recipients of a campaign whose mails are not in the outbox yet.';

create function private.delete_recipients() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.unqueued_recipients where campaign_id = old.id;
  return null;
end
$$;
create trigger delete_recipients after delete on public.email_campaigns
  for each row execute function private.delete_recipients();

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

create function private.require_known_fields(subject text, content text) returns void
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

create function private.begin_sending(chosen uuid) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  reached integer;
begin
  insert into private.unqueued_recipients (campaign_id, number, address, name)
  select campaign.id, row_number() over (), member.address, coalesce(member.name, campaign.name_fallback)
  from public.email_campaigns campaign
  cross join lateral private.campaign_recipients(campaign.target_audience) member
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
  -- The count that the sender saw may be minutes old.
  tolerance constant real := case when exists (select from private.audience_counts where audience = draft.target_audience) then 0.01 else 0 end;
  reached integer;
begin
  if expected_words is null or not expected_words ?& array['subject', 'content', 'name_fallback', 'target_audience']
    or not words @> expected_words then
    raise sqlstate 'PT409' using message = 'Someone else has changed this campaign. Close this and look again.';
  end if;
  perform private.require_known_fields(draft.subject, draft.content);
  if draft.target_audience like 'view:%' and not private.may_read_audience(draft.target_audience) then
    raise exception 'The view is gone, or you may not read its list. Choose another audience.' using errcode = 'P0001';
  end if;
  if send_at is null and not private.is_huge(draft.target_audience) then
    reached := private.begin_sending(campaign);
  elsif send_at <= now() or send_at > now() + interval '1 year' then
    raise exception 'A campaign can be scheduled up to a year ahead.' using errcode = 'check_violation';
  else
    -- A job fixes the recipients.
    select recipients into reached from private.campaign_audience(draft.target_audience);
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
  'Sends a draft to its current audience, queued in slices, or schedules it for its audience at a later time; refused (409) when it is no draft, or when the subject, content, name_fallback, target_audience or number of recipients differs from the expected (by more than a percent where the count of a large audience is kept). One to a huge audience is scheduled for now.';
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
comment on function public.pause_campaign is
  'Pauses a campaign. Mails that a worker has claimed still go out.';
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
comment on function public.resume_campaign is
  'Resumes a paused campaign.';
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
comment on function private.was_test_sent(uuid) is 'Whether a worker ever claimed one of its mails.';

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
    campaign, enum_range(null::public.campaign_status), 'There is no such campaign.'
  );
  account public.profiles;
begin
  perform private.require_known_fields(tried.subject, tried.content);
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
  'Sends a campaign to the caller alone, ten times an hour at most; returns the address.';
grant execute on function private.test_campaign, public.test_campaign to authenticated;

-- Slices of campaigns that are sent or cancelled

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
    returning address, name
  ), queued as (
    insert into private.outbox (idempotency_key, kind, recipient, campaign_id, state, expires_at, data)
    select concat_ws(':', 'campaign', campaign.id, lower(address)), 'campaign', address, campaign.id,
      case when campaign.cancelled_at is null then 'queued' else 'cancelled' end, null,
      jsonb_build_object('fields', jsonb_build_object('name', name))
    from slice
    on conflict (idempotency_key) do nothing
  )
  select count(*) into moved from slice;
  return moved;
end
$$;

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
create trigger uncount_mail after update of state on private.outbox
  for each row when (new.kind = 'campaign' and old.state = 'sent' and new.state <> 'sent')
  execute function private.uncount_mail();

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

-- Progress and outcomes

create function private.campaign_progress(campaign uuid) returns table (
  status public.campaign_status, is_cancelling boolean, unqueued bigint, waiting bigint, sent bigint,
  failed bigint, suppressed bigint, cancelled bigint, rate_per_minute integer, addresses_shown boolean
)
language sql stable security definer set search_path = ''
as $$
  select chosen.status, chosen.status = 'sending' and chosen.cancelled_at is not null,
    (select count(*) from private.unqueued_recipients where campaign_id = chosen.id),
    count(*) filter (where mail.state in ('queued', 'sending')),
    count(*) filter (where mail.state = 'sent'),
    count(*) filter (where mail.state = 'failed'),
    count(*) filter (where mail.state = 'suppressed'),
    count(*) filter (where mail.state = 'cancelled'),
    settings.rate_per_minute,
    private.may_read_audience(chosen.target_audience)
  from public.email_campaigns chosen
  cross join private.mail_settings settings
  left join private.outbox mail on mail.campaign_id = chosen.id and mail.kind = 'campaign'
  where chosen.id = campaign and private.has_permission('can_send_emails')
  group by chosen.id, settings.singleton
$$;

create function public.campaign_progress(campaign uuid) returns table (
  status public.campaign_status, is_cancelling boolean, unqueued bigint, waiting bigint, sent bigint,
  failed bigint, suppressed bigint, cancelled bigint, rate_per_minute integer, addresses_shown boolean
)
language sql stable security invoker set search_path = ''
as $$ select * from private.campaign_progress(campaign) $$;
comment on function public.campaign_progress is
  'The number of a campaign''s mails by outcome; `unqueued` are recipients whose mails are not queued yet.';
grant execute on function private.campaign_progress, public.campaign_progress to authenticated;

create function private.campaign_outcomes(
  campaign uuid, of_state text default null, search text default '', skipped integer default 0,
  at_most integer default 25
) returns table (id uuid, recipient text, state text, reason text, sent_at timestamptz, total bigint)
language plpgsql stable security definer set search_path = ''
as $$
declare
  may_read constant boolean := (
    select private.may_read_audience(target_audience) from public.email_campaigns chosen where chosen.id = campaign
  );
begin
  if not private.has_permission('can_send_emails') then
    return;
  end if;
  return query
    select mail.id,
      case when may_read then mail.recipient
        else regexp_replace(mail.recipient, '^(.)[^@]*@(.).*$', '\1•••@\2•••') end,
      shown.state,
      case when may_read then mail.error
        else regexp_replace(
          replace(lower(mail.error), lower(split_part(mail.recipient, '@', 1)), '•••'),
          '[^\s<>]+@[^\s<>]+', '•••', 'g'
        ) end,
      mail.sent_at, count(*) over ()
    from private.outbox mail,
      lateral (
        select case when mail.state in ('queued', 'sending') then 'waiting' else mail.state end as state
      ) as shown
    where mail.campaign_id = campaign and mail.kind = 'campaign'
      and (of_state is null or shown.state = of_state)
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
comment on function public.campaign_outcomes is
  'The outcome of each mail of a campaign: waiting, sent, failed, suppressed or cancelled. For callers who may not read the addresses elsewhere they are masked and not searched.';
grant execute on function private.campaign_outcomes, public.campaign_outcomes to authenticated;

grant execute on function private.advance_campaigns(integer), public.advance_campaigns() to service_role;
