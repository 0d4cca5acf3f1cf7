-- What an account may do, since when it was not seen, and what it has open: for admins and editors of roles.

create function private.last_seen(account uuid) returns timestamptz
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce(
    (select seen_at from private.visits where user_id = account),
    (select last_sign_in_at from auth.users where id = account)
  );
end
$$;
comment on function private.last_seen(uuid) is
  'The last visit of an account, otherwise its last sign-in; null if it was never here.';

create function private.has_factor(account uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from auth.mfa_factors where user_id = account and status = 'verified');
end
$$;
comment on function private.has_factor(uuid) is 'Whether an account has a second factor.';

create function private.account_panel(account uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require(private.has_permission('can_edit_user_roles'), 'You may not see this.');
  return (
    select jsonb_build_object(
      'role', profile.role,
      'role_since', given.given_at,
      'role_by', private.account_name(given.given_by),
      'permissions', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'name', permission.name, 'description', permission.description,
          'since', held.granted_at, 'by', private.account_name(held.granted_by)
        ) order by permission.category, permission.name), '[]')
        from public.user_permissions held join public.permissions permission on permission.id = held.permission_id
        where held.user_id = account
      ),
      'seen_at', private.last_seen(account),
      'has_factor', private.has_factor(account),
      'open_work', (select coalesce(jsonb_object_agg(kind, items), '{}') from private.open_work_of(account))
    )
    from public.profiles profile left join public.user_roles given on given.user_id = profile.id
    where profile.id = account
  );
end
$$;
create function public.account_panel(account uuid) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select private.account_panel(account) $$;
comment on function public.account_panel is
  'For admins and editors of roles: the role and permissions of an account, since when and from whom, when it was last seen, whether it has a second factor, and its open work by kind; null without that account.';

create function private.account_columns(ids uuid[]) returns table (id uuid, open_work bigint, seen_at timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require(private.has_permission('can_edit_user_roles'), 'You may not see this.');
  perform private.refuse_if(cardinality(ids) > 100, 'Up to 100 accounts at a time.');
  return query
  select profile.id, (select coalesce(sum(items), 0)::bigint from private.open_work_of(profile.id)), private.last_seen(profile.id)
  from public.profiles profile where profile.id = any (ids);
end
$$;
create function public.account_columns(ids uuid[]) returns table (id uuid, open_work bigint, seen_at timestamptz)
language sql stable security invoker set search_path = ''
as $$ select * from private.account_columns(ids) $$;
comment on function public.account_columns is
  'For admins and editors of roles: how much open work each of these accounts has, and when it was last seen. Up to 100 accounts at a time.';
grant execute on function private.account_panel, public.account_panel, private.account_columns, public.account_columns to authenticated;

create function private.accounts_of_state(state text) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  return array(
    select profile.id from public.profiles profile
    where case state
      when 'no_factor' then profile.id in (select private.staff_ids()) and not private.has_factor(profile.id)
      when 'opens_nothing' then
        profile.role = any (private.staff_roles()) and profile.role not in ('admin', 'program_manager')
        and not exists (select from public.user_permissions where user_id = profile.id)
      when 'not_seen' then
        profile.id in (select private.staff_ids())
        and coalesce(private.last_seen(profile.id), profile.created_at) < now() - interval '90 days'
      when 'waiting' then profile.offered_role is not null
      else false
    end
  );
end
$$;
comment on function private.accounts_of_state(text) is
  'The accounts in a state: staff without a second factor, whose rights open nothing, or not seen for 90 days; and accounts that wait for a password. Whoever calls it decides who may know.';

create function private.accounts_in_state(state text) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  return case when private.has_permission('can_edit_user_roles') then private.accounts_of_state(state) else '{}' end;
end
$$;
create function public.accounts_in_state(state text) returns setof public.profiles
language sql stable security invoker set search_path = ''
as $$ select * from public.profiles where id = any ((select private.accounts_in_state(state))::uuid[]) $$;
comment on function public.accounts_in_state is
  'For admins and editors of roles: the accounts in a state (no_factor, opens_nothing, not_seen, waiting).';
grant execute on function private.accounts_in_state, public.accounts_in_state to authenticated;

create function private.accounts_for_reader(state text, reader uuid) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  return case
    when reader in (select private.holders('can_edit_user_roles')) then private.accounts_of_state(state) else '{}'
  end;
end
$$;
comment on function private.accounts_for_reader(text, uuid) is
  'The accounts in a state for a reader of a saved view, whom the clock counts for: none without the right.';
