-- Events of the mail provider, each recorded once however often it arrives.

create table private.mail_events (
  id text primary key,
  received_at timestamptz not null default now()
);
create index mail_events_received_at_idx on private.mail_events (received_at);
alter table private.mail_events enable row level security;
