-- Households, organizations and their members; which adult is whose parent or guardian; and what staff say of a
-- person: the postal address, the language, that they are deceased or must not be contacted
-- (docs/decisions/042-people-are-rows.md). Who belongs to a child is protected like the child's fields.

create table private.members (
  group_id uuid not null references private.people (id) on delete cascade,
  person_id uuid not null references private.people (id) on delete cascade,
  role text not null check (role in ('partner', 'parent', 'child', 'relative', 'employee', 'contact', 'other')),
  created_at timestamptz not null default now(),
  second_of uuid,
  primary key (group_id, person_id),
  constraint members_check check (group_id <> person_id)
);
comment on table private.members is 'Who belongs to a household or organization. What an adult is to a child is in private.guardians.';
comment on column private.members.second_of is 'The imported gift whose second contact they are, where that was no new person.';
create index members_second_of_idx on private.members (second_of) where second_of is not null;
create index members_person_id_idx on private.members (person_id);
alter table private.members enable row level security;

create table private.guardians (
  child_id uuid not null references private.people (id) on delete cascade,
  adult_id uuid not null references private.people (id) on delete cascade,
  relation text not null default 'parent' check (relation in ('parent', 'guardian', 'relative', 'other')),
  may_collect boolean not null default false,
  no_contact boolean not null default false,
  is_of_record boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (child_id, adult_id),
  constraint guardians_check check (child_id <> adult_id)
);
comment on table private.guardians is
  'An adult and a child, not a household: parents live apart. Read only after an opening of the child that is logged.';
comment on column private.guardians.is_of_record is
  'Whether the adult is the parent that the mentee''s record names. Such an adult may have no row, and then no email and phone here.';
create index guardians_adult_id_idx on private.guardians (adult_id);
alter table private.guardians enable row level security;

create function private.is_needed(person private.people) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from private.rows_of_people as theirs where theirs.person_id = person.id)
    or person.kind <> 'person' and exists (select from private.members where group_id = person.id)
    or exists (select from private.guardians where adult_id = person.id)
    or exists (select from public.donations where legal_donor_id = person.id)
    or person.kind = 'person' and person.second_of is not null and exists (
      select from private.members own
      join private.members other on other.group_id = own.group_id
      join private.rows_of_people as theirs on theirs.person_id = other.person_id
      where own.person_id = person.id
    );
end
$$;
comment on function private.is_needed(private.people) is
  'Whether a person has a row or a receipt for someone else''s gift, a household or organization a member, an adult a child, or a second contact a household with a row.';

create function private.tidy_parents() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.tidy_people(array(select distinct adult_id from gone));
  return null;
end
$$;
create trigger tidy_parents after delete on private.guardians referencing old table as gone
  for each statement execute function private.tidy_parents();

-- The parent whom a mentee's record names

create function private.parent_of(child public.mentees) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  who constant private.identity := (nullif(btrim(child.parent_name), ''), nullif(btrim(child.parent_email), ''), child.parent_phone, false);
  plain constant text := private.plain_name(who.name);
  parent uuid;
begin
  if num_nonnulls(who.name, who.email, private.phone_keys(who.phone)) = 0 then
    return null;
  end if;
  -- The parents of two children that come at once are not four.
  perform pg_advisory_xact_lock(hashtextextended('mailbox of ' || private.mailbox(who.email), 0)) where who.email is not null;
  select adult_id into parent from private.guardians where child_id = child.person_id and is_of_record limit 1;
  parent := nullif(private.found_person(who, parent), child.person_id);
  if parent is null then
    -- A parent without a row is known by the children, and by nothing that a search could find.
    select people.id into parent
    from private.guardians
    join private.people on people.id = adult_id
    join public.mentees named on named.person_id = child_id
    where guardians.is_of_record and not exists (select from private.rows_of_people as theirs where theirs.person_id = people.id)
      and (child_id = child.person_id or lower(btrim(named.parent_email)) = lower(who.email))
      and (plain is null or names = '{}' or private.is_same_name(names[1], plain))
    order by child_id = child.person_id desc, people.created_at, people.id limit 1;
  end if;
  if parent is null then
    insert into private.people (name, names) values (who.name, array_remove(array[plain], null)) returning id into parent;
  else
    update private.people set name = who.name, names = array[plain]
    where id = parent and who.name is not null and name is distinct from who.name
      and not exists (select from private.rows_of_people as theirs where theirs.person_id = people.id);
  end if;
  return parent;
