-- The books: each line has a day, and no line of a closed month changes (docs/decisions/050-books-by-month.md).

create view private.book_lines with (security_invoker = true) as
  with gift as not materialized (
    select gifts.*,
      case when batch_id is not null then 'batch' when entered_at is not null then 'desk' when payment_id is not null then 'online' else 'file' end as source
    from private.gifts
  )
  select booked_day as day, case when method = 'in_kind' then 'in_kind' else 'gift' end as kind, source, gift.id, batch_id, null::text as payout,
    donor_name as name, fund_id, campaign, method, gift.amount - refunded + coalesce(returned.amount, 0) as amount
  from gift left join (
    select gift_id, sum(amount) as amount from public.gift_returns group by gift_id
  ) as returned on gift_id = gift.id
  where voided_at is null or gift_id is not null
  union all
  select line.booked_day, line.kind, source, line.id, batch_id, null, donor_name, fund_id, campaign, method, -line.amount
  from public.gift_returns line join gift on gift.id = line.gift_id
  union all
  select line.booked_day, 'fee', source, line.id, batch_id, null, donor_name, null, campaign, method, -fee
  from public.gift_returns line join gift on gift.id = line.gift_id
  where fee is not null
  union all
  select spent_on, 'spending', null, id, null, null, purpose, fund_id, null, null, -amount from public.fund_spendings
  union all
  select deposited_on, 'deposit', null, id, id, null, null, null, null, null, deposited from public.gift_batches where deposited_on is not null
  union all
  select coalesce(booked_on, arrives_on), 'payout', null, null, null, id, null, null, null, null, amount from private.payouts
  union all
  select failed_on, 'payout_returned', null, null, null, id, null, null, null, null, -amount from private.payouts where failed_on is not null;
comment on view private.book_lines is
  'Every line of the books by its day: what was given, what came back, fees, spendings, deposits and payouts. A gift stays in it as it was posted; what came back is a line of its own.';

create function private.batch_sums(batch uuid) returns table (gifts bigint, total numeric, returns jsonb)
language sql stable security definer set search_path = ''
as $$
  with gift as materialized (
    select id, split_id, amount, refunded, voided_at, donor_name from public.donations where batch_id = batch
  ), line as materialized (
    select gift_returns.*, donor_name from gift join public.gift_returns on gift_id = gift.id
  )
  select
    (select count(distinct coalesce(split_id, id)) from gift where voided_at is null or id in (select gift_id from line)),
    coalesce((select sum(amount - refunded) from gift), 0) + coalesce((select sum(amount) from line), 0),
    (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', id, 'name', donor_name, 'kind', kind, 'amount', amount, 'fee', fee, 'day', booked_day
      ) order by booked_day, created_at), '[]') from line
    )
$$;
comment on function private.batch_sums(uuid) is
  'What was posted of a batch, after corrections, and what came back of it since, in the order of the days. A split check is one gift.';

create function private.journal_entries(first date, next date) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'day', day, 'kind', kind, 'source', source, 'batch', gift_batches.created_at, 'payout', payout,
    'fund', funds.name, 'campaign', campaign, 'lines', lines, 'amount', amount
  ) order by day, kind, gift_batches.created_at, payout, lower(funds.name), campaign), '[]')
  from (
    select day, kind, source, batch_id, payout, fund_id, campaign, count(*) as lines, sum(amount) as amount
    from private.book_lines where day >= first and day < next
    group by day, kind, source, batch_id, payout, fund_id, campaign
  ) as entry
  left join public.gift_batches on gift_batches.id = batch_id
  left join public.funds on funds.id = fund_id
$$;

comment on function private.journal_entries is 'The lines of a month, those of a day with the same kind, batch, fund and campaign as one.';

create function private.funds_of_month(first date, next date) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with line as (
    select fund_id, day < first as is_before, kind, sum(amount) as amount
    from private.book_lines
    where day < next and kind not in ('deposit', 'payout', 'payout_returned', 'in_kind') and (day >= first or fund_id is not null)
    group by fund_id, day < first, kind
  )
  select coalesce(jsonb_agg(to_jsonb(fund) order by fund.name is null, lower(fund.name)), '[]')
  from (
    select funds.name,
      coalesce(sum(amount) filter (where is_before), 0) as opening,
      coalesce(sum(amount) filter (where not is_before and kind = 'gift'), 0) as given,
      coalesce(sum(amount) filter (where not is_before and kind not in ('gift', 'fee', 'spending')), 0) as returned,
      coalesce(sum(amount) filter (where not is_before and kind = 'fee'), 0) as fees,
      coalesce(sum(amount) filter (where not is_before and kind = 'spending'), 0) as spent
    from line left join public.funds on funds.id = fund_id
    group by funds.id, funds.name
  ) as fund
