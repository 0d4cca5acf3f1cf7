create table private.recovery_attempts (
  id bigint primary key generated always as identity,
  user_id uuid not null references public.profiles (id) on delete cascade,
  tried_at timestamptz not null default now()
);
comment on table private.recovery_attempts is 'Wrong recovery codes of the last fifteen minutes.';
create index recovery_attempts_user_id_idx on private.recovery_attempts (user_id, tried_at);
comment on index private.recovery_attempts_user_id_idx is 'An account''s wrong codes of the last fifteen minutes.';
create index recovery_attempts_tried_at_idx on private.recovery_attempts (tried_at);
comment on index private.recovery_attempts_tried_at_idx is 'The retention rule.';
alter table private.recovery_attempts enable row level security;
