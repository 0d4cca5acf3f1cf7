-- Made from supabase/schemas by `npm run db:base`: change those. From the first release on it stays.

-- supabase/schemas/foundation/privileges.sql

-- Revoke first: nothing in this database is reachable through the API unless one of these files grants it.

-- A function may stand before the tables of which its body speaks: bodies are read when it is called, and
-- plpgsql_check reads them all. The last file ends this.
set check_function_bodies = off;

-- A hosted project grants everything in `public` to the API roles. Objects created from here on start
-- with no grants; each file grants, column by column, what its tables need. The same defaults of
-- `supabase_admin` stay: `postgres` is no member of it. The doctor finds the objects it creates.
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;
-- EXECUTE for PUBLIC is a built-in default that only a revoke without a schema takes away.
alter default privileges revoke execute on functions from public;

revoke create on schema public from public, anon, authenticated, service_role;

-- Helpers that policies and triggers call. The schema is not exposed through the API.
create schema private;
revoke all on schema private from public;
grant usage on schema private to anon, authenticated, service_role;

create extension if not exists pg_trgm with schema extensions;

-- supabase/schemas/foundation/types.sql

-- Why rows change, for triggers that treat changes in bulk in another way. It lasts until it is set again
-- or the transaction ends.
create type private.write_mode as enum (
  -- Rows of an import come or, at its undo, go.
  'import',
  -- Thanks become due after gifts that staff entered.
  'thanks',
  -- The references of two people become those of one, or are parted again.
  'merge',
  -- The gifts of a batch move to the list of gifts.
  -- A retention rule deletes or clears rows.
  'retention',
  -- A person is erased.
  'erasure'
);

-- supabase/schemas/foundation/values.sql

create function private.digits() returns text
language sql immutable set search_path = ''
as $$
  select string_agg(chr(zero + digit), '' order by zero, digit)
  from unnest(array[
    1632,1776,1984,2406,2534,2662,2790,2918,3046,3174,3302,3430,3558,3664,3792,3872,4160,4240,6112,6160,6470,
    6608,6784,6800,6992,7088,7232,7248,42528,43216,43264,43472,43504,43600,44016,66720,68912,68928,69734,
    69872,69942,70096,70384,70736,70864,71248,71360,71376,71386,71472,71904,72016,72688,72784,73040,73120,
    73184,73552,90416,92768,92864,93008,93552,123200,123632,124144,124401,125264
  ]) as zero, generate_series(0, 9) as digit
$$;
comment on function private.digits() is
  'The digits of each script but the Latin one, ten after ten; compatibility forms such as full-width ones are not among them.';

create function private.plain_digits(value text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  plain text := value;
  found text;
begin
  -- A text of single bytes has none of them.
  if octet_length(value) = length(value) then
    return value;
  end if;
  for found in select distinct match[1] from regexp_matches(value, '[' || private.digits() || ']', 'g') as match loop
    plain := replace(plain, found, ((position(found in private.digits()) - 1) % 10)::text);
  end loop;
  return plain;
end
$$;
comment on function private.plain_digits(text) is 'The text with the digits 0 to 9 in place of those of other scripts.';

-- The text of a search: letters without case and accents, one kind of apostrophe, one script of digits. The
-- app folds search terms in the same way (`shared/lib/fold.ts`). Each searchable table has the generated
-- column `search_text`, so every account that writes a row runs this.
create function private.searchable(variadic texts text[]) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  joined constant text := array_to_string(texts, ' ');
begin
  -- A text of single bytes has nothing else to fold.
  if octet_length(joined) = length(joined) then
    return lower(replace(joined, '`', ''''));
  end if;
  return private.plain_digits(translate(
    lower(regexp_replace(
      normalize(translate(joined, '‘’ʼ´`', ''''''''''''), nfkd),
      '[\u0300-\u036f]', '', 'g'
    )),
    'łøđıς', 'lodiσ'
  ));
end
$$;
grant execute on function private.digits(), private.plain_digits(text), private.searchable(text[])
to anon, authenticated, service_role;

create function private.office_time_zone() returns text
language sql immutable set search_path = ''
as $$ select 'America/Chicago' $$;
comment on function private.office_time_zone() is
  'The time zone of days, weeks and months. The app has the same in src/shared/data/organisation.ts.';

create function private.office_country(out calling_code text, out abroad text, out domestic text) returns record
language sql immutable set search_path = ''
as $$ select '1', '011', '1?([2-9][0-9]{2}[2-9][0-9]{6})' $$;
comment on function private.office_country() is
  'How the office dials: the calling code of its country, the prefix of calls abroad beside 00, and numbers of its country as a pattern, whose group follows the calling code.';
grant execute on function private.office_country()
to authenticated, service_role;

-- Checks of columns: the account that writes a row runs them. Like other functions that run for each row,
-- they are in PL/pgSQL, which keeps a plan for the session where SQL makes one for each statement. Where
-- Postgres would still make a plan for each call, to little use, they set plan_cache_mode.
create function private.is_text(value text, max_length integer) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return char_length(value) <= max_length and value ~ '\S';
end
$$;

create function private.is_line(value text, max_length integer) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return char_length(value) <= max_length and value ~ '\S' and value !~ '[[:cntrl:]]';
end
$$;

grant execute on function private.is_text(text, integer), private.is_line(text, integer)
to anon, authenticated, service_role;

-- Work that passes row-level security is a function of the schema `private`, with its owner's rights. The
-- API calls a function of the same name in `public`, which has no rights of its own: both are granted to
-- the same roles. Most such functions begin with this question.
create function private.require(is_allowed boolean, refusal text) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if is_allowed is not true then
    raise exception '%', refusal using errcode = 'insufficient_privilege';
  end if;
end
$$;
comment on function private.require(boolean, text) is 'Refuses what the caller may not do, also where that is unknown.';

grant execute on function
  private.office_time_zone()
to authenticated;

-- supabase/schemas/foundation/upkeep.sql

create table private.upkeep (
  task text primary key,
  position integer generated always as identity,
  succeeded_at timestamptz,
  failed_at timestamptz,
  error text
);
comment on table private.upkeep is
  'Functions without arguments in the schema private that run every minute, with the outcome of their last run.';
alter table private.upkeep enable row level security;

-- supabase/schemas/foundation/backups.sql

-- Restoring a backup. `supabase/backup` writes and reads the file.

create function private.hold_mail() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  update private.outbox
  set state = 'failed', failed_at = now(), worker = null,
    error = 'It waited when the backup was made, and may have been sent since.'
  where state in ('queued', 'sending') and kind <> 'campaign';
  update public.email_campaigns set status = 'paused' where status = 'sending' and cancelled_at is null;
  update public.email_campaigns set status = 'draft', scheduled_at = null, scheduled_by = null
  where status = 'scheduled' and scheduled_at <= now();
  update private.mail_settings set digest_day = (now() at time zone private.office_time_zone())::date
  where digest_day < (now() at time zone private.office_time_zone())::date;
end
$$;
comment on function private.hold_mail() is
  'After a restore: no waiting mail is sent automatically. An admin tries it again, and resumes a campaign or sends it again.';

-- An erasure outlives a restore: a person who was erased since the backup was made is erased again.

create function private.certificates() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('key', private.keyed_hash(''), 'erasures', coalesce(jsonb_agg(to_jsonb(done)), '[]'))
  from private.erasures done where done.erased_at is not null
$$;
comment on function private.certificates() is
  'The erasures of this database, for private.erase_again; `key` tells whether another database has the same key of hashes.';

-- Later files make some of the tables.
create function private.known_subjects() returns setof text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
  select lower(btrim(address)) from (
    select email::text from auth.users
    union select email from public.submissions
    union select email from public.newsletter_subscriptions
    union select email from public.mentors
    union select email from public.trainers
    union select email from public.mentees
    union select parent_email from public.mentees
    union select donor_email from public.donations
    union select recipient from private.outbox
    union select address from private.unqueued_recipients
    union select address from private.suppressions
    union select address from private.begun_accounts
    union select record_name from public.change_log where record_kind = 'persons'
    union select merged_row ->> 'email' from private.merges
    union select merged_row ->> 'parent_email' from private.merges
  ) as listed (address) where address is not null
  union
  select listed.id::text from (
    select mentors.id from public.mentors
    union all select trainers.id from public.trainers
    union all select mentees.id from public.mentees
    union all select program_applications.id from public.program_applications
    union all select merged_id from private.merges
    union all select people.id from private.people
  ) as listed (id);
end
$$;
comment on function private.known_subjects() is 'What a person may have been erased by: every address, and every record that stands for one.';

create function private.erase_again(certificates jsonb) returns table (certificate uuid, refusal text)
language plpgsql security definer set search_path = ''
as $$
declare
  again record;
  subject text;
  who private.data_subject;
begin
  perform private.lock_people(true);
  -- Under another key no hash names the same address.
  if certificates ->> 'key' is distinct from private.keyed_hash('') then
    return;
  end if;
  for again in
    select done, coalesce(
      array_agg(known.subject) filter (where private.keyed_hash(known.subject) = done.subject_hash),
      array_agg(known.subject) filter (where known.subject is not null)
    ) as subjects
    from jsonb_array_elements(certificates -> 'erasures') as certificate_of
    cross join lateral jsonb_populate_record(null::private.erasures, certificate_of) as done
    left join private.known_subjects() as known (subject) on private.keyed_hash(known.subject) = any (done.other_hashes || done.subject_hash)
    where not exists (select from private.erasures stored where stored.id = done.id and stored.erased_at is not null)
    group by done.*
  loop
    certificate := (again.done).id;
    refusal := null;
    foreach subject in array coalesce(again.subjects, '{}') loop
      -- What was left then, or was never shown and is only a claim, stays.
      who := private.data_subject(subject, array(
        select id from private.records_of_subject(private.subject_of(subject)) as record
        where private.keyed_hash(id::text) = any ((again.done).chosen_hashes)
          or is_sure and private.keyed_hash(id::text) <> all ((again.done).left_hashes)
      ));
      refusal := coalesce(refusal, private.erasure_refusal(who));
      if refusal is null then
        perform private.erase_rows(who);
      end if;
    end loop;
    if refusal is null then
      delete from private.erasures where id = certificate;
      insert into private.erasures select (again.done).*;
    end if;
    if again.subjects is not null then
      return next;
    end if;
  end loop;
end
$$;
comment on function private.erase_again(jsonb) is
  'After a restore: erases whom a certificate names that is newer than the backup, but for the records that stayed then. The certificate itself is put back. Not the only admin, who stays until there is another one.';

-- supabase/schemas/foundation/columns.sql

-- Column grants define what is secret. The log, the search of submissions, and the function that opens
-- protected fields all read them, so a column without a grant is left out everywhere.
create function private.is_secret_column(table_id oid, column_name text) returns boolean
language sql stable security invoker set search_path = ''
as $$ select not has_column_privilege('authenticated', table_id, column_name, 'select') $$;
comment on function private.is_secret_column(oid, text) is 'Whether no signed-in account may select a column.';

create function private.entered_columns(table_name text) returns text[]
language sql stable security invoker set search_path = ''
as $$
  select coalesce(array_agg(attname::text order by attnum), '{}') from pg_catalog.pg_attribute
  where attrelid = to_regclass(format('public.%I', table_name)) and attnum > 0 and not attisdropped and attname <> 'id'
    and has_column_privilege('authenticated', attrelid, attnum, 'insert')
$$;
comment on function private.entered_columns(text) is 'The columns that signed-in accounts enter.';

create function private.protected_columns(table_name text) returns text[]
language sql stable security invoker set search_path = ''
as $$
  select coalesce(array_agg(entered), '{}') from unnest(private.entered_columns(table_name)) as entered
  where private.is_secret_column(to_regclass(format('public.%I', table_name)), entered)
$$;
comment on function private.protected_columns(text) is
  'The columns that signed-in accounts enter, and read only by an opening that is logged.';

-- supabase/schemas/foundation/jobs.sql

-- Background jobs. pg_cron comes with a hosted project. Supabase advises at most eight concurrent jobs,
-- so one job does all upkeep, and only slow or urgent tasks have their own.
do $$
begin
  create extension if not exists pg_cron;
exception
  -- The extension is missing, or this is not the one database of the server that may have it.
  when others then raise warning 'There is no pg_cron here: %', sqlerrm;
end
$$;

create function private.schedule_job(job_name text, command text) returns void
language plpgsql set search_path = ''
as $$
begin
  if to_regprocedure('cron.schedule(text,text,text)') is null then
    raise warning 'There is no pg_cron: another clock has to run "%" every minute.', command;
  else
    perform cron.schedule(job_name, '* * * * *', command);
  end if;
end
$$;

create function private.every_minute(task text) returns void
language sql set search_path = ''
as $$ insert into private.upkeep (task) values (task) $$;

-- Dynamic SQL: the tasks are rows of private.upkeep.
create function private.run_upkeep() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  part text;
begin
  for part in select task from private.upkeep order by position loop
    begin
      execute format('select private.%I()', part);
      update private.upkeep set succeeded_at = now() where task = part;
    exception
      when others then
        update private.upkeep set failed_at = now(), error = left(sqlerrm, 500) where task = part;
        perform private.note_fault(part, sqlstate || ': ' || sqlerrm);
        raise warning 'The task % failed: %', part, sqlerrm;
    end;
  end loop;
end
$$;
comment on function private.run_upkeep() is
  'Runs each task. It rolls back and records one that fails, and continues with the others.';
select private.schedule_job('run_upkeep', 'select private.run_upkeep()');

create function private.delete_old_runs() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if to_regclass('cron.job_run_details') is not null then
    delete from cron.job_run_details where end_time < now() - interval '1 day';
  end if;
end
$$;
select private.every_minute('delete_old_runs');

-- supabase/schemas/foundation/rows.sql

-- Only functions with their owner's rights may call these. A key is an object of columns to values.

-- Dynamic SQL: the table is an argument.
create function private.stored_rows(of_table regclass, ids uuid[], id_column text default 'id', lock text default null)
returns setof jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  return query execute format(
    'select to_jsonb(stored) from %1$s as stored where %2$I = any ($1)' || case lock
      when 'update' then ' order by %2$I for update'
      when 'share' then ' order by %2$I for share'
      when 'key share' then ' order by %2$I for key share'
      else ''
    end,
    of_table, id_column
  ) using ids;
end
$$;
comment on function private.stored_rows(regclass, uuid[], text, text) is
  'Rows as objects. A lock (update, share or key share) takes them in the order of their ids, so that two transactions with the same rows wait for each other.';

-- Dynamic SQL: the table is an argument.
create function private.insert_rows(of_table regclass, columns text[], rows jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  execute format(
    'insert into %1$s (%2$s) overriding system value select %2$s from jsonb_populate_recordset(null::%1$s, $1)',
    of_table, (select string_agg(quote_ident(one), ', ') from unnest(columns) as one)
  ) using rows;
end
$$;

create function private.has_key(keys jsonb) returns text
language sql immutable set search_path = ''
as $$ select string_agg(format('stored.%1$I = given.%1$I', key), ' and ') from jsonb_object_keys(keys -> 0) as key $$;

-- Dynamic SQL: the table is an argument.
create function private.change_rows(of_table regclass, keys jsonb, changes jsonb) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  affected bigint := 0;
begin
  if changes <> '{}' and keys <> '[]' then
    execute format(
      'update %1$s as stored set %2$s
      from jsonb_populate_recordset(null::%1$s, $1) as given, jsonb_populate_record(null::%1$s, $2) as changed where %3$s',
      of_table, (select string_agg(format('%1$I = changed.%1$I', key), ', ') from jsonb_object_keys(changes) as key),
      private.has_key(keys)
    ) using keys, changes;
    get diagnostics affected = row_count;
  end if;
  return affected;
end
$$;
comment on function private.change_rows(regclass, jsonb, jsonb) is
  'Sets the columns of `changes` in the rows with one of the keys, a list of equal columns, and returns their number.';

-- Dynamic SQL: the table is an argument.
create function private.delete_rows(of_table regclass, keys jsonb) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  affected bigint := 0;
begin
  if keys <> '[]' then
    execute format(
      'delete from %1$s as stored using jsonb_populate_recordset(null::%1$s, $1) as given where %2$s',
      of_table, private.has_key(keys)
    ) using keys;
    get diagnostics affected = row_count;
  end if;
  return affected;
end
$$;
comment on function private.delete_rows(regclass, jsonb) is 'Deletes the rows with one of the keys, and returns their number.';

-- supabase/schemas/foundation/telephones.sql

create function private.telephones(typed text) returns text[]
language plpgsql immutable set search_path = ''
as $$
declare
  office constant record := private.office_country();
  abroad constant text := format('^(?:00|%s)([1-9])', office.abroad);
  domestic constant text := format('^%s$', office.domestic);
  parts text := private.plain_digits(lower(normalize(typed, nfkc)));
  part text;
  number text;
  extension text;
  found text[] := '{}';
begin
  if parts is null or parts !~ '[0-9]' then
    return null;
  end if;
  -- Most are one number, too short for two.
  if translate(parts, ' -().', '') !~ '^[0-9]{1,13}$' or strpos(parts, '(0)') > 0 then
    parts := regexp_replace(parts, '[~|\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]', '', 'g');
    parts := regexp_replace(parts, '[\u2010-\u2015\u2212]', '-', 'g');
    -- An extension, and its number ends.
    parts := regexp_replace(
      parts, '([0-9])[\s().,:]*(?:;\s*ext\s*=|,,|ext(?:ension|n)?[.:]*|x|#)\s*([0-9]{1,7})(?![0-9])', '\1~\2|', 'g'
    );
    parts := regexp_replace(parts, '((?:\+|\m00)[1-9][0-9\s]*)\(0\)', '\1', 'g');
    parts := regexp_replace(parts, '[^-0-9+/().\s~|]+', '|', 'g');
    -- After seven digits or more, what may be part of a number parts two.
    parts := translate(regexp_replace(parts, '((?:[0-9][^0-9|/]*){7})/', '\1|', 'g'), '/', ' ');
    parts := replace(parts, '+', '|+');
    parts := regexp_replace(parts, '((?:[0-9][^0-9|(]*){9})\((?=(?:[^0-9|]*[0-9]){7})', '\1|', 'g');
    parts := regexp_replace(parts, '((?:[0-9][-().]*){7})\s+(?=(?:[-().]*[0-9]){7})', '\1|', 'g');
  end if;
  foreach part in array string_to_array(parts, '|') loop
    number := regexp_replace(split_part(part, '~', 1), '[^0-9+]', '', 'g');
    extension := nullif(split_part(part, '~', 2), '');
    number := case
      when number ~ '^\+[1-9]' then number
      when number ~ abroad then regexp_replace(number, abroad, '+\1')
      when number ~ domestic then '+' || office.calling_code || substring(number from domestic)
      else ltrim(number, '+')
    end;
    if number ~ '^\+?[0-9]{7,15}$' then
      number := number || coalesce(';ext=' || extension, '');
      if number <> all (found) then
        found := found || number;
      end if;
    end if;
  end loop;
  return nullif(found, '{}');
end
$$;
comment on function private.telephones(text) is
  'The telephone numbers in a text as +15125550142;ext=315, or in digits alone where the country is unknown: several, an extension, digits of any script. Null where there is none.';

create function private.phone_keys(typed text) returns text[]
language plpgsql immutable set search_path = ''
as $$
declare
  numbers constant text[] := private.telephones(typed);
begin
  if numbers is null then
    return null;
  end if;
  return (select array_agg(distinct right(ltrim(split_part(number, ';', 1), '+'), 8)) from unnest(numbers) as number);
end
$$;
comment on function private.phone_keys(text) is
  'The last eight digits of each telephone number, without its extension: the same with or without its country code.';
grant execute on function private.telephones(text), private.phone_keys(text)
to authenticated, service_role;

-- supabase/schemas/foundation/write_modes.sql

create function private.set_write_mode(mode private.write_mode, of_table text default null) returns void
language sql set search_path = ''
as $$
  select set_config('private.write_mode', coalesce(mode::text, ''), true),
    set_config('private.write_table', coalesce(of_table, ''), true)
$$;

create function private.write_mode() returns private.write_mode
language plpgsql stable security definer set search_path = ''
as $$
begin
  return nullif(current_setting('private.write_mode', true), '')::private.write_mode;
end
$$;
comment on function private.write_mode() is 'Null where each change is one of its own.';

create function private.imports_into(table_name text) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce(private.write_mode() = 'import' and current_setting('private.write_table', true) = table_name, false);
end
$$;

create function private.is_from_outside() returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return private.write_mode() is not distinct from 'import' or coalesce(current_setting('role', true), '') in ('anon', 'service_role');
end
$$;
comment on function private.is_from_outside() is
  'Whether rows are written by an import, a visitor or a provider''s event, and not by a colleague: what they say is a claim.';

-- Triggers that run as the account that writes ask it, too.
grant execute on function private.write_mode() to authenticated, service_role;

-- supabase/schemas/accounts/types.sql

create type public.app_role as enum (
  'admin', 'director', 'development_manager', 'staff', 'mentor', 'mentee', 'student', 'donor',
  'supporter', 'accounting', 'program_manager', 'fundraiser', 'user'
);

-- supabase/schemas/campaigns/types.sql

create type private.audience_member as (address text, name text, person_id uuid, no_contact boolean);

-- supabase/schemas/change-log/types.sql

create type public.log_action as enum ('added', 'changed', 'removed', 'exported', 'opened', 'imported', 'undone');

-- supabase/schemas/courses/types.sql

create type public.enrolment_state as enum ('enrolled', 'waiting', 'withdrawn');

-- supabase/schemas/faults/types.sql

create type public.fault_place as enum ('public', 'staff', 'function', 'worker');

-- supabase/schemas/files/types.sql

create type public.file_state as enum ('uploading', 'ready', 'refused');

create type private.listed_file as (
  id uuid, record_kind text, record_id uuid, record_name text, name text, type text, size integer,
  state public.file_state, refusal text, created_at timestamptz, created_by uuid, author_name text
);

-- supabase/schemas/giving/types.sql

create type public.course_status as enum ('active', 'planned', 'completed', 'cancelled');
create type public.campaign_status as enum ('draft', 'scheduled', 'sending', 'paused', 'sent');
create type private.gift_sums as (
  id uuid, name text, email text, gift_count bigint, lifetime numeric, moved_count bigint, moved_total numeric,
  thank_for_at timestamptz, created_at timestamptz,
  last_gift_at timestamptz, frequency text, frequency_ends_at timestamptz
);

-- supabase/schemas/mail/types.sql

-- Each reviewer's choice of notices for each kind. The default is the daily digest.

create type public.notice_choice as enum ('at_once', 'daily', 'none');

-- supabase/schemas/people/types.sql

-- One name is enough. Here and in all other tables a missing value is null, never a blank text.

-- The first line of search_text has the person: the search for people looks only at it. Nothing protected
-- is searched.

create type public.person_status as enum ('active', 'inactive');
create type private.contact_level as enum ('told', 'entered', 'proved');
comment on type private.contact_level is
  'How we have an email or phone: a form, an event or an import told it; a colleague typed, picked or confirmed it; or the owner of an email showed that they read our mail there.';

create type private.identity as (name text, email text, phone text, is_gift boolean);
comment on type private.identity is 'What a row says about who it is.';

create type private.person_hit as (
  position integer, kind text, source text, id uuid, name text, address text, rank integer, created_at timestamptz, person_id uuid
);

-- The rows of a person. The fields of the type that hold ids are called like their tables.

create type private.person_rows as (
  people uuid[], addresses text[], phones text[], refs text[], profiles uuid[], mentors uuid[], trainers uuid[], mentees uuid[], donors uuid[],
  donations uuid[], submissions uuid[], newsletter_subscriptions uuid[], readable text[]
);
comment on type private.person_rows is
  'The rows of people in `readable`: the tables of which the caller may read all rows. `people` are those who have one, `refs` their addresses and phones as tasks name them.';

-- The timeline: events from tables of which the caller may read all rows, beside those in which the person
-- was found. A function has a part for each kind of event, and runs only those that are asked for.

create type private.person_event as (
  kind text, id text, happened_at timestamptz, title text, detail text, body text, state text, amount numeric,
  author text, source text, source_id uuid, is_own boolean
);

create type private.suggestion as (id uuid, name text, addresses text[], reason text, partner uuid, partner_name text);
comment on type private.suggestion is
  'Someone who may be the same: by phone, email, post or name. Or by household: who lives at the same address, with the household of one of them as partner; or couple: one of the two whose name a couple has, with the other as partner.';

-- supabase/schemas/programs/types.sql

create type public.program_status as enum ('active', 'planned', 'completed', 'cancelled');

-- supabase/schemas/rights/types.sql

create type private.data_subject as (
  address text, record uuid, persons uuid[], people_left uuid[], addresses text[], shared text[],
  accounts uuid[], people uuid[], contacts uuid[], submissions uuid[], subscriptions uuid[], gifts uuid[],
  donors uuid[], merges uuid[], ids uuid[], moments timestamptz[], names text[], account_names text[], erased_names jsonb,
  phones text[]
);
comment on type private.data_subject is
  'The rows that were chosen of a person, of an address, or of a record: a mentee, or the child of a program application. `persons` are the people whom it is about; `people_left` those who go with the chosen rows; `addresses` theirs alone, `shared` those that others have, too; `people` are mentors, mentees and trainers; `contacts` mentees with an address of their own, who lose a parent''s contact; `ids` all together; `moments` when forms were sent; `phones` the private.phone_keys of their rows.';

create type private.subject_record as (
  id uuid, kind text, person uuid, name text, entry text, title text, email text, phone text, amount numeric,
  happened_at timestamptz, is_sure boolean, child uuid, child_name text
);
comment on type private.subject_record is
  'A record that a hand-over or an erasure names, to be chosen or not. `kind` is its table, as private.rows_of_people has it; or `children` and `parent_contacts`, mentees without and with an address of their own, whose record names the person as a parent; `merges`, an earlier record in that of someone else; `people`, a second contact without a record. `is_sure` where more than a claim ties it to the person. The name of a child is shown after an opening of `child`.';

-- supabase/schemas/submissions/types.sql

create type public.application_status as enum ('new', 'contacted', 'accepted', 'rejected');
create type public.proposal_status as enum ('new', 'contacted', 'in_progress', 'accepted', 'rejected');
create type public.message_status as enum ('new', 'contacted', 'in_progress', 'closed');
create type public.registration_status as enum (
  'new', 'contacted', 'confirmed', 'waitlisted', 'offered', 'lapsed', 'declined'
);

create type public.submission_kind as enum (
  'volunteer', 'program', 'partnership', 'message', 'registration', 'pledge'
);
create type public.submission_status as enum (
  'new', 'contacted', 'in_progress', 'accepted', 'rejected', 'closed',
  'confirmed', 'waitlisted', 'offered', 'lapsed', 'declined'
);

-- supabase/schemas/change-log/table_readers.sql

create table private.table_readers (table_name text, permission text, primary key (table_name, permission));
comment on table private.table_readers is 'The permissions that read all rows of a table.';
alter table private.table_readers enable row level security;
insert into private.table_readers (table_name, permission) values
  ('profiles', 'can_view_all_users'),
  ('profiles', 'can_edit_user_roles'),
  ('user_roles', 'can_edit_user_roles'),
  ('user_permissions', 'can_edit_user_roles'),
  ('mentors', 'can_manage_mentors'),
  ('mentees', 'can_manage_mentees'),
  ('trainers', 'can_manage_trainers'),
  ('programs', 'can_manage_programs'),
  ('program_mentees', 'can_manage_programs'),
  ('program_mentors', 'can_manage_programs'),
  ('program_trainers', 'can_manage_programs'),
  ('donations', 'can_manage_donations'),
  ('donors', 'can_manage_donations'),
  ('funds', 'can_manage_donations'),
  ('fund_spendings', 'can_manage_donations'),
  ('gift_batches', 'can_manage_donations'),
  ('courses', 'can_manage_courses'),
  ('enrolments', 'can_manage_courses'),
  ('assessments', 'can_manage_courses'),
  ('student_grades', 'can_manage_courses'),
  ('email_campaigns', 'can_send_emails'),
  ('holidays', 'can_review_submissions'),
  ('answer_templates', 'can_review_submissions'),
  ('submissions', 'can_review_submissions'),
  ('submission_notes', 'can_review_submissions'),
  ('conversions', 'can_review_submissions'),
  ('program_seats', 'can_review_submissions');

-- supabase/schemas/change-log/log.sql

-- The change log: each change with its account and both values, and each export. A trigger and a few
-- functions write it; everyone who may read a record reads its entries.

create function private.readable_tables() returns setof text
language plpgsql stable parallel safe security definer set search_path = ''
as $$
begin
  return query
  select table_name from private.table_readers where permission in (select private.held_permissions())
  union all
  select form from unnest(private.public_forms()) as form
  where 'can_review_submissions' in (select private.held_permissions())
  union all
  select 'programs' where private.current_user_role() = 'program_manager';
end
$$;
comment on function private.readable_tables() is
  'Tables of which the caller may read all rows, apart from those for admins alone.';
grant execute on function private.readable_tables() to authenticated;

create function private.name_of_reference(reference text, id uuid) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return case reference
    when 'user_id' then private.account_name($2)
    when 'assignee_id' then private.name_of_reference('user_id', $2)
    when 'submission_id' then (select name from public.submissions where submissions.id = $2)
    when 'permission_id' then (select name from public.permissions where permissions.id = $2)
    when 'program_id' then (select name from public.programs where programs.id = $2)
    when 'mentor_id' then (select concat_ws(' ', first_name, last_name) from public.mentors where mentors.id = $2)
    when 'mentee_id' then (select concat_ws(' ', first_name, last_name) from public.mentees where mentees.id = $2)
    when 'trainer_id' then (select concat_ws(' ', first_name, last_name) from public.trainers where trainers.id = $2)
  end;
end
$$;
comment on function private.name_of_reference(text, uuid) is
  'The name of the row that a column such as program_id refers to.';

create function private.name_references(changes jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_object_agg(
    regexp_replace(key, '_id$', ''),
    case when key like '%\_id' then jsonb_build_array(
      private.name_of_reference(key, (value ->> 0)::uuid), private.name_of_reference(key, (value ->> 1)::uuid)
    ) else value end
  )
  from jsonb_each(changes)
$$;

create function private.shorten_texts(changes jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_object_agg(key, case when jsonb_typeof(value) = 'array' then (
    select jsonb_agg(
      case when jsonb_typeof(side) = 'string' then to_jsonb(left(side #>> '{}', 500)) else side end order by position
    )
    from jsonb_array_elements(value) with ordinality as sides (side, position)
  ) else value end)
  from jsonb_each(changes)
$$;

-- The first argument is the column that names the record, where that is not its own id; the others are
-- columns to keep of an added or removed row. The entry keeps the beginning of long texts, of protected
-- columns only that they changed, and nothing of other secret ones. The removal of a person or a submission
-- has no name. It runs with every save, hence few calls.

create function private.log_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  caller constant uuid := auth.uid();
  before constant jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  after constant jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  stored constant jsonb := coalesce(after, before);
  changes jsonb;
  people uuid[];
begin
  -- An import, its undo and a retention rule have one entry for all rows.
  if private.write_mode() = 'retention' or tg_op <> 'UPDATE' and private.imports_into(tg_table_name) then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(key, case when not is_secret then jsonb_build_array(before -> key, value) end) into changes
    from jsonb_each(after) cross join lateral private.is_secret_column(tg_relid, key) as is_secret
    where value <> before -> key
      and key not in ('person_id', 'told', 'proved_at', 'legal_donor_id', 'is_posted', 'manager_id', 'added_by', 'granted_by', 'search_text', 'telephones', 'sent_count')
      and (not is_secret or key = any (private.protected_columns(tg_table_name)));
    if changes is null then
      return null;
    end if;
    if changes ?| array['assignee_id', 'mentor_id', 'mentee_id', 'trainer_id'] then
      people := array(
        select id::uuid from jsonb_each(changes) as change, jsonb_array_elements_text(value) as id
        where key in ('mentor_id', 'mentee_id', 'trainer_id') and id is not null
      );
      changes := private.name_references(changes);
    end if;
    if pg_column_size(changes) > 1000 then
      changes := private.shorten_texts(changes);
    end if;
  elsif tg_nargs > 1 then
    -- The removal of a submission has the entry for its parts.
    if tg_op = 'DELETE' and tg_argv[0] = 'submission_id'
      and not exists (select from public.submissions where id = (stored ->> 'submission_id')::uuid) then
      return null;
    end if;
    people := array(
      select (stored ->> key)::uuid from unnest(tg_argv[1:]) as key
      where key in ('mentor_id', 'mentee_id', 'trainer_id')
    );
    select jsonb_object_agg(
      regexp_replace(key, '_id$', ''),
      jsonb_build_array(
        case tg_op when 'DELETE' then named end, case tg_op when 'INSERT' then named end
      )
    ) into changes
    from unnest(tg_argv[1:]) as key,
      lateral (
        select case when key like '%\_id' then private.name_of_reference(key, (stored ->> key)::uuid)
          else stored ->> key end as named
      ) as read;
  end if;
  insert into public.change_log (
    actor_id, actor_name, action, record_kind, record_id, record_name, changes, about
  ) values (
    caller,
    private.account_name(caller),
    case tg_op when 'INSERT' then 'added' when 'UPDATE' then 'changed' else 'removed' end::public.log_action,
    tg_table_name,
    (stored ->> coalesce(tg_argv[0], 'id'))::uuid,
    case
      when tg_op = 'DELETE'
        and tg_table_name = any ('{mentors,mentees,trainers,donations}' || private.public_forms()) then null
      when tg_nargs > 0 then private.name_of_reference(tg_argv[0], (stored ->> tg_argv[0])::uuid)
      else coalesce(
        stored ->> 'name', stored ->> 'full_name', stored ->> 'title', stored ->> 'organization_name', stored ->> 'donor_name',
        nullif(concat_ws(' ', stored ->> 'first_name', stored ->> 'last_name'), ''), stored ->> 'program'
      )
    end,
    changes,
    nullif(people, '{}')
  );
  return null;
end
$$;

create function private.log_action(
  action public.log_action, kind text, record uuid, record_name text, changes jsonb, about uuid[] default null
) returns void
language sql security definer set search_path = ''
as $$
  insert into public.change_log (actor_id, actor_name, action, record_kind, record_id, record_name, changes, about)
  values (auth.uid(), private.account_name(auth.uid()), action, kind, record, record_name, changes, about)
$$;
comment on function private.log_action(public.log_action, text, uuid, text, jsonb, uuid[]) is
  'Adds an entry for an action of the caller that no trigger logs.';

create function private.has_opened(record uuid, within interval) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.change_log
    where actor_id = auth.uid() and action = 'opened' and record_id = record
      -- An entry of this transaction could still be undone.
      and created_at < now() and created_at > now() - within
  )
$$;
comment on function private.has_opened(uuid, interval) is
  'Whether the caller opened the protected fields of a record, in an earlier request.';

-- Exports. The app logs every file before it writes it, and before it reads a protected column.

create function private.log_export(
  exported_table text, filters jsonb, row_count integer, protected_of uuid[] default null, reason text default null
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  allowance constant integer := 60;
  most_protected constant integer := 10000;
begin
  perform private.require(
    private.is_admin() or exported_table in (select private.readable_tables()), 'You may not export this.'
  );
  if to_regclass(format('public.%I', exported_table)) is null
    or (row_count >= 0 and pg_column_size(filters) <= 4000 and jsonb_typeof(filters) = 'object') is not true then
    raise exception 'Invalid export.' using errcode = 'check_violation';
  end if;
  if protected_of is not null then
    if (private.is_text(btrim(reason), 500) and char_length(btrim(reason)) >= 10) is not true then
      raise exception 'Give a reason of 10 to 500 characters.' using errcode = 'check_violation';
    end if;
    if cardinality(protected_of) <> row_count or row_count > most_protected then
      raise exception 'Up to % rows at a time with protected fields.', most_protected using errcode = 'check_violation';
    end if;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('private.log_export ' || auth.uid(), 0));
  if (
    select count(*) >= allowance from public.change_log
    where actor_id = auth.uid() and action = 'exported' and created_at > now() - interval '1 hour'
  ) then
    raise exception 'No more than % exports in an hour.', allowance using errcode = 'P0001';
  end if;
  perform private.log_action(
    'exported', exported_table, null, null,
    (filters - 'reason') || jsonb_build_object('rows', row_count)
      || case when protected_of is null then '{}' else jsonb_build_object('reason', btrim(reason)) end,
    protected_of
  );
end
$$;

create function public.log_export(
  exported_table text, filters jsonb, row_count integer, protected_of uuid[] default null, reason text default null
) returns void
language sql security invoker set search_path = ''
as $$ select private.log_export(exported_table, filters, row_count, protected_of, reason) $$;
comment on function public.log_export is
  'Logs that the caller exports rows of a table; sixty times an hour at most. With the ids of these rows and a reason, protected_values opens their protected columns to the caller for an hour.';
grant execute on function private.log_export, public.log_export to authenticated;

-- supabase/schemas/accounts/roles.sql

-- Accounts and their rights: profiles, roles, named permissions, and the helpers of every other policy.

-- Only letters and digits, without case and accents: names that look alike have the same key.
create function private.name_key(name text) returns text
language plpgsql immutable strict set search_path = ''
as $$
begin
  return regexp_replace(private.searchable(name), '[\s[:punct:]\u00ad\u200b-\u200f\u2060\ufeff]', '', 'g');
end
$$;
-- An index runs it as the account that writes a row.
grant execute on function private.name_key(text) to authenticated, service_role;

-- Helpers. STABLE and without row arguments, so that a policy evaluates each of them once per statement;
-- SECURITY DEFINER, so that callers need no access to roles and permissions. Those of nearly every policy
-- are in PL/pgSQL, which caches the plan: planning takes longer than the lookup.

create function private.refuse_ended_session() returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if exists (select from auth.users where id = auth.uid() and (banned_until is null or banned_until <= now()))
    and not exists (select from auth.sessions where id = (auth.jwt() ->> 'session_id')::uuid) then
    raise insufficient_privilege using message = 'Your session has ended. Sign in again.';
  end if;
  return null;
end
$$;
comment on function private.refuse_ended_session() is
  'Refuses the token of a session that ended, as by a new password: a list without rows would look like an empty one.';

create function private.current_user_id() returns uuid
language plpgsql stable parallel safe security definer set search_path = ''
as $$
declare
  session_id constant uuid := auth.jwt() ->> 'session_id';
begin
  -- The auth service puts a session into every token. A server with the signing key made one without it.
  if session_id is null then
    return auth.uid();
  end if;
  return coalesce((
    select account.id from auth.sessions session join auth.users account on account.id = session.user_id
    where session.id = session_id and account.id = auth.uid()
      and (account.banned_until is null or account.banned_until <= now())
  ), private.refuse_ended_session());
end
$$;
comment on function private.current_user_id() is
  'The account of the request''s token, until its session ends or it is banned: the token itself lives for an hour.';

create function private.is_aal2() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  -- The session too: its token is not changed when the factor is removed.
  return coalesce(auth.jwt() ->> 'aal' = 'aal2', false) and exists (
    select from auth.sessions
    where id = (auth.jwt() ->> 'session_id')::uuid and user_id = auth.uid() and aal = 'aal2'
  );
end
$$;
comment on function private.is_aal2() is 'Whether the session of the request proved a second factor.';

create function private.owes_factor() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return not private.is_aal2()
    and exists (select from auth.mfa_factors where user_id = auth.uid() and status = 'verified');
end
$$;
comment on function private.owes_factor() is
  'Whether the caller''s account has a second factor that the session has not proved.';

create function private.rights_holder() returns uuid
language plpgsql stable security definer set search_path = ''
as $$
declare
  claims constant jsonb := auth.jwt();
  session_id constant uuid := claims ->> 'session_id';
  claims_aal2 constant boolean := coalesce(claims ->> 'aal' = 'aal2', false);
begin
  -- One look-up with what current_user_id and is_aal2 ask, all by index: searches switch sequential
  -- scans off, and a plan that needs one would be compiled at each call.
  if session_id is not null then
    return coalesce((
      select account.id from auth.sessions session join auth.users account on account.id = session.user_id
      where session.id = session_id and account.id = auth.uid()
        and (account.banned_until is null or account.banned_until <= now())
        and (
          claims_aal2 and session.aal = 'aal2'
          or not (select is_demanded from private.second_factor where singleton) and not exists (
            select from auth.mfa_factors where user_id = account.id and status = 'verified'
          )
        )
    ), private.refuse_ended_session());
  end if;
  if private.owes_factor() or (select is_demanded from private.second_factor where singleton) then
    return null;
  end if;
  return auth.uid();
end
$$;
comment on function private.rights_holder() is
  'The account whose role and permissions the caller has; null while a second factor is missing.';

create function private.own_address() returns text
language sql stable security definer set search_path = ''
as $$
  select lower(btrim(email)) from auth.users
  where id = private.current_user_id() and email_confirmed_at is not null and not private.owes_factor()
$$;
comment on function private.own_address() is
  'The confirmed address of the caller''s account. An address they want to change to does not count yet.';

create function public.own_address() returns text
language sql stable security invoker set search_path = ''
as $$ select private.own_address() $$;
comment on function public.own_address is
  'The confirmed address of the caller''s account, in lower case; null until it is confirmed.';

create function private.current_user_role() returns public.app_role
language plpgsql stable parallel safe security definer set search_path = ''
as $$
begin
  return coalesce((select role from public.user_roles where user_id = private.rights_holder()), 'user');
end
$$;

create function private.is_admin() returns boolean
language plpgsql stable parallel safe security definer set search_path = ''
as $$
begin
  return private.current_user_role() = 'admin';
end
$$;

create function private.held_permissions() returns setof text
language plpgsql stable security definer set search_path = ''
as $$
declare
  caller constant uuid := private.rights_holder();
begin
  return query
  select name from public.permissions
  where exists (select from public.user_roles where user_id = caller and role = 'admin')
    or id in (select permission_id from public.user_permissions where user_id = caller);
end
$$;
comment on function private.held_permissions() is 'The names of the caller''s permissions. An admin has them all.';

create function private.has_permission(permission_name text) returns boolean
language plpgsql stable parallel safe security definer set search_path = ''
as $$
begin
  return permission_name in (select private.held_permissions());
end
$$;

create function private.holders(permission_name text) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select user_id from public.user_roles where role = 'admin'
  union
  select held.user_id from public.user_permissions held
  join public.permissions permission on permission.id = held.permission_id
  where permission.name = permission_name
$$;
comment on function private.holders(text) is 'The accounts that hold a permission, including admins.';

create function private.may_review() returns boolean
language sql stable parallel safe security definer set search_path = ''
as $$ select private.has_permission('can_review_submissions') $$;

create function private.protected_user_ids() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select auth.uid() where not private.is_admin()
  union all
  select user_id from public.user_roles where role = 'admin' and not private.is_admin()
$$;
comment on function private.protected_user_ids() is
  'Accounts whose role and permissions the caller may not change: none for an admin; the caller and every admin for others.';

create function private.assignable_roles() returns setof public.app_role
language sql stable security definer set search_path = ''
as $$
  select role from unnest(enum_range(null::public.app_role)) as role
  where private.is_admin()
    or private.has_permission('can_edit_user_roles') and (
      role in ('user', 'fundraiser', 'mentor', 'mentee', 'donor', 'supporter')
      or role = 'program_manager' and private.has_permission('can_manage_programs')
    )
$$;

create function private.grantable_permission_ids() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select id from public.permissions
  where private.has_permission('can_edit_user_roles') and private.has_permission(name)
$$;

create function private.account_name(account uuid) returns text
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
begin
  return (
    select case
      when exists (
        select from public.profiles other
        where private.name_key(profile.full_name) in (private.name_key(other.full_name), private.name_key(other.email))
          and other.id <> profile.id
          and exists (select from public.user_roles where user_id = other.id)
      ) then format('%s (%s)', profile.full_name, profile.email)
      else coalesce(profile.full_name, profile.email)
    end
    from public.profiles profile where profile.id = account
  );
end
$$;
comment on function private.account_name(uuid) is
  'Name of an account for notes, answers and the log, with its address where a colleague has the same name.';

-- These two take a row: a policy calls them once, for the row that is written.

create function private.is_trusted(account uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.profiles where id = account and (proven or begun_by = private.current_user_id())
  )
$$;
comment on function private.is_trusted(uuid) is
  'Whether only the owner of the address, or the caller who chose it, can know the password.';

create function private.may_hold(account uuid, new_role public.app_role) returns boolean
language sql stable security definer set search_path = ''
as $$
  select private.is_trusted(account)
    or new_role not in ('admin', 'program_manager')
    and exists (select from public.user_roles where user_id = account)
$$;
comment on function private.may_hold(uuid, public.app_role) is
  'An account with a role may always get one without rights: removing rights never waits.';

grant execute on function
  private.current_user_id(),
  private.current_user_role(),
  private.is_admin(),
  private.has_permission(text),
  private.may_review(),
  private.protected_user_ids(),
  private.assignable_roles(),
  private.grantable_permission_ids(),
  private.is_trusted(uuid),
  private.may_hold(uuid, public.app_role)
to authenticated;

create function private.create_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- The visitor chose the metadata: it supplies a name and nothing else.
  insert into public.profiles (id, email, confirmed, full_name)
  values (
    new.id,
    new.email,
    new.email_confirmed_at is not null,
    nullif(left(regexp_replace(
      regexp_replace(new.raw_user_meta_data ->> 'full_name', '[[:cntrl:]]', ' ', 'g'), '^\s+|\s+$', '', 'g'
    ), 100), '')
  )
  on conflict (id) do nothing;
  return null;
end
$$;

create function private.copy_address() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.profiles set email = new.email, confirmed = new.email_confirmed_at is not null
  where id = new.id;
  return null;
end
$$;

create function private.copy_role() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' or tg_op = 'UPDATE' and old.user_id <> new.user_id then
    update public.profiles set role = 'user' where id = old.user_id;
  end if;
  if tg_op <> 'DELETE' then
    update public.profiles set role = new.role where id = new.user_id;
  end if;
  return null;
end
$$;

create function private.protect_admins() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  affected constant public.user_permissions := coalesce(new, old);
  held public.app_role;
begin
  if auth.uid() is null or private.is_admin() then
    return affected;
  end if;
  -- The policies were evaluated before this statement waited for another change of the account.
  select role into held from public.user_roles where user_id = affected.user_id for share;
  if held = 'admin' then
    raise exception 'Only an administrator changes an administrator''s permissions.'
      using errcode = '42501';
  end if;
  return affected;
end
$$;

create function private.require_an_admin() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from former where role = 'admin') then
    return null;
  end if;
  -- Two admins who demote each other at the same time must not both succeed: one waits here, and then
  -- sees the change of the other.
  perform pg_advisory_xact_lock(hashtext('private.require_an_admin'));
  if not exists (select from public.user_roles where role = 'admin') then
    raise exception 'The last admin can neither be demoted nor removed.' using errcode = 'P0001';
  end if;
  return null;
end
$$;

create function private.set_current_user() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if auth.uid() is not null and private.write_mode() is distinct from 'merge' then
    new := jsonb_populate_record(new, jsonb_build_object(tg_argv[0], auth.uid()));
  end if;
  return new;
end
$$;
comment on function private.set_current_user() is
  'Sets the column named by the argument to the caller, whatever the request says. Rows that a merge moves keep theirs.';

-- RPCs: changes that must be atomic. SECURITY INVOKER, so the policies above decide.

create function public.set_user_role(target_user_id uuid, new_role public.app_role) returns void
language sql security invoker set search_path = ''
as $$
  insert into public.user_roles (user_id, role) values (target_user_id, new_role)
  on conflict (user_id) do update set role = excluded.role
$$;
comment on function public.set_user_role(uuid, public.app_role) is
  'Replaces the role of an account.';

create function public.finish_user_creation(
  target_user_id uuid,
  target_email text,
  new_role public.app_role,
  permission_ids uuid[] default '{}'
) returns void
language plpgsql security invoker set search_path = ''
as $$
begin
  -- A sign-up with an address that is already registered answers with an id that does not exist.
  if not exists (
    select from public.profiles
    where id = target_user_id and lower(email) = lower(btrim(target_email))
  ) then
    raise exception 'No account was created for %. The address may already be registered.', target_email
      using errcode = 'PT404';
  end if;
  perform public.set_user_role(target_user_id, new_role);
  insert into public.user_permissions (user_id, permission_id)
  select target_user_id, chosen.id from unnest(permission_ids) as chosen(id)
  on conflict do nothing;
end
$$;
comment on function public.finish_user_creation(uuid, text, public.app_role, uuid[]) is
  'After a sign-up that the caller began: sets role and permissions in one transaction. Idempotent.';

grant execute on function
  public.set_user_role(uuid, public.app_role),
  public.finish_user_creation(uuid, text, public.app_role, uuid[])
to authenticated, service_role;
grant execute on function private.own_address, public.own_address to authenticated;

-- supabase/schemas/change-log/change_log.sql

-- Names are copies without foreign keys: an entry outlives the record and the account that it names.
create table public.change_log (
  -- Milliseconds and random bits: ids grow with time, so that inserts go to the end of the primary key.
  id uuid primary key default encode(
    substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
      || substring(uuid_send(gen_random_uuid()) from 7), 'hex'
  )::uuid,
  search_text text generated always as (private.searchable(actor_name, record_name)) stored,
  created_at timestamptz not null default now(),
  actor_id uuid,
  actor_name text,
  action public.log_action not null,
  record_kind text not null,
  record_id uuid,
  record_name text,
  changes jsonb,
  about uuid[]
);
comment on column public.change_log.actor_id is 'Null for changes without a signed-in account.';
comment on column public.change_log.record_kind is 'The table that changed or was exported.';
comment on column public.change_log.record_id is
  'The account of a role or permission, the program of an assignment; null for an export.';
comment on column public.change_log.changes is
  'Column to [before, after], to null for a protected one; for an export the search, the filters and the number of rows, with a reason where it has protected columns.';
comment on column public.change_log.about is
  'Mentors, mentees and trainers that the changes name besides the record, or whose protected columns were exported.';

create index change_log_created_at_idx on public.change_log (created_at desc, id desc);
create index change_log_record_id_idx on public.change_log (record_id, created_at desc);
create index change_log_actor_id_idx on public.change_log (actor_id, created_at desc);
create index change_log_about_idx on public.change_log using gin (about) where about is not null;

alter table public.change_log enable row level security;
grant select on public.change_log to authenticated, service_role;

create policy "Admins read all, others the history of records they may read"
  on public.change_log for select to authenticated
  using (
    (select private.is_admin())
    or action <> 'exported' and record_kind in (select private.readable_tables())
  );

create index change_log_search_text_idx on public.change_log
  using gin (search_text extensions.gin_trgm_ops) with (fastupdate = off);

-- supabase/schemas/change-log/redaction.sql

-- A removed person leaves the log, too: entries keep their account and time, and lose the name and the
-- values. It runs once per statement.

create function private.redacted_name(entry public.change_log, ids uuid[]) returns text
language sql immutable set search_path = ''
as $$
  select case
    when entry.record_id = any (ids) or entry.record_kind = 'persons'
      or entry.record_kind in ('mentors', 'mentees', 'trainers') and not coalesce(entry.changes, '{}') ? 'merged'
      then null
    else entry.record_name
  end
$$;

create function private.redacted_changes(entry public.change_log, ids uuid[]) returns jsonb
language sql immutable set search_path = ''
as $$
  select case
    when entry.action = 'exported' and entry.record_kind <> 'persons' then entry.changes
    when entry.record_id = any (ids) or entry.record_kind in ('enrolments', 'student_grades')
      or entry.record_kind in ('mentors', 'mentees', 'trainers') and not coalesce(entry.changes, '{}') ? 'merged' then null
    else nullif(entry.changes - array['mentor', 'mentee', 'trainer', 'merged', 'contact'], '{}')
  end
$$;

create function private.redact_log() returns trigger
language plpgsql security definer set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
declare
  ids constant uuid[] := array(select id from gone);
begin
  if private.write_mode() = 'merge' then
    return null;
  end if;
  update public.change_log entry
  set record_name = private.redacted_name(entry, ids), changes = private.redacted_changes(entry, ids)
  where record_id = any (ids) or about && ids;
  return null;
end
$$;

-- supabase/schemas/accounts/begun_by_staff.sql

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

-- supabase/schemas/accounts/offers.sql

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

-- The link of a mail clears its token and begins a session in one transaction: that ties the two together.
create function private.record_mail_link() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform set_config('private.mail_link', new.id::text, true);
  return null;
end
$$;

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

create function private.clear_proof() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.profiles set proven = false, begun_by = null where id = new.id;
  delete from private.role_offers where user_id = new.id;
  return null;
end
$$;

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

create function private.end_offer() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.role_offers where user_id = new.user_id;
  return null;
end
$$;
comment on function private.end_offer() is 'A role given in the meantime replaces the offer.';

-- supabase/schemas/accounts/recovery.sql

-- The second factor: recovery codes, what is logged and mailed, and the setting that demands one. The
-- auth service keeps the factors. `private.rights_holder` (accounts) is where a missing one closes rights.

create function private.make_recovery_codes() returns setof text
language plpgsql security definer set search_path = ''
as $$
declare
  caller constant uuid := private.current_user_id();
  salt constant text := extensions.gen_salt('bf', 8);
begin
  perform private.require(caller is not null and private.is_aal2(), 'Sign in with your second factor first.');
  perform from auth.users where id = caller for no key update;
  delete from private.recovery_codes where user_id = caller;
  return query
  with made as (
    select encode(extensions.gen_random_bytes(8), 'hex') as code from generate_series(1, 10)
  ), stored as (
    insert into private.recovery_codes (user_id, code_hash)
    select caller, extensions.crypt(code, salt) from made
  )
  select regexp_replace(code, '(....)(?=.)', '\1-', 'g') from made;
  perform private.log_action(
    'added', 'second_factor', caller, private.account_name(caller), '{"recovery_codes": [null, 10]}'
  );
end
$$;

create function public.make_recovery_codes() returns setof text
language sql security invoker set search_path = ''
as $$ select private.make_recovery_codes() $$;
comment on function public.make_recovery_codes is
  'Ten recovery codes of the caller, in place of earlier ones. Only their hashes are kept. Needs a session with a second factor.';
grant execute on function private.make_recovery_codes, public.make_recovery_codes to authenticated;

create function private.use_recovery_code(code text) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  caller constant uuid := private.current_user_id();
  own_session constant uuid := auth.jwt() ->> 'session_id';
  typed constant text := regexp_replace(lower(left(code, 100)), '[^a-z0-9]', '', 'g');
begin
  -- One try after the other.
  perform from auth.users where id = caller for no key update;
  if not exists (select from auth.mfa_factors where user_id = caller and status = 'verified') then
    raise exception 'This account has no second factor.' using errcode = 'PT404';
  end if;
  if 5 <= (
    select count(*) from private.recovery_attempts
    where user_id = caller and tried_at > now() - interval '15 minutes'
  ) then
    raise sqlstate 'PT429' using message = 'Five wrong codes in fifteen minutes. Please wait and try again.';
  end if;
  if not exists (
    select from private.recovery_codes
    where user_id = caller and code_hash = extensions.crypt(
      typed, (select code_hash from private.recovery_codes where user_id = caller limit 1)
    )
  ) then
    insert into private.recovery_attempts (user_id) values (caller);
    return false;
  end if;
  perform set_config('private.recovering', caller::text, true);
  delete from auth.mfa_factors where user_id = caller;
  delete from auth.sessions where user_id = caller and id is distinct from own_session;
  update auth.sessions set aal = 'aal1', factor_id = null where id = own_session;
  return true;
end
$$;

create function public.use_recovery_code(code text) returns boolean
language sql security invoker set search_path = ''
as $$ select private.use_recovery_code(code) $$;
comment on function public.use_recovery_code is
  'Removes the second factors of the caller and ends the other sessions, if the code is right. Five wrong ones in fifteen minutes.';
grant execute on function private.use_recovery_code, public.use_recovery_code to authenticated;

create function private.record_factor() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  factor constant auth.mfa_factors := coalesce(new, old);
  actor constant uuid := coalesce(auth.uid(), factor.user_id);
  event constant text := case
    when tg_op = 'UPDATE' then 'added'
    when current_setting('private.recovering', true) = factor.user_id::text then 'recovered'
    when actor <> factor.user_id then 'reset'
    else 'removed'
  end;
begin
  -- An account that is deleted takes its factors along.
  if not exists (select from auth.users where id = factor.user_id) then
    return null;
  end if;
  if not exists (select from auth.mfa_factors where user_id = factor.user_id and status = 'verified') then
    delete from private.recovery_codes where user_id = factor.user_id;
  end if;
  insert into public.change_log (actor_id, actor_name, action, record_kind, record_id, record_name, changes)
  values (
    actor, private.account_name(actor), case event when 'added' then 'added' else 'removed' end::public.log_action,
    'second_factor', factor.user_id, private.account_name(factor.user_id),
    case when event = 'recovered' then '{"recovery_code": [null, "used"]}'::jsonb end
  );
  -- One mail for all that a transaction removes.
  insert into private.outbox (idempotency_key, kind, recipient, data)
  select concat_ws(':', 'second_factor', event, factor.user_id, pg_current_xact_id()), 'second_factor', btrim(email),
    jsonb_build_object('event', event)
  from auth.users
  where id = factor.user_id and email_confirmed_at is not null and private.is_address(btrim(email))
  on conflict (idempotency_key) do nothing;
  return null;
end
$$;
comment on function private.record_factor() is
  'Neither has the name of the factor, which a stranger may have chosen.';

-- supabase/schemas/accounts/staff.sql

create function private.staff_roles() returns public.app_role[]
language sql immutable set search_path = ''
as $$
  select '{admin,director,development_manager,staff,mentor,accounting,program_manager,fundraiser}'::public.app_role[]
$$;
comment on function private.staff_roles() is 'The app has the same in src/shared/auth/roles.ts.';

create function private.staff_ids() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select user_id from public.user_roles where role = any (private.staff_roles())
  union
  select user_id from public.user_permissions
$$;
comment on function private.staff_ids() is 'Accounts with a role of staff or a permission.';

create function private.is_staff() returns boolean
language sql stable parallel safe security definer set search_path = ''
as $$
  select private.current_user_role() = any (private.staff_roles()) or exists (select private.held_permissions())
$$;

grant execute on function private.is_staff() to authenticated;

-- supabase/schemas/people/locks.sql

-- One order of locks, before any lock on a row: `lock_people`, then the workflow of submissions. Rows that
-- arrive or change share the first, and lock their keys one by one; what takes people apart or together,
-- removes them or brings many has it to itself.

create function private.lock_people(alone boolean default false) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if alone then
    perform pg_advisory_xact_lock(hashtextextended('private.people', 0));
  else
    perform pg_advisory_xact_lock_shared(hashtextextended('private.people', 0));
  end if;
end
$$;

create function private.lock_people_first() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_people();
  return null;
end
$$;

-- supabase/schemas/people/rule.sql

-- People: one row for each human, whatever they sent, gave or are (docs/decisions/042-people-are-rows.md).
-- Every row that names a human has a person_id, given by one rule when the row arrives, and kept right when
-- it changes. What comes from outside is a claim: strangers type any name, phone and address into a form. So
-- each contact point knows how we have it, and none that was only told moves anything of somebody else. The
-- API reads none of these tables.

create function private.is_couple_name(name text) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  -- "Ortega y Gasset" is one human, "Ana y Luis Reyes" are two.
  return coalesce(
    name ~* '[[:alpha:].]\s*[&+]\s*[[:alpha:]]|\S\s+and\s+\S' or name ~ '\S\s+(y|et|und)\s+\S+\s+\S', false
  );
end
$$;
comment on function private.is_couple_name(text) is 'Whether a name is that of two people.';

create function private.plain_name(name text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  words constant text := btrim(regexp_replace(
    replace(private.searchable(case
      when private.is_couple_name(name) then regexp_replace(name, '\s*[&+]\s*|\s+(y|et|und)\s+', ' and ', 'g') else name
    end), '''', ''), '[\s[:punct:]\u00ad\u200b-\u200f\u2060\ufeff]+', ' ', 'g'
  ));
  plain constant text := coalesce(
    nullif(btrim(regexp_replace(words, '\m(mr|mrs|ms|miss|mx|dr|prof|professor|rev|reverend|sir|madam)\M ?', '', 'g')), ''),
    nullif(words, '')
  );
begin
  -- "Mr. and Mrs. Brad Wimpole"
  return regexp_replace(plain, '^and (.+)$', '\1 and');
end
$$;
comment on function private.plain_name(text) is
  'A name without case, accents, punctuation and titles; in that of two people, "and" for the sign or word between them.';

create function private.is_same_name(one text, other text) returns boolean
language plpgsql immutable set search_path = ''
as $$
declare
  few text[] := string_to_array(one, ' ');
  many text[] := string_to_array(other, ' ');
begin
  if one is null or other is null or one = other then
    return true;
  end if;
  if 'and' = any (few || many) then
    -- Two people are never one of the two.
    return few <@ many and many <@ few;
  end if;
  if cardinality(few) > cardinality(many) then
    few := string_to_array(other, ' ');
    many := string_to_array(one, ' ');
  end if;
  if cardinality(few) = 1 then
    return few[1] = many[1];
  end if;
  return few <@ many and (many <@ few or few[1] = many[1])
    or few[1] = many[1] and not exists (
      select from unnest(few) as word
      where word <> all (many)
        and not exists (select from unnest(many) as full_word where left(full_word, 1) = left(word, 1) and 1 in (length(word), length(full_word)))
    );
end
$$;
comment on function private.is_same_name(text, text) is
  'Whether two names, as private.plain_name has them, can be one human''s: the same words in any order, or the same first word with some left out or as an initial. Names of two people fit only with the same words. No name is like any.';

create function private.identity(of_table text, stored jsonb) returns private.identity
language plpgsql immutable set search_path = ''
as $$
begin
  return (
    coalesce(
      stored ->> 'full_name', stored ->> 'name', stored ->> 'donor_name',
      nullif(concat_ws(' ', stored ->> 'first_name', stored ->> 'last_name'), '')
    ),
    nullif(btrim(coalesce(stored ->> 'email', stored ->> 'donor_email')), ''),
    -- A mentee's is protected: who becomes one person would tell it.
    case when of_table <> 'mentees' then coalesce(stored ->> 'phone', stored ->> 'donor_phone') end,
    of_table = 'donations'
  )::private.identity;
end
$$;

create function private.levels_of(of_table text, stored jsonb) returns private.contact_level[]
language plpgsql immutable set search_path = ''
as $$
begin
  return case of_table
    when 'profiles' then array[case when (stored ->> 'confirmed')::boolean then 'proved' else 'told' end, 'told']
    when 'submissions' then array[case when stored ->> 'proved_at' is null then 'told' else 'proved' end, 'told']
    when 'newsletter_subscriptions' then array[case when stored ->> 'proved_at' is null then 'told' else 'proved' end, 'told']
    else array[case when stored -> 'told' ? 'email' then 'told' else 'entered' end, case when stored -> 'told' ? 'phone' then 'told' else 'entered' end]
  end::private.contact_level[];
end
$$;
comment on function private.levels_of(text, jsonb) is 'How we have the email and the phone of a row, as private.rows_of_people has it.';

create function private.found_person(who private.identity, of_now uuid default null, is_guardian boolean default false) returns uuid
language plpgsql stable security definer set search_path = ''
as $$
declare
  plain constant text := private.plain_name(who.name);
  address constant text := private.folded_address(who.email);
  phones constant text[] := private.phone_keys(who.phone);
  person uuid;
begin
  if address is not null then
    select people.id into person
    from private.contact_points point join private.people on people.id = point.person_id
    where point.kind = 'email' and point.folded = address
      and (names = '{}' or exists (select from unnest(names) as known where private.is_same_name(known, plain)))
    order by people.id = of_now desc nulls last, plain = any (names) desc, people.created_at, people.id
    limit 1;
  elsif phones is not null and plain is not null then
    select people.id into person
    from private.contact_points point join private.people on people.id = point.person_id
    where point.kind = 'phone' and point.folded = any (phones)
      and (point.level > 'told' or not is_guardian and not exists (
        select from private.contact_points own where own.person_id = point.person_id and own.kind = 'email'
      ))
      and exists (select from unnest(names) as known where private.is_same_name(known, plain))
    order by people.id = of_now desc nulls last, plain = any (names) desc, people.created_at, people.id
    limit 1;
  elsif who.is_gift and phones is null then
    select people.id into person from private.people
    where names[1] = plain and is_known_by_name
    order by people.id = of_now desc nulls last, created_at, id
    limit 1;
  end if;
  return person;
end
$$;
comment on function private.found_person(private.identity, uuid, boolean) is
  'The person of a row, or null. With an address: who has it, with such a name; nobody else, whatever the phone. With a phone only: who has it and such a name, where a colleague entered that phone or they have no address, of a guardian only where it was entered. A gift with neither: the donor of that name. The one that the row has now comes first.';

create function private.add_points(person uuid, who private.identity, levels private.contact_level[]) returns void
language sql security definer set search_path = ''
as $$
  insert into private.contact_points as known (person_id, kind, normalized, value, level)
  select person, said.kind, said.normalized, btrim(said.value), said.level from (
    select 'email', lower(btrim(who.email)), who.email, levels[1] where who.email is not null
    union all select 'phone', phone, who.phone, levels[2] from unnest(private.phone_keys(who.phone)) as phone
  ) as said (kind, normalized, value, level)
  on conflict on constraint contact_points_pkey do update set
    value = case when excluded.level >= known.level and known.open_to is null then excluded.value else known.value end,
    level = greatest(known.level, excluded.level),
    valid_since = case when known.level = 'told' and excluded.level > 'told' then now() else known.valid_since end
  where known.value <> excluded.value and excluded.level >= known.level and known.open_to is null or excluded.level > known.level
$$;
comment on function private.add_points(uuid, private.identity, private.contact_level[]) is
  'Adds the email and phone of a row to its person. What is only told changes no spelling that is better known.';

create function private.is_alone(person uuid) returns boolean
language sql stable security definer set search_path = ''
as $$ select count(*) <= 1 from private.rows_of_people where person_id = person $$;
comment on function private.is_alone(uuid) is 'Whether a row of theirs is their only one.';

create function private.kept_person(of_now uuid, plain text, is_alone boolean, is_claim boolean default false) returns uuid
language sql stable security definer set search_path = ''
as $$
  select id from private.people
  where id = of_now and (
    is_alone or not is_claim and not is_known_by_name
      and exists (select from unnest(names) as known where private.is_same_name(known, plain))
  )
$$;
comment on function private.kept_person(uuid, text, boolean, boolean) is
  'The person of a row that changed so that the rule finds nobody: the same one, as long as no other row is theirs or the name fits.';

create function private.person_of(
  who private.identity, of_now uuid default null, levels private.contact_level[] default '{told,told}', is_claim boolean default false
) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  plain constant text := private.plain_name(who.name);
  address constant text := private.folded_address(who.email);
  phones constant text[] := private.phone_keys(who.phone);
  is_named constant boolean := who.is_gift and address is null and phones is null;
  is_alone boolean;
  person uuid;
begin
  -- Two rows of one human that arrive at once are not two people.
  perform pg_advisory_xact_lock(key) from (
    select distinct hashtextextended(said, 0) as key from unnest(
      array['mailbox of ' || address, case when address is null then 'name of ' || plain end]
        || array(select 'phone of ' || phone from unnest(phones) as phone)
    ) as said where said is not null order by key
  ) as keys;
  if of_now is not null then
    -- Before the rows of donors, as an arriving gift does.
    perform from private.people where id = of_now for update;
  end if;
  loop
    person := private.found_person(who, of_now);
    if person is null and of_now is not null and coalesce(private.write_mode() not in ('retention', 'erasure'), true) then
      is_alone := private.is_alone(of_now);
      person := private.kept_person(of_now, plain, is_alone, is_claim);
      if is_alone then
        update private.people set is_known_by_name = is_named where id = person and is_known_by_name <> is_named;
        -- A name from staff stays until the row has one that is new.
        update private.people
        set name = who.name, names = array_remove(array[plain], null), is_renamed = false,
          is_couple = private.is_couple_name(who.name) and (is_couple or not private.is_couple_name(name))
        where id = person and not (is_renamed and plain = any (names));
      end if;
    end if;
    if person is null then
      insert into private.people (name, names, is_known_by_name, is_couple)
      values (who.name, array_remove(array[plain], null), is_named, private.is_couple_name(who.name))
      returning id into person;
      exit;
    end if;
    -- The removal of another row may just have taken the person along.
    perform from private.people where id = person for key share;
    exit when found;
  end loop;
  update private.people set name = who.name, names = array[plain], is_couple = private.is_couple_name(who.name)
  where id = person and names = '{}' and plain is not null;
  perform private.add_points(person, who, levels);
  return person;
end
$$;
comment on function private.person_of(private.identity, uuid, private.contact_level[], boolean) is
  'The person of a row that arrives, or that changed and belongs to a person now: found by the rule, else the same one as long as the name fits or no other row is theirs, else a new one. A change that is a claim keeps only a person who has no other row.';

create function private.set_told(before jsonb, after jsonb, told text[]) returns text[]
language sql stable set search_path = ''
as $$
  select array(
    select kind from (values ('email'), ('phone')) as listed (kind)
    cross join lateral (select coalesce(after ->> kind, after ->> ('donor_' || kind)) as is_now, coalesce(before ->> kind, before ->> ('donor_' || kind)) as was) as said
    where is_now is not null and case
      when before is not null and is_now is not distinct from was then kind = any (told)
      when private.is_from_outside() then true
      else before is null and kind = any (told)
    end
    order by kind
  )
$$;
comment on function private.set_told(jsonb, jsonb, text[]) is
  'Which of email and phone are only told after a write: those that came from outside. What a colleague changes is entered; a conversion names what it carries along.';

create function private.told_of(person uuid, who private.identity, told text[]) returns text[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select unnest(told)
    union
    select kind from private.contact_points
    where person_id = person and level = 'told' and (
      kind = 'email' and normalized = lower(btrim(who.email)) or kind = 'phone' and normalized = any (private.phone_keys(who.phone))
    )
    order by 1
  )
$$;
comment on function private.told_of(uuid, private.identity, text[]) is
  'Which of the email and phone of a row stay told, when a colleague picks the person: also those of which the person has no better.';

create function private.set_contacts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.write_mode() is distinct from 'merge' then
    new.told := private.set_told(case tg_op when 'UPDATE' then to_jsonb(old) end, to_jsonb(new), new.told);
  end if;
  return new;
end
$$;
comment on function private.set_contacts() is 'Before set_person: which of email and phone of a row are only told.';

create function private.set_giver() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.write_mode() = 'merge' then
    return new;
  end if;
  new.told := private.set_told(case tg_op when 'UPDATE' then to_jsonb(old) end, to_jsonb(new), new.told);
  -- Who is erased, or cleared, is picked no more.
  new.is_picked := new.is_picked and coalesce(private.write_mode() not in ('retention', 'erasure'), true);
  if new.is_picked then
    perform from private.people where id = new.person_id for key share;
    if not found then
      raise exception 'This donor is not there any more. Pick the donor again.' using errcode = 'P0001';
    end if;
    -- A pick brings the address along, and confirms none.
    new.told := private.told_of(new.person_id, private.identity(tg_table_name, to_jsonb(new)), new.told);
  end if;
  return new;
end
$$;
comment on function private.set_giver() is 'Before set_person: who gave, where a colleague picked them, and which of the gift''s email and phone are only told.';

create function private.set_person() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  before constant jsonb := case tg_op when 'UPDATE' then to_jsonb(old) end;
  who constant private.identity := private.identity(tg_table_name, to_jsonb(new));
  levels constant private.contact_level[] := private.levels_of(tg_table_name, to_jsonb(new));
begin
  -- A merge names the person itself.
  if private.write_mode() = 'merge' then
    return new;
  end if;
  if (to_jsonb(new) ->> 'is_picked')::boolean then
    perform private.add_points(new.person_id, who, levels);
  elsif tg_op = 'INSERT' then
    new.person_id := private.person_of(who, null, levels);
  elsif (before ->> 'is_picked')::boolean or who is distinct from private.identity(tg_table_name, before)
    or levels is distinct from private.levels_of(tg_table_name, before)
  then
    -- The owner of an account changes its address. Who never confirmed the old one may be anyone.
    new.person_id := private.person_of(who, old.person_id, levels,
      tg_table_name = 'profiles' and not coalesce((before ->> 'confirmed')::boolean, false));
  end if;
  return new;
end
$$;

create function private.emails_of(person uuid, is_working boolean default true) returns setof text
language sql stable security definer set search_path = ''
as $$
  select normalized from private.contact_points
  where person_id = person and kind = 'email' and retired_at is null
  order by is_working and exists (select from private.suppressions_of(normalized) where reason <> 'unsubscribed'),
    private.is_address(normalized) desc, is_preferred desc, level > 'told' desc,
    case when level > 'told' then valid_since end desc, valid_since, normalized
$$;
comment on function private.emails_of(uuid, boolean) is
  'A person''s emails, first the one that letters go to: the preferred email; else the newest that a colleague entered or the owner proved; else the oldest that was told, never a newer one, and none that is retired. One that bounced or complained comes last where `is_working`.';

create function private.email_of(person uuid, is_working boolean default true) returns text
language sql stable security definer set search_path = ''
as $$ select first from private.emails_of(person, is_working) as first limit 1 $$;

-- supabase/schemas/people/tidying.sql

create function private.tidy_people(ids uuid[]) returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
begin
  if ids = '{}' then
    return;
  end if;
  -- An arriving row holds its person, and the next statement sees it.
  perform from private.people where id = any (ids) order by id for update;
  delete from private.people
  where id = any (ids) and not private.is_needed(people);
  with said as materialized (
    select theirs.person_id, point.kind, point.normalized, max(point.level) as level, min(theirs.created_at) as since, (array_agg(btrim(point.value) order by point.level desc))[1] as value
    from private.rows_of_people as theirs
    cross join lateral (
      select 'email', lower(btrim(theirs.email)), theirs.email, theirs.email_level where theirs.email is not null
      union all select 'phone', phone, theirs.phone, theirs.phone_level from unnest(private.phone_keys(theirs.phone)) as phone
    ) as point (kind, normalized, value, level)
    where theirs.person_id = any (ids) group by 1, 2, 3
  ), gone as (
    delete from private.contact_points point
    where person_id = any (ids) and kind <> 'post' and open_to is null
      -- A second contact has an email without a row.
      and not exists (select from private.people where id = point.person_id and second_of is not null)
      and not exists (select from said where (said.person_id, said.kind, said.normalized) = (point.person_id, point.kind, point.normalized))
  ), kept as (
    update private.contact_points point set level = 'entered'
    where person_id = any (ids) and open_to is not null and level <> 'entered'
      and not exists (select from said where (said.person_id, said.kind, said.normalized) = (point.person_id, point.kind, point.normalized))
  )
  insert into private.contact_points as known (person_id, kind, normalized, value, level)
  select person_id, kind, normalized, value, level from said
  on conflict on constraint contact_points_pkey do update set
    level = case when known.is_confirmed or known.open_to is not null then greatest(excluded.level, 'entered') else excluded.level end,
    valid_since = case
      when known.level = 'told' then now()
      when excluded.level = 'told' and not known.is_confirmed and known.open_to is null then (
        select since from said where (said.person_id, said.kind, said.normalized) = (known.person_id, known.kind, known.normalized)
      )
      else known.valid_since
    end
  where known.level <> case when known.is_confirmed or known.open_to is not null then greatest(excluded.level, 'entered') else excluded.level end;
end
$$;
comment on function private.tidy_people(uuid[]) is 'Removes people whom nothing needs, and makes the emails and phones of the others those of their rows, and those that a colleague added.';

create function private.tidy_people_after() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    perform private.tidy_people(array(select distinct person_id from gone));
  elsif private.write_mode() is distinct from 'merge' then
    perform private.tidy_people(array(
      select unnest(array[gone.person_id, stays.person_id]) from gone join stays using (id)
      where gone.person_id <> stays.person_id
        or private.identity(tg_table_name, to_jsonb(gone)) is distinct from private.identity(tg_table_name, to_jsonb(stays))
        or private.levels_of(tg_table_name, to_jsonb(gone)) is distinct from private.levels_of(tg_table_name, to_jsonb(stays))
    ));
  end if;
  return null;
end
$$;

-- supabase/schemas/people/person_merges.sql

-- Two people who are one: the rows that the caller may read go to the one who is kept, and the others stay.
-- So nobody changes, or hears of, what they may not see. An undo restores it all for 30 days.

create table private.person_merges (
  id uuid primary key,
  kept_id uuid not null,
  merged_id uuid not null,
  person jsonb not null,
  donor jsonb,
  added_names text[] not null,
  moved jsonb not null,
  notes uuid[] not null,
  is_of_records boolean not null,
  actor_id uuid,
  actor_name text,
  created_at timestamptz not null default now(),
  ties jsonb not null default '{}'
);
comment on column private.person_merges.ties is 'The private.ties_of both before it, and of the kept one after it.';
comment on column private.person_merges.person is 'The row of the merged person, and `donor` theirs of donors, where both were donors.';
comment on column private.person_merges.moved is 'Source to the ids of its rows: those of private.rows_of_people, and those that refer to the donor.';
comment on column private.person_merges.is_of_records is 'Whether a merge of two records brought it, whose undo undoes it.';
create index person_merges_kept_id_idx on private.person_merges (kept_id);
create index person_merges_merged_id_idx on private.person_merges (merged_id);
create index person_merges_actor_id_idx on private.person_merges (actor_id);
create index person_merges_created_at_idx on private.person_merges (created_at);
alter table private.person_merges enable row level security;

-- supabase/schemas/people/merging.sql

create function private.move_rows(moved jsonb, from_person uuid, to_person uuid) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  total bigint;
begin
  perform private.set_write_mode('merge');
  select coalesce(sum(private.change_rows(
    of_table,
    (select jsonb_agg(jsonb_build_object('id', id, of_column, from_person)) from jsonb_array_elements(ids) as id),
    jsonb_build_object(of_column, to_person)
  )), 0) into total
  from (
    -- What refers to a donor comes before the gifts, which take an emptied donor along.
    select format(
        '%I.%I', case when key in ('monthly_gifts', 'issued_receipts') then 'private' else 'public' end,
        case when key in ('unposted_gifts', 'legal_gifts') then 'donations' else key end
      )::regclass as of_table,
      case when key = 'legal_gifts' then 'legal_donor_id'
        when key in ('tasks', 'files', 'monthly_gifts', 'issued_receipts') then 'donor_id' else 'person_id' end as of_column, value as ids
    from jsonb_each(moved) order by key not in ('tasks', 'files', 'monthly_gifts', 'issued_receipts'), key
  ) as part;
  perform private.set_write_mode(null);
  return total;
end
$$;

create function private.unite_people(
  merge uuid, kept uuid, merged uuid, tables text[], is_of_records boolean default false, choices jsonb default '{}'
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  kept_row private.people;
  merged_row private.people;
  donor jsonb;
  moved jsonb;
  ties jsonb;
  notes uuid[];
  written_to text;
begin
  perform from private.people where id in (kept, merged) order by id for update;
  select * into kept_row from private.people where id = kept;
  select * into merged_row from private.people where id = merged;
  select jsonb_object_agg(source, ids) into moved from (
    select source, jsonb_agg(id) as ids from private.rows_of_people
    where person_id = merged and (source = any (tables) or source = 'unposted_gifts' and 'donations' = any (tables)) group by source
  ) as listed;
  moved := nullif(coalesce(moved, '{}') || jsonb_strip_nulls(jsonb_build_object('legal_gifts', (
    select jsonb_agg(id) from public.donations where legal_donor_id = merged and 'donations' = any (tables)
  ))), '{}');
  if kept_row.id is null or moved is null then
    raise exception 'One of the two is no longer there.' using errcode = 'PT409';
  end if;
  if moved ?| '{donations,legal_gifts}' then
    select to_jsonb(donors) - '{thanks,search_text}'::text[] into donor from public.donors
    where id = merged and exists (select from public.donors other where other.id = kept);
    if donor is null then
      update public.donors set id = kept where id = merged;
    else
      moved := moved || jsonb_strip_nulls(jsonb_build_object(
        'tasks', (select jsonb_agg(id) from public.tasks where donor_id = merged),
        'files', (select jsonb_agg(id) from public.files where donor_id = merged),
        'monthly_gifts', (select jsonb_agg(id) from private.monthly_gifts where donor_id = merged),
        'issued_receipts', (select jsonb_agg(id) from private.issued_receipts where donor_id = merged)
      ));
    end if;
  end if;
  perform private.require_answers(kept, merged, choices);
  written_to := private.email_of(kept);
  ties := private.unite_ties(kept, merged, moved, choices);
  perform private.move_rows(moved, merged, kept);
  with of_it as (
    update private.person_notes set person_id = kept
    where person_id = merged and (open_to && tables or not exists (select from private.rows_of_people as theirs where theirs.person_id = merged))
    returning id
  ) select coalesce(array_agg(id), '{}') into notes from of_it;
  insert into private.person_merges (id, kept_id, merged_id, person, donor, added_names, moved, notes, is_of_records, actor_id, actor_name, ties)
  values (
    merge, kept, merged, to_jsonb(merged_row), donor,
    array(select unnest(merged_row.names) except select unnest(kept_row.names)), moved, notes,
    unite_people.is_of_records, private.current_user_id(), private.account_name(private.current_user_id()), ties
  );
  update private.people set names = kept_row.names || added_names
  from private.person_merges done where people.id = kept and done.id = merge;
  perform private.drop_ties(merged);
  perform private.tidy_people(array[kept, merged]);
  -- Mail goes where it went, or where the colleague said.
  written_to := coalesce(choices ->> 'email', written_to);
  perform private.prefer_email(kept, written_to) where private.email_of(kept) is distinct from lower(btrim(written_to));
  update private.person_merges done set ties = done.ties || jsonb_build_object('after', private.ties_of(kept)) where done.id = merge;
end
$$;

create function private.part_people(done private.person_merges) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.people select (jsonb_populate_record(null::private.people, done.person)).* on conflict do nothing;
  if done.moved ?| '{donations,legal_gifts}' then
    if done.donor is null then
      update public.donors set id = done.merged_id
      where id = done.kept_id and not exists (select from public.donors other where other.id = done.merged_id);
    else
      perform private.insert_rows('public.donors', array(select jsonb_object_keys(done.donor)), jsonb_build_array(done.donor));
    end if;
  end if;
  if private.move_rows(done.moved, done.kept_id, done.merged_id) = 0 and not done.is_of_records then
    raise exception 'Removed since: everything that was merged.' using errcode = 'PT409';
  end if;
  update private.person_notes set person_id = done.merged_id where id = any (done.notes) and person_id = done.kept_id;
  update private.people
  set names = array(select known from unnest(names) with ordinality as listed (known, place) where known <> all (done.added_names) order by place)
  where id = done.kept_id;
  perform private.part_ties(done);
  delete from private.person_merges where id = done.id;
  perform private.tidy_people(array[done.kept_id, done.merged_id]);
end
$$;

-- The removal of a person deletes the merges into it, which no undo could restore.

create function private.delete_lost_merges() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.write_mode() is distinct from 'merge' then
    with recursive lost as (
      select merges.id, merged_id from private.merges join gone on gone.id = kept_id
      union
      select earlier.id, earlier.merged_id from private.merges earlier join lost on lost.merged_id = earlier.kept_id
    )
    delete from private.merges where id in (select id from lost);
  end if;
  return null;
end
$$;

create function private.person_name(stored jsonb) returns text
language sql immutable set search_path = ''
as $$ select concat_ws(' ', stored ->> 'first_name', stored ->> 'last_name') $$;

create function private.references_to(target regclass) returns table (
  table_name text, column_name text, keys text[], is_plain boolean, is_referred boolean
)
language sql stable set search_path = ''
as $$
  select refers.conrelid::regclass::text, refers_by.attname::text,
    (
      select array_agg(key.attname::text order by key.attnum) from pg_catalog.pg_index
      join pg_catalog.pg_attribute key on key.attrelid = indrelid and key.attnum = any (indkey)
      where indrelid = refers.conrelid and indisprimary
    ),
    cardinality(refers.conkey) = 1,
    exists (select from pg_catalog.pg_constraint others where others.contype = 'f' and others.confrelid = refers.conrelid)
  from pg_catalog.pg_constraint refers
  join pg_catalog.pg_attribute refers_by on refers_by.attrelid = refers.conrelid and refers_by.attnum = refers.conkey[1]
  where refers.contype = 'f' and refers.confrelid = target and refers.conparentid = 0
  order by 1, 2
$$;

create function private.require_mergeable(kind text, kept uuid, merged uuid, taken text[]) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require(
    kind in ('mentors', 'mentees', 'trainers') and private.may_search(kind), 'You may not merge these.'
  );
  if kept = merged then
    raise exception 'These are the same record.' using errcode = 'PT409';
  end if;
  if not taken <@ private.entered_columns(kind) then
    raise exception 'Unknown field.' using errcode = 'check_violation';
  end if;
  if private.protected_columns(kind) <> '{}'
    and not (private.has_opened(kept, interval '1 day') and private.has_opened(merged, interval '1 day')) then
    raise exception 'Open the protected fields of both first.' using errcode = 'insufficient_privilege';
  end if;
end
$$;

create function private.key_of(stored jsonb, keys text[]) returns jsonb
language sql immutable set search_path = ''
as $$ select jsonb_object_agg(key, stored -> key) from unnest(keys) as key $$;

create function private.move_references(kind text, kept uuid, merged uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  refers record;
  referring jsonb;
  key jsonb;
  followed jsonb := '[]';
begin
  for refers in select * from private.references_to(format('public.%I', kind)::regclass) loop
    if not refers.is_plain or refers.keys is null then
      raise exception 'References in % cannot be moved.', refers.table_name;
    end if;
    for referring in
      select * from private.stored_rows(refers.table_name::regclass, array[merged], refers.column_name, 'update')
    loop
      key := private.key_of(referring, refers.keys);
      begin
        perform private.change_rows(
          refers.table_name::regclass, jsonb_build_array(key), jsonb_build_object(refers.column_name, kept)
        );
        followed := followed || jsonb_build_object(
          'table', refers.table_name, 'column', refers.column_name,
          'key', private.key_of(referring || jsonb_build_object(refers.column_name, kept), refers.keys)
        );
      exception when unique_violation or exclusion_violation then
        -- The removal of a duplicate would take along the rows that refer to it.
        if refers.is_referred then
          raise exception 'Both are in %, and their entries there cannot be merged.', refers.table_name
            using errcode = 'PT409';
        end if;
        perform private.delete_rows(refers.table_name::regclass, jsonb_build_array(key));
        followed := followed || jsonb_build_object('table', refers.table_name, 'row', referring);
      end;
    end loop;
  end loop;
  return followed;
end
$$;
comment on function private.move_references(text, uuid, uuid) is
  'Lets all rows that refer to one person refer to the other, and returns what became of them, as private.merges.followed has it.';

create function private.set_side(kind text, person uuid, changes jsonb, side integer) returns void
language sql security definer set search_path = ''
as $$
  select private.change_rows(
    format('public.%I', kind)::regclass, jsonb_build_array(jsonb_build_object('id', person)),
    (select coalesce(jsonb_object_agg(key, value -> side), '{}') from jsonb_each(changes))
  )
$$;
comment on function private.set_side(text, uuid, jsonb, integer) is
  'Sets columns of a person to one side of their changes: 0 before, 1 after.';

create function private.delete_person(kind text, person uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  case kind
    when 'mentors' then delete from public.mentors where id = person;
    when 'mentees' then delete from public.mentees where id = person;
    when 'trainers' then delete from public.trainers where id = person;
  end case;
end
$$;

create function private.merge_people(kind text, kept uuid, merged uuid, taken text[], seen jsonb, choices jsonb default '{}') returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  rows jsonb;
  kept_row jsonb;
  merged_row jsonb;
  replaced jsonb;
  followed jsonb;
  united uuid;
  done uuid;
begin
  perform private.lock_people(true);
  perform private.require_mergeable(kind, kept, merged, taken);
  select jsonb_object_agg(stored ->> 'id', stored - '{search_text,telephones}'::text[]) into rows
  from private.stored_rows(format('public.%I', kind)::regclass, array[kept, merged], lock => 'update') as stored;
  kept_row := rows -> kept::text;
  merged_row := rows -> merged::text;
  if kept_row is null or merged_row is null then
    raise exception '%', case
      when exists (
        select from private.merges earlier
        where (earlier.kept_id, earlier.merged_id) in ((kept, merged), (merged, kept))
      ) then 'These two were merged already.'
      else 'One of the two is no longer there.'
    end using errcode = 'PT409';
  end if;
  if (kept_row @> (seen -> 'kept') and merged_row @> (seen -> 'merged')) is not true then
    raise exception 'Someone else has changed one of the two.' using errcode = 'PT409';
  end if;

  set constraints all immediate;
  if kept_row ->> 'person_id' <> merged_row ->> 'person_id' then
    united := gen_random_uuid();
    perform private.unite_people(
      united, (kept_row ->> 'person_id')::uuid, (merged_row ->> 'person_id')::uuid,
      array(select private.readable_tables()) || kind, true, choices
    );
  end if;
  followed := private.move_references(kind, kept, merged);
  select coalesce(jsonb_object_agg(chosen, jsonb_build_array(kept_row -> chosen, merged_row -> chosen)), '{}')
  into replaced
  from unnest(taken) as chosen where kept_row -> chosen <> merged_row -> chosen;
  -- A contact that only a form told stays so.
  replaced := replaced || (
    select case when told = kept_row -> 'told' then '{}' else jsonb_build_object('told', jsonb_build_array(kept_row -> 'told', told)) end
    from (
      select to_jsonb(array(
        select contact from unnest('{email,phone}'::text[]) as contact
        where case when replaced ? contact then merged_row else kept_row end -> 'told' ? contact order by 1
      )) as told
    ) as joined
  );
  perform private.set_write_mode('merge');
  perform private.set_side(kind, kept, replaced, 1);
  perform private.delete_person(kind, merged);
  perform private.set_write_mode(null);
  perform private.tidy_people(array[(kept_row ->> 'person_id')::uuid]);
  -- The removal of the kept person redacts the entries of the merged one.
  update public.change_log set about = about || kept where record_id = merged or about @> array[merged];

  insert into private.merges (
    kind, kept_id, merged_id, merged_name, merged_row, replaced, followed, united_id, actor_id, actor_name
  ) values (
    kind, kept, merged, private.person_name(merged_row), merged_row, replaced, followed, united,
    auth.uid(), private.name_of_reference('user_id', auth.uid())
  )
  returning id into done;
  perform private.log_action(
    'changed', kind, kept, private.person_name(kept_row),
    jsonb_build_object('merged', jsonb_build_array(null, private.person_name(merged_row))), array[merged]
  );
  return done;
end
$$;

create function public.merge_people(kind text, kept uuid, merged uuid, taken text[], seen jsonb, choices jsonb default '{}') returns uuid
language sql security invoker set search_path = ''
as $$ select private.merge_people(kind, kept, merged, taken, seen, choices) $$;
comment on function public.merge_people is
  'Merges one mentor, mentee or trainer into another, and moves all references. `taken` are the columns with the values of the merged one; `seen` is what the caller saw of both ({kept, merged}, columns to values), with PT409 after a change; `choices` are as for merge_persons. Returns the id for undo_merge.';
grant execute on function private.merge_people, public.merge_people to authenticated;

-- supabase/schemas/submissions/submission_kinds.sql

-- The kinds of submissions. Triggers, policies, searches, statuses and the forms' secret columns follow
-- from the rows. The kind is a text, since no transaction uses a value that it adds to an enum.
create table private.submission_kinds (
  kind text primary key,
  form text not null unique,
  letter text not null unique check (letter ~ '^[A-Z]$'),
  sla_days integer not null check (sla_days > 0)
);
comment on column private.submission_kinds.form is 'Table of its rows, in public.';
comment on column private.submission_kinds.letter is 'First letter of its references.';
comment on column private.submission_kinds.sla_days is 'Business days until an answer is due.';
alter table private.submission_kinds enable row level security;
insert into private.submission_kinds (kind, form, letter, sla_days) values
  ('volunteer', 'volunteer_applications', 'V', 2),
  ('program', 'program_applications', 'A', 2),
  ('partnership', 'partnership_proposals', 'P', 5),
  ('message', 'contact_messages', 'M', 2),
  ('registration', 'program_registrations', 'R', 2),
  ('pledge', 'pledges', 'G', 2);

-- supabase/schemas/submissions/arrival.sql

-- Submissions: seven forms that every visitor may send and only reviewers may read.

create function private.queued_forms() returns text[]
language sql stable set search_path = ''
as $$ select array(select form from private.submission_kinds order by kind) $$;
comment on function private.queued_forms() is 'The tables of forms that are answered, each row with one in submissions.';

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

-- Whether a visitor's form sends a row. Inside SECURITY DEFINER current_user is the owner; the setting is
-- still the role of the request. An import by staff is no form.
create function private.is_sent_by_form() returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return current_setting('role', true) in ('anon', 'authenticated')
    and private.write_mode() is distinct from 'import';
end
$$;

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

-- A count, the stored row or its location would disclose whether a row was stored, and so what others
-- sent. The refusal comes first, for the whole statement.

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

-- supabase/schemas/submissions/recent_submissions.sql

-- The rate limit: five submissions per form and IP address in ten minutes. Every submission, and a
-- retention rule every minute, deletes addresses that no longer count.

create table private.recent_submissions (
  id bigint generated always as identity primary key,
  form text not null,
  address text not null,
  submitted_at timestamptz not null default now()
);
create index recent_submissions_form_address_idx on private.recent_submissions (form, address, submitted_at);
create index recent_submissions_submitted_at_idx on private.recent_submissions (submitted_at);
alter table private.recent_submissions enable row level security;

-- supabase/schemas/submissions/captcha.sql

create table private.captcha (
  singleton boolean primary key default true check (singleton),
  is_required boolean not null default false
);
insert into private.captcha default values;
alter table private.captcha enable row level security;

-- supabase/schemas/submissions/captcha_passes.sql

create table private.captcha_passes (
  digest bytea primary key,
  expires_at timestamptz not null default now() + interval '10 minutes',
  used_for bytea
);
comment on column private.captcha_passes.used_for is
  'Hash of the row that used the pass. The same row may come again after a lost response; no other.';
alter table private.captcha_passes enable row level security;

-- supabase/schemas/submissions/business_days.sql

create function private.is_business_day(day date) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return extract(isodow from day) < 6
    and not exists (select from public.holidays where holidays.day = is_business_day.day);
end
$$;

create function private.due_at(received timestamptz, business_days integer) returns timestamptz
language plpgsql stable security definer set search_path = ''
as $$
declare
  last_day date := (received at time zone private.office_time_zone())::date;
  remaining integer := business_days;
begin
  while remaining > 0 loop
    last_day := last_day + 1;
    if private.is_business_day(last_day) then
      remaining := remaining - 1;
    end if;
  end loop;
  return (last_day + time '23:59:59') at time zone private.office_time_zone();
end
$$;
comment on function private.due_at(timestamptz, integer) is
  'The end, in the office''s time zone, of the given business day after the day of receipt.';

create function private.update_open_due_dates() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_workflow();
  perform pg_advisory_xact_lock(hashtextextended('public.holidays', 0));
  with waiting as (
    select id, created_at, private.sla_days(kind) as days,
      (created_at at time zone private.office_time_zone())::date as day
    from public.submissions where answered_at is null
  ),
  promises as (
    select day, days, private.due_at(min(created_at), days) as due_at from waiting group by day, days
  )
  update public.submissions as stored set due_at = promises.due_at
  from waiting join promises using (day, days)
  where stored.id = waiting.id and stored.due_at <> promises.due_at;
  return null;
end
$$;

-- supabase/schemas/submissions/holidays.sql

create table public.holidays (
  id uuid primary key default gen_random_uuid(),
  day date not null unique check (day between '2020-01-01' and '2200-01-01'),
  name text not null check (private.is_line(name, 100)),
  search_text text generated always as (private.searchable(name)) stored,
  created_at timestamptz not null default now()
);
comment on table public.holidays is 'Days, besides weekends, on which the office is closed.';
create index holidays_created_at_idx on public.holidays (created_at desc, id desc);

create trigger update_open_due_dates after insert or update or delete on public.holidays
  for each statement execute function private.update_open_due_dates();

alter table public.holidays enable row level security;

grant select, insert (id, day, name), update (day, name), delete on public.holidays to authenticated;
grant select, insert, update, delete
  on public.holidays to service_role;

create policy "Reviewers may select holidays"
  on public.holidays for select to authenticated
  using ((select private.may_review()));
create policy "Admins may insert holidays"
  on public.holidays for insert to authenticated
  with check ((select private.is_admin()));
create policy "Admins may update holidays"
  on public.holidays for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));
create policy "Admins may delete holidays"
  on public.holidays for delete to authenticated
  using ((select private.is_admin()));
create trigger log_change after insert or update or delete on public.holidays
  for each row execute function private.log_change();

create index holidays_search_text_idx on public.holidays
  using gin (search_text extensions.gin_trgm_ops) with (fastupdate = off);

-- supabase/schemas/submissions/queueing.sql

create function private.submission_forms() returns setof private.submission_kinds
language sql stable security definer set search_path = ''
as $$ select * from private.submission_kinds order by kind $$;

create function private.sla_days(kind public.submission_kind) returns integer
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select listed.sla_days from private.submission_kinds as listed where listed.kind = sla_days.kind::text);
end
$$;

-- By chance and not by count: a sender who gets the reference of an earlier submission with the same words
-- cannot tell it from a new one.
create function private.new_reference(letter text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  candidate text;
begin
  loop
    candidate := format(
      '%s-%s', letter, 100000 + ('x' || left(gen_random_uuid()::text, 8))::bit(32)::bigint % 900000
    );
    exit when not exists (select from public.submissions where reference = candidate);
  end loop;
  return candidate;
end
$$;

create function private.enqueue_submission() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  sent constant jsonb := to_jsonb(new);
  kind public.submission_kind;
  reference text;
begin
  select listed.kind, private.new_reference(letter) into kind, reference
  from private.submission_kinds listed where form = tg_table_name;
  perform private.lock_people();
  -- A change of holidays waits for this lock, and then sees the row.
  perform pg_advisory_xact_lock_shared(hashtextextended('public.holidays', 0));
  insert into public.submissions (
    id, kind, reference, name, email, phone, program, status, due_at, answered_at, closed_at, search_text, created_at
  ) values (
    new.id, kind, reference,
    coalesce(
      sent ->> 'organization_name', sent ->> 'name',
      nullif(concat_ws(' ', sent ->> 'first_name', sent ->> 'last_name'), '')
    ),
    sent ->> 'email', sent ->> 'phone', coalesce(sent ->> 'program_interest', sent ->> 'program'),
    (sent ->> 'status')::public.submission_status,
    private.due_at(new.created_at, private.sla_days(kind)),
    case when sent ->> 'status' <> 'new' then new.created_at end,
    case when private.is_closed((sent ->> 'status')::public.submission_status) then new.created_at end,
    private.searchable(variadic array[
      reference,
      (
        select string_agg(sent ->> attname, ' ' order by attnum) from pg_catalog.pg_attribute
        where attrelid = tg_relid and attnum > 0 and not attisdropped and attname <> 'terms_version'
          and atttypid in ('text'::regtype, 'text[]'::regtype, 'numeric'::regtype)
          and not private.is_secret_column(tg_relid, attname)
      )
    ] || private.telephones(sent ->> 'phone')),
    new.created_at
  );
  return null;
end
$$;

-- A submission is answered when its status leaves `new`. Back to `new` within a minute is an undo and
-- reopens the promise, unless an answer went out; later it stays answered.

create function private.sync_status() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  is_undo constant boolean := new.status::text = 'new'
    and not exists (select from public.submission_answers where submission_id = new.id);
begin
  update public.submissions set
    status = new.status::text::public.submission_status,
    answered_at = case
      when new.status::text <> 'new' then coalesce(answered_at, now())
      when not is_undo or answered_at < now() - interval '1 minute' then answered_at
    end,
    due_at = case
      when is_undo and answered_at >= now() - interval '1 minute'
        then private.due_at(created_at, private.sla_days(kind))
      else due_at
    end,
    closed_at = case
      when private.is_closed(new.status::text::public.submission_status) then now()
      when new.status::text = 'confirmed' then private.course_end(program)
    end,
    -- Reopening ends a withdrawal.
    withdrawn_at = case
      when not private.is_closed(old.status::text::public.submission_status)
        or private.is_closed(new.status::text::public.submission_status) then withdrawn_at
    end
  where id = new.id;
  return null;
end
$$;

create function private.delete_submission() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.submissions where id = old.id;
  return null;
end
$$;

grant execute on function
  private.submission_forms()
to authenticated;

-- supabase/schemas/submissions/locks.sql

-- Statuses, withdrawals, offers, seats, assignments and conversions lock a form's row and its submission
-- in either order. To rule out deadlocks, each first takes this lock, before any lock on a row or a
-- holiday. Decisions are few and short.

create function private.lock_workflow() returns void
language sql volatile security definer set search_path = ''
as $$
  select private.lock_people();
  select pg_advisory_xact_lock(hashtextextended('public.submissions', 0));
$$;

create function private.lock_workflow_first() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_workflow();
  return null;
end
$$;

-- supabase/schemas/submissions/reviewing.sql

create function private.sign_note() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.author_name := coalesce(private.name_of_reference('user_id', new.author_id), new.author_name);
  return new;
end
$$;

create function private.reviewer_ids() returns setof uuid
language sql stable security definer set search_path = ''
as $$ select private.holders('can_review_submissions') $$;

create function private.reviewers() returns table (id uuid, full_name text, may_review boolean)
language sql stable security definer set search_path = ''
as $$
  select profile.id, private.account_name(profile.id), reviewer is not null
  from public.profiles profile
  left join private.reviewer_ids() as reviewer on reviewer = profile.id
  where private.may_review()
    and (
      reviewer is not null
      or profile.id in (select assignee_id from public.submissions where assignee_id is not null)
    )
  order by 2
$$;

create function public.reviewers() returns table (id uuid, full_name text, may_review boolean)
language sql stable security invoker set search_path = ''
as $$ select * from private.reviewers() $$;
comment on function public.reviewers is
  'Possible assignees, and current assignees who may no longer review; nothing without can_review_submissions.';
grant execute on function private.reviewers, public.reviewers to authenticated;

-- Bulk changes. Each states the value that it replaces: a newer value of a colleague stays, and its id is
-- not in the result.

create function private.require_changes(ids uuid[], wanted integer, replaced integer) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if cardinality(ids) > 1000 or (wanted, replaced) is distinct from (cardinality(ids), cardinality(ids)) then
    raise exception 'Up to 1000 changes at a time, each with a new and a replaced value.'
      using errcode = 'check_violation';
  end if;
end
$$;

-- Dynamic SQL: forms are rows of private.submission_kinds, and each has an enum of its own.
create function public.set_submission_status(ids uuid[], to_status text[], from_status text[])
returns setof uuid
language plpgsql security invoker set search_path = ''
as $$
declare
  listed record;
begin
  perform private.require_changes(ids, cardinality(to_status), cardinality(from_status));
  for listed in
    select form, format_type(atttypid, null) as status_type
    from private.submission_forms()
    join pg_catalog.pg_attribute on attrelid = format('public.%I', form)::regclass and attname = 'status'
    where kind in (select submissions.kind::text from public.submissions where id = any (ids))
  loop
    return query execute format(
      'update public.%I as stored set status = change.to_status::%s
      from unnest($1, $2, $3) as change (id, to_status, from_status)
      where stored.id = change.id and stored.status::text = change.from_status
      returning stored.id',
      listed.form, listed.status_type
    ) using ids, to_status, from_status;
  end loop;
end
$$;
comment on function public.set_submission_status(uuid[], text[], text[]) is
  'Sets the status of submissions of any kind, each from the status that the caller saw; returns the ids of the changed ones.';

create function public.assign_submissions(ids uuid[], to_assignee uuid[], from_assignee uuid[])
returns setof uuid
language plpgsql security invoker set search_path = ''
as $$
begin
  perform private.require_changes(ids, cardinality(to_assignee), cardinality(from_assignee));
  return query
    update public.submissions as stored
    set assignee_id = change.to_assignee
    from unnest(ids, to_assignee, from_assignee) as change (id, to_assignee, from_assignee)
    where stored.id = change.id and stored.assignee_id is not distinct from change.from_assignee
    returning stored.id;
end
$$;
comment on function public.assign_submissions(uuid[], uuid[], uuid[]) is
  'Assigns submissions to a reviewer or, with null, unassigns them, each from the assignee that the caller saw; returns the ids of the changed ones.';

-- Protected fields: about a child, accessibility needs and emergency contacts. Reading them takes two
-- requests. The first commits a log entry of the opening; the second requires that entry, so that no
-- failure of the read can roll it back. The result is one JSON value: no cast of a column can fail with
-- the value in its message.

create function private.record_opening(submission uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require(private.may_review(), 'You may not read this.');
  perform private.log_action('opened', form, id, name, null)
  from public.submissions join private.submission_kinds on submission_kinds.kind = submissions.kind::text
  where id = submission and exists (
    select from pg_catalog.pg_attribute
    where attrelid = format('public.%I', form)::regclass and attnum > 0 and not attisdropped
      and private.is_secret_column(attrelid, attname)
  );
  return found;
end
$$;

create function public.record_opening(submission uuid) returns boolean
language sql security invoker set search_path = ''
as $$ select private.record_opening(submission) $$;
comment on function public.record_opening is
  'For reviewers: logs that the caller opens the protected fields of a program application, registration or pledge; false where there is none.';

create function private.protected_fields(submission uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  form regclass;
begin
  perform private.require(
    private.may_review() and private.has_opened(submission, interval '5 minutes'),
    'You may not read this, or its opening is not recorded.'
  );
  select format('public.%I', submission_kinds.form) into form
  from public.submissions join private.submission_kinds on submission_kinds.kind = submissions.kind::text
  where id = submission;
  return (
    select jsonb_object_agg(key, value) from private.stored_rows(form, array[submission]) as sent, jsonb_each(sent)
    where private.is_secret_column(form, key)
  );
end
$$;
create function public.protected_fields(submission uuid) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select private.protected_fields(submission) $$;
comment on function public.protected_fields is
  'For reviewers: the protected fields of a submission by column, within five minutes of an opening that the caller logged in an earlier request.';
grant execute on function private.record_opening, public.record_opening to authenticated;
grant execute on function private.protected_fields, public.protected_fields to authenticated;

-- Dynamic SQL: the views of the queue are conditions of the app (lists/counting.sql).
create function public.submission_counts(views jsonb default '[]') returns table (
  kind public.submission_kind,
  status public.submission_status,
  total bigint,
  in_views bigint[]
)
language plpgsql stable security invoker set search_path = ''
as $$
declare
  view jsonb;
  filter record;
  parameters text[] := '{}';
  counts text[] := '{}';
begin
  if jsonb_typeof(views) <> 'array' or octet_length(views::text) > 6000 then
    raise exception 'Views are a list of conditions.' using errcode = '22023';
  end if;
  for view in select jsonb_array_elements(views) loop
    select * into filter from private.list_filter('submissions', view, auth.uid(), parameters);
    if filter.condition is null then
      raise exception 'The queue has no such view.' using errcode = '22023';
    end if;
    parameters := filter.parameters;
    counts := counts || format('count(*) filter (where %s)', filter.condition);
  end loop;
  return query execute format(
    'select kind, status, count(*), array[%s]::bigint[] from public.submissions group by kind, status', array_to_string(counts, ', ')
  ) using parameters;
end
$$;
comment on function public.submission_counts(jsonb) is
  'Number of submissions by kind and status: all, and in each view, a list of conditions as saved views have them.';
grant execute on function
  private.reviewer_ids(), private.require_changes(uuid[], integer, integer), public.set_submission_status(uuid[], text[], text[]), public.assign_submissions(uuid[], uuid[], uuid[]), public.submission_counts(jsonb)
to authenticated;

-- supabase/schemas/submissions/live.sql

-- The inbox: one queue of all submissions that need an answer, with a reference, a due time, an assignee
-- and notes.

-- Live updates for reviewers. A message has the table and the ids of changed rows; the policies above
-- guard their content. Nothing is published for postgres_changes, which would tell every subscriber that
-- and when something changed.

create function private.send_changes(of_table text, ids text[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  most constant integer := 100;
begin
  -- An import sends one message, when all rows are there.
  if cardinality(ids) > 0 and not private.imports_into(of_table) then
    perform realtime.send(
      jsonb_build_object('table', of_table, 'ids', case when cardinality(ids) <= most then to_jsonb(ids) end),
      'changed', 'submissions', true
    );
  end if;
end
$$;

create function private.broadcast_changes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- One more than a message has.
  perform private.send_changes(tg_table_name, (
    select array_agg(distinct id) from (select to_jsonb(changed) ->> tg_argv[0] as id from changed limit 101) as row
  ));
  return null;
end
$$;
comment on function private.broadcast_changes() is
  'Sends one message per statement: the table, and the ids in the column named by the argument, or null for more than a hundred.';

create function private.broadcast_row() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.send_changes(tg_table_name, array[to_jsonb(new) ->> tg_argv[0]]);
  return null;
end
$$;
comment on function private.broadcast_row() is 'The same for a trigger on each row.';

-- supabase/schemas/submissions/status_page.sql

-- Receipts, and the status page to which they link: an applicant needs no account.

create function private.is_closed(status public.submission_status) returns boolean
language sql immutable set search_path = ''
as $$ select status in ('accepted', 'rejected', 'closed', 'declined', 'lapsed') $$;

create function private.has_mail_allowance(address text) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  own_mailbox constant text := private.mailbox(address);
begin
  -- The lock serializes concurrent forms with one address.
  perform pg_advisory_xact_lock(hashtextextended('mailbox ' || own_mailbox, 0));
  return 3 > (
    select count(*) from private.outbox
    where mailbox = own_mailbox and kind in ('receipt', 'confirmation', 'status_links')
      and created_at > now() - interval '1 day'
  );
end
$$;
comment on function private.has_mail_allowance(text) is
  'Whether a public form may cause one more mail to an address: three per day.';

create function private.send_receipt() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  address constant text := btrim(new.email);
begin
  -- The role of the request: only rows of visitors and accounts get a receipt.
  if current_setting('role', true) not in ('anon', 'authenticated')
    or not private.is_address(address)
    or not (select receipts from private.mail_settings)
    or not private.has_mail_allowance(address) then
    return null;
  end if;
  insert into private.outbox (idempotency_key, kind, recipient, submission_id, data)
  values ('receipt:' || new.id, 'receipt', address, new.id, jsonb_build_object(
    'kind', new.kind, 'reference', new.reference, 'received_at', new.created_at, 'due_at', new.due_at
  ) || case when new.kind = 'registration' then jsonb_strip_nulls(jsonb_build_object(
    'program', new.program, 'position', private.waitlist_position(new.id)
  )) else '{}' end || coalesce((
    select jsonb_strip_nulls(jsonb_build_object(
      'amount', pledge.amount, 'frequency', pledge.frequency, 'program', pledge.program, 'tribute', pledge.tribute
    ))
    from public.pledges pledge where pledge.id = new.id
  ), '{}'));
  return null;
end
$$;

create function private.store_receipt_key(submission uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  key constant text := nullif(current_setting('request.headers', true), '')::json ->> 'x-receipt-key';
begin
  if private.is_sent_by_form() and char_length(key) between 32 and 100 then
    insert into private.receipt_keys (hash, submission_id) values (private.token_hash(key), submission)
    on conflict do nothing;
  end if;
end
$$;

create function private.keep_receipt_key() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.store_receipt_key(new.id);
  return null;
end
$$;

create function private.sent_receipt(key text)
  returns table (reference text, due_at timestamptz, by_mail boolean)
language sql stable security definer set search_path = ''
as $$
  select sent.reference, sent.due_at, (select receipts from private.mail_settings)
  from private.receipt_keys kept join public.submissions sent on sent.id = kept.submission_id
  where kept.hash = private.token_hash(key) and kept.created_at > now() - interval '10 minutes'
$$;

create function public.sent_receipt(key text)
  returns table (reference text, due_at timestamptz, by_mail boolean)
language sql stable security invoker set search_path = ''
as $$ select * from private.sent_receipt(key) $$;
comment on function public.sent_receipt is
  'Reference and due date of what a form sent with this key in the last ten minutes, and whether receipts are mailed; no row for any other key.';
grant execute on function private.sent_receipt, public.sent_receipt to anon, authenticated;

create function private.close_tokens() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update private.status_tokens set closed_at = new.closed_at where submission_id = new.id;
  return null;
end
$$;

create function private.submission_of(token text) returns uuid
language sql stable security definer set search_path = ''
as $$
  select submission_id from private.status_tokens
  where hash = private.token_hash(token) and (closed_at is null or closed_at > now() - interval '90 days')
$$;

create function private.prove_address(submission uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  update public.submissions set proved_at = now() where id = submission and proved_at is null;
end
$$;
comment on function private.prove_address(uuid) is
  'After a press on the status page: whoever pressed reads the mail of the submission''s address. A look proves nothing, since mail scanners open links.';

-- A lost link. Whoever knows an address may ask for its links: the mail goes to its owner, and the answer
-- is the same where there is nothing to send. Earlier links stay.

create function private.send_status_links(address text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  open_ones uuid[];
begin
  if (private.is_address(btrim(address))) is not true then
    raise exception 'This is not an email address.' using errcode = 'check_violation';
  end if;
  perform private.limit_requests('status_links');
  open_ones := array(
    select id from public.submissions
    where lower(btrim(email)) = lower(btrim(address)) and closed_at is null
    order by created_at desc, id desc limit 20
  );
  if open_ones = '{}' or not private.has_mail_allowance(address) then
    return;
  end if;
  -- One that waits is enough, as after a lost answer.
  insert into private.outbox (idempotency_key, kind, recipient, data)
  select 'status_links:' || gen_random_uuid(), 'status_links', btrim(email),
    jsonb_build_object('submissions', to_jsonb(open_ones))
  from public.submissions
  where id = open_ones[1] and not exists (
    select from private.outbox
    where mailbox = private.mailbox(address) and kind = 'status_links' and state in ('queued', 'sending')
  );
end
$$;

create function public.send_status_links(address text) returns void
language sql security invoker set search_path = ''
as $$ select private.send_status_links(address) $$;
comment on function public.send_status_links is
  'Mails an address new links to its open submissions, the newest twenty; the answer is the same where it has none. Refused (429) after five requests in ten minutes.';
grant execute on function private.send_status_links, public.send_status_links to anon, authenticated;

-- The status page. Messages of the applicant are notes.

create function private.messages_left(submission uuid) returns integer
language sql stable security definer set search_path = ''
as $$
  select greatest(0, 20 - count(*))::integer from public.submission_notes
  where submission_id = submission and is_from_applicant
$$;

create function private.stage(
  status public.submission_status, answered_at timestamptz, withdrawn_at timestamptz
) returns text
language sql immutable set search_path = ''
as $$
  select case
    when withdrawn_at is not null then 'withdrawn'
    when status in ('confirmed', 'waitlisted', 'offered', 'lapsed') then status::text
    when private.is_closed(status) then 'closed'
    when answered_at is not null then 'answered'
    else 'received'
  end
$$;
comment on function private.stage(public.submission_status, timestamptz, timestamptz) is
  'The state of a submission as its applicant sees it. It discloses no decision except on a seat.';

create function private.submission_stage(token text) returns table (
  reference text, kind public.submission_kind, stage text, created_at timestamptz, due_at timestamptz,
  answered_at timestamptz, messages_left integer, program text, "position" integer, offered_until timestamptz
)
language sql stable security definer set search_path = ''
as $$
  select sent.reference, sent.kind,
    private.stage(sent.status, sent.answered_at, sent.withdrawn_at),
    sent.created_at, sent.due_at, sent.answered_at, private.messages_left(sent.id), sent.program,
    private.waitlist_position(sent.id), registration.offered_until
  from public.submissions sent
  left join public.program_registrations registration on registration.id = sent.id
  where sent.id = private.submission_of(token)
$$;

create function public.submission_stage(token text) returns table (
  reference text, kind public.submission_kind, stage text, created_at timestamptz, due_at timestamptz,
  answered_at timestamptz, messages_left integer, program text, "position" integer, offered_until timestamptz
)
language sql stable security invoker set search_path = ''
as $$ select * from private.submission_stage(token) $$;
comment on function public.submission_stage is
  'The state of a submission (received, answered, closed, withdrawn; of a registration also confirmed, waitlisted, offered, lapsed); no row for an invalid token.';

create function private.add_message(token text, body text) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  submission uuid;
begin
  if (private.is_text(body, 2000)) is not true then
    raise exception 'A message has up to 2000 characters.' using errcode = 'check_violation';
  end if;
  submission := private.submission_of(token);
  if submission is null then
    return false;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('messages ' || submission, 0));
  -- A retry after a lost response.
  if exists (
    select from public.submission_notes note
    where note.submission_id = submission and note.is_from_applicant and note.body = add_message.body
  ) then
    return true;
  end if;
  if private.messages_left(submission) <= 0 then
    raise sqlstate 'PT429' using message = 'No more messages can be added here.';
  end if;
  insert into public.submission_notes (submission_id, author_id, author_name, body, is_from_applicant)
  values (submission, null, 'Applicant', body, true);
  perform private.prove_address(submission);
  return true;
end
$$;
create function public.add_message(token text, body text) returns boolean
language sql security invoker set search_path = ''
as $$ select private.add_message(token, body) $$;
comment on function public.add_message is
  'Adds a message from the applicant; false for an invalid token, and refused (429) after twenty.';

create function private.withdraw(token text) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  submission constant uuid := private.submission_of(token);
begin
  if submission is null then
    return false;
  end if;
  perform private.lock_workflow();
  update public.submissions set withdrawn_at = now() where id = submission and withdrawn_at is null;
  if not found then
    return true;
  end if;
  insert into public.submission_notes (submission_id, author_id, author_name, body, is_from_applicant)
  values (submission, null, 'Applicant', 'Withdrawn by the sender.', true);
  perform private.prove_address(submission);
  -- The last status of each kind is that of a refusal or an end.
  perform public.set_submission_status(array[sent.id], array[last.status], array[sent.status::text])
  from public.submissions sent
  join private.submission_kinds on submission_kinds.kind = sent.kind::text
  cross join lateral (
    select enumlabel::text as status
    from pg_catalog.pg_attribute join pg_catalog.pg_enum on enumtypid = atttypid
    where attrelid = format('public.%I', form)::regclass and attname = 'status'
    order by enumsortorder desc limit 1
  ) as last
  where sent.id = submission and not private.is_closed(sent.status);
  return true;
end
$$;
create function public.withdraw(token text) returns boolean
language sql security invoker set search_path = ''
as $$ select private.withdraw(token) $$;
comment on function public.withdraw is
  'Withdraws a submission, once; false for an invalid token.';
grant execute on function private.submission_stage, public.submission_stage to anon, authenticated;
grant execute on function private.add_message, public.add_message to anon, authenticated;
grant execute on function private.withdraw, public.withdraw to anon, authenticated;

-- supabase/schemas/submissions/answer_templates.sql

create table public.answer_templates (
  id uuid primary key default gen_random_uuid(),
  name text not null check (private.is_line(name, 100)),
  kind text not null default 'all'
    check (kind = 'all' or kind = any (enum_range(null::public.submission_kind)::text[])),
  subject text not null check (private.is_line(subject, 200)),
  body text not null check (private.is_text(body, 10000)),
  search_text text generated always as (private.searchable(name, subject, body)) stored,
  created_at timestamptz not null default now()
);
comment on column public.answer_templates.kind is 'Kind of submission, or all.';
create index answer_templates_created_at_idx on public.answer_templates (created_at desc, id desc);

alter table public.answer_templates enable row level security;

grant select, insert (id, name, kind, subject, body), update (name, kind, subject, body), delete
  on public.answer_templates to authenticated;
grant select, insert, update, delete
  on public.answer_templates to service_role;

create policy "Reviewers may select answer_templates"
  on public.answer_templates for select to authenticated
  using ((select private.may_review()));
create policy "Reviewers may insert answer_templates"
  on public.answer_templates for insert to authenticated
  with check ((select private.may_review()));
create policy "Reviewers may update answer_templates"
  on public.answer_templates for update to authenticated
  using ((select private.may_review()))
  with check ((select private.may_review()));
create policy "Reviewers may delete answer_templates"
  on public.answer_templates for delete to authenticated
  using ((select private.may_review()));

create trigger log_change after insert or update or delete on public.answer_templates
  for each row execute function private.log_change();

create index answer_templates_search_text_idx on public.answer_templates
  using gin (search_text extensions.gin_trgm_ops) with (fastupdate = off);

-- supabase/schemas/submissions/answers.sql

-- Answers: written beside a submission, mailed from the organization's address, and shown on the
-- applicant's status page. Templates have frequent texts.

create function private.answer_blocker(submission uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when address is null then 'missing'
    when not private.is_address(address) then 'no address'
    else (
      select min(reason) from private.suppressions_of(asked.address) where reason <> 'unsubscribed'
    )
  end
  from (
    select nullif(btrim(email), '') as address from public.submissions where id = submission
  ) as asked
  where private.may_review()
$$;

create function public.answer_blocker(submission uuid) returns text
language sql stable security invoker set search_path = ''
as $$ select private.answer_blocker(submission) $$;
comment on function public.answer_blocker is
  'For reviewers: the reason why no answer can be sent (missing, no address, bounced, complained), or null.';

-- In one transaction: the answer, its mail, and answered_at.

create function private.send_answer() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  asked public.submissions;
begin
  update public.submissions set answered_at = coalesce(answered_at, now())
  where id = new.submission_id
  returning * into asked;
  if private.answer_blocker(asked.id) is not null then
    raise exception 'There is no address to send this to.' using errcode = 'check_violation';
  end if;
  if position(asked.reference in new.subject) = 0 then
    raise exception 'The subject must contain the reference.' using errcode = 'check_violation';
  end if;
  insert into private.outbox (idempotency_key, kind, recipient, submission_id, data)
  values ('answer:' || new.id, 'answer', btrim(asked.email), asked.id, jsonb_build_object(
    'subject', new.subject, 'body', new.body, 'reference', asked.reference
  ));
  return null;
end
$$;

create function private.answers_of(submission uuid) returns table (
  id uuid, author_name text, subject text, body text, created_at timestamptz, delivery text, reason text
)
language sql stable security definer set search_path = ''
as $$
  select answer.id, answer.author_name, answer.subject, answer.body, answer.created_at,
    case
      when mail.state in ('queued', 'sending') then 'waiting'
      when mail.state in ('failed', 'suppressed', 'cancelled') then 'failed'
      when mail.failed_at is not null then 'delayed'
      else 'sent'
    end,
    mail.error
  from public.submission_answers answer
  left join private.outbox mail on mail.idempotency_key = 'answer:' || answer.id
  where answer.submission_id = submission and private.may_review()
  order by answer.created_at, answer.id
$$;
create function public.answers_of(submission uuid) returns table (
  id uuid, author_name text, subject text, body text, created_at timestamptz, delivery text, reason text
)
language sql stable security invoker set search_path = ''
as $$ select * from private.answers_of(submission) $$;
comment on function public.answers_of is
  'For reviewers: the answers to a submission, each with its delivery (waiting, sent, delayed, failed) and the reason of a failure.';
grant execute on function private.answer_blocker, public.answer_blocker to authenticated;
grant execute on function private.answers_of, public.answers_of to authenticated;

create function private.status_messages(token text) returns table (
  created_at timestamptz, is_ours boolean, subject text, body text
)
language sql stable security definer set search_path = ''
as $$
  with asked as (
    select id, withdrawn_at from public.submissions where id = private.submission_of(token)
  )
  select answer.created_at, true, answer.subject, answer.body
  from asked join public.submission_answers answer on answer.submission_id = asked.id
  union all
  select note.created_at, false, null, note.body
  from asked join public.submission_notes note on note.submission_id = asked.id
  where note.is_from_applicant
    and note.created_at is distinct from asked.withdrawn_at
  order by 1
$$;

create function public.status_messages(token text) returns table (
  created_at timestamptz, is_ours boolean, subject text, body text
)
language sql stable security invoker set search_path = ''
as $$ select * from private.status_messages(token) $$;
comment on function public.status_messages is
  'Answers and the applicant''s messages, oldest first; nothing for an invalid token.';
grant execute on function private.status_messages, public.status_messages to anon, authenticated;
create function public.search_answer_templates(search text) returns setof public.answer_templates
language sql stable security invoker set search_path = ''
as $$ select * from public.answer_templates where id = any ((select private.matching('answer_templates', search))::uuid[]) $$;
grant execute on function public.search_answer_templates(text) to authenticated;

-- supabase/schemas/submissions/snoozing.sql

-- Put off: the time is compared with now wherever waiting submissions are read, so that no job has to
-- bring anything back.

create function private.put_off(submission uuid, until_day date default null, when_they_reply boolean default false) returns timestamptz
language plpgsql security definer set search_path = ''
as $$
declare
  until constant timestamptz := case
    when when_they_reply then 'infinity'
    when until_day is null then '-infinity'
    else (until_day + time '08:00') at time zone private.office_time_zone()
  end;
  before public.submissions;
begin
  perform private.require(private.may_review(), 'You may not put this off.');
  if not when_they_reply and until_day not between private.office_today() + 1 and private.office_today() + 366 then
    raise exception 'Choose a day from tomorrow on, within a year.' using errcode = 'P0001';
  end if;
  perform private.lock_workflow();
  select * into before from public.submissions where id = submission;
  if before.id is null then
    raise exception 'This submission no longer exists.' using errcode = 'P0001';
  end if;
  if before.answered_at is not null and until > '-infinity' then
    raise exception 'It has been answered, so it can''t be snoozed.' using errcode = 'P0001';
  end if;
  if before.put_off_until <> until then
    update public.submissions set put_off_until = until where id = submission;
    perform private.log_action('changed', 'submissions', submission, before.name, jsonb_build_object(
      'put_off_until', jsonb_build_array(private.put_off_words(before.put_off_until), private.put_off_words(until))
    ));
  end if;
  return until;
end
$$;

create function public.put_off(submission uuid, until_day date default null, when_they_reply boolean default false) returns timestamptz
language sql security invoker set search_path = ''
as $$ select private.put_off(submission, until_day, when_they_reply) $$;
comment on function public.put_off is
  'For reviewers: takes a waiting submission out of the waiting ones until eight in the office on a day, or until its sender writes; without either it waits again.';

create function private.put_off_words(until timestamptz) returns jsonb
language sql stable set search_path = ''
as $$
  select case
    when until = 'infinity' then to_jsonb('they reply'::text)
    when until > '-infinity' then to_jsonb(until)
  end
$$;
grant execute on function private.put_off, public.put_off to authenticated;

-- The first answer ends it.

create function private.end_put_off() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.put_off_until := '-infinity';
  return new;
end
$$;

-- So does a message of its sender, and another submission of theirs. The lock comes before any lock on a
-- row (private.lock_workflow).

create function private.bring_back(ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if cardinality(ids) > 0 then
    perform private.lock_workflow();
    update public.submissions set put_off_until = '-infinity' where id = any (ids) and put_off_until > now();
  end if;
end
$$;

create function private.bring_back_of_message() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.bring_back(array(
    select id from public.submissions where id = new.submission_id and put_off_until > now()
  ));
  return new;
end
$$;

create function private.bring_back_of_sender() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.bring_back(array(
    select id from public.submissions
    where lower(btrim(email)) = lower(btrim(new.email)) and answered_at is null and put_off_until > now()
  ));
  return new;
end
$$;

-- supabase/schemas/giving/donors.sql

create sequence private.donor_numbers start 1001;

create table public.donors (
  id uuid primary key,
  number bigint not null unique,
  name text not null check (private.is_line(name, 200)),
  email text check (private.is_line(email, 254)),
  gift_count integer not null default 0 check (gift_count >= 0),
  lifetime numeric(14, 2) not null default 0 check (lifetime >= 0),
  last_gift_at timestamptz not null,
  frequency text check (frequency in ('monthly', 'yearly', 'occasional', 'once', 'lapsed')),
  frequency_ends_at timestamptz,
  thanked_until timestamptz,
  payment_failing_since timestamptz,
  moved_count integer not null default 0 check (moved_count >= 0),
  moved_total numeric(14, 2) not null default 0 check (moved_total >= 0),
  thank_for_at timestamptz,
  thanks text generated always as (
    case when thank_for_at is null then null when thanked_until >= thank_for_at then 'given' else 'due' end
  ) stored,
  search_text text generated always as (private.searchable(name, email)) stored,
  created_at timestamptz not null
);
comment on table public.donors is
  'One row per person who gave, moved a gift, or is the legal donor of one. A fully refunded gift does not count.';
comment on column public.donors.id is 'The person_id, or legal_donor_id, of their gifts.';
comment on column public.donors.name is 'That of the person, whatever name a gift has.';
comment on column public.donors.email is 'Where letters to the person go (private.email_of), unless it bounced.';
comment on column public.donors.gift_count is 'Gifts of which they are the legal donor.';
comment on column public.donors.moved_count is 'Gifts that they moved, with another as the legal donor: no part of gift_count and lifetime.';
comment on column public.donors.thank_for_at is 'The last gift that they gave or moved. A legal donor is not thanked for what another moved.';
comment on column public.donors.number is 'In the number of their receipts.';
comment on column public.donors.lifetime is 'The sum of the gifts of which they are the legal donor, less refunds.';
comment on column public.donors.frequency is
  'monthly: the last gift is one, or the last three came 20 to 45 days apart; yearly: another one 10 to 14 months before the last; once: the only gift; else occasional. lapsed: nothing since 2 months (monthly), 15 (yearly) or 24.';
comment on column public.donors.thanked_until is 'The time of the last gift that staff gave thanks for.';
comment on column public.donors.payment_failing_since is
  'The third failed payment of a subscription; null again with its next gift.';
comment on column public.donors.created_at is 'The first gift.';
create index donors_last_gift_at_idx on public.donors (last_gift_at desc, id desc);
create index donors_created_at_idx on public.donors (created_at desc, id desc);
create index donors_name_idx on public.donors (name, id);
create index donors_lifetime_idx on public.donors (lifetime, id);
create index donors_frequency_ends_at_idx on public.donors (frequency_ends_at) where frequency <> 'lapsed';

alter table public.donors enable row level security;
grant select, insert, update, delete on public.donors to service_role;
create trigger redact_log after delete on public.donors referencing old table as gone
  for each statement execute function private.redact_log();

grant select, update (thanked_until) on public.donors to authenticated;

create policy "Managers may select donors"
  on public.donors for select to authenticated
  using ((select private.has_permission('can_manage_donations')));
create policy "Managers of donations note thanks, for past gifts"
  on public.donors for update to authenticated
  using ((select private.has_permission('can_manage_donations')))
  with check ((select private.has_permission('can_manage_donations')) and coalesce(thanked_until <= last_gift_at, true));

-- The log has thanks by staff, and no changes that follow from gifts and imports.
create trigger log_change after update of thanked_until on public.donors
  for each row when (
    old.thanked_until is distinct from new.thanked_until
    and pg_trigger_depth() = 0 and coalesce(private.write_mode() not in ('import', 'thanks'), true)
  ) execute function private.log_change();

create index donors_search_text_idx on public.donors
  using gin (search_text extensions.gin_trgm_ops) with (fastupdate = off);

-- supabase/schemas/giving/funds.sql

create table public.funds (
  id uuid primary key default gen_random_uuid(),
  name text not null check (private.is_line(name, 100)),
  purpose text check (private.is_text(purpose, 1000)),
  created_at timestamptz not null default now()
);
comment on table public.funds is 'Money for only one purpose.';
create unique index funds_name_key on public.funds (lower(btrim(name)));
create index funds_created_at_idx on public.funds (created_at desc, id desc);

alter table public.funds enable row level security;
grant select, insert, update, delete on public.funds to service_role;

grant select, insert (id, name, purpose), update (name, purpose) on public.funds to authenticated;

create policy "Managers may select funds"
  on public.funds for select to authenticated
  using ((select private.has_permission('can_manage_donations')));
create policy "Managers may insert funds"
  on public.funds for insert to authenticated
  with check ((select private.has_permission('can_manage_donations')));
create policy "Managers may update funds"
  on public.funds for update to authenticated
  using ((select private.has_permission('can_manage_donations')))
  with check ((select private.has_permission('can_manage_donations')));

create trigger log_change after insert or update or delete on public.funds
  for each row execute function private.log_change();

-- supabase/schemas/giving/receipt_words.sql

create function private.further_words(known text, said text) returns boolean
language sql immutable set search_path = ''
as $$
  select exists (
    select from unnest(string_to_array(private.plain_name(said), ' ')) as word
    where length(word) > 1 and word <> all (string_to_array(private.plain_name(known), ' '))
  )
$$;
comment on function private.further_words(text, text) is 'Whether a name has words that the known one lacks, initials apart.';

-- The words of receipts, which the law prescribes: an admin edits and confirms them.

create function private.are_receipt_words(words jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select coalesce(case when jsonb_typeof(words) = 'object' then
    words - '{title,in_kind,no_goods,thanks}'::text[] = '{}'
      and (select bool_and(jsonb_typeof(value) = 'string') from jsonb_each(words))
      and private.is_line(words ->> 'title', 100) and private.is_text(words ->> 'in_kind', 1000)
      and private.is_text(words ->> 'no_goods', 1000) and private.is_text(words ->> 'thanks', 1000)
      and words ->> 'no_goods' ~* 'goods or services'
  end, false)
$$;
comment on function private.are_receipt_words(jsonb) is
  'Whether all four are there, and one tells of goods or services, as the tax office demands.';

create function private.words_in_full(words jsonb, issuer text[]) returns text
language sql immutable set search_path = ''
as $$
  select case when issuer is not null then
    concat_ws(e'\n\n', words ->> 'title', array_to_string(issuer, ', '), words ->> 'in_kind', words ->> 'no_goods', words ->> 'thanks')
  end
$$;

-- supabase/schemas/mail/addresses.sql

-- Outgoing mail. A transaction that causes a mail adds a row to the outbox; a worker outside the database
-- claims rows, sends them and records the outcome. No row is lost, and the worker repeats a mail only when
-- the outcome of an attempt is unknown.

-- Audiences call this and `mailbox` for every row: plpgsql halves the cost.
create function private.is_address(address text) returns boolean
language plpgsql immutable set search_path = ''
as $$
declare
  domain constant text := lower(split_part(address, '@', 2));
begin
  return char_length(address) <= 254
    and address ~ '^[^][:space:][:cntrl:]@<>()[\\,;:"%!]+@[^][:space:][:cntrl:]@<>()[\\,;:"%!.]+(\.[^][:space:][:cntrl:]@<>()[\\,;:"%!.]+)+$'
    -- Mailers fold other characters of a domain into these; other scripts appear as xn--….
    and domain ~ '^[a-z0-9.\u00e0-\u024f-]+$'
    and normalize(domain, nfkc) = domain;
end
$$;
comment on function private.is_address(text) is
  'Whether it is the address of one mailbox: no list, no route, no comment, no line break, one spelling of the domain.';

create function private.mailbox(address text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  folded constant text := lower(btrim(address));
  name constant text := split_part(split_part(folded, '@', 1), '+', 1);
  domain constant text := split_part(folded, '@', 2);
begin
  if domain in ('gmail.com', 'googlemail.com') then
    return replace(name, '.', '') || '@gmail.com';
  end if;
  return name || '@' || domain;
end
$$;
comment on function private.mailbox(text) is
  'The mailbox of an address, whatever its spelling, for limits and unsubscriptions. Not every provider delivers each tag to the same person: private.folded_address tells people apart.';

create function private.folded_address(address text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  typed constant text := lower(btrim(address));
begin
  return case when split_part(typed, '@', 2) in ('gmail.com', 'googlemail.com') then private.mailbox(typed) else typed end;
end
$$;
comment on function private.folded_address(text) is
  'An address as it tells people apart: without case, and at Gmail without dots and tags.';

-- A server that refuses one address of a mailbox may know the others: anyone can type office+x@….
create function private.suppression_scope(address text, reason text) returns text
language sql immutable set search_path = ''
as $$
  select case when reason = 'unsubscribed' and address !~ '^erased:' then private.mailbox(address)
    else lower(btrim(address)) end
$$;
comment on function private.suppression_scope(text, text) is
  'What a suppression is about: the address as it was sent to, or the mailbox of one that unsubscribed.';

create function private.keyed_hash(value text) returns text
language sql stable security definer set search_path = ''
as $$
  select encode(sha256(key || sha256(key || convert_to(value, 'UTF8'))), 'hex') from private.hash_key
$$;

create function private.suppressed_as(scope text) returns text[]
language sql stable security definer set search_path = ''
as $$ select array[scope, 'erased:' || private.keyed_hash(scope)] $$;
comment on function private.suppressed_as(text) is 'The scopes under which a suppression is stored: its own, and that after erasing.';

-- supabase/schemas/mail/suppressions.sql

create table private.suppressions (
  address text not null check (address = lower(btrim(address))),
  reason text not null check (reason in ('bounced', 'complained', 'unsubscribed')),
  scope text generated always as (private.suppression_scope(address, reason)) stored,
  detail text,
  created_at timestamptz not null default now(),
  import_id uuid,
  primary key (address, reason)
);
comment on column private.suppressions.import_id is 'The import whose file said so: its undo lifts it.';
create index suppressions_import_id_idx on private.suppressions (import_id) where import_id is not null;
comment on table private.suppressions is
  'Addresses that get no more mail. Unsubscribed ones still get mails about their own submissions.';
create index suppressions_scope_idx on private.suppressions (scope);
alter table private.suppressions enable row level security;

-- supabase/schemas/mail/subscribing.sql

create function private.send_confirmation(subscription uuid, address text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.is_address(btrim(address)) or not private.has_mail_allowance(address) then
    return;
  end if;
  insert into private.outbox (idempotency_key, kind, recipient, data)
  values ('confirmation:' || gen_random_uuid(), 'confirmation', btrim(address), jsonb_build_object(
    'subscription_id', subscription
  ));
end
$$;

create function private.receive_subscription() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  existing public.newsletter_subscriptions;
  asks_first boolean;
begin
  -- The confirmed address of the caller's account needs no second confirmation.
  if not private.is_sent_by_form() or lower(btrim(new.email)) = private.own_address() then
    return new;
  end if;
  -- Only the owner of an address can lift its unsubscription.
  select double_opt_in or exists (
    select from private.suppressions
    where scope = any (private.suppressed_as(private.mailbox(new.email))) and reason = 'unsubscribed'
  ) into asks_first
  from private.mail_settings;
  -- The lock serializes concurrent subscriptions of one address.
  perform pg_advisory_xact_lock(hashtextextended('mailbox ' || private.mailbox(new.email), 0));
  select * into existing from public.newsletter_subscriptions
  where lower(btrim(email)) = lower(btrim(new.email));

  if not asks_first then
    if existing.id is null or existing.confirmed_at is not null then
      return new;
    end if;
    update public.newsletter_subscriptions set confirmed_at = now() where id = existing.id;
    return null;
  end if;

  new.confirmed_at := null;
  -- The table refuses invalid values for subscribed addresses, too.
  if existing.id is null or (private.is_line(new.name, 200) and private.is_line(new.email, 254)) is not true then
    return new;
  end if;
  if existing.confirmed_at is null then
    perform private.send_confirmation(existing.id, existing.email);
  end if;
  return null;
end
$$;

create function private.request_confirmation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- An import sends no confirmations.
  if not private.imports_into(tg_table_name) then
    perform private.send_confirmation(new.id, new.email);
  end if;
  return null;
end
$$;

create function private.confirm_subscription(token text) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  update public.newsletter_subscriptions set confirmed_at = coalesce(confirmed_at, now()), proved_at = coalesce(proved_at, now())
  where id = (select subscription_id from private.subscription_tokens where hash = private.token_hash(token));
  return found;
end
$$;

create function public.confirm_subscription(token text) returns boolean
language sql security invoker set search_path = ''
as $$ select private.confirm_subscription(token) $$;
comment on function public.confirm_subscription is
  'Confirms the subscription of this token; false for an invalid token.';
grant execute on function private.confirm_subscription, public.confirm_subscription to anon, authenticated;

create function private.requires_double_opt_in() returns boolean
language sql stable security definer set search_path = ''
as $$ select double_opt_in from private.mail_settings $$;

create function public.requires_double_opt_in() returns boolean
language sql stable security invoker set search_path = ''
as $$ select private.requires_double_opt_in() $$;
comment on function public.requires_double_opt_in is
  'Whether a subscription needs confirmation by a mailed link.';
grant execute on function private.requires_double_opt_in, public.requires_double_opt_in to anon, authenticated;

-- supabase/schemas/tasks/assigning.sql

-- An assignee is a member of staff who may read the record, as readable_tables tells of the caller.

create function private.task_permissions() returns table (table_name text, permission text)
language sql immutable set search_path = ''
as $$
  values ('mentors', 'can_manage_mentors'), ('mentees', 'can_manage_mentees'), ('trainers', 'can_manage_trainers'),
    ('donors', 'can_manage_donations'), ('donations', 'can_manage_donations'), ('programs', 'can_manage_programs'),
    ('submissions', 'can_review_submissions')
$$;

create function private.task_readers(open_to text[]) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select private.staff_ids() where open_to = '{}'
  union
  select private.holders(permission) from private.task_permissions() where table_name = any (open_to)
  union
  select user_id from public.user_roles where role = 'program_manager' and 'programs' = any (open_to)
$$;
comment on function private.task_readers(text[]) is
  'Accounts that may read one of these tables; all staff for a task without a record.';

create function private.tables_of_address(address text) returns text[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  readable constant text[] := array(select private.readable_tables());
begin
  return array(
    select unnest(private.tables_of_person(private.rows_of(private.people_of_ref(address, readable), readable)))
    intersect
    select table_name from private.task_permissions()
  );
end
$$;
comment on function private.tables_of_address(text) is
  'Tables with this address that the caller may read, so that no answer tells of others.';

create function private.task_assignees(record_kind text default null, address text default null) returns table (id uuid, full_name text)
language sql stable security definer set search_path = ''
as $$
  select reader, private.account_name(reader)
  from private.task_readers(case
    when record_kind is not null then array[record_kind]
    when address is not null then private.tables_of_address(address)
    else '{}'
  end) as reader
  where private.is_staff() and (record_kind is null or private.may_search(record_kind))
  order by 2
$$;

create function public.task_assignees(record_kind text default null, address text default null) returns table (id uuid, full_name text)
language sql stable security invoker set search_path = ''
as $$ select * from private.task_assignees(record_kind, address) $$;
comment on function public.task_assignees is
  'For staff: possible assignees of a task on a record of this table, on an address, or on nothing; none where the caller may not read the table.';
grant execute on function private.task_assignees, public.task_assignees to authenticated;

create function private.check_task() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  of_table constant text := private.table_of_task(new);
  is_new constant boolean := tg_op = 'INSERT';
begin
  if is_new then
    perform private.require(
      of_table is null or auth.uid() is null or private.may_search(of_table), 'You may not read this record.'
    );
    new.address := private.plain_ref(nullif(btrim(new.address), ''));
    new.open_to := case
      when of_table is not null then array[of_table]
      when auth.uid() is null then new.open_to
      else private.tables_of_address(new.address)
    end;
  end if;
  if (is_new or new.due_on <> old.due_on) and new.due_on < private.office_today() then
    raise exception 'The due day is over. Choose today or a later day.' using errcode = 'P0001';
  end if;
  if new.assignee_id is not null and (is_new or new.assignee_id is distinct from old.assignee_id)
    and new.assignee_id not in (select private.task_readers(new.open_to)) then
    raise exception 'This colleague has left or may not read the record. Choose someone else.' using errcode = 'P0001';
  end if;
  if not is_new and new.assignee_id is distinct from old.assignee_id and old.assignee_id = auth.uid()
    and new.open_to = '{}' and new.author_id is distinct from auth.uid() and not private.is_admin() then
    raise exception 'Its author or an administrator can give a task without a record to someone else.' using errcode = 'P0001';
  end if;
  if new.done_at is null then
    new.done_by := null;
  elsif is_new or old.done_at is null then
    new.done_at := now();
    new.done_by := auth.uid();
  else
    new.done_at := old.done_at;
  end if;
  return new;
end
$$;

create function private.release_tasks() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.tasks set assignee_id = null
  where assignee_id = old.user_id and done_at is null and old.user_id not in (select private.staff_ids());
  return null;
end
$$;
comment on function private.release_tasks() is 'A member of staff who leaves has no open task.';

-- supabase/schemas/files/rules.sql

create function private.largest_file() returns integer
language sql immutable set search_path = ''
as $$ select 20 * 1024 * 1024 $$;
comment on function private.largest_file() is
  'Bytes of a file at most. The app and the function check-files have the same in src/shared/lib/file-content.ts.';

create function private.file_undo() returns interval
language sql immutable set search_path = ''
as $$ select interval '1 day' $$;
comment on function private.file_undo() is 'How long a removed file can be brought back.';

create function private.file_endings() returns table (type text, ending text)
language sql immutable set search_path = ''
as $$
  values ('application/pdf', 'pdf'), ('image/jpeg', 'jpg'), ('image/jpeg', 'jpeg'), ('image/png', 'png'), ('image/webp', 'webp'),
    ('application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'docx'),
    ('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx'),
    ('text/csv', 'csv'), ('text/plain', 'txt')
$$;
comment on function private.file_endings() is
  'The types of files that we keep, and how their names end. src/shared/lib/file-content.ts has the same.';

create function private.is_file_name(name text, of_type text default null) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return private.is_line(name, 255) and octet_length(name) <= 255
    and name !~ '[/\\\u0080-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]' and btrim(name) = name
    and exists (
      select from private.file_endings() as known
      where lower(name) like '_%.' || known.ending and (of_type is null or known.type = of_type)
    );
end
$$;
comment on function private.is_file_name(text, text) is
  'Whether it is the name of a file, on one line, without a path or a mark of direction, that ends as a type that we keep, or as this one.';

create function private.keep_leftovers() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.file_leftovers (id) select id from gone on conflict do nothing;
  return null;
end
$$;

-- supabase/schemas/lists/views.sql

-- Saved views: what a list shows, under a name, for oneself or shared; the pins and weekly numbers of each
-- account, and the order of its columns (docs/decisions/039-saved-views.md).

create function private.counted_rows(kind text) returns text
language sql immutable set search_path = ''
as $$ select case kind when 'donations' then 'is_posted' else 'true' end $$;
comment on function private.counted_rows(text) is 'The condition of the rows of a table that lists, searches and figures have.';
-- Conditions. The app declares each filter as conditions, [column, operator, value], asks PostgREST with them, and
-- stores those of a view in its state (conditionsOf in list-state.ts). They are another person's text: only a column
-- that the API may select and the text of an operator become SQL, and values are parameters.

create function private.filter_operators() returns table (name text, condition text)
language sql immutable set search_path = ''
as $$
  values
    ('eq', '%1$I = (select %2$s::%3$s)'),
    ('neq', '%1$I <> (select %2$s::%3$s)'),
    ('lt', '%1$I < (select %2$s::%3$s)'),
    ('lte', '%1$I <= (select %2$s::%3$s)'),
    ('gt', '%1$I > (select %2$s::%3$s)'),
    ('gte', '%1$I >= (select %2$s::%3$s)'),
    ('in', '%1$I = any ((select %2$s::%3$s[])::%3$s[])'),
    ('is', '%1$I is null')
$$;
comment on function private.filter_operators() is
  'The operators of conditions, by their names in PostgREST: a format of column, parameter and type. A query reads a value once.';

create function private.is_condition(one jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select coalesce(
    jsonb_typeof(one) = 'array' and one -> 3 is null
    and jsonb_typeof(one -> 0) = 'string' and one ->> 0 ~ '^[a-z_]{1,63}$'
    and one ->> 1 in (select name from private.filter_operators())
    and case
      when one ->> 1 = 'is' then one -> 2 = 'null'
      when one ->> 1 = 'in' then
        jsonb_typeof(one -> 2) = 'array' and not jsonb_path_exists(one -> 2, 'strict $[*] ? (@.type() != "string")')
      when jsonb_typeof(one -> 2) = 'string' then true
      else one -> 2 in ('{"symbol": "me"}', '{"symbol": "now"}')
        or jsonb_typeof(one -> 2) = 'object' and (one -> 2) - '{day,later}'::text[] = '{}'
        and one -> 2 ->> 'day' ~ '^(today|\d{4}-\d\d-\d\d)$' and one -> 2 ->> 'later' ~ '^\d{1,3}$'
    end,
    false
  )
$$;

create function private.are_conditions(conditions jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select jsonb_typeof(conditions) = 'array' and not exists (
    select from jsonb_array_elements(case jsonb_typeof(conditions) when 'array' then conditions else '[]' end) as one
    where not private.is_condition(one)
  )
$$;
comment on function private.are_conditions(jsonb) is
  'Whether it is a list of [column, operator, value]. A value is a text, a list for `in`, {symbol: me | now}, or {day, later}: when a day of the office begins, or one some days later.';

create function private.is_view_state(state jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select jsonb_typeof(state) = 'object' and octet_length(state::text) <= 6000
    and state - '{search,words,filters,conditions,sort,columns,erased}'::text[] = '{}'
    and coalesce(state -> 'erased' = 'true', true)
    and private.are_conditions(coalesce(state -> 'conditions', '[]'))
    -- A view without its conditions would count every row.
    and (coalesce(state -> 'filters', '{}') = '{}' or coalesce(state -> 'conditions', '[]') <> '[]' or state ? 'erased')
    and coalesce(jsonb_typeof(state -> 'search') = 'string' and char_length(state ->> 'search') <= 200, true)
    and coalesce(jsonb_typeof(state -> 'words') = 'string' and char_length(state ->> 'words') <= 1000, true)
    and coalesce(jsonb_typeof(state -> 'sort') = 'string' and state ->> 'sort' ~ '^-?[a-z_]{1,63}$', true)
    and coalesce(jsonb_typeof(state -> 'filters') = 'object', true)
    and not exists (
      select from jsonb_each(case jsonb_typeof(state -> 'filters') when 'object' then state -> 'filters' else '{}' end)
      where key !~ '^[a-z_]{1,63}$' or jsonb_typeof(value) <> 'string' or char_length(value #>> '{}') > 200
    )
    and coalesce(jsonb_typeof(state -> 'columns') = 'array', true)
    and not exists (
      select from jsonb_array_elements(case jsonb_typeof(state -> 'columns') when 'array' then state -> 'columns' else '[]' end) as one
      where jsonb_typeof(one) <> 'string' or one #>> '{}' !~ '^[a-z_]{1,63}$'
    )
$$;
comment on function private.is_view_state(jsonb) is
  'Whether it is the state of a list: search (and its words, as the functions of a search take them), filters (and their conditions), sort, columns in their order; and whether a part that named an erased person is gone.';

create function private.is_list_address(list text) returns boolean
language sql immutable set search_path = ''
as $$ select list ~ '^/[a-z-]{0,50}(\?[a-z]{1,20}=[a-z-]{1,50}(&[a-z]{1,20}=[a-z-]{1,50})?)?$' $$;
grant execute on function
  private.filter_operators(), private.is_condition(jsonb), private.are_conditions(jsonb), private.is_view_state(jsonb),
  private.is_list_address(text)
to authenticated, service_role;

-- Rights by what an account holds, not by a session: a mail has no session, and no second factor.

create function private.table_permissions() returns table (table_name text, permission text)
language sql stable security definer set search_path = ''
as $$
  select table_name, permission from private.table_readers
  union all
  select unnest(private.public_forms()), 'can_review_submissions'
$$;
comment on function private.table_permissions() is 'As readable_tables has it: the permissions that open all rows of a table.';

create function private.readers(of_table text) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select user_id from public.user_roles
  where role = 'admin' or role = 'program_manager' and of_table = 'programs'
  union
  select held.user_id from public.user_permissions held
  join public.permissions permission on permission.id = held.permission_id
  join private.table_permissions() as opened on opened.permission = permission.name
  where opened.table_name = of_table
$$;
comment on function private.readers(text) is 'Accounts that may read all rows of a table: those for whom readable_tables lists it, and admins.';

create function private.may_use_view(view uuid, account uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.saved_views
    where id = view and (is_shared or owner_id = account) and account in (select private.readers(table_name))
      -- Without a part it has rows that it had not: nobody is written to before its owner has looked.
      and not state ? 'erased'
  )
$$;

-- supabase/schemas/rights/personal_data.sql

create table private.personal_data (
  position integer generated always as identity primary key,
  table_name text not null,
  label text not null,
  action text not null check (action in ('delete', 'anonymize', 'keep', 'none')),
  condition text,
  assignments jsonb not null default '{}',
  stays text[] not null default '{}',
  handed_over text[],
  reason text,
  check ((condition is null) = (action = 'none')),
  check ((assignments <> '{}') = (action = 'anonymize')),
  check (action = 'delete' or reason is not null)
);
comment on table private.personal_data is
  'Where personal data is. Erasing goes by position. `none` says why a table holds no personal data.';
comment on column private.personal_data.condition is
  'Which rows (as `stored`) belong to a private.data_subject ($1).';
comment on column private.personal_data.assignments is 'Column to its value after erasing, as an expression.';
comment on column private.personal_data.stays is 'Columns with texts that erasing leaves as they are.';
comment on column private.personal_data.handed_over is 'Columns that the person gets: all when null, none when empty.';
alter table private.personal_data enable row level security;

-- supabase/schemas/rights/words.sql

create function private.mailboxes(addresses text[]) returns text[]
language sql immutable set search_path = ''
as $$ select array(select private.mailbox(address) from unnest(addresses) as address) $$;

create function private.only_words(said text) returns text
language sql immutable set search_path = ''
as $$ select ' ' || btrim(regexp_replace(said, '[^[:alnum:]@.+_-]+', ' ', 'g')) || ' ' $$;

create function private.has_phone(who private.data_subject, said text, least_digits integer) returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(private.phone_keys(said) && (who).phones, false) or char_length(digits) between least_digits and 15
    and exists (select from unnest((who).phones) as phone where position(right(digits, 8) in phone) > 0)
  from regexp_replace(private.searchable(said), '\D', '', 'g') as digits
$$;
comment on function private.has_phone(private.data_subject, text, integer) is
  'Whether a text has a phone of the person, or is at least so many of its digits in a row.';

create function private.is_searched(who private.data_subject, search text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select char_length(btrim(search)) >= 3 and (
    exists (select from unnest((who).names || (who).addresses) as name where position(name in private.searchable(search)) > 0)
    -- Each of its words is part of a name, as the search of a list goes.
    or not exists (
      select from string_to_table(private.searchable(btrim(search)), ' ') as word
      where not exists (select from unnest((who).names || (who).addresses) as name where position(word in name) > 0)
    )
    or private.has_phone(who, search, 5)
  )
$$;
comment on function private.is_searched(private.data_subject, text) is
  'Whether a search has a name, address or phone of the person, or finds one.';

create function private.is_named(who private.data_subject, said text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from unnest((who).names || (who).addresses) as name
    where position(private.only_words(name) in private.only_words(private.searchable(said))) > 0
  ) or private.has_phone(who, said, 8)
$$;
comment on function private.is_named(private.data_subject, text) is
  'Whether a text has a name or address of the person as whole words, or a whole phone: `new` does not name Mr. Newman.';

create function private.named_keys(who private.data_subject, said jsonb) returns text[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(key), '{}') from jsonb_each_text(case jsonb_typeof(said) when 'object' then said else '{}' end)
  where case key
    when 'search' then private.is_searched(who, value)
    when 'saved_view' then private.is_searched(who, value)
    else key <> 'reason' and private.is_named(who, value)
  end
$$;
comment on function private.named_keys(private.data_subject, jsonb) is
  'The parts of what an export says of its list that name the person. Its reason stays.';

-- supabase/schemas/retention/retention_rules.sql

create table private.retention_rules (
  rule text primary key,
  position integer generated always as identity,
  title text not null unique,
  table_name text not null,
  day_column text not null,
  condition text not null default 'true',
  cleared text,
  unit text not null check (unit in ('minutes', 'hours', 'days', 'months', 'years')),
  kept integer not null,
  shortest integer not null check (shortest > 0),
  longest integer not null,
  batch integer not null default 1000 check (batch between 1 and 1000),
  next_at timestamptz not null default now(),
  pruned_rows bigint not null default 0,
  last_run_at timestamptz,
  last_rows bigint,
  failed_at timestamptz,
  error text,
  constraint retention_rules_kept_check check (kept between shortest and longest)
);
comment on column private.retention_rules.day_column is 'When the period begins: an indexed column or expression.';
comment on column private.retention_rules.condition is 'Which other rows stay. $1 is the time before which rows are due.';
comment on column private.retention_rules.cleared is
  'Columns that lose their values, where the row itself stays; null where the row is deleted.';
comment on column private.retention_rules.longest is
  'The promise of the privacy notice. An admin may shorten a period, and never lengthen it beyond this.';
comment on column private.retention_rules.batch is 'The most rows of one transaction, so that none lasts long.';
comment on column private.retention_rules.pruned_rows is 'Rows of the current run, which takes a transaction each minute.';
alter table private.retention_rules enable row level security;

-- supabase/schemas/courses/seats.sql

-- Enrollments in courses, with a waitlist, and grades. Managers of courses read the names and addresses of
-- mentees, by functions, and nothing else of them.

-- The history of a course names the mentee of each change.

create function private.log_course_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  before constant jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end -> tg_argv[0];
  after constant jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end -> tg_argv[0];
  stored constant jsonb := to_jsonb(coalesce(new, old));
  course constant uuid := stored ->> 'course_id';
  mentee constant uuid := stored ->> 'mentee_id';
  student constant text := private.name_of_reference('mentee_id', mentee);
begin
  -- The removal of a mentee leaves no entry here.
  if before is distinct from after and (tg_op <> 'DELETE' or student is not null) then
    perform private.log_action(
      'changed', tg_table_name, course, (select title from public.courses where id = course),
      jsonb_build_object(
        concat_ws(
          ', ', student,
          (select name from public.assessments where id = (stored ->> 'assessment_id')::uuid)
        ),
        jsonb_build_array(before, after)
      ),
      array[mentee]
    );
  end if;
  return null;
end
$$;

create function private.require_course_manager() returns void
language sql stable security definer set search_path = ''
as $$ select private.require(private.has_permission('can_manage_courses'), 'You may not manage courses.') $$;

-- Seats. A transaction that takes or frees one locks the course's row until its end.

create function private.free_seats(course uuid) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  seats integer;
begin
  select coalesce(capacity, 2147483647) into seats from public.courses where id = course for no key update;
  return seats - (select count(*) from public.enrolments where course_id = course and state = 'enrolled');
end
$$;
comment on function private.free_seats(uuid) is 'Seats that are not taken, with the course locked; null for an unknown course.';

create function private.promote_waitlisted(course uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  -- In a statement of its own: later ones see the changes that the lock waited for.
  seats constant bigint := greatest(private.free_seats(course), 0);
begin
  update public.enrolments set state = 'enrolled'
  where course_id = course
    and exists (select from public.courses where id = course and status in ('active', 'planned'))
    and mentee_id in (
      select mentee_id from public.enrolments
      join public.mentees on mentees.id = mentee_id and mentees.status = 'active'
      where course_id = course and state = 'waiting'
      order by asked_at, mentee_id
      limit seats
    );
end
$$;
comment on function private.promote_waitlisted(uuid) is 'Gives free seats to the active mentees who wait longest, until the course is over.';

create function private.sync_seats() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.promote_waitlisted((to_jsonb(coalesce(new, old)) ->> tg_argv[0])::uuid);
  return null;
end
$$;

-- No trigger promotes mentees who become active again, or the waitlist of a reopened course: a transaction
-- that changes a person locks their row, and must not wait for courses with it.

create function private.process_waitlists() returns void
language plpgsql security definer set search_path = '' set lock_timeout = '500ms'
as $$
declare
  waited_for uuid;
begin
  for waited_for in
    select id from public.courses
    where status in ('active', 'planned')
      and exists (
        select from public.enrolments join public.mentees on mentees.id = mentee_id and mentees.status = 'active'
        where course_id = courses.id and state = 'waiting'
      )
      and coalesce(capacity, 2147483647) > (
        select count(*) from public.enrolments where course_id = courses.id and state = 'enrolled'
      )
    for no key update skip locked
  loop
    perform private.promote_waitlisted(waited_for);
  end loop;
end
$$;
comment on function private.process_waitlists() is
  'Gives way (lock_timeout) to the removal of a mentee, which frees seats in several courses, and retries the next minute.';
select private.every_minute('process_waitlists');

create function private.enrol(course uuid, mentee uuid) returns public.enrolment_state
language plpgsql security definer set search_path = ''
as $$
declare
  seats bigint;
  current_state public.enrolment_state;
begin
  perform private.require_course_manager();
  seats := private.free_seats(course);
  if seats is null then
    raise exception 'This course is no longer there.' using errcode = 'PT404';
  end if;
  -- Waiting mentees go before a new one, also those who were inactive when a seat came free.
  perform private.promote_waitlisted(course);
  seats := private.free_seats(course);
  select state into current_state from public.enrolments where course_id = course and mentee_id = mentee;
  if current_state = 'enrolled' or current_state = 'waiting' and seats <= 0 then
    return current_state;
  end if;
  perform from public.courses where id = course and status in ('active', 'planned');
  if not found then
    raise exception 'This course is over.' using errcode = 'check_violation';
  end if;
  -- The share lock keeps the person from being deactivated until this is stored.
  perform from public.mentees where id = mentee and status = 'active' for share;
  if not found then
    raise exception 'Only active mentees can be enrolled.' using errcode = 'check_violation';
  end if;
  insert into public.enrolments (course_id, mentee_id, state)
  values (course, mentee, case when seats > 0 then 'enrolled' else 'waiting' end::public.enrolment_state)
  on conflict (course_id, mentee_id) do update set state = excluded.state, asked_at = excluded.asked_at
  returning state into current_state;
  return current_state;
end
$$;

create function public.enrol(course uuid, mentee uuid) returns public.enrolment_state
language sql security invoker set search_path = ''
as $$ select private.enrol(course, mentee) $$;
comment on function public.enrol is
  'Enrolls an active mentee in a course that is not over, or puts them at the end of the waitlist of a full one; returns which. An earlier enrollment or entry stays.';

create function private.withdraw_enrolment(course uuid, mentee uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_course_manager();
  perform private.free_seats(course);
  update public.enrolments set state = 'withdrawn'
  where course_id = course and mentee_id = mentee and state <> 'withdrawn';
end
$$;
create function public.withdraw_enrolment(course uuid, mentee uuid) returns void
language sql security invoker set search_path = ''
as $$ select private.withdraw_enrolment(course, mentee) $$;
comment on function public.withdraw_enrolment is
  'Removes a mentee from a course or its waitlist; a seat that becomes free goes to the first on the waitlist.';
grant execute on function private.enrol, public.enrol to authenticated;
grant execute on function private.withdraw_enrolment, public.withdraw_enrolment to authenticated;

-- The search of mentees to enroll: by the beginnings of a name or an address, and nothing else of a child.

create function private.enrollable_mentees(course uuid, search text)
returns table (id uuid, first_name text, last_name text, email text)
language plpgsql stable security definer set search_path = ''
as $$
declare
  -- The longest word first: its index finds the fewest.
  beginnings constant text[] := array(
    select '% ' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'
    from regexp_split_to_table(btrim(private.searchable(left(search, 200))), '\s+') as word
    order by char_length(word) desc
  );
begin
  if not private.has_permission('can_manage_courses') then
    return;
  end if;
  -- Of more than 1,000 matches any will do: the user types more.
  return query
    select found.id, found.first_name, found.last_name, found.email from (
      select mentee.id, mentee.first_name, mentee.last_name, mentee.email from public.mentees mentee
      where mentee.status = 'active'
        and ' ' || private.searchable(mentee.first_name, mentee.last_name, mentee.email) like beginnings[1]
        and ' ' || private.searchable(mentee.first_name, mentee.last_name, mentee.email) like all (beginnings)
        and not exists (
          select from public.enrolments
          where course_id = course and mentee_id = mentee.id and state <> 'withdrawn'
        )
      limit 1000
    ) as found order by found.last_name, found.first_name, found.id limit 20;
end
$$;

create function public.enrollable_mentees(course uuid, search text)
returns table (id uuid, first_name text, last_name text, email text)
language sql stable security invoker set search_path = ''
as $$ select * from private.enrollable_mentees(course, search) $$;
comment on function public.enrollable_mentees is
  'Twenty active mentees who are not in a course, by the beginnings of their names or address; none without can_manage_courses.';
grant execute on function private.enrollable_mentees, public.enrollable_mentees to authenticated;

create function private.course_mentees(course uuid) returns table (
  mentee_id uuid, first_name text, last_name text, email text, state public.enrolment_state, "position" bigint, grades jsonb
)
language sql stable security definer set search_path = ''
as $$
  select enrolment.mentee_id, mentee.first_name, mentee.last_name, mentee.email, enrolment.state,
    case enrolment.state when 'waiting' then
      row_number() over (partition by enrolment.state order by enrolment.asked_at, enrolment.mentee_id)
    end,
    (
      select coalesce(jsonb_object_agg(given.assessment_id, given.grade), '{}')
      from public.student_grades given
      where given.mentee_id = enrolment.mentee_id and given.course_id = course
        and given.assessment_id is not null and given.grade is not null
    )
  from public.enrolments enrolment join public.mentees mentee on mentee.id = enrolment.mentee_id
  where enrolment.course_id = course and enrolment.state <> 'withdrawn'
    and private.has_permission('can_manage_courses')
  order by enrolment.state, 6, mentee.last_name, mentee.first_name, mentee.id
$$;

create function public.course_mentees(course uuid) returns table (
  mentee_id uuid, first_name text, last_name text, email text, state public.enrolment_state, "position" bigint, grades jsonb
)
language sql stable security invoker set search_path = ''
as $$ select * from private.course_mentees(course) $$;
comment on function public.course_mentees is
  'The enrolled mentees of a course, by name, then its waitlist, in order; with grades by the id of the assessment. None without can_manage_courses.';
grant execute on function private.course_mentees, public.course_mentees to authenticated;

-- supabase/schemas/courses/courses.sql

create table public.courses (
  id uuid primary key default gen_random_uuid(),
  title text not null check (private.is_line(title, 200)),
  description text check (private.is_text(description, 5000)),
  category text check (private.is_line(category, 100)),
  duration text check (private.is_line(duration, 100)),
  start_date date check (start_date between '1900-01-01' and '2200-12-31'),
  end_date date,
  capacity integer check (capacity > 0),
  status public.course_status not null default 'active',
  search_text text generated always as (private.searchable(title, description, category)) stored,
  created_at timestamptz not null default now(),
  constraint courses_end_date_check
    check (end_date between '1900-01-01' and '2200-12-31' and end_date >= start_date)
);
comment on column public.courses.capacity is 'Null means unlimited.';
create index courses_created_at_idx on public.courses (created_at desc, id desc);
create index courses_title_idx on public.courses (title, id);

alter table public.courses enable row level security;
grant select, insert, update, delete on public.courses to service_role;
grant
  select,
  insert (id, title, description, category, duration, start_date, end_date, capacity, status),
  update (title, description, category, duration, start_date, end_date, capacity, status)
on public.courses to authenticated;
create policy "Managers may select courses"
  on public.courses for select to authenticated
  using ((select private.has_permission('can_manage_courses')));
create policy "Managers may insert courses"
  on public.courses for insert to authenticated
  with check ((select private.has_permission('can_manage_courses')));
create policy "Managers may update courses"
  on public.courses for update to authenticated
  using ((select private.has_permission('can_manage_courses')))
  with check ((select private.has_permission('can_manage_courses')));
create trigger log_change after insert or update or delete on public.courses
  for each row execute function private.log_change();

create index courses_search_text_idx on public.courses
  using gin (search_text extensions.gin_trgm_ops) with (fastupdate = off);

create trigger promote_waitlisted after update of capacity on public.courses
  for each row when (new.capacity is null or new.capacity > old.capacity)
  execute function private.sync_seats('id');

-- supabase/schemas/submissions/captcha_check.sql

-- A captcha for the public forms, where a setting requires it. An Edge Function verifies the answer with
-- Cloudflare and issues a pass, which the browser sends with the form.

create function private.delete_captcha_passes() returns void
language sql security definer set search_path = ''
as $$ delete from private.captcha_passes where expires_at <= now() $$;
select private.every_minute('delete_captcha_passes');

create function private.issue_captcha_pass() returns text
language plpgsql security definer set search_path = ''
as $$
declare
  pass constant text := encode(extensions.gen_random_bytes(32), 'hex');
begin
  insert into private.captcha_passes (digest) values (sha256(convert_to(pass, 'UTF8')));
  return pass;
end
$$;

create function public.issue_captcha_pass() returns text
language sql security invoker set search_path = ''
as $$ select private.issue_captcha_pass() $$;
comment on function public.issue_captcha_pass is
  'A pass for one form, good for ten minutes. The caller has verified the captcha.';
grant execute on function private.issue_captcha_pass, public.issue_captcha_pass to service_role;

create function private.check_captcha() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  pass text;
  row_hash bytea;
  issued private.captcha_passes;
begin
  if not private.is_sent_by_form() or pg_trigger_depth() > 1
    or not (select is_required from private.captcha) then
    return new;
  end if;
  pass := nullif(current_setting('request.headers', true), '')::json ->> 'x-captcha-pass';
  -- Without the columns that a visitor cannot send.
  row_hash := sha256(convert_to(
    tg_table_name || (to_jsonb(new) - array[
      'id', 'status', 'search_text', 'person_id', 'confirmed_at', 'waitlisted_at', 'offered_until', 'created_at'
    ])::text,
    'UTF8'
  ));
  -- The lock serializes concurrent requests with one pass.
  select * into issued from private.captcha_passes
  where digest = sha256(convert_to(pass, 'UTF8')) and expires_at > now()
  for update;
  if not found or issued.used_for <> row_hash then
    raise sqlstate 'PGRST' using
      message = json_build_object(
        'code', 'captcha_failed',
        'message', 'The captcha is missing or has expired.',
        'details', null,
        'hint', null
      )::text,
      detail = json_build_object('status', 403, 'headers', json_build_object())::text;
  end if;
  if issued.used_for = row_hash then
    -- The row is stored; its response was lost.
    return null;
  end if;
  update private.captcha_passes set used_for = row_hash where digest = issued.digest;
  return new;
end
$$;

-- supabase/schemas/submissions/registration_seats.sql

-- Registrations: seats, the waitlist, and offers of free seats.

create function private.free_seats(of_program text) returns integer
language sql stable security definer set search_path = ''
as $$
  select seats - (
    select count(*) from public.program_registrations seated
    where seated.program = of_program and seated.status in ('confirmed', 'offered')
  )::integer
  from public.program_seats where program = of_program
$$;
comment on function private.free_seats(text) is
  'Seats that are neither confirmed nor offered; null where they are unlimited, and below 0 after their number was lowered.';

-- A registration for a full program joins its waitlist. So that no one can fill a list, a mailbox has one
-- seat or waitlist entry per program, and three entries in all. Staff decide about further registrations,
-- about those that find a free seat after all, and about those without a working address.

create function private.join_waitlist() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_workflow();
  if coalesce(private.free_seats(new.program), 0) <= 0
    and private.is_address(btrim(new.email)) and not private.is_suppressed(new.email, 'seat')
    and (
      select count(*) filter (where earlier.status <> 'confirmed') < 3
        and bool_or(earlier.program = new.program) is not true
      from public.program_registrations earlier
      where private.mailbox(earlier.email) = private.mailbox(new.email)
        and earlier.status in ('waitlisted', 'offered', 'confirmed')
    )
  then
    new.status := 'waitlisted';
    -- The clock, not the start of the transaction: the lock makes it the order.
    new.waitlisted_at := clock_timestamp();
  end if;
  return new;
end
$$;

create function private.reserve_seat() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.status in ('confirmed', 'offered') and old.status not in ('confirmed', 'offered')
    and private.free_seats(new.program) <= 0 then
    raise exception 'No seat is free in this program: all are taken or offered.'
      using errcode = 'check_violation', constraint = 'program_seats';
  end if;
  if new.status = 'waitlisted' then
    -- A lapsed or declined offer puts a registration at the end.
    new.waitlisted_at := case when old.status not in ('lapsed', 'offered') then old.waitlisted_at end;
    new.waitlisted_at := coalesce(new.waitlisted_at, now());
  end if;
  new.offered_until := case when new.status = 'offered' then private.due_at(now(), 3) end;
  return new;
end
$$;

-- After every change: each free seat is offered to the first on the waitlist.

create function private.offer_seats() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  next_ones constant uuid[] := array(
    select waiting.id
    from public.program_seats listed
    cross join lateral (
      select id from public.program_registrations
      where program = listed.program and status = 'waitlisted'
      order by waitlisted_at, created_at, id
      limit greatest(0, private.free_seats(listed.program))
    ) as waiting
    where listed.seats is not null
  );
begin
  -- A registration that is deleted long after its course leaves no seat to offer.
  if cardinality(next_ones) > 0 and private.write_mode() is distinct from 'retention' then
    update public.program_registrations set status = 'offered' where id = any (next_ones);
  end if;
  return null;
end
$$;

create function private.expire_offers() returns void
language sql security definer set search_path = ''
as $$
  update public.program_registrations set status = 'lapsed'
  where status = 'offered' and offered_until < now()
$$;
select private.every_minute('expire_offers');

-- The end of a course closes its confirmed registrations. A day in the future can still be moved; the day
-- of a later course leaves those of an earlier one closed.

create function private.end_of_day(day date) returns timestamptz
language sql stable security definer set search_path = ''
as $$ select (day + 1)::timestamp at time zone private.office_time_zone() $$;

create function private.course_end(of_program text) returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select private.end_of_day(ends_on) from public.program_seats
  where program_seats.program = of_program and private.end_of_day(ends_on) > now()
$$;
comment on function private.course_end(text) is 'The end of a course that has not ended; null where none is set.';

create function private.close_with_course() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.submissions sent set closed_at = private.end_of_day(new.ends_on)
  from public.program_registrations registration
  where registration.id = sent.id and registration.program = new.program and registration.status = 'confirmed'
    and registration.created_at < coalesce(private.end_of_day(new.ends_on), 'infinity')
    and coalesce(sent.closed_at > now(), true);
  return null;
end
$$;

-- The mail about a seat. It waits as long as the change can be undone, and an undo cancels it.

create function private.notify_of_seat() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update private.outbox set state = 'cancelled', error = 'The decision changed.'
  where submission_id = new.id and kind = 'seat' and state = 'queued';
  if new.status not in ('confirmed', 'waitlisted', 'offered') or not private.is_address(btrim(new.email)) then
    return null;
  end if;
  insert into private.outbox (idempotency_key, kind, recipient, submission_id, next_at, data)
  select 'seat:' || gen_random_uuid(), 'seat', btrim(new.email), new.id, now() + interval '20 seconds',
    jsonb_strip_nulls(jsonb_build_object(
      'state', new.status, 'reference', sent.reference, 'program', new.program,
      'until', new.offered_until
    ))
  from public.submissions sent where sent.id = new.id;
  return null;
end
$$;

create function private.accept_seat(token text) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  registration constant uuid := private.submission_of(token);
begin
  perform private.lock_workflow();
  update public.program_registrations set status = 'confirmed'
  where id = registration and status = 'offered' and offered_until >= now();
  perform private.prove_address(registration);
  return exists (select from public.program_registrations where id = registration and status = 'confirmed');
end
$$;

create function public.accept_seat(token text) returns boolean
language sql security invoker set search_path = ''
as $$ select private.accept_seat(token) $$;
comment on function public.accept_seat is
  'Accepts an offered seat; false where no offer is open.';
grant execute on function private.accept_seat, public.accept_seat to anon, authenticated;

-- The newsletter, where the registration asks for it. A subscribed address stays so, and gets no mail.

create function private.subscribe_as_well() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.newsletter_subscriptions (name, email)
  values (left(concat_ws(' ', new.first_name, new.last_name), 200), new.email)
  on conflict do nothing;
  return null;
end
$$;

create function public.program_standings() returns table (
  program text, seats integer, confirmed bigint, offered bigint, waiting bigint, undecided bigint, ends_on date
)
language sql stable security invoker set search_path = ''
as $$
  with counted as (
    select program,
      count(*) filter (where status = 'confirmed') as confirmed,
      count(*) filter (where status = 'offered') as offered,
      count(*) filter (where status = 'waitlisted') as waiting,
      count(*) filter (where status in ('new', 'contacted')) as undecided
    from public.program_registrations group by program
  )
  select program, listed.seats, coalesce(confirmed, 0), coalesce(offered, 0), coalesce(waiting, 0),
    coalesce(undecided, 0), listed.ends_on
  from public.program_seats listed full join counted using (program)
  order by program
$$;
comment on function public.program_standings() is
  'The programs with seats or registrations: seats (null: unlimited), the number of confirmed, offered, waiting and undecided registrations, and the last day of the course.';

create function public.set_seats(of_program text, number integer) returns void
language sql security invoker set search_path = ''
as $$
  insert into public.program_seats (program, seats) values (of_program, number)
  on conflict (program) do update set seats = excluded.seats
$$;
comment on function public.set_seats(text, integer) is
  'Sets the seats of a program, null for unlimited. New free seats are offered to the waitlist.';

create function public.set_last_day(of_program text, day date) returns void
language sql security invoker set search_path = ''
as $$
  insert into public.program_seats (program, ends_on) values (of_program, day)
  on conflict (program) do update set ends_on = excluded.ends_on
$$;
comment on function public.set_last_day(text, date) is
  'Sets the last day of a program''s course, null for none. It closes the confirmed registrations of the course.';

grant execute on function
  public.program_standings(),
  public.set_seats(text, integer),
  public.set_last_day(text, date)
to authenticated;

-- supabase/schemas/submissions/program_seats.sql

create table public.program_seats (
  program text primary key check (program ~ '^[a-z0-9-]{1,60}$'),
  seats integer check (seats between 0 and 100000),
  ends_on date check (ends_on between '2020-01-01' and '2200-01-01')
);
comment on table public.program_seats is
  'The number of seats of a program. Null is unlimited, without automatic offers.';
comment on column public.program_seats.ends_on is
  'The last day of the course. Its confirmed registrations are closed with it.';

create trigger lock_workflow before insert or update or delete on public.program_seats
  for each statement execute function private.lock_workflow_first();
create trigger offer_seats after insert or update or delete on public.program_seats
  for each statement execute function private.offer_seats();
create trigger close_with_course after insert or update of ends_on on public.program_seats
  for each row execute function private.close_with_course();

alter table public.program_seats enable row level security;
grant select, insert (program, seats, ends_on), update (seats, ends_on) on public.program_seats to authenticated;
grant select, insert, update, delete on public.program_seats to service_role;

create policy "Reviewers may select program_seats"
  on public.program_seats for select to authenticated
  using ((select private.may_review()));
create policy "Reviewers may insert program_seats"
  on public.program_seats for insert to authenticated
  with check ((select private.may_review()));
create policy "Reviewers may update program_seats"
  on public.program_seats for update to authenticated
  using ((select private.may_review()))
  with check ((select private.may_review()));

create trigger log_change after insert or update or delete on public.program_seats
  for each row execute function private.log_change();

-- Changes of seats are broadcast like any change in the queue.
create trigger broadcast_insert after insert on public.program_seats referencing new table as changed
  for each statement execute function private.broadcast_changes('program');
create trigger broadcast_update after update on public.program_seats referencing new table as changed
  for each statement execute function private.broadcast_changes('program');

-- supabase/schemas/giving/donor_sums.sql

-- Gifts by donor: one row per donor, kept by triggers of `donations`; and the events of the payment provider,
-- each recorded once.

create function private.sum_of_gifts(ids uuid[]) returns setof private.gift_sums
language plpgsql stable security definer rows 20 set search_path = ''
as $$
begin
  return query
  with gifts as (
    select gift.id, gift.created_at, gift.is_kept, gift.donation_type, gift.amount, gift.refunded, credit.*,
      row_number() over newest as rank,
      first_value(gift.created_at) over newest as newest_at
    from private.gifts gift
    -- The giver is thanked, and the sums of the legal donor have the gift.
    cross join lateral (values
      (gift.person_id, gift.legal_donor_id is null, true),
      (gift.legal_donor_id, true, false)
    ) as credit (person_id, is_hard, is_theirs)
    where (gift.person_id = any (ids) or gift.legal_donor_id = any (ids)) and credit.person_id = any (ids)
    window newest as (partition by credit.person_id order by gift.is_kept desc, gift.created_at desc, gift.id desc)
  ),
  summed as (
    select
      person_id,
      count(*) filter (where is_kept) as kept_count,
      count(*) filter (where is_kept and is_hard) as gift_count,
      coalesce(sum(amount - refunded) filter (where is_hard), 0) as lifetime,
      count(*) filter (where is_kept and not is_hard) as moved_count,
      coalesce(sum(amount - refunded) filter (where not is_hard), 0) as moved_total,
      max(created_at) filter (where is_kept and is_theirs) as thank_for_at,
      coalesce(min(created_at) filter (where is_kept), min(created_at)) as first_at,
      min(created_at) filter (where rank = 1) as last_at,
      max(created_at) filter (where is_kept and donation_type = 'monthly') as last_monthly_at,
      min(newest_at - created_at) filter (where rank = 2 and is_kept) as since_second,
      min(newest_at - created_at) filter (where rank = 3 and is_kept) as since_third,
      bool_or(
        is_kept and created_at between newest_at - interval '14 months' and newest_at - interval '10 months'
      ) as is_yearly
    from gifts group by person_id
  ),
  classified as (
    select *,
      case
        when kept_count = 0 then null
        -- Another gift in between ends no monthly one.
        when last_monthly_at = last_at or last_monthly_at > now() - interval '2 months' then 'monthly'
        when since_second between interval '20 days' and interval '45 days'
          and since_third - since_second between interval '20 days' and interval '45 days' then 'monthly'
        when is_yearly then 'yearly'
        when kept_count = 1 then 'once'
        else 'occasional'
      end as frequency
    from summed
  ),
  lapsing as (
    select *,
      case when frequency = 'monthly' and last_monthly_at > now() - interval '2 months' then last_monthly_at else last_at end + case frequency
        when 'monthly' then interval '2 months' when 'yearly' then interval '15 months' else interval '24 months'
      end as frequency_ends_at
    from classified
  )
  select person_id, people.name, private.email_of(person_id, false), gift_count, lifetime, moved_count, moved_total, thank_for_at, first_at, last_at,
    case when frequency is not null and frequency_ends_at <= now() then 'lapsed' else frequency end, frequency_ends_at
  from lapsing join private.people on people.id = person_id;
end
$$;

create function private.recount_gifts(ids uuid[], heirs jsonb default '{}') returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
declare
  sums private.gift_sums[];
  absent integer;
  added integer;
begin
  -- The lock serializes concurrent gifts of one donor.
  perform from public.donors where id = any (ids) order by id for update;
  sums := array(select summed from private.sum_of_gifts(ids) as summed order by id);
  select count(*) into absent from unnest(sums) as summed
  where not exists (select from public.donors where donors.id = summed.id);
  if absent > 0 then
    insert into public.donors (
      id, number, name, email, gift_count, lifetime, moved_count, moved_total, thank_for_at, created_at, last_gift_at, frequency, frequency_ends_at
    )
    select id, nextval('private.donor_numbers'), name, email, gift_count, lifetime, moved_count, moved_total, thank_for_at,
      created_at, last_gift_at, frequency, frequency_ends_at
    from unnest(sums) as summed
    where not exists (select from public.donors where donors.id = summed.id)
    on conflict (id) do nothing;
    get diagnostics added = row_count;
    if added < absent then
      -- Another transaction added one, with a gift that the sums lack.
      sums := array(select summed from private.sum_of_gifts(ids) as summed order by id);
    end if;
  end if;

  update public.donors stored
  set gift_count = summed.gift_count, lifetime = summed.lifetime, moved_count = summed.moved_count,
    moved_total = summed.moved_total, thank_for_at = summed.thank_for_at, created_at = summed.created_at,
    last_gift_at = summed.last_gift_at, frequency = summed.frequency, frequency_ends_at = summed.frequency_ends_at,
    -- Thanks never cover later gifts.
    thanked_until = case when stored.thanked_until > summed.last_gift_at then summed.last_gift_at else stored.thanked_until end
  from unnest(sums) as summed
  where stored.id = summed.id
    and (
      (stored.gift_count, stored.lifetime, stored.moved_count, stored.moved_total, stored.thank_for_at, stored.created_at, stored.last_gift_at, stored.frequency, stored.frequency_ends_at)
        is distinct from
        (summed.gift_count, summed.lifetime, summed.moved_count, summed.moved_total, summed.thank_for_at, summed.created_at, summed.last_gift_at, summed.frequency, summed.frequency_ends_at)
      or stored.thanked_until > summed.last_gift_at
    );
  -- Separate, since it recomputes search_text.
  update public.donors stored
  set name = summed.name, email = summed.email
  from unnest(sums) as summed
  where stored.id = summed.id and (stored.name, stored.email) is distinct from (summed.name, summed.email);

  if heirs <> '{}' then
    update public.files as file set donor_id = inherited.heir::uuid
    from jsonb_each_text(heirs) as inherited (donor, heir)
    where file.donor_id = inherited.donor::uuid and exists (select from public.donors where id = inherited.heir::uuid)
      and not exists (select from private.gifts where person_id = file.donor_id or legal_donor_id = file.donor_id);
  end if;
  delete from public.donors
  where id = any (ids) and not exists (select from private.gifts where person_id = donors.id)
    and not exists (select from private.gifts where legal_donor_id = donors.id);
end
$$;
comment on function private.recount_gifts(uuid[], jsonb) is
  'Sums the gifts of these donors. A donor without gifts is deleted; `heirs` names the donor who gets their files.';

create function private.sync_donors() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  ids uuid[] := '{}';
  heirs jsonb;
begin
  if tg_op <> 'INSERT' then
    ids := array(select unnest(array[person_id, legal_donor_id]) from before_it where is_posted);
  end if;
  if tg_op <> 'DELETE' then
    ids := ids || array(select unnest(array[person_id, legal_donor_id]) from after_it where is_posted);
  end if;
  if tg_op = 'UPDATE' and private.write_mode() is distinct from 'retention' then
    select jsonb_object_agg(donor, heir) into heirs from (
      select distinct on (before_it.person_id) before_it.person_id as donor, after_it.person_id as heir
      from before_it join after_it on after_it.id = before_it.id
      where before_it.person_id <> after_it.person_id
      order by before_it.person_id, before_it.created_at desc, before_it.id
    ) as listed;
  end if;
  perform private.recount_gifts(ids, coalesce(heirs, '{}'));
  return null;
end
$$;

-- A donor is called and written to as the person is. A gift under another name or address changes neither.

create function private.name_donor() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.donors set name = new.name where id = new.id and name <> new.name;
  return null;
end
$$;

create function private.address_donors() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.donors set email = chosen.email
  from (select person_id, private.email_of(person_id, false) as email from changed where kind = 'email' group by person_id) as chosen
  where id = chosen.person_id and donors.email is distinct from chosen.email;
  return null;
end
$$;

create function private.process_donors() returns void
language sql security definer set search_path = ''
as $$
  select private.recount_gifts(array(
    select id from public.donors where frequency <> 'lapsed' and frequency_ends_at <= now() order by frequency_ends_at limit 1000
  ))
$$;
select private.every_minute('process_donors');

-- supabase/schemas/people/people.sql

create table private.people (
  id uuid primary key default gen_random_uuid(),
  name text check (private.is_line(name, 300)),
  names text[] not null default '{}',
  is_known_by_name boolean not null default false,
  created_at timestamptz not null default now(),
  kind text not null default 'person' check (kind in ('person', 'household', 'organization')),
  language text check (private.is_line(language, 60)),
  is_deceased boolean not null default false,
  do_not_contact boolean not null default false,
  wants_paper boolean not null default false,
  second_of uuid,
  is_couple boolean not null default false,
  is_renamed boolean not null default false
);
comment on column private.people.is_renamed is 'Staff gave the name, which is shown instead of that of the rows.';
comment on column private.people.is_couple is
  'The name is that of two people, who are each a person of their own. Staff take it off a firm.';
comment on column private.people.kind is 'A household or organization has private.members, and may be a donor.';
comment on column private.people.wants_paper is 'Receipts of a year go by post, where there is a postal address.';
comment on column private.people.names is
  'As private.plain_name has them, by which the rule knows the person: the first name that came, that from staff, and those of merged people. Later rows add none, since a stranger may type any.';
comment on column private.people.is_known_by_name is 'Whether gifts without an address and a phone belong here by their name.';
create index people_name_idx on private.people ((names[1]));
comment on column private.people.second_of is
  'The imported gift that names them as its second contact: a person without a row, seen in the household by readers of gifts. Or the household that it made.';
create index people_second_of_idx on private.people (second_of) where second_of is not null;
create index people_created_at_idx on private.people (created_at);
create index people_silent_idx on private.people (id) where is_deceased or do_not_contact;

alter table private.people enable row level security;
create trigger name_donor after update of name on private.people
  for each row when (new.name is not null and old.name is distinct from new.name) execute function private.name_donor();

-- supabase/schemas/people/mentors.sql

create table public.mentors (
  id uuid primary key default gen_random_uuid(),
  first_name text
    constraint mentors_first_name_check check (private.is_line(first_name, 100) and num_nonnulls(first_name, last_name) > 0),
  last_name text check (private.is_line(last_name, 100)),
  email text check (private.is_line(email, 254)),
  phone text check (private.is_line(phone, 40)),
  expertise text check (private.is_text(expertise, 500)),
  bio text check (private.is_text(bio, 5000)),
  status public.person_status not null default 'active',
  search_text text generated always as (
    private.searchable(variadic array[first_name, last_name, email, phone] || private.telephones(phone))
      || e'\n' || private.searchable(expertise)
  ) stored,
  telephones text[] generated always as (private.telephones(phone)) stored,
  person_id uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  told text[] not null default '{}' check (told <@ '{email,phone}')
);

comment on column public.mentors.told is
  'Which of email and phone only a form or an import told us; a colleague entered the others.';

-- The default order of a list, and its first column: docs/decisions/007-indexes-of-lists.md.
create index mentors_created_at_id_idx on public.mentors (created_at desc, id desc);
create index mentors_last_name_id_idx on public.mentors (last_name, id);

alter table public.mentors enable row level security;
grant select, insert, update, delete on public.mentors to service_role;
create policy "Managers may select mentors"
  on public.mentors for select to authenticated
  using ((select private.has_permission('can_manage_mentors')));
create policy "Managers may insert mentors"
  on public.mentors for insert to authenticated
  with check ((select private.has_permission('can_manage_mentors')));
create policy "Managers may update mentors"
  on public.mentors for update to authenticated
  using ((select private.has_permission('can_manage_mentors')))
  with check ((select private.has_permission('can_manage_mentors')));

-- The browser chooses the id of a row, so that a retry after a lost response meets the primary key
-- instead of adding a duplicate.
-- Columns are granted one by one: a column that is added later is secret until it is granted.
grant
  select (id, first_name, last_name, email, phone, expertise, bio, status, search_text, telephones, person_id, created_at, told),
  insert (id, first_name, last_name, email, phone, expertise, bio, status),
  update (first_name, last_name, email, phone, expertise, bio, status)
on public.mentors to authenticated;

create trigger redact_log after delete on public.mentors referencing old table as gone
  for each statement execute function private.redact_log();

create trigger log_change after insert or update or delete on public.mentors
  for each row execute function private.log_change();

create index mentors_search_text_idx on public.mentors
  using gin (search_text extensions.gin_trgm_ops) with (fastupdate = off);

alter table public.mentors add constraint mentors_person_id_fkey foreign key (person_id) references private.people (id);
create index mentors_person_id_idx on public.mentors (person_id);
create trigger lock_people before insert or delete or update of first_name, last_name, email, phone on public.mentors
  for each statement execute function private.lock_people_first();
create trigger set_contacts before insert or update of first_name, last_name, email, phone on public.mentors
  for each row execute function private.set_contacts();
create trigger set_person before insert or update of first_name, last_name, email, phone on public.mentors
  for each row execute function private.set_person();
create trigger clear_people after delete on public.mentors referencing old table as gone
  for each statement execute function private.tidy_people_after();
create trigger clear_people_changed after update on public.mentors referencing old table as gone new table as stays
  for each statement execute function private.tidy_people_after();
create index mentors_email_address_idx on public.mentors (lower(btrim(email)));

create index mentors_phone_keys_idx on public.mentors
  using gin ((private.phone_keys(phone))) with (fastupdate = off);
create index mentors_searchable_idx on public.mentors (private.searchable(first_name, last_name));

create trigger delete_lost_merges after delete on public.mentors referencing old table as gone
  for each statement execute function private.delete_lost_merges();

-- supabase/schemas/people/trainers.sql

create table public.trainers (
  id uuid primary key default gen_random_uuid(),
  first_name text
    constraint trainers_first_name_check check (private.is_line(first_name, 100) and num_nonnulls(first_name, last_name) > 0),
  last_name text check (private.is_line(last_name, 100)),
  email text check (private.is_line(email, 254)),
  phone text check (private.is_line(phone, 40)),
  specialization text check (private.is_text(specialization, 500)),
  bio text check (private.is_text(bio, 5000)),
  status public.person_status not null default 'active',
  search_text text generated always as (
    private.searchable(variadic array[first_name, last_name, email, phone] || private.telephones(phone))
      || e'\n' || private.searchable(specialization)
  ) stored,
  telephones text[] generated always as (private.telephones(phone)) stored,
  person_id uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  told text[] not null default '{}' check (told <@ '{email,phone}')
);
comment on column public.trainers.told is 'As of mentors.';

create index trainers_created_at_id_idx on public.trainers (created_at desc, id desc);
create index trainers_last_name_id_idx on public.trainers (last_name, id);

alter table public.trainers enable row level security;
grant select, insert, update, delete on public.trainers to service_role;
create policy "Managers may select trainers"
  on public.trainers for select to authenticated
  using ((select private.has_permission('can_manage_trainers')));
create policy "Managers may insert trainers"
  on public.trainers for insert to authenticated
  with check ((select private.has_permission('can_manage_trainers')));
create policy "Managers may update trainers"
  on public.trainers for update to authenticated
  using ((select private.has_permission('can_manage_trainers')))
  with check ((select private.has_permission('can_manage_trainers')));

grant
  select (id, first_name, last_name, email, phone, specialization, bio, status, search_text, telephones, person_id, created_at, told),
  insert (id, first_name, last_name, email, phone, specialization, bio, status),
  update (first_name, last_name, email, phone, specialization, bio, status)
on public.trainers to authenticated;
create trigger redact_log after delete on public.trainers referencing old table as gone
  for each statement execute function private.redact_log();
create trigger log_change after insert or update or delete on public.trainers
  for each row execute function private.log_change();

create index trainers_search_text_idx on public.trainers
  using gin (search_text extensions.gin_trgm_ops) with (fastupdate = off);

alter table public.trainers add constraint trainers_person_id_fkey foreign key (person_id) references private.people (id);
create index trainers_person_id_idx on public.trainers (person_id);
create trigger lock_people before insert or delete or update of first_name, last_name, email, phone on public.trainers
  for each statement execute function private.lock_people_first();
create trigger set_contacts before insert or update of first_name, last_name, email, phone on public.trainers
  for each row execute function private.set_contacts();
create trigger set_person before insert or update of first_name, last_name, email, phone on public.trainers
  for each row execute function private.set_person();
create trigger clear_people after delete on public.trainers referencing old table as gone
  for each statement execute function private.tidy_people_after();
create trigger clear_people_changed after update on public.trainers referencing old table as gone new table as stays
  for each statement execute function private.tidy_people_after();
create index trainers_email_address_idx on public.trainers (lower(btrim(email)));
create index trainers_phone_keys_idx on public.trainers
  using gin ((private.phone_keys(phone))) with (fastupdate = off);
create index trainers_searchable_idx on public.trainers (private.searchable(first_name, last_name));
create trigger delete_lost_merges after delete on public.trainers referencing old table as gone
  for each statement execute function private.delete_lost_merges();

-- supabase/schemas/people/contact_points.sql

create table private.contact_points (
  person_id uuid not null references private.people (id) on delete cascade,
  kind text not null check (kind in ('email', 'phone', 'post')),
  normalized text not null,
  value text not null,
  valid_since timestamptz not null default now(),
  parts jsonb,
  label text check (private.is_line(label, 60)),
  is_preferred boolean not null default false,
  level private.contact_level not null default 'told',
  is_confirmed boolean not null default false,
  folded text not null generated always as (case kind when 'email' then private.folded_address(normalized) else normalized end) stored,
  open_to text[] check (open_to <> '{}'),
  retired_at timestamptz,
  primary key (person_id, kind, normalized),
  constraint contact_points_parts_check check ((kind = 'post') = (parts is not null)),
  constraint contact_points_retired_at_check check (retired_at is null or not is_preferred)
);
comment on table private.contact_points is
  'Under which the rule looks for a person, by email and phone. None has anything protected: a mentee''s phone and parents are in no row here. A postal address finds no one, and staff enter it.';
comment on column private.contact_points.normalized is
  'An email in lower case, so each spelling is a point of its own; one of the private.phone_keys of a phone.';
comment on column private.contact_points.folded is 'By which the rule compares: the private.folded_address of an email.';
comment on column private.contact_points.value is 'As typed.';
comment on column private.contact_points.level is 'The highest of the rows that have it, at least `entered` where a colleague confirmed it.';
comment on column private.contact_points.is_confirmed is 'A colleague confirmed what was only told. It ends with the last row that has the point.';
comment on column private.contact_points.valid_since is 'When it came, or when it became more than told.';
comment on column private.contact_points.parts is 'Of a postal address: street, city, region, postal_code, country.';
comment on column private.contact_points.open_to is
  'Of an email or phone that a colleague added to the person, in the spelling of the colleague: the tables with the person that the colleague could read, whose readers see it. It stays without a row.';
comment on column private.contact_points.retired_at is
  'A colleague said that it is out of use: no letter goes there, and the rule still knows its person.';
create unique index contact_points_is_preferred_key on private.contact_points (person_id, kind) where is_preferred;
create index contact_points_folded_idx on private.contact_points (folded, kind);
create index contact_points_mailbox_idx on private.contact_points (private.mailbox(normalized)) where kind = 'email';
alter table private.contact_points enable row level security;
create trigger address_donors_added after insert on private.contact_points
  referencing new table as changed for each statement execute function private.address_donors();
create trigger address_donors_changed after update on private.contact_points
  referencing new table as changed for each statement execute function private.address_donors();
create trigger address_donors_removed after delete on private.contact_points
  referencing old table as changed for each statement execute function private.address_donors();

-- supabase/schemas/people/members.sql

create table private.members (
  group_id uuid not null references private.people (id) on delete cascade,
  person_id uuid not null references private.people (id) on delete cascade,
  role text not null check (role in ('partner', 'parent', 'child', 'relative', 'employee', 'contact', 'other')),
  created_at timestamptz not null default now(),
  second_of uuid,
  primary key (group_id, person_id),
  constraint members_check check (group_id <> person_id)
);
comment on table private.members is 'Who belongs to a household or organization. What an adult is to a child is in private.guardians.';
comment on column private.members.second_of is 'The imported gift whose second contact they are, where that was no new person.';
create index members_second_of_idx on private.members (second_of) where second_of is not null;
create index members_person_id_idx on private.members (person_id);
alter table private.members enable row level security;

-- supabase/schemas/people/guardian_triggers.sql

create function private.is_needed(person private.people) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from private.rows_of_people as theirs where theirs.person_id = person.id)
    or person.kind <> 'person' and exists (select from private.members where group_id = person.id)
    or exists (select from private.guardians where adult_id = person.id)
    or exists (select from public.donations where legal_donor_id = person.id)
    or person.kind = 'person' and person.second_of is not null and exists (
      select from private.members own
      join private.members other on other.group_id = own.group_id
      join private.rows_of_people as theirs on theirs.person_id = other.person_id
      where own.person_id = person.id
    );
end
$$;
comment on function private.is_needed(private.people) is
  'Whether a person has a row or a receipt for someone else''s gift, a household or organization a member, an adult a child, or a second contact a household with a row.';

create function private.tidy_parents() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.tidy_people(array(select distinct adult_id from gone));
  return null;
end
$$;

create function private.sync_parents_after() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- The undo of a merge brings back what was said of them.
  if private.write_mode() = 'merge' then
    return null;
  elsif tg_op = 'INSERT' then
    perform private.sync_parents(array(
      select distinct person_id from stays where num_nonnulls(parent_name, parent_email, parent_phone) > 0
    ));
  else
    perform private.sync_parents(array(
      select distinct stays.person_id from gone join stays using (id)
      where (gone.person_id, gone.parent_name, gone.parent_email, gone.parent_phone)
        is distinct from (stays.person_id, stays.parent_name, stays.parent_email, stays.parent_phone)
    ));
  end if;
  return null;
end
$$;

-- Who is no mentee any more has no guardians.
create function private.forget_guardians() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.write_mode() is distinct from 'merge' then
    delete from private.guardians
    where child_id in (select person_id from gone)
      and not exists (select from public.mentees where person_id = child_id);
  end if;
  return null;
end
$$;

-- supabase/schemas/people/mentees.sql

create table public.mentees (
  id uuid primary key default gen_random_uuid(),
  first_name text
    constraint mentees_first_name_check check (private.is_line(first_name, 100) and num_nonnulls(first_name, last_name) > 0),
  last_name text check (private.is_line(last_name, 100)),
  email text check (private.is_line(email, 254)),
  phone text check (private.is_line(phone, 40)),
  grade_level text check (private.is_line(grade_level, 100)),
  school_name text check (private.is_line(school_name, 200)),
  parent_name text check (private.is_line(parent_name, 200)),
  parent_email text check (private.is_line(parent_email, 254)),
  parent_phone text check (private.is_line(parent_phone, 40)),
  status public.person_status not null default 'active',
  search_text text generated always as (private.searchable(first_name, last_name, email)) stored,
  person_id uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  told text[] not null default '{}' check (told <@ '{email,phone}')
);
comment on column public.mentees.told is 'As of mentors.';

create index mentees_created_at_id_idx on public.mentees (created_at desc, id desc);
create index mentees_last_name_id_idx on public.mentees (last_name, id);

-- For the search of mentees to enroll: only the beginnings of names and address.
create index mentees_names_idx on public.mentees
  using gin ((' ' || private.searchable(first_name, last_name, email)) extensions.gin_trgm_ops) with (fastupdate = off);

-- For a conversion, which compares with the parent of an application.
create index mentees_parent_email_address_idx on public.mentees (lower(btrim(parent_email)));

alter table public.mentees enable row level security;
grant select, insert, update, delete on public.mentees to service_role;
create policy "Managers may select mentees"
  on public.mentees for select to authenticated
  using ((select private.has_permission('can_manage_mentees')));
create policy "Managers may insert mentees"
  on public.mentees for insert to authenticated
  with check ((select private.has_permission('can_manage_mentees')));
create policy "Managers may update mentees"
  on public.mentees for update to authenticated
  using ((select private.has_permission('can_manage_mentees')))
  with check ((select private.has_permission('can_manage_mentees')));

-- Protected fields are written with a new row, and later only by save_protected.
grant
  select (id, first_name, last_name, email, status, search_text, created_at),
  insert (
    id, first_name, last_name, email, phone, grade_level, school_name, parent_name, parent_email,
    parent_phone, status
  ),
  update (first_name, last_name, email, status)
on public.mentees to authenticated;
create trigger redact_log after delete on public.mentees referencing old table as gone
  for each statement execute function private.redact_log();
create trigger log_change after insert or update or delete on public.mentees
  for each row execute function private.log_change();

create index mentees_search_text_idx on public.mentees
  using gin (search_text extensions.gin_trgm_ops) with (fastupdate = off);

alter table public.mentees add constraint mentees_person_id_fkey foreign key (person_id) references private.people (id);
create index mentees_person_id_idx on public.mentees (person_id);
create trigger lock_people before insert or delete or update of first_name, last_name, email on public.mentees
  for each statement execute function private.lock_people_first();
create trigger set_contacts before insert or update of first_name, last_name, email on public.mentees
  for each row execute function private.set_contacts();
create trigger set_person before insert or update of first_name, last_name, email on public.mentees
  for each row execute function private.set_person();
create trigger clear_people after delete on public.mentees referencing old table as gone
  for each statement execute function private.tidy_people_after();
create trigger clear_people_changed after update on public.mentees referencing old table as gone new table as stays
  for each statement execute function private.tidy_people_after();
create index mentees_email_address_idx on public.mentees (lower(btrim(email)));
create index mentees_phone_keys_idx on public.mentees
  using gin ((private.phone_keys(phone))) with (fastupdate = off);
create index mentees_searchable_idx on public.mentees (private.searchable(first_name, last_name));
create trigger delete_lost_merges after delete on public.mentees referencing old table as gone
  for each statement execute function private.delete_lost_merges();
create trigger lock_people_of_parents before update of parent_name, parent_email, parent_phone on public.mentees
  for each statement execute function private.lock_people_first();
create trigger sync_parents after insert on public.mentees referencing new table as stays
  for each statement execute function private.sync_parents_after();
create trigger sync_parents_changed after update on public.mentees referencing old table as gone new table as stays
  for each statement execute function private.sync_parents_after();
create trigger forget_guardians after delete on public.mentees referencing old table as gone
  for each statement execute function private.forget_guardians();
create trigger forget_guardians_changed after update on public.mentees referencing old table as gone
  for each statement execute function private.forget_guardians();

-- supabase/schemas/mail/sending.sql

create function private.suppressions_of(address text) returns setof private.suppressions
language sql stable security definer set search_path = ''
as $$
  select * from private.suppressions
  where reason = 'unsubscribed' and scope = any (private.suppressed_as(private.mailbox(suppressions_of.address)))
  union all
  select * from private.suppressions
  where reason <> 'unsubscribed' and scope = any (private.suppressed_as(lower(btrim(suppressions_of.address))))
$$;
comment on function private.suppressions_of(text) is 'Why an address gets no mail: its own bounce or complaint, or that its mailbox unsubscribed.';

create function private.may_be_notified(account uuid, address text, of_kind text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.profiles
    where id = account and confirmed and lower(btrim(email)) = lower(address)
      and case of_kind when 'notice' then id in (select private.reviewer_ids()) else id in (select private.staff_ids()) end
  );
end
$$;
comment on function private.may_be_notified(uuid, text, text) is
  'Whether it is the confirmed address of a current reviewer, or for a digest or a weekly number of a member of staff.';

-- The links of mails. No token is stored: each claim derives the same token from the mail and a key of
-- the worker, which the database does not keep. So a mail that a lost worker sent after all has a working
-- link, and the same text as its repetition.

create function private.link_token(mail uuid, link_key text, about uuid default null) returns text
language sql immutable set search_path = ''
as $$
  select rtrim(translate(
    encode(sha256(convert_to(concat_ws(':', link_key, mail, about), 'UTF8')), 'base64'), '+/', '-_'
  ), '=')
$$;
comment on function private.link_token(uuid, text, uuid) is
  '32 bytes for the link of a mail, or for that to one of its submissions; the database stores the hash alone.';

create function private.token_hash(token text) returns bytea
language sql immutable set search_path = ''
as $$ select sha256(convert_to(token, 'UTF8')) $$;

create function private.reader_hash(token text, mailbox text) returns bytea
language sql immutable set search_path = ''
as $$ select sha256(convert_to(token || ':' || mailbox, 'UTF8')) $$;

create function private.store_link_hashes(mails uuid[], link_key text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- Rows that another transaction deletes are skipped: their mails go with them.
  insert into private.status_tokens (hash, submission_id, closed_at)
  select private.token_hash(private.link_token(mail.id, link_key)), sent.id, sent.closed_at
  from private.outbox mail join public.submissions sent on sent.id = mail.submission_id
  where mail.id = any (mails) and mail.kind in ('receipt', 'seat')
  for key share of sent skip locked
  on conflict (hash) do nothing;
  insert into private.status_tokens (hash, submission_id, closed_at)
  select private.token_hash(private.link_token(mail.id, link_key, sent.id)), sent.id, sent.closed_at
  from private.outbox mail
  cross join lateral jsonb_array_elements_text(mail.data -> 'submissions') as asked (id)
  join public.submissions sent on sent.id = asked.id::uuid
  where mail.id = any (mails) and mail.kind = 'status_links'
  for key share of sent skip locked
  on conflict (hash) do nothing;
  insert into private.subscription_tokens (hash, subscription_id)
  select private.token_hash(private.link_token(mail.id, link_key)), asked.id
  from private.outbox mail
  join public.newsletter_subscriptions asked on asked.id = (mail.data ->> 'subscription_id')::uuid
  where mail.id = any (mails) and mail.kind = 'confirmation'
  for key share of asked skip locked
  on conflict (hash) do update set created_at = now();
end
$$;
comment on function private.store_link_hashes(uuid[], text) is 'Stores the hashes of the tokens in mails.';

-- The worker. A claim is a lease of two minutes; after that another worker may claim the mail.

create function private.end_unsendable(mails uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  update private.outbox mail
  set state = 'failed', failed_at = now(), worker = null,
    error = coalesce(mail.error, 'It could not be delivered in time.')
  where mail.id = any (mails) and mail.expires_at <= now();
  update private.outbox mail
  set state = 'cancelled', worker = null, error = 'Its reader may no longer review.'
  where mail.id = any (mails) and mail.state <> 'failed' and mail.reader_id is not null
    and not private.may_be_notified(mail.reader_id, mail.recipient, mail.kind);
  update private.outbox mail
  set state = 'cancelled', worker = null, error = 'The subscription has ended.'
  where mail.id = any (mails) and mail.state in ('queued', 'sending') and mail.kind = 'confirmation'
    and not exists (
      select from public.newsletter_subscriptions asked where asked.id = (mail.data ->> 'subscription_id')::uuid
    );
  update private.outbox mail
  set state = 'cancelled', worker = null, error = 'The submissions were deleted.'
  where mail.id = any (mails) and mail.state in ('queued', 'sending') and mail.kind = 'status_links'
    and not exists (
      select from jsonb_array_elements_text(mail.data -> 'submissions') as asked (id)
      join public.submissions sent on sent.id = asked.id::uuid
    );
  update private.outbox mail
  set state = 'suppressed', worker = null, error = found.reason
  from (
    select claimed.id, min(suppression.reason) as reason
    from private.outbox claimed cross join lateral private.suppressions_of(claimed.recipient) as suppression
    where claimed.id = any (mails) and (suppression.reason <> 'unsubscribed' or claimed.kind = 'campaign')
    group by claimed.id
  ) as found
  where mail.id = found.id and mail.state in ('queued', 'sending');
end
$$;
comment on function private.end_unsendable(uuid[]) is
  'Ends mails that are too late, or whose reader, subscription or address rules them out.';

create function private.claim_mails(claiming uuid, at_most integer, sending_with text, link_key text)
returns table (id uuid, kind text, recipient text, data jsonb, unsubscribe_token text)
language plpgsql security definer set search_path = ''
as $$
declare
  allowed integer;
  sendable uuid[];
  picked uuid[];
begin
  if (char_length(link_key) >= 32) is not true then
    raise exception 'A key for links has 32 characters or more.' using errcode = 'check_violation';
  end if;
  -- The row lock lets one worker at a time count the claims of the last minute.
  update private.mail_settings set transport = sending_with, last_run_at = now() where singleton;
  select least(at_most, rate_per_minute - (
    select count(*) from private.outbox mail where mail.claimed_at > now() - interval '1 minute'
  )) into allowed
  from private.mail_settings;
  -- Not a join: the planner would expect few mails, and sort all waiting ones for each claim.
  sendable := array(
    select campaign.id from public.email_campaigns campaign where status = 'sending' and cancelled_at is null
  );

  while allowed > 0 loop
    picked := array(
      select mail.id
      from private.outbox mail
      where mail.state in ('queued', 'sending') and mail.next_at <= now()
        and (mail.kind <> 'campaign' or mail.campaign_id = any (sendable))
      order by mail.priority, mail.next_at, mail.id
      limit allowed
      for update skip locked
    );
    exit when cardinality(picked) = 0;

    perform private.end_unsendable(picked);
    return query
      with claimed as (
        update private.outbox mail
        set state = 'sending', worker = claiming, claimed_at = now(), attempts = mail.attempts + 1,
          next_at = now() + interval '2 minutes',
          expires_at = coalesce(mail.expires_at, now() + interval '1 day'),
          link_hash = case mail.kind when 'campaign' then private.token_hash(private.link_token(mail.id, link_key)) end,
          reader_hash = case mail.kind
            when 'campaign' then private.reader_hash(private.link_token(mail.id, link_key), mail.mailbox) end
        where mail.id = any (picked) and mail.state in ('queued', 'sending')
        returning mail.*
      )
      select claimed.id, claimed.kind, claimed.recipient,
        case
          when campaign.id is not null
            then claimed.data || jsonb_build_object('subject', campaign.subject, 'content', campaign.content)
          when claimed.kind in ('receipt', 'seat', 'confirmation')
            then claimed.data || jsonb_build_object('token', private.link_token(claimed.id, link_key))
          when claimed.kind = 'status_links' then jsonb_build_object('submissions', (
            select jsonb_agg(jsonb_build_object(
              'kind', sent.kind, 'reference', sent.reference, 'received_at', sent.created_at,
              'token', private.link_token(claimed.id, link_key, sent.id)
            ) order by sent.created_at desc, sent.id desc)
            from jsonb_array_elements_text(claimed.data -> 'submissions') as asked (id)
            join public.submissions sent on sent.id = asked.id::uuid
          ))
          else claimed.data
        end,
        case when campaign.id is not null then private.link_token(claimed.id, link_key) end
      from claimed left join public.email_campaigns campaign on campaign.id = claimed.campaign_id;
    if found then
      perform private.store_link_hashes(picked, link_key);
      exit;
    end if;
  end loop;
  if coalesce(cardinality(picked), 0) = 0 then
    perform private.finish_campaigns();
  end if;
end
$$;

create function public.claim_mails(claiming uuid, at_most integer, sending_with text, link_key text)
returns table (id uuid, kind text, recipient text, data jsonb, unsubscribe_token text)
language sql security invoker set search_path = ''
as $$ select * from private.claim_mails(claiming, at_most, sending_with, link_key) $$;
comment on function public.claim_mails is
  'For the worker: leases it up to so many mails for two minutes, within the rate per minute. The tokens of their links derive from link_key, which is stored nowhere.';

create function private.record_mail(
  mail uuid, claimed_by uuid, outcome text, sent_as text default null, reason text default null
) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  error_text constant text := left(regexp_replace(reason, '[[:cntrl:]]+', ' ', 'g'), 500);
begin
  if outcome not in ('sent', 'temporary', 'permanent') then
    raise exception 'A mail is sent, or failed temporarily or permanently.' using errcode = 'check_violation';
  end if;
  update private.outbox stored
  set worker = null,
    provider_id = coalesce(sent_as, stored.provider_id),
    error = case when outcome = 'sent' and stored.failed_at is not null then stored.error else error_text end,
    sent_at = case outcome when 'sent' then now() end,
    failed_at = case when outcome = 'sent' then stored.failed_at when result.state = 'failed' then now() end,
    state = result.state,
    next_at = case when result.state = 'queued' then result.again_at else stored.next_at end
  from (
    select waiting.id, waiting.again_at,
      case
        when outcome = 'sent' then 'sent'
        when outcome = 'permanent' or waiting.again_at >= waiting.expires_at then 'failed'
        else 'queued'
      end as state
    from (
      select outbox.id, outbox.expires_at,
        now() + least(interval '1 hour', interval '1 minute' * 2 ^ least(outbox.attempts - 1, 10)) as again_at
      from private.outbox where outbox.id = mail
    ) as waiting
  ) as result
  where stored.id = result.id and stored.state = 'sending' and stored.worker = claimed_by;
  return found;
end
$$;
create function public.record_mail(
  mail uuid, claimed_by uuid, outcome text, sent_as text default null, reason text default null
) returns boolean
language sql security invoker set search_path = ''
as $$ select private.record_mail(mail, claimed_by, outcome, sent_as, reason) $$;
comment on function public.record_mail is
  'For the worker: records that a mail was sent, or failed temporarily (retried for a day) or permanently; false after the end of its lease.';
grant execute on function private.claim_mails, public.claim_mails to service_role;
grant execute on function private.record_mail, public.record_mail to service_role;

create function private.expire_mails() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  long_ago constant timestamptz := now() - interval '90 days';
  late uuid[] := array(
    select id from private.outbox
    where state in ('queued', 'sending') and priority < 4 and next_at <= now() and expires_at <= now()
    limit 1000 for update skip locked
  );
begin
  late := late || array(
    select id from private.outbox
    where state in ('queued', 'sending') and next_at <= now() and created_at < long_ago and campaign_id in (
      select id from public.email_campaigns where status in ('sending', 'paused') and created_at < long_ago
    )
    limit 1000 for update skip locked
  );
  update private.outbox
  set state = 'failed', failed_at = now(), worker = null,
    error = coalesce(error, 'It could not be delivered in time.')
  where id = any (late);
end
$$;
comment on function private.expire_mails() is
  'A thousand at a time: fails mails that no worker claimed within a day or, for a campaign, 90 days.';
select private.every_minute('expire_mails');

create function private.resume_mail() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.suppressions
  where scope = any (private.suppressed_as(private.mailbox(new.email))) and reason = 'unsubscribed';
  return null;
end
$$;

-- The start of the worker: as soon as mails wait, and again every minute. pg_net and Vault come with a
-- hosted project; elsewhere another clock calls the function.

do $$
begin
  if exists (select from pg_available_extensions where name = 'pg_net') then
    create extension if not exists pg_net with schema extensions;
  end if;
end
$$;

-- supabase/schemas/submissions/newsletter_subscriptions.sql

create table public.newsletter_subscriptions (
  id uuid primary key default gen_random_uuid(),
  name text not null check (private.is_line(name, 200)),
  email text not null check (private.is_line(email, 254)),
  search_text text generated always as (private.searchable(name, email)) stored,
  person_id uuid not null default gen_random_uuid(),
  confirmed_at timestamptz default now(),
  created_at timestamptz not null default now(),
  proved_at timestamptz
);
comment on column public.newsletter_subscriptions.confirmed_at is
  'Null until the owner of the address confirms it, where double opt-in is on.';
comment on column public.newsletter_subscriptions.proved_at is
  'When someone pressed the button on a page that our mail to this address led to.';
create unique index newsletter_subscriptions_email_key on public.newsletter_subscriptions (lower(btrim(email)));

create index newsletter_subscriptions_unconfirmed_idx on public.newsletter_subscriptions (created_at)
  where confirmed_at is null;
create trigger broadcast_insert after insert on public.newsletter_subscriptions referencing new table as changed
  for each statement execute function private.broadcast_changes('id');
create trigger broadcast_update after update on public.newsletter_subscriptions referencing new table as changed
  for each statement execute function private.broadcast_changes('id');
create trigger broadcast_delete after delete on public.newsletter_subscriptions referencing old table as changed
  for each statement execute function private.broadcast_changes('id');

create index newsletter_subscriptions_search_text_idx on public.newsletter_subscriptions
  using gin (search_text extensions.gin_trgm_ops) with (fastupdate = off);
create trigger resume_mail after insert or update of confirmed_at on public.newsletter_subscriptions
  for each row when (new.confirmed_at is not null) execute function private.resume_mail();
-- After limit_submissions, by its name.
create trigger receive_subscription before insert on public.newsletter_subscriptions
  for each row execute function private.receive_subscription();
create trigger request_confirmation after insert on public.newsletter_subscriptions
  for each row when (new.confirmed_at is null) execute function private.request_confirmation();

alter table public.newsletter_subscriptions add constraint newsletter_subscriptions_person_id_fkey foreign key (person_id) references private.people (id);
create index newsletter_subscriptions_person_id_idx on public.newsletter_subscriptions (person_id);
create trigger lock_people before insert or delete or update of name, email, proved_at on public.newsletter_subscriptions
  for each statement execute function private.lock_people_first();
create trigger set_person before insert or update of name, email, proved_at on public.newsletter_subscriptions
  for each row execute function private.set_person();
create trigger clear_people after delete on public.newsletter_subscriptions referencing old table as gone
  for each statement execute function private.tidy_people_after();
create trigger clear_people_changed after update on public.newsletter_subscriptions referencing old table as gone new table as stays
  for each statement execute function private.tidy_people_after();

-- newsletter_subscriptions

create index newsletter_subscriptions_created_at_id_idx on public.newsletter_subscriptions (created_at desc, id desc);

alter table public.newsletter_subscriptions enable row level security;
grant insert (name, email) on public.newsletter_subscriptions to anon, authenticated;
grant select (id, name, email, confirmed_at, search_text, person_id, created_at, proved_at)
  on public.newsletter_subscriptions to authenticated;
grant select, insert, update, delete on public.newsletter_subscriptions to service_role;

create policy "Visitors may send newsletter_subscriptions"
  on public.newsletter_subscriptions for insert to anon, authenticated
  with check (created_at = now());
create policy "Reviewers may select newsletter_subscriptions"
  on public.newsletter_subscriptions for select to authenticated
  using ((select private.may_review()));

create trigger refuse_returning before insert on public.newsletter_subscriptions
  for each statement execute function private.refuse_returning();
create trigger limit_submissions before insert on public.newsletter_subscriptions
  for each row execute function private.limit_submissions();
create trigger check_captcha before insert on public.newsletter_subscriptions
  for each row execute function private.check_captcha();
create trigger redact_log after delete on public.newsletter_subscriptions referencing old table as gone
  for each statement execute function private.redact_log();
-- Unconfirmed subscriptions leave no entry.
create trigger log_change after update or delete on public.newsletter_subscriptions
  for each row when (old.confirmed_at is not null) execute function private.log_change();

-- supabase/schemas/mail/state.sql

create function private.mail_status() returns table (
  transport text, last_run_at timestamptz, rate_per_minute integer, receipts boolean,
  double_opt_in boolean, waiting bigint, oldest_waiting timestamptz, sent_today bigint,
  failed_today bigint, suppressed_addresses bigint
)
language sql stable security definer set search_path = ''
as $$
  select settings.transport, settings.last_run_at, settings.rate_per_minute, settings.receipts,
    settings.double_opt_in, queue.waiting, queue.oldest,
    -- The claim of a sent mail is at most a lease older; it has an index.
    (select count(*) from private.outbox
      where state = 'sent' and claimed_at > now() - interval '25 hours' and sent_at > now() - interval '1 day'),
    (select count(*) from private.outbox where state = 'failed' and failed_at > now() - interval '1 day'),
    (select count(*) from private.suppressions)
  from private.mail_settings settings
  cross join (
    select count(*) as waiting, min(created_at) as oldest
    from private.outbox where state in ('queued', 'sending')
  ) as queue
  where private.is_admin()
$$;

create function public.mail_status() returns table (
  transport text, last_run_at timestamptz, rate_per_minute integer, receipts boolean,
  double_opt_in boolean, waiting bigint, oldest_waiting timestamptz, sent_today bigint,
  failed_today bigint, suppressed_addresses bigint
)
language sql stable security invoker set search_path = ''
as $$ select * from private.mail_status() $$;
comment on function public.mail_status is
  'For admins: the transport, the time of the last worker, and how many mails wait, went out and failed in the last day.';
grant execute on function private.mail_status, public.mail_status to authenticated;

create function private.require_admin() returns void
language sql stable security definer set search_path = ''
as $$ select private.require(private.is_admin(), 'Only admins may do this.') $$;

create function private.send_test_mail() returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.current_user_id();
  queued uuid;
begin
  perform private.require_admin();
  if 10 <= (
    select count(*) from private.outbox
    where kind = 'test' and idempotency_key like 'test:' || account || ':%' and created_at > now() - interval '1 hour'
  ) then
    raise sqlstate 'PT429' using message = 'You can send ten test emails in an hour.';
  end if;
  insert into private.outbox (idempotency_key, kind, recipient)
  select concat_ws(':', 'test', account, gen_random_uuid()), 'test', btrim(email)
  from public.profiles where id = account
  returning id into queued;
  return queued;
end
$$;

create function public.send_test_mail() returns uuid
language sql security invoker set search_path = ''
as $$ select private.send_test_mail() $$;
comment on function public.send_test_mail is
  'For admins: queues a mail to the caller''s own address.';
grant execute on function private.send_test_mail, public.send_test_mail to authenticated;

create function private.mail_outcome(mail uuid) returns table (state text, error text)
language sql stable security definer set search_path = ''
as $$
  select outbox.state, outbox.error from private.outbox
  where id = mail and kind = 'test' and private.is_admin()
$$;

create function public.mail_outcome(mail uuid) returns table (state text, error text)
language sql stable security invoker set search_path = ''
as $$ select * from private.mail_outcome(mail) $$;
comment on function public.mail_outcome is
  'For admins: the outcome of a test mail.';
grant execute on function private.mail_outcome, public.mail_outcome to authenticated;

create function private.call_function(name text, body jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if to_regprocedure('net.http_post(text,jsonb,jsonb,jsonb,integer)') is null
    or to_regclass('vault.decrypted_secrets') is null then
    return;
  end if;
  perform net.http_post(
    url := regexp_replace(address.decrypted_secret, '[^/]+$', call_function.name),
    body := call_function.body,
    headers := jsonb_build_object(
      'content-type', 'application/json', 'authorization', 'Bearer ' || secret.decrypted_secret
    ),
    timeout_milliseconds := 60000
  )
  from vault.decrypted_secrets address
  join vault.decrypted_secrets secret on secret.name = 'deliver_mail_secret'
  where address.name = 'deliver_mail_url';
exception
  -- A submission matters more than the speed of its receipt.
  when others then raise warning 'The function % was not started: %', call_function.name, sqlerrm;
end
$$;
comment on function private.call_function(text, jsonb) is
  'Calls an Edge Function beside deliver-mail with the secret of the clock.';

create function private.start_delivery() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from private.outbox where state in ('queued', 'sending') and next_at <= now())
    or exists (select from private.unqueued_recipients) then
    perform private.call_function('deliver-mail', '{}');
  end if;
end
$$;
select private.schedule_job('start_delivery', 'select private.start_delivery()');

create function private.deliver_soon() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- A worker queues the slices of a campaign and of gift receipts, and delivers them itself.
  if exists (select from added where kind not in ('campaign', 'gift_receipt')) then
    perform private.start_delivery();
  end if;
  return null;
end
$$;

create function private.warn_admins(check_name text, findings text[]) returns integer
language sql security definer set search_path = ''
as $$
  with queued as (
    insert into private.outbox (idempotency_key, kind, recipient, reader_id, data)
    select format('warning:%s:%s:%s', check_name, private.office_today(), profile.id), 'warning', btrim(profile.email), profile.id,
      jsonb_build_object('check', check_name, 'findings', findings)
    from public.profiles profile join public.user_roles held on held.user_id = profile.id
    where held.role = 'admin' and profile.confirmed and private.is_address(btrim(profile.email))
    on conflict (idempotency_key) do nothing
    returning id
  )
  select count(*)::integer from queued
$$;
comment on function private.warn_admins(text, text[]) is
  'For `npm run warn`: writes to each admin what a scheduled check found, once a day for each check. Returns the number of mails.';

-- Administration. The log has every change.

create function private.change_mail_settings(
  rate integer default null, receipts boolean default null, double_opt_in boolean default null
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  old private.mail_settings;
  changed private.mail_settings;
  changes jsonb;
begin
  perform private.require_admin();
  select * into old from private.mail_settings where singleton for update;
  update private.mail_settings stored set
    rate_per_minute = coalesce(rate, stored.rate_per_minute),
    receipts = coalesce(change_mail_settings.receipts, stored.receipts),
    double_opt_in = coalesce(change_mail_settings.double_opt_in, stored.double_opt_in)
  where singleton
  returning * into changed;
  select jsonb_object_agg(key, jsonb_build_array(to_jsonb(old) -> key, value)) into changes
  from jsonb_each(to_jsonb(changed)) where value <> to_jsonb(old) -> key;
  if changes is not null then
    perform private.log_action('changed', 'mail_settings', null, 'Mail', changes);
  end if;
end
$$;

create function public.change_mail_settings(
  rate integer default null, receipts boolean default null, double_opt_in boolean default null
) returns void
language sql security invoker set search_path = ''
as $$ select private.change_mail_settings(rate, receipts, double_opt_in) $$;
comment on function public.change_mail_settings is
  'For admins: sets the mails per minute, whether receipts go out, and whether the newsletter needs confirmation; null keeps a setting.';
grant execute on function private.change_mail_settings, public.change_mail_settings to authenticated;

create function private.is_suppressed(address text, of_kind text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from private.suppressions_of(is_suppressed.address) as found
    where found.reason <> 'unsubscribed' or of_kind = 'campaign'
  )
$$;

create function private.failed_mails() returns table (
  id uuid, kind text, recipient text, error text, failed_at timestamptz, is_delayed boolean, may_retry boolean
)
language sql stable security definer set search_path = ''
as $$
  select mail.id, mail.kind, mail.recipient, mail.error, mail.failed_at, mail.state = 'sent',
    mail.recipient is not null and not private.is_suppressed(mail.recipient, mail.kind)
      and (campaign.id is null or campaign.status::text in ('sending', 'paused'))
  from private.outbox mail
  left join public.email_campaigns campaign on campaign.id = mail.campaign_id
  where mail.failed_at is not null and mail.state in ('sent', 'failed') and private.is_admin()
  order by mail.failed_at desc
  limit 50
$$;

create function public.failed_mails() returns table (
  id uuid, kind text, recipient text, error text, failed_at timestamptz, is_delayed boolean, may_retry boolean
)
language sql stable security invoker set search_path = ''
as $$ select * from private.failed_mails() $$;
comment on function public.failed_mails is
  'For admins: the last fifty mails that failed or have not arrived yet, with the reason, and whether a retry is possible; after 90 days without address and reason.';
grant execute on function private.failed_mails, public.failed_mails to authenticated;

create function private.retry_mail(mail uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  failed private.outbox;
begin
  perform private.require_admin();
  select * into failed from private.outbox 
  where id = mail and failed_at is not null and state in ('sent', 'failed') for update;
  -- The lock keeps the campaign from ending.
  perform from public.email_campaigns where id = failed.campaign_id for no key update;
  if failed.recipient is null
    or private.is_suppressed(failed.recipient, failed.kind)
    or exists (
      select from public.email_campaigns
      where id = failed.campaign_id and status::text not in ('sending', 'paused')
    )
    or failed.kind = 'confirmation' and not exists (
      select from public.newsletter_subscriptions where id = (failed.data ->> 'subscription_id')::uuid
    )
    or failed.kind = 'seat' and not exists (
      select from public.program_registrations
      where id = failed.submission_id and status::text = failed.data ->> 'state'
    ) then
    return false;
  end if;
  update private.outbox set state = 'queued', attempts = 0, next_at = now(), failed_at = null,
    expires_at = now() + interval '1 day',
    -- With `again` the mail API sees a new mail; it would not send the same one twice.
    data = data || jsonb_build_object('again', gen_random_uuid())
  where id = mail;
  perform private.log_action(
    'changed', 'outbox', mail, failed.kind, jsonb_build_object('state', jsonb_build_array(failed.state, 'queued'))
  );
  perform private.start_delivery();
  return true;
end
$$;

create function public.retry_mail(mail uuid) returns boolean
language sql security invoker set search_path = ''
as $$ select private.retry_mail(mail) $$;
comment on function public.retry_mail is
  'For admins: queues a failed mail again; false where it did not fail and was delivered, its campaign is over, or its address is suppressed.';
grant execute on function private.retry_mail, public.retry_mail to authenticated;

create function private.suppressed_addresses(search text default '') returns table (
  address text, reason text, detail text, created_at timestamptz
)
language sql stable security definer set search_path = ''
as $$
  select address, reason, detail, created_at from private.suppressions
  where private.is_admin() and (
    position(lower(btrim(search)) in address) > 0
    or private.is_address(btrim(search)) and (
      private.mailbox(address) = private.mailbox(search)
      or scope = any (private.suppressed_as(private.mailbox(search)) || private.suppressed_as(lower(btrim(search))))
    )
  )
  order by created_at desc, address
  limit 50
$$;

create function public.suppressed_addresses(search text default '') returns table (
  address text, reason text, detail text, created_at timestamptz
)
language sql stable security invoker set search_path = ''
as $$ select * from private.suppressed_addresses(search) $$;
comment on function public.suppressed_addresses is
  'For admins: the last fifty suppressed addresses that contain the search, or are another spelling of it.';
grant execute on function private.suppressed_addresses, public.suppressed_addresses to authenticated;

create function private.lift_suppression(address text, reason text) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  delete from private.suppressions stored
  where stored.reason = lift_suppression.reason
    and stored.scope = private.suppression_scope(lift_suppression.address, lift_suppression.reason);
  if not found then
    return false;
  end if;
  perform private.log_action(
    'removed', 'suppressions', null, null, jsonb_build_object('reason', jsonb_build_array(reason, null))
  );
  return true;
end
$$;

create function public.lift_suppression(address text, reason text) returns boolean
language sql security invoker set search_path = ''
as $$ select private.lift_suppression(address, reason) $$;
comment on function public.lift_suppression is
  'For admins: ends the suppression of an address, or of its mailbox, for a reason; false where there is none.';
grant execute on function private.lift_suppression, public.lift_suppression to authenticated;

-- supabase/schemas/mail/notices.sql

-- Mail for reviewers, the newsletter's double opt-in, and the administration of mail.

create function public.choose_notices(of_kind public.submission_kind, chosen public.notice_choice) returns void
language sql security invoker set search_path = ''
as $$
  insert into public.notification_choices (kind, choice) values (of_kind, chosen)
  on conflict (user_id, kind) do update set choice = excluded.choice
$$;
comment on function public.choose_notices(public.submission_kind, public.notice_choice) is
  'Sets the caller''s choice of notices for a kind; for reviewers.';

create function private.notice_readers(of_kind public.submission_kind)
returns table (id uuid, address text, choice public.notice_choice)
language sql stable security definer set search_path = ''
as $$
  select profile.id, btrim(profile.email), coalesce(chosen.choice, 'daily')
  from private.reviewer_ids() as reviewer
  join public.profiles profile on profile.id = reviewer
  left join public.notification_choices chosen on chosen.user_id = reviewer and chosen.kind = of_kind
  where profile.confirmed and private.is_address(btrim(profile.email))
$$;
comment on function private.notice_readers(public.submission_kind) is
  'The reviewers with a confirmed address, and their choice for a kind.';

-- Immediate notices: of new submissions, and of assignments by a colleague. Ten in an hour for each
-- reader; the eleventh announces more, and none follows it.

create function private.write_notices() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  is_new constant boolean := tg_op = 'INSERT';
  caller constant uuid := auth.uid();
begin
  if is_new and (
    -- As for receipts: only rows of visitors and accounts cause a notice.
    current_setting('role', true) not in ('anon', 'authenticated')
    or not exists (select from public.notification_choices where kind = new.kind and choice = 'at_once')
  ) then
    return null;
  end if;
  if not is_new and (caller is null or caller = new.assignee_id) then
    return null;
  end if;
  -- The lock serializes concurrent arrivals.
  perform pg_advisory_xact_lock(hashtextextended('notices', 0));
  insert into private.outbox (idempotency_key, kind, recipient, reader_id, submission_id, data)
  select
    case when is_new then format('notice:%s:%s', new.id, reader.id)
      else format('assigned:%s:%s:%s', new.id, reader.id, current_date) end,
    'notice', reader.address, reader.id, new.id,
    case when sent.in_an_hour = 10 then jsonb_build_object('about', 'more')
      else jsonb_build_object(
        'about', case when is_new then 'new' else 'assigned' end, 'id', new.id, 'kind', new.kind,
        'reference', new.reference, 'due_at', new.due_at, 'answered', new.answered_at is not null,
        'by', case when not is_new then private.name_of_reference('user_id', caller) end
      ) end
  from private.notice_readers(new.kind) as reader
  cross join lateral (
    select count(*) as in_an_hour from private.outbox mail
    where mail.reader_id = reader.id and mail.kind = 'notice' and mail.created_at > now() - interval '1 hour'
  ) as sent
  where sent.in_an_hour <= 10
    and case when is_new then reader.choice = 'at_once'
      else reader.id = new.assignee_id and reader.choice <> 'none' end
  on conflict (idempotency_key) do nothing;
  return null;
end
$$;

-- The digest, at eight in the office on each business day: overdue and due submissions that are assigned
-- to the reader or to no one, the number of arrivals since the last digest, and the number of the reader's
-- tasks that are due. A reader with nothing to do gets none that day, also when something arrives later.

create function private.write_digests(moment timestamptz default now()) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  zone constant text := private.office_time_zone();
  today constant date := (moment at time zone zone)::date;
  tomorrow constant timestamptz := (today + 1)::timestamp at time zone zone;
  last_day date := today - 1;
  since timestamptz;
begin
  if (moment at time zone zone)::time < '08:00' or not private.is_business_day(today) then
    return;
  end if;
  update private.mail_settings set digest_day = today where digest_day < today;
  if not found then
    return;
  end if;
  while not private.is_business_day(last_day) loop
    last_day := last_day - 1;
  end loop;
  since := (last_day + time '08:00') at time zone zone;

  insert into private.outbox (idempotency_key, kind, recipient, reader_id, data)
  select format('digest:%s:%s', today, reader.id), 'digest', reader.address, reader.id,
    jsonb_build_object(
      'day', moment, 'since', since, 'arrived', arrived.total, 'overdue', due.overdue, 'due_today', due.due_today,
      'tasks_overdue', task.overdue, 'tasks_due_today', task.due_today,
      'first', (
        select jsonb_agg(to_jsonb(listed)) from (
          select sent.id, sent.kind, sent.reference, sent.due_at, sent.assignee_id is not null as own
          from public.submissions sent
          where sent.answered_at is null and sent.put_off_until <= moment and sent.due_at < tomorrow
            and sent.kind = any (reader.kinds)
            and (sent.assignee_id = reader.id or sent.assignee_id is null)
          order by sent.due_at, sent.id
          limit 10
        ) as listed
      )
    )
  from private.digest_readers(today) as reader
  cross join private.due_tasks(reader.id, today) as task
  cross join lateral (
    select count(*) filter (where sent.due_at < moment) as overdue, count(*) filter (where sent.due_at >= moment) as due_today
    from public.submissions sent
    where sent.answered_at is null and sent.put_off_until <= moment and sent.due_at < tomorrow
      and sent.kind = any (reader.kinds) and (sent.assignee_id = reader.id or sent.assignee_id is null)
  ) as due
  cross join lateral (
    select count(*) as total from public.submissions sent
    where sent.created_at >= since and sent.created_at < moment and sent.withdrawn_at is null
      and sent.kind = any (reader.daily)
  ) as arrived
  where due.overdue + due.due_today + arrived.total + task.overdue + task.due_today > 0
  on conflict (idempotency_key) do nothing;
end
$$;
select private.every_minute('write_digests');

grant execute on function
  public.choose_notices(public.submission_kind, public.notice_choice)
to authenticated;

-- supabase/schemas/lists/counting.sql

create function private.condition_value(value jsonb, reader uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when jsonb_typeof(value) = 'array' then array(select jsonb_array_elements_text(value))::text
    when value ->> 'symbol' = 'me' then reader::text
    when value ->> 'symbol' = 'now' then now()::text
    when jsonb_typeof(value) = 'object' then (
      (case value ->> 'day' when 'today' then private.office_today() else (value ->> 'day')::date end + (value ->> 'later')::integer)::timestamp
      at time zone private.office_time_zone()
    )::text
    else value #>> '{}'
  end
$$;

create function private.list_filter(
  of_table text, conditions jsonb, reader uuid, inout parameters text[] default '{}', out condition text
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  part record;
begin
  if not private.are_conditions(conditions) or to_regclass(format('public.%I', of_table)) is null then
    return;
  end if;
  condition := private.counted_rows(of_table);
  for part in
    select
      attribute.attname, format_type(attribute.atttypid, null) as type, operator.condition,
      private.condition_value(one -> 2, reader) as value, operator.name = 'is' as is_without
    from jsonb_array_elements(conditions) with ordinality as listed (one, position)
    join private.filter_operators() operator on operator.name = one ->> 1
    left join pg_catalog.pg_attribute attribute
      on attribute.attrelid = to_regclass(format('public.%I', of_table)) and attribute.attname = one ->> 0
      and attribute.attnum > 0 and not attribute.attisdropped
      and has_column_privilege('authenticated', attribute.attrelid, attribute.attnum, 'select')
    order by position
  loop
    if part.attname is null or part.value is null and not part.is_without then
      condition := null;
      return;
    end if;
    parameters := parameters || part.value;
    condition := condition || ' and ' || format(
      part.condition, part.attname, format('$1[%s]', cardinality(parameters)), part.type
    );
  end loop;
end
$$;
comment on function private.list_filter(text, jsonb, uuid, text[]) is
  'Conditions as SQL, with its parameters after those that are given, an array in $1; null where the table, a column or the right to it is gone.';

create function private.view_filter(of_table text, state jsonb, reader uuid, out parameters text[], out condition text)
language plpgsql stable security definer set search_path = ''
as $$
declare
  words constant text := nullif(state ->> 'words', '');
  word text;
begin
  select filter.parameters, filter.condition into parameters, condition
  from private.list_filter(of_table, coalesce(state -> 'conditions', '[]'), reader) as filter
  where not state ? 'erased';
  if words is null or condition is null then
    return;
  elsif private.is_selective(of_table, words) then
    parameters := parameters || array[of_table, words];
    condition := condition || format(
      ' and id = any ((select private.matching($1[%s], $1[%s]))::uuid[])', cardinality(parameters) - 1, cardinality(parameters)
    );
  else
    for word in select string_to_table(words, e'\n') loop
      parameters := parameters || private.search_patterns(word)::text;
      condition := condition || format(' and search_text like any ((select $1[%s]::text[])::text[])', cardinality(parameters));
    end loop;
  end if;
end
$$;

-- Dynamic SQL: the condition is that of a saved view.
create function private.count_view(of_table text, state jsonb, reader uuid, at_most integer) returns bigint
language plpgsql stable set search_path = ''
as $$
declare
  filter record;
  total bigint;
begin
  select * into filter from private.view_filter(of_table, state, reader);
  if filter.condition is not null then
    execute format('select count(*) from (select from public.%I where %s limit $2) as found', of_table, filter.condition)
      into total using filter.parameters, at_most;
  end if;
  return total;
exception
  -- The table has no search any more, the right is gone, a value is none of its column's, or the search is too long.
  when undefined_column or insufficient_privilege or invalid_text_representation or invalid_datetime_format
    or datetime_field_overflow or numeric_value_out_of_range or check_violation then
    return null;
end
$$;
comment on function private.count_view(text, jsonb, uuid, integer) is
  'The number of rows of a view that the calling role may read, up to a most; null when the view no longer works.';

create function public.pinned_views()
returns table (id uuid, name text, list text, table_name text, is_own boolean, total bigint)
language plpgsql stable security invoker set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
  pinned record;
begin
  for pinned in
    select view.id, view.owner_id, view.table_name, view.list, view.name, view.is_shared, view.state
    from public.view_uses used join public.saved_views view on view.id = used.view_id
    where used.is_pinned
    order by lower(view.name), view.id
    limit 20
  loop
    return query select
      pinned.id, pinned.name, pinned.list, pinned.table_name, pinned.owner_id is not distinct from me,
      private.count_view(pinned.table_name, pinned.state, me, 1001);
  end loop;
end
$$;
comment on function public.pinned_views() is
  'The views in the caller''s menu with the number of rows that the caller may read: at most 1,001, null for a view that no longer works.';

-- Saving. A retry meets the id that the browser chose; the policies keep it from the view of another account.

create function public.save_view(view jsonb, pinned boolean default null, weekly boolean default null) returns void
language plpgsql security invoker set search_path = ''
as $$
declare
  new_id constant uuid := view ->> 'id';
begin
  insert into public.saved_views (id, table_name, list, name, is_shared, state)
  values (
    new_id, view ->> 'table_name', view ->> 'list', view ->> 'name', coalesce((view ->> 'is_shared')::boolean, false),
    view -> 'state'
  )
  on conflict (id) do update set name = excluded.name, is_shared = excluded.is_shared, state = excluded.state;
  if pinned or weekly then
    perform public.use_view(new_id, pinned, weekly);
  end if;
end
$$;
comment on function public.save_view(jsonb, boolean, boolean) is
  'Stores a view of the caller (id, table_name, list, name, is_shared, state), pinned and with a weekly mail if wanted.';

create function public.use_view(view uuid, pinned boolean default null, weekly boolean default null) returns void
language sql security invoker set search_path = ''
as $$
  insert into public.view_uses as used (view_id, is_pinned, is_weekly)
  values (view, coalesce(pinned, false), coalesce(weekly, false))
  on conflict (user_id, view_id) do update set
    is_pinned = coalesce(pinned, used.is_pinned), is_weekly = coalesce(weekly, used.is_weekly)
$$;
comment on function public.use_view(uuid, boolean, boolean) is
  'Pins a view to the caller''s menu, and switches the caller''s weekly mail of it; null keeps what is set.';

create function public.choose_columns(of_list text, chosen text[]) returns void
language sql security invoker set search_path = ''
as $$
  insert into public.list_columns (list, columns) values (of_list, chosen)
  on conflict (user_id, list) do update set columns = excluded.columns
$$;
comment on function public.choose_columns(text, text[]) is
  'The columns of a list for the caller, in their order; an empty array brings those of the declaration back.';

-- The weekly mail, on Monday at eight in the office, once for an account, a view and a week. It holds numbers and
-- a link, and no name: not even that of the view.

create function private.week_of(moment timestamptz) returns date
language sql stable set search_path = ''
as $$ select date_trunc('week', (moment at time zone private.office_time_zone()) - interval '8 hours')::date $$;

create function private.begin_weekly() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.mailed_week := private.week_of(now());
  new.last_total := null;
  return new;
end
$$;

create function private.forget_total() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.view_uses set last_total = null where view_id = new.id and last_total is not null;
  return null;
end
$$;

create function private.mail_views(moment timestamptz default now()) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  began constant timestamptz := clock_timestamp();
  week constant date := private.week_of(moment);
  use public.view_uses;
  view public.saved_views;
  counted bigint;
begin
  for use in
    select * from public.view_uses where is_weekly and mailed_week < week
    order by mailed_week, user_id, view_id limit 50 for no key update skip locked
  loop
    -- The rest has the next minute.
    exit when clock_timestamp() > began + interval '1 second';
    select * into view from public.saved_views where id = use.view_id;
    -- The number counts all rows, and goes to an account that may read all of them.
    counted := case when private.may_use_view(use.view_id, use.user_id) then private.count_view(view.table_name, view.state, use.user_id, null) end;
    if counted is not null then
      insert into private.outbox (idempotency_key, kind, recipient, reader_id, data)
      select format('view:%s:%s:%s', use.view_id, use.user_id, week), 'view', btrim(email), id, jsonb_build_object(
        'view_id', use.view_id, 'list', view.list, 'week', week, 'total', counted, 'before', use.last_total
      )
      from public.profiles
      where id = use.user_id and private.is_address(btrim(email)) and private.may_be_notified(id, btrim(email), 'view')
      on conflict (idempotency_key) do nothing;
    end if;
    update public.view_uses set mailed_week = week, last_total = counted
    where user_id = use.user_id and view_id = use.view_id;
  end loop;
end
$$;
select private.every_minute('mail_views');

-- A campaign to the people of a view. Mentees are left out: campaigns write to parents, who are an audience.

-- Dynamic SQL: the condition is that of a saved view.
create function private.view_members(view uuid, at_most integer default null) returns setof private.audience_member
language plpgsql stable security definer set search_path = ''
as $$
declare
  chosen public.saved_views;
  filter record;
begin
  select * into chosen from public.saved_views where id = view;
  if chosen.table_name is null or chosen.table_name = 'mentees' or chosen.table_name not in (select private.searched_tables()) then
    return;
  end if;
  select * into filter from private.view_filter(chosen.table_name, chosen.state, null);
  if filter.condition is null then
    return;
  end if;
  return query execute format(
    'select %s, person_id, false from public.%I where %s%s limit %L::integer',
    case
      when chosen.table_name = 'profiles' then 'email, full_name'
      -- A letter goes to the person, not to what one of their gifts says.
      when chosen.table_name = 'donations' then '(select letter.email from private.donor_letters letter where letter.id = donations.person_id), '
        '(select name from public.donors where donors.id = donations.person_id)'
      when chosen.table_name in ('mentors', 'trainers') then 'email, concat_ws('' '', first_name, last_name)'
      else 'email, name'
    end,
    chosen.table_name, filter.condition,
    case chosen.table_name
      when 'newsletter_subscriptions' then ' and confirmed_at is not null'
      when 'profiles' then ' and confirmed'
      else ''
    end,
    at_most
  ) using filter.parameters;
exception
  -- As in count_view.
  when undefined_column or insufficient_privilege or invalid_text_representation or invalid_datetime_format
    or datetime_field_overflow or numeric_value_out_of_range or check_violation then
    return;
end
$$;
comment on function private.view_members(uuid, integer) is 'The people of a view, or at most so many, with the addresses that its list shows, of gifts with that of the donor; none for a list of no people, or a view that no longer works.';

-- A member of staff who leaves: their own views go with the account, shared ones stay.

create function private.delete_own_views() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.saved_views where owner_id = old.id and not is_shared;
  return old;
end
$$;

create function private.release_views() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.saved_views set owner_id = null
  where owner_id = old.user_id and is_shared and old.user_id not in (select private.staff_ids());
  return null;
end
$$;

grant execute on function
  private.list_filter(text, jsonb, uuid, text[]),
  private.view_filter(text, jsonb, uuid),
  private.count_view(text, jsonb, uuid, integer),
  public.pinned_views(),
  public.save_view(jsonb, boolean, boolean),
  public.use_view(uuid, boolean, boolean),
  public.choose_columns(text, text[])
to authenticated;

-- supabase/schemas/accounts/profiles.sql

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  full_name text check (private.is_line(full_name, 100)),
  email text check (private.is_line(email, 255)),
  role public.app_role not null default 'user',
  confirmed boolean not null default false,
  proven boolean not null default false,
  begun_by uuid references public.profiles (id) on delete set null,
  offered_role public.app_role,
  search_text text generated always as (private.searchable(full_name, email)) stored,
  person_id uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now()
);
comment on column public.profiles.role is 'Copy of user_roles.role, kept by a trigger.';
comment on column public.profiles.confirmed is 'Copy: the address is confirmed by a link that was mailed to it.';
comment on column public.profiles.proven is
  'The owner of the address set a new password through a mail, after a role was offered.';
comment on column public.profiles.begun_by is
  'The member of staff who created the account and chose its password.';
comment on column public.profiles.offered_role is
  'Copy: the role that the account gets once its owner sets a new password.';

create index profiles_created_at_idx on public.profiles (created_at desc, id desc);
create index profiles_begun_by_idx on public.profiles (begun_by);
create index profiles_full_name_idx on public.profiles (full_name, id);
create index profiles_full_name_key_idx on public.profiles (private.name_key(full_name));
create index profiles_email_key_idx on public.profiles (private.name_key(email));

alter table public.profiles enable row level security;

grant select, update (full_name) on public.profiles to authenticated;
grant select, insert, update, delete
  on public.profiles to service_role;

create policy "Own profile, or all for managers of accounts"
  on public.profiles for select to authenticated
  using (
    id = (select private.current_user_id())
    or (select private.has_permission('can_view_all_users'))
    or (select private.has_permission('can_edit_user_roles'))
  );

create policy "Own name, or any for admins"
  on public.profiles for update to authenticated
  using (id = (select private.current_user_id()) or (select private.is_admin()))
  with check (id = (select private.current_user_id()) or (select private.is_admin()));

-- An account's owner may change the name that its notes and entries show.
create trigger log_change after update of full_name on public.profiles
  for each row when (old.full_name is distinct from new.full_name) execute function private.log_change();

-- Every table with a search_text has a trigram index and a function search_<table>. Without fastupdate no
-- visitor's insert has to flush the pending entries of others.

create index profiles_search_text_idx on public.profiles
  using gin (search_text extensions.gin_trgm_ops) with (fastupdate = off);

-- The default of each person_id is only there because callers name no person: set_person replaces it.
alter table public.profiles add constraint profiles_person_id_fkey foreign key (person_id) references private.people (id);
create index profiles_person_id_idx on public.profiles (person_id);
create trigger lock_people before insert or delete or update of full_name, email, confirmed on public.profiles
  for each statement execute function private.lock_people_first();
create trigger set_person before insert or update of full_name, email, confirmed on public.profiles
  for each row execute function private.set_person();
create trigger clear_people after delete on public.profiles referencing old table as gone
  for each statement execute function private.tidy_people_after();
create trigger clear_people_changed after update on public.profiles referencing old table as gone new table as stays
  for each statement execute function private.tidy_people_after();

-- The newsletter has a unique index on the address.
create index profiles_email_address_idx on public.profiles (lower(btrim(email)));
create trigger delete_own_views before delete on public.profiles
  for each row execute function private.delete_own_views();

-- supabase/schemas/people/merges.sql

-- Merges. The merged row leaves its table, and an undo can restore it for 30 days.

create table private.merges (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('mentors', 'mentees', 'trainers')),
  kept_id uuid not null,
  merged_id uuid not null,
  merged_name text not null,
  merged_row jsonb not null,
  replaced jsonb not null,
  followed jsonb not null,
  united_id uuid,
  actor_id uuid references public.profiles (id) on delete set null,
  actor_name text,
  created_at timestamptz not null default now()
);
comment on column private.merges.replaced is 'Column of the kept row to [before, after].';
comment on column private.merges.followed is
  'The rows that referred to the merged one, in order: table, column and the new primary key of a row that was moved; or the whole row, where it would have been a duplicate.';
comment on column private.merges.united_id is 'The private.person_merges of their people, where they were two.';
create index merges_kept_id_idx on private.merges (kept_id);
create index merges_actor_id_idx on private.merges (actor_id);
create index merges_created_at_idx on private.merges (created_at);
alter table private.merges enable row level security;

-- supabase/schemas/programs/programs.sql

create table public.programs (
  id uuid primary key default gen_random_uuid(),
  name text not null check (private.is_line(name, 200)),
  description text check (private.is_text(description, 5000)),
  start_date date check (start_date between '1900-01-01' and '2200-12-31'),
  end_date date,
  status public.program_status not null default 'active',
  manager_id uuid references public.profiles (id) on delete set null,
  search_text text generated always as (private.searchable(name, description)) stored,
  created_at timestamptz not null default now(),
  constraint programs_end_date_check
    check (end_date between '1900-01-01' and '2200-12-31' and end_date >= start_date)
);

create index programs_created_at_idx on public.programs (created_at desc, id desc);
create index programs_name_idx on public.programs (name, id);
create index programs_manager_id_idx on public.programs (manager_id);

create trigger stamp_manager_id before insert on public.programs
  for each row execute function private.set_current_user('manager_id');

alter table public.programs enable row level security;

-- manager_id and added_by are in no grant: the triggers above set them.
grant
  select,
  insert (id, name, description, start_date, end_date, status),
  update (name, description, start_date, end_date, status)
on public.programs to authenticated;
grant select, insert, update, delete
  on public.programs to service_role;

create policy "Managers read programs"
  on public.programs for select to authenticated
  using (
    (select private.has_permission('can_manage_programs'))
    or (select private.current_user_role()) = 'program_manager'
  );

create policy "Managers add programs"
  on public.programs for insert to authenticated
  with check (
    (select private.has_permission('can_manage_programs'))
    or (select private.current_user_role()) = 'program_manager'
  );

create policy "Managers may update programs"
  on public.programs for update to authenticated
  using ((select private.has_permission('can_manage_programs')))
  with check ((select private.has_permission('can_manage_programs')));
create trigger log_change after insert or update or delete on public.programs
  for each row execute function private.log_change();

create index programs_search_text_idx on public.programs
  using gin (search_text extensions.gin_trgm_ops) with (fastupdate = off);

-- supabase/schemas/submissions/submissions.sql

-- The queue. Triggers write everything in it but the assignee.

create table public.submissions (
  id uuid primary key,
  kind public.submission_kind not null,
  reference text not null unique,
  name text,
  email text,
  phone text,
  program text,
  status public.submission_status not null,
  due_at timestamptz not null,
  answered_at timestamptz,
  closed_at timestamptz,
  withdrawn_at timestamptz,
  put_off_until timestamptz not null default '-infinity',
  assignee_id uuid references public.profiles (id) on delete set null,
  person_id uuid not null default gen_random_uuid(),
  search_text text,
  person_text text generated always as (private.searchable(
    variadic array[reference, name, email, phone] || private.telephones(phone)
  )) stored,
  telephones text[] generated always as (private.telephones(phone)) stored,
  created_at timestamptz not null,
  proved_at timestamptz
);
comment on column public.submissions.id is 'The id of the row in the table of its kind.';
comment on column public.submissions.reference is 'Short enough to read out on the telephone.';
comment on column public.submissions.status is 'Copy of the status in the table of its kind, kept by a trigger.';
comment on column public.submissions.due_at is
  'When the promised answer is due: stored, so that a promise never changes by itself.';
comment on column public.submissions.answered_at is
  'The time of the first answer; null until then.';
comment on column public.submissions.closed_at is
  'When its last status ended it, or when the course of a confirmed registration ends; null while it is open.';
comment on column public.submissions.withdrawn_at is 'When the applicant withdrew it.';
comment on column public.submissions.put_off_until is
  'It does not wait until then: minus infinity if it was never put off, infinity until its sender writes.';
comment on column public.submissions.proved_at is
  'When someone pressed a button on the status page, to which only our mail to this address leads.';
comment on column public.submissions.search_text is
  'Reference, names, addresses and texts, without the fields about a child.';
comment on column public.submissions.person_text is 'The text for the search for people.';

create index submissions_created_at_idx on public.submissions (created_at desc, id desc);
create index submissions_kind_created_at_idx on public.submissions (kind, created_at desc, id desc);
create index submissions_due_at_idx on public.submissions (due_at, id) where answered_at is null;
-- All columns that submission_counts reads.
create index submissions_kind_status_idx
  on public.submissions (kind, status) include (answered_at, due_at, assignee_id, put_off_until);
create index submissions_kind_closed_at_idx on public.submissions (kind, closed_at) where closed_at is not null;
create index submissions_assignee_id_idx on public.submissions (assignee_id);
create trigger lock_workflow before update or delete on public.submissions
  for each statement execute function private.lock_workflow_first();
alter table public.submissions enable row level security;
grant select, update (assignee_id) on public.submissions to authenticated;
grant select, insert, update, delete
  on public.submissions to service_role;
create policy "Reviewers may select submissions"
  on public.submissions for select to authenticated
  using ((select private.may_review()));
create policy "Reviewers assign submissions to reviewers"
  on public.submissions for update to authenticated
  using ((select private.may_review()))
  with check (
    (select private.may_review())
    and (assignee_id is null or assignee_id in (select private.reviewer_ids()))
  );

create trigger log_change after update of assignee_id on public.submissions
  for each row when (old.assignee_id is distinct from new.assignee_id)
  execute function private.log_change();
create trigger redact_log after delete on public.submissions referencing old table as gone
  for each statement execute function private.redact_log();

create trigger broadcast_insert after insert on public.submissions referencing new table as changed
  for each statement execute function private.broadcast_changes('id');
create trigger broadcast_update after update on public.submissions referencing new table as changed
  for each statement execute function private.broadcast_changes('id');
create trigger broadcast_delete after delete on public.submissions referencing old table as changed
  for each statement execute function private.broadcast_changes('id');

create index submissions_search_text_idx on public.submissions
  using gin (search_text extensions.gin_trgm_ops) with (fastupdate = off);
create trigger send_receipt after insert on public.submissions
  for each row when (new.email is not null) execute function private.send_receipt();
create trigger keep_receipt_key after insert on public.submissions
  for each row execute function private.keep_receipt_key();
create trigger close_tokens after update of closed_at on public.submissions
  for each row when (old.closed_at is distinct from new.closed_at) execute function private.close_tokens();
create trigger write_notices after insert on public.submissions
  for each row execute function private.write_notices();
create trigger write_notices_of_assignment after update of assignee_id on public.submissions
  for each row when (new.assignee_id is not null and new.assignee_id is distinct from old.assignee_id)
  execute function private.write_notices();

alter table public.submissions add constraint submissions_person_id_fkey foreign key (person_id) references private.people (id);
create index submissions_person_id_idx on public.submissions (person_id);
create trigger lock_people before insert or delete or update of name, email, phone, proved_at on public.submissions
  for each statement execute function private.lock_people_first();
create trigger set_person before insert or update of name, email, phone, proved_at on public.submissions
  for each row execute function private.set_person();
create trigger clear_people after delete on public.submissions referencing old table as gone
  for each statement execute function private.tidy_people_after();
create trigger clear_people_changed after update on public.submissions referencing old table as gone new table as stays
  for each statement execute function private.tidy_people_after();
create index submissions_email_address_idx on public.submissions (lower(btrim(email)));
create index submissions_person_text_idx on public.submissions
  using gin (person_text extensions.gin_trgm_ops) with (fastupdate = off);
create trigger end_put_off before update of answered_at on public.submissions
  for each row when (new.answered_at is not null and old.answered_at is null) execute function private.end_put_off();

-- supabase/schemas/submissions/volunteer_applications.sql

create table public.volunteer_applications (
  id uuid primary key default gen_random_uuid(),
  first_name text check (private.is_line(first_name, 100)),
  last_name text check (private.is_line(last_name, 100)),
  email text check (private.is_line(email, 254)),
  phone text check (private.is_line(phone, 40)),
  interests text[] not null default '{}'
    check (interests <@ array['teaching', 'tutoring', 'events', 'admin'] and cardinality(interests) <= 4
      and coalesce(array_ndims(interests), 1) = 1),
  availability text check (private.is_text(availability, 2000)),
  experience text check (private.is_text(experience, 5000)),
  motivation text check (private.is_text(motivation, 5000)),
  status public.application_status not null default 'new',
  created_at timestamptz not null default now()
);
-- volunteer_applications

create index volunteer_applications_created_at_id_idx on public.volunteer_applications (created_at desc, id desc);
alter table public.volunteer_applications add foreign key (id) references public.submissions (id)
  on delete cascade deferrable initially deferred;

alter table public.volunteer_applications enable row level security;
grant insert (first_name, last_name, email, phone, interests, availability, experience, motivation)
  on public.volunteer_applications to anon, authenticated;
grant select (
  id, first_name, last_name, email, phone, interests, availability, experience, motivation, status, created_at
) on public.volunteer_applications to authenticated;
grant update (status) on public.volunteer_applications to authenticated;
grant select, insert, update, delete on public.volunteer_applications to service_role;

create policy "Visitors may send volunteer_applications"
  on public.volunteer_applications for insert to anon, authenticated
  with check (status = 'new');
create policy "Reviewers may select volunteer_applications"
  on public.volunteer_applications for select to authenticated
  using ((select private.may_review()));
create policy "Reviewers may update volunteer_applications"
  on public.volunteer_applications for update to authenticated
  using ((select private.may_review()))
  with check ((select private.may_review()));

create trigger refuse_returning before insert on public.volunteer_applications
  for each statement execute function private.refuse_returning();
create trigger limit_submissions before insert on public.volunteer_applications
  for each row execute function private.limit_submissions();
create trigger skip_duplicate before insert on public.volunteer_applications
  for each row execute function private.skip_duplicate();
create trigger check_captcha before insert on public.volunteer_applications
  for each row execute function private.check_captcha();
create trigger redact_log after delete on public.volunteer_applications referencing old table as gone
  for each statement execute function private.redact_log();
create trigger log_change after update or delete on public.volunteer_applications
  for each row execute function private.log_change();
create trigger enqueue_submission after insert on public.volunteer_applications
  for each row execute function private.enqueue_submission();
create trigger sync_status after update of status on public.volunteer_applications
  for each row when (old.status is distinct from new.status) execute function private.sync_status();
create trigger delete_submission after delete on public.volunteer_applications
  for each row execute function private.delete_submission();
create trigger lock_workflow before update or delete on public.volunteer_applications
  for each statement execute function private.lock_workflow_first();
create trigger bring_back before insert on public.volunteer_applications
  for each row execute function private.bring_back_of_sender();

-- supabase/schemas/submissions/program_applications.sql

create table public.program_applications (
  id uuid primary key default gen_random_uuid(),
  first_name text not null check (private.is_line(first_name, 100)),
  last_name text not null check (private.is_line(last_name, 100)),
  email text not null check (private.is_line(email, 254)),
  phone text not null check (private.is_line(phone, 40)),
  relationship text not null
    check (relationship in ('parent', 'guardian', 'grandparent', 'relative', 'caregiver', 'self')),
  program_interest text not null
    check (program_interest in ('early-childhood', 'parent-engagement', 'community-training', 'leadership-development')),
  child_name text check (private.is_line(child_name, 200)),
  child_age smallint check (child_age between 0 and 25),
  goals text check (private.is_text(goals, 5000)),
  previous_experience text check (private.is_text(previous_experience, 5000)),
  special_needs text check (private.is_text(special_needs, 5000)),
  -- The version of the terms that the visitor agreed to, at created_at.
  terms_version date check (terms_version between '2020-01-01' and '2200-01-01'),
  status public.application_status not null default 'new',
  created_at timestamptz not null default now()
);

-- program_applications

create index program_applications_created_at_id_idx on public.program_applications (created_at desc, id desc);
alter table public.program_applications add foreign key (id) references public.submissions (id)
  on delete cascade deferrable initially deferred;

alter table public.program_applications enable row level security;
grant insert (
  first_name, last_name, email, phone, relationship, program_interest, child_name, child_age,
  goals, previous_experience, special_needs, terms_version
) on public.program_applications to anon, authenticated;
-- No list has the fields about a child: `protected_fields` returns them.
grant select (
  id, first_name, last_name, email, phone, relationship, program_interest, goals, previous_experience,
  terms_version, status, created_at
) on public.program_applications to authenticated;
grant update (status) on public.program_applications to authenticated;
grant select, insert, update, delete on public.program_applications to service_role;

create policy "Visitors may send program_applications"
  on public.program_applications for insert to anon, authenticated
  with check (status = 'new');
create policy "Reviewers may select program_applications"
  on public.program_applications for select to authenticated
  using ((select private.may_review()));
create policy "Reviewers may update program_applications"
  on public.program_applications for update to authenticated
  using ((select private.may_review()))
  with check ((select private.may_review()));

create trigger refuse_returning before insert on public.program_applications
  for each statement execute function private.refuse_returning();
create trigger limit_submissions before insert on public.program_applications
  for each row execute function private.limit_submissions();
create trigger skip_duplicate before insert on public.program_applications
  for each row execute function private.skip_duplicate();
create trigger check_captcha before insert on public.program_applications
  for each row execute function private.check_captcha();
create trigger redact_log after delete on public.program_applications referencing old table as gone
  for each statement execute function private.redact_log();
create trigger log_change after update or delete on public.program_applications
  for each row execute function private.log_change();
create trigger enqueue_submission after insert on public.program_applications
  for each row execute function private.enqueue_submission();
create trigger sync_status after update of status on public.program_applications
  for each row when (old.status is distinct from new.status) execute function private.sync_status();
create trigger delete_submission after delete on public.program_applications
  for each row execute function private.delete_submission();
create trigger lock_workflow before update or delete on public.program_applications
  for each statement execute function private.lock_workflow_first();
create trigger bring_back before insert on public.program_applications
  for each row execute function private.bring_back_of_sender();

-- supabase/schemas/submissions/partnership_proposals.sql

create table public.partnership_proposals (
  id uuid primary key default gen_random_uuid(),
  organization_name text not null check (private.is_line(organization_name, 200)),
  contact_name text not null check (private.is_line(contact_name, 200)),
  contact_title text not null check (private.is_line(contact_title, 200)),
  email text not null check (private.is_line(email, 254)),
  phone text not null check (private.is_line(phone, 40)),
  website text check (private.is_line(website, 500)),
  organization_type text not null
    check (organization_type in ('corporation', 'non-profit', 'government', 'educational', 'foundation', 'other')),
  partnership_type text not null
    check (partnership_type in ('corporate', 'educational', 'government', 'ngo', 'multiple')),
  organization_size text check (organization_size in ('1-10', '11-50', '51-200', '201-1000', '1000+')),
  description text not null check (private.is_text(description, 5000)),
  goals text not null check (private.is_text(goals, 5000)),
  resources text check (private.is_text(resources, 5000)),
  timeline text check (private.is_text(timeline, 5000)),
  budget text check (private.is_text(budget, 5000)),
  previous_partnerships text check (private.is_text(previous_partnerships, 5000)),
  -- The version of the terms that the visitor agreed to, at created_at.
  terms_version date check (terms_version between '2020-01-01' and '2200-01-01'),
  status public.proposal_status not null default 'new',
  created_at timestamptz not null default now()
);

-- partnership_proposals

create index partnership_proposals_created_at_id_idx on public.partnership_proposals (created_at desc, id desc);
alter table public.partnership_proposals add foreign key (id) references public.submissions (id)
  on delete cascade deferrable initially deferred;

alter table public.partnership_proposals enable row level security;
grant insert (
  organization_name, contact_name, contact_title, email, phone, website, organization_type,
  partnership_type, organization_size, description, goals, resources, timeline, budget,
  previous_partnerships, terms_version
) on public.partnership_proposals to anon, authenticated;
grant select (
  id, organization_name, contact_name, contact_title, email, phone, website, organization_type,
  partnership_type, organization_size, description, goals, resources, timeline, budget,
  previous_partnerships, terms_version, status, created_at
) on public.partnership_proposals to authenticated;
grant update (status) on public.partnership_proposals to authenticated;
grant select, insert, update, delete on public.partnership_proposals to service_role;

create policy "Visitors may send partnership_proposals"
  on public.partnership_proposals for insert to anon, authenticated
  with check (status = 'new');
create policy "Reviewers may select partnership_proposals"
  on public.partnership_proposals for select to authenticated
  using ((select private.may_review()));
create policy "Reviewers may update partnership_proposals"
  on public.partnership_proposals for update to authenticated
  using ((select private.may_review()))
  with check ((select private.may_review()));

create trigger refuse_returning before insert on public.partnership_proposals
  for each statement execute function private.refuse_returning();
create trigger limit_submissions before insert on public.partnership_proposals
  for each row execute function private.limit_submissions();
create trigger skip_duplicate before insert on public.partnership_proposals
  for each row execute function private.skip_duplicate();
create trigger check_captcha before insert on public.partnership_proposals
  for each row execute function private.check_captcha();
create trigger redact_log after delete on public.partnership_proposals referencing old table as gone
  for each statement execute function private.redact_log();
create trigger log_change after update or delete on public.partnership_proposals
  for each row execute function private.log_change();
create trigger enqueue_submission after insert on public.partnership_proposals
  for each row execute function private.enqueue_submission();
create trigger sync_status after update of status on public.partnership_proposals
  for each row when (old.status is distinct from new.status) execute function private.sync_status();
create trigger delete_submission after delete on public.partnership_proposals
  for each row execute function private.delete_submission();
create trigger lock_workflow before update or delete on public.partnership_proposals
  for each statement execute function private.lock_workflow_first();
create trigger bring_back before insert on public.partnership_proposals
  for each row execute function private.bring_back_of_sender();

-- supabase/schemas/submissions/contact_messages.sql

create table public.contact_messages (
  id uuid primary key default gen_random_uuid(),
  name text not null check (private.is_line(name, 200)),
  email text not null check (private.is_line(email, 254)),
  message text not null check (private.is_text(message, 5000)),
  status public.message_status not null default 'new',
  created_at timestamptz not null default now()
);

-- contact_messages

create index contact_messages_created_at_id_idx on public.contact_messages (created_at desc, id desc);
alter table public.contact_messages add foreign key (id) references public.submissions (id)
  on delete cascade deferrable initially deferred;

alter table public.contact_messages enable row level security;
grant insert (name, email, message) on public.contact_messages to anon, authenticated;
grant select (id, name, email, message, status, created_at) on public.contact_messages to authenticated;
grant update (status) on public.contact_messages to authenticated;
grant select, insert, update, delete on public.contact_messages to service_role;

create policy "Visitors may send contact_messages"
  on public.contact_messages for insert to anon, authenticated
  with check (status = 'new');
create policy "Reviewers may select contact_messages"
  on public.contact_messages for select to authenticated
  using ((select private.may_review()));
create policy "Reviewers may update contact_messages"
  on public.contact_messages for update to authenticated
  using ((select private.may_review()))
  with check ((select private.may_review()));

create trigger refuse_returning before insert on public.contact_messages
  for each statement execute function private.refuse_returning();
create trigger limit_submissions before insert on public.contact_messages
  for each row execute function private.limit_submissions();
create trigger skip_duplicate before insert on public.contact_messages
  for each row execute function private.skip_duplicate();
create trigger check_captcha before insert on public.contact_messages
  for each row execute function private.check_captcha();
create trigger redact_log after delete on public.contact_messages referencing old table as gone
  for each statement execute function private.redact_log();
create trigger log_change after update or delete on public.contact_messages
  for each row execute function private.log_change();
create trigger enqueue_submission after insert on public.contact_messages
  for each row execute function private.enqueue_submission();
create trigger sync_status after update of status on public.contact_messages
  for each row when (old.status is distinct from new.status) execute function private.sync_status();
create trigger delete_submission after delete on public.contact_messages
  for each row execute function private.delete_submission();
create trigger lock_workflow before update or delete on public.contact_messages
  for each statement execute function private.lock_workflow_first();
create trigger bring_back before insert on public.contact_messages
  for each row execute function private.bring_back_of_sender();

-- supabase/schemas/submissions/program_registrations.sql

-- The content of the site names the programs, so a change of content needs no change of constraints.
-- Seats and the waitlist are in registration_seats.sql.
create table public.program_registrations (
  id uuid primary key default gen_random_uuid(),
  program text not null check (program ~ '^[a-z0-9-]{1,60}$'),
  first_name text not null check (private.is_line(first_name, 100)),
  last_name text not null check (private.is_line(last_name, 100)),
  email text not null check (private.is_line(email, 254)),
  phone text check (private.is_line(phone, 40)),
  organization text check (private.is_line(organization, 200)),
  experience text check (private.is_text(experience, 5000)),
  motivation text check (private.is_text(motivation, 5000)),
  accessibility text check (private.is_text(accessibility, 2000)),
  emergency_name text check (private.is_line(emergency_name, 200)),
  emergency_relationship text check (private.is_line(emergency_relationship, 100)),
  emergency_phone text check (private.is_line(emergency_phone, 40)),
  wants_waitlist boolean not null default false,
  wants_newsletter boolean not null default false,
  -- The version of the terms that the visitor agreed to, at created_at.
  terms_version date check (terms_version between '2020-01-01' and '2200-01-01'),
  status public.registration_status not null default 'new',
  waitlisted_at timestamptz,
  offered_until timestamptz,
  created_at timestamptz not null default now()
);
comment on column public.program_registrations.wants_waitlist is 'Whether the page showed the program as full.';
comment on column public.program_registrations.waitlisted_at is 'The order of the waitlist.';
comment on column public.program_registrations.offered_until is 'When the offer of a seat expires; the seat then goes to the next.';
create index program_registrations_program_idx on public.program_registrations (program, status);
create index program_registrations_waitlist_idx
  on public.program_registrations (program, waitlisted_at, created_at, id) where status = 'waitlisted';
create index program_registrations_waiting_idx
  on public.program_registrations (email) where status in ('waitlisted', 'offered');
create index program_registrations_offered_until_idx
  on public.program_registrations (offered_until) where status = 'offered';
-- After skip_duplicate, by its name.
create trigger then_join_waitlist before insert on public.program_registrations
  for each row when (new.wants_waitlist and new.status = 'new') execute function private.join_waitlist();
create trigger reserve_seat before update of status on public.program_registrations
  for each row when (old.status is distinct from new.status) execute function private.reserve_seat();
create trigger offer_seats after update or delete on public.program_registrations
  for each statement execute function private.offer_seats();
create trigger notify_of_seat after update of status on public.program_registrations
  for each row when (old.status is distinct from new.status) execute function private.notify_of_seat();
-- After enqueue_submission, by its name: the receipt comes first in the allowance of mails.
create trigger then_subscribe after insert on public.program_registrations
  for each row when (new.wants_newsletter) execute function private.subscribe_as_well();

-- program_registrations

create index program_registrations_created_at_id_idx on public.program_registrations (created_at desc, id desc);
alter table public.program_registrations add foreign key (id) references public.submissions (id)
  on delete cascade deferrable initially deferred;

alter table public.program_registrations enable row level security;
grant insert (
  program, first_name, last_name, email, phone, organization, experience, motivation, accessibility,
  emergency_name, emergency_relationship, emergency_phone, wants_waitlist, wants_newsletter, terms_version
) on public.program_registrations to anon, authenticated;
-- The same holds for accessibility needs and emergency contacts.
grant select (
  id, program, first_name, last_name, email, phone, organization, experience, motivation, wants_waitlist,
  wants_newsletter, terms_version, status, waitlisted_at, offered_until, created_at
) on public.program_registrations to authenticated;
grant update (status) on public.program_registrations to authenticated;
grant select, insert, update, delete on public.program_registrations to service_role;

-- A trigger puts a registration for a full program on the waitlist.
create policy "Visitors may send program_registrations"
  on public.program_registrations for insert to anon, authenticated
  with check (status in ('new', 'waitlisted'));
create policy "Reviewers may select program_registrations"
  on public.program_registrations for select to authenticated
  using ((select private.may_review()));
create policy "Reviewers may update program_registrations"
  on public.program_registrations for update to authenticated
  using ((select private.may_review()))
  with check ((select private.may_review()));

create trigger refuse_returning before insert on public.program_registrations
  for each statement execute function private.refuse_returning();
create trigger limit_submissions before insert on public.program_registrations
  for each row execute function private.limit_submissions();
create trigger skip_duplicate before insert on public.program_registrations
  for each row execute function private.skip_duplicate();
create trigger check_captcha before insert on public.program_registrations
  for each row execute function private.check_captcha();
create trigger redact_log after delete on public.program_registrations referencing old table as gone
  for each statement execute function private.redact_log();
create trigger log_change after update or delete on public.program_registrations
  for each row execute function private.log_change();
create trigger enqueue_submission after insert on public.program_registrations
  for each row execute function private.enqueue_submission();
create trigger sync_status after update of status on public.program_registrations
  for each row when (old.status is distinct from new.status) execute function private.sync_status();
create trigger delete_submission after delete on public.program_registrations
  for each row execute function private.delete_submission();
create trigger lock_workflow before update or delete on public.program_registrations
  for each statement execute function private.lock_workflow_first();
create trigger bring_back before insert on public.program_registrations
  for each row execute function private.bring_back_of_sender();

-- supabase/schemas/submissions/pledges.sql

create table public.pledges (
  id uuid primary key default gen_random_uuid(),
  name text not null check (private.is_line(name, 200)),
  email text not null check (private.is_line(email, 254)),
  amount numeric(7, 2) not null check (amount between 5 and 10000),
  frequency text not null check (frequency in ('once', 'monthly')),
  program text check (program ~ '^[a-z0-9-]{1,60}$'),
  status public.message_status not null default 'new',
  created_at timestamptz not null default now(),
  tribute text constraint pledges_tribute_check check (
    case when tribute is null then num_nonnulls(tribute_name, notify, tribute_message) = 0
      else tribute in ('honor', 'memory') and tribute_name is not null end
  ),
  tribute_name text check (private.is_line(tribute_name, 200)),
  notify text check (private.is_text(notify, 500)),
  tribute_message text check (private.is_text(tribute_message, 1000))
);
comment on table public.pledges is 'Promised gifts, where no payment page is set up.';
comment on column public.pledges.amount is 'In US dollars';
comment on column public.pledges.notify is
  'Whom staff write to about the tribute: a name and an address. No email goes there by itself.';
comment on column public.pledges.tribute_message is 'What they tell them.';
comment on column public.pledges.program is 'Where the gift goes; null is where it is needed most.';

-- pledges

create index pledges_created_at_id_idx on public.pledges (created_at desc, id desc);
alter table public.pledges add foreign key (id) references public.submissions (id)
  on delete cascade deferrable initially deferred;

alter table public.pledges enable row level security;
grant insert (name, email, amount, frequency, program, tribute, tribute_name, notify, tribute_message)
  on public.pledges to anon, authenticated;
-- Whom to tell, and in which words, is about a third person.
grant select (id, name, email, amount, frequency, program, status, created_at, tribute, tribute_name)
  on public.pledges to authenticated;
grant update (status) on public.pledges to authenticated;
grant select, insert, update, delete on public.pledges to service_role;

create policy "Visitors may send pledges"
  on public.pledges for insert to anon, authenticated
  with check (status = 'new');
create policy "Reviewers may select pledges"
  on public.pledges for select to authenticated
  using ((select private.may_review()));
create policy "Reviewers may update pledges"
  on public.pledges for update to authenticated
  using ((select private.may_review()))
  with check ((select private.may_review()));

create trigger refuse_returning before insert on public.pledges
  for each statement execute function private.refuse_returning();
create trigger limit_submissions before insert on public.pledges
  for each row execute function private.limit_submissions();
create trigger skip_duplicate before insert on public.pledges
  for each row execute function private.skip_duplicate();
create trigger check_captcha before insert on public.pledges
  for each row execute function private.check_captcha();
create trigger redact_log after delete on public.pledges referencing old table as gone
  for each statement execute function private.redact_log();
create trigger log_change after update or delete on public.pledges
  for each row execute function private.log_change();
create trigger enqueue_submission after insert on public.pledges
  for each row execute function private.enqueue_submission();
create trigger sync_status after update of status on public.pledges
  for each row when (old.status is distinct from new.status) execute function private.sync_status();
create trigger delete_submission after delete on public.pledges
  for each row execute function private.delete_submission();
create trigger lock_workflow before update or delete on public.pledges
  for each statement execute function private.lock_workflow_first();
create trigger bring_back before insert on public.pledges
  for each row execute function private.bring_back_of_sender();

-- supabase/schemas/submissions/submission_notes.sql

create table public.submission_notes (
  id uuid primary key default gen_random_uuid(),
  submission_id uuid not null references public.submissions (id) on delete cascade,
  author_id uuid default auth.uid(),
  author_name text,
  body text not null check (private.is_text(body, 5000)),
  is_from_applicant boolean not null default false,
  created_at timestamptz not null default now()
);
comment on column public.submission_notes.is_from_applicant is
  'Added on the status page by the applicant, who sees it there. All other notes are internal.';
comment on column public.submission_notes.author_id is 'The account''s id, also after its deletion.';
comment on column public.submission_notes.author_name is 'The name at that time, set by a trigger.';
create index submission_notes_submission_id_idx on public.submission_notes (submission_id, created_at, id);
create index submission_notes_author_id_idx on public.submission_notes (author_id);
create trigger sign_note before insert on public.submission_notes
  for each row execute function private.sign_note();
alter table public.submission_notes enable row level security;
grant select, insert (id, submission_id, body), update (body), delete on public.submission_notes to authenticated;
grant select, insert, update, delete
  on public.submission_notes to service_role;
create policy "Reviewers may select submission_notes"
  on public.submission_notes for select to authenticated
  using ((select private.may_review()));

create policy "Reviewers add notes"
  on public.submission_notes for insert to authenticated
  with check ((select private.may_review()) and author_id = (select private.current_user_id()));
create policy "Reviewers change their notes"
  on public.submission_notes for update to authenticated
  using ((select private.may_review()) and author_id = (select private.current_user_id()))
  with check ((select private.may_review()) and author_id = (select private.current_user_id()));
create policy "Reviewers remove their notes"
  on public.submission_notes for delete to authenticated
  using ((select private.may_review()) and author_id = (select private.current_user_id()));
-- A note is its own record until it changes.
create trigger log_change after update or delete on public.submission_notes
  for each row execute function private.log_change('submission_id', 'body');
create trigger broadcast_insert after insert on public.submission_notes referencing new table as changed
  for each statement execute function private.broadcast_changes('submission_id');
create trigger broadcast_update after update on public.submission_notes referencing new table as changed
  for each statement execute function private.broadcast_changes('submission_id');
create trigger broadcast_delete after delete on public.submission_notes referencing old table as changed
  for each statement execute function private.broadcast_changes('submission_id');
create trigger bring_back before insert on public.submission_notes
  for each row when (new.is_from_applicant) execute function private.bring_back_of_message();

-- supabase/schemas/submissions/status_tokens.sql

-- A receipt has nothing that the visitor typed: a form with another person's address must not carry a
-- message to them.

create table private.status_tokens (
  hash bytea primary key,
  submission_id uuid not null references public.submissions (id) on delete cascade,
  closed_at timestamptz
);
comment on table private.status_tokens is 'A token opens its status page until 90 days after the submission was closed.';
comment on column private.status_tokens.closed_at is 'Copy of the submission''s, kept by a trigger.';
create index status_tokens_submission_id_idx on private.status_tokens (submission_id);
create index status_tokens_closed_at_idx on private.status_tokens (closed_at);
alter table private.status_tokens enable row level security;

-- supabase/schemas/submissions/receipt_keys.sql

-- The receipt on the screen. A form may read nothing back, so the browser sends a random key with the row
-- (header `x-receipt-key`), and then asks with it for the reference. A duplicate has the reference of the
-- stored one.

create table private.receipt_keys (
  hash bytea primary key,
  submission_id uuid not null references public.submissions (id) on delete cascade,
  created_at timestamptz not null default now()
);
create index receipt_keys_submission_id_idx on private.receipt_keys (submission_id);
create index receipt_keys_created_at_idx on private.receipt_keys (created_at);
alter table private.receipt_keys enable row level security;

-- supabase/schemas/submissions/submission_answers.sql

create table public.submission_answers (
  id uuid primary key default gen_random_uuid(),
  submission_id uuid not null references public.submissions (id) on delete cascade,
  author_id uuid default auth.uid(),
  author_name text,
  subject text not null check (
    private.is_line(subject, 250)
    and subject !~ '\{\{\s*[a-z_]+\s*\}\}'
  ),
  body text not null check (
    private.is_text(body, 10000) and body !~ '[\u0001-\u0008\u000b-\u001f\u007f]'
    and body !~ '\{\{\s*[a-z_]+\s*\}\}'
  ),
  created_at timestamptz not null default now()
);
comment on table public.submission_answers is 'Answers as they were sent; they never change.';
comment on column public.submission_answers.author_id is 'The account''s id, also after its deletion.';
comment on column public.submission_answers.author_name is 'The name at that time, set by a trigger.';
create index submission_answers_submission_id_idx
  on public.submission_answers (submission_id, created_at, id);

create trigger sign_note before insert on public.submission_answers
  for each row execute function private.sign_note();
create trigger send_answer after insert on public.submission_answers
  for each row execute function private.send_answer();
alter table public.submission_answers enable row level security;
grant select, insert (id, submission_id, subject, body) on public.submission_answers to authenticated;
grant select, insert, update, delete
  on public.submission_answers to service_role;
create policy "Reviewers may select submission_answers"
  on public.submission_answers for select to authenticated
  using ((select private.may_review()));
create policy "Reviewers answer"
  on public.submission_answers for insert to authenticated
  with check ((select private.may_review()) and author_id = (select private.current_user_id()));

-- Reviewers see live that a colleague answered, and the outcome of the mail.

create trigger broadcast_insert after insert on public.submission_answers referencing new table as changed
  for each statement execute function private.broadcast_changes('submission_id');

-- supabase/schemas/submissions/conversions.sql

create table public.conversions (
  submission_id uuid primary key references public.submissions (id) on delete cascade,
  reference text not null check (private.is_line(reference, 20)),
  mentor_id uuid references public.mentors (id) on delete cascade,
  mentee_id uuid references public.mentees (id) on delete cascade,
  trainer_id uuid references public.trainers (id) on delete cascade,
  kind text generated always as (
    case when mentor_id is not null then 'mentor' when mentee_id is not null then 'mentee' else 'trainer' end
  ) stored,
  is_new boolean not null,
  program_id uuid references public.programs (id) on delete set null,
  former_status public.application_status not null,
  author_id uuid default auth.uid(),
  author_name text,
  converted_at timestamptz not null default now(),
  constraint conversions_mentor_id_check check (num_nonnulls(mentor_id, mentee_id, trainer_id) = 1)
);
comment on column public.conversions.reference is 'Copy of the submission''s, for managers who may not read submissions.';
comment on column public.conversions.is_new is 'Whether the conversion added the person, or linked an existing one.';
comment on column public.conversions.program_id is 'The program that the conversion added the person to.';
comment on column public.conversions.author_id is 'The account''s id, also after its deletion.';
comment on column public.conversions.author_name is 'The name at that time, set by a trigger.';

create index conversions_mentor_id_idx on public.conversions (mentor_id);
create index conversions_mentee_id_idx on public.conversions (mentee_id);
create index conversions_trainer_id_idx on public.conversions (trainer_id);
create index conversions_program_id_idx on public.conversions (program_id);

create trigger sign_note before insert on public.conversions
  for each row execute function private.sign_note();
-- Not every reviewer may read mentees: the log has the kind of person, not the name.
create trigger log_change after insert or delete on public.conversions
  for each row execute function private.log_change('submission_id', 'kind');
create trigger broadcast_insert after insert on public.conversions referencing new table as changed
  for each statement execute function private.broadcast_changes('submission_id');
create trigger broadcast_delete after delete on public.conversions referencing old table as changed
  for each statement execute function private.broadcast_changes('submission_id');

alter table public.conversions enable row level security;
grant select on public.conversions to authenticated;
grant select, insert, update, delete on public.conversions to service_role;

create policy "Conversions for reviewers and for managers of the list"
  on public.conversions for select to authenticated
  using (
    (select private.may_review())
    or mentor_id is not null and (select private.has_permission('can_manage_mentors'))
    or mentee_id is not null and (select private.has_permission('can_manage_mentees'))
    or trainer_id is not null and (select private.has_permission('can_manage_trainers'))
  );

-- supabase/schemas/giving/gift_batches.sql

create table public.gift_batches (
  id uuid primary key default gen_random_uuid(),
  expected_count integer not null check (expected_count between 0 and 500),
  expected_total numeric(12, 2) not null check (expected_total between 0 and 1000000000),
  posted_at timestamptz,
  posted_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  discarded_at timestamptz,
  discarded_by uuid references public.profiles (id) on delete set null,
  deposited numeric(12, 2) check (deposited between 0 and 1000000000),
  deposited_on date,
  constraint gift_batches_discarded_at_check check (posted_at is null or discarded_at is null),
  constraint gift_batches_deposited_on_check check (
    (deposited is null) = (deposited_on is null) and (deposited is null or posted_at is not null)
    and deposited_on between '1900-01-01' and '2200-12-31'
  )
);
comment on table public.gift_batches is 'Gifts that are entered together, and count from their posting on.';
comment on column public.gift_batches.discarded_at is 'Its gifts stay, and never count.';
comment on column public.gift_batches.deposited is 'Dollars that the bank shows for a posted batch.';
comment on column public.gift_batches.expected_total is 'Dollars, counted before the gifts are entered.';
create index gift_batches_created_at_idx on public.gift_batches (created_at desc, id desc);
create index gift_batches_posted_by_idx on public.gift_batches (posted_by);
create index gift_batches_discarded_by_idx on public.gift_batches (discarded_by);

alter table public.gift_batches enable row level security;
grant select, insert, update, delete on public.gift_batches to service_role;
grant
  select,
  insert (id, expected_count, expected_total),
  update (expected_count, expected_total)
on public.gift_batches to authenticated;
create policy "Managers may select gift_batches"
  on public.gift_batches for select to authenticated
  using ((select private.has_permission('can_manage_donations')));
create policy "Managers of donations open batches"
  on public.gift_batches for insert to authenticated
  with check ((select private.has_permission('can_manage_donations')) and posted_at is null);
create policy "Managers of donations may update open batches"
  on public.gift_batches for update to authenticated
  using ((select private.has_permission('can_manage_donations')) and posted_at is null and discarded_at is null)
  with check ((select private.has_permission('can_manage_donations')) and posted_at is null and discarded_at is null);
create trigger log_change after insert or update of expected_count, expected_total, posted_at, deposited, deposited_on or delete on public.gift_batches
  for each row execute function private.log_change();

-- supabase/schemas/lists/imports.sql

create table private.imports (
  id uuid primary key,
  table_name text not null,
  file_name text not null check (private.is_line(file_name, 255)),
  row_count integer not null check (row_count between 1 and 50000),
  received integer not null default 0,
  is_attested boolean not null default false,
  imported_by uuid references public.profiles (id) on delete set null,
  imported_by_name text,
  undone_at timestamptz,
  created_at timestamptz not null default now()
);
comment on table private.imports is 'The imports, without the content of their rows.';
comment on column private.imports.received is 'Number of rows that arrived; less than row_count until the import is complete.';
comment on column private.imports.is_attested is
  'The statement of staff about all rows: subscribers agreed to the newsletter; thanks were given for gifts.';
create index imports_imported_by_idx on private.imports (imported_by);
create index imports_table_name_idx on private.imports (table_name, created_at desc);

alter table private.imports enable row level security;

-- supabase/schemas/faults/reporting.sql

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

-- The browser has done the same before: nothing of it is trusted.
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
  'Keeps of a report what has no personal data, counts a known fault, and stores at most a hundred new ones of a place in a day.';

-- Tasks call it where they go on after a failure, which must not fail for its record.
create function private.note_fault(task text, message text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.faults (place, page, message) values ('worker', task, message);
exception
  when others then raise warning 'A fault of % is not on record: %', task, sqlerrm;
end
$$;

-- Mail to admins, once a day at most: a fault that comes after it waits for the next day's.
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
  'Writes to admins where something failed that no mail counted. It has no word of a report, which a stranger may have made up.';
select private.every_minute('tell_faults');

-- A service for errors, where one is set up: the secret `faults_dsn` of the vault has its address,
-- https://<key>@<host>/<project>. It gets each fault when it is new or back.
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

-- supabase/schemas/retention/deletion.sql

-- Retention: how long each kind of row is kept, and the task that deletes what is due
-- (docs/decisions/031-retention-rules.md). The privacy notice promises the longest periods. Its words and
-- these rows are compared one by one: src/shared/data/retention.ts.

create function private.next_retention_run(unit text) returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select case when unit in ('minutes', 'hours') then now()
    else (date_trunc('day', now() at time zone private.office_time_zone()) + interval '1 day')
      at time zone private.office_time_zone()
  end
$$;
comment on function private.next_retention_run(text) is
  'Rules of minutes and hours run every minute, all others at the office''s next midnight.';

create function private.clear_gifts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.write_mode() = 'retention' then
    delete from private.payment_reversals
    where payment in (select id from private.payments where gift in (select payment_id from gone));
    delete from private.payments where gift in (select payment_id from gone);
    delete from public.files where gift_id in (select id from gone);
    update public.change_log set record_name = null, changes = null where record_id in (select id from gone);
  end if;
  return null;
end
$$;

-- The task. A statement deletes or clears the oldest due rows that no one has locked. Rows that refer to a
-- submission are deleted with it. Since decisions wait for the deletion of submissions, its batch is small.

-- Dynamic SQL: table, condition and cleared columns are those of the rule.
create function private.apply_rule(of_rule text) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  applied private.retention_rules;
  due text;
  done integer;
  total bigint;
begin
  select * into strict applied from private.retention_rules where rule = of_rule for update;
  if applied.table_name = 'public.submissions' then
    -- So that no status or conversion changes what is due.
    perform private.lock_workflow();
  end if;
  due := format(
    'select ctid from %s where %s <= $1 and (%s) order by %2$s limit $2 for update skip locked',
    applied.table_name, applied.day_column, applied.condition
  );
  perform private.set_write_mode('retention');
  execute case when applied.cleared is null
    then format('delete from %s where ctid = any (array(%s))', applied.table_name, due)
    else format('update %s set %s where ctid = any (array(%s))', applied.table_name, applied.cleared, due)
  end using now() - (applied.kept || ' ' || applied.unit)::interval, applied.batch;
  get diagnostics done = row_count;
  perform private.set_write_mode(null);

  total := applied.pruned_rows + done;
  update private.retention_rules
  set last_run_at = now(), last_rows = total, failed_at = null, error = null,
    pruned_rows = case when done = applied.batch then total else 0 end,
    next_at = case when done = applied.batch then next_at else private.next_retention_run(unit) end
  -- A rule of every minute leaves its row alone where nothing was due.
  where rule = of_rule and (done > 0 or unit not in ('minutes', 'hours') or failed_at is not null);
  if done < applied.batch and total > 0 and applied.unit not in ('minutes', 'hours') then
    perform private.log_action(
      case when applied.cleared is null then 'removed' else 'changed' end::public.log_action,
      'retention_rules', null, applied.title,
      jsonb_build_object('table', split_part(applied.table_name, '.', 2), 'rows', total)
    );
  end if;
  return done;
end
$$;
comment on function private.apply_rule(text) is
  'Deletes or clears one batch of a rule and returns its rows. The log has an entry per run, with their number.';

create function private.apply_retention() returns void
language plpgsql security definer set search_path = '' set lock_timeout = '50ms'
as $$
declare
  part record;
  done integer;
  total integer := 0;
begin
  for part in
    select rule, table_name from private.retention_rules where next_at <= now()
    order by last_run_at nulls first, position
  loop
    begin
      done := private.apply_rule(part.rule);
      total := total + done;
    exception
      -- Someone works on these rows. The next minute is soon enough.
      when lock_not_available then done := 0;
      when others then
        done := 0;
        update private.retention_rules set last_run_at = now(), failed_at = now(), error = left(sqlerrm, 500)
        where rule = part.rule;
        perform private.note_fault('apply_retention', sqlstate || ': ' || sqlerrm);
        raise warning 'The retention rule % failed: %', part.rule, sqlerrm;
    end;
    exit when total >= 500 or done > 0 and part.table_name = 'public.submissions';
  end loop;
end
$$;
comment on function private.apply_retention() is
  'Runs the rules that are due, the longest waiting first, until a transaction''s share of rows is done.';
select private.schedule_job('apply_retention', 'select private.apply_retention()');

-- supabase/schemas/giving/donations.sql

create table public.donations (
  id uuid primary key default gen_random_uuid(),
  donor_name text not null check (private.is_line(donor_name, 200)),
  donor_email text check (private.is_line(donor_email, 254)),
  amount numeric(12, 2) constraint donations_amount_check check (
    case when method = 'in_kind' then num_nonnulls(amount, currency) = 0 else coalesce(amount > 0 and amount <> 'NaN', false) end
  ),
  refunded numeric(12, 2) not null default 0
    constraint donations_refunded_check check (refunded >= 0 and refunded <= coalesce(amount, 0)),
  donation_type text not null check (donation_type in ('one-time', 'monthly', 'corporate', 'grant')),
  campaign text check (private.is_line(campaign, 200)),
  person_id uuid not null default gen_random_uuid(),
  legal_donor_id uuid,
  legal_donor_name text check (private.is_line(legal_donor_name, 200)),
  payment_id text unique check (private.is_line(payment_id, 200)),
  donor_phone text check (private.is_line(donor_phone, 50)),
  method text check (method in ('check', 'cash', 'bank', 'mobile_money', 'card', 'in_kind')),
  description text constraint donations_description_check
    check (coalesce(private.is_line(description, 300), method is distinct from 'in_kind')),
  estimate numeric(12, 2) constraint donations_estimate_check
    check (estimate is null or estimate > 0 and estimate < 10000000 and method is not distinct from 'in_kind'),
  reference text check (private.is_line(reference, 100)),
  fund_id uuid references public.funds (id),
  tribute text check (tribute in ('honor', 'memory')),
  tribute_name text check (private.is_line(tribute_name, 200)),
  note text check (private.is_text(note, 2000)),
  currency text check (currency ~ '^[A-Z]{3}$' and currency <> 'USD'),
  original_amount numeric(14, 2)
    constraint donations_original_amount_check check (
      original_amount > 0 and num_nulls(currency, original_amount, rate, rate_on) in (0, 4)
    ),
  rate numeric(18, 8) check (rate > 0),
  rate_on date check (rate_on between '1900-01-01' and '2200-12-31'),
  batch_id uuid references public.gift_batches (id),
  is_posted boolean not null default true,
  entered_at timestamptz,
  voided_at timestamptz,
  change_reason text check (private.is_line(change_reason, 300)),
  is_kept boolean not null generated always as (coalesce(amount > refunded, voided_at is null)) stored,
  search_text text generated always as (
    private.searchable(variadic array[donor_name, donor_email, donor_phone] || private.telephones(donor_phone))
      || e'\n' || private.searchable(campaign, description, reference)
  ) stored,
  created_at timestamptz not null default now(),
  told text[] not null default '{}' check (told <@ '{email,phone}'),
  is_picked boolean not null default false,
  constraint donations_legal_donor_id_check check (legal_donor_id is null or legal_donor_name is not null),
  constraint donations_voided_at_check
    check (voided_at is null or refunded = coalesce(amount, 0) and change_reason is not null),
  constraint donations_is_posted_check
    check (is_posted or num_nulls(batch_id, entered_at, method) = 0 and payment_id is null)
);
comment on column public.donations.legal_donor_id is
  'A donor-advised fund or an employer, which gets the receipt and the credit; the giver gets the thanks. Null where both are one.';
comment on column public.donations.told is 'As of mentors.';
comment on column public.donations.is_picked is
  'A colleague picked the giver: the gift stays theirs, whatever name and address it has.';
comment on column public.donations.amount is 'In US dollars; null for a gift in kind, and only there.';
comment on column public.donations.description is 'What was given in kind. A receipt describes it, and names no value.';
comment on column public.donations.estimate is
  'What a gift in kind may be worth, in dollars, for the office: in no sum, and nothing that a donor sees.';
comment on column public.donations.is_kept is 'Whether something of it is left, after refunds and voiding.';
comment on column public.donations.method is 'Null for gifts from the payment provider or a file.';
comment on column public.donations.original_amount is 'The gift in its currency: amount is this times rate, in dollars.';
comment on column public.donations.is_posted is
  'False in a batch that is open or was discarded: only the desk has the gift, and nothing counts it.';
comment on column public.donations.entered_at is 'When staff entered it by hand.';
comment on column public.donations.voided_at is 'A void gift is refunded as a whole, so that no sum has it.';
comment on column public.donations.change_reason is 'Why it was last corrected, or voided.';
comment on column public.donations.refunded is 'The refunded part of the amount: sums and receipts leave it out.';
comment on column public.donations.payment_id is
  'Id at the payment provider; null for gifts from elsewhere.';

-- Partial: a count of the list reads only the index.
create index donations_created_at_idx on public.donations (created_at desc, id desc) where is_posted;
create index donations_donor_name_idx on public.donations (donor_name, id) where is_posted;
create index donations_amount_idx on public.donations (amount desc nulls last, id desc) where is_posted;
create index donations_fund_id_idx on public.donations (fund_id, created_at desc, id desc);
create index donations_batch_id_idx on public.donations (batch_id);
create index donations_entered_at_idx on public.donations (entered_at desc, id desc) where entered_at is not null;
create index donations_unposted_idx on public.donations (entered_at) where not is_posted;

alter table public.donations enable row level security;
grant select, insert, update, delete on public.donations to service_role;

grant select on public.donations to authenticated;

create policy "Managers may select donations"
  on public.donations for select to authenticated
  using ((select private.has_permission('can_manage_donations')) and is_posted);
create trigger redact_log after delete on public.donations referencing old table as gone
  for each statement execute function private.redact_log();

-- Rows from outside are their own record of their arrival.
create trigger log_change after update or delete on public.donations
  for each row execute function private.log_change();

create index donations_search_text_idx on public.donations
  using gin (search_text extensions.gin_trgm_ops) with (fastupdate = off);

alter table public.donations add constraint donations_person_id_fkey foreign key (person_id) references private.people (id);
alter table public.donations add constraint donations_legal_donor_id_fkey foreign key (legal_donor_id) references private.people (id);
create index donations_legal_donor_id_idx on public.donations (legal_donor_id);
create index donations_person_id_idx on public.donations (person_id, created_at desc, id desc);
create trigger lock_people before insert or delete or update of donor_name, donor_email, donor_phone on public.donations
  for each statement execute function private.lock_people_first();
create trigger set_giver before insert or update of donor_name, donor_email, donor_phone on public.donations
  for each row execute function private.set_giver();
create trigger set_person before insert or update of donor_name, donor_email, donor_phone on public.donations
  for each row execute function private.set_person();
create trigger clear_people after delete on public.donations referencing old table as gone
  for each statement execute function private.tidy_people_after();
create trigger clear_people_changed after update on public.donations referencing old table as gone new table as stays
  for each statement execute function private.tidy_people_after();
create index donations_donor_email_address_idx on public.donations (lower(btrim(donor_email)));
create trigger keep_donors_added after insert on public.donations
  referencing new table as after_it for each statement execute function private.sync_donors();
create trigger keep_donors_changed after update on public.donations
  referencing old table as before_it new table as after_it for each statement execute function private.sync_donors();
create trigger keep_donors_removed after delete on public.donations
  referencing old table as before_it for each statement execute function private.sync_donors();
create trigger clear_gifts after update on public.donations referencing old table as gone
  for each statement execute function private.clear_gifts();

create index donations_receipted_to_idx on public.donations (coalesce(legal_donor_id, person_id), created_at);

-- supabase/schemas/giving/gifts.sql

create view private.gifts with (security_invoker = true) as
  select * from public.donations where is_posted;
comment on view private.gifts is
  'The gifts that count. A function that reads gifts reads them here, also with the rights of the owner, whom no policy stops.';

-- supabase/schemas/people/rows_of_people.sql

create view private.rows_of_people with (security_invoker = true) as
  select 'profiles' as source, id, person_id, full_name as name, email, null as phone, created_at,
    1 as position, 'account' as kind, 'account' as area, role::text as entry, full_name as title, null as status,
    null::numeric as amount, search_text as searched,
    (case when confirmed then 'proved' else 'told' end)::private.contact_level as email_level, null::private.contact_level as phone_level
  from public.profiles
  union all
  select 'mentors', id, person_id, concat_ws(' ', first_name, last_name), email, phone, created_at,
    2, 'mentor', 'mentors', 'mentor', concat_ws(' ', first_name, last_name), status::text, null, search_text,
    (case when 'email' = any (told) then 'told' else 'entered' end)::private.contact_level, (case when 'phone' = any (told) then 'told' else 'entered' end)::private.contact_level
  from public.mentors
  union all
  select 'trainers', id, person_id, concat_ws(' ', first_name, last_name), email, phone, created_at,
    3, 'trainer', 'trainers', 'trainer', concat_ws(' ', first_name, last_name), status::text, null, search_text,
    (case when 'email' = any (told) then 'told' else 'entered' end)::private.contact_level, (case when 'phone' = any (told) then 'told' else 'entered' end)::private.contact_level
  from public.trainers
  union all
  select 'mentees', id, person_id, concat_ws(' ', first_name, last_name), email, null, created_at,
    4, 'mentee', 'mentees', 'mentee', concat_ws(' ', first_name, last_name), status::text, null, search_text,
    (case when 'email' = any (told) then 'told' else 'entered' end)::private.contact_level, null
  from public.mentees
  union all
  select 'donations', id, person_id, donor_name, donor_email, donor_phone, created_at,
    5, 'donor', 'gifts', donation_type, coalesce(description, campaign, 'General'), null, amount - refunded, search_text,
    (case when 'email' = any (told) then 'told' else 'entered' end)::private.contact_level, (case when 'phone' = any (told) then 'told' else 'entered' end)::private.contact_level
  from private.gifts
  union all
  select 'unposted_gifts', id, person_id, donor_name, donor_email, donor_phone, created_at,
    null, null, null, null, null, null, null, null, (case when 'email' = any (told) then 'told' else 'entered' end)::private.contact_level, (case when 'phone' = any (told) then 'told' else 'entered' end)::private.contact_level
  from public.donations where not is_posted
  union all
  select 'submissions', id, person_id, name, email, phone, created_at,
    6, kind::text, 'submissions', kind::text, reference, status::text, null, person_text,
    (case when proved_at is null then 'told' else 'proved' end)::private.contact_level, 'told'
  from public.submissions
  union all
  select 'newsletter_subscriptions', id, person_id, name, email, null, created_at,
    7, 'subscriber', 'newsletter', 'subscriber', name,
    case when confirmed_at is null then 'unconfirmed' else 'subscribed' end, null, search_text,
    (case when proved_at is null then 'told' else 'proved' end)::private.contact_level, null
  from public.newsletter_subscriptions;
comment on view private.rows_of_people is
  'Every row that names a human, without protected columns, and how we have its email and phone: `position`, `kind` and `searched` (name and address on its first line) are for the search for people; area, entry, title, status and amount for the page of a person. Both leave out the rows without a position: unposted gifts only keep their people.';

-- supabase/schemas/tasks/tasks.sql

create table public.tasks (
  id uuid primary key default gen_random_uuid(),
  body text not null check (private.is_text(body, 500)),
  due_on date not null check (due_on between '2020-01-01' and '2200-01-01'),
  assignee_id uuid references public.profiles (id) on delete set null,
  author_id uuid default auth.uid() references public.profiles (id) on delete set null,
  mentor_id uuid references public.mentors (id) on delete cascade,
  mentee_id uuid references public.mentees (id) on delete cascade,
  trainer_id uuid references public.trainers (id) on delete cascade,
  donor_id uuid references public.donors (id) on update cascade on delete cascade,
  gift_id uuid references public.donations (id) on delete cascade,
  program_id uuid references public.programs (id) on delete cascade,
  submission_id uuid references public.submissions (id) on delete cascade,
  address text check (private.is_line(address, 254) and (strpos(address, ':') = 0 or address ~ '^tel:\d{7,8}$')),
  open_to text[] not null default '{}'
    check (open_to <@ '{mentors,mentees,trainers,donors,donations,programs,submissions}'),
  done_at timestamptz,
  done_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint tasks_submission_id_check
    check (num_nonnulls(mentor_id, mentee_id, trainer_id, donor_id, gift_id, program_id, submission_id, address) <= 1)
);
comment on column public.tasks.assignee_id is
  'Null for a task of no one, also when its assignee has left: all who may read the record have it among their own.';
comment on column public.tasks.address is 'An email address or tel:12345678 (private.phone_keys), for a task on a person.';
comment on column public.tasks.open_to is
  'The table of the record, whose readers read the task. Of an address those tables with it that the author could read.';
comment on column public.tasks.done_at is 'The time is the database''s.';

create index tasks_due_on_idx on public.tasks (due_on, id) where done_at is null;
create index tasks_done_at_idx on public.tasks (done_at desc) where done_at is not null;
-- Of foreign keys, for cascades and for the tasks shown beside a record.
create index tasks_assignee_id_idx on public.tasks (assignee_id, done_at, due_on);
create index tasks_author_id_idx on public.tasks (author_id);
create index tasks_done_by_idx on public.tasks (done_by);
create index tasks_mentor_id_idx on public.tasks (mentor_id);
create index tasks_mentee_id_idx on public.tasks (mentee_id);
create index tasks_trainer_id_idx on public.tasks (trainer_id);
create index tasks_donor_id_idx on public.tasks (donor_id);
create index tasks_gift_id_idx on public.tasks (gift_id);
create index tasks_program_id_idx on public.tasks (program_id);
create index tasks_submission_id_idx on public.tasks (submission_id);
create index tasks_address_idx on public.tasks (address);
create trigger check_task before insert or update on public.tasks
  for each row execute function private.check_task();

alter table public.tasks enable row level security;

grant select (
  id, body, due_on, assignee_id, author_id, mentor_id, mentee_id, trainer_id, donor_id, gift_id, program_id,
  submission_id, address, done_at, done_by
) on public.tasks to authenticated;
grant insert (
  id, body, due_on, assignee_id, mentor_id, mentee_id, trainer_id, donor_id, gift_id, program_id, submission_id, address
) on public.tasks to authenticated;
grant update (body, due_on, assignee_id, done_at) on public.tasks to authenticated;
grant select, insert, update, delete on public.tasks to service_role;

create policy "Staff read their tasks and those of records they may read"
  on public.tasks for select to authenticated
  using (
    (select private.is_staff()) and (
      (select private.current_user_id()) in (assignee_id, author_id)
      or (select private.is_admin())
      or open_to && (select array(select private.readable_tables()))
    )
  );
create policy "Staff add tasks"
  on public.tasks for insert to authenticated
  with check ((select private.is_staff()) and author_id = (select private.current_user_id()));
create policy "Author, assignee, admins change a task; readers one of no one"
  on public.tasks for update to authenticated
  using (
    (select private.is_staff()) and (
      (select private.current_user_id()) in (assignee_id, author_id)
      or (select private.is_admin())
      or assignee_id is null and open_to && (select array(select private.readable_tables()))
    )
  )
  with check ((select private.is_staff()));

create trigger log_change after insert or update or delete on public.tasks
  for each row execute function private.log_change();
create trigger redact_log after delete on public.tasks referencing old table as gone
  for each statement execute function private.redact_log();
create trigger broadcast_insert after insert on public.tasks referencing new table as changed
  for each statement execute function private.broadcast_changes('id');
create trigger broadcast_update after update on public.tasks referencing new table as changed
  for each statement execute function private.broadcast_changes('id');
create trigger broadcast_delete after delete on public.tasks referencing old table as changed
  for each statement execute function private.broadcast_changes('id');

-- supabase/schemas/rights/subject.sql

-- Rights of a person: to get everything that we hold about an email address or a child, and to have it
-- erased. One registry says where personal data is and what erasing does with it; hand-over, preview and
-- erasing all read it (docs/decisions/030-handed-over-and-erased.md).

create function private.submissions_of_child(child uuid) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  with mentee as (
    select id, private.searchable(first_name, last_name) as name, lower(btrim(parent_email)) as address
    from public.mentees
    where id = child or id in (select mentee_id from public.conversions where submission_id = child)
  ), named as (
    select name, address from mentee
    union
    select private.searchable(btrim(child_name)), lower(btrim(email)) from public.program_applications where id = child
  )
  select coalesce(array_agg(id), '{}') from (
    select id from public.program_applications where id = child
    union
    select submission_id from public.conversions where mentee_id in (select id from mentee)
    union
    select sent.id from named
    join public.submissions on lower(btrim(submissions.email)) = named.address
    join public.program_applications sent on sent.id = submissions.id and private.searchable(btrim(child_name)) = named.name
  ) as listed
$$;

create function private.is_sure(email text, phone text, email_level private.contact_level, phone_level private.contact_level) returns boolean
language sql immutable set search_path = ''
as $$
  select num_nonnulls(email, phone) = 0
    or coalesce(email is not null and email_level > 'told', false) or coalesce(phone is not null and phone_level > 'told', false)
$$;

create function private.is_sure(theirs private.rows_of_people) returns boolean
language sql stable security definer set search_path = ''
as $$
  select case
    when theirs.source in ('donations', 'unposted_gifts') and exists (
      select from public.donations where id = theirs.id and is_picked
    ) then true
    -- No contact: whoever wrote the row says whose it is.
    when num_nonnulls(theirs.email, theirs.phone) = 0 then theirs.source not in ('submissions', 'newsletter_subscriptions')
      and not exists (select from private.imported_rows where row_id = theirs.id)
      and not exists (select from public.donations where id = theirs.id and payment_id is not null)
    else private.is_sure(theirs.email, theirs.phone, theirs.email_level, theirs.phone_level)
  end
$$;
comment on function private.is_sure(private.rows_of_people) is
  'Whether a row hangs on its person by more than a claim: by an email or phone that a colleague entered or the owner proved, by a pick, or as a colleague typed it without either.';

create function private.is_told_parent(child public.mentees) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from private.imported_rows where row_id = child.id) or exists (
    select from public.conversions join public.submissions on submissions.id = submission_id
    where mentee_id = child.id and proved_at is null and (
      lower(btrim(submissions.email)) = lower(btrim(child.parent_email))
      or private.phone_keys(submissions.phone) && private.phone_keys(child.parent_phone)
    )
  )
$$;
comment on function private.is_told_parent(public.mentees) is
  'Whether only a form or an import told the parent''s contact in a mentee''s record.';

create function private.has_parent(child public.mentees, who private.data_subject) returns boolean
language sql stable security definer set search_path = ''
as $$
  select lower(btrim(child.parent_email)) = any ((who).addresses)
    or lower(btrim(child.parent_email)) = any ((who).shared) and exists (
      select from private.people, unnest(names) as known
      where people.id = any ((who).persons) and private.is_same_name(known, private.plain_name(child.parent_name))
    )
$$;
comment on function private.has_parent(public.mentees, private.data_subject) is
  'Whether the contact of a mentee is this person: by an address that is theirs alone, or by a shared one and the name.';

create function private.subject_of(subject text) returns private.data_subject
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
declare
  given constant text := nullif(lower(btrim(subject)), '');
  who private.data_subject;
begin
  if given is null or char_length(given) > 254 then
    raise exception 'Name an email address.' using errcode = 'P0001';
  elsif given !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    return jsonb_populate_record(who, jsonb_build_object('address', given, 'addresses', array[given], 'shared', '{}'::text[], 'persons', array(
      select person_id from private.rows_of_people where lower(btrim(email)) = given
      union
      -- The email of a second contact is in no row.
      select person_id from private.contact_points join private.people on people.id = person_id
      where contact_points.kind = 'email' and normalized = given and second_of is not null
    )));
  elsif exists (select from private.people where id = given::uuid) then
    who := jsonb_populate_record(who, jsonb_build_object('persons', array[given]));
  elsif exists (select from private.rows_of_people where id = given::uuid and source in ('mentors', 'trainers')) then
    who := jsonb_populate_record(who, jsonb_build_object('persons', array(
      select person_id from private.rows_of_people where id = given::uuid
    )));
  else
    return jsonb_populate_record(who, jsonb_build_object(
      'record', given, 'persons', '{}'::uuid[], 'addresses', '{}'::text[], 'shared', '{}'::text[]
    ));
  end if;
  return jsonb_populate_record(who, (
    with theirs as (
      select lower(btrim(email)) as address, bool_and(person_id = any (who.persons)) as is_own
      from private.rows_of_people
      where lower(btrim(email)) in (
        select lower(btrim(email)) from private.rows_of_people where person_id = any (who.persons) and email is not null
      )
      group by 1
    )
    select jsonb_build_object(
      'addresses', array(select address from theirs where is_own), 'shared', array(select address from theirs where not is_own)
    )
  ));
end
$$;
comment on function private.subject_of(text) is
  'Whom a hand-over or an erasure starts from, without their rows: a person, by their id or that of a mentor or trainer; an address, which is a claim to whoever has it; or a child, by the id of a mentee or a program application.';

create function private.records_of_subject(who private.data_subject) returns setof private.subject_record
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan
as $$
declare
  is_address constant boolean := (who).address is not null;
  -- What starts from an address reaches no row without it.
  whole constant uuid[] := case when is_address then '{}' else (who).persons end;
  child_forms constant uuid[] := case when (who).record is null then '{}' else private.submissions_of_child((who).record) end;
begin
  return query
  with recursive own as materialized (
    select source, id, person_id, name, coalesce(entry, 'unposted') as entry, title, email, phone, amount, created_at,
      is_address or private.is_sure(theirs) as is_sure, case when entry = 'program' then id end as child
    from private.rows_of_people as theirs
    where person_id = any (whole) or lower(btrim(email)) = (who).address
    union all
    select source, id, person_id, name, entry, title, email, phone, amount, created_at, true, id
    from private.rows_of_people as theirs
    where source = 'mentees' and (id = (who).record or id in (select mentee_id from public.conversions where submission_id = (who).record))
    union all
    select source, id, person_id, name, entry, title, email, phone, amount, created_at,
      id = (who).record or email_level > 'told' or id in (select submission_id from public.conversions where mentee_id is not null), id
    from private.rows_of_people as theirs where source = 'submissions' and id = any (child_forms)
  ), families as (
    select case when child.email is null then 'children' else 'parent_contacts' end as source, child.id, child.person_id,
      null::text as name, 'mentee' as entry, null::text as title, null::text as email, null::text as phone, null::numeric as amount, child.created_at,
      not private.is_told_parent(child)
        and not exists (
          select from private.guardians
          where child_id = child.person_id and adult_id = any ((who).persons) and no_contact
        )
        and (is_address or exists (
          select from private.contact_points
          where person_id = any (whole) and kind = 'email' and normalized = lower(btrim(child.parent_email)) and level > 'told'
        )) as is_sure, child.id as child
    from public.mentees child
    where lower(btrim(parent_email)) = any ((who).addresses || (who).shared) and private.has_parent(child, who)
      and id not in (select own.id from own)
  ), converted as (
    -- Rows without an address belong to the application that they came from.
    select theirs.source, theirs.id, theirs.person_id, theirs.name, theirs.entry, theirs.title, theirs.email, theirs.phone, theirs.amount,
      theirs.created_at, own.is_sure, case when theirs.source = 'mentees' then theirs.id end
    from own
    join public.conversions came on own.source = 'submissions' and came.submission_id = own.id
    join private.rows_of_people as theirs on theirs.id = coalesce(came.mentor_id, came.trainer_id, came.mentee_id) and theirs.email is null
    where theirs.source in ('mentors', 'trainers', 'mentees')
      and theirs.id not in (select own.id from own) and theirs.id not in (select families.id from families)
      and not exists (select from public.mentees where mentees.id = theirs.id and parent_email is not null)
  ), listed as (
    select * from own union all select * from families union all select * from converted
  ), kept as (
    select id from listed where source in ('mentors', 'mentees', 'trainers', 'children', 'parent_contacts')
    -- A merged row may have taken others in before.
    union select merged_id from private.merges join kept on kept.id = kept_id
  ), merged as (
    select 'merges', done.id, (done.merged_row ->> 'person_id')::uuid, done.merged_name, rtrim(done.kind, 's'),
      (select name from private.rows_of_people as theirs where theirs.id = done.kept_id limit 1),
      done.merged_row ->> 'email', case when done.kind <> 'mentees' then done.merged_row ->> 'phone' end, null::numeric, done.created_at,
      is_address or private.is_sure(
        done.merged_row ->> 'email', done.merged_row ->> 'phone', levels[1], case when done.kind <> 'mentees' then levels[2] end
      ), null::uuid
    from private.merges done cross join lateral private.levels_of(done.kind, done.merged_row) as levels
    where kept_id not in (select id from kept) and (
      (done.merged_row ->> 'person_id')::uuid = any (whole)
      or (who).addresses && array[
        lower(btrim(done.merged_row ->> 'email')), lower(btrim(done.merged_row ->> 'parent_email')),
        lower(btrim(replaced #>> '{email,0}')), lower(btrim(replaced #>> '{email,1}')),
        lower(btrim(replaced #>> '{parent_email,0}')), lower(btrim(replaced #>> '{parent_email,1}'))
      ]
    )
  ), second as (
    select 'people', people.id, people.id, people.name, 'contact', null::text,
      (select min(value) from private.contact_points where person_id = people.id and kind = 'email'), null::text, null::numeric, created_at, true, null::uuid
    from private.people
    where id = any ((who).persons) and second_of is not null and kind = 'person'
      and not exists (select from private.rows_of_people as theirs where theirs.person_id = people.id)
  )
  select found.id, source, person_id, name, entry, title, email, phone, amount, created_at, is_sure, child,
    coalesce(
      (select child_name from public.program_applications where program_applications.id = found.id),
      (select concat_ws(' ', first_name, last_name) from public.mentees where mentees.id = child)
    )
  from (select * from listed union all select * from merged union all select * from second) as found
  order by created_at, found.id;
end
$$;
comment on function private.records_of_subject(private.data_subject) is
  'The records of a private.subject_of. From an address only those that carry it: whoever else their people are is not asked.';

create function private.merges_of_subject(who private.data_subject) returns setof private.merges
language sql stable security definer set search_path = ''
as $$
  select * from private.merges
  where id = any ((who).merges) or kept_id = any ((who).people) or merged_id = any ((who).people)
$$;

create function private.names_of_subject(who private.data_subject) returns text[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(distinct private.searchable(btrim(name))) filter (where char_length(btrim(name)) >= 3), '{}')
  from (
    select unnest(array[first_name, last_name, concat_ws(' ', first_name, last_name), parent_name])
    from public.mentees where id = any ((who).people)
    union all
    select parent_name from public.mentees where id = any ((who).contacts)
    union all
    select unnest(array[first_name, last_name, concat_ws(' ', first_name, last_name)])
    from (
      select id, first_name, last_name from public.mentors
      union all select id, first_name, last_name from public.trainers
      union all select id, first_name, last_name from public.volunteer_applications
      union all select id, first_name, last_name from public.program_applications
      union all select id, first_name, last_name from public.program_registrations
    ) as named where id = any ((who).people || (who).submissions)
    union all
    select child_name from public.program_applications where id = any ((who).submissions)
    union all
    select name from public.submissions where id = any ((who).submissions)
    union all
    select name from public.newsletter_subscriptions where id = any ((who).subscriptions)
    union all
    select donor_name from public.donations where id = any ((who).gifts)
    union all
    select merged_name from private.merges where id = any ((who).merges)
    union all
    select full_name from public.profiles where id = any ((who).accounts)
  ) as listed (name)
$$;

create function private.data_subject(subject text, chosen uuid[] default null) returns private.data_subject
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan
as $$
declare
  who private.data_subject := private.subject_of(subject);
  records constant private.subject_record[] := array(select record from private.records_of_subject(who) as record);
  ticked constant uuid[] := array(select id from unnest(records) where case when chosen is null then is_sure else id = any (chosen) end);
  rows uuid[];
  people integer;
begin
  who := jsonb_populate_record(who, (
    select jsonb_object_agg(field, array(select id from unnest(records) where kind = any (kinds) and id = any (ticked)))
    from (values
      ('accounts', '{profiles}'::text[]), ('people', '{mentors,mentees,trainers,children}'), ('contacts', '{parent_contacts}'),
      ('submissions', '{submissions}'), ('subscriptions', '{newsletter_subscriptions}'), ('gifts', '{donations,unposted_gifts}'),
      ('merges', '{merges}'), ('people_left', '{people}')
    ) as listed (field, kinds)
  ));
  rows := who.accounts || who.people || who.submissions || who.subscriptions || who.gifts;
  loop
    people := cardinality(who.people);
    who := jsonb_populate_record(who, jsonb_build_object(
      'merges', array(select id from private.merges_of_subject(who)),
      'people', array(select unnest(who.people) union select merged_id from private.merges_of_subject(who))
    ));
    exit when cardinality(who.people) = people;
  end loop;
  -- An address is theirs as long as no row that stays has it, or none as well known. A child's own is erased apart.
  who := jsonb_populate_record(who, (
    with theirs as (
      select lower(btrim(email)) as address, max(email_level) filter (where id = any (rows)) as chosen_level,
        max(email_level) filter (where id <> all (rows)) as level_left
      from private.rows_of_people
      where who.record is null and lower(btrim(email)) in (
        select lower(btrim(email)) from private.rows_of_people as chosen_row where chosen_row.id = any (rows) union select who.address
      )
      group by 1
    )
    select jsonb_build_object('addresses', array(
      select address from theirs
      where level_left is null or chosen_level > level_left or address = who.address and level_left = 'told'
      union
      select who.address where not exists (select from theirs where address = who.address) and who.address is not null
      union
      select normalized from private.contact_points where person_id = any (who.people_left) and kind = 'email'
    ))
  ));
  who := jsonb_populate_record(who, jsonb_build_object(
    'accounts', array(
      select unnest(who.accounts)
      union
      select id from auth.users where lower(email) = any (who.addresses) and not exists (select from public.profiles where profiles.id = users.id)
    ),
    'moments', array(
      select created_at from public.submissions where id = any (who.submissions)
      union select created_at from public.newsletter_subscriptions where id = any (who.subscriptions)
    )
  ));
  who := jsonb_populate_record(who, jsonb_build_object(
    'account_names', array(
      select distinct name from (
        select unnest(array[full_name, email, private.account_name(id)]) from public.profiles where id = any (who.accounts)
        union
        select jsonb_array_elements_text(changes -> 'full_name') from public.change_log
        where record_kind = 'profiles' and record_id = any (who.accounts) and changes ? 'full_name'
      ) as listed (name) where name is not null
    ),
    'people_left', who.people_left || array(
      select person_id from (
        select person_id, id = any (rows) as is_gone, private.is_sure(theirs) as is_sure
        from private.rows_of_people as theirs
        where person_id in (select person_id from private.rows_of_people as chosen_row where chosen_row.id = any (rows))
      ) as theirs
      group by person_id
      having bool_and(is_gone)
        -- With all that is surely theirs the person is gone. What others claimed stays as someone of its own.
        or who.address is null and person_id = any (who.persons) and bool_or(is_sure) and bool_and(is_gone or not is_sure)
      -- Whoever was erased before stays as what the sums need.
      except select id from private.people where is_known_by_name and name ~ '^Erased donor( \d+)?$'
      union
      select private.parents_of_subject(who)
    )
  ));
  who := jsonb_populate_record(who, jsonb_build_object(
    'people_left', who.people_left || array(
      -- Households of nobody else
      select people.id from private.people
      where kind <> 'person' and id in (select group_id from private.members where person_id = any (who.people_left))
        and not exists (select from private.rows_of_people as theirs where theirs.person_id = people.id)
        and not exists (select from private.members where group_id = people.id and person_id <> all (who.people_left))
    ),
    -- Who keeps a gift stays the donor.
    'donors', array(
      select person_id from private.gifts
      where person_id in (select person_id from private.gifts as chosen_gift where chosen_gift.id = any (who.gifts))
      group by person_id having person_id = any (who.people_left) or bool_and(id = any (who.gifts))
        and not exists (select from private.gifts as legal where legal.legal_donor_id = gifts.person_id)
      union
      select id from public.donors where id = any (who.people_left)
    )
  ));
  who := jsonb_populate_record(who, jsonb_build_object(
    'ids', who.accounts || who.people || who.contacts || who.submissions || who.subscriptions || who.gifts || who.donors || who.people_left,
    'names', private.names_of_subject(who),
    'erased_names', (select jsonb_object_agg(id, 'Erased donor ' || number) from public.donors where id = any (who.donors))
  ));
  return jsonb_populate_record(who, jsonb_build_object('phones', array(select private.phones_of_subject(who))));
end
$$;
comment on function private.data_subject(text, uuid[]) is
  'The chosen rows of a private.subject_of, with all that goes with them: without a choice those that are surely theirs.';

create function private.is_of_subject(point private.contact_points, who private.data_subject) returns boolean
language sql stable security definer set search_path = ''
as $$
  select point.kind = 'post' or coalesce(bool_or(id = any ((who).ids)), true)
  from private.rows_of_people as theirs
  where person_id = point.person_id
    and case point.kind when 'email' then lower(btrim(email)) = point.normalized else point.normalized = any (private.phone_keys(phone)) end
$$;
comment on function private.is_of_subject(private.contact_points, private.data_subject) is
  'Whether a contact point of someone who goes is not one that only rows that stay have.';

-- supabase/schemas/accounts/auth_triggers.sql

create trigger create_profile after insert on auth.users
  for each row execute function private.create_profile();

create trigger copy_address after update of email, email_confirmed_at on auth.users
  for each row execute function private.copy_address();

-- Triggers run in the order of their names: create_profile comes first.
create trigger link_created_account after insert on auth.users
  for each row when (new.raw_user_meta_data ? 'creation_nonce')
  execute function private.link_created_account();

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

-- supabase/schemas/accounts/begun_accounts.sql

create table private.begun_accounts (
  begun_by uuid references public.profiles (id) on delete cascade,
  address text,
  nonce_hash bytea not null unique,
  begun_at timestamptz not null default now(),
  primary key (begun_by, address)
);
comment on table private.begun_accounts is 'Sign-ups that staff announced. Each is good once, within an hour.';
alter table private.begun_accounts enable row level security;

-- supabase/schemas/accounts/factor_setting.sql

create function private.own_second_factor() returns table (is_demanded boolean, has_codes boolean)
language sql stable security definer set search_path = ''
as $$
  select second_factor.is_demanded,
    exists (select from private.recovery_codes where user_id = private.current_user_id())
  from private.second_factor
$$;

create function public.own_second_factor() returns table (is_demanded boolean, has_codes boolean)
language sql stable security invoker set search_path = ''
as $$ select * from private.own_second_factor() $$;
comment on function public.own_second_factor is
  'Whether roles and permissions need a second factor, and whether the caller has recovery codes.';
grant execute on function private.own_second_factor, public.own_second_factor to authenticated;

create function private.accounts_without_factor() returns table (id uuid, name text)
language sql stable security definer set search_path = ''
as $$
  select profile.id, private.account_name(profile.id)
  from public.profiles profile
  where private.is_admin()
    and (
      exists (select from public.user_permissions where user_id = profile.id)
      or exists (
        select from public.user_roles where user_id = profile.id and role in ('admin', 'program_manager')
      )
    )
    and not exists (select from auth.mfa_factors where user_id = profile.id and status = 'verified')
  order by 2, 1
$$;

create function public.accounts_without_factor() returns table (id uuid, name text)
language sql stable security invoker set search_path = ''
as $$ select * from private.accounts_without_factor() $$;
comment on function public.accounts_without_factor is
  'For admins: the accounts with a right and without a second factor. Where one is demanded they open nothing.';
grant execute on function private.accounts_without_factor, public.accounts_without_factor to authenticated;

create function private.demand_second_factor(demanded boolean) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  -- The admin who switches it on stays one, and can switch it off.
  if demanded and not private.is_aal2() then
    raise exception 'Set up a second factor of your own and sign in with it first.' using errcode = 'P0001';
  end if;
  update private.second_factor set is_demanded = demanded where is_demanded <> demanded;
  if found then
    perform private.log_action(
      'changed', 'second_factor', null, 'Setting', jsonb_build_object('demanded', jsonb_build_array(not demanded, demanded))
    );
  end if;
end
$$;

create function public.demand_second_factor(demanded boolean) returns void
language sql security invoker set search_path = ''
as $$ select private.demand_second_factor(demanded) $$;
comment on function public.demand_second_factor is
  'For admins: whether roles and permissions need a second factor. To switch it on takes a session with one.';
grant execute on function private.demand_second_factor, public.demand_second_factor to authenticated;

create function private.reset_second_factor(account uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  if account = auth.uid() then
    raise exception 'Remove your own second factor on your account page.' using errcode = '42501';
  end if;
  perform from auth.users where id = account for no key update;
  delete from auth.mfa_factors where user_id = account;
  if not found then
    raise exception 'This account has no second factor.' using errcode = 'PT404';
  end if;
  delete from auth.sessions where user_id = account;
end
$$;

create function public.reset_second_factor(account uuid) returns void
language sql security invoker set search_path = ''
as $$ select private.reset_second_factor(account) $$;
comment on function public.reset_second_factor is
  'For admins: removes the second factors and recovery codes of another account, and ends its sessions.';
grant execute on function private.reset_second_factor, public.reset_second_factor to authenticated;

-- supabase/schemas/accounts/own_page.sql

-- The portal: each account's own submissions, gifts and subscription, only by its confirmed address, which
-- is no argument. Visitors can type any address into a form, so the portal shows no text of a submission,
-- and nothing about a child.

create function private.own_submissions() returns table (
  reference text, kind public.submission_kind, stage text, created_at timestamptz, due_at timestamptz
)
language sql stable security definer set search_path = ''
as $$
  select reference, kind, private.stage(status, answered_at, withdrawn_at), created_at, due_at
  from public.submissions where lower(btrim(email)) = private.own_address()
  order by created_at desc, id desc
  limit 200
$$;
create function public.own_submissions() returns table (
  reference text, kind public.submission_kind, stage text, created_at timestamptz, due_at timestamptz
)
language sql stable security invoker set search_path = ''
as $$ select * from private.own_submissions() $$;
comment on function public.own_submissions is
  'The newest 200 submissions with the caller''s confirmed address, each with its state.';

create function private.own_gifts() returns table (
  given_at timestamptz, amount numeric, refunded numeric, donation_type text, campaign text, is_void boolean, description text
)
language sql stable security definer set search_path = ''
as $$
  select gifts.created_at, amount, refunded, donation_type, nullif(concat_ws(', ', campaign, funds.name), ''), voided_at is not null, description
  from private.gifts left join public.funds on funds.id = fund_id
  where lower(btrim(donor_email)) = private.own_address()
  order by gifts.created_at desc, gifts.id desc
  limit 200
$$;
create function public.own_gifts() returns table (
  given_at timestamptz, amount numeric, refunded numeric, donation_type text, campaign text, is_void boolean, description text
)
language sql stable security invoker set search_path = ''
as $$ select * from private.own_gifts() $$;
comment on function public.own_gifts is
  'The newest 200 gifts with the caller''s confirmed address.';

create function private.own_subscription() returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when exists (
      select from private.suppressions_of(own.address) where reason <> 'unsubscribed'
    ) then 'unreachable'
    when subscription.id is null or exists (
      select from private.suppressions_of(own.address)
    ) then 'none'
    when subscription.confirmed_at is null then 'unconfirmed'
    else 'subscribed'
  end
  from (select private.own_address() as address) as own
  left join public.newsletter_subscriptions subscription on lower(btrim(subscription.email)) = own.address
  where own.address is not null
$$;
create function public.own_subscription() returns text
language sql stable security invoker set search_path = ''
as $$ select private.own_subscription() $$;
comment on function public.own_subscription is
  'Whether the caller''s confirmed address gets the newsletter: subscribed, unconfirmed, none, or unreachable after a bounce or complaint; null without such an address.';

create function private.choose_subscription(subscribed boolean) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  own constant text := private.own_address();
begin
  if own is null then
    raise exception 'Confirm your address first.' using errcode = 'insufficient_privilege';
  end if;
  if subscribed then
    update public.newsletter_subscriptions set confirmed_at = coalesce(confirmed_at, now())
    where lower(btrim(email)) = own;
    if not found then
      insert into public.newsletter_subscriptions (name, email)
      select coalesce(full_name, own), own from public.profiles where id = private.current_user_id();
    end if;
  else
    delete from public.newsletter_subscriptions where lower(btrim(email)) = own;
    perform private.suppress(own, 'unsubscribed', null);
  end if;
end
$$;
create function public.choose_subscription(subscribed boolean) returns void
language sql security invoker set search_path = ''
as $$ select private.choose_subscription(subscribed) $$;
comment on function public.choose_subscription is
  'Subscribes the caller''s confirmed address to the newsletter, or ends it and all campaigns.';
grant execute on function private.own_submissions, public.own_submissions to authenticated;
grant execute on function private.own_gifts, public.own_gifts to authenticated;
grant execute on function private.own_subscription, public.own_subscription to authenticated;
grant execute on function private.choose_subscription, public.choose_subscription to authenticated;

-- supabase/schemas/accounts/permissions.sql

create table public.permissions (
  id uuid primary key default gen_random_uuid(),
  name text not null unique check (private.is_line(name, 100)),
  description text not null check (private.is_text(description, 500)),
  category text not null check (private.is_line(category, 100))
);

insert into public.permissions (name, category, description) values
  ('can_view_all_users', 'Users', 'See every account with its name, email, role and join date'),
  ('can_edit_user_roles', 'Users', 'Create accounts, change their roles and grant or revoke permissions'),
  ('can_manage_programs', 'Programs', 'Add and edit programs and assign people to them'),
  ('can_manage_courses', 'Programs', 'Add and edit courses'),
  ('can_manage_mentors', 'People', 'See, add and edit mentors'),
  ('can_manage_mentees', 'People', 'See, add and edit mentees and their families'' contact details'),
  ('can_manage_trainers', 'People', 'See, add and edit trainers'),
  ('can_manage_donations', 'Fundraising', 'See donors, donations and fundraising progress'),
  ('can_send_emails', 'Communication', 'See, prepare and send email campaigns'),
  ('can_view_analytics', 'Analytics', 'See the average grade of our students'),
  ('can_review_submissions', 'Submissions', 'Read and answer applications, proposals and messages');
alter table public.permissions enable row level security;
grant select on public.permissions to authenticated;
grant select, insert, update, delete
  on public.permissions to service_role;

create policy "Every account reads the list of permissions"
  on public.permissions for select to authenticated
  using (true);

-- supabase/schemas/accounts/recovery_attempts.sql

create table private.recovery_attempts (
  id bigint primary key generated always as identity,
  user_id uuid not null references public.profiles (id) on delete cascade,
  tried_at timestamptz not null default now()
);
comment on table private.recovery_attempts is 'Wrong recovery codes of the last fifteen minutes.';
create index recovery_attempts_user_id_idx on private.recovery_attempts (user_id, tried_at);
create index recovery_attempts_tried_at_idx on private.recovery_attempts (tried_at);
alter table private.recovery_attempts enable row level security;

-- supabase/schemas/accounts/recovery_codes.sql

-- Recovery codes last as long as the account has a factor, and the first one used removes it.

create table private.recovery_codes (
  user_id uuid references public.profiles (id) on delete cascade,
  code_hash text,
  primary key (user_id, code_hash)
);
comment on table private.recovery_codes is
  'Ten for each account with a second factor, as bcrypt hashes. Those of one account have one salt, so that a try costs one hash.';
alter table private.recovery_codes enable row level security;

-- supabase/schemas/accounts/role_offers.sql

create table private.role_offers (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  role public.app_role not null,
  permission_ids uuid[] not null,
  offered_by uuid references public.profiles (id) on delete cascade
);
comment on table private.role_offers is
  'The role and permissions that an account gets with a new password, set through a mail. Until then it has no password.';
create index role_offers_offered_by_idx on private.role_offers (offered_by);
alter table private.role_offers enable row level security;

create trigger copy_offer after insert or update or delete on private.role_offers
  for each row execute function private.copy_offer();

-- supabase/schemas/accounts/second_factor.sql

-- The second factor. All rights are those of `private.rights_holder()`: nothing else may look up the
-- caller's role or permissions.

create table private.second_factor (
  singleton boolean primary key default true check (singleton),
  is_demanded boolean not null default false
);
comment on column private.second_factor.is_demanded is
  'Whether roles and permissions count only in a session that proved a second factor.';
insert into private.second_factor default values;
alter table private.second_factor enable row level security;

-- supabase/schemas/accounts/user_permissions.sql

create table public.user_permissions (
  user_id uuid not null references public.profiles (id) on delete cascade,
  permission_id uuid not null references public.permissions (id) on delete cascade,
  granted_by uuid references public.profiles (id) on delete set null,
  granted_at timestamptz not null default now(),
  primary key (user_id, permission_id)
);
create index user_permissions_permission_id_idx on public.user_permissions (permission_id);
create index user_permissions_granted_by_idx on public.user_permissions (granted_by);
alter table public.user_permissions enable row level security;
grant select, insert (user_id, permission_id), delete on public.user_permissions to authenticated;
grant select, insert, update, delete
  on public.user_permissions to service_role;

create policy "Own permissions, or all for their editors"
  on public.user_permissions for select to authenticated
  using (
    user_id = (select private.current_user_id())
    or (select private.has_permission('can_edit_user_roles'))
  );

create policy "Grant own permissions to accounts that are not protected"
  on public.user_permissions for insert to authenticated
  with check (
    permission_id in (select private.grantable_permission_ids())
    and user_id not in (select private.protected_user_ids())
    and (select private.is_trusted(user_id))
  );

create policy "Revoke own permissions from accounts that are not protected"
  on public.user_permissions for delete to authenticated
  using (
    permission_id in (select private.grantable_permission_ids())
    and user_id not in (select private.protected_user_ids())
  );

create trigger protect_admins before insert or delete on public.user_permissions
  for each row execute function private.protect_admins();

create trigger stamp_granted_by before insert on public.user_permissions
  for each row execute function private.set_current_user('granted_by');
create trigger withdraw_offers after delete on public.user_permissions
  for each row execute function private.withdraw_offers();
create trigger log_change after insert or update or delete on public.user_permissions
  for each row execute function private.log_change('user_id', 'permission_id');
create trigger release_tasks after delete on public.user_permissions
  for each row execute function private.release_tasks();
create trigger release_views after delete on public.user_permissions
  for each row execute function private.release_views();

-- supabase/schemas/accounts/user_roles.sql

create table public.user_roles (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  role public.app_role not null
);
comment on table public.user_roles is 'The only authority on roles. An account without a row is a user.';

create index user_roles_role_idx on public.user_roles (role);
alter table public.user_roles enable row level security;
grant select, insert, update (role), delete on public.user_roles to authenticated;
grant select, insert, update, delete
  on public.user_roles to service_role;

create policy "Own role, or all for managers of accounts"
  on public.user_roles for select to authenticated
  using (
    user_id = (select private.current_user_id())
    or (select private.has_permission('can_view_all_users'))
    or (select private.has_permission('can_edit_user_roles'))
  );

create policy "Assignable roles to accounts that are not protected"
  on public.user_roles for insert to authenticated
  with check (
    role in (select private.assignable_roles())
    and user_id not in (select private.protected_user_ids())
    and (select private.may_hold(user_id, role))
  );

-- An update that waited for a lock checks the new row again, but the protected accounts come from before
-- the wait (see protect_admins).
create policy "Change to an assignable role on accounts that are not protected"
  on public.user_roles for update to authenticated
  using (
    (select private.has_permission('can_edit_user_roles'))
    and user_id not in (select private.protected_user_ids())
    and (role <> 'admin' or (select private.is_admin()))
  )
  with check (
    role in (select private.assignable_roles())
    and user_id not in (select private.protected_user_ids())
    and (select private.may_hold(user_id, role))
  );

create policy "Only admins remove a role"
  on public.user_roles for delete to authenticated
  using ((select private.is_admin()));

create trigger copy_role after insert or update or delete on public.user_roles
  for each row execute function private.copy_role();

create trigger require_an_admin_on_update after update on public.user_roles
  referencing old table as former
  for each statement execute function private.require_an_admin();

create trigger require_an_admin_on_delete after delete on public.user_roles
  referencing old table as former
  for each statement execute function private.require_an_admin();

create trigger withdraw_offers after update or delete on public.user_roles
  for each row execute function private.withdraw_offers();

create trigger end_offer after insert or update on public.user_roles
  for each row execute function private.end_offer();
create trigger log_change after insert or update or delete on public.user_roles
  for each row execute function private.log_change('user_id', 'role');
create trigger release_tasks after update or delete on public.user_roles
  for each row execute function private.release_tasks();
create trigger release_views after update or delete on public.user_roles
  for each row execute function private.release_views();

-- supabase/schemas/campaigns/audience_counts.sql

create table private.audience_counts (
  audience text primary key,
  view_hash text,
  is_wanted boolean not null default false,
  counted_at timestamptz,
  members bigint,
  recipients bigint,
  without_name bigint,
  invalid bigint,
  duplicates bigint,
  unsubscribed bigint,
  undeliverable bigint,
  deceased bigint,
  do_not_contact bigint
);
alter table private.audience_counts enable row level security;
comment on table private.audience_counts is 'Counts of large audiences, for ten minutes.';
comment on column private.audience_counts.is_wanted is 'Someone waits until a job counts it.';
comment on column private.audience_counts.view_hash is 'Of the search and filters of a view when its people were counted: a search may have names.';

-- supabase/schemas/campaigns/audiences.sql

-- Campaigns: audiences, queueing, progress, and the outcome of each mail. A sender need not have the right
-- to read the recipients' addresses.

create function private.view_of_audience(audience text) returns uuid
language sql immutable set search_path = ''
as $$ select case when audience like 'view:%' then substr(audience, 6) end::uuid $$;

create function private.named_audience(audience text, at_most integer) returns setof private.audience_member
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
  -- Further conditions of a subscription belong here.
  select stored.email, stored.name, stored.person_id, false from public.newsletter_subscriptions stored where audience = 'all' and confirmed_at is not null
  union all
  select email, full_name, person_id, false from public.profiles where audience = 'supporters' and role = 'supporter' and confirmed
  union all
  select letter.email, letter.name, letter.id, false from private.donor_letters letter
  where audience = 'donors' and exists (select from private.gifts where person_id = letter.id)
  union all
  select email, concat_ws(' ', first_name, last_name), person_id, false from public.mentors
  where audience = 'mentors' and status = 'active'
  union all
  select email, concat_ws(' ', first_name, last_name), person_id, false from public.trainers
  where audience = 'trainers' and status = 'active'
  union all
  select parent_email, parent_name, parent.adult_id, coalesce(parent.no_contact, false)
  from public.mentees left join private.guardians parent on parent.child_id = person_id and parent.is_of_record
  where audience = 'parents' and status = 'active'
  union all
  select sent.email, concat_ws(' ', first_name, last_name), person_id, false
  from public.volunteer_applications sent join public.submissions using (id)
  where audience = 'volunteers' and sent.status = 'accepted'
  union all
  select sent.email, contact_name, person_id, false
  from public.partnership_proposals sent join public.submissions using (id)
  where audience = 'partners' and sent.status = 'accepted'
  limit at_most;
end
$$;

create function private.audience_members(audience text, at_most integer default null) returns table (address text, name text, refusal text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
  select listed.address, listed.name,
    case when people.is_deceased then 'deceased' when people.do_not_contact or listed.no_contact then 'do_not_contact' end
  from (
    select * from private.view_members(private.view_of_audience(audience), at_most)
    union all
    select * from private.named_audience(audience, at_most)
  ) as listed
  left join private.people on people.id = listed.person_id and (people.is_deceased or people.do_not_contact);
end
$$;
comment on function private.audience_members(text, integer) is
  'The members, or at most so many, of an audience as stored: some without an address, some twice; with `refusal` where they are deceased, or they or the relation to their child say not to be contacted.';

create function private.campaign_recipients(audience text, at_most integer default null)
returns table (address text, name text, left_out text)
language sql stable security definer set search_path = '' set work_mem = '64MB'
as $$
  -- Equal members are checked once.
  with given as materialized (
    select times, btrim(member.address) as address, member.refusal,
      -- Visitors type their names: one that could be a link counts as none.
      case when member.name !~ '[/@<>{}]|\w\.\w{2}' then nullif(btrim(member.name), '') end as name,
      -- Most addresses need neither function: their calls take longer than all the rest.
      case when is_plain and lower(member.address collate "C") not like all ('{%+%,%@gmail.com,%@googlemail.com}')
        then lower(member.address collate "C") else private.mailbox(member.address) collate "C" end as mailbox,
      is_plain or coalesce(private.is_address(btrim(member.address)), false) as is_valid
    from (
      select listed.address, listed.name, listed.refusal, count(*) as times,
        coalesce(listed.address ~ '^[A-Za-z0-9._+-]+@[A-Za-z0-9-]+([.][A-Za-z0-9-]+)+$' and char_length(listed.address) <= 254, false)
          as is_plain
      from private.audience_members(audience, at_most) listed group by listed.address, listed.name, listed.refusal
    ) as member
  ),
  suppressed as (
    select scope, reason = 'unsubscribed' as is_unsubscribed, min(reason) as reason from private.suppressions group by 1, 2
  )
  select listed.address, listed.name,
    case when listed.position > 1 or copy > 1 then 'double' else listed.reason end
  from (
    select given.*, coalesce(given.refusal, refused.reason, unsubscribed.reason) as reason, row_number() over (
      partition by given.mailbox
      -- A mailbox of which one address bounced is reached by another, and one of two by the other.
      order by given.refusal is not null, refused.reason is not null, name collate "C", char_length(address), address collate "C"
    ) as position
    from given
    left join suppressed refused on refused.scope = lower(given.address) and not refused.is_unsubscribed
    left join suppressed unsubscribed on unsubscribed.scope = given.mailbox and unsubscribed.is_unsubscribed
    where is_valid
  ) as listed
  cross join lateral generate_series(1, listed.times) as copy
  union all
  select address, name, 'invalid' from given cross join lateral generate_series(1, times) where not is_valid
$$;
comment on function private.campaign_recipients(text, integer) is
  'The members of an audience, or at most so many, each with the reason to leave it out, if any: invalid, double, deceased, do_not_contact, unsubscribed, bounced, complained.';

create function private.may_read_audience(audience text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  if audience like 'view:%' then
    return private.may_use_view(private.view_of_audience(audience), private.rights_holder());
  end if;
  return case audience
    when 'donors' then private.has_permission('can_manage_donations')
    when 'mentors' then private.has_permission('can_manage_mentors')
    when 'trainers' then private.has_permission('can_manage_trainers')
    -- A parent's name and address are a mentee's protected fields.
    when 'parents' then false
    when 'supporters'
      then private.has_permission('can_view_all_users') or private.has_permission('can_edit_user_roles')
    else private.has_permission('can_review_submissions')
  end;
end
$$;
comment on function private.may_read_audience(text) is
  'Whether the caller may read the names and addresses of an audience.';

create function private.large_audience() returns integer
language sql immutable set search_path = ''
as $$ select 5000 $$;
comment on function private.large_audience() is 'From how many members on an audience takes too long to count for each look.';

create function private.table_of_audience(audience text) returns regclass
language plpgsql stable security definer set search_path = ''
as $$
begin
  return to_regclass('public.' || quote_ident(case audience
    when 'all' then 'newsletter_subscriptions' when 'supporters' then 'profiles' when 'donors' then 'donations'
    when 'mentors' then 'mentors' when 'trainers' then 'trainers' when 'parents' then 'mentees'
    when 'volunteers' then 'volunteer_applications' when 'partners' then 'partnership_proposals'
    else (select table_name from public.saved_views where id = private.view_of_audience(audience))
  end));
end
$$;

create function private.is_huge(audience text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce((select reltuples > 200000 from pg_catalog.pg_class where oid = private.table_of_audience(audience)), false)
$$;
comment on function private.is_huge(text) is
  'Whether the table of an audience has more than 200,000 rows: a request may not last as long as it takes to compare them.';

create function private.view_hash(audience text) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select md5(state::text) from public.saved_views where id = private.view_of_audience(audience));
end
$$;

create function private.count_audience(chosen text) returns private.audience_counts
language plpgsql security definer set search_path = ''
as $$
declare
  counted private.audience_counts;
begin
  select
    chosen, private.view_hash(chosen), false,
    case when count(*) >= private.large_audience() or private.is_huge(chosen) then clock_timestamp() end, count(*),
    count(*) filter (where left_out is null),
    count(*) filter (where left_out is null and name is null),
    count(*) filter (where left_out = 'invalid'),
    count(*) filter (where left_out = 'double'),
    count(*) filter (where left_out = 'unsubscribed'),
    count(*) filter (where left_out in ('bounced', 'complained')),
    count(*) filter (where left_out = 'deceased'),
    count(*) filter (where left_out = 'do_not_contact')
  into counted from private.campaign_recipients(chosen);
  delete from private.audience_counts where audience = chosen;
  if counted.counted_at is not null then
    insert into private.audience_counts select counted.* on conflict do nothing;
  end if;
  return counted;
end
$$;
comment on function private.count_audience(text) is 'Counts an audience, and keeps the count of a large one; `counted_at` is null for others.';

create function private.campaign_audience(audience text, again boolean default false) returns table (
  recipients bigint, without_name bigint, invalid bigint, duplicates bigint, unsubscribed bigint,
  undeliverable bigint, sample_name text, deceased bigint, do_not_contact bigint, counted_at timestamptz, is_counting boolean
)
language plpgsql security definer set search_path = ''
as $$
declare
  known private.audience_counts;
begin
  -- Not even the number of people whom the caller may not read.
  if not private.has_permission('can_send_emails')
    or audience like 'view:%' and not private.may_read_audience(audience) then
    return;
  end if;
  select * into known from private.audience_counts stored
  where stored.audience = campaign_audience.audience and stored.counted_at > now() - interval '10 minutes'
    and stored.view_hash is not distinct from private.view_hash(campaign_audience.audience);
  if again or known.audience is null then
    if private.is_huge(audience) then
      insert into private.audience_counts as stored (audience, is_wanted) values (campaign_audience.audience, true)
      on conflict on constraint audience_counts_pkey do update set is_wanted = true where not stored.is_wanted;
      is_counting := true;
    else
      known := private.count_audience(audience);
    end if;
  end if;
  return query select
    known.recipients, known.without_name, known.invalid, known.duplicates, known.unsubscribed, known.undeliverable,
    case
      when private.may_read_audience(audience) then (
        select min(first.name) from private.campaign_recipients(audience, 100) as first where first.left_out is null
      )
      else (select full_name from public.profiles where id = private.current_user_id())
    end,
    known.deceased, known.do_not_contact,
    known.counted_at, coalesce(is_counting, known.is_wanted);
end
$$;

create function public.campaign_audience(audience text, again boolean default false) returns table (
  recipients bigint, without_name bigint, invalid bigint, duplicates bigint, unsubscribed bigint,
  undeliverable bigint, sample_name text, deceased bigint, do_not_contact bigint, counted_at timestamptz, is_counting boolean
)
language sql security invoker set search_path = ''
as $$ select * from private.campaign_audience(audience, again) $$;
comment on function public.campaign_audience is
  'The number of recipients of an audience, and of the members left out for each reason; with the name of a recipient, or the caller''s own without the right to read it. The count of a large audience is kept for ten minutes, unless it is asked for `again`; `counted_at` tells when that was. A huge one is counted by a job within a minute (`is_counting`), and null until then.';
grant execute on function private.campaign_audience, public.campaign_audience to authenticated;

create function private.count_audiences() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- A look that waits for the row of one that is counted waits until the transaction ends: one a minute.
  perform private.count_audience(audience) from (
    select audience from private.audience_counts
    where is_wanted or counted_at < now() - interval '8 minutes'
      and audience in (select target_audience from public.email_campaigns where status = 'draft')
    order by is_wanted desc, counted_at limit 1
  ) as next;
  delete from private.audience_counts where counted_at < now() - interval '10 minutes' and not is_wanted;
end
$$;
comment on function private.count_audiences() is
  'Counts an audience that someone waits for, or one of a draft before its count is too old to be shown; forgets the other old counts.';
select private.schedule_job('count_audiences', 'select private.count_audiences()');

create function private.delete_recipients() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.unqueued_recipients where campaign_id = old.id;
  return null;
end
$$;

-- supabase/schemas/campaigns/email_campaigns.sql

create table public.email_campaigns (
  id uuid primary key default gen_random_uuid(),
  name text not null check (private.is_line(name, 200)),
  subject text not null check (private.is_line(subject, 300)),
  content text not null check (private.is_text(content, 50000)),
  target_audience text not null default 'all' check (target_audience in (
    'all', 'donors', 'volunteers', 'mentors', 'trainers', 'parents', 'partners', 'supporters'
  ) or target_audience ~ '^view:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'),
  name_fallback text not null default 'friend' check (private.is_line(name_fallback, 100)),
  sent_count integer not null default 0 check (sent_count >= 0),
  recipient_count integer not null default 0 check (recipient_count >= 0),
  scheduled_at timestamptz,
  scheduled_by uuid references public.profiles (id) on delete set null,
  cancelled_at timestamptz,
  status public.campaign_status not null default 'draft',
  search_text text generated always as (private.searchable(name, subject, content)) stored,
  created_at timestamptz not null default now()
);

comment on column public.email_campaigns.target_audience is '`all` are all subscribers of the newsletter, `view:<id>` the people of a saved view.';
comment on column public.email_campaigns.name_fallback is 'Replaces {{name}} for recipients without a known name.';
comment on column public.email_campaigns.scheduled_by is 'Without this account''s can_send_emails the campaign becomes a draft again.';
comment on column public.email_campaigns.cancelled_at is
  'When the rest was cancelled. While the status is `sending`, its mails are being cancelled in slices.';
comment on column public.email_campaigns.recipient_count is 'Number of recipients.';
create index email_campaigns_created_at_idx on public.email_campaigns (created_at desc, id desc);
create index email_campaigns_name_idx on public.email_campaigns (name, id);
create index email_campaigns_scheduled_by_idx on public.email_campaigns (scheduled_by);

alter table public.email_campaigns enable row level security;
grant select, insert, update, delete on public.email_campaigns to service_role;
-- The browser cannot claim that mails went out: status and sent_count are in no grant.
grant
  select,
  insert (id, name, subject, content, target_audience, name_fallback),
  update (name, subject, content, target_audience, name_fallback)
on public.email_campaigns to authenticated;
create policy "Senders may select email_campaigns"
  on public.email_campaigns for select to authenticated
  using ((select private.has_permission('can_send_emails')));
create policy "Senders draft campaigns"
  on public.email_campaigns for insert to authenticated
  with check ((select private.has_permission('can_send_emails')) and status = 'draft');
create policy "Senders edit drafts"
  on public.email_campaigns for update to authenticated
  using ((select private.has_permission('can_send_emails')) and status = 'draft')
  with check ((select private.has_permission('can_send_emails')) and status = 'draft');
create trigger log_change after insert or update or delete on public.email_campaigns
  for each row execute function private.log_change();

create index email_campaigns_search_text_idx on public.email_campaigns
  using gin (search_text extensions.gin_trgm_ops) with (fastupdate = off);
create trigger delete_recipients after delete on public.email_campaigns
  for each row execute function private.delete_recipients();

-- supabase/schemas/campaigns/progress.sql

create function private.campaign_progress(campaign uuid) returns table (
  status public.campaign_status, is_cancelling boolean, unqueued bigint, waiting bigint, sent bigint,
  failed bigint, suppressed bigint, cancelled bigint, rate_per_minute integer, addresses_shown boolean
)
language sql stable security definer set search_path = ''
as $$
  select chosen.status, chosen.status = 'sending' and chosen.cancelled_at is not null,
    (select count(*) from private.unqueued_recipients where campaign_id = chosen.id),
    count(*) filter (where mail.state in ('queued', 'sending')),
    count(*) filter (where mail.state = 'sent'),
    count(*) filter (where mail.state = 'failed'),
    count(*) filter (where mail.state = 'suppressed'),
    count(*) filter (where mail.state = 'cancelled'),
    settings.rate_per_minute,
    private.may_read_audience(chosen.target_audience)
  from public.email_campaigns chosen
  cross join private.mail_settings settings
  left join private.outbox mail on mail.campaign_id = chosen.id and mail.kind = 'campaign'
  where chosen.id = campaign and private.has_permission('can_send_emails')
  group by chosen.id, settings.singleton
$$;

create function public.campaign_progress(campaign uuid) returns table (
  status public.campaign_status, is_cancelling boolean, unqueued bigint, waiting bigint, sent bigint,
  failed bigint, suppressed bigint, cancelled bigint, rate_per_minute integer, addresses_shown boolean
)
language sql stable security invoker set search_path = ''
as $$ select * from private.campaign_progress(campaign) $$;
comment on function public.campaign_progress is
  'The number of a campaign''s mails by outcome; `unqueued` are recipients whose mails are not queued yet.';
grant execute on function private.campaign_progress, public.campaign_progress to authenticated;

create function private.campaign_outcomes(
  campaign uuid, of_state text default null, search text default '', skipped integer default 0,
  at_most integer default 25
) returns table (id uuid, recipient text, state text, reason text, sent_at timestamptz, total bigint)
language plpgsql stable security definer set search_path = ''
as $$
declare
  may_read constant boolean := (
    select private.may_read_audience(target_audience) from public.email_campaigns chosen where chosen.id = campaign
  );
begin
  if not private.has_permission('can_send_emails') then
    return;
  end if;
  return query
    select mail.id,
      case when may_read then mail.recipient
        else regexp_replace(mail.recipient, '^(.)[^@]*@(.).*$', '\1•••@\2•••') end,
      shown.state,
      case when may_read then mail.error
        else regexp_replace(
          replace(lower(mail.error), lower(split_part(mail.recipient, '@', 1)), '•••'),
          '[^\s<>]+@[^\s<>]+', '•••', 'g'
        ) end,
      mail.sent_at, count(*) over ()
    from private.outbox mail,
      lateral (
        select case when mail.state in ('queued', 'sending') then 'waiting' else mail.state end as state
      ) as shown
    where mail.campaign_id = campaign and mail.kind = 'campaign'
      and (of_state is null or shown.state = of_state)
      and (search = '' or may_read and position(lower(btrim(search)) in lower(mail.recipient)) > 0)
    order by case when may_read then lower(mail.recipient) end, mail.id
    offset greatest(skipped, 0) limit least(at_most, 1000);
end
$$;

create function public.campaign_outcomes(
  campaign uuid, of_state text default null, search text default '', skipped integer default 0,
  at_most integer default 25
) returns table (id uuid, recipient text, state text, reason text, sent_at timestamptz, total bigint)
language sql stable security invoker set search_path = ''
as $$ select * from private.campaign_outcomes(campaign, of_state, search, skipped, at_most) $$;
comment on function public.campaign_outcomes is
  'The outcome of each mail of a campaign: waiting, sent, failed, suppressed or cancelled. For callers who may not read the addresses elsewhere they are masked and not searched.';
grant execute on function private.campaign_outcomes, public.campaign_outcomes to authenticated;

-- supabase/schemas/campaigns/sending.sql

create function private.lock_campaign(
  wanted uuid, statuses public.campaign_status[], refusal text
) returns public.email_campaigns
language plpgsql security definer set search_path = ''
as $$
declare
  campaign public.email_campaigns;
begin
  perform private.require(private.has_permission('can_send_emails'), 'You may not send emails.');
  select * into campaign from public.email_campaigns where id = wanted for no key update;
  if campaign.id is null or campaign.status <> all (statuses) then
    raise sqlstate 'PT409' using message = refusal;
  elsif campaign.status = 'sending' and campaign.cancelled_at is not null then
    raise sqlstate 'PT409' using message = 'This campaign is being cancelled.';
  end if;
  return campaign;
end
$$;
comment on function private.lock_campaign(uuid, public.campaign_status[], text) is
  'Locks and returns a campaign; refuses callers without can_send_emails, other statuses, and one that is being cancelled.';

create function private.require_known_fields(subject text, content text) returns void
language plpgsql immutable set search_path = ''
as $$
declare
  other constant text := substring(
    regexp_replace(subject || ' ' || content, '\{\{\s*name\s*\}\}', '', 'g') from '\{\{[^}]{0,40}\}{0,2}|\}\}'
  );
begin
  if other is not null then
    raise exception 'There is no merge field %. The only one is {{name}}.', other using errcode = 'check_violation';
  end if;
end
$$;

create function private.begin_sending(chosen uuid) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  reached integer;
begin
  insert into private.unqueued_recipients (campaign_id, number, address, name)
  select campaign.id, row_number() over (), member.address, coalesce(member.name, campaign.name_fallback)
  from public.email_campaigns campaign
  cross join lateral private.campaign_recipients(campaign.target_audience) member
  where campaign.id = chosen and member.left_out is null;
  get diagnostics reached = row_count;
  update public.email_campaigns set status = 'sending', recipient_count = reached where id = chosen;
  return reached;
end
$$;
comment on function private.begin_sending(uuid) is
  'Fixes the recipients of a campaign from its current audience, and returns their number.';

create function private.send_campaign(
  campaign uuid, expected_count integer, expected_words jsonb, send_at timestamptz default null
) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  draft constant public.email_campaigns :=
    private.lock_campaign(campaign, array['draft']::public.campaign_status[], 'This campaign is no longer a draft.');
  words constant jsonb := to_jsonb(draft);
  -- The count that the sender saw may be minutes old.
  tolerance constant real := case when exists (select from private.audience_counts where audience = draft.target_audience) then 0.01 else 0 end;
  reached integer;
begin
  if expected_words is null or not expected_words ?& array['subject', 'content', 'name_fallback', 'target_audience']
    or not words @> expected_words then
    raise sqlstate 'PT409' using message = 'Someone else has changed this campaign. Close this and look again.';
  end if;
  perform private.require_known_fields(draft.subject, draft.content);
  if draft.target_audience like 'view:%' and not private.may_read_audience(draft.target_audience) then
    raise exception 'The view is gone, or you may not read its list. Choose another audience.' using errcode = 'P0001';
  end if;
  if send_at is null and not private.is_huge(draft.target_audience) then
    reached := private.begin_sending(campaign);
  elsif send_at <= now() or send_at > now() + interval '1 year' then
    raise exception 'A campaign can be scheduled up to a year ahead.' using errcode = 'check_violation';
  else
    -- A job fixes the recipients.
    select recipients into reached from private.campaign_audience(draft.target_audience);
    update public.email_campaigns
    set status = 'scheduled', scheduled_at = coalesce(send_at, now()), scheduled_by = private.current_user_id()
    where id = campaign;
  end if;
  if reached is null then
    raise sqlstate 'PT409' using message = 'The audience is being counted. Try again in a minute.';
  elsif reached = 0 then
    raise sqlstate 'PT409' using message = 'No one would receive it.';
  elsif abs(reached - expected_count) > reached * tolerance is not false then
    raise sqlstate 'PT409' using message = format(
      'The audience has changed: %s would get it now, not %s.', reached, expected_count
    );
  end if;
  perform private.start_delivery();
  return reached;
end
$$;

create function public.send_campaign(
  campaign uuid, expected_count integer, expected_words jsonb, send_at timestamptz default null
) returns integer
language sql security invoker set search_path = ''
as $$ select private.send_campaign(campaign, expected_count, expected_words, send_at) $$;
comment on function public.send_campaign is
  'Sends a draft to its current audience, queued in slices, or schedules it for its audience at a later time; refused (409) when it is no draft, or when the subject, content, name_fallback, target_audience or number of recipients differs from the expected (by more than a percent where the count of a large audience is kept). One to a huge audience is scheduled for now.';
grant execute on function private.send_campaign, public.send_campaign to authenticated;

create function private.pause_campaign(campaign uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_campaign(campaign, array['sending']::public.campaign_status[], 'This campaign is not being sent.');
  update public.email_campaigns set status = 'paused' where id = campaign;
end
$$;

create function public.pause_campaign(campaign uuid) returns void
language sql security invoker set search_path = ''
as $$ select private.pause_campaign(campaign) $$;
comment on function public.pause_campaign is
  'Pauses a campaign. Mails that a worker has claimed still go out.';
grant execute on function private.pause_campaign, public.pause_campaign to authenticated;

create function private.resume_campaign(campaign uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_campaign(campaign, array['paused']::public.campaign_status[], 'This campaign is not paused.');
  update public.email_campaigns set status = 'sending' where id = campaign;
  -- The pause does not count against the time of retries.
  update private.outbox set expires_at = null
  where campaign_id = campaign and kind = 'campaign' and state = 'queued' and expires_at is not null;
  perform private.start_delivery();
end
$$;

create function public.resume_campaign(campaign uuid) returns void
language sql security invoker set search_path = ''
as $$ select private.resume_campaign(campaign) $$;
comment on function public.resume_campaign is
  'Resumes a paused campaign.';
grant execute on function private.resume_campaign, public.resume_campaign to authenticated;

create function private.was_test_sent(campaign uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from private.outbox
    where campaign_id = was_test_sent.campaign and kind = 'campaign'
      and (claimed_at is not null or state in ('sending', 'sent', 'failed'))
  )
$$;
comment on function private.was_test_sent(uuid) is 'Whether a worker ever claimed one of its mails.';

create function private.cancel_campaign(campaign uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  status constant public.campaign_status := (private.lock_campaign(
    campaign, array['scheduled', 'sending', 'paused']::public.campaign_status[], 'There is nothing left to cancel.'
  )).status;
begin
  if status = 'scheduled' then
    update public.email_campaigns stored set status = 'draft', scheduled_at = null, scheduled_by = null
    where id = campaign;
    return;
  end if;
  -- Every claim locks this row: earlier claims are over, and later ones find the campaign cancelled.
  perform from private.mail_settings where singleton for update;
  -- A claimed mail has this one attempt.
  update private.outbox set expires_at = now()
  where campaign_id = campaign and kind = 'campaign' and state = 'sending';
  update public.email_campaigns stored set status = 'sending', cancelled_at = now() where id = campaign;
  perform private.start_delivery();
end
$$;

create function public.cancel_campaign(campaign uuid) returns void
language sql security invoker set search_path = ''
as $$ select private.cancel_campaign(campaign) $$;
comment on function public.cancel_campaign is
  'Cancels a campaign for good. Its mails are cancelled in slices; a campaign without any attempt is then a draft again.';
grant execute on function private.cancel_campaign, public.cancel_campaign to authenticated;

create function private.test_campaign(campaign uuid) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  tried constant public.email_campaigns := private.lock_campaign(
    campaign, enum_range(null::public.campaign_status), 'There is no such campaign.'
  );
  account public.profiles;
begin
  perform private.require_known_fields(tried.subject, tried.content);
  select * into account from public.profiles where id = private.current_user_id();
  if private.is_address(btrim(account.email)) is not true then
    raise exception 'Your account has no address to send to.' using errcode = 'check_violation';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('test campaign ' || account.id, 0));
  if 10 <= (
    select count(*) from private.outbox
    where mailbox = private.mailbox(account.email) and kind = 'campaign_test'
      and created_at > now() - interval '1 hour'
  ) then
    raise sqlstate 'PT429' using message = 'You can send ten test emails in an hour.';
  end if;
  insert into private.outbox (idempotency_key, kind, recipient, campaign_id, data)
  values (
    concat_ws(':', 'campaign_test', campaign, gen_random_uuid()), 'campaign_test', btrim(account.email), campaign,
    jsonb_build_object('fields', jsonb_build_object('name', coalesce(account.full_name, tried.name_fallback)))
  );
  return btrim(account.email);
end
$$;

create function public.test_campaign(campaign uuid) returns text
language sql security invoker set search_path = ''
as $$ select private.test_campaign(campaign) $$;
comment on function public.test_campaign is
  'Sends a campaign to the caller alone, ten times an hour at most; returns the address.';
grant execute on function private.test_campaign, public.test_campaign to authenticated;

create function private.queue_slice(campaign public.email_campaigns, at_most integer) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  first constant integer := (select min(number) from private.unqueued_recipients where campaign_id = campaign.id);
  moved integer;
begin
  with slice as (
    delete from private.unqueued_recipients
    where campaign_id = campaign.id and number < first + at_most
    returning address, name
  ), queued as (
    insert into private.outbox (idempotency_key, kind, recipient, campaign_id, state, expires_at, data)
    select concat_ws(':', 'campaign', campaign.id, lower(address)), 'campaign', address, campaign.id,
      case when campaign.cancelled_at is null then 'queued' else 'cancelled' end, null,
      jsonb_build_object('fields', jsonb_build_object('name', name))
    from slice
    on conflict (idempotency_key) do nothing
  )
  select count(*) into moved from slice;
  return moved;
end
$$;

create function private.cancel_slice(campaign public.email_campaigns, at_most integer) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  -- Recipients whose mails are not queued yet are among the outcomes, too.
  moved integer := private.queue_slice(campaign, at_most);
begin
  if moved = 0 then
    update private.outbox set state = 'cancelled', worker = null
    where id = any (array(
      select id from private.outbox
      where campaign_id = campaign.id and kind = 'campaign'
        and (state = 'queued' or state = 'sending' and next_at <= now())
      limit at_most for update skip locked
    ));
    get diagnostics moved = row_count;
  end if;
  return moved;
end
$$;

create function private.undo_slice(campaign public.email_campaigns, at_most integer) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  moved integer;
begin
  delete from private.unqueued_recipients where campaign_id = campaign.id;
  delete from private.outbox where id = any (array(
    select id from private.outbox where campaign_id = campaign.id and kind = 'campaign' limit at_most
  ));
  get diagnostics moved = row_count;
  if moved < at_most then
    update public.email_campaigns stored set status = 'draft', scheduled_at = null, scheduled_by = null,
      cancelled_at = null, recipient_count = 0
    where id = campaign.id;
  end if;
  return moved;
end
$$;

create function private.advance_campaigns(at_most integer default 2500) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  campaign public.email_campaigns;
  moved integer;
begin
  for campaign in
    select * from public.email_campaigns stored
    where status in ('sending', 'paused') and (
      cancelled_at is not null or exists (select from private.unqueued_recipients where campaign_id = stored.id)
    )
    order by cancelled_at, created_at
    for no key update skip locked
  loop
    moved := case
      when campaign.cancelled_at is null then private.queue_slice(campaign, at_most)
      when private.was_test_sent(campaign.id) then private.cancel_slice(campaign, at_most)
      else private.undo_slice(campaign, at_most)
    end;
    if moved > 0 then
      return moved;
    end if;
  end loop;
  return private.advance_receipts();
end
$$;

create function public.advance_campaigns() returns integer
language sql security invoker set search_path = ''
as $$ select private.advance_campaigns() $$;
comment on function public.advance_campaigns() is
  'For the worker: queues or cancels the next 2,500 mails of a campaign, or else queues the next gift receipts, and returns their number; 0 when none are left.';

-- The count of sent mails is updated here and not with each mail: concurrent workers would wait for each
-- other at the campaign's row.

create function private.finish_campaigns() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  campaign uuid;
begin
  for campaign in
    select id from public.email_campaigns
    where status in ('sending', 'paused') and (cancelled_at is null or private.was_test_sent(id))
    for no key update skip locked
  loop
    update public.email_campaigns stored
    set sent_count = counted.sent,
      status = case when counted.is_over then 'sent' else stored.status end
    from (
      select count(*) filter (where state = 'sent') as sent,
        count(*) filter (where state in ('queued', 'sending')) = 0
          and not exists (select from private.unqueued_recipients where campaign_id = campaign) as is_over
      from private.outbox where campaign_id = campaign and kind = 'campaign'
    ) as counted
    where stored.id = campaign
      and (stored.sent_count <> counted.sent or counted.is_over);
  end loop;
end
$$;
comment on function private.finish_campaigns() is
  'Counts the sent mails of each campaign, and ends campaigns without waiting mails: each minute, and whenever a worker finds no more.';

create function private.uncount_mail() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.email_campaigns set sent_count = greatest(sent_count - 1, 0) where id = new.campaign_id;
  return null;
end
$$;

create function private.process_campaigns() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  began constant timestamptz := clock_timestamp();
  due uuid;
begin
  update public.email_campaigns set status = 'draft', scheduled_at = null, scheduled_by = null
  where status = 'scheduled'
    and (
      scheduled_by is null or scheduled_by not in (select private.holders('can_send_emails'))
      or target_audience like 'view:%' and not private.may_use_view(private.view_of_audience(target_audience), scheduled_by)
    );
  -- A hundred thousand recipients take a second: one campaign a minute.
  select id into due from public.email_campaigns
  where status = 'scheduled' and scheduled_at <= now()
  order by scheduled_at limit 1 for no key update skip locked;
  if found then
    perform private.begin_sending(due);
    perform private.start_delivery();
  end if;
  while clock_timestamp() < began + interval '1 second' and private.advance_campaigns() > 0 loop
  end loop;
  perform private.finish_campaigns();
end
$$;
comment on function private.process_campaigns() is
  'Begins a campaign that is due, and advances campaigns for a second.';
select private.schedule_job('process_campaigns', 'select private.process_campaigns()');

grant execute on function private.advance_campaigns(integer), public.advance_campaigns() to service_role;

-- supabase/schemas/campaigns/unqueued_recipients.sql

-- Sending. A click fixes the recipients and starts a worker, which queues them in slices: each slice is a
-- transaction of its own, so nothing is lost or repeated when a worker ends between two of them.

-- No foreign key: its checks for a hundred thousand rows would add a third of a second to the click.
create table private.unqueued_recipients (
  campaign_id uuid not null,
  number integer not null,
  address text not null,
  name text not null,
  primary key (campaign_id, number)
);
alter table private.unqueued_recipients enable row level security;
comment on table private.unqueued_recipients is
  'Recipients of a campaign whose mails are not in the outbox yet.';

-- supabase/schemas/courses/assessments.sql

create table public.assessments (
  id uuid primary key default gen_random_uuid(),
  course_id uuid not null references public.courses (id) on delete cascade,
  name text not null check (private.is_line(name, 100)),
  added_at timestamptz not null default clock_timestamp()
);
comment on table public.assessments is 'Graded work of a course, such as "Quiz 1".';
create unique index assessments_name_key on public.assessments (course_id, lower(btrim(name)));

alter table public.assessments enable row level security;
grant select, insert, update, delete on public.assessments to service_role;
grant select, insert (id, course_id, name), update (name) on public.assessments to authenticated;
create policy "Managers may select assessments"
  on public.assessments for select to authenticated
  using ((select private.has_permission('can_manage_courses')));
create policy "Managers may insert assessments"
  on public.assessments for insert to authenticated
  with check ((select private.has_permission('can_manage_courses')));
create policy "Managers may update assessments"
  on public.assessments for update to authenticated
  using ((select private.has_permission('can_manage_courses')))
  with check ((select private.has_permission('can_manage_courses')));
create trigger log_change after insert or update or delete on public.assessments
  for each row execute function private.log_change();

-- supabase/schemas/courses/enrolments.sql

create table public.enrolments (
  course_id uuid not null references public.courses (id) on delete cascade,
  mentee_id uuid not null references public.mentees (id) on delete cascade,
  state public.enrolment_state not null,
  asked_at timestamptz not null default clock_timestamp(),
  primary key (course_id, mentee_id)
);
comment on column public.enrolments.asked_at is 'The order of the waitlist.';
create index enrolments_mentee_id_idx on public.enrolments (mentee_id);

alter table public.enrolments enable row level security;
grant select, insert, update, delete on public.enrolments to service_role;

create trigger log_change after insert or update or delete on public.enrolments
  for each row execute function private.log_course_change('state');
create trigger promote_waitlisted after update of state on public.enrolments
  for each row when (old.state = 'enrolled' and new.state <> 'enrolled')
  execute function private.sync_seats('course_id');
create trigger promote_after_removal after delete on public.enrolments
  for each row when (old.state = 'enrolled') execute function private.sync_seats('course_id');

-- supabase/schemas/courses/grading.sql

create function private.save_grade(assessment uuid, mentee uuid, given numeric default null, replaced numeric default null) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  course uuid;
  stored numeric;
begin
  perform private.require_course_manager();
  if given not between 0 and 100 or given <> round(given, 2) then
    raise exception 'A grade is a number from 0 to 100 with two decimals at most.' using errcode = 'check_violation';
  end if;
  select course_id into course from public.assessments where id = assessment for key share;
  -- The lock serializes concurrent grades of one cell.
  perform from public.enrolments
  where course_id = course and mentee_id = mentee and state = 'enrolled' for no key update;
  if not found then
    raise exception 'Only enrolled mentees can be graded.' using errcode = 'check_violation';
  end if;
  select grade into stored from public.student_grades where assessment_id = assessment and mentee_id = mentee;
  if stored is not distinct from given then
    return;
  elsif stored is distinct from replaced then
    raise sqlstate 'PT409' using
      message = 'Someone else has set another grade.', detail = coalesce(stored::text, '');
  elsif given is null then
    delete from public.student_grades where assessment_id = assessment and mentee_id = mentee;
  else
    insert into public.student_grades (mentee_id, course_id, assessment_id, grade)
    values (mentee, course, assessment, given)
    on conflict (assessment_id, mentee_id) do update set grade = excluded.grade;
  end if;
end
$$;

create function public.save_grade(assessment uuid, mentee uuid, given numeric default null, replaced numeric default null) returns void
language sql security invoker set search_path = ''
as $$ select private.save_grade(assessment, mentee, given, replaced) $$;
comment on function public.save_grade is
  'Sets a grade from 0 to 100, or with null removes it, from the one that the caller saw; 409 with the stored one in the details when it is another.';
grant execute on function private.save_grade, public.save_grade to authenticated;

create function private.remove_assessment(assessment uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_course_manager();
  perform from public.assessments where id = assessment for update;
  if exists (select from public.student_grades where assessment_id = assessment) then
    raise sqlstate 'PT409' using message = 'It has grades. Remove them first.';
  end if;
  delete from public.assessments where id = assessment;
end
$$;

create function public.remove_assessment(assessment uuid) returns void
language sql security invoker set search_path = ''
as $$ select private.remove_assessment(assessment) $$;
comment on function public.remove_assessment is
  'Removes an assessment without grades; 409 otherwise.';
grant execute on function private.remove_assessment, public.remove_assessment to authenticated;

-- supabase/schemas/courses/student_grades.sql

create table public.student_grades (
  id uuid primary key default gen_random_uuid(),
  mentee_id uuid references public.mentees (id) on delete cascade,
  course_id uuid references public.courses (id) on delete set null,
  assessment_id uuid references public.assessments (id) on delete cascade,
  grade numeric(5, 2) check (grade between 0 and 100),
  created_at timestamptz not null default now(),
  unique (assessment_id, mentee_id)
);
create index student_grades_mentee_id_idx on public.student_grades (mentee_id);
create index student_grades_course_id_idx on public.student_grades (course_id);

alter table public.student_grades enable row level security;
grant select, insert, update, delete on public.student_grades to service_role;
-- Grades leave the database as an average, without their owners.
grant select (grade) on public.student_grades to authenticated;
create policy "Analysts may select student_grades"
  on public.student_grades for select to authenticated
  using ((select private.has_permission('can_view_analytics')));
create trigger log_change after insert or update or delete on public.student_grades
  for each row execute function private.log_course_change('grade');

-- supabase/schemas/dashboard/charts.sql

-- The figures of the staff's first screens: for a period and the one before, and since the last visit.

create function public.period_figures(days integer) returns table (
  figure text,
  this_period numeric,
  period_before numeric
)
language sql stable security invoker set search_path = ''
as $$
  with period as (
    select now() - make_interval(days => days) as began, now() - make_interval(days => 2 * days) as before
  )
  select 'mentors', count(*) filter (where created_at >= began), count(*) filter (where created_at < began)
  from period left join public.mentors on created_at >= before
  having (select private.has_permission('can_manage_mentors'))
  union all
  select 'mentees', count(*) filter (where created_at >= began), count(*) filter (where created_at < began)
  from period left join public.mentees on created_at >= before
  having (select private.has_permission('can_manage_mentees'))
  union all
  select 'donations', count(*) filter (where created_at >= began), count(*) filter (where created_at < began)
  from period left join public.donations on created_at >= before and is_kept
  having (select private.has_permission('can_manage_donations'))
  union all
  select 'donated', coalesce(sum(amount - refunded) filter (where created_at >= began), 0),
    coalesce(sum(amount - refunded) filter (where created_at < began), 0)
  from period left join public.donations on created_at >= before
  having (select private.has_permission('can_manage_donations'))
  union all
  select 'submissions', count(*) filter (where created_at >= began), count(*) filter (where created_at < began)
  from period left join public.submissions on created_at >= before
  having (select private.may_review())
$$;
comment on function public.period_figures(integer) is
  'New people, donations (number and dollars, less refunds) and submissions of the last days and of as many days before. No line for tables that the caller may not read.';

create function public.promises_kept(days integer) returns table (
  kind public.submission_kind,
  due bigint,
  kept bigint,
  median_hours double precision,
  due_before bigint,
  kept_before bigint,
  median_hours_before double precision
)
language sql stable security invoker set search_path = ''
as $$
  with promises as (
    select submissions.kind, due_at >= now() - make_interval(days => days) as is_recent,
      coalesce(answered_at <= due_at, false) as is_kept,
      extract(epoch from answered_at - created_at)::double precision / 3600 as hours
    from public.submissions
    where due_at >= now() - make_interval(days => 2 * days) and due_at < now()
  )
  select
    listed.kind,
    count(*) filter (where is_recent),
    count(*) filter (where is_recent and is_kept),
    percentile_cont(0.5) within group (order by hours) filter (where is_recent),
    count(*) filter (where not is_recent),
    count(*) filter (where not is_recent and is_kept),
    percentile_cont(0.5) within group (order by hours) filter (where not is_recent)
  from unnest(enum_range(null::public.submission_kind)) as listed (kind)
  left join promises using (kind)
  where (select private.may_review())
  group by listed.kind
  order by listed.kind
$$;
comment on function public.promises_kept(integer) is
  'For each kind: the answers due in the last days, how many were in time, and the median hours until the first answer; and the same for as many days before. Nothing without can_review_submissions.';

create function private.record_visit() returns timestamptz
language sql security definer set search_path = ''
as $$
  insert into private.visits as visit (user_id)
  select private.current_user_id() where private.current_user_id() is not null
  on conflict (user_id) do update set
    previous_at = case
      when visit.seen_at < now() - interval '30 minutes' then visit.seen_at else visit.previous_at
    end,
    seen_at = now()
  returning previous_at
$$;

create function public.record_visit() returns timestamptz
language sql security invoker set search_path = ''
as $$ select private.record_visit() $$;
comment on function public.record_visit is
  'Records the caller''s visit and returns the time of the visit before, null at the first. A visit ends after half an hour without a call.';
grant execute on function private.record_visit, public.record_visit to authenticated;

grant execute on function
  public.period_figures(integer),
  public.promises_kept(integer)
to authenticated;

-- supabase/schemas/dashboard/figures.sql

-- The totals and charts of the dashboard.

create function private.office_today() returns date
language sql stable set search_path = ''
as $$ select (now() at time zone private.office_time_zone())::date $$;

create function public.dashboard_stats() returns table (
  mentor_count bigint,
  mentee_count bigint,
  donation_total numeric,
  active_course_count bigint,
  campaign_count bigint,
  average_grade numeric,
  grade_count bigint
)
language sql stable security invoker set search_path = ''
as $$
  select
    case when (select private.has_permission('can_manage_mentors'))
      then (select count(*) from public.mentors) end,
    case when (select private.has_permission('can_manage_mentees'))
      then (select count(*) from public.mentees) end,
    case when (select private.has_permission('can_manage_donations'))
      then (select coalesce(sum(amount - refunded), 0) from public.donations) end,
    case when (select private.has_permission('can_manage_courses'))
      then (select count(*) from public.courses where status = 'active') end,
    case when (select private.has_permission('can_send_emails'))
      then (select count(*) from public.email_campaigns) end,
    case when (select private.has_permission('can_view_analytics'))
      then (select coalesce(avg(coalesce(grade, 0)), 0) from public.student_grades) end,
    case when (select private.has_permission('can_view_analytics'))
      then (select count(grade) from public.student_grades) end
$$;
comment on function public.dashboard_stats() is
  'The figures of the dashboard; null where the caller lacks the permission. A missing grade counts as 0 in the average; grade_count is the number of grades.';

-- The series of the dashboard's charts. A month or week without rows has zeros; a caller who may not read
-- the rows gets no line at all, so that "none" and "not for you" differ. Months and weeks (from Monday)
-- are those of the office, as are the days in the lists.

create function public.donations_by_month() returns table (
  month date,
  total numeric,
  donation_count bigint
)
language sql stable security invoker set search_path = ''
as $$
  with months as (
    select start from generate_series(
      date_trunc('month', now() at time zone private.office_time_zone()) - interval '11 months',
      date_trunc('month', now() at time zone private.office_time_zone()),
      interval '1 month'
    ) as start
  ),
  given as (
    select
      date_trunc('month', created_at at time zone private.office_time_zone()) as start,
      sum(amount - refunded) as total,
      count(*) as donation_count
    from public.donations
    where created_at >= (select min(start) from months) at time zone private.office_time_zone()
    group by 1
  )
  select start::date, coalesce(given.total, 0), coalesce(given.donation_count, 0)
  from months left join given using (start)
  where (select private.has_permission('can_manage_donations'))
  order by start
$$;
comment on function public.donations_by_month() is
  'Donations of this month and the eleven before it, oldest first; nothing without can_manage_donations.';

create function public.submissions_by_week() returns table (
  week date,
  volunteer_count bigint,
  program_count bigint,
  partnership_count bigint
)
language sql stable security invoker set search_path = ''
as $$
  with weeks as (
    select start from generate_series(
      date_trunc('week', now() at time zone private.office_time_zone()) - interval '11 weeks',
      date_trunc('week', now() at time zone private.office_time_zone()),
      interval '1 week'
    ) as start
  ),
  since as (
    select min(start) at time zone private.office_time_zone() as moment from weeks
  ),
  sent as (
    select created_at, 'volunteer' as kind from public.volunteer_applications
    where created_at >= (select moment from since)
    union all
    select created_at, 'program' from public.program_applications
    where created_at >= (select moment from since)
    union all
    select created_at, 'partnership' from public.partnership_proposals
    where created_at >= (select moment from since)
  ),
  counted as (
    select
      date_trunc('week', created_at at time zone private.office_time_zone()) as start,
      count(*) filter (where kind = 'volunteer') as volunteer_count,
      count(*) filter (where kind = 'program') as program_count,
      count(*) filter (where kind = 'partnership') as partnership_count
    from sent
    group by 1
  )
  select
    start::date,
    coalesce(counted.volunteer_count, 0),
    coalesce(counted.program_count, 0),
    coalesce(counted.partnership_count, 0)
  from weeks left join counted using (start)
  where (select private.may_review())
  order by start
$$;
comment on function public.submissions_by_week() is
  'Applications and proposals of this week and the eleven before it, oldest first; nothing without can_review_submissions.';
grant execute on function
  public.dashboard_stats(), public.donations_by_month(), public.submissions_by_week()
to authenticated;

-- supabase/schemas/dashboard/visits.sql

-- A visit ends after half an hour without a call.

create table private.visits (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  seen_at timestamptz not null default now(),
  previous_at timestamptz
);
alter table private.visits enable row level security;

-- supabase/schemas/faults/faults.sql

create table public.faults (
  id uuid primary key default gen_random_uuid(),
  place public.fault_place not null default 'public',
  page text not null check (private.is_line(page, 100)),
  message text not null check (private.is_line(message, 300)),
  stack text check (private.is_text(stack, 2000)),
  version text check (private.is_line(version, 40)),
  browser text check (private.is_line(browser, 40)),
  occurrences integer not null default 1,
  last_at timestamptz not null default now(),
  fixed_at timestamptz,
  state text not null generated always as (case when fixed_at is null then 'open' else 'fixed' end) stored,
  told_at timestamptz,
  fingerprint bytea not null default '' unique,
  search_text text generated always as (private.searchable(message, page)) stored,
  created_at timestamptz not null default now()
);
comment on table public.faults is 'One row for each place, page, message, first line of ours, and version of the app.';
comment on column public.faults.place is
  'A page without or with a session of staff; an Edge Function; a task that the clock starts, the delivery of mail included.';
comment on column public.faults.page is 'The address without its ids, or the name of the function or task.';
comment on column public.faults.stack is 'Lines of our own files: file, line and column.';
comment on column public.faults.browser is 'Of the last report.';
comment on column public.faults.fixed_at is 'Null again when it comes again.';
comment on column public.faults.told_at is 'When the mail to admins counted it.';
create index faults_created_at_idx on public.faults (created_at desc, id desc);
create index faults_last_at_idx on public.faults (last_at desc, id desc);
create index faults_occurrences_idx on public.faults (occurrences, id);
create index faults_untold_idx on public.faults (last_at) where told_at is null and fixed_at is null;
create index faults_search_text_idx on public.faults
  using gin (search_text extensions.gin_trgm_ops) with (fastupdate = off);

alter table public.faults enable row level security;
grant select, insert, update, delete on public.faults to service_role;
grant insert (page, message, stack, version, browser) on public.faults to anon, authenticated;
grant select, update (fixed_at) on public.faults to authenticated;
create policy "Browsers may report faults"
  on public.faults for insert to anon, authenticated
  with check (fixed_at is null);
create policy "Admins may select faults"
  on public.faults for select to authenticated
  using ((select private.is_admin()));
create policy "Admins may update faults"
  on public.faults for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create trigger refuse_returning before insert on public.faults
  for each statement execute function private.refuse_returning();
create trigger limit_submissions before insert on public.faults
  for each row execute function private.limit_submissions();
-- After limit_submissions, by its name.
create trigger store_fault before insert on public.faults
  for each row execute function private.store_fault();
create trigger log_change after update of fixed_at on public.faults
  for each row when (old.fixed_at is distinct from new.fixed_at)
  execute function private.log_change();
create trigger forward_fault after insert on public.faults
  for each row execute function private.forward_fault();
create trigger forward_fault_again after update of fixed_at on public.faults
  for each row when (old.fixed_at is not null and new.fixed_at is null)
  execute function private.forward_fault();

-- supabase/schemas/files/file_leftovers.sql

-- Objects whose row is gone, with the record or for good. The function check-files deletes them.

create table private.file_leftovers (
  id uuid primary key,
  created_at timestamptz not null default now()
);
alter table private.file_leftovers enable row level security;

-- supabase/schemas/files/files.sql

create table public.files (
  id uuid primary key,
  name text not null check (private.is_file_name(name)),
  size integer not null check (size between 1 and private.largest_file()),
  type text,
  hash text check (hash ~ '^[0-9a-f]{64}$'),
  version text check (private.is_line(version, 100)),
  state public.file_state not null default 'uploading',
  refusal text check (refusal in ('type', 'heic', 'macros', 'name', 'metadata', 'pixels', 'empty', 'too_large', 'duplicate')),
  mentor_id uuid references public.mentors (id) on delete cascade,
  mentee_id uuid references public.mentees (id) on delete cascade,
  trainer_id uuid references public.trainers (id) on delete cascade,
  donor_id uuid references public.donors (id) on update cascade on delete cascade,
  gift_id uuid references public.donations (id) on delete cascade,
  program_id uuid references public.programs (id) on delete cascade,
  submission_id uuid references public.submissions (id) on delete cascade,
  record_kind text not null generated always as (case
    when mentor_id is not null then 'mentors' when mentee_id is not null then 'mentees'
    when trainer_id is not null then 'trainers' when donor_id is not null then 'donors'
    when gift_id is not null then 'donations' when program_id is not null then 'programs' else 'submissions'
  end) stored,
  record_id uuid not null generated always as (
    coalesce(mentor_id, mentee_id, trainer_id, donor_id, gift_id, program_id, submission_id)
  ) stored,
  search_text text generated always as (private.searchable(name)) stored,
  created_at timestamptz not null default now(),
  created_by uuid default auth.uid() references public.profiles (id) on delete set null,
  author_name text,
  removed_at timestamptz,
  constraint files_type_check check (private.is_file_name(name, type)),
  constraint files_submission_id_check
    check (num_nonnulls(mentor_id, mentee_id, trainer_id, donor_id, gift_id, program_id, submission_id) = 1),
  constraint files_state_check check (
    case state when 'uploading' then num_nonnulls(type, hash, version, refusal) = 0
      when 'ready' then num_nonnulls(type, hash, version) = 3 and refusal is null
      else refusal is not null end
  )
);
comment on column public.files.size is 'In bytes: as the browser gave it, and once it is checked as it is.';
comment on column public.files.type is 'By its content; null until it is checked.';
comment on column public.files.hash is 'SHA-256 of the content, in hexadecimal.';
comment on column public.files.version is
  'Of the object that was checked, as storage.objects has it. Another one under the same name cannot be opened.';
comment on column public.files.removed_at is 'Since when nobody sees it; it can be brought back for private.file_undo.';

create index files_record_id_idx on public.files (record_id, created_at desc, id desc);
create index files_mentor_id_idx on public.files (mentor_id);
create index files_mentee_id_idx on public.files (mentee_id);
create index files_trainer_id_idx on public.files (trainer_id);
create index files_donor_id_idx on public.files (donor_id);
create index files_gift_id_idx on public.files (gift_id);
create index files_program_id_idx on public.files (program_id);
create index files_submission_id_idx on public.files (submission_id);
create index files_created_by_idx on public.files (created_by);
create index files_unready_idx on public.files (created_at) where state <> 'ready';
create index files_removed_at_idx on public.files (removed_at) where removed_at is not null;
create index files_search_text_idx on public.files
  using gin (search_text extensions.gin_trgm_ops) with (fastupdate = off);

alter table public.files enable row level security;
grant select (
  id, name, size, type, state, refusal, mentor_id, mentee_id, trainer_id, donor_id, gift_id, program_id, submission_id,
  record_kind, record_id, created_at, created_by, author_name
) on public.files to authenticated;
grant select, insert, update, delete on public.files to service_role;
create policy "Readers of a record see its files"
  on public.files for select to authenticated
  using (removed_at is null and record_kind in (select private.readable_tables()));
create trigger keep_leftovers after delete on public.files referencing old table as gone
  for each statement execute function private.keep_leftovers();

-- supabase/schemas/files/filing.sql

-- Files on records: a row here, the bytes in the private bucket `files` under the row's id. Who may read the
-- record reads its files, once their content is checked (docs/decisions/045-files.md).

-- The log: under the record, with the names; of a mentee's file only that there was a change.

create function private.log_file(file public.files, actor uuid, before text, after text) returns void
language sql security definer set search_path = ''
as $$
  insert into public.change_log (actor_id, actor_name, action, record_kind, record_id, record_name, changes)
  select actor, private.account_name(actor), 'changed', file.record_kind, file.record_id,
    coalesce(
      record ->> 'name', record ->> 'donor_name', nullif(concat_ws(' ', record ->> 'first_name', record ->> 'last_name'), '')
    ),
    jsonb_build_object('file', case when file.mentee_id is null then jsonb_build_array(before, after) end)
  from private.stored_rows(format('public.%I', file.record_kind)::regclass, array[file.record_id]) as record
$$;

-- What staff do. Each asks for the right to the record; a file that the caller may not see is none.

create function private.writable_file(file uuid) returns public.files
language plpgsql security definer set search_path = ''
as $$
declare
  found public.files;
begin
  select * into found from public.files where id = file and private.may_search(record_kind) for update;
  if found.id is null or found.removed_at < now() - private.file_undo() then
    raise exception 'This file no longer exists.' using errcode = 'PT404';
  end if;
  return found;
end
$$;

create function private.refuse_same_file(kind text, record uuid, of_hash text, besides uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  same text;
begin
  -- Checks and restores of two copies at a time wait for each other.
  perform pg_advisory_xact_lock(hashtextextended('public.files ' || record, 0));
  select name into same from public.files
  where record_id = record and record_kind = kind and hash = of_hash and state = 'ready' and removed_at is null
    and id is distinct from besides
  order by created_at, id limit 1;
  if same is not null then
    raise exception 'The same file is here already: %', same using errcode = 'PT409';
  end if;
end
$$;

create function private.require_file_name(name text, of_type text) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if private.is_file_name(name, of_type) is not true then
    raise exception 'A name has up to 255 bytes, no slash and no invisible mark, and ends in one of: %.', (
      select string_agg(known.ending, ', ' order by known.ending) from private.file_endings() as known
      where of_type is null or known.type = of_type
    ) using errcode = 'check_violation', constraint = 'files_name_check';
  end if;
end
$$;

create function private.add_file(id uuid, kind text, record uuid, name text, size integer, hash text default null) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  most_unfinished constant integer := 100;
begin
  -- Not while the person is erased, whose gifts stay.
  perform private.lock_people();
  perform private.require(
    kind in (select table_name from private.task_permissions()) and private.may_search(kind), 'You may not read this record.'
  );
  -- The answer to an earlier try was lost.
  if exists (
    select from public.files known
    where known.id = add_file.id and created_by = auth.uid() and record_id = record and known.name = add_file.name
  ) then
    return;
  end if;
  if not exists (select from private.stored_rows(format('public.%I', kind)::regclass, array[record], lock => 'key share')) then
    raise exception 'This record no longer exists.' using errcode = 'PT404';
  end if;
  perform private.require_file_name(name, null);
  if size is null or size not between 1 and private.largest_file() then
    raise exception 'A file has between 1 byte and 20 MB.' using errcode = 'check_violation', constraint = 'files_size_check';
  end if;
  if (
    select count(*) >= most_unfinished from public.files
    where created_by = auth.uid() and state = 'uploading' and created_at > now() - interval '1 day'
  ) then
    raise exception 'Up to % files at a time.', most_unfinished using errcode = 'P0001';
  end if;
  perform private.refuse_same_file(kind, record, hash, null);
  insert into public.files (
    id, name, size, author_name, mentor_id, mentee_id, trainer_id, donor_id, gift_id, program_id, submission_id
  ) values (
    id, name, size, private.account_name(auth.uid()),
    case kind when 'mentors' then record end, case kind when 'mentees' then record end,
    case kind when 'trainers' then record end, case kind when 'donors' then record end,
    case kind when 'donations' then record end, case kind when 'programs' then record end,
    case kind when 'submissions' then record end
  );
end
$$;

create function public.add_file(id uuid, kind text, record uuid, name text, size integer, hash text default null) returns void
language sql security invoker set search_path = ''
as $$ select private.add_file(id, kind, record, name, size, hash) $$;
comment on function public.add_file is
  'For readers of a record: announces a file of this size in bytes, which its author then uploads to the bucket files under the id. PT409 where the record has one with the same SHA-256, PT404 where the record is gone.';

create function private.rename_file(file uuid, name text, replaced text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  stored constant public.files := private.writable_file(file);
begin
  if stored.name = rename_file.name then
    return;
  end if;
  if stored.removed_at is not null then
    raise exception 'This file no longer exists.' using errcode = 'PT404';
  end if;
  if stored.name <> replaced then
    raise exception 'Someone else renamed it in the meantime.' using errcode = 'PT409';
  end if;
  perform private.require_file_name(name, stored.type);
  update public.files set name = rename_file.name where id = file;
  perform private.log_file(stored, auth.uid(), stored.name, rename_file.name);
end
$$;

create function public.rename_file(file uuid, name text, replaced text) returns void
language sql security invoker set search_path = ''
as $$ select private.rename_file(file, name, replaced) $$;
comment on function public.rename_file is
  'For readers of its record: renames a file from the name that the caller saw (PT409 when it is another), with an ending of its type.';

create function private.remove_file(file uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  stored constant public.files := private.writable_file(file);
begin
  if stored.removed_at is null then
    update public.files set removed_at = now() where id = file;
    if stored.state = 'ready' then
      perform private.log_file(stored, auth.uid(), stored.name, null);
    end if;
  end if;
end
$$;

create function public.remove_file(file uuid) returns void
language sql security invoker set search_path = ''
as $$ select private.remove_file(file) $$;
comment on function public.remove_file is
  'For readers of its record: removes a file, which restore_file brings back within a day.';

create function private.restore_file(file uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  stored constant public.files := private.writable_file(file);
begin
  if stored.removed_at is not null then
    perform private.refuse_same_file(stored.record_kind, stored.record_id, stored.hash, file);
    update public.files set removed_at = null where id = file;
    if stored.state = 'ready' then
      perform private.log_file(stored, auth.uid(), null, stored.name);
    end if;
  end if;
end
$$;

create function public.restore_file(file uuid) returns void
language sql security invoker set search_path = ''
as $$ select private.restore_file(file) $$;
comment on function public.restore_file is
  'For readers of its record: brings back a file that was removed within a day; PT409 where the same one was added again.';

-- A file of a mentee is protected like their other fields: each one is opened for a reason, which an earlier
-- request recorded. The entry names the mentee, and has the id of the file.

create function private.open_file(file uuid, reason text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  stored constant public.files := private.writable_file(file);
begin
  if stored.mentee_id is null or stored.removed_at is not null or stored.state <> 'ready' then
    raise exception 'This file no longer exists.' using errcode = 'PT404';
  end if;
  if (private.is_text(btrim(reason), 500) and char_length(btrim(reason)) >= 10) is not true then
    raise exception 'Give a reason of 10 to 500 characters.' using errcode = 'check_violation';
  end if;
  perform private.log_action(
    'opened', 'mentees', file, private.person_name(child), jsonb_build_object('reason', btrim(reason)), array[stored.mentee_id]
  )
  from private.stored_rows('public.mentees'::regclass, array[stored.mentee_id]) as child;
end
$$;

create function public.open_file(file uuid, reason text) returns void
language sql security invoker set search_path = ''
as $$ select private.open_file(file, reason) $$;
comment on function public.open_file is
  'Logs that the caller opens the file of a mentee for a reason of 10 to 500 characters. For five minutes they can read it.';

grant execute on function
  private.add_file, public.add_file, private.rename_file, public.rename_file, private.remove_file, public.remove_file, private.restore_file, public.restore_file, private.open_file, public.open_file
to authenticated;

-- supabase/schemas/files/listing.sql

create function private.listed_files(ids uuid[]) returns setof private.listed_file
language sql stable security definer set search_path = ''
as $$
  select file.id, file.record_kind, file.record_id, coalesce(
      nullif(concat_ws(' ', mentor.first_name, mentor.last_name), ''), nullif(concat_ws(' ', mentee.first_name, mentee.last_name), ''),
      nullif(concat_ws(' ', trainer.first_name, trainer.last_name), ''), donor.name, gift.donor_name, program.name, submission.name
    ), file.name, file.type, file.size, file.state, file.refusal, file.created_at, file.created_by, file.author_name
  from public.files file
  left join public.mentors mentor on mentor.id = file.mentor_id
  left join public.mentees mentee on mentee.id = file.mentee_id
  left join public.trainers trainer on trainer.id = file.trainer_id
  left join public.donors donor on donor.id = file.donor_id
  left join private.gifts gift on gift.id = file.gift_id
  left join public.programs program on program.id = file.program_id
  left join public.submissions submission on submission.id = file.submission_id
  where file.id = any (ids) and file.removed_at is null and file.record_kind in (select private.readable_tables())
  order by file.created_at desc, file.id
$$;

create function private.person_files(person text) returns setof private.listed_file
language plpgsql stable security definer set search_path = ''
as $$
declare
  readable constant text[] := array(select private.readable_tables());
  who constant private.person_rows := private.rows_of(private.people_of_ref(person, readable), readable);
begin
  return query select * from private.listed_files(array(
    select id from public.files
    where record_id = any ((who).mentors || (who).mentees || (who).trainers || (who).donors || (who).donations || (who).submissions)
  ));
end
$$;

create function public.person_files(person text) returns table (
  id uuid, record_kind text, record_id uuid, record_name text, name text, type text, size integer,
  state public.file_state, refusal text, created_at timestamptz, created_by uuid, author_name text
)
language sql stable security invoker set search_path = ''
as $$ select * from private.person_files(person) $$;
comment on function public.person_files is
  'The files of all records of a person that the caller may read, the newest first.';

create function private.search_files(search text) returns setof private.listed_file
language plpgsql stable security definer set search_path = '' set random_page_cost = 1
as $$
declare
  most constant integer := 20;
  -- The index finds the longest word.
  patterns constant text[] := coalesce(
    private.search_patterns((select word from string_to_table(search, e'\n') as word order by char_length(word) desc limit 1)), '{%}'
  );
begin
  perform private.require_short(search);
  return query select * from private.listed_files(array(
    select id from public.files
    where search_text like any (patterns)
      and not exists (
        select from string_to_table(search, e'\n') as word where not search_text like any (private.search_patterns(word))
      )
      and state = 'ready' and removed_at is null and mentee_id is null and record_kind in (select private.readable_tables())
    order by created_at desc, id limit most
  ));
end
$$;

create function public.search_files(search text) returns table (
  id uuid, record_kind text, record_id uuid, record_name text, name text, type text, size integer,
  state public.file_state, refusal text, created_at timestamptz, created_by uuid, author_name text
)
language sql stable security invoker set search_path = ''
as $$ select * from private.search_files(search) $$;
comment on function public.search_files is
  'The newest 20 files by their names, on records that the caller may read; never a mentee''s.';
grant execute on function
  private.person_files, public.person_files, private.search_files, public.search_files
to authenticated;

-- The bucket. Every object is stored as bytes without a type, so that no browser shows one as a page.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('files', 'files', false, private.largest_file(), '{application/octet-stream}')
on conflict (id) do update
set public = excluded.public, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

-- The storage service writes as the service role, after a trial as the caller, whose operation it names.

create function private.storage_operation() returns text
language sql stable security definer set search_path = ''
as $$ select regexp_replace(current_setting('storage.operation', true), '^storage\.', '') $$;

create function private.id_of_object(name text) returns uuid
language sql immutable set search_path = ''
as $$ select case when name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then name::uuid end $$;

create function private.may_store_object(name text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.files
    where id = private.id_of_object($1) and state = 'uploading' and removed_at is null
      and created_by = private.current_user_id() and private.may_search(record_kind)
  )
$$;

create function private.may_open_object(name text, version text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.files
    where id = private.id_of_object($1) and state = 'ready' and removed_at is null and files.version = $2
      and private.may_search(record_kind)
      and (mentee_id is null or private.has_opened(id, interval '5 minutes'))
  )
$$;
grant execute on function private.storage_operation, private.may_store_object, private.may_open_object to authenticated;

-- The check and the sweep, by the function check-files.

create function private.record_file_check(
  file uuid, version text, type text, size integer, hash text, refusal text
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  stored public.files;
  refused text := refusal;
begin
  select * into stored from public.files where id = file for update;
  if stored.id is null or stored.state = 'refused' or stored.version = record_file_check.version then
    return jsonb_build_object('state', stored.state, 'refusal', stored.refusal);
  end if;
  if record_file_check.version is distinct from (
    select objects.version from storage.objects where bucket_id = 'files' and objects.name = file::text
  ) then
    raise exception 'It was uploaded again in the meantime.' using errcode = 'PT409';
  end if;
  if refused is null and not private.is_file_name(stored.name, record_file_check.type) then
    refused := 'name';
  end if;
  if refused is null then
    begin
      perform private.refuse_same_file(stored.record_kind, stored.record_id, record_file_check.hash, file);
    exception when sqlstate 'PT409' then
      refused := 'duplicate';
    end;
  end if;
  update public.files
  set state = case when refused is null then 'ready' else 'refused' end::public.file_state, refusal = refused,
    type = case when refused is null then record_file_check.type end,
    hash = case when refused is null then record_file_check.hash end,
    version = case when refused is null then record_file_check.version end,
    size = case when refused is null then record_file_check.size else stored.size end
  where id = file;
  if refused is null and stored.state = 'uploading' and stored.removed_at is null then
    perform private.log_file(stored, stored.created_by, null, stored.name);
  end if;
  return jsonb_build_object('state', case when refused is null then 'ready' else 'refused' end, 'refusal', refused);
end
$$;

create function public.record_file_check(
  file uuid, version text, type text, size integer, hash text, refusal text
) returns jsonb
language sql security invoker set search_path = ''
as $$ select private.record_file_check(file, version, type, size, hash, refusal) $$;
comment on function public.record_file_check is
  'For the service: what a version of an object was found to be; returns state and refusal. PT409 when another version is there.';

create function private.unchecked_file(file uuid) returns table (name text, version text)
language sql stable security definer set search_path = ''
as $$
  select files.name, objects.version from public.files
  join storage.objects on bucket_id = 'files' and objects.name = files.id::text
  where files.id = file and state <> 'refused' and files.version is distinct from objects.version
$$;

create function public.unchecked_file(file uuid) returns table (name text, version text)
language sql stable security invoker set search_path = ''
as $$ select * from private.unchecked_file(file) $$;
comment on function public.unchecked_file is
  'For the service: name and version of a file whose object nobody has checked yet.';

create function private.file_work(everything boolean) returns table (name text, work text)
language sql stable security definer set search_path = ''
as $$
  select objects.name, 'delete' from private.file_leftovers
  join storage.objects on bucket_id = 'files' and objects.name = file_leftovers.id::text
  where not exists (select from public.files where files.id = file_leftovers.id)
  union
  select objects.name, 'delete' from public.files
  join storage.objects on bucket_id = 'files' and objects.name = files.id::text
  where state = 'refused' or removed_at < now() - private.file_undo() - interval '5 minutes'
  union
  select objects.name, 'check' from public.files
  join storage.objects on bucket_id = 'files' and objects.name = files.id::text
  where state = 'uploading' and removed_at is null and objects.created_at < now() - interval '1 minute'
  union
  -- What no deletion explains has a day: a restore or a late upload may bring its row, or its object.
  select rest.name, case when files.id is null then 'delete' else 'check' end from storage.objects rest
  left join public.files on files.id = private.id_of_object(rest.name)
  where everything and bucket_id = 'files' and (
    files.id is null and rest.created_at < now() - interval '1 day'
    or state = 'ready' and files.version is distinct from rest.version
  )
$$;

create function public.file_work(everything boolean) returns table (name text, work text)
language sql stable security invoker set search_path = ''
as $$ select * from private.file_work(everything) limit 200 $$;
comment on function public.file_work is
  'For the service: up to 200 objects to check or to delete; with `everything` it compares all objects with all rows.';
grant execute on function
  private.record_file_check, public.record_file_check, private.unchecked_file, public.unchecked_file,
  private.file_work, public.file_work
to service_role;

-- A restore put objects back whose content it compared: they have new versions.

create function private.adopt_objects(ids uuid[]) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  adopted bigint;
begin
  update public.files set version = objects.version from storage.objects
  where bucket_id = 'files' and objects.name = files.id::text and files.id = any (ids) and state = 'ready';
  get diagnostics adopted = row_count;
  return adopted;
end
$$;
comment on function private.adopt_objects(uuid[]) is
  'For the owner of the database: these objects have the content that was checked, whatever their version. Returns their number.';

create function private.forget_files() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- The object goes first: a row without one is of no harm.
  delete from public.files
  where (
      removed_at < now() - private.file_undo() - interval '5 minutes'
      or state = 'uploading' and created_at < now() - interval '1 day'
      or state = 'refused' and created_at < now() - interval '7 days'
    )
    and not exists (select from storage.objects where bucket_id = 'files' and objects.name = files.id::text);
  delete from private.file_leftovers where created_at < now() - interval '2 days';
end
$$;
select private.every_minute('forget_files');

create function private.start_file_check() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  everything constant boolean := extract(minute from now()) = 0;
begin
  if exists (select from private.file_work(everything)) then
    perform private.call_function('check-files', jsonb_build_object('everything', everything));
  end if;
end
$$;
select private.every_minute('start_file_check');

-- supabase/schemas/files/storage.sql

create policy "Authors upload the files that they announced"
  on storage.objects for insert to authenticated
  with check (
    bucket_id = 'files'
    and (select private.storage_operation()) in ('object.upload', 'tus.upload.create', 'tus.upload.part')
    and private.may_store_object(name)
  );
-- Not listed, copied, moved, resized or signed: a link would open for anybody, also once the right is gone.
create policy "Readers of a record open its files"
  on storage.objects for select to authenticated
  using (
    bucket_id = 'files'
    and (select private.storage_operation()) in (
      'object.get_authenticated', 'object.get_authenticated_info', 'object.info_authenticated', 'object.head_authenticated_info'
    )
    and private.may_open_object(name, version)
  );

-- supabase/schemas/giving/corrections.sql

create function private.gift_to_change(gift uuid, reason text, may_be_paid boolean default false) returns public.donations
language plpgsql security definer set search_path = ''
as $$
declare
  stored public.donations;
begin
  -- The batch comes first, as in posting.
  perform from public.gift_batches
  where id = (select batch_id from public.donations where donations.id = gift and not is_posted) for share;
  select * into stored from public.donations where id = gift for update;
  perform private.refuse_if(not found, 'This gift is not there any more.');
  perform private.refuse_if(
    not stored.is_posted and exists (select from public.gift_batches where id = stored.batch_id and discarded_at is not null),
    'This batch was discarded. Its gifts never count.'
  );
  perform private.refuse_if(stored.voided_at is not null, 'This gift is already void.');
  perform private.refuse_if(
    stored.payment_id is not null and not may_be_paid, 'This gift came from the payment provider. Refund it there.'
  );
  perform private.refuse_if(not private.is_line(reason, 300), 'Enter a reason, on one line of at most 300 characters.');
  return stored;
end
$$;
comment on function private.gift_to_change(uuid, text, boolean) is
  'Locks a gift to change it; one of the payment provider only with `may_be_paid`.';

create function private.fund_left(fund uuid) returns numeric
language sql volatile security definer set search_path = ''
as $$
  select (select coalesce(sum(amount - refunded), 0) from private.gifts where fund_id = fund)
    - (select coalesce(sum(amount), 0) from public.fund_spendings where fund_id = fund)
$$;

-- After a change to a gift of the fund, which spendings wait for.
create function private.refuse_overspent(fund uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  fund_name text;
  missing numeric;
begin
  select name into fund_name from public.funds where id = fund for update;
  if found then
    missing := -private.fund_left(fund);
    perform private.refuse_if(missing > 0, format(
      'The fund %s has spent %s of this gift. Correct another gift to go into the fund first.',
      fund_name, to_char(missing, 'FM$999,999,999,990.00')
    ));
  end if;
end
$$;

create function private.corrected_gift(stored public.donations, gift jsonb) returns public.donations
language plpgsql security definer set search_path = ''
as $$
declare
  changed public.donations;
begin
  if stored.payment_id is not null then
    perform private.refuse_if(
      not array(select jsonb_object_keys(gift)) <@ '{id,legal_donor_name,legal_donor_id,new_legal_donor_id,fund_id,note}',
      'This gift came from the payment provider: only its receipt, fund and note are yours to change.'
    );
    return jsonb_populate_record(stored, gift);
  end if;
  changed := private.checked_gift(gift);
  perform private.refuse_if(coalesce(changed.amount, 0) < stored.refunded, 'More than this amount was refunded.');
  return jsonb_populate_record(changed, jsonb_build_object(
    'batch_id', stored.batch_id, 'is_posted', stored.is_posted, 'refunded', stored.refunded, 'entered_at', stored.entered_at,
    'donation_type', stored.donation_type, 'told', stored.told,
    -- Its time of day, where only other things change.
    'created_at', case
      when (stored.created_at at time zone private.office_time_zone())::date = (gift ->> 'day')::date then stored.created_at
      else changed.created_at
    end
  ));
end
$$;

create function private.correct_gift(gift jsonb, reason text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  stored public.donations;
  changed public.donations;
  asked jsonb;
begin
  perform private.require_gift_desk();
  stored := private.gift_to_change((gift ->> 'id')::uuid, reason, true);
  changed := private.corrected_gift(stored, gift);
  asked := private.asked_of_gift(gift, changed, stored);
  if asked is not null then
    return asked;
  end if;
  if stored.payment_id is null then
    changed := private.with_giver(changed, gift);
  end if;
  changed := private.with_legal_donor(changed, (gift ->> 'new_legal_donor_id')::uuid);
  changed := jsonb_populate_record(changed, jsonb_build_object('change_reason', reason));
  perform private.store_gift(changed);
  if (changed.fund_id, changed.amount) is distinct from (stored.fund_id, stored.amount) then
    perform private.refuse_overspent(stored.fund_id);
  end if;
  return null;
end
$$;
create function public.correct_gift(gift jsonb, reason text) returns jsonb
language sql security invoker set search_path = ''
as $$ select private.correct_gift(gift, reason) $$;
comment on function public.correct_gift is
  'Changes a gift for a reason: all that staff entered, of one from the payment provider legal_donor_name, legal_donor_id, new_legal_donor_id, fund_id and note, with no other field than its id. Asks like enter_gift, and changes nothing then.';

create function private.refund_gift(gift uuid, amount numeric, refunded_before numeric, reason text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  stored public.donations;
  refund constant numeric := round(amount, 2);
begin
  perform private.require_gift_desk();
  stored := private.gift_to_change(gift, reason);
  perform private.refuse_if(not stored.is_posted, 'This gift is not posted yet. Correct or void it.');
  perform private.refuse_if(stored.amount is null, 'A gift in kind has no dollars to refund.');
  if stored.refunded <> refunded_before then
    raise exception 'A colleague has just refunded part of it.' using errcode = 'PT409';
  end if;
  perform private.refuse_if(refund not between 0.01 and stored.amount - stored.refunded, format(
    'Enter an amount up to %s, which is left of this gift.', to_char(stored.amount - stored.refunded, 'FM$999,999,999,990.00')
  ));
  perform private.store_gift(jsonb_populate_record(
    stored, jsonb_build_object('refunded', stored.refunded + refund, 'change_reason', reason)
  ));
  perform private.refuse_overspent(stored.fund_id);
end
$$;
create function public.refund_gift(gift uuid, amount numeric, refunded_before numeric, reason text) returns void
language sql security invoker set search_path = ''
as $$ select private.refund_gift(gift, amount, refunded_before, reason) $$;
comment on function public.refund_gift is
  'Adds dollars to the refunded part of a gift that staff entered, for a reason; PT409 when another part was refunded before.';

create function private.void_gift(gift uuid, reason text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  stored public.donations;
begin
  perform private.require_gift_desk();
  stored := private.gift_to_change(gift, reason);
  perform private.store_gift(jsonb_populate_record(
    stored, jsonb_build_object('refunded', coalesce(stored.amount, 0), 'voided_at', now(), 'change_reason', reason)
  ));
  perform private.refuse_overspent(stored.fund_id);
end
$$;
create function public.void_gift(gift uuid, reason text) returns void
language sql security invoker set search_path = ''
as $$ select private.void_gift(gift, reason) $$;
comment on function public.void_gift is
  'Makes a gift that staff entered void, for a reason: it stays, and no sum has it.';
grant execute on function private.correct_gift, public.correct_gift to authenticated;
grant execute on function private.refund_gift, public.refund_gift to authenticated;
grant execute on function private.void_gift, public.void_gift to authenticated;

-- supabase/schemas/giving/desk.sql

-- The gift desk: gifts that staff enter by hand, batches that are counted before they count, and funds
-- (docs/decisions/036-gifts-entered-by-hand.md).

create function private.require_gift_desk() returns void
language sql volatile security definer set search_path = ''
as $$
  select private.require(private.has_permission('can_manage_donations'), 'You may not enter gifts.');
  -- Before any gift is locked.
  select private.lock_people();
$$;

create function private.refuse_if(is_wrong boolean, message text) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if coalesce(is_wrong, true) then
    raise exception '%', message using errcode = 'P0001';
  end if;
end
$$;
comment on function private.refuse_if(boolean, text) is 'Refuses what is wrong, or unknown.';

-- A gift as typed: `amount` is in `currency`, of a gift in kind the office's estimate, and `day` the office's.
create function private.refuse_wrong_gift(gift jsonb, given public.donations) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  typed constant numeric := gift ->> 'amount';
  typed_rate constant numeric := gift ->> 'rate';
  day constant date := gift ->> 'day';
begin
  perform private.refuse_if(given.id is null, 'This gift has no id.');
  perform private.refuse_if(not private.is_line(given.donor_name, 200), 'Enter the name of the donor.');
  perform private.refuse_if(given.donor_email !~ '^[^@\s]+@[^@\s]+$' and given.donor_email is not null,
    'This email address is not complete.');
  if given.method = 'in_kind' then
    perform private.refuse_if(not private.is_line(given.description, 300), 'Describe what was given, in at most 300 characters.');
    perform private.refuse_if(typed is not null and (typed <= 0 or typed >= 10000000),
      'Enter an estimate above 0 and below 10,000,000, or none.');
  else
    perform private.refuse_if(typed <= 0 or typed >= 10000000, 'Enter an amount above 0 and below 10,000,000.');
  end if;
  perform private.refuse_if(day > private.office_today(), 'The day of the gift is in the future, or missing.');
  perform private.refuse_if(day < '1900-01-01', 'Enter a day after 1900.');
  perform private.refuse_if(given.method is null, 'Choose a method.');
  perform private.refuse_if((given.tribute is null) <> (given.tribute_name is null),
    'A tribute has a kind and a name.');
  perform private.refuse_if(given.fund_id is not null and not exists (select from public.funds where id = given.fund_id),
    'This fund is not there any more.');
  if given.currency <> 'USD' and given.method <> 'in_kind' then
    perform private.refuse_if(given.currency !~ '^[A-Z]{3}$', 'A currency has three letters, such as EUR.');
    perform private.refuse_if(typed_rate <= 0 or typed_rate > 1000000, 'Enter a rate above 0: the dollars of 1 in that currency.');
    perform private.refuse_if(given.rate_on > private.office_today() or given.rate_on < '1900-01-01',
      'The day of the rate is in the future, or missing.');
  end if;
end
$$;

create function private.checked_gift(gift jsonb) returns public.donations
language plpgsql stable security definer set search_path = ''
as $$
declare
  given constant public.donations := jsonb_populate_record(
    null::public.donations, gift - '{amount,estimate,original_amount,rate,payment_id,refunded,voided_at,change_reason}'::text[]
  );
  picked constant uuid := coalesce(gift ->> 'person_id', gift ->> 'new_person_id');
  is_in_kind constant boolean := gift ->> 'method' = 'in_kind';
  typed constant numeric := round((gift ->> 'amount')::numeric, 2);
  foreign_rate numeric;
  dollars numeric;
begin
  perform private.refuse_wrong_gift(gift, given);
  foreign_rate := case when given.currency <> 'USD' and not is_in_kind then (gift ->> 'rate')::numeric end;
  dollars := round(typed * coalesce(foreign_rate, 1), 2);
  perform private.refuse_if(not is_in_kind and (dollars <= 0 or dollars >= 10000000), 'In dollars this is 0, or 10,000,000 or more.');
  return jsonb_populate_record(given, jsonb_build_object(
    'amount', case when not is_in_kind then dollars end, 'refunded', 0, 'told', '{}'::text[], 'is_picked', picked is not null, 'rate', foreign_rate,
    'description', case when is_in_kind then btrim(given.description) end, 'estimate', case when is_in_kind then typed end,
    'currency', case when foreign_rate is not null then given.currency end,
    'original_amount', case when foreign_rate is not null then typed end,
    'rate_on', case when foreign_rate is not null then given.rate_on end,
    'donation_type', coalesce(given.donation_type, 'one-time'), 'is_posted', given.batch_id is null, 'entered_at', clock_timestamp(),
    'created_at', (gift ->> 'day')::timestamp at time zone private.office_time_zone(),
    'person_id', coalesce(picked, private.found_person((given.donor_name, given.donor_email, given.donor_phone, true)))
  ));
end
$$;

create function private.may_pick(person uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from public.donations where person_id = person) or exists (select from public.donations where legal_donor_id = person)
    or private.sees_group(person, array(select source from private.searched_tables() as source where private.may_search(source)));
end
$$;
comment on function private.may_pick(uuid) is 'Whether the caller, who enters gifts, sees this person: any donor, and who else has a row that they may read.';

create function private.picked_person(picked uuid, made uuid, who private.identity, kind text default 'person') returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  plain constant text := private.plain_name(who.name);
begin
  if picked is null and made is not null then
    insert into private.people (id, name, names, is_known_by_name, is_couple, kind)
    values (
      made, who.name, array_remove(array[plain], null), who.is_gift and num_nonnulls(who.email, private.phone_keys(who.phone)) = 0,
      private.is_couple_name(who.name), picked_person.kind
    )
    on conflict (id) do nothing;
    if found then
      return made;
    end if;
  end if;
  if not private.may_pick(coalesce(picked, made)) then
    raise exception 'This donor is not there any more. Pick the donor again.' using errcode = 'P0001';
  end if;
  return coalesce(picked, made);
end
$$;
comment on function private.picked_person(uuid, uuid, private.identity, text) is
  'The person whom a colleague picked, or a new one under the id that the browser chose for someone else of that name.';

create function private.namesakes(who private.identity, of_now uuid default null, at_desk boolean default true) returns table (
  person uuid, name text, kinds text[], hint text, last_gift_at timestamptz, last_gift numeric, is_found boolean
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  most constant integer := 8;
  plain constant text := private.plain_name(who.name);
  -- Also "Doe, John"
  written constant text[] := array[plain, private.plain_name(regexp_replace(who.name, '^([^,]+),([^,]+)$', '\2 \1'))];
  is_named constant boolean := private.folded_address(who.email) is null and private.phone_keys(who.phone) is null;
  rule_finds constant uuid := private.found_person(who, of_now);
  stays uuid;
  ids uuid[];
  all_known jsonb;
begin
  if rule_finds is null then
    stays := private.kept_person(of_now, plain, private.is_alone(of_now));
  end if;
  if plain is null or rule_finds is not null and not is_named or exists (select from private.people where id = stays and plain = any (names)) then
    return;
  end if;
  ids := array(
    select people.id from private.people left join public.donors on donors.id = people.id
    where people.names[1] = any (written) and people.id is distinct from stays
      and (donors.id is not null or at_desk and exists (select from public.donations where person_id = people.id))
    order by people.id = rule_finds desc nulls last, donors.last_gift_at desc nulls last, people.created_at, people.id limit most
  );
  if ids <@ array[rule_finds] then
    return;
  end if;
  all_known := private.known_people(ids, at_desk);
  return query
    select people.id, people.name, array(select jsonb_array_elements_text(known -> 'kinds')),
      case when count(*) over (partition by mask) > 1 then coalesce(known ->> 'email', mask) else mask end,
      (known ->> 'last_gift_at')::timestamptz, (known ->> 'last_gift')::numeric, people.id is not distinct from rule_finds
    from unnest(ids) with ordinality as listed (id, place)
    join private.people using (id)
    cross join lateral (select all_known -> id::text as known) as described
    cross join lateral (select private.masked(known ->> 'email', known ->> 'phone') as mask) as masked
    order by place;
end
$$;
comment on function private.namesakes(private.identity, uuid, boolean) is
  'The donors who have the name of a gift, where the rule would make a second one of that name, or goes by a name that several have; is_found is the one that the rule takes. Nobody where an address or a phone decides.';

create function private.asked_of(field text, who private.identity, of_now uuid default null) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('field', field, 'people', jsonb_agg(to_jsonb(namesakes) - 'is_found'))
  from private.namesakes(who, of_now) as namesakes having count(*) > 0
$$;

create function private.asked_of_gift(gift jsonb, given public.donations, stored public.donations default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  who constant private.identity := private.identity('donations', to_jsonb(given));
  legal constant text := nullif(btrim(given.legal_donor_name), '');
  asked jsonb;
begin
  if not given.is_picked and (stored.id is null or stored.is_picked or who is distinct from private.identity('donations', to_jsonb(stored))) then
    asked := private.asked_of('donor_name', who, stored.person_id);
  end if;
  if asked is null and legal is not null and coalesce(given.legal_donor_id::text, gift ->> 'new_legal_donor_id') is null then
    asked := private.asked_of('legal_donor_name', (legal, null, null, true));
  end if;
  return asked;
end
$$;
comment on function private.asked_of_gift(jsonb, public.donations, public.donations) is
  'What a colleague has to say before this gift is stored: whether its giver, or its legal donor, is one of the donors of that name.';

create function private.with_legal_donor(gift public.donations, made uuid default null) returns public.donations
language plpgsql security definer set search_path = ''
as $$
declare
  legal uuid := gift.legal_donor_id;
  typed constant text := nullif(btrim(gift.legal_donor_name), '');
  who constant private.identity := (typed, null, null, true);
begin
  if typed is null then
    legal := null;
  elsif num_nonnulls(legal, made) > 0 then
    legal := private.picked_person(legal, made, who, 'organization');
  else
    -- As a gift without address and phone, by the name.
    legal := coalesce(private.found_person(who), private.picked_person(null, gen_random_uuid(), who, 'organization'));
  end if;
  if legal = gift.person_id then
    legal := null;
  end if;
  return jsonb_populate_record(gift, jsonb_build_object(
    'legal_donor_id', legal, 'legal_donor_name', case when legal is not null then typed end
  ));
end
$$;
comment on function private.with_legal_donor(public.donations, uuid) is
  'The gift with its legal donor: one who was picked, or who has that name, or a new organization; none where that is the giver.';

create function private.with_giver(given public.donations, gift jsonb) returns public.donations
language plpgsql security definer set search_path = ''
as $$
begin
  if given.is_picked then
    given.person_id := private.picked_person(
      (gift ->> 'person_id')::uuid, (gift ->> 'new_person_id')::uuid, private.identity('donations', to_jsonb(given))
    );
  end if;
  return given;
end
$$;

create function private.gift_in_words(gift public.donations) returns text
language sql stable security definer set search_path = ''
as $$
  select concat_ws(', ', gift.donor_name, coalesce(to_char(gift.amount, 'FM$999,999,990.00'), gift.description),
    to_char(gift.created_at at time zone private.office_time_zone(), 'FMMonth FMDD, YYYY'),
    nullif(concat_ws(' ', replace(gift.method, '_', ' '), gift.reference), ''))
$$;

create function private.gift_like(gift public.donations) returns text
language sql stable security definer set search_path = ''
as $$
  select private.gift_in_words(donations) from public.donations
  where person_id = gift.person_id and voided_at is null
    and (amount = gift.amount or private.name_key(description) = private.name_key(gift.description))
    and created_at >= gift.created_at and created_at < gift.created_at + interval '1 day'
    and (is_posted or batch_id in (select id from public.gift_batches where discarded_at is null))
  order by id limit 1
$$;
comment on function private.gift_like(public.donations) is 'In words, a gift of the same donor and day, with the same amount or description.';

create function private.store_gift(gift public.donations) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  -- All but those that the database sets.
  columns constant text[] := array(
    select attname from pg_catalog.pg_attribute
    where attrelid = 'public.donations'::regclass and attnum > 0 and not attisdropped and attgenerated = ''
      and (attname <> 'person_id' or gift.is_picked)
  );
  stored jsonb;
begin
  select jsonb_object_agg(key, value) into stored from jsonb_each(to_jsonb(gift)) where key = any (columns);
  if private.change_rows('public.donations', jsonb_build_array(jsonb_build_object('id', gift.id)), stored) = 0 then
    perform private.insert_rows('public.donations', columns, jsonb_build_array(stored));
  end if;
end
$$;

create function private.owe_thanks(gifts uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- The log has no thanks that follow from gifts.
  perform private.set_write_mode('thanks');
  update public.donors
  set thanked_until = entered.first_at - interval '1 millisecond'
  from (
    select person_id, min(created_at) as first_at from private.gifts where id = any (owe_thanks.gifts) and voided_at is null group by person_id
  ) as entered
  where donors.id = entered.person_id and thanked_until >= entered.first_at;
  perform private.set_write_mode(null);
end
$$;
comment on function private.owe_thanks(uuid[]) is 'Thanks given before a gift was entered do not cover it, whatever its day.';

create function private.require_open_batch(batch uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  found_batch public.gift_batches;
begin
  select * into found_batch from public.gift_batches where id = batch for share;
  perform private.refuse_if(not found, 'This batch is not there any more.');
  perform private.refuse_if(found_batch.posted_at is not null, 'This batch is already posted. Choose another one.');
  perform private.refuse_if(found_batch.discarded_at is not null, 'This batch was discarded. Choose another one.');
end
$$;

create function private.enter_gift(gift jsonb, anyway boolean default false) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  given public.donations;
  asked jsonb;
  twin text;
begin
  perform private.require_gift_desk();
  -- Two colleagues do not both enter one gift, or make one donor.
  perform pg_advisory_xact_lock(key) from (
    select hashtextextended('gifts of ' || said, 0) as key
    from unnest(array[private.mailbox(gift ->> 'donor_email'), private.plain_name(gift ->> 'donor_name')]) as said
    where said is not null order by key
  ) as keys;
  given := private.checked_gift(gift);
  if exists (select from public.donations where id = given.id) then
    return null;
  end if;
  if given.batch_id is not null then
    perform private.require_open_batch(given.batch_id);
  end if;
  asked := private.asked_of_gift(gift, given);
  if asked is not null then
    return asked;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('gifts of ' || given.person_id, 0));
  twin := private.gift_like(given);
  if twin is not null and not coalesce(anyway, false) then
    return jsonb_build_object('looks_like', twin);
  end if;
  given := private.with_legal_donor(private.with_giver(given, gift), (gift ->> 'new_legal_donor_id')::uuid);
  perform private.store_gift(given);
  perform private.owe_thanks(array[given.id]);
  perform private.log_action('added', 'donations', given.id, given.donor_name, case
    when given.amount is null then jsonb_build_object('description', array[null, given.description])
    else jsonb_build_object('amount', array[null, given.amount])
  end);
  return null;
end
$$;

create function public.enter_gift(gift jsonb, anyway boolean default false) returns jsonb
language sql security invoker set search_path = ''
as $$ select private.enter_gift(gift, anyway) $$;
comment on function public.enter_gift is
  'Stores a gift once by its id; one of an open batch counts from its posting on. Its person_id is who was picked, new_person_id the id for someone else of that name; so are legal_donor_id and new_legal_donor_id. Returns null, or why nothing is stored: the donors of a typed name, of whom a colleague has to pick one or nobody ({field, people}), or the gift that it looks like ({looks_like}), unless anyway.';

create function private.gifts_of_batch(batch uuid) returns setof public.donations
language sql stable security definer set search_path = ''
as $$
  select * from public.donations where batch_id = batch and private.has_permission('can_manage_donations')
  order by entered_at desc, id desc
$$;
create function public.gifts_of_batch(batch uuid) returns setof public.donations
language sql stable security invoker set search_path = ''
as $$ select * from private.gifts_of_batch(batch) $$;
comment on function public.gifts_of_batch is
  'All gifts of a batch, posted or not, those entered last first; nothing without can_manage_donations.';
grant execute on function private.enter_gift, public.enter_gift to authenticated;
grant execute on function private.gifts_of_batch, public.gifts_of_batch to authenticated;

-- supabase/schemas/giving/donor_letters.sql

create view private.donor_letters with (security_invoker = true) as
  select donors.id, donors.name,
    case when refused.is_so then private.email_of(donors.id) else donors.email end as email
  from public.donors
  cross join lateral (
    select lower(donors.email) in (select scope from private.suppressions where reason <> 'unsubscribed') as is_so
  ) as refused;
comment on view private.donor_letters is
  'Where letters to donors go: as donors has it, or to another of the donor''s addresses where that one bounced or complained.';

-- supabase/schemas/giving/fund_spendings.sql

create table public.fund_spendings (
  id uuid primary key default gen_random_uuid(),
  fund_id uuid not null references public.funds (id),
  amount numeric(12, 2) not null check (amount > 0 and amount < 10000000),
  spent_on date not null check (spent_on between '1900-01-01' and '2200-12-31'),
  purpose text not null check (private.is_line(purpose, 300)),
  created_at timestamptz not null default now()
);
create index fund_spendings_created_at_idx on public.fund_spendings (created_at desc, id desc);
create index fund_spendings_fund_id_idx on public.fund_spendings (fund_id);

alter table public.fund_spendings enable row level security;
grant select, insert, update, delete on public.fund_spendings to service_role;
grant select on public.fund_spendings to authenticated;
create policy "Managers may select fund_spendings"
  on public.fund_spendings for select to authenticated
  using ((select private.has_permission('can_manage_donations')));
create trigger log_change after insert on public.fund_spendings for each row execute function private.log_change();

-- supabase/schemas/giving/fund_sums.sql

create function private.fund_balances() returns table (
  id uuid, name text, purpose text, given numeric, refunded numeric, spent numeric, balance numeric
)
language sql stable security definer set search_path = ''
as $$
  select funds.id, funds.name, funds.purpose, gifts.given, gifts.refunded, costs.spent, gifts.given - gifts.refunded - costs.spent
  from public.funds
  cross join lateral (
    select coalesce(sum(amount), 0) as given, coalesce(sum(gifts.refunded), 0) as refunded
    from private.gifts where fund_id = funds.id
  ) as gifts
  cross join lateral (
    select coalesce(sum(amount), 0) as spent from public.fund_spendings where fund_id = funds.id
  ) as costs
  where private.has_permission('can_manage_donations')
  order by lower(funds.name), funds.id
$$;
create function public.fund_balances() returns table (
  id uuid, name text, purpose text, given numeric, refunded numeric, spent numeric, balance numeric
)
language sql stable security invoker set search_path = ''
as $$ select * from private.fund_balances() $$;
comment on function public.fund_balances is
  'What each fund was given and spent, and what is left; nothing without can_manage_donations.';

create function private.spend_from_fund(spending uuid, fund uuid, amount numeric, spent_on date, purpose text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  left_over numeric;
begin
  perform private.require_gift_desk();
  perform from public.funds where id = fund for update;
  perform private.refuse_if(not found, 'This fund is not there any more.');
  if exists (select from public.fund_spendings where id = spending) then
    return;
  end if;
  perform private.refuse_if(amount <= 0 or amount >= 10000000, 'Enter an amount above 0 and below 10,000,000.');
  perform private.refuse_if(spent_on > private.office_today() or spent_on < '1900-01-01', 'The day is in the future, or missing.');
  perform private.refuse_if(not private.is_line(purpose, 300), 'Enter what it was spent on.');
  left_over := private.fund_left(fund);
  perform private.refuse_if(round(amount, 2) > left_over, format('This fund has %s left.', to_char(left_over, 'FM$999,999,999,990.00')));
  insert into public.fund_spendings (id, fund_id, amount, spent_on, purpose)
  values (spending, fund, round(spend_from_fund.amount, 2), spend_from_fund.spent_on, spend_from_fund.purpose);
end
$$;
create function public.spend_from_fund(spending uuid, fund uuid, amount numeric, spent_on date, purpose text) returns void
language sql security invoker set search_path = ''
as $$ select private.spend_from_fund(spending, fund, amount, spent_on, purpose) $$;
comment on function public.spend_from_fund is
  'Stores a spending once by its id, up to what the fund has left.';

-- Thanks to many, each for the gifts that the letter names.

create function public.note_thanks(thanked jsonb) returns setof uuid
language plpgsql security invoker set search_path = ''
as $$
begin
  if jsonb_typeof(thanked) is distinct from 'array' then
    raise exception 'Thanks are a list.' using errcode = 'check_violation';
  end if;
  return query
    update public.donors set thanked_until = listed.until
    from jsonb_to_recordset(thanked) as listed (id uuid, until timestamptz)
    where donors.id = listed.id and (thanked_until is null or thanked_until < listed.until)
    returning donors.id;
end
$$;
comment on function public.note_thanks(jsonb) is 'Notes thanks to donors, each (id) for gifts up to a time (until).';
grant execute on function private.fund_balances, public.fund_balances to authenticated;
grant execute on function private.spend_from_fund, public.spend_from_fund to authenticated;

grant execute on function public.note_thanks(jsonb) to authenticated;

-- supabase/schemas/giving/issued_receipts.sql

create table private.issued_receipts (
  id uuid primary key default gen_random_uuid(),
  donor_id uuid references public.donors (id) on update cascade on delete set null,
  year integer not null check (year between 1900 and 2200),
  donor_number bigint not null,
  version integer not null check (version > 0),
  number text not null generated always as (
    year::text || '-' || donor_number::text || case when version > 1 then '-' || version::text else '' end
  ) stored,
  name text not null,
  address jsonb,
  email text,
  lines jsonb not null,
  gifts uuid[] not null,
  total numeric(14, 2) not null,
  words jsonb not null,
  print text not null,
  replaces uuid[] not null default '{}',
  is_replaced boolean not null default false,
  issued_at timestamptz not null default now(),
  printed_at timestamptz,
  opened_at timestamptz,
  mailed_at timestamptz,
  mail_id uuid,
  pile uuid,
  unique (year, donor_number, version)
);
comment on table private.issued_receipts is 'Receipts that were given away. What they say never changes; only erasing and retention clear names.';
comment on column private.issued_receipts.address is 'The postal address of that day: street, city, region, postal_code, country.';
comment on column private.issued_receipts.lines is 'A gift each: given_on, amount, campaign (with its fund), description of a gift in kind.';
comment on column private.issued_receipts.words is 'Those of `private.receipt_wording` on that day.';
comment on column private.issued_receipts.print is 'Of the gifts and the name as they were: another print asks for another receipt.';
comment on column private.issued_receipts.replaces is 'Earlier receipts of the donor for the year, and those with one of its gifts.';
comment on column private.issued_receipts.is_replaced is 'Whether another one replaces it.';
comment on column private.issued_receipts.mail_id is 'The mail in the outbox that took it along last; mailed_at is its day.';
comment on column private.issued_receipts.pile is 'Receipts that were printed together.';
create index issued_receipts_donor_id_idx on private.issued_receipts (donor_id, year);
create index issued_receipts_issued_at_idx on private.issued_receipts (issued_at);
create index issued_receipts_gifts_idx on private.issued_receipts using gin (gifts);
create index issued_receipts_replaces_idx on private.issued_receipts using gin (replaces);
create index issued_receipts_pile_idx on private.issued_receipts (pile) where pile is not null;

alter table private.issued_receipts enable row level security;

-- supabase/schemas/giving/monthly_gifts.sql

create table private.monthly_gifts (
  id text primary key check (char_length(id) <= 200),
  customer text check (char_length(customer) <= 200),
  donor_id uuid references public.donors (id) on update cascade on delete cascade,
  paid_at timestamptz,
  failures integer not null default 0,
  failing_since timestamptz,
  ended_at timestamptz
);
comment on table private.monthly_gifts is 'The provider''s subscriptions.';
comment on column private.monthly_gifts.failures is 'Failed payments since the last one that succeeded.';
create index monthly_gifts_customer_idx on private.monthly_gifts (customer);
create index monthly_gifts_donor_id_idx on private.monthly_gifts (donor_id);
alter table private.monthly_gifts enable row level security;

-- supabase/schemas/giving/payment_cards.sql

create table private.payment_cards (
  customer text primary key check (char_length(customer) <= 200),
  expires_on date check (expires_on between '2000-01-01' and '2200-12-31'),
  seen_at timestamptz not null,
  written_for date
);
comment on table private.payment_cards is 'The newest card of each customer of the provider.';
comment on column private.payment_cards.expires_on is 'Its last day; null when the customer pays by something else.';
comment on column private.payment_cards.written_for is 'The expires_on of which the donor was told.';
create index payment_cards_expires_on_idx on private.payment_cards (expires_on);
alter table private.payment_cards enable row level security;

-- supabase/schemas/giving/payment_events.sql

-- The payment provider's events. They may come repeatedly and in any order: a refund before its gift, and
-- the payment of an invoice before or after the invoice.

create table private.payment_events (
  id text primary key check (char_length(id) <= 200),
  received_at timestamptz not null default now()
);
create index payment_events_received_at_idx on private.payment_events (received_at);

alter table private.payment_events enable row level security;

-- supabase/schemas/giving/payment_provider.sql

create function private.is_new_event(event_id text) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('payment events', 0));
  insert into private.payment_events (id) values (event_id) on conflict do nothing;
  return found;
end
$$;
comment on function private.is_new_event(text) is 'Records an event of the provider, one at a time; false for a repeated one.';

create function private.note_refused_payment_event(reason text) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into private.refused_payment_events as known (reason) values (left(note_refused_payment_event.reason, 300))
  on conflict on constraint refused_payment_events_pkey do update set times = known.times + 1, last_at = now()
$$;
create function public.note_refused_payment_event(reason text) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.note_refused_payment_event(reason) $$;
comment on function public.note_refused_payment_event is
  'Records why an event of the payment provider is refused, such as an API version that is not understood.';
grant execute on function private.note_refused_payment_event, public.note_refused_payment_event to service_role;

create function private.note_paid(gift jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  donor constant uuid := (select person_id from private.gifts where payment_id = gift ->> 'payment_id');
begin
  update public.donors set payment_failing_since = null
  where id = donor and gift ->> 'donation_type' = 'monthly' and payment_failing_since < (gift ->> 'given_at')::timestamptz;
  insert into private.monthly_gifts as stored (id, customer, donor_id, paid_at)
  select gift ->> 'subscription', gift ->> 'customer', donor, (gift ->> 'given_at')::timestamptz
  where gift ->> 'subscription' is not null
  on conflict (id) do update set
    customer = excluded.customer, donor_id = excluded.donor_id, paid_at = greatest(stored.paid_at, excluded.paid_at),
    failures = case when stored.failing_since > excluded.paid_at then stored.failures else 0 end,
    failing_since = case when stored.failing_since > excluded.paid_at then stored.failing_since end;
end
$$;

create function private.paid_back(gift_id text) returns numeric
language sql stable security definer set search_path = ''
as $$
  select coalesce(sum(greatest(payments.refunded - returned.failed, 0) + returned.lost), 0)
  from private.payments
  cross join lateral (
    select
      -- A total of after the failure is without it.
      coalesce(sum(amount) filter (where kind = 'refund_failed' and told_at >= payments.refunded_at), 0) as failed,
      coalesce(sum(amount) filter (where kind = 'dispute_lost'), 0) as lost
    from private.payment_reversals where payment = payments.id
  ) as returned
  where payments.gift = gift_id
$$;

create function private.record_payment_event(
  event_id text, gift jsonb default null, payment text default null, pays text default null,
  refunded numeric default null, reversal jsonb default null, told_at timestamptz default now()
) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  gift_id constant text := gift ->> 'payment_id';
  concerned text := gift_id;
begin
  if not private.is_new_event(event_id) then
    return false;
  end if;
  if gift_id is not null and not exists (select from private.gifts where payment_id = gift_id) then
    insert into public.donations (
      payment_id, donor_name, donor_email, amount, donation_type, campaign, created_at
    ) values (
      gift_id, gift ->> 'donor_name', gift ->> 'donor_email', (gift ->> 'amount')::numeric,
      gift ->> 'donation_type', gift ->> 'campaign', (gift ->> 'given_at')::timestamptz
    );
    perform private.note_paid(gift);
  end if;
  if payment is not null then
    insert into private.payments as stored (id, gift, refunded, refunded_at)
    values (
      payment, coalesce(pays, payment), coalesce(record_payment_event.refunded, 0),
      case when record_payment_event.refunded is not null then told_at end
    )
    on conflict (id) do update set
      gift = coalesce(pays, stored.gift),
      (refunded, refunded_at) = (
        select newest.refunded, newest.refunded_at
        from (values (stored.refunded, stored.refunded_at), (excluded.refunded, excluded.refunded_at)) as newest (refunded, refunded_at)
        order by newest.refunded_at desc nulls last, newest.refunded desc limit 1
      )
    returning stored.gift into concerned;
    insert into private.payment_reversals as stored (id, payment, kind, amount, told_at)
    select reversal ->> 'id', payment, reversal ->> 'kind', (reversal ->> 'amount')::numeric, record_payment_event.told_at
    where reversal is not null
    -- A refund fails once, of which several events tell; a lost dispute may be won later.
    on conflict (id) do update set
      told_at = case excluded.kind when 'refund_failed' then least(stored.told_at, excluded.told_at) else excluded.told_at end,
      kind = excluded.kind
    where excluded.kind = 'refund_failed' or stored.told_at <= excluded.told_at;
  end if;
  update public.donations stored
  set refunded = least(stored.amount, private.paid_back(concerned))
  where stored.payment_id = concerned and stored.refunded <> least(stored.amount, private.paid_back(concerned));
  return true;
end
$$;

create function public.record_payment_event(
  event_id text, gift jsonb default null, payment text default null, pays text default null,
  refunded numeric default null, reversal jsonb default null, told_at timestamptz default now()
) returns boolean
language sql security invoker set search_path = ''
as $$ select private.record_payment_event(event_id, gift, payment, pays, refunded, reversal, told_at) $$;
comment on function public.record_payment_event is
  'For the provider''s webhook: records a gift (payment_id, donor_name, donor_email, amount, donation_type, campaign, given_at, and subscription and customer of a monthly one), the invoice that a payment pays, the total refund of a payment at a moment, or a reversal (id, kind, amount): a refund that failed, a dispute that was lost or won; false for a repeated event.';
grant execute on function private.record_payment_event, public.record_payment_event to service_role;

-- A failed payment: a mail with the provider's link for each event. At the third since a subscription was last
-- paid, by the provider's count or ours, staff get a task.

create function private.add_payment_task(subscription text, failure jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.tasks (body, due_on, author_id, donor_id, address, open_to)
  select format('The monthly gift of %s by %s failed three times. Ask for a new card.',
      to_char((failure ->> 'amount')::numeric, 'FM$999,999,990.00'), left(failure ->> 'donor_name', 200)),
    private.office_today(), null, donor_id,
    case when donor_id is null and private.is_address(failure ->> 'donor_email') then failure ->> 'donor_email' end, '{donors}'
  from private.monthly_gifts where id = subscription;
end
$$;
comment on function private.add_payment_task(text, jsonb) is 'A task for no one, on the donor or their address: all who may read donors have it among their own.';

create function private.record_failed_payment(event_id text, failure jsonb) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  address constant text := failure ->> 'donor_email';
  failed_at constant timestamptz := failure ->> 'failed_at';
  donor constant uuid := private.found_person((failure ->> 'donor_name', address, null, true));
  stored private.monthly_gifts;
begin
  if not private.is_new_event(event_id) then
    return false;
  end if;
  insert into private.monthly_gifts (id, customer, donor_id)
  values (failure ->> 'subscription', failure ->> 'customer', (select id from public.donors where id = donor))
  on conflict do nothing;
  update private.monthly_gifts set failures = greatest(failures + 1, (failure ->> 'attempts')::integer)
  where id = failure ->> 'subscription' and (paid_at is null or paid_at < failed_at)
  returning * into stored;
  if stored.id is null then
    -- A later payment succeeded.
    return true;
  end if;
  if private.is_address(address) then
    insert into private.outbox (idempotency_key, kind, recipient, expires_at, data)
    values ('payment_failed:' || event_id, 'payment_failed', address, now() + interval '3 days', failure - 'donor_email')
    on conflict do nothing;
  end if;
  if stored.failures >= 3 and stored.failing_since is null then
    update private.monthly_gifts set failing_since = failed_at where id = stored.id;
    update public.donors set payment_failing_since = failed_at where id = donor and payment_failing_since is null;
    perform private.add_payment_task(stored.id, failure);
  end if;
  return true;
end
$$;

create function public.record_failed_payment(event_id text, failure jsonb) returns boolean
language sql security invoker set search_path = ''
as $$ select private.record_failed_payment(event_id, failure) $$;
comment on function public.record_failed_payment is
  'For the provider''s webhook: writes to a donor whose payment failed (donor_name, donor_email, amount, link, subscription, customer, attempts, failed_at); false for a repeated event.';
grant execute on function private.record_failed_payment, public.record_failed_payment to service_role;

-- A card about to expire. The provider has no event of it for cards that it saves as payment methods, so the
-- last day of each customer's newest card is kept, and the donor of a monthly gift is told once, a month before.

create function private.record_payment_card(event_id text, customer text, expires_on date, seen_at timestamptz) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.is_new_event(event_id) then
    return false;
  end if;
  insert into private.payment_cards as stored (customer, expires_on, seen_at)
  values (record_payment_card.customer, record_payment_card.expires_on, record_payment_card.seen_at)
  on conflict on constraint payment_cards_pkey do update set expires_on = excluded.expires_on, seen_at = excluded.seen_at
  where stored.seen_at <= excluded.seen_at;
  return true;
end
$$;

create function public.record_payment_card(event_id text, customer text, expires_on date, seen_at timestamptz) returns boolean
language sql security invoker set search_path = ''
as $$ select private.record_payment_card(event_id, customer, expires_on, seen_at) $$;
comment on function public.record_payment_card is
  'For the provider''s webhook: the last day of the card of a customer, null for another way to pay; false for a repeated event.';
grant execute on function private.record_payment_card, public.record_payment_card to service_role;

create function private.end_monthly_gift(event_id text, subscription text, ended_at timestamptz) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.is_new_event(event_id) then
    return false;
  end if;
  insert into private.monthly_gifts as stored (id, ended_at) values (subscription, end_monthly_gift.ended_at)
  on conflict (id) do update set ended_at = excluded.ended_at;
  return true;
end
$$;

create function public.end_monthly_gift(event_id text, subscription text, ended_at timestamptz) returns boolean
language sql security invoker set search_path = ''
as $$ select private.end_monthly_gift(event_id, subscription, ended_at) $$;
comment on function public.end_monthly_gift is
  'For the provider''s webhook: a subscription that ended; false for a repeated event.';
grant execute on function private.end_monthly_gift, public.end_monthly_gift to service_role;

create function private.write_card_notices() returns void
language sql security definer set search_path = ''
as $$
  delete from private.payment_cards
  where expires_on < private.office_today() - 90
    or seen_at < now() - interval '7 days' and customer not in (
      select monthly.customer from private.monthly_gifts monthly where monthly.customer is not null and monthly.ended_at is null
    );
  with told as (
    update private.payment_cards card set written_for = card.expires_on
    from private.monthly_gifts monthly join private.donor_letters donors on donors.id = monthly.donor_id
    where card.expires_on between private.office_today() and private.office_today() + 30
      and card.written_for is distinct from card.expires_on
      and monthly.customer = card.customer and monthly.ended_at is null and monthly.paid_at > now() - interval '2 months'
      and private.is_address(donors.email)
    returning card.customer, card.expires_on, donors.email
  )
  insert into private.outbox (idempotency_key, kind, recipient, expires_at, data)
  select format('card_expiring:%s:%s', customer, expires_on), 'card_expiring', email, now() + interval '3 days',
    jsonb_build_object('expires_on', expires_on)
  from told
  on conflict do nothing
$$;
select private.every_minute('write_card_notices');

-- supabase/schemas/giving/payment_reversals.sql

create table private.payment_reversals (
  id text primary key check (char_length(id) <= 200),
  payment text not null check (char_length(payment) <= 200),
  kind text not null check (kind in ('refund_failed', 'dispute_lost', 'dispute_won')),
  amount numeric(12, 2) not null check (amount >= 0),
  told_at timestamptz not null
);
comment on table private.payment_reversals is 'Refunds that the bank returned, and closed disputes, by the provider''s id.';
create index payment_reversals_payment_idx on private.payment_reversals (payment);
alter table private.payment_reversals enable row level security;

-- supabase/schemas/giving/payments.sql

create table private.payments (
  id text primary key check (char_length(id) <= 200),
  gift text not null check (char_length(gift) <= 200),
  refunded numeric(12, 2) not null default 0 check (refunded >= 0),
  refunded_at timestamptz
);
comment on column private.payments.refunded is 'The total refund at `refunded_at`, the newest that the provider told.';
comment on column private.payments.gift is 'The payment_id of its gift: its own id, or that of an invoice.';
create index payments_gift_idx on private.payments (gift);
alter table private.payments enable row level security;

-- supabase/schemas/giving/payout_book.sql

create function private.record_payout(event_id text, payout jsonb) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.is_new_event(event_id) then
    return false;
  end if;
  insert into private.payouts as stored (id, amount, arrives_on, told_at, failed_at)
  values (
    payout ->> 'id', (payout ->> 'amount')::numeric, (payout ->> 'arrives_on')::date, (payout ->> 'told_at')::timestamptz,
    case when payout ->> 'state' = 'failed' then (payout ->> 'told_at')::timestamptz end
  )
  on conflict (id) do update set
    amount = case when excluded.told_at > stored.told_at then excluded.amount else stored.amount end,
    arrives_on = case when excluded.told_at > stored.told_at then excluded.arrives_on else stored.arrives_on end,
    told_at = greatest(stored.told_at, excluded.told_at),
    -- A payout that failed is never paid: the provider makes a new one.
    failed_at = coalesce(stored.failed_at, excluded.failed_at);
  return true;
end
$$;
create function public.record_payout(event_id text, payout jsonb) returns boolean
language sql security invoker set search_path = ''
as $$ select private.record_payout(event_id, payout) $$;
comment on function public.record_payout is
  'For the provider''s webhook: a payout (id, amount in dollars, arrives_on, state paid or failed, told_at), events of it in any order; false for a repeated event.';

create function private.note_payout_deposit(payout text, amount numeric, deposited_on date, replaced numeric) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  stored private.payouts;
begin
  perform private.require_gift_desk();
  select * into stored from private.payouts where id = payout for update;
  perform private.refuse_if(not found, 'This payout is not there any more.');
  perform private.refuse_if(amount not between -1000000000 and 1000000000, 'Enter the amount that the bank shows.');
  perform private.refuse_if(note_payout_deposit.deposited_on not between '2000-01-01' and private.office_today(),
    'The day of the deposit is in the future, or missing.');
  if stored.deposited is distinct from replaced then
    raise exception 'A colleague has just entered another deposit.' using errcode = 'PT409';
  end if;
  update private.payouts set deposited = round(note_payout_deposit.amount, 2), deposited_on = note_payout_deposit.deposited_on where id = payout;
  perform private.log_action('changed', 'payouts', null, payout, jsonb_build_object(
    'deposited', jsonb_build_array(stored.deposited, round(amount, 2)),
    'deposited_on', jsonb_build_array(stored.deposited_on, note_payout_deposit.deposited_on)
  ));
end
$$;
create function public.note_payout_deposit(payout text, amount numeric, deposited_on date, replaced numeric) returns void
language sql security invoker set search_path = ''
as $$ select private.note_payout_deposit(payout, amount, deposited_on, replaced) $$;
comment on function public.note_payout_deposit is
  'Notes the dollars that the bank shows for a payout of the provider, and the day; PT409 when the deposit is not the one that the caller saw.';

create function private.payout_book(skipped integer) returns table (
  id text, amount numeric, arrives_on date, is_failed boolean, deposited numeric, deposited_on date
)
language sql stable security definer set search_path = ''
as $$
  select payouts.id, payouts.amount, payouts.arrives_on, failed_at is not null, payouts.deposited, payouts.deposited_on
  from private.payouts where private.has_permission('can_manage_donations')
  order by payouts.arrives_on desc, payouts.id desc offset greatest(skipped, 0) limit 50
$$;
create function public.payout_book(skipped integer default 0) returns table (
  id text, amount numeric, arrives_on date, is_failed boolean, deposited numeric, deposited_on date
)
language sql stable security invoker set search_path = ''
as $$ select * from private.payout_book(skipped) $$;
comment on function public.payout_book is
  'Fifty payouts of the provider after some, by the day of their arrival, newest first; nothing without can_manage_donations.';
grant execute on function private.record_payout, public.record_payout to service_role;
grant execute on function private.note_payout_deposit, public.note_payout_deposit to authenticated;
grant execute on function private.payout_book, public.payout_book to authenticated;

-- supabase/schemas/giving/payouts.sql

create table private.payouts (
  id text primary key check (private.is_line(id, 200)),
  amount numeric(12, 2) not null,
  arrives_on date not null check (arrives_on between '2000-01-01' and '2200-12-31'),
  told_at timestamptz not null,
  failed_at timestamptz,
  deposited numeric(12, 2) check (deposited between -1000000000 and 1000000000),
  deposited_on date constraint payouts_deposited_on_check
    check ((deposited is null) = (deposited_on is null) and deposited_on between '2000-01-01' and '2200-12-31')
);
comment on table private.payouts is 'What the payment provider paid to the bank account, by its id.';
comment on column private.payouts.amount is 'Dollars, less its fees; negative where it collects from the account.';
comment on column private.payouts.failed_at is 'The bank returned it, or it was canceled.';
comment on column private.payouts.deposited is 'Dollars that the bank shows.';
create index payouts_arrives_on_idx on private.payouts (arrives_on desc, id desc);
alter table private.payouts enable row level security;

-- supabase/schemas/giving/post.sql

-- Post: one letter for each household of a list, in the order of its envelopes.

create function private.letters(list text, ids uuid[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  most constant integer := 10000;
begin
  perform private.require(
    list in ('profiles', 'mentors', 'trainers', 'donors', 'donations', 'submissions', 'newsletter_subscriptions')
      and private.may_search(list), 'You may not read this list.'
  );
  if cardinality(ids) > most then
    raise exception 'Up to % rows at a time. Narrow the list down first.', most using errcode = 'check_violation';
  end if;
  return (
    with listed as (
      select person_id, min(nullif(btrim(name), '')) as name from (
        select id as person_id, name from public.donors where list = 'donors' and id = any (ids)
        union all
        select theirs.person_id, theirs.name from private.rows_of_people as theirs where theirs.source = list and theirs.id = any (ids)
      ) as of_list group by person_id
    ), home as materialized (
      select listed.person_id, listed.name, coalesce(house.id, listed.person_id) as household, house.name as house_name,
        people.is_deceased or coalesce(house.is_deceased, false) as is_deceased,
        people.do_not_contact or coalesce(house.do_not_contact, false) as do_not_contact,
        -- Where a mentee lives is protected.
        coalesce(
          case when not exists (select from public.mentees where mentees.person_id = listed.person_id) then private.post_of(listed.person_id) end,
          private.post_of(house.id)
        ) as address
      from listed join private.people on people.id = listed.person_id
      left join lateral (
        select grp.* from private.members join private.people grp on grp.id = group_id
        where members.person_id = listed.person_id and grp.kind = 'household'
          and not exists (select from public.mentees where mentees.person_id = listed.person_id)
        order by members.created_at, grp.id limit 1
      ) as house on true
    ), letter as (
      select household, (array_agg(address order by name, person_id))[1] as address, count(*) as people,
        -- Its name is that of all members. One who gets no letter, or gets it at another household, is not named.
        case when max(house_name) is not null and not exists (
          select from private.members own join private.people on people.id = own.person_id
          where own.group_id = household and (people.is_deceased or people.do_not_contact or exists (
            select from private.members earlier join private.people grp on grp.id = earlier.group_id and grp.kind = 'household'
            where earlier.person_id = own.person_id and (earlier.created_at, earlier.group_id) < (own.created_at, own.group_id)
          ))
        ) then max(house_name) else array_to_string(array_agg(name order by name, person_id), ' and ') end as name
      from home where not is_deceased and not do_not_contact and address is not null group by household
    )
    select jsonb_build_object(
      'letters', coalesce((select jsonb_agg(
        address || jsonb_build_object('name', name, 'people', people)
        order by address ->> 'country' nulls first, address ->> 'postal_code', address ->> 'street', name
      ) from letter), '[]'),
      'people', (select count(*) from listed),
      'deceased', count(*) filter (where is_deceased),
      'do_not_contact', count(*) filter (where do_not_contact and not is_deceased),
      'without_address', count(*) filter (where address is null and not do_not_contact and not is_deceased)
    ) from home
  );
end
$$;

create function public.letters(list text, ids uuid[]) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select private.letters(list, ids) $$;
comment on function public.letters is
  'For readers of a list: name and postal address for each household of its rows, in the order of country and postal code, with the numbers of people left out. No mentee''s own address.';
grant execute on function private.letters, public.letters to authenticated;

create function private.home_of(person uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(private.post_of(person), private.post_of(private.household_of(person)))
  where not exists (select from public.mentees where person_id = person)
$$;
comment on function private.home_of(uuid) is 'The postal address of a person, or of their household. Where a mentee lives is protected.';

create function private.donors_by_post(ids uuid[]) returns table (id uuid, refusal text, address jsonb)
language sql stable security definer set search_path = ''
as $$
  select people.id, case when is_deceased then 'deceased' when do_not_contact then 'do_not_contact' end, private.home_of(people.id)
  from private.people where people.id = any (ids) and private.may_search('donors')
$$;

create function public.donors_by_post(ids uuid[]) returns table (id uuid, refusal text, address jsonb)
language sql stable security invoker set search_path = ''
as $$ select * from private.donors_by_post(ids) $$;
comment on function public.donors_by_post is
  'For readers of donors: their postal address or that of their household, and whether they are deceased or must not be contacted.';
grant execute on function private.donors_by_post, public.donors_by_post to authenticated;

-- supabase/schemas/giving/posting.sql

create function private.post_batch(batch uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  posted public.gift_batches;
  ids uuid[];
  counted integer;
  total numeric;
begin
  perform private.require_gift_desk();
  select * into posted from public.gift_batches where id = batch for update;
  perform private.refuse_if(not found, 'This batch is not there any more.');
  if posted.posted_by = private.current_user_id() then
    -- A retry.
    return;
  end if;
  perform private.refuse_if(posted.posted_at is not null, format('This batch is already posted, by %s.',
    coalesce(private.account_name(posted.posted_by), 'a former account')));
  perform private.refuse_if(posted.discarded_at is not null, 'This batch was discarded.');
  perform from public.donations where batch_id = batch order by id for update;
  select array_agg(id), count(*) filter (where voided_at is null), coalesce(sum(amount - refunded), 0)
    into ids, counted, total from public.donations where batch_id = batch;
  perform private.refuse_if((counted, total) <> (posted.expected_count, posted.expected_total), format(
    'This batch does not add up. Expected: number %s, total %s. Entered: number %s, total %s.',
    posted.expected_count, to_char(posted.expected_total, 'FM$999,999,999,990.00'),
    counted, to_char(total, 'FM$999,999,999,990.00')
  ));
  update public.donations set is_posted = true where batch_id = batch;
  perform private.owe_thanks(coalesce(ids, '{}'));
  update public.gift_batches set posted_at = now(), posted_by = private.current_user_id() where id = batch;
end
$$;
create function public.post_batch(batch uuid) returns void
language sql security invoker set search_path = ''
as $$ select private.post_batch(batch) $$;
comment on function public.post_batch is
  'Counts all gifts of a batch that adds up, once.';

create function private.discard_batch(batch uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  stored public.gift_batches;
  gifts bigint;
  total numeric;
begin
  perform private.require_gift_desk();
  select * into stored from public.gift_batches where id = batch for update;
  perform private.refuse_if(stored.posted_at is not null, 'This batch is already posted. Void its gifts one by one.');
  if stored.id is null or stored.discarded_at is not null then
    return;
  end if;
  select count(*), coalesce(sum(amount - refunded), 0) into gifts, total from public.donations where batch_id = batch;
  update public.gift_batches set discarded_at = now(), discarded_by = private.current_user_id() where id = batch;
  perform private.log_action('removed', 'gift_batches', batch, null, jsonb_build_object(
    'gifts', jsonb_build_array(gifts, null), 'total', jsonb_build_array(total, null)
  ));
end
$$;
create function public.discard_batch(batch uuid) returns void
language sql security invoker set search_path = ''
as $$ select private.discard_batch(batch) $$;
comment on function public.discard_batch is
  'Closes a batch that is not posted. Its gifts stay on record and never count.';

create function private.note_deposit(batch uuid, amount numeric, deposited_on date, replaced numeric) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  stored public.gift_batches;
begin
  perform private.require_gift_desk();
  select * into stored from public.gift_batches where id = batch for update;
  perform private.refuse_if(stored.posted_at is null, 'Only a posted batch has a deposit.');
  perform private.refuse_if(amount not between 0 and 1000000000, 'Enter the amount that the bank shows.');
  perform private.refuse_if(note_deposit.deposited_on not between '1900-01-01' and private.office_today(),
    'The day of the deposit is in the future, or missing.');
  if stored.deposited is distinct from replaced then
    raise exception 'A colleague has just entered another deposit.' using errcode = 'PT409';
  end if;
  update public.gift_batches set deposited = round(amount, 2), deposited_on = note_deposit.deposited_on where id = batch;
end
$$;
create function public.note_deposit(batch uuid, amount numeric, deposited_on date, replaced numeric) returns void
language sql security invoker set search_path = ''
as $$ select private.note_deposit(batch, amount, deposited_on, replaced) $$;
comment on function public.note_deposit is
  'Notes the dollars that the bank shows for a posted batch, and the day; PT409 when the deposit is not the one that the caller saw.';

create function private.batch_book(before timestamptz) returns table (
  id uuid, created_at timestamptz, gifts bigint, total numeric, expected_total numeric, posted_at timestamptz, posted_by text,
  discarded_at timestamptz, discarded_by text, deposited numeric, deposited_on date
)
language sql stable security definer set search_path = ''
as $$
  select batch.id, batch.created_at, entered.gifts, entered.total, batch.expected_total, batch.posted_at,
    private.account_name(batch.posted_by), batch.discarded_at, private.account_name(batch.discarded_by), batch.deposited, batch.deposited_on
  from (
    select * from public.gift_batches where before is null or gift_batches.created_at < before
    order by created_at desc, id desc limit 50
  ) as batch
  cross join lateral (
    -- As it was posted: later refunds of its gifts are no part of the deposit.
    select count(*) filter (where voided_at is null) as gifts, coalesce(sum(amount) filter (where voided_at is null), 0) as total
    from public.donations where batch_id = batch.id
  ) as entered
  where private.has_permission('can_manage_donations')
  order by batch.created_at desc, batch.id desc
$$;
create function public.batch_book(before timestamptz default null) returns table (
  id uuid, created_at timestamptz, gifts bigint, total numeric, expected_total numeric, posted_at timestamptz, posted_by text,
  discarded_at timestamptz, discarded_by text, deposited numeric, deposited_on date
)
language sql stable security invoker set search_path = ''
as $$ select * from private.batch_book(before) $$;
comment on function public.batch_book is
  'The 50 newest batches that were opened before a time, with who closed them, their gifts that are not void, and the deposit; nothing without can_manage_donations.';
grant execute on function private.post_batch, public.post_batch to authenticated;
grant execute on function private.discard_batch, public.discard_batch to authenticated;
grant execute on function private.note_deposit, public.note_deposit to authenticated;
grant execute on function private.batch_book, public.batch_book to authenticated;

-- supabase/schemas/giving/receipt_delivery.sql

create function private.receipts_of_year(of_year integer, donors uuid[] default null) returns table (
  donor_id uuid, name text, state text, email text, address jsonb, is_new_version boolean
)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  return query
  with due as materialized (
    select * from private.receipts_due(of_year, receipts_of_year.donors)
  ), issued as (
    select stored.donor_id, array_agg(stored.print) as prints, array_agg(stored.print) filter (
      where num_nonnulls(stored.printed_at, stored.opened_at) > 0
        or stored.mail_id is not null and coalesce(mail.state, 'sent') not in ('failed', 'suppressed', 'cancelled')
    ) as given
    from private.issued_receipts stored left join private.outbox mail on mail.id = stored.mail_id
    where stored.year = of_year and not stored.is_replaced
      and (receipts_of_year.donors is null or stored.donor_id = any (receipts_of_year.donors))
    group by stored.donor_id
  ), known as (
    select due.donor_id, due.name, people.is_deceased, people.do_not_contact, people.wants_paper,
      btrim(donor.email) as email,
      coalesce(due.print = any (issued.given), false) as has_it,
      coalesce(due.print <> all (issued.prints), false) as is_new_version
    from due
    join private.people on people.id = due.donor_id
    join private.donor_letters donor on donor.id = due.donor_id
    left join issued on issued.donor_id = due.donor_id
  ), reached as (
    select known.*, private.is_address(known.email) is true and not exists (
      select from private.suppressions where scope = lower(known.email) and reason <> 'unsubscribed'
    ) as takes_mail
    from known
  ), addressed as (
    select reached.*, case when not (has_it or is_deceased or do_not_contact) and (wants_paper or not takes_mail) then private.home_of(reached.donor_id) end as home
    from reached
  )
  select addressed.donor_id, addressed.name,
    case when has_it then 'given' when is_deceased then 'deceased' when do_not_contact then 'do_not_contact'
      when home is not null then 'print' when takes_mail then 'mail' else 'no_address' end,
    case when takes_mail then addressed.email end, home, addressed.is_new_version
  from addressed;
end
$$;
comment on function private.receipts_of_year(integer, uuid[]) is
  'Of each donor of a year: `given` (the receipt on record is right, and was printed, opened, or mailed without failing), mail, print (no email works, or they want paper), no_address, deceased or do_not_contact.';

create function private.issue_donor_receipt(donor uuid, of_year integer, way text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  issued private.issued_receipts;
  recipient text;
begin
  perform private.require(private.has_permission('can_manage_donations'), 'You may not issue receipts.');
  perform private.refuse_if(way not in ('print', 'mail'), 'A receipt is printed or mailed.');
  issued := private.issue_receipt(donor, of_year);
  perform private.refuse_if(issued.id is null, 'There is no gift of this year to confirm.');
  if way = 'print' then
    update private.issued_receipts set printed_at = now() where id = issued.id and printed_at is null;
  elsif issued.mail_id is null or exists (
    select from private.outbox where id = issued.mail_id and state in ('failed', 'suppressed', 'cancelled')
  ) then
    select found.email into recipient from private.receipts_of_year(of_year, array[donor]) as found
      join private.people on people.id = found.donor_id where not is_deceased and not do_not_contact;
    perform private.refuse_if(recipient is null, 'There is no address to write to.');
    perform private.mail_receipt(issued, recipient);
    perform private.start_delivery();
  end if;
  select * into issued from private.issued_receipts where id = issued.id;
  return private.receipt_document(issued);
end
$$;

create function public.issue_donor_receipt(donor uuid, of_year integer, way text) returns jsonb
language sql security invoker set search_path = ''
as $$ select private.issue_donor_receipt(donor, of_year, way) $$;
comment on function public.issue_donor_receipt is
  'Issues the receipt of a donor''s year to `print` or `mail` it, and returns it; the one on record as long as the gifts are the same. It is mailed once, and again only where that failed.';
grant execute on function private.issue_donor_receipt, public.issue_donor_receipt to authenticated;

create function private.issued_receipts(donor uuid) returns table (
  id uuid, number text, year integer, total numeric, issued_at timestamptz, printed_at timestamptz, opened_at timestamptz,
  mailed_at timestamptz, mail_state text, replaces text[], replaced_by text[], is_right boolean, is_withdrawn boolean
)
language sql stable security definer set search_path = ''
as $$
  select issued.id, issued.number, issued.year, issued.total, issued.issued_at, issued.printed_at, issued.opened_at, issued.mailed_at, mail.state,
    array(select older.number from private.issued_receipts older where older.id = any (issued.replaces) order by older.issued_at, older.number),
    array(select newer.number from private.issued_receipts newer where newer.replaces @> array[issued.id] order by newer.issued_at, newer.number),
    coalesce(due.print = issued.print, false), private.is_withdrawn(issued)
  from private.issued_receipts issued
  left join private.outbox mail on mail.id = issued.mail_id
  left join lateral private.receipts_due(issued.year, array[donor]) as due on true
  where issued.donor_id = donor and private.has_permission('can_manage_donations')
  order by issued.year desc, issued.issued_at desc, issued.version desc
$$;

create function public.issued_receipts(donor uuid) returns table (
  id uuid, number text, year integer, total numeric, issued_at timestamptz, printed_at timestamptz, opened_at timestamptz,
  mailed_at timestamptz, mail_state text, replaces text[], replaced_by text[], is_right boolean, is_withdrawn boolean
)
language sql stable security invoker set search_path = ''
as $$ select * from private.issued_receipts(donor) $$;
comment on function public.issued_receipts is
  'The receipts that a donor was given: how and when, which replaces which, whether the gifts are still the same, and whether none is left; nothing without can_manage_donations.';
grant execute on function private.issued_receipts, public.issued_receipts to authenticated;

create function private.receipt_on_record(receipt uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select case
    when private.has_permission('can_manage_donations') then private.receipt_document(issued)
    when private.is_of_address(issued, private.own_address())
      then private.receipt_document(issued) || jsonb_build_object('address', null, 'email', private.own_address())
  end
  from private.issued_receipts issued where issued.id = receipt
$$;

create function public.receipt_on_record(receipt uuid) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select private.receipt_on_record(receipt) $$;
comment on function public.receipt_on_record is
  'A receipt as it was issued, with the numbers that it replaces and that replace it, and whether none of its gifts is left: for holders of can_manage_donations, and without the postal address for the account whose confirmed address all of its gifts have.';
grant execute on function private.receipt_on_record, public.receipt_on_record to authenticated;

-- For supporters. Two people may share the address: each has their own receipts, of gifts with this address alone.

create function private.own_years() returns table (year integer, total numeric, gift_count bigint, donor uuid, donor_name text)
language sql stable security definer set search_path = ''
as $$
  select years.*, donors.id, donors.name
  from public.donors
  cross join lateral private.years_given(donors.id, private.own_address()) as years
  where donors.id in (select person_id from private.gifts where lower(btrim(donor_email)) = private.own_address())
  order by years.year desc, donors.name, donors.id
$$;

create function public.own_years() returns table (year integer, total numeric, gift_count bigint, donor uuid, donor_name text)
language sql stable security invoker set search_path = ''
as $$ select * from private.own_years() $$;
comment on function public.own_years is
  'The years with an `own_receipt`, of each donor with the caller''s confirmed address.';

create function private.own_receipt(of_year integer, donor uuid default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  own constant text := private.own_address();
  given constant uuid := coalesce(
    own_receipt.donor,
    (select min(years.donor::text)::uuid from private.own_years() as years where year = of_year having count(*) = 1)
  );
  issued private.issued_receipts;
begin
  if own is null or given is null or not exists (select from private.receipts_due(of_year, array[given], own)) then
    return null;
  end if;
  issued := private.issue_receipt(given, of_year, own);
  if issued.id is null then
    return private.receipt_draft(given, of_year, own) || jsonb_build_object('address', null, 'email', own, 'replaces', '[]'::jsonb);
  end if;
  update private.issued_receipts set opened_at = now() where id = issued.id and opened_at is null;
  return private.receipt_document(issued) || jsonb_build_object('address', null, 'email', own);
end
$$;
create function public.own_receipt(of_year integer, donor uuid default null) returns jsonb
language sql security invoker set search_path = ''
as $$ select private.own_receipt(of_year, donor) $$;
comment on function public.own_receipt is
  'Issues the receipt of a year for gifts with the caller''s confirmed address, as `donor_receipt` has it, without the postal address; of one donor, where two share it. Without a number where the one on record has gifts of another address.';

create function private.own_receipts() returns table (
  id uuid, number text, year integer, issued_at timestamptz, replaced_by text[], donor_name text, is_withdrawn boolean
)
language sql stable security definer set search_path = ''
as $$
  select issued.id, issued.number, issued.year, issued.issued_at,
    array(select newer.number from private.issued_receipts newer where newer.replaces @> array[issued.id] order by newer.issued_at, newer.number),
    issued.name, private.is_withdrawn(issued)
  from private.issued_receipts issued
  where issued.gifts && array(select gift.id from private.gifts gift where lower(btrim(gift.donor_email)) = private.own_address())
    and private.is_of_address(issued, private.own_address())
  order by issued.year desc, issued.issued_at desc, issued.version desc
  limit 200
$$;
create function public.own_receipts() returns table (
  id uuid, number text, year integer, issued_at timestamptz, replaced_by text[], donor_name text, is_withdrawn boolean
)
language sql stable security invoker set search_path = ''
as $$ select * from private.own_receipts() $$;
comment on function public.own_receipts is
  'The newest 200 issued receipts whose gifts all have the caller''s confirmed address.';
grant execute on function private.own_years, public.own_years to authenticated;
grant execute on function private.own_receipt, public.own_receipt to authenticated;
grant execute on function private.own_receipts, public.own_receipts to authenticated;

-- supabase/schemas/giving/receipt_desk.sql

create function private.years_given(donor uuid, own text default null) returns table (year integer, total numeric, gift_count bigint)
language sql stable security definer set search_path = ''
as $$
  select extract(year from given_at)::integer as given_in, coalesce(sum(amount), 0), count(*)
  from private.receipted_gifts where donor_id = donor and (own is null or address = own)
  group by given_in order by given_in desc
$$;

create function private.donor_years(donor uuid) returns table (year integer, total numeric, gift_count bigint)
language sql stable security definer set search_path = ''
as $$ select * from private.years_given(donor) where private.has_permission('can_manage_donations') $$;

create function public.donor_years(donor uuid) returns table (year integer, total numeric, gift_count bigint)
language sql stable security invoker set search_path = ''
as $$ select * from private.donor_years(donor) $$;
comment on function public.donor_years is
  'The years (in the office''s time zone) of a donor''s gifts, with their sum less refunds; nothing without can_manage_donations.';
grant execute on function private.donor_years, public.donor_years to authenticated;

create function private.receipt_draft(donor uuid, of_year integer, own text default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  due record;
  issued private.issued_receipts;
begin
  select * into due from private.receipts_due(of_year, array[donor], own);
  if not found then
    return null;
  end if;
  select * into issued from private.receipt_with_print(donor, of_year, due.print);
  if found then
    return private.receipt_document(issued);
  end if;
  return jsonb_build_object(
    'year', of_year, 'name', due.name, 'address', private.home_of(donor), 'email', private.email_of(donor),
    'lines', due.lines, 'total', due.total, 'words', private.words_of_receipts(), 'replaces', (
      select coalesce(jsonb_agg(number order by issued_at, number), '[]') from private.open_receipts(donor, of_year, due.gifts)
    )
  );
end
$$;
comment on function private.receipt_draft(uuid, integer, text) is
  'The receipt on record, or what the next one will say, without a number.';

create function private.donor_receipt(donor uuid, of_year integer) returns jsonb
language sql stable security definer set search_path = ''
as $$ select private.receipt_draft(donor, of_year) where private.has_permission('can_manage_donations') $$;

create function public.donor_receipt(donor uuid, of_year integer) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select private.donor_receipt(donor, of_year) $$;
comment on function public.donor_receipt is
  'The receipt on record of a donor''s year (id, number, issued_at, name, address, email, lines, total, words, replaces), or a draft of the next one, without number and id. Null without gifts, or without can_manage_donations.';
grant execute on function private.donor_receipt, public.donor_receipt to authenticated;

-- supabase/schemas/giving/receipt_wording.sql

create table private.receipt_wording (
  singleton boolean primary key default true check (singleton),
  words jsonb not null check (private.are_receipt_words(words)),
  issuer text[],
  confirmed_at timestamptz,
  draft jsonb check (draft is null or private.are_receipt_words(draft))
);
comment on column private.receipt_wording.words is 'On each receipt: title, in_kind, no_goods (in exchange) and thanks.';
comment on column private.receipt_wording.issuer is
  'Name, postal address and tax number, a line each, as they were confirmed; null before, when a receipt has those of the app.';
comment on column private.receipt_wording.draft is 'Not confirmed yet, and on no receipt.';
insert into private.receipt_wording (words) values (jsonb_build_object(
  'title', 'Receipt for gifts',
  'in_kind', 'Gifts in kind are described, not valued: the law leaves it to the donor to determine their value.',
  'no_goods', 'No goods or services were provided in exchange for these gifts, in whole or in part. Please keep this receipt for your tax records.',
  'thanks', 'Thank you for your support.'
));
alter table private.receipt_wording enable row level security;

-- supabase/schemas/giving/receipted_gifts.sql

create view private.receipted_gifts with (security_invoker = true) as
  select gift.id, coalesce(gift.legal_donor_id, gift.person_id) as donor_id,
    -- As it came; the receipt has the name of the donor.
    case when gift.legal_donor_id is null then gift.donor_name end as given_as,
    -- Of the legal donor, whose mailbox is not that of whoever moved the gift.
    case when gift.legal_donor_id is null then lower(btrim(gift.donor_email)) end as address,
    gift.created_at, gift.created_at at time zone private.office_time_zone() as given_at,
    gift.amount - gift.refunded as amount, gift.campaign, gift.fund_id,
    nullif(concat_ws(', ', gift.campaign, funds.name), '') as purpose,
    case when gift.amount is null then gift.description end as description
  from private.gifts gift left join public.funds on funds.id = gift.fund_id
  where gift.is_kept;

-- supabase/schemas/giving/receipts.sql

-- Receipts for the gifts of a year: issued once and fixed, replaced when the gifts change, and given to all
-- donors in one run (docs/decisions/044-issued-receipts.md).

create function private.is_nameless(donor_name text) returns boolean
language sql immutable set search_path = ''
as $$ select donor_name ~ '^(Erased donor( \d+)?|Donors of \d{4})$' $$;
comment on function private.is_nameless(text) is 'Whether it names those who were erased or cleared: no one gets a receipt for them.';

create function private.receipts_due(of_year integer, donors uuid[] default null, own text default null) returns table (
  donor_id uuid, name text, lines jsonb, gifts uuid[], total numeric, print text
)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  return query
  select gift.donor_id, donor.name,
    jsonb_agg(jsonb_build_object(
      'given_on', gift.given_at::date, 'amount', gift.amount, 'campaign', gift.purpose, 'description', gift.description
    ) order by gift.created_at, gift.id),
    array_agg(gift.id order by gift.created_at, gift.id), coalesce(sum(gift.amount), 0),
    -- A fund that gets another name changes no gift.
    md5(string_agg(
      concat_ws('|', gift.id, gift.given_at::date, gift.amount, gift.campaign, gift.fund_id, gift.description), e'\n' order by gift.created_at, gift.id
    ) || donor.name)
  from private.receipted_gifts as gift join public.donors donor on donor.id = gift.donor_id
  where of_year between 1900 and 2200
    and gift.created_at >= make_timestamptz(of_year, 1, 1, 0, 0, 0, private.office_time_zone())
    and gift.created_at < make_timestamptz(of_year + 1, 1, 1, 0, 0, 0, private.office_time_zone())
    and (donors is null or gift.donor_id = any (donors)) and (own is null or gift.address = own)
    and not private.is_nameless(donor.name)
  group by gift.donor_id, donor.name;
end
$$;
comment on function private.receipts_due(integer, uuid[], text) is
  'What the receipts of a year say today, of all donors or of some; with `own` only of gifts with that address.';

create function private.is_of_address(receipt private.issued_receipts, own text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select own is not null and cardinality(receipt.gifts) = (
    select count(*) from private.gifts gift where gift.id = any (receipt.gifts) and lower(btrim(gift.donor_email)) = own
      and gift.legal_donor_id is null
  )
$$;
comment on function private.is_of_address(private.issued_receipts, text) is
  'Whether all of its gifts have this address today: whoever reads that mailbox sees the receipt.';

create function private.is_withdrawn(receipt private.issued_receipts) returns boolean
language sql stable security definer set search_path = ''
as $$
  select not receipt.is_replaced and not exists (select from private.receipted_gifts gift where gift.id = any (receipt.gifts))
$$;
comment on function private.is_withdrawn(private.issued_receipts) is
  'Whether none of its gifts is left, and no other receipt says so by replacing it.';

create function private.receipt_document(receipt private.issued_receipts) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select to_jsonb(receipt) - '{donor_number,version,gifts,print,mail_id,replaces,is_replaced,pile}'::text[] || jsonb_build_object(
    'is_withdrawn', private.is_withdrawn(receipt),
    'replaces', (select coalesce(jsonb_agg(number order by issued_at, number), '[]') from private.issued_receipts older where older.id = any (receipt.replaces)),
    'replaced_by', (select jsonb_agg(jsonb_build_object('id', id, 'number', number) order by issued_at, number) from private.issued_receipts newer where newer.replaces @> array[receipt.id])
  )
$$;

create function private.open_receipts(donor uuid, of_year integer, with_gifts uuid[]) returns setof private.issued_receipts
language sql stable security definer set search_path = ''
as $$
  select * from private.issued_receipts issued
  where year = of_year and (donor_id = donor or gifts && with_gifts)
    and not exists (select from private.issued_receipts newer where newer.replaces @> array[issued.id] and newer.donor_id = donor)
$$;
comment on function private.open_receipts(uuid, integer, uuid[]) is
  'What the next receipt of a donor replaces: theirs for the year, and those with one of its gifts, whosever, once.';

create function private.receipt_with_print(donor uuid, of_year integer, of_print text) returns setof private.issued_receipts
language sql stable security definer set search_path = ''
as $$
  select * from private.issued_receipts
  where donor_id = donor and year = of_year and print = of_print and not is_replaced
  order by issued_at desc, version desc limit 1
$$;
comment on function private.receipt_with_print(uuid, integer, text) is
  'The newest receipt of a donor''s year that says what it would say today.';

create function private.issue_receipt(donor uuid, of_year integer, own text default null) returns private.issued_receipts
language plpgsql security definer set search_path = ''
as $$
declare
  due record;
  issued private.issued_receipts;
  open_ones uuid[];
begin
  perform private.lock_people();
  -- One at a time for a donor; a change of their gifts waits, too.
  perform from public.donors where id = donor for no key update;
  if not found then
    return null;
  end if;
  select * into due from private.receipts_due(of_year, array[donor], own);
  if not found then
    return null;
  end if;
  select * into issued from private.receipt_with_print(donor, of_year, due.print);
  if found then
    return issued;
  end if;
  select coalesce(array_agg(stored.id), '{}') into open_ones from private.open_receipts(donor, of_year, due.gifts) as stored;
  if own is not null and exists (
    select from private.issued_receipts stored where stored.id = any (open_ones) and not private.is_of_address(stored, own)
  ) then
    -- Gifts of another address are on the one that counts.
    return null;
  end if;
  insert into private.issued_receipts (
    donor_id, year, donor_number, version, name, address, email, lines, gifts, total, words, print, replaces
  )
  select donor, of_year, donors.number, 1 + (
      select count(*) from private.issued_receipts stored where stored.year = of_year and stored.donor_number = donors.number
    ), due.name, private.home_of(donor), private.email_of(donor), due.lines, due.gifts, due.total, private.words_of_receipts(), due.print, open_ones
  from public.donors where id = donor
  returning * into issued;
  update private.issued_receipts set is_replaced = true where id = any (open_ones);
  return issued;
end
$$;
comment on function private.issue_receipt(uuid, integer, text) is
  'The receipt of a donor''s year: the one on record as long as their gifts are the same, else a new one, which replaces it. Null without gifts, and with `own` where the one on record has gifts of another address.';

create function private.is_given(receipt private.issued_receipts) returns boolean
language sql stable security definer set search_path = ''
as $$
  select num_nonnulls(receipt.printed_at, receipt.opened_at) > 0 or receipt.mail_id is not null and not exists (
    select from private.outbox where id = receipt.mail_id and state in ('failed', 'suppressed', 'cancelled')
  )
$$;
comment on function private.is_given(private.issued_receipts) is 'Whether it was printed or opened, or mailed and did not fail.';

create function private.mail_receipt(receipt private.issued_receipts, recipient text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  mail constant uuid := gen_random_uuid();
begin
  insert into private.outbox (id, idempotency_key, kind, recipient, expires_at, data)
  values (
    mail, format('gift_receipt:%s:%s', receipt.id, coalesce(receipt.mail_id::text, 'first')), 'gift_receipt', recipient, null,
    private.receipt_document(receipt) - '{id,donor_id,address,email,printed_at,opened_at,mailed_at,replaced_by,is_withdrawn}'::text[]
  );
  update private.issued_receipts set mailed_at = now(), mail_id = mail where id = receipt.id;
end
$$;
comment on function private.mail_receipt(private.issued_receipts, text) is
  'Queues its mail: once, and again only where the last one failed.';

-- supabase/schemas/giving/refused_payment_events.sql

create table private.refused_payment_events (
  reason text primary key check (char_length(reason) <= 300),
  times integer not null default 1,
  last_at timestamptz not null default now()
);
comment on table private.refused_payment_events is 'Why events were refused, how often they came, and when last: the doctor names them.';
alter table private.refused_payment_events enable row level security;

-- supabase/schemas/giving/waiting_receipts.sql

create table private.waiting_receipts (
  donor_id uuid not null references public.donors (id) on update cascade on delete cascade,
  year integer not null,
  primary key (donor_id, year)
);
comment on table private.waiting_receipts is 'Donors whose receipt of a year is to be mailed, and is not in the outbox yet.';
alter table private.waiting_receipts enable row level security;

-- supabase/schemas/giving/wording.sql

create function private.words_of_receipts() returns jsonb
language sql stable security definer set search_path = ''
as $$ select words || jsonb_build_object('issuer', issuer) from private.receipt_wording $$;
comment on function private.words_of_receipts() is 'What the next receipt says besides its gifts.';

create function private.receipt_wording() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select to_jsonb(wording) - 'singleton' from private.receipt_wording wording where private.has_permission('can_manage_donations')
$$;

create function public.receipt_wording() returns jsonb
language sql stable security invoker set search_path = ''
as $$ select private.receipt_wording() $$;
comment on function public.receipt_wording is
  'The words of receipts (title, in_kind, no_goods, thanks), the issuer and the day as an admin confirmed them, and a draft of other words; null without can_manage_donations.';

create function private.edited_wording(expected jsonb) returns private.receipt_wording
language plpgsql security definer set search_path = ''
as $$
declare
  wording private.receipt_wording;
begin
  perform private.require_admin();
  select * into wording from private.receipt_wording for update;
  perform private.refuse_if(
    expected is distinct from coalesce(wording.draft, wording.words), 'Someone else changed the words. Copy yours, and reload the page.'
  );
  return wording;
end
$$;
comment on function private.edited_wording(jsonb) is 'Locks the wording; refuses whoever read other words than the last ones.';

create function private.save_receipt_wording(given jsonb, replaced jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  wording constant private.receipt_wording := private.edited_wording(replaced);
begin
  perform private.refuse_if(not private.are_receipt_words(given), 'A receipt needs all of its words, and those about goods or services.');
  if given <> replaced then
    update private.receipt_wording set draft = nullif(given, wording.words) where singleton;
    perform private.log_action('changed', 'receipt_wording', null, 'Draft', (
      select jsonb_object_agg(key, jsonb_build_array(replaced -> key, value)) from jsonb_each(given) where value <> replaced -> key
    ));
  end if;
end
$$;
create function public.save_receipt_wording(given jsonb, replaced jsonb) returns void
language sql security invoker set search_path = ''
as $$ select private.save_receipt_wording(given, replaced) $$;
comment on function public.save_receipt_wording is
  'For admins: saves other words of receipts as a draft, in place of those that they read.';

create function private.confirm_receipt_wording(given jsonb, given_issuer text[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  wording constant private.receipt_wording := private.edited_wording(given);
begin
  perform private.refuse_if(
    (select count(*) < 3 or not bool_and(private.is_line(line, 200)) from unnest(given_issuer) as line),
    'A receipt needs the name, address and tax number of the organization.'
  );
  if (wording.words, wording.issuer) is distinct from (given, given_issuer) then
    update private.receipt_wording set words = given, issuer = given_issuer, confirmed_at = now(), draft = null where singleton;
    perform private.log_action('changed', 'receipt_wording', null, 'Confirmed', jsonb_build_object(
      'wording', jsonb_build_array(private.words_in_full(wording.words, wording.issuer), private.words_in_full(given, given_issuer))
    ));
  end if;
end
$$;
create function public.confirm_receipt_wording(given jsonb, given_issuer text[]) returns void
language sql security invoker set search_path = ''
as $$ select private.confirm_receipt_wording(given, given_issuer) $$;
comment on function public.confirm_receipt_wording is
  'For admins: confirms the last words of receipts, as they read them, with the issuer''s name, address and tax number. Receipts have them from then on; the log keeps them.';
grant execute on function private.receipt_wording, public.receipt_wording to authenticated;
grant execute on function private.save_receipt_wording, public.save_receipt_wording to authenticated;
grant execute on function private.confirm_receipt_wording, public.confirm_receipt_wording to authenticated;

-- Rights and retention: receipts are books. Number, day and amounts stay, as those of gifts do.

create function private.lines_without_words(lines jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_agg(case
    when jsonb_typeof(line -> 'description') = 'string' then line || '{"description": "In kind"}' else line
  end order by place), '[]')
  from jsonb_array_elements(lines) with ordinality as listed (line, place)
$$;
comment on function private.lines_without_words(jsonb) is 'The lines of a receipt, without what was given in kind.';

-- supabase/schemas/giving/year_run.sql

create function private.receipt_run(of_year integer) returns table (
  donors bigint, given bigint, to_mail bigint, to_print bigint, no_address bigint, not_contacted bigint, new_versions bigint
)
language sql stable security definer set search_path = ''
as $$
  select count(*), count(*) filter (where state = 'given'), count(*) filter (where state = 'mail'),
    count(*) filter (where state = 'print'), count(*) filter (where state = 'no_address'),
    count(*) filter (where state in ('deceased', 'do_not_contact')), count(*) filter (where state <> 'given' and is_new_version)
  from private.receipts_of_year(of_year) where private.has_permission('can_manage_donations')
$$;

create function public.receipt_run(of_year integer) returns table (
  donors bigint, given bigint, to_mail bigint, to_print bigint, no_address bigint, not_contacted bigint, new_versions bigint
)
language sql stable security invoker set search_path = ''
as $$ select * from private.receipt_run(of_year) $$;
comment on function public.receipt_run is
  'How many donors gave in a year, have their receipt, get it by mail or on paper, have no address, or are not to be contacted, and for how many it replaces another; zeros without can_manage_donations.';

create function private.receipt_progress(of_year integer) returns table (
  unqueued bigint, waiting bigint, sent bigint, failed bigint, rate_per_minute integer
)
language sql stable security definer set search_path = ''
as $$
  select (select count(*) from private.waiting_receipts where year = of_year),
    count(*) filter (where state in ('queued', 'sending')), count(*) filter (where state = 'sent'),
    count(*) filter (where state in ('failed', 'suppressed', 'cancelled')), (select settings.rate_per_minute from private.mail_settings settings)
  from private.issued_receipts issued join private.outbox on outbox.id = issued.mail_id
  where issued.year = of_year and private.has_permission('can_manage_donations')
$$;
create function public.receipt_progress(of_year integer) returns table (
  unqueued bigint, waiting bigint, sent bigint, failed bigint, rate_per_minute integer
)
language sql stable security invoker set search_path = ''
as $$ select * from private.receipt_progress(of_year) $$;
comment on function public.receipt_progress is
  'The mails of a year''s receipts by outcome; `unqueued` are donors whose mails are not queued yet.';

create function private.receipts_without_address(of_year integer, skipped integer default 0) returns table (
  donor_id uuid, name text, email text, reason text, total bigint
)
language sql stable security definer set search_path = ''
as $$
  select found.donor_id, found.name, donors.email, found.state, count(*) over ()
  from private.receipts_of_year(of_year) as found join public.donors on donors.id = found.donor_id
  where found.state in ('no_address', 'deceased', 'do_not_contact') and private.has_permission('can_manage_donations')
  order by found.state <> 'no_address', found.name, found.donor_id
  offset greatest(skipped, 0) limit 1000
$$;
create function public.receipts_without_address(of_year integer, skipped integer default 0) returns table (
  donor_id uuid, name text, email text, reason text, total bigint
)
language sql stable security invoker set search_path = ''
as $$ select * from private.receipts_without_address(of_year, skipped) $$;
comment on function public.receipts_without_address is
  'A thousand donors whom the run leaves out, by reason: no_address, deceased or do_not_contact; nothing without can_manage_donations.';

create function private.receipt_questions(of_year integer) returns table (
  donor_id uuid, name text, email text, question text, said text, label text
)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  most constant integer := 200;
begin
  if not private.has_permission('can_manage_donations') or of_year not between 1900 and 2200 then
    return;
  end if;
  return query
  with due as materialized (
    select found.donor_id, found.name, found.email from private.receipts_of_year(of_year) as found where state in ('mail', 'print')
  )
  select due.donor_id, due.name, due.email, 'address', newer.value, newer.label
  from due
  join private.contact_points chosen on chosen.person_id = due.donor_id and chosen.kind = 'email' and chosen.normalized = lower(btrim(due.email))
  cross join lateral (
    select point.value, point.label, point.valid_since from private.contact_points point
    where point.person_id = due.donor_id and point.kind = 'email' and point.level = 'told' and point.retired_at is null and point.valid_since > chosen.valid_since
    order by point.valid_since desc, point.normalized limit 1
  ) as newer
  union all
  select distinct due.donor_id, due.name, due.email, 'name', gift.given_as, null
  from due join private.receipted_gifts gift on gift.donor_id = due.donor_id
  where gift.created_at >= make_timestamptz(of_year, 1, 1, 0, 0, 0, private.office_time_zone())
    and gift.created_at < make_timestamptz(of_year + 1, 1, 1, 0, 0, 0, private.office_time_zone())
    and gift.given_as <> due.name and private.further_words(due.name, gift.given_as)
  order by 2, 1, 4, 5 limit most;
end
$$;
create function public.receipt_questions(of_year integer) returns table (
  donor_id uuid, name text, email text, question text, said text, label text
)
language sql stable security invoker set search_path = ''
as $$ select * from private.receipt_questions(of_year) $$;
comment on function public.receipt_questions is
  'What to look at before a year''s receipts go out, for up to 200 donors without theirs: a newer `address` that was only told (said, with its label), beside the one that the receipt goes to; or another `name` with further words on one of the year''s gifts. Nothing without can_manage_donations.';

create function private.withdrawn_receipts(of_year integer) returns table (id uuid, number text, name text, issued_at timestamptz, total numeric)
language sql stable security definer set search_path = ''
as $$
  select issued.id, issued.number, issued.name, issued.issued_at, issued.total from private.issued_receipts issued
  where issued.year = of_year and not issued.is_replaced and private.has_permission('can_manage_donations')
    and not exists (select from private.receipted_gifts gift where gift.id = any (issued.gifts))
  order by issued.name, issued.number limit 500
$$;
create function public.withdrawn_receipts(of_year integer) returns table (id uuid, number text, name text, issued_at timestamptz, total numeric)
language sql stable security invoker set search_path = ''
as $$ select * from private.withdrawn_receipts(of_year) $$;
comment on function public.withdrawn_receipts is
  'Up to 500 receipts of a year that no gift is left of and no other replaces; none without can_manage_donations.';

create function private.mail_receipts(of_year integer) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  added integer;
begin
  perform private.require(private.has_permission('can_manage_donations'), 'You may not issue receipts.');
  insert into private.waiting_receipts (donor_id, year)
  select donor_id, of_year from private.receipts_of_year(of_year) where state = 'mail' order by donor_id
  on conflict do nothing;
  get diagnostics added = row_count;
  if added > 0 then
    perform private.log_action('added', 'issued_receipts', null, of_year::text, jsonb_build_object('mail', jsonb_build_array(null, added)));
  end if;
  perform private.start_delivery();
  return added;
end
$$;
create function public.mail_receipts(of_year integer) returns integer
language sql security invoker set search_path = ''
as $$ select private.mail_receipts(of_year) $$;
comment on function public.mail_receipts is
  'Queues the receipt of each donor who is to get it by mail and does not wait for it yet; returns their number. The worker issues them in slices.';

create function private.advance_receipts(at_most integer default 100) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  of_year constant integer := (select min(year) from private.waiting_receipts);
  picked uuid[];
begin
  if of_year is null then
    return 0;
  end if;
  perform private.lock_people();
  picked := array(
    select listed.donor_id
    from private.waiting_receipts listed join public.donors on donors.id = listed.donor_id
    where listed.year = of_year order by listed.donor_id limit at_most
    for no key update skip locked
  );
  delete from private.waiting_receipts where year = of_year and donor_id = any (picked);
  -- Under the locks of the donors: someone may just have given it to them.
  perform private.mail_receipt(private.issue_receipt(found.donor_id, of_year), found.email)
  from private.receipts_of_year(of_year, picked) as found where found.state = 'mail';
  return cardinality(picked);
end
$$;
comment on function private.advance_receipts(integer) is
  'Issues the next receipts that wait, and queues their mails: each once, whoever calls it at the same time. Returns how many waited.';

create function private.print_receipts(of_year integer, new_pile uuid) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  part record;
  issued private.issued_receipts;
  added integer := 0;
begin
  perform private.require(private.has_permission('can_manage_donations'), 'You may not issue receipts.');
  perform private.lock_people();
  perform pg_advisory_xact_lock(hashtextextended('print receipts', 0));
  if not exists (select from private.issued_receipts where pile = new_pile) then
    for part in
      select next.donor_id from (
        select found.donor_id from private.receipts_of_year(of_year) as found where found.state = 'print'
        order by found.address ->> 'country' nulls first, found.address ->> 'postal_code', found.address ->> 'street', found.name, found.donor_id
        limit 250
      ) as next order by next.donor_id
    loop
      issued := private.issue_receipt(part.donor_id, of_year);
      if issued.id is not null and not private.is_given(issued) then
        update private.issued_receipts set printed_at = now(), pile = new_pile where id = issued.id;
        added := added + 1;
      end if;
    end loop;
    if added > 0 then
      perform private.log_action('added', 'issued_receipts', null, of_year::text, jsonb_build_object('print', jsonb_build_array(null, added)));
    end if;
  end if;
  return (select count(*) from private.issued_receipts where pile = new_pile);
end
$$;
create function public.print_receipts(of_year integer, new_pile uuid) returns integer
language sql security invoker set search_path = ''
as $$ select private.print_receipts(of_year, new_pile) $$;
comment on function public.print_receipts is
  'Issues up to 250 receipts of a year that go by post as a pile, those that come first by country and postal code; returns their number. A retry names the pile again.';

create function private.receipt_pile(of_pile uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(private.receipt_document(stored)
    order by stored.address ->> 'country' nulls first, stored.address ->> 'postal_code', stored.address ->> 'street', stored.name, stored.id), '[]')
  from private.issued_receipts stored where stored.pile = of_pile and private.has_permission('can_manage_donations')
$$;
create function public.receipt_pile(of_pile uuid) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select private.receipt_pile(of_pile) $$;
comment on function public.receipt_pile is
  'The receipts of a pile, as `donor_receipt` has them, in the order of country and postal code; none without can_manage_donations.';

create function private.receipt_piles(of_year integer) returns table (pile uuid, printed_at timestamptz, receipts bigint)
language sql stable security definer set search_path = ''
as $$
  select stored.pile, min(stored.printed_at), count(*) from private.issued_receipts stored
  where stored.year = of_year and stored.pile is not null and private.has_permission('can_manage_donations')
  group by stored.pile order by 2 desc, 1 limit 100
$$;
create function public.receipt_piles(of_year integer) returns table (pile uuid, printed_at timestamptz, receipts bigint)
language sql stable security invoker set search_path = ''
as $$ select * from private.receipt_piles(of_year) $$;
comment on function public.receipt_piles is
  'The newest hundred piles of receipts of a year that were printed together; nothing without can_manage_donations.';
grant execute on function private.receipt_run, public.receipt_run to authenticated;
grant execute on function private.receipt_progress, public.receipt_progress to authenticated;
grant execute on function private.receipts_without_address, public.receipts_without_address to authenticated;
grant execute on function private.receipt_questions, public.receipt_questions to authenticated;
grant execute on function private.withdrawn_receipts, public.withdrawn_receipts to authenticated;
grant execute on function private.mail_receipts, public.mail_receipts to authenticated;
grant execute on function private.receipt_pile, public.receipt_pile to authenticated;
grant execute on function private.print_receipts, public.print_receipts to authenticated;
grant execute on function private.receipt_piles, public.receipt_piles to authenticated;

-- supabase/schemas/lists/duplicates.sql

-- Dynamic SQL: the table and the columns are arguments; it reads with the rights of the caller.
create function public.find_duplicates(into_table text, by_columns text[], candidates jsonb) returns setof integer
language plpgsql stable security invoker set search_path = ''
as $$
declare
  compared text;
begin
  select string_agg(format('coalesce(%s, '''') = coalesce(%s, '''')', format(as_text, 'stored', attname),
    format(as_text, 'candidate', attname)), ' and ')
  into compared
  from pg_catalog.pg_attribute
  cross join lateral (
    select case atttypid
      when 'timestamptz'::regtype then '(%s.%I at time zone private.office_time_zone())::date::text'
      else 'normalize(lower(btrim(%s.%I::text)), nfc)'
    end as as_text
  ) as type
  where attrelid = to_regclass(format('public.%I', into_table)) and attname = any (by_columns) and attnum > 0;
  return query execute format(
    'select position::integer
    from jsonb_array_elements($1) with ordinality as listed (value, position),
      jsonb_populate_record(null::public.%1$I, value) as candidate
    where candidate.%2$I is not null
      and exists (select from public.%1$I as stored where stored.%2$I is not null and %3$s)',
    into_table, by_columns[1], compared
  ) using candidates;
end
$$;
comment on function public.find_duplicates(text, text[], jsonb) is
  'The positions, from 1, of rows that equal a stored one, which the caller may read, in all of the columns. The first column must not be empty; case, surrounding spaces, composed letters and the hour do not count.';

create function private.namesakes_of(donors jsonb) returns table (
  row_number integer, person uuid, name text, kinds text[], hint text, last_gift_at timestamptz, last_gift numeric, is_found boolean
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.may_import('donations') then
    return;
  end if;
  if jsonb_typeof(donors) is distinct from 'array' or jsonb_array_length(donors) > 1000 then
    raise exception 'Up to 1000 donors at a time.' using errcode = 'check_violation';
  end if;
  return query
    select (place - 1)::integer, found.*
    from jsonb_array_elements(donors) with ordinality as listed (given, place)
    cross join lateral private.namesakes(private.identity('donations', given), null, false) as found;
end
$$;

create function public.namesakes_of(donors jsonb) returns table (
  row_number integer, person uuid, name text, kinds text[], hint text, last_gift_at timestamptz, last_gift numeric, is_found boolean
)
language sql stable security invoker set search_path = ''
as $$ select * from private.namesakes_of(donors) $$;
comment on function public.namesakes_of is
  'Of up to 1000 donors of a file (donor_name, donor_email, donor_phone), by their row_number from 0: the donors who have that name but not that address, and may be the same. is_found is the one who gets the gift unless a row names another person_id, or a new_person_id.';
grant execute on function private.namesakes_of, public.namesakes_of to authenticated;
grant execute on function
  public.find_duplicates(text, text[], jsonb)
to authenticated;

-- supabase/schemas/lists/imported_rows.sql

create table private.imported_rows (
  row_id uuid primary key,
  import_id uuid not null references private.imports (id) on delete cascade,
  content uuid not null
);
comment on column private.imported_rows.content is 'Hash of the row as imported, to detect later changes.';
create index imported_rows_import_id_idx on private.imported_rows (import_id);
alter table private.imported_rows enable row level security;

-- supabase/schemas/lists/importing.sql

-- Imports: rows from a file, attributable and undone together. They pass the grants, policies and checks
-- of their table like any other row. The log has one entry per import in place of one per row
-- (`private.log_change` and the triggers of the newsletter ask `private.imports_into`).

create function private.row_content(stored jsonb) returns uuid
language sql immutable set search_path = ''
as $$ select md5((jsonb_strip_nulls(stored) - '{search_text,telephones,person_id}'::text[])::text)::uuid $$;

create function private.may_import(kind text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select private.may_search(kind) and (
    kind in ('donations', 'newsletter_subscriptions')
    or exists (
      select from pg_catalog.pg_attribute
      where attrelid = to_regclass(format('public.%I', kind)) and attname = 'id'
        and has_column_privilege('authenticated', attrelid, attnum, 'insert')
    ) and exists (
      select from pg_catalog.pg_attribute
      where attrelid = to_regclass(format('public.%I', kind)) and attname = 'search_text' and not attisdropped
    )
  )
$$;
comment on function private.may_import(text) is
  'Whether the caller reads this list, and staff add to it, or it has gifts or subscriptions.';

create function private.begin_import(
  import uuid, into_table text, file_name text, row_count integer, is_attested boolean default false
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  begun private.imports;
begin
  perform private.require(private.may_import(into_table), 'You may not import into this list.');
  insert into private.imports (id, table_name, file_name, row_count, is_attested, imported_by, imported_by_name)
  values (
    import, into_table, file_name, row_count, is_attested, private.current_user_id(),
    private.name_of_reference('user_id', private.current_user_id())
  )
  on conflict (id) do nothing
  returning * into begun;
  if begun.id is not null then
    perform private.log_action('imported', into_table, import, file_name, jsonb_strip_nulls(jsonb_build_object(
      'rows', row_count,
      'have_agreed', case when into_table = 'newsletter_subscriptions' then is_attested end,
      'were_thanked', case when into_table = 'donations' then is_attested end
    )));
  elsif not exists (
    select from private.imports
    where id = import and imported_by = private.current_user_id() and table_name = into_table
  ) then
    raise exception 'This is another import.' using errcode = 'insufficient_privilege';
  end if;
end
$$;

create function public.begin_import(
  import uuid, into_table text, file_name text, row_count integer, is_attested boolean default false
) returns void
language sql security invoker set search_path = ''
as $$ select private.begin_import(import, into_table, file_name, row_count, is_attested) $$;
comment on function public.begin_import is
  'Begins an import under an id that the browser chose, and logs it. Idempotent.';
grant execute on function private.begin_import, public.begin_import to authenticated;

create function private.begin_batch(import uuid, from_row integer, size integer) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  running private.imports;
begin
  perform private.lock_people(true);
  select * into running from private.imports where id = import and imported_by = private.current_user_id() for update;
  perform private.require(
    running.id is not null and private.may_import(running.table_name), 'You may not import into this list.'
  );
  if running.undone_at is not null then
    raise sqlstate 'PT409' using message = 'This import was undone.';
  end if;
  if size not between 1 and 1000 or from_row not between 0 and running.received
    or from_row + size > running.row_count
  then
    raise exception 'These are not the next rows of this import.' using errcode = 'check_violation';
  end if;
  update private.imports set received = greatest(received, from_row + size) where id = import;
  perform private.set_write_mode('import', running.table_name);
  return running.table_name;
end
$$;

-- Gifts and subscriptions, which staff have no grant to insert as an import does.

create function private.keep_unsubscribed(running private.imports, rows jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  said constant text[] := array(
    select distinct lower(btrim(row ->> 'email')) from jsonb_array_elements(rows) as row
    where (row ->> 'unsubscribed')::boolean and btrim(row ->> 'email') ~ '^[^@\s]+@[^@\s]+$' and private.is_line(row ->> 'email', 254)
  );
  mailboxes text[];
  kept bigint;
begin
  if said = '{}' then
    return;
  end if;
  mailboxes := array(select private.mailbox(address) from unnest(said) as address);
  delete from public.newsletter_subscriptions
  where private.mailbox(email) = any (mailboxes) and person_id = any (array(
    select person_id from private.contact_points where kind = 'email' and private.mailbox(normalized) = any (mailboxes)
  ));
  insert into private.suppressions (address, reason, detail, import_id)
  select one, 'unsubscribed', left('Import of ' || running.file_name, 500), running.id
  from unnest(said) as one
  where not exists (
    select from private.suppressions
    where scope = any (private.suppressed_as(private.mailbox(one))) and reason = 'unsubscribed'
  )
  on conflict do nothing;
  get diagnostics kept = row_count;
  perform private.log_action(
    'changed', running.table_name, running.id, running.file_name, jsonb_build_object('unsubscribed', jsonb_build_array(null, kept))
  ) where kept > 0;
end
$$;
comment on function private.keep_unsubscribed(private.imports, jsonb) is
  'For rows with `unsubscribed`: ends the subscription, and no campaign goes to the address until its owner subscribes again.';

create function private.add_second_contacts(rows jsonb, stored uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  named record;
  home uuid;
  known uuid;
begin
  for named in
    select gift.id, gift.person_id, said.name, private.plain_name(said.name) as plain, row ->> 'second_email' as email
    from jsonb_array_elements(rows) as row
    cross join lateral (select btrim(left(regexp_replace(row ->> 'second_name', '[[:cntrl:][:space:]]+', ' ', 'g'), 300)) as name) as said
    join private.gifts gift on gift.id = (row ->> 'id')::uuid
    join private.people giver on giver.id = gift.person_id and giver.kind = 'person'
    where gift.id = any (stored) and private.plain_name(said.name) is not null
  loop
    home := private.household_of(named.person_id);
    if home is null then
      insert into private.people (kind, second_of) values ('household', named.id) returning id into home;
      insert into private.members (group_id, person_id, role) values (home, named.person_id, 'partner');
    end if;
    select people.id into known from private.members join private.people on people.id = person_id
    where group_id = home and named.plain = any (names) order by members.created_at, people.id limit 1;
    if known is null and named.email is not null then
      known := private.found_person((named.name, named.email, null, false));
      insert into private.members (group_id, person_id, role, second_of)
      select home, known, 'partner', named.id where known is not null
      on conflict do nothing;
    end if;
    if known is null then
      insert into private.people (name, names, second_of) values (named.name, array[named.plain], named.id) returning id into known;
      insert into private.members (group_id, person_id, role) values (home, known, 'partner');
    end if;
    insert into private.contact_points (person_id, kind, normalized, value, level)
    select id, 'email', lower(btrim(named.email)), btrim(named.email), 'told' from private.people
    where id = known and second_of is not null and named.email is not null
    on conflict do nothing;
  end loop;
end
$$;
comment on function private.add_second_contacts(jsonb, uuid[]) is
  'Makes the second contact of a gift a member of the giver''s household, once: who has their email and name already, else a person with no row of their own.';

create function private.remove_second_contacts(gifts uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.members where second_of = any (gifts);
  delete from private.people
  where second_of = any (gifts) and kind = 'person'
    and not exists (select from private.rows_of_people as theirs where theirs.person_id = people.id);
  -- What staff made of a household stays.
  delete from private.people
  where second_of = any (gifts) and kind = 'household' and name is null
    and (select count(*) from private.members where group_id = people.id) < 2
    and not exists (select from private.contact_points where person_id = people.id);
end
$$;

create function private.store_inbound_rows(import uuid, rows jsonb) returns uuid[]
language plpgsql security definer set search_path = ''
as $$
declare
  running private.imports;
  stored uuid[];
  ids uuid[];
  owed uuid[];
begin
  select * into running from private.imports where id = import and imported_by = private.current_user_id();
  perform private.require(
    running.id is not null and private.may_import(running.table_name), 'You may not import into this list.'
  );
  if running.table_name = 'donations' then
    if exists (
      select from jsonb_populate_recordset(null::public.donations, rows)
      where created_at not between '1900-01-01' and now() + interval '1 day'
    ) then
      raise exception 'A gift cannot be dated in the future.' using errcode = 'check_violation';
    end if;
    perform private.picked_person(
      (row ->> 'person_id')::uuid, (row ->> 'new_person_id')::uuid, private.identity('donations', row)
    )
    from (
      select distinct on (coalesce(row ->> 'person_id', row ->> 'new_person_id')) row from jsonb_array_elements(rows) as row
      where coalesce(row ->> 'person_id', row ->> 'new_person_id') is not null
    ) as picked;
    rows := (select jsonb_agg(row || jsonb_build_object('person_id', coalesce(row ->> 'person_id', row ->> 'new_person_id'))) from jsonb_array_elements(rows) as row);
    ids := array(
      select distinct coalesce(person_id, private.found_person((donor_name, donor_email, donor_phone, true)))
      from jsonb_populate_recordset(null::public.donations, rows)
    );
    -- As `recount_gifts` does, and read once they are locked.
    perform from public.donors where id = any (ids) order by id for update;
    owed := array(select id from public.donors where id = any (ids) and thanks = 'due');
    with inserted as (
      insert into public.donations (
        id, donor_name, donor_email, amount, refunded, donation_type, campaign, payment_id, reference, currency,
        original_amount, rate, rate_on, created_at, person_id, is_picked
      )
      select id, donor_name, donor_email, amount, coalesce(refunded, 0), donation_type, campaign,
        -- One that is stored again on request is another gift to the provider's events.
        case when not exists (select from private.gifts where payment_id = given.payment_id) then payment_id end,
        reference, currency, original_amount, rate, rate_on, coalesce(created_at, now()), coalesce(person_id, gen_random_uuid()), person_id is not null
      from jsonb_populate_recordset(null::public.donations, rows) as given
      on conflict (id) do nothing
      returning id
    )
    select array_agg(id) into stored from inserted;
    perform private.add_second_contacts(rows, stored);
    if running.is_attested then
      -- Donors who were owed thanks before still are.
      update public.donors
      set thanked_until = greatest(thanked_until, given.newest_at)
      from (
        select person_id, max(created_at) as newest_at from private.gifts where id = any (stored) group by person_id
      ) as given
      where donors.id = given.person_id and donors.id <> all (owed);
    end if;
  else
    perform private.keep_unsubscribed(running, rows);
    -- Only the owner of an address can lift its unsubscription.
    with inserted as (
      insert into public.newsletter_subscriptions (id, name, email, confirmed_at)
      select id, name, email, case when running.is_attested and not exists (
        select from private.suppressions
        where scope = any (private.suppressed_as(private.mailbox(row.email))) and reason = 'unsubscribed'
      ) then now() end
      from jsonb_populate_recordset(null::public.newsletter_subscriptions, (
        select coalesce(jsonb_agg(given), '[]') from jsonb_array_elements(rows) as given where not coalesce((given ->> 'unsubscribed')::boolean, false)
      )) as row
      on conflict do nothing
      returning id
    )
    select array_agg(id) into stored from inserted;
  end if;
  return stored;
end
$$;

create function private.end_step(import uuid, kind text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.set_write_mode(null);
  -- One message in place of one per row.
  if kind = 'newsletter_subscriptions' then
    perform realtime.send(jsonb_build_object('table', kind, 'ids', null), 'changed', 'submissions', true);
  end if;
end
$$;

create function private.end_batch(import uuid, kind text, stored uuid[]) returns integer
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (
    select from private.imports where id = import and imported_by = private.current_user_id() and table_name = kind
  ) then
    raise exception 'You may not import into this list.' using errcode = 'insufficient_privilege';
  end if;
  perform private.end_step(import, kind);
  insert into private.imported_rows (row_id, import_id, content)
  select (row ->> 'id')::uuid, import, private.row_content(row)
  from private.stored_rows(format('public.%I', kind)::regclass, stored) as row;
  -- A repeated batch stores nothing new; a complete import accepts no further rows.
  if (select count(*) from private.imported_rows where import_id = import)
    > (select row_count from private.imports where id = import)
  then
    raise exception 'These are more rows than this import has.' using errcode = 'check_violation';
  end if;
  return coalesce(cardinality(stored), 0);
end
$$;

-- Dynamic SQL: the table and the columns are those of the file; the insert runs with the rights of the caller.
create function public.import_rows(import uuid, from_row integer, rows jsonb) returns integer
language plpgsql security invoker set search_path = ''
as $$
declare
  kind constant text := private.begin_batch(import, from_row, jsonb_array_length(rows));
  columns text;
  stored uuid[];
begin
  if kind in ('donations', 'newsletter_subscriptions') then
    stored := private.store_inbound_rows(import, rows);
  else
    select string_agg(format('%I', key), ', ') into columns
    from (
      select 'id' as key union select jsonb_object_keys(element) from jsonb_array_elements(rows) as element
    ) as keys;
    execute format(
      'with inserted as (
        insert into public.%1$I (%2$s) select %2$s from jsonb_populate_recordset(null::public.%1$I, $1)
        on conflict (id) do nothing
        returning id
      )
      select array_agg(id) from inserted',
      kind, columns
    ) into stored using rows;
  end if;
  return private.end_batch(import, kind, stored);
end
$$;
comment on function public.import_rows(uuid, integer, jsonb) is
  'Stores up to 1,000 rows of an import, from the given one on, or none of them. Each has an id that the browser chose, so a repetition stores nothing twice. Returns the number of new rows.';

grant execute on function
  private.begin_batch(uuid, integer, integer), private.store_inbound_rows(uuid, jsonb), private.end_batch(uuid, text, uuid[]), public.import_rows(uuid, integer, jsonb)
to authenticated;

-- supabase/schemas/lists/list_columns.sql

create table public.list_columns (
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  list text not null check (private.is_list_address(list)),
  columns text[] not null check (cardinality(columns) <= 60 and char_length(array_to_string(columns, ',')) <= 2000),
  primary key (user_id, list)
);
comment on table public.list_columns is 'The columns of a list in an account''s own order; without a row, or empty, those of the declaration.';
alter table public.list_columns enable row level security;
grant select, insert (list, columns), update (columns) on public.list_columns to authenticated;
grant select, insert, update, delete on public.list_columns to service_role;

create policy "Staff read their columns"
  on public.list_columns for select to authenticated
  using (user_id = (select private.current_user_id()) and (select private.is_staff()));
create policy "Staff choose their columns"
  on public.list_columns for insert to authenticated
  with check (user_id = (select private.current_user_id()) and (select private.is_staff()));
create policy "Staff change their columns"
  on public.list_columns for update to authenticated
  using (user_id = (select private.current_user_id()) and (select private.is_staff()))
  with check (user_id = (select private.current_user_id()));

-- supabase/schemas/lists/saved_views.sql

create table public.saved_views (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid default auth.uid() references public.profiles (id) on delete set null,
  table_name text not null check (table_name ~ '^[a-z_]{1,63}$'),
  list text not null check (private.is_list_address(list)),
  -- Neither a mark that turns the direction of what follows nor one that ends a line.
  name text not null check (private.is_line(name, 80) and name !~ '[\u2028-\u202e\u2066-\u2069]'),
  is_shared boolean not null default false,
  state jsonb not null check (private.is_view_state(state)),
  constraint saved_views_owner_id_check check (owner_id is not null or is_shared)
);
comment on column public.saved_views.owner_id is
  'The only account that saves it again. Null for a shared view of a member of staff who left: admins keep it.';
comment on column public.saved_views.table_name is 'The table of the list. Its readers see a shared view.';
comment on column public.saved_views.list is 'The address of the list, such as /crm?tab=mentors.';
create unique index saved_views_name_idx on public.saved_views (owner_id, list, lower(name));
create index saved_views_list_idx on public.saved_views (list);
create trigger forget_total after update of state on public.saved_views
  for each row when (new.state <> old.state) execute function private.forget_total();

alter table public.saved_views enable row level security;

grant select, insert (id, table_name, list, name, is_shared, state), update (name, is_shared, state), delete
  on public.saved_views to authenticated;
grant select, insert, update, delete on public.saved_views to service_role;

create policy "Staff read their views and those shared of lists they may read"
  on public.saved_views for select to authenticated
  using (
    (select private.is_staff()) and (
      owner_id = (select private.current_user_id())
      or is_shared and (
        (select private.is_admin()) or table_name = any ((select array(select private.readable_tables()))::text[])
      )
    )
  );
create policy "Staff add views of lists they may read"
  on public.saved_views for insert to authenticated
  with check (
    owner_id = (select private.current_user_id()) and (
      (select private.is_admin()) or table_name = any ((select array(select private.readable_tables()))::text[])
    )
  );
create policy "Owners change their views, admins those without an owner"
  on public.saved_views for update to authenticated
  using (
    (select private.is_staff())
    and (owner_id = (select private.current_user_id()) or owner_id is null and (select private.is_admin()))
  )
  with check (
    (owner_id = (select private.current_user_id()) or owner_id is null)
    and ((select private.is_admin()) or table_name = any ((select array(select private.readable_tables()))::text[]))
  );
create policy "Owners delete their views, admins those without an owner"
  on public.saved_views for delete to authenticated
  using (
    (select private.is_staff())
    and (owner_id = (select private.current_user_id()) or owner_id is null and (select private.is_admin()))
  );

-- supabase/schemas/lists/search.sql

-- The search of every list. Row-level security keeps Postgres from using a trigram index before a policy
-- has passed the row. So a function that checks the right first finds the ids, and the rows of these ids
-- pass the policies as any others do.

-- A search has a line for each word that must match; tabs separate alternative spellings of a word. All
-- of it is literal.
create function private.search_patterns(word text) returns text[]
language sql immutable set search_path = ''
as $$
  select array_agg('%' || regexp_replace(way, '([\\%_])', '\\\1', 'g') || '%')
  from string_to_table(word, e'\t') as way
$$;
comment on function private.search_patterns(text) is 'A word of a search as patterns, one of which must match.';

create function private.search_condition(search text, searched text default 'search_text') returns text
language sql immutable set search_path = ''
as $$
  select coalesce(string_agg('(' || any_way.condition || ')', ' and '), 'true')
  from string_to_table(search, e'\n') as word
  cross join lateral (
    select string_agg(format('%s like %L', searched, pattern), ' or ') as condition
    from unnest(private.search_patterns(word)) as pattern
  ) as any_way
$$;

create function private.require_short(search text) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if char_length(search) > 2000 or cardinality(string_to_array(search, e'\n')) > 20 then
    raise exception 'A search has up to 20 words and 2,000 letters.' using errcode = 'check_violation';
  end if;
end
$$;

create function private.has_trigrams(search text) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  perform private.require_short(search);
  return exists (
    select from string_to_table(search, e'\n') as word
    where not exists (select from string_to_table(word, e'\t') as way where way !~ '[[:alnum:]]{3}')
  );
end
$$;
comment on function private.has_trigrams(text) is
  'Whether a trigram index can find one of the words: each of its ways has three letters or digits in a row.';

create function private.may_search(kind text) returns boolean
language sql stable security definer set search_path = ''
as $$ select private.is_admin() or kind in (select private.readable_tables()) $$;
comment on function private.may_search(text) is 'Whether the caller may read the whole table.';

-- Dynamic SQL: a search has any number of words, and any table.
create function private.found_ids(kind text, search text, at_most integer default null, percent real default 100) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  found uuid[];
begin
  if private.may_search(kind) then
    perform private.require_short(search);
    execute format(
      'select array(select id from public.%I %s where %s and %s limit %L::integer)', kind,
      case when percent < 100 then format('tablesample system (%L)', percent) end,
      private.counted_rows(kind), private.search_condition(search), at_most
    ) into found;
  end if;
  return coalesce(found, '{}');
end
$$;
comment on function private.found_ids(text, text, integer, real) is
  'The ids of a table''s rows, or of a sample of so many percent, that match every word of a search; none without the right to read the table.';

-- The planner has no statistics of texts: a low random_page_cost makes it use the index.
create function private.matching(kind text, search text) returns uuid[]
language sql stable security definer set search_path = '' set random_page_cost = 1
as $$ select private.found_ids(kind, search) $$;

create function private.is_common(kind text, search text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce((
    select cardinality(private.found_ids(kind, search, null, percent)) * 100 / percent > 50000
    from pg_catalog.pg_class
    cross join lateral (select (200000 / greatest(reltuples, 1))::real as percent) as sample
    where oid = to_regclass(format('public.%I', kind)) and percent < 2
  ), false)
$$;
comment on function private.is_common(text, text) is
  'Whether a sample of 2,000 rows of a table with more than 100,000 tells that over 50,000 match a search: the index takes a tenth of a second to find a million.';

create function private.is_selective(kind text, search text) returns boolean
language sql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
  select private.may_search(kind) and private.has_trigrams(search) and not private.is_common(kind, search)
    and cardinality(private.found_ids(kind, search, 5001)) <= 5000
$$;

create function public.is_selective(kind text, search text) returns boolean
language sql stable security invoker set search_path = ''
as $$ select private.is_selective(kind, search) $$;
comment on function public.is_selective is
  'Whether a trigram index serves the search, with at most 5,000 matches, in a table of which the caller may read all rows.';
grant execute on function private.is_selective, public.is_selective to authenticated;

grant execute on function private.matching(text, text) to authenticated;
create function public.search_profiles(search text) returns setof public.profiles
language sql stable security invoker set search_path = ''
as $$ select * from public.profiles where id = any ((select private.matching('profiles', search))::uuid[]) $$;
grant execute on function public.search_profiles(text) to authenticated;
create function public.search_mentors(search text) returns setof public.mentors
language sql stable security invoker set search_path = ''
as $$ select * from public.mentors where id = any ((select private.matching('mentors', search))::uuid[]) $$;
grant execute on function public.search_mentors(text) to authenticated;
-- Protected columns are null: the caller has no grant to select them.
create function public.search_mentees(search text) returns setof public.mentees
language sql stable security invoker set search_path = ''
as $$
  select
    id, first_name, last_name, email, null::text as phone, null::text as grade_level, null::text as school_name,
    null::text as parent_name, null::text as parent_email, null::text as parent_phone, status, search_text, null::uuid as person_id, created_at, null::text[] as told
  from public.mentees where id = any ((select private.matching('mentees', search))::uuid[])
$$;
grant execute on function public.search_mentees(text) to authenticated;
create function public.search_trainers(search text) returns setof public.trainers
language sql stable security invoker set search_path = ''
as $$ select * from public.trainers where id = any ((select private.matching('trainers', search))::uuid[]) $$;
grant execute on function public.search_trainers(text) to authenticated;
create function public.search_programs(search text) returns setof public.programs
language sql stable security invoker set search_path = ''
as $$ select * from public.programs where id = any ((select private.matching('programs', search))::uuid[]) $$;
grant execute on function public.search_programs(text) to authenticated;
create function public.search_donations(search text) returns setof public.donations
language sql stable security invoker set search_path = ''
as $$ select * from public.donations where id = any ((select private.matching('donations', search))::uuid[]) $$;
grant execute on function public.search_donations(text) to authenticated;
create function public.search_courses(search text) returns setof public.courses
language sql stable security invoker set search_path = ''
as $$ select * from public.courses where id = any ((select private.matching('courses', search))::uuid[]) $$;
grant execute on function public.search_courses(text) to authenticated;
create function public.search_email_campaigns(search text) returns setof public.email_campaigns
language sql stable security invoker set search_path = ''
as $$ select * from public.email_campaigns where id = any ((select private.matching('email_campaigns', search))::uuid[]) $$;
grant execute on function public.search_email_campaigns(text) to authenticated;
create function public.search_change_log(search text) returns setof public.change_log
language sql stable security invoker set search_path = ''
as $$ select * from public.change_log where id = any ((select private.matching('change_log', search))::uuid[]) $$;
grant execute on function public.search_change_log(text) to authenticated;
create function public.search_holidays(search text) returns setof public.holidays
language sql stable security invoker set search_path = ''
as $$ select * from public.holidays where id = any ((select private.matching('holidays', search))::uuid[]) $$;
grant execute on function public.search_holidays(text) to authenticated;
create function public.search_newsletter_subscriptions(search text) returns setof public.newsletter_subscriptions
language sql stable security invoker set search_path = ''
as $$ select * from public.newsletter_subscriptions where id = any ((select private.matching('newsletter_subscriptions', search))::uuid[]) $$;
grant execute on function public.search_newsletter_subscriptions(text) to authenticated;
create function public.search_submissions(search text) returns setof public.submissions
language sql stable security invoker set search_path = ''
as $$ select * from public.submissions where id = any ((select private.matching('submissions', search))::uuid[]) $$;
grant execute on function public.search_submissions(text) to authenticated;
create function public.search_donors(search text) returns setof public.donors
language sql stable security invoker set search_path = ''
as $$ select * from public.donors where id = any ((select private.matching('donors', search))::uuid[]) $$;
grant execute on function public.search_donors(text) to authenticated;
create function public.search_faults(search text) returns setof public.faults
language sql stable security invoker set search_path = ''
as $$ select * from public.faults where id = any ((select private.matching('faults', search))::uuid[]) $$;
grant execute on function public.search_faults(text) to authenticated;

-- supabase/schemas/lists/undo.sql

-- The removal of a row would delete the merges into it.
create function private.condition_unmerged() returns text
language sql immutable set search_path = ''
as $$ select 'not exists (select from private.merges where kept_id = stored.id)' $$;

-- The caller's rights to rows that refer to an imported one: the grants and policies of each table, from
-- the catalog. The undo runs with the owner's rights, and would reach every row behind a foreign key.
create function private.policy_condition(target regclass, command "char") returns text
language sql stable set search_path = ''
as $$
  select case when relrowsecurity then concat_ws(
    ' and ',
    '(' || coalesce(string_agg(condition, ' or ') filter (where polpermissive), 'false') || ')',
    string_agg(condition, ' and ') filter (where not polpermissive)
  ) else 'true' end
  from pg_catalog.pg_class
  left join pg_catalog.pg_policy
    on polrelid = pg_class.oid and polcmd in (command, '*') and polqual is not null
    and polroles && array[0, 'authenticated'::regrole::oid]
  cross join lateral (select format('coalesce(%s, false)', pg_get_expr(polqual, polrelid)) as condition) as written
  where pg_class.oid = target
  group by relrowsecurity
$$;
comment on function private.policy_condition(regclass, "char") is
  'The condition of a table''s policies on a row, for a command of pg_policy.polcmd and the role authenticated.';

create function private.referring_columns(kind text) returns table (
  table_name text, column_name text, is_removed boolean, permitted text
)
language sql stable set search_path = ''
as $$
  select conrelid::regclass::text, attname::text, confdeltype = 'c', case
    -- No count covers rows that a referring row would take along.
    when confdeltype = 'c' and has_table_privilege('authenticated', conrelid, 'delete') and not exists (
      select from pg_catalog.pg_constraint further where further.contype = 'f' and further.confrelid = refers.conrelid
    ) then concat_ws(' and ', private.policy_condition(conrelid, 'r'), private.policy_condition(conrelid, 'd'))
    when confdeltype in ('n', 'd') and has_column_privilege('authenticated', conrelid, attnum, 'update')
      then concat_ws(' and ', private.policy_condition(conrelid, 'r'), private.policy_condition(conrelid, 'w'))
    else 'false'
  end
  from pg_catalog.pg_constraint refers
  join pg_catalog.pg_attribute on attrelid = conrelid and attnum = conkey[1]
  where contype = 'f' and confrelid = to_regclass(format('public.%I', kind))
$$;
comment on function private.referring_columns(text) is
  'Foreign keys to a table: whether a removal cascades to referring rows, and the condition on which the caller could make the same change by hand.';

create function private.condition_untouched(kind text) returns text
language sql stable security definer set search_path = ''
as $$
  select concat_ws(
    ' and ', 'imported.content = private.row_content(to_jsonb(stored))', private.condition_unmerged(),
    string_agg(
      format('not exists (select from %s as other where other.%I = stored.id)', table_name, column_name), ' and '
    )
  )
  from private.referring_columns(kind)
$$;
comment on function private.condition_untouched(text) is
  'The condition that a row is as imported, and that no other row refers to it.';

create function private.condition_removable(kind text) returns text
language sql stable security definer set search_path = ''
as $$
  select concat_ws(
    ' and ', private.condition_unmerged(),
    -- Only drafts of campaigns can be removed.
    case kind when 'email_campaigns' then 'stored.status = ''draft''' end,
    string_agg(
      -- Policies name the columns of their table without alias, so it has none here.
      format('not exists (select from %1$s where %1$s.%2$I = stored.id and not (%3$s))', table_name, column_name, permitted),
      ' and '
    )
  )
  from private.referring_columns(kind)
$$;
comment on function private.condition_removable(text) is
  'The condition that the removal of a row changes referring rows only as the caller could.';

create function private.removed_along(kind text, ids uuid[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_object_agg(split_part(table_name, '.', 2), total), '{}') from (
    -- A row may refer to them in two columns.
    select table_name, count(distinct referring) as total
    from private.referring_columns(kind)
    cross join lateral private.stored_rows(table_name::regclass, ids, column_name) as referring
    where is_removed
    group by table_name
  ) as counted
$$;
comment on function private.removed_along(text, uuid[]) is 'The number of rows of each table that the removal of these rows would take along.';

create function private.import_to_undo(import uuid) returns private.imports
language sql stable security definer set search_path = ''
as $$
  select imports from private.imports
  where id = import
    and (private.is_admin() or imported_by = private.current_user_id() and private.may_import(table_name))
$$;

-- Dynamic SQL: the conditions ask all tables that refer to the imported one.
create function private.judged_rows(
  undoable private.imports, wanted text default null, at_most integer default null, among uuid[] default null
) returns table (id uuid, is_untouched boolean, is_removable boolean)
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query execute format(
    'select stored.id, is_untouched, is_removable
    from private.imported_rows imported
    join public.%1$I stored on stored.id = imported.row_id
    -- Evaluated once for each row.
    cross join lateral (select %2$s as is_untouched offset 0) as came
    cross join lateral (select is_untouched or %3$s as is_removable offset 0) as judged
    where imported.import_id = $1 and ($2 is null or stored.id = any ($2))
      and case $3 when ''untouched'' then is_untouched when ''removable'' then is_removable else true end
    limit $4',
    undoable.table_name, private.condition_untouched(undoable.table_name), private.condition_removable(undoable.table_name)
  ) using undoable.id, among, wanted, at_most;
end
$$;
comment on function private.judged_rows(private.imports, text, integer, uuid[]) is
  'Rows of an import: all, or those that are `untouched` or `removable`, up to a most.';

create function private.import_state(import uuid) returns table (
  untouched bigint, changed bigint, kept bigint, along jsonb, unsubscribed bigint
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  undoable constant private.imports := private.import_to_undo(import);
  ids uuid[];
begin
  if undoable.id is null then
    return;
  end if;
  select count(*) filter (where is_untouched), count(*) filter (where not is_untouched and is_removable),
    count(*) filter (where not is_removable), array_agg(id) filter (where not is_untouched and is_removable)
  into untouched, changed, kept, ids from private.judged_rows(undoable);
  along := private.removed_along(undoable.table_name, ids);
  select count(*) into unsubscribed from private.suppressions where import_id = import;
  return next;
end
$$;

create function public.import_state(import uuid) returns table (
  untouched bigint, changed bigint, kept bigint, along jsonb, unsubscribed bigint
)
language sql stable security invoker set search_path = ''
as $$ select * from private.import_state(import) $$;
comment on function public.import_state is
  'The state of an import that the caller may undo: the number of untouched rows; of rows that were changed or referred to, which go on request, with the rows of other tables that go along; of rows that stay in any case; and of addresses that it keeps unsubscribed.';
grant execute on function private.import_state, public.import_state to authenticated;

create function private.expect_confirmed(confirmed jsonb, counted jsonb) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if exists (
    select from jsonb_each_text(counted) where value::bigint > coalesce((confirmed ->> key)::bigint, 0)
  ) then
    raise sqlstate 'PT409' using
      message = 'The undo would now remove more than you confirmed. Check the new numbers.';
  end if;
end
$$;

create function private.subtract_counts(confirmed jsonb, removed jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_object_agg(key, coalesce((confirmed ->> key)::bigint, 0) - coalesce((removed ->> key)::bigint, 0))
  from jsonb_object_keys(confirmed) as key
$$;

create function private.begin_undo(undoable private.imports, confirmed jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  state record;
begin
  select * into state from private.import_state(undoable.id);
  if confirmed is not null then
    perform private.expect_confirmed(confirmed, jsonb_build_object('untouched', state.untouched) || case
      when confirmed ? 'changed' then jsonb_build_object('changed', state.changed) || state.along
      else '{}'
    end);
  end if;
  update private.imports set undone_at = now() where id = undoable.id;
  delete from private.suppressions where import_id = undoable.id;
  perform private.log_action(
    'undone', undoable.table_name, undoable.id, undoable.file_name, jsonb_build_object('rows', state.untouched)
  );
end
$$;

create function private.lock_rows_to_undo(undoable private.imports, wanted text, at_most integer) returns uuid[]
language plpgsql security definer set search_path = ''
as $$
declare
  chosen constant uuid[] := array(select id from private.judged_rows(undoable, wanted, at_most));
begin
  perform from private.stored_rows(format('public.%I', undoable.table_name)::regclass, chosen, lock => 'update');
  -- A later statement sees the changes that the lock waited for.
  return array(select id from private.judged_rows(undoable, wanted, among => chosen));
end
$$;

create function private.remove_imported(undoable private.imports, ids uuid[]) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  removed constant integer := private.delete_rows(
    format('public.%I', undoable.table_name)::regclass,
    (select coalesce(jsonb_agg(jsonb_build_object('id', id)), '[]') from unnest(ids) as id)
  );
begin
  delete from private.imported_rows where row_id = any (ids);
  perform private.remove_second_contacts(ids) where undoable.table_name = 'donations';
  return removed;
end
$$;

create function private.undo_import(import uuid, confirmed jsonb default null)
returns table (undone integer, kept integer, is_done boolean, still_confirmed jsonb)
language plpgsql security definer set search_path = ''
as $$
declare
  at_most constant integer := 1000;
  undoable private.imports;
  chosen uuid[];
  along jsonb;
  others integer := 0;
begin
  perform private.lock_people(true);
  perform from private.imports where id = import for update;
  undoable := private.import_to_undo(import);
  perform private.require(undoable.id is not null, 'You may not undo this import.');
  if undoable.created_at < now() - interval '30 days' then
    raise exception 'An import can be undone for 30 days.' using errcode = 'PT409';
  end if;
  if undoable.undone_at is null then
    perform private.begin_undo(undoable, confirmed);
  end if;

  perform private.set_write_mode('import', undoable.table_name);
  undone := private.remove_imported(undoable, private.lock_rows_to_undo(undoable, 'untouched', at_most));
  perform private.end_step(import, undoable.table_name);
  still_confirmed := private.subtract_counts(confirmed, jsonb_build_object('untouched', undone));
  if confirmed ? 'changed' and undone < at_most then
    -- Changed rows have a log entry each. Locked ones get no new references.
    chosen := private.lock_rows_to_undo(undoable, 'removable', at_most);
    along := private.removed_along(undoable.table_name, chosen);
    perform private.expect_confirmed(still_confirmed, jsonb_build_object('changed', cardinality(chosen)) || along);
    others := private.remove_imported(undoable, chosen);
    still_confirmed := private.subtract_counts(still_confirmed, along || jsonb_build_object('changed', others));
  end if;

  is_done := undone < at_most and others < at_most;
  undone := undone + others;
  if is_done then
    delete from private.imported_rows
    where import_id = import and row_id not in (
      select (stored ->> 'id')::uuid
      from private.stored_rows(
        format('public.%I', undoable.table_name)::regclass,
        array(select row_id from private.imported_rows where import_id = import)
      ) as stored
    );
  end if;
  select count(*) into kept from private.imported_rows where import_id = import;
  if kept = 0 then
    is_done := true;
    delete from private.imports where id = import;
  end if;
  return next;
end
$$;

create function public.undo_import(import uuid, confirmed jsonb default null)
returns table (undone integer, kept integer, is_done boolean, still_confirmed jsonb)
language sql security invoker set search_path = ''
as $$ select * from private.undo_import(import, confirmed) $$;
comment on function public.undo_import is
  'Removes up to two thousand rows of an import, within 30 days; to be called until is_done. It removes untouched rows and, where `confirmed` has the number `changed`, changed or referred-to rows with all that refers to them, as far as the caller could remove that, too. `confirmed` has the numbers of import_state by name (those of along at the top); PT409 when there are more by now. Pass still_confirmed to the next call. For the importing account and admins.';
grant execute on function private.undo_import, public.undo_import to authenticated;

create function private.imports_of(into_table text) returns table (
  id uuid, file_name text, row_count integer, received integer, rows_left bigint, imported_by_name text,
  created_at timestamptz, undone_at timestamptz, ends_at timestamptz
)
language sql stable security definer set search_path = ''
as $$
  select id, file_name, row_count, received,
    (select count(*) from private.imported_rows where import_id = imports.id),
    imported_by_name, created_at, undone_at, created_at + interval '30 days'
  from private.imports
  where table_name = into_table and private.may_import(into_table)
    and (imported_by = private.current_user_id() or private.is_admin())
  order by created_at desc
  limit 50
$$;

create function public.imports_of(into_table text) returns table (
  id uuid, file_name text, row_count integer, received integer, rows_left bigint, imported_by_name text,
  created_at timestamptz, undone_at timestamptz, ends_at timestamptz
)
language sql stable security invoker set search_path = ''
as $$ select * from private.imports_of(into_table) $$;
comment on function public.imports_of is
  'The imports that the caller may undo until ends_at, newest first.';
grant execute on function private.imports_of, public.imports_of to authenticated;

create function private.import_of(record uuid) returns table (
  file_name text, imported_by_name text, created_at timestamptz
)
language sql stable security definer set search_path = ''
as $$
  select file_name, imported_by_name, imports.created_at
  from private.imported_rows
  join private.imports on id = import_id
  where row_id = record and private.may_search(table_name)
$$;

create function public.import_of(record uuid) returns table (
  file_name text, imported_by_name text, created_at timestamptz
)
language sql stable security invoker set search_path = ''
as $$ select * from private.import_of(record) $$;
comment on function public.import_of is
  'The import that a record came with; nothing without the right to read it.';
grant execute on function private.import_of, public.import_of to authenticated;

-- supabase/schemas/lists/view_erasing.sql

create function private.names_person(who private.data_subject, of_table text, field text, said jsonb) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from jsonb_path_query(said, 'strict $.** ? (@.type() == "string")') as part, lateral (values (part #>> '{}')) as text (said)
    where private.is_named(who, text.said) and not exists (
      -- One of the values that a column may have is no name, though someone may be called so.
      select from pg_catalog.pg_attribute attribute join pg_catalog.pg_enum label on label.enumtypid = attribute.atttypid
      where attribute.attrelid = to_regclass(format('public.%I', of_table)) and attribute.attname = field
        and label.enumlabel = text.said
    )
  )
$$;

create function private.erased_state(who private.data_subject, view public.saved_views) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  state jsonb := view.state;
begin
  if private.is_searched(who, state ->> 'search') or private.is_searched(who, replace(state ->> 'words', e'\n', ' ')) then
    state := state - 'search' - 'words';
  end if;
  if state ? 'filters' then
    state := jsonb_set(state, '{filters}', (
      select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(state -> 'filters')
      where not private.names_person(who, view.table_name, key, value)
    ));
  end if;
  if state ? 'conditions' then
    state := jsonb_set(state, '{conditions}', (
      select coalesce(jsonb_agg(one order by position), '[]')
      from jsonb_array_elements(state -> 'conditions') with ordinality as listed (one, position)
      where not private.names_person(who, view.table_name, one ->> 0, one -> 2)
    ));
  end if;
  return case when state = view.state then state else state || '{"erased": true}' end;
end
$$;
comment on function private.erased_state(private.data_subject, public.saved_views) is
  'The state of a view without the search, filters and conditions that name a person; marked where one of them is gone.';

-- supabase/schemas/lists/view_uses.sql

create table public.view_uses (
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  view_id uuid not null references public.saved_views (id) on delete cascade,
  is_pinned boolean not null default false,
  is_weekly boolean not null default false,
  mailed_week date,
  last_total bigint,
  primary key (user_id, view_id)
);
comment on table public.view_uses is 'What an account does with a view: pinned to its menu, its number mailed each week.';
comment on column public.view_uses.mailed_week is 'Monday of the last week whose mail is written, or that had begun when the mail was switched on.';
comment on column public.view_uses.last_total is 'The number in that mail; null when the view has changed since.';
create index view_uses_view_id_idx on public.view_uses (view_id);
create index view_uses_weekly_idx on public.view_uses (mailed_week) where is_weekly;
create trigger begin_weekly before insert on public.view_uses
  for each row when (new.is_weekly) execute function private.begin_weekly();
create trigger begin_weekly_again before update of is_weekly on public.view_uses
  for each row when (new.is_weekly and not old.is_weekly) execute function private.begin_weekly();
alter table public.view_uses enable row level security;
grant select (user_id, view_id, is_pinned, is_weekly), insert (view_id, is_pinned, is_weekly), update (is_pinned, is_weekly)
  on public.view_uses to authenticated;
grant select, insert, update, delete on public.view_uses to service_role;

create policy "Staff read what they do with views"
  on public.view_uses for select to authenticated
  using (user_id = (select private.current_user_id()) and (select private.is_staff()));
create policy "Staff pin the views that they read"
  on public.view_uses for insert to authenticated
  with check (
    user_id = (select private.current_user_id()) and (select private.is_staff())
    and view_id in (select id from public.saved_views)
  );
create policy "Staff change what they do with views"
  on public.view_uses for update to authenticated
  using (user_id = (select private.current_user_id()) and (select private.is_staff()))
  with check (user_id = (select private.current_user_id()));

-- supabase/schemas/mail/events.sql

-- A provider may name it as Ada <ada@example.org>.
create function private.bare_address(given text) returns text
language sql immutable set search_path = ''
as $$ select lower(btrim(coalesce(substring(given from '<([^<>]+)>\s*$'), given))) $$;

create function private.suppress(new_address text, new_reason text, new_detail text) returns void
language sql security definer set search_path = ''
as $$
  insert into private.suppressions (address, reason, detail)
  values (private.bare_address(new_address), new_reason, left(new_detail, 500))
  on conflict do nothing
$$;

create function private.record_mail_event(
  event_ids text[], outcome text, mail uuid, sent_as text, addresses text[], detail text
) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  concerned constant uuid := coalesce(mail, (select id from private.outbox where provider_id = sent_as limit 1));
begin
  if outcome not in ('bounced', 'complained', 'unsubscribed', 'failed', 'delayed', 'delivered', 'unknown') then
    raise exception 'An event is a bounce, a complaint, an unsubscription, a failure, a delay, a delivery or unknown.'
      using errcode = 'check_violation';
  end if;
  if exists (select from private.mail_events where id = any (event_ids)) then
    return false;
  end if;
  -- Of two at the same moment one fails, and is known when it is sent again.
  insert into private.mail_events (id) select unnest(event_ids);
  if outcome = 'unknown' then
    insert into private.unknown_mail_events as known (kind) values (left(detail, 100))
    on conflict (kind) do update set times = known.times + 1, last_at = now();
    return true;
  end if;
  update private.outbox stored
  set error = case when outcome <> 'delivered' then nullif(concat_ws(
      ': ', nullif(outcome, 'delayed'), left(regexp_replace(detail, '[[:cntrl:]]+', ' ', 'g'), 500)
    ), '') end,
    state = case when outcome in ('bounced', 'failed') then 'failed' when outcome = 'complained' then 'sent' else stored.state end,
    failed_at = case when outcome not in ('complained', 'delivered') then now() end,
    worker = case when outcome in ('delayed', 'delivered') then stored.worker end
  where stored.id = concerned
    and case outcome
      when 'unsubscribed' then false
      when 'delayed' then stored.state in ('sending', 'sent')
      when 'delivered' then stored.state in ('sending', 'sent') and stored.failed_at is not null
      else true
    end;
  if outcome in ('bounced', 'complained', 'unsubscribed') then
    -- The mail's own recipient: the provider may name one to whom it was forwarded.
    addresses := coalesce((select array[recipient] from private.outbox where id = concerned and recipient is not null), addresses);
    perform private.suppress(given, outcome, detail) from unnest(addresses) as given;
    delete from public.newsletter_subscriptions
    where outcome = 'unsubscribed'
      and private.mailbox(email) in (select private.mailbox(private.bare_address(given)) from unnest(addresses) as given);
  end if;
  return true;
end
$$;

create function public.record_mail_event(
  event_ids text[], outcome text, mail uuid, sent_as text, addresses text[], detail text
) returns boolean
language sql security invoker set search_path = ''
as $$ select private.record_mail_event(event_ids, outcome, mail, sent_as, addresses, detail) $$;
comment on function public.record_mail_event is
  'For the provider''s webhook: records a permanent bounce or a complaint, which suppress the address as it was sent to, an unsubscription, a failure at the provider, a mail that has not arrived yet, its delivery after that, or a kind that is not known; false when one of the ids is known.';
grant execute on function private.record_mail_event, public.record_mail_event to service_role;

-- Unsubscribing, by the token in the mail. A new subscription lifts it.

create function private.unsubscribe(token text) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  mail private.outbox;
  addresses text[];
begin
  select * into mail from private.outbox where link_hash = private.token_hash(token) and kind = 'campaign';
  if mail.id is null then
    return false;
  end if;
  with unsubscribed as (
    delete from public.newsletter_subscriptions
    where private.reader_hash(token, private.mailbox(email)) = mail.reader_hash
    returning email
  )
  -- The row of an old mail has no address: the hash identifies the reader among all possible recipients.
  select array_agg(found.address) into addresses
  from (
    select mail.recipient as address
    union all
    select email from unsubscribed where mail.recipient is null
    union all
    select member.address
    from unnest(array[
      'supporters', 'donors', 'mentors', 'trainers', 'parents', 'volunteers', 'partners'
    ]) as audience, private.audience_members(audience) as member
    where mail.recipient is null
      and private.reader_hash(token, private.mailbox(member.address)) = mail.reader_hash
  ) as found;
  perform private.suppress(address, 'unsubscribed', null)
  from unnest(addresses) as address where address is not null;
  return true;
end
$$;

create function public.unsubscribe(token text) returns boolean
language sql security invoker set search_path = ''
as $$ select private.unsubscribe(token) $$;
comment on function public.unsubscribe is
  'Ends the newsletter and all campaigns for the recipient of the mail with this token; false for an unknown token.';
grant execute on function private.unsubscribe, public.unsubscribe to anon, authenticated, service_role;

-- supabase/schemas/mail/hash_key.sql

-- The address of a suppression can be erased: a keyed hash of its scope takes its place.
create table private.hash_key (
  singleton boolean primary key default true check (singleton),
  key bytea not null default uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
);
comment on table private.hash_key is 'The key of the hashes of erased addresses.';
insert into private.hash_key default values;
alter table private.hash_key enable row level security;

-- supabase/schemas/mail/mail_events.sql

-- Events of the mail provider, each recorded once however often it arrives.

create table private.mail_events (
  id text primary key,
  received_at timestamptz not null default now()
);
create index mail_events_received_at_idx on private.mail_events (received_at);
alter table private.mail_events enable row level security;

-- supabase/schemas/mail/mail_settings.sql

create table private.mail_settings (
  singleton boolean primary key default true check (singleton),
  rate_per_minute integer not null default 100 check (rate_per_minute between 1 and 1000),
  receipts boolean not null default true,
  double_opt_in boolean not null default false,
  transport text,
  last_run_at timestamptz,
  digest_day date not null default (now() at time zone private.office_time_zone())::date
);
comment on column private.mail_settings.double_opt_in is
  'Whether subscribers confirm the newsletter by a link that they get by mail.';
comment on column private.mail_settings.digest_day is 'The day of the last digests; at first the day of setup.';
comment on column private.mail_settings.transport is 'The transport of the last worker.';
insert into private.mail_settings default values;

-- The exposed functions are the only access to the tables of mail.

alter table private.mail_settings enable row level security;

-- supabase/schemas/mail/notification_choices.sql

create table public.notification_choices (
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  kind public.submission_kind not null,
  choice public.notice_choice not null,
  primary key (user_id, kind)
);
comment on table public.notification_choices is
  'A reviewer''s choice of notices for a kind of submission; without a row the daily digest.';
create index notification_choices_at_once_idx on public.notification_choices (kind) where choice = 'at_once';

alter table public.notification_choices enable row level security;

grant select, insert (kind, choice), update (choice) on public.notification_choices to authenticated;
grant select, insert, update, delete on public.notification_choices to service_role;

create policy "Reviewers read their choices"
  on public.notification_choices for select to authenticated
  using (user_id = (select private.current_user_id()) and (select private.may_review()));
create policy "Reviewers add their choices"
  on public.notification_choices for insert to authenticated
  with check (user_id = (select private.current_user_id()) and (select private.may_review()));
create policy "Reviewers change their choices"
  on public.notification_choices for update to authenticated
  using (user_id = (select private.current_user_id()) and (select private.may_review()))
  with check (user_id = (select private.current_user_id()) and (select private.may_review()));

-- supabase/schemas/mail/outbox.sql

create table private.outbox (
  id uuid primary key default gen_random_uuid(),
  idempotency_key text not null unique check (char_length(idempotency_key) <= 500),
  kind text not null check (kind in (
    'receipt', 'confirmation', 'seat', 'answer', 'notice', 'digest', 'campaign', 'campaign_test', 'test',
    'second_factor', 'payment_failed', 'card_expiring', 'view', 'warning', 'gift_receipt', 'status_links'
  )),
  recipient text check (private.is_address(recipient)),
  mailbox text generated always as (private.mailbox(recipient)) stored,
  data jsonb not null default '{}',
  submission_id uuid references public.submissions (id) on delete cascade,
  -- Offers of seats expire, and strangers cannot cause these mails in numbers.
  priority smallint not null generated always as (
    case
      when kind in ('seat', 'answer') then 1
      when kind in ('confirmation', 'status_links', 'test', 'campaign_test') then 2
      when kind not in ('campaign', 'gift_receipt') then 3
      else 4
    end
  ) stored,
  campaign_id uuid references public.email_campaigns (id) on delete cascade,
  reader_id uuid references public.profiles (id) on delete cascade,
  state text not null default 'queued'
    check (state in ('queued', 'sending', 'sent', 'failed', 'suppressed', 'cancelled')),
  attempts integer not null default 0,
  next_at timestamptz not null default now(),
  expires_at timestamptz default now() + interval '1 day',
  worker uuid,
  claimed_at timestamptz,
  sent_at timestamptz,
  failed_at timestamptz,
  provider_id text,
  error text,
  link_hash bytea unique,
  reader_hash bytea,
  created_at timestamptz not null default now(),
  forgotten_at timestamptz,
  check (recipient is not null or forgotten_at is not null),
  check (kind <> 'campaign' or campaign_id is not null),
  check (kind not in ('notice', 'digest', 'view', 'warning') or reader_id is not null)
);
comment on column private.outbox.idempotency_key is
  'Unique per mail: receipt:<submission>, answer:<answer>, campaign:<campaign>:<address>, …';
comment on column private.outbox.data is
  'The values of its template. The token of its link is not stored: each claim derives it for the worker alone.';
comment on column private.outbox.priority is
  'Order of sending: 1 offers and answers, 2 mails that a person at a screen waits for, 3 receipts and notices, 4 campaigns and gift receipts.';
comment on column private.outbox.reader_id is
  'The member of staff whose notice, digest or weekly number it is; it goes out while they are allowed it, to their confirmed address.';
comment on column private.outbox.next_at is 'Earliest time of the next attempt; for a mail that is being sent, the end of its lease.';
comment on column private.outbox.expires_at is
  'End of retries. Null until the first attempt of a campaign''s mail, which may wait for any time.';
comment on column private.outbox.error is 'The reason of the last failure.';
comment on column private.outbox.failed_at is 'When it failed; of a sent mail, when its provider reported that it has not arrived yet.';
comment on column private.outbox.link_hash is 'Hash of a campaign mail''s unsubscribe token.';
comment on column private.outbox.reader_hash is
  'Hash of that token and the mailbox: only the mail itself reveals its reader.';
comment on column private.outbox.forgotten_at is
  'When the row lost its address, data and error. Its kind, times and outcome stay.';

create index outbox_waiting_idx on private.outbox (priority, next_at, id)
  where state in ('queued', 'sending');
create index outbox_claimed_at_idx on private.outbox (claimed_at);
create index outbox_created_at_idx on private.outbox (created_at) where kind <> 'campaign';
create index outbox_mailbox_idx on private.outbox (mailbox, created_at);
create index outbox_submission_id_idx on private.outbox (submission_id);
create index outbox_campaign_id_idx on private.outbox (campaign_id, state);
create index outbox_provider_id_idx on private.outbox (provider_id);
create index outbox_reader_id_idx on private.outbox (reader_id, created_at);
create index outbox_failed_at_idx on private.outbox (failed_at) where failed_at is not null;
create index outbox_ended_at_idx on private.outbox (coalesce(sent_at, failed_at, created_at))
  where forgotten_at is null and state not in ('queued', 'sending');
create trigger deliver_soon after insert on private.outbox
  referencing new table as added
  for each statement execute function private.deliver_soon();
alter table private.outbox enable row level security;
create trigger broadcast_delivery after update of state, error on private.outbox
  for each row when (
    new.kind = 'answer' and new.state <> 'sending'
    and (old.state, old.error) is distinct from (new.state, new.error)
  )
  execute function private.broadcast_row('submission_id');
create trigger uncount_mail after update of state on private.outbox
  for each row when (new.kind = 'campaign' and old.state = 'sent' and new.state <> 'sent')
  execute function private.uncount_mail();

-- supabase/schemas/mail/subscription_tokens.sql

-- Double opt-in. No response discloses whether an address is subscribed: it is the same for old and new
-- addresses, and the mail goes only to the address.

create table private.subscription_tokens (
  hash bytea primary key,
  subscription_id uuid not null references public.newsletter_subscriptions (id) on delete cascade,
  created_at timestamptz not null default now()
);
create index subscription_tokens_subscription_id_idx on private.subscription_tokens (subscription_id);
create index subscription_tokens_created_at_idx on private.subscription_tokens (created_at);
alter table private.subscription_tokens enable row level security;

-- supabase/schemas/mail/unknown_mail_events.sql

create table private.unknown_mail_events (
  kind text primary key check (char_length(kind) <= 100),
  times integer not null default 1,
  last_at timestamptz not null default now()
);
comment on table private.unknown_mail_events is
  'Kinds of events that mail-events does not know, how often they came, and when last: the doctor names them.';
alter table private.unknown_mail_events enable row level security;

-- supabase/schemas/people/due.sql

create function private.person_due(person text) returns table (kind text, id uuid, reference text, due_at timestamptz)
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
#variable_conflict use_column
declare
  who constant private.person_rows := private.person_rows(person);
begin
  if private.tables_of_person(who) = '{}' then
    return;
  end if;
  return query
    select 'task', id, null::text, null::timestamptz from public.tasks
    where done_at is null and id in (select private.tasks_of_person(who))
    union all
    select 'waiting', id, reference, due_at from public.submissions
    where id = any (who.submissions) and answered_at is null and put_off_until <= now()
    union all
    select 'convertible', id, reference, due_at from public.submissions
    where id = any (who.submissions) and closed_at is null and kind in ('volunteer', 'program')
      and not exists (select from public.conversions where submission_id = submissions.id)
    order by 1, 4, 2;
end
$$;

create function public.person_due(person text) returns table (kind text, id uuid, reference text, due_at timestamptz)
language sql stable security invoker set search_path = ''
as $$ select * from private.person_due(person) $$;
comment on function public.person_due is
  'Open tasks (task), submissions that wait for an answer (waiting) and open applications without a conversion (convertible) of a person, as far as the caller may read them.';
grant execute on function private.person_due, public.person_due to authenticated;

-- supabase/schemas/people/duplicates.sql

-- A protected field is compared only where the row is stored: every guess would leave an entry in the log.

create function private.similar_people(kind text, rows jsonb) returns table (
  row_number integer, id uuid, name text, email text, phone text, status text, created_at timestamptz, reasons text[]
)
language plpgsql stable security definer
set search_path = '' set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off
as $$
#variable_conflict use_column
declare
  of_table constant text := kind;
  is_protected constant boolean := 'phone' = any (private.protected_columns(of_table));
begin
  if (of_table in ('mentors', 'mentees', 'trainers') and private.may_search(of_table)) is not true then
    return;
  end if;
  if jsonb_typeof(rows) is distinct from 'array' or jsonb_array_length(rows) > 1000 then
    raise exception 'Up to 1000 rows at a time.' using errcode = 'check_violation';
  end if;
  return query
    with listed as not materialized (
      select 'mentors' as source, id, first_name, last_name, email, phone, status::text as status, created_at from public.mentors
      union all
      select 'mentees', id, first_name, last_name, email, phone, status::text, created_at from public.mentees
      union all
      select 'trainers', id, first_name, last_name, email, phone, status::text, created_at from public.trainers
    ), given as (
      select (position - 1)::integer as position, (value ->> 'id')::uuid as id,
        nullif(lower(btrim(value ->> 'email')), '') as email,
        private.phone_keys(case when is_protected then own.phone else value ->> 'phone' end) as phones,
        nullif(private.searchable(
          nullif(btrim(value ->> 'first_name'), ''), nullif(btrim(value ->> 'last_name'), '')
        ), '') as name
      from jsonb_array_elements(rows) with ordinality as sent (value, position)
      left join listed as own on own.source = of_table and own.id = (value ->> 'id')::uuid
    )
    select given.position, stored.id, concat_ws(' ', stored.first_name, stored.last_name), stored.email,
      case when not is_protected then stored.phone end,
      stored.status, stored.created_at, array_agg(duplicate.reason order by duplicate.reason)
    from given
    cross join lateral (
      (select id, 'email' as reason from listed where source = of_table and lower(btrim(email)) = given.email limit 6)
      union all
      (select id, 'phone' from listed where source = of_table and private.phone_keys(phone) && given.phones limit 6)
      union all
      (select id, 'name' from listed where source = of_table and private.searchable(first_name, last_name) = given.name limit 6)
    ) as duplicate
    join listed as stored on stored.source = of_table and stored.id = duplicate.id
    where duplicate.id is distinct from given.id
    group by given.position, stored.id, stored.first_name, stored.last_name, stored.email, stored.phone, stored.status, stored.created_at
    order by given.position, count(*) desc, stored.created_at, stored.id;
end
$$;

create function public.similar_people(kind text, rows jsonb) returns table (
  row_number integer, id uuid, name text, email text, phone text, status text, created_at timestamptz, reasons text[]
)
language sql stable security invoker set search_path = ''
as $$ select * from private.similar_people(kind, rows) $$;
comment on function public.similar_people is
  'Possible duplicates of up to 1000 rows of mentors, mentees or trainers, each an object of columns: stored people with the same email, phone (one of its numbers) or name; of mentees the phone is that of the stored row with the given id. row_number counts from 0; a row''s own id is left out. Nothing without the right to read the table.';
grant execute on function private.similar_people, public.similar_people to authenticated;

-- supabase/schemas/people/erasing.sql

create function private.phones_of_subject(who private.data_subject) returns setof text
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan
as $$
begin
  return query
  with mine as materialized (
    select key, max(phone_level) as level from private.rows_of_people as theirs
    cross join lateral unnest(private.phone_keys(phone)) as key where id = any ((who).ids) group by key
  )
  -- As an address, it is theirs as long as no row that stays has it as well known.
  select key from mine where not exists (
    select from private.contact_points point
    join private.rows_of_people as other on other.person_id = point.person_id
    where point.kind = 'phone' and point.normalized = key and other.id <> all ((who).ids)
      and key = any (private.phone_keys(other.phone)) and other.phone_level >= level
  );
end
$$;

create function private.person_merges_of_subject(who private.data_subject) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select id from private.person_merges
  where kept_id = any ((who).people_left) or merged_id = any ((who).people_left)
    or id in (select united_id from private.merges where id = any ((who).merges))
$$;

create function private.names_left(person uuid, names text[], who private.data_subject) returns text[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select known from unnest(names) with ordinality as listed (known, place)
    where not exists (
      select from private.person_merges done
      where done.kept_id = names_left.person and known = any (done.added_names) and done.id in (select private.person_merges_of_subject(who))
    )
    order by place
  )
$$;

create function private.parents_of_subject(who private.data_subject) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select tie.adult_id from private.guardians tie join public.mentees child on child.person_id = tie.child_id
  where child.id = any ((who).people || (who).contacts)
    and not exists (select from private.rows_of_people as theirs where theirs.person_id = tie.adult_id)
    and not exists (
      select from private.guardians other join public.mentees sibling on sibling.person_id = other.child_id
      where other.adult_id = tie.adult_id and sibling.id <> all ((who).people || (who).contacts)
    )
$$;
comment on function private.parents_of_subject(private.data_subject) is
  'Parents without a row, of children who are all in a private.data_subject.';

-- supabase/schemas/people/family.sql

create function private.children_around(person uuid) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  with own as (
    select child_id from private.guardians where adult_id = person or child_id = person
    union
    select person where exists (select from public.mentees where person_id = person)
  )
  select array(
    select child_id from own
    union
    select sibling.child_id from own join private.guardians shared using (child_id)
    join private.guardians sibling on sibling.adult_id = shared.adult_id
    union
    select stay.person_id from private.people grp
    join private.members home on home.group_id = grp.id
    join private.members stay on stay.group_id = grp.id
    where grp.kind = 'household' and (home.person_id = person or home.person_id in (select child_id from own))
      and exists (select from public.mentees where mentees.person_id = stay.person_id)
    limit 40
  )
$$;
comment on function private.children_around(uuid) is
  'A child or the children of an adult, with their brothers and sisters: by a parent or guardian, or by a household.';

create function private.contact_of(adult uuid, said text, readable text[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select point -> 'value' from jsonb_array_elements(private.points_of(adult, readable)) as point
  where point ->> 'kind' = said and not (point ->> 'is_retired')::boolean limit 1
$$;

create function private.family_adults(children uuid[], adults uuid[], readable text[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', adult.id, 'name', coalesce(private.readable_name(adult.id, readable), record.parent_name, adult.name),
    'is_seen', is_seen, 'is_of_record', record.person_id is not null,
    'email', coalesce(to_jsonb(record.parent_email), case when is_seen then private.contact_of(adult.id, 'email', readable) end, to_jsonb(tie.email)),
    'phone', coalesce(to_jsonb(record.parent_phone), case when is_seen then private.contact_of(adult.id, 'phone', readable) end, to_jsonb(tie.phone)),
    'do_not_contact', adult.do_not_contact, 'is_deceased', adult.is_deceased
  ) order by record.person_id is null, tie.created_at, adult.created_at, adult.id), '[]')
  from private.people adult
  cross join lateral (select private.sees_person(adult.id, readable) as is_seen) as seen
  left join lateral (
    select min(email) as email, min(phone) as phone, min(created_at) as created_at from private.guardians
    where adult_id = adult.id and child_id = any (children)
  ) as tie on true
  left join lateral (
    select child.* from private.guardians named join public.mentees child on child.person_id = named.child_id
    where named.adult_id = adult.id and named.is_of_record and named.child_id = any (children)
    order by child.parent_name is null, child.created_at limit 1
  ) as record on true
  where adult.id = any (adults)
$$;
comment on function private.family_adults(uuid[], uuid[], text[]) is
  'Adults of a family, first whom a child''s record names, each with the email and phone of that record, of rows that the caller may read, or of the relation.';

create function private.family_of(children uuid[], others uuid[], readable text[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with tie as materialized (
    select * from private.guardians where child_id = any (children)
  ), known as materialized (
    select unnest(children || others) as id union select adult_id from tie
  ), home as materialized (
    select grp.* from private.people grp
    where grp.kind = 'household' and grp.id in (select group_id from private.members where person_id in (select id from known))
  ), member as materialized (
    select stay.* from private.members stay
    where group_id in (select id from home) and (person_id in (select id from known)
      or not exists (select from public.mentees where mentees.person_id = stay.person_id)
        and (private.sees_person(stay.person_id, readable) or private.is_second(stay.person_id, readable)))
  ), everyone as (
    select id from known union select person_id from member
  )
  select jsonb_build_object(
    'children', (
      select coalesce(jsonb_agg(jsonb_build_object('id', person_id, 'name', concat_ws(' ', first_name, last_name), 'email', email) order by first_name, last_name, person_id), '[]')
      from (select distinct on (person_id) * from public.mentees where person_id = any (children) order by person_id, created_at) as child
    ),
    'others', to_jsonb(others),
    'adults', private.family_adults(children, array(select id from everyone where id <> all (children)), readable),
    'ties', (
      select coalesce(jsonb_agg(to_jsonb(tie) - 'created_at' order by child_id, is_of_record desc, created_at, adult_id), '[]') from tie
    ),
    'households', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', id, 'name', coalesce(private.readable_name(id, readable), name), 'address', private.post_of(id), 'is_seen', private.sees_person(id, readable)
      ) order by created_at, id), '[]') from home
    ),
    'members', (
      select coalesce(jsonb_agg(jsonb_build_object('group_id', group_id, 'person_id', person_id, 'role', role) order by group_id, created_at, person_id), '[]') from member
    ),
    'languages', (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'language', language) order by id), '[]')
      from private.people where language is not null and id in (select id from everyone)
    )
  )
$$;
comment on function private.family_of(uuid[], uuid[], text[]) is
  'Children, whose opening the caller checked, with their parents and guardians, and with the households of these and of others, with the members whom the caller sees.';

create function private.family_around(person uuid, readable text[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.may_search('mentees') then
    return null;
  end if;
  return private.family_of(
    array(
      select distinct child.person_id from public.mentees child
      where child.person_id = any (private.children_around(person)) and private.has_opened(child.id, '5 minutes')
    ),
    case when exists (select from public.mentees where person_id = person) then '{}' else array[person] end, readable
  );
end
$$;

create function private.family_card(children uuid[], others uuid[]) returns jsonb
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
declare
  readable constant text[] := array(select private.readable_tables());
begin
  perform private.require_protected('mentees');
  if cardinality(children || others) > 80 then
    raise exception 'Up to 80 people at a time.' using errcode = 'check_violation';
  end if;
  perform private.require(
    coalesce((select bool_and(exists (select from public.mentees where person_id = child) and private.opened_children(child, '5 minutes')) from unnest(children) as child), true)
      and coalesce((select bool_and(private.sees_member(other, readable)) from unnest(others) as other), true),
    'You cannot see anything about this person, or the opening is not recorded.'
  );
  return private.family_of(children, others, readable);
end
$$;
create function public.family_card(children uuid[], others uuid[]) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select private.family_card(children, others) $$;
comment on function public.family_card is
  'Children whom the caller opened within five minutes, and others whom the caller sees, with their parents and guardians, households and languages.';

create function private.person_ties(person uuid) returns jsonb
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
declare
  readable constant text[] := array(select private.readable_tables());
  is_open constant boolean := private.opened_children(person, '5 minutes');
begin
  if not private.sees_group(person, readable, '5 minutes') then
    return null;
  end if;
  return (
    select jsonb_build_object(
      'kind', kind, 'language', language, 'is_deceased', is_deceased, 'do_not_contact', do_not_contact,
      'wants_paper', wants_paper, 'is_couple', is_couple, 'is_renamed', is_renamed,
      -- The first name that came may be from a row that the caller may not read.
      'name', case when is_renamed or 'donations' = any (readable) and exists (select from public.donors where donors.id = person) or exists (
        select from private.rows_of_people as theirs
        where theirs.person_id = person and theirs.source = any (readable) and btrim(theirs.name) = people.name
      ) then people.name end,
      'is_child', exists (select from public.mentees where person_id = person) and private.may_search('mentees'),
      'is_open', is_open, 'address', case when is_open then private.post_of(person) end,
      'points', private.points_of(person, readable),
      'groups', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', grp.id, 'kind', grp.kind, 'is_seen', private.sees_person(grp.id, readable),
          'name', coalesce(private.readable_name(grp.id, readable), grp.name),
          -- Whoever sees an adult of a household sees its address.
          'address', private.post_of(grp.id),
          'points', private.points_of(grp.id, readable),
          'members', (
            select coalesce(jsonb_agg(jsonb_build_object(
              'id', member.person_id, 'role', member.role, 'name', coalesce(private.readable_name(member.person_id, readable), it.name),
              'is_seen', private.sees_person(member.person_id, readable),
              'email', (
                select min(value) from private.contact_points point
                where point.person_id = member.person_id and point.kind = 'email' and private.is_second(member.person_id, readable)
              )
            ) order by member.created_at, member.person_id), '[]')
            from private.members member join private.people it on it.id = member.person_id
            where group_id = grp.id and (private.sees_member(member.person_id, readable) or private.is_second(member.person_id, readable))
          )
        ) order by grp.created_at, grp.id), '[]')
        from private.people grp
        where grp.id = person and grp.kind <> 'person'
          or is_open and grp.id in (select group_id from private.members where person_id = person)
      ),
      'family', private.family_around(person, readable)
    )
    from private.people where id = person
  );
end
$$;

create function public.person_ties(person uuid) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select private.person_ties(person) $$;
comment on function public.person_ties is
  'What staff say of a person, their address, and the households and organizations with the members that the caller sees; null where the caller sees nothing of them. Relations of a child, and what else is a child''s, within five minutes of record_family_opening.';

create function private.record_family_opening(person uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_protected('mentees');
  perform private.require(private.sees_person(person, array(select private.readable_tables())), 'You cannot see anything about this person.');
  perform private.lock_people();
  perform private.sync_parents(private.children_around(person) || private.children_named(person));
  perform private.log_action('opened', 'mentees', id, concat_ws(' ', first_name, last_name), null)
  from public.mentees where person_id = any (private.children_around(person));
end
$$;
create function public.record_family_opening(person uuid) returns void
language sql security invoker set search_path = ''
as $$ select private.record_family_opening(person) $$;
comment on function public.record_family_opening is
  'Logs that the caller, who may read mentees, opens the family of a child or an adult: the children with their brothers and sisters.';

create function private.children_named(adult uuid) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select child.person_id from private.rows_of_people as theirs
    join public.mentees child on lower(btrim(child.parent_email)) = lower(btrim(theirs.email))
    where theirs.person_id = adult limit 40
  )
$$;
comment on function private.children_named(uuid) is 'Children whose record names an address of an adult, who may have come later.';
grant execute on function private.person_ties, public.person_ties to authenticated;
grant execute on function private.family_card, public.family_card to authenticated;
grant execute on function private.record_family_opening, public.record_family_opening to authenticated;

-- supabase/schemas/people/family_saving.sql

create function private.family_parts(family jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object(
    'ties', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'child', child_id, 'adult', adult_id, 'relation', relation, 'may_collect', coalesce(may_collect, false), 'no_contact', coalesce(no_contact, false),
        'email', nullif(btrim(email), ''), 'phone', nullif(btrim(phone), '')
      ) order by child_id, adult_id), '[]') from jsonb_populate_recordset(null::private.guardians, family -> 'ties')
    ),
    'members', (
      select coalesce(jsonb_agg(jsonb_build_object('group', group_id, 'person', person_id, 'role', role) order by group_id, person_id), '[]')
      from jsonb_populate_recordset(null::private.members, family -> 'members')
    ),
    'households', (
      select coalesce(jsonb_agg(jsonb_build_object('id', home -> 'id', 'name', home -> 'name', 'address', nullif(jsonb_strip_nulls(home -> 'address'), 'null')) order by home ->> 'id'), '[]')
      from jsonb_array_elements(family -> 'households') as home
    ),
    'languages', (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'language', btrim(language)) order by id), '[]')
      from jsonb_populate_recordset(null::private.people, family -> 'languages') where btrim(language) <> ''
    )
  )
$$;
comment on function private.family_parts(jsonb) is 'What two answers of private.family_of are compared by.';

create function private.ids_of(listed jsonb, key text default 'id') returns uuid[]
language sql immutable set search_path = ''
as $$ select array(select (one ->> key)::uuid from jsonb_array_elements(listed) as one) $$;

create function private.family_changes(seen jsonb, stored jsonb) returns text
language sql stable security definer set search_path = ''
as $$
  with named as (
    select one ->> 'id' as id, coalesce(one ->> 'name', 'someone') as name
    from unnest(array[seen, stored]) as side, lateral (
      select * from jsonb_array_elements(side -> 'children') union all select * from jsonb_array_elements(side -> 'adults')
      union all select one || jsonb_build_object('name', coalesce(one ->> 'name', 'a household')) from jsonb_array_elements(side -> 'households') as one
    ) as listed (one)
  ), said as (
    select one.value as one, one.value <@ any (array(select jsonb_array_elements(other -> part))) as is_same, is_now, part
    from (values (private.family_parts(stored), private.family_parts(seen), true), (private.family_parts(seen), private.family_parts(stored), false)) as sides (own, other, is_now),
      unnest(array['ties', 'members']) as part, jsonb_array_elements(own -> part) as one
  ), line as (
    select case part
      when 'ties' then format('%s %s %s of %s', min(adult.name), case when bool_or(is_now) then 'is now' else 'is no longer' end, coalesce(min(one ->> 'relation') filter (where is_now), min(one ->> 'relation')), min(child.name))
      else format('%s %s %s', min(who.name), case when bool_or(is_now) then 'is now in' else 'left' end, min(home.name))
    end as said
    from said
    left join named child on child.id = one ->> 'child'
    left join named adult on adult.id = one ->> 'adult'
    left join named who on who.id = one ->> 'person'
    left join named home on home.id = one ->> 'group'
    where not is_same
    group by part, one ->> 'child', one ->> 'adult', one ->> 'person', one ->> 'group'
  )
  select coalesce(string_agg(said, '; ' order by said), 'an address, a name or a language') from line
$$;
comment on function private.family_changes(jsonb, jsonb) is 'In words, what is not as the caller saw it.';

create function private.stored_family(seen jsonb, added jsonb default '[]') returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  readable constant text[] := array(select private.readable_tables());
  children constant uuid[] := private.ids_of(seen -> 'children');
  others constant uuid[] := array(select value::uuid from jsonb_array_elements_text(seen -> 'others'));
begin
  if cardinality(children || others) > 80 or jsonb_array_length(added) > 80 then
    raise exception 'Up to 80 people at a time.' using errcode = 'check_violation';
  end if;
  perform private.require(
    coalesce((select bool_and(exists (select from public.mentees where person_id = child) and private.opened_children(child, '1 day')) from unnest(children) as child), true),
    'Open the protected fields of the child first.'
  );
  perform private.require(
    coalesce((select bool_and(private.sees_member(other, readable, '1 day')) from unnest(others) as other), true),
    'You cannot see anything about this person.'
  );
  return private.family_of(children || array(
    select person_id from public.mentees where id = any (private.ids_of(added)) and person_id <> all (children)
      and exists (select from public.change_log where record_id = mentees.id and action = 'added' and actor_id = auth.uid() and created_at > now() - interval '1 day')
  ), others, readable);
end
$$;
comment on function private.stored_family(jsonb, jsonb) is
  'The family that the caller saw, as it is stored now, with children whom the caller added in an earlier try.';

create function private.add_family_person(one jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  typed constant text := btrim(coalesce(one ->> 'name', concat_ws(' ', btrim(one ->> 'first_name'), btrim(one ->> 'last_name'))));
  child constant public.mentees := jsonb_populate_record(null::public.mentees, one);
begin
  if not private.is_line(typed, 200) then
    raise exception 'Enter a name, on one line of at most 200 characters.' using errcode = 'P0001';
  end if;
  insert into private.people (id, name, names, is_couple)
  values ((one ->> 'id')::uuid, typed, array_remove(array[private.plain_name(typed)], null), private.is_couple_name(typed));
  if (one ->> 'is_child')::boolean then
    -- The person has the id that the caller chose.
    perform private.set_write_mode('merge');
    insert into public.mentees (id, person_id, first_name, last_name, email, phone)
    values (child.id, child.id, nullif(btrim(child.first_name), ''), nullif(btrim(child.last_name), ''), nullif(btrim(child.email), ''), nullif(btrim(child.phone), ''));
    perform private.set_write_mode(null);
    perform private.log_action('opened', 'mentees', child.id, typed, null);
    perform private.tidy_people(array[child.id]);
  end if;
end
$$;
comment on function private.add_family_person(jsonb) is
  'A new child is a mentee, an adult a person without a record.';

create function private.save_ties(children uuid[], ties jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  said constant private.guardians[] := array(select one from jsonb_populate_recordset(null::private.guardians, ties) as one);
begin
  if exists (
    select from unnest(said) as one where one.email is not null and not private.is_address(one.email) or one.phone is not null and private.phone_keys(one.phone) is null
  ) then
    raise exception 'Enter an email address or a phone number.' using errcode = 'P0001';
  elsif exists (
    select from unnest(said) as one join private.people on people.id = one.adult_id where one.child_id = one.adult_id or people.kind <> 'person'
  ) then
    raise exception 'A child''s guardian is another person.' using errcode = 'P0001';
  elsif exists (
    select from private.guardians stored where child_id = any (children) and is_of_record
      and not exists (select from unnest(said) as one where (one.child_id, one.adult_id) = (stored.child_id, stored.adult_id))
  ) then
    raise exception 'The child''s record names this parent. Change it there.' using errcode = 'P0001';
  end if;
  -- In the order of the card.
  insert into private.guardians as known (child_id, adult_id, relation, may_collect, no_contact, email, phone, created_at)
  select child_id, adult_id, relation, coalesce(may_collect, false), coalesce(no_contact, false), nullif(btrim(email), ''), nullif(btrim(phone), ''),
    now() + place * interval '1 microsecond'
  from jsonb_array_elements(ties) with ordinality as listed (tie, place)
  cross join lateral jsonb_populate_record(null::private.guardians, tie - 'created_at') as one
  on conflict (child_id, adult_id) do update
  set relation = excluded.relation, may_collect = excluded.may_collect, no_contact = excluded.no_contact, email = excluded.email, phone = excluded.phone
  where (known.relation, known.may_collect, known.no_contact, known.email, known.phone)
    is distinct from (excluded.relation, excluded.may_collect, excluded.no_contact, excluded.email, excluded.phone);
  delete from private.guardians stored
  where child_id = any (children)
    and not exists (select from unnest(said) as one where (one.child_id, one.adult_id) = (stored.child_id, stored.adult_id));
end
$$;

create function private.save_homes(family jsonb, stored jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  said constant private.members[] := array(select one from jsonb_populate_recordset(null::private.members, family -> 'members') as one);
  shown constant private.members[] := array(select one from jsonb_populate_recordset(null::private.members, stored -> 'members') as one);
  home jsonb;
  place integer;
  lonely text;
begin
  for home, place in select value, ordinality from jsonb_array_elements(family -> 'households') with ordinality loop
    insert into private.people (id, kind, name, created_at)
    select (home ->> 'id')::uuid, 'household', nullif(btrim(home ->> 'name'), ''), now() + place * interval '1 microsecond'
    where not exists (select from jsonb_array_elements(stored -> 'households') as known where known -> 'id' = home -> 'id');
    update private.people set name = nullif(btrim(home ->> 'name'), '')
    where id = (home ->> 'id')::uuid and name is distinct from nullif(btrim(home ->> 'name'), '')
      and not exists (select from private.rows_of_people as theirs where theirs.person_id = people.id);
    perform private.set_address((home ->> 'id')::uuid, nullif(home -> 'address', 'null'))
    where coalesce(jsonb_strip_nulls(private.post_of((home ->> 'id')::uuid)), 'null') <> coalesce(jsonb_strip_nulls(nullif(home -> 'address', 'null')), 'null');
  end loop;
  insert into private.members as known (group_id, person_id, role, created_at)
  select one.group_id, one.person_id, one.role, now() + listed.place * interval '1 microsecond'
  from jsonb_array_elements(family -> 'members') with ordinality as listed (member, place)
  cross join lateral jsonb_populate_record(null::private.members, member) as one
  on conflict (group_id, person_id) do update set role = excluded.role where known.role <> excluded.role;
  delete from private.members gone
  where exists (select from unnest(shown) as one where (one.group_id, one.person_id) = (gone.group_id, gone.person_id))
    and not exists (select from unnest(said) as one where (one.group_id, one.person_id) = (gone.group_id, gone.person_id));
  select string_agg(distinct child.first_name, ', ') into lonely
  from unnest(said) as one join public.mentees child on child.person_id = one.person_id
  where not exists (
    select from private.members stay where group_id = one.group_id and not exists (select from public.mentees where mentees.person_id = stay.person_id)
  );
  if lonely is not null then
    raise exception '%', format('A household needs an adult: add one to that of %s.', lonely) using errcode = 'P0001';
  end if;
end
$$;

create function private.name_first_guardian(child uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  readable constant text[] := array(select private.readable_tables());
  first record;
begin
  select adult.id, coalesce(private.readable_name(adult.id, readable), adult.name) as name,
    coalesce(private.contact_of(adult.id, 'email', readable) #>> '{}', tie.email) as email,
    coalesce(private.contact_of(adult.id, 'phone', readable) #>> '{}', tie.phone) as phone,
    exists (select from private.rows_of_people as theirs where theirs.person_id = adult.id) as has_rows
  into first
  from private.guardians tie join private.people adult on adult.id = tie.adult_id
  where tie.child_id = child and relation in ('parent', 'guardian') and not no_contact and not do_not_contact
    and not exists (select from private.guardians other where other.child_id = child and other.is_of_record)
  order by relation desc, tie.created_at, adult.created_at, adult.id limit 1;
  -- The rule would make another person of who has no address that it knows.
  if first.id is null or private.is_couple_name(first.name)
    or coalesce(private.found_person((first.name, first.email, first.phone, false)::private.identity, first.id, true), case when not first.has_rows then first.id end) is distinct from first.id then
    return;
  end if;
  update private.guardians set is_of_record = true where child_id = child and adult_id = first.id;
  update public.mentees set parent_name = first.name, parent_email = first.email, parent_phone = first.phone
  where person_id = child and num_nonnulls(parent_name, parent_email, parent_phone) = 0;
end
$$;
comment on function private.name_first_guardian(uuid) is
  'A child whose record names no parent gets the first parent or guardian there, where that is surely the same person.';

create function private.require_family_ids(family jsonb, stored jsonb) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  children constant uuid[] := private.ids_of(stored -> 'children');
  added constant uuid[] := private.ids_of(family -> 'people');
  added_children constant uuid[] := array(select (one ->> 'id')::uuid from jsonb_array_elements(family -> 'people') as one where (one ->> 'is_child')::boolean);
  people constant uuid[] := children || private.ids_of(stored -> 'adults') || added;
  homes constant uuid[] := private.ids_of(family -> 'households');
begin
  perform private.require(
    private.ids_of(family -> 'ties', 'child_id') <@ (children || added_children)
      and private.ids_of(family -> 'ties', 'adult_id') <@ people
      and private.ids_of(family -> 'members', 'person_id') <@ people
      and private.ids_of(family -> 'members', 'group_id') <@ homes
      and private.ids_of(family -> 'languages') <@ people
      and private.ids_of(stored -> 'households') <@ homes
      and not exists (
        select from private.people where id = any (homes || added) and id <> all (private.ids_of(stored -> 'households'))
      ),
    'You cannot see anything about this person.'
  );
  if jsonb_array_length(family -> 'households') > 20 or jsonb_array_length(family -> 'ties') > 400 then
    raise exception 'Up to 20 households at a time.' using errcode = 'check_violation';
  end if;
end
$$;
comment on function private.require_family_ids(jsonb, jsonb) is 'Only people and households that the caller saw, or that are new.';

create function private.log_homes(family jsonb, stored jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  readable constant text[] := array(select private.readable_tables());
begin
  perform private.log_of_person('changed', private.rows_of(array[person_id], readable), 'household', was.role, coalesce(said.role, 'removed'), group_id)
  from jsonb_populate_recordset(null::private.members, stored -> 'members') as was
  full join jsonb_populate_recordset(null::private.members, family -> 'members') as said using (group_id, person_id)
  where was.role is distinct from said.role and private.sees_person(person_id, readable)
    and not exists (select from public.mentees where mentees.person_id = coalesce(was.person_id, said.person_id));
  perform private.log_action('changed', 'mentees', id, concat_ws(' ', first_name, last_name), '{"guardians": null}')
  from public.mentees where person_id = any (private.ids_of(stored -> 'children'));
end
$$;

create function private.save_family(family jsonb, seen jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  stored jsonb;
  one jsonb;
  children uuid[];
  child uuid;
begin
  perform private.require_protected('mentees');
  -- Two colleagues who add a child to two families come one after the other.
  perform private.lock_people(true);
  stored := private.stored_family(seen, family -> 'people');
  -- The answer to an earlier try was lost.
  if private.family_parts(stored) = private.family_parts(family) then
    return;
  end if;
  stored := private.stored_family(seen);
  if private.family_parts(stored) <> private.family_parts(seen) then
    raise exception 'Someone else changed this family in the meantime: %.', private.family_changes(seen, stored) using errcode = 'PT409';
  end if;
  perform private.require_family_ids(family, stored);
  for one in select value from jsonb_array_elements(family -> 'people') loop
    perform private.add_family_person(one);
  end loop;
  children := private.ids_of(stored -> 'children')
    || array(select (value ->> 'id')::uuid from jsonb_array_elements(family -> 'people') where (value ->> 'is_child')::boolean);
  perform private.save_ties(children, family -> 'ties');
  perform private.save_homes(family, stored);
  update private.people set language = nullif(btrim(said.language), '')
  from jsonb_populate_recordset(null::private.people, family -> 'languages') as said
  where people.id = said.id and people.language is distinct from nullif(btrim(said.language), '');
  update private.people set language = null
  where id = any (private.ids_of(stored -> 'languages')) and id <> all (private.ids_of(family -> 'languages'));
  foreach child in array children loop
    perform private.name_first_guardian(child);
  end loop;
  perform private.tidy_people(private.ids_of(stored -> 'adults') || private.ids_of(stored -> 'households') || private.ids_of(family -> 'people'));
  perform private.log_homes(family, stored);
end
$$;
create function public.save_family(family jsonb, seen jsonb) returns void
language sql security invoker set search_path = ''
as $$ select private.save_family(family, seen) $$;
comment on function public.save_family is
  'Stores a family as one thing, from what family_card told the caller (`seen`): new people under ids that the caller chose, relations, households with their members and addresses, and languages. PT409 with what changed when it is not as seen; for readers of mentees who opened its children within a day.';
grant execute on function private.save_family, public.save_family to authenticated;

-- supabase/schemas/people/guardians.sql

create table private.guardians (
  child_id uuid not null references private.people (id) on delete cascade,
  adult_id uuid not null references private.people (id) on delete cascade,
  relation text not null default 'parent' check (relation in ('parent', 'guardian', 'relative', 'other')),
  may_collect boolean not null default false,
  no_contact boolean not null default false,
  is_of_record boolean not null default false,
  created_at timestamptz not null default now(),
  email text check (private.is_line(email, 254)),
  phone text check (private.is_line(phone, 40)),
  primary key (child_id, adult_id),
  constraint guardians_check check (child_id <> adult_id)
);
comment on table private.guardians is
  'An adult and a child, not a household: parents live apart. Read only after an opening of the child that is logged.';
comment on column private.guardians.is_of_record is
  'Whether the adult is the parent that the mentee''s record names. Such an adult may have no row, and then no email and phone here.';
comment on column private.guardians.email is
  'How staff reach an adult without a record, as the phone: no search and no rule finds anyone by it.';
create index guardians_adult_id_idx on private.guardians (adult_id);
alter table private.guardians enable row level security;
create trigger tidy_parents after delete on private.guardians referencing old table as gone
  for each statement execute function private.tidy_parents();

-- supabase/schemas/people/join_rules.sql

-- Joins. Two people who become one are treated as carefully as the more careful half asks.

create table private.join_rules (
  table_name text not null,
  column_name text not null,
  rule text not null check (rule in ('kept', 'filled', 'group', 'or', 'and', 'oldest', 'highest', 'asked', 'united')),
  primary key (table_name, column_name)
);
comment on table private.join_rules is
  'Which way each column joins when two people become one, and with them two ties or two contact points: that of the one who is kept; theirs, or else the other''s (filled); a household or organization before a person (group); true where one of the two (or), or only where both are (and); the older time; the higher level; what the colleague answered, else the kept one''s (asked); or the names of both (united, by private.unite_people).';
alter table private.join_rules enable row level security;
insert into private.join_rules (table_name, column_name, rule) values
  ('private.people', 'id', 'kept'), ('private.people', 'name', 'kept'), ('private.people', 'names', 'united'),
  ('private.people', 'is_known_by_name', 'kept'), ('private.people', 'created_at', 'kept'), ('private.people', 'kind', 'group'),
  ('private.people', 'language', 'filled'), ('private.people', 'is_deceased', 'or'), ('private.people', 'do_not_contact', 'or'),
  ('private.people', 'wants_paper', 'or'), ('private.people', 'second_of', 'kept'), ('private.people', 'is_couple', 'kept'),
  ('private.people', 'is_renamed', 'kept'),
  ('private.guardians', 'child_id', 'kept'), ('private.guardians', 'adult_id', 'kept'), ('private.guardians', 'relation', 'asked'),
  ('private.guardians', 'may_collect', 'and'), ('private.guardians', 'no_contact', 'or'), ('private.guardians', 'is_of_record', 'or'),
  ('private.guardians', 'created_at', 'oldest'), ('private.guardians', 'email', 'filled'), ('private.guardians', 'phone', 'filled'),
  ('private.members', 'group_id', 'kept'), ('private.members', 'person_id', 'kept'), ('private.members', 'role', 'kept'),
  ('private.members', 'second_of', 'kept'), ('private.members', 'created_at', 'oldest'),
  ('private.contact_points', 'person_id', 'kept'), ('private.contact_points', 'kind', 'kept'),
  ('private.contact_points', 'normalized', 'kept'), ('private.contact_points', 'folded', 'kept'), ('private.contact_points', 'value', 'kept'),
  ('private.contact_points', 'valid_since', 'oldest'), ('private.contact_points', 'parts', 'filled'), ('private.contact_points', 'label', 'filled'),
  ('private.contact_points', 'is_preferred', 'kept'), ('private.contact_points', 'is_confirmed', 'or'), ('private.contact_points', 'level', 'highest'),
  ('private.contact_points', 'open_to', 'filled'), ('private.contact_points', 'retired_at', 'filled');

-- supabase/schemas/people/joining.sql

create function private.joined(of_table text, kept jsonb, merged jsonb, answered text default null) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_object_agg(column_name, value), '{}') from (
    select column_name, case rule
      when 'filled' then case when kept -> column_name = 'null' then merged -> column_name else kept -> column_name end
      when 'group' then case when kept ->> column_name = 'person' then merged -> column_name else kept -> column_name end
      when 'or' then to_jsonb((kept -> column_name)::boolean or (merged -> column_name)::boolean)
      when 'and' then to_jsonb((kept -> column_name)::boolean and (merged -> column_name)::boolean)
      when 'oldest' then case
        when (merged ->> column_name)::timestamptz < (kept ->> column_name)::timestamptz then merged -> column_name else kept -> column_name
      end
      when 'highest' then to_jsonb(greatest((kept ->> column_name)::private.contact_level, (merged ->> column_name)::private.contact_level))
      when 'asked' then coalesce(to_jsonb(answered), kept -> column_name)
    end as value
    from private.join_rules where table_name = of_table and rule not in ('kept', 'united')
  ) as listed where value is distinct from kept -> column_name
$$;
comment on function private.joined(text, jsonb, jsonb, text) is 'The columns of a kept row that a join with the other one changes, by private.join_rules.';

create function private.join_row(of_table regclass, keys text[], given jsonb, answered text default null) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  key constant jsonb := private.key_of(given, keys);
  kept jsonb;
begin
  select stored into kept from private.stored_rows(of_table, array[(given ->> keys[1])::uuid], keys[1]) as stored where stored @> key;
  if kept is null then
    perform private.insert_rows(of_table, array(
      select attname from pg_catalog.pg_attribute where attrelid = of_table and attnum > 0 and not attisdropped and attgenerated = ''
    ), jsonb_build_array(given));
  else
    perform private.change_rows(of_table, jsonb_build_array(key), private.joined(of_table::text, kept, given, answered));
  end if;
end
$$;
comment on function private.join_row(regclass, text[], jsonb, text) is 'Adds a row, or joins it with the one that has its key.';

create function private.ties_of(person uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'person', (select to_jsonb(people) - '{names,name}'::text[] from private.people where id = person),
    'members', (select coalesce(jsonb_agg(to_jsonb(members)), '[]') from private.members where person in (group_id, person_id)),
    'guardians', (select coalesce(jsonb_agg(to_jsonb(guardians)), '[]') from private.guardians where person in (child_id, adult_id)),
    'points', (select coalesce(jsonb_agg(to_jsonb(point)), '[]') from private.contact_points point where person_id = person),
    'dismissals', (select coalesce(jsonb_agg(to_jsonb(said)), '[]') from private.person_dismissals said where person in (one_id, other_id))
  )
$$;
comment on function private.ties_of(uuid) is 'A person with the marks, contact points, memberships, relations and dismissals, as a join and its undo need them.';

create function private.joined_relations(kept uuid, merged uuid) returns table (child uuid, adult uuid, kept_one text, other_one text)
language sql stable security definer set search_path = ''
as $$
  select own.child_id, own.adult_id, own.relation, theirs.relation
  from private.guardians own
  join private.guardians theirs
    on own.adult_id = kept and theirs.adult_id = merged and theirs.child_id = own.child_id
      or own.child_id = kept and theirs.child_id = merged and theirs.adult_id = own.adult_id
  where own.relation <> theirs.relation
$$;
comment on function private.joined_relations(uuid, uuid) is 'Relations of a child that the two halves of a join tell differently, by child and adult as they are afterwards.';

create function private.unite_ties(kept uuid, merged uuid, moved jsonb, choices jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  before constant jsonb := jsonb_build_object('kept', private.ties_of(kept), 'merged', private.ties_of(merged));
  renamed constant text := format('"%s"', kept);
  tie jsonb;
begin
  perform private.change_rows(
    'private.people', jsonb_build_array(jsonb_build_object('id', kept)),
    private.joined('private.people', before #> '{kept,person}', before #> '{merged,person}')
  );
  -- Those of rows that stay with the other are tidied away. Mail goes where it went.
  for tie in
    select theirs || jsonb_build_object('person_id', kept, 'is_preferred', (theirs -> 'is_preferred')::boolean and not exists (
      select from private.contact_points own where own.person_id = kept and own.kind = theirs ->> 'kind'
    ))
    from jsonb_array_elements(before #> '{merged,points}') as theirs where theirs ->> 'kind' <> 'post'
  loop
    perform private.join_row('private.contact_points', '{person_id,kind,normalized}', tie);
  end loop;
  insert into private.person_dismissals (one_id, other_id)
  select least(kept, other), greatest(kept, other) from (
    select case one_id when merged then other_id else one_id end as other from private.person_dismissals where merged in (one_id, other_id)
  ) as said where other <> kept
  on conflict do nothing;
  -- What belongs to a child whose record stays is the child's.
  if not exists (
    select from public.mentees where person_id = merged and not coalesce(moved -> 'mentees' @> to_jsonb(id), false)
  ) then
    for tie in
      select replace(value::text, format('"%s"', merged), renamed)::jsonb from jsonb_array_elements(before #> '{merged,members}')
      where not value @> jsonb_build_object('group_id', kept) and not value @> jsonb_build_object('person_id', kept)
    loop
      -- Who has a household stays at home there.
      perform private.join_row('private.members', '{group_id,person_id}', case
        when exists (select from private.members where person_id = kept) then tie || jsonb_build_object('created_at', now()) else tie
      end);
    end loop;
    for tie in
      select replace(value::text, format('"%s"', merged), renamed)::jsonb from jsonb_array_elements(before #> '{merged,guardians}')
      where not value @> jsonb_build_object('child_id', kept) and not value @> jsonb_build_object('adult_id', kept)
    loop
      perform private.join_row(
        'private.guardians', '{child_id,adult_id}', tie, choices #>> array['relations', concat_ws(' ', tie ->> 'child_id', tie ->> 'adult_id')]
      );
    end loop;
    insert into private.contact_points (person_id, kind, normalized, value, valid_since, parts, level)
    select kept, kind, normalized, value, valid_since, parts, level
    from private.contact_points where person_id = merged and kind = 'post'
      and not exists (select from private.contact_points own where own.person_id = kept and own.kind = 'post')
    on conflict do nothing;
  end if;
  return before;
end
$$;
comment on function private.unite_ties(uuid, uuid, jsonb, jsonb) is
  'Gives the one who is kept the marks, ties and points of the other, by private.join_rules, and returns what both were. The other loses theirs with the last row.';

create function private.prefer_email(person uuid, chosen text) returns void
language sql security definer set search_path = ''
as $$
  update private.contact_points set is_preferred = false
  where person_id = person and kind = 'email' and is_preferred and normalized <> lower(btrim(chosen)) and chosen is not null;
  update private.contact_points set is_preferred = true
  where person_id = person and kind = 'email' and normalized = lower(btrim(chosen)) and not is_preferred;
$$;

create function private.drop_ties(person uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from private.rows_of_people as theirs where theirs.person_id = person) then
    delete from private.members where person in (group_id, person_id);
    delete from private.guardians where person in (child_id, adult_id);
  end if;
end
$$;
comment on function private.drop_ties(uuid) is 'Leaves a merged person without a row nothing that would keep them.';

create function private.restore_points(done private.person_merges) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  was private.contact_points;
begin
  -- One email and one phone of each person are preferred: the marks of the join go before the earlier ones come back.
  update private.contact_points point set is_preferred = false
  where person_id = done.kept_id and is_preferred and done.ties #> '{after,points}' @> jsonb_build_array(to_jsonb(point));
  for was in select * from jsonb_populate_recordset(null::private.contact_points, done.ties #> '{kept,points}') loop
    update private.contact_points point
    set value = was.value, valid_since = was.valid_since, parts = was.parts, label = was.label, level = was.level, is_confirmed = was.is_confirmed,
      open_to = was.open_to, retired_at = was.retired_at,
      is_preferred = was.is_preferred and not exists (
        select from private.contact_points other where other.person_id = done.kept_id and other.kind = was.kind and other.is_preferred
      )
    where person_id = done.kept_id and kind = was.kind and normalized = was.normalized and exists (
      -- Unchanged since the join.
      select from jsonb_array_elements(done.ties #> '{after,points}') as came
      where came - 'is_preferred' = to_jsonb(point) - 'is_preferred'
    );
  end loop;
  for was in select * from jsonb_populate_recordset(null::private.contact_points, done.ties #> '{merged,points}') loop
    insert into private.contact_points as now_is (person_id, kind, normalized, value, valid_since, parts, label, is_preferred, level, is_confirmed, open_to, retired_at)
    values (was.person_id, was.kind, was.normalized, was.value, was.valid_since, was.parts, was.label, was.is_preferred, was.level, was.is_confirmed, was.open_to, was.retired_at)
    on conflict on constraint contact_points_pkey do update set
      value = excluded.value, valid_since = excluded.valid_since, label = excluded.label, is_preferred = excluded.is_preferred,
      is_confirmed = excluded.is_confirmed, open_to = excluded.open_to, retired_at = excluded.retired_at;
  end loop;
  delete from private.contact_points point
  where person_id = done.kept_id and kind = 'post' and done.ties #> '{after,points}' @> jsonb_build_array(to_jsonb(point))
    and not done.ties #> '{kept,points}' @> jsonb_build_array(jsonb_build_object('kind', kind, 'normalized', normalized));
end
$$;
comment on function private.restore_points(private.person_merges) is
  'Gives both halves of a join their emails, phones and addresses back as they were, but for what changed since; those that no row has any more are tidied away.';

create function private.restore_ties(of_table regclass, keys text[], ties text, done private.person_merges) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  was constant jsonb := done.ties #> array['kept', ties];
  came constant jsonb := done.ties #> array['after', ties];
  tie jsonb;
  now_is jsonb;
begin
  for tie in select value from jsonb_array_elements((done.ties #> array['merged', ties]) || was) loop
    select stored into now_is from private.stored_rows(of_table, array[(tie ->> keys[1])::uuid], keys[1]) as stored
    where stored @> private.key_of(tie, keys);
    if now_is is not null then
      -- Unchanged since the join.
      perform private.change_rows(of_table, jsonb_build_array(private.key_of(tie, keys)), tie - keys)
      where tie <> now_is and came @> jsonb_build_array(now_is);
    elsif not came @> jsonb_build_array(private.key_of(tie, keys))
      and (select count(*) = 2 from private.people where id in ((tie ->> keys[1])::uuid, (tie ->> keys[2])::uuid)) then
      perform private.join_row(of_table, keys, tie);
    end if;
  end loop;
  perform private.delete_rows(of_table, coalesce((
    select jsonb_agg(private.key_of(value, keys)) from jsonb_array_elements(came)
    where not was @> jsonb_build_array(private.key_of(value, keys))
  ), '[]'));
end
$$;
comment on function private.restore_ties(regclass, text[], text, private.person_merges) is
  'Undoes what a join did to one kind of ties: what it took comes back, what it changed is as before unless someone changed it since, and what it gave goes.';

create function private.part_ties(done private.person_merges) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if done.ties = '{}' then
    return;
  end if;
  perform private.restore_points(done);
  perform private.restore_ties('private.members', '{group_id,person_id}', 'members', done);
  perform private.restore_ties('private.guardians', '{child_id,adult_id}', 'guardians', done);
  perform private.restore_ties('private.person_dismissals', '{one_id,other_id}', 'dismissals', done);
  perform private.change_rows(
    'private.people', jsonb_build_array(jsonb_build_object('id', done.kept_id)), (done.ties #> '{kept,person}') - 'id'
  )
  from private.people where id = done.kept_id and done.ties #> '{after,person}' = to_jsonb(people) - '{names,name}'::text[];
end
$$;

create function private.merge_preview(kept uuid, merged uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  readable constant text[] := array(select private.readable_tables());
begin
  if not private.may_link() or not private.sees_person(kept, readable) or not private.sees_person(merged, readable) then
    return null;
  end if;
  return jsonb_build_object(
    'emails', (
      select coalesce(jsonb_agg(distinct point ->> 'value'), '[]')
      from unnest(array[kept, merged]) as person, jsonb_array_elements(private.points_of(person, readable)) as point where point ->> 'kind' = 'email'
    ),
    'email', (
      -- Null where it is one that the caller may not see.
      select (
        select point ->> 'value' from jsonb_array_elements(private.points_of(person, readable)) as point where (point ->> 'is_letter')::boolean
      )
      from unnest(array[kept, merged]) with ordinality as listed (person, place)
      where private.email_of(person) is not null order by place limit 1
    ),
    'differs', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'column', column_name, 'kept', own -> column_name, 'merged', theirs -> column_name,
        'joined', coalesce(private.joined('private.people', own, theirs) -> column_name, own -> column_name)
      ) order by column_name), '[]')
      from private.join_rules, (select to_jsonb(people) as own from private.people where id = kept) as kept_row,
        (select to_jsonb(people) as theirs from private.people where id = merged) as merged_row
      where table_name = 'private.people' and rule in ('or', 'filled', 'group') and own -> column_name is distinct from theirs -> column_name
    ),
    'relations', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'key', concat_ws(' ', told.child, told.adult), 'child_name', private.readable_name(child_shown, readable),
        'adult_name', private.readable_name(told.adult, readable), 'kept', told.kept_one, 'merged', told.other_one
      ) order by told.child, told.adult), '[]')
      from private.joined_relations(kept, merged) as told
      cross join lateral (select told.child as child_shown) as shown
      where private.opened_children(told.child, '1 day')
    )
  );
end
$$;
comment on function private.merge_preview(uuid, uuid) is
  'What a join of two people changes in the kept one, and where mail goes, as far as the caller sees it.';

create function public.merge_preview(kept uuid, merged uuid) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select private.merge_preview(kept, merged) $$;
comment on function public.merge_preview is
  'Before a merge of two people: `emails` of both and the `email` that mail goes to afterwards; what `differs` in the marks of the two, and how they join; `relations` of a child that the two tell differently, where the caller opened the child within a day. Null where the caller may not merge them.';
grant execute on function private.merge_preview, public.merge_preview to authenticated;
create function private.require_answers(kept uuid, merged uuid, choices jsonb) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if exists (
    select from private.joined_relations(kept, merged) as told
    where private.opened_children(told.child, '1 day') and choices #> array['relations', concat_ws(' ', told.child, told.adult)] is null
  ) then
    raise exception 'Both say something different about an adult and a child. Choose which one is right.' using errcode = 'P0001';
  end if;
end
$$;

-- supabase/schemas/people/notes.sql

create function private.seen_person(person uuid, readable text[]) returns private.person_rows
language plpgsql stable security definer set search_path = ''
as $$
declare
  who constant private.person_rows := private.rows_of(array[person], readable);
begin
  if private.tables_of_person(who) = '{}' then
    raise exception 'You cannot see anything about this person.' using errcode = 'insufficient_privilege';
  end if;
  return who;
end
$$;

create function private.log_of_person(action public.log_action, who private.person_rows, what text, before text, after text, about uuid) returns void
language sql security definer set search_path = ''
as $$
  select private.log_action(
    action, 'persons', (who).people[1], (who).addresses[1],
    jsonb_build_object(what, jsonb_build_array(before, after)), array[about]
  )
$$;

create function private.add_person_note(id uuid, person uuid, kind text, body text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  who private.person_rows;
  stored private.person_notes;
begin
  perform private.require(private.is_staff(), 'You may not write about people.');
  who := private.seen_person(person, array(select private.readable_tables()));
  insert into private.person_notes (id, person_id, kind, body, open_to, author_id, author_name)
  values (
    add_person_note.id, person, add_person_note.kind, add_person_note.body,
    private.tables_of_person(who), private.current_user_id(), private.account_name(private.current_user_id())
  )
  on conflict on constraint person_notes_pkey do nothing;
  if found then
    perform private.log_of_person('changed', who, add_person_note.kind, null, 'added', add_person_note.id);
    return;
  end if;
  select * into stored from private.person_notes where person_notes.id = add_person_note.id;
  if (stored.author_id, stored.kind, stored.body) is distinct from (private.current_user_id(), add_person_note.kind, add_person_note.body) then
    raise exception 'An earlier version was already added. Add the new part as another note.' using errcode = 'P0001';
  end if;
end
$$;
create function public.add_person_note(id uuid, person uuid, kind text, body text) returns void
language sql security invoker set search_path = ''
as $$ select private.add_person_note(id, person, kind, body) $$;
comment on function public.add_person_note is
  'Writes down a note or call about a person, once under its id, for the readers of the tables in which the caller sees them.';

create function private.remove_person_note(note uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  readable constant text[] := array(select private.readable_tables());
  gone private.person_notes;
begin
  delete from private.person_notes
  where id = note and author_id = private.current_user_id() and open_to && readable returning * into gone;
  perform private.require(gone.id is not null, 'Only its author can remove it, or it is gone already.');
  perform private.log_of_person('changed', private.rows_of(array[gone.person_id], readable), gone.kind, 'added', 'removed', gone.id);
end
$$;
create function public.remove_person_note(note uuid) returns void
language sql security invoker set search_path = ''
as $$ select private.remove_person_note(note) $$;
comment on function public.remove_person_note is
  'Removes a note or call of the caller.';
grant execute on function private.add_person_note, public.add_person_note to authenticated;
grant execute on function private.remove_person_note, public.remove_person_note to authenticated;

-- supabase/schemas/people/openings.sql

-- Openings: the protected fields of a mentee are read and changed one record at a time, each opening with an
-- entry in the log that an earlier request committed (docs/decisions/032-a-mentee-is-opened.md). As with
-- submissions, a read answers with one JSON value: no cast can fail with a value in its message.

create function private.require_protected(kind text) returns void
language sql stable security definer set search_path = ''
as $$
  select private.require(
    kind in ('mentors', 'mentees', 'trainers') and private.may_search(kind), 'You may not read this.'
  )
$$;

create function private.record_openings(kind text, ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_protected(kind);
  if cardinality(ids) > 2 then
    raise exception 'One record at a time, or the two of a merge.' using errcode = 'check_violation';
  end if;
  perform private.log_action('opened', kind, (opened ->> 'id')::uuid, private.person_name(opened), null)
  from private.stored_rows(format('public.%I', kind)::regclass, ids) as opened;
end
$$;

create function public.record_openings(kind text, ids uuid[]) returns void
language sql security invoker set search_path = ''
as $$ select private.record_openings(kind, ids) $$;
comment on function public.record_openings is
  'Logs that the caller opens the protected fields of a mentee, or of the two of a merge.';
grant execute on function private.record_openings, public.record_openings to authenticated;

create function private.protected_values(kind text, ids uuid[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  hidden constant text[] := private.protected_columns(kind);
begin
  perform private.require_protected(kind);
  if cardinality(ids) > 1000 then
    raise exception 'Up to 1000 rows at a time.' using errcode = 'check_violation';
  end if;
  if exists (
    select unnest(ids)
    except (
      select record_id from public.change_log
      where actor_id = auth.uid() and action = 'opened' and record_id = any (ids)
        -- An entry of this transaction could still be undone.
        and created_at < now() and created_at > now() - interval '5 minutes'
      union all
      select unnest(about) from public.change_log
      where actor_id = auth.uid() and action = 'exported' and record_kind = kind
        and created_at < now() and created_at > now() - interval '1 hour'
    )
  ) then
    raise exception 'You may not read this, or its opening is not recorded.' using errcode = 'insufficient_privilege';
  end if;
  return (
    select coalesce(jsonb_object_agg(stored ->> 'id', (
      select jsonb_object_agg(key, value) from jsonb_each(stored) where key = any (hidden)
    )), '{}')
    from private.stored_rows(format('public.%I', kind)::regclass, ids) as stored
  );
end
$$;

create function public.protected_values(kind text, ids uuid[]) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select private.protected_values(kind, ids) $$;
comment on function public.protected_values is
  'The protected columns of mentees by id, within five minutes of an opening, or an hour of an export with a reason, that the caller logged in an earlier request.';
grant execute on function private.protected_values, public.protected_values to authenticated;

create function private.save_protected(kind text, record uuid, changes jsonb, replaced jsonb default '{}') returns void
language plpgsql security definer set search_path = ''
as $$
declare
  stored jsonb;
  refused text;
begin
  perform private.require_protected(kind);
  -- Whoever added it knows what they wrote, until a colleague changes it: a guess at the new value
  -- would be told from a wrong one.
  if not private.has_opened(record, interval '1 day') and not exists (
    select from public.change_log
    where actor_id = auth.uid() and action = 'added' and record_id = record
      and created_at < now() and created_at > now() - interval '1 day'
      and not exists (
        select from public.change_log later
        where later.record_id = record and later.actor_id is distinct from auth.uid()
          and later.action not in ('opened', 'exported')
      )
  ) then
    raise exception 'Open the protected fields before you change them.' using errcode = 'insufficient_privilege';
  end if;
  if not array(select jsonb_object_keys(changes || replaced)) <@ private.entered_columns(kind) then
    raise exception 'Unknown field.' using errcode = 'check_violation';
  end if;
  select person into stored from private.stored_rows(format('public.%I', kind)::regclass, array[record], lock => 'update') as person;
  if stored is null then
    raise exception 'It was removed.' using errcode = 'PT404';
  end if;
  if not stored @> replaced then
    -- The answer to an earlier try was lost.
    if stored @> changes then
      return;
    end if;
    raise exception 'Someone else changed it in the meantime.' using errcode = 'PT409';
  end if;
  perform private.change_rows(
    format('public.%I', kind)::regclass, jsonb_build_array(jsonb_build_object('id', record)), changes
  );
exception when check_violation or not_null_violation then
  -- The details of the error have the whole row.
  get stacked diagnostics refused = message_text;
  raise exception '%', refused using errcode = 'check_violation';
end
$$;

create function public.save_protected(kind text, record uuid, changes jsonb, replaced jsonb default '{}') returns void
language sql security invoker set search_path = ''
as $$ select private.save_protected(kind, record, changes, replaced) $$;
comment on function public.save_protected is
  'Changes columns of a mentee, protected ones among them, from the values that the caller saw (PT409 when they are others), within a day of opening or adding it.';
grant execute on function private.save_protected, public.save_protected to authenticated;

create function private.openings_of(kind text, record uuid) returns table (
  actor_name text, opened_at timestamptz, reason text
)
language sql stable security definer set search_path = ''
as $$
  select entry.actor_name, entry.created_at, entry.changes ->> 'reason'
  from public.change_log entry
  where (entry.record_id = record or entry.about @> array[record]) and entry.action in ('opened', 'exported')
    and entry.record_kind = openings_of.kind and private.may_search(openings_of.kind)
  order by entry.created_at desc, entry.id desc
  limit 20
$$;

create function public.openings_of(kind text, record uuid) returns table (
  actor_name text, opened_at timestamptz, reason text
)
language sql stable security invoker set search_path = ''
as $$ select * from private.openings_of(kind, record) $$;
comment on function public.openings_of is
  'The last 20 times that the protected fields of a record were opened, or exported for a reason; for readers of its table.';
grant execute on function private.openings_of, public.openings_of to authenticated;

-- A conversion compares the parent's address in SQL: of the application that the caller opened, and no other.

create function private.siblings_of(submission uuid) returns table (
  id uuid, name text, status text, created_at timestamptz
)
language sql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
  select child.id, concat_ws(' ', child.first_name, child.last_name), child.status::text, child.created_at
  from public.program_applications sent
  join public.mentees child on lower(btrim(child.parent_email)) = lower(btrim(sent.email))
  where sent.id = submission and private.may_review() and private.may_search('mentees')
    and private.has_opened(submission, interval '1 day')
  order by child.created_at, child.id
  limit 6
$$;

create function public.siblings_of(submission uuid) returns table (
  id uuid, name text, status text, created_at timestamptz
)
language sql stable security invoker set search_path = ''
as $$ select * from private.siblings_of(submission) $$;
comment on function public.siblings_of is
  'Mentees whose parent has the address of a program application, for reviewers with can_manage_mentees who opened its protected fields within a day.';
grant execute on function private.siblings_of, public.siblings_of to authenticated;

-- supabase/schemas/people/parents.sql

create function private.parent_of(child public.mentees) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  who constant private.identity := (nullif(btrim(child.parent_name), ''), nullif(btrim(child.parent_email), ''), child.parent_phone, false);
  plain constant text := private.plain_name(who.name);
  parent uuid;
begin
  if num_nonnulls(who.name, who.email, private.phone_keys(who.phone)) = 0 then
    return null;
  end if;
  -- The parents of two children that come at once are not four.
  perform pg_advisory_xact_lock(hashtextextended('mailbox of ' || private.mailbox(who.email), 0)) where who.email is not null;
  select adult_id into parent from private.guardians where child_id = child.person_id and is_of_record limit 1;
  parent := nullif(private.found_person(who, parent, true), child.person_id);
  if parent is null then
    -- A parent without a row is known by the children, and by nothing that a search could find.
    select people.id into parent
    from private.guardians
    join private.people on people.id = adult_id
    join public.mentees named on named.person_id = child_id
    where guardians.is_of_record and not exists (select from private.rows_of_people as theirs where theirs.person_id = people.id)
      and (child_id = child.person_id or lower(btrim(named.parent_email)) = lower(who.email))
      and (plain is null or names = '{}' or private.is_same_name(names[1], plain))
    order by child_id = child.person_id desc, people.created_at, people.id limit 1;
  end if;
  if parent is null then
    insert into private.people (name, names) values (who.name, array_remove(array[plain], null)) returning id into parent;
  else
    update private.people set name = who.name, names = array[plain]
    where id = parent and who.name is not null and name is distinct from who.name
      and not exists (select from private.rows_of_people as theirs where theirs.person_id = people.id);
  end if;
  return parent;
end
$$;

create function private.sync_parents(children uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  child public.mentees;
  parents jsonb := '{}';
  parent uuid;
begin
  for child in
    select * from public.mentees where person_id = any (children) order by lower(btrim(parent_email)), id
  loop
    parent := private.parent_of(child);
    if parent is not null then
      insert into private.guardians as known (child_id, adult_id, is_of_record) values (child.person_id, parent, true)
      on conflict (child_id, adult_id) do update set is_of_record = true where not known.is_of_record;
      parents := parents || jsonb_build_object(child.person_id || ' ' || parent, true);
    end if;
  end loop;
  -- What staff said of a former parent stays, unless they are erased.
  delete from private.guardians
  where child_id = any (children) and is_of_record and not parents ? (child_id || ' ' || adult_id)
    and (relation = 'parent' and not may_collect and not no_contact and email is null and phone is null or private.write_mode() = 'erasure');
  update private.guardians set is_of_record = false
  where child_id = any (children) and is_of_record and not parents ? (child_id || ' ' || adult_id);
end
$$;
comment on function private.sync_parents(uuid[]) is 'Makes the parents of children those whom their records name.';

-- supabase/schemas/people/person_dismissals.sql

-- Who may be the same, for staff to confirm or dismiss. What makes them alike is in rows that the caller reads.

create table private.person_dismissals (
  one_id uuid not null references private.people (id) on delete cascade,
  other_id uuid not null references private.people (id) on delete cascade,
  primary key (one_id, other_id),
  constraint person_dismissals_check check (one_id < other_id)
);
comment on table private.person_dismissals is 'Two people of whom staff said that they are not one.';
create index person_dismissals_other_id_idx on private.person_dismissals (other_id);
alter table private.person_dismissals enable row level security;

-- supabase/schemas/people/person_notes.sql

create table private.person_notes (
  id uuid primary key,
  person_id uuid not null references private.people (id) on delete cascade,
  kind text not null check (kind in ('note', 'call')),
  body text not null check (private.is_text(body, 5000)),
  open_to text[] not null check (open_to <> '{}'),
  author_id uuid,
  author_name text,
  created_at timestamptz not null default now()
);
comment on column private.person_notes.open_to is
  'Tables with the person that the author could read. Their readers read the note.';
comment on column private.person_notes.author_id is 'The account''s id, also after its deletion.';
create index person_notes_person_id_idx on private.person_notes (person_id);
create index person_notes_author_id_idx on private.person_notes (author_id);
create index person_notes_created_at_idx on private.person_notes (created_at);
alter table private.person_notes enable row level security;

-- supabase/schemas/people/point_changes.sql

create function private.checked_point(point_kind text, typed text) returns text
language plpgsql stable set search_path = ''
as $$
begin
  if point_kind = 'email' then
    perform private.refuse_if(not private.is_address(btrim(typed)), 'Enter an email address.');
    return lower(btrim(typed));
  end if;
  perform private.refuse_if(
    coalesce(point_kind <> 'phone', true) or not private.is_line(typed, 40) or cardinality(private.phone_keys(typed)) <> 1, 'Enter one phone number.'
  );
  return (private.phone_keys(typed))[1];
end
$$;
comment on function private.checked_point(text, text) is 'The normalized form of an email or of one phone.';

create function private.open_to_of(person uuid, readable text[]) returns text[]
language sql stable security definer set search_path = ''
as $$
  select private.tables_of_person(private.rows_of(case
    when private.sees_person(person, readable) then array[person]
    else array(select person_id from private.members where group_id = person and private.sees_member(person_id, readable, '1 day'))
  end, readable))
$$;
comment on function private.open_to_of(uuid, text[]) is
  'The tables in which the caller sees a person, or the members of a household: their readers see what the caller adds.';

create function private.correct_rows(person uuid, point_kind text, point text, typed text, sources text[], readable text[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  source text;
begin
  perform private.require(
    sources <@ array['mentors', 'trainers', 'mentees', 'donations'] and sources <@ readable, 'You cannot see this record.'
  );
  foreach source in array sources loop
    perform private.change_rows(
      format('public.%I', source)::regclass,
      (
        select coalesce(jsonb_agg(jsonb_build_object('id', known.id)), '[]')
        from private.rows_with(person, point_kind, point, array[source]) as known
        -- Another number beside it stays, and so does what the provider of payments says.
        where (point_kind = 'email' or cardinality(private.phone_keys(known.said)) = 1)
          and not exists (select from public.donations where donations.id = known.id and (payment_id is not null or voided_at is not null))
      ),
      case source when 'donations' then jsonb_build_object('donor_' || point_kind, typed, 'change_reason', format('The %s was corrected', point_kind))
        else jsonb_build_object(point_kind, typed) end
    );
  end loop;
end
$$;
comment on function private.correct_rows(uuid, text, text, text, text[], text[]) is
  'Corrects an email or phone in the records of a person that have it.';

create function private.put_point(person uuid, point_kind text, point text, typed text, readable text[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  normal constant text := private.checked_point(point_kind, typed);
  old private.contact_points;
begin
  select * into old from private.contact_points where person_id = person and kind = point_kind and normalized = point;
  update private.contact_points set is_preferred = false
  where person_id = person and kind = point_kind and normalized = point and point <> normal and is_preferred;
  insert into private.contact_points as known (person_id, kind, normalized, value, level, open_to, label, is_preferred)
  values (person, point_kind, normal, btrim(typed), 'entered', private.open_to_of(person, readable), old.label, coalesce(old.is_preferred, false))
  on conflict on constraint contact_points_pkey do update set
    value = excluded.value, level = greatest(known.level, excluded.level), retired_at = null,
    open_to = array(select unnest(coalesce(known.open_to, '{}')) union select unnest(excluded.open_to)),
    label = coalesce(known.label, excluded.label), is_preferred = known.is_preferred or excluded.is_preferred;
  update private.contact_points set retired_at = now(), open_to = null
  where person_id = person and kind = point_kind and normalized = point and point <> normal;
end
$$;

create function private.save_point(person uuid, point_kind text, point text, typed text, records text[] default '{}') returns void
language plpgsql security definer set search_path = ''
as $$
declare
  readable constant text[] := array(select private.readable_tables());
  normal constant text := private.checked_point(point_kind, typed);
  points jsonb;
begin
  perform private.require(private.is_staff(), 'You may not change people.');
  perform private.lock_people();
  perform private.require(private.sees_group(person, readable), 'You cannot see anything about this person.');
  if exists (select from public.mentees where person_id = person) then
    perform private.require(private.opened_children(person, '1 day'), 'Open the protected fields of the child first.');
    perform private.refuse_if(point_kind = 'phone', 'A mentee''s phone is in their record.');
  end if;
  perform from private.people where id = person for update;
  points := private.points_of(person, readable);
  if point is not null and not exists (
    select from jsonb_array_elements(points) as seen where seen ->> 'kind' = point_kind and seen ->> 'normalized' = point and not (seen ->> 'is_retired')::boolean
  ) then
    -- The answer to an earlier try was lost.
    if points @> jsonb_build_array(jsonb_build_object('kind', point_kind, 'normalized', normal, 'value', btrim(typed), 'is_retired', false)) then
      return;
    end if;
    raise exception 'Someone else changed it in the meantime.' using errcode = 'PT409';
  end if;
  perform private.put_point(person, point_kind, point, typed, readable);
  perform private.correct_rows(person, point_kind, point, btrim(typed), records, readable);
  perform private.tidy_people(array[person]);
  perform private.log_of_person('changed', private.rows_of(array[person], readable), point_kind, null, case when point is null then 'added' else 'changed' end, person);
end
$$;
create function public.save_point(person uuid, point_kind text, point text, typed text, records text[] default '{}') returns void
language sql security invoker set search_path = ''
as $$ select private.save_point(person, point_kind, point, typed, records) $$;
comment on function public.save_point is
  'Adds an email or phone to a person or household that the caller sees, or corrects `point`: it is entered then, the earlier one is retired, and the rows in `records` (tables) that have it are corrected. PT409 when `point` is gone.';
grant execute on function private.save_point, public.save_point to authenticated;

-- supabase/schemas/people/search.sql

create function private.searched_tables() returns setof text
language sql immutable set search_path = ''
as $$ values ('profiles'), ('mentors'), ('trainers'), ('mentees'), ('donations'), ('submissions'), ('newsletter_subscriptions') $$;
comment on function private.searched_tables() is 'The tables of private.rows_of_people that have a position.';

-- Dynamic SQL: a search has any number of words, and the index of its table serves it.
create function private.person_hits(of_source text, search text) returns private.person_hit[]
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  per_source constant integer := 12;
  recent constant integer := 400;
  most constant integer := 2000;
  of_column constant text := case of_source when 'submissions' then 'person_text' else 'search_text' end;
  first_word constant text := split_part(split_part(search, e'\n', 1), e'\t', 1);
  first_pattern constant text := '% ' || substr((private.search_patterns(first_word))[1], 2);
  counted constant text := private.counted_rows(of_source);
  condition constant text := private.search_condition(search, of_column) || ' and '
    || private.search_condition(search, format('split_part(%s, e''\n'', 1)', of_column));
  ids uuid[];
begin
  -- A common word is in one of the newest rows; an index finds a rare one.
  execute format(
    'select array(select id from (select * from public.%I where %s order by created_at desc, id desc limit %s) as newest where %s)',
    of_source, counted, recent, condition
  ) into ids;
  if cardinality(ids) < per_source then
    execute format('select array(select id from public.%I where %s and %s limit %s)', of_source, counted, condition, most) into ids;
  end if;
  return (
    select array_agg(row(position, kind, source, id, name, address, rank, created_at, person_id)::private.person_hit)
    from (
      select position, kind, source, id, nullif(btrim(name), '') as name, nullif(btrim(email), '') as address, created_at, person_id,
        case when lower(btrim(email)) = first_word then 0
          when ' ' || split_part(searched, e'\n', 1) like first_pattern then 1 else 2 end as rank
      from private.rows_of_people where source = of_source and id = any (ids)
      order by rank, created_at desc, id desc limit per_source
    ) as hit
  );
end
$$;

create function private.masked(email text, phone text) returns text
language sql immutable set search_path = ''
as $$
  select nullif(concat_ws(', ', regexp_replace(btrim(email), '^(.)[^@]*', '\1…'), 'phone …' || nullif(right(regexp_replace(phone, '\D', '', 'g'), 4), '')), '')
$$;
comment on function private.masked(text, text) is 'An address and a phone in part.';

create function private.known_people(people uuid[], at_desk boolean default false) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  readable constant text[] := array(select source from private.searched_tables() as source where private.may_search(source))
    || case when at_desk then array['unposted_gifts'] end;
begin
  return (
    with theirs as materialized (
      select person_id, id, coalesce(kind, 'donor') as kind, coalesce(position, 5) as position, email, phone, created_at, amount,
        source in ('donations', 'unposted_gifts') and amount is distinct from 0 as is_gift
      from private.rows_of_people where person_id = any (known_people.people) and source = any (readable)
    )
    select coalesce(jsonb_object_agg(person_id, known), '{}') from (
      select person_id, jsonb_build_object(
        'kinds', (
          select jsonb_agg(kind order by position)
          from (select kind, min(position) as position from theirs own where own.person_id = theirs.person_id group by kind) as each
        ),
        'email', (array_agg(btrim(email) order by created_at desc, id) filter (where email is not null))[1],
        'phone', (array_agg(phone order by created_at desc, id) filter (where phone is not null))[1],
        'last_gift_at', max(created_at) filter (where is_gift),
        'last_gift', (array_agg(amount order by created_at desc, id) filter (where is_gift))[1]
      ) as known
      from theirs group by person_id
    ) as person
  );
end
$$;
comment on function private.known_people(uuid[], boolean) is
  'By person, of rows that the caller may read: the kinds of their records, the newest email and phone, and the last gift with its dollars; at the desk also of gifts that are not posted.';

create function private.search_people(search text) returns table (
  person uuid, kind text, source text, id uuid, name text, address text, kinds text[], hint text, last_gift_at timestamptz, last_gift numeric
)
language plpgsql stable security definer
set search_path = '' set enable_seqscan = off set random_page_cost = 1 set jit = off
as $$
#variable_conflict use_column
declare
  part text;
  hits private.person_hit[] := '{}';
  all_known jsonb;
begin
  if not private.has_trigrams(search_people.search) then
    return;
  end if;
  for part in
    select source from private.searched_tables() as source where private.may_search(source)
  loop
    hits := hits || private.person_hits(part, search_people.search);
  end loop;
  all_known := private.known_people(array(select distinct one.person_id from unnest(hits) as one));

  return query
    with ranked as (
      select one.*, row_number() over (partition by one.position order by one.rank, one.created_at desc, one.id) as turn
      from unnest(hits) as one
    ), entry as (
      select distinct on (person_id) * from ranked order by person_id, rank, position, turn
    )
    select person_id, kind, source, id, name, address, array(select jsonb_array_elements_text(known -> 'kinds')),
      case when count(*) over (partition by lower(name), hint) > 1 then coalesce(address, known ->> 'email', hint) else hint end,
      (known ->> 'last_gift_at')::timestamptz, (known ->> 'last_gift')::numeric
    from entry
    cross join lateral (select all_known -> person_id::text as known) as listed
    cross join lateral (select private.masked(coalesce(address, known ->> 'email'), known ->> 'phone') as hint) as masked
    order by rank, turn, position, id limit 20;
end
$$;

create function public.search_people(search text) returns table (
  person uuid, kind text, source text, id uuid, name text, address text, kinds text[], hint text, last_gift_at timestamptz, last_gift numeric
)
language sql stable security invoker set search_path = ''
as $$ select * from private.search_people(search) $$;
comment on function public.search_people is
  'Up to 20 people by name, address, phone or reference, in tables of which the caller may read all rows, each with all kinds of their records, and what tells equal names apart: an address and phone in part (hint), and the last gift. A line for each word, with tabs between its spellings.';
grant execute on function private.search_people, public.search_people to authenticated;

-- supabase/schemas/people/seeing.sql

-- What a caller sees: a person through rows that they may read, a household through a member, and a child's only
-- within five minutes of an opening.

create function private.opened_children(person uuid, within interval) returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(bool_and(private.has_opened(id, within)), true) and (count(*) = 0 or private.may_search('mentees'))
  from public.mentees where person_id = person
$$;
comment on function private.opened_children(uuid, interval) is
  'Whether a person is no mentee, or one whose protected fields the caller opened in an earlier request.';

create function private.sees_person(person uuid, readable text[]) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from private.rows_of_people as theirs where theirs.person_id = person and theirs.source = any (readable))
$$;

create function private.sees_member(person uuid, readable text[], within interval default '5 minutes') returns boolean
language sql stable security definer set search_path = ''
as $$ select private.sees_person(person, readable) and private.opened_children(person, within) $$;

create function private.sees_group(grp uuid, readable text[], within interval default '1 day') returns boolean
language sql stable security definer set search_path = ''
as $$
  select private.sees_person(grp, readable)
    or exists (select from private.members where group_id = grp and private.sees_member(person_id, readable, within))
$$;

create function private.household_of(person uuid) returns uuid
language sql stable security definer set search_path = ''
as $$
  select grp.id from private.members join private.people grp on grp.id = group_id
  where members.person_id = person and grp.kind = 'household' order by members.created_at, grp.id limit 1
$$;
comment on function private.household_of(uuid) is 'The first household that a person belongs to.';

create function private.is_second(person uuid, readable text[]) returns boolean
language sql stable security definer set search_path = ''
as $$
  select 'donations' = any (readable) and exists (select from private.people where id = person and kind = 'person' and second_of is not null)
$$;
comment on function private.is_second(uuid, text[]) is 'Whether they are a second contact, whom a reader of gifts sees in a household that they see.';

create function private.readable_name(person uuid, readable text[]) returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce(case when it.is_renamed then it.name end, nullif(btrim(named.name), ''), named.email)
  from private.rows_of_people as named join private.people it on it.id = named.person_id
  where named.person_id = person and named.source = any (readable) and coalesce(nullif(btrim(named.name), ''), named.email) is not null
  order by array_position('{profiles,mentors,trainers,mentees,donations,submissions}', named.source), named.name limit 1
$$;

create function private.post_of(person uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$ select parts from private.contact_points where person_id = person and kind = 'post' order by valid_since desc, normalized limit 1 $$;

create function private.rows_with(person uuid, point_kind text, point text, readable text[])
returns table (source text, id uuid, said text, said_level private.contact_level)
language sql stable security definer set search_path = ''
as $$
  select theirs.source, theirs.id, email, email_level from private.rows_of_people as theirs
  where point_kind = 'email' and theirs.person_id = person and theirs.source = any (readable) and lower(btrim(email)) = point
  union all
  select theirs.source, theirs.id, phone, phone_level from private.rows_of_people as theirs
  where point_kind = 'phone' and theirs.person_id = person and theirs.source = any (readable) and point = any (private.phone_keys(phone))
$$;
comment on function private.rows_with(uuid, text, text, text[]) is 'The rows of a person, in these tables, that have an email or phone.';

create function private.points_of(person uuid, readable text[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'kind', kind, 'normalized', normalized, 'value', typed, 'telephone', telephone, 'label', label, 'is_preferred', is_preferred,
    'valid_since', valid_since, 'level', seen_level, 'is_confirmed', is_confirmed, 'is_retired', retired_at is not null, 'records', records, 'is_letter', coalesce(place = 1, false),
    'is_new', coalesce(seen_level = 'told' and place > 1 and valid_since > letter_since, false), 'blocked', blocked
  ) order by kind, retired_at is not null, place, not is_preferred, valid_since, normalized), '[]')
  from (
    select point.*, typed, telephone, records, letter.place,
      greatest(came_as, case when is_confirmed or open_to && readable then 'entered'::private.contact_level end) as seen_level,
      first_value(valid_since) over (partition by point.kind order by letter.place nulls last) as letter_since,
      case when point.kind = 'email' then (select min(reason) from private.suppressions_of(typed)) end as blocked
    from private.contact_points point
    left join private.emails_of(person) with ordinality as letter (email, place) on point.kind = 'email' and letter.email = point.normalized
    cross join lateral (
      -- As a colleague added it, or a row has it: each for those who may read it.
      select coalesce(
          case when point.open_to && readable then point.value end,
          min(case point.kind when 'email' then lower(btrim(said)) else btrim(said) end)
        ) as typed, max(said_level) as came_as,
        (select coalesce(jsonb_object_agg(source, number), '{}') from (select source, count(*) as number from private.rows_with(person, point.kind, point.normalized, readable) group by 1) as counted) as records
      from private.rows_with(person, point.kind, point.normalized, readable)
    ) as seen
    left join lateral (
      select number as telephone from unnest(private.telephones(typed)) as number
      where point.kind = 'phone' and normalized = any (private.phone_keys(number)) limit 1
    ) as dialed on true
    where point.person_id = person and point.kind <> 'post' and typed is not null
  ) as listed
$$;
comment on function private.points_of(uuid, text[]) is
  'Emails and phones of a person, in rows that the caller may read (`records` by table) or added for their readers: how we have each, the email that letters go to (`is_letter`) first, why an email is blocked, and whether a newer one waits to be confirmed (`is_new`).';

-- supabase/schemas/people/suggestions.sql

-- All people who may be the same, in slices. Each pair comes once, from the one with the lower id.

create function private.may_link() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from private.held_permissions() as held
    where held in ('can_manage_mentors', 'can_manage_mentees', 'can_manage_trainers', 'can_manage_donations')
  )
$$;
comment on function private.may_link() is 'Whether the caller may say that two people are one, as far as they may read both: managers of people and of donations.';

create function private.merge_persons(merge uuid, kept uuid, merged uuid, choices jsonb default '{}') returns void
language plpgsql security definer set search_path = ''
as $$
declare
  readable constant text[] := array(select private.readable_tables());
  kept_seen private.person_rows;
  merged_seen private.person_rows;
begin
  perform private.lock_people(true);
  perform private.require(private.may_link(), 'You may not merge two people.');
  if exists (select from private.person_merges where id = merge and actor_id = private.current_user_id()) then
    return;
  end if;
  kept_seen := private.seen_person(kept, readable);
  merged_seen := private.seen_person(merged, readable);
  if kept = merged then
    raise exception 'This is the same person already.' using errcode = 'P0001';
  end if;
  perform private.unite_people(merge, kept, merged, readable, false, choices);
  perform private.log_of_person('changed', kept_seen, 'same_person', null, 'merged', merge);
  perform private.log_of_person('changed', merged_seen, 'same_person', null, 'merged', merge);
end
$$;
create function public.merge_persons(merge uuid, kept uuid, merged uuid, choices jsonb default '{}') returns void
language sql security invoker set search_path = ''
as $$ select private.merge_persons(merge, kept, merged, choices) $$;
comment on function public.merge_persons is
  'Makes two people one, as far as the caller may read their rows, once under its id, for callers who may merge and see something of both. `choices` are the answers to merge_preview: the `email` that mail goes to, and for each of `relations` (by its key) what the adult is to the child.';

create function private.undo_person_merge(merge uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  readable constant text[] := array(select private.readable_tables());
  done private.person_merges;
begin
  perform private.lock_people(true);
  select person_merges.* into done from private.person_merges
  where id = merge and not is_of_records and private.may_link()
    and array_replace(array(select jsonb_object_keys(moved)), 'legal_gifts', 'donations') <@ (readable || '{unposted_gifts,tasks,files,monthly_gifts,issued_receipts}'::text[]);
  perform private.require(done.id is not null, 'You may not undo this, or it was undone already.');
  if done.created_at < now() - interval '30 days' then
    raise exception 'A merge can be undone for 30 days.' using errcode = 'PT409';
  elsif not exists (select from private.people where id = done.kept_id) then
    raise exception 'The person who was kept is no longer there, or was merged since. Undo that first.' using errcode = 'PT409';
  end if;
  perform private.part_people(done);
  perform private.log_of_person('changed', private.rows_of(array[person], readable), 'same_person', 'merged', 'apart', merge)
  from unnest(array[done.kept_id, done.merged_id]) as person;
end
$$;
create function public.undo_person_merge(merge uuid) returns void
language sql security invoker set search_path = ''
as $$ select private.undo_person_merge(merge) $$;
comment on function public.undo_person_merge is
  'Undoes a merge_persons within 30 days: rows that came since stay, and all others go back.';

create function private.part_rows(person uuid, new_person uuid, moved jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- Which of the two asked for paper, or not to be contacted, is not known: it holds for both.
  insert into private.people (id, name, names, do_not_contact, wants_paper)
  select new_person, theirs.name, array_remove(array[private.plain_name(theirs.name)], null), same.do_not_contact, same.wants_paper
  from private.rows_of_people as theirs join private.people as same on same.id = person
  where person_id = person and moved -> source @> to_jsonb(theirs.id) order by theirs.name limit 1;
  perform private.move_rows(moved, person, new_person);
  perform private.tidy_people(array[person, new_person]);
end
$$;

create function private.split_person(person uuid, new_person uuid, rows jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  readable constant text[] := array(select private.readable_tables());
  stays private.person_rows;
  moved jsonb;
begin
  perform private.lock_people(true);
  perform private.require(private.may_link(), 'You may not take a person apart.');
  stays := private.seen_person(person, readable);
  if exists (select from private.people where id = new_person) then
    return;
  end if;
  select jsonb_object_agg(source, ids) into moved from (
    select source, jsonb_agg(id) as ids from private.rows_of_people as theirs
    where person_id = person and source = any (readable)
      and jsonb_build_object('source', source, 'id', id) in (select jsonb_array_elements(rows))
    group by source
  ) as listed;
  if moved is null or not exists (
    select from private.rows_of_people as theirs where person_id = person and source = any (readable)
      and not coalesce(moved -> source @> to_jsonb(id), false)
  ) then
    raise exception 'Choose some of the records, and not all.' using errcode = 'P0001';
  end if;
  perform private.part_rows(person, new_person, moved);
  perform private.log_of_person('changed', stays, 'same_person', null, 'taken apart', new_person);
end
$$;
create function public.split_person(person uuid, new_person uuid, rows jsonb) returns void
language sql security invoker set search_path = ''
as $$ select private.split_person(person, new_person, rows) $$;
comment on function public.split_person is
  'Takes rows, each with its source and id, out of a person: they are a person of their own under the id that the caller chose.';

create function private.person_merges_of(person uuid) returns table (id uuid, name text, actor_name text, created_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  -- The name that a moved row has: that of the person may be from one that the caller may not read.
  select done.id, (
      select min(theirs.name) from private.rows_of_people as theirs
      where theirs.person_id = done.kept_id and done.moved -> theirs.source @> to_jsonb(theirs.id)
    ), done.actor_name, done.created_at
  from private.person_merges done
  where done.kept_id = person_merges_of.person and not is_of_records and private.may_link() and done.created_at > now() - interval '30 days'
    and array_replace(array(select jsonb_object_keys(moved)), 'legal_gifts', 'donations') <@ (array(select private.readable_tables()) || '{unposted_gifts,tasks,files,monthly_gifts,issued_receipts}'::text[])
  order by done.created_at desc
$$;
create function public.person_merges_of(person uuid) returns table (id uuid, name text, actor_name text, created_at timestamptz)
language sql stable security invoker set search_path = ''
as $$ select * from private.person_merges_of(person) $$;
comment on function public.person_merges_of is
  'The merges into a person in the last 30 days that the caller may undo, newest first.';

create function private.is_one_letter_off(one text, other text) returns boolean
language plpgsql immutable set search_path = ''
as $$
declare
  longer constant text := case when length(one) >= length(other) then one else other end;
  shorter constant text := case when length(one) >= length(other) then other else one end;
  same integer := 0;
begin
  if length(longer) < 5 or length(longer) - length(shorter) > 1 or one = other then
    return false;
  end if;
  while substr(longer, same + 1, 1) = substr(shorter, same + 1, 1) and same < length(shorter) loop
    same := same + 1;
  end loop;
  return substr(longer, same + 2) = substr(shorter, same + case when length(longer) = length(shorter) then 2 else 1 end);
end
$$;
comment on function private.is_one_letter_off(text, text) is 'Whether two words of five letters and more differ in one: another letter, one more or one less.';

create function private.is_near_name(one text, other text) returns boolean
language sql immutable set search_path = ''
as $$
  select count(*) = 1 and bool_and(private.is_one_letter_off(mine, theirs))
    and cardinality(string_to_array(one, ' ')) = cardinality(string_to_array(other, ' '))
  from unnest(string_to_array(one, ' '), string_to_array(other, ' ')) as words (mine, theirs) where mine is distinct from theirs
$$;
comment on function private.is_near_name(text, text) is 'Whether two names, as private.plain_name has them, are the same but for one letter of one word.';

create function private.couple_parts(name text) returns text[]
language sql immutable set search_path = ''
as $$
  select case when one ~ '\S' and other ~ ' ' then array[
    case when one ~ ' ' then one else one || regexp_replace(other, '^\S+', '') end, other
  ] end
  from (select split_part(plain, ' and ', 1) as one, split_part(plain, ' and ', 2) as other from private.plain_name(name) as plain) as parts
$$;
comment on function private.couple_parts(text) is 'The two names in the name of a couple, as private.plain_name has them; null where one of them is missing.';

create function private.people_named(plain text) returns setof uuid
language sql stable security definer set search_path = ''
as $$ select id from private.people where names[1] = plain limit 6 $$;
comment on function private.people_named(text) is 'Up to six people of a name: whoever may be the same has at most five.';

create function private.post_keys(people uuid[]) returns text[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select normalized from private.contact_points where person_id = any (people) and kind = 'post'
      and not exists (select from public.mentees where mentees.person_id = contact_points.person_id)
  )
$$;
comment on function private.post_keys(uuid[]) is 'Postal addresses by which people are compared. Where a mentee lives is protected.';

create function private.suggestions_above(person uuid, above uuid) returns setof private.suggestion
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
#variable_conflict use_column
declare
  -- A panel shows a few; the list of all asks for those with a higher id.
  most constant integer := case when above is null then 5 else 100 end;
  who private.person_rows;
  home text[];
begin
  if not private.may_link() then
    return;
  end if;
  who := private.rows_of(array[person], array(select private.readable_tables()));
  home := private.post_keys(who.people);
  return query
  with own as materialized (
    select distinct private.plain_name(mine.name) as plain from private.rows_of_people as mine
    where mine.person_id = any (who.people) and mine.source = any (who.readable)
  ), candidate as (
    select point.person_id as other, 'phone' as reason from private.contact_points point
    where point.kind = 'phone' and point.folded = any (who.phones)
    union
    select point.person_id, 'email' from private.contact_points point
    where point.kind = 'email' and point.folded in (select private.folded_address(address) from unnest(who.addresses) as address)
    union
    select point.person_id, alike from private.contact_points point cross join unnest('{post,household}'::text[]) as alike
    where point.kind = 'post' and point.folded = any (home)
      and not exists (select from public.mentees where mentees.person_id = point.person_id)
    union
    select people.id, 'name' from private.people
    where names[1] in (select plain from own where plain like '% %')
      and (who.addresses = '{}' or 5 >= (select count(*) from private.people_named(names[1])) or not exists (
        select from private.contact_points point where point.person_id = people.id and point.kind = 'email'
      ))
  ), alike as (
    select distinct on (candidate.other) candidate.other, theirs.name, candidate.reason
    from candidate
    join private.rows_of_people as theirs on theirs.person_id = candidate.other and theirs.source = any (who.readable)
    join private.people as it on it.id = candidate.other
    join own on case candidate.reason
      when 'phone' then private.phone_keys(theirs.phone) && who.phones and (
        private.is_same_name(own.plain, private.plain_name(theirs.name)) or private.is_near_name(own.plain, private.plain_name(theirs.name))
      )
      when 'email' then private.folded_address(theirs.email) in (select private.folded_address(address) from unnest(who.addresses) as address)
        and (own.plain ~ '\mand\M') = (private.plain_name(theirs.name) ~ '\mand\M') and (
          split_part(own.plain, ' ', 1) = split_part(private.plain_name(theirs.name), ' ', 1)
          or private.is_near_name(own.plain, private.plain_name(theirs.name))
        )
      when 'post' then private.is_same_name(own.plain, private.plain_name(theirs.name)) or private.is_near_name(own.plain, private.plain_name(theirs.name))
      when 'household' then it.kind = 'person' and not it.is_couple and not exists (
          select from private.people as mine where mine.id = person and (mine.kind <> 'person' or mine.is_couple)
        ) and not exists (
          select from private.members shared join private.members mine using (group_id)
          where shared.person_id = candidate.other and mine.person_id = person
        ) and not (private.household_of(person) is not null and private.household_of(candidate.other) is not null)
      else own.plain = private.plain_name(theirs.name)
    end
    where candidate.other <> person
    order by candidate.other, array_position('{phone,email,post,name,household}', candidate.reason)
  )
  select suggested.other, suggested.name, (private.rows_of(array[suggested.other], who.readable)).addresses, suggested.reason, suggested.partner, suggested.partner_name
  from (
    select other, alike.name, reason, house.id as partner, coalesce(private.readable_name(house.id, who.readable), house.name) as partner_name
    from alike left join private.people as house
      on reason = 'household' and house.id = coalesce(private.household_of(person), private.household_of(other))
    union all
    select one, private.readable_name(one, who.readable), 'couple', two, private.readable_name(two, who.readable)
    from private.people as couple
    cross join lateral private.couple_parts(couple.name) as parts
    cross join lateral private.people_named(parts[1]) as one
    cross join lateral private.people_named(parts[2]) as two
    where couple.id = person and couple.is_couple and one <> two
      and 1 = (select count(*) from private.people_named(parts[1])) and 1 = (select count(*) from private.people_named(parts[2]))
      and private.sees_person(one, who.readable) and private.sees_person(two, who.readable)
      -- A couple is looked at from itself only, whatever the ids.
      and (above is null or above = person)
  ) as suggested
  where (above is null or suggested.other > above or suggested.reason = 'couple') and not exists (
    select from private.person_dismissals
    where one_id = least(suggested.other, person) and other_id = greatest(suggested.other, person)
  )
  order by suggested.reason = 'household', suggested.other
  limit most;
end
$$;

create function private.person_suggestions(person uuid) returns setof private.suggestion
language sql stable security definer set search_path = ''
as $$ select * from private.suggestions_above(person, null) $$;

create function public.person_suggestions(person uuid) returns table (id uuid, name text, addresses text[], reason text, partner uuid, partner_name text)
language sql stable security invoker set search_path = ''
as $$ select * from private.person_suggestions(person) $$;
comment on function public.person_suggestions is
  'Up to five people who may be the same: by `phone` or postal address (`post`) and such a name, but for one letter; by `email` and first name; by full `name`, of at most five people or where one of the two has no email. Or who may be a household: two at one address (`household`), with the household that one of them has as partner, or the two of a `couple`, the other one as partner. For callers who may merge people.';

create function private.dismiss_suggestion(person uuid, other uuid, dismissed boolean) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  readable constant text[] := array(select private.readable_tables());
  seen private.person_rows;
begin
  perform private.require(private.may_link(), 'You may not say who is one person.');
  perform private.lock_people();
  seen := private.seen_person(person, readable);
  perform private.seen_person(other, readable);
  if dismissed then
    insert into private.person_dismissals (one_id, other_id)
    values (least(person, other), greatest(person, other)) on conflict do nothing;
  else
    delete from private.person_dismissals where one_id = least(person, other) and other_id = greatest(person, other);
  end if;
  if found then
    perform private.log_of_person('changed', seen, 'same_person',
      case when not dismissed then 'someone else' end, case when dismissed then 'someone else' end, other);
  end if;
end
$$;
create function public.dismiss_suggestion(person uuid, other uuid, dismissed boolean) returns void
language sql security invoker set search_path = ''
as $$ select private.dismiss_suggestion(person, other, dismissed) $$;
comment on function public.dismiss_suggestion is
  'Says that two people are not one, or takes it back, for callers who may merge people and see something of both.';
grant execute on function private.undo_person_merge, public.undo_person_merge to authenticated;
grant execute on function private.split_person, public.split_person to authenticated;
grant execute on function private.person_merges_of, public.person_merges_of to authenticated;
grant execute on function private.person_suggestions, public.person_suggestions to authenticated;
grant execute on function private.dismiss_suggestion, public.dismiss_suggestion to authenticated;
grant execute on function private.merge_persons, public.merge_persons to authenticated;
create function private.all_suggestions(after_id uuid default null) returns jsonb
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
declare
  enough constant integer := 25;
  slice constant integer := 1000;
  slices constant integer := 20;
  readable constant text[] := array(select private.readable_tables());
  reached uuid := coalesce(after_id, '00000000-0000-0000-0000-000000000000');
  looked uuid[];
  likely record;
  pairs jsonb := '[]';
begin
  perform private.require(private.may_link(), 'You may not say who is one person.');
  for turn in 1 .. slices loop
    looked := array(select id from private.people where id > reached order by id limit slice);
    for likely in
      -- A couple, and who has a number, an address or a full name in common with someone, before rights and names are compared.
      select distinct own.person_id as id from private.contact_points own
      join private.contact_points other on other.folded = own.folded and other.kind = own.kind and other.person_id > own.person_id
      where own.person_id = any (looked)
      union
      select id from private.people where id = any (looked) and is_couple
      union
      select own.id from private.people own join private.people other on other.names[1] = own.names[1] and other.id > own.id
      where own.id = any (looked) and own.names[1] like '% %'
      order by 1
    loop
      select pairs || coalesce(jsonb_agg(jsonb_build_object(
        'id', likely.id, 'name', private.readable_name(likely.id, readable),
        'addresses', (private.rows_of(array[likely.id], readable)).addresses,
        'other', alike.id, 'other_name', alike.name, 'other_addresses', alike.addresses, 'reason', alike.reason,
        'partner', alike.partner, 'partner_name', alike.partner_name
      ) order by alike.id), '[]') into pairs
      from private.suggestions_above(likely.id, likely.id) as alike;
      reached := likely.id;
      if jsonb_array_length(pairs) >= enough then
        return jsonb_build_object('pairs', pairs, 'next', reached);
      end if;
    end loop;
    if cardinality(looked) < slice then
      return jsonb_build_object('pairs', pairs, 'next', null);
    end if;
    reached := looked[slice];
  end loop;
  return jsonb_build_object('pairs', pairs, 'next', reached);
end
$$;

create function public.all_suggestions(after_id uuid default null) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select private.all_suggestions(after_id) $$;
comment on function public.all_suggestions is
  'Pairs of people who may be the same, as person_suggestions has them, 25 or a few more at a time in the order of ids; `next` continues after the last, and null is the end. For callers who may merge people.';
grant execute on function private.all_suggestions, public.all_suggestions to authenticated;

-- supabase/schemas/people/tie_changes.sql

create function private.rename_person(person uuid, new_name text, is_of_staff boolean) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  plain constant text := private.plain_name(new_name);
begin
  if plain is null or not private.is_line(new_name, 200) then
    raise exception 'Enter a name, on one line of at most 200 characters.' using errcode = 'P0001';
  end if;
  -- The rule knows them by the name from staff, and still by those that came.
  update private.people
  set name = btrim(new_name), is_renamed = is_of_staff,
    is_couple = private.is_couple_name(new_name) and (is_couple or not private.is_couple_name(name)),
    names = plain || array(
      select known from unnest(names) with ordinality as listed (known, place)
      where known <> plain and exists (
        select from private.rows_of_people as theirs where theirs.person_id = people.id and private.plain_name(theirs.name) = known
      ) order by place
    )
  where id = person;
end
$$;

create function private.save_traits(person uuid, changes jsonb, replaced jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  fields constant text[] := '{kind,language,is_deceased,do_not_contact,wants_paper,is_couple,name,is_renamed}';
  readable constant text[] := array(select private.readable_tables());
  stored private.people;
  field text;
begin
  perform private.require(private.is_staff(), 'You may not change people.');
  perform private.lock_people();
  perform private.require(private.sees_group(person, readable), 'You cannot see anything about this person.');
  select * into stored from private.people where id = person for update;
  if not array(select jsonb_object_keys(changes || replaced)) <@ fields or changes ? 'is_renamed' and not changes ? 'name' then
    raise exception 'Unknown field.' using errcode = 'check_violation';
  elsif not to_jsonb(stored) @> replaced then
    if to_jsonb(stored) @> changes then
      return;
    end if;
    raise exception 'Someone else changed it in the meantime.' using errcode = 'PT409';
  elsif changes ->> 'kind' = 'person' and exists (select from private.members where group_id = person) then
    raise exception 'It has members. Remove them first.' using errcode = 'P0001';
  elsif changes ->> 'kind' <> 'person' and exists (select from public.mentees where person_id = person) then
    raise exception 'A mentee is a person.' using errcode = 'P0001';
  end if;
  stored := jsonb_populate_record(stored, changes);
  perform private.rename_person(person, stored.name, coalesce((changes ->> 'is_renamed')::boolean, true)) where changes ? 'name';
  update private.people
  set kind = stored.kind, language = nullif(btrim(stored.language), ''), is_deceased = stored.is_deceased, do_not_contact = stored.do_not_contact,
    wants_paper = stored.wants_paper, is_couple = case when changes ? 'name' and not changes ? 'is_couple' then is_couple else stored.is_couple end
  where id = person;
  -- A parent who came after the child's record is told from it now, so that campaigns to parents know.
  perform private.sync_parents(private.children_named(person));
  for field in select jsonb_object_keys(changes) loop
    perform private.log_of_person('changed', private.rows_of(array[person], readable), field, replaced ->> field, changes ->> field, person);
  end loop;
end
$$;
create function public.save_traits(person uuid, changes jsonb, replaced jsonb) returns void
language sql security invoker set search_path = ''
as $$ select private.save_traits(person, changes, replaced) $$;
comment on function public.save_traits is
  'Staff who see a person say their kind and language, and that they are deceased or must not be contacted; PT409 when the values are not those that the caller saw.';

create function private.set_address(person uuid, address jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  fields constant text[] := '{street,city,region,postal_code,country}';
  parts jsonb;
begin
  delete from private.contact_points where person_id = person and kind = 'post';
  if address is null or jsonb_typeof(address) = 'null' then
    return;
  end if;
  select jsonb_object_agg(field, nullif(btrim(address ->> field), '')) into parts from unnest(fields) as field;
  if not array(select jsonb_object_keys(address)) <@ fields
    or exists (select from jsonb_each_text(parts) where not private.is_line(value, 200))
    or parts ->> 'street' is null or coalesce(parts ->> 'city', parts ->> 'postal_code') is null then
    raise exception 'An address has a street and a city or postal code, each in one line.' using errcode = 'check_violation';
  end if;
  insert into private.contact_points (person_id, kind, normalized, value, parts, level)
  select person, 'post', private.searchable(typed), typed, parts, 'entered'
  from (select string_agg(parts ->> field, ', ' order by place) as typed from unnest(fields) with ordinality as listed (field, place)) as line;
end
$$;

create function private.save_address(person uuid, address jsonb, replaced jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  readable constant text[] := array(select private.readable_tables());
  stored jsonb;
begin
  perform private.require(private.is_staff(), 'You may not change people.');
  perform private.lock_people();
  perform private.require(private.sees_group(person, readable), 'You cannot see anything about this person.');
  perform private.require(private.opened_children(person, '1 day'), 'Open the protected fields of the child first.');
  perform from private.people where id = person for update;
  stored := private.post_of(person);
  if coalesce(stored, 'null') is distinct from coalesce(replaced, 'null') then
    raise exception 'Someone else changed it in the meantime.' using errcode = 'PT409';
  end if;
  perform private.set_address(person, address);
  perform private.log_of_person('changed', private.rows_of(array[person], readable), 'postal_address',
    case when stored is not null then 'entered' end, case when private.post_of(person) is not null then 'changed' end, person);
end
$$;
create function public.save_address(person uuid, address jsonb, replaced jsonb) returns void
language sql security invoker set search_path = ''
as $$ select private.save_address(person, address, replaced) $$;
comment on function public.save_address is
  'Sets or removes the postal address of a person, household or organization that the caller sees; of a child within a day of an opening.';

create function private.mark_point(person uuid, point_kind text, point text, marks jsonb, replaced jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  readable constant text[] := array(select private.readable_tables());
  who private.person_rows;
  seen jsonb;
begin
  perform private.require(private.is_staff(), 'You may not change people.');
  perform private.lock_people();
  perform private.require(private.sees_group(person, readable), 'You cannot see anything about this person.');
  who := private.rows_of(array[person], readable);
  perform from private.people where id = person for update;
  select listed into seen from jsonb_array_elements(private.points_of(person, readable)) as listed
  where listed ->> 'kind' = point_kind and listed ->> 'normalized' = point;
  perform private.require(seen is not null, 'You cannot see this email or phone.');
  if not seen @> replaced then
    raise exception 'Someone else changed it in the meantime.' using errcode = 'PT409';
  end if;
  if (marks ->> 'is_preferred')::boolean then
    update private.contact_points set is_preferred = false where person_id = person and kind = point_kind and is_preferred;
  end if;
  update private.contact_points
  set label = nullif(btrim(marks ->> 'label'), ''), is_preferred = coalesce((marks ->> 'is_preferred')::boolean, false) and not coalesce((marks ->> 'is_retired')::boolean, false),
    is_confirmed = coalesce((marks ->> 'is_confirmed')::boolean, is_confirmed),
    retired_at = case when (marks ->> 'is_retired')::boolean then coalesce(retired_at, now()) end
  where person_id = person and kind = point_kind and normalized = point;
  -- Its level is that of its rows, or of the confirmation.
  perform private.tidy_people(array[person]);
  perform private.log_of_person('changed', who, point_kind, null, 'changed', person);
end
$$;
create function public.mark_point(person uuid, point_kind text, point text, marks jsonb, replaced jsonb) returns void
language sql security invoker set search_path = ''
as $$ select private.mark_point(person, point_kind, point, marks, replaced) $$;
comment on function public.mark_point is
  'Sets the label of an email or phone that the caller sees, whether it is the preferred one of its kind, whether a colleague confirmed it (is_confirmed), and whether it is out of use (is_retired); PT409 when the marks are not those that the caller saw.';

create function private.save_member(grp uuid, person uuid, role text, made jsonb default null) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  readable constant text[] := array(select private.readable_tables());
begin
  perform private.require(private.is_staff(), 'You may not change people.');
  perform private.lock_people();
  if not private.is_second(person, readable) then
    perform private.seen_person(person, readable);
  end if;
  perform private.require(private.opened_children(person, '1 day'), 'Open the protected fields of the child first.');
  if made is not null and not exists (select from private.people where id = grp) then
    if coalesce(made ->> 'kind' in ('household', 'organization'), false) is false then
      raise exception 'It is a household or an organization.' using errcode = 'check_violation';
    end if;
    insert into private.people (id, kind, name) values (grp, made ->> 'kind', nullif(btrim(made ->> 'name'), ''));
    perform private.set_address(grp, made -> 'address');
  else
    -- A caller who sees only this member can undo the removal.
    perform private.require(
      private.sees_group(grp, readable) or role is not null and exists (
        select from public.change_log
        where about @> array[grp] and record_id = person and actor_id = private.current_user_id() and created_at > now() - interval '1 hour'
          and record_kind = 'persons' and changes -> 'household' ->> 1 = 'removed'
      ),
      'You cannot see anything about this household.'
    );
  end if;
  if not exists (select from private.people where id = grp and kind <> 'person') then
    raise exception 'Only a household or an organization has members.' using errcode = 'P0001';
  end if;
  if role is null then
    delete from private.members where group_id = grp and person_id = person;
    perform private.tidy_people(array[grp]);
  else
    insert into private.members as known (group_id, person_id, role) values (grp, person, save_member.role)
    on conflict (group_id, person_id) do update set role = excluded.role;
  end if;
  perform private.log_of_person('changed', private.rows_of(array[person], readable), 'household', null, coalesce(role, 'removed'), grp);
end
$$;
create function public.save_member(grp uuid, person uuid, role text, made jsonb default null) returns void
language sql security invoker set search_path = ''
as $$ select private.save_member(grp, person, role, made) $$;
comment on function public.save_member is
  'Adds a person to a household or organization, changes the role or, without one, removes them. `made` is the kind, name and address of one that is not there yet.';

create function private.save_household(grp uuid, people uuid[], is_undo boolean default false) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  readable constant text[] := array(select private.readable_tables());
  member uuid;
begin
  perform private.require(private.may_link(), 'You may not say who is one household.');
  perform private.lock_people(true);
  perform private.require(cardinality(people) = 2 and people[1] <> people[2] and grp <> all (people), 'A household suggestion has two people.');
  foreach member in array people loop
    perform private.seen_person(member, readable);
    perform private.require(private.opened_children(member, '1 day'), 'Open the protected fields of the child first.');
  end loop;
  if is_undo then
    perform private.require(private.sees_group(grp, readable), 'You cannot see anything about this household.');
    -- Whoever was a member before came earlier.
    delete from private.members
    where group_id = grp and person_id = any (people)
      and created_at = (select max(created_at) from private.members where group_id = grp and person_id = any (people));
    -- A couple with records of its own is one again.
    update private.people set kind = 'person', is_couple = true
    where id = grp and kind = 'household' and private.is_couple_name(name)
      and exists (select from private.rows_of_people as theirs where theirs.person_id = grp)
      and not exists (select from private.members where group_id = grp);
    perform private.tidy_people(array[grp]);
  else
    if exists (select from private.people where id = grp) then
      perform private.require(
        private.sees_person(grp, readable) or private.sees_group(grp, readable), 'You cannot see anything about this household.'
      );
      update private.people set kind = 'household', is_couple = false where id = grp and is_couple;
    else
      insert into private.people (id, kind) values (grp, 'household');
    end if;
    perform private.refuse_if(
      not exists (select from private.people where id = grp and kind = 'household'), 'This is no couple any more.'
    );
    insert into private.members (group_id, person_id, role) select grp, one, 'partner' from unnest(people) as one
    on conflict do nothing;
  end if;
  perform private.log_of_person('changed', private.rows_of(array[one], readable), 'household',
    case when is_undo then 'partner' end, case when is_undo then 'removed' else 'partner' end, grp)
  from unnest(people) as one;
end
$$;
create function public.save_household(grp uuid, people uuid[], is_undo boolean default false) returns void
language sql security invoker set search_path = ''
as $$ select private.save_household(grp, people, is_undo) $$;
comment on function public.save_household is
  'Makes two people the partners of a household under an id that the caller chose, or of the household that a couple becomes; `is_undo` takes it back. For callers who may merge people and see both.';

create function private.rename_group(grp uuid, name text, replaced text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  readable constant text[] := array(select private.readable_tables());
begin
  perform private.require(private.is_staff(), 'You may not change people.');
  perform private.lock_people();
  perform private.require(private.sees_group(grp, readable), 'You cannot see anything about this household.');
  update private.people set name = nullif(btrim(rename_group.name), '')
  where id = grp and kind <> 'person' and people.name is not distinct from replaced
    and not exists (select from private.rows_of_people as theirs where theirs.person_id = grp);
  if not found then
    raise exception 'Someone else changed it in the meantime, or its records name it.' using errcode = 'PT409';
  end if;
  perform private.log_of_person('changed', private.rows_of(array[grp], readable), 'name', null, 'changed', grp);
end
$$;
create function public.rename_group(grp uuid, name text, replaced text) returns void
language sql security invoker set search_path = ''
as $$ select private.rename_group(grp, name, replaced) $$;
comment on function public.rename_group is 'Renames a household or organization without records, from the name that the caller saw.';

grant execute on function private.save_traits, public.save_traits to authenticated;
grant execute on function private.save_address, public.save_address to authenticated;
grant execute on function private.mark_point, public.mark_point to authenticated;
grant execute on function private.save_member, public.save_member to authenticated;
grant execute on function private.save_household, public.save_household to authenticated;
grant execute on function private.rename_group, public.rename_group to authenticated;

-- supabase/schemas/people/timeline.sql

-- A person: their rows, timeline, notes and calls, and who else is or may be the same
-- (docs/decisions/042-people-are-rows.md). A reference names one: the id of a person, an address,
-- 'tel:5125550147' or a row like 'mentees:<id>'. Two people may share an address or a phone.

create function private.plain_ref(given text) returns text
language sql immutable set search_path = ''
as $$
  select coalesce(case
    when ref ~ '^(tel:|[^a-z@]+$)' and ref !~ '^[0-9]{8}(-[0-9]{4}){3}-[0-9]{12}$' then 'tel:' || (private.phone_keys(ref))[1]
  end, ref)
  from lower(btrim(given)) as ref
$$;

create function private.people_of_ref(given text, readable text[]) returns uuid[]
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
declare
  ref constant text := private.plain_ref(given);
  of_source constant text := substring(ref from '^([a-z_]+):[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$');
  dialed constant text := substring(ref from '^tel:(.*)$');
begin
  if ref ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    return array[ref::uuid];
  elsif of_source = 'donors' then
    return array(select id from public.donors where id = split_part(ref, ':', 2)::uuid and of_source = any (readable));
  elsif of_source is not null then
    return array(
      select person_id from private.rows_of_people
      where id = split_part(ref, ':', 2)::uuid and source = of_source and of_source = any (readable)
    );
  end if;
  -- Only through a row that the caller may read, and that has it.
  return array(
    select distinct theirs.person_id from (
      select distinct person_id, case when dialed is null then email else phone end as typed
      from private.rows_of_people
      where source = any (readable) and person_id = any (array(
        select point.person_id from private.contact_points point
        where point.folded = coalesce(dialed, private.folded_address(ref))
          and point.kind = case when dialed is null then 'email' else 'phone' end
      ))
    ) as theirs
    where case when dialed is null then private.folded_address(typed) = private.folded_address(ref) else dialed = any (private.phone_keys(typed)) end
  );
end
$$;

create function private.rows_of(people uuid[], readable text[]) returns private.person_rows
language sql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
  with found as materialized (
    select source, id, person_id, lower(btrim(email)) as address, phone
    from private.rows_of_people where person_id = any (people) and source = any (readable)
  ), listed as (
    select source, array_agg(id) as ids from found group by source
  ), dialed as materialized (
    -- A number is read once, however many rows have it.
    select distinct key from (select distinct phone from found where phone is not null) as typed
    cross join lateral unnest(private.phone_keys(typed.phone)) as key
  )
  select jsonb_populate_record(null::private.person_rows, (
    select coalesce(jsonb_object_agg(source, ids), '{}') from listed
  ) || jsonb_build_object(
    'people', array(select distinct person_id from found),
    'addresses', array(select distinct address from found where address is not null),
    'phones', array(select key from dialed),
    'refs', array(select address from found where address is not null union select 'tel:' || key from dialed),
    'donors', array(select id from public.donors where id = any (people) and 'donors' = any (readable)),
    'readable', readable
  ))
$$;

create function private.tables_of_person(who private.person_rows) returns text[]
language sql immutable set search_path = ''
as $$
  select array(
    select name from (values
      ('profiles', (who).profiles), ('mentors', (who).mentors), ('trainers', (who).trainers),
      ('mentees', (who).mentees), ('donations', (who).donations), ('submissions', (who).submissions),
      ('newsletter_subscriptions', (who).newsletter_subscriptions)
    ) as listed (name, ids) where cardinality(ids) > 0
  )
$$;
comment on function private.tables_of_person(private.person_rows) is 'The tables with rows of them; none where the caller may know nothing of them.';

create function private.person_rows(person text) returns private.person_rows
language sql stable security definer set search_path = ''
as $$
  select private.rows_of(private.people_of_ref(person, tables), tables)
  from (select array(select private.readable_tables()) as tables) as readable
$$;

create function private.person_lines(who private.person_rows) returns table (
  area text, kind text, id uuid, title text, name text, status text, amount numeric, happened_at timestamptz,
  total bigint, total_amount numeric
)
language plpgsql stable security definer set search_path = '' set jit = off
as $$
#variable_conflict use_column
declare
  most constant integer := 20;
begin
  return query
    select area, entry, id, title, name, status, amount, created_at, in_area, in_area_amount
    from (
      select *, row_number() over newest as place, count(*) over (partition by area) as in_area,
        sum(amount) over (partition by area) as in_area_amount
      from private.rows_of_people
      where person_id = any (who.people) and source = any (who.readable) and position is not null
      window newest as (partition by area order by created_at desc, id)
    ) as listed
    where place <= most
    order by position, place;
end
$$;

create function private.person(person text) returns table (
  area text, kind text, id uuid, title text, name text, status text, amount numeric, happened_at timestamptz,
  total bigint, total_amount numeric
)
language sql stable security definer set search_path = ''
as $$ select * from private.person_lines(private.person_rows(person)) $$;

create function public.person(person text) returns table (
  area text, kind text, id uuid, title text, name text, status text, amount numeric, happened_at timestamptz,
  total bigint, total_amount numeric
)
language sql stable security invoker set search_path = ''
as $$ select * from private.person(person) $$;
comment on function public.person is
  'The records of a person, from tables of which the caller may read all rows: the newest 20 of each area, their number, and the sum of gifts.';
grant execute on function private.person, public.person to authenticated;

create function private.timeline_of_submissions(who private.person_rows, only_kind text) returns setof private.person_event
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query select * from (
    select case sent.kind when 'message' then 'message' when 'registration' then 'seat' else 'submission' end,
      'submissions:' || id, created_at, reference, sent.kind::text, null::text, status::text, null::numeric, null::text,
      'submissions', id, false
    from public.submissions sent where id = any (who.submissions)
    union all
    select case when is_from_applicant then 'message' else 'note' end, 'submission_notes:' || note.id,
      note.created_at, reference, sent.kind::text, note.body, null, null, case when not is_from_applicant then author_name end,
      'submissions', sent.id, false
    from public.submission_notes note join public.submissions sent on sent.id = note.submission_id
    where note.submission_id = any (who.submissions) and 'submission_notes' = any (who.readable)
    union all
    select 'answer', 'submission_answers:' || answer.id, answer.created_at, answer.subject, sent.reference, answer.body,
      case when mail.state in ('queued', 'sending') then 'waiting'
        when mail.state in ('failed', 'suppressed', 'cancelled') then 'failed'
        when mail.failed_at is not null then 'delayed' else 'sent' end,
      null, author_name, 'submissions', sent.id, false
    from public.submission_answers answer join public.submissions sent on sent.id = answer.submission_id
    left join private.outbox mail on mail.idempotency_key = 'answer:' || answer.id
    where answer.submission_id = any (who.submissions)
    union all
    -- Its policy: reviewers, and managers of the list.
    select 'conversion', 'conversions:' || submission_id, converted_at, reference, came.kind, null, null, null, author_name,
      case when submission_id = any (who.submissions) then 'submissions' else came.kind || 's' end,
      case when submission_id = any (who.submissions) then submission_id else coalesce(mentor_id, mentee_id, trainer_id) end, false
    from public.conversions came
    where submission_id = any (who.submissions) or mentor_id = any (who.mentors)
      or mentee_id = any (who.mentees) or trainer_id = any (who.trainers)
  ) as event (of_kind) where only_kind is null or of_kind = only_kind;
end
$$;

create function private.timeline_of_mails(who private.person_rows, only_kind text) returns setof private.person_event
language plpgsql stable security definer set search_path = ''
as $$
declare
  mailboxes constant text[] := array(select private.mailbox(one) from unnest(who.addresses) as one);
begin
  return query select * from (
    select 'campaign', 'outbox:' || mail.id, coalesce(mail.sent_at, mail.created_at), campaign.name, null::text, null::text,
      mail.state, null::numeric, null::text, 'email_campaigns', campaign.id, false
    from private.outbox mail join public.email_campaigns campaign on campaign.id = mail.campaign_id
    where mail.kind = 'campaign' and private.may_read_audience(campaign.target_audience) and 'email_campaigns' = any (who.readable)
      and mail.mailbox = any (mailboxes) and lower(btrim(mail.recipient)) = any (who.addresses)
    union all
    select 'mail', 'outbox:' || mail.id, coalesce(mail.sent_at, mail.created_at),
      coalesce(mail.data ->> 'subject', sent.reference), mail.kind, null, mail.state, null, null,
      case when sent.id is not null then 'submissions' end, sent.id, false
    from private.outbox mail left join public.submissions sent on sent.id = mail.submission_id
    where mail.mailbox = any (mailboxes) and lower(btrim(mail.recipient)) = any (who.addresses)
      and mail.kind not in ('campaign', 'answer')
      and (mail.kind in ('receipt', 'confirmation', 'status_links') and private.may_review() or private.is_admin())
  ) as event (of_kind) where only_kind is null or of_kind = only_kind;
end
$$;

create function private.timeline_of_people(who private.person_rows, only_kind text) returns setof private.person_event
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query select * from (
    select 'record', source || id, created_at, null::text, entry, null::text, status, null::numeric, null::text, source, id, false
    from private.rows_of_people
    where person_id = any (who.people) and source = any (who.readable)
      and source in ('profiles', 'mentors', 'trainers', 'mentees', 'newsletter_subscriptions')
    union all
    select 'gift', 'donations:' || id, created_at, coalesce(description, campaign, 'General'), donation_type, null,
      case when voided_at is not null then 'void' when refunded > 0 then 'refunded' end, amount - refunded, null,
      'donations', id, false
    from private.gifts where id = any (who.donations)
    union all
    select 'program', 'programs:' || member || ':' || id,
      coalesce(start_date::timestamp at time zone private.office_time_zone(), created_at), name, member, null, status::text,
      null, null, 'programs', id, false
    from public.programs join (
      select 'mentor' as member, program_id from public.program_mentors
      where mentor_id = any (who.mentors) and 'program_mentors' = any (who.readable)
      union
      select 'mentee', program_id from public.program_mentees
      where mentee_id = any (who.mentees) and 'program_mentees' = any (who.readable)
      union
      select 'trainer', program_id from public.program_trainers
      where trainer_id = any (who.trainers) and 'program_trainers' = any (who.readable)
    ) as joined on program_id = id
    where 'programs' = any (who.readable)
    union all
    select 'merge', 'merges:' || id, created_at, merged_name, rtrim(done.kind, 's'), null, null, null, actor_name, done.kind, kept_id, false
    from private.merges done where kept_id = any (who.mentors || who.mentees || who.trainers)
  ) as event (of_kind) where only_kind is null or of_kind = only_kind;
end
$$;

create function private.timeline_of_mentees(who private.person_rows, only_kind text) returns setof private.person_event
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query select * from (
    select 'seat', 'enrolments:' || course.id || mentee_id, asked_at, course.title, 'course', null::text, state::text,
      null::numeric, null::text, 'courses', course.id, false
    from public.enrolments join public.courses course on course.id = course_id
    where mentee_id = any (who.mentees) and '{enrolments,courses}' <@ who.readable
    union all
    select 'grade', 'student_grades:' || grade.id, grade.created_at, concat_ws(', ', course.title, assessment.name),
      trim_scale(grade.grade)::text, null, null, null, null, 'courses', course.id, false
    from public.student_grades grade
    left join public.assessments assessment on assessment.id = grade.assessment_id
    left join public.courses course on course.id = coalesce(grade.course_id, assessment.course_id)
    where grade.mentee_id = any (who.mentees) and grade.grade is not null and '{student_grades,courses}' <@ who.readable
  ) as event (of_kind) where only_kind is null or of_kind = only_kind;
end
$$;

-- The policy of tasks: staff read their own, and those of records that they may read.

create function private.tasks_of_person(who private.person_rows) returns setof uuid
language sql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
  select id from public.tasks
  where (select private.is_staff())
    and (
      mentor_id = any ((who).mentors) or mentee_id = any ((who).mentees) or trainer_id = any ((who).trainers)
      or donor_id = any ((who).donors) or gift_id = any ((who).donations) or submission_id = any ((who).submissions)
      or address = any ((who).refs)
    )
    and (
      (select private.current_user_id()) in (assignee_id, author_id) or (select private.is_admin())
      or open_to && (who).readable
    )
$$;

create function private.timeline_of_staff(who private.person_rows, only_kind text) returns setof private.person_event
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query select * from (
    select 'task', 'tasks:' || id, done_at, null::text, null::text, body, 'done', null::numeric,
      private.account_name(done_by), null::text, null::uuid, false
    from public.tasks where done_at is not null and id in (select private.tasks_of_person(who))
    union all
    select said.kind, 'person_notes:' || id, created_at, null, null, body, null, null, author_name, 'person_notes', id,
      author_id = (select private.current_user_id())
    from private.person_notes said where person_id = any (who.people) and open_to && who.readable
  ) as event (of_kind) where only_kind is null or of_kind = only_kind;
end
$$;

create function private.person_timeline(
  person text, only_kind text default null, before_at timestamptz default null, before_id text default null
)
returns table (
  kind text, id text, happened_at timestamptz, title text, detail text, body text, state text, amount numeric,
  author text, source text, source_id uuid, is_own boolean, remaining bigint
)
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
#variable_conflict use_column
declare
  at_once constant integer := 25;
  who constant private.person_rows := private.person_rows(person);
begin
  if private.tables_of_person(who) = '{}' then
    return;
  end if;
  return query
    select event.*, count(*) over ()
    from (
      select * from private.timeline_of_submissions(who, only_kind) union all select * from private.timeline_of_mails(who, only_kind)
      union all select * from private.timeline_of_people(who, only_kind) union all select * from private.timeline_of_mentees(who, only_kind)
      union all select * from private.timeline_of_staff(who, only_kind)
    ) as event
    where before_at is null or (happened_at, id collate "C") < (before_at, before_id)
    order by happened_at desc, id collate "C" desc limit at_once;
end
$$;

create function public.person_timeline(
  person text, only_kind text default null, before_at timestamptz default null, before_id text default null
)
returns table (
  kind text, id text, happened_at timestamptz, title text, detail text, body text, state text, amount numeric,
  author text, source text, source_id uuid, is_own boolean, remaining bigint
)
language sql stable security invoker set search_path = ''
as $$ select * from private.person_timeline(person, only_kind, before_at, before_id) $$;
comment on function public.person_timeline is
  'The newest 25 events of a person, of one kind if named, before the event of that time and id; each from tables of which the caller may read all rows. `remaining` counts these and all older ones.';
grant execute on function private.person_timeline, public.person_timeline to authenticated;

-- supabase/schemas/people/unmerging.sql

create function private.restore_row(table_name text, stored jsonb) returns void
language sql security definer set search_path = ''
as $$
  select private.insert_rows(table_name::regclass, array_agg(attname::text), jsonb_build_array(stored))
  from pg_catalog.pg_attribute
  where attrelid = table_name::regclass and attnum > 0 and not attisdropped and attgenerated = ''
$$;
comment on function private.restore_row(text, jsonb) is 'Inserts a row as it was.';

create function private.restore_references(done private.merges) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  item jsonb;
begin
  for item in select value from jsonb_array_elements(done.followed) with ordinality order by ordinality desc loop
    if item ? 'row' then
      perform private.restore_row(item ->> 'table', item -> 'row');
    elsif private.change_rows(
      (item ->> 'table')::regclass,
      jsonb_build_array(item -> 'key' || jsonb_build_object(item ->> 'column', done.kept_id)),
      jsonb_build_object(item ->> 'column', done.merged_id)
    ) = 0 and item ->> 'table' <> 'public.files' then
      -- A removed file is gone after a day by itself.
      raise exception 'Removed since: something in %.', replace(split_part(item ->> 'table', '.', 2), '_', ' ')
        using errcode = 'PT409';
    end if;
  end loop;
end
$$;

create function private.undo_merge(merge uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  done private.merges;
  kept_row jsonb;
  united private.person_merges;
  changed text;
begin
  perform private.lock_people(true);
  select * into done from private.merges where id = merge for update;
  perform private.require(
    done.id is not null and private.may_search(done.kind), 'You may not undo this, or it was undone already.'
  );
  if done.created_at < now() - interval '30 days' then
    raise exception 'A merge can be undone for 30 days.' using errcode = 'PT409';
  end if;
  select stored into kept_row
  from private.stored_rows(format('public.%I', done.kind)::regclass, array[done.kept_id], lock => 'update') as stored;
  if kept_row is null then
    raise exception 'The record that was kept is no longer there.' using errcode = 'PT409';
  end if;
  select string_agg(replace(key, '_', ' '), ', ' order by key) into changed
  from jsonb_each(done.replaced) where kept_row -> key is distinct from value -> 1 and key <> 'told';
  if changed is not null then
    raise exception 'Changed since: %.', changed using errcode = 'PT409';
  end if;

  set constraints all immediate;
  -- Triggers that stamp or check a new row leave a restored one as it was.
  perform private.set_write_mode('merge');
  select * into united from private.person_merges where id = done.united_id;
  begin
    insert into private.people select (jsonb_populate_record(null::private.people, united.person)).*
    where united.id is not null on conflict do nothing;
    perform private.restore_row(format('public.%I', done.kind), done.merged_row);
    perform private.restore_references(done);
  exception when unique_violation or exclusion_violation or foreign_key_violation or check_violation then
    get stacked diagnostics changed = table_name;
    raise exception 'Changed since: something in %.', replace(changed, '_', ' ') using errcode = 'PT409';
  end;
  perform private.set_side(done.kind, done.kept_id, done.replaced, 0);
  perform private.set_write_mode(null);
  if united.id is not null then
    perform private.part_people(united);
  end if;
  perform private.sync_parents(array[(kept_row ->> 'person_id')::uuid, (done.merged_row ->> 'person_id')::uuid])
  where done.kind = 'mentees';
  perform private.tidy_people(array[(kept_row ->> 'person_id')::uuid, (done.merged_row ->> 'person_id')::uuid]);
  update public.change_log set about = nullif(array_remove(about, done.kept_id), '{}')
  where record_id = done.merged_id and about @> array[done.kept_id];
  perform private.log_action(
    'changed', done.kind, done.kept_id, private.person_name(kept_row),
    jsonb_build_object('merged', jsonb_build_array(done.merged_name, null)), array[done.merged_id]
  );
  delete from private.merges where id = done.id;
end
$$;
create function public.undo_merge(merge uuid) returns void
language sql security invoker set search_path = ''
as $$ select private.undo_merge(merge) $$;
comment on function public.undo_merge is
  'Restores both rows and their references, within 30 days; PT409 names a later change that prevents it.';

create function private.merges_of(kind text, kept uuid) returns table (
  id uuid, merged_name text, actor_name text, created_at timestamptz
)
language sql stable security definer set search_path = ''
as $$
  select done.id, done.merged_name, done.actor_name, done.created_at from private.merges done
  where done.kind = merges_of.kind and done.kept_id = kept and private.may_search(merges_of.kind)
    and done.created_at > now() - interval '30 days'
  order by done.created_at desc
$$;
create function public.merges_of(kind text, kept uuid) returns table (
  id uuid, merged_name text, actor_name text, created_at timestamptz
)
language sql stable security invoker set search_path = ''
as $$ select * from private.merges_of(kind, kept) $$;
comment on function public.merges_of is
  'The merges into a row in the last 30 days, newest first; nothing without the right to read the table.';
grant execute on function private.undo_merge, public.undo_merge to authenticated;
grant execute on function private.merges_of, public.merges_of to authenticated;

-- supabase/schemas/people/who.sql

create function private.people_at(person text) returns table (
  id uuid, name text, addresses text[], phones text[], kinds text[], shared text
)
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
#variable_conflict use_column
declare
  who constant private.person_rows := private.person_rows(person);
  -- A household or organization without records is seen through its members.
  found constant uuid[] := case when who.people <> '{}' then who.people else array(
    select grp.id from private.people as grp
    where grp.id = any (private.people_of_ref(person, who.readable)) and grp.kind <> 'person'
      and private.sees_group(grp.id, who.readable, '5 minutes')
  ) end;
  is_choice constant boolean := cardinality(found) > 1;
  known constant jsonb := private.known_people(who.people);
begin
  return query
  with listed as (
    select one, null::text as shared from unnest(found) as one
    union all
    select theirs.person_id, min(lower(btrim(theirs.email)))
    from private.contact_points point
    join private.rows_of_people as theirs on theirs.person_id = point.person_id and theirs.source = any (who.readable)
    where not is_choice and point.kind = 'email'
      and point.folded in (select private.folded_address(address) from unnest(who.addresses) as address)
      and private.folded_address(theirs.email) = point.folded and theirs.person_id <> all (who.people)
    group by 1
  )
  select one, coalesce(case when it.is_renamed and not without_rows then it.name end, (
      select named.name from private.rows_of_people as named
      where named.person_id = one and named.source = any (who.readable) and named.name ~ '\S'
      order by array_position('{profiles,mentors,trainers,mentees,donations,submissions}', named.source), named.name limit 1
    ), case when without_rows then it.name end), array(
      select address from (
        select unnest(theirs.addresses) as address
        union select normalized from private.contact_points where person_id = one and kind = 'email' and open_to && who.readable
      ) as known
      where not exists (
        select from private.contact_points where person_id = one and kind = 'email' and normalized = address and retired_at is not null
      )
      order by array_position(array(select private.emails_of(one)), address), address
    ), theirs.phones,
    case when without_rows then array[it.kind] else array(select jsonb_array_elements_text(known #> array[one::text, 'kinds'])) end, shared
  from listed
  join private.people as it on it.id = one
  cross join lateral private.rows_of(array[one], who.readable) as theirs
  cross join lateral (select private.tables_of_person(theirs) = '{}' as without_rows) as seen
  order by shared nulls first, 2, one;
end
$$;

create function public.people_at(person text) returns table (
  id uuid, name text, addresses text[], phones text[], kinds text[], shared text
)
language sql stable security invoker set search_path = ''
as $$ select * from private.people_at(person) $$;
comment on function public.people_at is
  'The person under an id, address, phone or row, and those who share the address (`shared`); or, where several have it, each of them. Nothing where the caller sees nothing of them.';
grant execute on function private.people_at, public.people_at to authenticated;

-- supabase/schemas/programs/assignments.sql

-- Programs and the people assigned to them.

create function private.assignable_people(kind text, after_id uuid default null) returns table (
  id uuid, first_name text, last_name text, email text
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.has_permission('can_manage_programs') then
    return;
  end if;
  case kind
    when 'mentors' then
      return query select stored.id, stored.first_name, stored.last_name, stored.email from public.mentors stored
        where status = 'active' and (after_id is null or stored.id > after_id) order by stored.id limit 1000;
    when 'mentees' then
      return query select stored.id, stored.first_name, stored.last_name, stored.email from public.mentees stored
        where status = 'active' and (after_id is null or stored.id > after_id) order by stored.id limit 1000;
    when 'trainers' then
      return query select stored.id, stored.first_name, stored.last_name, stored.email from public.trainers stored
        where status = 'active' and (after_id is null or stored.id > after_id) order by stored.id limit 1000;
    else null;
  end case;
end
$$;

create function public.assignable_people(kind text, after_id uuid default null) returns table (
  id uuid, first_name text, last_name text, email text
)
language sql stable security invoker set search_path = ''
as $$ select * from private.assignable_people(kind, after_id) $$;
comment on function public.assignable_people is
  'A thousand active mentors, mentees or trainers by their id; none without can_manage_programs.';
grant execute on function private.assignable_people, public.assignable_people to authenticated;

create function private.require_active_person() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  person_table constant regclass := 'public.' || tg_argv[0];
  person_id constant uuid := (to_jsonb(new) ->> tg_argv[1])::uuid;
begin
  if private.write_mode() = 'merge' then
    return null;
  end if;
  -- The share lock keeps the person from being deactivated until this assignment is stored.
  if (select person ->> 'status' from private.stored_rows(person_table, array[person_id], lock => 'share') as person) <> 'active' then
    raise exception 'Only active % can be assigned to a program.', tg_argv[0]
      using errcode = 'check_violation';
  end if;
  return null;
end
$$;

create function public.save_program_assignments(
  target_program_id uuid,
  added_mentees uuid[] default '{}',
  removed_mentees uuid[] default '{}',
  added_mentors uuid[] default '{}',
  removed_mentors uuid[] default '{}',
  added_trainers uuid[] default '{}',
  removed_trainers uuid[] default '{}'
) returns void
language plpgsql security invoker set search_path = ''
as $$
begin
  -- Saves of the same program queue up here.
  perform from public.programs where id = target_program_id for update;
  if not found then
    raise exception 'This program does not exist, or you may not change it.'
      using errcode = 'insufficient_privilege';
  end if;

  delete from public.program_mentees where program_id = target_program_id and mentee_id = any (removed_mentees);
  insert into public.program_mentees (program_id, mentee_id)
  select target_program_id, added.id from unnest(added_mentees) as added (id)
  where not exists (select from public.program_mentees where program_id = target_program_id and mentee_id = added.id)
  on conflict do nothing;

  delete from public.program_mentors where program_id = target_program_id and mentor_id = any (removed_mentors);
  insert into public.program_mentors (program_id, mentor_id)
  select target_program_id, added.id from unnest(added_mentors) as added (id)
  where not exists (select from public.program_mentors where program_id = target_program_id and mentor_id = added.id)
  on conflict do nothing;

  delete from public.program_trainers where program_id = target_program_id and trainer_id = any (removed_trainers);
  insert into public.program_trainers (program_id, trainer_id)
  select target_program_id, added.id from unnest(added_trainers) as added (id)
  where not exists (select from public.program_trainers where program_id = target_program_id and trainer_id = added.id)
  on conflict do nothing;
end
$$;
comment on function public.save_program_assignments(uuid, uuid[], uuid[], uuid[], uuid[], uuid[], uuid[]) is
  'Adds people to a program and removes others, in one transaction. Concurrent changes of colleagues stay.';

grant execute on function public.save_program_assignments(uuid, uuid[], uuid[], uuid[], uuid[], uuid[], uuid[])
to authenticated, service_role;

-- supabase/schemas/programs/program_mentees.sql

create table public.program_mentees (
  program_id uuid not null references public.programs (id) on delete cascade,
  mentee_id uuid not null references public.mentees (id) on delete cascade,
  added_by uuid references public.profiles (id) on delete set null,
  primary key (program_id, mentee_id)
);
create index program_mentees_mentee_id_idx on public.program_mentees (mentee_id);
create index program_mentees_added_by_idx on public.program_mentees (added_by);

-- After the insert, so that row-level security refuses callers without the right first: the error must
-- not tell them whether a person is active.
create trigger stamp_added_by before insert on public.program_mentees
  for each row execute function private.set_current_user('added_by');
create trigger require_active_person after insert on public.program_mentees
  for each row execute function private.require_active_person('mentees', 'mentee_id');
alter table public.program_mentees enable row level security;
grant select, insert (program_id, mentee_id), delete on public.program_mentees to authenticated;
grant select, insert, update, delete
  on public.program_mentees to service_role;
create policy "Managers may select program_mentees"
  on public.program_mentees for select to authenticated
  using ((select private.has_permission('can_manage_programs')));
create policy "Managers may insert program_mentees"
  on public.program_mentees for insert to authenticated
  with check ((select private.has_permission('can_manage_programs')));
create policy "Managers may delete program_mentees"
  on public.program_mentees for delete to authenticated
  using ((select private.has_permission('can_manage_programs')));
create trigger log_change after insert or update or delete on public.program_mentees
  for each row execute function private.log_change('program_id', 'mentee_id');

-- supabase/schemas/programs/program_mentors.sql

create table public.program_mentors (
  program_id uuid not null references public.programs (id) on delete cascade,
  mentor_id uuid not null references public.mentors (id) on delete cascade,
  added_by uuid references public.profiles (id) on delete set null,
  primary key (program_id, mentor_id)
);

create index program_mentors_mentor_id_idx on public.program_mentors (mentor_id);
create index program_mentors_added_by_idx on public.program_mentors (added_by);

create trigger stamp_added_by before insert on public.program_mentors
  for each row execute function private.set_current_user('added_by');
create trigger require_active_person after insert on public.program_mentors
  for each row execute function private.require_active_person('mentors', 'mentor_id');
alter table public.program_mentors enable row level security;
grant select, insert (program_id, mentor_id), delete on public.program_mentors to authenticated;
grant select, insert, update, delete
  on public.program_mentors to service_role;
create policy "Managers may select program_mentors"
  on public.program_mentors for select to authenticated
  using ((select private.has_permission('can_manage_programs')));
create policy "Managers may insert program_mentors"
  on public.program_mentors for insert to authenticated
  with check ((select private.has_permission('can_manage_programs')));
create policy "Managers may delete program_mentors"
  on public.program_mentors for delete to authenticated
  using ((select private.has_permission('can_manage_programs')));
create trigger log_change after insert or update or delete on public.program_mentors
  for each row execute function private.log_change('program_id', 'mentor_id');

-- supabase/schemas/programs/program_trainers.sql

create table public.program_trainers (
  program_id uuid not null references public.programs (id) on delete cascade,
  trainer_id uuid not null references public.trainers (id) on delete cascade,
  added_by uuid references public.profiles (id) on delete set null,
  primary key (program_id, trainer_id)
);

create index program_trainers_trainer_id_idx on public.program_trainers (trainer_id);
create index program_trainers_added_by_idx on public.program_trainers (added_by);

create trigger stamp_added_by before insert on public.program_trainers
  for each row execute function private.set_current_user('added_by');
create trigger require_active_person after insert on public.program_trainers
  for each row execute function private.require_active_person('trainers', 'trainer_id');
alter table public.program_trainers enable row level security;
grant select, insert (program_id, trainer_id), delete on public.program_trainers to authenticated;
grant select, insert, update, delete
  on public.program_trainers to service_role;
create policy "Managers may select program_trainers"
  on public.program_trainers for select to authenticated
  using ((select private.has_permission('can_manage_programs')));
create policy "Managers may insert program_trainers"
  on public.program_trainers for insert to authenticated
  with check ((select private.has_permission('can_manage_programs')));
create policy "Managers may delete program_trainers"
  on public.program_trainers for delete to authenticated
  using ((select private.has_permission('can_manage_programs')));
create trigger log_change after insert or update or delete on public.program_trainers
  for each row execute function private.log_change('program_id', 'trainer_id');

-- supabase/schemas/retention/rules.sql

insert into private.retention_rules (
  rule, title, table_name, day_column, condition, unit, kept, shortest, longest, batch, next_at
)
select rule, title, table_name, day_column, condition, unit, kept, shortest, kept, batch, private.next_retention_run(unit)
from (values
  -- A converted application stays as long as the person that it became.
  ('program_applications', 'Program applications', 'public.submissions', 'closed_at',
    'kind = ''program'' and not exists (select from public.conversions where submission_id = submissions.id)',
    'months', 12, 1, 10),
  ('volunteer_applications', 'Rejected volunteer applications', 'public.submissions', 'closed_at',
    'kind = ''volunteer'' and status = ''rejected''
      and not exists (select from public.conversions where submission_id = submissions.id)',
    'months', 12, 1, 10),
  ('partnership_proposals', 'Rejected partnership proposals', 'public.submissions', 'closed_at',
    'kind = ''partnership'' and status = ''rejected''', 'months', 12, 1, 10),
  ('contact_messages', 'Messages', 'public.submissions', 'closed_at', 'kind = ''message''', 'months', 24, 1, 10),
  ('program_registrations', 'Registrations', 'public.submissions', 'closed_at', 'kind = ''registration''',
    'months', 12, 1, 10),
  ('pledges', 'Pledges', 'public.submissions', 'closed_at', 'kind = ''pledge''', 'months', 24, 1, 10),
  ('status_tokens', 'Status page links', 'private.status_tokens', 'closed_at', 'true', 'days', 90, 90, 1000),
  ('subscription_tokens', 'Subscription confirmation links', 'private.subscription_tokens', 'created_at', 'true',
    'days', 7, 7, 1000),
  ('unconfirmed_subscriptions', 'Unconfirmed subscriptions', 'public.newsletter_subscriptions', 'created_at',
    -- The time begins when the mail has gone out.
    'confirmed_at is null
      and not exists (select from private.subscription_tokens where subscription_id = newsletter_subscriptions.id)
      and not exists (
        select from private.outbox
        where kind = ''confirmation'' and state in (''queued'', ''sending'')
          and data ->> ''subscription_id'' = newsletter_subscriptions.id::text
      )',
    'days', 7, 7, 500),
  ('confirmation_mails', 'Subscription confirmation emails', 'private.outbox', 'created_at',
    'kind <> ''campaign'' and kind = ''confirmation'' and state not in (''queued'', ''sending'')', 'days', 8, 8, 500),
  -- The row of a campaign stays: its counts and unsubscribe links need it.
  ('mail_records', 'Records of emails', 'private.outbox', 'created_at',
    'kind <> ''campaign'' and kind <> ''confirmation'' and state not in (''queued'', ''sending'')',
    'months', 12, 4, 500),
  ('mail_events', 'Bounces and complaints', 'private.mail_events', 'received_at', 'true', 'days', 30, 30, 1000),
  ('payment_events', 'Payment messages', 'private.payment_events', 'received_at', 'true', 'days', 90, 90, 1000),
  ('merges', 'Records before they were merged', 'private.merges', 'created_at', 'true', 'days', 30, 30, 500),
  ('change_log', 'Change log', 'public.change_log', 'created_at', 'true', 'months', 12, 3, 1000),
  ('begun_accounts', 'Unfinished accounts', 'private.begun_accounts', 'begun_at', 'true', 'hours', 1, 1, 1000),
  ('recovery_attempts', 'Wrong recovery codes', 'private.recovery_attempts', 'tried_at', 'true', 'minutes', 15, 15, 1000),
  ('receipt_keys', 'Receipt keys', 'private.receipt_keys', 'created_at', 'true', 'minutes', 10, 10, 1000),
  ('recent_submissions', 'IP addresses', 'private.recent_submissions', 'submitted_at', 'true', 'minutes', 10, 10, 1000)
) as listed (rule, title, table_name, day_column, condition, unit, kept, shortest, batch);

insert into private.retention_rules (
  rule, title, table_name, day_column, condition, cleared, unit, kept, shortest, longest, batch, next_at
)
select rule, title, table_name, day_column, condition, cleared, unit, kept, shortest, kept, batch, private.next_retention_run(unit)
from (values
  ('mails', 'Emails', 'private.outbox', 'coalesce(sent_at, failed_at, created_at)',
    'forgotten_at is null and state not in (''queued'', ''sending'')',
    'recipient = null, data = ''{}'', error = null, provider_id = null, forgotten_at = now(),
      idempotency_key = case kind when ''campaign'' then ''campaign:'' || id else idempotency_key end',
    'days', 90, 30, 500),
  -- Sums of a year stay. A donor who gives again keeps all gifts under one name, and an import its undo.
  ('donations', 'Gifts', 'public.donations', 'created_at',
    'is_posted and donor_name !~ ''^Donors of \d{4}$''
      and exists (select from public.donors where donors.id = person_id and last_gift_at <= $1)
      and not exists (select from public.donors where donors.id = legal_donor_id and last_gift_at > $1)
      and not exists (
        select from private.imported_rows join private.imports on imports.id = import_id
        where row_id = donations.id and imports.created_at > now() - interval ''30 days''
      )',
    'donor_name = ''Donors of '' || extract(year from created_at at time zone private.office_time_zone()),
      donor_email = null, payment_id = null, donor_phone = null, legal_donor_id = null, legal_donor_name = null, reference = null, note = null, tribute = null,
      tribute_name = null, description = case when description is not null then ''In kind'' end, change_reason = case when voided_at is not null then ''Cleared'' end',
    'years', 7, 7, 200)
) as listed (rule, title, table_name, day_column, condition, cleared, unit, kept, shortest, batch);

insert into private.retention_rules (
  rule, title, table_name, day_column, unit, kept, shortest, longest, next_at
) values (
  'tasks', 'Tasks that are done', 'public.tasks', 'done_at', 'months', 12, 1, 12, private.next_retention_run('months')
);

insert into private.retention_rules (
  rule, title, table_name, day_column, condition, unit, kept, shortest, longest, batch, next_at
) values
  ('discarded_gifts', 'Gifts of discarded batches', 'public.donations', 'entered_at',
    'not is_posted and exists (select from public.gift_batches where gift_batches.id = batch_id and discarded_at <= $1)',
    'months', 12, 1, 12, 500, private.next_retention_run('months'));

insert into private.retention_rules (
  rule, title, table_name, day_column, condition, unit, kept, shortest, longest, batch, next_at
) values
  ('person_notes', 'Notes and calls', 'private.person_notes', 'created_at', 'true',
    'months', 24, 1, 24, 500, private.next_retention_run('months')),
  ('person_merges', 'People before they were merged', 'private.person_merges', 'created_at', 'true',
    'days', 30, 30, 30, 500, private.next_retention_run('days')),
  ('people', 'People without records', 'private.people', 'created_at',
    'not private.is_needed(people)',
    'days', 1, 1, 1, 500, private.next_retention_run('days'));

insert into private.retention_rules (
  rule, title, table_name, day_column, condition, cleared, unit, kept, shortest, longest, batch, next_at
) values
  ('issued_receipts', 'Gift receipts', 'private.issued_receipts', 'issued_at',
    'not private.is_nameless(name)
      and not exists (select from public.donors where donors.id = donor_id and last_gift_at > $1)',
    'name = ''Donors of '' || year, address = null, email = null, print = '''', lines = private.lines_without_words(lines)',
    'years', 7, 7, 7, 500, private.next_retention_run('years'));
insert into private.retention_rules (
  rule, title, table_name, day_column, unit, kept, shortest, longest, next_at
) values (
  'faults', 'Faults', 'public.faults', 'last_at', 'days', 90, 7, 90, private.next_retention_run('days')
);

-- supabase/schemas/retention/settings.sql

create function private.retention_rules() returns table (
  rule text, title text, unit text, kept integer, shortest integer, longest integer, is_cleared boolean,
  next_at timestamptz, last_run_at timestamptz, last_rows bigint, failed_at timestamptz, error text
)
language sql stable security definer set search_path = ''
as $$
  select rule, title, unit, kept, shortest, longest, cleared is not null, next_at, last_run_at, last_rows, failed_at, error
  from private.retention_rules where private.is_admin() order by position
$$;

create function public.retention_rules() returns table (
  rule text, title text, unit text, kept integer, shortest integer, longest integer, is_cleared boolean,
  next_at timestamptz, last_run_at timestamptz, last_rows bigint, failed_at timestamptz, error text
)
language sql stable security invoker set search_path = ''
as $$ select * from private.retention_rules() $$;
comment on function public.retention_rules is
  'For admins: the rules, each with its period, its bounds, and its last and next run.';
grant execute on function private.retention_rules, public.retention_rules to authenticated;

-- Dynamic SQL: table and condition are those of the rule.
create function private.retention_due(of_rule text default null, if_kept integer default null) returns table (
  rule text, due bigint, oldest date, newest date
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  part private.retention_rules;
begin
  if not private.is_admin() then
    return;
  end if;
  for part in
    select * from private.retention_rules listed where listed.rule = coalesce(of_rule, listed.rule) order by position
  loop
    return query execute format(
      'select $2, count(*), (min(%1$s) at time zone $3)::date, (max(%1$s) at time zone $3)::date
      from %2$s where %1$s <= $1 and (%3$s)',
      part.day_column, part.table_name, part.condition
    ) using
      now() - (least(coalesce(if_kept, part.kept), part.longest) || ' ' || part.unit)::interval,
      part.rule, private.office_time_zone();
  end loop;
end
$$;

create function public.retention_due(of_rule text default null, if_kept integer default null) returns table (
  rule text, due bigint, oldest date, newest date
)
language sql stable security invoker set search_path = ''
as $$ select * from private.retention_due(of_rule, if_kept) $$;
comment on function public.retention_due is
  'For admins: the dry run of all rules or of one, also for a period that is not stored: how many rows are due now, and their oldest and newest day.';
grant execute on function private.retention_due, public.retention_due to authenticated;

create function private.change_retention(of_rule text, to_kept integer, from_kept integer) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  stored private.retention_rules;
begin
  perform private.require_admin();
  select * into stored from private.retention_rules where rule = of_rule for update;
  if stored.rule is null then
    raise exception 'There is no such rule.' using errcode = 'PT404';
  elsif stored.shortest = stored.longest then
    raise exception 'This period is fixed.' using errcode = 'check_violation';
  elsif (to_kept between stored.shortest and stored.longest) is not true then
    raise exception 'From % to % %: the privacy notice promises no more than %.',
      stored.shortest, stored.longest, stored.unit, stored.longest using errcode = 'check_violation';
  elsif from_kept is distinct from stored.kept then
    raise sqlstate 'PT409' using message = format('A colleague changed this to %s %s.', stored.kept, stored.unit);
  end if;
  -- It counts from the next day on, so that a mistake can be undone.
  update private.retention_rules set kept = to_kept, next_at = private.next_retention_run(unit) where rule = of_rule;
  if to_kept <> from_kept then
    perform private.log_action('changed', 'retention_rules', null, stored.title, jsonb_build_object(
      stored.unit, jsonb_build_array(from_kept, to_kept)
    ));
  end if;
end
$$;

create function public.change_retention(of_rule text, to_kept integer, from_kept integer) returns void
language sql security invoker set search_path = ''
as $$ select private.change_retention(of_rule, to_kept, from_kept) $$;
comment on function public.change_retention is
  'For admins: sets the period of a rule within its bounds, from the one that the caller saw. It counts from the next day on.';
grant execute on function private.change_retention, public.change_retention to authenticated;

-- supabase/schemas/rights/choice.sql

create function private.require_admin_of_api() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  -- The owner of the database, at the command line, is no account.
  if current_setting('role', true) in ('anon', 'authenticated', 'service_role') and not private.is_admin() then
    raise exception 'Only an administrator may do this.' using errcode = 'insufficient_privilege';
  end if;
end
$$;

-- Dynamic SQL: table and condition are in a row of the registry.
create function private.rows_of_subject(rule private.personal_data, who private.data_subject) returns setof json
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query execute format('select to_json(stored) from %s as stored where %s', rule.table_name, rule.condition)
    using who;
end
$$;

create function private.found_data(who private.data_subject) returns table (
  found_position integer, label text, action text, reason text, found_rows bigint, print text
)
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
declare
  rule private.personal_data;
begin
  for rule in
    select * from private.personal_data listed
    where listed.action <> 'none' and to_regclass(listed.table_name) is not null order by listed.position
  loop
    found_position := rule.position;
    label := rule.label;
    action := rule.action;
    reason := rule.reason;
    select count(*), coalesce(md5(string_agg(stored ->> 'id', ',' order by stored ->> 'id')), '') into found_rows, print
    from private.rows_of_subject(rule, who) as stored;
    -- Rows that the log, mail and sign-in write at the same time are no new data.
    print := case when rule.table_name like 'public.%' and rule.table_name <> 'public.change_log' then found_rows || print end;
    if found_rows > 0 then
      return next;
    end if;
  end loop;
end
$$;
comment on function private.found_data(private.data_subject) is 'The rows of a person by rule, in the order of erasing.';

create function private.is_open_child(child uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select child is null or private.has_opened(child, '5 minutes')
    or coalesce(current_setting('role', true), '') not in ('anon', 'authenticated', 'service_role')
$$;

create function private.contacts_of_subject(who private.data_subject, records private.subject_record[]) returns table (
  kind text, normalized text, value text, name text, child uuid
)
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  return query
  with children as (
    select mentees.* from public.mentees
    where person_id = any ((who).persons) and (who).address is null
      or (who).record is not null and id in (select record.id from unnest(records) as record where record.kind = 'mentees')
  ), guardian as (
    select mentee.id as child, tie.adult_id, tie.is_of_record, tie.no_contact
    from children as mentee join private.guardians tie on tie.child_id = mentee.person_id
  ), known as (
    select 'email' as kind, (who).address as normalized, (who).address as value, null::text as name, null::uuid as child
    where (who).address is not null
    union all
    select 'phone', key, btrim(theirs.phone), theirs.name, null
    from private.rows_of_people as theirs cross join lateral unnest(private.phone_keys(theirs.phone)) as key
    where lower(btrim(email)) = (who).address and phone_level > 'told'
    union all
    select point.kind, point.normalized, point.value, null, null from private.contact_points point
    where person_id = any ((who).persons) and (who).address is null and point.kind <> 'post' and level > 'told' and retired_at is null
    union all
    select point.kind, point.normalized, point.value, adult.name, guardian.child
    from guardian
    join private.people adult on adult.id = adult_id
    join private.contact_points point on point.person_id = adult_id
    where not no_contact and point.kind <> 'post' and level > 'told' and retired_at is null
    union all
    select said.kind, said.normalized, said.value, mentee.parent_name, mentee.id
    from children as mentee
    cross join lateral (
      select 'email', lower(btrim(mentee.parent_email)), btrim(mentee.parent_email) where mentee.parent_email is not null
      union all select 'phone', key, btrim(mentee.parent_phone) from unnest(private.phone_keys(mentee.parent_phone)) as key
    ) as said (kind, normalized, value)
    where not private.is_told_parent(mentee)
      and not exists (select from guardian where guardian.child = mentee.id and is_of_record and no_contact)
    union all
    select 'email', lower(btrim(sent.email)), btrim(sent.email), sent.name, sent.id
    from public.submissions sent
    where (who).record is not null and proved_at is not null
      and id in (select record.id from unnest(records) as record where record.kind = 'submissions' and is_sure)
  )
  select distinct on (kind, normalized) kind, normalized, value, name, child
  from known order by kind, normalized, child nulls first;
end
$$;
comment on function private.contacts_of_subject(private.data_subject, private.subject_record[]) is
  'By which the identity of who asks can be checked: emails and phones of a person that a colleague entered or the owner proved, of a child also those of parents and guardians whom one may contact; or the address itself. The child whose opening shows them is beside.';

create function private.checked_contact(subject text, identity text, contact text) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  who constant private.data_subject := private.subject_of(subject);
  kinds constant jsonb := '{"replied": "email", "called_back": "phone"}';
  known text[];
begin
  if identity = 'in_person' then
    return null;
  elsif coalesce(kinds ? identity, false) is false then
    raise exception 'Say how you checked who asks.' using errcode = 'P0001';
  end if;
  known := array(
    select normalized from private.contacts_of_subject(who, array(select record from private.records_of_subject(who) as record))
    where kind = kinds ->> identity
  );
  if known = '{}' then
    raise exception 'We have no % of this person that more than a form told us. Check who asks in another way.', kinds ->> identity
      using errcode = 'P0001';
  elsif not coalesce(lower(btrim(contact)) = any (known) or private.phone_keys(contact) && known, false) then
    raise exception '%', case identity
      when 'replied' then 'Choose the email that they replied from.' else 'Choose the phone that you called back.'
    end using errcode = 'P0001';
  end if;
  return lower(btrim(contact));
end
$$;
comment on function private.checked_contact(text, text, text) is
  'The contact by which a colleague checked who asks: the email that the person replied from (replied), or the phone of the call (called_back), each one that more than a claim ties to them; none where the person was there (in_person).';

create function private.subject_records(subject text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  who constant private.data_subject := private.subject_of(subject);
  records constant private.subject_record[] := array(select record from private.records_of_subject(who) as record);
  asked private.erasures;
begin
  perform private.require_admin_of_api();
  select * into asked from private.erasures where subject_hash = private.keyed_hash(lower(btrim(subject))) and erased_at is null;
  return jsonb_build_object(
    'kind', case when who.address is not null then 'address' when who.record is not null then 'child' else 'person' end,
    'leads_to', (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name) order by name, id), '[]') from private.people
      where id = any (who.persons) and who.address is not null
    ),
    'records', (
      select coalesce(jsonb_agg(to_jsonb(record) - '{child,child_name}'::text[] || jsonb_build_object(
        'child_name', case when private.is_open_child(record.child) then record.child_name end,
        'is_closed', not private.is_open_child(record.child),
        'is_chosen', case when asked.id is null then record.is_sure else private.keyed_hash(record.id::text) = any (asked.chosen_hashes) end
      ) order by place), '[]')
      from unnest(records) with ordinality as record (
        id, kind, person, name, entry, title, email, phone, amount, happened_at, is_sure, child, child_name, place
      )
    ),
    'contacts', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', listed.kind, 'value', value, 'name', name) order by listed.kind, value), '[]')
      from private.contacts_of_subject(who, records) as listed where private.is_open_child(child)
    )
  );
end
$$;

create function public.subject_records(subject text) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select private.subject_records(subject) $$;
comment on function public.subject_records is
  'For admins: the records of a person, an address or a child, to choose from; the people an address leads to; and the contacts by which the identity of who asks can be checked.';
grant execute on function private.subject_records, public.subject_records to authenticated;

-- supabase/schemas/rights/erasing.sql

create function private.erasure_refusal(who private.data_subject) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when auth.uid() = any ((who).accounts) then 'You cannot erase yourself. Another administrator can.'
    when exists (select from public.user_roles where role = 'admin' and user_id = any ((who).accounts))
      and not exists (select from public.user_roles where role = 'admin' and user_id <> all ((who).accounts))
      then 'This is the only administrator. Make someone else one first.'
  end
$$;

create function private.erasure_warnings(who private.data_subject) returns text[]
language sql stable security definer set search_path = ''
as $$
  select array_remove(array[
    case when exists (
      select from private.gifts where id = any ((who).gifts)
        and (created_at at time zone private.office_time_zone())::date >= (now() at time zone private.office_time_zone())::date
    ) then 'There is a gift of today. It stays without a name: a refund is still counted, but no one here can tell whose it was.' end,
    case when exists (
      select from private.gifts where id = any ((who).gifts) and donation_type = 'monthly' and created_at > now() - interval '2 months'
    ) then 'There is a monthly gift. End it at the payment provider first: its next payment would bring the address back.' end,
    case when exists (
      select from public.pledges where id = any ((who).submissions) and status <> 'closed'
    ) then 'There is an open pledge. It is deleted.' end,
    case when exists (
      select from public.user_roles where user_id = any ((who).accounts) and role <> all ('{user,supporter,donor}')
    ) then 'This is an account of staff. It can no longer sign in.' end,
    case when exists (
      select from public.mentees where id = (who).record and email is not null
    ) then 'The child has an email address of their own. What is under that address is erased apart.' end
  ], null)
$$;

create function private.earlier_erasures(subject text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', done.id, 'reason', done.reason, 'identity', done.identity, 'requested_by', private.account_name(done.requested_by),
    'requested_at', done.requested_at, 'erased_by', private.account_name(done.erased_by), 'erased_at', done.erased_at,
    'is_own', done.requested_by = auth.uid(), 'counts', done.counts
  ) order by done.requested_at desc), '[]')
  from private.erasures done where private.keyed_hash(lower(btrim(subject))) = any (done.other_hashes || done.subject_hash)
$$;

create function private.preview_erasure(subject text, chosen uuid[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  records constant private.subject_record[] := array(select record from private.records_of_subject(private.subject_of(subject)) as record);
  shown jsonb;
  ids uuid[];
  who private.data_subject;
begin
  shown := private.subject_records(subject);
  ids := coalesce(chosen, array(
    select (record ->> 'id')::uuid from jsonb_array_elements(shown -> 'records') as record where (record -> 'is_chosen')::boolean
  ));
  who := private.data_subject(subject, ids);
  return shown || (
    select jsonb_build_object(
      'parts', coalesce(jsonb_agg(jsonb_build_object(
        'label', label, 'action', action, 'rows', found_rows, 'reason', reason
      ) order by found_position), '[]'),
      'people', (
        select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'name', case
          -- The family of a child is as protected as the child.
          when id = any (who.persons) or not exists (
            select from unnest(records) as record
            where record.id = any (who.ids) and record.kind <> 'submissions' and not private.is_open_child(record.child)
          ) then name
        end) order by name, id), '[]')
        from private.people where id = any (who.people_left)
      ),
      'seen', md5(concat_ws(' ',
        private.choice_of(ids),
        (select string_agg(concat_ws(' ', record.id, record.kind, record.is_sure), ' ' order by record.id) from unnest(records) as record),
        string_agg(print, ' ' order by found_position)
      )),
      'refusal', private.erasure_refusal(who),
      'warnings', to_jsonb(private.erasure_warnings(who)),
      'needs_approval', (select needs_approval from private.erasure_settings),
      'erasures', private.earlier_erasures(subject)
    )
    from private.found_data(who)
  );
end
$$;
create function public.preview_erasure(subject text, chosen uuid[] default null) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select private.preview_erasure(subject, chosen) $$;
comment on function public.preview_erasure is
  'For admins: subject_records with what erasing the chosen ones would do, by part, and who goes with them; why it is refused; warnings; earlier erasures; `seen` for erase_person. Without a choice those that are surely theirs, or those of a request.';

create function private.part_left(who private.data_subject) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  stays record;
begin
  for stays in
    select person_id, jsonb_object_agg(source, ids) as rows from (
      select person_id, source, jsonb_agg(id) as ids from private.rows_of_people
      where person_id = any (who.persons) and person_id = any (who.people_left) and id <> all (who.ids)
      group by person_id, source
    ) as listed group by person_id
  loop
    perform private.part_rows(stays.person_id, gen_random_uuid(), stays.rows);
  end loop;
end
$$;
comment on function private.part_left(private.data_subject) is
  'Makes what others claimed of someone who goes a person of its own.';

-- Dynamic SQL: table, condition and values are rows of the registry.
create function private.erase_rows(who private.data_subject) returns void
language plpgsql security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
declare
  rule private.personal_data;
begin
  perform private.part_left(who);
  perform private.set_write_mode('erasure');
  for rule in
    select * from private.personal_data
    where action in ('delete', 'anonymize') and to_regclass(table_name) is not null order by position
  loop
    if rule.action = 'delete' then
      execute format('delete from %s as stored where %s', rule.table_name, rule.condition) using who;
    else
      execute format(
        'update %s as stored set %s where %s', rule.table_name,
        (select string_agg(format('%I = %s', key, value), ', ') from jsonb_each_text(rule.assignments)), rule.condition
      ) using who;
    end if;
  end loop;
  perform private.set_write_mode(null);
end
$$;

create function private.erase_person(
  subject text, reason text, seen text, chosen uuid[], identity text, contact text
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  hash constant text := private.keyed_hash(lower(btrim(subject)));
  caller constant uuid := auth.uid();
  who private.data_subject;
  preview jsonb;
  refusal text;
  asked private.erasures;
begin
  perform private.require_admin_of_api();
  -- Nobody arrives, merges or changes meanwhile.
  perform private.lock_people(true);
  perform private.lock_workflow();
  -- One erasure at a time.
  perform pg_advisory_xact_lock(hashtextextended('private.erasures', 0));
  who := private.data_subject(subject, coalesce(chosen, '{}'));
  perform from auth.users where id = any (who.accounts) for update;
  preview := private.preview_erasure(subject, coalesce(chosen, '{}'));
  select * into asked from private.erasures where subject_hash = hash and erased_at is null;
  refusal := case
    when preview -> 'parts' = '[]' and preview -> 'records' = '[]' then 'There is nothing to erase: we hold nothing about this person.'
    when preview ->> 'refusal' is not null then preview ->> 'refusal'
    when (preview ->> 'needs_approval')::boolean and asked.requested_by is not distinct from caller and asked.id is not null
      then 'You asked for this erasure. Another administrator approves it.'
  end;
  if refusal is not null then
    raise exception '%', refusal using errcode = 'P0001';
  end if;
  perform private.chosen_records(subject, chosen);
  if preview ->> 'seen' is distinct from seen then
    raise exception 'Something was added or removed since. Look again: nothing was erased.' using errcode = 'PT409';
  elsif asked.id is not null and private.choice_of(chosen) is distinct from private.choice_of(array(
    select (record ->> 'id')::uuid from jsonb_array_elements(preview -> 'records') as record where (record -> 'is_chosen')::boolean
  )) then
    raise exception 'The request is for other records. Decline it, and ask again.' using errcode = 'P0001';
  end if;

  if asked.id is null then
    insert into private.erasures (subject_hash, reason, requested_by, identity, contact_hash, chosen_hashes)
    values (
      hash, erase_person.reason, caller, erase_person.identity, private.keyed_hash(private.checked_contact(subject, identity, contact)),
      array(select private.keyed_hash(id::text) from unnest(chosen) as id)
    )
    returning * into asked;
    if (preview ->> 'needs_approval')::boolean then
      perform private.log_action('added', 'erasures', asked.id, null, null);
      return private.earlier_erasures(subject) -> 0;
    end if;
  end if;
  perform private.erase_rows(who);
  update private.erasures set erased_by = caller, erased_at = now(), counts = (
    select jsonb_agg(part - 'reason') from jsonb_array_elements(preview -> 'parts') as part
  ), other_hashes = array(select private.keyed_hash(known) from unnest(who.addresses || who.people_left::text[]) as known),
  left_hashes = array(
    select private.keyed_hash(record ->> 'id') from jsonb_array_elements(preview -> 'records') as record where (record ->> 'id')::uuid <> all (chosen)
  )
  where id = asked.id;
  perform private.log_action('removed', 'persons', asked.id, null, null);
  return (
    select done from jsonb_array_elements(private.earlier_erasures(subject)) as done where (done ->> 'id')::uuid = asked.id
  );
end
$$;
create function public.erase_person(
  subject text, reason text, seen text, chosen uuid[], identity text, contact text default null
) returns jsonb
language sql security invoker set search_path = ''
as $$ select private.erase_person(subject, reason, seen, chosen, identity, contact) $$;
comment on function public.erase_person is
  'For admins: erases the chosen records and what goes with them, after a check of identity as for record_hand_over, and returns the certificate, or the request where a second admin approves; PT409 when something came or went since the preview.';

create function private.decline_erasure(subject text) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  declined uuid;
begin
  perform private.require_admin_of_api();
  delete from private.erasures where subject_hash = private.keyed_hash(lower(btrim(subject))) and erased_at is null
  returning id into declined;
  if declined is not null then
    perform private.log_action('removed', 'erasures', declined, null, null);
  end if;
  return declined is not null;
end
$$;
create function public.decline_erasure(subject text) returns boolean
language sql security invoker set search_path = ''
as $$ select private.decline_erasure(subject) $$;
comment on function public.decline_erasure is
  'For admins: ends a request that waits for approval; false where there is none.';
grant execute on function private.preview_erasure, public.preview_erasure to authenticated;
grant execute on function private.erase_person, public.erase_person to authenticated;
grant execute on function private.decline_erasure, public.decline_erasure to authenticated;

-- supabase/schemas/rights/erasure_settings.sql

-- The certificate of an erasure. It has no personal data: only a person who knows the address can find it.

create table private.erasure_settings (
  singleton boolean primary key default true check (singleton),
  needs_approval boolean not null default false
);
comment on column private.erasure_settings.needs_approval is 'Whether a second admin approves each erasure.';
insert into private.erasure_settings default values;

alter table private.erasure_settings enable row level security;

-- supabase/schemas/rights/erasures.sql

create table private.erasures (
  id uuid primary key default gen_random_uuid(),
  subject_hash text not null,
  other_hashes text[] not null default '{}',
  reason text not null check (reason in ('asked', 'parent_asked', 'consent_withdrawn', 'no_longer_needed', 'unlawful')),
  requested_by uuid,
  requested_at timestamptz not null default now(),
  erased_by uuid,
  erased_at timestamptz,
  counts jsonb,
  identity text not null check (identity in ('replied', 'called_back', 'in_person')),
  contact_hash text,
  chosen_hashes text[] not null default '{}',
  left_hashes text[] not null default '{}'
);
comment on column private.erasures.subject_hash is 'Keyed hash of the person''s id, of the address, or of the id of a child.';
comment on column private.erasures.other_hashes is 'Of the other addresses and ids of a person who was erased.';
comment on column private.erasures.identity is 'How the colleague checked who asks.';
comment on column private.erasures.contact_hash is 'Keyed hash of the email that they replied from, or of the phone that they were called back at.';
comment on column private.erasures.chosen_hashes is 'Keyed hashes of the ids of the records that go: what a second admin approves, and what goes again after a restore.';
comment on column private.erasures.left_hashes is 'Keyed hashes of the ids of the records that were shown and stay.';
comment on column private.erasures.requested_by is 'The account''s id, also after its deletion; null for the command line.';
comment on column private.erasures.counts is 'Label, action and number of rows of each part.';
create index erasures_subject_hash_idx on private.erasures (subject_hash);
create unique index erasures_waiting_key on private.erasures (subject_hash) where erased_at is null;
alter table private.erasures enable row level security;

-- supabase/schemas/rights/hand_over.sql

-- Two requests, as for protected fields: the first commits the log entry that the second requires.

create function private.chosen_records(subject text, chosen uuid[]) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  known constant uuid[] := array(select id from private.records_of_subject(private.subject_of(subject)));
begin
  if chosen is null or chosen = '{}' and known <> '{}' then
    raise exception 'Choose at least one record.' using errcode = 'P0001';
  elsif not chosen <@ known then
    raise exception 'Something was added or removed since. Look again: nothing was handed over or erased.' using errcode = 'PT409';
  end if;
  return chosen;
end
$$;

create function private.choice_of(chosen uuid[]) returns uuid
language sql immutable set search_path = ''
as $$ select md5(array_to_string(array(select distinct id from unnest(chosen) as id order by 1), ' '))::uuid $$;
comment on function private.choice_of(uuid[]) is 'Stands for a choice of records in an entry of the log.';

create function private.record_hand_over(subject text, chosen uuid[], identity text, contact text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  who private.data_subject;
begin
  perform private.require_admin_of_api();
  who := private.data_subject(subject, chosen);
  if not exists (select from private.found_data(who)) and not exists (select from private.records_of_subject(who)) then
    raise exception 'We hold nothing about this person.' using errcode = 'P0001';
  end if;
  perform private.log_action(
    'exported', 'persons', coalesce(who.record, case when who.address is null then who.persons[1] end), who.address,
    jsonb_strip_nulls(jsonb_build_object(
      'identity', identity, 'contact', private.checked_contact(subject, identity, contact),
      'records', cardinality(private.chosen_records(subject, chosen))
    )),
    array[private.choice_of(chosen)]
  );
end
$$;
create function public.record_hand_over(subject text, chosen uuid[], identity text, contact text default null) returns void
language sql security invoker set search_path = ''
as $$ select private.record_hand_over(subject, chosen, identity, contact) $$;
comment on function public.record_hand_over is
  'For admins: logs that the caller hands over the chosen records of a person, an address or a child, and how they checked who asks: the person `replied` from the contact, was `called_back` there, or was there `in_person`.';

create function private.named_values(stored json, columns text[]) returns json
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select json_object_agg(key, value order by position) from (
    select position, key, value from json_each(stored) with ordinality as listed (key, value, position)
    where key = any (columns) and json_typeof(value) <> 'null'
      and key not in ('program_id', 'course_id', 'assessment_id', 'campaign_id', 'permission_id', 'child_id', 'adult_id', 'group_id')
    union all
    select 0, 'program', to_json(name) from public.programs where id = (stored ->> 'program_id')::uuid
    union all
    select 0, 'course', to_json(title) from public.courses where id = (stored ->> 'course_id')::uuid
    union all
    select 0, 'assessment', to_json(name) from public.assessments where id = (stored ->> 'assessment_id')::uuid
    union all
    select 0, 'campaign', to_json(subject) from public.email_campaigns where id = (stored ->> 'campaign_id')::uuid
    union all
    select 0, 'permission', to_json(name) from public.permissions where id = (stored ->> 'permission_id')::uuid
    union all
    select -2, 'child', to_json(name) from private.people where id = (stored ->> 'child_id')::uuid and 'child_id' = any (columns)
    union all
    select -1, 'adult', to_json(name) from private.people where id = (stored ->> 'adult_id')::uuid and 'adult_id' = any (columns)
    union all
    select -2, 'name', to_json(name) from private.people where id = (stored ->> 'person_id')::uuid and 'group_id' = any (columns)
    union all
    select -1, kind, to_json(coalesce(name, 'Without a name')) from private.people where id = (stored ->> 'group_id')::uuid and 'group_id' = any (columns)
    union all
    -- Of an organization a person gets only their own part.
    select 0, 'others', json_agg(member.name || ' (' || role || ')' order by member.name)
    from private.members
    join private.people member on member.id = person_id
    join private.people grp on grp.id = group_id
    where group_id = (stored ->> 'group_id')::uuid and person_id <> (stored ->> 'person_id')::uuid and grp.kind = 'household'
      and member.name is not null and 'group_id' = any (columns)
    having count(*) > 0
  ) as listed);
end
$$;
comment on function private.named_values(json, text[]) is
  'The values of a row in the order of its columns, with names in place of the ids of what we offer, and of the people of a family or household.';

create function private.columns_given_out(rule private.personal_data, stored json, who private.data_subject) returns text[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select attname from pg_catalog.pg_attribute
    where attrelid = rule.table_name::regclass and attnum > 0 and not attisdropped and attgenerated = ''
      and attname = any (coalesce(rule.handed_over, array[attname]))
    except
    -- A child's data goes to one of the adults: how to reach another one is not theirs to know.
    select unnest(case
      when (who).record is null then '{}'
      when rule.table_name = 'public.mentees' then '{parent_email,parent_phone}'
      when rule.table_name = 'public.program_applications' then '{email,phone}'
      else '{}'
    end::text[])
    except
    select unnest('{may_collect,no_contact}'::text[])
    where rule.table_name = 'private.guardians' and (stored ->> 'adult_id')::uuid <> all ((who).people_left)
  )
$$;
comment on function private.columns_given_out(private.personal_data, json, private.data_subject) is
  'The columns of a row that the person gets: without what is about someone else.';

create function private.name_of_subject(who private.data_subject) returns text
language sql stable security definer set search_path = ''
as $$
  select nullif(btrim(name), '') from (
    select 1, concat_ws(' ', first_name, last_name) from public.mentees where id = (who).record
    union all select 1, child_name from public.program_applications where id = (who).record
    union all select 2, full_name from public.profiles where id = any ((who).accounts)
    union all select 3, name from private.people where id = any ((who).persons)
    union all select 4, parent_name from public.mentees where id = any ((who).people || (who).contacts)
  ) as listed (place, name)
  where name ~ '\S' order by place, name limit 1
$$;
comment on function private.name_of_subject(private.data_subject) is 'What the person is called, for the page that is handed over; null where no one knows.';

create function private.hand_over(subject text, chosen uuid[]) returns json
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
declare
  who private.data_subject;
  rule private.personal_data;
  rows json;
  parts json[] := '{}';
begin
  perform private.require_admin_of_api();
  who := private.data_subject(subject, private.chosen_records(subject, chosen));
  if not exists (
    select from public.change_log
    where actor_id is not distinct from auth.uid() and action = 'exported' and record_kind = 'persons'
      and (record_name = who.address or who.address is null and record_id = coalesce(who.record, who.persons[1]))
      and about = array[private.choice_of(chosen)]
      -- An entry of this transaction could still be undone.
      and created_at < now() and created_at > now() - interval '5 minutes'
  ) then
    raise exception 'This hand-over is not recorded.' using errcode = 'insufficient_privilege';
  end if;
  if who.record is not null then
    -- A parent who goes with a child is someone else.
    who := jsonb_populate_record(who, jsonb_build_object('people_left', array(
      select person_id from public.mentees where id = any (who.people) and person_id = any (who.people_left)
    )));
  end if;
  for rule in
    select * from private.personal_data
    where condition is not null and handed_over is distinct from '{}' and to_regclass(table_name) is not null order by position
  loop
    select json_agg(private.named_values(stored, private.columns_given_out(rule, stored, who)) order by stored ->> 'created_at') into rows
    from private.rows_of_subject(rule, who) as stored;
    if rows is not null then
      parts := parts || json_build_object('label', rule.label, 'table', rule.table_name, 'rows', rows);
    end if;
  end loop;
  return json_build_object(
    'about', coalesce(who.address, private.name_of_subject(who), who.record::text), 'name', private.name_of_subject(who), 'handed_over_at', now(), 'parts', to_json(parts)
  );
end
$$;
create function public.hand_over(subject text, chosen uuid[]) returns json
language sql stable security invoker set search_path = ''
as $$ select private.hand_over(subject, chosen) $$;
comment on function public.hand_over is
  'For admins: all about the chosen records, by part, within five minutes of a hand-over of them that the caller logged in an earlier request.';
grant execute on function private.record_hand_over, public.record_hand_over to authenticated;
grant execute on function private.hand_over, public.hand_over to authenticated;

-- supabase/schemas/rights/registry.sql

insert into private.personal_data (table_name, label, action, condition, handed_over) values
  ('private.status_tokens', 'Status links', 'delete', 'stored.submission_id = any (($1).submissions)', '{}'),
  ('private.receipt_keys', 'Receipt keys', 'delete', 'stored.submission_id = any (($1).submissions)', '{}'),
  ('private.subscription_tokens', 'Newsletter confirmation links', 'delete', 'stored.subscription_id = any (($1).subscriptions)', '{}'),
  ('private.outbox', 'Emails', 'delete',
    'stored.kind <> ''campaign'' and (
      stored.submission_id = any (($1).submissions)
      or stored.mailbox = any (private.mailboxes(($1).addresses)) and lower(btrim(stored.recipient)) = any (($1).addresses)
        and (stored.submission_id is null or stored.reader_id is not null)
    )', '{kind,data,state,created_at,sent_at}'),
  ('private.unqueued_recipients', 'Campaign emails not queued yet', 'delete',
    'lower(btrim(stored.address)) = any (($1).addresses)', '{campaign_id,address,name}'),
  ('private.recent_submissions', 'Rate limit IP addresses', 'delete',
    'stored.submitted_at = any (($1).moments)', '{form,address,submitted_at}'),
  ('public.submission_notes', 'Notes about submissions', 'delete', 'stored.submission_id = any (($1).submissions)', null),
  ('public.submission_answers', 'Answers to submissions', 'delete', 'stored.submission_id = any (($1).submissions)', null),
  ('public.conversions', 'Converted applications', 'delete',
    'stored.submission_id = any (($1).submissions) or stored.mentor_id = any (($1).people)
      or stored.mentee_id = any (($1).people) or stored.trainer_id = any (($1).people)', null);

insert into private.personal_data (table_name, label, action, condition) values
  ('public.contact_messages', 'Contact messages', 'delete', 'stored.id = any (($1).submissions)'),
  ('public.partnership_proposals', 'Partnership proposals', 'delete', 'stored.id = any (($1).submissions)'),
  ('public.pledges', 'Pledges', 'delete', 'stored.id = any (($1).submissions)'),
  ('public.program_applications', 'Program applications', 'delete', 'stored.id = any (($1).submissions)'),
  ('public.program_registrations', 'Program registrations', 'delete', 'stored.id = any (($1).submissions)'),
  ('public.volunteer_applications', 'Volunteer applications', 'delete', 'stored.id = any (($1).submissions)');

-- Someone else's pledge asks us to tell this person.
insert into private.personal_data (table_name, label, action, condition, assignments, stays, handed_over, reason) values
  ('public.pledges', 'Pledges of others that the person was to be told of', 'anonymize',
    'regexp_split_to_array(lower(stored.notify), ''[\s,;:<>()]+'') && ($1).addresses',
    '{"notify": "null", "tribute_message": "null"}', '{name,email,frequency,program,tribute,tribute_name}',
    '{tribute,tribute_name,notify,tribute_message,created_at}',
    'The pledge belongs to its giver.');

insert into private.personal_data (table_name, label, action, condition, handed_over) values
  ('public.submissions', 'Submissions in the queue', 'delete', 'stored.id = any (($1).submissions)',
    '{id,kind,reference,status,due_at,answered_at,withdrawn_at,created_at}'),
  ('public.newsletter_subscriptions', 'Newsletter', 'delete', 'stored.id = any (($1).subscriptions)', null);

insert into private.personal_data (table_name, label, action, condition, handed_over) values
  ('public.enrolments', 'Enrollments', 'delete', 'stored.mentee_id = any (($1).people)', null),
  ('public.student_grades', 'Grades', 'delete', 'stored.mentee_id = any (($1).people)', null),
  ('public.program_mentees', 'Mentees'' programs', 'delete', 'stored.mentee_id = any (($1).people)', '{program_id,mentee_id}'),
  ('public.program_mentors', 'Mentors'' programs', 'delete', 'stored.mentor_id = any (($1).people)', '{program_id,mentor_id}'),
  ('public.program_trainers', 'Trainers'' programs', 'delete', 'stored.trainer_id = any (($1).people)', '{program_id,trainer_id}'),
  ('private.merges', 'Merged records', 'delete', 'stored.id = any (($1).merges)', '{kind,merged_row,replaced,created_at}'),
  ('public.mentors', 'Mentors', 'delete', 'stored.id = any (($1).people)', null),
  ('public.trainers', 'Trainers', 'delete', 'stored.id = any (($1).people)', null),
  ('public.mentees', 'Mentees', 'delete', 'stored.id = any (($1).people)', null),
  ('private.imported_rows', 'Fingerprints of imported rows', 'delete', 'stored.row_id = any (($1).ids)', '{import_id}');

insert into private.personal_data (table_name, label, action, condition, assignments, stays, handed_over, reason) values
  ('public.mentees', 'Mentees'' parent contacts', 'anonymize', 'stored.id = any (($1).contacts)',
    '{"parent_name": "null", "parent_email": "null", "parent_phone": "null"}',
    '{first_name,last_name,email,phone,grade_level,school_name,told}', '{parent_name,parent_email,parent_phone}',
    'The mentee has an address of their own. Only the parent''s contact goes.');

-- Money: sums, receipts' numbers and refunds stay right.

insert into private.personal_data (table_name, label, action, condition, handed_over) values
  ('private.payment_cards', 'Card expiry of monthly gifts', 'delete',
    'stored.customer in (select customer from private.monthly_gifts where donor_id = any (($1).donors))', '{expires_on}'),
  ('private.monthly_gifts', 'Monthly gifts', 'delete', 'stored.donor_id = any (($1).donors)', '{id,paid_at,ended_at}');

insert into private.personal_data (table_name, label, action, condition, assignments, stays, handed_over, reason) values
  ('public.donors', 'Donor', 'anonymize', 'stored.id = any (($1).donors)',
    '{"id": "private.person_of((($1).erased_names ->> stored.id::text, null, null, true))", "name": "($1).erased_names ->> stored.id::text", "email": "null"}',
    '{frequency}', null, 'The number of the receipts and the sum stay.'),
  ('public.donations', 'Gifts', 'anonymize', 'stored.id = any (($1).gifts)',
    '{"donor_name": "coalesce(($1).erased_names ->> stored.person_id::text, ''Erased donor'')", "donor_email": "null", "donor_phone": "null", "reference": "null", "note": "null",
      "description": "case when stored.description is not null then ''In kind'' end", "tribute": "null", "tribute_name": "null", "change_reason": "case when stored.voided_at is not null then ''Erased'' end"}',
    '{legal_donor_name,donation_type,campaign,payment_id,method,currency,told}',
    '{id,legal_donor_name,donor_name,donor_email,donor_phone,amount,refunded,donation_type,campaign,payment_id,method,description,reference,tribute,tribute_name,note,currency,original_amount,rate,rate_on,is_posted,entered_at,voided_at,change_reason,created_at}',
    'Amount, day and purpose stay: books must be kept, and sums must not change. The payment''s number stays, so that a refund is counted.'),
  ('public.donations', 'Gifts that others moved for the person', 'anonymize', 'stored.legal_donor_id = any (($1).people_left)',
    '{"legal_donor_id": "private.person_of((($1).erased_names ->> stored.legal_donor_id::text, null, null, true))",
      "legal_donor_name": "($1).erased_names ->> stored.legal_donor_id::text"}',
    '{donor_name,donor_email,donor_phone,donation_type,campaign,payment_id,method,description,reference,tribute,tribute_name,note,currency,change_reason,told}',
    '{amount,refunded,campaign,created_at}', 'The gift belongs to whoever moved it.');
insert into private.personal_data (table_name, label, action, condition, stays, reason) values
  ('private.payments', 'Refunds', 'keep',
    'stored.gift in (select payment_id from public.donations where id = any (($1).gifts))', '{id,gift}',
    'Numbers and amounts of refunds, by which the sums are kept. They name no one.'),
  ('private.payment_reversals', 'Failed refunds and disputes', 'keep',
    'stored.payment in (select id from private.payments where gift in (select payment_id from public.donations where id = any (($1).gifts)))',
    '{id,payment,kind}', 'Numbers and amounts, by which the sums are kept. They name no one.');

insert into private.personal_data (table_name, label, action, condition, assignments, stays, handed_over, reason) values
  ('private.outbox', 'Campaign emails', 'anonymize',
    'stored.kind = ''campaign'' and stored.mailbox = any (private.mailboxes(($1).addresses)) and lower(btrim(stored.recipient)) = any (($1).addresses)',
    '{"recipient": "null", "data": "''{}''", "error": "null", "provider_id": "null", "worker": "null", "forgotten_at": "now()",
      "idempotency_key": "''campaign:'' || stored.id",
      "state": "case when stored.state in (''queued'', ''sending'') then ''cancelled'' else stored.state end"}',
    '{kind}', '{kind,data,state,campaign_id,created_at,sent_at}',
    'That a campaign sent one email stays in its count. Waiting emails are cancelled.'),
  ('private.outbox', 'Name in notices to colleagues', 'anonymize',
    'stored.data ->> ''by'' = any (($1).account_names)', '{"data": "stored.data - ''by''"}',
    '{idempotency_key,kind,recipient,state,provider_id,error}', '{}', 'The notice belongs to its reader.');
insert into private.personal_data (table_name, label, action, condition, handed_over) values
  ('private.suppressions', 'An earlier erasure of this suppressed address', 'delete',
    'exists (
      select from private.suppressions again
      where again.address = any (($1).addresses) and again.reason = stored.reason
        and stored.address = (private.suppressed_as(again.scope))[2]
    )', '{}');
insert into private.personal_data (table_name, label, action, condition, assignments, stays, reason) values
  ('private.suppressions', 'Address that gets no mail', 'anonymize', 'stored.address = any (($1).addresses)',
    '{"address": "(private.suppressed_as(stored.scope))[2]", "detail": "null"}', '{reason}',
    'A hash of the address stays, so that no mail is sent to it again.');

-- What a member of staff wrote about others keeps its text and loses the name,
-- before the removal of the account takes its id from some of it.

insert into private.personal_data (table_name, label, action, condition, assignments, stays, handed_over, reason) values
  ('public.submission_notes', 'Author of notes about others', 'anonymize', 'stored.author_id = any (($1).accounts)',
    '{"author_name": "''Former account''"}', '{body}', '{}', 'The note is about someone else.'),
  ('public.submission_answers', 'Author of answers to others', 'anonymize', 'stored.author_id = any (($1).accounts)',
    '{"author_name": "''Former account''"}', '{subject,body}', '{}', 'The answer belongs to someone else.'),
  ('public.conversions', 'Author of conversions', 'anonymize', 'stored.author_id = any (($1).accounts)',
    '{"author_name": "''Former account''"}', '{reference}', '{}', 'The conversion is about someone else.'),
  ('private.merges', 'Author of merges', 'anonymize', 'stored.actor_id = any (($1).accounts)',
    '{"actor_name": "''Former account''"}', '{kind,merged_name,merged_row,replaced,followed}', '{}', 'The merge is about someone else.'),
  ('private.imports', 'Author of imports', 'anonymize', 'stored.imported_by = any (($1).accounts)',
    '{"imported_by_name": "''Former account''"}', '{table_name,file_name}', '{}', 'The import is about others.');

insert into private.personal_data (table_name, label, action, condition, handed_over) values
  ('private.visits', 'Last visits', 'delete', 'stored.user_id = any (($1).accounts)', null),
  ('public.notification_choices', 'Notice choices', 'delete', 'stored.user_id = any (($1).accounts)', null),
  ('private.role_offers', 'Role offer', 'delete', 'stored.user_id = any (($1).accounts)', '{role}'),
  ('private.begun_accounts', 'Account that staff begin', 'delete',
    'lower(btrim(stored.address)) = any (($1).addresses)', '{address,begun_at}'),
  ('private.recovery_codes', 'Recovery codes', 'delete', 'stored.user_id = any (($1).accounts)', '{}'),
  ('private.recovery_attempts', 'Wrong recovery codes', 'delete', 'stored.user_id = any (($1).accounts)', '{tried_at}'),
  ('public.user_permissions', 'Permissions', 'delete', 'stored.user_id = any (($1).accounts)', '{permission_id,granted_at}'),
  ('public.user_roles', 'Role', 'delete', 'stored.user_id = any (($1).accounts)', null),
  ('public.profiles', 'Profile', 'delete', 'stored.id = any (($1).accounts)', null),
  ('auth.mfa_amr_claims', 'Ways of signing in', 'delete',
    'stored.session_id in (select session.id from auth.sessions session where session.user_id = any (($1).accounts))', '{}'),
  ('auth.refresh_tokens', 'Session keys', 'delete', 'stored.user_id::text = any (($1).accounts::text[])', '{}'),
  ('auth.sessions', 'Sessions', 'delete', 'stored.user_id = any (($1).accounts)', '{created_at,user_agent,ip}'),
  ('auth.one_time_tokens', 'Links of the account', 'delete',
    'stored.user_id = any (($1).accounts) or lower(to_jsonb(stored) ->> ''relates_to'') = any (($1).addresses)', '{}'),
  ('auth.flow_state', 'Started sign-ins', 'delete', 'stored.user_id = any (($1).accounts)', '{}'),
  ('auth.saml_relay_states', 'Started single sign-ons', 'delete', 'lower(stored.for_email) = any (($1).addresses)', '{}'),
  ('auth.identities', 'Identities', 'delete', 'stored.user_id = any (($1).accounts)', '{}'),
  ('auth.audit_log_entries', 'Log of sign-ins', 'delete',
    'stored.payload ->> ''actor_id'' = any (($1).accounts::text[])
      or array[lower(stored.payload ->> ''actor_username''), lower(stored.payload #>> ''{traits,user_email}'')] && ($1).addresses',
    '{payload,created_at,ip_address}'),
  ('auth.users', 'Account', 'delete', 'stored.id = any (($1).accounts)',
    '{email,phone,raw_user_meta_data,created_at,email_confirmed_at,last_sign_in_at}'),
  -- The account takes its factors along; removed before it, one would be logged and mailed.
  ('auth.mfa_challenges', 'Second factor', 'delete',
    'to_jsonb(stored) ->> ''factor_id'' in (
      select factor.id::text from auth.mfa_factors factor where factor.user_id = any (($1).accounts)
    )', '{}'),
  ('auth.mfa_factors', 'Second factor', 'delete', 'stored.user_id = any (($1).accounts)', '{}');
insert into private.personal_data (table_name, label, action, condition, assignments, stays, handed_over, reason) values
  ('auth.users', 'Address requested by another account', 'anonymize', 'lower(stored.email_change) = any (($1).addresses)',
    '{"email_change": "''''", "email_change_token_new": "''''", "email_change_token_current": "''''"}',
    '{aud,role,email,encrypted_password,phone,confirmation_token,recovery_token,phone_change,phone_change_token,
      reauthentication_token,raw_app_meta_data,raw_user_meta_data}',
    '{}', 'The account belongs to someone else. It keeps the address that it has.');

-- People without another row, who are gone with their last one.

insert into private.personal_data (table_name, label, action, condition, handed_over) values
  ('private.contact_points', 'Addresses and phones of the person', 'delete',
    'stored.person_id = any (($1).people_left) and private.is_of_subject(stored, $1)
      or stored.open_to is not null and stored.kind = ''email'' and stored.normalized = any (($1).addresses)', '{kind,value,label,is_preferred,valid_since,retired_at}'),
  ('private.people', 'The person', 'delete', 'stored.id = any (($1).people_left)', '{kind,name,language,is_deceased,do_not_contact,wants_paper}');

-- The log comes last: it has entries of all the removals above.

insert into private.personal_data (table_name, label, action, condition, assignments, stays, handed_over, reason) values
  ('public.change_log', 'Entries of the change log', 'anonymize',
    'stored.record_id = any (($1).ids) or stored.about && ($1).ids
      or stored.record_kind = ''persons'' and array[lower(btrim(stored.record_name)), stored.changes ->> ''contact''] && ($1).addresses',
    '{"record_name": "private.redacted_name(stored, ($1).ids)", "changes": "private.redacted_changes(stored, ($1).ids)"}',
    '{actor_name,record_kind,about}', '{created_at,action,record_kind,changes}',
    'That something was done, when and by whom stays. Names and values go.'),
  ('public.change_log', 'Export searches', 'anonymize',
    'stored.action = ''exported'' and private.named_keys($1, stored.changes) <> ''{}''',
    '{"changes": "stored.changes - private.named_keys($1, stored.changes)"}', '{actor_name,record_kind,record_name,about}', '{}',
    'That a list was exported stays.'),
  ('public.change_log', 'Name of a member of staff in the change log', 'anonymize',
    'cardinality(($1).account_names) > 0 and jsonb_typeof(stored.changes) = ''object''
      and exists (select from jsonb_each(stored.changes) as change where change.value ?| ($1).account_names)',
    '{"changes": "(select jsonb_object_agg(key, value) from jsonb_each(stored.changes) where not value ?| ($1).account_names)"}',
    '{actor_name,record_kind,record_name,about}', '{}', 'The entry is about something else.'),
  ('public.change_log', 'Name of a legal donor in the change log', 'anonymize',
    'stored.record_kind = ''donations'' and stored.changes ? ''legal_donor_name'' and stored.record_id in (
      select gift.id from public.donations gift
      where gift.legal_donor_id = any (($1).people_left) or gift.legal_donor_name in (select value from jsonb_each_text(($1).erased_names))
    )',
    '{"changes": "stored.changes - ''legal_donor_name''"}', '{actor_name,record_kind,record_name,about}', '{}', 'The entry is about the gift of someone else.'),
  ('public.change_log', 'Author of change log entries', 'anonymize', 'stored.actor_id = any (($1).accounts)',
    '{"actor_name": "''Former account''"}', '{record_kind,record_name,changes,about}', '{}', 'What was done stays.');

insert into private.personal_data (table_name, label, action, reason)
select table_name, upper(left(words, 1)) || substr(words, 2), 'none', reason from (values
  ('public.programs', 'What we offer; its manager is an account'),
  ('public.program_seats', 'Numbers of seats'),
  ('public.courses', 'What we teach'),
  ('public.assessments', 'Titles of graded work'),
  ('public.email_campaigns', 'What we write to many'),
  ('public.answer_templates', 'What we write to many'),
  ('public.holidays', 'Days of the office'),
  ('public.permissions', 'Kinds of rights'),
  ('private.submission_kinds', 'Kinds of forms'),
  ('private.table_readers', 'Kinds of rights'),
  ('private.captcha', 'A setting'),
  ('private.captcha_passes', 'Hashes of passes, for ten minutes'),
  ('private.mail_settings', 'Settings'),
  ('private.audience_counts', 'Counts'),
  ('private.receipt_wording', 'A setting'),
  ('private.retention_rules', 'Settings'),
  ('private.second_factor', 'A setting'),
  ('private.mail_events', 'Numbers of events'),
  ('private.unknown_mail_events', 'Kinds and counts'),
  ('private.payment_events', 'Numbers of events'),
  ('private.refused_payment_events', 'Reasons and counts'),
  ('private.upkeep', 'Tasks of the database'),
  ('private.personal_data', 'This registry'),
  ('private.join_rules', 'Rules of joins'),
  ('private.erasure_settings', 'A setting'),
  ('private.hash_key', 'A key'),
  ('auth.sso_providers', 'Settings'),
  ('auth.sso_domains', 'Settings'),
  ('auth.saml_providers', 'Settings'),
  ('auth.oauth_clients', 'Settings'),
  ('auth.custom_oauth_providers', 'Settings'),
  ('auth.oauth_client_states', 'Keys of started sign-ins'),
  ('private.erasures', 'Hashes and counts')
) as listed (table_name, reason), replace(split_part(table_name, '.', 2), '_', ' ') as words;

-- What belongs to a person goes before what it refers to.

insert into private.personal_data (position, table_name, label, action, condition, handed_over)
overriding system value values (
  0, 'public.tasks', 'Tasks', 'delete',
  'stored.submission_id = any (($1).submissions) or stored.mentor_id = any (($1).people)
    or stored.mentee_id = any (($1).people) or stored.trainer_id = any (($1).people)
    or stored.gift_id = any (($1).gifts) or stored.donor_id = any (($1).donors)
    or stored.address = any (($1).addresses) or stored.address in (select ''tel:'' || private.phones_of_subject($1))',
  '{body,due_on,done_at,created_at}'
);

insert into private.personal_data (table_name, label, action, reason) values
  ('public.funds', 'Funds', 'none', 'Purposes of gifts'),
  ('public.fund_spendings', 'Fund spendings', 'none', 'What was paid from funds'),
  ('public.gift_batches', 'Gift batches', 'none', 'Counts and sums; posted_by is an account'),
  ('private.payouts', 'Payouts of the payment provider', 'none', 'Sums and days');

insert into private.personal_data (position, table_name, label, action, condition, assignments, stays, handed_over, reason)
overriding system value values
  (-4, 'private.people', 'Name of another person who was merged', 'anonymize',
    'stored.id in (select kept_id from private.person_merges where id in (select private.person_merges_of_subject($1)))
      and stored.id <> all (($1).people_left)',
    '{"names": "private.names_left(stored.id, stored.names, $1)"}', '{name,kind,language}', '{}', 'The person is someone else.');
insert into private.personal_data (position, table_name, label, action, condition, handed_over)
overriding system value values
  (-1, 'private.person_dismissals', 'Said to be someone else', 'delete',
    'stored.one_id = any (($1).people_left) or stored.other_id = any (($1).people_left)', '{}'),
  (-3, 'private.person_notes', 'Notes and calls', 'delete', 'stored.person_id = any (($1).people_left)', '{kind,body,created_at}'),
  (-2, 'private.person_merges', 'Merged people', 'delete', 'stored.id in (select private.person_merges_of_subject($1))', '{person,created_at}');
insert into private.personal_data (table_name, label, action, condition, assignments, stays, handed_over, reason) values
  ('private.person_notes', 'Author of notes and calls about others', 'anonymize', 'stored.author_id = any (($1).accounts)',
    '{"author_name": "''Former account''"}', '{kind,body,open_to}', '{}', 'The note is about someone else.'),
  ('private.person_merges', 'Author of merges of people', 'anonymize', 'stored.actor_id = any (($1).accounts)',
    '{"actor_name": "''Former account''"}', '{person,donor,added_names,moved,ties}', '{}', 'The merge is about others.');

insert into private.personal_data (position, table_name, label, action, condition, assignments, stays, handed_over, reason)
overriding system value values
  (-104, 'public.view_uses', 'Pins and weekly mails', 'delete', 'stored.user_id = any (($1).accounts)', '{}', '{}', '{}', null),
  (-103, 'public.list_columns', 'List columns', 'delete', 'stored.user_id = any (($1).accounts)', '{}', '{}', '{list,columns}', null),
  (-102, 'public.saved_views', 'Saved views', 'delete', 'stored.owner_id = any (($1).accounts) and not stored.is_shared', '{}', '{}',
    '{list,name,state}', null),
  (-101, 'public.saved_views', 'Searches and filters of colleagues'' views', 'anonymize',
    'private.is_searched($1, stored.name) or private.erased_state($1, stored) <> stored.state',
    '{"name": "case when private.is_searched($1, stored.name) then ''View '' || left(stored.id::text, 8) else stored.name end",
      "state": "private.erased_state($1, stored)"}',
    '{table_name,list}', '{}', 'The view is a colleague''s. It loses what names the person, and has no number and no mail until it is saved again.');

insert into private.personal_data (position, table_name, label, action, condition, handed_over)
overriding system value values
  (-6, 'private.guardians', 'Parents and guardians', 'delete',
    'stored.adult_id = any (($1).people_left) or stored.child_id = any (($1).people_left)
      or stored.child_id in (select person_id from public.mentees where id = any (($1).people))
      or stored.is_of_record and stored.child_id in (select person_id from public.mentees where id = any (($1).contacts))',
    '{child_id,adult_id,relation,may_collect,no_contact,created_at,email,phone}'),
  (-5, 'private.members', 'Households and organizations', 'delete',
    'stored.person_id = any (($1).people_left) or stored.group_id = any (($1).people_left)', '{group_id,role,created_at}');

insert into private.personal_data (position, table_name, label, action, condition, assignments, stays, handed_over, reason)
overriding system value values
  (-21, 'private.issued_receipts', 'Gift receipts', 'anonymize',
    'stored.donor_id = any (($1).donors) or stored.donor_id is null and stored.gifts && ($1).gifts',
    '{"name": "coalesce(($1).erased_names ->> stored.donor_id::text, ''Erased donor'')", "address": "null", "email": "null", "print": "''''",
      "lines": "private.lines_without_words(stored.lines)"}',
    '{number,words}', '{number,year,name,address,email,lines,total,issued_at,printed_at,opened_at,mailed_at}',
    'Number, day and amounts stay: books must be kept.');
insert into private.personal_data (position, table_name, label, action, condition, handed_over)
overriding system value values
  (-20, 'private.waiting_receipts', 'Gift receipts not queued yet', 'delete', 'stored.donor_id = any (($1).donors)', '{year}');

-- Erasing: before the rows that a file belongs to, of which a donor gets another id; of a gift that stays, too.

insert into private.personal_data (position, table_name, label, action, condition, assignments, stays, handed_over, reason)
overriding system value values
  (-31, 'public.files', 'Files', 'delete',
    'stored.submission_id = any (($1).submissions) or stored.mentor_id = any (($1).people)
      or stored.mentee_id = any (($1).people) or stored.trainer_id = any (($1).people)
      or stored.gift_id = any (($1).gifts) or stored.donor_id = any (($1).donors)',
    '{}', '{}', '{id,name,type,size,state,refusal,mentee_id,created_at,removed_at}', null),
  (-30, 'public.files', 'Author of files about others', 'anonymize', 'stored.created_by = any (($1).accounts)',
    '{"author_name": "''Former account''"}', '{name,type,hash,version,refusal}', '{}', 'The file is about someone else.');
insert into private.personal_data (table_name, label, action, reason)
values ('private.file_leftovers', 'Files that are being deleted', 'none', 'Ids of files whose row is gone');

insert into private.personal_data (table_name, label, action, reason)
values ('public.faults', 'Faults', 'none', 'What failed in browsers and functions, without what anyone typed');

-- supabase/schemas/submissions/converting.sql

-- Conversions: an accepted volunteer becomes a mentor or trainer, the child of an accepted program
-- application a mentee, in one transaction, with a link both ways, and not twice
-- (docs/decisions/021-converted-once.md).

-- The entered columns must be in the insert grant of managers; a converted person is active.

create function private.add_person(target text, person uuid, entered jsonb, submission uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  listed text[];
  is_complete boolean;
  -- What the colleague left as it was sent is only told.
  told constant text[] := array(
    select contact from public.submissions sent
    cross join lateral (values
      ('email', lower(btrim(entered ->> 'email')) = lower(btrim(sent.email))),
      ('phone', private.phone_keys(entered ->> 'phone') && private.phone_keys(sent.phone))
    ) as listed (contact, is_as_sent)
    where sent.id = submission and is_as_sent
  );
begin
  select array_agg(attname::text), count(*) = (select count(*) from jsonb_object_keys(entered))
  into listed, is_complete
  from pg_catalog.pg_attribute
  where attrelid = format('public.%I', target)::regclass and entered ? attname::text and attname not in ('id', 'status')
    and has_column_privilege('authenticated', attrelid, attnum, 'insert');
  if not is_complete then
    raise exception 'Unknown field' using errcode = 'insufficient_privilege';
  end if;
  perform private.insert_rows(
    format('public.%I', target)::regclass, '{id,told}'::text[] || listed,
    jsonb_build_array(entered || jsonb_build_object('id', person, 'told', told))
  );
end
$$;

-- Whether a conversion is a retry after a lost response: the person has the entered values, and is in the program.

create function private.is_same_conversion(
  earlier public.conversions, target text, person uuid, entered jsonb, program uuid
) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  is_same boolean;
begin
  select stored @> case
    when earlier.author_id = auth.uid() and earlier.converted_at > now() - interval '1 day' then entered
    else entered - private.protected_columns(target)
  end into is_same
  from private.stored_rows(format('public.%I', target)::regclass, array[person]) as stored;
  if not coalesce(is_same, true) then
    return false;
  end if;
  if program is null then
    return earlier.program_id is null;
  end if;
  return case target
    when 'mentors' then exists (select from public.program_mentors where program_id = program and mentor_id = person)
    when 'mentees' then exists (select from public.program_mentees where program_id = program and mentee_id = person)
    when 'trainers' then exists (select from public.program_trainers where program_id = program and trainer_id = person)
  end;
end
$$;

create function private.set_application_status(
  form text, application uuid, to_status public.application_status, from_status public.application_status default null
) returns void
language sql security definer set search_path = ''
as $$
  update public.program_applications set status = to_status
  where form = 'program_applications' and id = application and status <> to_status
    and status = coalesce(from_status, status);
  update public.volunteer_applications set status = to_status
  where form = 'volunteer_applications' and id = application and status <> to_status
    and status = coalesce(from_status, status);
$$;

create function private.convert_submission(
  submission uuid, target text, person uuid, entered jsonb default null, program uuid default null
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  form constant text := case target when 'mentees' then 'program_applications' else 'volunteer_applications' end;
  one constant text := rtrim(target, 's');
  former public.application_status;
  earlier public.conversions;
  added integer := 0;
begin
  if target in ('mentors', 'mentees', 'trainers') is not true
    or not private.may_review() or not private.has_permission('can_manage_' || target)
    or program is not null and not private.has_permission('can_manage_programs') then
    raise exception 'You may not convert this.' using errcode = 'insufficient_privilege';
  end if;
  perform private.lock_workflow();
  -- The lock serializes concurrent decisions on the submission.
  select stored ->> 'status' into former
  from private.stored_rows(format('public.%I', form)::regclass, array[submission], lock => 'update') as stored;
  if former is null then
    raise exception 'There is no such application.' using errcode = 'PT404';
  end if;

  select * into earlier from public.conversions where submission_id = submission;
  if earlier.submission_id is not null then
    if person is distinct from coalesce(earlier.mentor_id, earlier.mentee_id, earlier.trainer_id) then
      raise sqlstate 'PT409' using message = format(
        '%s has already converted it to a %s.', coalesce(earlier.author_name, 'Someone'), earlier.kind
      );
    end if;
    if not private.is_same_conversion(earlier, target, person, entered, program) then
      raise sqlstate 'PT409' using message = format(
        'It was already converted with other values. Change the %s itself.', one
      );
    end if;
    return;
  end if;

  if entered is not null then
    perform private.add_person(target, person, entered, submission);
  else
    perform from private.stored_rows(format('public.%I', target)::regclass, array[person], lock => 'key share');
    if not found then
      raise exception 'This % is no longer there.', one using errcode = 'PT404';
    end if;
  end if;
  if program is not null then
    perform from public.programs where id = program and status = 'active' for key share;
    if not found then
      raise exception 'This program is not active.' using errcode = 'check_violation';
    end if;
    case target
      when 'mentors' then
        insert into public.program_mentors (program_id, mentor_id) values (program, person) on conflict do nothing;
      when 'mentees' then
        insert into public.program_mentees (program_id, mentee_id) values (program, person) on conflict do nothing;
      when 'trainers' then
        insert into public.program_trainers (program_id, trainer_id) values (program, person) on conflict do nothing;
    end case;
    get diagnostics added = row_count;
  end if;

  insert into public.conversions (
    submission_id, reference, mentor_id, mentee_id, trainer_id, is_new, program_id, former_status
  )
  select id, submissions.reference,
    case one when 'mentor' then person end, case one when 'mentee' then person end,
    case one when 'trainer' then person end, entered is not null, case added when 1 then convert_submission.program end, former
  from public.submissions where id = submission;
  perform private.set_application_status(form, submission, 'accepted');
end
$$;

create function public.convert_submission(
  submission uuid, target text, person uuid, entered jsonb default null, program uuid default null
) returns void
language sql security invoker set search_path = ''
as $$ select private.convert_submission(submission, target, person, entered, program) $$;
comment on function public.convert_submission is
  'Converts a volunteer to a mentor or trainer, or a program application to a mentee, under the id that the caller chose, or links it to the person with that id where nothing is entered; into a program, if given. Accepts the submission. 409 when it was converted already.';
grant execute on function private.convert_submission, public.convert_submission to authenticated;

-- The undo: by the same account, within a day, and for an added person only while it is unchanged and
-- nothing else refers to it.

create function private.is_as_converted(taken public.conversions) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  person constant uuid := coalesce(taken.mentor_id, taken.mentee_id, taken.trainer_id);
  reference record;
begin
  if exists (select from public.change_log where record_id = person and action = 'changed') then
    return false;
  end if;
  for reference in
    select conrelid::regclass as table_name, attname as column_name
    from pg_catalog.pg_constraint
    join pg_catalog.pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid = format('public.%Is', taken.kind)::regclass
  loop
    -- Besides its conversion, and its assignment to the program.
    if exists (
      select from private.stored_rows(reference.table_name, array[person], reference.column_name) as referring
      where coalesce((referring ->> 'submission_id')::uuid <> taken.submission_id, true)
        and coalesce((referring ->> 'program_id')::uuid <> taken.program_id, true)
    ) then
      return false;
    end if;
  end loop;
  return true;
end
$$;

create function private.undo_conversion(submission uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  taken public.conversions;
  form text;
  person uuid;
begin
  perform private.lock_workflow();
  select * into taken from public.conversions
  where submission_id = submission and author_id = private.current_user_id() and private.may_review();
  perform private.require(
    taken.submission_id is not null and private.has_permission('can_manage_' || taken.kind || 's'),
    'Only the person who converted it can undo this.'
  );
  form := case taken.kind when 'mentee' then 'program_applications' else 'volunteer_applications' end;
  perform from private.stored_rows(format('public.%I', form)::regclass, array[submission], lock => 'update');
  person := coalesce(taken.mentor_id, taken.mentee_id, taken.trainer_id);
  perform from private.stored_rows(format('public.%Is', taken.kind)::regclass, array[person], lock => 'update');

  if taken.converted_at < now() - interval '1 day' then
    raise sqlstate 'PT409' using message = 'It was converted more than a day ago.';
  elsif taken.is_new and not private.is_as_converted(taken) then
    raise sqlstate 'PT409' using message = format('The %s has been changed or used since.', taken.kind);
  end if;
  if taken.program_id is not null then
    case taken.kind
      when 'mentor' then delete from public.program_mentors where program_id = taken.program_id and mentor_id = person;
      when 'mentee' then delete from public.program_mentees where program_id = taken.program_id and mentee_id = person;
      when 'trainer' then delete from public.program_trainers where program_id = taken.program_id and trainer_id = person;
    end case;
  end if;
  delete from public.conversions where submission_id = submission;
  if taken.is_new then
    perform private.delete_person(taken.kind || 's', person);
  end if;
  perform private.set_application_status(form, submission, taken.former_status, 'accepted');
end
$$;

create function public.undo_conversion(submission uuid) returns void
language sql security invoker set search_path = ''
as $$ select private.undo_conversion(submission) $$;
comment on function public.undo_conversion is
  'Undoes a conversion of the caller, within a day. It removes an added person that is unchanged and has no references (409 otherwise).';
grant execute on function private.undo_conversion, public.undo_conversion to authenticated;

-- supabase/schemas/submissions/first_templates.sql

insert into public.answer_templates (name, kind, subject, body, created_at)
select name, kind, subject, E'Dear {{name}},\n\n' || body || E'\n\nKind regards,\n{{my_name}}\n{{our_name}}',
  now() - number * interval '1 second'
from (values
  (1, 'We need a little more time', 'all', 'Your {{kind}} {{reference}}',
    'Thank you for your patience. We are still looking into your {{kind}} and need a few more days. You’ll hear from us as soon as we know.'),
  (2, 'Invitation to a first talk', 'volunteer', 'Your volunteer application {{reference}}',
    E'Thank you for offering us your time. We would like to get to know you and find out together where you would like to help.\n\nWhen could we call you this week? Just reply to this email with a day and a telephone number.'),
  (3, 'A place in the program', 'program', 'Your application {{reference}}: {{program}}',
    E'Thank you for your application for {{program}}. There is a place, and we would be glad to meet you.\n\nPlease reply with a day that suits you, and we’ll tell you what to bring.'),
  (4, 'No place at the moment', 'program', 'Your application {{reference}}: {{program}}',
    'Thank you for your application for {{program}}. All places are taken at the moment. We’ll keep your application and write to you as soon as one is free.'),
  (5, 'Let us talk about your proposal', 'partnership', 'Your proposal {{reference}}',
    E'Thank you for the proposal of {{organization}}. We have read it together and would like to hear more.\n\nWould half an hour on the telephone suit you? Please reply with two times that do.'),
  (6, 'Thank you for your message', 'message', 'Your message {{reference}}',
    'Thank you for writing to us.'),
  (7, 'No place at the moment', 'registration', 'Your registration {{reference}}: {{program}}',
    'Thank you for registering for {{program}}. All places are taken at the moment. You’re on our waitlist, and we’ll write to you as soon as a place is free.'),
  (8, 'How to give what you pledged', 'pledge', 'Your pledge {{reference}}',
    E'Thank you for your pledge. It helps to know what we can count on.\n\nYou can give by check or by bank transfer. Just reply to this email with the way that suits you, and we’ll send you what you need.')
) as listed (number, name, kind, subject, body);

-- supabase/schemas/submissions/realtime.sql

-- Realtime evaluates these when a client joins a channel, and again with each new token. Each submission
-- has a channel for the presence of its readers; clients can send nothing else.
create policy "Reviewers receive broadcasts and presence"
  on realtime.messages for select to authenticated
  using (
    extension in ('broadcast', 'presence')
    and ((select realtime.topic()) = 'submissions' or (select realtime.topic()) like 'submission:%')
    and (select private.may_review())
  );
create policy "Reviewers send presence"
  on realtime.messages for insert to authenticated
  with check (
    extension = 'presence'
    and (select realtime.topic()) like 'submission:%'
    and (select private.may_review())
  );

-- supabase/schemas/tasks/due.sql

create function private.table_of_task(task public.tasks) returns text
language sql immutable set search_path = ''
as $$
  select case
    when task.mentor_id is not null then 'mentors' when task.mentee_id is not null then 'mentees'
    when task.trainer_id is not null then 'trainers' when task.donor_id is not null then 'donors'
    when task.gift_id is not null then 'donations' when task.program_id is not null then 'programs'
    when task.submission_id is not null then 'submissions'
  end
$$;

-- The digest has the number of tasks. Their words stay here: mails hold nothing about people.

create function private.due_tasks(reader uuid, today date) returns table (overdue bigint, due_today bigint)
language sql stable security definer set search_path = ''
as $$
  select count(*) filter (where due_on < today), count(*) filter (where due_on = today)
  from public.tasks
  where done_at is null and due_on <= today and (
    assignee_id = reader
    or assignee_id is null and (
      author_id = reader
      or open_to && array(select table_name from private.task_permissions() where reader in (select private.task_readers(array[table_name])))
      or reader in (select user_id from public.user_roles where role = 'admin')
    )
  )
$$;
comment on function private.due_tasks(uuid, date) is
  'The number of open tasks of an account, with those of no one that it may read.';

create function private.digest_readers(today date)
returns table (id uuid, address text, kinds public.submission_kind[], daily public.submission_kind[])
language sql stable security definer set search_path = ''
as $$
  with reviewer as (
    select listed.id, listed.address, array_agg(of_kind) as kinds,
      array_agg(of_kind) filter (where listed.choice = 'daily') as daily
    from unnest(enum_range(null::public.submission_kind)) as of_kind
    cross join private.notice_readers(of_kind) as listed
    where listed.choice <> 'none'
    group by listed.id, listed.address
  )
  select * from reviewer
  union all
  select profile.id, btrim(profile.email), '{}', '{}'
  from public.profiles profile
  where profile.confirmed and private.is_address(btrim(profile.email))
    and profile.id in (select private.staff_ids()) and profile.id not in (select reviewer.id from reviewer)
    and exists (select from private.due_tasks(profile.id, today) where overdue + due_today > 0)
$$;
comment on function private.digest_readers(date) is
  'Reviewers who want notices, with their kinds, and staff with due tasks.';

-- supabase/schemas/last.sql

-- The last file: what every table needs once, after all of them.

-- An account that may select from a table may ask the API for an estimated count. The planner estimates
-- from statistics, which ignore row-level security: with one comparison after another, an account that
-- sees no row could infer names and addresses, since common values and histogram bounds hold them. So
-- columns with texts and amounts have no statistics. Columns of states and times keep theirs; lists
-- filter and sort by those.
-- Dynamic SQL: the columns are read in the catalog.
create procedure private.disable_statistics()
language plpgsql set search_path = ''
as $$
declare
  secret record;
begin
  for secret in
    select attrelid::regclass as table_name, attname as column_name
    from pg_catalog.pg_attribute
    join pg_catalog.pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind = 'r'
      and attnum > 0 and not attisdropped and attstattarget is distinct from 0
      and atttypid in ('text'::regtype, 'text[]'::regtype, 'numeric'::regtype, 'smallint'::regtype, 'jsonb'::regtype)
  loop
    execute format(
      'alter table %s alter column %I set statistics 0', secret.table_name, secret.column_name
    );
  end loop;
end
$$;
comment on procedure private.disable_statistics() is
  'Every migration that adds a table or column calls it at its end.';

call private.disable_statistics();

reset check_function_bodies;
