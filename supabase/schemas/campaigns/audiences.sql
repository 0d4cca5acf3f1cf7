-- Campaigns: audiences, queueing, progress, and the outcome of each mail. A sender does
-- not need the right to read the recipients' addresses.

create function private.view_of_audience(audience text) returns uuid
language sql immutable set search_path = ''
as $$ select case when audience like 'view:%' then substr(audience, 6) end::uuid $$;
comment on function private.view_of_audience is
  'The id of the saved view in an audience like view:<id>; null for any other audience.';

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
comment on function private.named_audience is
  'The members of an audience that is not a view, like `donors`, or at most so many of them, as they are stored.';

create function private.audience_members(audience text, at_most integer default null)
returns table (address text, name text, person_id uuid, refusal text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
  select listed.address, listed.name, listed.person_id,
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
  'The members of an audience as stored, or at most so many: some without an address, some twice. `refusal` says that they are deceased, or not to be contacted, which the relation to their child may say, too.';

create function private.campaign_recipients(audience text, at_most integer default null)
returns table (address text, name text, person_id uuid, left_out text)
language sql stable security definer set search_path = '' set work_mem = '64MB'
as $$
  -- Equal members are checked once.
  with given as materialized (
    select times, btrim(member.address) as address, member.person_id, member.refusal,
      -- Visitors type their names: one that could be a link counts as none.
      case when member.name !~ '[/@<>{}]|\w\.\w{2}' then nullif(btrim(member.name), '') end as name,
      -- Most addresses need neither function: their calls take longer than all the rest.
      case when is_plain and lower(member.address collate "C") not like all ('{%+%,%@gmail.com,%@googlemail.com}')
        then lower(member.address collate "C") else private.mailbox(member.address) collate "C" end as mailbox,
      is_plain or coalesce(private.is_address(btrim(member.address)), false) as is_valid
    from (
      select listed.address, listed.name, listed.person_id, listed.refusal, count(*) as times,
        coalesce(listed.address ~ '^[A-Za-z0-9._+-]+@[A-Za-z0-9-]+([.][A-Za-z0-9-]+)+$' and char_length(listed.address) <= 254, false)
          as is_plain
      from private.audience_members(audience, at_most) listed group by listed.address, listed.name, listed.person_id, listed.refusal
    ) as member
  ),
  suppressed as (
    select scope, reason = 'unsubscribed' as is_unsubscribed, min(reason) as reason from private.suppressions group by 1, 2
  )
  select listed.address, listed.name, listed.person_id,
    case when listed.position > 1 or copy > 1 then 'double' else listed.reason end
  from (
    select given.*, coalesce(given.refusal, refused.reason, unsubscribed.reason) as reason, row_number() over (
      partition by given.mailbox
      -- Of two addresses of a mailbox, one that bounced, or of a person who gets no mail, comes last.
      order by given.refusal is not null, refused.reason is not null, name collate "C", char_length(address), address collate "C", person_id
    ) as position
    from given
    left join suppressed refused on refused.scope = lower(given.address) and not refused.is_unsubscribed
    left join suppressed unsubscribed on unsubscribed.scope = given.mailbox and unsubscribed.is_unsubscribed
    where is_valid
  ) as listed
  cross join lateral generate_series(1, listed.times) as copy
  union all
  select address, name, person_id, 'invalid' from given cross join lateral generate_series(1, times) where not is_valid
$$;
comment on function private.campaign_recipients(text, integer) is
  'The members of an audience, or at most so many, each with the reason to leave it out, if there is one: invalid, double, deceased, do_not_contact, unsubscribed, bounced, complained.';

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
comment on function private.large_audience() is
  'The number of members from which an audience takes too long to count every time someone looks.';

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
comment on function private.table_of_audience is 'The table that an audience comes from; null where it is gone.';

create function private.is_huge(audience text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce((select reltuples > 200000 from pg_catalog.pg_class where oid = private.table_of_audience(audience)), false)
$$;
comment on function private.is_huge(text) is
  'Whether the table of an audience has more than 200,000 rows: comparing them takes longer than a request may last.';

create function private.view_hash(audience text) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select md5(state::text) from public.saved_views where id = private.view_of_audience(audience));
end
$$;
comment on function private.view_hash is
  'A hash of what an audience''s view searches and filters, to tell when its count is out of date; null for any other audience.';

create function private.count_audience(chosen text, of_fields text[] default '{}') returns private.audience_counts
language plpgsql security definer set search_path = ''
as $$
declare
  counted private.audience_counts;
begin
  select
    chosen, of_fields, private.view_hash(chosen), false,
    case when count(*) >= private.large_audience() or private.is_huge(chosen) then clock_timestamp() end, count(*),
    count(*) filter (where left_out is null),
    count(*) filter (where left_out is null and name is null),
    count(*) filter (where left_out = 'invalid'),
    count(*) filter (where left_out = 'double'),
    count(*) filter (where left_out = 'unsubscribed'),
    count(*) filter (where left_out in ('bounced', 'complained')),
    count(*) filter (where left_out = 'deceased'),
    count(*) filter (where left_out = 'do_not_contact'),
    count(*) filter (where left_out = 'no_gift'),
    count(*) filter (where left_out = 'no_gift_this_year'),
    count(*) filter (where left_out is null and 'last_gift_fund' = any (of_fields) and not gifts ? 'last_gift_fund')
  into counted from private.campaign_members(chosen, of_fields);
  delete from private.audience_counts where audience = chosen and fields = of_fields;
  if counted.counted_at is not null then
    insert into private.audience_counts select counted.* on conflict do nothing;
  end if;
  return counted;
end
$$;
comment on function private.count_audience(text, text[]) is 'Counts an audience for a campaign with these merge fields about gifts, and keeps the count of a large one; `counted_at` is null for others.';

create function private.campaign_audience(audience text, again boolean default false, fields text[] default '{}') returns table (
  recipients bigint, without_name bigint, invalid bigint, duplicates bigint, unsubscribed bigint,
  undeliverable bigint, sample_name text, deceased bigint, do_not_contact bigint, counted_at timestamptz, is_counting boolean,
  without_gift bigint, without_gift_this_year bigint, without_fund bigint, sample_gifts jsonb
)
language plpgsql security definer set search_path = ''
as $$
declare
  known private.audience_counts;
  asked constant text[] := array(select unnest(fields) intersect select unnest(private.gift_fields()) order by 1);
  sample record;
begin
  -- The caller does not learn even the number of people whom they may not read.
  if not private.has_permission('can_send_emails')
    or audience like 'view:%' and not private.may_read_audience(audience) then
    return;
  end if;
  perform private.require_gift_rights(asked);
  select * into known from private.audience_counts stored
  where stored.audience = campaign_audience.audience and stored.fields = asked and stored.counted_at > now() - interval '10 minutes'
    and stored.view_hash is not distinct from private.view_hash(campaign_audience.audience);
  if again or known.audience is null then
    if private.is_huge(audience) then
      insert into private.audience_counts as stored (audience, fields, is_wanted) values (campaign_audience.audience, asked, true)
      on conflict on constraint audience_counts_pkey do update set is_wanted = true where not stored.is_wanted;
      is_counting := true;
    else
      known := private.count_audience(audience, asked);
    end if;
  end if;
  if private.may_read_audience(audience) then
    select first.name, first.gifts into sample from private.campaign_members(audience, asked, 100) as first
    where first.left_out is null order by first.name limit 1;
  else
    select full_name as name, null::jsonb as gifts into sample from public.profiles where id = private.current_user_id();
  end if;
  return query select
    known.recipients, known.without_name, known.invalid, known.duplicates, known.unsubscribed, known.undeliverable,
    sample.name, known.deceased, known.do_not_contact, known.counted_at, coalesce(is_counting, known.is_wanted),
    known.without_gift, known.without_gift_this_year, known.without_fund, sample.gifts;
end
$$;

create function public.campaign_audience(audience text, again boolean default false, fields text[] default '{}') returns table (
  recipients bigint, without_name bigint, invalid bigint, duplicates bigint, unsubscribed bigint,
  undeliverable bigint, sample_name text, deceased bigint, do_not_contact bigint, counted_at timestamptz, is_counting boolean,
  without_gift bigint, without_gift_this_year bigint, without_fund bigint, sample_gifts jsonb
)
language sql security invoker set search_path = ''
as $$ select * from private.campaign_audience(audience, again, fields) $$;
comment on function public.campaign_audience is
  'For senders: the number of recipients of an audience and of the members left out for each reason, with one recipient''s name, or the caller''s own where they may not read the audience. The count of a large audience is kept for ten minutes, unless `again` is set; `counted_at` is its time. A job counts a huge audience within a minute (`is_counting`); until then the numbers are null. With `fields`, the merge fields about gifts of a campaign, also without the members who lack one, for callers with can_manage_donations; `sample_gifts` are the values of the one recipient.';
grant execute on function private.campaign_audience, public.campaign_audience to authenticated;

create function private.count_audiences() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- Whoever asks for the count of this audience waits until the transaction ends: so one a minute.
  perform private.count_audience(audience, fields) from (
    select audience, fields from private.audience_counts
    where is_wanted or counted_at < now() - interval '8 minutes' and (audience, fields) in (
      select target_audience, private.gift_fields_in(subject, content) from public.email_campaigns where status = 'draft'
    )
    order by is_wanted desc, counted_at limit 1
  ) as next;
  delete from private.audience_counts where counted_at < now() - interval '10 minutes' and not is_wanted;
end
$$;
comment on function private.count_audiences() is
  'Counts an audience that someone waits for, or one of a draft before its count is too old to be shown; forgets the other old counts.';
select private.schedule_job('count_audiences', 'select private.count_audiences()');

create function private.delete_recipients() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.unqueued_recipients where campaign_id = old.id;
  return null;
end
$$;
