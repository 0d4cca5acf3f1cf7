create table private.invitations (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  role public.app_role not null,
  permission_ids uuid[] not null,
  invited_by uuid references public.profiles (id) on delete set null,
  invited_at timestamptz not null default now(),
  expires_at timestamptz not null,
  outcome text check (outcome in ('accepted', 'expired', 'taken_back', 'replaced', 'withdrawn')),
  ended_at timestamptz,
  has_words boolean not null default true,
  constraint invitations_outcome_check1 check ((outcome is null) = (ended_at is null))
);
comment on table private.invitations is
  'The history of private.role_offers: each role that an account was offered, and what became of it.';
comment on column private.invitations.outcome is
  'Null while it is open: its last day may be over. Withdrawn: its inviter lost a right, or someone gave the account a role.';
comment on column private.invitations.has_words is 'Whether the mails of the account may still name it.';
create unique index invitations_open_idx on private.invitations (user_id) where outcome is null;
comment on index private.invitations_open_idx is 'An account has one open invitation.';
create index invitations_user_id_idx on private.invitations (user_id);
create index invitations_invited_by_idx on private.invitations (invited_by);
create index invitations_invited_at_idx on private.invitations (invited_at);
comment on index private.invitations_invited_at_idx is 'The list of invitations, newest first, and the retention rule.';
create index invitations_has_words_idx on private.invitations (user_id) where has_words and outcome is not null;
comment on index private.invitations_has_words_idx is 'Ended invitations that mails may still name: private.tidy_invitations.';
alter table private.invitations enable row level security;
create trigger log_outcome after update of outcome on private.invitations
  for each row execute function private.log_outcome();
create trigger log_change after insert on private.invitations
  for each row execute function private.log_change('user_id', 'role');
