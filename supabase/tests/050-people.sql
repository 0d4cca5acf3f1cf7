begin;
select plan(20);
select tests.add_personas();

-- Mentors, mentees and trainers are alike: each kind opens to those who look after it.

create temporary table kinds (people text, columns text, new_values text);
insert into kinds values
  ('mentors', 'first_name, last_name, email, phone, expertise, bio',
    $$'Story', 'Person', 'a@example.org', '1', 'Reading', 'Reads.'$$),
  ('mentees',
    'first_name, last_name, email, phone, grade_level, school_name, parent_name, parent_email, '
    'parent_phone',
    $$'Story', 'Person', 'a@example.org', '1', 'Grade 1', 'School', 'Parent', 'b@example.org', '2'$$),
  ('trainers', 'first_name, last_name, email, phone, specialization, bio',
    $$'Story', 'Person', 'a@example.org', '1', 'Reading', 'Reads.'$$);
create temporary table stories as
select people, 'only can_manage_' || people as keeper, columns, new_values from kinds;

select tests.done(
  keeper, format('insert into public.%I (%s) values (%s) returning *', people, columns, new_values),
  format($$ exists (select from public.%I where first_name = 'Story' and status = 'active') $$, people),
  format('As %s I add one of the %s with every field, who is active, and read it back', keeper, people)
)
from stories;

-- Those who assign people to programs see the active ones, and only those.

select tests.sees(
  'only can_manage_programs',
  format('select string_agg(distinct status::text, '','') from public.%I', people),
  'active', format('As only can_manage_programs I see no inactive %s', people)
)
from stories;
select tests.sees(
  'only can_manage_programs', format('select count(*) from public.%I where status = ''inactive''', people),
  '0', format('not even when I look for inactive %s', people)
)
from stories;
select tests.sees(
  'only can_manage_programs', format('select count(*) from public.%I where first_name = ''Story''', people),
  '1', format('As only can_manage_programs I see somebody of the %s while they are active', people)
)
from stories;
select tests.done(
  keeper, format($$ update public.%I set status = 'inactive' where first_name = 'Story' $$, people),
  format($$ exists (select from public.%I where first_name = 'Story' and status = 'inactive') $$, people),
  format('and when %s deactivates them', keeper)
)
from stories;
select tests.sees(
  'only can_manage_programs', format('select count(*) from public.%I where first_name = ''Story''', people),
  '0', 'I do not any more: ' || people
)
from stories;
insert into public.user_permissions (user_id, permission_id)
values (tests.account('only can_manage_programs'), tests.id('permissions', 'can_manage_mentors'));
select tests.sees(
  'only can_manage_programs', $$ select count(*) from public.mentors where status = 'inactive' $$,
  (select count(*)::text from public.mentors where status = 'inactive'),
  'With can_manage_mentors as well I see inactive mentors'
);
select tests.sees(
  'only can_manage_programs', $$ select count(*) from public.mentees where status = 'inactive' $$, '0',
  'but still no inactive mentees'
);

select * from finish();
rollback;
