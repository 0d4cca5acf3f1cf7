-- Gifts by donor: one row per donor, kept by triggers of `donations`; and the events of the payment provider,
-- each recorded once.

create type private.gift_sums as (
  id uuid, name text, email text, gift_count bigint, lifetime numeric, moved_count bigint, moved_total numeric,
  thank_for_at timestamptz, created_at timestamptz,
  last_gift_at timestamptz, frequency text, frequency_ends_at timestamptz
);

create function private.sum_of_gifts(ids uuid[]) returns setof private.gift_sums
language plpgsql stable security definer rows 20 set search_path = ''
as $$
begin
  return query
  with gifts as (
    select gift.id, gift.created_at, gift.is_kept, gift.donation_type, gift.amount, gift.refunded, credit.*,
      row_number() over newest as rank,
      first_value(gift.created_at) over newest as newest_at
    from private.gifts gift
    -- The giver is thanked, and the sums of the legal donor have the gift.
    cross join lateral (values
      (gift.person_id, gift.legal_donor_id is null, true),
      (gift.legal_donor_id, true, false)
    ) as credit (person_id, is_hard, is_theirs)
    where (gift.person_id = any (ids) or gift.legal_donor_id = any (ids)) and credit.person_id = any (ids)
    window newest as (partition by credit.person_id order by gift.is_kept desc, gift.created_at desc, gift.id desc)
  ),
  summed as (
    select
      person_id,
      count(*) filter (where is_kept) as kept_count,
      count(*) filter (where is_kept and is_hard) as gift_count,
      coalesce(sum(amount - refunded) filter (where is_hard), 0) as lifetime,
      count(*) filter (where is_kept and not is_hard) as moved_count,
      coalesce(sum(amount - refunded) filter (where not is_hard), 0) as moved_total,
      max(created_at) filter (where is_kept and is_theirs) as thank_for_at,
      coalesce(min(created_at) filter (where is_kept), min(created_at)) as first_at,
      min(created_at) filter (where rank = 1) as last_at,
      max(created_at) filter (where is_kept and donation_type = 'monthly') as last_monthly_at,
      min(newest_at - created_at) filter (where rank = 2 and is_kept) as since_second,
      min(newest_at - created_at) filter (where rank = 3 and is_kept) as since_third,
      bool_or(
        is_kept and created_at between newest_at - interval '14 months' and newest_at - interval '10 months'
      ) as is_yearly
    from gifts group by person_id
  ),
  classified as (
    select *,
      case
        when kept_count = 0 then null
        -- Another gift in between ends no monthly one.
        when last_monthly_at = last_at or last_monthly_at > now() - interval '2 months' then 'monthly'
        when since_second between interval '20 days' and interval '45 days'
          and since_third - since_second between interval '20 days' and interval '45 days' then 'monthly'
        when is_yearly then 'yearly'
        when kept_count = 1 then 'once'
        else 'occasional'
      end as frequency
    from summed
  ),
  lapsing as (
    select *,
      case when frequency = 'monthly' and last_monthly_at > now() - interval '2 months' then last_monthly_at else last_at end + case frequency
        when 'monthly' then interval '2 months' when 'yearly' then interval '15 months' else interval '24 months'
      end as frequency_ends_at
    from classified
  )
  select person_id, people.name, private.email_of(person_id, false), gift_count, lifetime, moved_count, moved_total, thank_for_at, first_at, last_at,
    case when frequency is not null and frequency_ends_at <= now() then 'lapsed' else frequency end, frequency_ends_at
  from lapsing join private.people on people.id = person_id;
