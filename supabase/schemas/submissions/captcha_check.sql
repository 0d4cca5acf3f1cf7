-- A captcha for the public forms, where a setting requires it. An Edge Function verifies the answer with
-- Cloudflare and issues a pass, which the browser sends with the form.

create function private.delete_captcha_passes() returns void
language sql security definer set search_path = ''
as $$ delete from private.captcha_passes where expires_at <= now() $$;
comment on function private.delete_captcha_passes is 'Deletes expired passes.';
select private.every_minute('delete_captcha_passes');

create function private.issue_captcha_pass() returns text
language plpgsql security definer set search_path = ''
as $$
declare
  pass constant text := encode(extensions.gen_random_bytes(32), 'hex');
begin
  insert into private.captcha_passes (digest) values (sha256(convert_to(pass, 'UTF8')));
  return pass;
end
$$;

create function public.issue_captcha_pass() returns text
language sql security invoker set search_path = ''
as $$ select private.issue_captcha_pass() $$;
comment on function public.issue_captcha_pass is
  'For the service, which has checked the captcha: a pass for one form, good for ten minutes.';
grant execute on function private.issue_captcha_pass, public.issue_captcha_pass to service_role;

create function private.check_captcha() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  pass text;
  row_hash bytea;
  issued private.captcha_passes;
begin
  if not private.is_sent_by_form() or pg_trigger_depth() > 1
    or not (select is_required from private.captcha) then
    return new;
  end if;
  pass := nullif(current_setting('request.headers', true), '')::json ->> 'x-captcha-pass';
  -- Without the columns that a visitor cannot send.
  row_hash := sha256(convert_to(
    tg_table_name || (to_jsonb(new) - array[
      'id', 'status', 'search_text', 'person_id', 'confirmed_at', 'waitlisted_at', 'offered_until', 'created_at'
    ])::text,
    'UTF8'
  ));
  -- The lock serializes concurrent requests with one pass.
  select * into issued from private.captcha_passes
  where digest = sha256(convert_to(pass, 'UTF8')) and expires_at > now()
  for update;
  if not found or issued.used_for <> row_hash then
    raise sqlstate 'PGRST' using
      message = json_build_object(
        'code', 'captcha_failed',
        'message', 'The captcha is missing or has expired.',
        'details', null,
        'hint', null
      )::text,
      detail = json_build_object('status', 403, 'headers', json_build_object())::text;
  end if;
  if issued.used_for = row_hash then
    -- The row is stored; its response was lost.
    return null;
  end if;
  update private.captcha_passes set used_for = row_hash where digest = issued.digest;
  return new;
end
$$;
comment on function private.check_captcha is
  'Refuses (403) a form without the pass of a solved captcha, where the setting requires one. A pass is good for one row; the same row again is not stored twice.';