end
$$;

create function private.sync_parents(children uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  child public.mentees;
  parents jsonb := '{}';
  parent uuid;
begin
  for child in
    select * from public.mentees where person_id = any (children) order by lower(btrim(parent_email)), id
  loop
    parent := private.parent_of(child);
    if parent is not null then
      insert into private.guardians as known (child_id, adult_id, is_of_record) values (child.person_id, parent, true)
      on conflict (child_id, adult_id) do update set is_of_record = true where not known.is_of_record;
      parents := parents || jsonb_build_object(child.person_id || ' ' || parent, true);
    end if;
  end loop;
  -- What staff said of a former parent stays, unless they are erased.
  delete from private.guardians
  where child_id = any (children) and is_of_record and not parents ? (child_id || ' ' || adult_id)
    and (relation = 'parent' and not may_collect and not no_contact or private.write_mode() = 'erasure');
  update private.guardians set is_of_record = false
  where child_id = any (children) and is_of_record and not parents ? (child_id || ' ' || adult_id);
end
$$;
comment on function private.sync_parents(uuid[]) is 'Makes the parents of children those whom their records name.';

create function private.sync_parents_after() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform private.sync_parents(array(
      select distinct person_id from stays where num_nonnulls(parent_name, parent_email, parent_phone) > 0
    ));
  elsif private.write_mode() is distinct from 'merge' then
    perform private.sync_parents(array(
      select distinct stays.person_id from gone join stays using (id)
      where (gone.person_id, gone.parent_name, gone.parent_email, gone.parent_phone)
        is distinct from (stays.person_id, stays.parent_name, stays.parent_email, stays.parent_phone)
    ));
  end if;
  return null;
end
$$;
create trigger lock_people_of_parents before update of parent_name, parent_email, parent_phone on public.mentees
  for each statement execute function private.lock_people_first();
create trigger sync_parents after insert on public.mentees referencing new table as stays
  for each statement execute function private.sync_parents_after();
create trigger sync_parents_changed after update on public.mentees referencing old table as gone new table as stays
  for each statement execute function private.sync_parents_after();

-- Who is no mentee any more has no guardians.
create function private.forget_guardians() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.write_mode() is distinct from 'merge' then
    delete from private.guardians
    where child_id in (select person_id from gone)
      and not exists (select from public.mentees where person_id = child_id);
  end if;
  return null;
end
$$;
create trigger forget_guardians after delete on public.mentees referencing old table as gone
  for each statement execute function private.forget_guardians();
create trigger forget_guardians_changed after update on public.mentees referencing old table as gone
  for each statement execute function private.forget_guardians();

-- Merges

create function private.ties_of(person uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'members', (select coalesce(jsonb_agg(to_jsonb(members)), '[]') from private.members where person in (group_id, person_id)),
    'guardians', (select coalesce(jsonb_agg(to_jsonb(guardians)), '[]') from private.guardians where person in (child_id, adult_id)),
    'posts', (select coalesce(jsonb_agg(to_jsonb(point)), '[]') from private.contact_points point where person_id = person and kind = 'post'),
    'marked', (
      select coalesce(jsonb_agg(to_jsonb(point)), '[]') from private.contact_points point
      where person_id = person and kind <> 'post' and (label is not null or is_preferred)
    )
  )
$$;

create function private.unite_ties(kept uuid, merged uuid, moved jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  before constant jsonb := private.ties_of(merged);
  own constant jsonb := private.ties_of(kept);
  traits jsonb;
begin
  select to_jsonb(people) - '{names,name,is_known_by_name,created_at}'::text[] into traits from private.people where id = kept;
  update private.people stays
  set is_deceased = stays.is_deceased or gone.is_deceased, do_not_contact = stays.do_not_contact or gone.do_not_contact,
    wants_paper = stays.wants_paper or gone.wants_paper,
    language = coalesce(stays.language, gone.language), kind = case stays.kind when 'person' then gone.kind else stays.kind end
  from private.people gone where stays.id = kept and gone.id = merged;
  -- Those of rows that stay with the other are tidied away.
  insert into private.contact_points (person_id, kind, normalized, value, valid_since, label, is_preferred)
  select kept, kind, normalized, value, valid_since, label, is_preferred and not exists (
    select from private.contact_points other where other.person_id = kept and other.kind = point.kind and other.is_preferred
  )
  from private.contact_points point
  where person_id = merged and kind <> 'post' and (label is not null or is_preferred)
  on conflict do nothing;
  -- What belongs to a child whose record stays is the child's.
  if not exists (
    select from public.mentees where person_id = merged and not coalesce(moved -> 'mentees' @> to_jsonb(id), false)
  ) then
    insert into private.members (group_id, person_id, role, created_at)
    select case group_id when merged then kept else group_id end, case person_id when merged then kept else person_id end, role, created_at
    from private.members where merged in (group_id, person_id) and kept not in (group_id, person_id)
    on conflict do nothing;
    insert into private.guardians (child_id, adult_id, relation, may_collect, no_contact, is_of_record, created_at)
    select case child_id when merged then kept else child_id end, case adult_id when merged then kept else adult_id end,
      relation, may_collect, no_contact, is_of_record, created_at
    from private.guardians where merged in (child_id, adult_id) and kept not in (child_id, adult_id)
    on conflict do nothing;
    insert into private.contact_points (person_id, kind, normalized, value, valid_since, parts)
    select kept, kind, normalized, value, valid_since, parts
    from private.contact_points where person_id = merged and kind = 'post' and own -> 'posts' = '[]'
    on conflict do nothing;
  end if;
  return jsonb_build_object('before', before, 'own', own, 'after', private.ties_of(kept), 'traits', traits, 'traits_after', (
    select to_jsonb(people) - '{names,name,is_known_by_name,created_at}'::text[] from private.people where id = kept
  ));
end
$$;
comment on function private.unite_ties(uuid, uuid, jsonb) is
  'Gives the one who is kept the members, relations and address of the other, and returns what part_ties needs. The other loses theirs with the last row.';

create function private.drop_ties(person uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from private.rows_of_people as theirs where theirs.person_id = person) then
    delete from private.members where person in (group_id, person_id);
    delete from private.guardians where person in (child_id, adult_id);
  end if;
end
$$;
comment on function private.drop_ties(uuid) is 'Leaves a merged person without a row nothing that would keep them.';

create function private.part_ties(done private.person_merges) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  own constant jsonb := done.ties -> 'own';
  after constant jsonb := done.ties -> 'after';
  before constant jsonb := done.ties -> 'before';
  was constant private.people := jsonb_populate_record(null::private.people, done.ties -> 'traits');
begin
  if done.ties = '{}' then
    return;
  end if;
  insert into private.members
  select back.* from jsonb_populate_recordset(null::private.members, before -> 'members') back
  where exists (select from private.people where id = back.group_id) and exists (select from private.people where id = back.person_id)
  on conflict do nothing;
  insert into private.guardians
  select back.* from jsonb_populate_recordset(null::private.guardians, before -> 'guardians') back
  where exists (select from private.people where id = back.child_id) and exists (select from private.people where id = back.adult_id)
  on conflict do nothing;
  insert into private.contact_points
  select back.* from jsonb_populate_recordset(null::private.contact_points, before -> 'posts') back on conflict do nothing;
  insert into private.contact_points
  select back.* from jsonb_populate_recordset(null::private.contact_points, before -> 'marked') back
  on conflict on constraint contact_points_pkey do update set label = excluded.label, is_preferred = excluded.is_preferred;
  delete from private.members
  where (group_id, person_id) in (select group_id, person_id from jsonb_populate_recordset(null::private.members, after -> 'members'))
    and (group_id, person_id) not in (select group_id, person_id from jsonb_populate_recordset(null::private.members, own -> 'members'));
  delete from private.guardians
  where (child_id, adult_id) in (select child_id, adult_id from jsonb_populate_recordset(null::private.guardians, after -> 'guardians'))
    and (child_id, adult_id) not in (select child_id, adult_id from jsonb_populate_recordset(null::private.guardians, own -> 'guardians'));
  delete from private.contact_points
  where person_id = done.kept_id and kind = 'post' and own -> 'posts' = '[]'
    and normalized in (select normalized from jsonb_populate_recordset(null::private.contact_points, after -> 'posts'));
  update private.people
  set kind = was.kind, language = was.language, is_deceased = was.is_deceased, do_not_contact = was.do_not_contact,
    wants_paper = was.wants_paper
  where id = done.kept_id and done.ties -> 'traits_after' = to_jsonb(people) - '{names,name,is_known_by_name,created_at}'::text[];
end
$$;

-- What a caller sees: a person through rows that they may read, a household through a member, and a child's only
-- within five minutes of an opening.

create function private.opened_children(person uuid, within interval) returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(bool_and(private.has_opened(id, within)), true) and (count(*) = 0 or private.may_search('mentees'))
  from public.mentees where person_id = person
$$;
comment on function private.opened_children(uuid, interval) is
  'Whether a person is no mentee, or one whose protected fields the caller opened in an earlier request.';

create function private.sees_person(person uuid, readable text[]) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from private.rows_of_people as theirs where theirs.person_id = person and theirs.source = any (readable))
$$;

create function private.sees_member(person uuid, readable text[], within interval default '5 minutes') returns boolean
language sql stable security definer set search_path = ''
as $$ select private.sees_person(person, readable) and private.opened_children(person, within) $$;

create function private.sees_group(grp uuid, readable text[], within interval default '1 day') returns boolean
language sql stable security definer set search_path = ''
as $$
  select private.sees_person(grp, readable)
    or exists (select from private.members where group_id = grp and private.sees_member(person_id, readable, within))
$$;

create function private.is_second(person uuid, readable text[]) returns boolean
language sql stable security definer set search_path = ''
as $$
  select 'donations' = any (readable) and exists (select from private.people where id = person and kind = 'person' and second_of is not null)
$$;
comment on function private.is_second(uuid, text[]) is 'Whether they are a second contact, whom a reader of gifts sees in a household that they see.';

create function private.readable_name(person uuid, readable text[]) returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce(nullif(btrim(named.name), ''), named.email) from private.rows_of_people as named
  where named.person_id = person and named.source = any (readable) and coalesce(nullif(btrim(named.name), ''), named.email) is not null
  order by array_position('{profiles,mentors,trainers,mentees,donations,submissions}', named.source), named.name limit 1
$$;

create function private.post_of(person uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$ select parts from private.contact_points where person_id = person and kind = 'post' order by valid_since desc, normalized limit 1 $$;

create function private.points_of(person uuid, readable text[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'kind', point.kind, 'normalized', normalized, 'value', typed, 'telephone', telephone, 'label', label, 'is_preferred', is_preferred,
    'valid_since', valid_since, 'blocked', case when point.kind = 'email' then (select min(reason) from private.suppressions_of(typed)) end
  ) order by point.kind, is_preferred desc, valid_since, normalized), '[]')
  from private.contact_points point
  cross join lateral (
    -- As a row that the caller may read has it.
    select case point.kind when 'email' then min(lower(btrim(theirs.email))) else min(btrim(theirs.phone)) end as typed
    from private.rows_of_people as theirs
    where theirs.person_id = person and theirs.source = any (readable)
      and case point.kind when 'email' then private.mailbox(theirs.email) = normalized else normalized = any (private.phone_keys(theirs.phone)) end
  ) as seen
  left join lateral (
    select number as telephone from unnest(private.telephones(typed)) as number
    where point.kind = 'phone' and normalized = any (private.phone_keys(number)) limit 1
  ) as dialed on true
  where point.person_id = person and point.kind <> 'post' and typed is not null
$$;
comment on function private.points_of(uuid, text[]) is
  'Emails and phones of a person in rows that the caller may read, the preferred one first, and why an email is blocked.';

create function private.children_around(person uuid) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select child_id from private.guardians where adult_id = person or child_id = person
    union
    select sibling.child_id from private.guardians own join private.guardians sibling using (adult_id) where own.child_id = person
    union
    select person where exists (select from public.mentees where person_id = person)
    limit 40
  )
