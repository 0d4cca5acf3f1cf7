-- The people of a program, with what is missing for each.

create function private.program_members(program uuid) returns table (kind text, id uuid, first_name text, last_name text, email text, status public.person_status, person_id uuid)
language sql stable security definer set search_path = ''
as $$
  select 'mentees', mentees.id, first_name, last_name, email, status, person_id
  from public.program_mentees joined join public.mentees on mentees.id = mentee_id where program_id = program
  union all
  select 'mentors', mentors.id, first_name, last_name, email, status, person_id
  from public.program_mentors joined join public.mentors on mentors.id = mentor_id where program_id = program
  union all
  select 'trainers', trainers.id, first_name, last_name, email, status, person_id
  from public.program_trainers joined join public.trainers on trainers.id = trainer_id where program_id = program
$$;
comment on function private.program_members(uuid) is 'The mentees, mentors and trainers of a program.';

create function private.standings_in_short(program uuid, of_kind text, ids uuid[]) returns table (row_id uuid, unmet jsonb, until date)
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
  select standing.row_id,
    coalesce(
      jsonb_agg(jsonb_build_object('name', name, 'version', version, 'state', state, 'until', standing.until) order by name, version)
        filter (where state <> 'met'), '[]'
    ),
    min(standing.until) filter (where state = 'met')
  from private.requirement_states(program, of_kind, ids) as standing group by standing.row_id;
end
$$;
comment on function private.standings_in_short(uuid, text, uuid[]) is
  'For mentors or trainers: the requirements of a program that they lack, and the first day on which one that they meet ends.';

create function private.partners(program uuid, of_kind text, ids uuid[]) returns table (row_id uuid, names text[])
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
  select case of_kind when 'mentees' then mentee_id else mentor_id end,
    array_agg(private.name_of_reference(
      case of_kind when 'mentees' then 'mentor_id' else 'mentee_id' end, case of_kind when 'mentees' then mentor_id else mentee_id end
    ) order by since, matches.id)
  from public.matches
  where program_id = program and status in ('active', 'paused')
    and case of_kind when 'mentees' then mentee_id else mentor_id end = any (ids)
  group by 1;
end
$$;
comment on function private.partners(uuid, text, uuid[]) is
  'Whom these mentees or mentors have an active or paused match with in a program.';

create function private.program_roster(
  program uuid, of_kind text, search text default '', after_name text default null, after_id uuid default null
) returns table (
  id uuid, first_name text, last_name text, email text, status public.person_status, sorted_by text, partners text[],
  unmet jsonb, until date, consents jsonb, has_guardian boolean, total bigint
)
language plpgsql stable security definer set search_path = '' set jit = off set plan_cache_mode = 'force_custom_plan'
as $$
#variable_conflict use_column
declare
  at_once constant integer := 50;
  wanted constant text[] := array(
    select (private.search_patterns(word))[1] from string_to_table(private.searchable(search), ' ') as word where word <> ''
  );
begin
  if not private.has_permission('can_manage_programs') then
    return;
  end if;
  perform private.require_short(search);
  return query
  with found as materialized (
    select id, first_name, last_name, email, status, person_id, lower(concat_ws(' ', last_name, first_name)) as name, count(*) over () as total
    from private.program_members(program)
    where kind = of_kind and (cardinality(wanted) = 0 or private.searchable(first_name, last_name, email) like all (wanted))
  ), page as materialized (
    select * from found where after_id is null or (name, id) > (after_name, after_id) order by name, id limit at_once
  ), states as (
    select child_id, jsonb_object_agg(kind, state) filter (where state <> 'yes') as lacking
    from private.consent_states(array(select person_id from page where of_kind = 'mentees')) group by child_id
  )
  select page.id, first_name, last_name, email, status, name, coalesce(names, '{}'), coalesce(unmet, '[]'), until,
    coalesce(lacking, '{}'),
    of_kind <> 'mentees' or exists (
      select from private.guardians where guardians.child_id = person_id and not no_contact and relation <> 'other'
    ),
    total
  from page
  left join private.standings_in_short(program, of_kind, array(select id from page)) as standing on standing.row_id = page.id
  left join private.partners(program, of_kind, array(select id from page)) as matched on matched.row_id = page.id
  left join states on states.child_id = person_id
  order by name, page.id;
end
$$;
create function public.program_roster(
  program uuid, of_kind text, search text default '', after_name text default null, after_id uuid default null
) returns table (
  id uuid, first_name text, last_name text, email text, status public.person_status, sorted_by text, partners text[],
  unmet jsonb, until date, consents jsonb, has_guardian boolean, total bigint
)
language sql stable security invoker set search_path = ''
as $$ select * from private.program_roster(program, of_kind, search, after_name, after_id) $$;
comment on function public.program_roster is
  'For holders of can_manage_programs: fifty mentees, mentors or trainers of a program by last name, after a place in that order, whose name or email has all words of a search. Each with the partners of their matches, the requirements that they lack and the first day on which one ends, the consents that are open or refused, whether a mentee has a guardian to reach, and how many there are in all. None for others.';
grant execute on function private.program_roster, public.program_roster to authenticated;
