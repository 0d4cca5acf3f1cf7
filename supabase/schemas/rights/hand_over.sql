-- Two requests, as for protected fields: the first commits the log entry that the second requires.

create function private.chosen_records(subject text, chosen uuid[]) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  known constant uuid[] := array(select id from private.records_of_subject(private.subject_of(subject)));
begin
  if chosen is null or chosen = '{}' and known <> '{}' then
    raise exception 'Choose at least one record.' using errcode = 'P0001';
  elsif not chosen <@ known then
    raise exception 'Something was added or removed since. Look again: nothing was handed over or erased.' using errcode = 'PT409';
  end if;
  return chosen;
end
$$;
comment on function private.chosen_records is
  'The chosen records. Refuses an empty choice where there are records, and (PT409) one with records that no longer belong to the subject.';

create function private.choice_of(chosen uuid[]) returns uuid
language sql immutable set search_path = ''
as $$ select md5(array_to_string(array(select distinct id from unnest(chosen) as id order by 1), ' '))::uuid $$;
comment on function private.choice_of(uuid[]) is 'An id that stands for a choice of records in the log.';

create function private.record_hand_over(subject text, chosen uuid[], identity text, contact text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  who private.data_subject;
begin
  perform private.require_admin_of_api();
  who := private.data_subject(subject, chosen);
  if not exists (select from private.found_data(who)) and not exists (select from private.records_of_subject(who)) then
    raise exception 'We hold nothing about this person.' using errcode = 'P0001';
  end if;
  perform private.log_action(
    'exported', 'persons', coalesce(who.record, case when who.address is null then who.persons[1] end), who.address,
    jsonb_strip_nulls(jsonb_build_object(
      'identity', identity, 'contact', private.checked_contact(subject, identity, contact),
      'records', cardinality(private.chosen_records(subject, chosen))
    )),
    array[private.choice_of(chosen)]
  );
end
$$;
create function public.record_hand_over(subject text, chosen uuid[], identity text, contact text default null) returns void
language sql security invoker set search_path = ''
as $$ select private.record_hand_over(subject, chosen, identity, contact) $$;
comment on function public.record_hand_over is
  'For admins: logs that the caller hands over the chosen records of a person, an address or a child, and how they checked who asks: the person `replied` from the contact, was `called_back` there, or came `in_person`.';

create function private.named_values(stored json, columns text[]) returns json
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select json_object_agg(key, value order by position) from (
    select position, key, value from json_each(stored) with ordinality as listed (key, value, position)
    where key = any (columns) and json_typeof(value) <> 'null'
      and key not in ('program_id', 'course_id', 'assessment_id', 'campaign_id', 'permission_id', 'child_id', 'adult_id', 'group_id')
    union all
    select 0, 'program', to_json(name) from public.programs where id = (stored ->> 'program_id')::uuid
    union all
    select 0, 'course', to_json(title) from public.courses where id = (stored ->> 'course_id')::uuid
    union all
    select 0, 'assessment', to_json(name) from public.assessments where id = (stored ->> 'assessment_id')::uuid
    union all
    select 0, 'campaign', to_json(subject) from public.email_campaigns where id = (stored ->> 'campaign_id')::uuid
    union all
    select 0, 'permission', to_json(name) from public.permissions where id = (stored ->> 'permission_id')::uuid
    union all
    select -2, 'child', to_json(name) from private.people where id = (stored ->> 'child_id')::uuid and 'child_id' = any (columns)
    union all
    select -1, 'adult', to_json(name) from private.people where id = (stored ->> 'adult_id')::uuid and 'adult_id' = any (columns)
    union all
    select -2, 'name', to_json(name) from private.people where id = (stored ->> 'person_id')::uuid and 'group_id' = any (columns)
    union all
    select -1, kind, to_json(coalesce(name, 'Without a name')) from private.people where id = (stored ->> 'group_id')::uuid and 'group_id' = any (columns)
    union all
    -- For an organization, a person gets only their own part.
    select 0, 'others', json_agg(member.name || ' (' || role || ')' order by member.name)
    from private.members
    join private.people member on member.id = person_id
    join private.people grp on grp.id = group_id
    where group_id = (stored ->> 'group_id')::uuid and person_id <> (stored ->> 'person_id')::uuid and grp.kind = 'household'
      and member.name is not null and 'group_id' = any (columns)
    having count(*) > 0
  ) as listed);
end
$$;
comment on function private.named_values(json, text[]) is
  'The values of a row in the order of its columns, with names instead of the ids of programs, courses and the like, and of the people of a family or household.';

