create function private.is_new_event(event_id text) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('payment events', 0));
  insert into private.payment_events (id) values (event_id) on conflict do nothing;
  return found;
end
$$;
comment on function private.is_new_event(text) is 'Records an event of the provider, one at a time; false for a repeated one.';

create function private.note_refused_payment_event(reason text) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into private.refused_payment_events as known (reason) values (left(note_refused_payment_event.reason, 300))
  on conflict on constraint refused_payment_events_pkey do update set times = known.times + 1, last_at = now()
$$;
create function public.note_refused_payment_event(reason text) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.note_refused_payment_event(reason) $$;
comment on function public.note_refused_payment_event is
  'Records why an event of the payment provider is refused, for example an API version that we do not know.';
grant execute on function private.note_refused_payment_event, public.note_refused_payment_event to service_role;

create function private.note_paid(gift jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  donor constant uuid := (select person_id from private.gifts where payment_id = gift ->> 'payment_id');
begin
  update public.donors set payment_failing_since = null
  where id = donor and gift ->> 'donation_type' = 'monthly' and payment_failing_since < (gift ->> 'given_at')::timestamptz;
  insert into private.monthly_gifts as stored (id, customer, donor_id, paid_at)
  select gift ->> 'subscription', gift ->> 'customer', donor, (gift ->> 'given_at')::timestamptz
  where gift ->> 'subscription' is not null
  on conflict (id) do update set
    customer = excluded.customer, donor_id = excluded.donor_id, paid_at = greatest(stored.paid_at, excluded.paid_at),
    failures = case when stored.failing_since > excluded.paid_at then stored.failures else 0 end,
    failing_since = case when stored.failing_since > excluded.paid_at then stored.failing_since end;
end
$$;
comment on function private.note_paid is
  'After a payment: ends the failures of a monthly gift up to then, and stores its subscription with customer and donor.';

create function private.paid_back(gift_id text) returns numeric
language sql stable security definer set search_path = ''
as $$
  select coalesce(sum(greatest(payments.refunded - returned.failed, 0) + returned.lost), 0)
  from private.payments
  cross join lateral (
    select
      -- A total from after the failure no longer includes the refund.
      coalesce(sum(amount) filter (where kind = 'refund_failed' and told_at >= payments.refunded_at), 0) as failed,
      coalesce(sum(amount) filter (where kind = 'dispute_lost'), 0) as lost
    from private.payment_reversals where payment = payments.id
  ) as returned
  where payments.gift = gift_id
$$;
comment on function private.paid_back is
  'The dollars of a gift that went back: refunds that did not fail, and lost disputes.';

-- The provider's metadata are typed by whoever made the payment link: what cannot be read never loses the gift.

create function private.exchange_of_payment(gift jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object('exchange_value', worth, 'exchange', given)
  from (
    select case when gift ->> 'exchange_value' ~ '^\$?(\d{1,8}|\d{1,3}(,\d{3}){1,2})(\.\d{1,2})?$'
        then translate(gift ->> 'exchange_value', '$,', '')::numeric end as worth,
      nullif(btrim(gift ->> 'exchange'), '') as given
  ) as told
  where worth > 0 and worth <= (gift ->> 'amount')::numeric and private.is_line(given, 300)
$$;
comment on function private.exchange_of_payment(jsonb) is
  'What a gift of the provider says was given in exchange, with its value; null where it says nothing, or nothing that can be stored.';

create function private.add_exchange_task(gift jsonb) returns void
language sql security definer set search_path = ''
as $$
  insert into public.tasks (body, due_on, author_id, gift_id, open_to)
  select format(
      'This payment of %s names something in exchange that could not be stored: “%s”, value “%s”. Correct the gift before its receipt goes out.',
      to_char((gift ->> 'amount')::numeric, 'FM$999,999,990.00'), left(gift ->> 'exchange', 300), left(gift ->> 'exchange_value', 50)
    ), private.office_today(), null, id, '{donations}'
  from private.gifts where payment_id = gift ->> 'payment_id'
$$;
comment on function private.add_exchange_task(jsonb) is
  'A task for no one, on the gift: all who may read gifts have it among their own.';

create function private.add_paid_gift(gift jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  told constant jsonb := private.exchange_of_payment(gift);
  day constant date := (gift ->> 'given_at')::timestamptz at time zone private.office_time_zone();
begin
  insert into public.donations (
    payment_id, donor_name, donor_email, amount, donation_type, campaign, created_at, exchange_value, exchange, booked_on
  ) values (
    gift ->> 'payment_id', gift ->> 'donor_name', gift ->> 'donor_email', (gift ->> 'amount')::numeric,
    gift ->> 'donation_type', gift ->> 'campaign', (gift ->> 'given_at')::timestamptz,
    (told ->> 'exchange_value')::numeric, told ->> 'exchange', nullif(private.first_open_day(day), day)
  );
  if told is null and coalesce(btrim(gift ->> 'exchange_value'), btrim(gift ->> 'exchange'), '') <> '' then
    perform private.add_exchange_task(gift);
  end if;
  perform private.note_paid(gift);
end
$$;
comment on function private.add_paid_gift(jsonb) is
  'Adds a gift of the provider, in the first open month; what cannot be stored of its exchange becomes a task.';

create function private.paid_back_at(gift_id text) returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select greatest(max(refunded_at), max(told_at))
  from private.payments left join private.payment_reversals on payment = payments.id
  where payments.gift = gift_id
$$;

comment on function private.paid_back_at is 'When the provider last reported a refund or reversal of a gift.';

create function private.book_paid_back(payment text, reversal jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  gift public.donations;
  back numeric;
  day date;
begin
  select * into gift from private.gifts where payment_id = payment for update;
  back := least(gift.amount, private.paid_back(payment));
  if gift.id is null or gift.refunded = back then
    return;
  end if;
  day := (private.paid_back_at(payment) at time zone private.office_time_zone())::date;
  insert into public.gift_returns (gift_id, kind, amount, fee, returned_on, booked_on)
  values (
    gift.id, case when reversal ->> 'kind' like 'dispute%' then 'dispute' else 'refund' end, back - gift.refunded,
    nullif((reversal ->> 'fee')::numeric, 0), day, nullif(private.first_open_day(day), day)
  );
  update public.donations set refunded = back where id = gift.id;
end
$$;
comment on function private.book_paid_back(text, jsonb) is
  'Stores what the provider paid back of a gift by now, and the difference as a line of the day of its newest event.';

create function private.record_payment_event(
  event_id text, gift jsonb default null, payment text default null, pays text default null,
  refunded numeric default null, reversal jsonb default null, told_at timestamptz default now()
) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  gift_id constant text := gift ->> 'payment_id';
  concerned text := gift_id;
begin
  if not private.is_new_event(event_id) then
    return false;
  end if;
  if gift_id is not null and not exists (select from private.gifts where payment_id = gift_id) then
    perform private.add_paid_gift(gift);
  end if;
  if payment is not null then
    insert into private.payments as stored (id, gift, refunded, refunded_at)
    values (
      payment, coalesce(pays, payment), coalesce(record_payment_event.refunded, 0),
      case when record_payment_event.refunded is not null then told_at end
    )
    on conflict (id) do update set
      gift = coalesce(pays, stored.gift),
      (refunded, refunded_at) = (
        select newest.refunded, newest.refunded_at
        from (values (stored.refunded, stored.refunded_at), (excluded.refunded, excluded.refunded_at)) as newest (refunded, refunded_at)
        order by newest.refunded_at desc nulls last, newest.refunded desc limit 1
      )
    returning stored.gift into concerned;
    insert into private.payment_reversals as stored (id, payment, kind, amount, told_at)
    select reversal ->> 'id', payment, reversal ->> 'kind', (reversal ->> 'amount')::numeric, record_payment_event.told_at
    where reversal is not null
    -- A refund fails once, though several events may say so; a lost dispute may be won later.
    on conflict (id) do update set
      told_at = case excluded.kind when 'refund_failed' then least(stored.told_at, excluded.told_at) else excluded.told_at end,
      kind = excluded.kind
    where excluded.kind = 'refund_failed' or stored.told_at <= excluded.told_at;
  end if;
  perform private.book_paid_back(concerned, reversal);
  return true;
end
$$;

create function public.record_payment_event(
  event_id text, gift jsonb default null, payment text default null, pays text default null,
  refunded numeric default null, reversal jsonb default null, told_at timestamptz default now()
) returns boolean
language sql security invoker set search_path = ''
as $$ select private.record_payment_event(event_id, gift, payment, pays, refunded, reversal, told_at) $$;
comment on function public.record_payment_event is
  'For the provider''s webhook: records a gift (payment_id, donor_name, donor_email, amount, donation_type, campaign, given_at, exchange_value and exchange as typed, and subscription and customer of a monthly one), the invoice that a payment pays, the total refund of a payment at a moment, or a reversal (id, kind, amount, fee): a refund that failed, a dispute that was lost or won; false for a repeated event.';
grant execute on function private.record_payment_event, public.record_payment_event to service_role;

-- A failed payment: a mail with the provider's link for each event. At the third since a subscription was last
-- paid, by the provider's count or ours, staff get a task.

create function private.add_payment_task(subscription text, failure jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.tasks (body, due_on, author_id, donor_id, address, open_to)
  select format('The monthly gift of %s by %s failed three times. Ask for a new card.',
      to_char((failure ->> 'amount')::numeric, 'FM$999,999,990.00'), left(failure ->> 'donor_name', 200)),
    private.office_today(), null, donor_id,
    case when donor_id is null and private.is_address(failure ->> 'donor_email') then failure ->> 'donor_email' end, '{donors}'
  from private.monthly_gifts where id = subscription;
end
$$;
comment on function private.add_payment_task(text, jsonb) is
  'Adds a task without an assignee, on the donor or their address: everyone who may read donors has it among their own.';

create function private.record_failed_payment(event_id text, failure jsonb) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  address constant text := failure ->> 'donor_email';
  failed_at constant timestamptz := failure ->> 'failed_at';
  donor constant uuid := private.found_person((failure ->> 'donor_name', address, null, true));
  stored private.monthly_gifts;
begin
  if not private.is_new_event(event_id) then
    return false;
  end if;
  insert into private.monthly_gifts (id, customer, donor_id)
  values (failure ->> 'subscription', failure ->> 'customer', (select id from public.donors where id = donor))
  on conflict do nothing;
  update private.monthly_gifts set failures = greatest(failures + 1, (failure ->> 'attempts')::integer)
  where id = failure ->> 'subscription' and (paid_at is null or paid_at < failed_at)
  returning * into stored;
  if stored.id is null then
    -- A later payment succeeded.
    return true;
  end if;
  if private.is_address(address) then
    insert into private.outbox (idempotency_key, kind, recipient, expires_at, data)
    values ('payment_failed:' || event_id, 'payment_failed', address, now() + interval '3 days', failure - 'donor_email')
    on conflict do nothing;
  end if;
  if stored.failures >= 3 and stored.failing_since is null then
    update private.monthly_gifts set failing_since = failed_at where id = stored.id;
    update public.donors set payment_failing_since = failed_at where id = donor and payment_failing_since is null;
    perform private.add_payment_task(stored.id, failure);
  end if;
  return true;
end
$$;

create function public.record_failed_payment(event_id text, failure jsonb) returns boolean
language sql security invoker set search_path = ''
as $$ select private.record_failed_payment(event_id, failure) $$;
comment on function public.record_failed_payment is
  'For the provider''s webhook: writes to a donor whose payment failed (donor_name, donor_email, amount, link, subscription, customer, attempts, failed_at); false for a repeated event.';
grant execute on function private.record_failed_payment, public.record_failed_payment to service_role;

-- A card about to expire. The provider has no event for cards that it saves as payment methods, so we keep the
-- last day of each customer's newest card, and tell the donor of a monthly gift once, a month before.

create function private.record_payment_card(event_id text, customer text, expires_on date, seen_at timestamptz) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.is_new_event(event_id) then
    return false;
  end if;
  insert into private.payment_cards as stored (customer, expires_on, seen_at)
  values (record_payment_card.customer, record_payment_card.expires_on, record_payment_card.seen_at)
  on conflict on constraint payment_cards_pkey do update set expires_on = excluded.expires_on, seen_at = excluded.seen_at
  where stored.seen_at <= excluded.seen_at;
  return true;
end
$$;

create function public.record_payment_card(event_id text, customer text, expires_on date, seen_at timestamptz) returns boolean
language sql security invoker set search_path = ''
as $$ select private.record_payment_card(event_id, customer, expires_on, seen_at) $$;
comment on function public.record_payment_card is
  'For the provider''s webhook: the last day of the card of a customer, null for another way to pay; false for a repeated event.';
grant execute on function private.record_payment_card, public.record_payment_card to service_role;

create function private.end_monthly_gift(event_id text, subscription text, ended_at timestamptz) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.is_new_event(event_id) then
    return false;
  end if;
  insert into private.monthly_gifts as stored (id, ended_at) values (subscription, end_monthly_gift.ended_at)
  on conflict (id) do update set ended_at = excluded.ended_at;
  return true;
end
$$;

create function public.end_monthly_gift(event_id text, subscription text, ended_at timestamptz) returns boolean
language sql security invoker set search_path = ''
as $$ select private.end_monthly_gift(event_id, subscription, ended_at) $$;
comment on function public.end_monthly_gift is
  'For the provider''s webhook: a subscription that ended; false for a repeated event.';
grant execute on function private.end_monthly_gift, public.end_monthly_gift to service_role;

create function private.write_card_notices() returns void
language sql security definer set search_path = ''
as $$
  delete from private.payment_cards
  where expires_on < private.office_today() - 90
    or seen_at < now() - interval '7 days' and customer not in (
      select monthly.customer from private.monthly_gifts monthly where monthly.customer is not null and monthly.ended_at is null
    );
  with told as (
    update private.payment_cards card set written_for = card.expires_on
    from private.monthly_gifts monthly join private.donor_letters donors on donors.id = monthly.donor_id
    where card.expires_on between private.office_today() and private.office_today() + 30
      and card.written_for is distinct from card.expires_on
      and monthly.customer = card.customer and monthly.ended_at is null and monthly.paid_at > now() - interval '2 months'
      and private.is_address(donors.email)
    returning card.customer, card.expires_on, donors.email
  )
  insert into private.outbox (idempotency_key, kind, recipient, expires_at, data)
  select format('card_expiring:%s:%s', customer, expires_on), 'card_expiring', email, now() + interval '3 days',
    jsonb_build_object('expires_on', expires_on)
  from told
  on conflict do nothing
$$;
comment on function private.write_card_notices is
  'Tells donors of monthly gifts, once and within a month before, that their card expires. Deletes cards that expired 90 days ago or belong to no running subscription.';
select private.every_minute('write_card_notices');
