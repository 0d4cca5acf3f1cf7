-- Who gave a gift that staff enter: someone they pick, a donor of that name, or someone new.

create function private.may_pick(person uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from public.donations where person_id = person) or exists (select from public.donations where legal_donor_id = person)
    or exists (select from public.gift_pledges where person_id = person)
    or private.sees_group(person, array(select source from private.searched_tables() as source where private.may_search(source)));
end
$$;
comment on function private.may_pick(uuid) is
  'Whether the caller, who enters gifts, may pick this person: any donor, and anyone with a row that the caller may read.';

create function private.picked_person(picked uuid, made uuid, who private.identity, kind text default 'person') returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  plain constant text := private.plain_name(who.name);
begin
  if picked is null and made is not null then
    insert into private.people (id, name, names, is_known_by_name, is_couple, kind)
    values (
      made, who.name, array_remove(array[plain], null), who.is_gift and num_nonnulls(who.email, private.phone_keys(who.phone)) = 0,
      private.is_couple_name(who.name), picked_person.kind
    )
    on conflict (id) do nothing;
    if found then
      return made;
    end if;
  end if;
  if not private.may_pick(coalesce(picked, made)) then
    raise exception 'This donor no longer exists. Pick the donor again.' using errcode = 'P0001';
  end if;
  return coalesce(picked, made);
end
$$;
comment on function private.picked_person(uuid, uuid, private.identity, text) is
  'The person whom a colleague picked, or a new one with this name under the id that the browser chose. Refuses anyone whom the caller may not pick.';

create function private.namesakes(who private.identity, of_now uuid default null, at_desk boolean default true) returns table (
  person uuid, name text, kinds text[], hint text, last_gift_at timestamptz, last_gift numeric, is_found boolean
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  most constant integer := 8;
  plain constant text := private.plain_name(who.name);
  -- Also "Doe, John"
  written constant text[] := array[plain, private.plain_name(regexp_replace(who.name, '^([^,]+),([^,]+)$', '\2 \1'))];
  is_named constant boolean := private.folded_address(who.email) is null and private.phone_keys(who.phone) is null;
  rule_finds constant uuid := private.found_person(who, of_now);
  stays uuid;
  ids uuid[];
  all_known jsonb;
begin
  if rule_finds is null then
    stays := private.kept_person(of_now, plain, private.is_alone(of_now));
  end if;
  if plain is null or rule_finds is not null and not is_named or exists (select from private.people where id = stays and plain = any (names)) then
    return;
  end if;
  ids := array(
    select people.id from private.people left join public.donors on donors.id = people.id
    where people.names[1] = any (written) and people.id is distinct from stays
      and (donors.id is not null or at_desk and exists (select from public.donations where person_id = people.id))
    order by people.id = rule_finds desc nulls last, donors.last_gift_at desc nulls last, people.created_at, people.id limit most
  );
  if ids <@ array[rule_finds] then
    return;
  end if;
  all_known := private.known_people(ids, at_desk);
  return query
    select people.id, people.name, array(select jsonb_array_elements_text(known -> 'kinds')),
      case when count(*) over (partition by mask) > 1 then coalesce(known ->> 'email', mask) else mask end,
      (known ->> 'last_gift_at')::timestamptz, (known ->> 'last_gift')::numeric, people.id is not distinct from rule_finds
    from unnest(ids) with ordinality as listed (id, place)
    join private.people using (id)
    cross join lateral (select all_known -> id::text as known) as described
    cross join lateral (select private.masked(known ->> 'email', known ->> 'phone') as mask) as masked
    order by place;
end
$$;
comment on function private.namesakes(private.identity, uuid, boolean) is
  'The donors with the name of a gift, where the rule would add another one of that name or take one of several; is_found is the one that it would take. None where an address or a phone decides.';

create function private.asked_of(field text, who private.identity, of_now uuid default null) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('field', field, 'people', jsonb_agg(to_jsonb(namesakes) - 'is_found'))
  from private.namesakes(who, of_now) as namesakes having count(*) > 0
$$;
comment on function private.asked_of is
  'The donors from whom a colleague has to choose for a field, as {field, people}; null where there is nothing to choose.';

create function private.asked_of_gift(gift jsonb, given public.donations, stored public.donations default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  who constant private.identity := private.identity('donations', to_jsonb(given));
  legal constant text := nullif(btrim(given.legal_donor_name), '');
  asked jsonb;
begin
  if not given.is_picked and (stored.id is null or stored.is_picked or who is distinct from private.identity('donations', to_jsonb(stored))) then
    asked := private.asked_of('donor_name', who, stored.person_id);
  end if;
  if asked is null and legal is not null and coalesce(given.legal_donor_id::text, gift ->> 'new_legal_donor_id') is null then
    asked := private.asked_of('legal_donor_name', (legal, null, null, true));
  end if;
  return asked;
end
$$;
comment on function private.asked_of_gift(jsonb, public.donations, public.donations) is
  'What a colleague has to say before this gift is stored: whether its giver, or its legal donor, is one of the donors of that name.';

create function private.with_legal_donor(gift public.donations, made uuid default null) returns public.donations
language plpgsql security definer set search_path = ''
as $$
declare
  legal uuid := gift.legal_donor_id;
  typed constant text := nullif(btrim(gift.legal_donor_name), '');
  who constant private.identity := (typed, null, null, true);
begin
  if typed is null then
    legal := null;
  elsif num_nonnulls(legal, made) > 0 then
    legal := private.picked_person(legal, made, who, 'organization');
  else
    -- By the name, like a gift without address and phone.
    legal := coalesce(private.found_person(who), private.picked_person(null, gen_random_uuid(), who, 'organization'));
  end if;
  if legal = gift.person_id then
    legal := null;
  end if;
  return jsonb_populate_record(gift, jsonb_build_object(
    'legal_donor_id', legal, 'legal_donor_name', case when legal is not null then typed end
  ));
end
$$;
comment on function private.with_legal_donor(public.donations, uuid) is
  'The gift with its legal donor: one who was picked, or who has that name, or a new organization; none where that is the giver.';

create function private.with_giver(given public.donations, gift jsonb) returns public.donations
language plpgsql security definer set search_path = ''
as $$
begin
  if given.is_picked then
    given.person_id := private.picked_person(
      (gift ->> 'person_id')::uuid, (gift ->> 'new_person_id')::uuid, private.identity('donations', to_jsonb(given))
    );
  end if;
  return given;
end
$$;
comment on function private.with_giver is
  'The gift with its picked giver, or the new person that the colleague asked for.';
