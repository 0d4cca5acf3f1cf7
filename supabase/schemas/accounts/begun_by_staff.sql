-- Proof of ownership: no account gets a role while a stranger may have chosen its password. Either the
-- member of staff who gives the role created the account, or its owner set a new password through a mail.
-- Email and password are the only way to sign in, with a second factor for some; with a further way,
-- `private.record_offer` must close that too.
--
-- Locks are taken in this order: auth.users, as the auth service does, then public.user_roles,
-- public.user_permissions, public.profiles, private.role_offers.

create function private.begin_user_creation(address text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  nonce constant text :=
    encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'hex');
begin
  perform private.require(private.has_permission('can_edit_user_roles'), 'You may not create accounts.');
  insert into private.begun_accounts (begun_by, address, nonce_hash)
  values (auth.uid(), lower(btrim(begin_user_creation.address)), sha256(convert_to(nonce, 'UTF8')))
  on conflict on constraint begun_accounts_pkey do update
    -- Without the role of an invitation whose sign-up failed.
    set nonce_hash = excluded.nonce_hash, begun_at = now(), invited_as = null, permission_ids = default;
  return nonce;
end
$$;

create function public.begin_user_creation(address text) returns text
language sql security invoker set search_path = ''
as $$ select private.begin_user_creation(address) $$;
comment on function public.begin_user_creation is
  'Before a sign-up by staff: a nonce for its metadata (creation_nonce) that links the account to the caller. Good once, for this address, within an hour.';
grant execute on function private.begin_user_creation, public.begin_user_creation to authenticated;

create function private.link_created_account() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  begun private.begun_accounts;
begin
  delete from private.begun_accounts
  where nonce_hash = sha256(convert_to(new.raw_user_meta_data ->> 'creation_nonce', 'UTF8'))
    and address = lower(new.email) and begun_at > now() - interval '1 hour'
  returning * into begun;
  if begun.invited_as is null then
    update public.profiles set begun_by = begun.begun_by where id = new.id and begun.begun_by is not null;
  else
    insert into private.role_offers (user_id, role, permission_ids, offered_by)
    values (new.id, begun.invited_as, begun.permission_ids, begun.begun_by);
    -- Nobody knows the password of the sign-up.
    update auth.users set encrypted_password = '' where id = new.id;
  end if;
  update auth.users set raw_user_meta_data = raw_user_meta_data - 'creation_nonce' where id = new.id;
  return null;
end
$$;
comment on function private.link_created_account is
  'Notes which colleague created an account, by the nonce of its sign-up, or makes the offer of an invitation and removes the password; and removes the nonce. A nonce counts once, for its address, within an hour.';

-- The auth service copies the metadata of a sign-up to the identity, and from there back to the account.
create function private.strip_identity_nonce() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.identity_data := new.identity_data - 'creation_nonce';
  return new;
end
$$;

create function private.strip_account_nonce() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.raw_user_meta_data := new.raw_user_meta_data - 'creation_nonce';
  return new;
end
$$;
