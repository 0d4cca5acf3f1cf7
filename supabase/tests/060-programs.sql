begin;
select plan(40);

insert into public.programs (name) values ('Story');

-- Rule 4: manager_id and added_by are the caller. (No grant lets a caller say otherwise.)

select tests.done(
  persona, format($$ insert into public.programs (name) values (%L) $$, persona),
  format(
    $$ exists (select from public.programs where name = %1$L and manager_id = tests.account(%1$L)) $$, persona
  ),
  format('%s manages the programs that they add', persona)
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

-- … and saving assignments leaves everybody who is not mentioned.

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
-- Each change is 'kind name', with a minus before it for who is taken out.
create function pg_temp.save(variadic changes text[]) returns text
language sql
as $$
  select format(
    'select public.save_program_assignments(tests.id(''programs'', ''Story''), %s)',
    string_agg(format('%s_%s => %L::uuid[]', verb, kind, ids), ', ')
  )
  from (
    select case when change like '-%' then 'removed' else 'added' end as verb,
      split_part(ltrim(change, '-'), ' ', 1) as kind,
      array_agg(tests.id(split_part(ltrim(change, '-'), ' ', 1), split_part(change, ' ', 2))) as ids
    from unnest(changes) as change
    group by 1, 2
  ) as listed
$$;
create temporary table others as
select name, pg_temp.assigned(name) as assigned from public.programs where name <> 'Story';

select is(
  pg_temp.assigned('Story'), 'mentees Ama Ina, mentors Ama Ina, trainers Ama Ina',
  'An assigned person who becomes inactive stays assigned'
);
select tests.done(
  'only can_manage_programs',
  pg_temp.save('mentees Bo', '-mentees Ama', 'mentors Bo', 'mentors Bo', '-mentors Ama', 'trainers Bo'),
  $$ pg_temp.assigned('Story') = 'mentees Bo Ina, mentors Bo Ina, trainers Ama Bo Ina' $$,
  'Saving adds whom I add, takes out whom I take out, and leaves all others'
);
select tests.done(
  'admin',
  pg_temp.save('mentees Ama', 'mentees Ina', '-mentees Bo', 'mentors Bo', '-trainers Ama', '-trainers Ivo'),
  $$ pg_temp.assigned('Story') = 'mentees Ama Ina, mentors Bo Ina, trainers Bo Ina' $$,
  'Adding an assigned person and removing an unassigned one succeed'
);
select is(
  (select added_by from public.program_mentees
    where program_id = tests.id('programs', 'Story') and mentee_id = tests.id('mentees', 'Ama')),
  tests.account('admin'),
  'A new assignment is added by the admin'
);
select is(
  (select added_by from public.program_mentors
    where program_id = tests.id('programs', 'Story') and mentor_id = tests.id('mentors', 'Bo')),
  tests.account('only can_manage_programs'),
  'An assignment added again keeps its first author'
);
select tests.done(
  'only can_manage_programs', pg_temp.save('-mentees Ama', '-mentors Bo', '-trainers Bo'),
  $$ pg_temp.assigned('Story') = 'mentees Ina, mentors Ina, trainers Ina' $$,
  'Every listed person can be taken out'
);

select tests.refused(persona, statement, description, state)
from (values
  ('only can_manage_programs', pg_temp.save('mentees Ivo'),
    'Saving assigns no inactive mentee', '23514'),
  ('only can_manage_programs', pg_temp.save('mentors Ivo'),
    'Saving assigns no inactive mentor', '23514'),
  ('admin', pg_temp.save('mentees Ama', '-mentors Ina', 'trainers Ivo'),
    'Saving with one inactive trainer does none of the other changes either', '23514'),
  ('only can_manage_programs',
    replace(pg_temp.save('mentees Ama', '-mentors Ina', 'trainers Bo'),
      tests.id('trainers', 'Bo')::text, gen_random_uuid()::text),
    'Saving with an unknown id does none of the changes', '23503'),
  ('only can_manage_programs',
    replace(pg_temp.save('mentees Ama', '-mentors Ina', 'trainers Bo'),
      tests.id('trainers', 'Bo')::text, 'null'),
    'Saving with a null among the ids does none of the other changes either', '23502'),
  ('admin', $$ select public.save_program_assignments(gen_random_uuid()) $$,
    'A program that does not exist cannot be saved', '42501')
) as listed (persona, statement, description, state);
select tests.refused(
  persona, pg_temp.save('mentees Ama', '-mentors Ina'),
  format('As %s I cannot save assignments', persona)
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
  $$ select public.save_program_assignments(tests.id('programs', 'Quiet')) $$,
  $$ (select xmax::text <> '0' from public.programs where name = 'Quiet') $$,
  'Saving a program locks it, so that two saves take turns'
);

-- Rule 4, again: deleting a member of staff leaves what they manage and added.

insert into public.program_mentors (program_id, mentor_id, added_by)
values (tests.id('programs', 'Story'), tests.id('mentors', 'Bo'), tests.account('program.manager'));
select tests.done(
  'owner', $$ delete from auth.users where id = tests.account('program.manager') $$,
  $$ exists (select from public.programs where name = 'Story' and manager_id is null)
    and (select added_by is null from public.program_mentors where mentor_id = tests.id('mentors', 'Bo')) $$,
  'Programs and assignments outlive their manager, and then name no one'
);

select * from finish();
rollback;
