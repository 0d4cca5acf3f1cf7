create table public.saved_views (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid default auth.uid() references public.profiles (id) on delete set null,
  table_name text not null check (table_name ~ '^[a-z_]{1,63}$'),
  list text not null check (private.is_list_address(list)),
  -- No mark that changes the direction of the text or ends the line.
  name text not null check (private.is_line(name, 80) and name !~ '[\u2028-\u202e\u2066-\u2069]'),
  is_shared boolean not null default false,
  state jsonb not null check (private.is_view_state(state)),
  constraint saved_views_owner_id_check check (owner_id is not null or is_shared)
);
comment on column public.saved_views.owner_id is
  'The only account that may change it. Null for a shared view of a member of staff who left: admins keep it.';
comment on column public.saved_views.table_name is 'The table of the list. Whoever reads it sees a shared view.';
comment on column public.saved_views.list is 'The address of the list, like /crm?tab=mentors.';
create unique index saved_views_name_idx on public.saved_views (owner_id, list, lower(name));
comment on index public.saved_views_name_idx is 'An account has one view of a name on a list.';
create index saved_views_list_idx on public.saved_views (list);
create trigger forget_total after update of state on public.saved_views
  for each row when (new.state <> old.state) execute function private.forget_total();

alter table public.saved_views enable row level security;

grant select, insert (id, table_name, list, name, is_shared, state), update (name, is_shared, state), delete
  on public.saved_views to authenticated;
grant select, insert, update, delete on public.saved_views to service_role;

create policy "Staff read their views and those shared of lists they may read"
  on public.saved_views for select to authenticated
  using (
    (select private.is_staff()) and (
      owner_id = (select private.current_user_id())
      or is_shared and (
        (select private.is_admin()) or table_name = any ((select array(select private.readable_tables()))::text[])
      )
    )
  );
create policy "Staff add views of lists they may read"
  on public.saved_views for insert to authenticated
  with check (
    owner_id = (select private.current_user_id()) and (
      (select private.is_admin()) or table_name = any ((select array(select private.readable_tables()))::text[])
    )
  );
create policy "Owners change their views, admins those without an owner"
  on public.saved_views for update to authenticated
  using (
    (select private.is_staff())
    and (owner_id = (select private.current_user_id()) or owner_id is null and (select private.is_admin()))
  )
  with check (
    (owner_id = (select private.current_user_id()) or owner_id is null)
    and ((select private.is_admin()) or table_name = any ((select array(select private.readable_tables()))::text[]))
  );
create policy "Owners delete their views, admins those without an owner"
  on public.saved_views for delete to authenticated
  using (
    (select private.is_staff())
    and (owner_id = (select private.current_user_id()) or owner_id is null and (select private.is_admin()))
  );
