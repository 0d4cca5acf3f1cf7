create table private.guardians (
  child_id uuid not null references private.people (id) on delete cascade,
  adult_id uuid not null references private.people (id) on delete cascade,
  relation text not null default 'parent' check (relation in ('parent', 'guardian', 'relative', 'other')),
  may_collect boolean not null default false,
  no_contact boolean not null default false,
  is_of_record boolean not null default false,
  created_at timestamptz not null default now(),
  email text check (private.is_line(email, 254)),
  phone text check (private.is_line(phone, 40)),
  must_not_collect boolean not null default false,
  primary key (child_id, adult_id),
  constraint guardians_check check (child_id <> adult_id),
  constraint guardians_collect_check check (not (may_collect and must_not_collect))
);
comment on table private.guardians is
  'An adult and a child, apart from households: parents may live apart. It is read only after a logged opening of the child.';
comment on column private.guardians.is_of_record is
  'Whether the adult is the parent whom the mentee''s record names. They may have no row, and then no email and phone here.';
comment on column private.guardians.must_not_collect is 'Going home shows it: this adult must not collect the child.';
comment on column private.guardians.email is
  'How staff reach an adult without a record, as the phone: no search and no rule finds anyone by it.';
create index guardians_adult_id_idx on private.guardians (adult_id);
alter table private.guardians enable row level security;
create trigger tidy_parents after delete on private.guardians referencing old table as gone
  for each statement execute function private.tidy_parents();
