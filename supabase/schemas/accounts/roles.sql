-- Accounts and their rights: profiles, roles, named permissions, and the helpers of every other policy.

create function private.name_key(name text) returns text
language plpgsql immutable strict set search_path = ''
as $$
begin
  return regexp_replace(private.searchable(name), '[\s[:punct:]\u00ad\u200b-\u200f\u2060\ufeff]', '', 'g');
end
$$;
comment on function private.name_key is
  'Only the letters and digits of a name, without case and accents: names that look alike have the same key.';
-- An index runs it as the account that writes a row.
grant execute on function private.name_key(text) to authenticated, service_role;

-- Helpers. STABLE and without row arguments, so that a policy evaluates each of them once per statement;
-- SECURITY DEFINER, so that callers need no access to roles and permissions. Those of nearly every policy
-- are in PL/pgSQL, which caches the plan: planning takes longer than the lookup.

create function private.refuse_ended_session() returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if exists (select from auth.users where id = auth.uid() and (banned_until is null or banned_until <= now()))
    and not exists (select from auth.sessions where id = (auth.jwt() ->> 'session_id')::uuid) then
    raise insufficient_privilege using message = 'Your session has ended. Sign in again.';
  end if;
  return null;
end
$$;
comment on function private.refuse_ended_session() is
  'Refuses the token of a session that has ended, for example by a new password: no rows would look like an empty list.';

create function private.current_user_id() returns uuid
language plpgsql stable parallel safe security definer set search_path = ''
as $$
declare
  session_id constant uuid := auth.jwt() ->> 'session_id';
begin
  -- The auth service puts a session into every token. A server with the signing key made one without it.
  if session_id is null then
    return auth.uid();
  end if;
  return coalesce((
    select account.id from auth.sessions session join auth.users account on account.id = session.user_id
    where session.id = session_id and account.id = auth.uid()
      and (account.banned_until is null or account.banned_until <= now())
  ), private.refuse_ended_session());
end
$$;
comment on function private.current_user_id() is
  'The account of the request''s token, until its session ends or it is banned: the token itself lives for an hour.';

create function private.is_aal2() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  -- The session too: its token is not changed when the factor is removed.
  return coalesce(auth.jwt() ->> 'aal' = 'aal2', false) and exists (
    select from auth.sessions
    where id = (auth.jwt() ->> 'session_id')::uuid and user_id = auth.uid() and aal = 'aal2'
  );
end
$$;
comment on function private.is_aal2() is 'Whether the session of the request proved a second factor.';

create function private.owes_factor() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return not private.is_aal2()
    and exists (select from auth.mfa_factors where user_id = auth.uid() and status = 'verified');
end
$$;
comment on function private.owes_factor() is
  'Whether the caller''s account has a second factor that the session has not proved.';

create function private.rights_holder() returns uuid
language plpgsql stable security definer set search_path = ''
as $$
declare
  claims constant jsonb := auth.jwt();
  session_id constant uuid := claims ->> 'session_id';
  claims_aal2 constant boolean := coalesce(claims ->> 'aal' = 'aal2', false);
begin
  -- One look-up with what current_user_id and is_aal2 ask, all by index: searches switch sequential
  -- scans off, and a plan that needs one would be compiled at each call.
  if session_id is not null then
    return coalesce((
      select account.id from auth.sessions session join auth.users account on account.id = session.user_id
      where session.id = session_id and account.id = auth.uid()
        and (account.banned_until is null or account.banned_until <= now())
        and (
          claims_aal2 and session.aal = 'aal2'
          or not (select is_demanded from private.second_factor where singleton) and not exists (
            select from auth.mfa_factors where user_id = account.id and status = 'verified'
          )
        )
    ), private.refuse_ended_session());
  end if;
  if private.owes_factor() or (select is_demanded from private.second_factor where singleton) then
    return null;
  end if;
  return auth.uid();
end
$$;
comment on function private.rights_holder() is
  'The account whose role and permissions the caller has; null while a second factor is missing.';

