-- The log knows of a meeting when, how long and whether it happened, of its texts only that they changed.

create function private.log_meeting_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  shown constant text[] := '{title,day,minutes,outcome,missed_by,is_collected,needs_consents}';
  before constant jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  after constant jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  stored constant jsonb := coalesce(after, before);
  pair record;
  changes jsonb;
begin
  if private.write_mode() in ('retention', 'merge') then
    return null;
  end if;
  select mentor_id, mentee_id into pair from public.matches where id = (stored ->> 'match_id')::uuid;
  -- The removal of a program, a match or a person has its own entry.
  if tg_op = 'DELETE' and (
    not exists (select from public.programs where id = old.program_id) or old.match_id is not null and pair.mentee_id is null
  ) then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(key, case when key = any (shown) then jsonb_build_array(before -> key, value) end) into changes
    from jsonb_each(after) where value <> before -> key and (key = any (shown) or key in ('place', 'topics', 'note', 'duplicate_of'));
    if changes is null then
      return null;
    end if;
  else
    changes := jsonb_build_object('day', private.log_sides(tg_op, stored -> 'day'), 'minutes', private.log_sides(tg_op, stored -> 'minutes'));
  end if;
  if pair.mentee_id is not null and tg_op <> 'UPDATE' then
    changes := changes || jsonb_build_object(
      'mentor', private.log_sides(tg_op, to_jsonb(private.name_of_reference('mentor_id', pair.mentor_id))),
      'mentee', private.log_sides(tg_op, to_jsonb(private.name_of_reference('mentee_id', pair.mentee_id)))
    );
  end if;
  perform private.log_action(
    case tg_op when 'INSERT' then 'added' when 'UPDATE' then 'changed' else 'removed' end::public.log_action,
    'meetings', (stored ->> 'id')::uuid, stored ->> 'title', changes,
    case when pair.mentee_id is not null then array[pair.mentor_id, pair.mentee_id] end
  );
  return null;
end
$$;
comment on function private.log_meeting_change is
  'Logs that a meeting was added, changed or removed. Place, topics and note are named without their words.';

create function private.log_sides(operation text, value jsonb) returns jsonb
language sql immutable set search_path = ''
as $$ select case operation when 'DELETE' then jsonb_build_array(value, null) else jsonb_build_array(null, value) end $$;
comment on function private.log_sides(text, jsonb) is 'A value that came with a row, or went with it, as the log shows both sides.';

create function private.log_attendances() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  caller constant uuid := auth.uid();
begin
  if private.write_mode() in ('retention', 'merge') then
    return null;
  end if;
  if tg_op = 'INSERT' then
    perform private.log_attendance(caller, meeting_id, mentee_id, null, status) from stays;
  elsif tg_op = 'UPDATE' then
    perform private.log_attendance(caller, meeting_id, mentee_id, gone.status, stays.status)
    from gone join stays using (meeting_id, mentee_id) where gone.status <> stays.status;
  else
    perform private.log_attendance(caller, meeting_id, mentee_id, status, null) from gone;
  end if;
  return null;
end
$$;
comment on function private.log_attendances is 'Logs each changed attendance.';

create function private.log_attendance(
  caller uuid, meeting uuid, mentee uuid, before public.attendance_status, after public.attendance_status
) returns void
language sql security definer set search_path = ''
as $$
  -- The removal of a meeting or a mentee leaves no entry here.
  insert into public.change_log (actor_id, actor_name, action, record_kind, record_id, record_name, changes, about)
  select caller, private.account_name(caller), 'changed', 'meeting_attendances', meeting, title,
    jsonb_build_object(concat_ws(' ', first_name, last_name), jsonb_build_array(before, after)), array[mentee]
  from public.meetings, public.mentees where meetings.id = meeting and mentees.id = mentee
$$;
comment on function private.log_attendance is 'Logs one attendance under the child''s name, which goes with the child.';
