create function private.own_second_factor() returns table (is_demanded boolean, has_codes boolean)
language sql stable security definer set search_path = ''
as $$
  select second_factor.is_demanded,
    exists (select from private.recovery_codes where user_id = private.current_user_id())
  from private.second_factor
$$;

create function public.own_second_factor() returns table (is_demanded boolean, has_codes boolean)
language sql stable security invoker set search_path = ''
as $$ select * from private.own_second_factor() $$;
comment on function public.own_second_factor is
  'Whether roles and permissions need a second factor, and whether the caller has recovery codes.';
grant execute on function private.own_second_factor, public.own_second_factor to authenticated;

create function private.accounts_without_factor() returns table (id uuid, name text)
language sql stable security definer set search_path = ''
as $$
  select profile.id, private.account_name(profile.id)
  from public.profiles profile
  where private.is_admin()
    and (
      exists (select from public.user_permissions where user_id = profile.id)
      or exists (
        select from public.user_roles where user_id = profile.id and role in ('admin', 'program_manager')
      )
    )
    and not exists (select from auth.mfa_factors where user_id = profile.id and status = 'verified')
  order by 2, 1
$$;

create function public.accounts_without_factor() returns table (id uuid, name text)
language sql stable security invoker set search_path = ''
as $$ select * from private.accounts_without_factor() $$;
comment on function public.accounts_without_factor is
  'For admins: the accounts with a right and without a second factor. Where a second factor is required, these rights are closed.';
grant execute on function private.accounts_without_factor, public.accounts_without_factor to authenticated;

create function private.demand_second_factor(demanded boolean) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  -- The admin who switches it on stays one, and can switch it off.
  if demanded and not private.is_aal2() then
    raise exception 'Set up a second factor of your own and sign in with it first.' using errcode = 'P0001';
  end if;
  update private.second_factor set is_demanded = demanded where is_demanded <> demanded;
  if found then
    perform private.log_action(
      'changed', 'second_factor', null, 'Setting', jsonb_build_object('demanded', jsonb_build_array(not demanded, demanded))
    );
  end if;
end
$$;

create function public.demand_second_factor(demanded boolean) returns void
language sql security invoker set search_path = ''
as $$ select private.demand_second_factor(demanded) $$;
comment on function public.demand_second_factor is
  'For admins: sets whether roles and permissions need a second factor. Switching this on needs a session with one.';
grant execute on function private.demand_second_factor, public.demand_second_factor to authenticated;

create function private.reset_second_factor(account uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  if account = auth.uid() then
    raise exception 'Remove your own second factor on your account page.' using errcode = '42501';
  end if;
  perform from auth.users where id = account for no key update;
  delete from auth.mfa_factors where user_id = account;
  if not found then
    raise exception 'This account has no second factor.' using errcode = 'PT404';
  end if;
  delete from auth.sessions where user_id = account;
end
$$;

create function public.reset_second_factor(account uuid) returns void
language sql security invoker set search_path = ''
as $$ select private.reset_second_factor(account) $$;
comment on function public.reset_second_factor is
  'For admins: removes the second factors and recovery codes of another account, and ends its sessions.';
grant execute on function private.reset_second_factor, public.reset_second_factor to authenticated;
