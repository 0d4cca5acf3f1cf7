-- The gift desk: gifts that staff enter by hand, batches that are counted before they count, and funds
-- (docs/decisions/036-gifts-entered-by-hand.md).

create table public.fund_spendings (
  id uuid primary key default gen_random_uuid(),
  fund_id uuid not null references public.funds (id),
  amount numeric(12, 2) not null check (amount > 0 and amount < 10000000),
  spent_on date not null check (spent_on between '1900-01-01' and '2200-12-31'),
  purpose text not null check (private.is_line(purpose, 300)),
  created_at timestamptz not null default now()
);
create index fund_spendings_created_at_idx on public.fund_spendings (created_at desc, id desc);
create index fund_spendings_fund_id_idx on public.fund_spendings (fund_id);

alter table public.fund_spendings enable row level security;
grant select, insert, update, delete on public.fund_spendings to service_role;

grant select, insert (id, name, purpose), update (name, purpose) on public.funds to authenticated;
grant select on public.fund_spendings to authenticated;
grant
  select,
  insert (id, expected_count, expected_total),
  update (expected_count, expected_total)
on public.gift_batches to authenticated;

create policy "Managers may select funds"
  on public.funds for select to authenticated
  using ((select private.has_permission('can_manage_donations')));
create policy "Managers may select fund_spendings"
  on public.fund_spendings for select to authenticated
  using ((select private.has_permission('can_manage_donations')));
create policy "Managers may select gift_batches"
  on public.gift_batches for select to authenticated
  using ((select private.has_permission('can_manage_donations')));
create policy "Managers may insert funds"
  on public.funds for insert to authenticated
  with check ((select private.has_permission('can_manage_donations')));
create policy "Managers may update funds"
  on public.funds for update to authenticated
  using ((select private.has_permission('can_manage_donations')))
  with check ((select private.has_permission('can_manage_donations')));
create policy "Managers of donations open batches"
  on public.gift_batches for insert to authenticated
  with check ((select private.has_permission('can_manage_donations')) and posted_at is null);
create policy "Managers of donations may update open batches"
  on public.gift_batches for update to authenticated
  using ((select private.has_permission('can_manage_donations')) and posted_at is null and discarded_at is null)
  with check ((select private.has_permission('can_manage_donations')) and posted_at is null and discarded_at is null);

-- What is entered

create function private.require_gift_desk() returns void
language sql volatile security definer set search_path = ''
as $$
  select private.require(private.has_permission('can_manage_donations'), 'You may not enter gifts.');
  -- Before any gift is locked.
  select private.lock_people();
$$;

create function private.refuse_if(is_wrong boolean, message text) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if coalesce(is_wrong, true) then
    raise exception '%', message using errcode = 'P0001';
  end if;
end
$$;
comment on function private.refuse_if(boolean, text) is 'Refuses what is wrong, or unknown.';

-- A gift as typed: `amount` is in `currency`, of a gift in kind the office's estimate, and `day` the office's.
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
    'A tribute has a kind and a name.');
  perform private.refuse_if(given.fund_id is not null and not exists (select from public.funds where id = given.fund_id),
    'This fund is not there any more.');
  if given.currency <> 'USD' and given.method <> 'in_kind' then
    perform private.refuse_if(given.currency !~ '^[A-Z]{3}$', 'A currency has three letters, such as EUR.');
    perform private.refuse_if(typed_rate <= 0 or typed_rate > 1000000, 'Enter a rate above 0: the dollars of 1 in that currency.');
    perform private.refuse_if(given.rate_on > private.office_today() or given.rate_on < '1900-01-01',
      'The day of the rate is in the future, or missing.');
  end if;
end
$$;

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

-- Who gave: picked by id, or by the rule, which asks before it makes a second donor of a name

create function private.may_pick(person uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from public.donations where person_id = person) or exists (select from public.donations where legal_donor_id = person)
    or private.sees_group(person, array(select source from private.searched_tables() as source where private.may_search(source)));
end
$$;
comment on function private.may_pick(uuid) is 'Whether the caller, who enters gifts, sees this person: any donor, and who else has a row that they may read.';

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
    raise exception 'This donor is not there any more. Pick the donor again.' using errcode = 'P0001';
  end if;
  return coalesce(picked, made);
