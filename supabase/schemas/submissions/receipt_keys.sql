-- The receipt on the screen. A form may read nothing back, so the browser sends a random key with the row
-- (header `x-receipt-key`), and then asks with it for the reference. A duplicate has the reference of the
-- stored one.

create table private.receipt_keys (
  hash bytea primary key,
  submission_id uuid not null references public.submissions (id) on delete cascade,
  created_at timestamptz not null default now()
);
create index receipt_keys_submission_id_idx on private.receipt_keys (submission_id);
create index receipt_keys_created_at_idx on private.receipt_keys (created_at);
comment on index private.receipt_keys_created_at_idx is 'The retention rule.';
alter table private.receipt_keys enable row level security;
