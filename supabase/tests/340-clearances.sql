-- Who may be with a child: requirements, evidence, exemptions, the gate, and notices of an end.

begin;
select plan(80);
set constraints all immediate;

create function pg_temp.day(later integer) returns date
language sql as $$ select private.office_today() + later $$;
create function pg_temp.asked(kind text, name text, months integer default null, version text default null) returns uuid
language plpgsql
as $$
declare
  made uuid;
begin
  insert into public.program_requirements (program_id, kind, name, months, version)
  values (tests.id('programs', 'Gate'), kind, name, months, version) returning id into made;
  return made;
end
$$;
create function pg_temp.state(person text, requirement text, kind text default 'mentors') returns text
language sql
as $$
  select concat_ws(' ', state, until - private.office_today())
  from private.requirement_states(tests.id('programs', 'Gate'), kind, array[tests.id(kind, person)]) where name = requirement
$$;
create function pg_temp.proving(person text, name text, done integer default 0, ends integer default null, version text default null, kind text default 'mentors') returns text
language sql
as $$
  select format('select public.add_clearance(gen_random_uuid(), %L, %L, %L, %L, %L, %L)', kind, tests.id(kind, person), name, pg_temp.day(done), version, pg_temp.day(ends))
$$;
create function pg_temp.proven(person text, name text, done integer default 0, ends integer default null, version text default null, kind text default 'mentors') returns void
language plpgsql
as $$
declare
  command constant text := pg_temp.proving(person, name, done, ends, version, kind);
begin
  perform tests.act_as('only can_verify_clearances');
  execute command;
  perform set_config('role', 'none', true), set_config('request.jwt.claims', '', true);
end
$$;
create function pg_temp.step(who text, command text) returns void
language plpgsql
as $$
begin
  perform tests.act_as(who);
  execute command;
  perform set_config('role', 'none', true), set_config('request.jwt.claims', '', true);
end
$$;

create function pg_temp.reads(who text, query text, expected text, description text) returns text
language plpgsql
as $$
declare
  found text;
begin
  perform tests.act_as(who);
  execute query into found;
  perform set_config('role', 'none', true), set_config('request.jwt.claims', '', true);
  return is(found, expected, description);
end
$$;

insert into public.programs (name) values ('Gate'), ('Other gate');
update public.programs set manager_id = tests.account('program.manager') where name = 'Gate';
insert into public.mentors (first_name, last_name, email) values
  ('Ann', 'Ready', 'ann@gate.org'), ('Ben', 'Lacking', 'ben@gate.org'), ('Cy', 'Twice', null), ('Dee', 'Twice', null), ('Eve', 'Other', null);
insert into public.trainers (first_name, last_name, email) values ('Ann', 'Ready', 'ann@gate.org');

-- Requirements

select tests.done(
  'only can_manage_programs',
  $$ insert into public.program_requirements (program_id, kind, name, months) values (tests.id('programs', 'Gate'), 'mentors', 'Background check', 12) $$,
  $$ (select count(*) = 1 from public.program_requirements where name = 'Background check' and months = 12 and program_id = tests.id('programs', 'Gate')) $$,
  'A manager of programs adds a requirement'
);
select is(
  (select concat_ws(' ', record_name, changes) from public.change_log where record_kind = 'program_requirements' order by created_at desc limit 1),
  'Gate {"requirement": [null, "Background check, for mentors, good for 12 months"]}', 'The log says it in words'
);
select throws_ok(
  $$ insert into public.program_requirements (program_id, kind, name) values (tests.id('programs', 'Gate'), 'mentors', ' background  CHECK') $$,
  '23505', null, 'A program has a requirement once'
);
select tests.refused(
  persona,
  $$ insert into public.program_requirements (program_id, kind, name) values (tests.id('programs', 'Gate'), 'mentors', 'More') $$,
  format('As %s I may not add a requirement', persona)
)
from unnest(array['only can_verify_clearances', 'only can_manage_mentors', 'plain program_manager', 'supporter', 'anon']) as persona;
select is(pg_temp.state('Ben', 'Background check'), 'missing', 'Without evidence it is missing');

-- Evidence

