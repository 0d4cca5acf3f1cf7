-- Revoke first: nothing in this database is reachable through the API unless one of these files grants it.

-- A function may come before the tables that its body names: Postgres reads a body when it is called, and
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
