create table private.person_notes (
  id uuid primary key,
  person_id uuid not null references private.people (id) on delete cascade,
  kind text not null check (kind in ('note', 'call')),
  body text not null check (private.is_text(body, 5000)),
  open_to text[] not null check (open_to <> '{}'),
  author_id uuid,
  author_name text,
  created_at timestamptz not null default now()
);
comment on column private.person_notes.open_to is
  'The tables with the person that the author could read. Whoever reads one of them reads the note.';
comment on column private.person_notes.author_id is 'The account''s id, also after its deletion.';
create index person_notes_person_id_idx on private.person_notes (person_id);
create index person_notes_author_id_idx on private.person_notes (author_id);
create index person_notes_created_at_idx on private.person_notes (created_at);
comment on index private.person_notes_created_at_idx is 'The retention rule.';
alter table private.person_notes enable row level security;
