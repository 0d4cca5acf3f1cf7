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
  perform private.refuse_if(not found, 'This gift no longer exists.');
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
  'Locks a gift for a change. Refuses a void or discarded one, a change without a reason, and, without `may_be_paid`, a gift from the payment provider.';

create function private.fund_left(fund uuid) returns numeric
language sql volatile security definer set search_path = ''
as $$
  select (select coalesce(sum(amount - refunded), 0) from private.gifts where fund_id = fund)
    - (select coalesce(sum(amount), 0) from public.fund_spendings where fund_id = fund)
$$;
comment on function private.fund_left is 'The dollars that a fund has left: its gifts, less refunds and spendings.';

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
comment on function private.refuse_overspent is
  'Refuses a change to a gift, just made, that leaves its fund with less than it has spent. Spendings wait for it.';

create function private.corrected_gift(stored public.donations, gift jsonb) returns public.donations
language plpgsql security definer set search_path = ''
as $$
declare
  changed public.donations;
begin
  if stored.payment_id is not null then
    perform private.refuse_if(
      not array(select jsonb_object_keys(gift)) <@ '{id,legal_donor_name,legal_donor_id,new_legal_donor_id,fund_id,note,exchange_value,exchange}',
      'This gift came from the payment provider: only its receipt, fund, note and what was given in exchange are yours to change.'
    );
    changed := jsonb_populate_record(stored, gift);
    perform private.refuse_wrong_exchange(to_jsonb(changed), stored.amount);
    return changed;
  end if;
  changed := private.checked_gift(gift);
  perform private.refuse_if(coalesce(changed.amount, 0) < stored.refunded, 'More than this amount was refunded.');
  return jsonb_populate_record(changed, jsonb_build_object(
    'batch_id', stored.batch_id, 'is_posted', stored.is_posted, 'refunded', stored.refunded, 'entered_at', stored.entered_at,
    'donation_type', stored.donation_type, 'told', stored.told, 'split_id', stored.split_id, 'matched_gift_id', stored.matched_gift_id, 'booked_on', stored.booked_on,
    'gift_pledge_id', stored.gift_pledge_id,
    -- The time of day stays, unless the day changes.
    'created_at', case
      when (stored.created_at at time zone private.office_time_zone())::date = (gift ->> 'day')::date then stored.created_at
      else changed.created_at
    end
  ));
end
$$;
comment on function private.corrected_gift is
  'A stored gift with a colleague''s corrections. Refuses an amount below what was refunded, and for a gift from the payment provider all but its receipt, fund and note.';

create function private.changes_books(stored public.donations, changed public.donations) returns boolean
language sql immutable set search_path = ''
as $$
  select (stored.amount, stored.fund_id, stored.campaign, stored.method, stored.created_at)
    is distinct from (changed.amount, changed.fund_id, changed.campaign, changed.method, changed.created_at)
$$;

comment on function private.changes_books is 'Whether a correction changes a line of the books.';

