-- Merging: all references follow, and an undo restores everything exactly.

begin;
select plan(45);

-- Tables that refer in every way there is, besides those of the product.
create table public.pairs (
  one uuid references public.mentees (id) on delete cascade,
  other uuid references public.mentees (id) on delete cascade,
  primary key (one, other)
);
create table private.marked (
  id bigint generated always as identity primary key,
  mentee_id uuid references public.mentees (id) on delete set null,
  mark text,
  doubled text generated always as (mark || mark) stored
);
create unique index on private.marked (mentee_id) where mark = 'once';

create function pg_temp.row_of(named text) returns jsonb
language sql as $$ select to_jsonb(stored) from public.mentees stored where first_name = named $$;
create function pg_temp.id_of(named text) returns uuid
language sql as $$ select (pg_temp.row_of(named) ->> 'id')::uuid $$;
create function pg_temp.merge(kept text, merged text, taken text[] default '{}', seen jsonb default '{"kept": {}, "merged": {}}')
returns text
language sql
as $$
  select format(
    'select public.merge_people(''mentees'', %L, %L, %L, %L)', pg_temp.id_of(kept), pg_temp.id_of(merged), taken, seen
  )
$$;
create function pg_temp.undo() returns text
language sql
as $$ select format('select public.undo_merge(%L)', id) from private.merges order by created_at desc, id limit 1 $$;

-- The stored mentees and the rows that refer to them.
create function pg_temp.state() returns text
language sql
as $$
  select string_agg(tests.fingerprint(listed.id), e'\n' order by listed.id)
  from (
    select 'public.mentees'::regclass as id
    union select conrelid::regclass from pg_constraint where contype = 'f' and confrelid = 'public.mentees'::regclass
  ) as listed
$$;
create function pg_temp.referring(mentee uuid) returns bigint
language plpgsql
as $$
declare
  refers record;
  found bigint;
  total bigint := 0;
begin
  for refers in select * from private.references_to('public.mentees') loop
    execute format('select count(*) from %s where %I = $1', refers.table_name, refers.column_name) into found using mentee;
    total := total + found;
  end loop;
  return total;
end
$$;

insert into public.mentees (first_name, last_name, email, phone, school_name, status) values
  ('Anna', 'Flo', null, '1', 'Hill', 'active'), ('Ann', 'Flow', 'ann@example.org', null, 'Dale', 'inactive'),
  ('Third', 'Child', null, null, null, 'active');
insert into public.programs (name) values ('First'), ('Second'), ('Shared');
-- An inactive person stays in a program.
alter table public.program_mentees disable trigger user;
insert into public.program_mentees (program_id, mentee_id, added_by) values
  (tests.id('programs', 'First'), pg_temp.id_of('Anna'), tests.account('admin')),
  (tests.id('programs', 'Second'), pg_temp.id_of('Ann'), tests.account('staff')),
  (tests.id('programs', 'Shared'), pg_temp.id_of('Anna'), tests.account('admin')),
  (tests.id('programs', 'Shared'), pg_temp.id_of('Ann'), tests.account('staff'));
alter table public.program_mentees enable trigger user;
insert into public.student_grades (mentee_id, grade) values (pg_temp.id_of('Ann'), 71), (pg_temp.id_of('Anna'), 82);
insert into public.pairs values
  (pg_temp.id_of('Anna'), pg_temp.id_of('Ann')), (pg_temp.id_of('Ann'), pg_temp.id_of('Ann')),
  (pg_temp.id_of('Third'), pg_temp.id_of('Ann')), (pg_temp.id_of('Third'), pg_temp.id_of('Anna'));
insert into private.marked (mentee_id, mark) values
  (pg_temp.id_of('Anna'), 'once'), (pg_temp.id_of('Ann'), 'once'), (pg_temp.id_of('Ann'), 'often');
create function pg_temp.open_all() returns void
language sql
as $$
  insert into public.change_log (actor_id, action, record_kind, record_id, created_at)
  select tests.account(persona), 'opened', 'mentees', id, now() - interval '1 minute'
  from public.mentees, unnest(array['admin', 'only can_manage_mentees']) as persona
$$;
select tests.refused('admin', pg_temp.merge('Anna', 'Ann'), 'Two mentees are merged once both are opened');
select pg_temp.open_all();
select set_config('tests.before', pg_temp.state(), true), set_config('tests.ann', pg_temp.id_of('Ann')::text, true);

-- Refused, with nothing changed

