-- Gifts by donor: one row per donor, kept by triggers of `donations`.

create function private.frequency_of_gifts(
  kept_count bigint, last_at timestamptz, last_monthly_at timestamptz, since_second interval, since_third interval, is_yearly boolean
) returns text
language sql stable set search_path = ''
as $$
  select case
    when kept_count = 0 then null
    -- Another gift in between does not end a monthly one.
    when last_monthly_at = last_at or last_monthly_at > now() - interval '2 months' then 'monthly'
    when since_second between interval '20 days' and interval '45 days'
      and since_third - since_second between interval '20 days' and interval '45 days' then 'monthly'
    when is_yearly then 'yearly'
    when kept_count = 1 then 'once'
    else 'occasional'
  end
$$;
comment on function private.frequency_of_gifts(bigint, timestamptz, timestamptz, interval, interval, boolean) is
  'How often a donor gives, by the gifts that were kept; null without any.';

create function private.sum_of_gifts(ids uuid[]) returns setof private.gift_sums
language plpgsql stable security definer rows 20 set search_path = ''
as $$
begin
  return query
  with gifts as (
    select gift.id, gift.created_at, gift.is_kept, gift.donation_type, gift.amount, gift.refunded, gift.deductible, credit.*,
      row_number() over newest as rank,
      first_value(gift.created_at) over newest as newest_at
    from private.gifts gift
    -- The giver gets the thanks, and the gift counts in the sums of the legal donor.
    cross join lateral (values
      (gift.person_id, gift.legal_donor_id is null, true, gift.donor_name),
      (gift.legal_donor_id, true, false, gift.legal_donor_name)
    ) as credit (person_id, is_hard, is_theirs, given_name)
    where (gift.person_id = any (ids) or gift.legal_donor_id = any (ids)) and credit.person_id = any (ids)
    window newest as (partition by credit.person_id order by gift.is_kept desc, gift.created_at desc, gift.entered_at desc nulls last, gift.id desc)
  ),
  summed as (
    select
      person_id,
      count(*) filter (where is_kept) as kept_count,
      count(*) filter (where is_kept and is_hard) as gift_count,
      coalesce(sum(amount - refunded) filter (where is_hard), 0) as lifetime,
      coalesce(sum(deductible) filter (where is_hard), 0) as deductible,
      count(*) filter (where is_kept and not is_hard) as moved_count,
      coalesce(sum(amount - refunded) filter (where not is_hard), 0) as moved_total,
      max(created_at) filter (where is_kept and is_theirs) as thank_for_at,
      coalesce(min(created_at) filter (where is_kept), min(created_at)) as first_at,
      min(created_at) filter (where rank = 1) as last_at,
      min(given_name) filter (where rank = 1) as given_name,
      max(created_at) filter (where is_kept and donation_type = 'monthly') as last_monthly_at,
      min(newest_at - created_at) filter (where rank = 2 and is_kept) as since_second,
      min(newest_at - created_at) filter (where rank = 3 and is_kept) as since_third,
      bool_or(
        is_kept and created_at between newest_at - interval '14 months' and newest_at - interval '10 months'
      ) as is_yearly
    from gifts group by person_id
  ),
  classified as (
    select *, private.frequency_of_gifts(kept_count, last_at, last_monthly_at, since_second, since_third, is_yearly) as frequency
    from summed
  ),
  lapsing as (
    select *,
      case when frequency = 'monthly' and last_monthly_at > now() - interval '2 months' then last_monthly_at else last_at end + case frequency
        when 'monthly' then interval '2 months' when 'yearly' then interval '15 months' else interval '24 months'
      end as frequency_ends_at
    from classified
  )
  -- An account may have no name.
  select person_id, coalesce(people.name, given_name), private.email_of(person_id, false), gift_count, lifetime, moved_count, moved_total, thank_for_at, first_at, last_at,
    case when frequency is not null and frequency_ends_at <= now() then 'lapsed' else frequency end, frequency_ends_at, deductible
  from lapsing join private.people on people.id = person_id;
end
$$;
comment on function private.sum_of_gifts is
  'What public.donors stores about these people: the number, sums, first and last of their gifts, and the frequency.';

create function private.recount_gifts(ids uuid[], heirs jsonb default '{}') returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
declare
  sums private.gift_sums[];
  absent integer;
  added integer;
