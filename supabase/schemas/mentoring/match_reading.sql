-- The matches of a program, and one of them.

create function private.mentors_lack(program uuid, mentors uuid[]) returns table (mentor_id uuid, lacks text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
  with unmet as materialized (
    select row_id, 'lacks ' || string_agg(private.requirement_label(name, version), ', ' order by name, version) as words
    from private.unmet_requirements(program, 'mentors', mentors) group by row_id
  )
  select mentor.id, coalesce(
    case when mentor.status <> 'active' then 'is inactive' end,
    case when not exists (select from public.program_mentors held where held.program_id = program and held.mentor_id = mentor.id) then 'left the program' end,
    unmet.words
  )
  from public.mentors mentor left join unmet on unmet.row_id = mentor.id where mentor.id = any (mentors);
end
$$;
comment on function private.mentors_lack is
  'Why each of these mentors should not meet a child of a program now: inactive, not in it any more, or without a requirement; or null.';

create function private.listed_matches(program uuid, view text, before timestamptz default null, before_id uuid default null) returns table (
  id uuid, quiet_days integer
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  at_once constant integer := 50;
begin
  if view = 'quiet' then
    return query select id, quiet_days from private.quiet_matches where program_id = program order by quiet_days desc, id limit at_once;
  else
    return query
    select stored.id, quiet.quiet_days from (
      select id from public.matches
      where program_id = program and (view <> 'closed') = (status <> 'closed') and (before is null or (created_at, id) < (before, before_id))
      order by created_at desc, id desc limit at_once
    ) as stored left join private.quiet_matches quiet on quiet.id = stored.id;
  end if;
end
$$;
comment on function private.listed_matches is
  'Fifty matches of a program: `open` and `closed` ones newest first, before a moment and id, `quiet` ones the longest first.';

create function private.program_matches(program uuid, view text default 'open', before timestamptz default null, before_id uuid default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  most constant integer := 10000;
begin
  if not private.has_permission('can_manage_programs') or view not in ('open', 'quiet', 'closed') then
    return null;
  end if;
  return jsonb_build_object(
    'counts', jsonb_build_object(
      'open', (select count(*) from (select from public.matches where program_id = program and status <> 'closed' limit most) as counted),
      'closed', (select count(*) from (select from public.matches where program_id = program and status = 'closed' limit most) as counted),
      'quiet', (select count(*) from private.quiet_matches where program_id = program)
    ),
    'is_over', private.is_program_over(program),
    'matches', (
      with listed as materialized (select * from private.listed_matches(program, view, before, before_id))
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', stored.id, 'status', stored.status, 'mentor_id', mentor_id, 'mentor', private.name_of_reference('mentor_id', mentor_id),
        'mentee_id', mentee_id, 'mentee', private.name_of_reference('mentee_id', mentee_id), 'since', since, 'until', until,
        'quiet_days', quiet_days, 'supervisor', private.name_of_reference('user_id', supervisor_id), 'created_at', stored.created_at,
        'contact_due', (select min(due_on) from private.contacts_due(stored.id)),
        'last_met', (
          select meetings.day from public.meetings
          where match_id = stored.id and meetings.program_id = stored.program_id and outcome = 'happened' order by meetings.day desc limit 1
        ),
        'lacks', case when stored.status in ('active', 'paused') then lacking.lacks end
      ) order by case when view = 'quiet' then quiet_days end desc, stored.created_at desc, stored.id desc), '[]')
      from listed join public.matches stored on stored.id = listed.id
      left join private.mentors_lack(program, array(
        select shown.mentor_id from listed join public.matches shown on shown.id = listed.id
      )) as lacking using (mentor_id)
    )
  );
end
$$;
create function public.program_matches(program uuid, view text default 'open', before timestamptz default null, before_id uuid default null) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select private.program_matches(program, view, before, before_id) $$;
comment on function public.program_matches is
  'For holders of can_manage_programs: fifty matches of a program, `open`, `quiet` or `closed`, with both names, the last meeting, the next contact and what the mentor lacks; and how many there are of each. Null for others.';

create function private.match_details(match uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  stored public.matches;
  reads_notes boolean;
begin
  if not private.has_permission('can_manage_programs') then
    return null;
  end if;
  select * into stored from public.matches where id = match;
  if stored.id is null then
    return null;
  end if;
  reads_notes := private.has_permission('can_manage_mentees') or private.current_user_id() in (stored.supervisor_id, stored.deputy_id);
  return to_jsonb(stored) - '{over_at,created_by}'::text[] || jsonb_build_object(
    'mentor', private.name_of_reference('mentor_id', stored.mentor_id), 'mentee', private.name_of_reference('mentee_id', stored.mentee_id),
    'program', private.name_of_reference('program_id', stored.program_id), 'is_over', private.is_program_over(stored.program_id),
    'supervisor', private.name_of_reference('user_id', stored.supervisor_id), 'deputy', private.name_of_reference('user_id', stored.deputy_id),
    'lacks', case when stored.status in ('active', 'paused') then (select lacks from private.mentors_lack(stored.program_id, array[stored.mentor_id])) end,
    'quiet_days', (select quiet_days from private.quiet_matches where id = match),
    'met', (select jsonb_build_object('times', count(*), 'minutes', sum(minutes), 'last', max(day)) from public.meetings
      where match_id = match and program_id = stored.program_id and outcome = 'happened'),
    'due', (select jsonb_object_agg(party, due_on) from private.contacts_due(match)),
    'pauses', (select coalesce(jsonb_agg(jsonb_build_object('from', starts_on, 'to', ends_on) order by starts_on desc), '[]')
      from public.match_pauses where match_id = match),
    'contacts', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', id, 'day', day, 'met', met, 'author', author_name, 'is_own', author_id is not distinct from private.current_user_id(),
        'note', case when reads_notes or author_id = private.current_user_id() then note end
      ) order by day desc, created_at desc), '[]')
      from (select * from public.match_contacts where match_id = match order by day desc, created_at desc limit 100) as listed
    )
  );
end
$$;
create function public.match_details(match uuid) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select private.match_details(match) $$;
comment on function public.match_details is
  'For holders of can_manage_programs: a match with both names, its pauses, meetings in numbers and the last hundred contacts. Notes of contacts are for its supervisor and deputy, their author and holders of can_manage_mentees. Null for others.';

grant execute on function
  private.program_matches, public.program_matches, private.match_details, public.match_details
to authenticated;
