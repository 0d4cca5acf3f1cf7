create function private.require_admin_of_api() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  -- The owner of the database, at the command line, is no account.
  if current_setting('role', true) in ('anon', 'authenticated', 'service_role') and not private.is_admin() then
    raise exception 'Only an administrator may do this.' using errcode = 'insufficient_privilege';
  end if;
end
$$;
comment on function private.require_admin_of_api is
  'Refuses callers of the API who are not admins, but not the owner of the database at the command line.';

-- Dynamic SQL: table and condition are in a row of the registry.
create function private.rows_of_subject(rule private.personal_data, who private.data_subject) returns setof json
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query execute format('select to_json(stored) from %s as stored where %s', rule.table_name, rule.condition)
    using who;
end
$$;
comment on function private.rows_of_subject is
  'The rows of one table that belong to a private.data_subject, by its rule in private.personal_data.';

create function private.found_data(who private.data_subject) returns table (
  found_position integer, label text, action text, reason text, found_rows bigint, print text
)
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
declare
  rule private.personal_data;
begin
  for rule in
    select * from private.personal_data listed
    where listed.action <> 'none' and to_regclass(listed.table_name) is not null order by listed.position
  loop
    found_position := rule.position;
    label := rule.label;
    action := rule.action;
    reason := rule.reason;
    select count(*), coalesce(md5(string_agg(stored ->> 'id', ',' order by stored ->> 'id')), '') into found_rows, print
    from private.rows_of_subject(rule, who) as stored;
    -- Rows that the log, mail and sign-in write at the same time are no new data.
    print := case when rule.table_name like 'public.%' and rule.table_name <> 'public.change_log' then found_rows || print end;
    if found_rows > 0 then
      return next;
    end if;
  end loop;
end
$$;
comment on function private.found_data(private.data_subject) is
  'The rows of a private.data_subject, counted by rule, in the order of erasing.';

