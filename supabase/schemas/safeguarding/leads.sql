-- Safeguarding leads: the accounts that get concerns about children. No permission makes one, since admins
-- hold all of these (docs/decisions/052-concerns-reach-named-leads.md).

create function private.is_safeguarding_lead() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from private.safeguarding_leads where user_id = private.rights_holder());
end
$$;
comment on function private.is_safeguarding_lead is
  'Whether the caller is a safeguarding lead; false while a second factor is missing.';

create function private.reachable_leads() returns table (id uuid, name text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
  select profile.id, private.account_name(profile.id)
  from private.safeguarding_leads lead
  join public.profiles profile on profile.id = lead.user_id
  join auth.users account on account.id = lead.user_id
  where profile.confirmed and (account.banned_until is null or account.banned_until <= now())
  order by 2, 1;
end
$$;
comment on function private.reachable_leads is
  'The safeguarding leads who can sign in and get email: their address is confirmed and they are not banned.';

create function private.mail_about_concerns(readers uuid[], about text, key text, details jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.outbox (idempotency_key, kind, recipient, reader_id, data)
  select format('concern:%s:%s:%s', about, key, profile.id), 'concern', btrim(profile.email), profile.id,
    jsonb_build_object('about', about) || jsonb_strip_nulls(details)
  from public.profiles profile
  where profile.id = any (readers) and profile.confirmed and private.is_address(btrim(profile.email))
  on conflict (idempotency_key) do nothing;
end
$$;
comment on function private.mail_about_concerns(uuid[], text, text, jsonb) is
  'Writes a mail to each reader with a confirmed address, once for each key. Its details never have a text or a child''s name.';

create function private.admin_ids() returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  return array(select user_id from public.user_roles where role = 'admin');
end
$$;
comment on function private.admin_ids is 'The accounts of the admins.';

create function private.tell_lead_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := case when tg_op = 'INSERT' then new.user_id else old.user_id end;
begin
  if tg_op = 'INSERT' and current_setting('role', true) not in ('anon', 'authenticated') then
    return null;
  end if;
  perform private.mail_about_concerns(
    array(select user_id from private.safeguarding_leads) || private.admin_ids() || account,
    case when tg_op = 'INSERT' then 'lead_added' else 'lead_removed' end, gen_random_uuid()::text,
    -- Under this key an erasure finds the name; a mail that an erasure causes has none.
    jsonb_build_object('by', case when private.write_mode() is distinct from 'erasure' then private.account_name(account) end)
  );
  return null;
end
$$;
comment on function private.tell_lead_change is
  'Mails all leads and admins that a lead was added or removed, and the account itself. Rows that no request added, like sample data, cause no mail.';

create function private.require_a_lead() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from gone) then
    return null;
  end if;
  -- Two leads who leave at the same time must not both succeed.
  perform pg_advisory_xact_lock(hashtext('private.require_a_lead'));
  if not exists (select from private.safeguarding_leads) then
    raise exception 'The last safeguarding lead can''t leave. Add another lead first.' using errcode = 'P0001';
  end if;
  return null;
end
$$;
comment on function private.require_a_lead is 'Refuses a change that leaves no safeguarding lead.';

create function private.release_lead() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- An admin who makes them a lead at the same moment comes first, or hears that they left.
  perform private.lock_workflow();
  if old.user_id not in (select private.staff_ids()) then
    delete from private.safeguarding_leads where user_id = old.user_id;
  end if;
  return null;
end
$$;
comment on function private.release_lead is
  'Ends the place of a safeguarding lead who leaves the staff; refused for the last one.';
