begin;
select plan(43);
select tests.add_personas();

-- Programs

select tests.done(
  'program.manager',
  $$ insert into public.programs (name, description, start_date, end_date, status)
    values ('Story', 'Told.', '2026-01-01', '2026-02-01', 'planned') returning * $$,
  $$ exists (select from public.programs where name = 'Story' and status = 'planned') $$,
  'As a program manager I add a program, and read it back'
);
select tests.refused(
  'program.manager', $$ update public.programs set status = 'active' where name = 'Story' $$,
  'As a program manager I cannot edit even my own'
);
select tests.done(
  'only can_manage_programs', $$ update public.programs set status = 'active' where name = 'Story' $$,
  $$ exists (select from public.programs where name = 'Story' and status = 'active') $$,
  'As a holder of can_manage_programs I edit it'
);

-- Rule 4: manager_id and added_by are the caller. (No grant lets anybody say otherwise.)

select tests.done(
  persona, format($$ insert into public.programs (name) values (%L) $$, persona),
  format(
    $$ exists (select from public.programs where name = %1$L and manager_id = tests.account(%1$L)) $$, persona
  ),
  format('What %s adds is managed by them', persona)
)
from unnest(array['program.manager', 'only can_manage_programs', 'admin']) as persona;

-- One active person, one who stays chosen, and two inactive ones of whom one was assigned in time;
-- the same in each kind.

create temporary table kinds as
select kind || 's' as people, 'program_' || kind || 's' as assignments, kind || '_id' as person_id
from unnest(array['mentee', 'mentor', 'trainer']) as kind;

insert into public.mentees (first_name, last_name) select unnest(array['Ama', 'Bo', 'Ina', 'Ivo']), 'Story';
insert into public.mentors (first_name, last_name) select unnest(array['Ama', 'Bo', 'Ina', 'Ivo']), 'Story';
insert into public.trainers (first_name, last_name) select unnest(array['Ama', 'Bo', 'Ina', 'Ivo']), 'Story';

select tests.done(
  'only can_manage_programs',
  format(
    $$ insert into public.%I (program_id, %I) values
      (tests.id('programs', 'Story'), tests.id(%L, 'Ama')),
      (tests.id('programs', 'Story'), tests.id(%3$L, 'Ina')) $$,
    assignments, person_id, people
  ),
  format(
    $$ (select count(*) = 2 and bool_and(added_by = tests.account('only can_manage_programs'))
      from public.%I where program_id = tests.id('programs', 'Story')) $$, assignments
  ),
  format('The %s whom I assign are added by me', people)
)
from kinds;

update public.mentees set status = 'inactive' where first_name in ('Ina', 'Ivo');
update public.mentors set status = 'inactive' where first_name in ('Ina', 'Ivo');
update public.trainers set status = 'inactive' where first_name in ('Ina', 'Ivo');

-- Rule 5: only active people can be assigned to a program …

select tests.refused(
  persona,
  format(
    $$ insert into public.%I (program_id, %I) values (tests.id('programs', 'Story'), tests.id(%L, 'Ivo')) $$,
    assignments, person_id, people
  ),
  format('As %s I cannot assign one of the %s who is inactive', persona, people), '23514'
)
from kinds cross join unnest(array['only can_manage_programs', 'admin', 'service_role']) as persona;
select tests.refused(
  'supporter',
  format(
    $$ insert into public.%I (program_id, %I) values (tests.id('programs', 'Story'), tests.id(%L, 'Ivo')) $$,
    assignments, person_id, people
  ),
  format('As a supporter I am refused before I learn whether one of the %s is inactive', people)
)
from kinds;

-- … and saving assignments never drops an inactive person who already was.

create function pg_temp.assigned(program text) returns text
language sql
as $$
  select string_agg(kind || ' ' || names, ', ' order by kind)
  from (
    select kind, string_agg(first_name, ' ' order by first_name) as names
    from (
      select 'mentees' as kind, program_id, first_name
      from public.program_mentees join public.mentees on id = mentee_id
      union all
      select 'mentors', program_id, first_name
      from public.program_mentors join public.mentors on id = mentor_id
      union all
      select 'trainers', program_id, first_name
      from public.program_trainers join public.trainers on id = trainer_id
    ) as assigned
    where program_id = tests.id('programs', program)
    group by kind
  ) as listed
$$;
create function pg_temp.save(mentees text[], mentors text[], trainers text[]) returns text
language sql
as $$
  select format(
    'select public.save_program_assignments(tests.id(''programs'', ''Story''), %L, %L, %L)',
    array(select tests.id('mentees', name) from unnest(mentees) as name),
    array(select tests.id('mentors', name) from unnest(mentors) as name),
    array(select tests.id('trainers', name) from unnest(trainers) as name)
  )
