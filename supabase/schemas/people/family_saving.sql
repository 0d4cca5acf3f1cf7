create function private.family_parts(family jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object(
    'ties', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'child', child_id, 'adult', adult_id, 'relation', relation, 'may_collect', coalesce(may_collect, false), 'must_not_collect', coalesce(must_not_collect, false), 'no_contact', coalesce(no_contact, false),
        'email', nullif(btrim(email), ''), 'phone', nullif(btrim(phone), '')
      ) order by child_id, adult_id), '[]') from jsonb_populate_recordset(null::private.guardians, family -> 'ties')
    ),
    'members', (
      select coalesce(jsonb_agg(jsonb_build_object('group', group_id, 'person', person_id, 'role', role) order by group_id, person_id), '[]')
      from jsonb_populate_recordset(null::private.members, family -> 'members')
    ),
    'households', (
      select coalesce(jsonb_agg(jsonb_build_object('id', home -> 'id', 'name', home -> 'name', 'address', nullif(jsonb_strip_nulls(home -> 'address'), 'null')) order by home ->> 'id'), '[]')
      from jsonb_array_elements(family -> 'households') as home
    ),
    'languages', (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'language', btrim(language)) order by id), '[]')
      from jsonb_populate_recordset(null::private.people, family -> 'languages') where btrim(language) <> ''
    )
  )
$$;
comment on function private.family_parts(jsonb) is 'What two answers of private.family_of are compared by.';

create function private.ids_of(listed jsonb, key text default 'id') returns uuid[]
language sql immutable set search_path = ''
as $$ select array(select (one ->> key)::uuid from jsonb_array_elements(listed) as one) $$;
comment on function private.ids_of(jsonb, text) is 'The ids in a list of objects.';

create function private.family_changes(seen jsonb, stored jsonb) returns text
language sql stable security definer set search_path = ''
as $$
  with named as (
    select one ->> 'id' as id, coalesce(one ->> 'name', 'someone') as name
    from unnest(array[seen, stored]) as side, lateral (
      select * from jsonb_array_elements(side -> 'children') union all select * from jsonb_array_elements(side -> 'adults')
      union all select one || jsonb_build_object('name', coalesce(one ->> 'name', 'a household')) from jsonb_array_elements(side -> 'households') as one
    ) as listed (one)
  ), said as (
    select one.value as one, one.value <@ any (array(select jsonb_array_elements(other -> part))) as is_same, is_now, part
    from (values (private.family_parts(stored), private.family_parts(seen), true), (private.family_parts(seen), private.family_parts(stored), false)) as sides (own, other, is_now),
      unnest(array['ties', 'members']) as part, jsonb_array_elements(own -> part) as one
  ), line as (
    select case part
      when 'ties' then format('%s %s %s of %s', min(adult.name), case when bool_or(is_now) then 'is now' else 'is no longer' end, coalesce(min(one ->> 'relation') filter (where is_now), min(one ->> 'relation')), min(child.name))
      else format('%s %s %s', min(who.name), case when bool_or(is_now) then 'is now in' else 'left' end, min(home.name))
    end as said
    from said
    left join named child on child.id = one ->> 'child'
    left join named adult on adult.id = one ->> 'adult'
    left join named who on who.id = one ->> 'person'
    left join named home on home.id = one ->> 'group'
    where not is_same
    group by part, one ->> 'child', one ->> 'adult', one ->> 'person', one ->> 'group'
  )
  select coalesce(string_agg(said, '; ' order by said), 'an address, a name or a language') from line
$$;
comment on function private.family_changes(jsonb, jsonb) is 'In words, what is not as the caller saw it.';

create function private.stored_family(seen jsonb, added jsonb default '[]') returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  readable constant text[] := array(select private.readable_tables());
  children constant uuid[] := private.ids_of(seen -> 'children');
  others constant uuid[] := array(select value::uuid from jsonb_array_elements_text(seen -> 'others'));
begin
  if cardinality(children || others) > 80 or jsonb_array_length(added) > 80 then
    raise exception 'Up to 80 people at a time.' using errcode = 'check_violation';
  end if;
  perform private.require(
    coalesce((select bool_and(exists (select from public.mentees where person_id = child) and private.opened_children(child, '1 day')) from unnest(children) as child), true),
    'Open the protected fields of the child first.'
  );
  perform private.require(
    coalesce((select bool_and(private.sees_member(other, readable, '1 day')) from unnest(others) as other), true),
    'You can''t see any of this person''s records.'
  );
  return private.family_of(children || array(
    select person_id from public.mentees where id = any (private.ids_of(added)) and person_id <> all (children)
      and exists (select from public.change_log where record_id = mentees.id and action = 'added' and actor_id = auth.uid() and created_at > now() - interval '1 day')
  ), others, readable);
