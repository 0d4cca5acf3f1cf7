-- Faults: what failed in browsers, Edge Functions and tasks of the database, without personal data
-- (docs/decisions/046-faults.md). A report is an insert; one of a known fault counts it.

-- src/shared/lib/scrubbed.ts has the same rules in the same order; tests/embedded/faults.test.ts compares them.
create function private.scrubbed(message text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  of_code constant text := '(?!(?:React|Object|Array|Promise|Map|Set|Symbol|Date|String|Number|Function|Node|Element|Document|Window|Request|Response|Event|Error|The|This|It|An?|No|Not|Failed|Cannot|Could|Invalid|Unexpected|Expected)(?![A-Za-z]))';
  plain text := left(message, 2000);
begin
  plain := regexp_replace(plain, '[\s\u0001-\u001f\u007f-\u009f]+', ' ', 'g');
  -- Our files stay, other addresses go.
  plain := regexp_replace(plain, 'https?://[^/\s]+/(assets/[\w.-]+)', '\1', 'g');
  plain := regexp_replace(plain, '[A-Za-z][A-Za-z0-9+.-]*://\S+', '…', 'g');
  plain := regexp_replace(plain, '\S*@\S*', '…', 'g');
  -- Quoted values
  plain := regexp_replace(plain, '"[^"]*("|$)', '…', 'g');
  plain := regexp_replace(plain, '`[^`]*(`|$)', '…', 'g');
  plain := regexp_replace(plain, '[“„”«»][^“„”«»]*([“”«»]|$)', '…', 'g');
  plain := regexp_replace(plain, '(^|[^A-Za-z0-9])[''‘](?:[^''’]|[''’](?=[A-Za-z0-9]))*([''’]|$)', '\1…', 'g');
  -- Our words have no other letters.
  plain := regexp_replace(plain, '[^\s…]*[^ -~…][^\s…]*', '…', 'g');
  -- Ids and tokens; phone numbers and days
  plain := regexp_replace(plain, '(?<!assets/)(?<![\w.=-])(?=[\w.=-]*\d)[\w.=-]{16,}', '…', 'g');
  plain := regexp_replace(plain, '(?<!assets/)(?<![\w.=-])[\w.=-]{32,}', '…', 'g');
  plain := regexp_replace(plain, '[+(]*\d[\d ()./-]{4,}\d', '…', 'g');
  -- Names: words with a capital letter inside a sentence, and before another one
  plain := regexp_replace(
    plain,
    '(?<=[^.!?] )(?<!Error: )(?<!^[A-Z0-9]{5,8}: )' || of_code || '(?:[A-Z]''|Mc|Mac|De|La|Le|Di)?[A-Z][a-z]+(?![A-Za-z0-9_(])',
    '…', 'g'
  );
  plain := regexp_replace(plain, '(?<![A-Za-z])' || of_code || '[A-Z][a-z]+ …', '…', 'g');
  plain := regexp_replace(plain, '…[ …]*…', '…', 'g');
  return coalesce(nullif(btrim(left(plain, 300)), ''), '…');
end
$$;
comment on function private.scrubbed(text) is
  'A message of at most 300 letters without addresses, quoted values, ids, tokens, numbers of seven digits and names, as far as these can be told from words.';

-- The browser has done the same before, but is not trusted.
create function private.store_fault() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  most_in_a_day constant integer := 100;
  is_report constant boolean := private.is_sent_by_form();
begin
  if octet_length(new.page) > 1000 or octet_length(new.message) > 8000 or octet_length(new.stack) > 16000 then
    raise exception 'This report is too long.' using errcode = 'check_violation';
  end if;
  if is_report then
    new.place := case when private.is_staff() then 'staff' else 'public' end;
    new.page := '/' || array_to_string(array(
      select case when part ~ '^[a-z-]{1,30}$' then part else '…' end
      from unnest(string_to_array(split_part(split_part(new.page, '?', 1), '#', 1), '/')) as part where part <> '' limit 4
    ), '/');
  elsif new.page !~ '^[a-z_/-]{1,60}$' then
    new.page := '…';
  end if;
  new.message := private.scrubbed(new.message);
  new.stack := (
    select nullif(string_agg(frame[1], e'\n' order by position), '')
    from regexp_matches(left(new.stack, 8000), '((?:assets|functions|shared)/[\w./-]{1,80}\.[jt]sx?:\d{1,6}:\d{1,6})', 'g')
      with ordinality as found (frame, position)
    where position <= 10
  );
  new.version := case when new.version ~ '^[0-9A-Za-z.+-]{1,40}$' then new.version end;
  new.browser := case when new.browser ~ '^(Chrome|Edge|Firefox|Opera|Safari|Samsung Internet) [0-9]{1,4}$' then new.browser end;
  new.fingerprint := sha256(convert_to(
    concat_ws(e'\n', new.place, new.page, new.message, split_part(new.stack, e'\n', 1), new.version), 'utf8'
  ));

  -- The lock serializes concurrent reports.
  perform pg_advisory_xact_lock(hashtextextended('faults', 0));
  update public.faults stored set
    occurrences = least(stored.occurrences::bigint + 1, 2147483647), last_at = now(), fixed_at = null,
    browser = coalesce(new.browser, stored.browser),
    told_at = case when stored.fixed_at is null then stored.told_at end
  where stored.fingerprint = new.fingerprint;
  if found or most_in_a_day <= (
    select count(*) from public.faults
    where place = new.place and created_at > now() - interval '1 day'
  ) then
    return null;
  end if;
  return new;
end
$$;
comment on function private.store_fault() is
  'Cuts a report down to what has no personal data, counts a known fault, and stores at most a hundred new ones a day for each place.';

create function private.note_fault(task text, message text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.faults (place, page, message) values ('worker', task, message);
exception
  when others then raise warning 'A fault of % is not on record: %', task, sqlerrm;
end
$$;
comment on function private.note_fault is
  'Records the failure of a task that goes on. If it can''t, it only warns: the task must not fail for its record.';

create function private.tell_faults() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  untold constant uuid[] := array(select id from public.faults where told_at is null and fixed_at is null);
begin
  if untold <> '{}' and 0 < private.warn_admins('faults', array(
    select format('%s: %s', case place
      when 'public' then 'The website' when 'staff' then 'The back office' when 'function' then 'A function' else 'A task'
    end, page)
    from public.faults where id = any (untold) group by place, page order by min(created_at), place, page limit 20
  )) then
    update public.faults set told_at = now() where id = any (untold);
  end if;
end
$$;
comment on function private.tell_faults() is
  'Tells admins by mail, once a day at most, where something failed; a later fault waits for the next day. The mail has no words of a report: a stranger may have made them up.';
select private.every_minute('tell_faults');

create function private.forward_fault() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  dsn text[];
begin
  if to_regprocedure('net.http_post(text,jsonb,jsonb,jsonb,integer)') is null or to_regclass('vault.decrypted_secrets') is null then
    return null;
  end if;
  select regexp_match(decrypted_secret, '^(https://)(\w+)@([^/]+)(/.*)?/(\d+)$') into dsn
  from vault.decrypted_secrets where name = 'faults_dsn';
  if dsn is null then
    return null;
  end if;
  perform net.http_post(
    url := format('%s%s%s/api/%s/store/', dsn[1], dsn[3], dsn[4], dsn[5]),
    headers := jsonb_build_object(
      'content-type', 'application/json',
      'x-sentry-auth', format('Sentry sentry_version=7, sentry_client=kindlewell/1, sentry_key=%s', dsn[2])
    ),
    body := jsonb_build_object(
      'event_id', replace(gen_random_uuid()::text, '-', ''), 'timestamp', now(), 'platform', 'javascript', 'level', 'error',
      'message', new.message, 'release', new.version, 'transaction', new.page, 'culprit', split_part(new.stack, e'\n', 1),
      'fingerprint', jsonb_build_array(encode(new.fingerprint, 'hex')),
      'tags', jsonb_build_object('place', new.place, 'browser', new.browser), 'extra', jsonb_build_object('stack', new.stack)
    )
  );
  return null;
exception
  when others then
    raise warning 'A fault was not forwarded: %', sqlerrm;
    return null;
end
$$;
comment on function private.forward_fault is
  'Sends a fault that is new or back to an error service, if the vault''s secret `faults_dsn` has one''s address: https://<key>@<host>/<project>.';
