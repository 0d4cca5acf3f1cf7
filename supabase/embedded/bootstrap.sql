-- What a hosted Supabase project has before its first migration. Runs once, on a new database.

do $$ begin
  create role anon nologin noinherit;
  create role authenticated nologin noinherit;
  create role service_role nologin noinherit bypassrls;
end $$;

create publication supabase_realtime;
create schema extensions;
create extension if not exists pgcrypto with schema extensions;
create extension if not exists "uuid-ossp" with schema extensions;

grant usage on schema public, extensions, auth to anon, authenticated, service_role;
alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
alter default privileges in schema public grant all on functions to anon, authenticated, service_role;
alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;

create schema supabase_migrations;
create table supabase_migrations.schema_migrations (
  version text primary key,
  statements text[],
  name text
);

-- As on a hosted project. The ones that @supabase/lite brings do not read request.jwt.claims.
create or replace function auth.uid() returns uuid language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.sub', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub'
  )::uuid
$$;
create or replace function auth.role() returns text language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.role', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role'
  )
$$;
create or replace function auth.email() returns text language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.email', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email'
  )
$$;

-- Parts of a hosted project's auth schema that @supabase/lite lacks and our migrations know.
create table auth.one_time_tokens (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  token_hash text not null
);
create table auth.mfa_amr_claims (
  session_id uuid not null references auth.sessions (id) on delete cascade,
  authentication_method text not null,
  primary key (session_id, authentication_method)
);

-- What only the embedded backend needs; invisible to the API roles.
create schema embedded;

-- A hosted project's extensions belong to another role than its tables, so that default privileges
-- which a migration takes away still hold for the functions of extensions.
create function embedded.open_extensions() returns event_trigger
language plpgsql set search_path = ''
as $$
begin
  grant execute on all functions in schema extensions to public;
end $$;
create event trigger embedded_open_extensions on ddl_command_end
  when tag in ('CREATE EXTENSION') execute function embedded.open_extensions();

-- Change capture for the realtime service, which attaches the trigger to the published tables.
create unlogged table embedded.changes (
  id bigint generated always as identity primary key,
  "schema" text not null,
  "table" text not null,
  type text not null,
  record jsonb,
  old_record jsonb,
  committed_at timestamptz not null default clock_timestamp()
);
create function embedded.capture() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into embedded.changes ("schema", "table", type, record, old_record)
  values (
    tg_table_schema, tg_table_name, tg_op,
    case when tg_op <> 'DELETE' then to_jsonb(new) end,
    case when tg_op <> 'INSERT' then to_jsonb(old) end
  );
  perform pg_notify('embedded_realtime', '');
  return null;
end $$;

alter database postgres set search_path to "$user", public, extensions;
