-- Merges. The merged row leaves its table, and an undo can restore it for 30 days.

create table private.merges (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('mentors', 'mentees', 'trainers')),
  kept_id uuid not null,
  merged_id uuid not null,
  merged_name text not null,
  merged_row jsonb not null,
  replaced jsonb not null,
  followed jsonb not null,
  united_id uuid,
  actor_id uuid references public.profiles (id) on delete set null,
  actor_name text,
  created_at timestamptz not null default now()
);
comment on column private.merges.replaced is 'Column of the kept row to [before, after].';
comment on column private.merges.followed is
  'What happened to each row that referred to the merged one, in order: its table, column and new primary key if it was moved, with other columns that this changed as they were; the whole row if it would have been a duplicate.';
comment on column private.merges.united_id is 'The private.person_merges of their people, if these were two.';
create index merges_kept_id_idx on private.merges (kept_id);
create index merges_actor_id_idx on private.merges (actor_id);
create index merges_created_at_idx on private.merges (created_at);
comment on index private.merges_created_at_idx is 'The retention rule.';
alter table private.merges enable row level security;
create trigger follow_child after insert on private.merges
  for each row when (new.kind = 'mentees') execute function private.follow_child();
