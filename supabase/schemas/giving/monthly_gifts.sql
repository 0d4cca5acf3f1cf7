create table private.monthly_gifts (
  id text primary key check (char_length(id) <= 200),
  customer text check (char_length(customer) <= 200),
  donor_id uuid references public.donors (id) on update cascade on delete cascade,
  paid_at timestamptz,
  failures integer not null default 0,
  failing_since timestamptz,
  ended_at timestamptz
);
comment on table private.monthly_gifts is 'The provider''s subscriptions.';
comment on column private.monthly_gifts.failures is 'Failed payments since the last one that succeeded.';
create index monthly_gifts_customer_idx on private.monthly_gifts (customer);
create index monthly_gifts_paid_at_idx on private.monthly_gifts (paid_at desc nulls last, id) where ended_at is null and donor_id is not null;
comment on index private.monthly_gifts_paid_at_idx is 'The list of running monthly gifts, paid last first.';
create index monthly_gifts_donor_id_idx on private.monthly_gifts (donor_id);
alter table private.monthly_gifts enable row level security;
