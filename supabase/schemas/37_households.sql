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
  parent := nullif(private.found_person(who, parent, true), child.person_id);
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
  -- The undo of a merge brings back what was said of them.
  if private.write_mode() = 'merge' then
    return null;
  elsif tg_op = 'INSERT' then
    perform private.sync_parents(array(
      select distinct person_id from stays where num_nonnulls(parent_name, parent_email, parent_phone) > 0
    ));
  else
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

-- Joins. Two people who become one are treated as carefully as the more careful half asks.

create table private.join_rules (
  table_name text not null,
  column_name text not null,
  rule text not null check (rule in ('kept', 'filled', 'group', 'or', 'and', 'oldest', 'highest', 'asked', 'united')),
  primary key (table_name, column_name)
);
comment on table private.join_rules is
  'Which way each column joins when two people become one, and with them two ties or two contact points: that of the one who is kept; theirs, or else the other''s (filled); a household or organization before a person (group); true where one of the two (or), or only where both are (and); the older time; the higher level; what the colleague answered, else the kept one''s (asked); or the names of both (united, by private.unite_people).';
alter table private.join_rules enable row level security;
insert into private.join_rules (table_name, column_name, rule) values
  ('private.people', 'id', 'kept'), ('private.people', 'name', 'kept'), ('private.people', 'names', 'united'),
  ('private.people', 'is_known_by_name', 'kept'), ('private.people', 'created_at', 'kept'), ('private.people', 'kind', 'group'),
  ('private.people', 'language', 'filled'), ('private.people', 'is_deceased', 'or'), ('private.people', 'do_not_contact', 'or'),
  ('private.people', 'wants_paper', 'or'), ('private.people', 'second_of', 'kept'), ('private.people', 'is_couple', 'kept'),
  ('private.people', 'is_renamed', 'kept'),
  ('private.guardians', 'child_id', 'kept'), ('private.guardians', 'adult_id', 'kept'), ('private.guardians', 'relation', 'asked'),
  ('private.guardians', 'may_collect', 'and'), ('private.guardians', 'no_contact', 'or'), ('private.guardians', 'is_of_record', 'or'),
  ('private.guardians', 'created_at', 'oldest'),
  ('private.members', 'group_id', 'kept'), ('private.members', 'person_id', 'kept'), ('private.members', 'role', 'kept'),
  ('private.members', 'second_of', 'kept'), ('private.members', 'created_at', 'oldest'),
  ('private.contact_points', 'person_id', 'kept'), ('private.contact_points', 'kind', 'kept'),
  ('private.contact_points', 'normalized', 'kept'), ('private.contact_points', 'folded', 'kept'), ('private.contact_points', 'value', 'kept'),
  ('private.contact_points', 'valid_since', 'oldest'), ('private.contact_points', 'parts', 'filled'), ('private.contact_points', 'label', 'filled'),
  ('private.contact_points', 'is_preferred', 'kept'), ('private.contact_points', 'is_confirmed', 'or'), ('private.contact_points', 'level', 'highest');

create function private.joined(of_table text, kept jsonb, merged jsonb, answered text default null) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_object_agg(column_name, value), '{}') from (
    select column_name, case rule
      when 'filled' then case when kept -> column_name = 'null' then merged -> column_name else kept -> column_name end
      when 'group' then case when kept ->> column_name = 'person' then merged -> column_name else kept -> column_name end
      when 'or' then to_jsonb((kept -> column_name)::boolean or (merged -> column_name)::boolean)
      when 'and' then to_jsonb((kept -> column_name)::boolean and (merged -> column_name)::boolean)
      when 'oldest' then case
        when (merged ->> column_name)::timestamptz < (kept ->> column_name)::timestamptz then merged -> column_name else kept -> column_name
      end
      when 'highest' then to_jsonb(greatest((kept ->> column_name)::private.contact_level, (merged ->> column_name)::private.contact_level))
      when 'asked' then coalesce(to_jsonb(answered), kept -> column_name)
    end as value
    from private.join_rules where table_name = of_table and rule not in ('kept', 'united')
  ) as listed where value is distinct from kept -> column_name
$$;
comment on function private.joined(text, jsonb, jsonb, text) is 'The columns of a kept row that a join with the other one changes, by private.join_rules.';

create function private.join_row(of_table regclass, keys text[], given jsonb, answered text default null) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  key constant jsonb := private.key_of(given, keys);
  kept jsonb;
