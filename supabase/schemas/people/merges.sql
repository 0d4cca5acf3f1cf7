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
  'The rows that referred to the merged one, in order: table, column and the new primary key of a row that was moved; or the whole row, where it would have been a duplicate.';
comment on column private.merges.united_id is 'The private.person_merges of their people, where they were two.';
create index merges_kept_id_idx on private.merges (kept_id);
create index merges_actor_id_idx on private.merges (actor_id);
create index merges_created_at_idx on private.merges (created_at);
alter table private.merges enable row level security;
