create table private.concern_steps (
  id uuid primary key default gen_random_uuid(),
  concern_id uuid not null references private.concerns (id) on delete cascade,
  kind text not null check (kind in ('opened', 'acknowledged', 'note', 'closed', 'reopened')),
  body text check (private.is_text(body, 5000)),
  author_id uuid references public.profiles (id) on delete set null,
  author_name text not null check (private.is_line(author_name, 400)),
  created_at timestamptz not null default now(),
  constraint concern_steps_said_check check ((body is null) = (kind in ('opened', 'acknowledged')))
);
comment on table private.concern_steps is
  'What leads did with a concern, each opening included. Rows are only added; they go with their concern.';
create index concern_steps_concern_id_idx on private.concern_steps (concern_id, created_at);
comment on index private.concern_steps_concern_id_idx is 'The steps of a concern, oldest first.';
create index concern_steps_author_id_idx on private.concern_steps (author_id);
alter table private.concern_steps enable row level security;
