create view private.pledge_standings with (security_invoker = true) as
  select pledge.*, paid, greatest(pledge.amount - paid, 0) as balance, installments, next_due, late
  from public.gift_pledges pledge
  cross join lateral (
    select coalesce(sum(gift.amount - refunded), 0) as paid from private.gifts gift where gift_pledge_id = pledge.id
  ) as applied
  cross join lateral (
    select
      jsonb_agg(jsonb_build_object('due_on', due_on, 'amount', part, 'paid', covered) order by due_on) as installments,
      min(due_on) filter (where covered < part) as next_due,
      coalesce(sum(part - covered) filter (where due_on < private.office_today()), 0) as late
    from (
      select due_on, installment.amount as part, least(installment.amount, greatest(
        paid - coalesce(sum(installment.amount) over (order by due_on rows between unbounded preceding and 1 preceding), 0), 0
      )) as covered
      from public.pledge_installments installment where pledge_id = pledge.id
    ) as listed
  ) as schedule;
comment on view private.pledge_standings is
  'Each pledge with what its posted gifts paid, less refunds, its balance, the covered part of each installment, the next due day and the late dollars.';
