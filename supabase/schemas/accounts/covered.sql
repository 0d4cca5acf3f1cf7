-- Who covers whom today.

create function private.covered_by(reader uuid) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select account_id from private.covers
  where cover_id = reader and starts_on <= private.office_today() and over_at > now()
$$;
comment on function private.covered_by(uuid) is 'The accounts that this account covers today.';

create function private.covered_ids() returns setof uuid
language sql stable security definer set search_path = ''
as $$ select private.covered_by(private.rights_holder()) where private.is_staff() $$;
comment on function private.covered_ids is 'The accounts that the caller covers today; none while a second factor is missing.';
grant execute on function private.covered_ids() to authenticated;
