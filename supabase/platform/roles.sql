-- A hosted project before its first migration: roles, schemas, grants and default privileges.
-- Run by `supabase_admin`, the only superuser. Read in supabase/postgres at 7db7e1a9 (migrations/db and
-- supautils.conf) and in its later changes of April 2025, which takes the auth and storage admins from
-- `postgres`, and of June 2025, about Postgres 16 and later.

create role postgres login createdb createrole replication bypassrls;
create role anon nologin;
create role authenticated nologin;
create role service_role nologin bypassrls;
create role authenticator login noinherit;
create role supabase_auth_admin login noinherit createrole;
create role supabase_realtime_admin nologin noinherit;
create role supabase_storage_admin login noinherit createrole;
create role dashboard_user nologin createdb createrole replication;

grant anon, authenticated, service_role to authenticator, postgres;
grant pg_monitor, pg_read_all_data, pg_signal_backend to postgres;
-- Since Postgres 16 only a member with this option may grant a role to others.
do $$
begin
  if current_setting('server_version_num')::int >= 160000 then
    grant anon, authenticated, service_role to postgres with admin option;
  end if;
end
$$;
-- `safeupdate` is loaded for this role, too: `cluster.ts` says from where.
alter role authenticator set statement_timeout = '8s';
alter role authenticator set lock_timeout = '8s';
alter role anon set statement_timeout = '3s';
alter role authenticated set statement_timeout = '8s';
alter role postgres set search_path = "$user", public, extensions;
-- supautils lets it: a restore runs without triggers.
grant set on parameter session_replication_role to postgres;
alter role supabase_auth_admin set search_path = auth;
alter role supabase_storage_admin set search_path = storage;
grant authenticator to supabase_storage_admin;
alter role supabase_auth_admin set idle_in_transaction_session_timeout = '60s';

alter database postgres owner to postgres;
grant usage on schema public to anon, authenticated, service_role;

create schema extensions authorization postgres;
grant usage on schema extensions to anon, authenticated, service_role;
create extension "uuid-ossp" with schema extensions;
create extension pgcrypto with schema extensions;
grant all on all functions in schema extensions to postgres with grant option;

do $$
declare
  maker text;
begin
  foreach maker in array array['postgres', 'supabase_admin'] loop
    execute format(
      'alter default privileges for role %1$I in schema public
         grant all on tables to postgres, anon, authenticated, service_role;
       alter default privileges for role %1$I in schema public
         grant all on functions to postgres, anon, authenticated, service_role;
       alter default privileges for role %1$I in schema public
         grant all on sequences to postgres, anon, authenticated, service_role',
      maker
    );
  end loop;
end
$$;

create publication supabase_realtime;
alter publication supabase_realtime owner to postgres;
