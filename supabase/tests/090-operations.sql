begin;
select plan(26);
select tests.add_personas();

-- Courses

select tests.done(
  'only can_manage_courses',
  $$ insert into public.courses
      (title, description, category, duration, start_date, end_date, capacity, status)
    values ('Story', 'Told.', 'Literacy', '1 week', '2026-01-01', '2026-02-01', null, 'planned')
    returning * $$,
  $$ exists (select from public.courses where title = 'Story' and capacity is null) $$,
  'As a holder of can_manage_courses I add a course with every field, and read it back'
);
select tests.done(
  'only can_manage_courses',
  $$ update public.courses set capacity = 12, status = 'active' where title = 'Story' $$,
  $$ exists (select from public.courses where title = 'Story' and capacity = 12 and status = 'active') $$,
  'As a holder of can_manage_courses I edit it'
);

-- Campaigns: sending is not the browser's to claim, and what was sent stays as it was.

insert into public.email_campaigns (name, subject, content, status, sent_count) values
  ('Sent', 'Sent', 'Sent', 'sent', 3), ('Draft', 'Draft', 'Draft', 'draft', 0);

select tests.done(
  'only can_send_emails',
  $$ insert into public.email_campaigns (name, subject, content) values ('Story', 'Once', 'Told.')
    returning * $$,
  $$ exists (
    select from public.email_campaigns
    where name = 'Story' and status = 'draft' and sent_count = 0 and target_audience = 'all'
  ) $$,
  'As a holder of can_send_emails I prepare a campaign: a draft, for all, not sent yet'
);
select tests.done(
  persona, format($$ update public.email_campaigns set subject = %L where name = 'Draft' $$, persona),
  format($$ exists (select from public.email_campaigns where name = 'Draft' and subject = %L) $$, persona),
  format('As %s I edit a draft', persona)
)
from unnest(array['only can_send_emails', 'admin', 'staff']) as persona;
select tests.refused(persona, statement, format('As %s I cannot: %s', persona, statement))
from unnest(array['only can_send_emails', 'admin']) as persona
cross join unnest(array[
  'update public.email_campaigns set subject = ''x'' where name = ''Sent''',
  'update public.email_campaigns set content = content where name = ''Sent'''
]) as statement;

-- Grades leave the database without saying whose they are.

select tests.refused(persona, statement, format('As %s I cannot: %s', persona, statement))
from unnest(array['only can_view_analytics', 'admin']) as persona
cross join unnest(array[
  'select mentee_id from public.student_grades',
  'select course_id from public.student_grades',
  'select id from public.student_grades',
  'select created_at from public.student_grades',
  'select * from public.student_grades',
  'select grade from public.student_grades where mentee_id = tests.id(''mentees'', ''Emmanuel'')',
  'select grade from public.student_grades order by created_at',
  'select row.grade, row::text from public.student_grades as row'
]) as statement;

select * from finish();
rollback;
