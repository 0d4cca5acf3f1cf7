create table private.role_offers (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  role public.app_role not null,
  permission_ids uuid[] not null,
  offered_by uuid references public.profiles (id) on delete cascade,
  expires_at timestamptz not null default now() + interval '14 days'
);
comment on table private.role_offers is
  'The role and permissions that an account gets with a new password, set through a mail. Until then it has no password.';
create index role_offers_offered_by_idx on private.role_offers (offered_by);
alter table private.role_offers enable row level security;

create trigger copy_offer after insert or update or delete on private.role_offers
  for each row execute function private.copy_offer();
create trigger record_invitation after insert or update or delete on private.role_offers
  for each row execute function private.record_invitation();
