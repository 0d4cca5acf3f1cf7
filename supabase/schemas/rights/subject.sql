-- Rights of a person: to get everything that we hold about an email address or a child, and to have it
-- erased. One registry says where personal data is and what erasing does with it; hand-over, preview and
-- erasing all read it (docs/decisions/030-handed-over-and-erased.md).

create function private.submissions_of_child(child uuid) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  with mentee as (
    select id, private.searchable(first_name, last_name) as name, lower(btrim(parent_email)) as address
    from public.mentees
    where id = child or id in (select mentee_id from public.conversions where submission_id = child)
  ), named as (
    select name, address from mentee
    union
    select private.searchable(btrim(child_name)), lower(btrim(email)) from public.program_applications where id = child
  )
  select coalesce(array_agg(id), '{}') from (
    select id from public.program_applications where id = child
    union
    select submission_id from public.conversions where mentee_id in (select id from mentee)
    union
    select sent.id from named
    join public.submissions on lower(btrim(submissions.email)) = named.address
    join public.program_applications sent on sent.id = submissions.id and private.searchable(btrim(child_name)) = named.name
  ) as listed
$$;
comment on function private.submissions_of_child is
  'The program applications about a child, by the id of the mentee or of one of them: that one, converted ones, and those with the same parent''s address and child''s name.';

create function private.is_sure(email text, phone text, email_level private.contact_level, phone_level private.contact_level) returns boolean
language sql immutable set search_path = ''
as $$
  select num_nonnulls(email, phone) = 0
    or coalesce(email is not null and email_level > 'told', false) or coalesce(phone is not null and phone_level > 'told', false)
$$;
comment on function private.is_sure(text, text, private.contact_level, private.contact_level) is
  'Whether an email or phone is known better than told, or there is neither.';

create function private.is_sure(theirs private.rows_of_people) returns boolean
language sql stable security definer set search_path = ''
as $$
  select case
    when theirs.source in ('donations', 'unposted_gifts') and exists (
      select from public.donations where id = theirs.id and is_picked
    ) then true
    -- No contact: whoever wrote the row says whose it is.
    when num_nonnulls(theirs.email, theirs.phone) = 0 then theirs.source not in ('submissions', 'newsletter_subscriptions')
      and not exists (select from private.imported_rows where row_id = theirs.id)
      and not exists (select from public.donations where id = theirs.id and payment_id is not null)
    else private.is_sure(theirs.email, theirs.phone, theirs.email_level, theirs.phone_level)
  end
$$;
comment on function private.is_sure(private.rows_of_people) is
  'Whether more than a claim ties a row to its person: an email or phone that a colleague entered or the owner proved, a pick, or that a colleague typed the row without either.';

create function private.is_told_parent(child public.mentees) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from private.imported_rows where row_id = child.id) or exists (
    select from public.conversions join public.submissions on submissions.id = submission_id
    where mentee_id = child.id and proved_at is null and (
      lower(btrim(submissions.email)) = lower(btrim(child.parent_email))
      or private.phone_keys(submissions.phone) && private.phone_keys(child.parent_phone)
    )
  )
$$;
comment on function private.is_told_parent(public.mentees) is
  'Whether only a form or an import told the parent''s contact in a mentee''s record.';

create function private.has_parent(child public.mentees, who private.data_subject) returns boolean
language sql stable security definer set search_path = ''
as $$
  select lower(btrim(child.parent_email)) = any ((who).addresses)
    or lower(btrim(child.parent_email)) = any ((who).shared) and exists (
      select from private.people, unnest(names) as known
      where people.id = any ((who).persons) and private.is_same_name(known, private.plain_name(child.parent_name))
    )
$$;
comment on function private.has_parent(public.mentees, private.data_subject) is
  'Whether this person is the parent in a mentee''s record: by an address that only they have, or by a shared address and the name.';

create function private.subject_of(subject text) returns private.data_subject
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
declare
  given constant text := nullif(lower(btrim(subject)), '');
  who private.data_subject;
begin
  if given is null or char_length(given) > 254 then
    raise exception 'Name an email address.' using errcode = 'P0001';
  elsif given !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    return jsonb_populate_record(who, jsonb_build_object('address', given, 'addresses', array[given], 'shared', '{}'::text[], 'persons', array(
      select person_id from private.rows_of_people where lower(btrim(email)) = given
      union
      -- The email of a second contact is in no row.
      select person_id from private.contact_points join private.people on people.id = person_id
      where contact_points.kind = 'email' and normalized = given and second_of is not null
    )));
  elsif exists (select from private.people where id = given::uuid) then
    who := jsonb_populate_record(who, jsonb_build_object('persons', array[given]));
  elsif exists (select from private.rows_of_people where id = given::uuid and source in ('mentors', 'trainers')) then
    who := jsonb_populate_record(who, jsonb_build_object('persons', array(
      select person_id from private.rows_of_people where id = given::uuid
    )));
  else
    return jsonb_populate_record(who, jsonb_build_object(
      'record', given, 'persons', '{}'::uuid[], 'addresses', '{}'::text[], 'shared', '{}'::text[]
    ));
  end if;
  return jsonb_populate_record(who, (
    with theirs as (
      select lower(btrim(email)) as address, bool_and(person_id = any (who.persons)) as is_own
      from private.rows_of_people
      where lower(btrim(email)) in (
        select lower(btrim(email)) from private.rows_of_people where person_id = any (who.persons) and email is not null
      )
      group by 1
    )
    select jsonb_build_object(
      'addresses', array(select address from theirs where is_own), 'shared', array(select address from theirs where not is_own)
    )
  ));
