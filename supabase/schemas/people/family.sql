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
comment on function private.children_around(uuid) is
  'The children around a person: an adult''s, or a child with brothers and sisters; at most 40.';

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
comment on function private.family_of is
  'The relations of the children around a person, for readers of mentees: only of children whom they opened within five minutes.';

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

create function public.person_ties(person uuid) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select private.person_ties(person) $$;
comment on function public.person_ties is
  'What staff said about a person, the postal address, and the households and organizations with the members that the caller sees; null where the caller sees nothing of the person. A child''s relations, and everything else of a child, only within five minutes of record_family_opening.';

create function private.record_family_opening(person uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_protected('mentees');
  perform private.require(private.sees_person(person, array(select private.readable_tables())), 'You can''t see any of this person''s records.');
  perform private.lock_people();
  perform private.sync_parents(private.children_around(person) || private.children_named(person));
  perform private.log_action('opened', 'mentees', id, concat_ws(' ', first_name, last_name), null)
  from public.mentees where person_id = any (private.children_around(person));
end
$$;
create function public.record_family_opening(person uuid) returns void
language sql security invoker set search_path = ''
as $$ select private.record_family_opening(person) $$;
comment on function public.record_family_opening is
  'Logs that the caller, who may read mentees, opens the relations of a child with brothers and sisters, or of an adult''s children.';

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
grant execute on function private.record_family_opening, public.record_family_opening to authenticated;
