-- The second factor: recovery codes, what is logged and mailed, and the setting that demands one. The
-- auth service keeps the factors. `private.rights_holder` (accounts) is where a missing one closes rights.

-- Recovery codes last as long as the account has a factor, and the first one used removes it.

create table private.recovery_codes (
  user_id uuid references public.profiles (id) on delete cascade,
  code_hash text,
  primary key (user_id, code_hash)
);
comment on table private.recovery_codes is
  'Ten for each account with a second factor, as bcrypt hashes. Those of one account have one salt, so that a try costs one hash.';
alter table private.recovery_codes enable row level security;

create table private.recovery_attempts (
  id bigint primary key generated always as identity,
  user_id uuid not null references public.profiles (id) on delete cascade,
  tried_at timestamptz not null default now()
);
comment on table private.recovery_attempts is 'Wrong recovery codes of the last fifteen minutes.';
create index recovery_attempts_user_id_idx on private.recovery_attempts (user_id, tried_at);
create index recovery_attempts_tried_at_idx on private.recovery_attempts (tried_at);
alter table private.recovery_attempts enable row level security;

create function private.make_recovery_codes() returns setof text
language plpgsql security definer set search_path = ''
as $$
declare
  caller constant uuid := private.current_user_id();
  salt constant text := extensions.gen_salt('bf', 8);
begin
  perform private.require(caller is not null and private.is_aal2(), 'Sign in with your second factor first.');
  perform from auth.users where id = caller for no key update;
  delete from private.recovery_codes where user_id = caller;
  return query
  with made as (
    select encode(extensions.gen_random_bytes(8), 'hex') as code from generate_series(1, 10)
  ), stored as (
    insert into private.recovery_codes (user_id, code_hash)
    select caller, extensions.crypt(code, salt) from made
  )
  select regexp_replace(code, '(....)(?=.)', '\1-', 'g') from made;
  perform private.log_action(
    'added', 'second_factor', caller, private.account_name(caller), '{"recovery_codes": [null, 10]}'
  );
end
$$;

create function public.make_recovery_codes() returns setof text
language sql security invoker set search_path = ''
as $$ select private.make_recovery_codes() $$;
comment on function public.make_recovery_codes is
  'Ten recovery codes of the caller, in place of earlier ones. Only their hashes are kept. Needs a session with a second factor.';
grant execute on function private.make_recovery_codes, public.make_recovery_codes to authenticated;

create function private.use_recovery_code(code text) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  caller constant uuid := private.current_user_id();
  own_session constant uuid := auth.jwt() ->> 'session_id';
  typed constant text := regexp_replace(lower(left(code, 100)), '[^a-z0-9]', '', 'g');
begin
  -- One try after the other.
  perform from auth.users where id = caller for no key update;
  if not exists (select from auth.mfa_factors where user_id = caller and status = 'verified') then
    raise exception 'This account has no second factor.' using errcode = 'PT404';
  end if;
  if 5 <= (
    select count(*) from private.recovery_attempts
    where user_id = caller and tried_at > now() - interval '15 minutes'
  ) then
    raise sqlstate 'PT429' using message = 'Five wrong codes in fifteen minutes. Please wait and try again.';
  end if;
  if not exists (
    select from private.recovery_codes
    where user_id = caller and code_hash = extensions.crypt(
      typed, (select code_hash from private.recovery_codes where user_id = caller limit 1)
    )
  ) then
    insert into private.recovery_attempts (user_id) values (caller);
    return false;
  end if;
  perform set_config('private.recovering', caller::text, true);
  delete from auth.mfa_factors where user_id = caller;
  delete from auth.sessions where user_id = caller and id is distinct from own_session;
  update auth.sessions set aal = 'aal1', factor_id = null where id = own_session;
  return true;
end
$$;

create function public.use_recovery_code(code text) returns boolean
language sql security invoker set search_path = ''
as $$ select private.use_recovery_code(code) $$;
comment on function public.use_recovery_code is
  'Removes the second factors of the caller and ends the other sessions, if the code is right. Five wrong ones in fifteen minutes.';
grant execute on function private.use_recovery_code, public.use_recovery_code to authenticated;

-- Each factor that is added or removed, in any way: a log entry and a mail to the owner

create function private.record_factor() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  factor constant auth.mfa_factors := coalesce(new, old);
  actor constant uuid := coalesce(auth.uid(), factor.user_id);
  event constant text := case
    when tg_op = 'UPDATE' then 'added'
    when current_setting('private.recovering', true) = factor.user_id::text then 'recovered'
    when actor <> factor.user_id then 'reset'
    else 'removed'
  end;
begin
  -- An account that is deleted takes its factors along.
  if not exists (select from auth.users where id = factor.user_id) then
    return null;
  end if;
  if not exists (select from auth.mfa_factors where user_id = factor.user_id and status = 'verified') then
    delete from private.recovery_codes where user_id = factor.user_id;
  end if;
  insert into public.change_log (actor_id, actor_name, action, record_kind, record_id, record_name, changes)
  values (
    actor, private.account_name(actor), case event when 'added' then 'added' else 'removed' end::public.log_action,
    'second_factor', factor.user_id, private.account_name(factor.user_id),
    case when event = 'recovered' then '{"recovery_code": [null, "used"]}'::jsonb end
  );
  -- One mail for all that a transaction removes.
  insert into private.outbox (idempotency_key, kind, recipient, data)
  select concat_ws(':', 'second_factor', event, factor.user_id, pg_current_xact_id()), 'second_factor', btrim(email),
    jsonb_build_object('event', event)
  from auth.users
  where id = factor.user_id and email_confirmed_at is not null and private.is_address(btrim(email))
  on conflict (idempotency_key) do nothing;
  return null;
end
$$;
comment on function private.record_factor() is
  'Neither has the name of the factor, which a stranger may have chosen.';

create trigger record_added_factor after update of status on auth.mfa_factors
  for each row when (new.status = 'verified' and old.status <> 'verified')
  execute function private.record_factor();
create trigger record_removed_factor after delete on auth.mfa_factors
  for each row when (old.status = 'verified')
  execute function private.record_factor();

-- The setting, and what admins do

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
  'For admins: the accounts with a right and without a second factor. Where one is demanded they open nothing.';
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
  'For admins: whether roles and permissions need a second factor. To switch it on takes a session with one.';
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
