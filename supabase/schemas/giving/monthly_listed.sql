create function private.monthly_gifts(donor uuid default null, skipped integer default 0) returns table (
  id text, donor_id uuid, donor_name text, amount numeric, paid_at timestamptz, failing_since timestamptz, ended_at timestamptz
)
language sql stable security definer set search_path = ''
as $$
  with listed as (
    (
      select * from private.monthly_gifts where donor is null and ended_at is null and donor_id is not null
      order by paid_at desc nulls last, id offset greatest(skipped, 0) limit 50
    ) union all (
      select * from private.monthly_gifts where donor_id = donor
      order by ended_at is not null, paid_at desc nulls last, id offset greatest(skipped, 0) limit 50
    )
  )
  select listed.id, donors.id, donors.name, (
    select gift.amount from private.gifts gift
    where gift.person_id = donors.id and gift.donation_type = 'monthly' and gift.payment_id is not null and gift.created_at <= listed.paid_at
    order by gift.created_at desc, gift.id limit 1
  ), listed.paid_at, listed.failing_since, listed.ended_at
  from listed join public.donors on donors.id = listed.donor_id
  where private.has_permission('can_manage_donations')
  order by listed.ended_at is not null, listed.paid_at desc nulls last, listed.id
$$;
create function public.monthly_gifts(donor uuid default null, skipped integer default 0) returns table (
  id text, donor_id uuid, donor_name text, amount numeric, paid_at timestamptz, failing_since timestamptz, ended_at timestamptz
)
language sql stable security invoker set search_path = ''
as $$ select * from private.monthly_gifts(donor, skipped) $$;
comment on function public.monthly_gifts is
  'For can_manage_donations, up to 50 monthly gifts of the payment provider after some, paid last first: the running ones of all donors, or all of one, each with the dollars of its last payment. They are no pledges: no sum of pledges has them.';
grant execute on function private.monthly_gifts, public.monthly_gifts to authenticated;
