-- Attendance is taken cell by cell: two colleagues who take one meeting's attendance overwrite nothing of each other.

create function private.expected_mentees(meeting uuid) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select mentee_id from public.meetings join public.program_mentees using (program_id)
  where meetings.id = meeting and match_id is null
  union
  select mentee_id from public.meeting_attendances where meeting_id = meeting
$$;
comment on function private.expected_mentees(uuid) is 'The mentees of a group''s program, and those who are marked.';

create function private.attendance_sheet(meeting uuid) returns table (
  mentee_id uuid, first_name text, last_name text, status public.attendance_status, marker_name text, marked_at timestamptz, missing text[]
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  needed constant text[] := (select needs_consents from public.meetings where id = meeting);
  expected constant uuid[] := array(select private.expected_mentees(meeting) union select private.child_of_meeting(meeting));
begin
  perform private.require_program_manager();
  return query
    with child as materialized (
      select id, person_id, mentees.first_name, mentees.last_name from public.mentees where id = any (expected)
    ), lacking as (
      select known.child_id, array_agg(known.kind order by known.kind) as kinds
      from private.consent_states(case when needed <> '{}' then array(select person_id from child) else '{}' end) as known
      where known.state <> 'yes' and known.kind = any (needed) group by known.child_id
    )
    select child.id, child.first_name, child.last_name, mark.status, marker.full_name, mark.marked_at, coalesce(lacking.kinds, '{}')
    from child
    left join public.meeting_attendances mark on mark.meeting_id = meeting and mark.mentee_id = child.id
    left join public.profiles marker on marker.id = mark.marked_by
    left join lacking on lacking.child_id = child.person_id
    order by lower(child.first_name), lower(child.last_name), child.id;
end
$$;
create function public.attendance_sheet(meeting uuid) returns table (
  mentee_id uuid, first_name text, last_name text, status public.attendance_status, marker_name text, marked_at timestamptz, missing text[]
)
language sql stable security invoker set search_path = ''
as $$ select * from private.attendance_sheet(meeting) $$;
comment on function public.attendance_sheet is
  'For holders of can_manage_programs: the children of a meeting by name, each with their mark, who set it, and the consents that the meeting needs and nobody gave (`missing`).';

create function private.refuse_attendance(meeting uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  stored public.meetings;
  closed_on date;
begin
  perform private.require_program_manager();
  -- Saves for one meeting come one after the other.
  select * into stored from public.meetings where id = meeting for no key update;
  if stored.id is null then
    raise exception 'This meeting was removed.' using errcode = 'PT404';
  end if;
  perform private.refuse_if(stored.match_id is not null, 'Only meetings of groups have attendance.');
  perform private.refuse_if(stored.outcome in ('cancelled', 'missed'), 'This meeting was cancelled.');
  perform private.refuse_if(stored.day > private.latest_day(), 'This meeting is on a later day.');
  closed_on := private.program_closed_on(stored.program_id);
  if stored.day > closed_on then
    raise exception '%', format('This program was closed on %s.', private.day_in_words(closed_on)) using errcode = 'P0001';
  end if;
end
$$;
comment on function private.refuse_attendance(uuid) is
  'Refuses callers without can_manage_programs, and a meeting that is gone, of a match, cancelled, on a later day, or after its program was closed. Locks it.';

create function private.save_attendance(meeting uuid, cells jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  refused jsonb;
begin
  perform private.refuse_attendance(meeting);
  if jsonb_array_length(cells) > 500 then
    raise exception 'Up to 500 children at a time.' using errcode = 'check_violation';
  end if;
  perform private.refuse_if(
    exists (
      select from jsonb_array_elements(cells) as cell
      where (cell ->> 'mentee')::uuid not in (select private.expected_mentees(meeting))
    ), 'One of these children is not in this program.'
  );
  with cell as materialized (
    select said.mentee, said.given, mark.status as stored, mark.status is not distinct from said.replaced as is_seen
    from jsonb_to_recordset(cells) as said (mentee uuid, given public.attendance_status, replaced public.attendance_status)
    left join public.meeting_attendances mark on mark.meeting_id = meeting and mark.mentee_id = said.mentee
  ), changed as materialized (
    select * from cell where is_seen and given is distinct from stored
  ), removed as (
    delete from public.meeting_attendances
    where meeting_id = meeting and mentee_id in (select mentee from changed where given is null)
  ), added as (
    insert into public.meeting_attendances (meeting_id, mentee_id, status, marked_by)
    select meeting, mentee, given, private.current_user_id() from changed where given is not null order by mentee
    on conflict (meeting_id, mentee_id) do update set status = excluded.status, marked_by = excluded.marked_by, marked_at = now()
  )
  select coalesce(jsonb_agg(jsonb_build_object('mentee', mentee, 'stored', stored)), '[]') into refused
  from cell where not is_seen and given is distinct from stored;
  update public.meetings set outcome = 'happened'
  where id = meeting and outcome = 'planned' and exists (select from public.meeting_attendances where meeting_id = meeting);
  return refused;
end
$$;
create function public.save_attendance(meeting uuid, cells jsonb) returns jsonb
language sql security invoker set search_path = ''
as $$ select private.save_attendance(meeting, cells) $$;
comment on function public.save_attendance is
  'For holders of can_manage_programs: marks children of a group''s meeting ([{mentee, given, replaced}], at most 500; a null mark removes). A child whose mark is not `replaced` is left as a colleague marked it, and answered as {mentee, stored}. Repeating it is harmless.';

grant execute on function
  private.attendance_sheet, public.attendance_sheet, private.save_attendance, public.save_attendance
to authenticated;
