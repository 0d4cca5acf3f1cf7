create table private.leavings (
  id uuid primary key,
  account_id uuid not null references public.profiles (id) on delete cascade,
  role public.app_role not null,
  permission_ids uuid[] not null,
  address_key bytea,
  ended_by uuid references public.profiles (id) on delete set null,
  left_at timestamptz not null default now(),
  undone_at timestamptz,
  given_back integer
);
comment on table private.leavings is 'Members of staff who left: what they held, and who ended it. Undone within a day.';
comment on column private.leavings.address_key is
  'A hash of the account''s address and this id: with another address its rights don''t come back.';
comment on column private.leavings.given_back is 'How many things went back when it was undone.';
create index leavings_left_at_idx on private.leavings (left_at);
comment on index private.leavings_left_at_idx is 'Those of the last day, and the retention rule.';
create index leavings_account_id_idx on private.leavings (account_id);
create index leavings_ended_by_idx on private.leavings (ended_by);
alter table private.leavings enable row level security;
