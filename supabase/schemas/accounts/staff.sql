create function private.staff_roles() returns public.app_role[]
language sql immutable set search_path = ''
as $$
  select '{admin,director,development_manager,staff,accounting,program_manager,fundraiser}'::public.app_role[]
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

create function private.admins_to_ask() returns text[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  return array(
    select private.account_name(user_id) from public.user_roles where role = 'admin' and private.is_staff()
    order by 1 limit 6
  );
end
$$;
create function public.admins_to_ask() returns text[]
language sql stable security invoker set search_path = ''
as $$ select private.admins_to_ask() $$;
comment on function public.admins_to_ask is
  'For staff: the names of up to six admins, who can grant what a screen asks for. Everyone else gets none: anyone can sign up.';

grant execute on function private.is_staff(), private.admins_to_ask, public.admins_to_ask to authenticated;