end
$$;
comment on function private.picked_person(uuid, uuid, private.identity, text) is
  'The person whom a colleague picked, or a new one under the id that the browser chose for someone else of that name.';

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
  'The donors who have the name of a gift, where the rule would make a second one of that name, or goes by a name that several have; is_found is the one that the rule takes. Nobody where an address or a phone decides.';

create function private.asked_of(field text, who private.identity, of_now uuid default null) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('field', field, 'people', jsonb_agg(to_jsonb(namesakes) - 'is_found'))
  from private.namesakes(who, of_now) as namesakes having count(*) > 0
$$;

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
    -- As a gift without address and phone, by the name.
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

create function private.gift_in_words(gift public.donations) returns text
language sql stable security definer set search_path = ''
as $$
  select concat_ws(', ', gift.donor_name, coalesce(to_char(gift.amount, 'FM$999,999,990.00'), gift.description),
    to_char(gift.created_at at time zone private.office_time_zone(), 'FMMonth FMDD, YYYY'),
    nullif(concat_ws(' ', replace(gift.method, '_', ' '), gift.reference), ''))
$$;

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
comment on function private.gift_like(public.donations) is 'In words, a gift of the same donor and day, with the same amount or description.';

create function private.store_gift(gift public.donations) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  -- All but those that the database sets.
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
comment on function private.owe_thanks(uuid[]) is 'Thanks given before a gift was entered do not cover it, whatever its day.';

