-- Enrollments, the waitlist and grades: the rights, the bounds, and no further data for anyone else.

begin;
select plan((153 + 5 * (select count(*) from public.permissions))::integer);

insert into public.courses (title, capacity) values ('Small', 2), ('Open', null);
insert into public.courses (title, capacity, status) values ('Over', 5, 'completed');
insert into public.mentees (first_name, last_name, email, status, school_name, parent_email)
select name, 'Pupil', lower(name) || '@example.org', 'active', 'Hidden School', 'hidden@example.org'
from unnest(array['Anna', 'Berta', 'Carl', 'Dora', 'Emil']) as name;

create function pg_temp.course(label text) returns uuid
language sql as $$ select id from public.courses where title = label $$;
create function pg_temp.pupil(label text) returns uuid
language sql as $$ select id from public.mentees where first_name = label and last_name in ('Pupil', 'Bah', 'Gaye') $$;
create function pg_temp.doing(action text, label text, pupil text) returns text
language sql as $$ select format('select public.%s(%L, %L)', action, pg_temp.course(label), pg_temp.pupil(pupil)) $$;
create function pg_temp.roster(label text) returns text
language sql
as $$
  select string_agg(first_name || ' ' || state, ', ' order by asked_at)
  from public.enrolments join public.mentees on id = mentee_id where course_id = pg_temp.course(label)
$$;
create temporary table outsiders as
select persona from tests.personas() as persona
where persona not in ('admin', 'staff', 'only can_manage_courses');

-- Enrolling

select tests.refused(persona, statement, format('As %s I do not: %s', persona, left(statement, 40)))
from outsiders, unnest(array[pg_temp.doing('enrol', 'Small', 'Anna'), pg_temp.doing('withdraw_enrolment', 'Small', 'Anna')]) as statement;
select tests.done(
  'only can_manage_courses', pg_temp.doing('enrol', 'Small', 'Anna'),
  $$ pg_temp.roster('Small') is not distinct from 'Anna enrolled' $$, 'A holder of can_manage_courses enrolls a mentee'
);
select tests.sees('only can_manage_courses', pg_temp.doing('enrol', 'Small', 'Anna'), 'enrolled', 'Enrolling again succeeds');
select is(pg_temp.roster('Small'), 'Anna enrolled', 'Enrolling again adds no second enrollment');
select tests.refused('admin', pg_temp.doing('enrol', label, pupil), format('The course %s refuses %s', label, pupil), state)
from (values ('Open', 'Moses', '23514'), ('Over', 'Anna', '23514'), ('None', 'Anna', 'PT404'), ('Open', 'Nobody', '23514'))
  as tried (label, pupil, state);

-- The waitlist

select tests.sees('admin', pg_temp.doing('enrol', 'Small', pupil), state, format('%s is %s', pupil, state))
from (values ('Berta', 'enrolled'), ('Carl', 'waiting'), ('Dora', 'waiting'), ('Emil', 'waiting')) as listed (pupil, state);
select tests.sees('admin', pg_temp.doing('enrol', 'Small', 'Carl'), 'waiting', 'Enrolling again keeps the position on the waitlist');
select tests.sees(
  'only can_manage_courses',
  format(
    'select string_agg(concat_ws('' '', first_name, state, "position"), '', '') from public.course_mentees(%L)', pg_temp.course('Small')
  ),
  'Anna enrolled, Berta enrolled, Carl waiting 1, Dora waiting 2, Emil waiting 3', 'The list shows enrolled mentees, then the waitlist in order'
);
select tests.done(
  'only can_manage_courses', pg_temp.doing('withdraw_enrolment', 'Small', 'Anna'),
  $$ pg_temp.roster('Small') = 'Anna withdrawn, Berta enrolled, Carl enrolled, Dora waiting, Emil waiting' $$,
  'A freed seat goes at once to the first on the waitlist'
);
select tests.done(
  'admin', pg_temp.doing('withdraw_enrolment', 'Small', 'Dora'),
  $$ pg_temp.roster('Small') = 'Anna withdrawn, Berta enrolled, Carl enrolled, Dora withdrawn, Emil waiting' $$,
  'Leaving the waitlist frees no seat'
);
select tests.sees('admin', pg_temp.doing('enrol', 'Small', 'Anna'), 'waiting', 'A withdrawn mentee comes back');
select is(
  pg_temp.roster('Small'), 'Berta enrolled, Carl enrolled, Dora withdrawn, Emil waiting, Anna waiting', 'A returning mentee is the last of the waitlist'
);
update public.mentees set status = 'inactive' where first_name = 'Emil' and last_name = 'Pupil';
select tests.done(
  'only can_manage_courses', $$ update public.courses set capacity = 3 where title = 'Small' $$,
  $$ pg_temp.roster('Small') = 'Berta enrolled, Carl enrolled, Dora withdrawn, Emil waiting, Anna enrolled' $$,
  'More room moves active mentees up'
);
update public.courses set capacity = 1 where title = 'Small';
select is(
  pg_temp.roster('Small'), 'Berta enrolled, Carl enrolled, Dora withdrawn, Emil waiting, Anna enrolled',
  'Less room takes no seat'
);
select tests.attempt('admin', pg_temp.doing('withdraw_enrolment', 'Small', 'Carl'));
select tests.sees('admin', pg_temp.doing('enrol', 'Small', 'Dora'), 'waiting', 'With less room a freed seat is not given away');
update public.mentees set status = 'active' where first_name = 'Emil' and last_name = 'Pupil';
select private.process_waitlists();
select is(
  pg_temp.roster('Small'), 'Berta enrolled, Carl withdrawn, Emil waiting, Anna enrolled, Dora waiting',
  'A mentee who is active again waits while the course is full'
);
update public.courses set capacity = null where title = 'Small';
select is(
  pg_temp.roster('Small'), 'Berta enrolled, Carl withdrawn, Emil enrolled, Anna enrolled, Dora enrolled',
  'A course without limit has no waitlist'
);
update public.courses set capacity = 4 where title = 'Small';
select tests.attempt('admin', pg_temp.doing('enrol', 'Small', 'Carl'));
delete from public.mentees where first_name = 'Dora' and last_name = 'Pupil';
select is(
  pg_temp.roster('Small'), 'Berta enrolled, Emil enrolled, Anna enrolled, Carl enrolled', 'The seat of a removed mentee goes to the waitlist'
);
select results_eq(
  $$ select actor_name, record_name, changes from public.change_log
    where record_kind = 'enrolments' and record_id = pg_temp.course('Small') and changes ? 'Carl Pupil' and changes -> 'Carl Pupil' ->> 1 = 'withdrawn' $$,
  format($$ values (%L, 'Small', '{"Carl Pupil": ["enrolled", "withdrawn"]}'::jsonb) $$,
    (select full_name from public.profiles where id = tests.account('admin'))),
  'The history of a course says who withdrew whom'
);

