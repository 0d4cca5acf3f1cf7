-- The lists of pledges, the gifts that may pay them, reminders, and pledges by month.

create function private.proposed_gifts(of_pledge uuid default null, of_gifts uuid[] default '{}') returns table (pledge_id uuid, gift_id uuid)
language sql stable security definer set search_path = ''
as $$
  select pledge.id, gift.id
  from private.pledge_standings pledge
  join public.donations gift on gift.person_id = pledge.person_id
  where (pledge.id = of_pledge or gift.id = any (of_gifts)) and pledge.status = 'open'
    and gift.gift_pledge_id is null and gift.voided_at is null and gift.is_kept and gift.amount - gift.refunded <= pledge.balance
    -- Monthly gifts of the provider are not mixed with pledges.
    and not (gift.donation_type = 'monthly' and gift.payment_id is not null)
    and (gift.is_posted or of_pledge is null and exists (select from public.gift_batches where gift_batches.id = gift.batch_id and discarded_at is null))
    and (gift.created_at at time zone private.office_time_zone())::date >= pledge.pledged_on
    and exists (
      select from jsonb_to_recordset(pledge.installments) as part (due_on date, amount numeric, paid numeric)
      where part.paid < part.amount
        and (gift.created_at at time zone private.office_time_zone())::date between part.due_on - 60 and part.due_on + 120
    )
$$;
comment on function private.proposed_gifts(uuid, uuid[]) is
  'Gifts of the donor that may pay an open pledge, for the desk also those of open batches: not applied yet, no more than its balance, and given from 60 days before to 120 days after the due day of an installment that is not paid.';

create function private.gift_of_pledge(gift public.donations) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'id', gift.id, 'day', (gift.created_at at time zone private.office_time_zone())::date, 'amount', gift.amount - gift.refunded,
    'method', gift.method, 'reference', gift.reference, 'is_posted', gift.is_posted
  )
$$;
comment on function private.gift_of_pledge(public.donations) is 'A gift in a list of a pledge: day, dollars less refunds, method and reference.';

create function private.pledge_in_full(pledge private.pledge_standings) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select to_jsonb(pledge) || jsonb_build_object(
    'fund', (select name from public.funds where id = pledge.fund_id),
    'is_donor', exists (select from public.donors where id = pledge.person_id),
    'gifts', (
      select coalesce(jsonb_agg(private.gift_of_pledge(gift) order by gift.created_at, gift.id), '[]')
      from public.donations gift where gift_pledge_id = pledge.id
    ),
    'proposals', (
      select coalesce(jsonb_agg(private.gift_of_pledge(gift) order by gift.created_at, gift.id), '[]')
      from private.proposed_gifts(pledge.id) join public.donations gift on gift.id = gift_id
    )
  )
$$;
comment on function private.pledge_in_full is 'A pledge with its fund, its gifts, and those that may pay it.';

create function private.pledge_book(listed text default 'open', donor uuid default null, skipped integer default 0) returns setof jsonb
language sql stable security definer set search_path = ''
as $$
  select private.pledge_in_full(pledge) from private.pledge_standings pledge
  where private.has_permission('can_manage_donations') and (donor is null or person_id = donor) and case listed
    when 'late' then status = 'open' and late > 0
    when 'due' then status = 'open' and late = 0 and next_due <= private.office_today() + 30
    when 'all' then true
    else status = listed
  end
  order by case when listed in ('late', 'due', 'open') then next_due end, pledged_on desc, id
  offset greatest(skipped, 0) limit 50
$$;
create function public.pledge_book(listed text default 'open', donor uuid default null, skipped integer default 0) returns setof jsonb
language sql stable security invoker set search_path = ''
as $$ select private.pledge_book(listed, donor, skipped) $$;
comment on function public.pledge_book is
  'For can_manage_donations, up to 50 pledges after some: late, due (within 30 days), open, kept, written_off or all, of one donor or of all, each with paid, balance, late, next_due, installments, gifts and proposals.';

create function private.pledge_counts() returns table (listed text, pledges bigint, total numeric)
language sql stable security definer set search_path = ''
as $$
  select listed.name, count(*), sum(case
    when listed.name = 'late' then late when listed.name = 'kept' then amount else balance
  end)
  from private.pledge_standings pledge cross join lateral (values
    ('late', status = 'open' and late > 0), ('due', status = 'open' and late = 0 and next_due <= private.office_today() + 30),
    ('open', status = 'open'), ('kept', status = 'kept'), ('written_off', status = 'written_off')
  ) as listed (name, is_in)
  where is_in and private.has_permission('can_manage_donations') group by listed.name
  union all
  select 'monthly', count(*), null from private.monthly_gifts
  where ended_at is null and donor_id is not null and private.has_permission('can_manage_donations') having count(*) > 0
$$;
create function public.pledge_counts() returns table (listed text, pledges bigint, total numeric)
language sql stable security invoker set search_path = ''
as $$ select * from private.pledge_counts() $$;
comment on function public.pledge_counts is
  'For can_manage_donations, the number of pledges in each list of pledge_book that has any, with the late dollars, the sum of kept ones, or the balance; and the number of running monthly gifts, which are no pledges and have no sum.';

