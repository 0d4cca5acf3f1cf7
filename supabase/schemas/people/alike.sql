-- Who may be the same as a person, or at home with them, before what the caller may see is compared.

create function private.is_alike(one text, other text) returns boolean
language sql immutable set search_path = ''
as $$ select private.is_same_name(one, other) or private.is_near_name(one, other) $$;
comment on function private.is_alike(text, text) is 'Whether two names, as private.plain_name has them, can be one human''s, or would be but for one letter.';

create function private.suggestion_candidates(who private.person_rows, plain_names text[]) returns table (other uuid, reason text)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  home constant text[] := private.post_keys(who.people);
begin
  return query
  select point.person_id, 'phone' from private.contact_points point
  where point.kind = 'phone' and point.folded = any (who.phones)
  union
  select point.person_id, 'email' from private.contact_points point
  where point.kind = 'email' and point.folded in (select private.folded_address(address) from unnest(who.addresses) as address)
  union
  select point.person_id, alike from private.contact_points point cross join unnest('{post,household}'::text[]) as alike
  where point.kind = 'post' and point.folded = any (home)
    and not exists (select from public.mentees where mentees.person_id = point.person_id)
  union
  select people.id, 'name' from private.people
  where names[1] in (select plain from unnest(plain_names) as plain where plain like '% %')
    and (who.addresses = '{}' or 5 >= (select count(*) from private.people_named(names[1])) or not exists (
      select from private.contact_points point where point.person_id = people.id and point.kind = 'email'
    ));
end
$$;
comment on function private.suggestion_candidates(private.person_rows, text[]) is
  'Who has a phone, an email, a postal address or a full name in common with a person.';

create function private.may_share_home(one uuid, other uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select not exists (select from private.people where id in (one, other) and (kind <> 'person' or is_couple))
    and not exists (
      select from private.members shared join private.members mine using (group_id)
      where shared.person_id = other and mine.person_id = one
    ) and not (private.household_of(one) is not null and private.household_of(other) is not null)
$$;
comment on function private.may_share_home(uuid, uuid) is 'Whether two may be one household: two people without a common group, of whom one at most has a household.';

create function private.couple_members(couple uuid, readable text[]) returns table (one uuid, other uuid)
language sql stable security definer set search_path = ''
as $$
  select one, other
  from private.people
  cross join lateral private.couple_parts(name) as parts
  cross join lateral private.people_named(parts[1]) as one
  cross join lateral private.people_named(parts[2]) as other
  where id = couple and is_couple and one <> other
    and 1 = (select count(*) from private.people_named(parts[1])) and 1 = (select count(*) from private.people_named(parts[2]))
    and private.sees_person(one, readable) and private.sees_person(other, readable)
$$;
comment on function private.couple_members(uuid, text[]) is 'The two of a couple, where one person each is called like them.';
