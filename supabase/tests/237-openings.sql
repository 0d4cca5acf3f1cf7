-- Protected fields of mentees: read after an opening that is logged, changed after it, exported for a reason.

begin;
select plan(69);

insert into public.mentees (
  first_name, last_name, email, phone, grade_level, school_name, parent_name, parent_email, parent_phone
) values
  ('Ida', 'Story', 'ida@example.org', 'zebra 1', 'zebra 2', 'zebra 3', 'zebra 4', 'zebra@example.org', 'zebra 5'),
  ('Ole', 'Story', null, null, null, null, null, null, null);
create temporary table given as select
  (select id from public.mentees where first_name = 'Ida') as ida, (select id from public.mentees where first_name = 'Ole') as ole;
grant select on pg_temp.given to public;
create temporary table outsiders as
select persona from tests.personas() as persona where persona not in ('admin', 'staff', 'only can_manage_mentees');

create function pg_temp.opening(kind text default 'mentees') returns text
language sql as $$ select format('select public.record_openings(%L, array[%L]::uuid[])', kind, ida) from given $$;
create function pg_temp.reading() returns text
language sql as $$ select format('select public.protected_values(''mentees'', array[%L]::uuid[])', ida) from given $$;
create function pg_temp.saving(changes jsonb, replaced jsonb default '{}') returns text
language sql as $$ select format('select public.save_protected(''mentees'', %L, %L, %L)', ida, changes, replaced) from given $$;
create function pg_temp.exporting(reason text, rows integer default 2) returns text
language sql as $$
  select format('select public.log_export(''mentees'', ''{"status": "active", "reason": "forged"}'', %s, array[%L, %L]::uuid[], %L)', rows, ida, ole, reason)
  from given
$$;
create function pg_temp.age(by interval) returns void
language sql as $$ update public.change_log set created_at = created_at - by where true $$;
create function pg_temp.logged() returns text
language sql as $$
  select string_agg(format('%s %s %s', actor_name, action, coalesce(record_name, changes::text)), ', ' order by id)
  from public.change_log, given where record_kind = 'mentees' and (record_id = ida or about @> array[ida]) and action in ('opened', 'exported')
$$;

-- The search

select tests.sees(
  'admin', $$ select count(*) from public.search_mentees('zebra') $$, '0', 'No search finds a mentee by a protected field'
);
select tests.sees(
  'admin', $$ select concat(first_name, school_name, parent_phone) from public.search_mentees('ida@example.org') $$, 'Ida',
  'A search by their own address gives only the name'
);
select is(
  (select count(*) from public.mentees where search_text like '%zebra%'), 0::bigint, 'Nothing protected is in the search text'
);
select tests.refused(
  'only can_manage_mentees',
  format($$ select public.find_duplicates('mentees', '{first_name,%s}', '[{"first_name": "Ida", "%1$s": "zebra 3"}]') $$, field),
  format('An import compares no stored %s', field)
) from unnest(array['school_name', 'parent_email']) as field;

-- Openings

select tests.refused(persona, pg_temp.opening(), format('As %s I cannot open it', persona)) from outsiders
where persona in ('anon', 'supporter', 'only can_manage_mentors', 'only can_manage_programs', 'only can_review_submissions');
select tests.refused('admin', pg_temp.opening(kind), format('There is nothing to open in %s', kind))
from unnest(array['profiles', 'donations', 'program_applications', 'mentees; --']) as kind;
select tests.refused('admin', pg_temp.reading(), 'Protected fields are closed before an opening');
select tests.refused(
  'admin', $$ select public.record_openings('mentees', array(select id from public.mentees limit 3)) $$,
  'Three at a time are not opened', '23514'
);
select is(
  (tests.attempt('only can_manage_mentees', pg_temp.opening())).state, '00000', 'As a holder of can_manage_mentees I open one'
);
select tests.refused(
  'only can_manage_mentees', pg_temp.reading(), 'An entry that the same transaction could still undo opens nothing'
);
select is(
  pg_temp.logged(), 'only.can_manage_mentees@personas.test opened Ida Story', 'The log says who opened which record, and no value'
);
select pg_temp.age('1 minute');
select tests.sees(
  'only can_manage_mentees', format('select %s -> %L ->> ''parent_email''', substring(pg_temp.reading() from 8), ida), 'zebra@example.org',
  'As a holder of can_manage_mentees I read it then'
) from given;
select tests.sees(
  'only can_manage_mentees',
  format('select string_agg(key, '' '' order by key) from jsonb_object_keys(%s -> %L) as key', substring(pg_temp.reading() from 8), ida),
  'grade_level parent_email parent_name parent_phone phone place school_name weekdays wishes', 'The protected columns come, and no other'
) from given;
select tests.refused('admin', pg_temp.reading(), 'An admin reads nothing by what another opened');
select tests.refused(
  'only can_manage_mentees', format('select public.protected_values(''mentees'', array[%L, %L]::uuid[])', ida, ole),
  'Two are refused when one of them is not opened'
) from given;