select tests.refused(persona, pg_temp.proving('Ben', 'Background check'), format('As %s I may not enter evidence', persona))
from unnest(array['only can_manage_programs', 'only can_manage_mentors', 'plain program_manager', 'supporter', 'anon']) as persona;
select tests.refused('only can_verify_clearances', pg_temp.proving('Ben', 'Background check', 1), 'Nothing is done tomorrow', 'P0001');
select tests.refused('only can_verify_clearances', pg_temp.proving('Ben', 'Background check', -5, -6), 'or ends before the day it was done', 'P0001');
select tests.refused('only can_verify_clearances', pg_temp.proving('Ben', ' ', -5), 'or has no name', 'P0001');
select tests.refused(
  'only can_verify_clearances',
  format('select public.add_clearance(gen_random_uuid(), %L, %L, %L, %L)', 'mentees', tests.id('mentees', 'Lucky'), 'Background check', pg_temp.day(0)),
  'A child has no clearances', 'P0001'
);
select pg_temp.proven('Ann', 'Background check', -10);
select is(pg_temp.state('Ann', 'Background check'), 'met ' || ((pg_temp.day(-10) + interval '12 months')::date - pg_temp.day(0)), 'Evidence lasts as long as the program says');
select is(
  (select concat_ws(' ', action, record_name, changes ? 'clearance', record_id = tests.id('mentors', 'Ann')) from public.change_log where record_kind = 'clearances' order by created_at desc limit 1),
  'added Ann Ready t t', 'It is in the log'
);
select pg_temp.proven('Ann', 'background  check', -3, 20);
select is(pg_temp.state('Ann', 'Background check'), 'met ' || ((pg_temp.day(-10) + interval '12 months')::date - pg_temp.day(0)), 'Of two pieces of evidence the one that ends last counts');
select is(
  (select verifier_name is not null and verified_by = tests.account('only can_verify_clearances') from public.clearances where record_id = tests.id('mentors', 'Ann') limit 1),
  true, 'It says who verified it'
);
select pg_temp.reads('only can_manage_programs', 'select count(*) from public.clearances', '0', 'A manager of programs reads no evidence');
select pg_temp.reads(
  'only can_manage_programs', format($$ select (public.record_clearances('mentors', %L) -> 'evidence')::text $$, tests.id('mentors', 'Ann')), 'null',
  'nor by the function'
);
select pg_temp.reads(
  'only can_verify_clearances', format($$ select jsonb_array_length(public.record_clearances('mentors', %L) -> 'evidence')::text $$, tests.id('mentors', 'Ann')), '2',
  'A verifier does'
);
select pg_temp.reads('only can_manage_mentors', format($$ select public.record_clearances('mentors', %L) $$, tests.id('mentors', 'Ann')), null, 'Others get nothing');

-- The gate, on every road

create temporary table roads as
select who, road, replace(command, '$person', quote_literal(tests.id('mentors', 'Ben'))) as command from (values
  ('only can_manage_programs', 'a direct insert', $$ insert into public.program_mentors (program_id, mentor_id) values (tests.id('programs', 'Gate'), $person) $$),
  ('admin', 'an admin''s insert', $$ insert into public.program_mentors (program_id, mentor_id) values (tests.id('programs', 'Gate'), $person) $$),
  ('service_role', 'the role of the service', $$ insert into public.program_mentors (program_id, mentor_id) values (tests.id('programs', 'Gate'), $person) $$),
  ('service_role', 'the role of the service, with a match', $$ insert into public.matches (id, program_id, mentor_id, mentee_id) values (gen_random_uuid(), tests.id('programs', 'Gate'), $person, tests.id('mentees', 'Lucky')) $$),
  ('only can_manage_programs', 'Save Assignments', $$ select public.save_program_assignments(tests.id('programs', 'Gate'), added_mentors => array[$person, tests.id('mentors', 'Ann')]::uuid[], added_mentees => array[tests.id('mentees', 'Lucky')]) $$)
) as listed (who, road, command);
select tests.refused(who, command, format('Nobody who lacks something is assigned by %s', road), 'P0001') from roads;
select tests.refused(
  'admin',
  format(
    $$ select public.convert_submission(%L, 'mentors', gen_random_uuid(), '{"first_name": "Zoe", "last_name": "New"}', %L) $$,
    (select id from public.volunteer_applications where status = 'new' limit 1), tests.id('programs', 'Gate')
  ), 'or by a conversion', 'P0001'
);
select throws_like(
  (select command from roads where road = 'Save Assignments'), '%Ben Lacking lacks Background check.%', 'The refusal says who lacks what'
);
select tests.done(
  'only can_manage_programs',
  $$ select public.save_program_assignments(tests.id('programs', 'Gate'), added_mentors => array[tests.id('mentors', 'Ann')]) $$,
  $$ exists (select from public.program_mentors where program_id = tests.id('programs', 'Gate') and mentor_id = tests.id('mentors', 'Ann')) $$,
  'Whoever meets everything is assigned'
);
select tests.done(
  'only can_manage_programs',
  $$ insert into public.program_mentors (program_id, mentor_id) values (tests.id('programs', 'Other gate'), tests.id('mentors', 'Ben')) $$,
  $$ exists (select from public.program_mentors where program_id = tests.id('programs', 'Other gate')) $$,
  'A program without requirements takes anyone who is active'
);
select tests.refused(
  'service_role', format($$ update public.program_mentors set program_id = %L where program_id = %L $$, tests.id('programs', 'Gate'), tests.id('programs', 'Other gate')),
  'Nor is an assignment moved to a program with requirements', 'P0001'
);
select pg_temp.asked('mentors', 'References');
select ok(
  exists (select from public.program_mentors where program_id = tests.id('programs', 'Gate') and mentor_id = tests.id('mentors', 'Ann')),
  'A new requirement removes nobody'
);
select is(pg_temp.state('Ann', 'References'), 'missing', 'but it shows');
select lives_ok(
  $$ update public.program_mentors set added_by = null where program_id = tests.id('programs', 'Gate') $$, 'Other columns of an assignment may change'
);
select pg_temp.reads(
  'only can_manage_programs', $$ select string_agg(concat_ws(' ', person_name, name, state, total), ', ') from public.due_clearances(tests.id('programs', 'Gate')) $$,
  'Ann Ready References missing 1', 'Its manager sees who lacks what'
);
select pg_temp.reads(
  'only can_manage_programs', format(
    $$ select unmet::text from public.requirement_marks(tests.id('programs', 'Gate'), 'mentors') where id = %L $$, tests.id('mentors', 'Ben')
  ), '[{"name": "Background check", "state": "missing", "until": null, "version": null}, {"name": "References", "state": "missing", "until": null, "version": null}]',
  'So do the marks of the dialog'
);
select pg_temp.reads('only can_manage_mentors', $$ select count(*) from public.requirement_marks(tests.id('programs', 'Gate'), 'mentors') $$, '0', 'Others see no marks');
select pg_temp.reads('only can_manage_mentors', 'select count(*) from public.due_clearances()', '0', 'and no standings');

