create function private.erasure_refusal(who private.data_subject) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when auth.uid() = any ((who).accounts) then 'You cannot erase yourself. Another administrator can.'
    when exists (select from public.user_roles where role = 'admin' and user_id = any ((who).accounts))
      and not exists (select from public.user_roles where role = 'admin' and user_id <> all ((who).accounts))
      then 'This is the only administrator. Make someone else one first.'
    when exists (select from private.safeguarding_leads where user_id = any ((who).accounts))
      and not exists (select from private.safeguarding_leads where user_id <> all ((who).accounts))
      then 'This is the only safeguarding lead. Add another one first.'
  end
$$;
comment on function private.erasure_refusal is
  'Why a private.data_subject can''t be erased: it is the caller, the only admin or the only safeguarding lead; null otherwise.';

create function private.erasure_warnings(who private.data_subject) returns text[]
language sql stable security definer set search_path = ''
as $$
  select array_remove(array[
    case when exists (
      select from private.gifts where id = any ((who).gifts)
        and (created_at at time zone private.office_time_zone())::date >= (now() at time zone private.office_time_zone())::date
    ) then 'There is a gift from today. It stays without a name: a refund is still counted, but no one here can tell whose it was.' end,
    case when exists (
      select from private.gifts where id = any ((who).gifts) and donation_type = 'monthly' and created_at > now() - interval '2 months'
    ) then 'There is a monthly gift. End it at the payment provider first: its next payment would bring the address back.' end,
    case when exists (
      select from public.pledges where id = any ((who).submissions) and status <> 'closed'
    ) then 'There is an open pledge. It will be deleted.' end,
    case when exists (
      select from public.user_roles where user_id = any ((who).accounts) and role <> all ('{user,supporter,donor}')
    ) then 'This is a staff account. It can no longer sign in.' end,
    case when exists (
      select from public.mentees where id = (who).record and email is not null
    ) then 'The child has their own email address. Erase the records under that address separately.' end,
    case when exists (
      select from private.guardians tie join public.mentees child on child.person_id = tie.child_id
      where tie.adult_id = any ((who).people_left) and child.id <> all ((who).ids) and tie.must_not_collect
    ) then 'They must not collect a child whose record stays. No list will say so any more: tell everyone who looks after the child.' end,
    case when exists (
      select from public.mentees child cross join lateral private.standing_consents(array[child.person_id]) as said
      where child.person_id in (select child_id from private.consents where adult_id = any ((who).people_left)) and child.id <> all ((who).ids)
        and said.adult_id = any ((who).people_left) and said.answer <> 'yes'
    ) then 'They said no for a child whose record stays. Only what the other guardians say will count.' end
  ], null)
$$;
comment on function private.erasure_warnings is
  'What an admin should know before an erasure, like a monthly gift, an open pledge, or what protects a child.';

create function private.earlier_erasures(subject text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', done.id, 'reason', done.reason, 'identity', done.identity, 'requested_by', private.account_name(done.requested_by),
    'requested_at', done.requested_at, 'erased_by', private.account_name(done.erased_by), 'erased_at', done.erased_at,
    'is_own', done.requested_by = auth.uid(), 'counts', done.counts
  ) order by done.requested_at desc), '[]')
  from private.erasures done where private.keyed_hash(lower(btrim(subject))) = any (done.other_hashes || done.subject_hash)
$$;
comment on function private.earlier_erasures is 'The certificates and the open request about a subject, newest first.';

