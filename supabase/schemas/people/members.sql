create table private.members (
  group_id uuid not null references private.people (id) on delete cascade,
  person_id uuid not null references private.people (id) on delete cascade,
  role text not null check (role in ('partner', 'parent', 'child', 'relative', 'employee', 'contact', 'other')),
  created_at timestamptz not null default now(),
  second_of uuid,
  primary key (group_id, person_id),
  constraint members_check check (group_id <> person_id)
);
comment on table private.members is
  'Who belongs to a household or organization. What an adult is to a child is in private.guardians.';
comment on column private.members.second_of is
  'The imported gift that names them as its second contact, where they were known before.';
create index members_second_of_idx on private.members (second_of) where second_of is not null;
create index members_person_id_idx on private.members (person_id);
alter table private.members enable row level security;