-- A course that is over

insert into public.courses (title, capacity) values ('Late', 1);
select tests.attempt('admin', pg_temp.doing('enrol', 'Late', pupil)) from unnest(array['Anna', 'Berta']) as pupil;
update public.courses set status = 'completed' where title = 'Late';
select tests.attempt('admin', pg_temp.doing('withdraw_enrolment', 'Late', 'Anna'));
select is(pg_temp.roster('Late'), 'Anna withdrawn, Berta waiting', 'A course that is over moves no one up');
select private.process_waitlists();
select is(pg_temp.roster('Late'), 'Anna withdrawn, Berta waiting', 'A course that is over still moves no one up later');
update public.courses set status = 'active' where title = 'Late';
update public.mentees set status = 'inactive' where first_name = 'Berta' and last_name = 'Pupil';
select private.process_waitlists();
select is(pg_temp.roster('Late'), 'Anna withdrawn, Berta waiting', 'An inactive mentee is not moved up');
update public.mentees set status = 'active' where first_name = 'Berta' and last_name = 'Pupil';
select tests.sees('admin', pg_temp.doing('enrol', 'Late', 'Carl'), 'waiting', 'A mentee arrives while a seat is free');
select is(
  pg_temp.roster('Late'), 'Anna withdrawn, Berta enrolled, Carl waiting', 'A new arrival is behind the waitlist'
);
update public.mentees set status = 'inactive' where first_name = 'Carl' and last_name = 'Pupil';
select tests.attempt('admin', pg_temp.doing('withdraw_enrolment', 'Late', 'Berta'));
update public.mentees set status = 'active' where first_name = 'Carl' and last_name = 'Pupil';
select private.process_waitlists();
select is(
  pg_temp.roster('Late'), 'Anna withdrawn, Berta withdrawn, Carl enrolled', 'A mentee who is active again gets the free seat'
);
select ok(exists (select from private.upkeep where task = 'process_waitlists'), 'The task runs every minute');
delete from public.courses where title = 'Late';

-- Mentees that one may find

