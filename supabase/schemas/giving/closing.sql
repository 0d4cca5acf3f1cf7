-- A closed month of the books (docs/decisions/050-books-by-month.md). Writers hold a shared lock, closing waits for them.

create function private.may_view_books() returns boolean
language sql stable security definer set search_path = ''
as $$ select private.has_permission('can_view_financials') or private.has_permission('can_manage_donations') $$;

comment on function private.may_view_books is 'Whether the caller reads the journal, deposits and funds.';

create function private.in_words(month date) returns text
language sql stable set search_path = ''
as $$ select to_char(month, 'FMMonth YYYY') $$;

comment on function private.in_words(date) is 'A month as in October 2026.';

create function private.closed_month(days date[]) returns date
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('closed months', 0));
  return (
    select min(month) from private.closed_months
    where month = any (array(select date_trunc('month', day)::date from unnest(days) as day))
  );
end
$$;
comment on function private.closed_month(date[]) is
  'The first closed month with one of these days, or null. Until the transaction ends none of the open ones is closed.';

create function private.require_open(days date[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  closed constant date := private.closed_month(days);
begin
  perform private.refuse_if(closed is not null, format(
    '%s is closed: choose a day in an open month, or ask an admin to reopen it.', private.in_words(closed)
  ));
end
$$;

comment on function private.require_open is 'Refuses days of a closed month, with its name.';

create function private.first_open_day(day date) returns date
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if private.closed_month(array[day]) is null then
    return day;
  end if;
  return (
    select min(next) from (
      select (month + interval '1 month')::date as next from private.closed_months where month >= date_trunc('month', day)
    ) as later
    where next not in (select month from private.closed_months)
  );
end
$$;
comment on function private.first_open_day(date) is
  'The day, or the first one after it in an open month: where an event of the provider is booked that comes late.';

create function private.keep_day_closed() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_open(array[(to_jsonb(old) ->> tg_argv[0])::date, (to_jsonb(new) ->> tg_argv[0])::date]);
  return null;
end
$$;
comment on function private.keep_day_closed() is 'Refuses a change of a row whose day, in the named column, is or was in a closed month.';

create function private.keep_gifts_closed() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_open(array(select distinct booked_day from changed where is_posted or tg_op = 'INSERT'));
  return null;
end
$$;

comment on function private.keep_gifts_closed() is 'Refuses to add or delete gifts of a closed month.';

create function private.net_of_month(first date) returns numeric
language sql stable security definer set search_path = ''
as $$
  select coalesce(sum(amount), 0) from private.book_lines where day >= first and day < (first + interval '1 month')::date
$$;

comment on function private.net_of_month is 'The sum of all lines of a month, by its first day.';

create function private.close_month(of_month date, net numeric) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  first constant date := date_trunc('month', of_month);
  open_gifts integer;
begin
  perform private.require(private.has_permission('can_manage_donations'), 'You may not close a month.');
  perform private.refuse_if(first < '1900-01-01' or first >= date_trunc('month', private.office_today()), 'You can close a month once it is over.');
  perform pg_advisory_xact_lock(hashtextextended('closed months', 0));
  if exists (select from private.closed_months where month = first) then
    return;
  end if;
  select count(*) into open_gifts from public.donations join public.gift_batches on gift_batches.id = batch_id
  where not is_posted and discarded_at is null and booked_day >= first and booked_day < (first + interval '1 month')::date;
  perform private.refuse_if(open_gifts > 0, format(
    'Open batches have gifts of %s (%s of them): post or discard them first.', private.in_words(first), open_gifts
  ));
  if private.net_of_month(first) is distinct from net then
    raise exception 'The journal of % has just changed. Look at it again.', private.in_words(first) using errcode = 'PT409';
  end if;
  insert into private.closed_months (month, closed_by) values (first, private.current_user_id());
  perform private.log_action('changed', 'closed_months', null, private.in_words(first), '{"closed": [false, true]}');
end
$$;
create function public.close_month(of_month date, net numeric) returns void
language sql security invoker set search_path = ''
as $$ select private.close_month(of_month, net) $$;
comment on function public.close_month is
  'Closes the books of a month that is over, once. net is the sum of its journal that the caller saw; PT409 when it is another by now.';

create function private.reopen_month(of_month date, reason text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  first constant date := date_trunc('month', of_month);
begin
  perform private.require_admin();
  perform private.refuse_if(not private.is_line(reason, 300), 'Enter a reason, on one line of at most 300 characters.');
  delete from private.closed_months where month = first;
  perform private.log_action('changed', 'closed_months', null, private.in_words(first),
    jsonb_build_object('closed', jsonb_build_array(true, false), 'reason', jsonb_build_array(null, reason))) where found;
end
$$;
create function public.reopen_month(of_month date, reason text) returns void
language sql security invoker set search_path = ''
as $$ select private.reopen_month(of_month, reason) $$;
comment on function public.reopen_month is 'For admins: reopens the books of a closed month, for a reason that the change log keeps.';
create function private.closed_months() returns setof date
language sql stable security definer set search_path = ''
as $$ select month from private.closed_months where private.may_view_books() order by month $$;
create function public.closed_months() returns setof date
language sql stable security invoker set search_path = ''
as $$ select private.closed_months() $$;
comment on function public.closed_months is
  'The first days of the closed months; nothing without can_view_financials or can_manage_donations.';
grant execute on function private.closed_months, public.closed_months to authenticated;
grant execute on function private.close_month, public.close_month to authenticated;
grant execute on function private.reopen_month, public.reopen_month to authenticated;
