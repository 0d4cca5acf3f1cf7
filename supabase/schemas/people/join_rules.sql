-- Joins. Two people who become one are treated as carefully as the more careful half asks.

create table private.join_rules (
  table_name text not null,
  column_name text not null,
  rule text not null check (rule in ('kept', 'filled', 'group', 'or', 'and', 'oldest', 'highest', 'asked', 'united')),
  primary key (table_name, column_name)
);
comment on table private.join_rules is
  'How each column joins when two people, two ties or two contact points become one. kept: the value of the one who is kept; filled: theirs, or else the other''s; group: a household or organization before a person; or: true if one of the two is; and: true only if both are; oldest: the older time; highest: the higher level; asked: the colleague''s answer, else the kept one''s; united: the names, or the imported gifts, of both.';
alter table private.join_rules enable row level security;
insert into private.join_rules (table_name, column_name, rule) values
  ('private.people', 'id', 'kept'), ('private.people', 'name', 'kept'), ('private.people', 'names', 'united'),
  ('private.people', 'is_known_by_name', 'kept'), ('private.people', 'created_at', 'kept'), ('private.people', 'kind', 'group'),
  ('private.people', 'language', 'filled'), ('private.people', 'is_deceased', 'or'), ('private.people', 'do_not_contact', 'or'),
  ('private.people', 'wants_paper', 'or'), ('private.people', 'second_of', 'kept'), ('private.people', 'is_couple', 'kept'),
  ('private.people', 'is_renamed', 'kept'),
  ('private.guardians', 'child_id', 'kept'), ('private.guardians', 'adult_id', 'kept'), ('private.guardians', 'relation', 'asked'),
  ('private.guardians', 'may_collect', 'and'), ('private.guardians', 'must_not_collect', 'or'), ('private.guardians', 'no_contact', 'or'), ('private.guardians', 'is_of_record', 'or'),
  ('private.guardians', 'created_at', 'oldest'), ('private.guardians', 'email', 'filled'), ('private.guardians', 'phone', 'filled'),
  ('private.members', 'group_id', 'kept'), ('private.members', 'person_id', 'kept'), ('private.members', 'role', 'kept'),
  ('private.members', 'second_of', 'kept'), ('private.members', 'created_at', 'oldest'),
  ('private.contact_points', 'person_id', 'kept'), ('private.contact_points', 'kind', 'kept'),
  ('private.contact_points', 'normalized', 'kept'), ('private.contact_points', 'folded', 'kept'), ('private.contact_points', 'value', 'kept'),
  ('private.contact_points', 'valid_since', 'oldest'), ('private.contact_points', 'parts', 'filled'), ('private.contact_points', 'label', 'filled'),
  ('private.contact_points', 'is_preferred', 'kept'), ('private.contact_points', 'is_confirmed', 'or'), ('private.contact_points', 'level', 'highest'),
  ('private.contact_points', 'open_to', 'filled'), ('private.contact_points', 'retired_at', 'filled'),
  ('private.contact_points', 'told_by', 'united');
