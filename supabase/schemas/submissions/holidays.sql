create table public.holidays (
  id uuid primary key default gen_random_uuid(),
  day date not null unique check (day between '2020-01-01' and '2200-01-01'),
  name text not null check (private.is_line(name, 100)),
  search_text text generated always as (private.searchable(name)) stored,
  created_at timestamptz not null default now()
);
comment on table public.holidays is 'Days, besides weekends, on which the office is closed.';
create index holidays_created_at_idx on public.holidays (created_at desc, id desc);

create trigger update_open_due_dates after insert or update or delete on public.holidays
  for each statement execute function private.update_open_due_dates();

alter table public.holidays enable row level security;

grant select, insert (id, day, name), update (day, name), delete on public.holidays to authenticated;
grant select, insert, update, delete
  on public.holidays to service_role;

create policy "Reviewers may select holidays"
  on public.holidays for select to authenticated
  using ((select private.may_review()));
create policy "Admins may insert holidays"
  on public.holidays for insert to authenticated
  with check ((select private.is_admin()));
create policy "Admins may update holidays"
  on public.holidays for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));
create policy "Admins may delete holidays"
  on public.holidays for delete to authenticated
  using ((select private.is_admin()));
create trigger log_change after insert or update or delete on public.holidays
  for each row execute function private.log_change();

create index holidays_search_text_idx on public.holidays
  using gin (search_text extensions.gin_trgm_ops) with (fastupdate = off);