-- A temporary table comes before the catalog where a function leaves the schema out. First of all, as
-- a plan that was made before keeps to the catalog.
create temporary table pg_attribute as
select attrelid, 'created_at'::name as attname, attnum, attisdropped
from pg_catalog.pg_attribute where attrelid = 'public.mentees'::regclass and attname = 'first_name';
grant select on pg_temp.pg_attribute to authenticated;
select tests.refused(
  'only can_manage_mentees', pg_temp.merge('Anna', 'Ann', '{created_at}'),
  'A table that is called like the catalog opens no further field', '23514'
);
drop table pg_temp.pg_attribute;

select tests.refused(persona, pg_temp.merge('Anna', 'Ann'), format('%s merges no mentees', persona))
from unnest(array[
  'anon', 'stranger', 'supporter', 'plain program_manager', 'only can_manage_mentors', 'only can_manage_programs',
  'only can_review_submissions', 'only can_view_all_users'
]) as persona;
select tests.refused(
  'admin', format('select public.merge_people(%L, %L, %L, ''{}'', ''{"kept": {}, "merged": {}}'')',
    kind, tests.account('admin'), tests.account('staff')),
  format('%s are not merged', kind)
)
from unnest(array['profiles', 'donations', 'programs']) as kind;
select tests.refused('admin', pg_temp.merge('Anna', 'Anna'), 'A row is not merged into itself', 'PT409');
select tests.refused('admin', pg_temp.merge('Anna', 'Ann', array[field]), format('%s is no field to choose', field), '23514')
from unnest(array['id', 'created_at', 'search_text', 'secret']) as field;
select tests.refused(
  'admin', pg_temp.merge('Anna', 'Ann', '{}', seen), format('A merge is refused after another change: %s', seen), 'PT409'
)
from unnest(array['{}', '{"kept": {"phone": "2"}, "merged": {}}', '{"kept": {}, "merged": {"phone": "1"}}']::jsonb[]) as seen;

-- Merged, and undone

