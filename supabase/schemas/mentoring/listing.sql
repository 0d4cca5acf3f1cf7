-- The meetings of a program, newest first, a page at a time; hours; what waits for attendance.

create function private.meeting_rows(ids uuid[]) returns table (
  id uuid, program_id uuid, match_id uuid, title text, day date, minutes smallint, outcome public.meeting_outcome, missed_by text,
  place text, topics text, is_collected boolean, needs_consents text[], duplicate_of uuid, recorder_name text, has_note boolean,
  mentee_id uuid, mentee_name text, mentor_name text, marked bigint, attended bigint
)
language sql stable security definer set search_path = ''
as $$
  select meeting.id, meeting.program_id, meeting.match_id, meeting.title, meeting.day, meeting.minutes, meeting.outcome, meeting.missed_by,
    meeting.place, meeting.topics, meeting.is_collected, meeting.needs_consents, meeting.duplicate_of, meeting.recorder_name,
    meeting.note is not null, mentee.id, concat_ws(' ', mentee.first_name, mentee.last_name),
    concat_ws(' ', mentor.first_name, mentor.last_name), marks.marked, marks.attended
  from public.meetings meeting
  left join public.matches pair on pair.id = meeting.match_id
  left join public.mentees mentee on mentee.id = pair.mentee_id
  left join public.mentors mentor on mentor.id = pair.mentor_id
  left join lateral (
    select count(*) as marked, count(*) filter (where status in ('present', 'late')) as attended
    from public.meeting_attendances where meeting_id = meeting.id
  ) as marks on meeting.match_id is null
  where meeting.id = any (ids)
  order by meeting.day desc, meeting.id desc
$$;
comment on function private.meeting_rows(uuid[]) is
  'Meetings as managers of programs see them: names, and of a group how many children are marked and how many attended. No note.';

create function private.program_meetings(
  program uuid, kind text default 'all', of_match uuid default null, before date default null, before_id uuid default null
) returns setof uuid
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select meetings.id from public.meetings
    where program_id = program
      and (of_match is null or match_id = of_match)
      and case kind
        when 'groups' then match_id is null when 'matches' then match_id is not null
        when 'duplicates' then duplicate_of is not null else true
      end
      and (before is null or (day, meetings.id) < (before, before_id))
    order by day desc, meetings.id desc limit 50;
end
$$;
comment on function private.program_meetings is 'The ids of the next 50 meetings of a program.';

