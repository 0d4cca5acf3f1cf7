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

create function private.refuse_wrong_exchange(gift jsonb, dollars numeric) returns void
language plpgsql immutable set search_path = ''
as $$
declare
  worth constant numeric := gift ->> 'exchange_value';
  given constant text := nullif(btrim(gift ->> 'exchange'), '');
begin
  perform private.refuse_if(num_nonnulls(worth, given) = 1, 'Enter both what the donor got in exchange and its value.');
  if worth is not null then
    perform private.refuse_if(dollars is null, 'Nothing is given in exchange for a gift in kind.');
    perform private.refuse_if(worth < 0.01, 'Enter a value in exchange above 0.');
    perform private.refuse_if(worth > dollars, 'What the donor got in exchange is worth more than the gift.');
    perform private.refuse_if(not private.is_line(given, 300), 'Say what the donor got in exchange, on one line of at most 300 characters.');
  end if;
end
$$;
comment on function private.refuse_wrong_exchange(jsonb, numeric) is
  'Checks what a typed gift says was given in exchange against its dollars, null for a gift in kind.';

create function private.checked_gift(gift jsonb) returns public.donations
language plpgsql stable security definer set search_path = ''
as $$
declare
  given constant public.donations := jsonb_populate_record(
    null::public.donations, gift - '{amount,estimate,original_amount,rate,payment_id,refunded,voided_at,change_reason,exchange_value,matched_gift_id,gift_pledge_id}'::text[]
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
  perform private.refuse_wrong_exchange(gift, case when not is_in_kind then dollars end);
  return jsonb_populate_record(given, jsonb_build_object(
    'amount', case when not is_in_kind then dollars end, 'refunded', 0, 'told', '{}'::text[], 'is_picked', picked is not null, 'rate', foreign_rate,
    'description', case when is_in_kind then btrim(given.description) end, 'estimate', case when is_in_kind then typed end,
    'currency', case when foreign_rate is not null then given.currency end,
    'original_amount', case when foreign_rate is not null then typed end,
    'rate_on', case when foreign_rate is not null then given.rate_on end,
    'exchange', nullif(btrim(given.exchange), ''), 'exchange_value', round((gift ->> 'exchange_value')::numeric, 2),
    'donation_type', coalesce(given.donation_type, 'one-time'), 'is_posted', given.batch_id is null, 'entered_at', clock_timestamp(),
    'created_at', (gift ->> 'day')::timestamp at time zone private.office_time_zone(),
    'person_id', coalesce(picked, private.found_person((given.donor_name, given.donor_email, given.donor_phone, true)))
  ));
end
$$;
comment on function private.checked_gift is
  'A typed gift as a row of donations: in dollars, with the person who was picked, or whom the rule finds. Refuses what private.refuse_wrong_gift refuses.';

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
    -- One check over two funds is no duplicate.
    and coalesce(fund_id = gift.fund_id, true) and coalesce(split_id <> gift.split_id, true)
    and (is_posted or batch_id in (select id from public.gift_batches where discarded_at is null))
  order by id limit 1
$$;
comment on function private.gift_like(public.donations) is
  'A gift of the same donor and day with the same amount or description, in words; null where there is none. Not one for another fund, and none of the same split check.';

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
