-- The import of gifts: what a file says about their givers, and its undo.

create function private.add_second_contacts(rows jsonb, stored uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  named record;
  home uuid;
  known uuid;
begin
  for named in
    select gift.id, gift.person_id, said.name, private.plain_name(said.name) as plain, row ->> 'second_email' as email
    from jsonb_array_elements(rows) as row
    cross join lateral (select btrim(left(regexp_replace(row ->> 'second_name', '[[:cntrl:][:space:]]+', ' ', 'g'), 300)) as name) as said
    join private.gifts gift on gift.id = (row ->> 'id')::uuid
    join private.people giver on giver.id = gift.person_id and giver.kind = 'person'
    where gift.id = any (stored) and private.plain_name(said.name) is not null
  loop
    home := private.household_of(named.person_id);
    if home is null then
      insert into private.people (kind, second_of) values ('household', named.id) returning id into home;
      insert into private.members (group_id, person_id, role) values (home, named.person_id, 'partner');
    end if;
    select people.id into known from private.members join private.people on people.id = person_id
    where group_id = home and named.plain = any (names) order by members.created_at, people.id limit 1;
    if known is null and named.email is not null then
      known := private.found_person((named.name, named.email, null, false));
      insert into private.members (group_id, person_id, role, second_of)
      select home, known, 'partner', named.id where known is not null
      on conflict do nothing;
    end if;
    if known is null then
      insert into private.people (name, names, second_of) values (named.name, array[named.plain], named.id) returning id into known;
      insert into private.members (group_id, person_id, role) values (home, known, 'partner');
    end if;
    insert into private.contact_points (person_id, kind, normalized, value, level)
    select id, 'email', lower(btrim(named.email)), btrim(named.email), 'told' from private.people
    where id = known and second_of is not null and named.email is not null
    on conflict do nothing;
  end loop;
end
$$;
comment on function private.add_second_contacts(jsonb, uuid[]) is
  'Makes the second contact of a gift a member of the giver''s household, once: the person with that email and name, else a new person without a row.';

create function private.remove_second_contacts(gifts uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.members where second_of = any (gifts);
  delete from private.people
  where second_of = any (gifts) and kind = 'person'
    and not exists (select from private.rows_of_people as theirs where theirs.person_id = people.id);
  -- What staff made of a household stays.
  delete from private.people
  where second_of = any (gifts) and kind = 'household' and name is null
    and (select count(*) from private.members where group_id = people.id) < 2
    and not exists (select from private.contact_points where person_id = people.id);
end
$$;
comment on function private.remove_second_contacts is
  'Takes back what add_second_contacts made for these gifts, except people with a row and households that staff use.';

create function private.add_told_addresses(rows jsonb, stored uuid[]) returns void
language sql security definer set search_path = ''
as $$
  with told as materialized (
    select gift.id, gift.person_id, gift.created_at, private.searchable(said.value) as normalized, said.value, said.parts
    from jsonb_array_elements(rows) as row
    cross join lateral (
      select jsonb_object_agg(field, part) as parts, string_agg(part, ', ' order by place) as value,
        coalesce(bool_and(part is null or private.is_line(part, 200)), false) as is_fine
      from unnest('{street,city,region,postal_code,country}'::text[]) with ordinality as listed (field, place)
      cross join lateral (select nullif(btrim(row ->> field), '') as part) as typed
    ) as said
    join private.gifts gift on gift.id = (row ->> 'id')::uuid
    where gift.id = any (stored) and said.is_fine and said.parts ->> 'street' is not null
      and coalesce(said.parts ->> 'city', said.parts ->> 'postal_code') is not null
      -- Where a mentee lives is protected.
      and not exists (select from public.mentees where mentees.person_id = gift.person_id)
  ), tellers as (
    select person_id, normalized, array_agg(id) as gifts from told group by person_id, normalized
  ), told_again as (
    update private.contact_points known set told_by = known.told_by || gifts from tellers
    where (known.person_id, known.kind, known.normalized) = (tellers.person_id, 'post', tellers.normalized) and told_by is not null
  )
  insert into private.contact_points (person_id, kind, normalized, value, parts, level, told_by)
  select distinct on (person_id) person_id, 'post', normalized, value, parts, 'told', gifts
  from told join tellers using (person_id, normalized)
  where not exists (select from private.contact_points own where own.person_id = told.person_id and own.kind = 'post')
  order by person_id, created_at desc, id
  on conflict do nothing
$$;
comment on function private.add_told_addresses(jsonb, uuid[]) is
  'Gives donors without a postal address the one of their newest gift in these rows, as told by the import. An address that an earlier import told is told by this one too.';

create function private.remove_told_addresses(gifts uuid[]) returns void
language sql security definer set search_path = ''
as $$
  delete from private.contact_points where told_by && gifts and told_by <@ gifts and level = 'told';
  update private.contact_points
  set told_by = nullif(array(select teller from unnest(told_by) as teller where teller <> all (gifts)), '{}')
  where told_by && gifts;
$$;
comment on function private.remove_told_addresses(uuid[]) is
  'Takes back the postal addresses that only these gifts gave, except those that a colleague entered since.';

create function private.with_funds(rows jsonb, import uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.funds (id, name, import_id)
  select distinct on (lower(btrim(row ->> 'fund'))) (row ->> 'fund_id')::uuid, btrim(row ->> 'fund'), import from jsonb_array_elements(rows) as row
  where nullif(btrim(row ->> 'fund'), '') is not null and row ->> 'fund_id' is not null
    and not exists (select from public.funds where id = (row ->> 'fund_id')::uuid)
  on conflict do nothing;
  return (
    select jsonb_agg(case when row ->> 'fund_id' is null then row else row || jsonb_build_object('fund_id', coalesce(
      -- A colleague may have added the fund in the meantime.
      (select id from public.funds where id = (row ->> 'fund_id')::uuid),
      (select id from public.funds where lower(btrim(name)) = lower(btrim(row ->> 'fund')))
    )) end)
    from jsonb_array_elements(rows) as row
  );
end
$$;
comment on function private.with_funds(jsonb, uuid) is
  'Rows of gifts or pledges of an import with the fund of their name; a new fund is added under the id that the browser chose.';

create function private.remove_imported_funds(import uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- The next statement sees the gifts that the lock waited for.
  perform from public.funds where import_id = import for update;
  delete from public.funds
  where import_id = import and purpose is null
    and not exists (select from public.donations where fund_id = funds.id)
    and not exists (select from public.gift_pledges where fund_id = funds.id)
    and not exists (select from public.fund_spendings where fund_id = funds.id);
end
$$;
comment on function private.remove_imported_funds(uuid) is
  'Removes the funds that an import added, except those that something uses or to which staff gave a purpose.';

create function private.with_legal_donors(rows jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  found_donors jsonb := '{}';
  legal text;
begin
  for legal in
    select distinct btrim(row ->> 'legal_donor_name') from jsonb_array_elements(rows) as row
    where nullif(btrim(row ->> 'legal_donor_name'), '') is not null
      and not exists (select from private.gifts where id = (row ->> 'id')::uuid)
  loop
    found_donors := found_donors || jsonb_build_object(legal, coalesce(
      private.found_person((legal, null, null, true)),
      private.picked_person(null, gen_random_uuid(), (legal, null, null, true)::private.identity, 'organization')
    ));
  end loop;
  return (
    select jsonb_agg(row || jsonb_build_object(
      'legal_donor_name', case when is_other then btrim(row ->> 'legal_donor_name') end,
      'legal_donor_id', case when is_other then found_donors ->> btrim(row ->> 'legal_donor_name') end
    ))
    from jsonb_array_elements(rows) as row
    cross join lateral (select
      private.plain_name(row ->> 'legal_donor_name') is distinct from private.plain_name(row ->> 'donor_name')
      and found_donors ->> btrim(row ->> 'legal_donor_name') is distinct from row ->> 'person_id'
      and found_donors ? btrim(row ->> 'legal_donor_name') as is_other
    ) as said
  );
end
$$;
comment on function private.with_legal_donors(jsonb) is
  'Rows of gifts with their legal donors: who has that name, or a new organization; none where that is the giver.';

create function private.insert_gifts(rows jsonb) returns uuid[]
language sql security definer set search_path = ''
as $$
  with inserted as (
    insert into public.donations (
      id, donor_name, donor_email, donor_phone, amount, refunded, donation_type, campaign, payment_id, reference, currency,
      original_amount, rate, rate_on, exchange_value, exchange, created_at, person_id, is_picked,
      legal_donor_id, legal_donor_name, method, fund_id, tribute, tribute_name, note, split_id, matched_gift_id
    )
    select id, donor_name, donor_email, donor_phone, amount, coalesce(refunded, 0), donation_type, campaign,
      -- A gift that someone wants to store twice is a new one for the provider's events.
      case when not exists (select from private.gifts where payment_id = given.payment_id) then payment_id end,
      reference, currency, original_amount, rate, rate_on, exchange_value, exchange, coalesce(created_at, now()), coalesce(person_id, gen_random_uuid()), person_id is not null,
      legal_donor_id, legal_donor_name, method, fund_id, tribute, tribute_name, note, split_id,
      -- Its gift may be a duplicate that was left out.
      (
        select known.id from private.gifts known where known.id = given.matched_gift_id
        union select (row ->> 'id')::uuid from jsonb_array_elements(rows) as row where row ->> 'id' = given.matched_gift_id::text
      )
    from jsonb_populate_recordset(null::public.donations, rows) as given
    on conflict (id) do nothing
    returning id
  )
  select array_agg(id) from inserted
$$;
comment on function private.insert_gifts(jsonb) is 'Inserts gifts of an import, and returns the ids of the new ones.';

create function private.store_gifts(running private.imports, rows jsonb) returns uuid[]
language plpgsql security definer set search_path = ''
as $$
declare
  stored uuid[];
  ids uuid[];
  owed uuid[];
begin
  if exists (
    select from jsonb_populate_recordset(null::public.donations, rows)
    where created_at not between '1900-01-01' and now() + interval '1 day'
  ) then
    raise exception 'A gift cannot be dated in the future.' using errcode = 'check_violation';
  end if;
  perform private.picked_person(
    (row ->> 'person_id')::uuid, (row ->> 'new_person_id')::uuid, private.identity('donations', row)
  )
  from (
    select distinct on (coalesce(row ->> 'person_id', row ->> 'new_person_id')) row from jsonb_array_elements(rows) as row
    where coalesce(row ->> 'person_id', row ->> 'new_person_id') is not null
  ) as picked;
  rows := (select jsonb_agg(row || jsonb_build_object('person_id', coalesce(row ->> 'person_id', row ->> 'new_person_id'))) from jsonb_array_elements(rows) as row);
  ids := array(
    select distinct coalesce(person_id, private.found_person((donor_name, donor_email, donor_phone, true)))
    from jsonb_populate_recordset(null::public.donations, rows)
  );
  -- As `recount_gifts` does, and read once they are locked.
  perform from public.donors where id = any (ids) order by id for update;
  owed := array(select id from public.donors where id = any (ids) and thanks = 'due');
  stored := private.insert_gifts(private.with_legal_donors(private.with_funds(rows, running.id)));
  perform private.add_told_addresses(rows, stored);
  perform private.add_second_contacts(rows, stored);
  if running.is_attested then
    -- Donors who were owed thanks before still are.
    update public.donors
    set thanked_until = greatest(thanked_until, given.newest_at)
    from (
      select person_id, max(created_at) as newest_at from private.gifts where id = any (stored) group by person_id
    ) as given
    where donors.id = given.person_id and donors.id <> all (owed);
  end if;
  return stored;
end
$$;
comment on function private.store_gifts(private.imports, jsonb) is
  'Stores gifts of an import, and returns the ids of the new ones.';
