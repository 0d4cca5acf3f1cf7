-- The schema of Realtime that migrations use, for both stand-ins of a hosted project: read in
-- supabase/realtime at 833cf36c (tenants/repo/migrations).

create schema realtime;
create table realtime.messages (
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  updated_at timestamp not null default now(),
  inserted_at timestamp not null default now(),
  id uuid not null default gen_random_uuid(),
  binary_payload bytea check (payload is null or binary_payload is null),
  primary key (id, inserted_at)
) partition by range (inserted_at);
alter table realtime.messages enable row level security;
-- The service makes a partition for each day.
create table realtime.messages_of_all_days partition of realtime.messages default;
create function realtime.topic() returns text language sql stable as $$
  select nullif(current_setting('realtime.topic', true), '')
$$;
create function realtime.send(payload jsonb, event text, topic text, private boolean default true)
returns void language plpgsql as $$
declare
  message constant uuid := gen_random_uuid();
begin
  perform set_config('realtime.topic', topic, true);
  insert into realtime.messages (id, payload, event, topic, private, extension)
  values (message, jsonb_build_object('id', message) || payload, event, topic, private, 'broadcast');
exception
  when others then raise warning 'WarnSendingBroadcastMessage: %', sqlerrm;
end
$$;