-- One person, two records

select pg_temp.asked('trainers', 'References');
select pg_temp.proven('Ann', 'References', -1, null, null, 'trainers');
select is((select count(distinct person_id) from private.clearable_people where email = 'ann@gate.org'), 1::bigint, 'Both records are one person');
select is(pg_temp.state('Ann', 'References'), 'met', 'Evidence at the trainer counts for the mentor');
select is(pg_temp.state('Ben', 'References'), 'missing', 'and for nobody else');

-- Versions of a policy

select pg_temp.asked('mentors', 'Code of conduct', null, '2');
select pg_temp.proven('Ann', 'Code of conduct', -400, null, '1');
select is(pg_temp.state('Ann', 'Code of conduct'), 'missing', 'The first version does not count for the second');
select pg_temp.proven('Ann', 'Code of conduct', -4, null, '2');
select is(pg_temp.state('Ann', 'Code of conduct'), 'met', 'The second does');
select pg_temp.step('only can_manage_programs', $$ update public.program_requirements set retired_at = now() where name = 'Code of conduct' and program_id = tests.id('programs', 'Gate') $$);
select is(pg_temp.state('Ben', 'Code of conduct'), null, 'Nobody needs what is retired');

-- Expiry, withdrawal, exemptions

select pg_temp.proven('Ben', 'Background check', -400, -35);
select is(pg_temp.state('Ben', 'Background check'), 'expired -35', 'What has ended is expired');
select pg_temp.step('only can_verify_clearances', format('select public.withdraw_clearance(%L, ''Wrong person'')', (
  select id from public.clearances where record_id = tests.id('mentors', 'Ben')
)));
select is(pg_temp.state('Ben', 'Background check'), 'missing', 'What is withdrawn does not count');
select tests.refused(
  'only can_manage_programs', format('select public.withdraw_clearance(%L, ''No'')', (select id from public.clearances where record_id = tests.id('mentors', 'Ann') limit 1)),
  'A manager of programs withdraws nothing'
);
create temporary table needed as select id from public.program_requirements where name = 'Background check' and program_id = tests.id('programs', 'Gate');
grant select on needed to authenticated;
create function pg_temp.exempting(person text, ends date, starts date default null, id uuid default gen_random_uuid()) returns text
language sql
as $$
  select format('select public.exempt(%L, %L, %L, %L, %L, %L)', id, (select needed.id from needed), tests.id('mentors', person), 'Never with a child', ends, starts)
