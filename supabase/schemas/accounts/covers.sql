create table private.covers (
  id uuid primary key,
  account_id uuid not null references public.profiles (id) on delete cascade,
  cover_id uuid not null references public.profiles (id) on delete cascade,
  starts_on date not null,
  ends_on date not null check (ends_on between starts_on and starts_on + 89),
  over_at timestamptz not null,
  set_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  check (cover_id <> account_id)
);
comment on table private.covers is 'Absences: who is away from a day to a day, and which colleague looks after their work.';
comment on column private.covers.over_at is
  'When it ends: midnight in the office after the last day, or when it was ended before.';
create index covers_account_id_idx on private.covers (account_id, over_at);
comment on index private.covers_account_id_idx is 'Whether an account is away.';
create index covers_cover_id_idx on private.covers (cover_id, over_at);
comment on index private.covers_cover_id_idx is 'Whom an account covers.';
create index covers_over_at_idx on private.covers (over_at);
comment on index private.covers_over_at_idx is 'The absences of now and later, and the retention rule.';
create index covers_set_by_idx on private.covers (set_by);
alter table private.covers enable row level security;