end
$$;

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
      id, number, name, email, gift_count, lifetime, moved_count, moved_total, thank_for_at, created_at, last_gift_at, frequency, frequency_ends_at
    )
    select id, nextval('private.donor_numbers'), name, email, gift_count, lifetime, moved_count, moved_total, thank_for_at,
      created_at, last_gift_at, frequency, frequency_ends_at
    from unnest(sums) as summed
    where not exists (select from public.donors where donors.id = summed.id)
    on conflict (id) do nothing;
    get diagnostics added = row_count;
    if added < absent then
      -- Another transaction added one, with a gift that the sums lack.
      sums := array(select summed from private.sum_of_gifts(ids) as summed order by id);
    end if;
  end if;

  update public.donors stored
  set gift_count = summed.gift_count, lifetime = summed.lifetime, moved_count = summed.moved_count,
    moved_total = summed.moved_total, thank_for_at = summed.thank_for_at, created_at = summed.created_at,
    last_gift_at = summed.last_gift_at, frequency = summed.frequency, frequency_ends_at = summed.frequency_ends_at,
    -- Thanks never cover later gifts.
    thanked_until = case when stored.thanked_until > summed.last_gift_at then summed.last_gift_at else stored.thanked_until end
  from unnest(sums) as summed
  where stored.id = summed.id
    and (
      (stored.gift_count, stored.lifetime, stored.moved_count, stored.moved_total, stored.thank_for_at, stored.created_at, stored.last_gift_at, stored.frequency, stored.frequency_ends_at)
        is distinct from
        (summed.gift_count, summed.lifetime, summed.moved_count, summed.moved_total, summed.thank_for_at, summed.created_at, summed.last_gift_at, summed.frequency, summed.frequency_ends_at)
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
create trigger keep_donors_added after insert on public.donations
  referencing new table as after_it for each statement execute function private.sync_donors();
create trigger keep_donors_changed after update on public.donations
  referencing old table as before_it new table as after_it for each statement execute function private.sync_donors();
create trigger keep_donors_removed after delete on public.donations
  referencing old table as before_it for each statement execute function private.sync_donors();

-- A donor is called and written to as the person is. A gift under another name or address changes neither.

create function private.name_donor() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.donors set name = new.name where id = new.id and name <> new.name;
  return null;
end
$$;
create trigger name_donor after update of name on private.people
  for each row when (new.name is not null and old.name is distinct from new.name) execute function private.name_donor();

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
create trigger address_donors_added after insert on private.contact_points
  referencing new table as changed for each statement execute function private.address_donors();
create trigger address_donors_changed after update on private.contact_points
  referencing new table as changed for each statement execute function private.address_donors();
create trigger address_donors_removed after delete on private.contact_points
  referencing old table as changed for each statement execute function private.address_donors();

create view private.donor_letters with (security_invoker = true) as
  select donors.id, donors.name,
    case when refused.is_so then private.email_of(donors.id) else donors.email end as email
  from public.donors
  cross join lateral (
    select lower(donors.email) in (select scope from private.suppressions where reason <> 'unsubscribed') as is_so
  ) as refused;
comment on view private.donor_letters is
  'Where letters to donors go: as donors has it, or to another of the donor''s addresses where that one bounced or complained.';

create function private.process_donors() returns void
language sql security definer set search_path = ''
as $$
  select private.recount_gifts(array(
    select id from public.donors where frequency <> 'lapsed' and frequency_ends_at <= now() order by frequency_ends_at limit 1000
  ))
$$;
select private.every_minute('process_donors');

grant select, update (thanked_until) on public.donors to authenticated;

create policy "Managers may select donors"
  on public.donors for select to authenticated
  using ((select private.has_permission('can_manage_donations')));
create policy "Managers of donations note thanks, for past gifts"
  on public.donors for update to authenticated
  using ((select private.has_permission('can_manage_donations')))
  with check ((select private.has_permission('can_manage_donations')) and coalesce(thanked_until <= last_gift_at, true));

-- The log has thanks by staff, and no changes that follow from gifts and imports.
create trigger log_change after update of thanked_until on public.donors
  for each row when (
    old.thanked_until is distinct from new.thanked_until
    and pg_trigger_depth() = 0 and coalesce(private.write_mode() not in ('import', 'thanks'), true)
  ) execute function private.log_change();

-- The payment provider's events. They may come repeatedly and in any order: a refund before its gift, and
-- the payment of an invoice before or after the invoice.

create table private.payment_events (
  id text primary key check (char_length(id) <= 200),
  received_at timestamptz not null default now()
);
create index payment_events_received_at_idx on private.payment_events (received_at);

create table private.payments (
  id text primary key check (char_length(id) <= 200),
  gift text not null check (char_length(gift) <= 200),
  refunded numeric(12, 2) not null default 0 check (refunded >= 0),
  refunded_at timestamptz
);
comment on column private.payments.refunded is 'The total refund at `refunded_at`, the newest that the provider told.';
comment on column private.payments.gift is 'The payment_id of its gift: its own id, or that of an invoice.';
create index payments_gift_idx on private.payments (gift);

create table private.payment_reversals (
  id text primary key check (char_length(id) <= 200),
  payment text not null check (char_length(payment) <= 200),
  kind text not null check (kind in ('refund_failed', 'dispute_lost', 'dispute_won')),
  amount numeric(12, 2) not null check (amount >= 0),
  told_at timestamptz not null
);
comment on table private.payment_reversals is 'Refunds that the bank returned, and closed disputes, by the provider''s id.';
create index payment_reversals_payment_idx on private.payment_reversals (payment);

create table private.monthly_gifts (
  id text primary key check (char_length(id) <= 200),
  customer text check (char_length(customer) <= 200),
  donor_id uuid references public.donors (id) on update cascade on delete cascade,
  paid_at timestamptz,
  failures integer not null default 0,
  failing_since timestamptz,
  ended_at timestamptz
);
comment on table private.monthly_gifts is 'The provider''s subscriptions.';
comment on column private.monthly_gifts.failures is 'Failed payments since the last one that succeeded.';
create index monthly_gifts_customer_idx on private.monthly_gifts (customer);
create index monthly_gifts_donor_id_idx on private.monthly_gifts (donor_id);

create table private.payment_cards (
  customer text primary key check (char_length(customer) <= 200),
  expires_on date check (expires_on between '2000-01-01' and '2200-12-31'),
  seen_at timestamptz not null,
  written_for date
);
comment on table private.payment_cards is 'The newest card of each customer of the provider.';
comment on column private.payment_cards.expires_on is 'Its last day; null when the customer pays by something else.';
comment on column private.payment_cards.written_for is 'The expires_on of which the donor was told.';
create index payment_cards_expires_on_idx on private.payment_cards (expires_on);

create table private.refused_payment_events (
  reason text primary key check (char_length(reason) <= 300),
  times integer not null default 1,
  last_at timestamptz not null default now()
);
comment on table private.refused_payment_events is 'Why events were refused, how often they came, and when last: the doctor names them.';

alter table private.payment_events enable row level security;
alter table private.refused_payment_events enable row level security;
alter table private.payments enable row level security;
alter table private.payment_reversals enable row level security;
alter table private.monthly_gifts enable row level security;
alter table private.payment_cards enable row level security;

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
  'Records why an event of the payment provider is refused, such as an API version that is not understood.';
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

create function private.paid_back(gift_id text) returns numeric
language sql stable security definer set search_path = ''
as $$
  select coalesce(sum(greatest(payments.refunded - returned.failed, 0) + returned.lost), 0)
  from private.payments
  cross join lateral (
    select
      -- A total of after the failure is without it.
      coalesce(sum(amount) filter (where kind = 'refund_failed' and told_at >= payments.refunded_at), 0) as failed,
      coalesce(sum(amount) filter (where kind = 'dispute_lost'), 0) as lost
    from private.payment_reversals where payment = payments.id
  ) as returned
  where payments.gift = gift_id
$$;

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
    insert into public.donations (
      payment_id, donor_name, donor_email, amount, donation_type, campaign, created_at
    ) values (
      gift_id, gift ->> 'donor_name', gift ->> 'donor_email', (gift ->> 'amount')::numeric,
      gift ->> 'donation_type', gift ->> 'campaign', (gift ->> 'given_at')::timestamptz
    );
    perform private.note_paid(gift);
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
    -- A refund fails once, of which several events tell; a lost dispute may be won later.
    on conflict (id) do update set
      told_at = case excluded.kind when 'refund_failed' then least(stored.told_at, excluded.told_at) else excluded.told_at end,
      kind = excluded.kind
    where excluded.kind = 'refund_failed' or stored.told_at <= excluded.told_at;
  end if;
  update public.donations stored
  set refunded = least(stored.amount, private.paid_back(concerned))
  where stored.payment_id = concerned and stored.refunded <> least(stored.amount, private.paid_back(concerned));
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
  'For the provider''s webhook: records a gift (payment_id, donor_name, donor_email, amount, donation_type, campaign, given_at, and subscription and customer of a monthly one), the invoice that a payment pays, the total refund of a payment at a moment, or a reversal (id, kind, amount): a refund that failed, a dispute that was lost or won; false for a repeated event.';
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
comment on function private.add_payment_task(text, jsonb) is 'A task for no one, on the donor or their address: all who may read donors have it among their own.';

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

-- A card about to expire. The provider has no event of it for cards that it saves as payment methods, so the
-- last day of each customer's newest card is kept, and the donor of a monthly gift is told once, a month before.

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
select private.every_minute('write_card_notices');

create index donors_search_text_idx on public.donors
  using gin (search_text extensions.gin_trgm_ops) with (fastupdate = off);
create function public.search_donors(search text) returns setof public.donors
language sql stable security invoker set search_path = ''
as $$ select * from public.donors where id = any ((select private.matching('donors', search))::uuid[]) $$;
grant execute on function public.search_donors(text) to authenticated;
