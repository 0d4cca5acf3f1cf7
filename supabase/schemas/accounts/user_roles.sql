create table public.user_roles (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  role public.app_role not null
);
comment on table public.user_roles is 'The only authority on roles. An account without a row is a user.';

create index user_roles_role_idx on public.user_roles (role);
alter table public.user_roles enable row level security;
grant select, insert, update (role), delete on public.user_roles to authenticated;
grant select, insert, update, delete
  on public.user_roles to service_role;

create policy "Own role, or all for managers of accounts"
  on public.user_roles for select to authenticated
  using (
    user_id = (select private.current_user_id())
    or (select private.has_permission('can_view_all_users'))
    or (select private.has_permission('can_edit_user_roles'))
  );

create policy "Assignable roles to accounts that are not protected"
  on public.user_roles for insert to authenticated
  with check (
    role in (select private.assignable_roles())
    and user_id not in (select private.protected_user_ids())
    and (select private.may_hold(user_id, role))
  );

-- An update that waited for a lock checks the new row again, but the protected accounts come from before
-- the wait (see protect_admins).
create policy "Change to an assignable role on accounts that are not protected"
  on public.user_roles for update to authenticated
  using (
    (select private.has_permission('can_edit_user_roles'))
    and user_id not in (select private.protected_user_ids())
    and (role <> 'admin' or (select private.is_admin()))
  )
  with check (
    role in (select private.assignable_roles())
    and user_id not in (select private.protected_user_ids())
    and (select private.may_hold(user_id, role))
  );

create policy "Only admins remove a role"
  on public.user_roles for delete to authenticated
  using ((select private.is_admin()));

create trigger copy_role after insert or update or delete on public.user_roles
  for each row execute function private.copy_role();

create trigger require_an_admin_on_update after update on public.user_roles
  referencing old table as former
  for each statement execute function private.require_an_admin();

create trigger require_an_admin_on_delete after delete on public.user_roles
  referencing old table as former
  for each statement execute function private.require_an_admin();

create trigger withdraw_offers after update or delete on public.user_roles
  for each row execute function private.withdraw_offers();

create trigger end_offer after insert or update on public.user_roles
  for each row execute function private.end_offer();
create trigger log_change after insert or update or delete on public.user_roles
  for each row execute function private.log_change('user_id', 'role');
create trigger release_tasks after update or delete on public.user_roles
  for each row execute function private.release_tasks();
create trigger release_views after update or delete on public.user_roles
  for each row execute function private.release_views();
