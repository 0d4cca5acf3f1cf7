-- Revoke first: nothing in this database is reachable through the API unless a later migration grants it.

-- A hosted project grants everything in `public` to the API roles. Whatever is created from here on
-- starts with no grants at all, and each migration grants, column by column, what its tables need.
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;
-- EXECUTE for PUBLIC is a built-in default that only a revoke without a schema takes away.
alter default privileges revoke execute on functions from public;

revoke create on schema public from public, anon, authenticated, service_role;

-- Helpers that policies and triggers call. The schema is not exposed through the API.
create schema private;
revoke all on schema private from public;
grant usage on schema private to authenticated;