create function private.preview_erasure(subject text, chosen uuid[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  records constant private.subject_record[] := array(select record from private.records_of_subject(private.subject_of(subject)) as record);
  shown jsonb;
  ids uuid[];
  who private.data_subject;
begin
  shown := private.subject_records(subject);
  ids := coalesce(chosen, array(
    select (record ->> 'id')::uuid from jsonb_array_elements(shown -> 'records') as record where (record -> 'is_chosen')::boolean
  ));
  who := private.data_subject(subject, ids);
  return shown || (
    select jsonb_build_object(
      'parts', coalesce(jsonb_agg(jsonb_build_object(
        'label', label, 'action', action, 'rows', found_rows, 'reason', reason
      ) order by found_position), '[]'),
      'people', (
        select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'name', case
          -- The family of a child is as protected as the child.
          when id = any (who.persons) or not exists (
            select from unnest(records) as record
            where record.id = any (who.ids) and record.kind <> 'submissions' and not private.is_open_child(record.child)
          ) then name
        end) order by name, id), '[]')
        from private.people where id = any (who.people_left)
      ),
      'seen', md5(concat_ws(' ',
        private.choice_of(ids),
        (select string_agg(concat_ws(' ', record.id, record.kind, record.is_sure), ' ' order by record.id) from unnest(records) as record),
        string_agg(print, ' ' order by found_position)
      )),
      'refusal', private.erasure_refusal(who),
      'warnings', to_jsonb(private.erasure_warnings(who)),
      'needs_approval', (select needs_approval from private.erasure_settings),
      'erasures', private.earlier_erasures(subject)
    )
    from private.found_data(who)
  );
end
$$;
create function public.preview_erasure(subject text, chosen uuid[] default null) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select private.preview_erasure(subject, chosen) $$;
comment on function public.preview_erasure is
  'For admins: subject_records, and what erasing the chosen ones would do: rows by part, people who go with them, why it is refused, warnings, earlier erasures, and `seen` for erase_person. Without a choice it takes the records that are surely theirs, or those of an open request.';

create function private.part_left(who private.data_subject) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  stays record;
begin
  for stays in
    select person_id, jsonb_object_agg(source, ids) as rows from (
      select person_id, source, jsonb_agg(id) as ids from private.rows_of_people
      where person_id = any (who.persons) and person_id = any (who.people_left) and id <> all (who.ids)
      group by person_id, source
    ) as listed group by person_id
  loop
    perform private.part_rows(stays.person_id, gen_random_uuid(), stays.rows);
  end loop;
end
$$;
comment on function private.part_left(private.data_subject) is
  'Gives the rows that stay of a person who goes to a new person: others only claimed that they are theirs.';

-- Dynamic SQL: table, condition and values are rows of the registry.
create function private.erase_rows(who private.data_subject) returns void
language plpgsql security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
declare
  rule private.personal_data;
begin
  perform private.part_left(who);
  perform private.set_write_mode('erasure');
  for rule in
    select * from private.personal_data
    where action in ('delete', 'anonymize') and to_regclass(table_name) is not null order by position
  loop
    if rule.action = 'delete' then
      execute format('delete from %s as stored where %s', rule.table_name, rule.condition) using who;
    else
      execute format(
        'update %s as stored set %s where %s', rule.table_name,
        (
          select string_agg(format('%I = %s', column_name, erased_to), ', ') from private.personal_columns
          where table_name = rule.table_name and label = rule.label and erased_to is not null
        ), rule.condition
      ) using who;
    end if;
  end loop;
  perform private.set_write_mode(null);
end
$$;
comment on function private.erase_rows is
  'Erases a private.data_subject: deletes rows or makes them anonymous, in the order of private.personal_data.';

create function private.require_erasable(subject text, chosen uuid[], seen text, preview jsonb) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  asked private.erasures;
  refusal text;
begin
  select * into asked from private.erasures where subject_hash = private.keyed_hash(lower(btrim(subject))) and erased_at is null;
  refusal := case
    when preview -> 'parts' = '[]' and preview -> 'records' = '[]' then 'There is nothing to erase: we hold nothing about this person.'
    when preview ->> 'refusal' is not null then preview ->> 'refusal'
    when (preview ->> 'needs_approval')::boolean and asked.requested_by is not distinct from auth.uid() and asked.id is not null
      then 'You asked for this erasure. Another administrator has to approve it.'
  end;
  if refusal is not null then
    raise exception '%', refusal using errcode = 'P0001';
  end if;
  perform private.chosen_records(subject, chosen);
  if preview ->> 'seen' is distinct from seen then
    raise exception 'Something was added or removed since. Look again: nothing was erased.' using errcode = 'PT409';
  elsif asked.id is not null and private.choice_of(chosen) is distinct from private.choice_of(array(
    select (record ->> 'id')::uuid from jsonb_array_elements(preview -> 'records') as record where (record -> 'is_chosen')::boolean
  )) then
    raise exception 'The request is for other records. Decline it, and ask again.' using errcode = 'P0001';
  end if;