-- Changes

select tests.refused('admin', pg_temp.saving('{"school_name": "New"}'), 'As an admin I change nothing that I did not open');
select tests.refused(
  'only can_manage_mentees', pg_temp.saving('{"school_name": "New"}', '{"school_name": "Other"}'),
  'A value that someone else has set stays', 'PT409'
);
select tests.refused('only can_manage_mentees', pg_temp.saving(changes), format('%s is no change', changes), '23514')
from unnest(array[
  '{"id": "00000000-0000-4000-8000-000000000bad"}', '{"created_at": null}', '{"search_text": "x"}', '{"nothing": 1}',
  '{"first_name": null, "last_name": null}', '{"school_name": " "}'
]::jsonb[]) as changes;
create function pg_temp.error_of(statement text) returns text
language plpgsql
as $$
declare
  details text;
begin
  perform tests.act_as('only can_manage_mentees');
  execute statement;
  return null;
exception when others then
  get stacked diagnostics details = pg_exception_detail;
  perform set_config('role', 'none', true);
  return sqlerrm || details;
end
$$;
select unalike(pg_temp.error_of(pg_temp.saving('{"school_name": " "}')), '%zebra%', 'A refusal has no value of the row');
select tests.done(
  'only can_manage_mentees', pg_temp.saving('{"school_name": "New", "last_name": "Tale"}', '{"school_name": "zebra 3"}'),
  $$ exists (select from public.mentees where school_name = 'New' and last_name = 'Tale') $$,
  'As a holder of can_manage_mentees I change what I opened'
);
select is(
  (tests.attempt('only can_manage_mentees', pg_temp.saving('{"school_name": "New"}', '{"school_name": "zebra 3"}'))).state,
  '00000', 'The same change again is a retry'
);
select is(
  (select changes from public.change_log, given where record_id = ida and action = 'changed'),
  '{"last_name": ["Story", "Tale"], "school_name": null}', 'The log has no protected value'
);
select pg_temp.age('5 minutes');
select tests.refused('only can_manage_mentees', pg_temp.reading(), 'An opening ends after five minutes');
select is(
  (tests.attempt('only can_manage_mentees', pg_temp.saving('{"grade_level": "3"}'))).state, '00000', 'What was opened can be changed for a day'
);
select pg_temp.age('1 day');
select tests.refused('only can_manage_mentees', pg_temp.saving('{"grade_level": "4"}'), 'A day later it is opened again first');
select tests.attempt('only can_manage_mentees', $$ insert into public.mentees (id, first_name, last_name)
  values ('00000000-0000-4000-8000-00000000ad01', 'New', 'Story') $$);
select pg_temp.age('1 minute');
select tests.done(
  'only can_manage_mentees',
  $$ select public.save_protected('mentees', '00000000-0000-4000-8000-00000000ad01', '{"phone": "1"}') $$,
  $$ exists (select from public.mentees where last_name = 'Story' and phone = '1') $$, 'What I added I complete without reading'
);
select tests.refused(
  'admin', $$ select public.save_protected('mentees', '00000000-0000-4000-8000-00000000ad01', '{"phone": "2"}') $$,
  'What another added I open first'
);
select tests.attempt('admin', $$ select public.record_openings('mentees', array['00000000-0000-4000-8000-00000000ad01']::uuid[]) $$);
select pg_temp.age('1 minute');
select tests.done(
  'admin', $$ select public.save_protected('mentees', '00000000-0000-4000-8000-00000000ad01', '{"phone": "3"}', '{"phone": "1"}') $$,
  $$ exists (select from public.mentees where last_name = 'Story' and phone = '3') $$, 'A colleague changes it after an opening'
);
select tests.refused(
  'only can_manage_mentees',
  $$ select public.save_protected('mentees', '00000000-0000-4000-8000-00000000ad01', '{"phone": "4"}', '{"phone": "3"}') $$,
  'What a colleague changed since I open first: a right guess is told from a wrong one by nothing'
);

