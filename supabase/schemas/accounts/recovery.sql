-- The second factor: recovery codes, what is logged and mailed, and the setting that demands one. The
-- auth service keeps the factors. `private.rights_holder` (accounts) is where a missing one closes rights.

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
  'Ten new recovery codes for the caller, instead of earlier ones. Only their hashes are stored. Needs a session with a second factor.';
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
  'If the code is right, removes the caller''s second factors and ends the other sessions. Refuses (429) a try after five wrong ones in fifteen minutes.';
grant execute on function private.use_recovery_code, public.use_recovery_code to authenticated;

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
  'Logs a second factor that is added or removed, and mails the account. Neither names the factor: a stranger may have chosen its name.';
