create function private.staff_roles() returns public.app_role[]
language sql immutable set search_path = ''
as $$
  select '{admin,director,development_manager,staff,mentor,accounting,program_manager,fundraiser}'::public.app_role[]
$$;
comment on function private.staff_roles() is
  'The roles of staff. The app has the same list in src/shared/auth/roles.ts.';

create function private.staff_ids() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select user_id from public.user_roles where role = any (private.staff_roles())
  union
  select user_id from public.user_permissions
$$;
comment on function private.staff_ids() is 'Accounts with a role of staff or a permission.';

create function private.is_staff() returns boolean
language sql stable parallel safe security definer set search_path = ''
as $$
  select private.current_user_role() = any (private.staff_roles()) or exists (select private.held_permissions())
$$;
comment on function private.is_staff is 'Whether the caller has a role of staff or a permission.';

grant execute on function private.is_staff() to authenticated;
