create table private.begun_accounts (
  begun_by uuid references public.profiles (id) on delete cascade,
  address text,
  nonce_hash bytea not null unique,
  begun_at timestamptz not null default now(),
  primary key (begun_by, address)
);
comment on table private.begun_accounts is 'Sign-ups that staff announced. Each is good once, within an hour.';
alter table private.begun_accounts enable row level security;
