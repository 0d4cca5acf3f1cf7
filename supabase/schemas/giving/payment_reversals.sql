create table private.payment_reversals (
  id text primary key check (char_length(id) <= 200),
  payment text not null check (char_length(payment) <= 200),
  kind text not null check (kind in ('refund_failed', 'dispute_lost', 'dispute_won')),
  amount numeric(12, 2) not null check (amount >= 0),
  told_at timestamptz not null
);
comment on table private.payment_reversals is 'Refunds that the bank returned, and closed disputes, by the provider''s id.';
create index payment_reversals_payment_idx on private.payment_reversals (payment);
alter table private.payment_reversals enable row level security;
