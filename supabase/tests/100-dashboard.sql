-- The figures of the dashboard: each for those who hold its permission, and null for others.

begin;
select plan(35);
select tests.add_personas();

delete from public.student_grades;
delete from public.mentors;
delete from public.mentees;
delete from public.donations;
delete from public.courses;
delete from public.email_campaigns;

create function pg_temp.figures() returns text
language sql
as $q$
  select $$
    select concat_ws(', ',
      'mentors ' || mentor_count, 'mentees ' || mentee_count, 'donations ' || donation_total,
      'courses ' || active_course_count, 'campaigns ' || campaign_count,
      'average ' || round(average_grade, 2), 'grades ' || grade_count
    ) from public.dashboard_stats()
  $$
$q$;

select tests.sees(
  'admin', pg_temp.figures(),
  'mentors 0, mentees 0, donations 0, courses 0, campaigns 0, average 0.00, grades 0',
  'While there is nothing an admin reads zeros'
);

insert into public.mentors (first_name, last_name, status)
values ('A', 'A', 'active'), ('B', 'B', 'active'), ('C', 'C', 'inactive');
insert into public.mentees (first_name, last_name, status)
values ('A', 'A', 'active'), ('B', 'B', 'inactive');
insert into public.donations (donor_name, amount, donation_type)
values ('A', 10.50, 'one-time'), ('B', 20.25, 'monthly');
insert into public.courses (title, status)
values ('A', 'active'), ('B', 'active'), ('C', 'planned'), ('D', 'completed'), ('E', 'cancelled');
insert into public.email_campaigns (name, subject, content, status)
values ('A', 'A', 'A', 'draft'), ('B', 'B', 'B', 'sent'), ('C', 'C', 'C', 'sent'), ('D', 'D', 'D', 'draft');
insert into public.student_grades (grade) values (100), (80.5), (null), (71);

select tests.sees(
  persona, pg_temp.figures(), figures, format('As %s I read: %s', persona, figures)
)
from (values
  ('admin', 'mentors 3, mentees 2, donations 30.75, courses 2, campaigns 4, average 62.88, grades 3'),
  ('staff', 'mentors 3, mentees 2, donations 30.75, courses 2, campaigns 4, average 62.88, grades 3'),
  ('mentors', 'mentors 3'),
  ('fundraiser', 'donations 30.75')
) as listed (persona, figures);
select tests.sees(
  persona, pg_temp.figures(),
  case persona
    when 'only can_manage_mentors' then 'mentors 3'
    when 'only can_manage_mentees' then 'mentees 2'
    when 'only can_manage_donations' then 'donations 30.75'
    when 'only can_manage_courses' then 'courses 2'
    when 'only can_send_emails' then 'campaigns 4'
    when 'only can_view_analytics' then 'average 62.88, grades 3'
    else ''
  end,
  format('As %s I read my figure and no other', persona)
)
from tests.personas() as persona
where persona like 'only %' or persona like 'plain %'
  or persona in ('stranger', 'supporter', 'newcomer', 'program.manager');
select tests.refused('anon', 'select public.dashboard_stats()', 'As anon I cannot ask for the figures');

update public.student_grades set grade = null;
select tests.sees(
  'only can_view_analytics', pg_temp.figures(), 'average 0.00, grades 0',
  'A missing grade counts as 0, and is not counted as given'
);
select tests.done(
  'admin',
  $$ delete from public.user_permissions where user_id = tests.account('only can_view_analytics') $$,
  $$ not exists (
    select from public.user_permissions where user_id = tests.account('only can_view_analytics')
  ) $$,
  'When an admin revokes can_view_analytics'
);
select tests.sees(
  'only can_view_analytics', pg_temp.figures(), '', 'the same token reads no figure any more'
);

select * from finish();
rollback;
