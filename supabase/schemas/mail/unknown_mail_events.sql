create table private.unknown_mail_events (
  kind text primary key check (char_length(kind) <= 100),
  times integer not null default 1,
  last_at timestamptz not null default now()
);
comment on table private.unknown_mail_events is
  'Kinds of events that mail-events does not know, how often they came, and when last: the doctor names them.';
alter table private.unknown_mail_events enable row level security;
