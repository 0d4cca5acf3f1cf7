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
create function public.record_payout(event_id text, payout jsonb) returns boolean
language sql security invoker set search_path = ''
as $$ select private.record_payout(event_id, payout) $$;
comment on function public.record_payout is
  'For the provider''s webhook: a payout (id, amount in dollars, arrives_on, state paid or failed, told_at), events of it in any order; false for a repeated event.';

create function private.note_payout_deposit(payout text, amount numeric, deposited_on date, replaced numeric) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  stored private.payouts;
begin
  perform private.require_gift_desk();
  select * into stored from private.payouts where id = payout for update;
  perform private.refuse_if(not found, 'This payout no longer exists.');
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
create function public.note_payout_deposit(payout text, amount numeric, deposited_on date, replaced numeric) returns void
language sql security invoker set search_path = ''
as $$ select private.note_payout_deposit(payout, amount, deposited_on, replaced) $$;
comment on function public.note_payout_deposit is
  'Notes the dollars that the bank shows for a payout of the provider, and the day; PT409 when the deposit is not the one that the caller saw.';

create function private.payout_book(skipped integer) returns table (
  id text, amount numeric, arrives_on date, is_failed boolean, deposited numeric, deposited_on date
)
language sql stable security definer set search_path = ''
as $$
  select payouts.id, payouts.amount, payouts.arrives_on, failed_at is not null, payouts.deposited, payouts.deposited_on
  from private.payouts where private.has_permission('can_manage_donations')
  order by payouts.arrives_on desc, payouts.id desc offset greatest(skipped, 0) limit 50
$$;
create function public.payout_book(skipped integer default 0) returns table (
  id text, amount numeric, arrives_on date, is_failed boolean, deposited numeric, deposited_on date
)
language sql stable security invoker set search_path = ''
as $$ select * from private.payout_book(skipped) $$;
comment on function public.payout_book is
  'Fifty payouts of the provider after some, by the day of their arrival, newest first; nothing without can_manage_donations.';
grant execute on function private.record_payout, public.record_payout to service_role;
grant execute on function private.note_payout_deposit, public.note_payout_deposit to authenticated;
grant execute on function private.payout_book, public.payout_book to authenticated;
