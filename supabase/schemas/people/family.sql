create function private.children_around(person uuid) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    with own as (
      select child_id from private.guardians where adult_id = person or child_id = person
      union
      select person where exists (select from public.mentees where person_id = person)
    )
    select array(
      select child_id from own
      union
      select sibling.child_id from own join private.guardians shared using (child_id)
      join private.guardians sibling on sibling.adult_id = shared.adult_id
      union
      select stay.person_id from private.people grp
      join private.members home on home.group_id = grp.id
      join private.members stay on stay.group_id = grp.id
      where grp.kind = 'household' and (home.person_id = person or home.person_id in (select child_id from own))
        and exists (select from public.mentees where mentees.person_id = stay.person_id)
      limit 40
    )
  );
end
$$;
comment on function private.children_around(uuid) is
  'A child or the children of an adult, with their brothers and sisters: by a parent or guardian, or by a household.';

create function private.contacts_of(adult uuid, readable text[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_object_agg(kind, value), '{}') from (
      select distinct on (point ->> 'kind') point ->> 'kind' as kind, point -> 'value' as value
      from jsonb_array_elements(private.points_of(adult, readable)) with ordinality as listed (point, place)
      where not (point ->> 'is_retired')::boolean order by point ->> 'kind', place
    ) as first
  );
end
$$;
comment on function private.contacts_of(uuid, text[]) is
  'The first email and phone of an adult that the caller may read, without retired ones.';

create function private.family_adults(children uuid[], adults uuid[], readable text[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', adult.id, 'name', coalesce(private.readable_name(adult.id, readable), record.parent_name, adult.name),
      'is_seen', is_seen, 'is_of_record', record.person_id is not null,
      'email', coalesce(to_jsonb(record.parent_email), contacts -> 'email', to_jsonb(tie.email)),
      'phone', coalesce(to_jsonb(record.parent_phone), contacts -> 'phone', to_jsonb(tie.phone)),
      'do_not_contact', adult.do_not_contact, 'is_deceased', adult.is_deceased
    ) order by record.person_id is null, tie.created_at, adult.created_at, adult.id), '[]')
    from private.people adult
    cross join lateral (select private.sees_person(adult.id, readable) as is_seen) as seen
    cross join lateral (select case when is_seen then private.contacts_of(adult.id, readable) end as contacts) as known
    left join lateral (
      select min(email) as email, min(phone) as phone, min(created_at) as created_at from private.guardians
      where adult_id = adult.id and child_id = any (children)
    ) as tie on true
    left join lateral (
      select child.* from private.guardians named join public.mentees child on child.person_id = named.child_id
      where named.adult_id = adult.id and named.is_of_record and named.child_id = any (children)
      order by child.parent_name is null, child.created_at limit 1
    ) as record on true
    where adult.id = any (adults)
  );
end
$$;
comment on function private.family_adults(uuid[], uuid[], text[]) is
  'Adults of a family, first whom a child''s record names, each with the email and phone of that record, of rows that the caller may read, or of the relation.';

create function private.family_of(children uuid[], others uuid[], readable text[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    with tie as materialized (
      select * from private.guardians where child_id = any (children)
    ), known as materialized (
      select unnest(children || others) as id union select adult_id from tie
    ), home as materialized (
      select grp.* from private.people grp
      where grp.kind = 'household' and grp.id in (select group_id from private.members where person_id in (select id from known))
    ), member as materialized (
      select stay.* from private.members stay
      where group_id in (select id from home) and (person_id in (select id from known)
        or not exists (select from public.mentees where mentees.person_id = stay.person_id)
          and (private.sees_person(stay.person_id, readable) or private.is_second(stay.person_id, readable)))
    ), everyone as (
      select id from known union select person_id from member
    )
    select jsonb_build_object(
      'children', (
        select coalesce(jsonb_agg(jsonb_build_object('id', person_id, 'name', concat_ws(' ', first_name, last_name), 'email', email) order by first_name, last_name, person_id), '[]')
        from (select distinct on (person_id) * from public.mentees where person_id = any (children) order by person_id, created_at) as child
      ),
      'others', to_jsonb(others),
      'adults', private.family_adults(children, array(select id from everyone where id <> all (children)), readable),
      'ties', (
        select coalesce(jsonb_agg(to_jsonb(tie) - 'created_at' order by child_id, is_of_record desc, created_at, adult_id), '[]') from tie
      ),
      'households', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', id, 'name', coalesce(private.readable_name(id, readable), name), 'address', private.post_of(id), 'is_seen', private.sees_person(id, readable)
        ) order by created_at, id), '[]') from home
      ),
      'members', (
        select coalesce(jsonb_agg(jsonb_build_object('group_id', group_id, 'person_id', person_id, 'role', role) order by group_id, created_at, person_id), '[]') from member
      ),
      'languages', (
        select coalesce(jsonb_agg(jsonb_build_object('id', id, 'language', language) order by id), '[]')
        from private.people where language is not null and id in (select id from everyone)
      )
    )
  );
