-- The parts of a private.data_subject. They keep their plans, under the settings of the function that calls them.

create function private.children_of_subject(who private.data_subject) returns table (
  source text, id uuid, person_id uuid, created_at timestamptz, is_sure boolean
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
  select case when child.email is null then 'children' else 'parent_contacts' end, child.id, child.person_id, child.created_at,
    not private.is_told_parent(child)
      and not exists (
        select from private.guardians
        where child_id = child.person_id and adult_id = any ((who).persons) and no_contact
      )
      and ((who).address is not null or exists (
        select from private.contact_points point
        where point.person_id = any ((who).persons) and kind = 'email' and normalized = lower(btrim(child.parent_email)) and level > 'told'
      ))
  from public.mentees child
  where lower(btrim(parent_email)) = any ((who).addresses || (who).shared) and private.has_parent(child, who);
end
$$;
comment on function private.children_of_subject(private.data_subject) is
  'Mentees whose record names the person as a parent.';

create function private.merged_records_of_subject(who private.data_subject, records uuid[]) returns setof private.subject_record
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
  with recursive kept as (
    select unnest(records) as id
    -- A merged row may have taken others in before.
    union select merged_id from private.merges join kept on kept.id = kept_id
  )
  select done.id, 'merges', (done.merged_row ->> 'person_id')::uuid, done.merged_name, rtrim(done.kind, 's'),
    (select name from private.rows_of_people as theirs where theirs.id = done.kept_id limit 1),
    done.merged_row ->> 'email', case when done.kind <> 'mentees' then done.merged_row ->> 'phone' end, null::numeric, done.created_at,
    (who).address is not null or private.is_sure(
      done.merged_row ->> 'email', done.merged_row ->> 'phone', levels[1], case when done.kind <> 'mentees' then levels[2] end
    ), null::uuid, null::text
  from private.merges done cross join lateral private.levels_of(done.kind, done.merged_row) as levels
  where kept_id not in (select kept.id from kept) and (
    -- What starts from an address reaches no row without it.
    (who).address is null and (done.merged_row ->> 'person_id')::uuid = any ((who).persons)
    or (who).addresses && array[
      lower(btrim(done.merged_row ->> 'email')), lower(btrim(done.merged_row ->> 'parent_email')),
      lower(btrim(replaced #>> '{email,0}')), lower(btrim(replaced #>> '{email,1}')),
      lower(btrim(replaced #>> '{parent_email,0}')), lower(btrim(replaced #>> '{parent_email,1}'))
    ]
  );
end
$$;
comment on function private.merged_records_of_subject(private.data_subject, uuid[]) is
  'The earlier records of a private.subject_of that are part of a record of someone else; `records` are their own.';

create function private.addresses_of_subject(who private.data_subject, rows uuid[]) returns setof text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
  with theirs as (
    select lower(btrim(email)) as address, max(email_level) filter (where id = any (rows)) as chosen_level,
      max(email_level) filter (where id <> all (rows)) as level_left
    from private.rows_of_people
    where (who).record is null and lower(btrim(email)) in (
      select lower(btrim(email)) from private.rows_of_people as chosen_row where chosen_row.id = any (rows) union select (who).address
    )
    group by 1
  )
  select address from theirs
  where level_left is null or chosen_level > level_left or address = (who).address and level_left = 'told'
  union
  select (who).address where not exists (select from theirs where address = (who).address) and (who).address is not null
  union
  select normalized from private.contact_points where person_id = any ((who).people_left) and kind = 'email';
end
$$;
comment on function private.addresses_of_subject(private.data_subject, uuid[]) is
  'The addresses of the chosen rows that no row that stays has, or none as well known. A child''s own is erased apart.';

create function private.account_names_of_subject(who private.data_subject) returns setof text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
  select distinct name from (
    select unnest(array[full_name, email, private.account_name(id)]) from public.profiles where id = any ((who).accounts)
    union
    select jsonb_array_elements_text(changes -> 'full_name') from public.change_log
    where record_kind = 'profiles' and record_id = any ((who).accounts) and changes ? 'full_name'
  ) as listed (name) where name is not null;
end
$$;
comment on function private.account_names_of_subject(private.data_subject) is
  'What their accounts are and were called, as notices and the change log name them.';

create function private.people_without_rows(who private.data_subject, rows uuid[]) returns setof uuid
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
  select person_id from (
    select person_id, id = any (rows) as is_gone, private.is_sure(theirs) as is_sure
    from private.rows_of_people as theirs
    where person_id in (select person_id from private.rows_of_people as chosen_row where chosen_row.id = any (rows))
  ) as theirs
  group by person_id
  having bool_and(is_gone)
    -- With all that is surely theirs the person is gone. What others claimed stays as someone of its own.
    or (who).address is null and person_id = any ((who).persons) and bool_or(is_sure) and bool_and(is_gone or not is_sure)
  -- Whoever was erased before stays as what the sums need.
  except select id from private.people where is_known_by_name and name ~ '^Erased donor( \d+)?$';
end
$$;
comment on function private.people_without_rows(private.data_subject, uuid[]) is
  'The people who are gone with the chosen rows.';

create function private.groups_without_others(people uuid[]) returns setof uuid
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
  select grp.id from private.people grp
  where kind <> 'person' and id in (select group_id from private.members where person_id = any (people))
    and not exists (select from private.rows_of_people as theirs where theirs.person_id = grp.id)
    and not exists (select from private.members where group_id = grp.id and person_id <> all (people));
end
$$;
comment on function private.groups_without_others(uuid[]) is
  'The households and organizations that have no member besides these people.';

create function private.donors_of_subject(who private.data_subject) returns setof uuid
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
  select person_id from private.gifts
  where person_id in (select person_id from private.gifts as chosen_gift where chosen_gift.id = any ((who).gifts))
  group by person_id having person_id = any ((who).people_left) or bool_and(id = any ((who).gifts))
    and not exists (select from private.gifts as legal where legal.legal_donor_id = gifts.person_id)
  union
  select id from public.donors where id = any ((who).people_left);
end
$$;
comment on function private.donors_of_subject(private.data_subject) is
  'The donors who go with the chosen gifts, or as people. Who keeps a gift stays the donor.';

create function private.pledges_of_address(address text) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select gift_pledge_id from public.donations where lower(btrim(donor_email)) = address and gift_pledge_id is not null
  union
  select gift_pledges.id from public.gift_pledges join public.submissions on submissions.id = submission_id
  where lower(btrim(submissions.email)) = address
$$;
comment on function private.pledges_of_address is 'The pledges that have an address by their gifts, or by the form that they were made from.';