$$;
comment on function private.children_around(uuid) is 'A child with brothers and sisters, and the children of an adult.';

create function private.family_of(person uuid, readable text[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'child', child.person_id, 'child_name', concat_ws(' ', child.first_name, child.last_name), 'adult', adult.id,
    'adult_name', coalesce(private.readable_name(adult.id, readable), case when is_of_record then child.parent_name end, adult.name),
    'is_seen', private.sees_person(adult.id, readable),
    'relation', relation, 'may_collect', may_collect, 'no_contact', no_contact, 'is_of_record', is_of_record,
    'email', case when is_of_record then child.parent_email end, 'phone', case when is_of_record then child.parent_phone end
  ) order by child.first_name, child.last_name, child.person_id, tie.created_at, adult.id), '[]')
  from private.guardians tie
  join private.people adult on adult.id = tie.adult_id
  cross join lateral (
    select * from public.mentees where person_id = tie.child_id and private.has_opened(mentees.id, '5 minutes')
    order by parent_name is null, created_at limit 1
  ) as child
  where private.may_search('mentees') and tie.child_id = any (private.children_around(person))
$$;

create function private.person_ties(person uuid) returns jsonb
language plpgsql stable security definer set search_path = '' set enable_seqscan = off
as $$
declare
  readable constant text[] := array(select private.readable_tables());
  is_open constant boolean := private.opened_children(person, '5 minutes');
