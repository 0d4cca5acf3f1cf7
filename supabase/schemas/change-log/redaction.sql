-- A removed person leaves the log, too: entries keep their account and time, and lose the name and the
-- values. The trigger runs once per statement.

create function private.redacted_name(entry public.change_log, ids uuid[]) returns text
language sql immutable set search_path = ''
as $$
  select case
    when entry.record_id = any (ids) or entry.record_kind = 'persons'
      or entry.record_kind in ('mentors', 'mentees', 'trainers') and not coalesce(entry.changes, '{}') ? 'merged'
      then null
    else entry.record_name
  end
$$;
comment on function private.redacted_name is
  'The record''s name in a log entry once these records are removed; null where it could be theirs.';

create function private.redacted_changes(entry public.change_log, ids uuid[]) returns jsonb
language sql immutable set search_path = ''
as $$
  select case
    when entry.action = 'exported' and entry.record_kind <> 'persons' then entry.changes
    when entry.record_id = any (ids) or entry.record_kind in ('enrolments', 'student_grades', 'meeting_attendances')
      or entry.record_kind in ('mentors', 'mentees', 'trainers') and not coalesce(entry.changes, '{}') ? 'merged' then null
    else nullif(entry.changes - array['mentor', 'mentee', 'trainer', 'merged', 'contact'], '{}')
  end
$$;
comment on function private.redacted_changes is
  'The changes in a log entry once these records are removed: without their names and values.';

create function private.redact_log() returns trigger
language plpgsql security definer set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
declare
  ids constant uuid[] := array(select id from gone);
begin
  if private.write_mode() = 'merge' then
    return null;
  end if;
  update public.change_log entry
  set record_name = private.redacted_name(entry, ids), changes = private.redacted_changes(entry, ids)
  where record_id = any (ids) or about && ids;
  return null;
end
$$;
comment on function private.redact_log is
  'Takes the names and values of removed records out of the log. A merge keeps them.';
