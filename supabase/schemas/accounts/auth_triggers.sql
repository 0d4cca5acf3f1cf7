create trigger create_profile after insert on auth.users
  for each row execute function private.create_profile();

create trigger copy_address after update of email, email_confirmed_at on auth.users
  for each row execute function private.copy_address();

-- Triggers run in the order of their names: create_profile comes first.
create trigger link_created_account after insert on auth.users
  for each row when (new.raw_user_meta_data ? 'creation_nonce')
  execute function private.link_created_account();

create trigger check_invitation before insert on auth.users
  for each row when (new.raw_user_meta_data ?| array['invited_by', 'invited_as'])
  execute function private.check_invitation();

create trigger keep_invitation_words before update of raw_user_meta_data on auth.users
  for each row when (
    new.raw_user_meta_data -> 'invited_by' is distinct from old.raw_user_meta_data -> 'invited_by'
    or new.raw_user_meta_data -> 'invited_as' is distinct from old.raw_user_meta_data -> 'invited_as'
  )
  execute function private.keep_invitation_words();

create trigger strip_nonce before insert or update of identity_data on auth.identities
  for each row when (new.identity_data ? 'creation_nonce')
  execute function private.strip_identity_nonce();

create trigger strip_nonce before update of raw_user_meta_data on auth.users
  for each row when (new.raw_user_meta_data ? 'creation_nonce')
  execute function private.strip_account_nonce();

create trigger record_mail_link after update of recovery_token, confirmation_token on auth.users
  for each row when (
    old.recovery_token <> '' and coalesce(new.recovery_token, '') = ''
    or old.confirmation_token <> '' and coalesce(new.confirmation_token, '') = ''
  )
  execute function private.record_mail_link();

create trigger enforce_password_reset before insert on auth.sessions
  for each row execute function private.enforce_password_reset();

create constraint trigger accept_offer after update of encrypted_password on auth.users
  deferrable initially deferred
  for each row when (new.encrypted_password <> '' and old.encrypted_password is distinct from new.encrypted_password)
  execute function private.accept_offer();

create trigger clear_proof after update of email on auth.users
  for each row when (lower(old.email) is distinct from lower(new.email))
  execute function private.clear_proof();

create trigger record_added_factor after update of status on auth.mfa_factors
  for each row when (new.status = 'verified' and old.status <> 'verified')
  execute function private.record_factor();
create trigger record_removed_factor after delete on auth.mfa_factors
  for each row when (old.status = 'verified')
  execute function private.record_factor();
