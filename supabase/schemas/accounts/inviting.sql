-- Invitations: a role offered to an account whose password nobody knows.

create function private.begin_invitation(address text, new_role public.app_role, permission_ids uuid[] default '{}') returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  nonce text;
begin
  if private.has_permission('can_edit_user_roles') then
    -- As in offer_role: a right that is being revoked is gone when it is checked below.
    perform from public.user_roles where user_id = auth.uid() for share;
    perform from public.user_permissions where user_id = auth.uid() for share;
  end if;
  perform private.require(
    private.has_permission('can_edit_user_roles') and new_role in (select private.assignable_roles())
      and not exists (select unnest(permission_ids) except select private.grantable_permission_ids()),
    'You may not offer this.'
  );
  nonce := private.begin_user_creation(address);
  update private.begun_accounts begun set invited_as = new_role, permission_ids = begin_invitation.permission_ids
  where begun_by = auth.uid() and begun.address = lower(btrim(begin_invitation.address));
  return jsonb_build_object(
    'creation_nonce', nonce, 'invited_by', private.account_name(auth.uid()), 'invited_as', private.role_in_words(new_role)
  );
end
$$;
create function public.begin_invitation(address text, new_role public.app_role, permission_ids uuid[] default '{}') returns jsonb
language sql security invoker set search_path = ''
as $$ select private.begin_invitation(address, new_role, permission_ids) $$;
comment on function public.begin_invitation is
  'Before the sign-up of someone who is invited: its metadata, with a nonce that is good once, for this address, within an hour. The account gets an offer of the role and permissions, and no password.';

create function private.invitation_state(invitation private.invitations) returns text
language sql stable set search_path = ''
as $$ select coalesce((invitation).outcome, case when (invitation).expires_at > now() then 'waiting' else 'expired' end) $$;
comment on function private.invitation_state is 'The outcome of an invitation; waiting or expired while it has none.';

