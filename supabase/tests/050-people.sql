begin;
select plan(74);
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
select tests.refused(
  persona,
  format(
    'insert into public.%I (first_name, last_name, %I) values (''Story'', ''2'', %L)', people, guarded, value
  ),
  format('As %s I cannot choose the %s of one of the %s', persona, guarded, people)
)
from stories
cross join lateral unnest(array[keeper, 'admin']) as persona
cross join (values ('status', 'inactive'), ('created_at', '2020-01-01')) as listed (guarded, value);
select tests.refused(
  persona, format('update public.%I set %I = %L where first_name = ''Story''', people, guarded, value),
  format('As %s I cannot change the %s of one of the %s', persona, guarded, people)
)
from stories
cross join lateral unnest(array[keeper, 'admin']) as persona
cross join (values ('id', gen_random_uuid()::text), ('created_at', '2020-01-01')) as listed (guarded, value);
select tests.refused(
  persona, format('delete from public.%I', people), format('As %s I cannot delete %s', persona, people)
)
from stories cross join lateral unnest(array[keeper, 'admin', 'only can_manage_programs']) as persona;
select tests.refused(
  persona, format('update public.%I set status = ''inactive''', people),
  format('As %s I cannot deactivate %s', persona, people)
)
from stories
cross join unnest(array['plain mentor', 'only can_manage_programs', 'only can_view_all_users']) as persona;

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

-- Children: neither the young people's own accounts nor their mentors' see the list of them.

select tests.sees(
  persona, 'select count(*) from public.mentees', '0', format('As %s I see no mentee', persona)
)
from unnest(array[
  'plain mentee', 'plain student', 'plain mentor', 'plain donor', 'plain director', 'plain staff',
  'plain program_manager', 'only can_manage_mentors', 'only can_manage_trainers', 'only can_view_all_users',
  'only can_view_analytics'
]) as persona;
select tests.refused(
  'anon', 'select first_name from public.mentees', 'As anon I may not even ask for mentees'
);

select * from finish();
rollback;