begin
  select stored into kept from private.stored_rows(of_table, array[(given ->> keys[1])::uuid], keys[1]) as stored where stored @> key;
  if kept is null then
    perform private.insert_rows(of_table, array(
      select attname from pg_catalog.pg_attribute where attrelid = of_table and attnum > 0 and not attisdropped and attgenerated = ''
    ), jsonb_build_array(given));
  else
    perform private.change_rows(of_table, jsonb_build_array(key), private.joined(of_table::text, kept, given, answered));
  end if;
end
$$;
comment on function private.join_row(regclass, text[], jsonb, text) is 'Adds a row, or joins it with the one that has its key.';

create function private.ties_of(person uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'person', (select to_jsonb(people) - '{names,name}'::text[] from private.people where id = person),
    'members', (select coalesce(jsonb_agg(to_jsonb(members)), '[]') from private.members where person in (group_id, person_id)),
    'guardians', (select coalesce(jsonb_agg(to_jsonb(guardians)), '[]') from private.guardians where person in (child_id, adult_id)),
    'points', (select coalesce(jsonb_agg(to_jsonb(point)), '[]') from private.contact_points point where person_id = person),
    'dismissals', (select coalesce(jsonb_agg(to_jsonb(said)), '[]') from private.person_dismissals said where person in (one_id, other_id))
  )
$$;
comment on function private.ties_of(uuid) is 'A person with the marks, contact points, memberships, relations and dismissals, as a join and its undo need them.';

create function private.joined_relations(kept uuid, merged uuid) returns table (child uuid, adult uuid, kept_one text, other_one text)
language sql stable security definer set search_path = ''
as $$
  select own.child_id, own.adult_id, own.relation, theirs.relation
  from private.guardians own
  join private.guardians theirs
    on own.adult_id = kept and theirs.adult_id = merged and theirs.child_id = own.child_id
      or own.child_id = kept and theirs.child_id = merged and theirs.adult_id = own.adult_id
  where own.relation <> theirs.relation
$$;
comment on function private.joined_relations(uuid, uuid) is 'Relations of a child that the two halves of a join tell differently, by child and adult as they are afterwards.';

