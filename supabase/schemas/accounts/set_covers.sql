-- Setting and ending an absence.

create function private.mail_about_cover(about text, told private.covers) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.outbox (idempotency_key, kind, recipient, data)
  select format('cover:%s:%s:%s', about, told.id, profile.id), 'cover', btrim(profile.email), jsonb_build_object(
    'about', about, 'is_cover', profile.id = told.cover_id, 'starts_on', told.starts_on, 'ends_on', told.ends_on,
    -- Under this key an erasure finds the name.
    'by', private.account_name(case when profile.id = told.cover_id then told.account_id else told.cover_id end)
  )
  from public.profiles profile
  where profile.id in (told.account_id, told.cover_id) and profile.confirmed and private.is_address(btrim(profile.email))
    and (about = 'ended' or profile.id is distinct from auth.uid())
  on conflict (idempotency_key) do nothing;
end
$$;
comment on function private.mail_about_cover is
  'Tells the absent and the cover that a cover was agreed or has ended; who agreed it gets no mail about that.';

create function private.set_cover(cover uuid, account uuid, covered_by uuid, starts_on date, ends_on date) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  today constant date := private.office_today();
  clash private.covers;
begin
  perform private.require(
    private.is_admin() or account = private.rights_holder() and private.is_staff(), 'You may not set this.'
  );
  if exists (select from private.covers where id = cover and account_id = account) then
    return;
  end if;
  -- A colleague who leaves at this moment is seen below, or ends it.
  perform private.lock_workflow();
  -- Two who choose each other at the same moment must not both succeed.
  perform pg_advisory_xact_lock(hashtextextended('private.covers', 0));
  perform private.refuse_if(account = covered_by, 'Nobody covers for themselves. Choose a colleague.');
  perform private.refuse_if(
    (starts_on between today and today + 365 and ends_on between starts_on and starts_on + 89) is not true,
    'Choose days from today on, within a year, and 90 days at most.'
  );
  perform private.refuse_if(account not in (select private.staff_ids()), 'Only staff can be away.');
  perform private.refuse_if(
    covered_by not in (select private.staff_ids()), 'This colleague has left. Choose someone else.'
  );
  select * into clash from private.covers other
  where other.over_at > now() and other.starts_on <= set_cover.ends_on and other.ends_on >= set_cover.starts_on
    and (other.account_id = account or other.account_id = covered_by and other.cover_id = account)
  order by other.account_id = account desc limit 1;
  perform private.refuse_if(clash.account_id is not distinct from account, 'On some of these days you are away already. End that first.');
  perform private.refuse_if(
    clash.id is not null, 'On some of these days you cover for this colleague. Choose someone else.'
  );
  insert into private.covers (id, account_id, cover_id, starts_on, ends_on, over_at, set_by)
  values (
    cover, account, covered_by, starts_on, ends_on,
    (set_cover.ends_on + 1)::timestamp at time zone private.office_time_zone(), auth.uid()
  ) returning * into clash;
  perform private.log_cover(clash, false);
  perform private.mail_about_cover('begun', clash);
end
$$;

create function public.set_cover(cover uuid, account uuid, covered_by uuid, starts_on date, ends_on date) returns void
language sql security invoker set search_path = ''
as $$ select private.set_cover(cover, account, covered_by, starts_on, ends_on) $$;
comment on function public.set_cover is
  'For staff about themselves, and for admins: an account is away from a day to a day, both included, 90 days at most, and a member of staff covers. Refuses a second absence on the same days, and two who cover each other. Idempotent by the id.';
grant execute on function private.set_cover, public.set_cover to authenticated;

create function private.log_cover(told private.covers, is_over boolean) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- An erasure finds a name only where it is the whole value.
  perform private.log_action(
    'changed', 'covers', told.account_id, private.account_name(told.account_id), (
      select jsonb_object_agg(key, case when is_over then jsonb_build_array(value, null) else jsonb_build_array(null, value) end)
      from jsonb_each(jsonb_build_object(
        'away', format('%s to %s', told.starts_on, told.ends_on), 'covered_by', private.account_name(told.cover_id)
      ))
    )
  );
end
$$;
comment on function private.log_cover is 'Logs that a cover was agreed or ended.';

create function private.close_cover(cover uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  closed private.covers;
begin
  update private.covers set over_at = now() where id = cover and over_at > now() returning * into closed;
  if closed.id is not null then
    perform private.log_cover(closed, true);
    perform private.mail_about_cover('ended', closed);
  end if;
end
$$;
comment on function private.close_cover(uuid) is 'Ends a cover, if it is not over yet, and tells both.';

create function private.end_cover(cover uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require(
    private.is_admin() or private.is_staff()
      and exists (select from private.covers where id = cover and account_id = private.rights_holder()),
    'You may not end this.'
  );
  perform private.close_cover(cover);
end
$$;

create function public.end_cover(cover uuid) returns void
language sql security invoker set search_path = ''
as $$ select private.end_cover(cover) $$;
comment on function public.end_cover is
  'For the absent and admins: ends an absence, before it begins too, and tells both. An absence that is over stays as it is.';
grant execute on function private.end_cover, public.end_cover to authenticated;

create function private.release_covers() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_workflow();
  if old.user_id not in (select private.staff_ids()) then
    perform private.close_cover(id) from private.covers where old.user_id in (account_id, cover_id) and over_at > now();
  end if;
  return null;
end
$$;
comment on function private.release_covers() is
  'Ends the covers of a member of staff who leaves, their own and those of colleagues, and tells both.';
