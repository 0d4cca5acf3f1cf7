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
comment on column private.people.is_renamed is
  'Whether staff gave the name, which is shown instead of the rows'' names.';
comment on column private.people.is_couple is
  'Whether the name is that of two people, each a person of their own. Staff clear it for a firm.';
comment on column private.people.kind is 'A household or organization has private.members, and may be a donor.';
comment on column private.people.wants_paper is 'Receipts of a year go by post, where there is a postal address.';
comment on column private.people.names is
  'The names by which the rule knows the person, as private.plain_name writes them: the first that came, the one from staff, and those of merged people. Later rows add none: a stranger may type any name.';
comment on column private.people.is_known_by_name is
  'Whether a gift without an address and a phone belongs to this person by the name.';
create index people_name_idx on private.people ((names[1]));
comment on index private.people_name_idx is
  'People by the first of their names: the donor of a gift without address and phone, and people who may be the same.';
comment on column private.people.second_of is
  'The imported gift that names them as its second contact: a person without a row, whom readers of gifts see in the household. Or the gift that made the household.';
create index people_second_of_idx on private.people (second_of) where second_of is not null;
create index people_created_at_idx on private.people (created_at);
comment on index private.people_created_at_idx is 'The retention rule.';
create index people_silent_idx on private.people (id) where is_deceased or do_not_contact;
comment on index private.people_silent_idx is 'People whom no campaign is sent to: deceased, or not to be contacted.';

alter table private.people enable row level security;
create trigger name_donor after update of name on private.people
  for each row when (new.name is not null and old.name is distinct from new.name) execute function private.name_donor();
