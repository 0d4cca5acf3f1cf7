create function private.stamp_closed_on() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.status not in ('completed', 'cancelled') then
    new.closed_on := null;
  elsif tg_op = 'INSERT' then
    new.closed_on := coalesce(new.closed_on, least(new.end_date, private.office_today()));
  elsif old.status not in ('completed', 'cancelled') then
    new.closed_on := private.office_today();
  end if;
  return new;
end
$$;
comment on function private.stamp_closed_on is
  'Keeps the day when a program was closed. One that is added as closed was closed on its last day, or today.';
