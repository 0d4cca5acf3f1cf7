-- Who invites whom to which role. The auth service's mails name both from the account's metadata, which only
-- these functions write: a mail to a stranger must not have a sender's own words.

create function private.role_in_words(role public.app_role) returns text
language sql immutable set search_path = ''
as $$ select case when role = 'admin' then 'Administrator' else initcap(replace(role::text, '_', ' ')) end $$;
comment on function private.role_in_words is 'The name of a role on screens, as roleLabel in src/shared/auth/roles.ts.';

create function private.set_invitation_words(account uuid, inviter uuid, new_role public.app_role) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform set_config('private.is_inviting', 'yes', true);
  update auth.users set raw_user_meta_data = (coalesce(raw_user_meta_data, '{}') - 'invited_by' - 'invited_as')
    || case
      when inviter is null then '{}'
      else jsonb_build_object('invited_by', private.account_name(inviter), 'invited_as', private.role_in_words(new_role))
    end
  where id = account;
  perform set_config('private.is_inviting', '', true);
end
$$;
comment on function private.set_invitation_words is
  'Writes into an account who invites it to which role, for its mails; without an inviter, removes that.';

create function private.check_invitation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (
    select from private.begun_accounts
    where nonce_hash = sha256(convert_to(new.raw_user_meta_data ->> 'creation_nonce', 'UTF8'))
      and address = lower(new.email) and begun_at > now() - interval '1 hour'
      and private.account_name(begun_by) = new.raw_user_meta_data ->> 'invited_by'
      and private.role_in_words(invited_as) = new.raw_user_meta_data ->> 'invited_as'
  ) then
    raise exception 'Nobody invited this address.' using errcode = '42501';
  end if;
  return new;
end
$$;
comment on function private.check_invitation is
  'Refuses a sign-up that claims an invitation which no colleague began: its mail would have a stranger''s words.';

create function private.keep_invitation_words() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if current_setting('private.is_inviting', true) is distinct from 'yes' then
    new.raw_user_meta_data := (new.raw_user_meta_data - 'invited_by' - 'invited_as') || jsonb_strip_nulls(jsonb_build_object(
      'invited_by', old.raw_user_meta_data -> 'invited_by', 'invited_as', old.raw_user_meta_data -> 'invited_as'
    ));
  end if;
  return new;
end
$$;
comment on function private.keep_invitation_words is 'Keeps the words of an invitation from changes by the account itself.';

create function private.record_invitation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and (new.role, new.permission_ids) = (old.role, old.permission_ids) then
    update private.invitations set invited_by = new.offered_by, invited_at = now(), expires_at = new.expires_at
    where user_id = new.user_id and outcome is null;
    return null;
  end if;
  if tg_op <> 'INSERT' then
    update private.invitations set ended_at = now(), outcome = case
      when tg_op = 'UPDATE' then 'replaced'
      else coalesce(nullif(current_setting('private.offer_outcome', true), ''), 'withdrawn')
    end
    where user_id = old.user_id and outcome is null and exists (select from public.profiles where id = old.user_id);
    perform set_config('private.offer_outcome', '', true);
  end if;
  if tg_op <> 'DELETE' then
    insert into private.invitations (user_id, role, permission_ids, invited_by, expires_at)
    values (new.user_id, new.role, new.permission_ids, new.offered_by, new.expires_at);
  end if;
  return null;
end
$$;
comment on function private.record_invitation is
  'Keeps the history of offers. The same role again renews the open invitation.';

create function private.log_outcome() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.log_action(
    'changed', 'invitations', new.user_id, private.account_name(new.user_id),
    jsonb_build_object('outcome', jsonb_build_array(old.outcome, new.outcome))
  );
  return null;
end
$$;
comment on function private.log_outcome() is
  'Logs what became of an invitation. The log has no other columns of a table that the API cannot read.';
