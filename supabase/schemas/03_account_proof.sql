-- Proof of ownership: no account gets a role while a stranger may have chosen its password. Either the
-- member of staff who gives the role created the account, or its owner set a new password through a mail.
-- Email and password are the only way to sign in, with a second factor for some; with a further way,
-- `private.record_offer` must close that too.
--
-- Locks are taken in this order: auth.users, as the auth service does, then public.user_roles,
-- public.user_permissions, public.profiles, private.role_offers.

create table private.begun_accounts (
  begun_by uuid references public.profiles (id) on delete cascade,
  address text,
  nonce_hash bytea not null unique,
  begun_at timestamptz not null default now(),
  primary key (begun_by, address)
);
comment on table private.begun_accounts is 'Sign-ups that staff announced. Each is good once, within an hour.';

create table private.role_offers (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  role public.app_role not null,
  permission_ids uuid[] not null,
  offered_by uuid references public.profiles (id) on delete cascade
);
comment on table private.role_offers is
  'The role and permissions that an account gets with a new password, set through a mail. Until then it has no password.';
create index role_offers_offered_by_idx on private.role_offers (offered_by);
alter table private.begun_accounts enable row level security;
alter table private.role_offers enable row level security;

-- Accounts that staff begin

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
    set nonce_hash = excluded.nonce_hash, begun_at = now();
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
begin
  with begun as (
    delete from private.begun_accounts
    where nonce_hash = sha256(convert_to(new.raw_user_meta_data ->> 'creation_nonce', 'UTF8'))
      and address = lower(new.email) and begun_at > now() - interval '1 hour'
    returning begun_by
  )
  update public.profiles set begun_by = begun.begun_by from begun where id = new.id;
  update auth.users set raw_user_meta_data = raw_user_meta_data - 'creation_nonce' where id = new.id;
  return null;
end
$$;

-- Triggers run in the order of their names: create_profile comes first.
create trigger link_created_account after insert on auth.users
  for each row when (new.raw_user_meta_data ? 'creation_nonce')
  execute function private.link_created_account();

-- The auth service copies the metadata of a sign-up to the identity, and from there back to the account.
create function private.strip_identity_nonce() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.identity_data := new.identity_data - 'creation_nonce';
  return new;
end
$$;

create trigger strip_nonce before insert or update of identity_data on auth.identities
  for each row when (new.identity_data ? 'creation_nonce')
  execute function private.strip_identity_nonce();

create function private.strip_account_nonce() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.raw_user_meta_data := new.raw_user_meta_data - 'creation_nonce';
  return new;
end
$$;

create trigger strip_nonce before update of raw_user_meta_data on auth.users
  for each row when (new.raw_user_meta_data ? 'creation_nonce')
  execute function private.strip_account_nonce();

-- Offers of a role

create function private.record_offer(
  account uuid, new_role public.app_role, permission_ids uuid[] default '{}', offered_by uuid default null
) returns void
language sql security definer set search_path = ''
as $$
  select from auth.users where id = account for no key update;
  insert into private.role_offers (user_id, role, permission_ids, offered_by)
  values (account, new_role, permission_ids, offered_by)
  on conflict (user_id) do update set
    role = excluded.role, permission_ids = excluded.permission_ids, offered_by = excluded.offered_by;
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

create trigger copy_offer after insert or update or delete on private.role_offers
  for each row execute function private.copy_offer();

-- The link of a mail clears its token and begins a session in one transaction: that ties the two together.
create function private.record_mail_link() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform set_config('private.mail_link', new.id::text, true);
  return null;
end
$$;

create trigger record_mail_link after update of recovery_token, confirmation_token on auth.users
  for each row when (
    old.recovery_token <> '' and coalesce(new.recovery_token, '') = ''
    or old.confirmation_token <> '' and coalesce(new.confirmation_token, '') = ''
  )
  execute function private.record_mail_link();

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

create trigger enforce_password_reset before insert on auth.sessions
  for each row execute function private.enforce_password_reset();

-- A change of password may be running when the role is offered: the auth service checks session and
-- password, computes a hash, and then writes by the account's id, ending all other sessions in the same
-- transaction. The offer ended the session of such a change, so that none is left at its end. While an
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
  delete from private.role_offers where user_id = new.id returning * into offer;
  if not found then
    return null;
  end if;
  update public.profiles set proven = true where id = new.id;
  insert into public.user_roles (user_id, role) values (new.id, offer.role)
  on conflict (user_id) do update set role = excluded.role where user_roles.role <> 'admin';
  insert into public.user_permissions (user_id, permission_id, granted_by)
  select new.id, id, offer.offered_by from public.permissions where id = any (offer.permission_ids)
  on conflict do nothing;
  return null;
end
$$;

create constraint trigger accept_offer after update of encrypted_password on auth.users
  deferrable initially deferred
  for each row when (new.encrypted_password <> '' and old.encrypted_password is distinct from new.encrypted_password)
  execute function private.accept_offer();

-- The end of an offer or of a proof

create function private.clear_proof() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.profiles set proven = false, begun_by = null where id = new.id;
  delete from private.role_offers where user_id = new.id;
  return null;
end
$$;

create trigger clear_proof after update of email on auth.users
  for each row when (lower(old.email) is distinct from lower(new.email))
  execute function private.clear_proof();

create function private.withdraw_offers() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.profiles
  where id in (select user_id from private.role_offers where offered_by = old.user_id)
  order by id for no key update;
  delete from private.role_offers where offered_by = old.user_id;
  return null;
end
$$;
comment on function private.withdraw_offers() is
  'An account that loses a role or a permission loses its offers.';

create trigger withdraw_offers after update or delete on public.user_roles
  for each row execute function private.withdraw_offers();
create trigger withdraw_offers after delete on public.user_permissions
  for each row execute function private.withdraw_offers();

create function private.end_offer() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.role_offers where user_id = new.user_id;
  return null;
end
$$;
comment on function private.end_offer() is 'A role given in the meantime replaces the offer.';

create trigger end_offer after insert or update on public.user_roles
  for each row execute function private.end_offer();
