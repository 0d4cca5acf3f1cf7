-- The totals and charts of the dashboard.

create function private.office_today() returns date
language sql stable set search_path = ''
as $$ select (now() at time zone private.office_time_zone())::date $$;
comment on function private.office_today is 'The date in the office.';

create function public.dashboard_stats() returns table (
  mentor_count bigint,
  mentee_count bigint,
  donation_total numeric,
  active_course_count bigint,
  campaign_count bigint,
  average_grade numeric,
  grade_count bigint
)
language sql stable security invoker set search_path = ''
as $$
  select
    case when (select private.has_permission('can_manage_mentors'))
      then (select count(*) from public.mentors) end,
    case when (select private.has_permission('can_manage_mentees'))
      then (select count(*) from public.mentees) end,
    case when (select private.has_permission('can_manage_donations'))
      then (select coalesce(sum(amount - refunded), 0) from public.donations) end,
    case when (select private.has_permission('can_manage_courses'))
      then (select count(*) from public.courses where status = 'active') end,
    case when (select private.has_permission('can_send_emails'))
      then (select count(*) from public.email_campaigns) end,
    case when (select private.has_permission('can_view_analytics'))
      then (select coalesce(avg(coalesce(grade, 0)), 0) from public.student_grades) end,
    case when (select private.has_permission('can_view_analytics'))
      then (select count(grade) from public.student_grades) end
$$;
comment on function public.dashboard_stats() is
  'The figures of the dashboard; null where the caller lacks the permission. A missing grade counts as 0 in the average; grade_count is the number of grades.';

-- The series of the dashboard's charts. A month or week without rows has zeros; a caller who may not read
-- the rows gets no line at all, so that "none" and "not for you" differ. Months and weeks (from Monday)
-- are those of the office, as are the days in the lists.

create function public.donations_by_month() returns table (
  month date,
  total numeric,
  donation_count bigint
)
language sql stable security invoker set search_path = ''
as $$
  with months as (
    select start from generate_series(
      date_trunc('month', now() at time zone private.office_time_zone()) - interval '11 months',
      date_trunc('month', now() at time zone private.office_time_zone()),
      interval '1 month'
    ) as start
  ),
  given as (
    select
      date_trunc('month', created_at at time zone private.office_time_zone()) as start,
      sum(amount - refunded) as total,
      count(*) as donation_count
    from public.donations
    where created_at >= (select min(start) from months) at time zone private.office_time_zone()
    group by 1
  )
  select start::date, coalesce(given.total, 0), coalesce(given.donation_count, 0)
  from months left join given using (start)
  where (select private.has_permission('can_manage_donations'))
  order by start
$$;
comment on function public.donations_by_month() is
  'Donations of this month and the eleven before it, oldest first; nothing without can_manage_donations.';

create function public.submissions_by_week() returns table (
  week date,
  volunteer_count bigint,
  program_count bigint,
  partnership_count bigint
)
language sql stable security invoker set search_path = ''
as $$
  with weeks as (
    select start from generate_series(
      date_trunc('week', now() at time zone private.office_time_zone()) - interval '11 weeks',
      date_trunc('week', now() at time zone private.office_time_zone()),
      interval '1 week'
    ) as start
  ),
  since as (
    select min(start) at time zone private.office_time_zone() as moment from weeks
  ),
  sent as (
    select created_at, 'volunteer' as kind from public.volunteer_applications
    where created_at >= (select moment from since)
    union all
    select created_at, 'program' from public.program_applications
    where created_at >= (select moment from since)
    union all
    select created_at, 'partnership' from public.partnership_proposals
    where created_at >= (select moment from since)
  ),
  counted as (
    select
      date_trunc('week', created_at at time zone private.office_time_zone()) as start,
      count(*) filter (where kind = 'volunteer') as volunteer_count,
      count(*) filter (where kind = 'program') as program_count,
      count(*) filter (where kind = 'partnership') as partnership_count
    from sent
    group by 1
  )
  select
    start::date,
    coalesce(counted.volunteer_count, 0),
    coalesce(counted.program_count, 0),
    coalesce(counted.partnership_count, 0)
  from weeks left join counted using (start)
  where (select private.may_review())
  order by start
$$;
comment on function public.submissions_by_week() is
  'Applications and proposals of this week and the eleven before it, oldest first; nothing without can_review_submissions.';
grant execute on function
  public.dashboard_stats(), public.donations_by_month(), public.submissions_by_week()
to authenticated;