end
$$;
comment on function private.stored_family(jsonb, jsonb) is
  'The family that the caller saw, as it is stored now, with children whom the caller added in an earlier try.';

create function private.add_family_person(one jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  typed constant text := btrim(coalesce(one ->> 'name', concat_ws(' ', btrim(one ->> 'first_name'), btrim(one ->> 'last_name'))));
  child constant public.mentees := jsonb_populate_record(null::public.mentees, one);
begin
  if not private.is_line(typed, 200) then
    raise exception 'Enter a name, on one line of at most 200 characters.' using errcode = 'P0001';
  end if;
  insert into private.people (id, name, names, is_couple)
  values ((one ->> 'id')::uuid, typed, array_remove(array[private.plain_name(typed)], null), private.is_couple_name(typed));
  if (one ->> 'is_child')::boolean then
    -- The person has the id that the caller chose.
    perform private.set_write_mode('merge');
    insert into public.mentees (id, person_id, first_name, last_name, email, phone)
    values (child.id, child.id, nullif(btrim(child.first_name), ''), nullif(btrim(child.last_name), ''), nullif(btrim(child.email), ''), nullif(btrim(child.phone), ''));
    perform private.set_write_mode(null);
    perform private.log_action('opened', 'mentees', child.id, typed, null);
    perform private.tidy_people(array[child.id]);
  end if;
end
$$;
comment on function private.add_family_person(jsonb) is
  'A new child is a mentee, an adult a person without a record.';

create function private.save_ties(children uuid[], ties jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  said constant private.guardians[] := array(select one from jsonb_populate_recordset(null::private.guardians, ties) as one);
begin
  if exists (
    select from unnest(said) as one where one.email is not null and not private.is_address(one.email) or one.phone is not null and private.phone_keys(one.phone) is null
  ) then
    raise exception 'Enter an email address or a phone number.' using errcode = 'P0001';
  elsif exists (
    select from unnest(said) as one join private.people on people.id = one.adult_id where one.child_id = one.adult_id or people.kind <> 'person'
  ) then
    raise exception 'A child''s guardian is another person.' using errcode = 'P0001';
  elsif exists (select from unnest(said) as one where one.may_collect and one.must_not_collect) then
    raise exception 'An adult may collect a child, or must not: not both.' using errcode = 'P0001';
  elsif exists (
    select from private.guardians stored where child_id = any (children) and is_of_record
      and not exists (select from unnest(said) as one where (one.child_id, one.adult_id) = (stored.child_id, stored.adult_id))
  ) then
    raise exception 'The child''s record names this parent. Change it there.' using errcode = 'P0001';
  end if;
  -- In the order of the card.
  insert into private.guardians as known (child_id, adult_id, relation, may_collect, must_not_collect, no_contact, email, phone, created_at)
  select child_id, adult_id, relation, coalesce(may_collect, false), coalesce(must_not_collect, false), coalesce(no_contact, false), nullif(btrim(email), ''), nullif(btrim(phone), ''),
    now() + place * interval '1 microsecond'
  from jsonb_array_elements(ties) with ordinality as listed (tie, place)
  cross join lateral jsonb_populate_record(null::private.guardians, tie - 'created_at') as one
  on conflict (child_id, adult_id) do update
  set relation = excluded.relation, may_collect = excluded.may_collect, must_not_collect = excluded.must_not_collect, no_contact = excluded.no_contact, email = excluded.email, phone = excluded.phone
  where (known.relation, known.may_collect, known.must_not_collect, known.no_contact, known.email, known.phone)
    is distinct from (excluded.relation, excluded.may_collect, excluded.must_not_collect, excluded.no_contact, excluded.email, excluded.phone);
  delete from private.guardians stored
  where child_id = any (children)
    and not exists (select from unnest(said) as one where (one.child_id, one.adult_id) = (stored.child_id, stored.adult_id));
end
$$;
comment on function private.save_ties(uuid[], jsonb) is
  'Makes the relations of children those of a saved family.';

create function private.save_homes(family jsonb, stored jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  said constant private.members[] := array(select one from jsonb_populate_recordset(null::private.members, family -> 'members') as one);
  shown constant private.members[] := array(select one from jsonb_populate_recordset(null::private.members, stored -> 'members') as one);
  home jsonb;
  place integer;
  lonely text;
begin
  for home, place in select value, ordinality from jsonb_array_elements(family -> 'households') with ordinality loop
    insert into private.people (id, kind, name, created_at)
    select (home ->> 'id')::uuid, 'household', nullif(btrim(home ->> 'name'), ''), now() + place * interval '1 microsecond'
    where not exists (select from jsonb_array_elements(stored -> 'households') as known where known -> 'id' = home -> 'id');
    update private.people set name = nullif(btrim(home ->> 'name'), '')
    where id = (home ->> 'id')::uuid and name is distinct from nullif(btrim(home ->> 'name'), '')
      and not exists (select from private.rows_of_people as theirs where theirs.person_id = people.id);
    perform private.set_address((home ->> 'id')::uuid, nullif(home -> 'address', 'null'))
    where coalesce(jsonb_strip_nulls(private.post_of((home ->> 'id')::uuid)), 'null') <> coalesce(jsonb_strip_nulls(nullif(home -> 'address', 'null')), 'null');
  end loop;
  insert into private.members as known (group_id, person_id, role, created_at)
  select one.group_id, one.person_id, one.role, now() + listed.place * interval '1 microsecond'
  from jsonb_array_elements(family -> 'members') with ordinality as listed (member, place)
  cross join lateral jsonb_populate_record(null::private.members, member) as one
  on conflict (group_id, person_id) do update set role = excluded.role where known.role <> excluded.role;
  delete from private.members gone
  where exists (select from unnest(shown) as one where (one.group_id, one.person_id) = (gone.group_id, gone.person_id))
    and not exists (select from unnest(said) as one where (one.group_id, one.person_id) = (gone.group_id, gone.person_id));
  select string_agg(distinct child.first_name, ', ') into lonely
  from unnest(said) as one join public.mentees child on child.person_id = one.person_id
  where not exists (
    select from private.members stay where group_id = one.group_id and not exists (select from public.mentees where mentees.person_id = stay.person_id)
  );
  if lonely is not null then
    raise exception '%', format('A household needs an adult: add one to that of %s.', lonely) using errcode = 'P0001';
  end if;
end
$$;
comment on function private.save_homes(jsonb, jsonb) is
  'Makes the households of a family, their addresses and the members whom the caller saw those of a saved one.';

create function private.name_first_guardian(child uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  readable constant text[] := array(select private.readable_tables());
  first record;
begin
  select adult.id, coalesce(private.readable_name(adult.id, readable), adult.name) as name,
    coalesce(private.contacts_of(adult.id, readable) ->> 'email', tie.email) as email,
    coalesce(private.contacts_of(adult.id, readable) ->> 'phone', tie.phone) as phone,
    exists (select from private.rows_of_people as theirs where theirs.person_id = adult.id) as has_rows
  into first
  from private.guardians tie join private.people adult on adult.id = tie.adult_id
  where tie.child_id = child and relation in ('parent', 'guardian') and not no_contact and not do_not_contact
    and not exists (select from private.guardians other where other.child_id = child and other.is_of_record)
  order by relation desc, tie.created_at, adult.created_at, adult.id limit 1;
  -- The rule would make another person of who has no address that it knows.
  if first.id is null or private.is_couple_name(first.name)
    or coalesce(private.found_person((first.name, first.email, first.phone, false)::private.identity, first.id, true), case when not first.has_rows then first.id end) is distinct from first.id then
    return;
  end if;
  update private.guardians set is_of_record = true where child_id = child and adult_id = first.id;
  update public.mentees set parent_name = first.name, parent_email = first.email, parent_phone = first.phone
  where person_id = child and num_nonnulls(parent_name, parent_email, parent_phone) = 0;
end
$$;
comment on function private.name_first_guardian(uuid) is
  'A child whose record names no parent gets the first parent or guardian there, where that is surely the same person.';

create function private.require_family_ids(family jsonb, stored jsonb) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  children constant uuid[] := private.ids_of(stored -> 'children');
  added constant uuid[] := private.ids_of(family -> 'people');
  added_children constant uuid[] := array(select (one ->> 'id')::uuid from jsonb_array_elements(family -> 'people') as one where (one ->> 'is_child')::boolean);
  people constant uuid[] := children || private.ids_of(stored -> 'adults') || added;
  homes constant uuid[] := private.ids_of(family -> 'households');
begin
  perform private.require(
    private.ids_of(family -> 'ties', 'child_id') <@ (children || added_children)
      and private.ids_of(family -> 'ties', 'adult_id') <@ people
      and private.ids_of(family -> 'members', 'person_id') <@ people
      and private.ids_of(family -> 'members', 'group_id') <@ homes
      and private.ids_of(family -> 'languages') <@ people
      and private.ids_of(stored -> 'households') <@ homes
      and not exists (
        select from private.people where id = any (homes || added) and id <> all (private.ids_of(stored -> 'households'))
      ),
    'You can''t see any of this person''s records.'
  );
  if jsonb_array_length(family -> 'households') > 20 or jsonb_array_length(family -> 'ties') > 400 then
    raise exception 'Up to 20 households at a time.' using errcode = 'check_violation';
  end if;
end
$$;
comment on function private.require_family_ids(jsonb, jsonb) is 'Only people and households that the caller saw, or that are new.';

create function private.log_homes(family jsonb, stored jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  readable constant text[] := array(select private.readable_tables());
begin
  perform private.log_of_person('changed', private.rows_of(array[person_id], readable), 'household', was.role, coalesce(said.role, 'removed'), group_id)
  from jsonb_populate_recordset(null::private.members, stored -> 'members') as was
  full join jsonb_populate_recordset(null::private.members, family -> 'members') as said using (group_id, person_id)
  where was.role is distinct from said.role and private.sees_person(person_id, readable)
    and not exists (select from public.mentees where mentees.person_id = coalesce(was.person_id, said.person_id));
  perform private.log_action('changed', 'mentees', id, concat_ws(' ', first_name, last_name), '{"guardians": null}')
  from public.mentees where person_id = any (private.ids_of(stored -> 'children'));
end
$$;
comment on function private.log_homes(jsonb, jsonb) is
  'Logs the changed members of households, and that the family of each child changed.';

create function private.save_family(family jsonb, seen jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  stored jsonb;
  one jsonb;
  children uuid[];
  child uuid;
begin
  perform private.require_protected('mentees');
  -- Two colleagues who add a child to two families come one after the other.
  perform private.lock_people(true);
  stored := private.stored_family(seen, family -> 'people');
  -- The answer to an earlier try was lost.
  if private.family_parts(stored) = private.family_parts(family) then
    return;
  end if;
  stored := private.stored_family(seen);
  if private.family_parts(stored) <> private.family_parts(seen) then
    raise exception 'Someone else changed this family in the meantime: %.', private.family_changes(seen, stored) using errcode = 'PT409';
  end if;
  perform private.require_family_ids(family, stored);
  for one in select value from jsonb_array_elements(family -> 'people') loop
    perform private.add_family_person(one);
  end loop;
  children := private.ids_of(stored -> 'children')
    || array(select (value ->> 'id')::uuid from jsonb_array_elements(family -> 'people') where (value ->> 'is_child')::boolean);
  perform private.save_ties(children, family -> 'ties');
  perform private.save_homes(family, stored);
  update private.people set language = nullif(btrim(said.language), '')
  from jsonb_populate_recordset(null::private.people, family -> 'languages') as said
  where people.id = said.id and people.language is distinct from nullif(btrim(said.language), '');
  update private.people set language = null
  where id = any (private.ids_of(stored -> 'languages')) and id <> all (private.ids_of(family -> 'languages'));
  foreach child in array children loop
    perform private.name_first_guardian(child);
  end loop;
  perform private.tidy_people(private.ids_of(stored -> 'adults') || private.ids_of(stored -> 'households') || private.ids_of(family -> 'people'));
  perform private.log_homes(family, stored);
end
$$;
create function public.save_family(family jsonb, seen jsonb) returns void
language sql security invoker set search_path = ''
as $$ select private.save_family(family, seen) $$;
comment on function public.save_family is
  'Stores a family as one thing, from what family_card told the caller (`seen`): new people under ids that the caller chose, relations, households with their members and addresses, and languages. PT409 with what changed when it is not as seen; for readers of mentees who opened its children within a day.';
grant execute on function private.save_family, public.save_family to authenticated;
