-- What staff see. Holders of can_manage_programs see met, missing and the day of expiry; only holders of
-- can_verify_clearances see evidence and exemptions.

create function private.may_see_standings() returns boolean
language sql stable security definer set search_path = ''
as $$ select private.has_permission('can_manage_programs') or private.has_permission('can_verify_clearances') $$;
comment on function private.may_see_standings is 'Whether the caller sees who meets the requirements of programs.';

create function private.requirement_marks(program uuid, of_kind text, after_id uuid default null) returns table (
  id uuid, unmet jsonb, until date
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  at_once constant integer := 1000;
  ids uuid[];
begin
  if not private.may_see_standings()
    or not exists (select from public.program_requirements where program_id = program and kind = of_kind and retired_at is null) then
    return;
  end if;
  ids := array(
    select id from private.clearable_people
    where kind = of_kind and status = 'active' and (after_id is null or id > after_id) order by id limit at_once
  );
  return query
  select row_id, coalesce(
      jsonb_agg(jsonb_build_object('name', name, 'version', version, 'state', state, 'until', until) order by name, version)
        filter (where state <> 'met'), '[]'
    ), min(until) filter (where state = 'met')
  from private.requirement_states(program, of_kind, ids) group by row_id order by row_id;
end
$$;
create function public.requirement_marks(program uuid, of_kind text, after_id uuid default null) returns table (
  id uuid, unmet jsonb, until date
)
language sql stable security invoker set search_path = ''
as $$ select * from private.requirement_marks(program, of_kind, after_id) $$;
comment on function public.requirement_marks is
  'For holders of can_manage_programs or can_verify_clearances: a thousand active mentors or trainers after an id, with what they lack for a program, and the first day on which something that they meet ends. No row where the program requires nothing of them.';

create function private.due_clearances(program uuid default null) returns table (
  program_id uuid, program_name text, kind text, record_id uuid, person_name text, name text, version text, state text, until date, total bigint
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  most constant integer := 200;
  soon constant date := private.office_today() + 60;
begin
  if not private.may_see_standings() then
    return;
  end if;
  return query
  select assigned.program_id, programs.name, assigned.kind, row_id, concat_ws(' ', first_name, last_name), standing.name, version, state, until,
    count(*) over ()
  from private.assigned_ids(program) as assigned
  join public.programs on programs.id = assigned.program_id
  cross join lateral private.requirement_states(assigned.program_id, assigned.kind, assigned.ids) as standing
  join private.clearable_people as person on person.kind = assigned.kind and person.id = row_id
  where state <> 'met' or until <= soon
  order by state = 'met', until nulls first, 5, row_id, standing.name, version limit most;
end
$$;
create function public.due_clearances(program uuid default null) returns table (
  program_id uuid, program_name text, kind text, record_id uuid, person_name text, name text, version text, state text, until date, total bigint
)
language sql stable security invoker set search_path = ''
as $$ select * from private.due_clearances(program) $$;
comment on function public.due_clearances is
  'For holders of can_manage_programs or can_verify_clearances: the mentors and trainers of a program, or of all that are not over, who lack a requirement or whose evidence ends within 60 days. The first 200 and their number.';

create function private.assigned_ids(program uuid default null) returns table (program_id uuid, kind text, ids uuid[])
language sql stable security definer set search_path = ''
as $$
  select programs.id, assigned.kind, array_agg(assigned.id)
  from public.programs join (
    select program_id, 'mentors' as kind, mentor_id as id from public.program_mentors
    union all
    select program_id, 'trainers', trainer_id from public.program_trainers
  ) as assigned on assigned.program_id = programs.id
  where (programs.id = program or program is null and programs.status in ('active', 'planned'))
    and exists (
      select from public.program_requirements required
      where required.program_id = programs.id and required.kind = assigned.kind and retired_at is null
    )
  group by programs.id, assigned.kind
$$;
comment on function private.assigned_ids is
  'The mentors and trainers of one program, or of all that are not over, where it requires something of them.';

create function private.evidence_of_person(person uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', clearances.id, 'kind', theirs.kind, 'name', name, 'version', version, 'done_on', done_on, 'valid_until', valid_until,
    'note', note, 'verifier_name', verifier_name, 'withdrawn_reason', withdrawn_reason,
    'is_own', coalesce(verifier.person_id = theirs.person_id, false)
  ) order by withdrawn_at is not null, done_on desc, clearances.created_at desc, clearances.id), '[]')
  from private.clearable_people theirs join public.clearances on record_id = theirs.id
  left join public.profiles verifier on verifier.id = verified_by
  where theirs.person_id = person
$$;
comment on function private.evidence_of_person is
  'The evidence of all records of a person, the newest first, withdrawn evidence last.';

create function private.exemptions_of_person(person uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', exemption.id, 'requirement_id', requirement_id, 'name', required.name, 'version', required.version, 'program', programs.name,
    'starts_on', starts_on, 'ends_on', ends_on, 'reason', reason, 'author_name', author_name
  ) order by ends_on desc, exemption.id), '[]')
  from private.clearable_people theirs join private.clearance_exemptions exemption on record_id = theirs.id
  join public.program_requirements required on required.id = requirement_id
  join public.programs on programs.id = program_id
  where theirs.person_id = person and exemption.withdrawn_at is null
$$;
comment on function private.exemptions_of_person is 'The exemptions of all records of a person that nobody ended early.';

create function private.record_clearances(of_kind text, record uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  may_verify constant boolean := private.has_permission('can_verify_clearances');
  person uuid;
begin
  select person_id into person from private.clearable_people where kind = of_kind and id = record;
  if person is null or not private.may_see_standings() then
    return null;
  end if;
  return jsonb_build_object(
    'is_own', private.is_own_record(record),
    'standings', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'requirement_id', requirement_id, 'program', programs.name, 'name', standing.name, 'version', version, 'state', state, 'until', until,
        'is_exempt', exemption_id is not null, 'is_in', joined.program_id is not null
      ) order by standing.name, version, programs.name, requirement_id), '[]')
      from public.programs
      left join (
        select program_id from public.program_mentors where mentor_id = record and of_kind = 'mentors'
        union
        select program_id from public.program_trainers where trainer_id = record and of_kind = 'trainers'
      ) as joined on joined.program_id = programs.id
      cross join lateral private.requirement_states(programs.id, of_kind, array[record]) as standing
      where (joined.program_id is not null or programs.status in ('active', 'planned'))
        and exists (select from public.program_requirements required where required.program_id = programs.id and required.kind = of_kind and retired_at is null)
    ),
    'evidence', case when may_verify then private.evidence_of_person(person) end,
    'exemptions', case when may_verify then private.exemptions_of_person(person) end
  );
end
$$;
create function public.record_clearances(of_kind text, record uuid) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select private.record_clearances(of_kind, record) $$;
comment on function public.record_clearances is
  'For holders of can_manage_programs or can_verify_clearances: how a mentor or trainer stands in their programs, and in those that they could join; for the latter also the evidence and exemptions of all records of the person, and whether it is the caller. Null for others.';

grant execute on function
  private.requirement_marks, public.requirement_marks, private.due_clearances, public.due_clearances,
  private.record_clearances, public.record_clearances
to authenticated;