create function private.unite_ties(kept uuid, merged uuid, moved jsonb, choices jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  before constant jsonb := jsonb_build_object('kept', private.ties_of(kept), 'merged', private.ties_of(merged));
  renamed constant text := format('"%s"', kept);
  tie jsonb;
begin
  perform private.change_rows(
    'private.people', jsonb_build_array(jsonb_build_object('id', kept)),
    private.joined('private.people', before #> '{kept,person}', before #> '{merged,person}')
  );
  -- Those of rows that stay with the other are tidied away. Mail goes where it went.
  for tie in
    select theirs || jsonb_build_object('person_id', kept, 'is_preferred', (theirs -> 'is_preferred')::boolean and not exists (
      select from private.contact_points own where own.person_id = kept and own.kind = theirs ->> 'kind'
    ))
    from jsonb_array_elements(before #> '{merged,points}') as theirs where theirs ->> 'kind' <> 'post'
  loop
    perform private.join_row('private.contact_points', '{person_id,kind,normalized}', tie);
  end loop;
  insert into private.person_dismissals (one_id, other_id)
  select least(kept, other), greatest(kept, other) from (
    select case one_id when merged then other_id else one_id end as other from private.person_dismissals where merged in (one_id, other_id)
  ) as said where other <> kept
  on conflict do nothing;
  -- What belongs to a child whose record stays is the child's.
  if not exists (
    select from public.mentees where person_id = merged and not coalesce(moved -> 'mentees' @> to_jsonb(id), false)
  ) then
    for tie in
      select replace(value::text, format('"%s"', merged), renamed)::jsonb from jsonb_array_elements(before #> '{merged,members}')
      where not value @> jsonb_build_object('group_id', kept) and not value @> jsonb_build_object('person_id', kept)
    loop
      -- Who has a household stays at home there.
      perform private.join_row('private.members', '{group_id,person_id}', case
        when exists (select from private.members where person_id = kept) then tie || jsonb_build_object('created_at', now()) else tie
      end);
    end loop;
    for tie in
      select replace(value::text, format('"%s"', merged), renamed)::jsonb from jsonb_array_elements(before #> '{merged,guardians}')
      where not value @> jsonb_build_object('child_id', kept) and not value @> jsonb_build_object('adult_id', kept)
    loop
      perform private.join_row(
        'private.guardians', '{child_id,adult_id}', tie, choices #>> array['relations', concat_ws(' ', tie ->> 'child_id', tie ->> 'adult_id')]
      );
    end loop;
    insert into private.contact_points (person_id, kind, normalized, value, valid_since, parts, level)
    select kept, kind, normalized, value, valid_since, parts, level
    from private.contact_points where person_id = merged and kind = 'post'
      and not exists (select from private.contact_points own where own.person_id = kept and own.kind = 'post')
    on conflict do nothing;
  end if;
  return before;
end
$$;
comment on function private.unite_ties(uuid, uuid, jsonb, jsonb) is
  'Gives the one who is kept the marks, ties and points of the other, by private.join_rules, and returns what both were. The other loses theirs with the last row.';

create function private.prefer_email(person uuid, chosen text) returns void
language sql security definer set search_path = ''
as $$
  update private.contact_points set is_preferred = false
  where person_id = person and kind = 'email' and is_preferred and normalized <> lower(btrim(chosen)) and chosen is not null;
  update private.contact_points set is_preferred = true
  where person_id = person and kind = 'email' and normalized = lower(btrim(chosen)) and not is_preferred;
$$;

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

create function private.restore_points(done private.person_merges) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  was private.contact_points;
begin
  -- One email and one phone of each person are preferred: the marks of the join go before the earlier ones come back.
  update private.contact_points point set is_preferred = false
  where person_id = done.kept_id and is_preferred and done.ties #> '{after,points}' @> jsonb_build_array(to_jsonb(point));
  for was in select * from jsonb_populate_recordset(null::private.contact_points, done.ties #> '{kept,points}') loop
    update private.contact_points point
    set value = was.value, valid_since = was.valid_since, parts = was.parts, label = was.label, level = was.level, is_confirmed = was.is_confirmed,
      is_preferred = was.is_preferred and not exists (
        select from private.contact_points other where other.person_id = done.kept_id and other.kind = was.kind and other.is_preferred
      )
    where person_id = done.kept_id and kind = was.kind and normalized = was.normalized and exists (
      -- Unchanged since the join.
      select from jsonb_array_elements(done.ties #> '{after,points}') as came
      where came - 'is_preferred' = to_jsonb(point) - 'is_preferred'
    );
  end loop;
  for was in select * from jsonb_populate_recordset(null::private.contact_points, done.ties #> '{merged,points}') loop
    insert into private.contact_points as now_is (person_id, kind, normalized, value, valid_since, parts, label, is_preferred, level, is_confirmed)
    values (was.person_id, was.kind, was.normalized, was.value, was.valid_since, was.parts, was.label, was.is_preferred, was.level, was.is_confirmed)
    on conflict on constraint contact_points_pkey do update set
      value = excluded.value, valid_since = excluded.valid_since, label = excluded.label, is_preferred = excluded.is_preferred,
      is_confirmed = excluded.is_confirmed;
  end loop;
  delete from private.contact_points point
  where person_id = done.kept_id and kind = 'post' and done.ties #> '{after,points}' @> jsonb_build_array(to_jsonb(point))
    and not done.ties #> '{kept,points}' @> jsonb_build_array(jsonb_build_object('kind', kind, 'normalized', normalized));
end
$$;
comment on function private.restore_points(private.person_merges) is
  'Gives both halves of a join their emails, phones and addresses back as they were, but for what changed since; those that no row has any more are tidied away.';

create function private.restore_ties(of_table regclass, keys text[], ties text, done private.person_merges) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  was constant jsonb := done.ties #> array['kept', ties];
  came constant jsonb := done.ties #> array['after', ties];
  tie jsonb;
  now_is jsonb;
begin
  for tie in select value from jsonb_array_elements((done.ties #> array['merged', ties]) || was) loop
    select stored into now_is from private.stored_rows(of_table, array[(tie ->> keys[1])::uuid], keys[1]) as stored
    where stored @> private.key_of(tie, keys);
    if now_is is not null then
      -- Unchanged since the join.
      perform private.change_rows(of_table, jsonb_build_array(private.key_of(tie, keys)), tie - keys)
      where tie <> now_is and came @> jsonb_build_array(now_is);
    elsif not came @> jsonb_build_array(private.key_of(tie, keys))
      and (select count(*) = 2 from private.people where id in ((tie ->> keys[1])::uuid, (tie ->> keys[2])::uuid)) then
      perform private.join_row(of_table, keys, tie);
    end if;
  end loop;
  perform private.delete_rows(of_table, coalesce((
    select jsonb_agg(private.key_of(value, keys)) from jsonb_array_elements(came)
    where not was @> jsonb_build_array(private.key_of(value, keys))
  ), '[]'));
end
$$;
comment on function private.restore_ties(regclass, text[], text, private.person_merges) is
  'Undoes what a join did to one kind of ties: what it took comes back, what it changed is as before unless someone changed it since, and what it gave goes.';

create function private.part_ties(done private.person_merges) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if done.ties = '{}' then
    return;
  end if;
  perform private.restore_points(done);
  perform private.restore_ties('private.members', '{group_id,person_id}', 'members', done);
  perform private.restore_ties('private.guardians', '{child_id,adult_id}', 'guardians', done);
  perform private.restore_ties('private.person_dismissals', '{one_id,other_id}', 'dismissals', done);
  perform private.change_rows(
    'private.people', jsonb_build_array(jsonb_build_object('id', done.kept_id)), (done.ties #> '{kept,person}') - 'id'
  )
  from private.people where id = done.kept_id and done.ties #> '{after,person}' = to_jsonb(people) - '{names,name}'::text[];
end
$$;

-- What a join would do, before it

create function private.merge_preview(kept uuid, merged uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  readable constant text[] := array(select private.readable_tables());
begin
  if not private.may_link() or not private.sees_person(kept, readable) or not private.sees_person(merged, readable) then
    return null;
  end if;
  return jsonb_build_object(
    'emails', (
      select coalesce(jsonb_agg(distinct point ->> 'value'), '[]')
      from unnest(array[kept, merged]) as person, jsonb_array_elements(private.points_of(person, readable)) as point where point ->> 'kind' = 'email'
    ),
    'email', (
      -- Null where it is one that the caller may not see.
      select (
        select point ->> 'value' from jsonb_array_elements(private.points_of(person, readable)) as point where (point ->> 'is_letter')::boolean
      )
      from unnest(array[kept, merged]) with ordinality as listed (person, place)
      where private.email_of(person) is not null order by place limit 1
    ),
    'differs', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'column', column_name, 'kept', own -> column_name, 'merged', theirs -> column_name,
        'joined', coalesce(private.joined('private.people', own, theirs) -> column_name, own -> column_name)
      ) order by column_name), '[]')
      from private.join_rules, (select to_jsonb(people) as own from private.people where id = kept) as kept_row,
        (select to_jsonb(people) as theirs from private.people where id = merged) as merged_row
      where table_name = 'private.people' and rule in ('or', 'filled', 'group') and own -> column_name is distinct from theirs -> column_name
    ),
    'relations', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'key', concat_ws(' ', told.child, told.adult), 'child_name', private.readable_name(child_shown, readable),
        'adult_name', private.readable_name(told.adult, readable), 'kept', told.kept_one, 'merged', told.other_one
      ) order by told.child, told.adult), '[]')
      from private.joined_relations(kept, merged) as told
      cross join lateral (select told.child as child_shown) as shown
      where private.opened_children(told.child, '1 day')
    )
  );
end
$$;
comment on function private.merge_preview(uuid, uuid) is
  'What a join of two people changes in the kept one, and where mail goes, as far as the caller sees it.';

create function public.merge_preview(kept uuid, merged uuid) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select private.merge_preview(kept, merged) $$;
comment on function public.merge_preview is
  'Before a merge of two people: `emails` of both and the `email` that mail goes to afterwards; what `differs` in the marks of the two, and how they join; `relations` of a child that the two tell differently, where the caller opened the child within a day. Null where the caller may not merge them.';
grant execute on function private.merge_preview, public.merge_preview to authenticated;
grant execute on function private.merge_persons, public.merge_persons to authenticated;
create function private.require_answers(kept uuid, merged uuid, choices jsonb) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if exists (
    select from private.joined_relations(kept, merged) as told
    where private.opened_children(told.child, '1 day') and choices #> array['relations', concat_ws(' ', told.child, told.adult)] is null
  ) then
    raise exception 'Both say something different about an adult and a child. Choose which one is right.' using errcode = 'P0001';
  end if;
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

create function private.household_of(person uuid) returns uuid
language sql stable security definer set search_path = ''
as $$
  select grp.id from private.members join private.people grp on grp.id = group_id
  where members.person_id = person and grp.kind = 'household' order by members.created_at, grp.id limit 1
$$;
comment on function private.household_of(uuid) is 'The first household that a person belongs to.';

create function private.is_second(person uuid, readable text[]) returns boolean
language sql stable security definer set search_path = ''
as $$
  select 'donations' = any (readable) and exists (select from private.people where id = person and kind = 'person' and second_of is not null)
$$;
comment on function private.is_second(uuid, text[]) is 'Whether they are a second contact, whom a reader of gifts sees in a household that they see.';

create function private.readable_name(person uuid, readable text[]) returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce(case when it.is_renamed then it.name end, nullif(btrim(named.name), ''), named.email)
  from private.rows_of_people as named join private.people it on it.id = named.person_id
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
    'kind', kind, 'normalized', normalized, 'value', typed, 'telephone', telephone, 'label', label, 'is_preferred', is_preferred,
    'valid_since', valid_since, 'level', seen_level, 'is_confirmed', is_confirmed, 'is_letter', coalesce(place = 1, false),
    'is_new', coalesce(seen_level = 'told' and place > 1 and valid_since > letter_since, false), 'blocked', blocked
  ) order by kind, place, valid_since, normalized), '[]')
  from (
    select point.*, typed, telephone, greatest(came_as, case when is_confirmed then 'entered'::private.contact_level end) as seen_level, letter.place,
      first_value(valid_since) over (partition by point.kind order by letter.place nulls last) as letter_since,
      case when point.kind = 'email' then (select min(reason) from private.suppressions_of(typed)) end as blocked
    from private.contact_points point
    left join private.emails_of(person) with ordinality as letter (email, place) on point.kind = 'email' and letter.email = point.normalized
    cross join lateral (
      -- As a row that the caller may read has it.
      select case point.kind when 'email' then min(lower(btrim(theirs.email))) else min(btrim(theirs.phone)) end as typed,
        max(case point.kind when 'email' then theirs.email_level else theirs.phone_level end) as came_as
      from private.rows_of_people as theirs
      where theirs.person_id = person and theirs.source = any (readable)
        and case point.kind when 'email' then lower(btrim(theirs.email)) = normalized else normalized = any (private.phone_keys(theirs.phone)) end
    ) as seen
    left join lateral (
      select number as telephone from unnest(private.telephones(typed)) as number
      where point.kind = 'phone' and normalized = any (private.phone_keys(number)) limit 1
    ) as dialed on true
    where point.person_id = person and point.kind <> 'post' and typed is not null
  ) as listed
$$;
comment on function private.points_of(uuid, text[]) is
  'Emails and phones of a person in rows that the caller may read: how we have each, the email that letters go to (`is_letter`) first, why an email is blocked, and whether a newer one waits to be confirmed (`is_new`).';

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
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
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
      'wants_paper', wants_paper, 'is_couple', is_couple, 'is_renamed', is_renamed,
      -- The first name that came may be from a row that the caller may not read.
      'name', case when is_renamed or 'donations' = any (readable) and exists (select from public.donors where donors.id = person) or exists (
        select from private.rows_of_people as theirs
        where theirs.person_id = person and theirs.source = any (readable) and btrim(theirs.name) = people.name
      ) then people.name end,
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

create function private.rename_person(person uuid, new_name text, is_of_staff boolean) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  plain constant text := private.plain_name(new_name);
begin
  if plain is null or not private.is_line(new_name, 200) then
    raise exception 'Enter a name, on one line of at most 200 characters.' using errcode = 'P0001';
  end if;
  -- The rule knows them by the name from staff, and still by those that came.
  update private.people
  set name = btrim(new_name), is_renamed = is_of_staff,
    is_couple = private.is_couple_name(new_name) and (is_couple or not private.is_couple_name(name)),
    names = plain || array(
      select known from unnest(names) with ordinality as listed (known, place)
      where known <> plain and exists (
        select from private.rows_of_people as theirs where theirs.person_id = people.id and private.plain_name(theirs.name) = known
      ) order by place
    )
  where id = person;
end
$$;

create function private.save_traits(person uuid, changes jsonb, replaced jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  fields constant text[] := '{kind,language,is_deceased,do_not_contact,wants_paper,is_couple,name,is_renamed}';
  readable constant text[] := array(select private.readable_tables());
  stored private.people;
  field text;
begin
  perform private.require(private.is_staff(), 'You may not change people.');
  perform private.lock_people();
  perform private.require(private.sees_group(person, readable), 'You cannot see anything about this person.');
  select * into stored from private.people where id = person for update;
  if not array(select jsonb_object_keys(changes || replaced)) <@ fields or changes ? 'is_renamed' and not changes ? 'name' then
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
  perform private.rename_person(person, stored.name, coalesce((changes ->> 'is_renamed')::boolean, true)) where changes ? 'name';
  update private.people
  set kind = stored.kind, language = nullif(btrim(stored.language), ''), is_deceased = stored.is_deceased, do_not_contact = stored.do_not_contact,
    wants_paper = stored.wants_paper, is_couple = case when changes ? 'name' and not changes ? 'is_couple' then is_couple else stored.is_couple end
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
  insert into private.contact_points (person_id, kind, normalized, value, parts, level)
  select person, 'post', private.searchable(typed), typed, parts, 'entered'
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
  set label = nullif(btrim(marks ->> 'label'), ''), is_preferred = coalesce((marks ->> 'is_preferred')::boolean, false),
    is_confirmed = coalesce((marks ->> 'is_confirmed')::boolean, is_confirmed)
  where person_id = person and kind = point_kind and normalized = point;
  -- Its level is that of its rows, or of the confirmation.
  perform private.tidy_people(array[person]);
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

create function private.save_household(grp uuid, people uuid[], is_undo boolean default false) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  readable constant text[] := array(select private.readable_tables());
  member uuid;
begin
  perform private.require(private.may_link(), 'You may not say who is one household.');
  perform private.lock_people(true);
  perform private.require(cardinality(people) = 2 and people[1] <> people[2] and grp <> all (people), 'A household suggestion has two people.');
  foreach member in array people loop
    perform private.seen_person(member, readable);
    perform private.require(private.opened_children(member, '1 day'), 'Open the protected fields of the child first.');
  end loop;
  if is_undo then
    perform private.require(private.sees_group(grp, readable), 'You cannot see anything about this household.');
    -- Whoever was a member before came earlier.
    delete from private.members
    where group_id = grp and person_id = any (people)
      and created_at = (select max(created_at) from private.members where group_id = grp and person_id = any (people));
    -- A couple with records of its own is one again.
    update private.people set kind = 'person', is_couple = true
    where id = grp and kind = 'household' and private.is_couple_name(name)
      and exists (select from private.rows_of_people as theirs where theirs.person_id = grp)
      and not exists (select from private.members where group_id = grp);
    perform private.tidy_people(array[grp]);
  else
    if exists (select from private.people where id = grp) then
      perform private.require(
        private.sees_person(grp, readable) or private.sees_group(grp, readable), 'You cannot see anything about this household.'
      );
      update private.people set kind = 'household', is_couple = false where id = grp and is_couple;
    else
      insert into private.people (id, kind) values (grp, 'household');
    end if;
    perform private.refuse_if(
      not exists (select from private.people where id = grp and kind = 'household'), 'This is no couple any more.'
    );
    insert into private.members (group_id, person_id, role) select grp, one, 'partner' from unnest(people) as one
    on conflict do nothing;
  end if;
  perform private.log_of_person('changed', private.rows_of(array[one], readable), 'household',
    case when is_undo then 'partner' end, case when is_undo then 'removed' else 'partner' end, grp)
  from unnest(people) as one;
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
  'Sets the label of an email or phone that the caller sees, whether it is the preferred one of its kind, and whether a colleague confirmed it (is_confirmed); PT409 when the marks are not those that the caller saw.';
grant execute on function private.mark_point, public.mark_point to authenticated;
create function public.save_member(grp uuid, person uuid, role text, made jsonb default null) returns void
language sql security invoker set search_path = ''
as $$ select private.save_member(grp, person, role, made) $$;
comment on function public.save_member is
  'Adds a person to a household or organization, changes the role or, without one, removes them. `made` is the kind, name and address of one that is not there yet.';
grant execute on function private.save_member, public.save_member to authenticated;
create function public.save_household(grp uuid, people uuid[], is_undo boolean default false) returns void
language sql security invoker set search_path = ''
as $$ select private.save_household(grp, people, is_undo) $$;
comment on function public.save_household is
  'Makes two people the partners of a household under an id that the caller chose, or of the household that a couple becomes; `is_undo` takes it back. For callers who may merge people and see both.';
grant execute on function private.save_household, public.save_household to authenticated;
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
    '{child_id,adult_id,relation,may_collect,no_contact,created_at}'),
  (-5, 'private.members', 'Households and organizations', 'delete',
    'stored.person_id = any (($1).people_left) or stored.group_id = any (($1).people_left)', '{group_id,role,created_at}');