$$;
create temporary table others as
select name, pg_temp.assigned(name) as assigned from public.programs where name <> 'Story';

select is(
  pg_temp.assigned('Story'), 'mentees Ama Ina, mentors Ama Ina, trainers Ama Ina',
  'Who becomes inactive stays assigned'
);
select tests.done(
  'only can_manage_programs', pg_temp.save('{Bo}', '{Bo,Bo}', '{Ama,Bo}'),
  $$ pg_temp.assigned('Story') = 'mentees Bo Ina, mentors Bo Ina, trainers Ama Bo Ina' $$,
  'Saving adds whom I choose, removes the active whom I do not, and keeps the inactive'
);
select tests.done(
  'admin', pg_temp.save('{Ama,Ina}', '{Bo,Ina}', '{Ina}'),
  $$ pg_temp.assigned('Story') = 'mentees Ama Ina, mentors Bo Ina, trainers Ina' $$,
  'An inactive person who already was assigned may be among the chosen'
);
select is(
  (select added_by from public.program_mentees
    where program_id = tests.id('programs', 'Story') and mentee_id = tests.id('mentees', 'Ama')),
  tests.account('admin'),
  'Whom the admin chose anew was added by the admin'
);
select is(
  (select added_by from public.program_mentors
    where program_id = tests.id('programs', 'Story') and mentor_id = tests.id('mentors', 'Bo')),
  tests.account('only can_manage_programs'),
  'and whom the admin left was added by whoever had added them'
);
select tests.done(
  'only can_manage_programs', pg_temp.save('{}', '{}', '{}'),
  $$ pg_temp.assigned('Story') = 'mentees Ina, mentors Ina, trainers Ina' $$,
  'Choosing nobody removes everybody but the inactive'
);

select tests.refused(persona, statement, description, state)
from (values
  ('only can_manage_programs', pg_temp.save('{Ivo}', '{}', '{}'),
    'Saving assigns no inactive mentee', '23514'),
  ('only can_manage_programs', pg_temp.save('{}', '{Ivo}', '{}'),
    'Saving assigns no inactive mentor', '23514'),
  ('admin', pg_temp.save('{Ama}', '{Ama}', '{Ivo}'),
    'Saving with one inactive trainer assigns none of the others either', '23514'),
  ('only can_manage_programs',
    replace(pg_temp.save('{Ama}', '{Ama}', '{Bo}'), tests.id('trainers', 'Bo')::text,
      gen_random_uuid()::text),
    'Saving with an id of nobody assigns none of the others either', '23503'),
  ('only can_manage_programs',
    replace(pg_temp.save('{Ama}', '{Ama}', '{Bo}'), tests.id('trainers', 'Bo')::text, 'null'),
    'Saving with a null among the ids assigns none of the others either', '23502'),
  ('admin', $$ select public.save_program_assignments(gen_random_uuid(), '{}', '{}', '{}') $$,
    'A program that does not exist cannot be saved', '42501')
) as listed (persona, statement, description, state);
select tests.refused(
  persona, pg_temp.save('{Ama}', '{Ama}', '{Ama}'), format('As %s I cannot save assignments', persona)
)
from unnest(array[
  'anon', 'supporter', 'program.manager', 'plain director', 'plain mentor', 'only can_manage_mentees',
  'only can_edit_user_roles'
]) as persona;
select results_eq(
  $$ select name, pg_temp.assigned(name) from public.programs where name <> 'Story' order by name $$,
  $$ select name, assigned from others order by name $$,
  'Through all this the other programs keep their people'
);

insert into public.programs (name) values ('Quiet');
select tests.done(
  'only can_manage_programs',
  $$ select public.save_program_assignments(tests.id('programs', 'Quiet'), '{}', '{}', '{}') $$,
  $$ (select xmax::text <> '0' from public.programs where name = 'Quiet') $$,
  'Whoever saves a program locks it, so that two who save it at once take turns'
);

-- Rule 4, again: deleting a member of staff leaves what they manage and added.

insert into public.program_mentors (program_id, mentor_id, added_by)
values (tests.id('programs', 'Story'), tests.id('mentors', 'Bo'), tests.account('program.manager'));
select tests.done(
  'owner', $$ delete from auth.users where id = tests.account('program.manager') $$,
  $$ exists (select from public.programs where name = 'Story' and manager_id is null)
    and (select added_by is null from public.program_mentors where mentor_id = tests.id('mentors', 'Bo')) $$,
  'When a program manager leaves, programs and assignments stay, and nobody is named in their place'
);

select * from finish();
rollback;
