-- The page of a program: its header, its roster, and handing it on.

begin;
select plan(33);
set constraints all immediate;

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

insert into public.programs (name, description, start_date, status, website_program) values ('Page', 'About it', '2030-01-01', 'active', 'page');
update public.programs set manager_id = tests.account('program.manager') where name = 'Page';
insert into public.program_seats (program, seats) values ('page', 5);
select tests.sign_up('next.manager@personas.test');
insert into public.user_permissions (user_id, permission_id)
select tests.account('next manager'), id from public.permissions where name = 'can_manage_programs';

insert into public.mentees (first_name, last_name, email) values
  ('Zoe', 'Page', 'zoe@page.test'), ('Abe', 'Page', null), ('Bea', 'Quill', null);
insert into public.mentors (first_name, last_name) values ('Mia', 'Page');
insert into public.program_mentees (program_id, mentee_id)
select tests.id('programs', 'Page'), id from public.mentees where last_name in ('Page', 'Quill');
insert into public.program_mentors (program_id, mentor_id) values (tests.id('programs', 'Page'), tests.id('mentors', 'Mia'));
insert into public.program_requirements (program_id, kind, name) values (tests.id('programs', 'Page'), 'mentors', 'References');

-- Header

create function pg_temp.header(part text) returns text
language sql as $$ select format('select (public.program_header(%L) %s)::text', tests.id('programs', 'Page'), part) $$;
select pg_temp.reads(who, pg_temp.header($$->> 'name'$$), expected, description) from (values
  ('only can_manage_programs', 'Page', 'A holder of can_manage_programs reads the header'),
  ('program.manager', 'Page', 'and the role program_manager'),
  ('admin', 'Page', 'and an admin'),
  ('supporter', null, 'A supporter reads none'),
  ('only can_manage_mentees', null, 'nor who holds only another permission'),
  ('only can_review_submissions', null, 'nor a reviewer')
) as asked (who, expected, description);
select pg_temp.reads('only can_manage_programs', pg_temp.header($$-> 'people' ->> 'mentees'$$), '3', 'The header counts people');
select pg_temp.reads('program.manager', pg_temp.header($$-> 'people'$$), 'null', 'not for the role without the permission');
select pg_temp.reads(
  'only can_manage_programs', pg_temp.header($$-> 'registrations'$$),
  '{"seats": 5, "offered": 0, "waiting": 0, "confirmed": 0, "undecided": 0}', 'Seats of the website are numbers'
);
select pg_temp.reads('only can_manage_programs', format('select public.program_header(%L)::text', gen_random_uuid()), null, 'A program that is gone has no header');

-- Roster

create function pg_temp.roster(kind text, wanted text default $$string_agg(first_name, ' ' order by sorted_by)$$, further text default '') returns text
language sql as $$
  select format('select (%s)::text from public.program_roster(%L, %L%s)', wanted, tests.id('programs', 'Page'), kind, further)
$$;
select pg_temp.reads('only can_manage_programs', pg_temp.roster('mentees'), 'Abe Zoe Bea', 'The roster has its people by last name');
select pg_temp.reads(who, pg_temp.roster('mentees', 'count(*)'), '0', format('%s reads no roster', who))
from unnest(array['program.manager', 'plain program_manager', 'only can_manage_mentees', 'only can_verify_clearances', 'mentors', 'supporter']) as who;
select pg_temp.reads(
  'only can_manage_programs', pg_temp.roster('mentees', further => $$, 'PAGE zo'$$), 'Zoe', 'A search finds every word in name or email'
);
select pg_temp.reads('only can_manage_programs', pg_temp.roster('mentees', further => $$, '%'$$), null, 'and is literal');
select pg_temp.reads(
  'only can_manage_programs',
  pg_temp.roster('mentees', further => format($$, '', 'page abe', %L$$, tests.id('mentees', 'Abe'))), 'Zoe Bea', 'A page begins after a place'
);
select pg_temp.reads(
  'only can_manage_programs', pg_temp.roster('mentees', further => format($$, '', 'page bob', %L$$, gen_random_uuid())), 'Zoe Bea',
  'also after someone who has left since'
);
select pg_temp.reads(
  'only can_manage_programs', pg_temp.roster('mentors', $$string_agg(concat_ws(' ', first_name, unmet -> 0 ->> 'name', unmet -> 0 ->> 'state', total), '')$$),
  'Mia References missing 1', 'A mentor lacks a requirement'
);
select pg_temp.reads(
  'only can_manage_programs', pg_temp.roster('mentees', $$bool_or(has_guardian)$$), 'false', 'A mentee without a family has no guardian to reach'
);
select pg_temp.reads(
  'only can_manage_programs', pg_temp.roster('mentees', $$bool_and(consents ->> 'photo' = 'open')$$), 'true', 'and no consent'
);
-- The match began before anybody asked for references.
update public.program_requirements set retired_at = now() where program_id = tests.id('programs', 'Page');
insert into public.matches (id, mentor_id, mentee_id, program_id, status, mentor_agreed_on, guardian_agreed_on, since)
values (
  gen_random_uuid(), tests.id('mentors', 'Mia'), tests.id('mentees', 'Zoe'), tests.id('programs', 'Page'), 'active', '2030-01-01', '2030-01-01', '2030-01-01'
);
select pg_temp.reads(
  'only can_manage_programs', pg_temp.roster('mentees', $$string_agg(array_to_string(partners, ''), ' ' order by first_name)$$),
  ' ' || ' ' || 'Mia Page', 'A mentee has the mentor of the active match'
);
select pg_temp.reads('only can_manage_programs', pg_temp.roster('mentors', $$string_agg(array_to_string(partners, ''), '')$$), 'Zoe Page', 'and the mentor the mentee');
update public.program_requirements set retired_at = null where program_id = tests.id('programs', 'Page');

-- Handing on

create function pg_temp.handing(manager text, replaced text default 'program.manager') returns text
language sql as $$
  select format('select public.hand_on_program(%L, %L, %L)', tests.id('programs', 'Page'), tests.account(manager), tests.account(replaced))
$$;
select tests.refused('only can_manage_programs', pg_temp.handing('next manager'), 'Not by a colleague who manages another program', '42501');
select tests.refused('supporter', pg_temp.handing('next manager'), 'Nor by a supporter', '42501');
select tests.refused('program.manager', pg_temp.handing('supporter'), 'Not to an account without the right', 'P0001');
select tests.refused('program.manager', pg_temp.handing('next manager', 'admin'), 'Not from another manager than the caller saw', 'P0001');
select pg_temp.reads(
  'only can_manage_programs', format('select count(*)::text from public.program_managers(%L)', tests.id('programs', 'Page')), '0',
  'Only the manager and admins read who could manage it'
);
select tests.done(
  'program.manager', pg_temp.handing('next manager'),
  $$ (select manager_id = tests.account('next manager') from public.programs where name = 'Page')
    and exists (select from public.change_log where record_id = tests.id('programs', 'Page') and changes -> 'manager' is not null) $$,
  'The manager hands a program on, and the log has it'
);
select tests.done(
  'admin', pg_temp.handing('admin', 'next manager'),
  $$ (select manager_id = tests.account('admin') from public.programs where name = 'Page') $$, 'and an admin any program'
);

select * from finish();
rollback;
