-- Who has a right, since when and from whom, and which of these an admin has confirmed. The doctor reports
-- the others.

create table private.confirmed_rights (
  user_id uuid not null references public.profiles (id) on delete cascade,
  holds text not null check (private.is_line(holds, 63)),
  confirmed_at timestamptz not null default now(),
  primary key (user_id, holds)
);
comment on table private.confirmed_rights is
  'The roles of staff and permissions that accounts had when an admin last confirmed the list.';
comment on column private.confirmed_rights.holds is 'A role or a permission, by its name.';
alter table private.confirmed_rights enable row level security;

create function private.staff_rights()
returns table (user_id uuid, holds text, since timestamptz, given_by uuid, confirmed_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  select held.user_id, held.holds, held.since, held.given_by, confirmed.confirmed_at
  from (
    select user_id, role::text as holds, given_at as since, given_by
    from public.user_roles where role = any (private.staff_roles())
    union all
    select held.user_id, permission.name, held.granted_at, held.granted_by
    from public.user_permissions held join public.permissions permission on permission.id = held.permission_id
  ) as held
  left join private.confirmed_rights confirmed on confirmed.user_id = held.user_id and confirmed.holds = held.holds
$$;
comment on function private.staff_rights() is
  'Each role of staff and permission of an account, with the time when an admin confirmed it; null if none has.';

create function private.staff_accounts()
returns table (id uuid, name text, holds text, since timestamptz, given_by text, confirmed_at timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
  select held.user_id, private.account_name(held.user_id), held.holds, held.since,
    private.account_name(held.given_by), held.confirmed_at
  from private.staff_rights() held
  order by 2, 1, 3;
end
$$;

create function public.staff_accounts()
returns table (id uuid, name text, holds text, since timestamptz, given_by text, confirmed_at timestamptz)
language sql stable security invoker set search_path = ''
as $$ select * from private.staff_accounts() $$;
comment on function public.staff_accounts is
  'For admins: each role of staff and permission of an account, since when and from whom, and when an admin confirmed it.';
grant execute on function private.staff_accounts, public.staff_accounts to authenticated;

create function private.confirm_staff_accounts(seen jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  -- Whoever gives a right meanwhile waits, and is not confirmed unseen.
  lock table public.user_roles, public.user_permissions in share row exclusive mode;
  if (
    select jsonb_agg(jsonb_build_array(user_id, holds) order by user_id, holds) from private.staff_rights()
  ) is distinct from (
    select jsonb_agg(pair order by (pair ->> 0)::uuid, pair ->> 1) from jsonb_array_elements(seen) as pair
  ) then
    raise exception 'The list has changed meanwhile. Read it again before you confirm it.' using errcode = 'P0001';
  end if;
  delete from private.confirmed_rights where true;
  insert into private.confirmed_rights (user_id, holds) select user_id, holds from private.staff_rights();
  perform private.log_action(
    'changed', 'staff_accounts', null, 'Confirmed', jsonb_build_object('rights', jsonb_build_array(null, jsonb_array_length(seen)))
  );
end
$$;

create function public.confirm_staff_accounts(seen jsonb) returns void
language sql security invoker set search_path = ''
as $$ select private.confirm_staff_accounts(seen) $$;
comment on function public.confirm_staff_accounts is
  'For admins: confirms all roles of staff and permissions, as pairs of account and name. Refuses a list that is no longer the one seen.';
grant execute on function private.confirm_staff_accounts, public.confirm_staff_accounts to authenticated;
