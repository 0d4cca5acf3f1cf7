-- Submissions: seven forms that every visitor may send and only reviewers may read.

create function private.queued_forms() returns text[]
language sql stable set search_path = ''
as $$ select array(select form from private.submission_kinds order by kind) $$;
comment on function private.queued_forms() is
  'The tables of forms that get an answer: each of their rows has one in submissions.';

create function private.public_forms() returns text[]
language sql stable set search_path = ''
as $$ select private.queued_forms() || 'newsletter_subscriptions'::text $$;
comment on function private.public_forms() is 'The tables that visitors write into.';

create function private.waitlist_position(registration uuid) returns integer
language sql stable security definer set search_path = ''
as $$
  select (
    select count(*) from public.program_registrations before
    where before.program = own.program and before.status = 'waitlisted'
      and (before.waitlisted_at, before.created_at, before.id) <= (own.waitlisted_at, own.created_at, own.id)
  )::integer
  from public.program_registrations own where own.id = registration and own.status = 'waitlisted'
$$;
comment on function private.waitlist_position(uuid) is 'Position on the waitlist: 1 is next; null for a registration that is not on it.';

create function private.client_address() returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  headers constant json := nullif(current_setting('request.headers', true), '')::json;
  -- Only headers of the nearest proxy count: the client itself writes the first entries of
  -- x-forwarded-for. Callers without a trusted address share one allowance.
  address constant text := coalesce(
    nullif(btrim(headers ->> 'cf-connecting-ip'), ''),
    nullif(btrim(headers ->> 'x-real-ip'), ''),
    nullif(btrim(split_part(headers ->> 'x-forwarded-for', ',', -1)), ''),
    'unknown'
  );
begin
  -- One household usually owns a whole /64 of IPv6 addresses.
  if family(address::inet) = 6 then
    return host(network(set_masklen(address::inet, 64)));
  end if;
  return address;
exception
  when invalid_text_representation then return left(address, 100);
end
$$;
comment on function private.client_address is
  'The address of the request''s sender, as the nearest proxy tells it, or `unknown`; of IPv6 the /64 network.';

-- Inside SECURITY DEFINER current_user is the owner; the setting is still the role of the request.
create function private.is_sent_by_form() returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return current_setting('role', true) in ('anon', 'authenticated')
    and private.write_mode() is distinct from 'import';
end
$$;
comment on function private.is_sent_by_form is
  'Whether a visitor''s or account''s form writes the row. An import is no form.';

create function private.limit_requests(of_form text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  time_window constant interval := '10 minutes';
  allowance constant integer := 5;
  client constant text := private.client_address();
  earlier integer;
  oldest timestamptz;
  wait_seconds integer;
begin
  -- The lock serializes concurrent requests of one address.
  perform pg_advisory_xact_lock(hashtextextended(of_form || ' ' || client, 0));

  delete from private.recent_submissions
  where id in (
    select id from private.recent_submissions
    where submitted_at <= now() - time_window
    for update skip locked
  );

  select count(*), min(submitted_at) into earlier, oldest
  from private.recent_submissions
  where form = of_form and address = client and submitted_at > now() - time_window;

  if earlier >= allowance then
    wait_seconds := greatest(1, ceil(extract(epoch from oldest + time_window - now())));
    raise sqlstate 'PGRST' using
      message = json_build_object(
        'code', '429',
        'message', 'Too many submissions from this address.',
        'details', format('Try again in %s seconds.', wait_seconds),
        'hint', null
      )::text,
      detail = json_build_object(
        'status', 429,
        'headers', json_build_object('Retry-After', wait_seconds::text)
      )::text;
  end if;

  insert into private.recent_submissions (form, address) values (of_form, client);
end
$$;
comment on function private.limit_requests is
  'Counts a request to a form from the sender''s address; refuses (429) the sixth in ten minutes, and tells how long to wait.';

create function private.limit_submissions() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- A row that a trigger adds counts with its cause.
  if private.is_sent_by_form() and pg_trigger_depth() <= 1 and not private.is_admin() then
    perform private.limit_requests(tg_table_name);
  end if;
  return new;
end
$$;
comment on function private.limit_submissions is
  'Limits how often an address may send a form. Admins, and rows that another form''s trigger adds, do not count.';

-- The refusal comes first, for the whole statement.
create function private.refuse_returning() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  headers constant json := nullif(current_setting('request.headers', true), '')::json;
begin
  if private.is_sent_by_form() and headers ->> 'prefer' ~* 'count|return=(representation|headers)' then
    raise exception 'A form returns neither rows nor counts.' using errcode = 'insufficient_privilege';
  end if;
  return null;
end
$$;
comment on function private.refuse_returning is
  'Refuses a form that asks for its row, its location or a count in return: they would disclose whether a row was stored, and so what others sent.';

-- A visitor whose response was lost sends the form again, perhaps from another network. A row of the last
-- day with the same values, the address in capitals or not, makes it a duplicate, which is not stored. An
-- application without an email address cannot be attributed and is always stored. The response is the same
-- either way, so that it discloses nothing about other senders.

-- Dynamic SQL: the form is that of the trigger.
create function private.skip_duplicate() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  not_sent constant text[] := array['id', 'status', 'waitlisted_at', 'offered_until', 'created_at'];
  sent_values constant jsonb := to_jsonb(new) - not_sent || jsonb_build_object('email', lower(btrim(new.email)));
  earlier_id uuid;
begin
  if current_setting('role', true) not in ('anon', 'authenticated') or new.email is null then
    return new;
  end if;
  -- The lock serializes concurrent duplicates.
  perform pg_advisory_xact_lock(hashtextextended(tg_table_name || sent_values::text, 1));
  execute format(
    'select id from public.%I as earlier
    where created_at > now() - interval ''1 day'' and lower(btrim(email)) = $2 ->> ''email''
      and to_jsonb(earlier) - $1 || jsonb_build_object(''email'', lower(btrim(email))) = $2
      -- After a withdrawal or a refusal the visitor may send the same again.
      and not exists (
        select from public.submissions sent
        where sent.id = earlier.id and (sent.withdrawn_at is not null or private.is_closed(sent.status))
      )
    limit 1',
    tg_table_name
  ) into earlier_id using not_sent, sent_values;
  if earlier_id is null then
    return new;
  end if;
  perform private.store_receipt_key(earlier_id);
  return null;
end
$$;
comment on function private.skip_duplicate is
  'Stores no second row for a form that came with the same values within a day; its receipt is the earlier one''s.';