create function private.correct_in_open_month(stored public.donations, changed public.donations, new_id uuid, reason text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refuse_if(stored.payment_id is not null or stored.refunded > 0, 'Ask an admin to reopen the month: this gift cannot be entered again.');
  perform private.void_gift(stored.id, reason, return_id => new_id);
  perform private.store_gift(jsonb_populate_record(changed, jsonb_build_object(
    'id', new_id, 'batch_id', null, 'entered_at', clock_timestamp(), 'booked_on', private.office_today(), 'change_reason', reason
  )));
  perform private.log_action('added', 'donations', new_id, changed.donor_name, jsonb_build_object('amount', array[null, changed.amount]));
end
$$;
comment on function private.correct_in_open_month(public.donations, public.donations, uuid, text) is
  'Voids a gift of a closed month today and enters it again as corrected: with its day for the donor, and today''s for the books.';

create function private.correct_gift(gift jsonb, reason text, entered_again uuid default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  stored public.donations;
  changed public.donations;
  asked jsonb;
begin
  perform private.require_gift_desk();
  if exists (select from private.gifts where id = entered_again) then
    return null;
  end if;
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
  if entered_again is not null and private.changes_books(stored, changed) and private.closed_month(array[stored.booked_day]) is not null then
    perform private.correct_in_open_month(stored, changed, entered_again, reason);
    return null;
  end if;
  perform private.store_gift(changed);
  if (changed.fund_id, changed.amount) is distinct from (stored.fund_id, stored.amount) then
    perform private.refuse_overspent(stored.fund_id);
  end if;
  return null;
end
$$;
create function public.correct_gift(gift jsonb, reason text, entered_again uuid default null) returns jsonb
language sql security invoker set search_path = ''
as $$ select private.correct_gift(gift, reason, entered_again) $$;
comment on function public.correct_gift is
  'Changes a gift for a reason: everything that staff entered, or, of a gift from the payment provider, only legal_donor_name, legal_donor_id, new_legal_donor_id, fund_id, note, exchange_value and exchange. It may ask like enter_gift, and then changes nothing. What is in the books of a closed month is refused, unless entered_again has an id: then the gift is voided today, and entered again under that id.';

create function private.note_return(gift public.donations, kind text, amount numeric, returned_on date, fee numeric, reason text, return_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  day constant date := coalesce(returned_on, private.office_today());
begin
  perform private.refuse_if(day not between (gift.created_at at time zone private.office_time_zone())::date and private.office_today(),
    'Enter the day on which it came back: not before the gift, and not in the future.');
  perform private.refuse_if(coalesce(fee, 0) not between 0 and 9999999.99, 'Enter a fee of 0 or more, below 10,000,000.');
  insert into public.gift_returns (id, gift_id, kind, amount, fee, returned_on, reason, created_by)
  values (coalesce(return_id, gen_random_uuid()), gift.id, note_return.kind, note_return.amount, nullif(round(note_return.fee, 2), 0), day,
    note_return.reason, private.current_user_id());
end
$$;

comment on function private.note_return is 'Adds the line of what came back of a gift, today or on a given day.';

create function private.refund_gift(
  gift uuid, amount numeric, refunded_before numeric, reason text, returned_on date default null, fee numeric default null, return_id uuid default null
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  stored public.donations;
  refund constant numeric := round(amount, 2);
begin
  perform private.require_gift_desk();
  if exists (select from public.gift_returns where id = return_id and gift_id = gift) then
    return;
  end if;
  stored := private.gift_to_change(gift, reason);
  perform private.refuse_if(not stored.is_posted, 'This gift is not posted yet. Correct or void it.');
  perform private.refuse_if(stored.amount is null, 'A gift in kind has no dollars to refund.');
  if stored.refunded <> refunded_before then
    raise exception 'A colleague has just refunded part of it.' using errcode = 'PT409';
  end if;
  perform private.refuse_if(refund not between 0.01 and stored.amount - stored.refunded, format(
    'Enter at most %s, the rest of this gift.', to_char(stored.amount - stored.refunded, 'FM$999,999,999,990.00')
  ));
  perform private.note_return(stored, 'refund', refund, returned_on, fee, reason, return_id);
  perform private.store_gift(jsonb_populate_record(
    stored, jsonb_build_object('refunded', stored.refunded + refund, 'change_reason', reason)
  ));
  perform private.refuse_overspent(stored.fund_id);
end
$$;
create function public.refund_gift(
  gift uuid, amount numeric, refunded_before numeric, reason text, returned_on date default null, fee numeric default null, return_id uuid default null
) returns void
language sql security invoker set search_path = ''
as $$ select private.refund_gift(gift, amount, refunded_before, reason, returned_on, fee, return_id) $$;
comment on function public.refund_gift is
  'Adds dollars to the refunded part of a gift that staff entered, for a reason, with the day and the bank''s fee, once by return_id; PT409 when another part was refunded before.';

create function private.void_gift(
  gift uuid, reason text, has_bounced boolean default false, returned_on date default null, fee numeric default null, return_id uuid default null
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  stored public.donations;
begin
  perform private.require_gift_desk();
  if exists (select from public.gift_returns where id = return_id and gift_id = gift) then
    return;
  end if;
  stored := private.gift_to_change(gift, reason);
  perform private.refuse_if(has_bounced and stored.amount is null, 'A gift in kind does not bounce.');
  if stored.is_posted and stored.amount is distinct from stored.refunded then
    perform private.note_return(stored, case when has_bounced then 'bounce' else 'void' end, stored.amount - stored.refunded,
      returned_on, case when has_bounced then fee end, reason, return_id);
  end if;
  perform private.store_gift(jsonb_populate_record(
    stored, jsonb_build_object('refunded', coalesce(stored.amount, 0), 'voided_at', now(), 'change_reason', reason)
  ));
  perform private.refuse_overspent(stored.fund_id);
end
$$;
create function public.void_gift(
  gift uuid, reason text, has_bounced boolean default false, returned_on date default null, fee numeric default null, return_id uuid default null
) returns void
language sql security invoker set search_path = ''
as $$ select private.void_gift(gift, reason, has_bounced, returned_on, fee, return_id) $$;
comment on function public.void_gift is
  'Voids a gift that staff entered, for a reason: it stays on record, and no sum has it. If it counted, the books get a line of the day: what the bank took back, with its fee, where it bounced.';
grant execute on function private.correct_gift, public.correct_gift to authenticated;
grant execute on function private.refund_gift, public.refund_gift to authenticated;
grant execute on function private.void_gift, public.void_gift to authenticated;