select tests.done(
  'only can_manage_mentees',
  pg_temp.merge('Anna', 'Ann', '{email,last_name}', '{"kept": {"phone": "1", "email": null}, "merged": {"school_name": "Dale"}}'),
  $$ not exists (select from public.mentees where first_name = 'Ann') $$,
  'A holder of can_manage_mentees merges two mentees'
);
select results_eq(
  $$ select last_name, email, phone, school_name, status::text from public.mentees where first_name = 'Anna' $$,
  $$ values ('Flow', 'ann@example.org', '1', 'Hill', 'active') $$,
  'The values that were chosen win'
);
select is(pg_temp.referring(current_setting('tests.ann')::uuid), 0::bigint, 'No row refers to the merged one');
select results_eq(
  $$ select string_agg(name, ' ' order by name) from public.program_mentees join public.programs on id = program_id
    where mentee_id = pg_temp.id_of('Anna') $$,
  $$ values ('First Second Shared') $$,
  'Programs follow, each of them once'
);
select is(
  (select string_agg(grade::text, ' ' order by grade) from public.student_grades where mentee_id = pg_temp.id_of('Anna')),
  '71.00 82.00', 'Grades follow'
);
select is((select count(*) from public.pairs), 2::bigint, 'A double reference is kept once');
select results_eq(
  $$ select record_name, changes ->> 'merged' from public.change_log where changes ? 'merged' $$,
  $$ values ('Anna Flo', '[null, "Ann Flow"]') $$,
  'The log has it'
);
select tests.sees(
  persona, format('select string_agg(merged_name, '''') from public.merges_of(''mentees'', %L)', pg_temp.id_of('Anna')), seen,
  format('Of the merge %s learns: %s', persona, seen)
)
from (values ('only can_manage_mentees', 'Ann Flow'), ('only can_manage_mentors', null), ('supporter', null)) as asked (persona, seen);
select tests.refused('only can_manage_mentees', 'select * from private.merges', 'No caller reads merged rows');
select tests.refused('only can_manage_mentors', pg_temp.undo(), 'A caller who may not merge cannot undo');
select tests.refused(
  'admin', format('select public.merge_people(''mentees'', %L, %L, ''{}'', ''{"kept": {}, "merged": {}}'')',
    pg_temp.id_of('Anna'), current_setting('tests.ann')),
  'The same two are not merged twice', 'PT409'
);

-- Obstacles to an undo

create function pg_temp.undo_after(statement text) returns text
language plpgsql
as $$
declare
  outcome tests.outcome;
  before text;
begin
  begin
    execute statement;
    before := tests.fingerprint();
    outcome := tests.attempt('only can_manage_mentees', pg_temp.undo());
    if before <> tests.fingerprint() then
      outcome.message := outcome.message || ', and something changed';
    end if;
    raise sqlstate 'UNDO1';
  exception when sqlstate 'UNDO1' then
    return outcome.message;
  end;
end
$$;
select is(pg_temp.undo_after(statement), told, format('The undo is refused: %s', told))
from (values
  ($$ update public.mentees set email = 'new@example.org' where first_name = 'Anna' $$, 'Changed since: email.'),
  ($$ delete from public.program_mentees where program_id = tests.id('programs', 'Second') $$, 'Removed since: something in program mentees.'),
  ($$ delete from public.programs where name = 'Shared' $$, 'Changed since: something in program mentees.'),
  ($$ update private.merges set created_at = now() - interval '31 days' $$, 'A merge can be undone for 30 days.')
) as hindered (statement, told);

select tests.attempt('owner', $$ update public.mentees set phone = '2' where first_name = 'Anna' $$);
select tests.attempt('only can_manage_mentees', pg_temp.undo());
select is(pg_temp.row_of('Anna') ->> 'phone', '2', 'Other later changes stay');
update public.mentees set phone = '1' where first_name = 'Anna';
select is(pg_temp.state(), current_setting('tests.before'), 'An undo puts back both, and all that referred to them');
select tests.refused('admin', format('select public.undo_merge(%L)', gen_random_uuid()), 'An undo needs a merge, and happens once');
select is((select count(*) from pg_trigger where tgenabled <> 'O' and not tgisinternal), 0::bigint, 'Every trigger is on');
select is_empty(
  $$ select oid::regprocedure from pg_proc
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and prokind = 'f' and prosrc ~* '\malter (table|trigger)' $$,
  'No function alters a table, which would wait for all readers'
);

-- Over rows that chance made

select setseed(0.42);
create function pg_temp.rounds(rounds integer) returns text
language plpgsql
as $$
declare
  round integer;
  before text;
  ids uuid[];
  kept uuid;
  merged uuid;
  columns constant text[] := array['first_name', 'last_name', 'email', 'phone', 'grade_level', 'school_name', 'status'];
  taken text[];
begin
  for round in 1..rounds loop
    with made as (
      insert into public.mentees (first_name, last_name, email, phone, school_name, status, created_at)
      select 'R' || n || E' "quoted" \\', 'é' || random(), case when random() < 0.5 then random() || '@example.org' end,
        case when random() < 0.5 then (random() * 1e9)::text end, case when random() < 0.5 then 'S' || n end,
        case when random() < 0.5 then 'active' else 'inactive' end::public.person_status, now() - random() * interval '1 year'
      from generate_series(1, 2) n returning id
    )
    select array_agg(id) into ids from made;
    kept := ids[1];
    merged := ids[2];
    alter table public.program_mentees disable trigger user;
    insert into public.program_mentees (program_id, mentee_id, added_by)
    select programs.id, mentee, case when random() < 0.5 then tests.account('staff') end
    from public.programs, unnest(ids) as mentee where random() < 0.5;
    alter table public.program_mentees enable trigger user;
    insert into public.student_grades (mentee_id, grade) select mentee, random() * 100 from unnest(ids) as mentee, generate_series(1, 3);
    insert into public.pairs
    select one, other from unnest(ids) as one, unnest(ids || pg_temp.id_of('Third')) as other where random() < 0.5;
    insert into private.marked (mentee_id, mark)
    select mentee, mark from unnest(ids) as mentee, unnest(array['once', 'often']) as mark where random() < 0.6;
    taken := array(select name from unnest(columns) as name where random() < 0.5);

    before := pg_temp.state();
    perform pg_temp.open_all();
    perform private.merge_records('mentees', kept, merged, taken, '{"kept": {}, "merged": {}}');
    if pg_temp.referring(merged) > 0 or exists (select from public.mentees where id = merged) then
      return format('Round %s: something is left', round);
    end if;
    perform private.undo_merge((select id from private.merges where merged_id = merged));
    if pg_temp.state() <> before then
      return format('Round %s: not as it was', round);
    end if;
  end loop;
  return 'all';
end
$$;
select tests.act_as('admin');
reset role;
select is(pg_temp.rounds(10), 'all', 'An undo restores any two rows and their references');
select tests.act_as('owner');

insert into private.merges (kind, kept_id, merged_id, merged_name, merged_row, replaced, followed, created_at)
select 'mentees', gen_random_uuid(), gen_random_uuid(), 'X', '{}', '{}', '[]', now() - age
from unnest(array['29 days', '31 days']::interval[]) as age;
select private.apply_rule('merges');
select is((select count(*) from private.merges), 1::bigint, 'After 30 days the merged row is deleted for good');

select * from finish();
rollback;
