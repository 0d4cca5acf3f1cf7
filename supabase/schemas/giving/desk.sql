-- The gift desk: gifts that staff enter by hand, batches that are counted before they count, and funds
-- (docs/decisions/036-gifts-entered-by-hand.md).

create function private.require_gift_desk() returns void
language sql volatile security definer set search_path = ''
as $$
  select private.require(private.has_permission('can_manage_donations'), 'You may not enter gifts.');
  -- Before any gift is locked.
  select private.lock_people();
$$;
comment on function private.require_gift_desk is
  'Refuses callers without can_manage_donations, and takes the lock of people before any gift is locked.';

create function private.refuse_if(is_wrong boolean, message text) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if coalesce(is_wrong, true) then
    raise exception '%', message using errcode = 'P0001';
  end if;
end
$$;
comment on function private.refuse_if(boolean, text) is
  'Refuses, with this message, what is wrong, or not known to be right.';

create function private.refuse_wrong_gift(gift jsonb, given public.donations) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  typed constant numeric := gift ->> 'amount';
  typed_rate constant numeric := gift ->> 'rate';
  day constant date := gift ->> 'day';
begin
  perform private.refuse_if(given.id is null, 'This gift has no id.');
  perform private.refuse_if(not private.is_line(given.donor_name, 200), 'Enter the name of the donor.');
  perform private.refuse_if(given.donor_email !~ '^[^@\s]+@[^@\s]+$' and given.donor_email is not null,
    'This email address is not complete.');
  if given.method = 'in_kind' then
    perform private.refuse_if(not private.is_line(given.description, 300), 'Describe what was given, in at most 300 characters.');
    perform private.refuse_if(typed is not null and (typed <= 0 or typed >= 10000000),
      'Enter an estimate above 0 and below 10,000,000, or none.');
  else
    perform private.refuse_if(typed <= 0 or typed >= 10000000, 'Enter an amount above 0 and below 10,000,000.');
  end if;
  perform private.refuse_if(day > private.office_today(), 'The day of the gift is in the future, or missing.');
  perform private.refuse_if(day < '1900-01-01', 'Enter a day after 1900.');
  perform private.refuse_if(given.method is null, 'Choose a method.');
  perform private.refuse_if((given.tribute is null) <> (given.tribute_name is null),
    'A tribute needs a kind and a name.');
  perform private.refuse_if(given.fund_id is not null and not exists (select from public.funds where id = given.fund_id),
    'This fund no longer exists.');
  if given.currency <> 'USD' and given.method <> 'in_kind' then
    perform private.refuse_if(given.currency !~ '^[A-Z]{3}$', 'A currency has three letters, like EUR.');
    perform private.refuse_if(typed_rate <= 0 or typed_rate > 1000000, 'Enter a rate above 0: the dollars for 1 in that currency.');
    perform private.refuse_if(given.rate_on > private.office_today() or given.rate_on < '1900-01-01',
      'The day of the rate is in the future, or missing.');
  end if;
end
$$;
comment on function private.refuse_wrong_gift is
  'Refuses a gift, as typed, that is incomplete or impossible. `amount` is in `currency`, or the office''s estimate of a gift in kind; `day` is a day in the office.';

create function private.checked_gift(gift jsonb) returns public.donations
language plpgsql stable security definer set search_path = ''
as $$
declare
  given constant public.donations := jsonb_populate_record(
    null::public.donations, gift - '{amount,estimate,original_amount,rate,payment_id,refunded,voided_at,change_reason}'::text[]
  );
  picked constant uuid := coalesce(gift ->> 'person_id', gift ->> 'new_person_id');
  is_in_kind constant boolean := gift ->> 'method' = 'in_kind';
  typed constant numeric := round((gift ->> 'amount')::numeric, 2);
  foreign_rate numeric;
  dollars numeric;
begin
  perform private.refuse_wrong_gift(gift, given);
  foreign_rate := case when given.currency <> 'USD' and not is_in_kind then (gift ->> 'rate')::numeric end;
  dollars := round(typed * coalesce(foreign_rate, 1), 2);
  perform private.refuse_if(not is_in_kind and (dollars <= 0 or dollars >= 10000000), 'In dollars this is 0, or 10,000,000 or more.');
  return jsonb_populate_record(given, jsonb_build_object(
    'amount', case when not is_in_kind then dollars end, 'refunded', 0, 'told', '{}'::text[], 'is_picked', picked is not null, 'rate', foreign_rate,
    'description', case when is_in_kind then btrim(given.description) end, 'estimate', case when is_in_kind then typed end,
    'currency', case when foreign_rate is not null then given.currency end,
    'original_amount', case when foreign_rate is not null then typed end,
    'rate_on', case when foreign_rate is not null then given.rate_on end,
    'donation_type', coalesce(given.donation_type, 'one-time'), 'is_posted', given.batch_id is null, 'entered_at', clock_timestamp(),
    'created_at', (gift ->> 'day')::timestamp at time zone private.office_time_zone(),
    'person_id', coalesce(picked, private.found_person((given.donor_name, given.donor_email, given.donor_phone, true)))
  ));
end
$$;
comment on function private.checked_gift is
  'A typed gift as a row of donations: in dollars, with the person who was picked, or whom the rule finds. Refuses what private.refuse_wrong_gift refuses.';

create function private.may_pick(person uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from public.donations where person_id = person) or exists (select from public.donations where legal_donor_id = person)
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

create function private.gift_in_words(gift public.donations) returns text
language sql stable security definer set search_path = ''
as $$
  select concat_ws(', ', gift.donor_name, coalesce(to_char(gift.amount, 'FM$999,999,990.00'), gift.description),
    to_char(gift.created_at at time zone private.office_time_zone(), 'FMMonth FMDD, YYYY'),
    nullif(concat_ws(' ', replace(gift.method, '_', ' '), gift.reference), ''))
