create table public.faults (
  id uuid primary key default gen_random_uuid(),
  place public.fault_place not null default 'public',
  page text not null check (private.is_line(page, 100)),
  message text not null check (private.is_line(message, 300)),
  stack text check (private.is_text(stack, 2000)),
  version text check (private.is_line(version, 40)),
  browser text check (private.is_line(browser, 40)),
  occurrences integer not null default 1,
  last_at timestamptz not null default now(),
  fixed_at timestamptz,
  state text not null generated always as (case when fixed_at is null then 'open' else 'fixed' end) stored,
  told_at timestamptz,
  fingerprint bytea not null default '' unique,
  search_text text generated always as (private.searchable(message, page)) stored,
  created_at timestamptz not null default now()
);
comment on table public.faults is 'One row for each place, page, message, first line of ours, and version of the app.';
comment on column public.faults.place is
  'Where it happened: a page without or with a session of staff; an Edge Function; or a task that the clock starts, including the delivery of mail.';
comment on column public.faults.page is 'The address without its ids, or the name of the function or task.';
comment on column public.faults.stack is 'Lines of our own files: file, line and column.';
comment on column public.faults.browser is 'The browser of the last report.';
comment on column public.faults.fixed_at is 'When an admin marked it as fixed; null again when the fault comes back.';
comment on column public.faults.told_at is 'When admins got a mail about it.';
create index faults_created_at_idx on public.faults (created_at desc, id desc);
comment on index public.faults_created_at_idx is
  'The list of faults by their first time, and the new ones of a day, which are limited.';
create index faults_last_at_idx on public.faults (last_at desc, id desc);
comment on index public.faults_last_at_idx is
  'The list of faults, last one first: its opening order, and the retention rule.';
create index faults_occurrences_idx on public.faults (occurrences, id);
comment on index public.faults_occurrences_idx is 'The list of faults by number.';
create index faults_untold_idx on public.faults (last_at) where told_at is null and fixed_at is null;
comment on index public.faults_untold_idx is 'Faults for the next mail to admins.';
create index faults_search_text_idx on public.faults
  using gin (search_text extensions.gin_trgm_ops) with (fastupdate = off);

alter table public.faults enable row level security;
grant select, insert, update, delete on public.faults to service_role;
grant insert (page, message, stack, version, browser) on public.faults to anon, authenticated;
grant select, update (fixed_at) on public.faults to authenticated;
create policy "Browsers may report faults"
  on public.faults for insert to anon, authenticated
  with check (fixed_at is null);
create policy "Admins may select faults"
  on public.faults for select to authenticated
  using ((select private.is_admin()));
create policy "Admins may update faults"
  on public.faults for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create trigger refuse_returning before insert on public.faults
  for each statement execute function private.refuse_returning();
create trigger limit_submissions before insert on public.faults
  for each row execute function private.limit_submissions();
-- After limit_submissions, by its name.
create trigger store_fault before insert on public.faults
  for each row execute function private.store_fault();
create trigger log_change after update of fixed_at on public.faults
  for each row when (old.fixed_at is distinct from new.fixed_at)
  execute function private.log_change();
create trigger forward_fault after insert on public.faults
  for each row execute function private.forward_fault();
create trigger forward_fault_again after update of fixed_at on public.faults
  for each row when (old.fixed_at is not null and new.fixed_at is null)
  execute function private.forward_fault();
