-- Recovery codes last as long as the account has a factor, and the first one used removes it.

create table private.recovery_codes (
  user_id uuid references public.profiles (id) on delete cascade,
  code_hash text,
  primary key (user_id, code_hash)
);
comment on table private.recovery_codes is
  'Ten for each account with a second factor, as bcrypt hashes. The hashes of an account share one salt, so a try costs one hash.';
alter table private.recovery_codes enable row level security;
