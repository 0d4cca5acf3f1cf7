-- Enrollments in courses, with a waitlist, and grades. Managers of courses read the names and addresses of
-- mentees through functions, and nothing else about them.

create function private.log_course_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  before constant jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end -> tg_argv[0];
  after constant jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end -> tg_argv[0];
  stored constant jsonb := to_jsonb(coalesce(new, old));
  course constant uuid := stored ->> 'course_id';
  mentee constant uuid := stored ->> 'mentee_id';
  student constant text := private.name_of_reference('mentee_id', mentee);
begin
  -- The removal of a mentee leaves no entry here.
  if before is distinct from after and (tg_op <> 'DELETE' or student is not null) then
    perform private.log_action(
      'changed', tg_table_name, course, (select title from public.courses where id = course),
      jsonb_build_object(
        concat_ws(
          ', ', student,
          (select name from public.assessments where id = (stored ->> 'assessment_id')::uuid)
        ),
        jsonb_build_array(before, after)
      ),
      array[mentee]
    );
  end if;
  return null;
end
$$;
comment on function private.log_course_change is
  'Logs a change of a mentee''s enrollment or grade under the course, with the mentee''s name. The argument is the column.';

create function private.require_course_manager() returns void
language sql stable security definer set search_path = ''
as $$ select private.require(private.has_permission('can_manage_courses'), 'You may not manage courses.') $$;
comment on function private.require_course_manager is 'Refuses callers without can_manage_courses.';

-- Seats. A transaction that takes or frees one locks the course's row until its end.

create function private.free_seats(course uuid) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  seats integer;
begin
  select coalesce(capacity, 2147483647) into seats from public.courses where id = course for no key update;
  return seats - (select count(*) from public.enrolments where course_id = course and state = 'enrolled');
end
$$;
comment on function private.free_seats(uuid) is 'Seats that are not taken, with the course locked; null for an unknown course.';

