create function private.record_offer(
  account uuid, new_role public.app_role, permission_ids uuid[] default '{}', offered_by uuid default null
) returns void
language sql security definer set search_path = ''
as $$
  select from auth.users where id = account for no key update;
  insert into private.role_offers (user_id, role, permission_ids, offered_by)
  values (account, new_role, permission_ids, offered_by)
  on conflict (user_id) do update set
    role = excluded.role, permission_ids = excluded.permission_ids, offered_by = excluded.offered_by,
    expires_at = excluded.expires_at;
  select private.set_invitation_words(account, offered_by, new_role);
  -- The password, links of earlier mails, second factors and sessions all end. Without the time of the
  -- last mail the auth service sends the next one at once.
  update auth.users set
    encrypted_password = '', confirmation_token = '', recovery_token = '', reauthentication_token = '',
    email_change = '', email_change_token_new = '', email_change_token_current = '',
    recovery_sent_at = null
  where id = account;
  delete from auth.one_time_tokens where user_id = account;
  delete from auth.mfa_factors where user_id = account;
  delete from auth.sessions where user_id = account;
$$;
comment on function private.record_offer(uuid, public.app_role, uuid[], uuid) is
  'Offers a role to an account and closes it until its owner sets a new password through a mail.';

create function private.offer_role(
  target_user_id uuid, target_email text, new_role public.app_role, permission_ids uuid[] default '{}'
) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if private.has_permission('can_edit_user_roles') then
    perform from auth.users where id = target_user_id for no key update;
    -- A right that is being revoked is gone when it is checked below; a later revocation withdraws this
    -- offer (withdraw_offers).
    perform from public.user_roles where user_id = auth.uid() for share;
    perform from public.user_permissions where user_id = auth.uid() for share;
  end if;
  if not private.has_permission('can_edit_user_roles')
    or target_user_id in (select private.protected_user_ids())
    or new_role not in (select private.assignable_roles())
    or exists (select unnest(permission_ids) except select private.grantable_permission_ids())
    or exists (
      select from private.role_offers
      where user_id = target_user_id and role not in (select private.assignable_roles())
    )
  then
    raise exception 'You may not offer this.' using errcode = '42501';
  end if;
  -- A trusted account keeps its password.
  perform from public.profiles
  where id = target_user_id and lower(email) = lower(btrim(target_email)) and not private.is_trusted(id)
  for no key update;
  if not found then
    raise exception 'No unproven account has the address %.', target_email using errcode = 'PT404';
  end if;
  perform private.record_offer(target_user_id, new_role, permission_ids, auth.uid());
end
$$;

create function public.offer_role(
  target_user_id uuid, target_email text, new_role public.app_role, permission_ids uuid[] default '{}'
) returns void
language sql security invoker set search_path = ''
as $$ select private.offer_role(target_user_id, target_email, new_role, permission_ids) $$;
comment on function public.offer_role is
  'For an account that the caller did not begin: ends its sessions and its password. It gets role and permissions with a new password, set through a mail.';
grant execute on function private.offer_role, public.offer_role to authenticated;

create function private.copy_offer() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    update public.profiles set offered_role = null where id = old.user_id;
  else
    update public.profiles set offered_role = new.role where id = new.user_id;
  end if;
  return null;
end
$$;
comment on function private.copy_offer is
  'Copies the role of an open offer to profiles.offered_role, and clears it with the offer.';

create function private.record_mail_link() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform set_config('private.mail_link', new.id::text, true);
  return null;
end
$$;
comment on function private.record_mail_link is
  'Notes for enforce_password_reset which account used the link of a mail: the link clears its token and begins a session in one transaction.';

create function private.enforce_password_reset() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  is_waiting boolean;
begin
  -- The lock makes an offer wait for a running sign-in, and then end its session.
  perform from auth.users where id = new.user_id for no key update;
  select offered_role is not null into is_waiting from public.profiles where id = new.user_id;
  if is_waiting and current_setting('private.mail_link', true) is distinct from new.user_id::text then
    raise exception 'This account has to set a new password by email first.' using errcode = '42501';
  end if;
  return new;
end
$$;
comment on function private.enforce_password_reset is
  'Refuses a session of an account with an open offer, unless it begins with the link of a mail.';

-- A change of password may be running when the role is offered: the auth service checks session and
-- password, computes a hash, and then writes by the account's id, ending all other sessions in the same
-- transaction. The offer ended the session of that change, so that none is left at its end. While an
-- offer is open, every session began with the link of a later mail (enforce_password_reset).
create function private.accept_offer() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  offer private.role_offers;
begin
  if not exists (select from private.role_offers where user_id = new.id) then
    return null;
  end if;
  if not exists (select from auth.sessions where user_id = new.id) then
    raise exception 'This account has to set a new password by email first.' using errcode = '42501';
  end if;
  -- A concurrent grant of a role comes first, and ends the offer.
  lock table public.user_roles in share row exclusive mode;
  perform from public.profiles where id = new.id for no key update;
  perform set_config('private.offer_outcome', case when expires_at > now() then 'accepted' else 'expired' end, true)
  from private.role_offers where user_id = new.id;
  delete from private.role_offers where user_id = new.id returning * into offer;
  if not found then
    return null;
  end if;
  perform private.set_invitation_words(new.id, null, null);
  update public.profiles set proven = true where id = new.id;
  if offer.expires_at <= now() then
    return null;
  end if;
  insert into public.user_roles (user_id, role, given_by) values (new.id, offer.role, offer.offered_by)
  on conflict (user_id) do update set role = excluded.role, given_by = excluded.given_by where user_roles.role <> 'admin';
  insert into public.user_permissions (user_id, permission_id, granted_by)
  select new.id, id, offer.offered_by from public.permissions where id = any (offer.permission_ids)
  on conflict do nothing;
  return null;
end
$$;
comment on function private.accept_offer is
  'Gives an account the role and permissions of its offer once its owner sets a new password, unless the offer has expired. Refuses one that is set without a session: the offer ended all earlier ones.';

create function private.clear_proof() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.profiles set proven = false, begun_by = null where id = new.id;
  delete from private.role_offers where user_id = new.id;
  return null;
end
$$;
comment on function private.clear_proof is
  'A new address clears what was true of the old one: the proof, the colleague who created the account, and the offer.';

create function private.withdraw_offers() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.profiles
  where id in (select user_id from private.role_offers where offered_by = old.user_id)
  order by id for no key update;
  -- A sign-up under way comes first, and its offer is withdrawn with the others.
  delete from private.begun_accounts where begun_by = old.user_id and invited_as is not null;
  delete from private.role_offers where offered_by = old.user_id;
  return null;
end
$$;
comment on function private.withdraw_offers() is
  'Withdraws the offers and invitations that an account made when it loses a role or a permission.';

create function private.end_offer() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.role_offers where user_id = new.user_id;
  return null;
end
$$;
comment on function private.end_offer() is 'Ends an accounts offer when someone gives it a role in the meantime.';