end
$$;
comment on function private.subject_of(text) is
  'Where a hand-over or an erasure starts, without rows: a person, by their id or the id of a mentor or trainer; an address, which is only a claim to whoever has it; or a child, by the id of a mentee or a program application.';

create function private.records_of_subject(who private.data_subject) returns setof private.subject_record
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan
as $$
declare
  is_address constant boolean := (who).address is not null;
  -- What starts from an address reaches no row without it.
  whole constant uuid[] := case when is_address then '{}' else (who).persons end;
  child_forms constant uuid[] := case when (who).record is null then '{}' else private.submissions_of_child((who).record) end;
begin
  return query
  with own as materialized (
    select source, id, person_id, name, coalesce(entry, 'unposted') as entry, title, email, phone, amount, created_at,
      is_address or private.is_sure(theirs) as is_sure, case when entry = 'program' then id end as child
    from private.rows_of_people as theirs
    where person_id = any (whole) or lower(btrim(email)) = (who).address
      or is_address and source = 'donor_pledges' and id in (select private.pledges_of_address((who).address))
    union all
    select source, id, person_id, name, entry, title, email, phone, amount, created_at, true, id
    from private.rows_of_people as theirs
    where source = 'mentees' and (id = (who).record or id in (select mentee_id from public.conversions where submission_id = (who).record))
    union all
    select source, id, person_id, name, entry, title, email, phone, amount, created_at,
      id = (who).record or email_level > 'told' or id in (select submission_id from public.conversions where mentee_id is not null), id
    from private.rows_of_people as theirs where source = 'submissions' and id = any (child_forms)
  ), families as (
    select source, id, person_id, null::text as name, 'mentee' as entry, null::text as title, null::text as email, null::text as phone,
      null::numeric as amount, created_at, is_sure, id as child
    from private.children_of_subject(who) as theirs where id not in (select own.id from own)
  ), converted as (
    -- Rows without an address belong to the application that they came from.
    select theirs.source, theirs.id, theirs.person_id, theirs.name, theirs.entry, theirs.title, theirs.email, theirs.phone, theirs.amount,
      theirs.created_at, own.is_sure, case when theirs.source = 'mentees' then theirs.id end
    from own
    join public.conversions came on own.source = 'submissions' and came.submission_id = own.id
    join private.rows_of_people as theirs on theirs.id = coalesce(came.mentor_id, came.trainer_id, came.mentee_id) and theirs.email is null
    where theirs.source in ('mentors', 'trainers', 'mentees')
      and theirs.id not in (select own.id from own) and theirs.id not in (select families.id from families)
      and not exists (select from public.mentees where mentees.id = theirs.id and parent_email is not null)
  ), listed as (
    select * from own union all select * from families union all select * from converted
  ), second as (
    select 'people', people.id, people.id, people.name, 'contact', null::text,
      (select min(value) from private.contact_points where person_id = people.id and kind = 'email'), null::text, null::numeric, created_at, true, null::uuid
    from private.people
    where id = any ((who).persons) and second_of is not null and kind = 'person'
      and not exists (select from private.rows_of_people as theirs where theirs.person_id = people.id)
  )
  select found.id, source, person_id, name, entry, title, email, phone, amount, created_at, is_sure, child,
    coalesce(
      (select child_name from public.program_applications where program_applications.id = found.id),
      (select concat_ws(' ', first_name, last_name) from public.mentees where mentees.id = child)
    )
  from (select * from listed union all select * from second) as found
  union all
  select * from private.merged_records_of_subject(who, array(
    select id from listed where source in ('mentors', 'mentees', 'trainers', 'children', 'parent_contacts')
  ))
  order by 10, 1;
end
$$;
comment on function private.records_of_subject(private.data_subject) is
  'The records of a private.subject_of. For an address only the rows that have it, not the other rows of their people.';

create function private.merges_of_subject(who private.data_subject) returns setof private.merges
language sql stable security definer set search_path = ''
as $$
  select * from private.merges
  where id = any ((who).merges) or kept_id = any ((who).people) or merged_id = any ((who).people)
$$;
comment on function private.merges_of_subject is
  'The merged records that were chosen, or that belong to the chosen people.';