select tests.sees(
  'only can_manage_courses',
  format('select string_agg(first_name, '' '' order by first_name) from public.enrollable_mentees(%L, %L)', pg_temp.course('Open'), search),
  found, format('Looking for %s', to_json(search))
)
from (values
  ('pupil', 'Anna Berta Carl Emil'), ('PUP ber', 'Berta'), ('emil@', 'Emil'), ('upil', null), ('hidden', null),
  ('Gaye', null), ('%', null), ('_nna', null), ('Bah', 'Mariama')
) as listed (search, found);
select tests.sees(
  'only can_manage_courses', format('select count(*) from public.enrollable_mentees(%L, ''pupil'')', pg_temp.course('Small')),
  '0', 'An enrolled mentee is not offered again'
);
select tests.sees(persona, statement, null, format('As %s I find no one: %s', persona, left(statement, 60)))
from outsiders, unnest(array[
  format('select min(first_name) from public.enrollable_mentees(%L, '''')', pg_temp.course('Small')),
  format('select min(first_name) from public.course_mentees(%L)', pg_temp.course('Small'))
]) as statement
where persona <> 'anon';

-- Grades

create temporary table quizzes as
select '00000000-0000-4000-8000-00000000c001'::uuid as small, '00000000-0000-4000-8000-00000000c002'::uuid as open;
select tests.done(
  'only can_manage_courses',
  format($$ insert into public.assessments (id, course_id, name) values (%L, %L, 'Quiz 1'), (%L, %L, 'Quiz 1') $$,
    small, pg_temp.course('Small'), open, pg_temp.course('Open')),
  $$ (select count(*) = 2 from public.assessments where name = 'Quiz 1') $$, 'A holder of can_manage_courses adds an assessment'
)
from quizzes;
select tests.refused(
  'admin', format($$ insert into public.assessments (course_id, name) values (%L, ' quiz 1') $$, pg_temp.course('Small')),
  'Assessment names are unique within a course', '23505'
);
create function pg_temp.grading(pupil text, given numeric, replaced numeric default null, label text default 'small') returns text
language sql
as $$
  select format(
    'select public.save_grade(%L, %L, %L, %L)', case label when 'small' then small else open end, pg_temp.pupil(pupil), given, replaced
  ) from quizzes
$$;
create function pg_temp.grade(pupil text) returns numeric
language sql
as $$
  select grade from public.student_grades
  where mentee_id = pg_temp.pupil(pupil) and assessment_id = (select small from quizzes)
$$;
select tests.refused(persona, pg_temp.grading('Anna', 90), format('As %s I cannot grade', persona)) from outsiders;
select tests.done('only can_manage_courses', pg_temp.grading('Anna', 87.25), $$ pg_temp.grade('Anna') is not distinct from 87.25 $$, 'A holder of can_manage_courses grades');
select is(
  (tests.attempt('admin', pg_temp.grading('Anna', 87.25))).state, '00000', 'Repeating a conversion, as after a lost answer, succeeds'
);
select tests.refused('admin', pg_temp.grading('Anna', 90, 80), 'A grade that a colleague has changed since is not replaced', 'PT409');
select is((tests.attempt('admin', pg_temp.grading('Anna', 90, 80))).detail, '87.25', 'The refusal returns the stored grade');
select tests.done('admin', pg_temp.grading('Anna', 100, 87.25), $$ pg_temp.grade('Anna') = 100 $$, 'A grade that was seen can be replaced');
select tests.refused('admin', pg_temp.grading('Berta', given), format('The grade %s is refused', given), state)
from (values (-0.01, '23514'), (100.01, '23514'), (50.005, '23514'), ('NaN', '23514'), (1000, '23514'), (1e9, '23514'))
  as tried (given, state);
select tests.refused('admin', pg_temp.grading(pupil, 50, null, label), format('%s gets no grade without enrollment', pupil), '23514')
from (values ('Moses', 'small'), ('Anna', 'open')) as tried (pupil, label);
select tests.refused(
  'admin', format('select public.remove_assessment(%L)', small), 'A graded assessment is not removed', 'PT409'
) from quizzes;
select tests.done(
  'admin', pg_temp.grading('Anna', null, 100),
  $$ not exists (select from public.student_grades where assessment_id = (select small from quizzes)) $$, 'A grade is taken away'
);
select tests.refused(persona, format('select public.remove_assessment(%L)', small), format('As %s I remove nothing', persona))
from quizzes, unnest(array['supporter', 'only can_view_analytics', 'anon']) as persona;
select tests.done(
  'only can_manage_courses', format('select public.remove_assessment(%L)', open),
  format('not exists (select from public.assessments where id = %L)', open), 'An ungraded assessment is removed'
) from quizzes;
select is(
  (select jsonb_agg(changes order by id) from public.change_log
    where record_kind = 'student_grades' and record_id = pg_temp.course('Small')),
  '[{"Anna Pupil, Quiz 1": [null, 87.25]}, {"Anna Pupil, Quiz 1": [87.25, 100]}, {"Anna Pupil, Quiz 1": [100, null]}]',
  'The history of a course has each grade with its mentee'
);

-- Analytics sees grades, and not whose

delete from public.student_grades;
select tests.attempt('admin', pg_temp.grading('Berta', 80));
insert into public.student_grades (mentee_id, course_id) values (pg_temp.pupil('Anna'), pg_temp.course('Small'));
select tests.sees(
  'only can_view_analytics', 'select average_grade || '' of '' || grade_count from public.dashboard_stats()',
  '40.0000000000000000 of 1', 'The average of the dashboard comes from them; a missing one counts as 0'
);
select tests.sees('only can_view_analytics', 'select string_agg(grade::text, '' '') from public.student_grades', '80.00', 'Only grades are read');

select * from finish();
rollback;