end
$$;
comment on function private.require_erasable(text, uuid[], text, jsonb) is
  'Refuses an erasure that is not allowed, not as the caller saw it in the preview, or for other records than the request.';

create function private.erase_person(
  subject text, reason text, seen text, chosen uuid[], identity text, contact text
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  hash constant text := private.keyed_hash(lower(btrim(subject)));
  caller constant uuid := auth.uid();
  who private.data_subject;
  preview jsonb;
  asked private.erasures;
begin
  perform private.require_admin_of_api();
  -- Nobody arrives, merges or changes meanwhile.
  perform private.lock_people(true);
  perform private.lock_workflow();
  -- One erasure at a time.
  perform pg_advisory_xact_lock(hashtextextended('private.erasures', 0));
  who := private.data_subject(subject, coalesce(chosen, '{}'));
  perform from auth.users where id = any (who.accounts) for update;
  preview := private.preview_erasure(subject, coalesce(chosen, '{}'));
  select * into asked from private.erasures where subject_hash = hash and erased_at is null;
  perform private.require_erasable(subject, chosen, seen, preview);
  if asked.id is null then
    insert into private.erasures (subject_hash, reason, requested_by, identity, contact_hash, chosen_hashes)
    values (
      hash, erase_person.reason, caller, erase_person.identity, private.keyed_hash(private.checked_contact(subject, identity, contact)),
      array(select private.keyed_hash(id::text) from unnest(chosen) as id)
    )
    returning * into asked;
    if (preview ->> 'needs_approval')::boolean then
      perform private.log_action('added', 'erasures', asked.id, null, null);
      return private.earlier_erasures(subject) -> 0;
    end if;
  end if;
  perform private.erase_rows(who);
  update private.erasures set erased_by = caller, erased_at = now(), counts = (
    select jsonb_agg(part - 'reason') from jsonb_array_elements(preview -> 'parts') as part
  ), other_hashes = array(select private.keyed_hash(known) from unnest(who.addresses || who.people_left::text[]) as known),
  left_hashes = array(
    select private.keyed_hash(record ->> 'id') from jsonb_array_elements(preview -> 'records') as record where (record ->> 'id')::uuid <> all (chosen)
  )
  where id = asked.id;
  perform private.log_action('removed', 'persons', asked.id, null, null);
  return (
    select done from jsonb_array_elements(private.earlier_erasures(subject)) as done where (done ->> 'id')::uuid = asked.id
  );
end
$$;
create function public.erase_person(
  subject text, reason text, seen text, chosen uuid[], identity text, contact text default null
) returns jsonb
language sql security invoker set search_path = ''
as $$ select private.erase_person(subject, reason, seen, chosen, identity, contact) $$;
comment on function public.erase_person is
  'For admins: erases the chosen records and everything that goes with them, after a check of who asks as in record_hand_over. Returns the certificate, or the request where a second admin has to approve; PT409 when something came or went since the preview.';

create function private.decline_erasure(subject text) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  declined uuid;
begin
  perform private.require_admin_of_api();
  delete from private.erasures where subject_hash = private.keyed_hash(lower(btrim(subject))) and erased_at is null
  returning id into declined;
  if declined is not null then
    perform private.log_action('removed', 'erasures', declined, null, null);
  end if;
  return declined is not null;
end
$$;
create function public.decline_erasure(subject text) returns boolean
language sql security invoker set search_path = ''
as $$ select private.decline_erasure(subject) $$;
comment on function public.decline_erasure is
  'For admins: ends a request that waits for approval; false where there is none.';
grant execute on function private.preview_erasure, public.preview_erasure to authenticated;
grant execute on function private.erase_person, public.erase_person to authenticated;
grant execute on function private.decline_erasure, public.decline_erasure to authenticated;