begin
  -- The lock serializes concurrent gifts of one donor.
  perform from public.donors where id = any (ids) order by id for update;
  sums := array(select summed from private.sum_of_gifts(ids) as summed order by id);
  select count(*) into absent from unnest(sums) as summed
  where not exists (select from public.donors where donors.id = summed.id);
  if absent > 0 then
    insert into public.donors (
      id, number, name, email, gift_count, lifetime, moved_count, moved_total, thank_for_at, created_at, last_gift_at, frequency, frequency_ends_at, deductible
    )
    select id, nextval('private.donor_numbers'), name, email, gift_count, lifetime, moved_count, moved_total, thank_for_at,
      created_at, last_gift_at, frequency, frequency_ends_at, deductible
    from unnest(sums) as summed
    where not exists (select from public.donors where donors.id = summed.id)
    on conflict (id) do nothing;
    get diagnostics added = row_count;
    if added < absent then
      -- Another transaction added a donor, with a gift that these sums lack.
      sums := array(select summed from private.sum_of_gifts(ids) as summed order by id);
    end if;
  end if;

  update public.donors stored
  set gift_count = summed.gift_count, lifetime = summed.lifetime, moved_count = summed.moved_count,
    moved_total = summed.moved_total, thank_for_at = summed.thank_for_at, created_at = summed.created_at,
    last_gift_at = summed.last_gift_at, frequency = summed.frequency, frequency_ends_at = summed.frequency_ends_at, deductible = summed.deductible,
    -- Thanks never cover later gifts.
    thanked_until = case when stored.thanked_until > summed.last_gift_at then summed.last_gift_at else stored.thanked_until end
  from unnest(sums) as summed
  where stored.id = summed.id
    and (
      (stored.gift_count, stored.lifetime, stored.moved_count, stored.moved_total, stored.thank_for_at, stored.created_at, stored.last_gift_at, stored.frequency, stored.frequency_ends_at, stored.deductible)
        is distinct from
        (summed.gift_count, summed.lifetime, summed.moved_count, summed.moved_total, summed.thank_for_at, summed.created_at, summed.last_gift_at, summed.frequency, summed.frequency_ends_at, summed.deductible)
      or stored.thanked_until > summed.last_gift_at
    );
  -- Separate, since it recomputes search_text.
  update public.donors stored
  set name = summed.name, email = summed.email
  from unnest(sums) as summed
  where stored.id = summed.id and (stored.name, stored.email) is distinct from (summed.name, summed.email);

  if heirs <> '{}' then
    update public.files as file set donor_id = inherited.heir::uuid
    from jsonb_each_text(heirs) as inherited (donor, heir)
    where file.donor_id = inherited.donor::uuid and exists (select from public.donors where id = inherited.heir::uuid)
      and not exists (select from private.gifts where person_id = file.donor_id or legal_donor_id = file.donor_id);
  end if;
  delete from public.donors
  where id = any (ids) and not exists (select from private.gifts where person_id = donors.id)
    and not exists (select from private.gifts where legal_donor_id = donors.id);
end
$$;
comment on function private.recount_gifts(uuid[], jsonb) is
  'Sums the gifts of these donors. A donor without gifts is deleted; `heirs` names the donor who gets their files.';

create function private.sync_donors() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  ids uuid[] := '{}';
  heirs jsonb;
begin
  if tg_op <> 'INSERT' then
    ids := array(select unnest(array[person_id, legal_donor_id]) from before_it where is_posted);
  end if;
  if tg_op <> 'DELETE' then
    ids := ids || array(select unnest(array[person_id, legal_donor_id]) from after_it where is_posted);
  end if;
  if tg_op = 'UPDATE' and private.write_mode() is distinct from 'retention' then
    select jsonb_object_agg(donor, heir) into heirs from (
      select distinct on (before_it.person_id) before_it.person_id as donor, after_it.person_id as heir
      from before_it join after_it on after_it.id = before_it.id
      where before_it.person_id <> after_it.person_id
      order by before_it.person_id, before_it.created_at desc, before_it.id
    ) as listed;
  end if;
  perform private.recount_gifts(ids, coalesce(heirs, '{}'));
  return null;
end
$$;
comment on function private.sync_donors is
  'Recounts the donors of gifts that came, changed or went. When a donor''s last gift moves to someone else, the files go with it.';

-- A donor is called and written to as the person is. A gift under another name or address changes neither.

create function private.name_donor() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.donors set name = new.name where id = new.id and name <> new.name;
  return null;
end
$$;
comment on function private.name_donor is 'Gives a donor the person''s new name.';

create function private.address_donors() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.donors set email = chosen.email
  from (select person_id, private.email_of(person_id, false) as email from changed where kind = 'email' group by person_id) as chosen
  where id = chosen.person_id and donors.email is distinct from chosen.email;
  return null;
end
$$;
comment on function private.address_donors is
  'Gives donors the email that letters go to after their contact points changed.';

create function private.process_donors() returns void
language sql security definer set search_path = ''
as $$
  select private.recount_gifts(array(
    select id from public.donors where frequency <> 'lapsed' and frequency_ends_at <= now() order by frequency_ends_at limit 1000
  ))
$$;
comment on function private.process_donors is
  'Recounts donors whose frequency has ended, a thousand at a time: they lapse without any new gift.';
select private.every_minute('process_donors');
