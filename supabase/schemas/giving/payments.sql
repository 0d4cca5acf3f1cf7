create table private.payments (
  id text primary key check (char_length(id) <= 200),
  gift text not null check (char_length(gift) <= 200),
  refunded numeric(12, 2) not null default 0 check (refunded >= 0),
  refunded_at timestamptz
);
comment on column private.payments.refunded is 'The total refund at `refunded_at`, the newest that the provider sent.';
comment on column private.payments.gift is 'The payment_id of its gift: its own id, or an invoice''s.';
create index payments_gift_idx on private.payments (gift);
alter table private.payments enable row level security;