$$;
select tests.refused('only can_verify_clearances', pg_temp.exempting('Ben', null), 'An exemption ends', 'P0001');
select tests.refused('only can_verify_clearances', pg_temp.exempting('Ben', pg_temp.day(9), pg_temp.day(-1)), 'and does not start in the past', 'P0001');
select tests.refused('only can_manage_programs', pg_temp.exempting('Ben', pg_temp.day(9)), 'A manager of programs gives none');
select pg_temp.step('only can_verify_clearances', pg_temp.exempting('Ben', pg_temp.day(9)));
select is(pg_temp.state('Ben', 'Background check'), 'met 9', 'An exemption counts until its end');
select pg_temp.step('only can_manage_programs', $$ update public.program_requirements set name = 'State background check' where id = (select id from needed) $$);
select is(pg_temp.state('Ben', 'State background check'), 'missing', 'It does not count for another requirement');
select pg_temp.step('only can_manage_programs', $$ update public.program_requirements set name = 'Background check' where id = (select id from needed) $$);
select pg_temp.step('only can_verify_clearances', format('select public.end_exemption(%L)', (select id from private.clearance_exemptions where record_id = tests.id('mentors', 'Ben'))));
select is(pg_temp.state('Ben', 'Background check'), 'missing', 'A verifier ends it');

-- Nobody for themselves

insert into public.mentors (first_name, last_name, email)
select 'Vera', 'Self', email from public.profiles where id = tests.account('only can_verify_clearances');
select tests.refused('only can_verify_clearances', pg_temp.proving('Vera', 'Background check'), 'Nobody verifies themselves', 'P0001');
select tests.refused('only can_verify_clearances', pg_temp.exempting('Vera', pg_temp.day(9)), 'or exempts themselves', 'P0001');
update public.mentors set person_id = (select person_id from public.mentors where first_name = 'Vera') where first_name = 'Cy';
select tests.refused('only can_verify_clearances', pg_temp.proving('Cy', 'Background check'), 'also not through another record', 'P0001');
insert into public.clearances (id, mentor_id, name, done_on, verified_by)
select gen_random_uuid(), tests.id('mentors', 'Vera'), 'Background check', pg_temp.day(-1), tests.account('only can_verify_clearances');
select is(pg_temp.state('Vera', 'Background check'), 'missing', 'and what they verified before a join does not count for them');

insert into public.mentors (first_name, last_name, email) values ('Vesna', 'Self', 'vesna@private.example');
insert into public.clearances (id, mentor_id, name, done_on, verified_by)
select gen_random_uuid(), tests.id('mentors', 'Vesna'), 'Background check', pg_temp.day(-1), tests.account('only can_verify_clearances');
select matches(pg_temp.state('Vesna', 'Background check'), '^met', 'A mentor with another address');
insert into private.mentor_accounts (id, mentor_id, user_id, address, until)
select gen_random_uuid(), tests.id('mentors', 'Vesna'), id, email, now() from public.profiles where id = tests.account('only can_verify_clearances');
select tests.refused('only can_verify_clearances', pg_temp.proving('Vesna', 'Background check'), 'is not verified by the account that was linked to them', 'P0001');
select is(pg_temp.state('Vesna', 'Background check'), 'missing', 'and what it verified before does not count');
delete from private.mentor_accounts where mentor_id = tests.id('mentors', 'Vesna');

-- Merges and splits

select pg_temp.proven('Dee', 'Background check', -2);
select pg_temp.proven('Dee', 'References', -2);
create function pg_temp.all_clearances() returns text
language sql as $$ select concat_ws(' ', (select count(*) from public.clearances), (select count(*) from private.clearance_exemptions), (select count(*) from public.program_mentors)) $$;
select pg_temp.step('only can_manage_programs', $$ insert into public.program_mentors (program_id, mentor_id) values (tests.id('programs', 'Gate'), tests.id('mentors', 'Dee')) $$);
select pg_temp.step('only can_verify_clearances', pg_temp.exempting('Eve', pg_temp.day(5)));
create temporary table kept as select pg_temp.all_clearances() as before, tests.id('mentors', 'Dee') as merged, tests.id('mentors', 'Eve') as kept;
select pg_temp.step('admin', format($$ select public.merge_people('mentors', %L, %L, '{}', '{"kept": {}, "merged": {}}') $$, kept, merged)) from kept;
select is(pg_temp.all_clearances(), (select before from kept), 'A merge neither adds nor loses a clearance');
select is(pg_temp.state('Eve', 'References'), 'met', 'The evidence is the kept record''s');
select ok(exists (select from public.program_mentors where mentor_id = (select kept from kept)), 'and so is the assignment');
select pg_temp.step('admin', format('select public.undo_merge(%L)', (select id from private.merges where kept_id = (select kept from kept))));
select is(pg_temp.all_clearances(), (select before from kept), 'Its undo neither');
select is(concat_ws(', ', pg_temp.state('Eve', 'References'), pg_temp.state('Dee', 'References')), 'missing, met', 'and everyone has their own again');
update public.clearances set withdrawn_at = now(), withdrawn_reason = 'x' where record_id = (select merged from kept);
select pg_temp.step('only can_verify_clearances', pg_temp.exempting('Dee', pg_temp.day(30)));
update public.mentors set person_id = (select person_id from public.mentors where id = (select kept from kept)) where id = (select merged from kept);
select is(pg_temp.state('Dee', 'Background check'), 'met 5', 'Of the exemptions of two who became one, the one that ends first counts');

