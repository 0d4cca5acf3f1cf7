-- Meetings as staff enter, correct and read them.

create function private.require_program_manager() returns void
language sql stable security definer set search_path = ''
as $$ select private.require(private.has_permission('can_manage_programs'), 'You may not manage programs.') $$;
comment on function private.require_program_manager is 'Refuses callers without can_manage_programs.';

create function private.add_meeting(meeting jsonb) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  given public.meetings;
begin
  perform private.require_program_manager();
  perform private.require_columns(
    meeting, '{id,program_id,match_id,title,day,minutes,outcome,missed_by,place,topics,note,is_collected,needs_consents}'
  );
  given := jsonb_populate_record(null::public.meetings, '{"outcome": "happened", "needs_consents": []}' || meeting || jsonb_build_object(
    'recorded_by', private.current_user_id()
  ));
  if given.match_id is not null then
    -- A match has its program.
    given := jsonb_populate_record(given, jsonb_build_object('program_id', (select program_id from public.matches where id = given.match_id)));
  end if;
  return private.log_meeting(given);
end
$$;
create function public.add_meeting(meeting jsonb) returns uuid
language sql security invoker set search_path = ''
as $$ select private.add_meeting(meeting) $$;
comment on function public.add_meeting is
  'For holders of can_manage_programs: stores a meeting under the id that the caller chose, of a match (`match_id`) or of a group (`program_id`, `title`). Returns the meeting that it may repeat, or null. Refuses in one sentence what is wrong with it.';

create function private.child_of_meeting(meeting uuid) returns uuid
language sql stable security definer set search_path = ''
as $$ select mentee_id from public.meetings join public.matches on matches.id = match_id where meetings.id = meeting $$;
comment on function private.child_of_meeting is 'The mentee of a meeting of a match.';

create function private.may_read_note(meeting uuid, within interval) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.may_search('mentees') and coalesce(private.has_opened(private.child_of_meeting(meeting), within), false);
end
$$;
comment on function private.may_read_note(uuid, interval) is
  'Whether the caller may read mentees, and opened the one of this meeting in an earlier request.';

create function private.meeting_note(meeting uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_program_manager();
  perform private.require(private.may_read_note(meeting, '5 minutes'), 'You may not read this, or its opening is not recorded.');
  return jsonb_build_object('note', (select note from public.meetings where id = meeting));
end
$$;
create function public.meeting_note(meeting uuid) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select private.meeting_note(meeting) $$;
comment on function public.meeting_note is
  'The note of a meeting of a match ({note}), for holders of can_manage_programs and can_manage_mentees within five minutes of an opening of the mentee.';

create function private.correct_meeting(meeting uuid, changes jsonb, replaced jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_program_manager();
  -- A guess at the note would be told from a wrong one.
  perform private.require(
    not changes || replaced ? 'note' or private.may_read_note(meeting, '1 day'), 'Open the note before you change it.'
  );
  perform private.change_meeting(
    meeting, changes, replaced, '{title,day,minutes,outcome,missed_by,place,topics,note,is_collected,needs_consents}'
  );
end
$$;
create function public.correct_meeting(meeting uuid, changes jsonb, replaced jsonb) returns void
language sql security invoker set search_path = ''
as $$ select private.correct_meeting(meeting, changes, replaced) $$;
comment on function public.correct_meeting is
  'For holders of can_manage_programs: changes columns of a meeting from the values that the caller saw (PT409 when they are others). The note needs an opening of the mentee within a day.';

create function private.remove_meeting(meeting uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_program_manager();
  perform from public.meetings where id = meeting for update;
  perform private.refuse_if(
    exists (select from private.collections where meeting_id = meeting), 'Children were collected after this meeting. It stays.'
  );
  delete from public.meetings where id = meeting;
end
$$;
create function public.remove_meeting(meeting uuid) returns void
language sql security invoker set search_path = ''
as $$ select private.remove_meeting(meeting) $$;
comment on function public.remove_meeting is
  'For holders of can_manage_programs: removes a meeting that was entered by mistake, with its attendance. One after which children were collected stays.';

create function private.keep_both_meetings(meeting uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_program_manager();
  update public.meetings set duplicate_of = null where id = meeting and duplicate_of is not null;
end
$$;
create function public.keep_both_meetings(meeting uuid) returns void
language sql security invoker set search_path = ''
as $$ select private.keep_both_meetings(meeting) $$;
comment on function public.keep_both_meetings is
  'For holders of can_manage_programs: a possible duplicate is a meeting of its own, and counts.';

grant execute on function
  private.add_meeting, public.add_meeting, private.meeting_note, public.meeting_note, private.correct_meeting, public.correct_meeting,
  private.remove_meeting, public.remove_meeting, private.keep_both_meetings, public.keep_both_meetings
to authenticated;
