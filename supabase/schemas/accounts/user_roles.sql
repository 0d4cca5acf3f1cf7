create table public.user_roles (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  role public.app_role not null,
  given_at timestamptz not null default now(),
  -- Not of profiles: the API would no longer know which of two accounts a role belongs to.
  given_by uuid references auth.users (id) on delete set null
);
comment on table public.user_roles is 'The only authority on roles. An account without a row is a user.';

create index user_roles_role_idx on public.user_roles (role);
create index user_roles_given_by_idx on public.user_roles (given_by);
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

create function private.stamp_giver() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  named uuid := new.given_by;
begin
  if tg_op = 'UPDATE' then
    if new.role = old.role then
      -- An account that is deleted takes its name along.
      return jsonb_populate_record(new, jsonb_build_object('given_at', old.given_at, 'given_by', (select id from auth.users where id = old.given_by)));
    end if;
    named := nullif(new.given_by, old.given_by);
  end if;
  return jsonb_populate_record(
    new, jsonb_build_object('given_at', now(), 'given_by', coalesce(private.current_user_id(), named))
  );
end
$$;
comment on function private.stamp_giver() is
  'Sets since when an account has its role, and from whom: the caller, or for an accepted offer whoever made it.';
create trigger stamp_giver before insert or update on public.user_roles
  for each row execute function private.stamp_giver();

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
create trigger release_work after update or delete on public.user_roles
  for each row execute function private.release_work();
create trigger release_covers after update or delete on public.user_roles
  for each row execute function private.release_covers();
create trigger release_lead after update or delete on public.user_roles
  for each row execute function private.release_lead();
