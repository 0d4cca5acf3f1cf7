create function private.is_needed(person private.people) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from private.rows_of_people as theirs where theirs.person_id = person.id)
    or person.kind <> 'person' and exists (select from private.members where group_id = person.id)
    or exists (select from private.guardians where adult_id = person.id)
    or exists (select from private.collections where adult_id = person.id)
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
  'Whether someone has to stay: a person with a row or as the legal donor of a gift, a household or organization with a member, an adult with a child or who collected one, or a second contact whose household has a row.';

create function private.tidy_parents() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.tidy_people(array(select distinct adult_id from gone));
  return null;
end
$$;
comment on function private.tidy_parents is 'Tidies the adults of removed relations.';

create function private.sync_parents_after() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  changed uuid[];
  same uuid[];
begin
  -- The undo of a merge brings back what was said of them.
  if private.write_mode() = 'merge' then
    return null;
  elsif tg_op = 'INSERT' then
    perform private.sync_parents(array(
      select distinct person_id from stays where num_nonnulls(parent_name, parent_email, parent_phone) > 0
    ));
  else
    select coalesce(array_agg(stays.person_id), '{}'), coalesce(array_agg(stays.person_id) filter (
      where private.plain_name(gone.parent_name) is not distinct from private.plain_name(stays.parent_name)
        and (private.plain_name(stays.parent_name) is not null or gone.parent_email is not distinct from stays.parent_email)
    ), '{}') into changed, same
    from gone join stays using (id)
    where (gone.person_id, gone.parent_name, gone.parent_email, gone.parent_phone)
      is distinct from (stays.person_id, stays.parent_name, stays.parent_email, stays.parent_phone);
    perform private.sync_parents(changed, same);
  end if;
  return null;
end
$$;
comment on function private.sync_parents_after is
  'Updates the parents of mentees that came or whose record changed. A merge and its undo do it themselves.';

create function private.forget_guardians() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.write_mode() is distinct from 'merge' then
    delete from private.guardians
    where child_id in (select person_id from gone)
      and not exists (select from public.mentees where person_id = child_id);
    delete from private.consents
    where child_id in (select person_id from gone)
      and not exists (select from public.mentees where person_id = child_id);
    delete from private.consent_requests
    where child_id in (select person_id from gone)
      and not exists (select from public.mentees where person_id = child_id);
  end if;
  return null;
end
$$;
comment on function private.forget_guardians is 'Removes the guardians and consents of people who are no longer mentees.';
