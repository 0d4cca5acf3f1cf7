begin;
select plan(82);
select tests.add_personas();

-- Donations: read, and nothing else, whoever it is.

select tests.refused(persona, statement, format('As %s I cannot: %s', persona, statement))
from unnest(array['admin', 'fundraiser', 'only can_manage_donations', 'plain accounting']) as persona
cross join unnest(array[
  tests.sample_insert('donations'), 'update public.donations set amount = amount + 1',
  'delete from public.donations'
]) as statement;
select tests.sees(
  persona, 'select count(*) from public.donations', '0', format('As %s I see no donations', persona)
)
from unnest(array[
  'plain fundraiser', 'plain accounting', 'plain director', 'plain donor', 'mentors'
]) as persona;
select tests.sees(
  'fundraiser', 'select sum(amount) from public.donations', (select sum(amount)::text from public.donations),
  'As the fundraiser, who holds can_manage_donations, I see every donation'
);

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
select tests.refused(persona, statement, format('As %s I cannot: %s', persona, statement))
from unnest(array['only can_manage_courses', 'admin']) as persona
cross join unnest(array[
  'insert into public.courses (title, created_at) values (''2'', ''2020-01-01'')',
  'update public.courses set created_at = ''2020-01-01''',
  'delete from public.courses'
]) as statement;

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
  'As a holder of can_send_emails I prepare a campaign: a draft, for all, sent to nobody yet'
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
  'update public.email_campaigns set content = content where name = ''Sent''',
  'update public.email_campaigns set status = ''sent'' where name = ''Draft''',
  'update public.email_campaigns set status = ''draft'' where name = ''Sent''',
  'update public.email_campaigns set sent_count = 1000 where name = ''Draft''',
  'update public.email_campaigns set id = gen_random_uuid() where name = ''Draft''',
  'update public.email_campaigns set created_at = now() where name = ''Draft''',
  'insert into public.email_campaigns (name, subject, content, status) values (''2'', '''', '''', ''sent'')',
  'insert into public.email_campaigns (name, subject, content, sent_count) values (''2'', '''', '''', 9)',
  'insert into public.email_campaigns (name, subject, content, created_at) values (''2'', '''', '''', now())',
  'delete from public.email_campaigns where name = ''Draft'''
]) as statement;

-- Grades leave the database without saying whose they are.

select tests.sees(
  persona, 'select count(grade) from public.student_grades',
  (select count(grade)::text from public.student_grades),
  format('As %s I see grades', persona)
)
from unnest(array['only can_view_analytics', 'staff', 'admin']) as persona;
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
  'select row.grade, row::text from public.student_grades as row',
  'insert into public.student_grades (grade) values (100)',
  'update public.student_grades set grade = 100',
  'delete from public.student_grades'
]) as statement;
select tests.sees(
  persona, 'select count(*) from public.student_grades', '0', format('As %s I see no grades', persona)
)
from unnest(array[
  'plain student', 'plain mentee', 'plain mentor', 'mentors', 'only can_manage_mentees'
]) as persona;

select * from finish();
rollback;