create function private.own_address() returns text
language sql stable security definer set search_path = ''
as $$
  select lower(btrim(email)) from auth.users
  where id = private.current_user_id() and email_confirmed_at is not null and not private.owes_factor()
$$;

create function public.own_address() returns text
language sql stable security invoker set search_path = ''
as $$ select private.own_address() $$;
comment on function public.own_address is
  'The confirmed address of the caller''s account, in lower case; null until it is confirmed. An address that they want to change to does not count yet.';

create function private.current_user_role() returns public.app_role
language plpgsql stable parallel safe security definer set search_path = ''
as $$
begin
  return coalesce((select role from public.user_roles where user_id = private.rights_holder()), 'user');
end
$$;
comment on function private.current_user_role is
  'The caller''s role; `user` where they have none, or while a second factor is missing.';

create function private.is_admin() returns boolean
language plpgsql stable parallel safe security definer set search_path = ''
as $$
begin
  return private.current_user_role() = 'admin';
end
$$;
comment on function private.is_admin is 'Whether the caller is an admin.';

create function private.held_permissions() returns setof text
language plpgsql stable security definer set search_path = ''
as $$
declare
  caller constant uuid := private.rights_holder();
begin
  return query
  select name from public.permissions
  where exists (select from public.user_roles where user_id = caller and role = 'admin')
    or id in (select permission_id from public.user_permissions where user_id = caller);
end
$$;
comment on function private.held_permissions() is 'The names of the caller''s permissions. An admin has them all.';

create function private.has_permission(permission_name text) returns boolean
language plpgsql stable parallel safe security definer set search_path = ''
as $$
begin
  return permission_name in (select private.held_permissions());
end
$$;
comment on function private.has_permission is 'Whether the caller has this permission. An admin has them all.';

create function private.holders(permission_name text) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select user_id from public.user_roles where role = 'admin'
  union
  select held.user_id from public.user_permissions held
  join public.permissions permission on permission.id = held.permission_id
  where permission.name = permission_name
$$;
comment on function private.holders(text) is 'The accounts that hold a permission, including admins.';

create function private.may_review() returns boolean
language sql stable parallel safe security definer set search_path = ''
as $$ select private.has_permission('can_review_submissions') $$;
comment on function private.may_review is 'Whether the caller may read and answer submissions.';

create function private.protected_user_ids() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select auth.uid() where not private.is_admin()
  union all
  select user_id from public.user_roles where role = 'admin' and not private.is_admin()
$$;
comment on function private.protected_user_ids() is
  'The accounts whose role and permissions the caller may not change: none for an admin; the caller and all admins for anyone else.';

create function private.assignable_roles() returns setof public.app_role
language sql stable security definer set search_path = ''
as $$
  select role from unnest(enum_range(null::public.app_role)) as role
  where private.is_admin()
    or private.has_permission('can_edit_user_roles') and (
      role in ('user', 'fundraiser', 'mentor', 'mentee', 'donor', 'supporter')
      or role = 'program_manager' and private.has_permission('can_manage_programs')
    )
$$;
comment on function private.assignable_roles is
  'The roles that the caller may give: all for an admin; for other editors of roles the six listed here, and program_manager only with can_manage_programs.';

create function private.grantable_permission_ids() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select id from public.permissions
  where private.has_permission('can_edit_user_roles') and private.has_permission(name)
$$;
comment on function private.grantable_permission_ids is
  'The permissions that an editor of roles may grant and revoke: the ones that they have.';

create function private.account_name(account uuid) returns text
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
begin
  return (
    select case
      when exists (
        select from public.profiles other
        where private.name_key(profile.full_name) in (private.name_key(other.full_name), private.name_key(other.email))
          and other.id <> profile.id
          and exists (select from public.user_roles where user_id = other.id)
      ) then format('%s (%s)', profile.full_name, profile.email)
      else coalesce(profile.full_name, profile.email)
    end
    from public.profiles profile where profile.id = account
  );
