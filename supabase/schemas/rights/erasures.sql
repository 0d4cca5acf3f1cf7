create table private.erasures (
  id uuid primary key default gen_random_uuid(),
  subject_hash text not null,
  other_hashes text[] not null default '{}',
  reason text not null check (reason in ('asked', 'parent_asked', 'consent_withdrawn', 'no_longer_needed', 'unlawful')),
  requested_by uuid,
  requested_at timestamptz not null default now(),
  erased_by uuid,
  erased_at timestamptz,
  counts jsonb,
  identity text not null check (identity in ('replied', 'called_back', 'in_person')),
  contact_hash text,
  chosen_hashes text[] not null default '{}',
  left_hashes text[] not null default '{}'
);
comment on column private.erasures.subject_hash is 'Keyed hash of the person''s id, of the address, or of the id of a child.';
comment on column private.erasures.other_hashes is 'Keyed hashes of the other addresses and ids of the person.';
comment on column private.erasures.identity is 'How the colleague checked who asks.';
comment on column private.erasures.contact_hash is
  'Keyed hash of the email that they replied from, or of the phone at which a colleague called them back.';
comment on column private.erasures.chosen_hashes is
  'Keyed hashes of the ids of the chosen records: what a second admin approves, and what is erased again after a restore.';
comment on column private.erasures.left_hashes is
  'Keyed hashes of the ids of the records that were shown but not chosen.';
comment on column private.erasures.requested_by is 'The account''s id, also after its deletion; null for the command line.';
comment on column private.erasures.counts is 'Label, action and number of rows of each part.';
create index erasures_subject_hash_idx on private.erasures (subject_hash);
comment on index private.erasures_subject_hash_idx is 'The certificates of a subject.';
create unique index erasures_waiting_key on private.erasures (subject_hash) where erased_at is null;
comment on index private.erasures_waiting_key is 'A subject has one open request.';
alter table private.erasures enable row level security;
