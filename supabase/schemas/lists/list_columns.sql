create table public.list_columns (
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  list text not null check (private.is_list_address(list)),
  columns text[] not null check (cardinality(columns) <= 60 and char_length(array_to_string(columns, ',')) <= 2000),
  primary key (user_id, list)
);
comment on table public.list_columns is
  'The columns of a list in an account''s own order; without a row, or with an empty one, those of the declaration.';
alter table public.list_columns enable row level security;
grant select, insert (list, columns), update (columns) on public.list_columns to authenticated;
grant select, insert, update, delete on public.list_columns to service_role;

create policy "Staff read their columns"
  on public.list_columns for select to authenticated
  using (user_id = (select private.current_user_id()) and (select private.is_staff()));
create policy "Staff choose their columns"
  on public.list_columns for insert to authenticated
  with check (user_id = (select private.current_user_id()) and (select private.is_staff()));
create policy "Staff change their columns"
  on public.list_columns for update to authenticated
  using (user_id = (select private.current_user_id()) and (select private.is_staff()))
  with check (user_id = (select private.current_user_id()));
