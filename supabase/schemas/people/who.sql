create function private.people_at(person text) returns table (
  id uuid, name text, addresses text[], phones text[], kinds text[], shared text
)
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
#variable_conflict use_column
declare
  who constant private.person_rows := private.person_rows(person);
  -- A household or organization without records is seen through its members.
  found constant uuid[] := case when who.people <> '{}' then who.people else array(
    select grp.id from private.people as grp
    where grp.id = any (private.people_of_ref(person, who.readable)) and grp.kind <> 'person'
      and private.sees_group(grp.id, who.readable, '5 minutes')
  ) end;
  is_choice constant boolean := cardinality(found) > 1;
  known constant jsonb := private.known_people(who.people);
begin
  return query
  with listed as (
    select one, null::text as shared from unnest(found) as one
    union all
    select theirs.person_id, min(lower(btrim(theirs.email)))
    from private.contact_points point
    join private.rows_of_people as theirs on theirs.person_id = point.person_id and theirs.source = any (who.readable)
    where not is_choice and point.kind = 'email'
      and point.folded in (select private.folded_address(address) from unnest(who.addresses) as address)
      and private.folded_address(theirs.email) = point.folded and theirs.person_id <> all (who.people)
    group by 1
  )
  select one, coalesce(case when it.is_renamed and not without_rows then it.name end, (
      select named.name from private.rows_of_people as named
      where named.person_id = one and named.source = any (who.readable) and named.name ~ '\S'
      order by array_position('{profiles,mentors,trainers,mentees,donations,submissions}', named.source), named.name limit 1
    ), case when without_rows then it.name end), array(
      select address from (
        select unnest(theirs.addresses) as address
        union select normalized from private.contact_points where person_id = one and kind = 'email' and open_to && who.readable
      ) as known
      where not exists (
        select from private.contact_points where person_id = one and kind = 'email' and normalized = address and retired_at is not null
      )
      order by array_position(array(select private.emails_of(one)), address), address
    ), theirs.phones,
    case when without_rows then array[it.kind] else array(select jsonb_array_elements_text(known #> array[one::text, 'kinds'])) end, shared
  from listed
  join private.people as it on it.id = one
  cross join lateral private.rows_of(array[one], who.readable) as theirs
  cross join lateral (select private.tables_of_person(theirs) = '{}' as without_rows) as seen
  order by shared nulls first, 2, one;
end
$$;

create function public.people_at(person text) returns table (
  id uuid, name text, addresses text[], phones text[], kinds text[], shared text
)
language sql stable security invoker set search_path = ''
as $$ select * from private.people_at(person) $$;
comment on function public.people_at is
  'The person of an id, address, phone or row, with those who share the address (`shared`); or all people of an address or phone that several have. Nothing where the caller sees nothing of them.';
grant execute on function private.people_at, public.people_at to authenticated;
