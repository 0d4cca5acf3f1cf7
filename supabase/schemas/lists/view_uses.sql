create table public.view_uses (
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  view_id uuid not null references public.saved_views (id) on delete cascade,
  is_pinned boolean not null default false,
  is_weekly boolean not null default false,
  mailed_week date,
  last_total bigint,
  primary key (user_id, view_id)
);
comment on table public.view_uses is
  'What an account does with a view: pinned to its menu, its number mailed each week.';
comment on column public.view_uses.mailed_week is
  'Monday of the last week whose mail was written, or that had begun when the mail was switched on.';
comment on column public.view_uses.last_total is 'The number in that mail; null when the view has changed since.';
create index view_uses_view_id_idx on public.view_uses (view_id);
create index view_uses_weekly_idx on public.view_uses (mailed_week) where is_weekly;
comment on index public.view_uses_weekly_idx is 'The weekly mails that are due, for private.mail_views.';
create trigger begin_weekly before insert on public.view_uses
  for each row when (new.is_weekly) execute function private.begin_weekly();
create trigger begin_weekly_again before update of is_weekly on public.view_uses
  for each row when (new.is_weekly and not old.is_weekly) execute function private.begin_weekly();
alter table public.view_uses enable row level security;
grant select (user_id, view_id, is_pinned, is_weekly), insert (view_id, is_pinned, is_weekly), update (is_pinned, is_weekly)
  on public.view_uses to authenticated;
grant select, insert, update, delete on public.view_uses to service_role;

create policy "Staff read what they do with views"
  on public.view_uses for select to authenticated
  using (user_id = (select private.current_user_id()) and (select private.is_staff()));
create policy "Staff pin the views that they read"
  on public.view_uses for insert to authenticated
  with check (
    user_id = (select private.current_user_id()) and (select private.is_staff())
    and view_id in (select id from public.saved_views)
  );
create policy "Staff change what they do with views"
  on public.view_uses for update to authenticated
  using (user_id = (select private.current_user_id()) and (select private.is_staff()))
  with check (user_id = (select private.current_user_id()));
