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
create function public.fund_balances() returns table (
  id uuid, name text, purpose text, given numeric, refunded numeric, spent numeric, balance numeric
)
language sql stable security invoker set search_path = ''
as $$ select * from private.fund_balances() $$;
comment on function public.fund_balances is
  'What each fund was given and spent, and what is left; nothing without can_manage_donations.';

create function private.spend_from_fund(spending uuid, fund uuid, amount numeric, spent_on date, purpose text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  left_over numeric;
begin
  perform private.require_gift_desk();
  perform from public.funds where id = fund for update;
  perform private.refuse_if(not found, 'This fund no longer exists.');
  if exists (select from public.fund_spendings where id = spending) then
    return;
  end if;
  perform private.refuse_if(amount <= 0 or amount >= 10000000, 'Enter an amount above 0 and below 10,000,000.');
  perform private.refuse_if(spent_on > private.office_today() or spent_on < '1900-01-01', 'The day is in the future, or missing.');
  perform private.refuse_if(not private.is_line(purpose, 300), 'Enter what it paid for.');
  left_over := private.fund_left(fund);
  perform private.refuse_if(round(amount, 2) > left_over, format('This fund has %s left.', to_char(left_over, 'FM$999,999,999,990.00')));
  insert into public.fund_spendings (id, fund_id, amount, spent_on, purpose)
  values (spending, fund, round(spend_from_fund.amount, 2), spend_from_fund.spent_on, spend_from_fund.purpose);
end
$$;
create function public.spend_from_fund(spending uuid, fund uuid, amount numeric, spent_on date, purpose text) returns void
language sql security invoker set search_path = ''
as $$ select private.spend_from_fund(spending, fund, amount, spent_on, purpose) $$;
comment on function public.spend_from_fund is
  'Stores a spending once by its id, up to what the fund has left.';

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
grant execute on function private.fund_balances, public.fund_balances to authenticated;
grant execute on function private.spend_from_fund, public.spend_from_fund to authenticated;

grant execute on function public.note_thanks(jsonb) to authenticated;
