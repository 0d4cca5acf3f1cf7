-- Going home: which adults may collect a child after a meeting today, and who did. Managers of programs see these
-- names, and nothing else of a family. Each reading needs an opening of each child in
-- the log (docs/decisions/055-meetings.md).

create function private.children_going_home(meeting uuid) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select expected from private.expected_mentees(meeting) as expected
  where exists (select from public.meetings where id = meeting and is_collected and outcome in ('planned', 'happened'))
    and not exists (
      select from public.meeting_attendances
      where meeting_id = meeting and mentee_id = expected and status in ('excused', 'absent')
    )
  union
  select mentee_id from private.collections where meeting_id = meeting
$$;
comment on function private.children_going_home(uuid) is
  'The children who go home after a meeting: all but those marked as excused or absent.';

create function private.going_home_reason(meeting uuid) returns text
language sql stable security definer set search_path = ''
as $$ select format('Going home, %s, %s', title, private.day_in_words(day)) from public.meetings where id = meeting $$;
comment on function private.going_home_reason(uuid) is 'What the log says about openings for a meeting.';

create function private.has_opened_going_home(meeting uuid, child uuid, within interval) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.change_log
    where actor_id = auth.uid() and action = 'opened' and record_kind = 'mentees' and about @> array[child]
      and changes ->> 'reason' = private.going_home_reason(meeting)
      -- An entry of this transaction could still be undone.
      and created_at < now() and created_at > now() - within
  );
end
$$;
comment on function private.has_opened_going_home(uuid, uuid, interval) is
  'Whether the caller opened the child for this meeting, in an earlier request. It opens nothing else of the child.';

create function private.open_going_home(meeting uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  children uuid[];
begin
  perform private.require_program_manager();
  children := array(
    select child from private.children_going_home(meeting) as child
    where not private.has_opened_going_home(meeting, child, '30 minutes') order by 1
  );
  if children <> '{}' then
    perform private.log_action(
      'opened', 'mentees', null, null, jsonb_build_object('reason', private.going_home_reason(meeting)), children
    );
  end if;
end
$$;
create function public.open_going_home(meeting uuid) returns void
language sql security invoker set search_path = ''
as $$ select private.open_going_home(meeting) $$;
comment on function public.open_going_home is
  'For holders of can_manage_programs: logs an opening of each child who goes home after a meeting, at most twice an hour. It opens the list of going_home only.';

create function private.collectors(child uuid, are_barred boolean) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', adult.id, 'name', coalesce(mentee.parent_name, adult.name, 'No name')) order by tie.created_at, adult.id), '[]')
  from public.mentees record
  join private.guardians tie on tie.child_id = record.person_id
  join private.people adult on adult.id = tie.adult_id
  left join public.mentees mentee on mentee.id = record.id and tie.is_of_record
  where record.id = child and case when are_barred then tie.must_not_collect else tie.may_collect and not adult.is_deceased end
$$;
comment on function private.collectors(uuid, boolean) is
  'The adults who may collect a child, or those who must not, by name.';

create function private.is_barred_name(child uuid, typed text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.mentees record
    join private.guardians tie on tie.child_id = record.person_id and tie.must_not_collect
    join private.people adult on adult.id = tie.adult_id
    cross join lateral unnest(
      adult.names || private.plain_name(adult.name) || case when tie.is_of_record then private.plain_name(record.parent_name) end
    ) as known
    where record.id = child and private.is_same_name(known, private.plain_name(typed)) and known is not null
  )
$$;
comment on function private.is_barred_name(uuid, text) is
  'Whether an adult who must not collect a child has this name, among all by which we know them.';

create function private.going_home(meeting uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  children constant uuid[] := array(select private.children_going_home(meeting));
  is_today constant boolean := (select day = private.office_today() from public.meetings where id = meeting);
begin
  perform private.require_program_manager();
  perform private.require(
    coalesce((select bool_and(private.has_opened_going_home(meeting, child, '1 hour')) from unnest(children) as child), true),
    'Open the list again: its opening is not recorded.'
  );
  return jsonb_build_object(
    'is_today', coalesce(is_today, false),
    'children', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', child.id, 'name', concat_ws(' ', first_name, last_name), 'mark', mark.status,
        'may', case when is_today then private.collectors(child.id, false) else '[]' end,
        'must_not', case when is_today then private.collectors(child.id, true) else '[]' end,
        'collection', case when done.id is not null then jsonb_build_object(
          'id', done.id, 'name', collector_name, 'at', collected_at, 'by', private.account_name(recorded_by)
        ) end
      ) order by lower(first_name), lower(last_name), child.id), '[]')
      from public.mentees child
      left join public.meeting_attendances mark on mark.meeting_id = meeting and mark.mentee_id = child.id
      left join private.collections done on done.meeting_id = meeting and done.mentee_id = child.id
      where child.id = any (children)
    )
  );