$$;
comment on function private.funds_of_month(date, date) is
  'What each fund had before, and got and lost in a month. Without a fund only the month counts: fees are nobody''s.';

create function private.deposits_of_month(first date, next date, is_deposited boolean) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with batch as materialized (
    select id, created_at, deposited, deposited_on from public.gift_batches
    where case
      when is_deposited then deposited_on >= first and deposited_on < next
      else (posted_at at time zone private.office_time_zone())::date < next and (deposited_on is null or deposited_on >= next)
    end
  ), posted as (
    select batch_id, sum(amount) as total from private.book_lines
    where kind = 'gift' and batch_id = any (array(select id from batch)) group by batch_id
  )
  select coalesce(jsonb_agg(jsonb_build_object('batch', created_at, 'total', coalesce(total, 0), 'deposited', deposited, 'day', deposited_on)
    order by deposited_on, created_at), '[]')
  from batch left join posted on batch_id = batch.id
  where is_deposited or total > 0
$$;
comment on function private.deposits_of_month is
  'The batches with a deposit in a month, or those that were posted by its end without one yet, each with its posted total.';

create function private.journal(of_month date) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  first constant date := date_trunc('month', of_month);
  next constant date := first + interval '1 month';
  entries jsonb;
begin
  perform private.require(private.may_view_books(), 'You may not see the books.');
  entries := private.journal_entries(first, next);
  return jsonb_build_object(
    'closed', (
      select jsonb_build_object('at', closed_at, 'by', private.account_name(closed_by)) from private.closed_months where month = first
    ),
    'is_over', first < date_trunc('month', private.office_today()),
    'net', (select coalesce(sum((entry ->> 'amount')::numeric), 0) from jsonb_array_elements(entries) as entry),
    'entries', entries,
    'funds', private.funds_of_month(first, next),
    'deposits', private.deposits_of_month(first, next, true),
    'undeposited', private.deposits_of_month(first, next, false)
  );
end
$$;
create function public.journal(of_month date) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select private.journal(of_month) $$;
comment on function public.journal is
  'For can_view_financials and can_manage_donations, the books of a month: closed (at, by), is_over, net, entries by day (kind, source, batch, payout, fund, campaign, lines, amount), funds, deposits of batches, and posted batches that had no deposit at its end.';

create function private.export_journal(of_month date, skipped integer default 0) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  first constant date := date_trunc('month', of_month);
  next constant date := first + interval '1 month';
  most constant integer := 5000;
begin
  perform private.require(private.may_view_books(), 'You may not see the books.');
  if skipped = 0 then
    perform private.log_action('exported', 'journal', null, private.in_words(first), '{}');
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'day', day, 'entry', kind, 'source', source, 'name', line.name, 'amount', amount, 'fund', funds.name,
      'campaign', campaign, 'method', method,
      'batch', to_char(gift_batches.created_at at time zone private.office_time_zone(), 'YYYY-MM-DD HH24:MI'), 'payout', payout
    ) order by day, kind, line.id, payout), '[]')
    from (
      select * from private.book_lines where day >= first and day < next
      order by day, kind, id, payout offset greatest(skipped, 0) limit most
    ) as line
    left join public.gift_batches on gift_batches.id = batch_id
    left join public.funds on funds.id = fund_id
  );
end
$$;
create function public.export_journal(of_month date, skipped integer default 0) returns jsonb
language sql volatile security invoker set search_path = ''
as $$ select private.export_journal(of_month, skipped) $$;
comment on function public.export_journal is
  'For can_view_financials and can_manage_donations: up to 5,000 lines of a month''s books after some, with the name of the donor and no more of them. The change log has each export.';
grant execute on function private.journal, public.journal to authenticated;
grant execute on function private.export_journal, public.export_journal to authenticated;
