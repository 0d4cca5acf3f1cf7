create table private.refused_payment_events (
  reason text primary key check (char_length(reason) <= 300),
  times integer not null default 1,
  last_at timestamptz not null default now()
);
comment on table private.refused_payment_events is 'Why events were refused, how often they came, and when last: the doctor names them.';
alter table private.refused_payment_events enable row level security;