create function private.is_open_child(child uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select child is null or private.has_opened(child, '5 minutes')
    or coalesce(current_setting('role', true), '') not in ('anon', 'authenticated', 'service_role')
$$;
comment on function private.is_open_child is
  'Whether a child''s details may be shown: opened by the caller within five minutes, asked at the command line, or about no child.';

create function private.contacts_of_subject(who private.data_subject, records private.subject_record[]) returns table (
  kind text, normalized text, value text, name text, child uuid
)
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  return query
  with children as (
    select mentees.* from public.mentees
    where person_id = any ((who).persons) and (who).address is null
      or (who).record is not null and id in (select record.id from unnest(records) as record where record.kind = 'mentees')
  ), guardian as (
    select mentee.id as child, tie.adult_id, tie.is_of_record, tie.no_contact
    from children as mentee join private.guardians tie on tie.child_id = mentee.person_id
  ), known as (
    select 'email' as kind, (who).address as normalized, (who).address as value, null::text as name, null::uuid as child
    where (who).address is not null
    union all
    select 'phone', key, btrim(theirs.phone), theirs.name, null
    from private.rows_of_people as theirs cross join lateral unnest(private.phone_keys(theirs.phone)) as key
    where lower(btrim(email)) = (who).address and phone_level > 'told'
    union all
    select point.kind, point.normalized, point.value, null, null from private.contact_points point
    where person_id = any ((who).persons) and (who).address is null and point.kind <> 'post' and level > 'told' and retired_at is null
    union all
    select point.kind, point.normalized, point.value, adult.name, guardian.child
    from guardian
    join private.people adult on adult.id = adult_id
    join private.contact_points point on point.person_id = adult_id
    where not no_contact and point.kind <> 'post' and level > 'told' and retired_at is null
    union all
    select said.kind, said.normalized, said.value, mentee.parent_name, mentee.id
    from children as mentee
    cross join lateral (
      select 'email', lower(btrim(mentee.parent_email)), btrim(mentee.parent_email) where mentee.parent_email is not null
      union all select 'phone', key, btrim(mentee.parent_phone) from unnest(private.phone_keys(mentee.parent_phone)) as key
    ) as said (kind, normalized, value)
    where not private.is_told_parent(mentee)
      and not exists (select from guardian where guardian.child = mentee.id and is_of_record and no_contact)
    union all
    select 'email', lower(btrim(sent.email)), btrim(sent.email), sent.name, sent.id
    from public.submissions sent
    where (who).record is not null and proved_at is not null
      and id in (select record.id from unnest(records) as record where record.kind = 'submissions' and is_sure)
  )
  select distinct on (kind, normalized) kind, normalized, value, name, child
  from known order by kind, normalized, child nulls first;
end
$$;
comment on function private.contacts_of_subject(private.data_subject, private.subject_record[]) is
  'The contacts by which a colleague can check who asks: emails and phones of the person that a colleague entered or the owner proved; for a child also those of parents and guardians who may be contacted; or the address itself. `child` is the child to open before the contact is shown.';

create function private.checked_contact(subject text, identity text, contact text) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  who constant private.data_subject := private.subject_of(subject);
  kinds constant jsonb := '{"replied": "email", "called_back": "phone"}';
  known text[];
begin
  if identity = 'in_person' then
    return null;
  elsif coalesce(kinds ? identity, false) is false then
    raise exception 'Say how you checked their identity.' using errcode = 'P0001';
  end if;
  known := array(
    select normalized from private.contacts_of_subject(who, array(select record from private.records_of_subject(who) as record))
    where kind = kinds ->> identity
  );
  if known = '{}' then
    raise exception 'We have no checked % for this person. Check their identity in another way.', kinds ->> identity
      using errcode = 'P0001';
  elsif not coalesce(lower(btrim(contact)) = any (known) or private.phone_keys(contact) && known, false) then
    raise exception '%', case identity
      when 'replied' then 'Choose the email that they replied from.' else 'Choose the phone that you called back.'
    end using errcode = 'P0001';
  end if;
  return lower(btrim(contact));
end
$$;
comment on function private.checked_contact(text, text, text) is
  'The contact by which a colleague checked who asks: the email that the person replied from (replied), or the phone of the call (called_back); null for in_person. Refuses a contact that only a claim ties to the person.';

create function private.subject_records(subject text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  who constant private.data_subject := private.subject_of(subject);
  records constant private.subject_record[] := array(select record from private.records_of_subject(who) as record);
  asked private.erasures;
begin
  perform private.require_admin_of_api();
  select * into asked from private.erasures where subject_hash = private.keyed_hash(lower(btrim(subject))) and erased_at is null;
  return jsonb_build_object(
    'kind', case when who.address is not null then 'address' when who.record is not null then 'child' else 'person' end,
    'leads_to', (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name) order by name, id), '[]') from private.people
      where id = any (who.persons) and who.address is not null
    ),
    'records', (
      select coalesce(jsonb_agg(to_jsonb(record) - '{child,child_name}'::text[] || jsonb_build_object(
        'child_name', case when private.is_open_child(record.child) then record.child_name end,
        'is_closed', not private.is_open_child(record.child),
        'is_chosen', case when asked.id is null then record.is_sure else private.keyed_hash(record.id::text) = any (asked.chosen_hashes) end
      ) order by place), '[]')
      from unnest(records) with ordinality as record (
        id, kind, person, name, entry, title, email, phone, amount, happened_at, is_sure, child, child_name, place
      )
    ),
    'contacts', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', listed.kind, 'value', value, 'name', name) order by listed.kind, value), '[]')
      from private.contacts_of_subject(who, records) as listed where private.is_open_child(child)
    )
  );
end
$$;

create function public.subject_records(subject text) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select private.subject_records(subject) $$;
comment on function public.subject_records is
  'For admins: the records of a person, an address or a child, to choose from; the people behind an address; and the contacts by which a colleague can check who asks.';
grant execute on function private.subject_records, public.subject_records to authenticated;
