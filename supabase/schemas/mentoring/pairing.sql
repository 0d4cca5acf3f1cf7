-- Pairing: who has no match, and which mentors fit. A person decides.

create function private.require_pairing() returns void
language sql stable security definer set search_path = ''
as $$
  select private.require(
    private.has_permission('can_manage_programs') and private.has_permission('can_manage_mentees'), 'You may not pair mentors and mentees.'
  )
$$;
comment on function private.require_pairing is 'Refuses callers without can_manage_programs and can_manage_mentees.';

create function private.unmatched_mentees(program uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  most constant integer := 200;
begin
  perform private.require_pairing();
  return (
    with unmatched as materialized (
      select id, first_name, last_name, created_at from public.mentees child
      where status = 'active' and id in (select mentee_id from public.program_mentees where program_id = program)
        and id not in (select mentee_id from public.matches where program_id = program and status <> 'closed')
    )
    select jsonb_build_object('total', (select count(*) from unmatched), 'mentees', coalesce(jsonb_agg(
      jsonb_build_object('id', id, 'name', concat_ws(' ', first_name, last_name)) order by created_at, id
    ), '[]'))
    from (select * from unmatched order by created_at, id limit most) as listed
  );
end
$$;
create function public.unmatched_mentees(program uuid) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select private.unmatched_mentees(program) $$;
comment on function public.unmatched_mentees is
  'For holders of can_manage_programs and can_manage_mentees: the first 200 active mentees of a program without an open match, the longest known first, and how many there are.';

create function private.shares_weekday(one text, other text) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return string_to_array(one, ', ') && string_to_array(other, ', ');
end
$$;
comment on function private.shares_weekday is 'Whether two lists of weekdays have one in common; null where one is missing.';

create function private.is_same_word(one text, other text) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return case when num_nonnulls(one, other) = 2 then private.searchable(btrim(one)) = private.searchable(btrim(other)) end;
end
$$;
comment on function private.is_same_word is 'Whether two texts are the same but for case and accents; null where one is missing.';

create function private.fitting_mentors(program uuid, mentee uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  most constant integer := 60;
  child jsonb;
begin
  perform private.require_pairing();
  perform private.require(private.has_opened(mentee, interval '1 hour'), 'Open the protected fields of the mentee first.');
  select jsonb_build_object('weekdays', weekdays, 'place', place, 'wishes', wishes, 'language', language) into child
  from public.mentees join private.people on people.id = person_id
  where mentees.id = mentee and exists (select from public.program_mentees where program_id = program and mentee_id = mentee);
  if child is null then
    return null;
  end if;
  return child || (
    with theirs as materialized (
      select mentors.id, concat_ws(' ', first_name, last_name) as name, weekdays, place, wishes, language, coalesce(capacity, 1) as capacity,
        (select count(*) from public.matches where mentor_id = mentors.id and over_at is null) as taken
      from public.program_mentors joined join public.mentors on mentors.id = joined.mentor_id
      join private.people on people.id = mentors.person_id
      where joined.program_id = program and mentors.status = 'active'
    ), lacking as materialized (
      select row_id, string_agg(private.requirement_label(unmet.name, version), ', ' order by unmet.name, version) as lacks
      from private.unmet_requirements(program, 'mentors', array(select id from theirs)) as unmet group by row_id
    ), judged as (
      select theirs.*, lacks, private.is_same_word(language, child ->> 'language') as same_language,
        private.shares_weekday(weekdays, child ->> 'weekdays') as same_day, private.is_same_word(place, child ->> 'place') as same_place
      from theirs left join lacking on lacking.row_id = theirs.id
    ), ranked as (
      select *, lacks is null and taken < capacity as may, same_language is not false and same_day is not false and same_place is not false as fits,
        (same_language is true)::integer + (same_day is true)::integer + (same_place is true)::integer as reasons
      from judged
    )
    select jsonb_build_object('total', (select count(*) from ranked), 'mentors', coalesce(jsonb_agg(jsonb_build_object(
      'id', id, 'name', name, 'weekdays', weekdays, 'place', place, 'wishes', wishes, 'language', language, 'taken', taken, 'capacity', capacity,
      'lacks', lacks, 'same_language', same_language, 'same_day', same_day, 'same_place', same_place, 'fits', may and fits, 'may', may
    ) order by may and fits desc, may desc, reasons desc, taken, name, id), '[]'))
    from (select * from ranked order by may and fits desc, may desc, reasons desc, taken, name, id limit most) as listed
  );
end
$$;
create function public.fitting_mentors(program uuid, mentee uuid) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select private.fitting_mentors(program, mentee) $$;
comment on function public.fitting_mentors is
  'For holders of can_manage_programs and can_manage_mentees who opened the mentee within an hour: weekdays, place, wishes and language of the mentee, and sixty active mentors of the program, those who fit first: with a place left, all requirements met and nothing that differs in language, weekday and place. Null for a mentee who is not in the program.';

grant execute on function
  private.unmatched_mentees, public.unmatched_mentees, private.fitting_mentors, public.fitting_mentors
to authenticated;
