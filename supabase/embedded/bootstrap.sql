-- The objects of a hosted Supabase project before its first migration. Runs once, on a new database.

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
  updated_at timestamptz not null default now(),
  authentication_method text not null,
  primary key (session_id, authentication_method)
);
create table auth.mfa_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  friendly_name text,
  factor_type text not null default 'totp',
  status text not null default 'unverified',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  secret text,
  last_challenged_at timestamptz unique
);
create unique index mfa_factors_user_friendly_name_unique
  on auth.mfa_factors (friendly_name, user_id) where trim(friendly_name) <> '';
create index mfa_factors_user_id_idx on auth.mfa_factors (user_id);
create table auth.mfa_challenges (
  id uuid primary key default gen_random_uuid(),
  factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
  created_at timestamptz not null default now(),
  verified_at timestamptz,
  ip_address text not null
);

-- Objects only of the embedded backend; invisible to the API roles.
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

-- The parts of pg_cron that migrations use. backend.ts runs the jobs.
create schema cron;
create table cron.job (jobname text primary key, schedule text not null, command text not null);
create table cron.job_run_details (end_time timestamptz);
create function cron.schedule(job_name text, schedule text, command text) returns bigint language sql as $$
  insert into cron.job values (job_name, schedule, command)
  on conflict (jobname) do update set schedule = excluded.schedule, command = excluded.command
  returning 1::bigint
$$;

-- The parts of pg_net and Vault that migrations use. backend.ts calls the requested function.
create schema net;
create function net.http_post(
  url text, body jsonb default '{}', params jsonb default '{}', headers jsonb default '{}',
  timeout_milliseconds integer default 5000
) returns bigint language sql as $$
  select pg_notify('embedded_http', json_build_object('url', url, 'headers', headers, 'body', body)::text);
  select 1::bigint
$$;
create schema vault;
create table vault.decrypted_secrets (name text primary key, decrypted_secret text not null);
insert into vault.decrypted_secrets values
  ('deliver_mail_url', '/functions/v1/deliver-mail'),
  ('deliver_mail_secret', 'local-development-only');

-- Broadcasts, of which realtime.sql has the schema. A hosted project drops messages after three days.
grant usage on schema realtime to anon, authenticated, service_role;
grant select, insert, update on realtime.messages to anon, authenticated, service_role;
select cron.schedule(
  'delete_messages', '* * * * *',
  'delete from realtime.messages where inserted_at < now() - interval ''3 days'''
);

-- Notifies the realtime service at the end of the transaction.
create function embedded.broadcast() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_notify('embedded_realtime', to_jsonb(new)::text);
  return null;
end $$;
create trigger broadcast after insert on realtime.messages
  for each row when (new.private and new.extension = 'broadcast') execute function embedded.broadcast();

alter database postgres set search_path to "$user", public, extensions;
