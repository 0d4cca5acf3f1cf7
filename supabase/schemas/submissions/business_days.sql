create function private.is_business_day(day date) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return extract(isodow from day) < 6
    and not exists (select from public.holidays where holidays.day = is_business_day.day);
end
$$;
comment on function private.is_business_day is 'Whether the office works on this day: no weekend, no holiday.';

create function private.due_at(received timestamptz, business_days integer) returns timestamptz
language plpgsql stable security definer set search_path = ''
as $$
declare
  last_day date := (received at time zone private.office_time_zone())::date;
  remaining integer := business_days;
begin
  while remaining > 0 loop
    last_day := last_day + 1;
    if private.is_business_day(last_day) then
      remaining := remaining - 1;
    end if;
  end loop;
  return (last_day + time '23:59:59') at time zone private.office_time_zone();
end
$$;
comment on function private.due_at(timestamptz, integer) is
  'The end, in the office''s time zone, of the given business day after the day of receipt.';

create function private.update_open_due_dates() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_workflow();
  perform pg_advisory_xact_lock(hashtextextended('public.holidays', 0));
  with waiting as (
    select id, created_at, private.sla_days(kind) as days,
      (created_at at time zone private.office_time_zone())::date as day
    from public.submissions where answered_at is null
  ),
  promises as (
    select day, days, private.due_at(min(created_at), days) as due_at from waiting group by day, days
  )
  update public.submissions as stored set due_at = promises.due_at
  from waiting join promises using (day, days)
  where stored.id = waiting.id and stored.due_at <> promises.due_at;
  return null;
end
$$;
comment on function private.update_open_due_dates is
  'Sets the due dates of unanswered submissions again after a change of holidays.';