begin
  if not private.sees_group(person, readable, '5 minutes') then
    return null;
  end if;
  return (
    select jsonb_build_object(
      'kind', kind, 'language', language, 'is_deceased', is_deceased, 'do_not_contact', do_not_contact,
      'wants_paper', wants_paper,
      'is_child', exists (select from public.mentees where person_id = person) and private.may_search('mentees'),
      'is_open', is_open, 'address', case when is_open then private.post_of(person) end,
      'points', private.points_of(person, readable),
      'groups', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', grp.id, 'kind', grp.kind, 'is_seen', private.sees_person(grp.id, readable),
          'name', coalesce(private.readable_name(grp.id, readable), grp.name),
          -- Whoever sees an adult of a household sees its address.
          'address', private.post_of(grp.id),
          'members', (
            select coalesce(jsonb_agg(jsonb_build_object(
              'id', member.person_id, 'role', member.role, 'name', coalesce(private.readable_name(member.person_id, readable), it.name),
              'is_seen', private.sees_person(member.person_id, readable),
              'email', (
                select min(value) from private.contact_points point
                where point.person_id = member.person_id and point.kind = 'email' and private.is_second(member.person_id, readable)
              )
            ) order by member.created_at, member.person_id), '[]')
            from private.members member join private.people it on it.id = member.person_id
            where group_id = grp.id and (private.sees_member(member.person_id, readable) or private.is_second(member.person_id, readable))
          )
        ) order by grp.created_at, grp.id), '[]')
        from private.people grp
        where grp.id = person and grp.kind <> 'person'
          or is_open and grp.id in (select group_id from private.members where person_id = person)
      ),
      'family', private.family_of(person, readable)
    )
    from private.people where id = person
  );