-- Notices

delete from private.outbox where true;
delete from private.clearance_notices where true;
delete from public.program_trainers where true;
delete from public.clearances where true;
delete from private.clearance_exemptions where true;
update public.profiles set confirmed = true where id = tests.account('program.manager');
create function pg_temp.days_pass() returns text
language plpgsql
as $$
begin
  update private.mail_settings set clearance_day = private.office_today() - 1 where singleton;
  perform private.write_clearance_notices((private.office_today() + time '08:00') at time zone private.office_time_zone());
  return (select string_agg(kind || ' ' || recipient, ', ' order by kind, recipient) from private.outbox);
end
$$;
select pg_temp.proven('Ann', 'Background check', -1, 61);
select pg_temp.proven('Ann', 'References', -1);
select is(pg_temp.days_pass(), null, 'Nobody is told 61 days before');
select private.write_clearance_notices((private.office_today() + time '07:59') at time zone private.office_time_zone());
update public.clearances set valid_until = pg_temp.day(25) where valid_until = pg_temp.day(61);
select is(
  pg_temp.days_pass(), 'clearance_ending ann@gate.org, clearances_ending program.manager@kindlewell.test',
  'The person and the manager hear of evidence that was entered late'
);
select is((select string_agg(days::text, ', ') from private.clearance_notices), '30, 30', 'once, by the notice that is due');
select is(
  (select (data #> '{items,0}') - 'program_id' from private.outbox where kind = 'clearances_ending'),
  jsonb_build_object('program', 'Gate', 'kind', 'mentors', 'name', 'Background check', 'version', null, 'until', pg_temp.day(25), 'people', 1),
  'The manager''s has a number and no name'
);
delete from private.outbox where true;
select is(pg_temp.days_pass(), null, 'The same notice is not written twice');
insert into private.clearance_exemptions (id, requirement_id, matched, mentor_id, starts_on, ends_on, reason)
select gen_random_uuid(), id, matched, tests.id('mentors', 'Ann'), pg_temp.day(0), pg_temp.day(27), 'x' from public.program_requirements where id = (select id from needed);
select is(pg_temp.days_pass(), 'clearance_ending ann@gate.org, clearances_ending program.manager@kindlewell.test', 'The end of an exemption is told, too');

insert into private.covers (id, account_id, cover_id, starts_on, ends_on, over_at)
select gen_random_uuid(), tests.account('program.manager'), tests.account(cover), first, last, last + interval '1 day'
from (values ('only can_send_emails', pg_temp.day(-9), pg_temp.day(-8)), ('only can_manage_programs', pg_temp.day(0), pg_temp.day(3))) as listed (cover, first, last);
update public.profiles set confirmed = true where email like 'only.can%';
delete from private.clearance_notices where true;
delete from private.outbox where true;
select is(
  pg_temp.days_pass(),
  'clearance_ending ann@gate.org, clearances_ending only.can_manage_programs@personas.test, clearances_ending program.manager@kindlewell.test',
  'Who covers the manager today hears of it too'
);
update private.covers set cover_id = tests.account('only can_send_emails') where ends_on = pg_temp.day(3);
delete from private.clearance_notices where true;
delete from private.outbox where true;
select is(
  pg_temp.days_pass(), 'clearance_ending ann@gate.org, clearances_ending program.manager@kindlewell.test', 'A cover who reads no programs does not'
);
update private.mail_settings set clearance_day = private.office_today() + 400 where singleton;
delete from private.clearance_notices where true;
delete from private.outbox where true;
select private.write_clearance_notices((private.office_today() + time '08:00') at time zone private.office_time_zone());
select isnt_empty('select from private.outbox', 'A clock that was ahead for a while stops no notice');

select * from finish();
rollback;