create function private.list_meetings(
  program uuid, kind text default 'all', of_match uuid default null, before date default null, before_id uuid default null
) returns table (
  id uuid, program_id uuid, match_id uuid, title text, day date, minutes smallint, outcome public.meeting_outcome, missed_by text,
  place text, topics text, is_collected boolean, needs_consents text[], duplicate_of uuid, recorder_name text, has_note boolean,
  mentee_id uuid, mentee_name text, mentor_name text, marked bigint, attended bigint
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_program_manager();
  return query select * from private.meeting_rows(array(select private.program_meetings(program, kind, of_match, before, before_id)));
end
$$;
create function public.list_meetings(
  program uuid, kind text default 'all', of_match uuid default null, before date default null, before_id uuid default null
) returns table (
  id uuid, program_id uuid, match_id uuid, title text, day date, minutes smallint, outcome public.meeting_outcome, missed_by text,
  place text, topics text, is_collected boolean, needs_consents text[], duplicate_of uuid, recorder_name text, has_note boolean,
  mentee_id uuid, mentee_name text, mentor_name text, marked bigint, attended bigint
)
language sql stable security invoker set search_path = ''
as $$ select * from private.list_meetings(program, kind, of_match, before, before_id) $$;
comment on function public.list_meetings is
  'For holders of can_manage_programs: 50 meetings of a program, newest first, from the last one seen (`before`, `before_id`). `kind` is all, matches, groups or duplicates; `of_match` takes those of one match.';

create function private.find_meeting(meeting uuid) returns table (
  id uuid, program_id uuid, match_id uuid, title text, day date, minutes smallint, outcome public.meeting_outcome, missed_by text,
  place text, topics text, is_collected boolean, needs_consents text[], duplicate_of uuid, recorder_name text, has_note boolean,
  mentee_id uuid, mentee_name text, mentor_name text, marked bigint, attended bigint
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_program_manager();
  return query select * from private.meeting_rows(array[meeting]);
end
$$;
create function public.find_meeting(meeting uuid) returns table (
  id uuid, program_id uuid, match_id uuid, title text, day date, minutes smallint, outcome public.meeting_outcome, missed_by text,
  place text, topics text, is_collected boolean, needs_consents text[], duplicate_of uuid, recorder_name text, has_note boolean,
  mentee_id uuid, mentee_name text, mentor_name text, marked bigint, attended bigint
)
language sql stable security invoker set search_path = ''
as $$ select * from private.find_meeting(meeting) $$;
comment on function public.find_meeting is 'For holders of can_manage_programs: one meeting, as list_meetings has it.';

create function private.meeting_hours(first date, last date, program uuid default null) returns table (
  month date, program_id uuid, program_name text, mentor_id uuid, mentor_name text, meetings bigint, minutes bigint, doubtful bigint
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_program_manager();
  return query
    select sums.month, sums.program_id, programs.name, sums.mentor_id, concat_ws(' ', mentors.first_name, mentors.last_name),
      sums.meetings, sums.minutes, sums.doubtful
    from (
      select date_trunc('month', day::timestamp)::date as month, meeting.program_id, pair.mentor_id,
        count(*) filter (where duplicate_of is null) as meetings,
        coalesce(sum(meeting.minutes) filter (where duplicate_of is null), 0)::bigint as minutes,
        count(*) filter (where duplicate_of is not null) as doubtful
      from public.meetings meeting left join public.matches pair on pair.id = meeting.match_id
      where outcome = 'happened' and day between first and last and (program is null or meeting.program_id = program)
      group by 1, 2, 3
    ) as sums
    join public.programs on programs.id = sums.program_id
    left join public.mentors on mentors.id = sums.mentor_id
    order by sums.month desc, programs.name, sums.mentor_id is null, 5, sums.mentor_id, sums.program_id;
end
$$;
create function public.meeting_hours(first date, last date, program uuid default null) returns table (
  month date, program_id uuid, program_name text, mentor_id uuid, mentor_name text, meetings bigint, minutes bigint, doubtful bigint
)
language sql stable security invoker set search_path = ''
as $$ select * from private.meeting_hours(first, last, program) $$;
comment on function public.meeting_hours is
  'For holders of can_manage_programs: how many meetings happened from `first` to `last` and their minutes, by month, program and mentor; those of groups have no mentor. Possible duplicates count only in `doubtful`.';

create function private.meeting_matches(program uuid) returns table (id uuid, mentee_name text, mentor_name text, status public.match_status)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_program_manager();
  return query
    select pair.id, concat_ws(' ', mentee.first_name, mentee.last_name), concat_ws(' ', mentor.first_name, mentor.last_name), pair.status
    from public.matches pair
    join public.mentees mentee on mentee.id = pair.mentee_id
    join public.mentors mentor on mentor.id = pair.mentor_id
    where pair.program_id = program and pair.since is not null
    order by pair.status = 'closed', lower(mentee.first_name), lower(mentee.last_name), pair.id limit 1000;
end
$$;
create function public.meeting_matches(program uuid) returns table (id uuid, mentee_name text, mentor_name text, status public.match_status)
language sql stable security invoker set search_path = ''
as $$ select * from private.meeting_matches(program) $$;
comment on function public.meeting_matches is
  'For holders of can_manage_programs: the matches of a program that began, for whom a meeting may be entered, closed ones last; a thousand at most.';

create view private.meetings_without_attendance with (security_invoker = true) as
  select meetings.id, meetings.program_id, programs.name as program_name, title, day
  from public.meetings join public.programs on programs.id = meetings.program_id
  where match_id is null and outcome in ('planned', 'happened') and day < private.office_today() and programs.status in ('active', 'planned')
    and not exists (select from public.meeting_attendances where meeting_id = meetings.id);
comment on view private.meetings_without_attendance is
  'Meetings of groups before today, of programs that go on, for which nobody took attendance.';

grant execute on function
  private.list_meetings, public.list_meetings, private.find_meeting, public.find_meeting, private.meeting_hours, public.meeting_hours,
  private.meeting_matches, public.meeting_matches
to authenticated;
