-- What a new foundation has to set up. A step is done when the database shows it: nobody ticks it off.

create function private.steps_of_set_up(admin uuid default null) returns table (step text, is_done boolean)
language plpgsql stable security definer set search_path = ''
as $$
declare
  this_year constant date := date_trunc('year', private.office_today());
begin
  return query values
    ('second_factor', case
      when admin is null then not exists (
        select from public.user_roles where role = 'admin' and not private.has_factor(user_id)
      ) else private.has_factor(admin) end),
    ('test_mail', exists (select from private.outbox where kind = 'test' and state = 'sent')),
    ('holidays', exists (select from public.holidays where day >= this_year and day < this_year + interval '1 year')
      and exists (select from public.holidays where day >= this_year + interval '1 year' and day < this_year + interval '2 years')),
    ('watchers', not exists (
      select from unnest(enum_range(null::public.submission_kind)) as of_kind
      where not exists (select from private.notice_readers(of_kind) where choice <> 'none')
    )),
    ('receipt_words', exists (select from private.receipt_wording where confirmed_at is not null)),
    ('second_admin', 2 <= (select count(*) from public.user_roles where role = 'admin')),
    ('colleagues', exists (
      select private.staff_ids() except select user_id from public.user_roles where role = 'admin'
    ) or exists (select from private.role_offers)),
    ('seats', exists (select from public.program_seats where seats is not null)),
    ('payments', exists (select from private.payment_events) or exists (select from private.monthly_gifts)
      or exists (select from private.gifts where payment_id is not null));
end
$$;
comment on function private.steps_of_set_up(uuid) is
  'The steps of setting up, and whether each is done. The second factor is that of one admin or, for the doctor, of all. Holidays are those of this year and the next.';

create function private.set_up_steps() returns table (step text, is_done boolean)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if private.is_admin() then
    return query select * from private.steps_of_set_up(private.rights_holder());
  end if;
end
$$;
create function public.set_up_steps() returns table (step text, is_done boolean)
language sql stable security invoker set search_path = ''
as $$ select * from private.set_up_steps() $$;
comment on function public.set_up_steps is 'For admins: the steps of setting up, and whether each is done; nothing for others.';
grant execute on function private.set_up_steps, public.set_up_steps to authenticated;
