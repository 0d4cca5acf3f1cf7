-- Values that no row may hold, even from the owner: the owner tries them on an existing row.

begin;
select plan(75);
delete from public.tasks where true;
do $$ begin
  execute tests.sample_insert('submission_answers');
  execute tests.sample_insert('tasks');
  execute tests.sample_insert('files');
  update public.files set state = 'refused', refusal = 'type' where true;
end $$;
insert into public.saved_views (owner_id, table_name, list, name, state)
values (tests.account('admin'), 'mentors', '/crm?tab=mentors', 'Sample', '{}');

-- Says what came of setting columns of some row, and undoes it.
create function pg_temp.answer(table_name text, assignments text) returns text
language plpgsql
as $$
declare
  outcome tests.outcome;
begin
  outcome := tests.attempt('owner', format(
    'update public.%1$I set %2$s where ctid = (select min(ctid) from public.%1$I)', table_name, assignments
  ));
  raise sqlstate 'UNDO1';
exception when sqlstate 'UNDO1' then
  return case outcome.affected when 1 then 'stored' else outcome.state end;
end
$$;

-- The app finds the field of a refused value by the name of the constraint.

select is_empty(
  $$ select conrelid::regclass, conname from pg_constraint
    where contype = 'c' and connamespace = 'public'::regnamespace
      and conname not in (
        select format('%s_%s_check', relname, attname)
        from pg_class join pg_attribute on attrelid = pg_class.oid
        where pg_class.oid = conrelid and attnum = any (conkey)
      ) $$,
  'Every check is named after its table and column'
);

-- Texts have limits, and are null instead of blank.

create temporary table texts as
select relname as table_name, attname as name,
  (regexp_match(pg_get_constraintdef(pg_constraint.oid), 'is_(?:line|text)\(\w+, (\d+)\)'))[1]::int as length,
  conname is not null as is_checked
from pg_class
join pg_attribute on attrelid = pg_class.oid and attnum > 0 and attgenerated = ''
  and atttypid in ('text'::regtype, 'text[]'::regtype)
left join pg_constraint on conrelid = attrelid and contype = 'c' and conname = format('%s_%s_check', relname, attname)
-- Columns that only triggers write come from checked rows.
where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not in ('change_log', 'submissions')
  and attname not in ('author_name', 'verifier_name', 'recorder_name');

select is_empty(
  'select table_name, name from texts where not is_checked',
  'Every text has a limit or a list of values'
);
select is_empty(
  format(
    $$ select table_name, name from texts
      where length is not null and pg_temp.answer(table_name,
        -- These have no text without another value.
        format('%%I = %%L', name, %s) || case table_name || '.' || name
          when 'donations.exchange' then ', exchange_value = 1'
          when 'matches.close_reason' then $u$, status = 'closed', until = '2199-01-01'$u$
          when 'meetings.title' then ', match_id = null, note = null'
          else ''
        end
      ) <> %L $$,
    value, expected
  ),
  description
)
from (values
  ('repeat(''é'', length)', 'stored', 'Every text may be as long as its limit'),
  ('repeat(''é'', length + 1)', '23514', 'No text may be longer than its limit'),
  ('''''', '23514', 'No text is empty'),
  ('E'' \t\r\n''', '23514', 'No text is blank')
) as tried (value, expected, description);

-- A name, a subject or an address may become a line of a mail's head.
select is_empty(
  format(
    $$ select table_name, name, length from texts
      where length is not null and (length <= 300 or name = 'website') = %L
        and pg_temp.answer(table_name, format('%%I = %%L', name, E'a\nBcc: b') || case name
          when 'close_reason' then $u$, status = 'closed', until = '2199-01-01'$u$ else '' end) <> %L $$,
    is_line, expected
  ),
  description
)
from (values
  (true, '23514', 'Names and addresses are one line'),
  (false, 'stored', 'Longer texts may have several')
) as tried (is_line, expected, description);

-- Choices, dates and amounts

