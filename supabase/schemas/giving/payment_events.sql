-- The payment provider's events. They may come repeatedly and in any order: a refund before its gift, and
-- the payment of an invoice before or after the invoice.

create table private.payment_events (
  id text primary key check (char_length(id) <= 200),
  received_at timestamptz not null default now()
);
create index payment_events_received_at_idx on private.payment_events (received_at);

alter table private.payment_events enable row level security;
