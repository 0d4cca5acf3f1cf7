create table private.consents (
  id uuid primary key default gen_random_uuid(),
  child_id uuid not null references private.people (id) on delete cascade,
  adult_id uuid not null references private.people (id) on delete cascade,
  kind text not null,
  version integer not null,
  answer text not null check (answer in ('yes', 'no', 'withdrawn')),
  road text not null check (road in ('mail', 'code', 'staff')),
  note text check (private.is_text(note, 500)),
  request_id uuid references private.consent_requests (id) on delete set null,
  recorded_by uuid references public.profiles (id) on delete set null,
  given_for uuid not null,
  given_as uuid not null,
  joined_at timestamptz,
  given_at timestamptz not null default clock_timestamp(),
  foreign key (kind, version) references private.consent_texts (kind, version),
  constraint consents_staff_check check (road <> 'staff' or note is not null),
  constraint consents_people_check check (child_id <> adult_id)
);
comment on table private.consents is
  'What guardians answered for a child, one row for each answer; none is changed. Only the newest of each guardian counts.';
comment on column private.consents.road is 'By the link of a mail, by a code on a colleague''s screen, or told to staff, who note how.';
comment on column private.consents.given_as is
  'The guardian as the answer came, as `given_for` the child: after a join, an answer of one half takes back none of the other.';
comment on column private.consents.joined_at is
  'When a join brought it to this child or guardian. A later answer of the guardian replaces it.';
create index consents_child_id_idx on private.consents (child_id, kind, adult_id, given_at);
comment on index private.consents_child_id_idx is 'The newest answers for a child: the family card, and who has not given one.';
create index consents_adult_id_idx on private.consents (adult_id);
create index consents_request_id_idx on private.consents (request_id);
comment on index private.consents_request_id_idx is 'The answers by one link, which are limited.';
create index consents_recorded_by_idx on private.consents (recorded_by);
create index consents_kind_version_idx on private.consents (kind, version);
alter table private.consents enable row level security;