create function private.promote_waitlisted(course uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  -- In a statement of its own: later ones see the changes that the lock waited for.
  seats constant bigint := greatest(private.free_seats(course), 0);
begin
  update public.enrolments set state = 'enrolled'
  where course_id = course
    and exists (select from public.courses where id = course and status in ('active', 'planned'))
    and mentee_id in (
      select mentee_id from public.enrolments
      join public.mentees on mentees.id = mentee_id and mentees.status = 'active'
      where course_id = course and state = 'waiting'
      order by asked_at, mentee_id
      limit seats
    );
end
$$;
comment on function private.promote_waitlisted(uuid) is 'Gives free seats to the active mentees who wait longest, until the course is over.';

create function private.sync_seats() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.promote_waitlisted((to_jsonb(coalesce(new, old)) ->> tg_argv[0])::uuid);
  return null;
end
$$;
comment on function private.sync_seats is
  'Gives the free seats of a course to its waitlist. The argument is the column with the course''s id.';

-- No trigger promotes mentees who become active again, or the waitlist of a reopened course: a transaction
-- that changes a person locks their row, and must not wait for courses with it.

create function private.process_waitlists() returns void
language plpgsql security definer set search_path = '' set lock_timeout = '500ms'
as $$
declare
  waited_for uuid;
begin
  for waited_for in
    select id from public.courses
    where status in ('active', 'planned')
      and exists (
        select from public.enrolments join public.mentees on mentees.id = mentee_id and mentees.status = 'active'
        where course_id = courses.id and state = 'waiting'
      )
      and coalesce(capacity, 2147483647) > (
        select count(*) from public.enrolments where course_id = courses.id and state = 'enrolled'
      )
    for no key update skip locked
  loop
    perform private.promote_waitlisted(waited_for);
  end loop;
end
$$;
comment on function private.process_waitlists() is
  'Gives free seats to mentees who became active again, and to the waitlist of a reopened course. Gives way (lock_timeout) to the removal of a mentee, which frees seats in several courses, and tries again in the next minute.';
select private.every_minute('process_waitlists');

create function private.enrol(course uuid, mentee uuid) returns public.enrolment_state
language plpgsql security definer set search_path = ''
as $$
declare
  seats bigint;
  current_state public.enrolment_state;
begin
  perform private.require_course_manager();
  seats := private.free_seats(course);
  if seats is null then
    raise exception 'This course no longer exists.' using errcode = 'PT404';
  end if;
  -- Waiting mentees go before a new one, also those who were inactive when a seat came free.
  perform private.promote_waitlisted(course);
  seats := private.free_seats(course);
  select state into current_state from public.enrolments where course_id = course and mentee_id = mentee;
  if current_state = 'enrolled' or current_state = 'waiting' and seats <= 0 then
    return current_state;
  end if;
  perform from public.courses where id = course and status in ('active', 'planned');
  if not found then
    raise exception 'This course is over.' using errcode = 'check_violation';
  end if;
  -- The share lock keeps the person from being deactivated until this is stored.
  perform from public.mentees where id = mentee and status = 'active' for share;
  if not found then
    raise exception 'Only active mentees can be enrolled.' using errcode = 'check_violation';
  end if;
  insert into public.enrolments (course_id, mentee_id, state)
  values (course, mentee, case when seats > 0 then 'enrolled' else 'waiting' end::public.enrolment_state)
  on conflict (course_id, mentee_id) do update set state = excluded.state, asked_at = excluded.asked_at
  returning state into current_state;
  return current_state;
end
$$;

create function public.enrol(course uuid, mentee uuid) returns public.enrolment_state
language sql security invoker set search_path = ''
as $$ select private.enrol(course, mentee) $$;
comment on function public.enrol is
  'Enrolls an active mentee in a course that is not over, or puts them at the end of the waitlist of a full one; returns which. An earlier enrollment or entry stays.';

create function private.withdraw_enrolment(course uuid, mentee uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_course_manager();
  perform private.free_seats(course);
  update public.enrolments set state = 'withdrawn'
  where course_id = course and mentee_id = mentee and state <> 'withdrawn';
end
$$;
create function public.withdraw_enrolment(course uuid, mentee uuid) returns void
language sql security invoker set search_path = ''
as $$ select private.withdraw_enrolment(course, mentee) $$;
comment on function public.withdraw_enrolment is
  'Removes a mentee from a course or its waitlist; a seat that becomes free goes to the first on the waitlist.';
grant execute on function private.enrol, public.enrol to authenticated;
grant execute on function private.withdraw_enrolment, public.withdraw_enrolment to authenticated;

-- The search of mentees to enroll: by the beginnings of a name or an address, and nothing else about a child.

create function private.enrollable_mentees(course uuid, search text)
returns table (id uuid, first_name text, last_name text, email text)
language plpgsql stable security definer set search_path = ''
as $$
declare
  -- The longest word first: its index finds the fewest.
  beginnings constant text[] := array(
    select '% ' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'
    from regexp_split_to_table(btrim(private.searchable(left(search, 200))), '\s+') as word
    order by char_length(word) desc
  );
begin
  if not private.has_permission('can_manage_courses') then
    return;
  end if;
  -- Of more than 1,000 matches any will do: the user types more.
  return query
    select found.id, found.first_name, found.last_name, found.email from (
      select mentee.id, mentee.first_name, mentee.last_name, mentee.email from public.mentees mentee
      where mentee.status = 'active'
        and ' ' || private.searchable(mentee.first_name, mentee.last_name, mentee.email) like beginnings[1]
        and ' ' || private.searchable(mentee.first_name, mentee.last_name, mentee.email) like all (beginnings)
        and not exists (
          select from public.enrolments
          where course_id = course and mentee_id = mentee.id and state <> 'withdrawn'
        )
      limit 1000
    ) as found order by found.last_name, found.first_name, found.id limit 20;
end
$$;

create function public.enrollable_mentees(course uuid, search text)
returns table (id uuid, first_name text, last_name text, email text)
language sql stable security invoker set search_path = ''
as $$ select * from private.enrollable_mentees(course, search) $$;
comment on function public.enrollable_mentees is
  'Twenty active mentees who are not in a course, by the beginnings of their names or address; none without can_manage_courses.';
grant execute on function private.enrollable_mentees, public.enrollable_mentees to authenticated;

create function private.course_mentees(course uuid) returns table (
  mentee_id uuid, first_name text, last_name text, email text, state public.enrolment_state, "position" bigint, grades jsonb
)
language sql stable security definer set search_path = ''
as $$
  select enrolment.mentee_id, mentee.first_name, mentee.last_name, mentee.email, enrolment.state,
    case enrolment.state when 'waiting' then
      row_number() over (partition by enrolment.state order by enrolment.asked_at, enrolment.mentee_id)
    end,
    (
      select coalesce(jsonb_object_agg(given.assessment_id, given.grade), '{}')
      from public.student_grades given
      where given.mentee_id = enrolment.mentee_id and given.course_id = course
        and given.assessment_id is not null and given.grade is not null
    )
  from public.enrolments enrolment join public.mentees mentee on mentee.id = enrolment.mentee_id
  where enrolment.course_id = course and enrolment.state <> 'withdrawn'
    and private.has_permission('can_manage_courses')
  order by enrolment.state, 6, mentee.last_name, mentee.first_name, mentee.id
$$;

create function public.course_mentees(course uuid) returns table (
  mentee_id uuid, first_name text, last_name text, email text, state public.enrolment_state, "position" bigint, grades jsonb
)
language sql stable security invoker set search_path = ''
as $$ select * from private.course_mentees(course) $$;
comment on function public.course_mentees is
  'The enrolled mentees of a course, by name, then its waitlist, in order; with grades by the id of the assessment. None without can_manage_courses.';
grant execute on function private.course_mentees, public.course_mentees to authenticated;
