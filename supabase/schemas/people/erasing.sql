create function private.phones_of_subject(who private.data_subject) returns setof text
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan
as $$
begin
  return query
  with mine as materialized (
    select key, max(phone_level) as level from private.rows_of_people as theirs
    cross join lateral unnest(private.phone_keys(phone)) as key where id = any ((who).ids) group by key
  )
  -- As an address, it is theirs as long as no row that stays has it as well known.
  select key from mine where not exists (
    select from private.contact_points point
    join private.rows_of_people as other on other.person_id = point.person_id
    where point.kind = 'phone' and point.normalized = key and other.id <> all ((who).ids)
      and key = any (private.phone_keys(other.phone)) and other.phone_level >= level
  );
end
$$;
comment on function private.phones_of_subject is
  'The phone keys that go with a private.data_subject: those that no remaining row has at the same or a higher level.';

create function private.person_merges_of_subject(who private.data_subject) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select id from private.person_merges
  where kept_id = any ((who).people_left) or merged_id = any ((who).people_left)
    or id in (select united_id from private.merges where id = any ((who).merges))
$$;
comment on function private.person_merges_of_subject is
  'The merges of people who go with a private.data_subject, and those that came with its merged records.';

create function private.names_left(person uuid, names text[], who private.data_subject) returns text[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select known from unnest(names) with ordinality as listed (known, place)
    where not exists (
      select from private.person_merges done
      where done.kept_id = names_left.person and known = any (done.added_names) and done.id in (select private.person_merges_of_subject(who))
    )
    order by place
  )
$$;
comment on function private.names_left is
  'A person''s names without those that came with a merge of this private.data_subject.';

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
  'Parents without a row whose children are all in a private.data_subject.';