create function private.require_open_batch(batch uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  found_batch public.gift_batches;
begin
  select * into found_batch from public.gift_batches where id = batch for share;
  perform private.refuse_if(not found, 'This batch is not there any more.');
  perform private.refuse_if(found_batch.posted_at is not null, 'This batch is already posted. Choose another one.');
  perform private.refuse_if(found_batch.discarded_at is not null, 'This batch was discarded. Choose another one.');
end
$$;

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

-- Correcting, refunding and voiding

create function private.gift_to_change(gift uuid, reason text, may_be_paid boolean default false) returns public.donations
language plpgsql security definer set search_path = ''
as $$
declare
  stored public.donations;
begin
  -- The batch comes first, as in posting.
  perform from public.gift_batches
  where id = (select batch_id from public.donations where donations.id = gift and not is_posted) for share;
  select * into stored from public.donations where id = gift for update;
  perform private.refuse_if(not found, 'This gift is not there any more.');
  perform private.refuse_if(
    not stored.is_posted and exists (select from public.gift_batches where id = stored.batch_id and discarded_at is not null),
    'This batch was discarded. Its gifts never count.'
  );
  perform private.refuse_if(stored.voided_at is not null, 'This gift is already void.');
  perform private.refuse_if(
    stored.payment_id is not null and not may_be_paid, 'This gift came from the payment provider. Refund it there.'
  );
  perform private.refuse_if(not private.is_line(reason, 300), 'Enter a reason, on one line of at most 300 characters.');
  return stored;
end
$$;
comment on function private.gift_to_change(uuid, text, boolean) is
  'Locks a gift to change it; one of the payment provider only with `may_be_paid`.';

create function private.fund_left(fund uuid) returns numeric
language sql volatile security definer set search_path = ''
as $$
  select (select coalesce(sum(amount - refunded), 0) from private.gifts where fund_id = fund)
    - (select coalesce(sum(amount), 0) from public.fund_spendings where fund_id = fund)
$$;

-- After a change to a gift of the fund, which spendings wait for.
create function private.refuse_overspent(fund uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  fund_name text;
  missing numeric;
begin
  select name into fund_name from public.funds where id = fund for update;
  if found then
    missing := -private.fund_left(fund);
    perform private.refuse_if(missing > 0, format(
      'The fund %s has spent %s of this gift. Correct another gift to go into the fund first.',
      fund_name, to_char(missing, 'FM$999,999,999,990.00')
    ));
  end if;
end
$$;

create function private.corrected_gift(stored public.donations, gift jsonb) returns public.donations
language plpgsql security definer set search_path = ''
as $$
declare
  changed public.donations;
begin
  if stored.payment_id is not null then
    perform private.refuse_if(
      not array(select jsonb_object_keys(gift)) <@ '{id,legal_donor_name,legal_donor_id,new_legal_donor_id,fund_id,note}',
      'This gift came from the payment provider: only its receipt, fund and note are yours to change.'
    );
    return jsonb_populate_record(stored, gift);
  end if;
  changed := private.checked_gift(gift);
  perform private.refuse_if(coalesce(changed.amount, 0) < stored.refunded, 'More than this amount was refunded.');
  return jsonb_populate_record(changed, jsonb_build_object(
    'batch_id', stored.batch_id, 'is_posted', stored.is_posted, 'refunded', stored.refunded, 'entered_at', stored.entered_at,
    'donation_type', stored.donation_type, 'told', stored.told,
    -- Its time of day, where only other things change.
    'created_at', case
      when (stored.created_at at time zone private.office_time_zone())::date = (gift ->> 'day')::date then stored.created_at
      else changed.created_at
    end
  ));
end
$$;

create function private.correct_gift(gift jsonb, reason text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  stored public.donations;
  changed public.donations;
  asked jsonb;
begin
  perform private.require_gift_desk();
  stored := private.gift_to_change((gift ->> 'id')::uuid, reason, true);
  changed := private.corrected_gift(stored, gift);
  asked := private.asked_of_gift(gift, changed, stored);
  if asked is not null then
    return asked;
  end if;
  if stored.payment_id is null then
    changed := private.with_giver(changed, gift);
  end if;
  changed := private.with_legal_donor(changed, (gift ->> 'new_legal_donor_id')::uuid);
  changed := jsonb_populate_record(changed, jsonb_build_object('change_reason', reason));
  perform private.store_gift(changed);
  if (changed.fund_id, changed.amount) is distinct from (stored.fund_id, stored.amount) then
    perform private.refuse_overspent(stored.fund_id);
  end if;
  return null;
end
$$;

create function private.refund_gift(gift uuid, amount numeric, refunded_before numeric, reason text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  stored public.donations;
  refund constant numeric := round(amount, 2);
begin
  perform private.require_gift_desk();
  stored := private.gift_to_change(gift, reason);
  perform private.refuse_if(not stored.is_posted, 'This gift is not posted yet. Correct or void it.');
  perform private.refuse_if(stored.amount is null, 'A gift in kind has no dollars to refund.');
  if stored.refunded <> refunded_before then
    raise exception 'A colleague has just refunded part of it.' using errcode = 'PT409';
  end if;
  perform private.refuse_if(refund not between 0.01 and stored.amount - stored.refunded, format(
    'Enter an amount up to %s, which is left of this gift.', to_char(stored.amount - stored.refunded, 'FM$999,999,999,990.00')
  ));
  perform private.store_gift(jsonb_populate_record(
    stored, jsonb_build_object('refunded', stored.refunded + refund, 'change_reason', reason)
  ));
  perform private.refuse_overspent(stored.fund_id);
end
$$;

create function private.void_gift(gift uuid, reason text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  stored public.donations;
begin
  perform private.require_gift_desk();
  stored := private.gift_to_change(gift, reason);
  perform private.store_gift(jsonb_populate_record(
    stored, jsonb_build_object('refunded', coalesce(stored.amount, 0), 'voided_at', now(), 'change_reason', reason)
  ));
  perform private.refuse_overspent(stored.fund_id);
end
$$;

-- Posting

create function private.post_batch(batch uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  posted public.gift_batches;
  ids uuid[];
  counted integer;
  total numeric;
begin
  perform private.require_gift_desk();
  select * into posted from public.gift_batches where id = batch for update;
  perform private.refuse_if(not found, 'This batch is not there any more.');
  if posted.posted_by = private.current_user_id() then
    -- A retry.
    return;
  end if;
  perform private.refuse_if(posted.posted_at is not null, format('This batch is already posted, by %s.',
    coalesce(private.account_name(posted.posted_by), 'a former account')));
  perform private.refuse_if(posted.discarded_at is not null, 'This batch was discarded.');
  perform from public.donations where batch_id = batch order by id for update;
  select array_agg(id), count(*) filter (where voided_at is null), coalesce(sum(amount - refunded), 0)
    into ids, counted, total from public.donations where batch_id = batch;
  perform private.refuse_if((counted, total) <> (posted.expected_count, posted.expected_total), format(
    'This batch does not add up. Expected: number %s, total %s. Entered: number %s, total %s.',
    posted.expected_count, to_char(posted.expected_total, 'FM$999,999,999,990.00'),
    counted, to_char(total, 'FM$999,999,999,990.00')
  ));
  update public.donations set is_posted = true where batch_id = batch;
  perform private.owe_thanks(coalesce(ids, '{}'));
  update public.gift_batches set posted_at = now(), posted_by = private.current_user_id() where id = batch;
end
$$;

create function private.discard_batch(batch uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  stored public.gift_batches;
  gifts bigint;
  total numeric;
begin
  perform private.require_gift_desk();
  select * into stored from public.gift_batches where id = batch for update;
  perform private.refuse_if(stored.posted_at is not null, 'This batch is already posted. Void its gifts one by one.');
  if stored.id is null or stored.discarded_at is not null then
    return;
  end if;
  select count(*), coalesce(sum(amount - refunded), 0) into gifts, total from public.donations where batch_id = batch;
  update public.gift_batches set discarded_at = now(), discarded_by = private.current_user_id() where id = batch;
  perform private.log_action('removed', 'gift_batches', batch, null, jsonb_build_object(
    'gifts', jsonb_build_array(gifts, null), 'total', jsonb_build_array(total, null)
  ));
end
$$;

create function private.note_deposit(batch uuid, amount numeric, deposited_on date, replaced numeric) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  stored public.gift_batches;
begin
  perform private.require_gift_desk();
  select * into stored from public.gift_batches where id = batch for update;
  perform private.refuse_if(stored.posted_at is null, 'Only a posted batch has a deposit.');
  perform private.refuse_if(amount not between 0 and 1000000000, 'Enter the amount that the bank shows.');
  perform private.refuse_if(note_deposit.deposited_on not between '1900-01-01' and private.office_today(),
    'The day of the deposit is in the future, or missing.');
  if stored.deposited is distinct from replaced then
    raise exception 'A colleague has just entered another deposit.' using errcode = 'PT409';
  end if;
  update public.gift_batches set deposited = round(amount, 2), deposited_on = note_deposit.deposited_on where id = batch;
end
$$;

create function private.batch_book(before timestamptz) returns table (
  id uuid, created_at timestamptz, gifts bigint, total numeric, expected_total numeric, posted_at timestamptz, posted_by text,
  discarded_at timestamptz, discarded_by text, deposited numeric, deposited_on date
)
language sql stable security definer set search_path = ''
as $$
  select batch.id, batch.created_at, entered.gifts, entered.total, batch.expected_total, batch.posted_at,
    private.account_name(batch.posted_by), batch.discarded_at, private.account_name(batch.discarded_by), batch.deposited, batch.deposited_on
  from (
    select * from public.gift_batches where before is null or gift_batches.created_at < before
    order by created_at desc, id desc limit 50
  ) as batch
  cross join lateral (
    -- As it was posted: later refunds of its gifts are no part of the deposit.
    select count(*) filter (where voided_at is null) as gifts, coalesce(sum(amount) filter (where voided_at is null), 0) as total
    from public.donations where batch_id = batch.id
  ) as entered
  where private.has_permission('can_manage_donations')
  order by batch.created_at desc, batch.id desc
$$;

-- The provider's payouts: what it sent to the bank, and what the bank shows

create table private.payouts (
  id text primary key check (private.is_line(id, 200)),
  amount numeric(12, 2) not null,
  arrives_on date not null check (arrives_on between '2000-01-01' and '2200-12-31'),
  told_at timestamptz not null,
  failed_at timestamptz,
  deposited numeric(12, 2) check (deposited between -1000000000 and 1000000000),
  deposited_on date constraint payouts_deposited_on_check
    check ((deposited is null) = (deposited_on is null) and deposited_on between '2000-01-01' and '2200-12-31')
);
comment on table private.payouts is 'What the payment provider paid to the bank account, by its id.';
comment on column private.payouts.amount is 'Dollars, less its fees; negative where it collects from the account.';
comment on column private.payouts.failed_at is 'The bank returned it, or it was canceled.';
comment on column private.payouts.deposited is 'Dollars that the bank shows.';
create index payouts_arrives_on_idx on private.payouts (arrives_on desc, id desc);
alter table private.payouts enable row level security;

create function private.record_payout(event_id text, payout jsonb) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.is_new_event(event_id) then
    return false;
  end if;
  insert into private.payouts as stored (id, amount, arrives_on, told_at, failed_at)
  values (
    payout ->> 'id', (payout ->> 'amount')::numeric, (payout ->> 'arrives_on')::date, (payout ->> 'told_at')::timestamptz,
    case when payout ->> 'state' = 'failed' then (payout ->> 'told_at')::timestamptz end
  )
  on conflict (id) do update set
    amount = case when excluded.told_at > stored.told_at then excluded.amount else stored.amount end,
    arrives_on = case when excluded.told_at > stored.told_at then excluded.arrives_on else stored.arrives_on end,
    told_at = greatest(stored.told_at, excluded.told_at),
    -- A payout that failed is never paid: the provider makes a new one.
    failed_at = coalesce(stored.failed_at, excluded.failed_at);
  return true;
end
$$;

create function private.note_payout_deposit(payout text, amount numeric, deposited_on date, replaced numeric) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  stored private.payouts;
begin
  perform private.require_gift_desk();
  select * into stored from private.payouts where id = payout for update;
  perform private.refuse_if(not found, 'This payout is not there any more.');
  perform private.refuse_if(amount not between -1000000000 and 1000000000, 'Enter the amount that the bank shows.');
  perform private.refuse_if(note_payout_deposit.deposited_on not between '2000-01-01' and private.office_today(),
    'The day of the deposit is in the future, or missing.');
  if stored.deposited is distinct from replaced then
    raise exception 'A colleague has just entered another deposit.' using errcode = 'PT409';
  end if;
  update private.payouts set deposited = round(note_payout_deposit.amount, 2), deposited_on = note_payout_deposit.deposited_on where id = payout;
  perform private.log_action('changed', 'payouts', null, payout, jsonb_build_object(
    'deposited', jsonb_build_array(stored.deposited, round(amount, 2)),
    'deposited_on', jsonb_build_array(stored.deposited_on, note_payout_deposit.deposited_on)
  ));
end
$$;

create function private.payout_book(skipped integer) returns table (
  id text, amount numeric, arrives_on date, is_failed boolean, deposited numeric, deposited_on date
)
language sql stable security definer set search_path = ''
as $$
  select payouts.id, payouts.amount, payouts.arrives_on, failed_at is not null, payouts.deposited, payouts.deposited_on
  from private.payouts where private.has_permission('can_manage_donations')
  order by payouts.arrives_on desc, payouts.id desc offset greatest(skipped, 0) limit 50
$$;

create function private.gifts_of_batch(batch uuid) returns setof public.donations
language sql stable security definer set search_path = ''
as $$
  select * from public.donations where batch_id = batch and private.has_permission('can_manage_donations')
  order by entered_at desc, id desc
$$;

-- Funds

create function private.fund_balances() returns table (
  id uuid, name text, purpose text, given numeric, refunded numeric, spent numeric, balance numeric
)
language sql stable security definer set search_path = ''
as $$
  select funds.id, funds.name, funds.purpose, gifts.given, gifts.refunded, costs.spent, gifts.given - gifts.refunded - costs.spent
  from public.funds
  cross join lateral (
    select coalesce(sum(amount), 0) as given, coalesce(sum(gifts.refunded), 0) as refunded
    from private.gifts where fund_id = funds.id
  ) as gifts
  cross join lateral (
    select coalesce(sum(amount), 0) as spent from public.fund_spendings where fund_id = funds.id
  ) as costs
  where private.has_permission('can_manage_donations')
  order by lower(funds.name), funds.id
$$;

create function private.spend_from_fund(spending uuid, fund uuid, amount numeric, spent_on date, purpose text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  left_over numeric;
begin
  perform private.require_gift_desk();
  perform from public.funds where id = fund for update;
  perform private.refuse_if(not found, 'This fund is not there any more.');
  if exists (select from public.fund_spendings where id = spending) then
    return;
  end if;
  perform private.refuse_if(amount <= 0 or amount >= 10000000, 'Enter an amount above 0 and below 10,000,000.');
  perform private.refuse_if(spent_on > private.office_today() or spent_on < '1900-01-01', 'The day is in the future, or missing.');
  perform private.refuse_if(not private.is_line(purpose, 300), 'Enter what it was spent on.');
  left_over := private.fund_left(fund);
  perform private.refuse_if(round(amount, 2) > left_over, format('This fund has %s left.', to_char(left_over, 'FM$999,999,999,990.00')));
  insert into public.fund_spendings (id, fund_id, amount, spent_on, purpose)
  values (spending, fund, round(spend_from_fund.amount, 2), spend_from_fund.spent_on, spend_from_fund.purpose);
end
$$;

-- Thanks to many, each for the gifts that the letter names.

create function public.note_thanks(thanked jsonb) returns setof uuid
language plpgsql security invoker set search_path = ''
as $$
begin
  if jsonb_typeof(thanked) is distinct from 'array' then
    raise exception 'Thanks are a list.' using errcode = 'check_violation';
  end if;
  return query
    update public.donors set thanked_until = listed.until
    from jsonb_to_recordset(thanked) as listed (id uuid, until timestamptz)
    where donors.id = listed.id and (thanked_until is null or thanked_until < listed.until)
    returning donors.id;
end
$$;
comment on function public.note_thanks(jsonb) is 'Notes thanks to donors, each (id) for gifts up to a time (until).';

create function public.enter_gift(gift jsonb, anyway boolean default false) returns jsonb
language sql security invoker set search_path = ''
as $$ select private.enter_gift(gift, anyway) $$;
comment on function public.enter_gift is
  'Stores a gift once by its id; one of an open batch counts from its posting on. Its person_id is who was picked, new_person_id the id for someone else of that name; so are legal_donor_id and new_legal_donor_id. Returns null, or why nothing is stored: the donors of a typed name, of whom a colleague has to pick one or nobody ({field, people}), or the gift that it looks like ({looks_like}), unless anyway.';
grant execute on function private.enter_gift, public.enter_gift to authenticated;
create function public.correct_gift(gift jsonb, reason text) returns jsonb
language sql security invoker set search_path = ''
as $$ select private.correct_gift(gift, reason) $$;
comment on function public.correct_gift is
  'Changes a gift for a reason: all that staff entered, of one from the payment provider legal_donor_name, legal_donor_id, new_legal_donor_id, fund_id and note, with no other field than its id. Asks like enter_gift, and changes nothing then.';
grant execute on function private.correct_gift, public.correct_gift to authenticated;
create function public.refund_gift(gift uuid, amount numeric, refunded_before numeric, reason text) returns void
language sql security invoker set search_path = ''
as $$ select private.refund_gift(gift, amount, refunded_before, reason) $$;
comment on function public.refund_gift is
  'Adds dollars to the refunded part of a gift that staff entered, for a reason; PT409 when another part was refunded before.';
grant execute on function private.refund_gift, public.refund_gift to authenticated;
create function public.void_gift(gift uuid, reason text) returns void
language sql security invoker set search_path = ''
as $$ select private.void_gift(gift, reason) $$;
comment on function public.void_gift is
  'Makes a gift that staff entered void, for a reason: it stays, and no sum has it.';
grant execute on function private.void_gift, public.void_gift to authenticated;
create function public.post_batch(batch uuid) returns void
language sql security invoker set search_path = ''
as $$ select private.post_batch(batch) $$;
comment on function public.post_batch is
  'Counts all gifts of a batch that adds up, once.';
grant execute on function private.post_batch, public.post_batch to authenticated;
create function public.discard_batch(batch uuid) returns void
language sql security invoker set search_path = ''
as $$ select private.discard_batch(batch) $$;
comment on function public.discard_batch is
  'Closes a batch that is not posted. Its gifts stay on record and never count.';
grant execute on function private.discard_batch, public.discard_batch to authenticated;
create function public.note_deposit(batch uuid, amount numeric, deposited_on date, replaced numeric) returns void
language sql security invoker set search_path = ''
as $$ select private.note_deposit(batch, amount, deposited_on, replaced) $$;
comment on function public.note_deposit is
  'Notes the dollars that the bank shows for a posted batch, and the day; PT409 when the deposit is not the one that the caller saw.';
grant execute on function private.note_deposit, public.note_deposit to authenticated;
create function public.batch_book(before timestamptz default null) returns table (
  id uuid, created_at timestamptz, gifts bigint, total numeric, expected_total numeric, posted_at timestamptz, posted_by text,
  discarded_at timestamptz, discarded_by text, deposited numeric, deposited_on date
)
language sql stable security invoker set search_path = ''
as $$ select * from private.batch_book(before) $$;
comment on function public.batch_book is
  'The 50 newest batches that were opened before a time, with who closed them, their gifts that are not void, and the deposit; nothing without can_manage_donations.';
grant execute on function private.batch_book, public.batch_book to authenticated;
create function public.record_payout(event_id text, payout jsonb) returns boolean
language sql security invoker set search_path = ''
as $$ select private.record_payout(event_id, payout) $$;
comment on function public.record_payout is
  'For the provider''s webhook: a payout (id, amount in dollars, arrives_on, state paid or failed, told_at), events of it in any order; false for a repeated event.';
grant execute on function private.record_payout, public.record_payout to service_role;
create function public.note_payout_deposit(payout text, amount numeric, deposited_on date, replaced numeric) returns void
language sql security invoker set search_path = ''
as $$ select private.note_payout_deposit(payout, amount, deposited_on, replaced) $$;
comment on function public.note_payout_deposit is
  'Notes the dollars that the bank shows for a payout of the provider, and the day; PT409 when the deposit is not the one that the caller saw.';
grant execute on function private.note_payout_deposit, public.note_payout_deposit to authenticated;
create function public.payout_book(skipped integer default 0) returns table (
  id text, amount numeric, arrives_on date, is_failed boolean, deposited numeric, deposited_on date
)
language sql stable security invoker set search_path = ''
as $$ select * from private.payout_book(skipped) $$;
comment on function public.payout_book is
  'Fifty payouts of the provider after some, by the day of their arrival, newest first; nothing without can_manage_donations.';
grant execute on function private.payout_book, public.payout_book to authenticated;
create function public.gifts_of_batch(batch uuid) returns setof public.donations
language sql stable security invoker set search_path = ''
as $$ select * from private.gifts_of_batch(batch) $$;
comment on function public.gifts_of_batch is
  'All gifts of a batch, posted or not, those entered last first; nothing without can_manage_donations.';
grant execute on function private.gifts_of_batch, public.gifts_of_batch to authenticated;
create function public.fund_balances() returns table (
  id uuid, name text, purpose text, given numeric, refunded numeric, spent numeric, balance numeric
)
language sql stable security invoker set search_path = ''
as $$ select * from private.fund_balances() $$;
comment on function public.fund_balances is
  'What each fund was given and spent, and what is left; nothing without can_manage_donations.';
grant execute on function private.fund_balances, public.fund_balances to authenticated;
create function public.spend_from_fund(spending uuid, fund uuid, amount numeric, spent_on date, purpose text) returns void
language sql security invoker set search_path = ''
as $$ select private.spend_from_fund(spending, fund, amount, spent_on, purpose) $$;
comment on function public.spend_from_fund is
  'Stores a spending once by its id, up to what the fund has left.';
grant execute on function private.spend_from_fund, public.spend_from_fund to authenticated;

grant execute on function public.note_thanks(jsonb) to authenticated;

-- The log

create trigger log_change after insert or update or delete on public.funds
  for each row execute function private.log_change();
create trigger log_change after insert or update of expected_count, expected_total, posted_at, deposited, deposited_on or delete on public.gift_batches
  for each row execute function private.log_change();
create trigger log_change after insert on public.fund_spendings for each row execute function private.log_change();

-- Erasing

insert into private.personal_data (table_name, label, action, reason) values
  ('public.funds', 'Funds', 'none', 'Purposes of gifts'),
  ('public.fund_spendings', 'Fund spendings', 'none', 'What was paid from funds'),
  ('public.gift_batches', 'Gift batches', 'none', 'Counts and sums; posted_by is an account'),
  ('private.payouts', 'Payouts of the payment provider', 'none', 'Sums and days');

insert into private.retention_rules (
  rule, title, table_name, day_column, condition, unit, kept, shortest, longest, batch, next_at
) values
  ('discarded_gifts', 'Gifts of discarded batches', 'public.donations', 'entered_at',
    'not is_posted and exists (select from public.gift_batches where gift_batches.id = batch_id and discarded_at <= $1)',
    'months', 12, 1, 12, 500, private.next_retention_run('months'));
