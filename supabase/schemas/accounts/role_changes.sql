-- Changes of roles that must be atomic. SECURITY INVOKER, so the policies decide.

create function public.set_user_role(target_user_id uuid, new_role public.app_role) returns void
language sql security invoker set search_path = ''
as $$
  insert into public.user_roles (user_id, role) values (target_user_id, new_role)
  on conflict (user_id) do update set role = excluded.role
$$;
comment on function public.set_user_role(uuid, public.app_role) is
  'Replaces the role of an account.';

create function public.finish_user_creation(
  target_user_id uuid,
  target_email text,
  new_role public.app_role,
  permission_ids uuid[] default '{}'
) returns void
language plpgsql security invoker set search_path = ''
as $$
begin
  -- A sign-up with an address that is already registered answers with an id that does not exist.
  if not exists (
    select from public.profiles
    where id = target_user_id and lower(email) = lower(btrim(target_email))
  ) then
    raise exception 'No account was created for %. The address may already be registered.', target_email
      using errcode = 'PT404';
  end if;
  perform public.set_user_role(target_user_id, new_role);
  insert into public.user_permissions (user_id, permission_id)
  select target_user_id, chosen.id from unnest(permission_ids) as chosen(id)
  on conflict do nothing;
end
$$;
comment on function public.finish_user_creation(uuid, text, public.app_role, uuid[]) is
  'After a sign-up that the caller began: sets role and permissions in one transaction. Idempotent.';

grant execute on function
  public.set_user_role(uuid, public.app_role),
  public.finish_user_creation(uuid, text, public.app_role, uuid[])
to authenticated, service_role;
