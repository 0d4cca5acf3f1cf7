-- Merge fields of a campaign. {{name}} is for every sender; those about gifts are for senders who also hold
-- can_manage_donations, and reach only the address where the donor's letters go.

create function private.gift_fields() returns text[]
language sql immutable set search_path = ''
as $$ select '{last_gift,last_gift_day,last_gift_fund,year_total}'::text[] $$;
comment on function private.gift_fields() is
  'The merge fields of a campaign about gifts: amount, day and fund of the last gift of money, and the sum of this year in the office.';

create function private.gift_fields_in(subject text, content text) returns text[]
language sql immutable set search_path = ''
as $$
  select array(
    select field from unnest(private.gift_fields()) as field
    where concat_ws(' ', subject, content) ~ ('\{\{\s*' || field || '\s*\}\}')
    order by field
  )
$$;
comment on function private.gift_fields_in(text, text) is 'The merge fields about gifts that a text has, in their order.';

create function private.require_known_fields(subject text, content text) returns void
language plpgsql immutable set search_path = ''
as $$
declare
  other constant text := substring(
    regexp_replace(subject || ' ' || content, '\{\{\s*(name|' || array_to_string(private.gift_fields(), '|') || ')\s*\}\}', '', 'g')
    from '\{\{[^}]{0,40}\}{0,2}|\}\}'
  );
begin
  if other is not null then
    raise exception 'There is no merge field %.', other using errcode = 'check_violation';
  end if;
end
$$;
comment on function private.require_known_fields is 'Refuses any merge field but {{name}} and those about gifts.';

create function private.require_gift_rights(fields text[]) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if fields <> '{}' then
    perform private.require(
      private.has_permission('can_manage_donations'),
      format('Only colleagues who manage donations can use {{%s}}.', array_to_string(fields, '}}, {{'))
    );
  end if;
end
$$;
comment on function private.require_gift_rights(text[]) is
  'Refuses these merge fields about gifts to callers without can_manage_donations.';

create function private.check_gift_fields() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  fields text[] := private.gift_fields_in(new.subject, new.content);
begin
  if tg_op = 'UPDATE' then
    fields := array(select unnest(fields) except select unnest(private.gift_fields_in(old.subject, old.content)) order by 1);
  end if;
  -- Not a restore, nor a task of the database
  if current_setting('role', true) = 'authenticated' then
    perform private.require_gift_rights(fields);
  end if;
  return new;
end
$$;
comment on function private.check_gift_fields() is
  'Refuses new merge fields about gifts in a campaign to accounts without can_manage_donations.';

create function private.last_gifts(donors uuid[]) returns table (donor uuid, amount numeric, day date, fund text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
  with last as (
    select distinct on (gift.donor) gift.donor, gift.split_id, gift.person_id, gift.amount - gift.refunded as amount, gift.created_at, gift.fund_id
    from (
      select person_id as donor, * from private.gifts where person_id in (select unnest(donors))
      union all
      select legal_donor_id, * from private.gifts where legal_donor_id in (select unnest(donors))
    ) as gift
    where gift.is_kept and gift.amount is not null
    order by gift.donor, gift.created_at desc, gift.entered_at desc nulls last, gift.id desc
  )
  select last.donor, coalesce(parts.amount, last.amount), (last.created_at at time zone private.office_time_zone())::date,
    case when last.split_id is null then funds.name else parts.fund end
  from last left join public.funds on funds.id = last.fund_id
  -- One check over several funds was one gift to whoever wrote it.
  left join lateral (
    select sum(part.amount - part.refunded) as amount, string_agg(distinct named.name, ' and ' order by named.name) as fund
    from private.gifts part left join public.funds named on named.id = part.fund_id
    where part.person_id = last.person_id and part.split_id = last.split_id and part.is_kept
  ) as parts on last.split_id is not null;
end
$$;
comment on function private.last_gifts(uuid[]) is
  'The last gift of money that each of these donors gave, moved or is the legal donor of, as public.donors.last_gift_at counts them: what is left of its amount, its day in the office, and its funds.';

create function private.given_this_year(donors uuid[]) returns table (donor uuid, amount numeric)
language plpgsql stable security definer set search_path = ''
as $$
declare
  this_year constant integer := extract(year from private.office_today());
begin
  return query
  select gift.donor_id, sum(gift.amount) from private.receipted_gifts gift
  where gift.donor_id in (select unnest(donors))
    and gift.created_at >= make_timestamptz(this_year, 1, 1, 0, 0, 0, private.office_time_zone())
    and gift.created_at < make_timestamptz(this_year + 1, 1, 1, 0, 0, 0, private.office_time_zone())
  group by gift.donor_id having sum(gift.amount) > 0;
end
$$;
comment on function private.given_this_year(uuid[]) is
  'What these donors gave in this year of the office, as their receipts sum it; none for a donor without a gift of money.';

create function private.campaign_members(audience text, fields text[] default '{}', at_most integer default null)
returns table (address text, name text, left_out text, gifts jsonb)
language plpgsql stable security definer set search_path = '' set work_mem = '64MB'
as $$
declare
  of_last constant boolean := fields && '{last_gift,last_gift_day,last_gift_fund}';
  of_year constant boolean := fields && '{year_total}';
begin
  if not (of_last or of_year) then
    return query select listed.address, listed.name, listed.left_out, null::jsonb from private.campaign_recipients(audience, at_most) as listed;
    return;
  end if;
  return query
  with listed as materialized (
    select member.*,
      -- A form may name someone else's phone and its sender's own address.
      case when lower(letter.email) = lower(member.address) or private.mailbox(letter.email) = private.mailbox(member.address)
        then letter.id end as donor
    from private.campaign_recipients(audience, at_most) as member
    left join private.donor_letters letter on letter.id = member.person_id and member.left_out is null
  ), last as (
    select * from private.last_gifts(array(select listed.donor from listed where of_last and listed.donor is not null))
  ), total as (
    select * from private.given_this_year(array(select listed.donor from listed where of_year and listed.donor is not null))
  )
  select listed.address, listed.name,
    coalesce(listed.left_out, case
      when of_last and last.amount is null then 'no_gift' when of_year and total.amount is null then 'no_gift_this_year'
    end),
    jsonb_strip_nulls(jsonb_build_object(
      'last_gift', case when 'last_gift' = any (fields) then last.amount end,
      'last_gift_day', case when 'last_gift_day' = any (fields) then last.day end,
      'last_gift_fund', case when 'last_gift_fund' = any (fields) then last.fund end,
      'year_total', total.amount
    ))
  from listed left join last on last.donor = listed.donor left join total on total.donor = listed.donor;
end
$$;
comment on function private.campaign_members(text, text[], integer) is
  'The members of an audience as private.campaign_recipients, each with the values of these merge fields about gifts. One without a last gift of money (no_gift), or without one in this year (no_gift_this_year), is left out: a letter about gifts has no gap. Only the fund may be missing.';