create function private.is_handed_over(rule private.personal_data) returns boolean
language sql stable security definer set search_path = ''
as $$
  select rule.hands_over_rest or exists (
    select from private.personal_columns
    where table_name = rule.table_name and label = rule.label and is_handed_over
  )
$$;
comment on function private.is_handed_over(private.personal_data) is
  'Whether the person gets any column of a rule''s rows.';

create function private.columns_given_out(rule private.personal_data, stored json, who private.data_subject) returns text[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select attname from pg_catalog.pg_attribute
    left join private.personal_columns listed
      on listed.table_name = rule.table_name and listed.label = rule.label and column_name = attname
    where attrelid = rule.table_name::regclass and attnum > 0 and not attisdropped and attgenerated = ''
      and coalesce(is_handed_over, rule.hands_over_rest)
    except
    -- A child's data goes to one of the adults, without the contacts of another.
    select unnest(case
      when (who).record is null then '{}'
      when rule.table_name = 'public.mentees' then '{parent_email,parent_phone}'
      when rule.table_name = 'public.program_applications' then '{email,phone}'
      else '{}'
    end::text[])
    except
    select unnest('{may_collect,must_not_collect,no_contact}'::text[])
    where rule.table_name = 'private.guardians' and (stored ->> 'adult_id')::uuid <> all ((who).people_left)
    except
    select 'collector_name' where rule.table_name = 'private.collections' and (stored ->> 'adult_id')::uuid = any ((who).people_left) is not true
    except
    select unnest('{adult_id,note}'::text[]) where rule.table_name = 'private.consents' and (stored ->> 'adult_id')::uuid <> all ((who).people_left)
  )
$$;
comment on function private.columns_given_out(private.personal_data, json, private.data_subject) is
  'The columns of a row that the person gets, without those about someone else.';

create function private.name_of_subject(who private.data_subject) returns text
language sql stable security definer set search_path = ''
as $$
  select nullif(btrim(name), '') from (
    select 1, concat_ws(' ', first_name, last_name) from public.mentees where id = (who).record
    union all select 1, child_name from public.program_applications where id = (who).record
    union all select 2, full_name from public.profiles where id = any ((who).accounts)
    union all select 3, name from private.people where id = any ((who).persons)
    union all select 4, parent_name from public.mentees where id = any ((who).people || (who).contacts)
  ) as listed (place, name)
  where name ~ '\S' order by place, name limit 1
$$;
comment on function private.name_of_subject(private.data_subject) is
  'The name of the person, for the page that is handed over; null where we know none.';

create function private.hand_over(subject text, chosen uuid[]) returns json
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
declare
  who private.data_subject;
  rule private.personal_data;
  rows json;
  parts json[] := '{}';
begin
  perform private.require_admin_of_api();
  who := private.data_subject(subject, private.chosen_records(subject, chosen));
  if not exists (
    select from public.change_log
    where actor_id is not distinct from auth.uid() and action = 'exported' and record_kind = 'persons'
      and (record_name = who.address or who.address is null and record_id = coalesce(who.record, who.persons[1]))
      and about = array[private.choice_of(chosen)]
      -- An entry of this transaction could still be undone.
      and created_at < now() and created_at > now() - interval '5 minutes'
  ) then
    raise exception 'This hand-over is not recorded.' using errcode = 'insufficient_privilege';
  end if;
  if who.record is not null then
    -- A parent who goes with a child is someone else.
    who := jsonb_populate_record(who, jsonb_build_object('people_left', array(
      select person_id from public.mentees where id = any (who.people) and person_id = any (who.people_left)
    )));
  end if;
  for rule in
    select * from private.personal_data listed
    where condition is not null and to_regclass(table_name) is not null and private.is_handed_over(listed) order by position
  loop
    select json_agg(private.named_values(stored, private.columns_given_out(rule, stored, who)) order by stored ->> 'created_at') into rows
    from private.rows_of_subject(rule, who) as stored;
    if rows is not null then
      parts := parts || json_build_object('label', rule.label, 'table', rule.table_name, 'rows', rows);
    end if;
  end loop;
  return json_build_object(
    'about', coalesce(who.address, private.name_of_subject(who), who.record::text), 'name', private.name_of_subject(who), 'handed_over_at', now(), 'parts', to_json(parts)
  );
end
$$;
create function public.hand_over(subject text, chosen uuid[]) returns json
language sql stable security invoker set search_path = ''
as $$ select private.hand_over(subject, chosen) $$;
comment on function public.hand_over is
  'For admins: everything about the chosen records, by part, within five minutes after the caller logged this hand-over in an earlier request.';
grant execute on function private.record_hand_over, public.record_hand_over to authenticated;
grant execute on function private.hand_over, public.hand_over to authenticated;
