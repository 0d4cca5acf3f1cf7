begin;
select plan(52);

create temporary table stories as
select people, 'only can_manage_' || people as keeper from unnest(array['mentors', 'mentees', 'trainers']) as people;
insert into public.mentors (first_name, last_name) values ('Story', 'Person');
insert into public.mentees (first_name, last_name) values ('Story', 'Person');
insert into public.trainers (first_name, last_name) values ('Story', 'Person');

create function pg_temp.active(people text) returns bigint
language plpgsql
as $$
declare
  found bigint;
begin
  execute format('select count(*) from public.%I where status = ''active''', people) into found;
  return found;
end
$$;

-- One name is enough.

select tests.done(
  keeper, format($$ insert into public.%I (%I) values ('O') $$, people, name),
  format($$ exists (select from public.%I where %I = 'O') $$, people, name), format('One of the %s has only a %s', people, name)
)
from stories, unnest(array['first_name', 'last_name']) as name;
select tests.refused(
  keeper, format($$ insert into public.%I (email) values ('o@example.org') $$, people), format('One of the %s has a name', people), '23514'
)
from stories;
select is(
  tests.answer('only can_manage_mentors', $$ select string_agg(reasons::text, ' ') from public.similar_people('mentors', '[{"first_name": "o"}]') $$),
  '{name} {name}', 'One name is compared as a name'
);

-- Those who assign people to programs get the names and addresses of active ones, and nothing of
-- the tables themselves.

select is(
  (select array_agg(format('%s %s', name, type)) from (
    select unnest(proargnames) as name, unnest(coalesce(proallargtypes, proargtypes))::regtype as type,
      unnest(proargmodes) as mode
    from pg_proc where oid = 'public.assignable_people'::regproc
  ) as argument where mode = 't'),
  array['id uuid', 'first_name text', 'last_name text', 'email text'],
  'A person in a choice has only an id, a name and an address'
);
select tests.sees(
  persona, format('select count(*) from public.assignable_people(%L)', people),
  (case when persona in ('only can_manage_programs', 'staff', 'admin')
    then pg_temp.active(people) else 0 end)::text,
  format('As %s I get %s %s', persona,
    case when persona in ('only can_manage_programs', 'staff', 'admin') then 'the active' else 'no' end, people)
)
from stories
cross join unnest(array['only can_manage_programs', 'staff', 'admin', 'only can_manage_mentees',
  'program.manager', 'plain director', 'supporter', 'stranger']) as persona;
select tests.refused(
  persona, $$ select * from public.assignable_people('mentees') $$,
  format('As %s I may not even ask', persona)
)
from unnest(array['anon', 'service_role']) as persona;
select tests.sees(
  'only can_manage_programs', format('select count(*) from public.assignable_people(%L)', people), '0',
  format('There is no one to assign from %s', people)
)
from unnest(array['profiles', 'donations', 'mentees; --', '']) as people;
select tests.sees(
  'only can_manage_programs',
  format($$ select count(*) from public.assignable_people(%L) where first_name = 'Story' $$, people), '1',
  format('As only can_manage_programs I may assign one of the %s while they are active', people)
)
from stories;
select tests.done(
  keeper, format($$ update public.%I set status = 'inactive' where first_name = 'Story' $$, people),
  format($$ exists (select from public.%I where first_name = 'Story' and status = 'inactive') $$, people),
  format('I may no longer once %s deactivates them', keeper)
)
from stories;
select tests.sees(
  'only can_manage_programs',
  format($$ select count(*) from public.assignable_people(%L) where first_name = 'Story' $$, people), '0',
  'I may not any more: ' || people
)
from stories;

-- A thousand at a time, by their id

insert into public.trainers (first_name, last_name)
select 'Crowd', number::text from generate_series(1, 1200) as number;
select tests.sees(
  'only can_manage_programs', $$ select count(*) from public.assignable_people('trainers') $$, '1000',
  'A thousand come at once'
);
select tests.sees(
  'only can_manage_programs',
  $$ with first as (select id from public.assignable_people('trainers')),
    rest as (select id from public.assignable_people('trainers', (select id from first order by id desc limit 1)))
    select count(distinct id) from (table first union all table rest) as everybody $$,
  pg_temp.active('trainers')::text, 'The rest come after the last of them'
);

select * from finish();
rollback;
