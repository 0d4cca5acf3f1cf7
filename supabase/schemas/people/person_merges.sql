-- Merges of two people: the rows that the caller may read go to the kept person, and the others stay. So
-- nobody changes, or learns of, what they may not see. An undo restores everything for 30 days.

create table private.person_merges (
  id uuid primary key,
  kept_id uuid not null,
  merged_id uuid not null,
  person jsonb not null,
  donor jsonb,
  added_names text[] not null,
  moved jsonb not null,
  notes uuid[] not null,
  is_of_records boolean not null,
  actor_id uuid,
  actor_name text,
  created_at timestamptz not null default now(),
  ties jsonb not null default '{}'
);
comment on column private.person_merges.ties is
  'The private.ties_of both before the merge, and of the kept one after it.';
comment on column private.person_merges.person is
  'The row of the merged person; `donor` is their row of donors, if both were donors.';
comment on column private.person_merges.moved is
  'The ids of the moved rows by source, as in private.rows_of_people, and of those that refer to the donor.';
comment on column private.person_merges.is_of_records is
  'Whether it came with a merge of two records, whose undo undoes it.';
create index person_merges_kept_id_idx on private.person_merges (kept_id);
create index person_merges_merged_id_idx on private.person_merges (merged_id);
create index person_merges_actor_id_idx on private.person_merges (actor_id);
create index person_merges_created_at_idx on private.person_merges (created_at);
comment on index private.person_merges_created_at_idx is 'The retention rule.';
alter table private.person_merges enable row level security;
