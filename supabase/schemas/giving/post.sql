-- Post: one letter for each household of a list, in the order of its envelopes.

create function private.letters(list text, ids uuid[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  most constant integer := 10000;
begin
  perform private.require(
    list in (select table_name from private.addressed_tables())
      and private.may_search(list), 'You may not read this list.'
  );
  if cardinality(ids) > most then
    raise exception 'Up to % rows at a time. Narrow the list down first.', most using errcode = 'check_violation';
  end if;
  return (
    with listed as (
      select person_id, min(nullif(btrim(name), '')) as name, (array_agg(id order by id))[1] as id from (
        select id as person_id, name, id from public.donors where list = 'donors' and id = any (ids)
        union all
        select theirs.person_id, theirs.name, theirs.id from private.rows_of_people as theirs where theirs.source = list and theirs.id = any (ids)
      ) as of_list group by person_id
    ), home as materialized (
      select listed.person_id, listed.name, listed.id, coalesce(house.id, listed.person_id) as household, house.name as house_name,
        people.is_deceased or coalesce(house.is_deceased, false) as is_deceased,
        people.do_not_contact or coalesce(house.do_not_contact, false) as do_not_contact,
        -- Where a mentee lives is protected.
        coalesce(case when not is_mentee then private.post_of(listed.person_id) end, private.post_of(house.id)) as address
      from listed join private.people on people.id = listed.person_id
      cross join lateral (select exists (select from public.mentees where mentees.person_id = listed.person_id) as is_mentee) as known
      left join lateral (
        select grp.* from private.members join private.people grp on grp.id = group_id
        where members.person_id = listed.person_id and grp.kind = 'household' and not is_mentee
        order by members.created_at, grp.id limit 1
      ) as house on true
    ), letter as (
      select (array_agg(id order by name, person_id))[1] as id, count(*) as people,
        coalesce((array_agg(address order by name, person_id))[1], '{}') as address,
        -- The household's name stands for all members, so not where one gets no letter, or gets it elsewhere.
        case when max(house_name) is not null and not exists (
          select from private.members own join private.people on people.id = own.person_id
          where own.group_id = household and (people.is_deceased or people.do_not_contact or exists (
            select from private.members earlier join private.people grp on grp.id = earlier.group_id and grp.kind = 'household'
            where earlier.person_id = own.person_id and (earlier.created_at, earlier.group_id) < (own.created_at, own.group_id)
          ))
        ) then max(house_name) else array_to_string(array_agg(name order by name, person_id), ' and ') end as name
      from home where not is_deceased and not do_not_contact group by household, address is null
    )
    select jsonb_build_object(
      'letters', coalesce((select jsonb_agg(
        address || jsonb_build_object('id', id, 'name', name, 'people', people)
        order by address = '{}', address ->> 'country' nulls first, address ->> 'postal_code', address ->> 'street', name
      ) from letter), '[]'),
      'people', (select count(*) from listed),
      'deceased', count(*) filter (where is_deceased),
      'do_not_contact', count(*) filter (where do_not_contact and not is_deceased)
    ) from home
  );
end
$$;

create function public.letters(list text, ids uuid[]) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select private.letters(list, ids) $$;
comment on function public.letters is
  'For readers of a list: name, postal address and a row for each household of its rows, in the order of country and postal code, last those without an address, with the numbers of people left out. No mentee''s own address.';
grant execute on function private.letters, public.letters to authenticated;

create function private.home_of(person uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(private.post_of(person), private.post_of(private.household_of(person)))
  where not exists (select from public.mentees where person_id = person)
$$;
comment on function private.home_of(uuid) is 'The postal address of a person, or of their household. Where a mentee lives is protected.';

create function private.donors_by_post(ids uuid[]) returns table (id uuid, refusal text, address jsonb)
language sql stable security definer set search_path = ''
as $$
  select people.id, case when is_deceased then 'deceased' when do_not_contact then 'do_not_contact' end, private.home_of(people.id)
  from private.people where people.id = any (ids) and private.may_search('donors')
$$;

create function public.donors_by_post(ids uuid[]) returns table (id uuid, refusal text, address jsonb)
language sql stable security invoker set search_path = ''
as $$ select * from private.donors_by_post(ids) $$;
comment on function public.donors_by_post is
  'For readers of donors: their postal address or that of their household, and whether they are deceased or must not be contacted.';
grant execute on function private.donors_by_post, public.donors_by_post to authenticated;