-- Exports

select tests.refused('only can_manage_mentees', pg_temp.exporting(reason), format('%L is no reason', reason), '23514')
from unnest(array['', null, 'too short', '             ', repeat('x', 501)]) as reason;
select tests.refused(
  'only can_manage_mentees', pg_temp.exporting('For the annual report', 1), 'The number of rows is that of the ids', '23514'
);
select tests.refused(
  'only can_manage_mentees',
  $$ select public.log_export('mentees', '{}', 10001, array(select gen_random_uuid() from generate_series(1, 10001)), 'For the annual report') $$,
  'No more than 10,000 rows come with protected fields', '23514'
);
select tests.refused(persona, pg_temp.exporting('For the annual report'), format('As %s I export none', persona)) from outsiders
where persona in ('anon', 'supporter', 'only can_manage_mentors', 'only can_review_submissions');
select tests.attempt('only can_manage_mentees', $$ select public.log_export('mentees', '{}', 2) $$);
select pg_temp.age('1 minute');
select tests.refused('only can_manage_mentees', pg_temp.reading(), 'An export without a reason opens nothing');
select tests.attempt('only can_manage_mentees', pg_temp.exporting(' For the annual report '));
select tests.refused('only can_manage_mentees', pg_temp.reading(), 'An export that its transaction could still undo opens nothing');
select pg_temp.age('1 minute');
select tests.sees(
  'only can_manage_mentees', format('select string_agg(value ->> ''grade_level'', '' '') from jsonb_each(%s)', substring(pg_temp.reading() from 8)),
  '3', 'An export with a reason opens its rows'
);
select tests.refused(
  'only can_manage_mentees', $$ select public.protected_values('mentees', array(select id from public.mentees)) $$, 'It opens no other row'
);
select tests.refused('admin', pg_temp.reading(), 'It opens nothing to a colleague');
select alike(
  pg_temp.logged(),
  '%exported {"rows": 2, "reason": "For the annual report", "status": "active"}',
  'The log keeps the reason and the number of rows'
);
select tests.sees(
  persona, format('select string_agg(coalesce(reason, ''opened''), '', '') from public.openings_of(''mentees'', %L)', ida), seen,
  format('As %s I see beside the record: %s', persona, seen)
) from given, (values
  ('only can_manage_mentees', 'For the annual report, opened'), ('admin', 'For the annual report, opened'),
  ('only can_manage_mentors', null), ('supporter', null)
) as listed (persona, seen);
select pg_temp.age('1 hour');
select tests.refused('only can_manage_mentees', pg_temp.reading(), 'An hour later the export opens nothing');
delete from public.mentees where first_name = 'Ole';
select alike(pg_temp.logged(), '%"reason": "For the annual report"%', 'The removal of one child leaves the reason of an export');

-- A conversion asks for the children of one parent

insert into public.program_applications (first_name, last_name, email, phone, relationship, program_interest, child_name)
values ('Zoe', 'Zebra', ' Zebra@example.org', '1', 'parent', 'early-childhood', 'Ida');
create function pg_temp.siblings() returns text
language sql as $$ select format('select string_agg(name, '''') from public.siblings_of(%L)', id) from public.program_applications where last_name = 'Zebra' $$;
select tests.sees('admin', pg_temp.siblings(), null, 'A parent is compared with none before the application is opened');
insert into public.change_log (actor_id, action, record_kind, record_id, created_at)
select tests.account(persona), 'opened', 'program_applications', id, now() - interval '1 minute'
from public.program_applications, unnest(array['admin', 'only can_review_submissions', 'only can_manage_mentees']) as persona where last_name = 'Zebra';
select tests.sees(persona, pg_temp.siblings(), found, format('As %s I find then: %s', persona, found))
from (values ('admin', 'Ida Tale'), ('only can_review_submissions', null), ('only can_manage_mentees', null)) as asked (persona, found);

select * from finish();
rollback;