end
$$;
create function public.going_home(meeting uuid) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select private.going_home(meeting) $$;
comment on function public.going_home is
  'For holders of can_manage_programs who opened its children within an hour: each child of a meeting with who collected them ({id, name, at, by}), and on the day itself the adults who may and who must not ({id, name}).';

create function private.record_collection(id uuid, meeting uuid, mentee uuid, adult uuid default null, someone text default null) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  stored public.meetings;
  known private.collections;
  collector text := nullif(btrim(someone), '');
begin
  perform private.require_program_manager();
  -- Not while people are merged or erased.
  perform private.lock_people();
  select * into stored from public.meetings where meetings.id = meeting for no key update;
  perform private.require(private.has_opened_going_home(meeting, mentee, '1 hour'), 'Open the list again: its opening is not recorded.');
  perform private.refuse_if(stored.day <> private.office_today(), 'Collections are recorded on the day itself.');
  select * into known from private.collections where meeting_id = meeting and mentee_id = mentee;
  if known.id = record_collection.id then
    return;
  elsif known.id is not null then
    raise exception '%', format('%s already collected this child.', known.collector_name) using errcode = 'PT409';
  end if;
  perform private.refuse_if(mentee not in (select private.children_going_home(meeting)), 'This child is marked as excused or absent.');
  if adult is not null then
    select one ->> 'name' into collector from jsonb_array_elements(private.collectors(mentee, false)) as one where one ->> 'id' = adult::text;
    perform private.refuse_if(collector is null, 'This adult may not collect the child.');
  end if;
  perform private.refuse_if(private.is_line(collector, 200) is not true, 'Enter who collected the child.');
  perform private.refuse_if(
    adult is null and private.is_barred_name(mentee, collector), 'This adult must not collect the child.'
  );
  insert into private.collections (id, meeting_id, mentee_id, adult_id, collector_name, recorded_by)
  values (record_collection.id, meeting, mentee, adult, collector, private.current_user_id());
  perform private.log_action('changed', 'mentees', mentee, private.name_of_reference('mentee_id', mentee), '{"collection": null}');
end
$$;
create function public.record_collection(id uuid, meeting uuid, mentee uuid, adult uuid default null, someone text default null) returns void
language sql security invoker set search_path = ''
as $$ select private.record_collection(id, meeting, mentee, adult, someone) $$;
comment on function public.record_collection is
  'For holders of can_manage_programs who opened the child within an hour, on the day of the meeting: who collected it, under the id that the caller chose; one of the adults who may, or someone else by name. PT409 if somebody did already. Refuses who must not.';

create function private.undo_collection(collection uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  done private.collections;
begin
  perform private.require_program_manager();
  select * into done from private.collections where id = collection for update;
  if done.id is null then
    return;
  end if;
  perform private.require(private.has_opened_going_home(done.meeting_id, done.mentee_id, '1 hour'), 'Open the list again: its opening is not recorded.');
  perform private.refuse_if(
    (select day from public.meetings where id = done.meeting_id) <> private.office_today(), 'Collections are changed on the day itself.'
  );
  delete from private.collections where id = collection;
  perform private.log_action('changed', 'mentees', done.mentee_id, private.name_of_reference('mentee_id', done.mentee_id), '{"collection": null}');
end
$$;
create function public.undo_collection(collection uuid) returns void
language sql security invoker set search_path = ''
as $$ select private.undo_collection(collection) $$;
comment on function public.undo_collection is
  'For holders of can_manage_programs who opened the child within an hour, on the day of the meeting: takes back a collection that was recorded by mistake.';

grant execute on function
  private.open_going_home, public.open_going_home, private.going_home, public.going_home, private.record_collection, public.record_collection,
  private.undo_collection, public.undo_collection
to authenticated;
