create table private.contact_points (
  person_id uuid not null references private.people (id) on delete cascade,
  kind text not null check (kind in ('email', 'phone', 'post')),
  normalized text not null,
  value text not null,
  valid_since timestamptz not null default now(),
  parts jsonb,
  label text check (private.is_line(label, 60)),
  is_preferred boolean not null default false,
  level private.contact_level not null default 'told',
  is_confirmed boolean not null default false,
  folded text not null generated always as (case kind when 'email' then private.folded_address(normalized) else normalized end) stored,
  open_to text[] check (open_to <> '{}'),
  retired_at timestamptz,
  told_by uuid[] check (told_by <> '{}'),
  primary key (person_id, kind, normalized),
  constraint contact_points_parts_check check ((kind = 'post') = (parts is not null)),
  constraint contact_points_retired_at_check check (retired_at is null or not is_preferred)
);
comment on table private.contact_points is
  'The emails, phones and postal addresses of people. The rule finds a person by email and phone, never by a postal address, which only staff enter. Nothing protected is here: neither a mentee''s phone nor the parents in a mentee''s record.';
comment on column private.contact_points.normalized is
  'An email in lower case, so that each spelling is a point of its own; or one of the private.phone_keys of a phone.';
comment on column private.contact_points.folded is
  'What the rule compares: the private.folded_address of an email, else `normalized`.';
comment on column private.contact_points.value is 'As typed.';
comment on column private.contact_points.level is
  'The highest level among the rows with this point; at least `entered` if a colleague confirmed it.';
comment on column private.contact_points.is_confirmed is
  'Whether a colleague confirmed what was only told. It goes with the last row that has the point.';
comment on column private.contact_points.valid_since is 'When it came, or when it became better known than told.';
comment on column private.contact_points.parts is
  'The parts of a postal address: street, city, region, postal_code, country.';
comment on column private.contact_points.open_to is
  'Of an email or phone that a colleague added to the person, in the spelling of the colleague: the tables with the person that the colleague could read, whose readers see it. It stays without a row.';
comment on column private.contact_points.told_by is
  'The imported gifts that gave a postal address. An undo removes it with the last of them, unless a colleague entered it since.';
comment on column private.contact_points.retired_at is
  'A colleague said that it is out of use: no letter goes there, and the rule still knows its person.';
create unique index contact_points_is_preferred_key on private.contact_points (person_id, kind) where is_preferred;
comment on index private.contact_points_is_preferred_key is 'A person has one preferred email and one preferred phone.';
create index contact_points_folded_idx on private.contact_points (folded, kind);
comment on index private.contact_points_folded_idx is 'The rule: people by email or phone.';
create index contact_points_mailbox_idx on private.contact_points (private.mailbox(normalized)) where kind = 'email';
comment on index private.contact_points_mailbox_idx is 'People of a mailbox, for an import of unsubscribed addresses.';
create index contact_points_post_idx on private.contact_points
  using gin (normalized extensions.gin_trgm_ops) with (fastupdate = off) where kind = 'post';
comment on index private.contact_points_post_idx is 'The search for people by street.';
create index contact_points_added_idx on private.contact_points
  using gin (private.searchable(variadic array[value] || private.telephones(value)) extensions.gin_trgm_ops) with (fastupdate = off)
  where open_to is not null;
comment on index private.contact_points_added_idx is 'Searches for people by an email or phone that a colleague added.';
create index contact_points_told_by_idx on private.contact_points using gin (told_by) with (fastupdate = off) where told_by is not null;
comment on index private.contact_points_told_by_idx is 'The addresses of an import, for its undo.';
alter table private.contact_points enable row level security;
create trigger address_donors_added after insert on private.contact_points
  referencing new table as changed for each statement execute function private.address_donors();
create trigger address_donors_changed after update on private.contact_points
  referencing new table as changed for each statement execute function private.address_donors();
create trigger address_donors_removed after delete on private.contact_points
  referencing old table as changed for each statement execute function private.address_donors();