end
$$;
comment on function private.account_name(uuid) is
  'Name of an account for notes, answers and the log, with its address where a colleague has the same name.';

-- These two take a row: a policy calls them once, for the row that is written.

create function private.is_trusted(account uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.profiles where id = account and (proven or begun_by = private.current_user_id())
  )
$$;
comment on function private.is_trusted(uuid) is
  'Whether only the owner of the address, or the caller who chose it, can know the password.';

create function private.may_hold(account uuid, new_role public.app_role) returns boolean
language sql stable security definer set search_path = ''
as $$
  select private.is_trusted(account)
    or new_role not in ('admin', 'program_manager')
    and exists (select from public.user_roles where user_id = account)
$$;
comment on function private.may_hold(uuid, public.app_role) is
  'Whether an account may get this role: any if it is trusted; with a role already, also one without rights, so that taking rights away never waits.';

grant execute on function
  private.current_user_id(),
  private.current_user_role(),
  private.is_admin(),
  private.has_permission(text),
  private.may_review(),
  private.protected_user_ids(),
  private.assignable_roles(),
  private.grantable_permission_ids(),
  private.is_trusted(uuid),
  private.may_hold(uuid, public.app_role)
to authenticated;

create function private.create_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- The visitor chose the metadata: it supplies a name and nothing else.
  insert into public.profiles (id, email, confirmed, full_name)
  values (
    new.id,
    new.email,
    new.email_confirmed_at is not null,
    nullif(left(regexp_replace(
      regexp_replace(new.raw_user_meta_data ->> 'full_name', '[[:cntrl:]]', ' ', 'g'), '^\s+|\s+$', '', 'g'
    ), 100), '')
  )
  on conflict (id) do nothing;
  return null;
end
$$;

create function private.copy_address() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.profiles set email = new.email, confirmed = new.email_confirmed_at is not null
  where id = new.id;
  return null;
end
$$;
comment on function private.copy_address is
  'Copies an account''s address, and whether it is confirmed, to its profile.';

create function private.copy_role() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' or tg_op = 'UPDATE' and old.user_id <> new.user_id then
    update public.profiles set role = 'user' where id = old.user_id;
  end if;
  if tg_op <> 'DELETE' then
    update public.profiles set role = new.role where id = new.user_id;
  end if;
  return null;
end
$$;
comment on function private.copy_role is 'Keeps profiles.role equal to user_roles.role.';

create function private.protect_admins() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  affected constant public.user_permissions := coalesce(new, old);
  held public.app_role;
begin
  if auth.uid() is null or private.is_admin() then
    return affected;
  end if;
  -- The policies were evaluated before this statement waited for another change of the account.
  select role into held from public.user_roles where user_id = affected.user_id for share;
  if held = 'admin' then
    raise exception 'Only an administrator can change an administrator''s permissions.'
      using errcode = '42501';
  end if;
  return affected;
end
$$;
comment on function private.protect_admins is
  'Lets only admins change an admin''s permissions. It looks again after a wait, when the account may have become an admin.';

create function private.require_an_admin() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from former where role = 'admin') then
    return null;
  end if;
  -- Two admins who demote each other at the same time must not both succeed: one waits here, and then
  -- sees the change of the other.
  perform pg_advisory_xact_lock(hashtext('private.require_an_admin'));
  if not exists (select from public.user_roles where role = 'admin') then
    raise exception 'The last admin can neither be demoted nor removed.' using errcode = 'P0001';
  end if;
  return null;
end
$$;
comment on function private.require_an_admin is 'Refuses a change that leaves no admin.';

create function private.set_current_user() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if auth.uid() is not null and private.write_mode() is distinct from 'merge' then
    new := jsonb_populate_record(new, jsonb_build_object(tg_argv[0], auth.uid()));
  end if;
  return new;
end
$$;
comment on function private.set_current_user() is
  'Sets the column named by the argument to the caller, whatever the request says. Rows that a merge moves keep theirs.';

grant execute on function private.own_address, public.own_address to authenticated;
