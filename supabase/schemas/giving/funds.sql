create table public.funds (
  id uuid primary key default gen_random_uuid(),
  name text not null check (private.is_line(name, 100)),
  purpose text check (private.is_text(purpose, 1000)),
  import_id uuid,
  created_at timestamptz not null default now()
);
comment on table public.funds is 'Money for only one purpose.';
comment on column public.funds.import_id is 'The import that added it. Its undo removes the fund if nothing uses it.';
create index funds_import_id_idx on public.funds (import_id) where import_id is not null;
comment on index public.funds_import_id_idx is 'The funds of an import, for its undo.';
create unique index funds_name_key on public.funds (lower(btrim(name)));
create index funds_created_at_idx on public.funds (created_at desc, id desc);

alter table public.funds enable row level security;
grant select, insert, update, delete on public.funds to service_role;

grant select, insert (id, name, purpose), update (name, purpose) on public.funds to authenticated;

create policy "Managers may select funds"
  on public.funds for select to authenticated
  using ((select private.has_permission('can_manage_donations')));
create policy "Managers may insert funds"
  on public.funds for insert to authenticated
  with check ((select private.has_permission('can_manage_donations')));
create policy "Managers may update funds"
  on public.funds for update to authenticated
  using ((select private.has_permission('can_manage_donations')))
  with check ((select private.has_permission('can_manage_donations')));

create trigger log_change after insert or update or delete on public.funds
  for each row execute function private.log_change();
