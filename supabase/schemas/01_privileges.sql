-- Revoke first: nothing in this database is reachable through the API unless one of these files grants it.

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

-- The office

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

-- Telephones

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
grant execute on function private.office_country(), private.telephones(text), private.phone_keys(text)
to authenticated, service_role;

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

create extension if not exists pg_trgm with schema extensions;

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