$$;
comment on function private.gift_in_words is
  'A gift in one line: donor, amount or description, day, method and reference.';

create function private.gift_like(gift public.donations) returns text
language sql stable security definer set search_path = ''
as $$
  select private.gift_in_words(donations) from public.donations
  where person_id = gift.person_id and voided_at is null
    and (amount = gift.amount or private.name_key(description) = private.name_key(gift.description))
    and created_at >= gift.created_at and created_at < gift.created_at + interval '1 day'
    and (is_posted or batch_id in (select id from public.gift_batches where discarded_at is null))
  order by id limit 1
$$;
comment on function private.gift_like(public.donations) is
  'A gift of the same donor and day with the same amount or description, in words; null where there is none.';

create function private.store_gift(gift public.donations) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  -- All columns but those that the database sets.
  columns constant text[] := array(
    select attname from pg_catalog.pg_attribute
    where attrelid = 'public.donations'::regclass and attnum > 0 and not attisdropped and attgenerated = ''
      and (attname <> 'person_id' or gift.is_picked)
  );
  stored jsonb;
begin
  select jsonb_object_agg(key, value) into stored from jsonb_each(to_jsonb(gift)) where key = any (columns);
  if private.change_rows('public.donations', jsonb_build_array(jsonb_build_object('id', gift.id)), stored) = 0 then
    perform private.insert_rows('public.donations', columns, jsonb_build_array(stored));
  end if;
end
$$;
comment on function private.store_gift is
  'Changes the gift with this id, or adds it. Only a picked giver is stored: else the trigger finds the person.';

create function private.owe_thanks(gifts uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- The log has no thanks that follow from gifts.
  perform private.set_write_mode('thanks');
  update public.donors
  set thanked_until = entered.first_at - interval '1 millisecond'
  from (
    select person_id, min(created_at) as first_at from private.gifts where id = any (owe_thanks.gifts) and voided_at is null group by person_id
  ) as entered
  where donors.id = entered.person_id and thanked_until >= entered.first_at;
  perform private.set_write_mode(null);
end
$$;
comment on function private.owe_thanks(uuid[]) is
  'Makes thanks due for gifts that were just entered: thanks given before do not cover them, whatever their day.';

create function private.require_open_batch(batch uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  found_batch public.gift_batches;
begin
  select * into found_batch from public.gift_batches where id = batch for share;
  perform private.refuse_if(not found, 'This batch no longer exists.');
  perform private.refuse_if(found_batch.posted_at is not null, 'This batch is already posted. Choose another one.');
  perform private.refuse_if(found_batch.discarded_at is not null, 'This batch was discarded. Choose another one.');
end
$$;
comment on function private.require_open_batch is
  'Keeps a batch open until the transaction ends; refuses one that is gone, posted or discarded.';

create function private.enter_gift(gift jsonb, anyway boolean default false) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  given public.donations;
  asked jsonb;
  twin text;
begin
  perform private.require_gift_desk();
  -- Two colleagues do not both enter one gift, or make one donor.
  perform pg_advisory_xact_lock(key) from (
    select hashtextextended('gifts of ' || said, 0) as key
    from unnest(array[private.mailbox(gift ->> 'donor_email'), private.plain_name(gift ->> 'donor_name')]) as said
    where said is not null order by key
  ) as keys;
  given := private.checked_gift(gift);
  if exists (select from public.donations where id = given.id) then
    return null;
  end if;
  if given.batch_id is not null then
    perform private.require_open_batch(given.batch_id);
  end if;
  asked := private.asked_of_gift(gift, given);
  if asked is not null then
    return asked;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('gifts of ' || given.person_id, 0));
  twin := private.gift_like(given);
  if twin is not null and not coalesce(anyway, false) then
    return jsonb_build_object('looks_like', twin);
  end if;
  given := private.with_legal_donor(private.with_giver(given, gift), (gift ->> 'new_legal_donor_id')::uuid);
  perform private.store_gift(given);
  perform private.owe_thanks(array[given.id]);
  perform private.log_action('added', 'donations', given.id, given.donor_name, case
    when given.amount is null then jsonb_build_object('description', array[null, given.description])
    else jsonb_build_object('amount', array[null, given.amount])
  end);
  return null;
end
$$;

create function public.enter_gift(gift jsonb, anyway boolean default false) returns jsonb
language sql security invoker set search_path = ''
as $$ select private.enter_gift(gift, anyway) $$;
comment on function public.enter_gift is
  'Stores a gift once by its id; a gift of an open batch counts once the batch is posted. person_id is the person who was picked, new_person_id the id of someone else with that name; legal_donor_id and new_legal_donor_id likewise. Returns null, or why nothing is stored: the donors of a typed name, of whom a colleague has to pick one or nobody ({field, people}), or the gift that it looks like ({looks_like}), unless `anyway` is set.';

create function private.gifts_of_batch(batch uuid) returns setof public.donations
language sql stable security definer set search_path = ''
as $$
  select * from public.donations where batch_id = batch and private.has_permission('can_manage_donations')
  order by entered_at desc, id desc
$$;
create function public.gifts_of_batch(batch uuid) returns setof public.donations
language sql stable security invoker set search_path = ''
as $$ select * from private.gifts_of_batch(batch) $$;
comment on function public.gifts_of_batch is
  'All gifts of a batch, posted or not, those entered last first; nothing without can_manage_donations.';
grant execute on function private.enter_gift, public.enter_gift to authenticated;
grant execute on function private.gifts_of_batch, public.gifts_of_batch to authenticated;