end
$$;

create function private.record_family_opening(person uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_protected('mentees');
  perform private.require(private.sees_person(person, array(select private.readable_tables())), 'You cannot see anything about this person.');
  perform private.lock_people();
  perform private.sync_parents(private.children_around(person) || private.children_named(person));
  perform private.log_action('opened', 'mentees', id, concat_ws(' ', first_name, last_name), null)
  from public.mentees where person_id = any (private.children_around(person));
end
$$;

create function private.children_named(adult uuid) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select child.person_id from private.rows_of_people as theirs
    join public.mentees child on lower(btrim(child.parent_email)) = lower(btrim(theirs.email))
    where theirs.person_id = adult limit 40
  )
$$;
comment on function private.children_named(uuid) is 'Children whose record names an address of an adult, who may have come later.';

-- Changes

create function private.save_traits(person uuid, changes jsonb, replaced jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  fields constant text[] := '{kind,language,is_deceased,do_not_contact,wants_paper}';
  readable constant text[] := array(select private.readable_tables());
  stored private.people;
  field text;
begin
  perform private.require(private.is_staff(), 'You may not change people.');
  perform private.lock_people();
  perform private.require(private.sees_group(person, readable), 'You cannot see anything about this person.');
  select * into stored from private.people where id = person for update;
  if not array(select jsonb_object_keys(changes || replaced)) <@ fields then
    raise exception 'Unknown field.' using errcode = 'check_violation';
  elsif not to_jsonb(stored) @> replaced then
    if to_jsonb(stored) @> changes then
      return;
    end if;
    raise exception 'Someone else changed it in the meantime.' using errcode = 'PT409';
  elsif changes ->> 'kind' = 'person' and exists (select from private.members where group_id = person) then
    raise exception 'It has members. Remove them first.' using errcode = 'P0001';
  elsif changes ->> 'kind' <> 'person' and exists (select from public.mentees where person_id = person) then
    raise exception 'A mentee is a person.' using errcode = 'P0001';
  end if;
  stored := jsonb_populate_record(stored, changes);
  update private.people
  set kind = stored.kind, language = nullif(btrim(stored.language), ''), is_deceased = stored.is_deceased, do_not_contact = stored.do_not_contact,
    wants_paper = stored.wants_paper
  where id = person;
  -- A parent who came after the child's record is told from it now, so that campaigns to parents know.
  perform private.sync_parents(private.children_named(person));
  for field in select jsonb_object_keys(changes) loop
    perform private.log_of_person('changed', private.rows_of(array[person], readable), field, replaced ->> field, changes ->> field, person);
  end loop;
end
$$;

create function private.set_address(person uuid, address jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  fields constant text[] := '{street,city,region,postal_code,country}';
  parts jsonb;
begin
  delete from private.contact_points where person_id = person and kind = 'post';
  if address is null or jsonb_typeof(address) = 'null' then
    return;
  end if;
  select jsonb_object_agg(field, nullif(btrim(address ->> field), '')) into parts from unnest(fields) as field;
  if not array(select jsonb_object_keys(address)) <@ fields
    or exists (select from jsonb_each_text(parts) where not private.is_line(value, 200))
    or parts ->> 'street' is null or coalesce(parts ->> 'city', parts ->> 'postal_code') is null then
    raise exception 'An address has a street and a city or postal code, each in one line.' using errcode = 'check_violation';
  end if;
  insert into private.contact_points (person_id, kind, normalized, value, parts)
  select person, 'post', private.searchable(typed), typed, parts
  from (select string_agg(parts ->> field, ', ' order by place) as typed from unnest(fields) with ordinality as listed (field, place)) as line;
end
$$;

create function private.save_address(person uuid, address jsonb, replaced jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  readable constant text[] := array(select private.readable_tables());
  stored jsonb;
begin
  perform private.require(private.is_staff(), 'You may not change people.');
  perform private.lock_people();
  perform private.require(private.sees_group(person, readable), 'You cannot see anything about this person.');
  perform private.require(private.opened_children(person, '1 day'), 'Open the protected fields of the child first.');
  perform from private.people where id = person for update;
  stored := private.post_of(person);
  if coalesce(stored, 'null') is distinct from coalesce(replaced, 'null') then
    raise exception 'Someone else changed it in the meantime.' using errcode = 'PT409';
  end if;
  perform private.set_address(person, address);
  perform private.log_of_person('changed', private.rows_of(array[person], readable), 'postal_address',
    case when stored is not null then 'entered' end, case when private.post_of(person) is not null then 'changed' end, person);
end
$$;

create function private.mark_point(person uuid, point_kind text, point text, marks jsonb, replaced jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  readable constant text[] := array(select private.readable_tables());
  who private.person_rows;
  seen jsonb;
begin
  perform private.require(private.is_staff(), 'You may not change people.');
  perform private.lock_people();
  who := private.seen_person(person, readable);
  perform from private.people where id = person for update;
  select listed into seen from jsonb_array_elements(private.points_of(person, readable)) as listed
  where listed ->> 'kind' = point_kind and listed ->> 'normalized' = point;
  perform private.require(seen is not null, 'You cannot see this email or phone.');
  if not seen @> replaced then
    raise exception 'Someone else changed it in the meantime.' using errcode = 'PT409';
  end if;
  if (marks ->> 'is_preferred')::boolean then
    update private.contact_points set is_preferred = false where person_id = person and kind = point_kind and is_preferred;
  end if;
  update private.contact_points
  set label = nullif(btrim(marks ->> 'label'), ''), is_preferred = coalesce((marks ->> 'is_preferred')::boolean, false)
  where person_id = person and kind = point_kind and normalized = point;
  perform private.log_of_person('changed', who, point_kind, null, 'changed', person);
end
$$;

create function private.save_member(grp uuid, person uuid, role text, made jsonb default null) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  readable constant text[] := array(select private.readable_tables());
begin
  perform private.require(private.is_staff(), 'You may not change people.');
  perform private.lock_people();
  if not private.is_second(person, readable) then
    perform private.seen_person(person, readable);
  end if;
  perform private.require(private.opened_children(person, '1 day'), 'Open the protected fields of the child first.');
  if made is not null and not exists (select from private.people where id = grp) then
    if coalesce(made ->> 'kind' in ('household', 'organization'), false) is false then
      raise exception 'It is a household or an organization.' using errcode = 'check_violation';
    end if;
    insert into private.people (id, kind, name) values (grp, made ->> 'kind', nullif(btrim(made ->> 'name'), ''));
    perform private.set_address(grp, made -> 'address');
  else
    -- A caller who sees only this member can undo the removal.
    perform private.require(
      private.sees_group(grp, readable) or role is not null and exists (
        select from public.change_log
        where about @> array[grp] and record_id = person and actor_id = private.current_user_id() and created_at > now() - interval '1 hour'
          and record_kind = 'persons' and changes -> 'household' ->> 1 = 'removed'
      ),
      'You cannot see anything about this household.'
    );
  end if;
  if not exists (select from private.people where id = grp and kind <> 'person') then
    raise exception 'Only a household or an organization has members.' using errcode = 'P0001';
  end if;
  if role is null then
    delete from private.members where group_id = grp and person_id = person;
    perform private.tidy_people(array[grp]);
  else
    insert into private.members as known (group_id, person_id, role) values (grp, person, save_member.role)
    on conflict (group_id, person_id) do update set role = excluded.role;
  end if;
  perform private.log_of_person('changed', private.rows_of(array[person], readable), 'household', null, coalesce(role, 'removed'), grp);
end
$$;

create function private.rename_group(grp uuid, name text, replaced text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  readable constant text[] := array(select private.readable_tables());
begin
  perform private.require(private.is_staff(), 'You may not change people.');
  perform private.lock_people();
  perform private.require(private.sees_group(grp, readable), 'You cannot see anything about this household.');
  update private.people set name = nullif(btrim(rename_group.name), '')
  where id = grp and kind <> 'person' and people.name is not distinct from replaced
    and not exists (select from private.rows_of_people as theirs where theirs.person_id = grp);
  if not found then
    raise exception 'Someone else changed it in the meantime, or its records name it.' using errcode = 'PT409';
  end if;
  perform private.log_of_person('changed', private.rows_of(array[grp], readable), 'name', null, 'changed', grp);
end
$$;

create function private.save_guardian(child uuid, adult uuid, relation jsonb, replaced jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  readable constant text[] := array(select private.readable_tables());
  stored private.guardians;
  said private.guardians;
begin
  perform private.require_protected('mentees');
  perform private.lock_people();
  perform private.require(
    exists (select from public.mentees where person_id = child) and private.opened_children(child, '1 day'),
    'Open the protected fields of the child first.'
  );
  select * into stored from private.guardians where child_id = child and adult_id = adult for update;
  perform private.require(stored.child_id is not null or private.sees_person(adult, readable), 'You cannot see anything about this person.');
  if child = adult or exists (select from private.people where id = adult and kind <> 'person') then
    raise exception 'A child''s guardian is another person.' using errcode = 'P0001';
  elsif coalesce(jsonb_build_object('relation', stored.relation, 'may_collect', stored.may_collect, 'no_contact', stored.no_contact), '{}')
    is distinct from coalesce(replaced, '{"relation": null, "may_collect": null, "no_contact": null}') then
    raise exception 'Someone else changed it in the meantime.' using errcode = 'PT409';
  end if;
  if relation is null then
    if stored.is_of_record then
      raise exception 'The child''s record names this parent. Change it there.' using errcode = 'P0001';
    end if;
    delete from private.guardians where child_id = child and adult_id = adult;
  else
    said := jsonb_populate_record(null::private.guardians, relation);
    insert into private.guardians as known (child_id, adult_id, relation, may_collect, no_contact)
    values (child, adult, said.relation, coalesce(said.may_collect, false), coalesce(said.no_contact, false))
    on conflict (child_id, adult_id) do update
    set relation = excluded.relation, may_collect = excluded.may_collect, no_contact = excluded.no_contact;
  end if;
  perform private.log_action('changed', 'mentees', id, concat_ws(' ', first_name, last_name), '{"guardians": null}')
  from public.mentees where person_id = child;
end
$$;

create function public.person_ties(person uuid) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select private.person_ties(person) $$;
comment on function public.person_ties is
  'What staff say of a person, their address, and the households and organizations with the members that the caller sees; null where the caller sees nothing of them. Relations of a child, and what else is a child''s, within five minutes of record_family_opening.';
grant execute on function private.person_ties, public.person_ties to authenticated;
create function public.record_family_opening(person uuid) returns void
language sql security invoker set search_path = ''
as $$ select private.record_family_opening(person) $$;
comment on function public.record_family_opening is
  'Logs that the caller, who may read mentees, opens the relations of a child with brothers and sisters, or of an adult''s children.';
grant execute on function private.record_family_opening, public.record_family_opening to authenticated;
create function public.save_traits(person uuid, changes jsonb, replaced jsonb) returns void
language sql security invoker set search_path = ''
as $$ select private.save_traits(person, changes, replaced) $$;
comment on function public.save_traits is
  'Staff who see a person say their kind and language, and that they are deceased or must not be contacted; PT409 when the values are not those that the caller saw.';
grant execute on function private.save_traits, public.save_traits to authenticated;
create function public.save_address(person uuid, address jsonb, replaced jsonb) returns void
language sql security invoker set search_path = ''
as $$ select private.save_address(person, address, replaced) $$;
comment on function public.save_address is
  'Sets or removes the postal address of a person, household or organization that the caller sees; of a child within a day of an opening.';
grant execute on function private.save_address, public.save_address to authenticated;
create function public.mark_point(person uuid, point_kind text, point text, marks jsonb, replaced jsonb) returns void
language sql security invoker set search_path = ''
as $$ select private.mark_point(person, point_kind, point, marks, replaced) $$;
comment on function public.mark_point is
  'Sets the label of an email or phone that the caller sees, and whether it is the preferred one of its kind; PT409 when the marks are not those that the caller saw.';
grant execute on function private.mark_point, public.mark_point to authenticated;
create function public.save_member(grp uuid, person uuid, role text, made jsonb default null) returns void
language sql security invoker set search_path = ''
as $$ select private.save_member(grp, person, role, made) $$;
comment on function public.save_member is
  'Adds a person to a household or organization, changes the role or, without one, removes them. `made` is the kind, name and address of one that is not there yet.';
grant execute on function private.save_member, public.save_member to authenticated;
create function public.rename_group(grp uuid, name text, replaced text) returns void
language sql security invoker set search_path = ''
as $$ select private.rename_group(grp, name, replaced) $$;
comment on function public.rename_group is 'Renames a household or organization without records, from the name that the caller saw.';
grant execute on function private.rename_group, public.rename_group to authenticated;
create function public.save_guardian(child uuid, adult uuid, relation jsonb, replaced jsonb) returns void
language sql security invoker set search_path = ''
as $$ select private.save_guardian(child, adult, relation, replaced) $$;
comment on function public.save_guardian is
  'Says what an adult is to a child, or nothing any more, from what the caller saw; for readers of mentees who opened the child within a day.';
grant execute on function private.save_guardian, public.save_guardian to authenticated;

-- Erasing

create function private.parents_of_subject(who private.data_subject) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select tie.adult_id from private.guardians tie join public.mentees child on child.person_id = tie.child_id
  where child.id = any ((who).people || (who).contacts)
    and not exists (select from private.rows_of_people as theirs where theirs.person_id = tie.adult_id)
    and not exists (
      select from private.guardians other join public.mentees sibling on sibling.person_id = other.child_id
      where other.adult_id = tie.adult_id and sibling.id <> all ((who).people || (who).contacts)
    )
$$;
comment on function private.parents_of_subject(private.data_subject) is
  'Parents without a row, of children who are all in a private.data_subject.';

insert into private.personal_data (position, table_name, label, action, condition, handed_over)
overriding system value values
  (-6, 'private.guardians', 'Parents and guardians', 'delete',
    'stored.adult_id = any (($1).people_left) or stored.child_id = any (($1).people_left)
      or stored.child_id in (select person_id from public.mentees where id = any (($1).people))
      or stored.is_of_record and stored.child_id in (select person_id from public.mentees where id = any (($1).contacts))',
    '{relation,may_collect,no_contact,created_at}'),
  (-5, 'private.members', 'Households and organizations', 'delete',
    'stored.person_id = any (($1).people_left) or stored.group_id = any (($1).people_left)', '{role,created_at}');