select is(
  pg_temp.answer(table_name, assignments), expected, format('%s: %s is %s', table_name, assignments, expected)
)
from (values
  ('volunteer_applications', $$interests = '{teaching,tutoring,events,admin}'$$, 'stored'),
  ('volunteer_applications', $$interests = '{hacking}'$$, '23514'),
  ('volunteer_applications', 'interests = array[null]', '23514'),
  ('volunteer_applications', $$interests = '{{teaching,events}}'$$, '23514'),
  ('volunteer_applications', $$interests = '{events,events,events,events,events}'$$, '23514'),
  ('program_applications', $$relationship = 'friend'$$, '23514'),
  ('program_applications', $$program_interest = 'chess'$$, '23514'),
  ('program_applications', 'child_age = 0', 'stored'),
  ('program_applications', 'child_age = -1', '23514'),
  ('program_applications', 'child_age = 25', 'stored'),
  ('program_applications', 'child_age = 26', '23514'),
  ('partnership_proposals', $$organization_type = 'cult'$$, '23514'),
  ('partnership_proposals', $$partnership_type = 'silent'$$, '23514'),
  ('partnership_proposals', $$organization_size = 'many'$$, '23514'),
  ('program_registrations', $$program = 'money-101'$$, 'stored'),
  ('program_registrations', $$program = '<b>free money</b>'$$, '23514'),
  ('program_seats', 'seats = 0', 'stored'),
  ('program_seats', 'seats = null', 'stored'),
  ('program_seats', 'seats = -1', '23514'),
  ('program_seats', 'ends_on = ''2027-06-30''', 'stored'),
  ('program_seats', 'ends_on = ''1999-06-30''', '23514'),
  ('pledges', 'amount = 5', 'stored'),
  ('pledges', 'amount = 4.99', '23514'),
  ('pledges', 'amount = 10000.01', '23514'),
  ('pledges', $$amount = 'NaN'$$, '23514'),
  ('pledges', $$frequency = 'weekly'$$, '23514'),
  ('donations', $$donation_type = 'grant'$$, 'stored'),
  ('donations', $$donation_type = 'Grant'$$, '23514'),
  ('donations', 'amount = 0.01', 'stored'),
  ('donations', 'amount = 0', '23514'),
  ('donations', 'amount = -1', '23514'),
  ('donations', $$amount = 'NaN'$$, '23514'),
  ('donations', $$amount = 'Infinity'$$, '22003'),
  ('student_grades', $$grade = 100$$, 'stored'),
  ('student_grades', $$grade = 100.01$$, '23514'),
  ('student_grades', $$grade = 'NaN'$$, '23514'),
  ('student_grades', $$grade = 'Infinity'$$, '22003'),
  ('courses', 'capacity = 1', 'stored'),
  ('courses', 'capacity = 0', '23514'),
  ('courses', 'capacity = null', 'stored'),
  ('email_campaigns', $$target_audience = 'supporters'$$, 'stored'),
  ('email_campaigns', $$target_audience = 'everybody'$$, '23514'),
  ('email_campaigns', 'sent_count = -1', '23514')
) as tried (table_name, assignments, expected);
select is(
  pg_temp.answer(table_name, format('start_date = %L, end_date = %L', starts, ends)), expected,
  format('%s from %s to %s: %s', table_name, starts, ends, expected)
)
from unnest(array['programs', 'courses']) as table_name
cross join (values
  ('1900-01-01', '2200-12-31', 'stored'),
  ('2026-05-01', '2026-05-01', 'stored'),
  (null, null, 'stored'),
  ('2026-05-01', null, 'stored'),
  (null, '2026-05-01', 'stored'),
  ('2026-05-01', '2026-04-30', '23514'),
  ('1899-12-31', null, '23514'),
  ('2201-01-01', null, '23514'),
  (null, '1899-12-31', '23514'),
  (null, '2201-01-01', '23514'),
  ('-infinity', null, '23514'),
  (null, 'infinity', '23514')
) as tried (starts, ends, expected);

select * from finish();
rollback;
