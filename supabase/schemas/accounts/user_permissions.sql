create table public.user_permissions (
  user_id uuid not null references public.profiles (id) on delete cascade,
  permission_id uuid not null references public.permissions (id) on delete cascade,
  granted_by uuid references public.profiles (id) on delete set null,
  granted_at timestamptz not null default now(),
  primary key (user_id, permission_id)
);
create index user_permissions_permission_id_idx on public.user_permissions (permission_id);
create index user_permissions_granted_by_idx on public.user_permissions (granted_by);
alter table public.user_permissions enable row level security;
grant select, insert (user_id, permission_id), delete on public.user_permissions to authenticated;
grant select, insert, update, delete
  on public.user_permissions to service_role;

create policy "Own permissions, or all for their editors"
  on public.user_permissions for select to authenticated
  using (
    user_id = (select private.current_user_id())
    or (select private.has_permission('can_edit_user_roles'))
  );

create policy "Grant own permissions to accounts that are not protected"
  on public.user_permissions for insert to authenticated
  with check (
    permission_id in (select private.grantable_permission_ids())
    and user_id not in (select private.protected_user_ids())
    and (select private.is_trusted(user_id))
  );

create policy "Revoke own permissions from accounts that are not protected"
  on public.user_permissions for delete to authenticated
  using (
    permission_id in (select private.grantable_permission_ids())
    and user_id not in (select private.protected_user_ids())
  );

create trigger protect_admins before insert or delete on public.user_permissions
  for each row execute function private.protect_admins();

create trigger stamp_granted_by before insert on public.user_permissions
  for each row execute function private.set_current_user('granted_by');
create trigger withdraw_offers after delete on public.user_permissions
  for each row execute function private.withdraw_offers();
create trigger log_change after insert or update or delete on public.user_permissions
  for each row execute function private.log_change('user_id', 'permission_id');
create trigger release_work after update or delete on public.user_permissions
  for each row execute function private.release_work();
create trigger release_covers after delete on public.user_permissions
  for each row execute function private.release_covers();
create trigger release_lead after delete on public.user_permissions
  for each row execute function private.release_lead();