end
$$;
comment on function private.family_of(uuid[], uuid[], text[]) is
  'Children, whose opening the caller checked, with their parents and guardians, and with the households of these and of others, with the members whom the caller sees.';

create function private.family_around(person uuid, readable text[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.may_search('mentees') then
    return null;
  end if;
  return private.family_of(
    array(
      select distinct child.person_id from public.mentees child
      where child.person_id = any (private.children_around(person)) and private.has_opened(child.id, '5 minutes')
    ),
    case when exists (select from public.mentees where person_id = person) then '{}' else array[person] end, readable
  );
end
$$;
comment on function private.family_around(uuid, text[]) is
  'The family of a person, with the children whom the caller opened within five minutes; null for callers who may not read mentees.';

create function private.family_card(children uuid[], others uuid[]) returns jsonb
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
declare
  readable constant text[] := array(select private.readable_tables());
begin
  perform private.require_protected('mentees');
  if cardinality(children || others) > 80 then
    raise exception 'Up to 80 people at a time.' using errcode = 'check_violation';
  end if;
  perform private.require(
    coalesce((select bool_and(exists (select from public.mentees where person_id = child) and private.opened_children(child, '5 minutes')) from unnest(children) as child), true)
      and coalesce((select bool_and(private.sees_member(other, readable)) from unnest(others) as other), true),
    'You can''t see any of this person''s records, or the opening is not recorded.'
  );
  return private.family_of(children, others, readable);
end
$$;
create function public.family_card(children uuid[], others uuid[]) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select private.family_card(children, others) $$;
comment on function public.family_card is
  'Children whom the caller opened within five minutes, and others whom the caller sees, with their parents and guardians, households and languages.';

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
          -- Whoever sees an adult of a household may see its address.
          'address', private.post_of(grp.id),
          'points', private.points_of(grp.id, readable),
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
        where grp.kind <> 'person' and grp.id in (
          select person union select group_id from private.members where person_id = person and is_open
        )
      ),
      'family', private.family_around(person, readable)
    )
    from private.people where id = person
  );
end
$$;

create function public.person_ties(person uuid) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select private.person_ties(person) $$;
comment on function public.person_ties is
  'What staff said about a person, the postal address, and the households and organizations with the members that the caller sees; null where the caller sees nothing of the person. A child''s relations, and everything else of a child, only within five minutes of record_family_opening.';

create function private.record_family_opening(person uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  children uuid[];
begin
  perform private.require_protected('mentees');
  perform private.require(private.sees_person(person, array(select private.readable_tables())), 'You can''t see any of this person''s records.');
  perform private.lock_people();
  children := private.children_around(person) || private.children_named(person);
  perform private.sync_parents(children, children);
  perform private.log_action('opened', 'mentees', id, concat_ws(' ', first_name, last_name), null)
  from public.mentees where person_id = any (private.children_around(person));
end
$$;
create function public.record_family_opening(person uuid) returns void
language sql security invoker set search_path = ''
as $$ select private.record_family_opening(person) $$;
comment on function public.record_family_opening is
  'Logs that the caller, who may read mentees, opens the family of a child or an adult: the children with their brothers and sisters.';

create function private.children_named(adult uuid) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select child.person_id from private.rows_of_people as theirs
    join public.mentees child on lower(btrim(child.parent_email)) = lower(btrim(theirs.email))
    where theirs.person_id = adult limit 40
  )
$$;
comment on function private.children_named(uuid) is
  'Children whose record names an address of this adult, whose own row may be newer.';
grant execute on function private.person_ties, public.person_ties to authenticated;
grant execute on function private.family_card, public.family_card to authenticated;
grant execute on function private.record_family_opening, public.record_family_opening to authenticated;
