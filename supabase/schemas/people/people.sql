create table private.people (
  id uuid primary key default gen_random_uuid(),
  name text check (private.is_line(name, 300)),
  names text[] not null default '{}',
  is_known_by_name boolean not null default false,
  created_at timestamptz not null default now(),
  kind text not null default 'person' check (kind in ('person', 'household', 'organization')),
  language text check (private.is_line(language, 60)),
  is_deceased boolean not null default false,
  do_not_contact boolean not null default false,
  wants_paper boolean not null default false,
  second_of uuid,
  is_couple boolean not null default false,
  is_renamed boolean not null default false
);
comment on column private.people.is_renamed is 'Staff gave the name, which is shown instead of that of the rows.';
comment on column private.people.is_couple is
  'The name is that of two people, who are each a person of their own. Staff take it off a firm.';
comment on column private.people.kind is 'A household or organization has private.members, and may be a donor.';
comment on column private.people.wants_paper is 'Receipts of a year go by post, where there is a postal address.';
comment on column private.people.names is
  'As private.plain_name has them, by which the rule knows the person: the first name that came, that from staff, and those of merged people. Later rows add none, since a stranger may type any.';
comment on column private.people.is_known_by_name is 'Whether gifts without an address and a phone belong here by their name.';
create index people_name_idx on private.people ((names[1]));
comment on column private.people.second_of is
  'The imported gift that names them as its second contact: a person without a row, seen in the household by readers of gifts. Or the household that it made.';
create index people_second_of_idx on private.people (second_of) where second_of is not null;
create index people_created_at_idx on private.people (created_at);
create index people_silent_idx on private.people (id) where is_deceased or do_not_contact;

alter table private.people enable row level security;
create trigger name_donor after update of name on private.people
  for each row when (new.name is not null and old.name is distinct from new.name) execute function private.name_donor();
