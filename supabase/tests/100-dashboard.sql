-- The figures of the dashboard: each for those who hold its permission, and null for others.

begin;
select plan((69 + 3 * (select count(*) from public.permissions))::integer);

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
  'An admin revokes can_view_analytics'
);
select tests.sees(
  'only can_view_analytics', pg_temp.figures(), '', 'The same token reads no figure any more'
);

-- The series behind the charts: twelve lines for those who may read the rows, none for others.

create function pg_temp.donations_series() returns text
language sql
as $q$
  select $$
    select string_agg(concat(month, ' ', total, ' in ', donation_count), ', ' order by month)
    from public.donations_by_month()
  $$
$q$;
create function pg_temp.submissions_series() returns text
language sql
as $q$
  select $$
    select string_agg(
      concat(week, ' ', volunteer_count, '/', program_count, '/', partnership_count), ', ' order by week
    ) from public.submissions_by_week()
  $$
$q$;
-- The values of a series in which one period, counted back from the current one, has figures.
create function pg_temp.series(period text, empty text, ago integer[], figures text[]) returns text
language sql
as $$
  select string_agg(
    (date_trunc(period, now() at time zone private.office_time_zone()) - step * ('1 ' || period)::interval)::date
      || ' ' || coalesce(figures[array_position(ago, step)], empty),
    ', ' order by step desc
  )
  from generate_series(0, 11) as step
$$;

delete from public.donations;
delete from public.volunteer_applications;
delete from public.program_applications;
delete from public.partnership_proposals;

select tests.sees(
  'admin', pg_temp.donations_series(), pg_temp.series('month', '0 in 0', '{}', '{}'),
  'Without donations there are twelve months of zero'
);
select tests.sees(
  'admin', pg_temp.submissions_series(), pg_temp.series('week', '0/0/0', '{}', '{}'),
  'Without submissions there are twelve weeks of zero'
);

create function pg_temp.since(period text, ago integer, past interval) returns timestamptz
language sql
as $$
  select (date_trunc(period, now() at time zone private.office_time_zone()) - ago * ('1 ' || period)::interval + past)
    at time zone private.office_time_zone()
$$;
insert into public.donations (donor_name, amount, donation_type, created_at) values
  ('First moment', 10.50, 'one-time', pg_temp.since('month', 0, '0')),
  ('Last moment of the month before', 4, 'one-time', pg_temp.since('month', 0, '-1 microsecond')),
  ('First of that month', 6.25, 'one-time', pg_temp.since('month', 1, '0')),
  ('Oldest month', 7, 'one-time', pg_temp.since('month', 11, '0')),
  ('Older', 1000, 'one-time', pg_temp.since('month', 11, '-1 microsecond'));
insert into public.volunteer_applications (first_name, last_name, email, created_at) values
  ('A', 'A', 'a@example.org', pg_temp.since('week', 0, '0')),
  ('B', 'B', 'b@example.org', pg_temp.since('week', 0, '-1 microsecond')),
  ('C', 'C', 'c@example.org', pg_temp.since('week', 11, '-1 microsecond'));
insert into public.program_applications
  (first_name, last_name, email, phone, relationship, program_interest, created_at)
values ('D', 'D', 'd@example.org', '1', 'parent', 'early-childhood', pg_temp.since('week', 11, '0'));
insert into public.partnership_proposals
  (organization_name, contact_name, contact_title, email, phone, organization_type,
   partnership_type, description, goals, created_at)
values ('E', 'E', 'E', 'e@example.org', '1', 'other', 'ngo', 'E', 'E', pg_temp.since('week', 1, '3 days'));

select tests.sees(
  persona, pg_temp.donations_series(),
  case when persona in ('admin', 'staff', 'fundraiser', 'only can_manage_donations')
    then pg_temp.series('month', '0 in 0', '{0,1,11}', '{10.50 in 1,10.25 in 2,7.00 in 1}') end,
  format('As %s I read the donations of twelve months, or no line', persona)
)
from tests.personas() as persona where persona <> 'anon';
select tests.sees(
  persona, pg_temp.submissions_series(),
  case when persona in ('admin', 'only can_review_submissions')
    then pg_temp.series('week', '0/0/0', '{0,1,11}', '{1/0/0,1/0/1,0/1/0}') end,
  format('As %s I read the submissions of twelve weeks only if I review', persona)
)
from tests.personas() as persona where persona <> 'anon';
select tests.refused('anon', statement, 'As anon I cannot ask for a series')
from unnest(array[
  'select public.donations_by_month()', 'select public.submissions_by_week()'
]) as statement;

select * from finish();
rollback;
