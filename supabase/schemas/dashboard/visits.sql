-- A visit ends after half an hour without a call.

create table private.visits (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  seen_at timestamptz not null default now(),
  previous_at timestamptz
);
alter table private.visits enable row level security;