create function private.pledges_of_gifts(gifts uuid[]) returns setof jsonb
language sql stable security definer set search_path = ''
as $$
  with proposed as materialized (
    select pledge_id, gift_id from private.proposed_gifts(of_gifts => gifts) where private.has_permission('can_manage_donations')
  )
  select to_jsonb(pledge) || jsonb_build_object('gift_id', given.id, 'is_applied', coalesce(pledge.id = given.gift_pledge_id, false),
    'is_proposed', (pledge.id, given.id) in (select pledge_id, gift_id from proposed))
  from public.donations given join private.pledge_standings pledge on pledge.id = given.gift_pledge_id
    or given.gift_pledge_id is null and pledge.person_id = given.person_id and pledge.status = 'open' and given.amount - given.refunded <= pledge.balance
  where given.id = any (gifts) and given.voided_at is null and private.has_permission('can_manage_donations')
  order by pledge.next_due, pledge.id
$$;
create function public.pledges_of_gifts(gifts uuid[]) returns setof jsonb
language sql stable security invoker set search_path = ''
as $$ select private.pledges_of_gifts(gifts) $$;
comment on function public.pledges_of_gifts is
  'For can_manage_donations: for each gift (gift_id) the pledge that it was applied to, or the open ones of its donor that it may pay; is_proposed where amount and day fit.';

create function private.remind_of_pledges() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  late record;
begin
  for late in
    select pledge.*, part.due_on, part.amount - part.paid as missing
    from private.pledge_standings pledge
    cross join lateral jsonb_to_recordset(pledge.installments) as part (due_on date, amount numeric, paid numeric)
    join public.pledge_installments installment on installment.pledge_id = pledge.id and installment.due_on = part.due_on
    where pledge.status = 'open' and reminded_at is null and part.due_on < private.office_today() and part.paid < part.amount
      and installment.due_on < private.office_today()
    order by part.due_on limit 100
  loop
    insert into public.tasks (body, due_on, donor_id, open_to) values (
      format('Pledge of %s is late: %s was due on %s.', to_char(late.amount, 'FM$999,999,990.00'),
        to_char(late.missing, 'FM$999,999,990.00'), to_char(late.due_on, 'FMMonth FMDD, YYYY')),
      private.office_today(), (select id from public.donors where id = late.person_id), '{donors}'
    );
    update public.pledge_installments set reminded_at = now() where pledge_id = late.id and due_on = late.due_on;
  end loop;
end
$$;
comment on function private.remind_of_pledges is
  'Adds a task for each late installment, once, at the donor; it names the donor nowhere else.';
select private.every_minute('remind_of_pledges');

create function private.pledge_lines() returns table (day date, fund_id uuid, kind text, amount numeric)
language sql stable security definer set search_path = ''
as $$
  select pledged_on, fund_id, 'pledged', amount from public.gift_pledges
  union all
  select line.day, pledge.fund_id, 'paid', line.amount
  from private.book_lines line
  left join public.gift_returns back on back.id = line.id and line.kind = back.kind
  join private.gifts gift on gift.id = coalesce(back.gift_id, line.id)
  join public.gift_pledges pledge on pledge.id = gift.gift_pledge_id
  where line.kind in ('gift', 'refund', 'bounce', 'void', 'dispute')
  union all
  select (written_off_at at time zone private.office_time_zone())::date, fund_id, 'written_off', balance
  from private.pledge_standings where status = 'written_off'
$$;
comment on function private.pledge_lines is
  'What was promised, paid and written off of pledges by day and the pledge''s fund. A gift counts on its day in the books, what came back of it on its own.';

create function private.pledges_of_month(of_month date) returns table (
  fund text, opening numeric, pledged numeric, paid numeric, written_off numeric, closing numeric
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  first constant date := date_trunc('month', of_month);
  next constant date := first + interval '1 month';
begin
  perform private.require(private.may_view_books(), 'You may not see the books.');
  return query
  select funds.name, coalesce(sum(signed) filter (where day < first), 0),
    coalesce(sum(line.amount) filter (where day >= first and kind = 'pledged'), 0),
    coalesce(sum(line.amount) filter (where day >= first and kind = 'paid'), 0),
    coalesce(sum(line.amount) filter (where day >= first and kind = 'written_off'), 0),
    coalesce(sum(signed), 0)
  from private.pledge_lines() as line
  cross join lateral (select case kind when 'pledged' then line.amount else -line.amount end as signed) as counted
  left join public.funds on funds.id = line.fund_id
  where day < next
  group by funds.id, funds.name
  order by funds.name is null, lower(funds.name);
end
$$;
create function public.pledges_of_month(of_month date) returns table (
  fund text, opening numeric, pledged numeric, paid numeric, written_off numeric, closing numeric
)
language sql stable security invoker set search_path = ''
as $$ select * from private.pledges_of_month(of_month) $$;
comment on function public.pledges_of_month is
  'For can_view_financials and can_manage_donations, by fund: what pledges had open before a month, what was pledged, paid and written off in it, and what is open after it.';
grant execute on function private.pledge_book, public.pledge_book to authenticated;
grant execute on function private.pledge_counts, public.pledge_counts to authenticated;
grant execute on function private.pledges_of_gifts, public.pledges_of_gifts to authenticated;
grant execute on function private.pledges_of_month, public.pledges_of_month to authenticated;
