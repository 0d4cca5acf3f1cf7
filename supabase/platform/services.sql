-- Objects of the other services that migrations use: pg_cron, pg_net and Vault, and the owners and grants
-- of Realtime and Storage, which have embedded/realtime.sql and storage.sql. Run by `supabase_admin` after auth.sql. Read in
-- supabase/postgres at 7db7e1a9. The embedded bootstrap.sql cannot serve here: it stands for pg_cron, which
-- runs here, answers calls of pg_net by a notification of PGlite, and has one role that owns everything.

grant usage on schema realtime to anon, authenticated, service_role;
grant select, insert, update on realtime.messages to anon, authenticated, service_role;
grant usage on schema realtime to postgres with grant option;
grant usage, create on schema realtime to supabase_realtime_admin;
grant all on realtime.messages to postgres, dashboard_user;
alter table realtime.messages owner to supabase_realtime_admin;
alter function realtime.topic() owner to supabase_realtime_admin;
alter function realtime.send(jsonb, text, text, boolean) owner to supabase_realtime_admin;

grant usage on schema storage to postgres with grant option;
grant all on storage.buckets, storage.objects to postgres with grant option;
grant usage, create on schema storage to supabase_storage_admin;
alter table storage.buckets owner to supabase_storage_admin;
alter table storage.objects owner to supabase_storage_admin;
alter function storage.foldername(text) owner to supabase_storage_admin;
alter function storage.filename(text) owner to supabase_storage_admin;
alter function storage.operation() owner to supabase_storage_admin;
alter function storage.update_updated_at_column() owner to supabase_storage_admin;
alter function storage.protect_delete() owner to supabase_storage_admin;

-- supautils creates extensions for `postgres`, and an event trigger hands out these grants.
create extension pg_cron;
grant usage on schema cron to postgres with grant option;
grant all on all functions in schema cron to postgres with grant option;
grant all on all tables in schema cron to postgres with grant option;
revoke all on cron.job from postgres;
grant select on cron.job to postgres with grant option;

create schema net;
grant usage on schema net to postgres, anon, authenticated, service_role;
create unlogged table net.http_request_queue (
  id bigserial primary key,
  method text not null,
  url text not null,
  headers jsonb,
  body bytea,
  timeout_milliseconds integer not null
);
create unlogged table net._http_response (
  id bigint,
  status_code integer,
  content_type text,
  headers jsonb,
  content text,
  timed_out boolean,
  error_msg text,
  created timestamptz not null default now()
);
create function net.http_post(
  url text, body jsonb default '{}', params jsonb default '{}', headers jsonb default '{}',
  timeout_milliseconds integer default 5000
) returns bigint language sql security definer set search_path = net as $$
  insert into http_request_queue (method, url, headers, body, timeout_milliseconds)
  values ('POST', url, headers, convert_to(body::text, 'UTF8'), timeout_milliseconds)
  returning id
$$;
revoke all on function net.http_post(text, jsonb, jsonb, jsonb, integer) from public;
grant execute on function net.http_post(text, jsonb, jsonb, jsonb, integer)
  to postgres, anon, authenticated, service_role;
grant select on all tables in schema net to postgres;

create schema vault;
create table vault.secrets (
  id uuid primary key default gen_random_uuid(),
  name text unique,
  description text not null default '',
  secret text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create view vault.decrypted_secrets as select *, secret as decrypted_secret from vault.secrets;
create function vault.create_secret(new_secret text, new_name text default null, new_description text default '')
returns uuid language sql security definer set search_path = '' as $$
  insert into vault.secrets (secret, name, description) values (new_secret, new_name, new_description)
  returning id
$$;
create function vault.update_secret(
  secret_id uuid, new_secret text default null, new_name text default null, new_description text default null
) returns void language sql security definer set search_path = '' as $$
  update vault.secrets
  set secret = coalesce(new_secret, secret), name = coalesce(new_name, name),
    description = coalesce(new_description, description), updated_at = now()
  where id = secret_id
$$;
revoke all on all functions in schema vault from public;
grant usage on schema vault to postgres with grant option;
grant select, delete on vault.secrets, vault.decrypted_secrets to postgres with grant option;
grant execute on all functions in schema vault to postgres with grant option;

create extension pgtap with schema extensions;
create extension plpgsql_check with schema extensions;

alter database postgres set search_path = "$user", public, extensions;