create function private.invitations() returns table (
  id uuid, user_id uuid, name text, email text, role public.app_role, permission_ids uuid[], invited_by text,
  invited_at timestamptz, expires_at timestamptz, ended_at timestamptz, state text
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require(private.has_permission('can_edit_user_roles'), 'You may not see invitations.');
  return query
  select invitation.id, profile.id, profile.full_name, profile.email, invitation.role, invitation.permission_ids,
    private.account_name(invitation.invited_by), invitation.invited_at, invitation.expires_at, invitation.ended_at,
    private.invitation_state(invitation)
  from private.invitations invitation join public.profiles profile on profile.id = invitation.user_id
  where private.is_current(invitation)
  order by invitation.invited_at desc, invitation.id
  limit 200;
end
$$;
create function public.invitations() returns table (
  id uuid, user_id uuid, name text, email text, role public.app_role, permission_ids uuid[], invited_by text,
  invited_at timestamptz, expires_at timestamptz, ended_at timestamptz, state text
)
language sql stable security invoker set search_path = ''
as $$ select * from private.invitations() $$;
comment on function public.invitations is
  'For admins and editors of roles: the newest 200 invitations that wait, were accepted, or ended without a role and were not repeated or taken back.';

create function private.is_current(invitation private.invitations) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return case private.invitation_state(invitation)
    when 'waiting' then true
    when 'accepted' then true
    when 'expired' then not exists (
      select from private.invitations later where later.user_id = (invitation).user_id and later.invited_at > (invitation).invited_at
    ) and not exists (select from public.user_roles where user_id = (invitation).user_id)
    when 'withdrawn' then not exists (
      select from private.invitations later where later.user_id = (invitation).user_id and later.invited_at > (invitation).invited_at
    ) and not exists (select from public.user_roles where user_id = (invitation).user_id)
    else false
  end;
end
$$;
comment on function private.is_current(private.invitations) is
  'Whether the list has an invitation: it waits, was accepted, or ended while the account still has no role and no later invitation.';

create function private.invitation_counts() returns table (waiting bigint, expired bigint)
language sql stable security definer set search_path = ''
as $$
  select count(*) filter (where state = 'waiting'), count(*) filter (where state in ('expired', 'withdrawn'))
  from (
    select private.invitation_state(invitation) as state from private.invitations invitation
    where coalesce(outcome, 'expired') in ('expired', 'withdrawn') and private.is_current(invitation)
  ) as counted
$$;
comment on function private.invitation_counts is
  'How many invitations wait for a password, and how many ended without one. Whoever calls it decides who may know.';

create function private.take_back_invitation(invitation uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  chosen private.invitations;
begin
  perform private.require(private.has_permission('can_edit_user_roles'), 'You may not take back invitations.');
  -- The lock comes before the look, as in accept_offer.
  perform from auth.users where id = (select user_id from private.invitations where id = invitation) for no key update;
  select * into chosen from private.invitations where id = invitation;
  perform private.refuse_if(chosen.id is null, 'This invitation is no longer here.');
  perform private.require(chosen.role in (select private.assignable_roles()), 'You may not take back this invitation.');
  perform private.refuse_if(chosen.outcome is not distinct from 'accepted', 'This invitation was accepted. Change the role instead.');
  perform from public.profiles where id = chosen.user_id for no key update;
  if chosen.outcome is null then
    perform set_config('private.offer_outcome', 'taken_back', true);
    delete from private.role_offers where user_id = chosen.user_id;
    perform private.set_invitation_words(chosen.user_id, null, null);
  elsif chosen.outcome in ('expired', 'withdrawn') then
    update private.invitations set outcome = 'taken_back', ended_at = now() where id = invitation;
  end if;
end
$$;
create function public.take_back_invitation(invitation uuid) returns void
language sql security invoker set search_path = ''
as $$ select private.take_back_invitation(invitation) $$;
comment on function public.take_back_invitation is
  'For admins, and editors of roles who may give its role: ends an invitation. Refuses one that was accepted; repeating it changes nothing.';

create function private.own_invitation() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'state', private.invitation_state(invitation), 'invited_by', private.account_name(invitation.invited_by),
      'role', invitation.role,
      'ask', (
        select coalesce(jsonb_agg(name order by name), '[]')
        from (select private.account_name(admin) as name from unnest(private.admin_ids()) as admin limit 5) as named
      )
    )
    from private.invitations invitation
    where invitation.user_id = private.current_user_id()
      and exists (select from public.profiles where profiles.id = invitation.user_id and profiles.role = 'user')
    order by invitation.invited_at desc, invitation.id limit 1
  );
end
$$;
create function public.own_invitation() returns jsonb
language sql stable security invoker set search_path = ''
as $$ select private.own_invitation() $$;
comment on function public.own_invitation is
  'The last invitation of the caller''s account while it has no role: state, inviter, role, and up to five admins to ask; null without one.';
grant execute on function
  private.begin_invitation, public.begin_invitation, private.invitations(), public.invitations(),
  private.take_back_invitation, public.take_back_invitation, private.own_invitation, public.own_invitation
to authenticated;

create function private.tidy_invitations() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  due constant uuid[] := array(
    select id from auth.users
    where id in (
      select user_id from private.role_offers where expires_at <= now()
      union
      select user_id from private.invitations where has_words and outcome is not null
    )
    order by id limit 100 for no key update skip locked
  );
  account uuid;
begin
  foreach account in array due loop
    perform set_config('private.offer_outcome', 'expired', true);
    delete from private.role_offers where user_id = account and expires_at <= now();
    perform set_config('private.offer_outcome', '', true);
    if not exists (select from private.role_offers where user_id = account) then
      perform private.set_invitation_words(account, null, null);
    end if;
    update private.invitations set has_words = false where user_id = account and has_words and outcome is not null;
  end loop;
end
$$;
comment on function private.tidy_invitations is
  'Ends expired offers, a hundred at a time, and takes ended invitations out of the words of mails.';
select private.every_minute('tidy_invitations');
