create table private.begun_accounts (
  begun_by uuid references public.profiles (id) on delete cascade,
  address text,
  nonce_hash bytea not null unique,
  begun_at timestamptz not null default now(),
  invited_as public.app_role,
  permission_ids uuid[] not null default '{}',
  primary key (begun_by, address)
);
comment on table private.begun_accounts is 'Sign-ups that staff announced. Each is good once, within an hour.';
comment on column private.begun_accounts.invited_as is 'The role that the account is invited to; null for an account whose password staff choose.';
alter table private.begun_accounts enable row level security;
