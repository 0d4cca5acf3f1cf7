create function private.save_grade(assessment uuid, mentee uuid, given numeric default null, replaced numeric default null) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  course uuid;
  stored numeric;
begin
  perform private.require_course_manager();
  if given not between 0 and 100 or given <> round(given, 2) then
    raise exception 'A grade is a number from 0 to 100 with two decimals at most.' using errcode = 'check_violation';
  end if;
  select course_id into course from public.assessments where id = assessment for key share;
  -- The lock serializes concurrent grades of one cell.
  perform from public.enrolments
  where course_id = course and mentee_id = mentee and state = 'enrolled' for no key update;
  if not found then
    raise exception 'Only enrolled mentees can be graded.' using errcode = 'check_violation';
  end if;
  select grade into stored from public.student_grades where assessment_id = assessment and mentee_id = mentee;
  if stored is not distinct from given then
    return;
  elsif stored is distinct from replaced then
    raise sqlstate 'PT409' using
      message = 'Someone else has set another grade.', detail = coalesce(stored::text, '');
  elsif given is null then
    delete from public.student_grades where assessment_id = assessment and mentee_id = mentee;
  else
    insert into public.student_grades (mentee_id, course_id, assessment_id, grade)
    values (mentee, course, assessment, given)
    on conflict (assessment_id, mentee_id) do update set grade = excluded.grade;
  end if;
end
$$;

create function public.save_grade(assessment uuid, mentee uuid, given numeric default null, replaced numeric default null) returns void
language sql security invoker set search_path = ''
as $$ select private.save_grade(assessment, mentee, given, replaced) $$;
comment on function public.save_grade is
  'Sets a grade from 0 to 100, or removes it with null; 409 with the stored grade in the details when it is not the one that the caller saw.';
grant execute on function private.save_grade, public.save_grade to authenticated;

create function private.remove_assessment(assessment uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_course_manager();
  perform from public.assessments where id = assessment for update;
  if exists (select from public.student_grades where assessment_id = assessment) then
    raise sqlstate 'PT409' using message = 'It has grades. Remove them first.';
  end if;
  delete from public.assessments where id = assessment;
end
$$;

create function public.remove_assessment(assessment uuid) returns void
language sql security invoker set search_path = ''
as $$ select private.remove_assessment(assessment) $$;
comment on function public.remove_assessment is
  'Removes an assessment without grades; 409 otherwise.';
grant execute on function private.remove_assessment, public.remove_assessment to authenticated;