create function private.names_of_subject(who private.data_subject) returns text[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(distinct private.searchable(btrim(name))) filter (where char_length(btrim(name)) >= 3), '{}')
  from (
    select unnest(array[first_name, last_name, concat_ws(' ', first_name, last_name), parent_name])
    from public.mentees where id = any ((who).people)
    union all
    select parent_name from public.mentees where id = any ((who).contacts)
    union all
    select unnest(array[first_name, last_name, concat_ws(' ', first_name, last_name)])
    from (
      select id, first_name, last_name from public.mentors
      union all select id, first_name, last_name from public.trainers
      union all select id, first_name, last_name from public.volunteer_applications
      union all select id, first_name, last_name from public.program_applications
      union all select id, first_name, last_name from public.program_registrations
    ) as named where id = any ((who).people || (who).submissions)
    union all
    select child_name from public.program_applications where id = any ((who).submissions)
    union all
    select name from public.submissions where id = any ((who).submissions)
    union all
    select name from public.newsletter_subscriptions where id = any ((who).subscriptions)
    union all
    select donor_name from public.donations where id = any ((who).gifts)
    union all
    select donor_name from public.gift_pledges where id = any ((who).gifts)
    union all
    select merged_name from private.merges where id = any ((who).merges)
    union all
    select full_name from public.profiles where id = any ((who).accounts)
  ) as listed (name)
$$;
comment on function private.names_of_subject is
  'The names in the rows of a private.data_subject, folded for a search; none shorter than three characters.';

create function private.data_subject(subject text, chosen uuid[] default null) returns private.data_subject
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan
as $$
declare
  who private.data_subject := private.subject_of(subject);
  records constant private.subject_record[] := array(select record from private.records_of_subject(who) as record);
  ticked constant uuid[] := array(select id from unnest(records) where case when chosen is null then is_sure else id = any (chosen) end);
  rows uuid[];
  people integer;
begin
  who := jsonb_populate_record(who, (
    select jsonb_object_agg(field, array(select id from unnest(records) where kind = any (kinds) and id = any (ticked)))
    from (values
      ('accounts', '{profiles}'::text[]), ('people', '{mentors,mentees,trainers,children}'), ('contacts', '{parent_contacts}'),
      ('submissions', '{submissions}'), ('subscriptions', '{newsletter_subscriptions}'), ('gifts', '{donations,unposted_gifts,donor_pledges}'),
      ('merges', '{merges}'), ('people_left', '{people}')
    ) as listed (field, kinds)
  ));
  rows := who.accounts || who.people || who.submissions || who.subscriptions || who.gifts;
  loop
    people := cardinality(who.people);
    who := jsonb_populate_record(who, jsonb_build_object(
      'merges', array(select id from private.merges_of_subject(who)),
      'people', array(select unnest(who.people) union select merged_id from private.merges_of_subject(who))
    ));
    exit when cardinality(who.people) = people;
  end loop;
  who := jsonb_populate_record(who, jsonb_build_object('addresses', array(select private.addresses_of_subject(who, rows))));
  who := jsonb_populate_record(who, jsonb_build_object(
    'accounts', array(
      select unnest(who.accounts)
      union
      select id from auth.users where lower(email) = any (who.addresses) and not exists (select from public.profiles where profiles.id = users.id)
    ),
    'moments', array(
      select created_at from public.submissions where id = any (who.submissions)
      union select created_at from public.newsletter_subscriptions where id = any (who.subscriptions)
    )
  ));
  who := jsonb_populate_record(who, jsonb_build_object(
    'account_names', array(select private.account_names_of_subject(who)),
    'people_left', who.people_left || array(
      select private.people_without_rows(who, rows) union select private.parents_of_subject(who)
    )
  ));
  who := jsonb_populate_record(who, jsonb_build_object(
    'people_left', who.people_left || array(select private.groups_without_others(who.people_left)),
    'donors', array(select private.donors_of_subject(who))
  ));
  who := jsonb_populate_record(who, jsonb_build_object(
    'ids', who.accounts || who.people || who.contacts || who.submissions || who.subscriptions || who.gifts || who.donors || who.people_left,
    'names', private.names_of_subject(who),
    'erased_names', (select jsonb_object_agg(id, 'Erased donor ' || number) from public.donors where id = any (who.donors))
  ));
  return jsonb_populate_record(who, jsonb_build_object('phones', array(select private.phones_of_subject(who))));
end
$$;
comment on function private.data_subject(text, uuid[]) is
  'The chosen rows of a private.subject_of with everything that goes with them; without a choice the rows that are surely theirs.';

create function private.is_of_subject(point private.contact_points, who private.data_subject) returns boolean
language sql stable security definer set search_path = ''
as $$
  select point.kind = 'post' or coalesce(bool_or(id = any ((who).ids)), true)
  from private.rows_of_people as theirs
  where person_id = point.person_id
    and case point.kind when 'email' then lower(btrim(email)) = point.normalized else point.normalized = any (private.phone_keys(phone)) end
$$;
comment on function private.is_of_subject(private.contact_points, private.data_subject) is
  'Whether a contact point goes with a person: not if the only rows with it stay.';
