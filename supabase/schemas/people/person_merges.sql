-- Two people who are one: the rows that the caller may read go to the one who is kept, and the others stay.
-- So nobody changes, or hears of, what they may not see. An undo restores it all for 30 days.

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
comment on column private.person_merges.ties is 'The private.ties_of both before it, and of the kept one after it.';
comment on column private.person_merges.person is 'The row of the merged person, and `donor` theirs of donors, where both were donors.';
comment on column private.person_merges.moved is 'Source to the ids of its rows: those of private.rows_of_people, and those that refer to the donor.';
comment on column private.person_merges.is_of_records is 'Whether a merge of two records brought it, whose undo undoes it.';
create index person_merges_kept_id_idx on private.person_merges (kept_id);
create index person_merges_merged_id_idx on private.person_merges (merged_id);
create index person_merges_actor_id_idx on private.person_merges (actor_id);
create index person_merges_created_at_idx on private.person_merges (created_at);
alter table private.person_merges enable row level security;
